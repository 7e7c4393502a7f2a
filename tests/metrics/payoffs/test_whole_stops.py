"""Whole stops of one queue, by the tariff and by the bill."""

from __future__ import annotations

import numpy as np
import pytest

from budgetplan.metrics.payoffs.stakes import Tariff
from budgetplan.metrics.payoffs.whole_stops import Bill, affordable_stop, best_stop, snapped, whole_stops
from budgetplan.metrics.ranking.path import Path


def path(items, gain, cost):
    counted = np.array(cost, dtype=float)
    return Path(
        np.array(items, dtype=float),
        {"gain": np.array(gain, dtype=float), "cost": counted, "counted": counted},
    )


def in_tens(budget):
    """A bill that rounds every total up to tens."""
    return Bill(
        along=("cost",),
        rounds=True,
        total=lambda _, sums: np.ceil(sums["cost"] / 10) * 10,
        fits=lambda _, sums: np.ceil(sums["cost"] / 10) * 10 <= budget,
    )


@pytest.mark.parametrize("seed", range(50))
def test_the_best_whole_stop_lies_beside_a_bend(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 8))
    one = path(
        np.append(0, np.cumsum(rng.integers(1, 9, n) / 4)),
        np.append(0, np.cumsum(rng.integers(-3, 4, n))),
        np.append(0, np.cumsum(rng.integers(0, 3, n))),
    )
    most = int(one.items[-1])
    stop = best_stop(one, most, Tariff(), 1e-12)
    every = [float(one.read("gain", m) - one.read("cost", m)) for m in range(1, most + 1)]
    if not every:
        assert stop is None
        return
    assert stop.gain - stop.spend == pytest.approx(max(every))
    assert set(whole_stops(one.items, most)) <= set(range(1, most + 1))


def test_a_bill_decides_which_stop_is_best_and_which_is_paid():
    """Each item costs 4 and gains 6: of ten at most, seven cost 28, printed 30; eight would be printed 40."""
    one = path(range(11), range(0, 66, 6), range(0, 44, 4))
    bill = in_tens(39.0)
    most = affordable_stop(one, np.inf, bill)
    assert most == 7
    stop = best_stop(one, most, Tariff(), 1e-12, bill)
    assert (stop.reviewed, stop.spend, stop.gain, stop.most) == (7, 30, 42, 7)
    # Two for 10, five for 20, ten for 40.
    assert best_stop(one, 6, Tariff(), 1e-12, bill).reviewed == 5


def test_noise_makes_no_item():
    assert snapped(np.array([1999.9999999, 3.2, 0.0])).tolist() == [2000.0, 3.2, 0.0]


def test_of_equal_stops_the_first_holds():
    one = path([0, 1, 2], [0, 1, 2], [0, 0, 1])
    assert best_stop(one, 2, Tariff(), 1e-12).reviewed == 1
