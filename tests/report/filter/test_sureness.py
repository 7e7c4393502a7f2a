"""How sure: each verdict follows from the intervals, and says what would change it."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from documents_world import GOOD, LABELS, POOR, SCENES, Model, placed, sentences, world
from statement_pairs import UNPROVEN

from budgetplan.report.filter.sureness import changes, next_step, sureness, verdict
from budgetplan.report.phrases import Speaker
from budgetplan.report.sentences import texts

TWINS = (Model("a", 2.0, 1), Model("b", 2.0, 3))
STEPPED = (Model("stepped", order=placed(LABELS, (1, 2, 3, 4, 8, 12, 16, 20, 24, 28))),)
STOP = {
    "sure.stop_firm",
    "sure.stop_borderline",
    "sure.stop_budget",
    "sure.stop_target",
    "sure.stop_unknown",
    "sure.stop_whole",
}
MODEL = {"sure.model_firm", "sure.model_close", "sure.model_ahead", "sure.model_only", "sure.model_unknown"}


@pytest.mark.parametrize("name", SCENES)
def test_there_is_one_verdict_on_each_question(name):
    told = world(**SCENES[name])
    points = [point.bullet.verdict.key for point in sureness(told.speaker)]
    decided = told.analysis.decision.rule != "impossible" and name != "no entries"
    chosen = decided and told.analysis.decision.chosen is not None
    assert len(MODEL & set(points)) == int(decided)
    assert len(STOP & set(points)) == int(chosen)
    assert len({"sure.found", "sure.found_plain"} & set(points)) == int(chosen)
    assert points[-1] == "sure.not_covered"


@pytest.mark.parametrize("name", [name for name in SCENES if name != "no entries"])
def test_verdicts_are_those_of_the_intervals(name):
    told = world(**SCENES[name])
    decision = told.analysis.decision
    others = [one for one in decision.contenders if one.name != told.analysis.lead.name]
    firm = bool(others) and all(one.difference.high is not None and one.difference.high < 0 for one in others)
    assert ("sure.model_firm" in told.keys) == firm
    if "sure.model_close" in told.keys:
        close = {*decision.either_would_do, *decision.cannot_prove_worse}
        assert close == {one.name for one in others if one.difference.high >= 0}


def test_no_share_of_resamples_is_printed_as_if_it_were_a_probability():
    for told in (world(models=TWINS), world(), world(models=TWINS, mixture=True)):
        won = {one.won for one in told.analysis.decision.contenders} - {0.0, 1.0, None}
        printed = [value for sentence in sentences(told.document) for value in sentence.args.values()]
        assert not won & {value for value in printed if isinstance(value, float)}
        cells = [cell for table in told.document.tables() for row in table.rows for cell in row.cells]
        assert not won & {cell for cell in cells if isinstance(cell, float)}


def test_the_others_that_may_do_as_well_are_told_with_what_they_find():
    told = world(models=TWINS)
    own = next(one for one in told.analysis.decision.contenders if one.name == told.analysis.lead.name)
    other = next(one for one in told.analysis.decision.contenders if one.name != own.name)
    instead = told.said("other.entries")
    assert [(one.args["model"], one.args["found"]) for one in instead] == [
        (other.name, other.objective.value)
    ]


def test_found_is_an_interval_of_what_the_labels_say():
    told = world()
    chosen = told.analysis.decision.chosen
    span = told.said("sure.found")[0].args["range"]
    assert (span.low, span.high) == (chosen.found.low, chosen.found.high)
    assert span.low <= 8 <= span.high
    [sample] = told.said("sure.from_sample")
    assert (sample.args["n"], sample.args["positives"]) == (40, 10)
    groups = world(groups="abcdefgh" * 5).said("sure.from_groups")[0].args
    assert (groups["groups"], groups["column"]) == (8, "type")


def test_the_next_step_in_numbers():
    told = world()
    [step] = next_step(told.speaker)
    assert (step.args["items"], step.args["new"], step.args["per"]) == (4, 2, 2)
    # Ten idioms are found in ten: the next tenth holds none, which the bound takes up.
    [none] = next_step(world(budget=("10", "money")).speaker)
    assert none.key == "sure.next_tenth_none"
    assert 0 < none.args["most"] <= 4
    [nothing] = next_step(world(budget=("40", "money")).speaker)
    assert nothing.key == "sure.next_nothing"


def test_where_few_items_bring_nearly_all_of_the_next_tenth_no_average_cost_is_told():
    told = world(models=STEPPED, list_size=400, budget=("70", "money"))
    [step] = next_step(told.speaker)
    # Of positions 8 to 11 of the sample, ten items each, only the first is an idiom: nine of ten in nine items.
    assert (step.args["items"], step.args["new"], step.args["few"]) == (40, 10, 9)
    assert "per" not in step.args
    [paste] = told.said("paste.further_soon")
    assert (paste.args["cost"], paste.args["few"]) == (40, 9)


def test_from_which_worth_on_all_of_the_review_pays_and_from_which_any_of_it():
    # Four idioms in the first four items, 1.00 each, then one in four.
    [said] = world(models=STEPPED).said("change.earlier")
    assert (said.args["least"], said.args["per"]) == (1, 4)
    [unpriced] = world(models=STEPPED, price=None, budget=("8", "items")).said("change.earlier_items")
    assert (unpriced.args["least"], unpriced.args["per"]) == (1, 4)
    # With 12.00 paid once, the first four cost 4.00 an idiom, as the later ones do: all of it pays or nothing.
    once = {"per_item": "1", "currency": "EUR", "fixed": {"Guidelines": "12"}}
    [alike] = world(models=STEPPED, price=once, budget=("24", "money")).said("change.earlier_alike")
    assert alike.args["per"] == 4
    assert "change.earlier_none" in world(budget=("20", "money")).keys


def test_a_dearer_review_buys_less():
    # 8.80 for 8 items at 1.00; at 1.10 the 8.00 buy 7.
    [said] = world().said("change.price")
    assert (said.args["items"], said.args["found"]) == (7, 7)
    [target] = world(**SCENES["target count"]).said("change.price_target")
    assert target.args["spend"] == pytest.approx(4.4)


def test_fixed_costs_do_not_get_dearer():
    args = SCENES["target count"] | {
        "price": {"per_item": "1", "currency": "EUR", "fixed": {"Guidelines": "10"}}
    }
    assert world(**args).said("change.price_target")[0].args["spend"] == pytest.approx(14.4)


def test_how_far_to_go_for_a_target():
    told = world(**SCENES["target share"])
    [safe] = told.said("sure.target_safe")
    assert safe.args["items"] >= 5
    assert safe.args["spend"] == safe.args["items"]
    # Two of the five idioms in twenty equal sentences: eight are expected, 15 + 2 are needed at worst.
    tied = (Model("tied", order="a" * 20 + "b" * 20),)
    [worst] = world(models=tied, budget=None, target=("0.2", "share")).said("sure.target_worst")
    assert worst.args["items"] == 17


def test_few_groups_are_warned_of():
    assert "sure.few_groups" in world(groups="abcdefgh" * 5).keys
    assert "sure.few_groups" not in world().keys


def test_every_page_that_decides_says_what_would_change_it():
    for name in SCENES:
        told = world(**SCENES[name])
        said = changes(told.speaker) if told.analysis.decision.contenders else []
        if told.analysis.decision.contenders and name != "no entries":
            assert all(one.key.startswith(("change.", "risk.")) for one in said)


def test_a_models_verdict():
    decision = world().analysis.decision
    good, poor = decision.contenders
    speaker = world().speaker
    assert verdict(speaker, good) == "verdict.recommended"
    assert verdict(speaker, poor) == "verdict.worse"
    assert verdict(world(resamples=0).speaker, poor) == "verdict.unknown"
    assert verdict(speaker, dataclasses.replace(poor, firmly_worse=False)) == "verdict.either"
    told = world(models=UNPROVEN)
    by_name = {one.name: one for one in told.analysis.decision.contenders}
    assert verdict(told.speaker, by_name["c"]) == "verdict.unproven"


def test_the_range_of_best_stops_holds_most_resamples():
    args = {"budget": None, "models": (GOOD,), "values": {"entry": {"idiom": "3"}}}
    told = world(**args)
    [said] = told.said("sure.stop_range")
    # The best stop of a resample is its number of idioms: binomial, 40 draws at a quarter.
    counts = np.random.default_rng(5).binomial(40, 0.25, 20000)
    low, high = np.percentile(counts, [2.5, 97.5])
    assert said.args["low"] == pytest.approx(low, abs=2)
    assert said.args["high"] == pytest.approx(high, abs=2)


def test_speakers_of_one_analysis_say_the_same():
    told = world(models=(GOOD, POOR))
    assert sureness(Speaker(told.analysis)) == sureness(told.speaker)


def test_a_budget_that_nobody_gave_is_named_where_models_are_compared_around_it():
    # Half of 40 items at 1.00 each, and no plan asks for it.
    told = world(models=TWINS, values={"entry": {"idiom": "6"}}, budget=None)
    [said] = told.said("models.rule_mean_half")
    assert said.args["budget"].args["amount"] == 20


def test_models_that_cannot_be_told_apart_are_not_said_to_do_as_well():
    told = world(models=(*TWINS, Model("bad", -9.0)))
    verdicts = {
        row.cells[0].args.get("model") or row.cells[0].args.get("text"): row.cells[-1].key
        for row in told.table("models").rows[:3]
    }
    assert sorted(verdicts.values()) == ["verdict.either", "verdict.recommended", "verdict.worse"]
    assert "would do" not in " ".join(texts()[one] for one in ("verdict.either", "sure.model_close"))
