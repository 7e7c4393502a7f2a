"""How much of a plan for the list lies beyond all that is labelled, and when that is too much."""

from __future__ import annotations

import pytest

from budgetplan.core.places import labels_to_draw
from budgetplan.plans.list_check import Beyond


def beyond(outside, *, share=0.5, entries_outside=0.0, entries=10.0):
    return Beyond(100.0, outside, entries, entries_outside, share)


@pytest.mark.parametrize(("outside", "refused"), [(0.0, False), (20.0, False), (21.0, True), (100.0, True)])
def test_a_fifth_of_what_is_decided_is_the_most(outside, refused):
    assert beyond(outside).too_much(50) == refused


def test_a_fifth_of_the_entries_is_the_most():
    assert not beyond(5.0, entries_outside=2.0).too_much(50)
    assert beyond(5.0, entries_outside=2.1).too_much(50)


def test_what_a_small_sample_misses_by_accident_is_no_reason_to_refuse():
    """(1 - 0.05)^134 is 0.00103, and (1 - 0.05)^135 is 0.00098."""
    assert not beyond(50.0, share=0.05).too_much(134)
    assert beyond(50.0, share=0.05).too_much(135)


def test_a_plan_of_which_no_label_speaks_for_most_is_refused_however_small_the_sample():
    assert not beyond(50.0, share=0.0001).too_much(3)
    assert beyond(50.1, share=0.0001).too_much(3)


def test_a_plan_that_decides_nothing_has_nothing_outside():
    assert not Beyond(0.0, 0.0, 0.0, 0.0, 1.0).too_much(1000)
    assert not Beyond(0.0, 0.0, 0.0, 0.0, 1.0).worth_saying


def test_what_any_sample_leaves_at_its_ends_is_not_worth_saying():
    assert not beyond(2.0).worth_saying
    assert beyond(2.1).worth_saying


def test_as_many_labels_as_there_are_or_a_hundred_or_the_whole_list():
    assert [labels_to_draw(200, 800), labels_to_draw(30, 800), labels_to_draw(30, 50)] == [200, 100, 50]
    assert labels_to_draw(400, 800, reviewed=0.5) == 200
