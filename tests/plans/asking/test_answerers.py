"""About what it pays to ask, and whose answers stand: laws, and small worlds by hand."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from joint_report_world import EVEN, GOOD, Paid, planned

from budgetplan.domain.plan import Budget
from budgetplan.plans.joint import recommend
from budgetplan.report.joint import lines_of

pytestmark = pytest.mark.usefixtures("plan_alone")
PART = Paid("llm", ((30, True, 1.0), (5, False, 0.0), (5, None, None)), levels=("low", "high"))
ALL = Paid("llm", ((40, True, None),))
WRONG = Paid("llm", ((40, False, None),), price="0")


@pytest.mark.parametrize("paid", [replace(ALL, price="1000000"), WRONG, replace(ALL, accept="none")])
@pytest.mark.parametrize("listed", [(), GOOD.test * 3])
@pytest.mark.few(3)
def test_whoever_is_not_asked_changes_nothing(paid, listed):
    """At no price that anybody pays, if never right, or if no answer may stand."""
    said = {"models": (GOOD,), "listed": listed, "resamples": 40}
    one, other = planned(asked=(paid,), **said).option, planned(**said).option
    assert one.calls is None
    assert (one.net, one.spend, one.luck, one.found) == (other.net, other.spend, other.luck, other.found)
    assert one.way.role.tolist() == other.way.role.tolist()


@pytest.mark.parametrize("prices", [{}, {"coin": "2"}])
def test_more_money_is_never_worth_less_where_calls_do_not_come_out_even(prices):
    """Each row stands for 25.25 items: three rows are 75.75 of them, 76 calls at 0.05, which 3.79 does not pay.

    Of bills in whole twos that is 4.00.
    """
    said = {"models": (GOOD,), "list_size": 1010, "price": "9", "budget": "12", "prices": prices, "resamples": 0}
    planner = planned(asked=(ALL,), **said).planner
    budgets = [Budget(Decimal(cents) / 100) for cents in (*range(378, 382), *range(398, 402))]
    plans = [planner.plan(budget) for budget in budgets]
    worth = np.array([plan.mean for plan in plans])
    assert (np.diff(worth) >= -1e-9).all()
    assert all(plan.spend <= budget.amount for plan, budget in zip(plans, budgets, strict=True))
    # As many rows are asked about as the money lasts for.
    assert len({plan.calls and plan.calls.items for plan in plans}) == 2


@pytest.mark.parametrize("budget", [None, "5"])
@pytest.mark.parametrize("accept", ["auto", "all"])
def test_whoever_answers_everything_alone_needs_no_model(budget, accept):
    """Forty calls at 0.05 bring 38; a model for 9, with a tenth for overheads, and ten calls bring 29.60 at most.

    Half an item may be wrong of 35 that the model has right, and of 5 that it has not (Jeffreys); a wrong one loses 5.
    """
    said = {"models": (GOOD,), "model_cost": "9", "prices": {"indirect": "0.1"}, "budget": budget}
    joint = planned(asked=(replace(ALL, accept=accept),), **said)
    option = joint.option
    assert (option.spend, option.accepted.value, option.settled.value) == (Decimal("2.20"), 0, pytest.approx(40))
    assert 40 - 2.2 - 5 * (35 * 0.5 / 36 + 5 * 0.5 / 6) < option.net.value < 40 - 2.2
    assert option.mean == joint.rivals["answerer"].mean
    assert [line.key for line in lines_of(joint, option)] == ["calls", "indirect"]
    assert recommend(joint).why_not == ""
    # Where its answers stand only with the model's, that is paid for.
    agreeing = planned(asked=(replace(ALL, accept="agree"),), **said | {"budget": None}).rivals["answerer"]
    assert agreeing.calls is None or agreeing.spend == Decimal("12.10")


def test_the_order_of_answerers_plays_no_part():
    paid = PART, replace(ALL, name="a", price="0.30")
    one, other = (planned(models=(EVEN,), asked=each).option for each in (paid, paid[::-1]))
    assert (one.net, one.rule, one.spend) == (other.net, other.rule, other.spend)
