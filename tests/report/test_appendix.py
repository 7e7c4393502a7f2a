"""The back of the report: method, rows left out, glossary, facts, gain tables of all models."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from documents_world import GOOD, LABELS, POOR, SCENES, Model, world

from budgetplan.domain.items import Excluded, Reason
from budgetplan.domain.plan import Reviewed
from budgetplan.plans.list_check import check_list
from budgetplan.report.display import Style
from budgetplan.report.filter.pages import build_files, method
from budgetplan.report.model import Facts, Terms
from budgetplan.report.page import excluded_blocks, why_left_out
from budgetplan.report.phrases import Speaker
from budgetplan.report.sentences import subjects


def keys(**args):
    return [sentence.key for sentence in method(world(**args).speaker)]


@pytest.mark.parametrize(
    ("args", "said", "unsaid"),
    [
        (
            {},
            {"method.sample", "method.noise"},
            {"method.list", "method.off", "method.choice"},
        ),
        ({"list_size": 400}, {"method.list", "method.noise"}, {"method.sample"}),
        ({"groups": "abcdefgh" * 5}, {"method.noise_groups"}, {"method.noise"}),
        ({"resamples": 0}, {"method.off"}, {"method.noise", "method.choice"}),
        ({"resamples": 0, "groups": "abcd" * 10}, {"method.off"}, {"method.noise_groups"}),
        (SCENES["people err"], {"method.error"}, set()),
        (SCENES["net value"], {"method.choice"}, {"method.error"}),
    ],
)
def test_the_method_is_that_of_this_report(args, said, unsaid):
    assert said <= set(keys(**args))
    assert not unsaid & set(keys(**args))


def test_the_method_names_sample_list_resamples_and_seed():
    told = world(list_size=400, seed=7, groups="abcdefgh" * 5)
    by_key = {sentence.key: sentence.args for sentence in method(told.speaker)}
    assert (by_key["method.list"]["n"], by_key["method.list"]["list"]) == (40, 400)
    noise = by_key["method.noise_groups"]
    assert (noise["resamples"], noise["seed"], noise["groups"], noise["column"]) == (100, "7", 8, "type")


def test_a_wrong_judgement_has_its_worth():
    # A lost idiom is worth nothing, a false one minus an idiom's worth.
    errors = {one.args["label"]: one.args for one in world(**SCENES["people err"]).said("method.error")}
    assert float(errors["idiom"]["error"]) == 0.1
    assert errors["idiom"]["wrong"] == 0
    assert errors["literal"]["wrong"] == -6


def test_rows_left_out_are_counted_by_reason():
    told = world(**SCENES["rows left out"])
    assert [row.cells for row in told.table("excluded").rows] == [
        ("no score in the column a", 1),
        ('split "dev"', 2),
    ]
    _, _, note = excluded_blocks(told.speaker, [Excluded("w1", Reason("tie"), "line 2")])
    assert "excluded.csv" in note.html
    _, note = excluded_blocks(told.speaker, [])
    assert "excluded.csv" not in note.html


REASONS = (
    *(
        "no_split",
        "no_split_labelled",
        "no_split_unlabelled",
        "not_labelled",
        "judged_already",
        "as_reviewed",
    ),
    *("tie", "settled_twice"),
)
NAMED = ("split", "split_labelled", "split_unlabelled", "no_score", "not_asked", "no_prediction")


@pytest.mark.parametrize("language", ["en", "de"])
def test_each_reason_has_words_of_its_own_and_names_what_it_is_about(language):
    style = Style("EUR", 2, language)
    shown = [why_left_out(Reason(key), style) for key in REASONS]
    named = [why_left_out(Reason(key, "<n>"), style) for key in NAMED]
    assert len({*shown, *named}) == len(REASONS) + len(NAMED)
    assert all("&lt;n&gt;" in one for one in named)


def test_every_term_has_its_meaning():
    [terms] = [block for block in world().document.blocks() if isinstance(block, Terms)]
    assert [(term.key, meaning.key) for term, meaning in terms.terms] == [
        (f"term.{key}", f"meaning.{key}") for key in subjects()["filter"]["terms"]
    ]


def test_facts_stand_as_they_were_given():
    [facts] = [block for block in world().document.blocks() if isinstance(block, Facts)]
    assert facts.facts == (("Table", "scores.csv"),)


def test_every_model_has_its_gain_table_the_recommended_first():
    told = world(models=(POOR, GOOD, Model("also", 0.0, 5)))
    tables = [one for one in build_files(told.analysis) if one.caption.key == "table.gain"]
    assert [table.caption.args["model"] for table in tables] == ["good", "also", "poor"]
    assert [table.key for table in tables] == ["gain_1", "gain_2", "gain_3"]
    # On paper stands the recommended one's alone, and where the others are.
    assert [one.key for one in told.document.tables() if one.caption.key == "table.gain"] == [
        "gain_recommended"
    ]
    assert [one.args["n"] for one in told.said("stop.others")] == [3]
    assert not world(models=(GOOD,)).said("stop.others")


IN_GROUPS = "".join(chr(65 + place // 4) for place in range(120))
"""Thirty groups of four, ten of them labelled."""


@pytest.mark.parametrize(
    ("said", "told", "untold"),
    [
        ({"labels": LABELS}, "method.sample", "method.by_score"),
        ({}, "method.by_score", "method.list"),
        ({"resamples": 0}, "method.by_score", "method.noise"),
        ({}, "method.shift_one", "method.rest"),
        ({"groups": IN_GROUPS}, "method.shift", "method.rest"),
        ({"labels": LABELS}, "method.sample", "method.weight"),
        ({"weights": (2.0,) * 120}, "method.weight", "method.list"),
        ({"prevalence": Decimal("0.05")}, "method.prevalence", "method.weight"),
        ({"labels": LABELS}, "method.sample", "method.prevalence"),
    ],
)
def test_the_method_says_how_the_list_was_forecast(said, told, untold):
    keys = world(**({"labels": LABELS + "!???" * 20} | said)).keys
    assert told in keys
    assert untold not in keys


def test_of_the_rest_of_a_list_no_distance_is_told():
    analysis = world(labels=LABELS + "!???" * 20).speaker.analysis
    plan = replace(analysis.evidence.plan, reviewed=Reviewed(("log.csv",)))
    evidence = replace(analysis.evidence, plan=plan)
    keys = [
        one.key for one in method(Speaker(replace(analysis, evidence=evidence, check=check_list(evidence))))
    ]
    assert "method.rest" in keys
    assert "method.shift" not in keys


def test_strata_are_told_where_draws_keep_them():
    drawn = world(labels=LABELS + "!???" * 20)
    speaker = drawn.speaker
    assert "method.strata" not in [one.key for one in method(speaker)]
    evidence = speaker.analysis.evidence
    strata = np.zeros(evidence.n_sample, np.int64)
    parts = replace(evidence, sample=replace(evidence.sample, drawn=strata))
    plan = replace(parts.plan, columns=replace(parts.plan.columns, stratum="part"))
    told = Speaker(replace(speaker.analysis, evidence=replace(parts, plan=plan)))
    [said] = [one for one in method(told) if one.key == "method.strata"]
    assert said.args["column"] == "part"
