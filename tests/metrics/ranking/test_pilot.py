"""What scores alone say: top sets, how far they are apart, how many labels tell them apart, and what is drawn."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from budgetplan.metrics.ranking.order import rank
from budgetplan.metrics.ranking.pilot import (
    allotted,
    disputed,
    draw_items,
    labels_to_tell,
    share_apart,
    top_shares,
)


@given(st.lists(st.integers(0, 5), min_size=1, max_size=30), st.integers(0, 30))
def test_a_top_set_holds_as_many_items_as_are_reviewed_the_best_first(score, items):
    score, items = np.array(score, dtype=float), min(items, len(score))
    shares = top_shares(rank(score), items)
    assert shares.sum() == pytest.approx(items)
    # Equal scores share what is reviewed of them; nothing worse is reviewed before they are.
    for value in np.unique(score):
        assert np.ptp(shares[score == value]) == 0
        if (shares[score < value] > 0).any():
            assert (shares[score == value] == 1).all()


def test_equal_models_are_never_apart_and_opposite_ones_wholly():
    score = np.array([3.0, 2, 2, 1])
    same = top_shares(rank(score), 2)
    assert share_apart(same, same) == 0
    assert share_apart(top_shares(rank(score), 1), top_shares(rank(-score), 1)) == 0.5


def test_labels_that_tell_two_orders_apart_do_so_in_80_of_100_samples():
    """Forty per cent of the items on which two orders differ are entries of the one, ten of the other's."""
    apart, difference, rng = 0.2, 0.03, np.random.default_rng(1)
    n = labels_to_tell(apart, difference)
    assert n == pytest.approx(2.8**2 * (0.1 - 0.03**2) / 0.03**2, abs=1)
    # Half of them are entries: 0.65 of the one's own tenth and 0.35 of the other's.
    each = rng.choice([1, -1, 0], p=[0.065, 0.035, 0.9], size=(4000, n))
    firm = each.mean(axis=1) - 1.96 * each.std(axis=1) / np.sqrt(n) > 0
    assert firm.mean() == pytest.approx(0.8, abs=0.03)


def test_smaller_differences_take_more_labels_and_impossible_ones_none():
    assert labels_to_tell(0.2, 0.01) > labels_to_tell(0.2, 0.02) > labels_to_tell(0.1, 0.02)
    assert labels_to_tell(0.2, 0.1) is not None
    assert labels_to_tell(0.2, 0.101) is None
    assert labels_to_tell(0.0, 0.01) is None


def test_disputed_items_are_those_that_some_models_have_and_others_have_not():
    first, second = np.array([1.0, 1, 0.5, 0, 0]), np.array([1.0, 0, 0, 0.5, 0])
    assert disputed(np.stack([first, second])).tolist() == [False, True, True, True, False]
    # Where all agree, or there is only one model, it is the top set itself.
    assert disputed(np.stack([first, first])).tolist() == [True, True, True, False, False]
    assert disputed(second[None, :]).tolist() == [True, False, False, True, False]


@settings(max_examples=300)
@given(st.integers(4, 300), st.integers(0, 400), st.integers(0, 400))
def test_labels_are_allotted_whole_and_no_stratum_gives_more_than_it_has(n, n_disputed, n_rest):
    n = min(n, n_disputed + n_rest)
    if n < 4:
        return
    inside, rest = allotted(n, n_disputed, n_rest)
    assert inside + rest == n
    assert min(2, n_disputed) <= inside <= n_disputed
    assert min(2, n_rest) <= rest <= n_rest
    if n / 2 * (1 + n_disputed / (n_disputed + n_rest)) <= n_disputed - 1 and min(rest, inside) > 2:
        assert inside == pytest.approx(n / 2 + n / 2 * n_disputed / (n_disputed + n_rest), abs=0.5)


def test_every_item_is_drawn_as_often_as_its_weight_says():
    inside = np.arange(60) < 12
    times = np.zeros(60)
    for seed in range(4000):
        drawn = draw_items(inside, 20, seed)
        assert len(set(drawn.tolist())) == 20
        assert inside[drawn].sum() == 12
        times[drawn] += 1
    assert (times[inside] == 4000).all()
    chance = 8 / 48
    assert times[~inside] / 4000 == pytest.approx(np.full(48, chance), abs=4 * np.sqrt(chance / 4000))


def test_the_order_of_what_is_drawn_says_nothing_of_the_stratum():
    inside = np.arange(100) < 30
    at = np.mean([inside[draw_items(inside, 40, seed)] for seed in range(2000)], axis=0)
    assert at == pytest.approx(np.full(40, at.mean()), abs=0.06)


def test_the_same_seed_draws_the_same_items_and_another_one_others():
    inside = np.arange(50) % 3 == 0
    assert (draw_items(inside, 20, 7) == draw_items(inside, 20, 7)).all()
    assert set(draw_items(inside, 20, 7).tolist()) != set(draw_items(inside, 20, 8).tolist())
