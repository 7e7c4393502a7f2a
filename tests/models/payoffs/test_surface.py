"""Cells of the surface: counted one by one, and the identities between them."""

from __future__ import annotations

import math

import numpy as np
import pytest
from joint_world import every_plan, small

from budgetplan.plans.joint import surface

CUTOFFS = np.array([0.0, 0.45, 0.65, 0.85, np.inf])
LIMITS = np.array([0.0, 1.0, 2.5, 4.0, 7.0, np.inf])


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("seed", range(60))
def test_every_cell_spends_up_to_what_its_limit_buys(seed, weighted):
    world = small(seed, weighted=weighted)
    stakes = world.stakes
    cells = surface(stakes, world.order, CUTOFFS, LIMITS, world.tariff)
    weight = np.ones(len(stakes.confidence)) if stakes.weight is None else stakes.weight
    live = weight > 0
    for k, cutoff in enumerate(CUTOFFS):
        taken = stakes.confidence >= cutoff
        # A cutoff between the same two confidences has the same accept set.
        same = [one for one in np.unique(stakes.confidence[live]) if one < cutoff]
        for q, limit in enumerate(LIMITS):
            tried = [
                one
                for one in every_plan(world, float(limit))
                if one.accepted == weight[taken].sum()
                and one.deferred == weight[~taken].sum()
                and (one.accepted > 0 or math.isinf(one.cutoff))
            ]
            most = max(tried, key=lambda one: one.reviewed)
            assert cells["reviewed"][k, q] == most.reviewed, (seed, cutoff, limit, same)
            assert cells["net"][k, q] == pytest.approx(most.net)
            assert cells["spend"][k, q] == pytest.approx(most.spend)


@pytest.mark.parametrize("seed", range(40))
def test_counts_add_up_and_value_less_spend_is_net(seed):
    world = small(seed, weighted=True)
    cells = surface(world.stakes, world.order, CUTOFFS, LIMITS, world.tariff)
    assert cells["accepted"] + cells["reviewed"] + cells["unreviewed"] == pytest.approx(world.stakes.weight.sum())
    assert cells["net"] == pytest.approx(cells["value"] - cells["spend"])
    assert (cells["wrong"] <= cells["accepted"] + 1e-12).all()
    assert (np.diff(cells["accepted"][:, 0]) <= 0).all()
    assert (np.diff(cells["reviewed"], axis=1) >= 0).all()
