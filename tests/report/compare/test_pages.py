"""The report on several plans: what stands on page 1, and that every sentence has its occasion."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from documents_world import sentences
from outcome_world import NOISE, outcome

from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import Quota, Target, Values
from budgetplan.plans.compared import Comparison, PlanDraws
from budgetplan.render.text import render_text
from budgetplan.report.compare.pages import ON_ONE_PAGE, build_comparison
from budgetplan.report.display import Style, sentence_text
from budgetplan.report.model import Sentence
from budgetplan.report.page import Framing
from budgetplan.report.sentences import subjects

SAID = subjects()["compare"]
WHY = {"z": Sentence("plain", {"text": "Too little money"})}
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


def report(name):
    plans = WORLDS[name]
    why = {one.name: WHY["z"] for one in plans if not one.met}
    return build_comparison(Comparison(plans), Framing("2026-11-22", "BP-1"), why)


@pytest.fixture(scope="module")
def printed():
    """Return the keys of all sentences of all worlds."""
    return {name: {one.key for one in sentences(report(name))} for name in WORLDS}


def test_every_text_is_printed_somewhere_and_no_statement_always(printed):
    every = set().union(*printed.values())
    # Clauses and quotation marks are put into names in a row.
    keys = {key for kind in ("statements", "labels", "quantities") for key in SAID[kind]}
    assert keys - every - {"compare.quoted"} == set()
    always = set.intersection(*printed.values())
    assert not [key for key in SAID["statements"] if key in always - {"compare.m_solved"}]


def test_the_title_is_the_answer(printed):
    titles = {
        name: {key for key in keys if key.startswith("compare.title_")} for name, keys in printed.items()
    }
    assert titles == {name: {f"compare.title_{key}"} for name, key in (
        ("clear", "net"), ("may be chance", "net_open"), ("entries by chance", "found_open"), ("not resampled", "net"), ("equal", "equal"),
        ("entries", "found"), ("none", "none"), ("one", "one"), ("other samples", "equal"), ("target", "net"),
        ("joint", "net"), ("joint entries", "found"), ("idle", "net"), ("many", "net"), ("quotas", "net"),
        ("other labels", "unlike"), ("other worths", "unlike"), ("another list", "unlike"), ("two currencies", "unlike"),
    )}  # fmt: skip
    assert (
        sentence_text(report("clear").title, Style("EUR", 2))
        == "“a” earns most: a net value of EUR\u00a05.00"
    )


def test_what_is_clear_of_chance_is_what_the_interval_says(printed):
    lead = {name: {key for key in keys if key.startswith("compare.lede_")} for name, keys in printed.items()}
    assert lead["clear"] == {"compare.lede_clear", "compare.lede_paired"}
    assert lead["may be chance"] == {"compare.lede_open", "compare.lede_paired"}
    assert lead["other labels"] == lead["another list"] == {"compare.lede_unlike"}
    assert lead["other worths"] == {"compare.lede_unlike", "compare.lede_paired"}
    assert lead["not resampled"] == {"compare.lede_plain"}
    assert lead["other samples"] == {"compare.lede_apart"}


def test_page_1_says_which_for_whom_in_words():
    text = " ".join(render_text(report("clear"), ()).split())
    assert "Greatest net value: “a”, with EUR 5.00." in text
    assert "Most entries: “b”, with 30." in text
    assert "Least money for each entry: “a”, at EUR 0.40." in text
    text = " ".join(render_text(report("one"), ()).split())
    assert "Cannot be planned: z. Too little money." in text


def test_a_page_holds_as_many_plans_as_fit_on_it():
    assert report("clear").sections[0].one_page
    assert not report("many").sections[0].one_page


def test_the_best_is_marked_in_table_and_figure():
    document = report("clear")
    table = next(one for one in document.tables() if one.key == "scenarios")
    assert [row.strong for row in table.rows] == [True, False]
    (figure,) = document.figures()
    assert [bar.strong for bar in figure.bars] == [True, False]
    assert [bar.value for bar in figure.bars] == [5.0, 1.0]
    assert report("none").figures() == ()
