"""Every goal has its words, and each is a text of the catalogue."""

from __future__ import annotations

from typing import get_args

import pytest

from budgetplan.domain.decision import Goal
from budgetplan.report.phrases import GOAL_WORDS
from budgetplan.report.sentences import texts


def test_every_goal_has_its_words():
    assert set(GOAL_WORDS) == set(get_args(Goal))


@pytest.mark.parametrize("goal", GOAL_WORDS)
def test_every_word_of_a_goal_is_a_text(goal):
    said = GOAL_WORDS[goal]
    assert {key for key in astuple(said) if key and key != said.aim} <= texts().keys()
