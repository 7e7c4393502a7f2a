"""Strata: each has its own items, its own list and random numbers of its own."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from quota_world import STRATA, world

from budgetplan.errors import UsageError
from budgetplan.evidence.rates import _seen_along
from budgetplan.planning.filter.quota.strata import OTHERS, apportioned

ROWS = sum(map(len, STRATA.values()))


@given(st.lists(st.floats(0.01, 100), min_size=1, max_size=8), st.integers(0, 10**9))
def test_dealt_numbers_add_up_and_nobody_goes_without(weights, spare):
    total = len(weights) + spare
    dealt = apportioned(total, np.array(weights))
    assert dealt.sum() == total
    assert dealt.min() >= 1
    exact = 1 + np.array(weights) / sum(weights) * spare
    assert (np.abs(dealt - exact) < 1 + 1e-6).all()


def test_every_labelled_item_and_every_row_of_the_list_is_in_one_stratum():
    strata = world(listed=3).quota.strata
    sampled = np.concatenate([one.sampled for one in strata])
    listed = np.concatenate([one.listed for one in strata])
    assert sorted(sampled.tolist()) == list(range(4 * ROWS))
    assert sorted(listed.tolist()) == list(range(3 * ROWS))
    assert [len(one.sampled) for one in strata] == [4 * len(one) for one in STRATA.values()]
    assert [one.evidence.list_items for one in strata] == [3 * len(one) for one in STRATA.values()]


def test_two_strata_with_the_same_items_are_not_resampled_alike():
    alike = world(strata={"a": "x..x.x....", "b": "x..x.x...."}).quota
    one, other = (read.positives(order) for read, order in zip(alike.read, alike.offer.orders, strict=True))
    assert one.shape == other.shape
    assert not np.array_equal(one, other)


def test_the_size_of_a_list_is_dealt_to_the_strata_as_they_are_labelled():
    strata = world(more="[list]\nsize = 2700").quota.strata
    sizes = [one.evidence.list_items for one in strata]
    assert sum(sizes) == 2700
    assert sizes[0] == pytest.approx(2700 * 14 / 26, abs=2)


def test_a_list_needs_an_item_for_each_stratum():
    with pytest.raises(UsageError, match="fewer items than strata"):
        world(more="[list]\nsize = 1")


def test_labels_of_other_strata_are_as_many_as_they_weigh_where_rates_are_near_one():
    """Two hundred labels of the others are heard as fifty: at the top of an order, too, they are no more than that."""
    strata = {"a": "x..x.x....", "b": ("x" * 5 + "." * 5) * 20}
    for one in world(strata=strata, listed=3).quota.strata:
        evidence, name = one.evidence, one.evidence.models[0].name
        whole = np.array([evidence.list_items])
        own = len(one.sampled)
        seen = _seen_along(evidence, evidence.model(name), whole)
        others = evidence.n_sample - own
        assert seen[0] == pytest.approx(own + min(others, OTHERS), rel=0.02)


def test_by_share_every_label_counts_as_one():
    assert {one.evidence.counts_one for one in world().quota.strata} == {None}
