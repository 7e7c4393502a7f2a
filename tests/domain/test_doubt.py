"""Kinds of doubt: what a record of one must keep apart."""

from __future__ import annotations

from budgetplan.domain.doubt import DoubtKind


def test_what_makes_a_whole_report_doubtful_is_what_makes_its_numbers_mean_nothing():
    serious = {kind for kind in DoubtKind if kind.serious}
    assert {DoubtKind.REVERSED, DoubtKind.FROM_THE_TOP, DoubtKind.COPIES, DoubtKind.LIST_UNLIKE} <= serious
    notes = {DoubtKind.FEW_POSITIVES, DoubtKind.OTHER_ORDER, DoubtKind.DUPLICATES, DoubtKind.ONE_CLASS}
    assert not notes & serious


def test_a_doubt_of_the_table_names_no_model():
    table = (DoubtKind.DUPLICATES, DoubtKind.NO_POSITIVES, DoubtKind.FEW_GROUPS, DoubtKind.JUDGEMENTS)
    assert not any(kind.of_a_model for kind in table)


def test_a_kind_is_known_by_its_key_alone():
    assert DoubtKind("copies") is DoubtKind.COPIES
    assert DoubtKind.COPIES.value == "copies"
