"""Every statement on a joint plan is printed where it holds and not where it does not; every text is used."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest
from defer_world import COMPLEMENT
from documents_world import sentences
from joint_report_world import (
    BY_CLASS,
    GOOD,
    HASTY,
    HOPELESS,
    MONEY,
    NO_PRICE,
    SCENES,
    SLOW,
    SURE,
    uneven,
    world,
)

from budgetplan.report.display import KINDS, Style, sentence_text
from budgetplan.report.sentences import subjects, texts

SAID = subjects()["joint"]
STATEMENTS, TERMS = SAID["statements"], SAID["terms"]
TEXTS = {key: text for key, text in texts().items() if "joint." in key}
SOURCE = "".join(
    path.read_text(encoding="utf-8") for path in (Path(__file__).parents[3] / "budgetplan").rglob("*.py")
)
ALONE = {"models": (HOPELESS,)}
PAID = {"models": (SURE,), "model_cost": "3"}
GROUPS = {"group": tuple(place // 4 for place in range(40))}
TENS = tuple(place // 10 for place in range(40))
ERR = {"error": {"*": "0.1"}}
CROSSED = {"validation": False}
LIST = {"list_size": 4000, "budget": "300"}
REFUSED = {"models": (GOOD,), "listed": ((40, True, 0.99),)}
"""A list of answers all of which are surer than any on test items."""
MEAN = {"models": COMPLEMENT, "mixture": True}

PAIRS = {
    "joint.mean_chosen": (MEAN, {"mixture": False}),
    "joint.model_all": (MEAN, {"mixture": False}),
    "joint.model_alone": (MEAN, {"mixture": False}),
    "joint.model_one": (MEAN | {"mixture": False}, {"mixture": True}),
    "joint.left_out": (MEAN | {"model_cost": "5", "budget": "100"}, {"model_cost": "0"}),
    "joint.luck": ({"models": (uneven(2),)}, {"models": (GOOD,)}),
    "joint.not_shown": ({"models": (uneven(7),), "group": TENS}, {"group": None}),
    "joint.pooled": (CROSSED, {"validation": True}),
    "joint.pooled_apart": ({}, CROSSED),
    "joint.surface_best": ({}, {"budget": "0"}),
    "joint.title": ({}, {"models": (HOPELESS,)}),
    "joint.title_unpriced": (NO_PRICE, {"models": (HOPELESS,)}),
    "joint.title_people": (ALONE, {"models": (GOOD,)}),
    "joint.title_people_unpriced": (NO_PRICE | ALONE, {"models": (GOOD,)}),
    "joint.title_machine": ({"budget": "0"}, {"budget": "3"}),
    "joint.title_machine_paid": (PAID, {"model_cost": "0"}),
    "joint.title_none": (ALONE | {"price": "9", "budget": None}, {"price": "0.50"}),
    "joint.title_none_within": (ALONE | {"price": "9"}, {"budget": None}),
    "joint.answers": (LIST, {"models": (HOPELESS,)}),
    "joint.answers_like": ({}, {"models": (HOPELESS,)}),
    "joint.answers_all": (LIST | {"models": (SURE,)}, {"models": (GOOD,)}),
    "joint.answers_all_like": ({"models": (SURE,)}, {"models": (GOOD,)}),
    "joint.people": (LIST | ALONE, {"budget": "9000"}),
    "joint.people_like": (ALONE, {"budget": "100"}),
    "joint.people_alone": (ALONE, {"budget": "100"}),
    "joint.people_all": (LIST | ALONE | {"budget": "9000"}, {"budget": "300"}),
    "joint.people_all_like": (ALONE | {"budget": "100"}, {"budget": "3"}),
    "joint.answers_rest": (LIST | {"budget": "9000"}, {"budget": "300"}),
    "joint.answers_rest_like": ({"budget": "100"}, {"budget": "3"}),
    "joint.answers_none": (LIST | {"budget": "0"}, {"budget": "300"}),
    "joint.answers_none_like": ({"budget": "0"}, {"budget": "3"}),
    "joint.wrong": ({}, {"resamples": 0}),
    "joint.wrong_plain": ({"resamples": 0}, {"resamples": 40}),
    "joint.net": ({"budget": None}, {"budget": "3"}),
    "joint.net_within": (ALONE, {"price": "9"}),
    "joint.net_unpriced": ({"price": None, "budget": None}, {"price": "0.50"}),
    "joint.net_unpriced_within": ({"price": None}, {"price": "0.50"}),
    "joint.net_nothing": (ALONE | {"price": "9"}, {"price": "0.50"}),
    "joint.cannot": ({"model_cost": "5"}, {"model_cost": "0"}),
    "joint.no_review": ({"budget": "0"}, {"budget": "3"}),
    "joint.unspent": (ERR, {"error": {}}),
    "joint.unspent_all": ({"budget": "100"}, {"budget": "3"}),
    "joint.fair_all": ({}, {"price": None}),
    "joint.fair_unpriced": ({"price": None}, {"price": "0.50"}),
    "joint.fair_pairs": (BY_CLASS, {"worths": MONEY}),
    "joint.fair_pairs_many": (BY_CLASS | {"classes": tuple("abcdefghijklm")}, {"classes": ("a", "b")}),
    "joint.people_err": (ERR | {"price": "0.10"}, {"error": {}}),
    "joint.people_err_by_class": (
        {"error": {"a": "0.1"}, "price": "0.10"},
        {"error": {"a": "0.1", "b": "0.1"}},
    ),
    "joint.short": ({}, {"resamples": 0}),
    "joint.short_plain": ({"resamples": 0}, {"resamples": 40}),
    "joint.short_entries": ({"positive": ("a",)}, {"positive": ()}),
    "joint.short_entries_plain": ({"positive": ("a",), "resamples": 0}, {"resamples": 40}),
    "joint.more_money": ({}, {"budget": "100"}),
    "joint.fig_split_done": ({}, {"budget": "0.5"}),
    "joint.enough": ({"budget": "100"}, {"budget": "0.5"}),
    "joint.fig_split_left": ({"budget": "0.5"}, {"budget": "3"}),
    "joint.found": ({}, {"positive": ("a",)}),
    "joint.found_people": (ERR | {"price": "0.10"}, {"error": {}}),
    "joint.found_entries": ({"positive": ("a",)}, {"positive": ()}),
    "joint.list_unlike": (SCENES["a list unlike the sample"], {"listed": GOOD.test * 10}),
    "joint.list_unlike_what": (SCENES["a list unlike the sample"], {"listed": ()}),
    "joint.listed": (SCENES["a list with predictions"], {"listed": ()}),
    "joint.own": (SCENES["a list with predictions"], {"listed": ()}),
    "joint.own_alike": (SCENES["a list with predictions"], {"listed": ((400, True, 0.6),)}),
    "joint.title_refused": (REFUSED, {"listed": GOOD.test}),
    "joint.refused": (REFUSED, {"listed": GOOD.test}),
    "joint.own_beyond": (REFUSED | {"listed": ((38, True, 0.9), (2, True, 0.99))}, {"listed": GOOD.test}),
    "joint.own_unlike": (SCENES["a list unlike the sample"], {"listed": GOOD.test * 10}),
    "joint.join_firm": ({}, {"models": (uneven(1),)}),
    "joint.join_open": ({"models": (uneven(1),)}, {"models": (GOOD,)}),
    "joint.join_people": (ALONE, {"models": (GOOD,)}),
    "joint.join_machine": ({"budget": "0"}, {"budget": "3"}),
    "joint.join": ({}, {"resamples": 0}),
    "joint.change": ({"models": (GOOD,)}, {"budget": "100"}),
    "joint.harsher": ({"models": (HASTY, SLOW), "budget": "4"}, {"models": (GOOD,)}),
    "joint.harsher_twice": ({"models": (HASTY,), "budget": None}, {"models": (GOOD,)}),
    "joint.scaled": ({"list_size": 4000, "budget": "300"}, {"list_size": None}),
    "joint.reviews_lose": ({"price": "1.5"}, {"price": "0.5"}),
    "joint.bound_how": ({}, CROSSED),
    "joint.bound": (MEAN, {"mixture": False}),
    "joint.bound_all": (MEAN | {"mixture": False}, {"mixture": True}),
    "joint.bound_none": (GROUPS, {"group": None}),
    "joint.bound_cross": (CROSSED, {"validation": True}),
    "joint.bound_grouped": ({"weight": (2.0,) * 40}, {"weight": None}),
    "joint.not_covered_what": ({}, ERR),
    "joint.not_covered_errors": (ERR, {"error": {}}),
    "joint.surface": ({}, {"budget": "0"}),
    "joint.grid": ({}, {"models": (GOOD,)}),
    "joint.request": ({}, {"models": (HOPELESS,)}),
    "joint.request_people": (ALONE, {"models": (GOOD,)}),
    "joint.request_machine": (PAID, {"model_cost": "0"}),
    "joint.quantity": ({}, {"price": None}),
    "joint.quantity_best": ({"budget": None}, {"budget": "3"}),
    "joint.quantity_within": ({"budget": "100"}, {"budget": "3"}),
    "joint.quantity_budget": ({"budget": "3"}, {"budget": "100"}),
    "joint.quantity_people": (ALONE, {"models": (GOOD,)}),
    "joint.quantity_machine": (PAID, {"model_cost": "0"}),
}
"""For every statement: a world in which it is printed, and one change after which it is not."""


def fields(text):
    found = [(name, kind) for _, name, kind, _ in string.Formatter().parse(text) if name is not None]
    # Of {n:{noun}|{nouns}} a number chooses one, and both are given.
    nested = [one for _, kind in found if "|" in kind for one in fields(kind)]
    return [(name, "count" if "|" in kind else kind) for name, kind in found] + nested


def test_every_statement_has_its_pair():
    assert PAIRS.keys() == STATEMENTS.keys()


@pytest.mark.parametrize("key", PAIRS)
def test_a_statement_is_printed_where_it_holds_and_not_next_door(key):
    args, change = PAIRS[key]
    assert len(change) == 1, "neighbours differ in one thing"
    assert key in world(**args).keys
    assert key not in world(**(args | change)).keys


@pytest.mark.parametrize("name", SCENES)
def test_all_sentences_are_filled_and_have_single_spaces(name):
    told = world(**SCENES[name])
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
        "joint.part_": 'f"joint.part_{name}"',
        "joint.unit_": 'f"joint.unit_{unit}"',
        "joint.answers": 'f"{key}_like"',
        "joint.people": 'f"{key}_like"',
        "joint.net": 'f"{key}_within"',
        "joint.short": 'f"{key}_plain"',
        "joint.wrong_plain": 'between("joint.wrong"',
        "joint.counted_plain": 'between("joint.counted"',
        "joint.way_": 'f"joint.way_{kind}"',
        "joint.bound_all": 'f"{key}_all"',
    }
    for key in TEXTS:
        if key.split(".", 1)[0] in {"term", "meaning"}:
            assert key.split(".", 1)[1] in TERMS
        else:
            built = [source for start, source in together.items() if key.startswith(start)]
            assert f'"{key}"' in SOURCE or any(source in SOURCE for source in built), key


def test_every_term_is_explained():
    for key in TERMS:
        assert {f"term.{key}", f"meaning.{key}"} <= world().keys


def test_every_label_is_shown_somewhere():
    shown = set()
    for args in SCENES.values():
        shown |= world(**args).keys
    assert not {key for key in TEXTS if key not in shown and key not in STATEMENTS}
