"""Every statement on a classifier is printed where it holds and not where it does not; every text is used."""

from __future__ import annotations

import re
import string
from dataclasses import replace
from pathlib import Path

import pytest
from defer_world import (
    ALL_ALIKE,
    BAD,
    BLIND,
    BY_CLASS,
    COMPLEMENT,
    GOOD,
    LLM,
    MANY,
    MONEY,
    PERFECT,
    RISKY,
    SCENES,
    SVC,
    TWINS,
    UNLUCKY,
    Model,
    world,
)
from documents_world import sentences

from budgetplan.report.defer.pages import build_defer_files
from budgetplan.report.display import KINDS, Style, sentence_text
from budgetplan.report.sentences import subjects, texts

SAID = subjects()["defer"]
STATEMENTS, TERMS = SAID["statements"], SAID["terms"]
TEXTS = {key: text for key, text in texts().items() if "defer." in key}
SOURCE = "".join(
    path.read_text(encoding="utf-8") for path in (Path(__file__).parents[3] / "budgetplan").rglob("*.py")
)
DEAR = {"models": MANY, "worths": {"error_weight": "10"}}
DOMAINS = {"domain": "x" * 20 + "y" * 20}
TURNED = {"models": (Model("turned", UNLUCKY.test, ((40, True, 0.9),)), GOOD)}
"""What is best on validation is firmly worse on the test items."""
MISSED = BY_CLASS | {
    "truth": "b" * 40 + "a" * 360,
    "models": tuple(
        Model(one.name, tuple((10 * n, right, sure) for n, right, sure in one.test))
        for one in BY_CLASS["models"]
    ),
}
"""As ``BY_CLASS``, with so many items that the difference is firm."""
UNSURE = ((5, True, 0.9), (400, True, 0.6))
"""A list on which no model is as sure as on the test items."""
SUREST = ((30, True, 0.99), (10, True, 0.6))
"""A list of which the answers that are given are surer than all on test items."""
THREE = {"classes": ("a", "b", "c")}
HALVES = {"group": tuple(place // 20 for place in range(40)), "listed": GOOD.test}
CHEAP = MONEY | {"models": TWINS, "review_cost": 1e-4, "listed": TWINS[0].test, "list_cost": 1e-4}
"""Labels for a hundredth of a cent are worth it on the shortest list."""
BY_ITEM = MONEY | {"review_cost": tuple(0.1 + place / 100 for place in range(40))}
FEW = {"models": (Model("m", ((20, True, 0.9), (5, False, 0.6))),)}
ERRING = tuple(
    Model(name, blocks)
    for name, blocks in (
        ("one", ((6, False, 0.9), (34, True, 0.9))),
        ("two", ((34, True, 0.9), (6, False, 0.9))),
    )
)
"""Two models that err equally often, on other items."""
OFTEN_WRONG = {
    "truth": "a" * 35 + "b" * 5,
    "models": (Model("llm", ((30, True, 0.9), (5, False, 0.9), (5, True, 0.9)), alone=True),),
}
"""Answers alone: b is right as often as not."""
PAIRS = {
    "defer.more_models": (
        {"models": tuple(replace(GOOD, name=f"m{place}") for place in range(6))},
        {"models": (GOOD,)},
    ),
    "defer.title": ({}, {"models": (BAD,)}),
    "defer.title_answers": (OFTEN_WRONG, {"worths": {"error_weight": "0.5"}}),
    "defer.title_answers_list": (
        OFTEN_WRONG | {"listed": OFTEN_WRONG["models"][0].test},
        {"worths": {"error_weight": "0.5"}},
    ),
    "defer.title_all": ({"worths": {"error_weight": "0"}}, {"worths": {"error_weight": "4"}}),
    "defer.title_none": ({"models": (BAD,)}, {"models": (GOOD, BAD)}),
    "defer.title_rule": (RISKY, {"relabel": False}),
    "defer.title_span": (RISKY | {"relabel": False}, {"worths": {"error_weight": "1"}}),
    "defer.title_calibrated": (THREE, {"classes": ("a", "b")}),
    "defer.title_calibrated_list": (THREE | {"listed": GOOD.test}, {"listed": None}),
    "defer.title_none_rule": ({"models": (BAD,), "relabel": True}, {"relabel": False}),
    "defer.title_list": ({"listed": GOOD.test}, {"listed": None}),
    "defer.title_rule_list": (RISKY | {"listed": RISKY["models"][0].test}, {"relabel": False}),
    "defer.title_span_list": (
        RISKY | {"listed": RISKY["models"][0].test, "relabel": False},
        {"worths": {"error_weight": "1"}},
    ),
    "defer.cut_guaranteed": ({"most_wrong": "0.1"}, {"most_wrong": None}),
    "defer.cut_guaranteed_how": ({"most_wrong": "0.1"}, {"most_wrong": None}),
    "defer.guarantee_goal": ({"most_wrong": "0.1"}, {"most_wrong": None}),
    "defer.at_once": ({"most_wrong": "0.1"}, {"models": (GOOD,)}),
    "defer.title_uncertified": ({"most_wrong": "0.01"}, {"most_wrong": "0.1"}),
    "defer.uncertified": ({"most_wrong": "0.01"}, {"most_wrong": "0.1"}),
    "defer.uncertified_need": ({"most_wrong": "0.01"}, {"most_wrong": "0.1"}),
    "defer.uncertified_never": ({"most_wrong": "0.01", "models": (BAD,)}, {"models": (GOOD,)}),
    "defer.mean_chosen": ({"models": COMPLEMENT, "mixture": True}, {"mixture": False}),
    "defer.mean_single": ({"models": COMPLEMENT, "mixture": True}, {"mixture": False}),
    "defer.cut_computed": ({}, {"most_wrong": "0.1"}),
    "defer.cut_theory": ({}, {"most_wrong": "0.1"}),
    "defer.cut_power": (THREE, {"classes": ("a", "b")}),
    "defer.title_refused": ({"listed": SUREST}, {"listed": GOOD.test}),
    "defer.refused": ({"listed": SUREST}, {"listed": GOOD.test}),
    "defer.list": ({"listed": GOOD.test}, {"resamples": 0}),
    "defer.list_plain": ({"listed": GOOD.test, "resamples": 0}, {"resamples": 100}),
    "defer.list_none": ({"listed": ((40, True, 0.6),)}, {"listed": GOOD.test}),
    "defer.list_alike": ({"listed": GOOD.test}, {"listed": UNSURE}),
    "defer.relabelled": (RISKY, {"relabel": False}),
    "defer.finds": ({}, {"models": (BAD,)}),
    "defer.value": ({}, {"resamples": 0}),
    "defer.value_plain": ({"resamples": 0}, {"resamples": 100}),
    "defer.use_against": ({"models": (UNLUCKY,)}, {"models": (GOOD,)}),
    "defer.loses": ({"models": (UNLUCKY,)}, {"models": (GOOD,)}),
    "defer.accuracy_other": (DEAR | {"validation": False}, {"validation": True}),
    "defer.accuracy_other_validation": (DEAR, {"validation": False}),
    "defer.accuracy_same": ({}, {"models": (GOOD,)}),
    "defer.cost_other": (MISSED | {"validation": False}, {"validation": True}),
    "defer.cost_other_validation": (MISSED, {"models": MISSED["models"][::2]}),
    "defer.model_only": ({"models": (GOOD,)}, {"models": (GOOD, BAD)}),
    "defer.many_classes": ({"classes": tuple("abcdefghijklm")}, {"classes": ("a", "b")}),
    "defer.use_firm": ({}, {"models": (UNLUCKY,)}),
    "defer.use_open": (
        {"models": (Model("even", ((33, True, 0.9), (7, False, 0.9)), ((38, True, 0.9), (2, False, 0.9))),)},
        {"models": (GOOD,)},
    ),
    "defer.use_firm_how": ({}, {"models": (UNLUCKY,)}),
    "defer.use_open_how": (
        {"models": (Model("even", ((33, True, 0.9), (7, False, 0.9)), ((38, True, 0.9), (2, False, 0.9))),)},
        {"models": (GOOD,)},
    ),
    "defer.use": (ALL_ALIKE, {"resamples": 0}),
    "defer.guarantee": ({"models": (GOOD,)}, {"validation": False}),
    "defer.guarantee_how": ({}, {"models": (BAD,)}),
    "defer.guarantee_rule": (RISKY, {"relabel": False}),
    "defer.guarantee_all": (
        RISKY | {"models": (*RISKY["models"], *BLIND["models"])},
        {"models": RISKY["models"]},
    ),
    "defer.guarantee_grouped": ({"weight": (2.0,) * 40}, {"weight": None}),
    "defer.guarantee_cross": ({"validation": False}, {"validation": True}),
    "defer.guarantee_none": ({"models": (BAD,)}, {"validation": False}),
    "defer.stops_paying": ({}, {"models": (PERFECT,)}),
    "defer.weight_change": ({"models": (GOOD,)}, {"most_wrong": "0.1"}),
    "defer.dearer": ({}, {"worths": {"error_weight": "0.4"}}),
    "defer.dearer_same": ({"worths": {"error_weight": "0.4"}}, {"worths": {"error_weight": "4"}}),
    "defer.few_groups": ({"group": tuple(place // 4 for place in range(40))}, {"group": None}),
    "defer.domain_warning": (DOMAINS | {"models": (UNLUCKY,)}, {"domain": ""}),
    "defer.unknown": ({"truth": "ab" * 19 + "ac"}, {"truth": ""}),
    "defer.cutoffs": ({}, {"validation": False}),
    "defer.cross": ({"validation": False}, {"validation": True}),
    "defer.by_answer": ({"models": (LLM,)}, {"models": (GOOD,)}),
    "defer.t_by_answer": ({"models": (LLM,)}, {"models": (GOOD,)}),
    "defer.no_answer": ({"models": (LLM,), "classes": ("a", "b", "—")}, {"classes": ("a", "b", "c")}),
    "defer.scaled": ({"models": (SVC,), "classes": ("a", "b", "c")}, {"models": (GOOD,)}),
    "defer.scaled_two": ({"models": (SVC,)}, {"classes": ("a", "b", "c")}),
    "defer.bins_grouped": ({"group": tuple(place // 4 for place in range(40))}, {"group": None}),
    "defer.missing_relabel": (
        {"models": (Model("plain", GOOD.test, bare=True),), "relabel": True},
        {"relabel": False},
    ),
    "defer.list_cost": (SCENES["a list with prices"] | {"list_cost": 0.25}, {"listed": None}),
    "defer.labels_gain": ({"models": TWINS}, {"resamples": 0}),
    "defer.weights_unpriced": (BY_ITEM, {"review_cost": None}),
    "defer.finds_plain": ({"resamples": 0}, {"resamples": 100}),
    "defer.finds_none": ({"models": (BAD,)}, {"models": (GOOD,)}),
    "defer.unlike": ({"listed": UNSURE}, {"listed": GOOD.test}),
    "defer.singles": ({}, {"models": (GOOD,)}),
    "defer.singles_how": ({}, {"models": (GOOD,)}),
    "defer.forecast": ({"most_wrong": "0.2"}, {"most_wrong": None}),
    "defer.forecast_none": (
        {
            "models": (Model("m", ((368, True, 0.9), (32, False, 0.9))),),
            "most_wrong": "0.12",
            "listed": ((20, True, 0.9),),
        },
        {"listed": None},
    ),
    "defer.title_few": (FEW, {"models": (GOOD,)}),
    "defer.few_labels": (FEW, {"models": (GOOD,)}),
    "defer.few_what": ({"group": tuple(place // 4 for place in range(40))}, {"group": None}),
    "defer.labels_price": (CHEAP | {"listed": None, "list_cost": None}, {"review_cost": None}),
}
"""For every statement: a world in which it is printed, and one change after which it is not."""
ALWAYS = {
    "defer.not_covered",
    "defer.calibration",
    "defer.temperature",
    "defer.weights",
    "defer.measured",
}
IN_JOINT = {"defer.few"}
"""What only the report on models and people prints."""


def fields(text):
    found = [(name, kind) for _, name, kind, _ in string.Formatter().parse(text) if name is not None]
    # Of {n:{noun}|{nouns}} a number chooses one, and both are given.
    nested = [one for _, kind in found if "|" in kind for one in fields(kind)]
    return [(name, "count" if "|" in kind else kind) for name, kind in found] + nested


def test_every_statement_has_its_pair():
    assert PAIRS.keys() | ALWAYS | IN_JOINT == STATEMENTS.keys()
    assert not PAIRS.keys() & ALWAYS


@pytest.mark.parametrize("key", PAIRS)
def test_a_statement_is_printed_where_it_holds_and_not_next_door(key):
    args, change = PAIRS[key]
    assert len(change) == 1, "neighbours differ in one thing"
    assert key in world(**args).keys
    assert key not in world(**(args | change)).keys


@pytest.mark.parametrize("key", PAIRS)
def test_all_sentences_are_filled_and_have_single_spaces(key):
    told = world(**PAIRS[key][0])
    assert told.keys >= ALWAYS or told.selection.refusal
    for sentence in sentences(told.document):
        assert {name for name, _ in fields(texts()[sentence.key])} == set(sentence.args), sentence.key
        shown = sentence_text(sentence, Style.of(told.document))
        assert "  " not in shown
        assert "{" not in shown
        assert "**" not in shown
        assert not {"nan", "inf", "none,"} & set(shown.casefold().split())


def test_texts_are_well_formed():
    for key, text in TEXTS.items():
        assert "  " not in text, key
        assert text.count("**") % 2 == 0, key
        assert {kind or "text" for _, kind in fields(text)} <= KINDS, key
        assert not re.search(r"[$€£¥]|\b(EUR|USD|GBP|euros?|dollars?)\b", text), key
    assert TEXTS.items() <= texts().items()


def test_no_text_is_unused():
    together = {
        "defer.c_": "defer.c_wrong_{key}",
        "defer.d_": "defer.d_{key}",
        "defer.b_": "defer.b_{key}",
    }
    for key in TEXTS:
        if key.split(".", 1)[0] in {"term", "meaning"}:
            assert key.split(".", 1)[1] in TERMS
        else:
            assert f'"{key}"' in SOURCE or together.get(key[:8], '"') in SOURCE, key


def test_every_term_is_explained():
    for key in TERMS:
        assert {f"term.{key}", f"meaning.{key}"} <= world().keys


def test_every_label_is_shown_somewhere():
    shown = set(world(**BY_CLASS | {"classes": tuple("abcdefghijklm")}).keys)
    for args in SCENES.values():
        shown |= world(**args).keys
    for table in build_defer_files(world().selection):
        shown |= {column.heading.key for column in table.columns}
    # Of models here none is worth more than what is recommended.
    assert not {key for key in TEXTS if key not in shown and key not in STATEMENTS} - {"defer.by_more"}
