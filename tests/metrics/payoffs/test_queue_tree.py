"""The tree over a growing queue, against walking the queue."""

from __future__ import annotations

import numpy as np
import pytest

from budgetplan.metrics.payoffs.queue_tree import QueueTree


def walk(group, cost, worth, weight, joined, limit):
    """Every stop of the queue of the first ``joined`` items: (worth, reviewed, cost), in order."""
    stops, at = [(0.0, 0.0, 0.0)], np.zeros(3)
    for one in range(group.max() + 1):
        members = np.flatnonzero(group[:joined] == one)
        if not len(members):
            continue
        step = np.array([worth[members].sum(), weight[members].sum(), cost[members].sum()])
        if at[2] + step[2] <= limit:
            at = at + step
            stops.append(tuple(at))
            continue
        room = (limit - at[2]) / step[2] * step[1]
        whole = np.floor(at[1] + room + 1e-12) - at[1]
        if whole > 0:
            stops.append(tuple(at + whole / step[1] * step))
        break
    return stops


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("seed", range(80))
def test_against_walking_the_queue(seed, whole):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 40))
    group = rng.integers(0, int(rng.integers(1, n + 1)), n)
    group = np.unique(group, return_inverse=True)[1]
    weight = rng.integers(1, 4, n).astype(float)
    cost, worth = weight * rng.integers(0, 5, n), weight * rng.integers(-3, 4, n)
    unit = 1.0 if whole else 0.1
    tree = QueueTree(group, cost * unit, worth, weight)
    joined = rng.integers(0, n + 1, 50)
    limit = rng.choice([0.0, 1.0, 3.0, 7.5, 20.0, np.inf], 50)
    found = tree.ask(joined, limit * unit)
    for place in range(50):
        stops = walk(group, cost, worth, weight, joined[place], limit[place])
        best = max(stop[0] for stop in stops)
        assert found[place] == pytest.approx(best)
        if best > 0:
            first = next(stop for stop in stops if stop[0] >= best - 1e-9)
            answer = tree.first(joined[[place]], limit[[place]] * unit, np.array([best - 1e-9]))
            got = (answer.reviewed[0], answer.cost[0] / unit)
            assert got == pytest.approx((first[1], first[2]), abs=1e-6)
