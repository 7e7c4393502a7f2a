"""Time and price as measured, by hand."""

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from progress_world import gone

from budgetplan.domain.prices import Prices
from budgetplan.progress.pace import pace
from budgetplan.progress.standing import standing

TIMED = Prices(
    currency="EUR",
    hourly_rate=Decimal(36),
    seconds_per_item=Decimal(30),
    annotators=Decimal(2),
    indirect=Decimal("0.1"),
    stated=True,
)


def with_times(state, seconds):
    back = replace(state.returned, seconds=np.asarray(seconds, dtype=np.float64))
    return standing(state.plan, state.manifest, back)


def test_the_rest_costs_what_the_measured_time_says():
    """30 s were planned, 45 were taken: 20 items of two judgements at 36 an hour, and 10 % on top."""
    state = gone(100, 40, found=(1, 2), judged=20, prices=TIMED)
    each = Decimal("0.60")
    items = replace(state.manifest.items, cost=np.full(100, float(each) * 1e6), seconds=np.full(100, 60.0))
    state = standing(state.plan, replace(state.manifest, items=items), state.returned)
    found = pace(with_times(state, [45.0] * 20))
    assert (found.time.median, found.time.mean.value) == (45.0, 45.0)
    assert found.planned_seconds == 30.0
    assert found.rest == 20
    assert found.rest_planned == pytest.approx(20 * 0.60 * 1.1)
    assert found.rest_measured == pytest.approx(20 * 2 * 45 * 0.01 * 1.1)


def test_times_are_told_by_label_and_by_annotator():
    state = gone(100, 40, found=range(1, 11), judged=20)
    found = pace(with_times(state, [40.0] * 10 + [10.0] * 10))
    assert {name: one.mean.value for name, one in found.by_label} == {"idiom": 40.0, "literal": 10.0}
    [anna] = found.annotators
    assert (anna.name, anna.judgements, anna.found) == ("anna", 20, 10)
    assert found.pairs is None
    assert found.rest_measured is None


def test_without_times_nothing_is_said_of_them():
    found = pace(gone(100, 40, judged=20))
    assert (found.time, found.by_label, found.planned_seconds) == (None, (), None)
    assert found.rest_planned == pytest.approx(10.0)
