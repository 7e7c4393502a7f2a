"""Answers by expected value: page 1 says that there is no one cutoff, and how many answers were changed."""

from __future__ import annotations

from defer_world import BAD, GOOD, RISKY, Model, world

from budgetplan.report.defer.words import asked_for, by_rule
from budgetplan.report.display import Style, sentence_text
from budgetplan.report.model import Sentence

MIXED = {"models": (Model("plain", GOOD.test, bare=True), BAD), "relabel": True}


def shown(told, sentence):
    return sentence_text(sentence, Style.of(told.document)).replace("\u00a0", " ")


def test_page_1_counts_the_changed_answers():
    told = world(**RISKY)
    (said,) = told.said("defer.relabelled")
    assert said.args["changed"] == told.selection.chosen.relabelled > 0
    assert shown(told, told.document.title).startswith("Let wary answer where that is expected to pay, ")


def test_a_model_that_can_has_no_cutoff_and_another_keeps_its_own():
    told = world(**MIXED)
    names = [column.name for column in told.table("models").columns]
    cutoffs = {row.cells[0]: row.cells[names.index("cutoff")] for row in told.table("models").rows}
    assert cutoffs["plain"] == told.selection.chosen.cutoff
    assert isinstance(cutoffs["bad"], Sentence)
    assert cutoffs["bad"].key == "defer.by_value"
    # The chosen one has its cutoff on page 1; why it has one is said below.
    assert told.selection.chosen.name == "plain"
    assert asked_for(told.selection)
    assert not by_rule(told.selection)
    assert told.document.title.key == "defer.title"
    assert "expected value" in " ".join(shown(told, one) for one in told.said("defer.missing_relabel"))


def test_without_the_option_cutoffs_are_spoken_of():
    told = world()
    assert not asked_for(told.selection)
    keys = {sentence for sentence in told.keys if sentence.endswith("_rule")}
    assert not keys
