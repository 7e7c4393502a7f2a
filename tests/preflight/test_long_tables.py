"""Long tables: which tables are taken for one, and which columns say item, model and score."""

import pytest
from table_world import table

from budgetplan.preflight.column_roles import guess_judgements, guess_long

N = 12
ITEMS = [f"w{i:02d}" for i in range(N) for _ in range(2)]
MODELS = ["rf", "bert"] * N
GOLD = ["ja" if i % 3 == 0 else "nein" for i in range(N) for _ in range(2)]
SCORES = [f"{(i * 7 % 24) / 24:.3f}" for i in range(2 * N)]


def test_a_row_for_each_item_and_model():
    found = guess_long(table(item=ITEMS, gold=GOLD, model=MODELS, p=SCORES))
    assert found == ("item", "model", "p")


@pytest.mark.parametrize("name", ["system", "Model", "classifier_name", "modèle", "Methods"])
def test_models_are_called_in_several_ways(name):
    assert guess_long(table(lemma=ITEMS, **{name: MODELS}, p=SCORES)) == ("lemma", name, "p")


def test_the_score_is_what_is_called_so():
    seconds = [str(i) for i in range(2 * N)]
    assert guess_long(table(item=ITEMS, model=MODELS, p=SCORES, ms=seconds)) == ()
    named = table(item=ITEMS, model=MODELS, score=SCORES, ms=seconds)
    assert guess_long(named) == ("item", "model", "score")


def test_a_number_of_the_item_is_no_score():
    size = [str(i) for i in range(N) for _ in range(2)]
    assert guess_long(table(item=ITEMS, n_chars=size, model=MODELS, p=SCORES)) == ("item", "model", "p")


def test_an_item_may_lack_a_model():
    rows = {"item": ITEMS[1:], "model": MODELS[1:], "p": SCORES[1:]}
    assert guess_long(table(**rows)) == ("item", "model", "p")


@pytest.mark.parametrize(
    "columns",
    [
        {"item": [f"w{i}" for i in range(2 * N)], "model": MODELS, "p": SCORES},  # each item once
        {"item": [*ITEMS[:-1], ITEMS[0]], "model": MODELS, "p": SCORES},  # a pair twice
        {"item": ITEMS, "model": MODELS, "gold": GOLD},  # no number
        {"item": ITEMS, "model": [*MODELS[:-1], ""], "p": SCORES},  # a row without a model
        {"item": ITEMS, "annotator": MODELS, "p": SCORES},  # people, not models
        {"item": ITEMS, "model": ["1", "2"] * N, "p": SCORES},  # numbers
        {"item": ITEMS, "model": MODELS, "system": MODELS, "p": SCORES},  # two such columns
    ],
)
def test_other_tables_have_a_row_an_item(columns):
    assert guess_long(table(**columns)) == ()


def test_what_a_model_says_is_no_judgement():
    # Two people saw what a model said to each of them; their judgements have names of their own.
    people = {
        "item": ITEMS,
        "annotator": ["ann", "bob"] * N,
        "pred_label": ["ja", "nein", "nein"] * (N * 2 // 3),
    }
    assert guess_judgements(table(**people)).label == ""
    said = ["ja", "nein", "ja", "ja"] * (N // 2)
    assert guess_judgements(table(**people, urteil_a=said)).label == "urteil_a"
