"""What a plan for a ranked list does with each item: the same items, in the same order, as the report says."""

import numpy as np
import pytest
from documents_world import GOOD, LABELS, POOR, Model, world

from budgetplan.plans.review import course_of
from budgetplan.report.ranked import build_files


def reviewed(analysis):
    """Return the file of items to review, None where there is none."""
    return next((one for one in build_files(analysis) if one.key == "review"), None)


LISTED = {"labels": LABELS + "!???" * 20, "budget": ("30", "money")}


@pytest.mark.parametrize("mixture", [False, True])
def test_the_course_reviews_the_items_of_the_report_in_their_order(mixture):
    analysis = world(**LISTED, mixture=mixture, models=(GOOD, POOR)).analysis
    course, table = course_of(analysis), reviewed(analysis)
    names = [row.cells[1] for row in table.rows]
    assert [course.ids[row] for row in course.queue[: course.review].tolist()] == names
    assert course.review == analysis.chosen.items == 30
    assert sorted(course.queue.tolist()) == list(range(course.n_items))
    assert (course.model == "mixture") == bool(course.recipe)
    score = course.score[course.queue]
    assert (np.diff(score) <= 0).all()


def test_what_is_expected_along_the_queue_rises_and_lies_within_its_interval():
    course = course_of(world(**LISTED, models=(GOOD,)).analysis)
    band = course.band
    assert (band.items[0], band.items[-1]) == (0, course.n_items)
    assert course.review in band.items
    for line in (band.expected, band.low, band.high):
        assert (np.diff(line) >= -1e-9).all()
    assert (band.low <= band.expected).all()
    assert (band.expected <= band.high).all()
    assert (band.high <= band.items + 1e-9).all()
    assert band.expected[-1] == pytest.approx(course.rate.sum())
    assert np.isnan(course_of(world(**LISTED, models=(GOOD,), resamples=0).analysis).band.low).all()


def test_there_is_no_course_without_a_list_of_scores():
    assert course_of(world().analysis) is None
    assert course_of(world(list_size=400).analysis) is None


@pytest.mark.parametrize("seed", [0, 1])
def test_the_line_of_the_queue_has_at_every_stop_of_the_report_what_that_says(seed):
    """Few labels and several models: what choosing flatters is taken off the stop, and other stops, by their own."""
    rng = np.random.default_rng(seed)
    labels = "".join("x" if rng.random() < 0.15 else "." for _ in range(150)) + "?!" * 200
    models = tuple(Model(name, 1.0, 10 * seed + at) for at, name in enumerate("abc"))
    worth = {"values": {"entry": {"idiom": "5"}}, "price": {"per_item": "0.8", "currency": "EUR"}}
    analysis = world(labels=labels, models=models, mixture=True, budget=None, **worth).analysis
    assert len(analysis.options) > 2
    band = course_of(analysis).band
    for said in (*analysis.options, analysis.whole):
        place = np.searchsorted(band.items, said.items)
        assert band.items[place] == said.items
        assert band.expected[place] == pytest.approx(said.found.value, rel=1e-6)
