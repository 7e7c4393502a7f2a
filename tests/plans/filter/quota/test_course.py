"""The queue with quotas: the first items of each stratum, merged in the model's order, and what is found along it."""

import numpy as np
import pytest
from quota_world import STRATA, world

from budgetplan.plans.quota import checked, course_with_quotas, reviewed_by

LIST = {"listed": 5, "quota": "minimum = 8"}


def test_the_queue_holds_the_first_items_of_each_stratum_in_the_models_order():
    quota = world(**LIST).quota
    course = course_with_quotas(quota)
    first = course.queue[: course.review]
    assert course.review == quota.chosen.items
    assert (np.diff(course.score[first]) <= 0).all()
    assert (np.diff(course.score[course.queue[course.review :]]) <= 0).all()
    assert sorted(course.queue.tolist()) == list(range(course.n_items))
    names = np.array(course.strata)
    for row, stratum in zip(quota.rows, STRATA, strict=True):
        own = np.flatnonzero(names == stratum)
        best = own[np.argsort(-course.score[own], kind="stable")][: row.items]
        assert set(first[names[first] == stratum].tolist()) == set(best.tolist())


def test_what_is_expected_along_the_queue_ends_at_what_is_printed():
    quota = world(**LIST).quota
    band = course_with_quotas(quota).band
    (stop,) = checked(quota, [quota.chosen.items])
    assert (stop.value, stop.low, stop.high) == pytest.approx(
        (quota.chosen.found.value, quota.chosen.found.low, quota.chosen.found.high)
    )
    for values in (band.items, band.expected, band.low, band.high):
        assert (np.diff(values) >= -1e-9).all()
    assert (band.low <= band.expected + 1e-9).all()
    assert (band.expected <= band.high + 1e-9).all()
    without = course_with_quotas(world(**LIST, resamples=0).quota).band
    assert np.isnan([without.low, without.high]).all()
    assert course_with_quotas(world().quota) is None  # there is no list


@pytest.mark.parametrize("said", [{}, LIST])
def test_items_of_the_strata_add_up_along_the_queue_and_stop_where_the_plan_does(said):
    quota = world(**said).quota
    whole = quota.evidence.list_items
    items = np.linspace(0, whole, 30)
    counts = reviewed_by(quota, items)
    assert counts.sum(axis=0) == pytest.approx(items)
    assert (np.diff(counts, axis=1) >= -1e-9).all()
    at = reviewed_by(quota, np.array([float(quota.chosen.items)]))[:, 0]
    assert at == pytest.approx(quota.chosen.by_stratum)


def test_where_all_labels_at_the_top_are_entries_an_early_check_is_as_unsure_as_they_are_few():
    """Every resample says that the first ten are entries; ten labels of each stratum stand for them, and one may err."""
    strata = {"Czech": "xxxxx.....", "Latvian": "xxxxx....."}
    quota = world(strata=strata, times=2, listed=4, quota="minimum = 12").quota
    assert quota.chosen.found.low < quota.chosen.found.value - 1
    early, stop = checked(quota, [10, quota.chosen.items])
    assert early.low < early.value - 1
    assert early.low <= stop.low + 1e-9
