"""Values of arguments as a plan file has them."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

from budgetplan.settings.arguments import name_of, plain, said, say
from budgetplan.settings.sources import Settings


def settings():
    return Settings("call", {}, [], [])


@pytest.mark.parametrize(
    ("value", "key", "expected"),
    [
        (0.04, "cost.per_item", 0.04),
        (np.float32(0.04), "cost.per_item", Decimal("0.04")),
        (np.float64(0.04), "cost.per_item", 0.04),
        (np.int64(3), "sure.seed", 3),
        (Decimal("0.10"), "cost.per_item", Decimal("0.10")),
        (True, "table.positive", "True"),
        (True, "cost.per_item", True),
        (1.0, "table.positive", "1"),
        (np.array([True, False]), "models.classes", ["True", "False"]),
        (pd.Series([1.0, 2.0]), "models.classes", ["1", "2"]),
        ({"b", "a"}, "table.positive", ["a", "b"]),
        ({1: np.float32(0.5)}, "entry.value", {"1": Decimal("0.5")}),
        ("x", "report.title", "x"),
    ],
)
def test_values_are_as_a_plan_file_has_them(value, key, expected):
    found = plain(value, key)
    assert found == expected
    assert type(found) is type(expected)


def test_sections_are_taken_key_by_key_and_pairs_are_cells():
    own = settings()
    options = {
        "answers": {"right": 1, ("a", 1): -2, "wrnog": 3},
        "cost": {"contingency": 0.05},
        "budget": None,
        "words": {"item": "word"},
        "colour": 3,
    }
    assert list(said(own, options)) == [
        ("answers.right", 1, "answers.right"),
        ("answers.cell", [{"predicted": "a", "truth": 1, "value": -2}], "answers.cell"),
        ("cost.contingency", 0.05, "cost.contingency"),
        ("words.item", "word", "words.item"),
    ]
    first, second = map(str, own.problems)
    assert first == "answers.wrnog: there is no such key; did you mean answers.wrong?"
    assert second.startswith("call, colour: there is no such option")


def test_what_is_said_is_kept_with_its_place():
    own = settings()
    say(own, "words", ("a", "b", "c", "d"), "words")
    say(own, "answers.cell", [{"predicted": True, "truth": 1.0, "value": -2}], "answers")
    say(own, "cost.per_item", [1, 2], "cost")
    assert own.by_key["words"].value == "a,b,c,d"
    assert own.by_key["answers.cell"].value == [{"predicted": "True", "truth": "1", "value": -2}]
    assert [str(one) for one in own.problems] == ['cost: this is a list (found "a list"); write one value']


def test_cells_that_are_none_stay_to_be_refused():
    assert plain("x", "answers.cell") == "x"
    assert plain([1], "answers.cell") == [1]
    assert name_of((1, 2)) == "(1, 2)"
