"""Several plans at once: files, budgets, or the scenarios of a plan file; all that is wrong with any of them."""

from __future__ import annotations

from decimal import Decimal

import pytest
from compare_world import CHEAP, MORE, PLAN, write_plan
from rows import rows_of

from budgetplan.errors import UsageError
from budgetplan.settings.build import are_several, read_plan, read_scenarios

DATA = rows_of(__file__)

D = Decimal
NAMED = '\n[[scenario]]\nname = "x"\n'


def problems(sources, flags=None):
    with pytest.raises(UsageError) as caught:
        read_scenarios(sources, flags or {})
    return str(caught.value).splitlines()


def test_scenarios_of_a_plan_stand_after_the_plan_itself(tmp_path):
    found = read_scenarios([path := write_plan(tmp_path, CHEAP + MORE)], {})
    assert [one.name for one in found] == ["plan", "cheap", "more"]
    assert [one.command for one in found] == [f"budgetplan report {path} --scenario {one.name}" for one in found]
    assert [one.plan.prices.per_item for one in found] == [1, D("0.50"), 1]
    assert [one.plan.budget.amount for one in found] == [40, 40, 60]
    assert found[0].plan == read_plan(write_plan(tmp_path), {})


@pytest.mark.parametrize("change", DATA["changed"])
def test_a_scenario_changes_keys_with_dots_or_in_tables(tmp_path, change):
    base = PLAN.replace('value = "3.00"', 'value = { loan = "3.00" }') if "loan" in change else PLAN
    path = write_plan(tmp_path, NAMED + change, text=base)
    plan = read_scenarios([path], {})[1].plan
    assert (plan.prices.per_item, plan.values.entry["loan"]) == (2, 7)


def test_a_scenario_may_take_a_key_away_give_a_list_and_add_an_amount(tmp_path):
    change = NAMED + 'goal.budget = ""\ntable.positive = ["native"]\ncost.fixed."Room" = "7"\n'
    plan = read_scenarios([write_plan(tmp_path, change)], {})[1].plan
    assert (plan.budget, plan.positive) == (None, ("native",))
    assert plan.prices.fixed == {"Training": 5, "Room": 7}


def test_options_hold_for_every_plan_and_scenarios_lie_over_them(tmp_path):
    found = read_scenarios([write_plan(tmp_path, MORE)], {"goal.budget": "50", "set": ("sure.seed=3",)})
    assert [(one.plan.budget.amount, one.plan.seed) for one in found] == [(50, 3), (60, 3)]


def test_one_scenario_alone_is_a_plan_like_any_other(tmp_path):
    path = write_plan(tmp_path, CHEAP)
    assert read_plan(path, {"scenario": "cheap"}) == read_scenarios([path], {})[1].plan
    assert are_several([path], {})
    assert not are_several([path], {"scenario": "cheap"})
    with pytest.raises(UsageError, match="there is no such scenario"):
        read_plan(path, {"scenario": "dear"})


def test_every_budget_is_a_plan_named_as_it_was_written(tmp_path):
    path = write_plan(tmp_path)
    several = {"goal.budget": ("30", "45 items")}
    found = read_scenarios([path], several)
    assert are_several([path], several)
    assert [(one.name, one.plan.budget.amount, one.plan.budget.unit) for one in found] == [
        ("30", 30, "money"),
        ("45 items", 45, "items"),
    ]
    assert found[1].command == f"budgetplan report {path} --budget '45 items'"


def test_plans_in_files_are_called_as_their_files(tmp_path):
    one, other = write_plan(tmp_path, name="one"), write_plan(tmp_path, name="other")
    assert [each.name for each in read_scenarios([one, other], {})] == ["one", "other"]
    assert [each.name for each in read_scenarios([one, one], {})] == [one, f"{one} (2)"]
    assert are_several([one, other], {})


def test_everything_wrong_with_every_plan_is_said_at_once(tmp_path):
    one = write_plan(tmp_path, text=PLAN.replace('budget = "40"', 'budget = "much"'), name="one")
    other = write_plan(tmp_path, text=PLAN.replace("resamples = 60", "resample = 60"), name="other")
    first, second = problems([one, other])
    assert first.startswith(f"{one}, goal.budget: ")
    assert second == f"{other}, sure.resample: there is no such key; did you mean sure.resamples?"


@pytest.mark.parametrize(("more", "told"), DATA["broken"])
def test_what_is_wrong_with_a_scenario_names_it(tmp_path, more, told):
    path = write_plan(tmp_path, more)
    [line] = problems([path])
    assert line.startswith(f"{path}, {told}")


def test_budgets_are_given_beside_neither_scenarios_nor_other_plans(tmp_path):
    path = write_plan(tmp_path, MORE)
    several = {"goal.budget": ("3", "4")}
    [line] = problems([path], several)
    assert line.startswith(f"{path}, --budget: the plan has scenarios, and several budgets are given")
    [line] = problems([path, path], several)
    assert line.startswith("--budget: several plans and several budgets are given")
    [line] = problems([write_plan(tmp_path)], {"goal.budget": ("3", " 3")})
    assert line.startswith('--budget: this budget is given twice (found "3")')


def test_what_was_said_is_told_as_it_was_written(tmp_path):
    plan, cheap = read_scenarios([write_plan(tmp_path, CHEAP)], {})
    assert plan.written["cost.fixed.Training"] == "5.00"
    assert plan.written["table.positive"] == "loan"
    assert {key for key in plan.written if plan.written[key] != cheap.written[key]} == {"cost.per_item"}
