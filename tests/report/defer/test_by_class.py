"""What is printed class by class, counted by hand."""

from __future__ import annotations

import numpy as np
import pytest
from defer_world import GOOD, RISKY, SCENES, world

from budgetplan.report.answers import build_defer_files
from budgetplan.report.display import Style
from budgetplan.report.wording import short_text

MANY_CLASSES = tuple("abcdefghijklm")


def cells(table):
    """Return the numbers of a table, without its first column."""
    return [row.cells[1:] for row in table.rows]


def test_answers_are_counted_by_true_class_and_what_is_left_to_people_apart():
    # Truths a, b in turn: thirty sure answers right, of ten unsure ones five right; each left to people.
    table = world(models=(GOOD,)).table("confusion")
    assert [one.name for one in table.columns] == ["answer", "truth_a", "truth_b", "left"]
    # Of the unsure, a, b, a, b, a are right; then b, a, b, a, b get the other answer.
    assert cells(table) == [(15, 0, 6), (0, 15, 4), (5, 5, 10)]


def test_weighted_items_count_as_their_weight():
    table = world(models=(GOOD,), weight=(2.0,) * 40).table("confusion")
    assert cells(table) == [(30, 0, 12), (0, 30, 8), (10, 10, 20)]


def test_labels_that_no_model_knows_have_a_column():
    told = world(truth="ab" * 19 + "ac")
    table = told.table("confusion")
    assert table.columns[3].heading == short_text("defer.c_unknown", Style())
    assert sum(row.cells[3] for row in table.rows) == 1


def test_answers_by_expected_value_are_the_ones_given():
    told = world(**RISKY)
    (a, b, _) = cells(told.table("confusion"))
    route, test = told.selection.chosen, told.selection.test
    given = np.where(route.accepted, route.answers, -1)
    assert list(a[:2]) == [((given == 0) & (test.truth == truth)).sum() for truth in (0, 1)]
    assert list(b[:2]) == [((given == 1) & (test.truth == truth)).sum() for truth in (0, 1)]
    # All that is unsure and called a is answered b, which a missed b is worth: most of these are.
    assert (route.answers != told.selection.chosen.predictions.predicted).sum() > 0


@pytest.mark.parametrize("scene", SCENES)
def test_every_item_is_counted_once(scene):
    told = world(**SCENES[scene])
    counts = told.selection.chosen.counts
    table = told.table("confusion")
    inner = np.array(cells(table), dtype=float)
    assert inner[:-1, :-1].sum() == pytest.approx(counts.n_accepted)
    assert inner[-1, -1] == pytest.approx(counts.n_abstained)
    assert inner[-1, :-1].sum() == pytest.approx(inner[:-1, -1].sum())
    pairs = next(one for one in build_defer_files(told.selection) if one.key == "pairs")
    assert sum(row.cells[3] for row in pairs.rows) == pytest.approx(counts.n_accepted)
    assert sum(row.cells[4] for row in pairs.rows) == pytest.approx(counts.n_abstained)
