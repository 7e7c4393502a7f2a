"""What asking would change beside a classifier that answers alone, by hand."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from defer_world import GOOD
from joint_report_world import DEFAULT, MONEY, Paid, plan_of, set_of

from budgetplan.planning.asking.beside import asked_beside
from budgetplan.planning.defer.solve import worth_table


def beside(*paid, **said):
    args = DEFAULT | {"models": (GOOD,), "asked": paid, "price": None, "budget": None, "worths": MONEY} | said
    plan = plan_of(args)
    test, validation = set_of(args), set_of(args, "validation")
    table = worth_table(plan.deferral.worths, test)
    return asked_beside(plan, table, validation, test, "good")


ALL = Paid("llm", ((40, True, None),))


def test_who_is_always_right_answers_what_the_model_leaves():
    """Thirty are answered rightly alone; ten are asked at a cent: 40 less 0.10, where the model alone has 30."""
    found = beside(ALL)
    alone, both, other = found.ways
    assert (alone.net.value, both.net.value) == pytest.approx((30.0, 39.9))
    assert (both.accepted.value, both.asked.value, both.settled.value) == (30, 10, 10)
    assert both.more.value == pytest.approx(9.9)
    assert other.net.value == pytest.approx(40 - 0.4)
    assert found.pays


def test_a_list_scales_counts_and_money_alike():
    small, large = beside(ALL), beside(ALL, list_size=4000)
    for one, other in zip(small.ways, large.ways, strict=True):
        assert other.net.value == pytest.approx(100 * one.net.value)
        assert other.asked.value == pytest.approx(100 * one.asked.value)


def test_who_is_always_wrong_does_not_pay():
    found = beside(Paid("llm", ((40, False, None),)))
    assert not found.pays
    assert found.answerers[0].worth_up_to is None


def test_the_price_from_which_nobody_is_asked_is_what_an_answer_adds():
    """An answer to each of ten left items adds 1: at one unit each nothing is gained."""
    assert beside(ALL).answerers[0].worth_up_to == pytest.approx(1.0, rel=1e-3)


def test_nobody_is_asked_where_nobody_may_be():
    assert beside() is None
    assert beside(Paid("llm", ALL.test, accept="none")) is None


def test_the_interval_holds_the_same_resamples_for_both():
    """What the model answers alone is right in every resample: only the number asked differs, by a cent each."""
    both = beside(ALL).best
    assert both.more.low is not None
    assert 0 < both.more.low < both.more.value < both.more.high


def test_a_budget_limits_the_calls():
    args = {"budget": "0.05", "price": "0.50"}
    both = beside(ALL, **args).best
    assert both.cost <= 0.05 + 1e-9
    assert Decimal(str(round(both.cost, 2))) <= Decimal("0.05")


def test_order_of_items_plays_no_part():
    args = DEFAULT | {"models": (GOOD,), "asked": (ALL,), "price": None, "budget": None, "worths": MONEY}
    plan, test, validation = plan_of(args), set_of(args), set_of(args, "validation")
    turned = np.arange(test.n_items)[::-1]
    table = worth_table(plan.deferral.worths, test)
    said = test.models[0]
    model = replace(
        said,
        predicted=said.predicted[turned],
        confidence=said.confidence[turned],
        probabilities=said.probabilities[turned],
    )
    other = replace(
        test,
        truth=test.truth[turned],
        models=(model,),
        answers=tuple(one.take(turned) for one in test.answers),
    )
    found = [asked_beside(plan, table, validation, one, "good").best for one in (test, other)]
    assert found[0].net.value == pytest.approx(found[1].net.value)
