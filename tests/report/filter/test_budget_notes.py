"""Notes on the budget: the published rounding, money left over, ties at the stop."""

from __future__ import annotations

from decimal import Decimal

import pytest
from documents_world import SCENES, Model, world

from budgetplan.report.filter.decision_page import budget_notes


def notes(**args):
    return {note.key: note.args for note in budget_notes(world(**args).speaker)}


def test_the_case_of_klubicka_salton_and_kelleher():
    # Section 4: 16 dollars at 0.04 are "two deciles" of 2,091 candidates; Table 5 prints 16.73 for two deciles.
    labels = ("x..." * 523)[:2091]
    said = notes(
        labels=labels, price={"per_item": "0.04", "currency": "USD"}, budget=("16", "money"), resamples=0
    )
    rounding = said["note.tenths_not_bought"]
    assert (rounding["items"], rounding["tenths"]) == (400, 2)
    assert rounding["boundary"] == pytest.approx(418.2)
    assert round(rounding["cost"], 2) == 16.73
    tenth = said["note.tenth_costs"]
    assert tenth["items"] == pytest.approx(209.1)
    assert tenth["cost"] == pytest.approx(8.364)
    assert tenth["whole"] == pytest.approx(83.64)


def test_a_perfect_order_bounds_what_can_be_found():
    limit = notes(budget=("8", "money"))["note.perfect_limit"]
    assert (limit["limit"], limit["all"]) == (8, world().analysis.evidence.n_positives)
    # The list holds fewer than ten on average: ten items may hold them all.
    assert limit["all"] < 10
    assert "note.perfect_limit" not in notes(budget=("10", "money"))


def test_what_is_left_buys_no_other_item():
    assert notes(budget=("8.75", "money"))["note.unspent"]["left"] == Decimal("0.75")
    assert "note.unspent" not in notes(budget=("8", "money"))


def test_what_is_left_because_entries_are_not_worth_it():
    args = SCENES["net value within a budget"] | {"budget": ("30", "money"), "resamples": 0}
    chosen = world(**args).analysis.decision.chosen
    assert notes(**args)["note.unspent_value"]["left"] == 30 - chosen.spend > 0


def test_how_far_the_spend_varies_where_entries_cost_more():
    dear = {"per_item": "1", "extra_per_entry": "3.50", "currency": "EUR"}
    within = notes(price=dear, budget=("60", "money"), resamples=200)["note.spend_within"]
    assert within["extra"] == Decimal("3.50")
    assert within["budget"] == 60
    assert within["range"].low < within["range"].high <= 60
    by_items = notes(price=dear, budget=("20", "items"), resamples=200)["note.spend_varies"]
    assert by_items["range"].low < by_items["range"].high
    assert "note.spend_unknown" in notes(price=dear, budget=("20", "money"), resamples=0)
    assert not [key for key in notes(budget=("20", "money"), resamples=200) if key.startswith("note.spend")]


def test_ties_at_the_stop_have_a_worst_and_a_best_order():
    # 8 of 20 equal items that hold about seven idioms: none are possible, and all that the twenty hold.
    tied = (Model("tied", order="aabb" * 4 + "aaab" * 4 + "b" * 8),)
    said = notes(models=tied)["note.tie"]
    first = float(world(models=tied).analysis.lead.path.read("positives", 20))
    assert (said["worst"], said["best"]) == (0, pytest.approx(first))
    assert said["found"] == pytest.approx(first * 8 / 20)


def test_a_smooth_curve_never_says_that_all_is_found_before_the_money_is_spent():
    # All ten labelled idioms are on top; what a curve expects of items farther down is little, and never nothing.
    assert "note.all_found" not in notes(budget=("15", "money"))


@pytest.mark.parametrize("name", ["open", "cannot start", "unreachable", "not starting", "no entries"])
def test_nothing_is_said_where_nothing_is_bought(name):
    assert notes(**SCENES[name]) == {}
