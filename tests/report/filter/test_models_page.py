"""Which model: the table of models, the comparators, and who leads at which budget."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest
from documents_world import GOOD, LABELS, POOR, SCENES, Model, placed, world
from scipy.stats import norm

from budgetplan.plans.review_reading import DrawnOrder
from budgetplan.report.ranked import build_files

SWITCHING = (
    Model("a", order=placed(LABELS, (1, 4, 5, 8, 9, 12, 13, 16, 17, 20))),
    Model("b", order=placed(LABELS, (2, 3, 6, 7, 10, 11, 14, 15, 18, 19))),
)
FEW = (
    Model("early", order=placed(LABELS, (1, 2, 3, 20, 21, 22, 23, 24, 25, 26))),
    Model("late", order=placed(LABELS, (5, 6, 7, 8, 9, 10, 11, 12, 13, 14))),
)


def file_of(told, key):
    """Return a table that is a file alone, None where there is none."""
    return next((one for one in build_files(told.analysis) if one.key == key), None)


def cells(table, name):
    place = [one.name for one in table.columns].index(name)
    return [row.cells[place] for row in table.rows]


def test_models_and_comparators_at_the_same_money():
    told = world()
    table = told.table("models")
    assert cells(table, "model") == ["good, recommended", "poor", "perfect order", "random order"]
    assert cells(table, "items") == [8, 8, 8, 8]
    found, gap = cells(table, "found"), cells(table, "difference")
    assert found[0] == told.analysis.decision.chosen.found.value
    # A perfect order, and a fifth of the list.
    assert found[2:] == [8, pytest.approx(told.analysis.evidence.n_positives / 5)]
    assert found[3] < found[0] < found[2]
    poor = next(one for one in told.analysis.decision.contenders if one.name == "poor")
    # One difference stands between two orders: the counted one.
    assert found[1] == pytest.approx(max(found[0] + poor.difference.value, 0))
    assert gap[0] is None
    assert (gap[1].low, gap[1].high) == (poor.difference.low, poor.difference.high)
    assert gap[1].low <= poor.difference.value <= gap[1].high < 0


def test_the_recommended_stands_first_then_the_best_single_model_then_the_others_by_name():
    models = (Model("bad", -9.0), GOOD, Model("fair", 1.5))
    for mixture, first in ((False, ["good", "bad", "fair"]), (True, ["the mixture", "good", "bad", "fair"])):
        table = world(models=models, mixture=mixture).table("models")
        names = [text.removesuffix(", recommended") for text in cells(table, "model")]
        assert names[-len(first) - 2 : -2] == first
        assert [row.strong for row in table.rows] == [True] + [False] * (len(first) + 1)


def test_without_draws_the_difference_is_a_number_counted_among_the_labelled_items():
    table = world(resamples=0).table("models")
    # The first eight of the good order are idioms; of the first eight of the poor one so many are:
    first = np.argsort(-POOR.scores(LABELS))[:8]
    assert cells(table, "difference")[1] == sum(LABELS[place] == "x" for place in first) - 8
    assert set(cells(table, "interval")) == {None}


def test_models_of_their_own_cost_are_compared_at_the_same_money():
    told = world(models=(GOOD, Model("dear", 9.0, cost="3"), POOR))
    options = {one.name: one.option for one in told.analysis.decision.contenders}
    assert (options["good"].items, options["dear"].items, options["dear"].spend) == (8, 5, 8)


def test_the_net_value_of_each_model_at_its_own_stop():
    told = world(**SCENES["net value without resamples"])
    table = told.table("models")
    net, stop = cells(table, "net"), told.analysis.decision.chosen.items
    in_all = told.analysis.evidence.n_positives
    assert net[0] == told.analysis.decision.chosen.net.value
    assert net[2] == pytest.approx(6 * in_all - stop)  # a perfect order has them all by then
    assert net[3] == pytest.approx(6 * in_all * stop / 40 - stop)
    assert net[3] < net[0] < net[2]
    luck = DrawnOrder(told.analysis.evidence, told.analysis.lead).luck
    option = told.analysis.decision.contenders[1].option
    gain = 6 * option.found.value - option.items
    assert 0 < luck.off(gain) < gain
    assert net[1] == pytest.approx(gain - luck.off(gain))
    assert table.caption == "The models, each at its own best stop"


def test_who_leads_at_which_budget():
    # early has three idioms after 3 items, late after 7; late has a fourth after 8; early has all ten after 26 items.
    told = world(models=FEW, budget=("6", "money"))
    assert "budgets" not in {one.key for one in told.document.tables()}
    rows = [
        (low, high if isinstance(high, Decimal) else str(high), who)
        for low, high, who in (row.cells for row in file_of(told, "budgets").rows)
    ]
    assert rows == [
        (1, 7, "early"),
        (7, 8, "early and late"),
        (8, 26, "late"),
        (26, "and above", "early and late"),
    ]
    # a and b take turns for 19 budgets, and have all ten entries after 20 items: narrow stretches are left out.
    switching = file_of(world(models=SWITCHING, mixture=True), "budgets").rows
    assert [(row.cells[0], row.cells[2]) for row in switching] == [(20, "a and b")]
    assert file_of(world(**SCENES["one model"]), "budgets") is None
    assert file_of(world(**SCENES["hours"] | {"models": (GOOD, POOR)}), "budgets").columns[0].kind == "number"


def test_the_items_to_review_are_those_of_the_list_in_the_order_of_the_mixture():
    labels = LABELS + "!???" * 20
    told = world(labels=labels, budget=("30", "money"), mixture=True, models=(GOOD, POOR))
    assert told.analysis.decision.chosen.model == "mixture"
    listed = np.arange(len(LABELS), len(labels))
    mixed = np.zeros(len(listed))
    for model in (GOOD, POOR):
        score = model.scores(labels)[listed]
        rank = (score[:, None] > score).sum(axis=1)  # how many of the list stand below; no two are equal
        weight = told.analysis.evidence.mixture.get(model.name, 0.0)
        mixed += weight * norm.ppf((rank + 0.5 + 0.5) / (len(listed) + 1))
    best = listed[np.argsort(-mixed, kind="stable")[:30]]
    table = file_of(told, "review")
    assert cells(table, "item") == [f"w{place:03}" for place in best]
    assert cells(table, "place") == list(range(1, 31))
    assert cells(table, "score") == sorted(cells(table, "score"), reverse=True)
    assert file_of(world(list_size=400), "review") is None


def test_rows_that_stand_for_several_items_are_as_few_as_hold_them():
    weights = [1.0] * len(LABELS) + [2.0] * 80
    told = world(labels=LABELS + "!???" * 20, budget=("30", "money"), weights=weights, models=(GOOD,))
    assert len(file_of(told, "review").rows) == -(-told.analysis.decision.chosen.items // 2)
