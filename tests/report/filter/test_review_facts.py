"""What the pages behind page 1 tell holds, and is said as it was read."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from documents_world import GOOD, LABELS, SCENES, Model, placed, spoken, world
from golden import golden

from budgetplan.domain.plan import Reviewed
from budgetplan.plans.list_check import check_list
from budgetplan.render.text import prose_lines
from budgetplan.report.phrases import Speaker
from budgetplan.report.ranked import ReviewFacts, decision_words

LISTED = {"labels": LABELS + "!???" * 20}
IN_GROUPS = "".join(chr(65 + place // 4) for place in range(120))
"""Thirty groups of four, ten of them labelled."""
STEEP = {
    "models": (Model("steep", order=placed(LABELS, (*range(1, 10), 40))),),
    "budget": None,
    "values": {"entry": {"idiom": "3"}},
}
"""Nine idioms first, then none for long."""
TOLD = {
    "budget": {},
    "mixture": {"mixture": True, **LISTED},
    "target": SCENES["target share"],
    "target without a price": SCENES["target without a price"],
    "net value": STEEP,
    "not starting": SCENES["not starting"],
    "hours": SCENES["hours"],
    "unpriced": SCENES["unpriced"],
    "whole": {"budget": ("100", "money"), "models": (GOOD,)},
    "no draws": {"resamples": 0, "list_size": 400, "prevalence": Decimal("0.05")},
    "groups": LISTED | {"groups": IN_GROUPS, "parts": 20},
    "types": SCENES["types"],
    "rows are types": SCENES["rows of a list are types"],
    "weights": SCENES["weights"],
    "people err": SCENES["people err"],
}
GLOSSARIES = {"mixture", "net value", "groups"}


def facts(**said):
    return ReviewFacts(world(**said).speaker)


@pytest.mark.parametrize(
    ("said", "known"),
    [
        ({}, {"set_by": "budget", "model": "good", "members": {}}),
        ({"budget": ("39", "money")}, {"set_by": "budget"}),
        (TOLD["whole"], {"set_by": "list"}),
        (SCENES["target count"], {"set_by": "target", "wanted": 4}),
        (SCENES["net value"], {"set_by": "worth", "worth": 6}),
        (SCENES["two classes"], {"worth": None}),
        (STEEP, {"set_by": "worth", "pays_no_more": True}),
        ({"mixture": True}, {"model": "the mixture"}),
        ({"project": "P", "title": "T"}, {"task": "P"}),
        ({}, {"weighted": False, "errors": {}}),
        ({"weights": [2.0] * 40}, {"weighted": True}),
        (
            SCENES["people err"],
            {"errors": {"idiom": Decimal("0.1"), "literal": Decimal("0.05")}},
        ),
    ],
)
def test_facts_are_those_of_the_plan(said, known):
    told = facts(**said)
    assert {name: getattr(told, name, getattr(told.analysis, name, None)) for name in known} == known


def test_of_the_rest_of_a_list_no_distance_is_told():
    analysis = world(**LISTED).analysis
    evidence = replace(
        analysis.evidence, plan=replace(analysis.evidence.plan, reviewed=Reviewed(("log.csv",)))
    )
    rest = replace(analysis, evidence=evidence, check=check_list(evidence))
    said = [decision_words(Speaker(one))("method") for one in (analysis, rest)]
    assert ["standard errors" in one for one in said] == [True, False]
    assert ["The rest of a list" in one for one in said] == [False, True]


def test_strata_are_told_where_draws_keep_them():
    analysis = world(**LISTED).analysis
    evidence = analysis.evidence
    plan = replace(evidence.plan, columns=replace(evidence.plan.columns, stratum="part"))
    drawn = replace(evidence.sample, drawn=np.zeros(evidence.n_sample, np.int64))
    apart = replace(analysis, evidence=replace(evidence, plan=plan, sample=drawn))
    said = [decision_words(Speaker(one))("method") for one in (analysis, apart)]
    assert ["(part)" in one for one in said] == [False, True]


def test_what_is_asked_for_is_whole_sentences():
    say = decision_words(world().speaker)
    asked = say("request", True) + " " + say("expected", True)
    assert asked.count(". ") == 1
    assert len(say.parts("why")) == 5


@pytest.mark.parametrize("language", ["en", "de"])
def test_it_is_said_as_it_was_read(language):
    lines = []
    for name, said in TOLD.items():
        speaker = spoken(world(**said).analysis, language)
        told, say = ReviewFacts(speaker), decision_words(speaker)
        parts = [
            say("gain_note", True, 2.5) if told.chosen else "",
            say("models"),
            say("models_note", True),
        ]
        if told.chosen is not None:
            parts += [say("request", False), say("request", True), say("expected", True), *say.parts("why")]
        parts += [say("method"), say("glossary") if name in GLOSSARIES else ""]
        lines += [f"== {name}", *(line for part in parts for line in prose_lines(part))]
    say = decision_words(spoken(world().analysis, language))
    lines.append(say("choices_note", 9))
    golden(
        f"review_pages.{language}.txt", "\n".join(lines).replace("\u00a0", " ").replace("\u2060", "") + "\n"
    )


def test_f1_may_choose_another_model():
    labels = "x..." * 15
    models = (
        Model("early", order=placed(labels, (*range(1, 9), *range(40, 47)))),
        Model("late", order=placed(labels, range(11, 26))),
    )
    told = facts(labels=labels, models=models, budget=("5", "money"))
    assert (told.model, told.decision.by_f1) == ("early", "late")
    # F1 at the best cut: 15 of 25 with all found; 8 of 8 with 8 of 15 found.
    f1 = {one.name: one.f1 for one in told.decision.contenders}
    assert f1 == {"late": pytest.approx(2 * 15 / (25 + 15)), "early": pytest.approx(2 * 8 / (8 + 15))}
