"""Warnings come in one order, whatever order they were found in, and name no folder."""

import random

from budgetplan.domain.doubt import DataWarning, is_serious, worst_first


def test_serious_ones_come_first_then_by_kind_then_by_place():
    found = [
        DataWarning("perfect", "serious", "a", "x", "t.csv", "a"),
        DataWarning("perfect", "serious", "b", "x", "t.csv", "b"),
        DataWarning("copies", "serious", "c", "x", "t.csv", "a"),
        DataWarning("few positives", "note", "d", "x"),
        DataWarning("duplicates", "note", "e", "x", "t.csv", line=3),
        DataWarning("duplicates", "note", "e", "x", "t.csv", line=12),
        DataWarning("not known yet", "note", "f", "x"),
    ]
    for seed in range(20):
        mixed = random.Random(seed).sample(found * 2, len(found) * 2)
        assert list(worst_first(mixed)) == found


def test_one_serious_warning_is_enough():
    note = DataWarning("constant", "note", "a", "b")
    assert not is_serious([])
    assert not is_serious([note])
    assert is_serious([note, DataWarning("perfect", "serious", "a", "b")])
