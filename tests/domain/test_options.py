"""The option table: unique names, and help for each."""

import pytest

from budgetplan.domain.asked.keys import ValueKind
from budgetplan.domain.options import (
    BY_KEY,
    OPTIONS,
    REPEATED,
    SECTIONS,
    ask,
    nearest,
)


def test_keys_flags_and_parameters_are_unique():
    for names in (
        [entry.key for entry in OPTIONS if entry.key],
        [entry.flag for entry in OPTIONS if entry.flag],
        [entry.param for entry in OPTIONS],
    ):
        assert len(set(names)) == len(names)


@pytest.mark.parametrize("entry", OPTIONS, ids=lambda entry: entry.key or entry.flag)
def test_every_option_can_be_given_and_is_explained(entry):
    assert entry.key or entry.flag
    assert entry.section in SECTIONS
    assert entry.help.endswith(".")
    assert entry.metavar or entry.kind is ValueKind.SWITCH
    assert not entry.flag or entry.flag.startswith("--")
    if entry.kind is ValueKind.CHOICE:
        assert entry.default in entry.choices
        assert entry.metavar == "|".join(entry.choices)


def test_counts_have_defaults_within_their_limits():
    for entry in OPTIONS:
        if entry.kind is ValueKind.COUNT and entry.default.isdecimal():
            assert entry.low <= int(entry.default) <= entry.high


def test_nearest_prefers_the_same_letters_in_another_case():
    assert nearest("GOLD", ["golds", "gold"]) == "gold"
    assert nearest("a", []) == ""


def test_ask_gives_the_flag_or_set():
    assert ask("cost.per_item", "0.04") == "--cost 0.04"
    assert ask("cost.fixed", "x") == "--set cost.fixed=x"


def test_the_keys_of_a_model_are_in_the_table():
    own = ("name", "column", "order", "cut", "says", "cost")
    classes = ("probabilities", "decision", "array", "classes", "predicted", "confidence", "no_answer")
    assert (*own, *classes) == REPEATED["models"]
    assert all(f"models.{key}" in BY_KEY for key in REPEATED["models"])
