"""The paired bootstrap against a naive one: every resample written out, one at a time."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import strategies as st

from budgetplan.metrics.ranking.order import rank
from budgetplan.metrics.resampling.paired import (
    Resamples,
    draws,
    interval,
    kept_blocks,
)

SHARES = np.array([0.0, 0.1, 0.25, 1 / 3, 0.5, 0.9, 1.0])


def naive_weights(how):
    """Draw as METHODS S10 and F9 say, row by row."""
    rng, list_rng = np.random.default_rng(how.seed), np.random.default_rng([how.seed, 1])
    rows = []
    for _ in range(how.n_resamples):
        if how.group is None:
            drawn = rng.integers(0, how.n_items, how.n_items)
            counts = np.array([(drawn == item).sum() for item in range(how.n_items)])
        else:
            n_groups = how.group.max() + 1
            drawn = rng.integers(0, n_groups, n_groups)
            counts = np.array([(drawn == group).sum() for group in how.group])
        weight = counts * (np.ones(how.n_items) if how.weight is None else how.weight)
        if how.list_size is not None and weight.sum() > 0:
            weight = list_rng.multinomial(how.list_size, weight / weight.sum())
        rows.append(weight.astype(float))
    return np.array(rows)


def naive_path(ranking, weight, amount):
    sums = np.cumsum(weight[ranking.order] * amount[ranking.order])[ranking.ends - 1]
    return np.concatenate(([0.0], sums))


def naive_afford(items, spent, limit, *, whole):
    """Try 0, 1, 2 ... items; exact in fractions where all is whole."""
    best = 0
    for m in range(1, int(np.floor(items[-1] * (1 + (0 if whole else 1e-9)))) + 1):
        if whole:
            after = int(np.searchsorted(items, m, side="left"))
            low, high = int(items[after - 1]), int(items[after])
            cost = int(spent[after - 1]) + Fraction(int(spent[after] - spent[after - 1]), high - low) * (
                m - low
            )
            best = m if cost <= limit else best
        elif np.interp(m, items, spent) <= limit * (1 + 1e-9) or limit >= spent[-1]:
            best = m
    return best


@st.composite
def situations(draw, largest=40):
    n = draw(st.integers(1, largest))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    decimals = draw(st.sampled_from([0, 1, 2, 9]))
    costs = draw(
        st.sampled_from([[0.0], [40_000.0], [0.0, 1.0, 2.0], [0.0, 35_000.0, 1_234_567.0], [3e9, 7e9 + 1]])
    )
    measures = {
        "cost": rng.choice(costs, n),
        "positives": (rng.random(n) < draw(st.sampled_from([0.0, 0.2, 1.0]))) * 1.0,
        "value": rng.normal(size=n),
    }
    by_cost = draw(st.booleans())
    scores = np.round(rng.random((2, n)), decimals)
    rankings = [rank(score, measures["cost"] if by_cost else None) for score in scores]
    weight = draw(st.sampled_from([None, rng.choice([0.0, 1.0, 3.0], n), rng.choice([0.3, 0.7, 2.1], n)]))
    n_groups = draw(st.integers(1, n))
    how = Resamples(
        n_items=n,
        n_resamples=draw(st.integers(1, 5)),
        seed=draw(st.integers(0, 99)),
        group=draw(
            st.sampled_from(
                [None, np.concatenate((np.arange(n_groups), rng.integers(0, n_groups, n - n_groups)))]
            )
        ),
        weight=weight,
        list_size=draw(st.sampled_from([None, 1, 2 * n + 1])),
    )
    limit_measure = draw(st.sampled_from(["cost", "positives", "items"]))
    total = n if limit_measure == "items" else measures[limit_measure].sum()
    limits = np.floor(rng.random((2, 4)) * total)
    limits = np.concatenate((limits, [[-1.0, 0.0, total, 3 * total + 1, np.inf]] * 2), axis=1)
    return rankings, measures, how, limits, limit_measure, draw(st.sampled_from([None, 1, 2]))


def test_group_draws_whole_groups():
    how = Resamples(5, 20, seed=0, group=np.array([0, 0, 1, 1, 1]))
    (weights,) = draws(how, 20)
    assert (weights[:, 0] == weights[:, 1]).all()
    assert (weights[:, 2] == weights[:, 4]).all()
    assert (weights[:, 0] + weights[:, 2] == 2).all()


def test_interval_leaves_missing_out():
    replicates = np.array([[0.0, np.nan, np.nan], [10.0, 4.0, np.nan]])
    low, high = interval(replicates, level=0.9)
    assert low.tolist() == pytest.approx([0.5, 4.0, np.nan], nan_ok=True)
    assert high.tolist() == pytest.approx([9.5, 4.0, np.nan], nan_ok=True)
    by_row, _ = interval(replicates.T, axis=1, level=0.9)
    np.testing.assert_array_equal(by_row, low)


def test_draws_are_one_stream_of_integers():
    how = Resamples(20_000, 3, seed=7)
    (weights,) = draws(how, 3)
    stream = np.random.default_rng(7).integers(0, 20_000, size=(3, 20_000))
    expected = [np.bincount(row, minlength=20_000).tolist() for row in stream]
    assert weights.tolist() == expected


@pytest.mark.parametrize("n", [7, 9000])
@pytest.mark.parametrize("more", [{}, {"list_size": 30}, {"weighted": True}])
def test_one_stratum_of_all_items_is_no_stratum_bit_for_bit(n, more):
    weight = np.random.default_rng(1).integers(1, 5, n).astype(float) if "weighted" in more else None
    plain = Resamples(n, 5, 3, weight=weight, list_size=more.get("list_size"))
    drawn = [np.concatenate(list(draws(how, 2))) for how in (plain, in_one(plain))]
    assert drawn[0].dtype == drawn[1].dtype
    assert (drawn[0] == drawn[1]).all()


def in_one(how):
    return replace(how, stratum=np.zeros(how.n_items, dtype=np.int64))


def test_strata_of_one_item_each_leave_nothing_to_chance():
    drawn = np.concatenate(list(draws(Resamples(6, 9, 1, stratum=np.array([3, 1, 0, 5, 4, 2])), 4)))
    assert (drawn == 1).all()


def test_every_resample_has_as_many_items_of_each_stratum_as_the_sample():
    stratum = np.random.default_rng(2).permutation(np.repeat([0, 1, 2], [40, 7, 13]))
    drawn = np.concatenate(list(draws(Resamples(60, 200, 1, stratum=stratum), 64)))
    held = np.stack([drawn[:, stratum == code].sum(axis=1) for code in range(3)])
    assert (held == np.array([[40], [7], [13]])).all()
    # Within a stratum every item is drawn once on average, and by itself: variance 1 - 1/n of the stratum.
    alone = drawn[:, stratum == 0].astype(float)
    assert alone.mean(axis=0) == pytest.approx(np.ones(40), abs=0.3)
    assert alone.var() == pytest.approx(1 - 1 / 40, abs=0.05)


def test_very_many_items_keep_their_strata():
    n = 50_001
    how = Resamples(n, 2, 1, stratum=(np.arange(n) % 2 == 0).astype(np.int64))
    assert kept_blocks(how) is None
    for weights in draws(how, 1):
        assert weights[:, ::2].sum() == 25_001
        assert weights[:, 1::2].sum() == 25_000
