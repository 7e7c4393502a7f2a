"""The option table, its fields, the profiles and the doubts: unique names, limits, and words for each."""

import random
from typing import Literal, get_args

import pytest

from budgetplan.domain.asked import keys
from budgetplan.domain.asked.keys import (
    HEADINGS,
    ROWS,
    Count,
    Number,
    PlanSection,
    ValueKind,
    option,
)
from budgetplan.domain.asked.profile import PROFILES, ProfileName
from budgetplan.domain.doubt import DataWarning, DoubtKind, is_serious, worst_first
from budgetplan.domain.options import BY_KEY, OPTIONS, REPEATED, SECTIONS, unknown_key


def test_keys_flags_and_parameters_are_unique():
    for name in ("key", "flag", "param"):
        names = [getattr(entry, name) for entry in OPTIONS if getattr(entry, name)]
        assert len(set(names)) == len(names)
    assert all(f"models.{key}" in BY_KEY for key in REPEATED["models"])


def test_every_option_can_be_given_and_is_explained():
    for entry in OPTIONS:
        assert entry.key or entry.flag
        assert entry.section in SECTIONS
        assert entry.help.endswith("."), entry
        assert entry.metavar or entry.kind is ValueKind.SWITCH, entry
        assert not entry.flag or entry.flag.startswith("--"), entry
        if entry.kind is ValueKind.CHOICE:
            assert entry.default in entry.choices
            assert entry.metavar == "|".join(entry.choices)
        if entry.kind is ValueKind.COUNT and entry.default.isdecimal():
            assert entry.low <= int(entry.default) <= entry.high


@pytest.mark.parametrize(
    ("key", "todo"),
    [
        ("cost.per_itm", "did you mean cost.per_item?"),
        ("Table.Label", "did you mean table.label?"),
        ("sure.qqqqq", "the keys here are sure.seed, sure.resamples"),
        ("zzz", "the sections are table, models, answerers, cost, entry, answers, goal, quota, list, work, words"),
    ],
)
def test_an_unknown_key_names_what_was_meant(key, todo):
    assert str(unknown_key(key)).startswith(todo)


def test_the_fields_of_a_section_are_options_in_their_order_and_fields_of_the_plan(monkeypatch):
    before = len(ROWS)
    try:

        class _Tried(PlanSection, name="tried", heading="Tried"):
            often: Count = option(1, low=1, flag="--often TIMES")
            """How often, which may
            be several times."""
            how: Literal["slow", "fast"] = option()
            """How fast."""
            hours: Number | None = option(shown="as many as needed")

        often, how, hours = ROWS[before:]
        assert (often.key, often.flag, often.metavar, often.low) == ("tried.often", "--often", "TIMES", 1)
        assert often.help == "How often, which may be several times."
        assert (how.kind, how.choices, how.default) == (ValueKind.CHOICE, ("slow", "fast"), "slow")
        assert (hours.kind, hours.default, HEADINGS["tried"]) == (ValueKind.NUMBER, "as many as needed", "Tried")
        assert _Tried() == _Tried(1, "slow", None)

        def nothing(_module):
            raise OSError("could not get source code")

        monkeypatch.setattr(keys, "_parsed", nothing)

        class _Bare(PlanSection, name="tried"):
            often: Count = option(1)

        assert (ROWS[-1].key, ROWS[-1].value, ROWS[-1].help) == ("tried.often", 1, "")
    finally:
        del ROWS[before:]
        HEADINGS.pop("tried", None)


def test_every_profile_can_be_asked_for_and_no_other():
    assert tuple(PROFILES) == get_args(ProfileName) == BY_KEY["report.profile"].choices
    assert all(profile.name == name for name, profile in PROFILES.items())


@pytest.mark.parametrize("name", [name for name, profile in PROFILES.items() if profile.rules])
def test_every_rule_of_a_funder_names_its_source_and_is_how_it_is_printed(name):
    profile = PROFILES[name]
    stated = {key: value for rule in profile.rules for key, value in rule.values.items()}
    rules = {rule.key: rule for rule in profile.rules}
    for rule in profile.rules:
        assert rule.source
        assert 2010 <= int(rule.date) <= 2026
        assert set(rule.values) <= {"pages", "size", "margin", "fonts", "letters", "days", "hours", "rate"}
    if "type" in rules:
        assert profile.type_pt >= profile.least_pt >= rules["type"].values["size"]
    assert profile.margin_mm >= stated.get("margin", 0)
    assert profile.pages == stated.get("pages", 0)
    assert profile.heads == ("no_heads" not in rules)
    assert profile.computed_contingency == ("contingency" in rules)


def test_serious_warnings_come_first_then_by_kind_then_by_place():
    warnings = [
        DataWarning("perfect", "serious", "a", "x", "t.csv", "a"),
        DataWarning("perfect", "serious", "b", "x", "t.csv", "b"),
        DataWarning("copies", "serious", "c", "x", "t.csv", "a"),
        DataWarning("few positives", "note", "d", "x"),
        DataWarning("duplicates", "note", "e", "x", "t.csv", line=3),
        DataWarning("duplicates", "note", "e", "x", "t.csv", line=12),
        DataWarning("not known yet", "note", "f", "x"),
    ]
    for seed in range(3):
        mixed = random.Random(seed).sample(warnings * 2, len(warnings) * 2)
        assert list(worst_first(mixed)) == warnings
    assert is_serious(warnings)
    assert not is_serious(warnings[3:])


def test_what_makes_a_whole_report_doubtful_is_what_makes_its_numbers_mean_nothing():
    serious = {kind for kind in DoubtKind if kind.serious}
    assert {DoubtKind.REVERSED, DoubtKind.FROM_THE_TOP, DoubtKind.COPIES, DoubtKind.LIST_UNLIKE} <= serious
    notes = {DoubtKind.FEW_POSITIVES, DoubtKind.OTHER_ORDER, DoubtKind.DUPLICATES, DoubtKind.ONE_CLASS}
    assert not notes & serious
    # A doubt of the table names no model.
    table = (DoubtKind.DUPLICATES, DoubtKind.NO_POSITIVES, DoubtKind.FEW_GROUPS, DoubtKind.JUDGEMENTS)
    assert not any(kind.of_a_model for kind in table)
