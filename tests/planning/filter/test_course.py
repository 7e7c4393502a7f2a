"""What a plan for a ranked list does with each item: the same items, in the same order, as the report says."""

import numpy as np
import pytest
from documents_world import GOOD, LABELS, POOR, world

from budgetplan.planning.filter.course import course_of
from budgetplan.report.filter.review_list import review_table

LISTED = {"labels": LABELS + "!???" * 20, "budget": ("30", "money")}


@pytest.mark.parametrize("mixture", [False, True])
def test_the_course_reviews_the_items_of_the_report_in_their_order(mixture):
    analysis = world(**LISTED, mixture=mixture, models=(GOOD, POOR)).analysis
    course, table = course_of(analysis), review_table(analysis)
    names = [row.cells[1] for row in table.rows]
    assert [course.ids[row] for row in course.queue[: course.review].tolist()] == names
    assert course.review == analysis.decision.chosen.items == 30
    assert sorted(course.queue.tolist()) == list(range(course.n_items))
    assert (course.model == "mixture") == bool(course.recipe)
    score = course.score[course.queue]
    assert (np.diff(score) <= 0).all()


def test_what_is_expected_along_the_queue_rises_and_lies_within_its_interval():
    course = course_of(world(**LISTED, models=(GOOD,)).analysis)
    band = course.band
    assert band.items[0] == 0
    assert band.items[-1] == course.n_items
    assert course.review in band.items
    for line in (band.expected, band.low, band.high):
        assert (np.diff(line) >= -1e-9).all()
    assert (band.low <= band.expected).all()
    assert (band.expected <= band.high).all()
    assert (band.high <= band.items + 1e-9).all()
    assert band.expected[-1] == pytest.approx(course.rate.sum())


def test_without_resamples_the_interval_is_not_known():
    band = course_of(world(**LISTED, models=(GOOD,), resamples=0).analysis).band
    assert np.isnan(band.low).all()


def test_rows_that_stand_for_several_items_are_told():
    weights = [1.0] * len(LABELS) + [2.0] * 80
    assert course_of(world(**(LISTED | {"weights": weights}), models=(GOOD,)).analysis).weighted
    assert not course_of(world(**LISTED, models=(GOOD,)).analysis).weighted


def test_there_is_no_course_without_a_list_of_scores():
    assert course_of(world().analysis) is None
    assert course_of(world(list_size=400).analysis) is None
