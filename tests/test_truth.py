"""What a sentence claims is so: cases in which an earlier wording claimed too much."""

from __future__ import annotations

from documents_world import world
from statement_pairs import STEPPED


# a reason is given only where it is the reason
def test_a_budget_that_ends_the_review_is_not_given_as_a_want_of_entries():
    assert "paste.further_none_stop" not in world(budget=("20", "money")).keys
    assert "paste.further_none_stop" not in world(budget=None, target=("1", "share")).keys


def test_a_budget_that_ends_the_review_is_not_given_as_a_want_of_worth():
    told = world(models=STEPPED, budget=("3", "money"), values={"entry": {"idiom": "3"}})
    assert "paste.further_stop" not in told.keys


def test_the_whole_list_leaves_nothing_to_buy():
    keys = world(budget=("41", "money")).keys
    assert "stop.budget_rule" not in keys
