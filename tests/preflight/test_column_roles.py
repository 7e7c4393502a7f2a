"""What columns are, by their names and by what stands in them."""

import pytest
from table_world import table

from budgetplan.preflight.draft import Guess, Roles, guess_judgements, guess_long

WORDS = [f"w{i}" for i in range(6)]
GOLD = ["y", "n", "n", "y", "", "n"]


def roles(survey, stated=(), classes=()):
    return Roles(survey, frozenset(stated), classes)


@pytest.mark.parametrize(
    ("name", "cells", "expected"),
    [
        ("item_id", WORDS, "item_id"),
        ("ID", ["3", "1", "2", "5", "4", "9"], "ID"),
        ("doc_id", WORDS, "doc_id"),
        ("word", WORDS, "word"),
        ("n", ["1", "2", "3", "4", "5", "6"], ""),
        ("text", [f"a sentence {i}" for i in range(6)], ""),
        ("item_id", [*WORDS[:5], "w0"], ""),
        ("item_id", [*WORDS[:5], ""], ""),
        ("id", ["0.5", "1.5", "2.5", "3.5", "4.5", "5.5"], ""),
    ],
)
def test_the_column_with_the_names(name, cells, expected):
    assert roles(table(**{name: cells, "gold": GOLD})).id == Guess(expected)
    # A usual name comes before the first column.
    assert roles(table(word=WORDS, item_id=WORDS[::-1], gold=GOLD)).id.name == "item_id"


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        ({"gold": GOLD, "note": list("aabbab")}, Guess("gold")),
        ({"Gold_Label": GOLD}, Guess("Gold_Label")),
        ({"my_labels": GOLD}, Guess("my_labels")),
        ({"gold": GOLD, "label": GOLD}, Guess(choices=("gold", "label"))),
        ({"Befund": GOLD, "Sprache": list("abcabc")}, Guess(choices=("Befund", "Sprache"))),
        ({"Urteil": GOLD, "Sprache": list("abcabc")}, Guess("Urteil")),
        ({"gold": ["0.5", "0.1", "0.2", "0.5", "0.1", "0.2"]}, Guess()),
        ({"gold": ["y"] * 6}, Guess()),
        ({"gold": ["1", "0", "1", "0", "1", ""]}, Guess("gold")),
    ],
)
def test_the_column_with_the_labels(columns, expected):
    assert roles(table(**columns)).label == expected


def test_classes_that_models_know_tell_the_labels():
    survey = table(gold=list("aabbab"), kind=["x", "y", "z", "x", "y", "z"])
    assert roles(survey, classes=("x", "y", "z")).label == Guess("kind")
    # A label that no model knows does not matter; labels that are none of the classes do.
    assert roles(survey, classes=("x", "y", "q")).label == Guess("kind")
    assert roles(survey, classes=("p", "q")).label == Guess()


@pytest.mark.parametrize(
    ("name", "values", "expected", "validation", "test"),
    [
        ("split", ["test", "dev"], Guess("split"), "dev", "test"),
        ("portion", ["Test", "Train"], Guess("portion"), "", "Test"),
        ("fold", ["1", "2"], Guess("fold"), "", ""),
        ("portion", ["1", "2"], Guess(), "", ""),
    ],
)
def test_the_column_with_the_splits(name, values, expected, validation, test):
    found = roles(table(**{name: values * 3, "gold": GOLD}))
    assert (found.split, found.validation, found.test) == (expected, validation, test)


def test_two_columns_of_splits_or_of_domains_are_a_choice():
    survey = table(a=["test", "dev"] * 3, b=["train", "test"] * 3, gold=GOLD)
    assert roles(survey).split == Guess(choices=("a", "b"))
    survey = table(gold=GOLD, genre=["a", "b"] * 3, topic=["c", "d"] * 3)
    assert roles(survey).domain == Guess(choices=("genre", "topic"))


def test_sizes_weights_prices_domains_and_groups():
    survey = table(
        gold=GOLD,
        n_tokens=["3", "4", "5", "3", "4", "5"],
        Length=["30", "44", "51", "30", "44", "51"],
        weight=["1", "2", "1", "2", "1", "2"],
        price=["0.1", "0.2", "0.1", "0.2", "0.1", "0.3"],
        genre=["news", "talk"] * 3,
        speaker=["s1", "s1", "s2", "s2", "s3", "s3"],
        n_votes=["3", "3", "3", "2", "2", "2"],
        text=[f"one {'very ' * 20}long sentence"] * 3 + [f"another {'very ' * 20}long one"] * 3,
    )
    found = roles(survey)
    assert (found.units, found.weight, found.cost) == (("n_tokens", "Length"), ("weight",), ("price",))
    assert (found.domain, found.group) == (Guess("genre"), ("speaker",))
    assert found.taken == {"gold", "n_tokens", "Length", "weight", "price", "genre"}
    # Sizes are not below 0.
    assert roles(table(gold=GOLD, length=["-1", "2", "3", "4", "5", "6"])).units == ()


N = 12
ITEMS = [f"w{i:02d}" for i in range(N) for _ in range(2)]
MODELS = ["rf", "bert"] * N
NUMBERS = [str(i) for i in range(2 * N)]
SCORES = [f"{(i * 7 % 24) / 24:.3f}" for i in range(2 * N)]
LABELS = ["ja" if i % 3 == 0 else "nein" for i in range(N) for _ in range(2)]


@pytest.mark.parametrize("name", ["model", "classifier_name", "modèle", "Methods"])
def test_a_row_for_each_item_and_model_is_a_long_table(name):
    columns = {"lemma": ITEMS, "gold": LABELS, name: MODELS, "p": SCORES}
    assert guess_long(table(**columns)) == ("lemma", name, "p")
    # An item may lack a model.
    assert guess_long(table(**{key: cells[1:] for key, cells in columns.items()})) == ("lemma", name, "p")


def test_the_score_of_a_long_table_is_what_is_called_so_and_no_number_of_the_item():
    assert guess_long(table(item=ITEMS, model=MODELS, p=SCORES, ms=NUMBERS)) == ()
    named = table(item=ITEMS, model=MODELS, score=SCORES, ms=NUMBERS)
    assert guess_long(named) == ("item", "model", "score")
    size = [str(i) for i in range(N) for _ in range(2)]
    assert guess_long(table(item=ITEMS, n_chars=size, model=MODELS, p=SCORES)) == ("item", "model", "p")


@pytest.mark.parametrize(
    "columns",
    [
        {"item": NUMBERS, "model": MODELS, "p": SCORES},  # each item once
        {"item": [*ITEMS[:-1], ITEMS[0]], "model": MODELS, "p": SCORES},  # a pair twice
        {"item": ITEMS, "model": MODELS, "gold": LABELS},  # no number
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
    said = ["ja", "nein", "nein"] * (N * 2 // 3)
    people = {"item": ITEMS, "annotator": ["ann", "bob"] * N, "pred_label": said}
    assert guess_judgements(table(**people)).label == ""
    judged = ["ja", "nein", "ja", "ja"] * (N // 2)
    assert guess_judgements(table(**people, urteil_a=judged)).label == "urteil_a"
