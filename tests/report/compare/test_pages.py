"""The report on several plans: what stands on page 1, and that what it tells holds."""

from __future__ import annotations

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
from budgetplan.domain.plan import MIXTURE, Quota, Target, Values
from budgetplan.plans.compared import Comparison, PlanDraws
from budgetplan.render.text import prose_lines
from budgetplan.report.compare import (
    ON_ONE_PAGE,
    PlansSpeaker,
    build_comparison,
    comparison_record,
    scenarios_table,
)
from budgetplan.report.display import without_tags
from budgetplan.report.page import Framing

TARGET = replace(outcome().plan, target=Target(Decimal("0.5"), "share"))
QUOTAS = replace(outcome().plan, quota=Quota("language", 20))
NO_BUDGET = replace(outcome().plan, budget=None)
VALUED = replace(outcome().plan, values=Values({"y": Decimal(1)}))
YEN = replace(outcome().plan, prices=replace(outcome().plan.prices, currency="JPY"))
WIDE = PlanDraws(4.9 - NOISE, 10 - NOISE, None)
APART = dict.fromkeys(("groups", "weights", "strata", "quotas", "seed", "resamples"), "1")
ASKED = {"settled": Estimate(5.0), "settled_wrong": Estimate(1.0)}
WORLDS = {
    "clear": (outcome("a", said={"x": "1"}), outcome("b", net=1.0, found=30.0, spend=20)),
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
    "joint": (
        outcome("a", workflow="joint"),
        outcome("b", net=9.0, found=30.0, workflow="joint", advice=ASKED),
    ),
    "joint entries": (
        outcome("a", net=None, workflow="joint"),
        outcome("b", net=None, workflow="joint", found=1.0),
    ),
    "idle": (outcome("a"), outcome("b", net=0.0, found=0.0, items=0.0, spend=0, plan=NO_BUDGET, idle=True)),
    "many": tuple(outcome(f"p{at}", net=at / 10, said={"k": str(at)}) for at in range(ON_ONE_PAGE + 1)),
}


def why(name):
    too_little = Markup("Too little money")
    return {one.name: too_little for one in WORLDS[name] if not one.met}


def report(name):
    return build_comparison(Comparison(WORLDS[name]), Framing("2026-11-22", "BP-1"), why(name))


def facts(name):
    return PlansSpeaker(Comparison(WORLDS[name]), why(name))


def test_who_is_foremost_and_how_sure_that_is():
    told = {name: facts(name).comparison.best for name in WORLDS}
    assert told["clear"].names == ("a",)
    clear = {name: one.clear for name, one in told.items() if one is not None}
    assert (clear["clear"], clear["may be chance"], clear["entries by chance"]) == (True, False, False)
    assert clear["not resampled"] is None
    assert (facts("clear").by, facts("entries").by) == ("net", "found")
    assert facts("clear").lead.low > 0
    assert facts("may be chance").lead.low < 0


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("other labels", "labels"),
        ("other worths", "worths"),
        ("two currencies", "currencies"),
        ("another list", "list"),
    ],
)
def test_plans_that_cannot_be_ranked_have_no_best_and_nothing_marked(name, part):
    known, document = facts(name), report(name)
    assert known.comparison.unlike == (part,)
    assert (known.comparison.best, known.comparison.marked, known.lead) == (None, (), None)
    assert not [row for row in document.table("scenarios").rows if row.strong]
    assert document.figures() == ()


def test_of_equal_plans_those_that_cost_least_are_marked():
    for name, marked in (
        ("equal", ("a", "b")),
        ("equal and dearer", ("b",)),
        ("all equal but one dearer", ("b",)),
    ):
        assert facts(name).comparison.marked == marked
        strong = [row.strong for row in report(name).table("scenarios").rows]
        assert strong == ([False, False] if name == "equal" else [one.name in marked for one in WORLDS[name]])


def test_where_a_difference_has_no_interval_it_is_told_why():
    assert facts("clear").comparison.paired
    assert facts("clear").comparison.untold == ()
    assert facts("other samples").comparison.untold == ((("b",), tuple(sorted(APART))),)
    assert not facts("other samples").comparison.paired


def test_a_model_is_named_or_why_there_is_none():
    plans = [outcome(), outcome("b", met=False), outcome("c", idle=True), outcome("d")]
    plans[3] = replace(plans[3], recommendation=replace(plans[3].recommendation, model=MIXTURE))
    table = scenarios_table(PlansSpeaker(Comparison(plans)))
    place = [one.name for one in table.columns].index("model")
    assert [without_tags(row.cells[place]) for row in table.rows] == [
        *("m", "Cannot be planned", "Not to start", "the mixture")
    ]


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
    plans = [outcome(said={"k": "1"}), outcome("b", net=7.0, said={"k": "2"}), outcome("c", met=False)]
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
