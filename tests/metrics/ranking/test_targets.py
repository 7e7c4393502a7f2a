"""Ranks of labelled entries at which a share of all entries is reached."""

import numpy as np
import pytest
from scipy import stats

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
