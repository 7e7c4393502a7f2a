"""The plan: what reviewing an item is worth when people make errors, and defaults."""

from decimal import Decimal

import pytest

from budgetplan.domain.plan import (
    EVERY_CLASS,
    Budget,
    ClassifierSpec,
    Columns,
    Deferral,
    ModelSpec,
    Plan,
    Target,
    Values,
    Worths,
)

POSITIVE = ("loan", "calque")
ENTRY = {"loan": Decimal(10), "calque": Decimal(4)}


def test_without_errors_an_item_is_worth_its_entry():
    values = Values(ENTRY)
    assert values.reviewed("loan", POSITIVE) == 10
    assert values.reviewed("calque", POSITIVE) == 4
    assert values.reviewed("native", POSITIVE) == 0


def test_errors_lose_entries_and_let_false_ones_in():
    # (1 - e) H + e H_wrong: a lost entry is worth 0, a false one costs the dearest entry.
    values = Values(ENTRY, error={"loan": Decimal("0.1"), "native": Decimal("0.02")})
    assert values.reviewed("loan", POSITIVE) == 9
    assert values.reviewed("native", POSITIVE) == Decimal("-0.2")
    assert values.reviewed("calque", POSITIVE) == 4  # no error said for calques


def test_one_error_can_hold_for_every_class():
    values = Values(ENTRY, error={EVERY_CLASS: Decimal("0.05"), "calque": Decimal(0)})
    assert values.reviewed("loan", POSITIVE) == Decimal("9.5")
    assert values.reviewed("calque", POSITIVE) == 4
    assert values.reviewed("native", POSITIVE) == Decimal("-0.5")


def test_worth_of_a_wrong_decision_can_be_given():
    error = {EVERY_CLASS: Decimal("0.1")}
    values = Values(ENTRY, error=error, wrong={"loan": Decimal(-3), EVERY_CLASS: Decimal(-1)})
    assert values.reviewed("loan", POSITIVE) == Decimal("8.7")
    # "*" stands for what is not collected; a lost calque is worth nothing.
    assert values.reviewed("calque", POSITIVE) == Decimal("3.6")
    assert values.reviewed("native", POSITIVE) == Decimal("-0.1")
    assert values.wrong_worth("native", POSITIVE) == -1
    assert values.wrong_worth("calque", POSITIVE) == 0


def test_a_false_entry_costs_nothing_where_entries_have_no_worth():
    assert Values({}).wrong_worth("native", POSITIVE) == 0


def test_values_do_not_change_with_what_they_were_made_from():
    entry = dict(ENTRY)
    values = Values(entry)
    entry["loan"] = Decimal(0)
    assert values.reviewed("loan", POSITIVE) == 10
    with pytest.raises(TypeError):
        values.entry["loan"] = Decimal(0)


def test_defaults_of_a_plan():
    plan = Plan("t.csv", Columns("gold"), ("loan",), (ModelSpec("m", "p_m"),))
    assert (plan.missing, plan.parts, plan.resamples, plan.seed) == ("error", 10, 999, 1)
    assert (plan.values, plan.budget, plan.target, plan.list_size, plan.split) == (None, None, None, None, "")
    assert plan.prices.stated is False
    assert (plan.words.item, plan.words.entries) == ("item", "entries")
    assert (plan.models[0].order, plan.models[0].cut, plan.models[0].cost) == ("higher", None, 0)


def test_budgets_are_money_for_everything_and_targets_are_counts_unless_said():
    assert (Budget(Decimal(1)).unit, Budget(Decimal(1)).covers) == ("money", "everything")
    assert Target(Decimal(1)).unit == "entries"


def test_a_plan_defers_only_where_that_is_asked_for():
    plan = Plan("t.csv", Columns("gold"), ("loan",), (ModelSpec("m", "p_m"),))
    assert plan.deferral is None
    deferral = Deferral((ClassifierSpec("m", "p_m"),))
    assert (deferral.validation, deferral.test, deferral.worths) == ("validation", "test", Worths())
    assert (deferral.review_cost, deferral.domain, deferral.file_validation) == (None, "", "")
