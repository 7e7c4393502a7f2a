"""Figures on classifiers as data: the points are those of the items, and marks stand where the cutoff is."""

from __future__ import annotations

import numpy as np
import pytest
from defer_world import BAD, GOOD, SCENES, SVC, Model, world

from budgetplan.report.answers import LEAST_BINS
from budgetplan.report.display import Style
from budgetplan.report.wording import short_text


@pytest.fixture(params=SCENES)
def told(request):
    return world(**SCENES[request.param])


def figure(told, key):
    return next(one for one in told.document.figures() if one.key == f"figure_{key}")


def line(of, name):
    return next(one for one in of.lines if one.name == name)


def test_every_line_has_its_points_in_order_and_within_its_interval(told):
    for one in told.document.figures():
        for drawn in one.lines:
            assert len(drawn.x) == len(drawn.y) > 0
            assert list(drawn.x) == sorted(drawn.x)
            if drawn.low is not None:
                assert all(
                    low <= y <= high for low, y, high in zip(drawn.low, drawn.y, drawn.high, strict=True)
                )


def test_every_answer_stands_in_the_distribution_once(told):
    selection, drawn = told.selection, figure(told, "confidence")
    weight = np.ones(selection.test.n_items) if selection.test.weight is None else selection.test.weight
    correct = selection.chosen.correct
    assert sum(line(drawn, "right").y) == pytest.approx(weight[correct].sum())
    assert sum(line(drawn, "wrong").y) == pytest.approx(weight[~correct].sum())
    steps = np.diff(line(drawn, "right").x)
    assert steps == pytest.approx(np.full(len(steps), 100 / 15))
    assert len(steps) + 1 >= LEAST_BINS
    assert line(drawn, "right").x == line(drawn, "wrong").x


def test_the_distribution_by_hand():
    drawn = figure(world(), "confidence")
    right, wrong = (dict(zip(one.x, one.y, strict=True)) for one in drawn.lines)
    # The middles of (8/15, 9/15] and (13/15, 14/15].
    at = {round(x * 15 / 100 - 0.5): x for x in right}
    assert (right[at[8]], wrong[at[8]], right[at[13]], wrong[at[13]]) == (5, 5, 30, 0)
    (mark,) = drawn.markers
    # The stated confidence that is calibrated to .8.
    assert mark.x == pytest.approx(100 / (1 + 4 ** -world().selection.chosen.temperature))
    assert figure(world(models=(BAD,)), "confidence").markers == ()  # it accepts nothing


def test_reliability_by_hand():
    drawn = figure(world(), "reliability")
    stated, calibrated = drawn.lines
    assert stated.x == pytest.approx([60, 90])
    assert stated.y == pytest.approx([50, 100])
    # Five of ten (Clopper and Pearson 1934, as in any table): 18.7 to 81.3.
    assert (stated.low[0], stated.high[0]) == pytest.approx((18.71, 81.29), abs=0.01)
    # Whatever the confidence, as many are right.
    assert calibrated.y == pytest.approx(stated.y)
    assert calibrated.x != pytest.approx(stated.x)
    assert drawn.level_label == short_text("defer.b_diagonal", Style())


def test_reliability_has_calibrated_points_only_where_something_was_fitted():
    assert len(figure(world(validation=False), "reliability").lines) == 2
    assert len(figure(world(models=(Model("plain", GOOD.test, bare=True),)), "reliability").lines) == 2
    assert len(figure(world(models=(SVC,)), "reliability").lines) == 1  # calibrated as it stands


def test_the_axis_promises_intervals_only_where_there_are_some():
    grouped = figure(world(group=tuple(place // 4 for place in range(40))), "reliability")
    assert grouped.lines[0].low is None
    assert grouped.y_label == "Right answers (%)"
    assert figure(world(), "reliability").y_label == "Right answers (%), with 95\u00a0% interval"
