"""Profiles: each has its rules with source and date, and all are there to be asked for."""

from __future__ import annotations

from typing import get_args

import pytest

from budgetplan.domain.asked.profile import PROFILES, ProfileName
from budgetplan.domain.options import BY_KEY

FUNDERS = [name for name, one in PROFILES.items() if one.rules]


def test_every_profile_can_be_asked_for_and_no_other():
    assert tuple(PROFILES) == get_args(ProfileName) == BY_KEY["report.profile"].choices
    assert all(one.name == name for name, one in PROFILES.items())


@pytest.mark.parametrize("name", FUNDERS)
def test_every_rule_names_its_source_and_its_year(name):
    for rule in PROFILES[name].rules:
        assert rule.source
        assert 2010 <= int(rule.date) <= 2026
        assert set(rule.said) <= {"pages", "size", "margin", "fonts", "letters", "days", "hours", "rate"}


@pytest.mark.parametrize("name", FUNDERS)
def test_what_a_rule_says_of_type_and_margins_is_how_it_is_printed(name):
    profile = PROFILES[name]
    said = {key: value for rule in profile.rules for key, value in rule.said.items()}
    keys = {rule.key for rule in profile.rules}
    if "type" in keys:
        assert (
            profile.type_pt
            >= profile.least_pt
            >= next(rule.said["size"] for rule in profile.rules if rule.key == "type")
        )
    assert profile.margin_mm >= said.get("margin", 0)
    assert profile.pages == said.get("pages", 0)
    assert profile.heads == ("no_heads" not in keys)
    assert profile.computed_contingency == ("contingency" in keys)


def test_the_width_of_the_text_is_what_the_margins_leave():
    assert PROFILES["letter"].width_mm == pytest.approx(215.9 - 44)
    assert PROFILES["horizon"].width_mm == 180
