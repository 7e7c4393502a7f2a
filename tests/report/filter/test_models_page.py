"""Which model: the table of models, the comparators, and who leads at which budget."""

from __future__ import annotations

from decimal import Decimal

import pytest
from documents_world import GOOD, LABELS, POOR, SCENES, Model, placed, world

SWITCHING = (
    Model("a", order=placed(LABELS, (1, 4, 5, 8, 9, 12, 13, 16, 17, 20))),
    Model("b", order=placed(LABELS, (2, 3, 6, 7, 10, 11, 14, 15, 18, 19))),
)
FEW = (
    Model("early", order=placed(LABELS, (1, 2, 3, 20, 21, 22, 23, 24, 25, 26))),
    Model("late", order=placed(LABELS, (5, 6, 7, 8, 9, 10, 11, 12, 13, 14))),
)


def cells(table, name):
    place = [one.name for one in table.columns].index(name)
    return [row.cells[place] for row in table.rows]


def test_models_and_comparators_at_the_same_money():
    told = world()
    table = told.table("models")
    assert [one.key for one in cells(table, "model")] == [
        "row.model_recommended",
        "plain",
        "row.perfect",
        "row.random",
    ]
    assert cells(table, "items") == [8, 8, 8, 8]
    found = cells(table, "found")
    assert found[0] == 8
    assert found[2:] == [8, 2]  # a perfect order, and a quarter of eight
    assert [one.key for one in cells(table, "verdict")] == [
        "verdict.recommended", "verdict.worse", "verdict.limit", "verdict.limit",
    ]  # fmt: skip
    gap = cells(table, "difference")
    poor = next(one for one in told.analysis.decision.contenders if one.name == "poor")
    assert gap[0] is None
    assert (gap[1].low, gap[1].high) == (poor.difference.low, poor.difference.high)
    assert gap[1].high < 0


def test_models_stand_in_the_order_of_what_they_find_the_recommended_first():
    told = world(models=(Model("bad", -9.0), GOOD, Model("fair", 1.5)))
    assert [next(iter(one.args.values())) for one in cells(told.table("models"), "model")[:3]] == [
        "good",
        "fair",
        "bad",
    ]
    found = cells(told.table("models"), "found")[:3]
    assert found == sorted(found, reverse=True)


def test_without_resampling_the_difference_is_a_number_and_nothing_was_tested():
    told = world(resamples=0)
    table = told.table("models")
    assert cells(table, "difference")[1] == cells(table, "found")[1] - 8
    assert cells(table, "verdict")[1].key == "verdict.unknown"


def test_f1_is_that_of_the_models_own_cut():
    cut = Model("cut", order="a" * 20 + "b" * 20, cut=-float(ord("a")))
    told = world(models=(cut, POOR))
    by_name = {one.name: one for one in told.analysis.decision.contenders}
    # 20 called idioms, five of them are; five of ten are found.
    assert by_name["cut"].f1 == pytest.approx(2 * 5 / (20 + 10))
    assert by_name["cut"].accuracy == pytest.approx((5 + 15) / 40)


def test_the_net_value_of_each_model_at_its_own_stop():
    told = world(**SCENES["net value without resamples"])
    table = told.table("models")
    assert cells(table, "net")[0] == pytest.approx(50)
    assert cells(table, "net")[2] == pytest.approx(50)  # the perfect order cannot do better than this one
    assert cells(table, "net")[3] == pytest.approx(10 / 4 * 6 - 10)
    assert table.caption.key == "table.models_net"


def test_who_leads_at_which_budget_exactly():
    # early has three idioms after 3 items, late after 7; late has a fourth after 8; early has all ten after 26.
    told = world(models=FEW, budget=("6", "money"))
    table = told.table("budgets")
    rows = [
        (low, high if isinstance(high, Decimal) else high.key, who)
        for low, high, who in (row.cells for row in table.rows)
    ]
    assert rows == [
        (1, 7, "early"),
        (7, 8, "early and late"),
        (8, 26, "late"),
        (26, "and_above", "early and late"),
    ]


def test_a_lead_that_changes_often_is_shown_at_ten_budgets():
    told = world(models=SWITCHING)
    table = told.table("budgets")
    assert len(table.rows) == 10
    # m entries of a and b after 1, 2, 3 ... items: 1 0, 1 1, 1 2, 2 2, 3 2 ... even budgets are ties.
    for amount, leader, found in (row.cells for row in table.rows):
        counts = {
            "a": sum(place <= amount for place in (1, 4, 5, 8, 9, 12, 13, 16, 17, 20)),
            "b": sum(place <= amount for place in (2, 3, 6, 7, 10, 11, 14, 15, 18, 19)),
        }
        best = max(counts.values())
        assert found == best
        assert leader == " and ".join(name for name in counts if counts[name] == best)
    [said] = told.said("models.changes")
    # After 20 items both have all ten.
    assert (said.args["changes"], said.args["budget"].args["amount"]) == (19, 20)


@pytest.mark.parametrize("name", ["one model", "no entries"])
def test_with_one_model_or_no_entry_no_leads_are_listed(name):
    assert "budgets" not in {table.key for table in world(**SCENES[name]).document.tables()}


def test_budgets_in_hours_are_hours():
    args = SCENES["hours"] | {"models": (GOOD, POOR)}
    column = world(**args).table("budgets").columns[0]
    assert (column.kind, column.heading.key) == ("number", "col.from_plain")


def test_the_reason_is_the_rule_that_spoke():
    assert world().said("models.rule_firm")[0].args["model"] == "good"
    assert world(resamples=0).said("models.rule_estimate")[0].args["model"] == "good"
