"""Names of options in Python: each key can be said, and messages name what can be written."""

from __future__ import annotations

import pytest

from budgetplan.domain.options import BY_KEY, OPTIONS, REPEATED
from budgetplan.settings.arguments import PLURALS, argument, meanings, unknown_argument

KEYS = [key for key, entry in BY_KEY.items() if entry.section not in REPEATED]


@pytest.mark.parametrize("key", KEYS)
def test_every_key_has_a_name_that_means_it_and_nothing_else(key):
    assert meanings(argument(key)) == (key,)
    assert meanings(key.replace(".", "__")) == (key,)
    assert argument(key).isidentifier()


def test_flags_are_names():
    for entry in OPTIONS:
        name = entry.flag.lstrip("-").replace("-", "_")
        if entry.flag and entry.key in KEYS:
            assert meanings(name) == (entry.key,), name


def test_plural_names_are_arrays_of_items():
    assert {meanings(name) for name in PLURALS} == {(key,) for key in PLURALS.values()}
    # --cost is the price of one item, costs those of all.
    assert meanings("cost") == ("cost.per_item",)
    assert meanings("costs") == ("table.cost",)


@pytest.mark.parametrize(
    ("name", "todo"),
    [
        ("bugdet", "did you mean budget?"),
        ("cost__contingancy", "write contingency"),
        ("costs__contingency", "write contingency"),
        ("group_s", "did you mean group?"),
        ("entry__valu", "did you mean entry_value?"),
        ("left_out", "write entry__left_out or answers__left_out"),
    ],
)
def test_what_means_nothing_names_the_nearest(name, todo):
    assert meanings(name) != ("",)
    assert unknown_argument(name) == todo


def test_what_is_like_nothing_is_told_how_names_are_made():
    todo = unknown_argument("zzzzz")
    assert "cost__contingency" in todo
    assert "entry, answers, goal" in todo
    assert "models" not in todo
