"""Stops read from draws: against trying every stop, and laws."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from budgetplan.core.stops import Luck, first_met, held, interval, least, luck, sure_quotas, worth_of_everything


def worlds(seed, strata=2, size=5, draws=12):
    rng = np.random.default_rng(seed)
    found = [np.cumsum(np.pad(rng.random((draws, size)) < 0.6, ((0, 0), (1, 0))), axis=1) for _ in range(strata)]
    return found, [np.concatenate([[0.0], np.cumsum(rng.integers(1, 5, size))]) for _ in range(strata)]


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("sure", [0.5, 0.75, 1.0])
def test_sure_stops_meet_all_quotas_so_often_and_cost_little_more_than_the_cheapest_that_do(seed, sure):
    """Every set of stops is tried. Giving up draw by draw may miss the cheapest, never the sureness."""
    found, paid = worlds(seed)
    met = np.column_stack([first_met(each, 2) for each in found])
    quotas = sure_quotas(paid, met, sure)
    sets = list(product(range(6), repeat=2))
    enough = [stops for stops in sets if (met <= np.array(stops)).all(axis=1).mean() >= sure - 1e-12]
    if not enough:
        assert quotas is None
        return
    cost = {stops: sum(each[at] for each, at in zip(paid, stops, strict=True)) for stops in sets}
    assert tuple(quotas) in enough
    assert cost[tuple(quotas)] <= 1.35 * min(cost[stops] for stops in enough)
    # No single stop can go back.
    for place in range(2):
        fewer = list(quotas)
        fewer[place] -= 1
        assert fewer[place] < 0 or tuple(fewer) not in enough


def test_a_quota_of_nothing_takes_nothing():
    found, paid = worlds(1)
    met = np.column_stack([first_met(found[0], 0), first_met(found[1], 2)])
    assert sure_quotas(paid, met, 0.9) is None or sure_quotas(paid, met, 0.9)[0] == 0


def test_luck_is_taken_off_in_proportion_and_never_more_than_there_is():
    rng = np.random.default_rng(2)
    net = np.cumsum(rng.normal(0.3, 2, (400, 20)), axis=1)
    net = np.concatenate([np.zeros((400, 1)), net], axis=1)
    owed = luck(net)
    best = net.mean(axis=0).max()
    assert owed.best == pytest.approx(best)
    assert owed.off(best) == pytest.approx(min(owed.whole, best))
    assert owed.off(best / 3) == pytest.approx(owed.off(best) / 3)
    assert owed.off(-1.0) == 0
    assert Luck().off(5.0) == 0


def test_where_all_draws_agree_nothing_is_luck():
    assert luck(np.tile([0.0, 3.0, 1.0], (9, 1))) == Luck(0.0, 3.0)


def test_of_stops_that_are_as_good_in_a_draw_the_first_counts_whatever_the_last_digit_of_their_sums():
    net = np.array([[0.0, 0.3, 0.1 + 0.2], [0.0, 0.3, 0.0], [0.0, 0.3, 0.0]])
    assert luck(net) == Luck(0.0, 0.3)


def test_the_middle_of_draws_are_ranks_of_one_more():
    draws = np.random.default_rng(1).permutation(np.arange(1.0, 1000.0))
    assert interval(draws).tolist() == [25.0, 975.0]
    few = np.arange(1.0, 40.0)
    assert interval(few).tolist() == [1.0, 39.0]


def test_a_share_of_nothing_is_held_by_no_stop():
    found = np.array([[0.0, 0, 0], [0, 1, 2]])
    assert held(found, 0.5, share=True).tolist() == [0.0, 0.5, 0.5]
    assert held(found, 1, share=False).tolist() == [0.0, 0.5, 0.5]
    assert least(held(found, 0.5, share=True), 0.5) == 1
    assert least(held(found, 0.5, share=True), 0.95) is None


def test_knowing_everything_is_worth_what_the_best_stop_of_each_draw_gains_beyond_the_best_on_average():
    net = np.array([[0.0, 14.0, 6.0], [0.0, 6.0, 14.0], [0.0, 10.0, 9.0]])
    # 14, 14 and 10, on average 12 2/3, beyond 10; beyond a plan of 8 it is so much more.
    assert worth_of_everything(net) == pytest.approx(38 / 3 - 10)
    assert worth_of_everything(net, 8.0) == pytest.approx(38 / 3 - 8)
    assert worth_of_everything(net, 20.0) == 0.0
