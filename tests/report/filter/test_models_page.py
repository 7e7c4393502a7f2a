"""Which model: the table of models, the comparators, and who leads at which budget."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest
from documents_world import GOOD, LABELS, POOR, SCENES, Model, placed, world

from budgetplan.domain.decision import WinnerInterval
from budgetplan.plans import review
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


def leaders(told):
    """Return the file of who leads at which budget, None where there is none."""
    return next((one for one in build_files(told.analysis) if one.key == "budgets"), None)


def cells(table, name):
    place = [one.name for one in table.columns].index(name)
    return [row.cells[place] for row in table.rows]


def test_models_and_comparators_at_the_same_money():
    told = world()
    table = told.table("models")
    names = cells(table, "model")
    assert names == ["good, recommended", "poor", "perfect order", "random order"]
    assert cells(table, "items") == [8, 8, 8, 8]
    found = cells(table, "found")
    in_all = told.analysis.evidence.n_positives
    assert found[0] == told.analysis.decision.chosen.found.value
    assert found[2:] == [8, pytest.approx(in_all / 5)]  # a perfect order, and a fifth of the list
    assert found[3] < found[0] < found[2]
    gap = cells(table, "difference")
    poor = next(one for one in told.analysis.decision.contenders if one.name == "poor")
    # One difference stands between two orders: the counted one.
    assert found[1] == pytest.approx(max(found[0] + poor.difference.value, 0))
    assert gap[0] is None
    assert (gap[1].low, gap[1].high) == (poor.difference.low, poor.difference.high)
    assert gap[1].low <= poor.difference.value <= gap[1].high < 0


def test_the_recommended_stands_first_then_the_best_single_model_then_the_others_by_name():
    models = (Model("bad", -9.0), GOOD, Model("fair", 1.5))
    alone, mixed = world(models=models), world(models=models, mixture=True)
    names = [
        [text.removesuffix(", recommended") for text in cells(told.table("models"), "model")]
        for told in (alone, mixed)
    ]
    assert names[0][:3] == ["good", "bad", "fair"]
    assert mixed.analysis.decision.single == "good"
    assert names[1][1:4] == ["good", "bad", "fair"]
    assert [row.strong for row in mixed.table("models").rows] == [True] + [False] * 5


def test_without_draws_the_difference_is_a_number_counted_among_the_labelled_items():
    told = world(resamples=0)
    table = told.table("models")
    # The first eight of the good order are idioms; of the first eight of the poor one so many are:
    first = np.argsort(-POOR.scores(LABELS))[:8]
    assert cells(table, "difference")[1] == sum(LABELS[place] == "x" for place in first) - 8
    assert set(cells(table, "interval")) == {None}


def test_f1_is_that_of_the_models_own_cut():
    cut = Model("cut", order="aabb" * 4 + "aaab" * 4 + "b" * 8, cut=-float(ord("a")))
    told = world(models=(cut, POOR))
    by_name = {one.name: one for one in told.analysis.decision.contenders}
    # 20 called idioms, eight of them are; eight of ten are found.
    assert by_name["cut"].f1 == pytest.approx(2 * 8 / (20 + 10))
    assert by_name["cut"].accuracy == pytest.approx((8 + 18) / 40)


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
    for one, shown in zip(told.analysis.decision.contenders[1:], net[1:2], strict=True):
        gain = 6 * one.option.found.value - one.option.items
        assert 0 < luck.off(gain) < gain
        assert shown == pytest.approx(gain - luck.off(gain))
    assert table.caption == "The models, each at its own best stop"


def test_who_leads_at_which_budget():
    # early has three idioms after 3 items, late after 7; late has a fourth after 8.
    told = world(models=FEW, budget=("6", "money"))
    table = leaders(told)
    assert "budgets" not in {one.key for one in told.document.tables()}
    rows = [
        (low, high if isinstance(high, Decimal) else str(high), who)
        for low, high, who in (row.cells for row in table.rows)
    ]
    # Item by item in the labels, whichever of the two is recommended: early has all ten after 26 items.
    assert rows == [
        (1, 7, "early"),
        (7, 8, "early and late"),
        (8, 26, "late"),
        (26, "and above", "early and late"),
    ]


def test_where_the_lead_changes_often_narrow_stretches_are_left_out():
    # a and b take turns for 19 budgets, and have all ten entries after 20 items: m of a and b after 1, 2, 3 ... are 1 0, 1 1, 1 2, 2 2 ...
    told = world(models=SWITCHING, mixture=True)
    assert [row.cells[0] for row in leaders(told).rows] == [20]
    assert leaders(told).rows[0].cells[2] == "a and b"
    assert told.analysis.decision.contenders, "the record has them all"


@pytest.mark.parametrize("high", [3, 40])
def test_a_stretch_as_wide_as_can_be_seen_stays(high):
    lows = [*range(13), high + 12, 1000]
    winners = [
        WinnerInterval(Decimal(low), None if place == 14 else Decimal(lows[place + 1]), ("ab"[place % 2],))
        for place, low in enumerate(lows)
    ]
    shown, n_narrow, _ = review.visible_leads(winners, 2)
    # A hundredth of 1,000 is 10: the last but two is 12 to 15, or 12 to 52.
    seen = [(int(one.low), one.models) for one in shown]
    assert seen == ([(12, ("a",))] if high == 40 else []) + [(high + 12, ("b",)), (1000, ("a",))]
    assert n_narrow == (12 if high == 40 else 13)


def test_with_one_model_no_leads_are_listed():
    assert leaders(world(**SCENES["one model"])) is None


def test_budgets_in_hours_are_hours():
    args = SCENES["hours"] | {"models": (GOOD, POOR)}
    column = leaders(world(**args)).columns[0]
    assert column.kind == "number"
