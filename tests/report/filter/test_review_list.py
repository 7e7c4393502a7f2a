"""The file with the items to review: those of the list, in the order that is recommended, as many as it says."""

from __future__ import annotations

import numpy as np
import pytest
from documents_world import GOOD, LABELS, POOR, world
from scipy.stats import norm

from budgetplan.report.ranked import build_files


def reviewed(analysis):
    """Return the file of items to review, None where there is none."""
    return next((one for one in build_files(analysis) if one.key == "review"), None)


LISTED = {"labels": LABELS + "!???" * 20, "budget": ("30", "money")}


def column(table, name):
    place = [one.name for one in table.columns].index(name)
    return [row.cells[place] for row in table.rows]


@pytest.mark.parametrize("mixture", [False, True])
def test_as_many_items_of_the_list_as_are_to_be_reviewed_the_best_first(mixture):
    told = world(**LISTED, mixture=mixture, models=(GOOD, POOR))
    chosen = told.analysis.decision.chosen
    table = reviewed(told.analysis)
    assert len(table.rows) == chosen.items == 30
    assert column(table, "place") == list(range(1, 31))
    score = column(table, "score")
    assert score == sorted(score, reverse=True)
    # Nothing labelled is reviewed once more.
    assert min(column(table, "item")) >= f"w{len(LABELS):03}"


def test_the_order_of_the_mixture_is_that_of_its_weights():
    told = world(**LISTED, mixture=True, models=(GOOD, POOR))
    if told.analysis.decision.chosen.model != "mixture":
        pytest.fail("the world has no mixture to follow")
    listed = np.arange(len(LABELS), len(LISTED["labels"]))
    mixed = np.zeros(len(listed))
    for model in (GOOD, POOR):
        score = model.scores(LISTED["labels"])[listed]
        rank = (score[:, None] > score).sum(axis=1)  # how many of the list stand below; no two are equal
        weight = told.analysis.evidence.mixture.get(model.name, 0.0)
        mixed += weight * norm.ppf((rank + 0.5 + 0.5) / (len(listed) + 1))
    best = listed[np.argsort(-mixed, kind="stable")[:30]]
    assert column(reviewed(told.analysis), "item") == [f"w{place:03}" for place in best]


def test_rows_that_stand_for_several_items_are_as_few_as_hold_them():
    weights = [1.0] * len(LABELS) + [2.0] * 80
    told = world(**(LISTED | {"weights": weights}), models=(GOOD,))
    chosen = told.analysis.decision.chosen
    assert len(reviewed(told.analysis).rows) == -(-chosen.items // 2)


def test_without_a_list_of_scores_there_is_no_such_file():
    assert reviewed(world().analysis) is None
    assert reviewed(world(list_size=400).analysis) is None
