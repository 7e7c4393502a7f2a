"""Every joint plan is the best of all: brute force over random projects through the public planning function."""

from __future__ import annotations

import sys
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest
from defer_world import GOOD, Model
from joint_brute import best, project, tried, with_answerer
from joint_report_world import DEFAULT, MONEY, plan_of, planned, set_of

from budgetplan.planning.joint import budgets
from budgetplan.planning.joint.solve import plan_jointly

sys.path.insert(0, str(Path(__file__).parent / "simulations"))
from joint_one_set import only_what_is_counted

D = Decimal


@pytest.fixture
def at_one_budget(monkeypatch):
    """Compare no models at other budgets: there is one."""
    monkeypatch.setattr(budgets, "around", lambda one: (one,))
    monkeypatch.setattr(budgets, "WITHOUT", (D(1),))


@pytest.mark.usefixtures("at_one_budget")
@pytest.mark.parametrize("seed", range(250))
def test_no_cutoff_and_no_whole_number_of_reviews_is_worth_more(seed):
    """Weights, lists, prices in hours and with rates on top, budgets of every unit, every order of review."""
    one = project(seed)
    with only_what_is_counted():
        option = plan_jointly(one.plan, one.validation, one.items).option
    wanted = best(tried(one))
    found = (option.net.value, option.applied.spend, option.applied.reviewed, option.accepted.value)
    expected = (wanted.net, wanted.spend, wanted.reviewed, wanted.accepted)
    assert tuple(map(float, found)) == pytest.approx(tuple(map(float, expected)))


@pytest.mark.usefixtures("at_one_budget")
@pytest.mark.parametrize("seed", range(150))
def test_with_an_answerer_no_policy_is_worth_more(seed):
    """Whoever is asked, whichever of the answers stand: no cutoff and no stop is worth more, to the printed cent."""
    one = with_answerer(project(seed), seed)
    validation = replace(one.validation, answers=one.items.answers)
    with only_what_is_counted():
        joint = plan_jointly(one.plan, validation, one.items)
    wanted = best(tried(one))
    option = joint.option
    found = (option.net.value, option.applied.spend, option.applied.reviewed)
    assert tuple(map(float, found)) == pytest.approx(
        tuple(map(float, (wanted.net, wanted.spend, wanted.reviewed)))
    )
    plain = best(tried(replace(one, items=replace(one.items, answers=()))))
    without = joint.chosen.planner.plans([one.plan.budget], "model, people")[0]
    assert without.net == pytest.approx(float(plain.net))


def falling(blocks, n, **said):
    """People alone, surely b first; reviewing a b gains 0.50, reviewing an a loses 0.50."""
    truth = "".join(letter * count for letter, count in blocks)
    args = DEFAULT | {
        "models": (Model("m", ((len(truth), False, 0.6),)),),
        "truth": truth,
        "worths": MONEY,
        "reviewed": {"a": "0", "b": "1"},
        "order": "score",
        "positive": ("b",),
        "budget": "100000",
        "resamples": 0,
        "list_size": n,
    }
    args |= said
    rank = np.linspace(0.9, 0.6, len(truth))
    items = set_of(args)
    # Never right and never sure: the model answers nothing alone; the score is the order of the items.
    (model,) = items.models
    items = replace(items, models=(replace(model, probabilities=np.stack([1 - rank, rank], axis=1)),))
    validation = replace(items, ids=tuple("v" + one for one in items.ids))
    return plan_jointly(plan_of(args), validation, items).option


def test_reviewing_ends_where_the_next_item_loses_however_much_money_is_left():
    option = falling([("b", 1), ("a", 1)], None)
    assert (option.applied.reviewed, option.net.value) == (1, 0.5)


@pytest.mark.parametrize("n", [20, 2000, 20_000])
def test_the_stop_is_kept_where_one_item_stands_for_many(n):
    """Nineteen of twenty are worth it: 95 % of a list of any size, to the item."""
    option = falling([("b", 19), ("a", 1)], n)
    assert option.applied.reviewed == 0.95 * n
    assert option.net.value == pytest.approx(0.5 * 0.95 * n)


def test_stops_are_whole_items_of_the_list():
    """Three items stand for four, the first two gain: 2.67 items do, and the third whole one still gains.

    Two whole items gain 1.00; the third is two thirds a gain and one third a loss: 1.17.
    """
    option = falling([("b", 2), ("a", 1)], 4)
    assert option.applied.reviewed == 3
    assert option.net.value == pytest.approx(1 + 0.5 / 3)


def test_plans_are_chosen_by_the_totals_that_are_paid():
    """At 24 an hour a review of six seconds costs 0.04; printed, two cost nothing, and three 0.24."""
    timed = {"hourly_rate": "24", "seconds_per_item": "6"}
    args = DEFAULT | {"price": "0", "prices": timed, "reviewed": {"*": "0.05"}, "resamples": 0}
    args |= {"models": (Model("m", ((40, False, 0.9),)),)}
    items = replace(set_of(args), review_cost=np.full(40, 0.04))
    validation = replace(items, ids=tuple("v" + one for one in items.ids))
    found = {}
    for budget in ("0.10", "0.40", None):
        option = plan_jointly(plan_of(args | {"budget": budget}), validation, items).option
        found[budget] = (option.applied.reviewed, option.applied.spend)
    assert found == {
        "0.10": (2, D("0.00")),
        "0.40": (8, D("0.24")),  # 48 seconds are 0.0133 hours; a ninth would make 0.015, printed as 0.02
        None: (38, D("1.44")),  # 228 seconds are 0.0633 hours; the last two would cost 0.24 more
    }


def test_a_row_of_no_items_reviews_none_though_nothing_has_a_price():
    joint = planned(models=(GOOD,), price=None, budget=None, resamples=0)
    rows = {row.applied.budget.amount: row.applied.reviewed for row in joint.rows if row.applied.budget}
    assert rows == {D(0): 0, D(3): 3, D(5): 5, D(8): 8}
    assert joint.option.applied.reviewed == 10


def test_net_value_is_value_less_what_is_printed():
    said = {"prices": {"contingency": "0.07", "indirect": "0.11"}, "budget": "3", "resamples": 0}
    option = planned(**said).option
    assert option.net.value == float(option.applied.outcome.value) - float(option.applied.spend)
