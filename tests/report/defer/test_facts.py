"""What is told of a classifier holds: facts of small worlds, worked out by hand, and the whole report in words."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from defer_world import (
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
    UNLUCKY,
    Model,
    world,
)
from golden import golden
from scipy.stats import beta

from budgetplan.domain.rounding import rounded_up

UNSURE = ((5, True, 0.9), (400, True, 0.6))
"""A list on which no model is as sure as on the test items."""
SUREST = ((30, True, 0.99), (10, True, 0.6))
"""A list of which the answers that are given are surer than all on test items."""
OFTEN_WRONG = {
    "truth": "a" * 35 + "b" * 5,
    "models": (Model("llm", ((30, True, 0.9), (5, False, 0.9), (5, True, 0.9)), alone=True),),
}
"""Answers alone: b is right as often as not."""
EVEN = Model("even", ((33, True, 0.9), (7, False, 0.9)), ((38, True, 0.9), (2, False, 0.9)))
GROUPS = tuple(place // 4 for place in range(40))
DEAR = {"models": MANY, "worths": {"error_weight": "10"}}


@pytest.mark.parametrize(
    ("said", "accepts"),
    [
        ({}, "cutoff"),
        ({"models": (BAD,)}, "none"),
        (BLIND, "value"),
        ({"worths": {"error_weight": "0"}}, "all"),
        (OFTEN_WRONG, "named"),
        (OFTEN_WRONG | {"worths": {"error_weight": "0.5"}}, "all"),
        (RISKY, "value"),
        (RISKY | {"relabel": False}, "span"),
        ({"most_wrong": "0.1"}, "cutoff"),
    ],
)
def test_which_answers_stand(said, accepts):
    facts = world(**said).facts
    assert facts.accepts == accepts
    assert (facts.people == ("b",)) == (accepts == "named")
    assert (facts.cutoff is not None) == (accepts in ("cutoff", "span"))


def test_cutoffs_are_those_of_the_model():
    assert world().facts.cutoff == world().selection.chosen.cutoff
    three = world(classes=("a", "b", "c"))
    assert (three.facts.accepts, three.facts.cutoff, three.selection.chosen.cutoff) == ("cutoff", 0.8, None)
    # A missed b costs twenty, a false one as much as a right answer brings.
    span = world(**BY_CLASS | {"models": (GOOD,)}).facts.cutoff
    assert (span.low, span.high) == pytest.approx((1 / 2, 20 / 21))


@pytest.mark.parametrize(
    "scene", ["by class", "weights", "a list", "three classes", "labels that no model knows"]
)
def test_classes_add_up(scene):
    selection = world(**SCENES[scene]).selection
    alone, test = selection.alone, selection.test
    weight = np.ones(test.n_items) if test.weight is None else test.weight
    counted = np.bincount(test.truth, weight, len(test.names)) * alone.items / weight.sum()
    assert sum(one.alone for one in alone.classes) == pytest.approx(alone.alone)
    for one, size in zip(alone.classes, counted.tolist(), strict=True):
        assert alone.own_list is not None or one.alone + one.left == pytest.approx(max(size, one.alone))
    if alone.own_list is not None:  # nobody knows how many of a list are of each class
        assert sum(one.left for one in alone.classes) == pytest.approx(alone.left)
    assert sum(one.given or 0.0 for one in alone.classes) == pytest.approx(alone.alone)
    assert sum(one.wrong.value for one in alone.classes) == pytest.approx(alone.wrong.value, abs=1e-9)
    for one in alone.classes:
        assert sum(one.parts) == pytest.approx(100 if one.alone + one.left else 0)
    worst = alone.worst_class
    assert worst is None or worst.wrong.value == max(one.wrong.value for one in alone.classes) >= 0.5
    assert alone.worst_classes(1)[0].wrong.value == max(one.wrong.value for one in alone.classes)


def test_the_class_with_most_errors_is_told():
    # Of the last ten, all c, every answer is a.
    truth, said = "a" * 15 + "b" * 15 + "c" * 10, ((30, True, 0.9), (10, False, 0.9))
    told = world(
        truth=truth, classes=("a", "b", "c"), models=(Model("m", said),), worths={"error_weight": "1"}
    )
    worst = told.selection.alone.worst_class
    assert worst.name == "c"
    assert worst.share_wrong > 0.7
    assert "The class with most errors is “c”" in told.shown
    # All ten are answered alone, and none is right: that is counted beside what is expected.
    assert told.selection.worst_counted == (10, 10)
    assert "(counted: 10 of 10)" in told.shown
    unknown = world(truth="ab" * 15 + "c" * 10, models=(Model("m", said),), worths={"error_weight": "1"})
    worst = unknown.selection.alone.worst_class
    assert (worst.name, worst.given, worst.share_wrong) == ("c", None, 1)


def test_bounds_of_errors_are_those_of_clopper_and_pearson():
    # Nothing was chosen on the test items: however many models are averaged, the bound is that of one.
    for said in ({"models": (GOOD,)}, {"mixture": True}):
        assert world(**said).facts.bound == rounded_up(1 - 0.1 ** (1 / 30)) == 0.074
    # The best single one of two is chosen on them.
    assert world().facts.bound == rounded_up(1 - 0.05 ** (1 / 30))
    # Five wrong of forty (scipy: quantiles of the beta distribution).
    five = world(models=(GOOD,), worths={"error_weight": "0"}).facts
    assert five.bound == rounded_up(beta.ppf(0.9, 6, 35))


@pytest.mark.parametrize(
    ("said", "bounded"),
    [
        (RISKY, True),
        ({"validation": False}, False),
        ({"models": (BAD,)}, False),
        ({"group": GROUPS}, False),
        ({"weight": (2.0,) * 40}, False),
        ({"most_wrong": "0.1"}, True),
    ],
)
def test_exact_bounds_are_only_given_for_independent_items_that_chose_nothing(said, bounded):
    assert (world(**said).facts.bound is not None) == bounded


@pytest.mark.parametrize(
    ("said", "pays", "against"),
    [({}, True, False), ({"models": (UNLUCKY,)}, False, True), ({"models": (EVEN,)}, False, False)],
)
def test_whether_using_the_model_is_worth_it_is_told_as_it_was_drawn(said, pays, against):
    told = world(**said)
    assert (told.selection.pays, told.selection.alone.gain.wholly_below(0.0)) == (pays, against)
    assert ("That is worth less than no model" in told.shown) == against


def test_what_accuracy_would_lose_is_the_difference_in_value():
    dear = world(**DEAR)
    # accurate answers all 400, 20 of them wrong; choosy answers 360, all right.
    choice, gap = dear.selection.choice, dear.selection.differences["accurate"].opposite.per_thousand
    assert choice.by_accuracy == "accurate"
    assert gap.value == pytest.approx(1000 * (0.9 - (380 - 200) / 400))
    assert gap.low > 0
    assert (choice.accuracy["accurate"], choice.accuracy["choosy"]) == (0.95, 0.9)
    assert "With accurate alone, which accuracy would choose (95 % against 90 %), the value" in dear.shown
    assert "accuracy would choose" not in world().shown


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ({}, {"few": None, "bare": [], "scaled": [], "reviews": None}),
        ({"group": GROUPS}, {"few": 10}),
        # Two models, thirty of forty accepted, none wrong: 0.05 ** (1 / 299) > 0.99, and 299 * 40 / 30 is 399.
        ({"most_wrong": "0.01"}, {"needed": 399.0}),
        ({"most_wrong": "0.01", "models": (BAD,)}, {"needed": None}),
        ({"models": (SVC,)}, {"scaled": ["svc"]}),
        ({"models": (Model("plain", GOOD.test, bare=True),), "relabel": True}, {"bare": ["plain"]}),
        (BY_CLASS, {"differ": True, "many": False}),
        ({"classes": tuple("abcdefghijklm")}, {"differ": False, "many": True}),
    ],
)
def test_facts_are_those_of_the_plan(said, facts):
    known = world(**said).facts
    for name, value in facts.items():
        shown = getattr(known, name)
        if name == "scaled":
            shown = [one.name for one in shown]
        assert shown == value, name


@pytest.mark.parametrize(
    ("said", "refusal"),
    [
        ({"models": (Model("m", ((20, True, 0.9), (5, False, 0.6))),)}, "few"),
        ({"most_wrong": "0.01"}, "uncertified"),
        ({"listed": SUREST}, "outside"),
        ({"listed": UNSURE}, ""),
    ],
)
def test_what_is_refused_has_a_page_without_numbers_of_the_list(said, refusal):
    told = world(**said)
    assert told.selection.refusal == refusal
    assert ([one.key for one in told.document.sections] == ["decision", "back"]) == bool(refusal)


@pytest.mark.parametrize("language", ["en", "de"])
def test_reports_in_words(language):
    """The usual case, a list with prices and all classes told, a goal for errors, and each refusal."""
    worlds = [
        {"models": (GOOD, BAD, PERFECT, replace(PERFECT, name="second"))},
        SCENES["a list with prices"],
        RISKY | {"models": (*RISKY["models"], *BLIND["models"])},
        BY_CLASS | MONEY | {"domain": "x" * 20 + "y" * 20, "models": COMPLEMENT, "mixture": True},
        {"most_wrong": "0.1", "truth": "ab" * 19 + "ac"},
        {"models": (LLM, SVC), "group": GROUPS},
        {"models": (UNLUCKY,), "domain": "x" * 20 + "y" * 20},
        {"most_wrong": "0.01"},
        {"listed": SUREST},
    ]
    parts = []
    for said in worlds:
        method = "Method\n" if language == "en" else "Methode\n"
        words, _, rest = world(language=language, **said).shown.partition(method)
        parts.append(words if parts else words + method + rest)
    golden(f"answers.{language}.txt", "\n---\n".join(parts))
