"""Strata of quotas: each has its own items, its own list and random numbers of its own."""

from __future__ import annotations

import numpy as np
import pytest
from quota_world import STRATA, world

from budgetplan.errors import UsageError

ROWS = sum(map(len, STRATA.values()))


def test_every_labelled_item_and_every_row_of_the_list_is_in_one_stratum():
    strata = world(listed=3).quota.strata
    sampled = np.concatenate([one.sampled for one in strata])
    listed = np.concatenate([one.listed for one in strata])
    assert sorted(sampled.tolist()) == list(range(4 * ROWS))
    assert sorted(listed.tolist()) == list(range(3 * ROWS))
    assert [len(one.sampled) for one in strata] == [4 * len(one) for one in STRATA.values()]
    assert [one.evidence.list_items for one in strata] == [3 * len(one) for one in STRATA.values()]
    sizes = [one.evidence.list_items for one in world(more="[list]\nsize = 2700").quota.strata]
    assert (sum(sizes), sizes[0]) == (2700, pytest.approx(2700 * 14 / 26, abs=2))


def test_no_stratum_of_a_small_list_goes_without_an_item():
    """98 of 100 labelled items are of one stratum, and the list has three items."""
    strata = world(
        strata={"a": "x." * 49, "b": "x", "c": "."},
        times=1,
        quota="minimum = 0\nminimums.a = 1",
        more="[list]\nsize = 3",
    ).quota.strata
    assert [one.evidence.list_items for one in strata] == [1, 1, 1]


def test_a_list_needs_an_item_for_each_stratum():
    with pytest.raises(UsageError, match=r"fewer items than strata.*: --set list.size=ITEMS"):
        world(more="[list]\nsize = 1")


def test_a_stratum_with_few_labels_borrows_from_the_others():
    """One stratum with hardly a label, as rich as the others where scores are equal: their labels say what it holds."""
    few = world(strata={"a": "x.x.x.x.x." * 8, "b": "x."}, quota="minimum = 1", times=4, listed=8).quota
    for stratum in few.strata:
        drawn = stratum.evidence.models[0].drawn
        assert drawn.mean[-1] / stratum.evidence.list_items == pytest.approx(0.5, abs=0.15)
    # What it holds itself is less sure than what a stratum of many labels holds.
    drawn = [stratum.evidence.models[0].drawn.rates[:, -1] / stratum.evidence.list_items for stratum in few.strata]
    assert drawn[0].std() < drawn[1].std()
