"""Who says what of several plans."""

from __future__ import annotations

from dataclasses import replace

from outcome_world import outcome

from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import MIXTURE
from budgetplan.plans.compared import compared
from budgetplan.report.compare.pages import CompareContext


def context(*outcomes):
    return CompareContext(compared(outcomes), {})


def test_a_model_is_named_or_why_there_is_none():
    plans = [outcome(), outcome("b", met=False), outcome("c", idle=True)]
    mixed = replace(plans[0], recommendation=replace(plans[0].recommendation, model=MIXTURE))
    told = [context(*plans).model(one) for one in (*plans, mixed)]
    assert [one.key for one in told] == ["plain", "compare.not_planned", "compare.not_started", "plain"]
    assert [dict(told[at].args)["text"] for at in (0, 3)] == ["m", "the mixture"]


def test_plans_are_told_apart_by_net_value_where_they_have_one():
    assert context(outcome(), outcome("b")).headline() == ("net", True)
    assert context(outcome(net=None), outcome("b", net=None)).headline() == ("found", False)


def test_names_stand_in_quotation_marks():
    assert context(outcome(), outcome("b")).names(["a", "b"]) == "“a” and “b”"


def test_an_interval_is_told_in_the_unit_of_what_it_belongs_to():
    two = context(outcome(), outcome("b"))
    assert two.span(Estimate(1.0, 0.0, 2.0), money=True).key == "compare.range_money"
    assert two.span(Estimate(1.0, 0.0, 2.0), money=False).key == "compare.range_count"
    assert two.span(Estimate(1.0), money=True) is None
    assert two.amount(2.0, money=False).key == "compare.count"
    assert two.net_kind == "money"
