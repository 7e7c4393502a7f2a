"""The tables on several plans, cell by cell."""

from __future__ import annotations

from outcome_world import NOISE, outcome

from budgetplan.domain.decision import Estimate
from budgetplan.plans.compared import Comparison, PlanDraws
from budgetplan.report.compare import (
    SIDE_BY_SIDE,
    PlansSpeaker,
    gaps_table,
    inputs_table,
    scenarios_table,
    who_table,
    worths_table,
)
from budgetplan.report.display import Style, without_tags
from budgetplan.report.wording import short_text


def context(*outcomes):
    return PlansSpeaker(Comparison(outcomes))


def cells(table, name):
    place = [one.name for one in table.columns].index(name)
    return [row.cells[place] for row in table.rows]


def test_a_row_has_what_the_plan_s_own_report_has_and_one_that_cannot_be_planned_says_so():
    table = scenarios_table(context(outcome(), outcome("b", net=7.0, spend=5), outcome("c", met=False)))
    assert cells(table, "scenario") == ["a", "b", "c"]
    assert cells(table, "items") == [20.0, 20.0, None]
    assert cells(table, "found") == [10.0, 10.0, None]
    assert cells(table, "spend") == [4, 5, None]
    assert cells(table, "net") == [5.0, 7.0, None]
    assert cells(table, "model")[2] == short_text("compare.not_planned", Style())
    assert [row.strong for row in table.rows] == [False, True, False]


def test_who_answers_what_is_told_where_not_all_is_peoples():
    joint = {"workflow": "joint"}
    people = outcome(**joint)
    machine = outcome(
        "b",
        **joint,
        advice={"answered_alone": Estimate(60.0), "wrong": Estimate(3.0), "left": Estimate(20.0)},
    )
    three = {"settled": Estimate(15.0), "settled_wrong": Estimate(2.0), "left": Estimate(5.0)}
    asked = outcome("c", **joint, advice={"answered_alone": Estimate(60.0), "wrong": Estimate(3.0), **three})
    assert who_table(context(people, outcome("b", **joint))) is None
    assert who_table(context(outcome(), outcome("b"))) is None
    plain = who_table(context(people, machine))
    assert (cells(plain, "alone"), cells(plain, "alone_wrong")) == ([0.0, 60.0], [None, 3.0])
    assert "settled" not in [one.name for one in plain.columns]
    table = who_table(context(machine, asked, outcome("d", met=False, **joint)))
    assert (cells(table, "settled"), cells(table, "settled_wrong")) == ([None, 15.0], [None, 2.0])
    assert (cells(table, "reviewed"), cells(table, "left")) == ([20.0, 20.0], [20.0, 5.0])


def test_differences_are_to_the_first():
    moved = PlanDraws(NOISE, NOISE, NOISE)
    table = gaps_table(context(outcome(), outcome("b", net=7.0, spend=6, draws=moved)))
    assert (cells(table, "scenario"), cells(table, "net"), cells(table, "spend")) == (["b"], [2.0], [2])
    assert cells(table, "spend_interval")[0].low < 2
    plain = gaps_table(context(outcome(), outcome("b")))
    assert "spend_interval" not in [one.name for one in plain.columns]


def test_a_plan_that_is_best_for_no_worth_is_in_no_row():
    table = worths_table(
        context(outcome(), outcome("b", found=5.0, spend=8), outcome("c", found=12.0, spend=9))
    )
    assert [without_tags(one) for one in cells(table, "best")] == ["Not to start", "“a”", "“c”"]
    assert cells(table, "from") == [0.0, 0.4, 2.5]
    assert worths_table(context(*(outcome(name, workflow="joint") for name in "ab"))) is None


def test_what_was_said_stands_in_columns_and_of_many_plans_in_rows():
    few = inputs_table(context(outcome(said={"k": "1"}), outcome("b", said={"k": "2", "j": "3"})))
    assert cells(few, "key") == ["j", "k"]
    assert (cells(few, "scenario_1"), cells(few, "scenario_2")) == (["", "1"], ["3", "2"])
    many = inputs_table(context(*(outcome(str(at), said={"k": str(at)}) for at in range(SIDE_BY_SIDE + 1))))
    assert cells(many, "scenario") == cells(many, "value") == [str(at) for at in range(SIDE_BY_SIDE + 1)]
    assert inputs_table(context(outcome(), outcome("b"))) is None
