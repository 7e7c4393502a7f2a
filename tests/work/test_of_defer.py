"""What people do beside a model that answers what it is sure of: the rest is theirs, and they look at its answers."""

from __future__ import annotations

import pytest
from defer_world import BAD, Model, world

from budgetplan.models.bounds import forecast_interval
from budgetplan.work.building import LOOKS, work_of_defer

MANY = {"models": (Model("many", ((300, True, 0.9), (10, False, 0.9), (90, False, 0.6))),)}


def test_people_review_what_the_model_leaves():
    told = world(**MANY)
    counts = told.selection.chosen.counts
    found = work_of_defer(told.selection)
    assert (found.items, found.binds, found.counts) == (counts.n_abstained, "list", "wrong")


def test_of_accepted_answers_drawn_at_random_so_many_are_wrong_as_of_the_test_items():
    # 10 of 310 accepted test items are wrong: of fifty 1.6, and a little more for what was not seen.
    selection = world(**MANY).selection
    found, rate = work_of_defer(selection), selection.alone.wrong.value / 310
    assert rate == pytest.approx(10 / 310, rel=0.15)
    assert [one.items for one in found.checkpoints] == list(LOOKS)
    for one in found.checkpoints:
        low, high = forecast_interval(310 * rate, 310, one.items)
        assert (one.expected, one.low, one.high) == (pytest.approx(one.items * rate), low, high)


def test_a_model_that_is_not_used_leaves_no_plan():
    assert work_of_defer(world(models=(BAD,)).selection) is None


def test_groups_say_less_than_their_items_and_so_nothing_of_errors():
    said = MANY | {"group": [place % 40 for place in range(400)]}
    assert work_of_defer(world(**said).selection).checkpoints == ()
