"""What the parts of a report share."""

from __future__ import annotations

import dataclasses

import pytest
from defer_world import MONEY, chosen_in

from budgetplan.report.defer.context import DeferContext, WorthWords
from budgetplan.report.phrases import Nouns


def test_a_context_cannot_change_and_keeps_what_it_was_given():
    selection = chosen_in(**MONEY)
    speaker = Nouns(selection.plan)
    context = DeferContext(selection, speaker, WorthWords(selection.plan, speaker))
    assert context.selection is selection
    assert context.words.money
    assert context.speaker.say("defer.of", n=3).args == {"n": 3, "noun": "post", "nouns": "posts"}
    with pytest.raises(dataclasses.FrozenInstanceError):
        context.selection = None
