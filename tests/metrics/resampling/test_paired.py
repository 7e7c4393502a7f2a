"""The paired bootstrap against a naive one: every resample written out, one at a time."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from budgetplan.metrics.ranking.order import rank
from budgetplan.metrics.resampling.paired import (
    Resamples,
    draws,
    interval,
    kept_blocks,
    kept_draws,
    resample,
    winner_shares,
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


def check(rankings, measures, how, limits, limit_measure, batch):
    readings = resample(
        rankings, measures, how, shares=SHARES, limits=limits, limit_measure=limit_measure, batch=batch
    )
    whole = how.weight is None or how.list_size is not None or bool((how.weight == np.rint(how.weight)).all())

    def same(got, expected, exact):
        np.testing.assert_allclose(got, expected, rtol=0 if exact else 1e-9, atol=0 if exact else 1e-9)

    for row, weight in enumerate(naive_weights(how)):
        for model, (ranking, reading) in enumerate(zip(rankings, readings, strict=True)):
            items = naive_path(ranking, weight, np.ones(how.n_items))
            limited = (
                items if limit_measure == "items" else naive_path(ranking, weight, measures[limit_measure])
            )
            afforded = [naive_afford(items, limited, limit, whole=whole) for limit in limits[model]]
            same(reading.n_items[row], items[-1], whole)
            same(reading.at_limits_items[row], afforded, exact=True)
            for name, amount in measures.items():
                path = naive_path(ranking, weight, amount)
                exact = whole and name != "value"
                same(reading.totals[name][row], path[-1], exact)
                same(reading.at_shares[name][row], np.interp(SHARES * items[-1], items, path), exact)
                same(reading.at_limits[name][row], np.interp(afforded, items, path), exact)


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


@settings(max_examples=120)
@given(situations())
def test_resample_is_the_naive_one(situation):
    check(*situation)


def test_batch_changes_nothing():
    rng = np.random.default_rng(3)
    measures = {"cost": rng.integers(1, 9, 300) * 1000.0, "positives": (rng.random(300) < 0.3) * 1.0}
    rankings = [rank(rng.random(300), measures["cost"])]
    for how in (Resamples(300, 9, seed=4), Resamples(300, 9, seed=4, list_size=70, weight=rng.random(300))):
        by_batch = [
            resample(rankings, measures, how, shares=SHARES, limits=np.array([[50_000.0]]), batch=batch)[0]
            for batch in (None, 1, 2, 9)
        ]
        for reading in by_batch[1:]:
            assert reading.at_limits["cost"].tolist() == by_batch[0].at_limits["cost"].tolist()
            assert reading.at_shares["positives"].tolist() == by_batch[0].at_shares["positives"].tolist()


def test_progress_counts_resamples():
    seen = []
    how = Resamples(3, 5, seed=0)
    reading = resample(
        [rank(np.arange(3.0))], {"cost": np.ones(3)}, how, shares=SHARES, batch=2, progress=seen.append
    )[0]
    assert seen == [2, 4, 5]
    assert reading.at_limits["cost"].shape == (5, 0)


def test_group_draws_whole_groups():
    how = Resamples(5, 20, seed=0, group=np.array([0, 0, 1, 1, 1]))
    (weights,) = draws(how, 20)
    assert (weights[:, 0] == weights[:, 1]).all()
    assert (weights[:, 2] == weights[:, 4]).all()
    assert (weights[:, 0] + weights[:, 2] == 2).all()


def test_mixed_costs_in_a_group_are_cut_exactly():
    # One tie group, 10**7 items' worth of 10 dollars and a cent: the products pass 64 bits.
    cost = np.array([10_000_000.0, 10_010_000.0])
    how = Resamples(2, 40, seed=0, list_size=10_000_000)
    limits = np.floor(np.linspace(1, 1e14, 57))[None]
    (reading,) = resample([rank(np.zeros(2))], {"cost": cost}, how, shares=SHARES, limits=limits)
    for row in range(40):
        total = int(reading.totals["cost"][row])
        expected = [min(int(limit) * 10_000_000 // total, 10_000_000) for limit in limits[0]]
        assert reading.at_limits_items[row].tolist() == expected


def test_list_without_weight_is_empty():
    how = Resamples(2, 30, seed=0, weight=np.array([0.0, 1.0]), list_size=4)
    (reading,) = resample(
        [rank(np.arange(2.0))], {"cost": np.ones(2)}, how, shares=SHARES, limits=np.array([[2.0]])
    )
    assert set(reading.n_items.tolist()) == {0.0, 4.0}
    assert set(reading.at_limits_items[:, 0].tolist()) == {0.0, 2.0}


def test_winner_shares_split_ties_and_sum_to_one():
    replicates = np.array([[1.0, 1.0, 0.0], [-3.0, -2.0, -2.0], [1e6, 1e6 + 1e-7, 0.0], [np.nan, 1.0, 2.0]])
    assert winner_shares(replicates).tolist() == [0.25, 0.375, 0.375]
    assert winner_shares(replicates).sum() == 1.0
    assert winner_shares(np.full((2, 2), np.nan)).tolist() == [0.0, 0.0]


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


@pytest.mark.parametrize("size", [10, 1000, 50_000, 65_536, 200_000, 1_000_000, 10_000_000, 1_000_000_000])
def test_the_size_of_the_list_moves_no_share(size):
    rng = np.random.default_rng(1)
    n = 600
    positive = (rng.random(n) < 0.2) * 1.0
    ranking = rank(positive + rng.random(n))
    measures = {"cost": np.full(n, 1e6), "positives": positive}
    how = Resamples(n, 25, seed=3, list_size=size)
    limits = np.array([[0.24 * size * 1e6]])
    (kept,) = resample([ranking], measures, how, shares=SHARES, limits=limits, drawn=kept_draws(how))
    (fresh,) = resample([ranking], measures, how, shares=SHARES, limits=limits)
    np.testing.assert_array_equal(kept.n_items, np.full(25, float(size)))
    for name in measures:
        np.testing.assert_array_equal(kept.at_shares[name], fresh.at_shares[name])
        np.testing.assert_array_equal(kept.at_limits[name], fresh.at_limits[name])
    # Drawing the list adds noise of its own, less the longer it is; it pulls nowhere.
    (sample,) = resample([ranking], measures, Resamples(n, 25, seed=3), shares=SHARES)
    share = kept.at_shares["positives"].mean(axis=0) / size
    expected = sample.at_shares["positives"].mean(axis=0) / n
    assert share == pytest.approx(expected, abs=4 * np.sqrt(0.25 / (25 * size)) + 1e-3)
    assert kept.at_limits_items.mean() / size == pytest.approx(0.24, abs=1 / size)


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


def test_a_difference_between_strata_alone_is_no_noise():
    # Weighted as their strata are in the list, positives of a stratum that has no others are always as many.
    stratum = np.repeat([0, 1], [30, 10])
    positive = (stratum == 1).astype(float)
    weight = np.repeat([3.0, 1.0], [30, 10])
    how = Resamples(40, 50, 1, weight=weight, stratum=stratum)
    amounts = {"cost": np.ones(40), "positives": positive}
    [reading] = resample([rank(positive)], amounts, how, shares=np.array([0.1, 1.0]))
    assert np.ptp(reading.totals["positives"]) == 0
    assert np.ptp(reading.at_shares["positives"]) == 0
    [free] = resample([rank(positive)], amounts, replace(how, stratum=None), shares=SHARES)
    assert np.ptp(free.totals["positives"]) > 0


def test_very_many_items_keep_their_strata():
    n = 50_001
    how = Resamples(n, 2, 1, stratum=(np.arange(n) % 2 == 0).astype(np.int64))
    assert kept_blocks(how) is None
    for weights in draws(how, 1):
        assert weights[:, ::2].sum() == 25_001
        assert weights[:, 1::2].sum() == 25_000
