"""Who says what of several plans."""

from __future__ import annotations

from dataclasses import replace

from outcome_world import outcome

from budgetplan.domain.plan import MIXTURE
from budgetplan.plans.compared import Comparison
from budgetplan.report.compare.pages import CompareContext


def context(*outcomes):
    return CompareContext(Comparison(outcomes), {})


def test_a_model_is_named_or_why_there_is_none():
    plans = [outcome(), outcome("b", met=False), outcome("c", idle=True)]
    mixed = replace(plans[0], recommendation=replace(plans[0].recommendation, model=MIXTURE))
    told = [context(*plans).model(one) for one in (*plans, mixed)]
    assert [one.key for one in told] == ["plain", "compare.not_planned", "compare.not_started", "plain"]
    assert [dict(told[at].args)["text"] for at in (0, 3)] == ["m", "the mixture"]


def test_plans_are_told_apart_by_net_value_where_they_have_one():
    assert context(outcome(), outcome("b")).by == "net"
    assert context(outcome(net=None), outcome("b", net=None)).by == "found"


def test_names_stand_in_quotation_marks():
    assert context(outcome(), outcome("b")).names(["a", "b"]) == "“a” and “b”"
