"""A plan with quotas in every resample: the strata's own draws, added up."""

import numpy as np
import pytest
from quota_world import world

from budgetplan.metrics.resampling.paired import interval

WORTH = "per_item = 1\n[entry]\nvalue = 3"


def test_what_is_found_is_the_sum_of_what_each_stratum_holds_at_its_own_stop():
    quota = world(quota="minimum = 3", cost=WORTH).quota
    by_hand = np.zeros(len(quota.replicated.found))
    for read, order, row in zip(quota.read, quota.offer.orders, quota.rows, strict=True):
        along = read.readings[order.name].at_shares["positives"]
        by_hand += np.maximum.accumulate(along, axis=1)[:, np.abs(read.items - row.items).argmin()]
    off = quota.flattered["good"]
    assert quota.replicated.found == pytest.approx(by_hand - off.entries)
    assert quota.replicated.off == (off.value, off.entries)
    assert np.ptp(by_hand) > 0


def test_every_entry_of_one_worth_moves_the_net_value_by_it_and_what_is_paid_does_not_vary():
    quota = world(quota="minimum = 30", cost=WORTH, times=20).quota
    assert np.ptp(quota.replicated.net - 3 * quota.replicated.found) < 1e-9
    # Stops that were chosen on the labels look better there than in resamples of them.
    told = quota.net.value + quota.flattered["good"].value
    assert 0.9 * told < quota.replicated.net.mean() + quota.flattered["good"].value <= told
    assert quota.replicated.spend is None


def test_where_an_entry_costs_more_its_chance_is_in_what_is_paid_and_in_the_net_value():
    """Each entry is worth 3 and costs 1 more than another item: it moves the net value by 2."""
    dear = "per_item = 1\nextra_per_entry = 1\n[entry]\nvalue = 3"
    quota = world(quota="minimum = 30", cost=dear, times=20).quota
    told = quota.replicated
    assert np.ptp(told.net - 2 * told.found) < 1e-9
    assert np.ptp(told.spend - told.found) < 1e-9
    assert told.spend.mean() == pytest.approx(float(quota.chosen.spend), rel=0.05)
    # What the choice flatters is taken off the value and the lower end.
    low, high = map(float, interval(told.net))
    assert (quota.net.low, quota.net.high) == pytest.approx((low, high + quota.flattered["good"].value))


def test_without_a_worth_without_resamples_and_without_a_plan():
    assert world(quota="minimum = 3").quota.replicated.net is None
    assert world(quota="minimum = 3", resamples=0).quota.replicated is None
    assert world(quota="minimum = 13").quota.replicated is None
