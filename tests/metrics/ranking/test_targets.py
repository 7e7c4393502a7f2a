"""Ranks of labelled entries at which a share of all entries is reached."""

import numpy as np
import pytest
from scipy import stats

from budgetplan.metrics.answers.guarantee import lower_bound
from budgetplan.metrics.ranking.targets import entries_to_certify, safer_rank, target_rank


@pytest.mark.parametrize("n_entries", [4, 9, 30, 100])
@pytest.mark.parametrize("target", [0.5, 0.7, 0.8, 0.9, 0.95])
def test_the_safer_rank_is_the_least_that_is_safe(target, n_entries):
    rank = safer_rank(target, n_entries)

    def fails(j):
        # So many uniform depths: the j-th of v covers less than t.
        return stats.binom.cdf(n_entries - j, n_entries, 1 - target)

    safe = [j for j in range(1, n_entries + 1) if 1 - stats.binom.cdf(j - 1, n_entries, target) <= 0.05]
    assert rank == (safe[0] if safe else None)
    assert fails(n_entries) >= 0
    needed = entries_to_certify(target)
    assert (rank is None) == (n_entries < needed)
    assert safer_rank(target, needed) == needed
    assert safer_rank(target, needed - 1) is None
    plain = target_rank(target, n_entries)
    if rank is not None:
        assert plain is not None
        assert rank >= plain


def test_certified_ranks_of_worked_examples():
    assert (safer_rank(0.8, 30), safer_rank(0.8, 40)) == (28, 37)
    assert [entries_to_certify(t) for t in (0.7, 0.8, 0.9, 0.95, 0.99)] == [9, 14, 29, 59, 299]
    # A depth fixed beforehand that holds 34 of 40; chosen on the same labels it would prove nothing.
    assert lower_bound(34, 40, alpha=0.05) == pytest.approx(0.725, abs=5e-4)


@pytest.mark.parametrize("risk", [0.01, 0.05, 0.2])
@pytest.mark.parametrize("n_entries", [5, 14, 40, 300])
def test_a_certified_depth_misses_its_target_in_at_most_the_risk_of_samples(n_entries, risk):
    for target in (0.3, 0.8, 0.95):
        rank = safer_rank(target, n_entries, risk=risk)
        if rank is None:
            # Not even the deepest entry: it falls short as often as all of them lie within the target.
            assert target**n_entries > risk
        else:
            assert stats.binom.sf(rank - 1, n_entries, target) <= risk * (1 + 1e-9)
            assert stats.binom.sf(rank - 2, n_entries, target) > risk


def test_targets_are_reached_as_often_as_is_said():
    # Depths of entries are independent: 40 labelled ones, and the list's own at any depth.
    rng = np.random.default_rng(3)
    depths = np.sort(rng.random((20_000, 40)), axis=1)
    covered = depths[:, target_rank(0.8, 40) - 1]
    assert covered.mean() == pytest.approx(0.8, abs=0.01)
    assert (depths[:, safer_rank(0.8, 40) - 1] >= 0.8).mean() >= 0.95
    assert (depths[:, safer_rank(0.8, 40) - 2] >= 0.8).mean() < 0.95


def test_groups_make_the_safer_rank_deeper_and_all_entries_are_never_certain():
    assert safer_rank(0.8, 100, 2.5) > safer_rank(0.8, 100)
    assert safer_rank(0.8, 100, 0.6) == safer_rank(0.8, 100)
    assert safer_rank(1.0, 100) is None
    assert safer_rank(0.8, 0) is None
    assert target_rank(1.0, 100) is None
    assert target_rank(0.01, 5) == 1
