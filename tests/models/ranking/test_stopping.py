"""Where to stop: checked against trying every stop for many worths of an entry."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgetplan.core.path import best_stop, stops_by_entry_value


def test_best_stop_is_the_first_of_the_greatest():
    assert best_stop(np.array([0.0, -1, 3, 3, 2])) == 2
    assert best_stop(np.array([0.0, -1, -2])) == 0
    assert best_stop(np.array([-5.0])) == 0


def test_equal_within_the_last_digits_means_the_fewest_items():
    # Relative to the largest net value; below 1, absolute.
    assert best_stop(np.array([0.0, 1e6, 1e6 + 1e-7])) == 1
    assert best_stop(np.array([0.0, 1e6, 1e6 + 1e-5])) == 2
    assert best_stop(np.array([0.0, 1e-13])) == 0
    assert best_stop(np.array([0.0, 1e-11])) == 1
    # The largest magnitude may be that of a loss.
    assert best_stop(np.array([-1e6, 0.0, 5e-7])) == 1


def tried(found, cost, worth):
    """The fewest items among the best stops, by trying all."""
    net = worth * found - cost
    return int(np.argmax(net >= net.max() - 1e-9))


steps = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 6)), max_size=25)


@given(steps)
def test_intervals_are_those_of_trying_every_stop(pairs):
    found = np.cumsum([0.0, *(more for more, _ in pairs)])
    cost = np.cumsum([0.0, *(price for _, price in pairs)])
    stops = stops_by_entry_value(found, cost)
    assert stops[0].low == 0
    assert stops[-1].high is None
    for left, right in pairwise(stops):
        assert left.high == right.low
    # Intervals end at ratios of small whole numbers: this grid of worths lies between them.
    for worth in [*np.arange(0.0131234, 30, 0.05), 200.0]:
        (held,) = (s for s in stops if s.low < worth and (s.high is None or worth < s.high))
        assert held.position == tried(found, cost, worth)
    for stop in stops:
        assert stop.high is None or stop.high > stop.low
        if stop.high is not None:
            # At the end of an interval the earlier stop holds.
            assert stop.position == tried(found, cost, stop.high)


def test_a_gain_in_the_last_digits_alone_has_no_price():
    # 333 entries found for 666; the next 334 items add 6e-14 of one, which would cost 6e15 each.
    found, cost = np.array([0.0, 83, 1000 / 3, 1000 / 3 + 6e-14]), np.array([0.0, 166, 666, 1000])
    assert [stop.position for stop in stops_by_entry_value(found, cost)] == [0, 2]
    # Equal but for the last digits at no price: the fewest items.
    assert stops_by_entry_value(np.array([0.0, 1, 1 + 3e-16]), np.array([0.0, 1, 1]))[-1].position == 1


@given(steps.filter(len), st.floats(0, 1e-14))
def test_noise_moves_no_stop(pairs, noise):
    found = np.cumsum([0.0, *(more for more, _ in pairs)])
    cost = np.cumsum([0.0, *(price for _, price in pairs)])
    noisy = found * (1 + noise * np.arange(len(found)))
    stops = [stop.position for stop in stops_by_entry_value(found, cost)]
    assert [stop.position for stop in stops_by_entry_value(noisy, cost)] == stops


def test_noise_of_floats_makes_no_corners():
    # 2,000 steps of 0.1 entries at 0.7: a straight line, but for the last digits.
    found, cost = np.cumsum(np.full(2000, 0.1)), np.cumsum(np.full(2000, 0.7))
    stops = stops_by_entry_value(np.append(0, found), np.append(0, cost))
    assert [stop.position for stop in stops] == [0, 2000]
    assert stops[0].high == pytest.approx(7)
