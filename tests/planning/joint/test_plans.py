"""Cutoff and stop chosen on validation items, carried out on test items."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest
from defer_world import GOOD, Model
from joint_report_world import BY_CLASS, DEFAULT, HOPELESS, MONEY, plan_of, planned, set_of

from budgetplan.domain.plan import Budget
from budgetplan.planning.defer.solve import worth_table
from budgetplan.planning.joint.plans import Planner
from budgetplan.planning.joint.sides import money

D = Decimal


def planner(total=40.0, **said):
    args = DEFAULT | {"models": (GOOD,)} | said
    plan, test = plan_of(args), set_of(args)
    validation = set_of(args, "validation") if args["validation"] else None
    worth = money(plan, worth_table(plan.deferral.worths, test), test)
    return Planner(plan, worth, validation, test, test.models[0], total)


def test_plans_of_budgets_by_hand():
    """Thirty sure answers are right; of ten others six are reviewed for 3.00, four for 2.00, all for 5.00."""
    budgets = [Budget(D(amount)) for amount in (0, 2, 3, 9)]
    plans = planner().plans(budgets)
    assert [one.reviewed for one in plans] == [0, 4, 6, 10]
    assert [one.spend for one in plans] == [D("0.00"), D("2.00"), D("3.00"), D("5.00")]
    assert [one.net for one in plans] == [30.0, 32.0, 33.0, 35.0]
    assert {one.deployed.cutoff for one in plans} == {0.75}
    assert {float(one.outcome.accepted) for one in plans} == {30.0}


def test_the_cutoff_is_that_of_the_validation_items():
    """Validation says that 60 % sure is right: all is accepted, on the test items too."""
    model = Model("m", GOOD.test, ((30, True, 0.9), (10, True, 0.6)))
    (one,) = planner(models=(model,)).plans([Budget(D(3))])
    assert one.deployed.cutoff == 0.0
    assert (float(one.outcome.accepted), float(one.outcome.accepted_wrong)) == (40.0, 5.0)
    assert one.net == 35 - 20


STOPS = {
    "models": (HOPELESS,),
    "worths": MONEY | {"left_out": {"a": "-2", "b": "1"}},
    "order": "score",
    "positive": ("b",),
}
"""Always wrong, and surest of b where the truth is a: reviewing an a gains 3, reviewing a b nothing."""


@pytest.mark.parametrize("budget", [None, Budget(D(15)), Budget(D(100))])
@pytest.mark.parametrize("total", [40.0, 4000.0])
def test_a_stop_before_money_and_items_end_is_carried_over(budget, total):
    """The twenty a come first; then reviewing ends, though money and items are left: 20 + 20 - 10."""
    scale = int(total / 40)
    budget = None if budget is None else Budget(budget.amount * scale)
    (one,) = planner(total=total, **STOPS).plans([budget])
    assert one.depth == pytest.approx(0.5)
    assert (one.reviewed, one.net) == (20 * scale, pytest.approx(30.0 * scale))


def test_where_money_ends_the_review_it_does_so_on_other_items_too():
    (one,) = planner(**STOPS).plans([Budget(D(6))])
    assert (one.depth, one.reviewed) == (None, 12)


def test_no_review_that_costs_more_than_it_gains():
    """Wrong answers at 50 %; leaving is worth 0.80, a review 1 for 0.50: nothing is reviewed."""
    blocks = ((20, False, 0.5), (20, True, 0.6))
    worths = {"unit": "money", "right": "1", "wrong": "-4", "abstain": "0.8"}
    one = planner(models=(Model("m", blocks),), worths=worths).plans([None])[0]
    assert (one.reviewed, float(one.outcome.accepted)) == (0, 20.0)
    assert one.net == pytest.approx(20 + 20 * 0.8)


def test_a_cutoff_by_value_must_be_worth_more():
    """Where it changes nothing the cutoff stays one of confidence; where a missed b loses nine it is by value."""
    assert planner(**BY_CLASS).plans([Budget(D(3))])[0].deployed.family == "confidence"
    # Equally sure of both: its answers b are worth 18 - 2 x 4, its answers a 18 - 2 x 12.
    even = Model("even", ((36, True, 0.8), (4, False, 0.8)))
    harsh = {"models": (even,), "worths": MONEY | {"cells": {("a", "b"): "-12"}}}
    one = planner(**harsh).plans([Budget(D(0))])[0]
    assert one.deployed.family != "confidence"
    assert one.net == 10.0
    predicted = set_of(DEFAULT | harsh).models[0].predicted
    assert set(predicted[one.accepted].tolist()) == {1}


def test_scaled_to_a_list():
    one = planner(total=4000.0).plans([Budget(D(300))])[0]
    assert (one.reviewed, one.spend, float(one.outcome.accepted)) == (600, D("300.00"), 3000.0)
    assert one.net == pytest.approx(3000 + 600 - 300)


def test_one_set_is_judged_in_folds():
    found = planner(validation=False)
    (one,) = found.plans([Budget(D(3))])
    assert found.folds is not None
    assert len(found.sources) == 5
    assert one.deployed.cutoff == 0.75
    assert (one.reviewed, one.net) == (6, 33.0)


def test_people_machine_and_all_deferred():
    """Alone, people review six of forty; the machine its thirty; all ten deferred would cost 5.00."""
    found = planner()
    budget = [Budget(D(3))]
    people, machine = found.plans(budget, "people")[0], found.plans(budget, "machine")[0]
    assert (people.net, people.reviewed, float(people.outcome.accepted)) == (3.0, 6, 0.0)
    assert (machine.net, machine.reviewed) == (30.0, 0)
    every = found.plans([Budget(D(5))], "all deferred")[0]
    assert (every.net, every.reviewed) == (35.0, 10)


def test_a_budget_that_cannot_pay_the_model_does_nothing():
    (one,) = planner(model_cost="5").plans([Budget(D(3))])
    assert (one.reviewed, one.spend, one.net, one.accepted.any()) == (0, 0, 0.0, False)


def test_within_the_budget_as_it_is_printed():
    for budget in np.arange(0, 600, 7):
        amount = D(int(budget)) / 100
        (one,) = planner(prices={"indirect": "0.1", "fixed": {"training": "0.30"}}).plans([Budget(amount)])
        assert one.spend <= amount


def test_the_plan_is_the_same_in_any_order_of_models():
    names = ("a", "b")
    twins = tuple(Model(name, GOOD.test) for name in names)
    assert planned(models=twins).chosen.name == planned(models=twins[::-1]).chosen.name
