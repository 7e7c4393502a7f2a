"""What is recommended of a selective classifier: counts of the test items, everything else to people."""

from __future__ import annotations

import pytest
from defer_world import BAD, GOOD, PERFECT, chosen_in

from budgetplan.plans.answer import course_of, recommend


def test_answers_of_which_it_is_sure_are_its_own_and_people_get_the_least_sure_first():
    listed = ((50, True, 0.9), (30, True, 0.6), (20, True, 0.5))
    solution = chosen_in(models=(GOOD,), resamples=0, listed=listed)
    course = course_of(solution)
    assert (len(course.answered), len(course.answers), course.review, len(course.queue)) == (50, 50, 50, 50)
    sure = 1 - course.score[course.queue]
    assert sure.round(3).tolist() == sorted(sure.round(3).tolist())
    assert solution.alone.alone == len(course.answered)
    assert course_of(chosen_in(models=(GOOD,), resamples=0)) is None


def test_a_worthless_model_is_not_recommended_and_everything_goes_to_people():
    said = recommend(chosen_in(models=(BAD,)))
    assert (said.model, said.answered_alone.value, said.reviewed.value) == (None, 0.0, 40.0)
    assert said.net.value == 0.0


def test_the_net_value_of_a_classifier_is_that_of_all_its_items():
    solution = chosen_in(models=(PERFECT,))
    said = recommend(solution)
    # Forty right answers of forty: of forty others hardly one is wrong, at five right ones each.
    assert 37 < said.net.value == pytest.approx(40 - 5 * said.wrong.value)
    assert said.net_unit == "right answers"
    assert said.net.low == pytest.approx(40 * solution.alone.value.low)
