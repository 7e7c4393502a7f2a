"""What cutoffs promise at most is never less than what they keep, and no more where items are whole."""

from __future__ import annotations

import numpy as np
import pytest
from joint_world import small

from budgetplan.metrics.payoffs.cutoffs import Sides
from budgetplan.metrics.payoffs.promises import all_deferred, along_confidence, along_queue


@pytest.mark.parametrize("thirds", [False, True])
@pytest.mark.parametrize("seed", range(60))
def test_no_cutoff_keeps_more_than_it_promises(seed, thirds):
    world = small(seed, weighted=thirds)
    stakes = world.stakes.weighed(world.stakes.weight / 3) if thirds else world.stakes
    sides = Sides(stakes, world.order, world.tariff, None)
    ways = [along_queue, all_deferred] + ([along_confidence] if sides.is_prefix else [])
    for way in ways:
        for place, promised in enumerate(way(sides, world.limits)):
            found, net = promised.at_least(-np.inf)
            bounds = dict(zip(found.tolist(), net.tolist(), strict=True))
            if bounds:
                assert promised.top == pytest.approx(max(bounds.values()))
            for cutoff in range(len(sides.cutoffs)):
                limit = float(world.limits[place])
                kept = sides.reviewing(cutoff, place, limit, only_all=way is all_deferred)
                if kept is None:
                    continue
                assert kept.net <= bounds[cutoff] + 1e-9
                idle = float(sides.base[cutoff]) - sides.fixed
                if promised.tight and way is not along_queue:
                    assert kept.net == pytest.approx(bounds[cutoff])
                elif promised.tight:  # the tree may stop before the first item
                    assert max(kept.net, idle) == pytest.approx(bounds[cutoff])
