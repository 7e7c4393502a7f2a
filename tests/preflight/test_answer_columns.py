"""What only looks like labels or like a model: answers, confidences, row numbers, rankings made with the labels."""

import re
import tomllib
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from table_world import csv_of, survey, table

from budgetplan.api import draft_plan
from budgetplan.preflight.draft import (
    AnswererGuess,
    Draft,
    called_as_answers,
    called_as_rows,
    goes_with_labels,
    is_confidence,
    made_with_labels,
    winners,
)
from budgetplan.settings.build import read_plan

N = 60
POSITIVE = np.arange(N) % 3 == 0
GOLD = ["idiom" if one else "literal" for one in POSITIVE]
SURE = [f"{0.55 + n % 9 / 20:.3f}" for n in range(N)]
FREE = [f"{(n * 7 % N + 1) / (N + 1):.3f}" for n in range(N)]
IDS = [f"w{at:02d}" for at in range(N)]
LLM = [*GOLD[:50], *["literal"] * 6, *[""] * 4]
LEVELS = [("low", "high", "medium")[at % 3] for at in range(N)]
P = [f"{0.2 + 0.5 * (at % 3 == 0) + at % 7 / 40:.3f}" for at in range(N)]
TABLE = {"item_id": IDS, "gold": GOLD, "p_rf": P}


def names(columns):
    return [one.column for one in columns]


@pytest.mark.parametrize(
    "name",
    ["prediction.predicted", "Pred", ".pred_class", "prediction_label", "y_pred", "predictedLabel", "Vorhersage"],
)
def test_a_column_called_as_answers_is_no_label(name):
    assert called_as_answers(name)
    drafted = Draft(table(**{name: GOLD, "lemma": [f"l{n}" for n in range(N)]}))
    assert name not in {drafted.roles.label.name, *drafted.roles.label.choices, *drafted.roles.group}
    assert drafted.roles.answers == (name,)


@pytest.mark.parametrize("name", ["rowIndex", ".row", "row_number", "Unnamed: 0", "...1", "Zeile"])
def test_row_numbers_are_no_scores_and_fractions_are_none(name):
    assert called_as_rows(name)
    shuffled = [str(n * 7 % N + 1) for n in range(N)]
    assert Draft(table(gold=GOLD, **{name: shuffled})).scores == ()
    assert names(Draft(table(gold=GOLD, index=FREE)).scores) == ["index"]


@settings(max_examples=30)
@given(st.permutations(range(1, N + 1)))
def test_places_that_do_not_go_with_the_labels_are_never_a_sure_model(places):
    shuffled = table(gold=GOLD, place=[str(one) for one in places])
    if not goes_with_labels(shuffled.column("place"), shuffled.column("gold")):
        assert [one.is_sure for one in Draft(shuffled).scores] in ([], [False])


def test_places_are_a_model_where_the_labels_agree():
    place = np.empty(N, dtype=int)
    place[np.argsort(~POSITIVE, kind="stable")] = np.arange(1, N + 1)
    ordered = table(gold=GOLD, place=[str(one) for one in place])
    assert goes_with_labels(ordered.column("place"), ordered.column("gold"))
    assert goes_with_labels(ordered.column("place"), None) is False
    assert [one.is_sure for one in Draft(ordered).scores] == [True]


def test_a_label_with_how_sure_a_model_is_of_it_is_a_top_answer():
    # A class, and the probability of that class, which is never below 1 / 2.
    assert winners(table(label=GOLD, score=SURE)) == {"label": "score"}
    assert winners(table(text=FREE, bert_label=GOLD, bert_score=SURE)) == {"bert_label": "bert_score"}
    # With nothing beside them, the other classes of the model may not occur.
    assert winners(table(label=GOLD, score=FREE)) == {"label": "score"}
    assert winners(table(item_id=range(N), label=GOLD, score=FREE)) == {}
    assert winners(table(label=GOLD, p_rf=SURE)) == {}
    assert winners(table(label=GOLD, score=[n - 5 for n in range(N)])) == {}


def test_confidences_are_above_chance_and_called_so():
    columns = table(label=GOLD, confidence=SURE, conf_b=FREE, p=SURE).columns
    assert [is_confidence(column, 2) for column in columns] == [False, True, False, False]
    # The likeliest of four classes may have a quarter.
    low = table(conf=[f"{0.25 + n / 100:.2f}" for n in range(N)]).columns[0]
    assert (is_confidence(low, 2), is_confidence(low, 4)) == (False, True)


@pytest.mark.parametrize(
    ("judged", "unjudged", "made"),
    [(2, 20, True), (40, 20, True), (4, 2, False), (8, 2, False), (14, 2, True), (4, 5, True)],
)
def test_a_ranking_that_was_made_with_the_labels_has_the_unjudged_rows_between_them(judged, unjudged, made):
    # By hand: six rows stand in 15 orders of two and four, ten in 45, sixteen in 120; nine in 126 of four and five.
    labels = ["1"] * (judged // 2) + [""] * unjudged + ["0"] * (judged // 2)
    ranked = table(included=labels, place=[str(n + 1) for n in range(len(labels))])
    assert made_with_labels(ranked.column("place"), ranked.column("included")) is made
    assert not made_with_labels(ranked.column("place"), None)


@pytest.mark.parametrize(
    "labels",
    [
        ["1", "0", "1", *[""] * 5, "0", ""] * 3,
        # All that was judged stands at the top: that is how people review.
        ["1"] * 5 + ["0"] * 5 + [""] * 20,
        ["1", "0"] * 5,
    ],
)
def test_a_ranking_that_was_made_before_the_labels(labels):
    places = [str(n + 1) for n in range(len(labels))]
    ranked = table(included=labels, place=places, same=["1"] * len(labels), asreview_ranking=places)
    label = ranked.column("included")
    assert not made_with_labels(ranked.column("place"), label)
    assert not made_with_labels(ranked.column("same"), label)
    # By its name it is known without its places.
    assert made_with_labels(ranked.column("asreview_ranking"), label)


def test_a_second_column_with_the_labels_values_is_an_answerer_and_never_the_truth():
    draft = Draft(survey(**TABLE, gpt=LLM, gpt_confidence=LEVELS))
    assert draft.roles.label.name == "gold"
    assert draft.answerers == (AnswererGuess("gpt", 54, 56, 4, (), "gpt_confidence", ("low", "medium", "high")),)
    assert "gpt" not in draft.roles.group
    assert names(draft.scores) == ["p_rf"]


def test_a_predicted_label_is_an_answerer_without_a_confidence_and_a_model_with_it():
    draft = Draft(survey(**TABLE, pred_svm=LLM))
    assert names(draft.answerers) == ["pred_svm"]
    assert not draft.classifiers
    assert Draft(survey(item_id=IDS, gold=GOLD, pred_svm=LLM, conf_svm=P)).answerers == ()


def test_texts_for_no_answer_and_words_of_unknown_order_are_told():
    refused = ["refused" if at > 55 else name for at, name in enumerate(GOLD)]
    assert Draft(survey(**TABLE, gpt=refused)).answerers[0].no_answer == ("refused",)
    words = [("blau", "grün")[at % 2] for at in range(N)]
    [one] = Draft(survey(**TABLE, gpt=LLM, gpt_confidence=words)).answerers
    assert (one.levels, one.in_order) == (("blau", "grün"), False)


@pytest.mark.parametrize(
    "column", [["idiom"] * N, [f"text {at % 9}" for at in range(N)], ["idiom" if at % 2 else "verb" for at in range(N)]]
)
def test_other_columns_are_no_answerers(column):
    assert Draft(survey(**TABLE, other=column)).answerers == ()


def test_where_labels_are_numbers_a_column_must_go_with_them():
    gold = [str(int(one == "idiom")) for one in GOLD]
    flag = np.random.default_rng(1).integers(0, 2, N).astype(str).tolist()
    draft = Draft(survey(item_id=IDS, gold=gold, p_rf=P, flag=flag, good=[*gold[:55], *["0"] * 5]))
    assert names(draft.answerers) == ["good"]


def test_a_draft_holds_the_answerer_as_a_comment_that_becomes_a_plan(tmp_path, monkeypatch):
    """On average 0.5 a call; what a call took is no score of a model."""
    monkeypatch.chdir(tmp_path)
    costs = [0.25 + at % 2 / 2 for at in range(N)]
    (tmp_path / "t.csv").write_text(csv_of(TABLE | {"gpt": LLM, "gpt_confidence": LEVELS, "gpt_cost": costs}))
    draft_plan("t.csv", "plan.toml")
    text = (tmp_path / "plan.toml").read_text()
    assert "answerers" not in tomllib.loads(text)
    told = " ".join(line.removeprefix("# ") for line in text.splitlines())
    assert "the same as people's in 54 of 56 rows that have both, empty in 4 labelled rows." in told
    assert "It is never people's label." in told
    assert "somebody or something answered there for a price, as gpt_cost says" in told
    assert 'name = "gpt_cost"' not in text
    # Models order items here: one that only answers cannot stand among them.
    assert "[[models]] with predicted" not in told
    before, _, block = text.partition("\n# [[answerers]]\n")
    block, after = block.split("\n\n", 1)
    block = re.sub(r"^# (?=[a-z_]+ = )", "", block, flags=re.MULTILINE)
    (tmp_path / "plan.toml").write_text(f"{before}\n[[answerers]]\n{block}\n\n{after}")
    [one] = read_plan("plan.toml", {"cost.per_item": "1", "goal.budget": "9"}).answerers
    assert (one.name, one.column, one.confidence) == ("gpt", "gpt", "gpt_confidence")
    assert (one.levels, one.price) == (("low", "medium", "high"), Decimal("0.5"))


def test_what_answers_cost_is_taken_from_the_columns_beside_them():
    [one] = Draft(survey(**TABLE, gpt=LLM, gpt_tokens_in=[9] * N, gpt_out_tokens=[5] * N)).answerers
    assert one.paid == {"tokens_in": "gpt_tokens_in", "tokens_out": "gpt_out_tokens"}
