"""Guesses from tables: which columns are models, which label is collected, and what speaks against a guess."""

import numpy as np
import pytest
from table_world import table

from budgetplan.preflight.draft import Draft, Guess, ScoreGuess

N = 60
POSITIVE = np.arange(N) % 3 == 0
HIGH = [f"{value:.4f}" for value in POSITIVE * 0.5 + np.arange(N) % 7 / 20]
LOW = [f"{1 - float(value):.4f}" for value in HIGH]
FLAT = [f"{value:.4f}" for value in np.sin(np.arange(N))]
GOLD = ["idiom" if one else "literal" for one in POSITIVE]
IDS = [f"w{i:02d}" for i in range(N)]


@pytest.mark.parametrize(
    ("labels", "score", "expected", "by_scores"),
    [
        ("1 0", FLAT, Guess("1"), False),
        ("yes no", FLAT, Guess("yes"), False),
        ("VNIC other", LOW, Guess("VNIC"), False),
        ("loan not-loan", FLAT, Guess("loan"), False),
        ("loan nonloan", FLAT, Guess("loan"), False),
        ("ja nein", FLAT, Guess("ja"), False),
        ("vrai faux", FLAT, Guess("vrai"), False),
        ("zapożyczenie nie", FLAT, Guess("zapożyczenie"), False),
        ("да Нет", FLAT, Guess("да"), False),
        ("idiom literal", HIGH, Guess("idiom"), True),
        ("idiom literal", LOW, Guess("literal"), True),
        ("idiom literal", FLAT, Guess(choices=("idiom", "literal")), False),
        ("no none", FLAT, Guess(choices=("no", "none")), False),
    ],
)
def test_the_label_that_is_collected(labels, score, expected, by_scores):
    yes, no = labels.split()
    draft = Draft(table(gold=[yes if one else no for one in POSITIVE], p_rf=score))
    assert (draft.positive, draft.by_scores) == (expected, by_scores)


@pytest.mark.parametrize(
    ("gold", "expected"),
    [
        # The rarest comes first; what says no or does not know comes last.
        (["a"] * 10 + ["b"] * 40 + ["c"] * 10, Guess(choices=("a", "c", "b"))),
        (
            ["unclear"] * 2 + ["no"] * 38 + ["loan"] * 15 + ["name"] * 5,
            Guess(choices=("name", "loan", "unclear", "no")),
        ),
        (["Yes", "no", "no", "unclear"] * 15, Guess("Yes")),
        (["Yes", "Yes", "no", "y"] * 15, Guess("Yes")),
        (["ja", "nein", "vielleicht"] * 20, Guess(choices=("ja", "vielleicht", "nein"))),
        (["1", "0", "2"] * 20, Guess(choices=("1", "2", "0"))),
    ],
)
def test_of_several_labels_the_likelier_ones_are_chosen_among_first(gold, expected):
    assert Draft(table(item_id=IDS, gold=gold, p_rf=FLAT)).positive == expected


def test_scores_that_contradict_each_other_decide_nothing():
    assert Draft(table(gold=GOLD, p_a=HIGH, p_b=LOW)).positive == Guess(choices=("idiom", "literal"))


def test_lower_scores_that_seem_better_are_told_and_numbers_of_classes_asked_about():
    """0 says "no", unless it is the number of a class: datasets number them by the alphabet."""
    gold = ["yes" if one else "no" for one in POSITIVE]
    assert Draft(table(gold=gold, p_a=LOW)).scores == (ScoreGuess("p_a", True, lower=True),)
    gold = ["1" if one else "0" for one in POSITIVE]
    draft = Draft(table(gold=gold, p_a=LOW))
    assert (draft.positive, draft.scores) == (Guess(choices=("1", "0")), (ScoreGuess("p_a", True),))
    assert Draft(table(gold=gold, p_a=HIGH)).positive == Guess("1")


def test_ranks_are_places_in_a_queue():
    place = np.argsort(np.argsort(~POSITIVE, kind="stable"))
    ranks = [str(one + 1) for one in place]
    draft = Draft(table(gold=GOLD, first=ranks, rank_b=["1", "2", "3"] * 20, rank_c=[str(one) for one in place]))
    assert draft.scores == (
        ScoreGuess("first", True, is_rank=True),
        ScoreGuess("rank_b", True, is_rank=True),
        ScoreGuess("rank_c", True),
    )
    assert Draft(table(gold=GOLD, first=ranks)).positive == Guess("idiom")


SPLIT = ["dev", "test"] * 30
HATE = [0.2, 0.7, 0.1] * 20


def by_class(prefix, first=HATE, names=("idiom", "literal")):
    return {f"{prefix}:{names[0]}": first, f"{prefix}:{names[1]}": [round(1 - one, 4) for one in first]}


D_SVC = by_class("d_svc", [-1.5, 0.5, 2] * 20)


def test_decision_values_need_validation_items():
    assert [one.doubtful for one in Draft(table(gold=GOLD, **D_SVC)).classifiers] == ["scaling"]
    unlabelled = [name if part == "test" else "" for name, part in zip(GOLD, SPLIT, strict=True)]
    draft = Draft(table(gold=unlabelled, **D_SVC, split=SPLIT))
    assert [one.doubtful for one in draft.classifiers] == ["scaling"]
    assert [one.doubtful for one in Draft(table(gold=GOLD, **D_SVC, split=SPLIT)).classifiers] == [""]
    gaps = D_SVC | {"d_svc:idiom": ["", *D_SVC["d_svc:idiom"][1:]]}
    assert Draft(table(gold=GOLD, **gaps)).missing == {"d_svc:idiom": 1}


@pytest.mark.parametrize(
    ("columns", "doubtful"),
    [
        ({"p_x:idiom": [0.52] * N, "p_x:literal": [0.41] * N}, "sums"),
        (by_class("p_x", names=("idiom", "figurative")), "classes"),
    ],
)
def test_what_speaks_against_columns_by_class(columns, doubtful):
    draft = Draft(table(gold=GOLD, **by_class("p_rf"), **columns))
    assert [one.doubtful for one in draft.classifiers] == ["", doubtful]


PAIR = {"pred_m": GOLD, "conf_m": [0.9, 0.6, 0.4] * 20}


@pytest.mark.parametrize(
    ("columns", "doubtful"),
    [
        (PAIR | {"conf_m": [90, 60, 40] * 20}, "range"),
        (PAIR | by_class("p_m"), "same"),
        (PAIR | {"pred_m": ["1", "0", "0"] * 20}, "labels"),
    ],
)
def test_what_speaks_against_answers_with_confidences(columns, doubtful):
    draft = Draft(table(gold=GOLD, **by_class("p_rf"), **columns))
    [pair] = [one for one in draft.classifiers if one.predicted]
    assert pair.doubtful == doubtful
    assert len({one.name for one in draft.classifiers}) == len(draft.classifiers)


def test_what_a_tool_says_a_model_predicts_is_an_order_of_two_labels():
    """The probability of the likelier label, as annotation tools export it beside the tasks' own scores."""
    p = np.array([float(one) for one in HIGH])
    said = {
        "m1.predicted": ["idiom" if one >= 0.5 else "literal" for one in p],
        "m1.confidence": [f"{max(one, 1 - one):.4f}" for one in p],
    }
    draft = Draft(table(label=GOLD, **said))
    assert not draft.deferred
    assert draft.scores == (ScoreGuess("m1.confidence", True, says="m1.predicted"),)
    # The same scores once more as a field of the tasks: one of the two is enough.
    assert Draft(table(label=GOLD, p_idiom=HIGH, **said)).scores == (ScoreGuess("p_idiom", True),)
    assert len(Draft(table(label=GOLD, p_other=FLAT, **said)).scores) == 2
    three = {**said, "m1.predicted": ["idiom", "literal", "unclear"] * 20}
    assert Draft(table(label=GOLD, **three)).deferred
