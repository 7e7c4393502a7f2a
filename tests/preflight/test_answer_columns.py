"""What only looks like labels or like a model: answers, confidences, row numbers, rankings made with the labels."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from table_world import table

from budgetplan.preflight.answer_columns import (
    called_as_answers,
    called_as_rows,
    goes_with_labels,
    is_confidence,
    made_with_labels,
    winners,
)
from budgetplan.preflight.draft import Draft

N = 60
POSITIVE = np.arange(N) % 3 == 0
GOLD = ["idiom" if one else "literal" for one in POSITIVE]
SURE = [f"{0.55 + n % 9 / 20:.3f}" for n in range(N)]
FREE = [f"{(n * 7 % N + 1) / (N + 1):.3f}" for n in range(N)]


@pytest.mark.parametrize(
    "name",
    [
        "prediction.predicted",
        "pred",
        "Pred",
        ".pred_class",
        "prediction_label",
        "y_pred",
        "predictedLabel",
        "label.suggestion",
        "y_hat",
        "Vorhersage",
    ],
)
def test_names_of_answers(name):
    assert called_as_answers(name)
    drafted = Draft(table(**{name: GOLD, "lemma": [f"l{n}" for n in range(N)]}))
    assert name not in {drafted.roles.label.name, *drafted.roles.label.choices, *drafted.roles.group}
    assert drafted.roles.answers == (name,)


@pytest.mark.parametrize("name", ["gold", "predicate", "label", "Urteil", "hat", "judged"])
def test_names_of_other_columns(name):
    assert not called_as_answers(name)


@pytest.mark.parametrize("name", ["rowIndex", ".row", "row_number", "Unnamed: 0", "...1", "Zeile"])
def test_names_of_row_numbers(name):
    assert called_as_rows(name)
    shuffled = [str(n * 7 % N + 1) for n in range(N)]
    assert Draft(table(gold=GOLD, **{name: shuffled})).scores == ()


def test_fractions_are_no_row_numbers():
    assert [one.column for one in Draft(table(gold=GOLD, index=FREE)).scores] == ["index"]


@given(st.permutations(range(1, N + 1)))
def test_places_that_do_not_go_with_the_labels_are_never_a_sure_model(places):
    survey = table(gold=GOLD, place=[str(one) for one in places])
    found = Draft(survey).scores
    goes = goes_with_labels(survey.column("place"), survey.column("gold"))
    assert [one.is_sure for one in found if not goes] in ([], [False])


def test_places_are_a_model_where_the_labels_agree():
    order = np.argsort(~POSITIVE, kind="stable")
    place = np.empty(N, dtype=int)
    place[order] = np.arange(1, N + 1)
    survey = table(gold=GOLD, place=[str(one) for one in place])
    assert goes_with_labels(survey.column("place"), survey.column("gold"))
    assert goes_with_labels(survey.column("place"), None) is False
    assert [one.is_sure for one in Draft(survey).scores] == [True]


def test_a_label_with_how_sure_a_model_is_of_it():
    # Top answers of a pipeline: a class, and the probability of that class, which is never below 1 / 2.
    assert winners(table(label=GOLD, score=SURE)) == {"label": "score"}
    assert winners(table(text=FREE, bert_label=GOLD, bert_score=SURE)) == {"bert_label": "bert_score"}
    # With nothing beside them, the other classes of the model may not occur.
    assert winners(table(label=GOLD, score=FREE)) == {"label": "score"}


def test_a_label_with_the_score_of_one_class():
    assert winners(table(item_id=range(N), label=GOLD, score=FREE)) == {}
    assert winners(table(label=GOLD, p_rf=SURE)) == {}
    assert winners(table(label=GOLD, score=[n - 5 for n in range(N)])) == {}


def test_confidences_in_whatever_class():
    survey = table(label=GOLD, confidence=SURE, conf_b=FREE, p=SURE)
    assert [is_confidence(column, 2) for column in survey.columns] == [False, True, False, False]
    # The likeliest of four classes may have a quarter.
    low = table(conf=[f"{0.25 + n / 100:.2f}" for n in range(N)]).columns[0]
    assert (is_confidence(low, 2), is_confidence(low, 4)) == (False, True)


def ranked(judged, first="1", last="0"):
    """Return labels and a ranking with included records first, then those that nobody judged, then excluded ones."""
    labels = [first] * judged + [""] * 20 + [last] * judged
    return table(included=labels, place=[str(n + 1) for n in range(len(labels))])


@pytest.mark.parametrize("judged", [1, 5, 20])
def test_a_ranking_that_was_made_with_the_labels(judged):
    survey = ranked(judged)
    place, label = survey.column("place"), survey.column("included")
    assert made_with_labels(place, label)
    assert not made_with_labels(place, None)


def test_a_ranking_that_was_made_before_the_labels():
    survey = table(
        included=["1", "0", "1", *[""] * 5, "0", ""] * 3,
        place=[str(n + 1) for n in range(30)],
        same=["1"] * 30,
    )
    for name in ("place", "same"):
        assert not made_with_labels(survey.column(name), survey.column("included"))
    # All that was judged stands at the top: that is how people review.
    top = table(included=["1"] * 5 + ["0"] * 5 + [""] * 20, place=[str(n + 1) for n in range(30)])
    assert not made_with_labels(top.column("place"), top.column("included"))
    judged = table(included=["1", "0"] * 5, place=[str(n + 1) for n in range(10)])
    assert not made_with_labels(judged.column("place"), judged.column("included"))


@pytest.mark.parametrize(
    ("judged", "unjudged", "made"), [(4, 2, False), (8, 2, False), (14, 2, True), (4, 5, True)]
)
def test_few_rows_between_the_labels_are_an_accident(judged, unjudged, made):
    # By hand: six rows stand in 15 orders of two and four, ten in 45, sixteen in 120; nine in 126 of four and five.
    labels = ["1"] * (judged // 2) + [""] * unjudged + ["0"] * (judged // 2)
    survey = table(included=labels, p=[str(n + 1) for n in range(len(labels))])
    assert made_with_labels(survey.column("p"), survey.column("included")) is made


def test_a_ranking_made_with_the_labels_is_known_by_its_name():
    survey = table(included=["1", "0"] * 5, asreview_ranking=[str(n + 1) for n in range(10)])
    assert made_with_labels(survey.column("asreview_ranking"), survey.column("included"))
