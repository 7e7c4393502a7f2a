"""The report on several plans: what stands on page 1 holds, and its tables are right cell by cell."""

import json
from dataclasses import replace
from decimal import Decimal

import jsonschema
import pytest
from golden import golden
from markupsafe import Markup
from outcome_world import NOISE, outcome
from schemas import schema_of

from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import Quota, Target, Values
from budgetplan.plans.compared import Comparison, PlanDraws
from budgetplan.render.text import prose_lines
from budgetplan.report.compare import (
    ON_ONE_PAGE,
    SIDE_BY_SIDE,
    PlansSpeaker,
    build_comparison,
    comparison_record,
    gaps_table,
    inputs_table,
    scenarios_table,
    who_table,
    worths_table,
)
from budgetplan.report.display import Style, without_tags
from budgetplan.report.page import Framing
from budgetplan.report.wording import short_text

TARGET = replace(outcome().plan, target=Target(Decimal("0.5"), "share"))

QUOTAS = replace(outcome().plan, quota=Quota("language", 20))
NO_BUDGET = replace(outcome().plan, budget=None)
VALUED = replace(outcome().plan, values=Values({"y": Decimal(1)}))
YEN = replace(outcome().plan, prices=replace(outcome().plan.prices, currency="JPY"))
WIDE = PlanDraws(4.9 - NOISE, 10 - NOISE, None)
APART = dict.fromkeys(("groups", "weights", "strata", "quotas", "seed", "resamples"), "1")
ASKED = {"settled": Estimate(5.0), "settled_wrong": Estimate(1.0)}
WORLDS = {
    "clear": (outcome("a", written={"x": "1"}), outcome("b", net=1.0, found=30.0, spend=20)),
    "may be chance": (outcome("a"), outcome("b", net=4.9, found=30.0, draws=WIDE)),
    "entries by chance": (
        outcome("a", net=None, draws=PlanDraws(None, 10 + 3 * NOISE, None)),
        outcome("b", net=None, found=10.5, draws=PlanDraws(None, 10.5 - 3 * NOISE, None)),
    ),
    "not resampled": tuple(outcome(name, net=net, draws=None) for name, net in (("a", 2.0), ("b", 1.0))),
    "equal": (outcome("a"), outcome("b")),
    "equal and dearer": (outcome("a", spend=5), outcome("b"), outcome("c", net=1.0)),
    "all equal but one dearer": (outcome("a", spend=5), outcome("b")),
    "entries": (outcome("a", net=None), outcome("b", net=None, found=30.0, spend=3)),
    "none": (outcome("a", met=False), outcome("z", met=False)),
    "one": (outcome("a"), outcome("z", met=False)),
    "other samples": (outcome("a", drawn=APART), outcome("b", drawn=dict.fromkeys(APART, "2"))),
    "target": (outcome("a", plan=TARGET), outcome("b", net=3.0, plan=TARGET, spend=3)),
    "quotas": (outcome("a", plan=QUOTAS), outcome("b", net=3.0)),
    "other labels": (outcome("a"), outcome("b", net=3.0, plan=replace(outcome().plan, positive=("other",)))),
    "other worths": (outcome("a"), outcome("b", net=3.0, plan=VALUED)),
    "two currencies": (outcome("a"), outcome("b", net=3.0, plan=YEN)),
    "another list": (outcome("a"), outcome("b", net=3.0, drawn={"seed": "1", "list": "u"})),
    "joint": (outcome("a", workflow="joint"), outcome("b", net=9.0, found=30.0, workflow="joint", advice=ASKED)),
    "joint entries": (outcome("a", net=None, workflow="joint"), outcome("b", net=None, workflow="joint", found=1.0)),
    "idle": (outcome("a"), outcome("b", net=0.0, found=0.0, items=0.0, spend=0, plan=NO_BUDGET, idle=True)),
    "many": tuple(outcome(f"p{at}", net=at / 10, written={"k": str(at)}) for at in range(ON_ONE_PAGE + 1)),
}


def why(name):
    too_little = Markup("Too little money")
    return {one.name: too_little for one in WORLDS[name] if not one.met}


def report(name):
    return build_comparison(Comparison(WORLDS[name]), Framing("2026-11-22", "BP-1"), why(name))


def facts(name):
    return PlansSpeaker(Comparison(WORLDS[name]), why(name))


@pytest.mark.parametrize(
    ("name", "part"), [("other labels", "labels"), ("two currencies", "currencies"), ("another list", "list")]
)
def test_plans_that_cannot_be_ranked_have_no_best_and_nothing_marked(name, part):
    known, document = facts(name), report(name)
    assert known.comparison.unlike == (part,)
    assert (known.comparison.best, known.comparison.marked, known.lead) == (None, (), None)
    assert not [row for row in document.table("scenarios").rows if row.strong]
    assert document.figures() == ()


def test_of_equal_plans_those_that_cost_least_are_marked():
    assert facts("clear").lead.low > 0 > facts("may be chance").lead.low
    equal = {"equal": ("a", "b"), "equal and dearer": ("b",), "all equal but one dearer": ("b",)}
    for name, marked in equal.items():
        assert facts(name).comparison.marked == marked
        strong = [row.strong for row in report(name).table("scenarios").rows]
        assert strong == ([False, False] if name == "equal" else [one.name in marked for one in WORLDS[name]])


def test_the_best_is_marked_in_table_and_figure():
    document = report("clear")
    assert [row.strong for row in document.table("scenarios").rows] == [True, False]
    (figure,) = document.figures()
    assert [bar.strong for bar in figure.bars] == [True, False]
    assert [bar.value for bar in figure.bars] == [5.0, 1.0]
    assert report("none").figures() == ()


@pytest.mark.parametrize("language", ["en", "de"])
def test_comparisons_read_as_they_were_read(language):
    lines = []
    for name, world in WORLDS.items():
        plans = [replace(one, plan=replace(one.plan, language=language)) for one in world]
        say = PlansSpeaker(Comparison(plans), why(name)).words
        said = [say("title"), say("figure"), say("lede"), *prose_lines(say("points"))]
        lines += [f"# {name}", *(without_tags(Markup(one)) for one in said if one), ""]
    lines += prose_lines(say("method"))
    golden(f"compare.{language}.txt", "\n".join(lines))


def test_the_record_has_every_number_and_is_what_the_schema_says():
    plans = [outcome(written={"k": "1"}), outcome("b", net=7.0, written={"k": "2"}), outcome("c", met=False)]
    other = [outcome(), outcome("b", drawn={"seed": "2", "list": "t"}, net=None)]
    provenance = {"budgetplan": "0", "date": "2026-01-01", "identifier": "BP-1", "reports": {}}
    for each in (other, plans[::-1], plans):
        record = json.loads(json.dumps(comparison_record(Comparison(each), provenance), allow_nan=False))
        jsonschema.validate(record, schema_of("comparison-2"))
    assert (record["format"], record["version"]) == ("budgetplan comparison", 2)
    assert [one["name"] for one in record["scenarios"]] == ["a", "b", "c"]
    assert [one["meets_goal"] for one in record["scenarios"]] == [True, True, False]
    assert record["scenarios"][1]["net"]["value"] == 7.0
    assert record["differences"]["b"]["net"]["value"] == 2.0
    assert record["differences"]["c"] is None
    assert record["differing"] == {"k": {"a": "1", "b": "2", "c": None}}
    assert record["for_whom"]["net"]["names"] == ["b"]


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
        "b", **joint, advice={"answered_alone": Estimate(60.0), "wrong": Estimate(3.0), "left": Estimate(20.0)}
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
    table = worths_table(context(outcome(), outcome("b", found=5.0, spend=8), outcome("c", found=12.0, spend=9)))
    assert [without_tags(one) for one in cells(table, "best")] == ["Not to start", "“a”", "“c”"]
    assert cells(table, "from") == [0.0, 0.4, 2.5]
    assert worths_table(context(*(outcome(name, workflow="joint") for name in "ab"))) is None


def test_what_was_said_stands_in_columns_and_of_many_plans_in_rows():
    few = inputs_table(context(outcome(written={"k": "1"}), outcome("b", written={"k": "2", "j": "3"})))
    assert cells(few, "key") == ["j", "k"]
    assert (cells(few, "scenario_1"), cells(few, "scenario_2")) == (["", "1"], ["3", "2"])
    many = inputs_table(context(*(outcome(str(at), written={"k": str(at)}) for at in range(SIDE_BY_SIDE + 1))))
    assert cells(many, "scenario") == cells(many, "value") == [str(at) for at in range(SIDE_BY_SIDE + 1)]
    assert inputs_table(context(outcome(), outcome("b"))) is None
