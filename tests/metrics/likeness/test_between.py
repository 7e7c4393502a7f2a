"""How far strata differ at equal scores: what is put in comes out, and chance alone is none of it."""

import numpy as np
import pytest

from budgetplan.metrics.likeness.between import between_strata


def drawn(seed, spread, n_strata=12, each=200):
    """Outcomes whose rates rise with the score and differ between strata, by a standard deviation."""
    rng = np.random.default_rng(seed)
    key = rng.random(n_strata * each)
    stratum = np.repeat(np.arange(n_strata), each)
    rate = np.clip(0.3 + 0.3 * key + rng.normal(0, spread, n_strata)[stratum], 0, 1)
    return key, (rng.random(len(key)) < rate).astype(float), stratum


@pytest.mark.parametrize("spread", [0.05, 0.1])
def test_on_average_the_variance_that_strata_were_drawn_with_is_found(spread):
    told = [between_strata(*drawn(seed, spread))[0] for seed in range(40)]
    # The fit to the others differs from stratum to stratum, too.
    assert np.mean(told) == pytest.approx(spread**2, rel=0.3)


def test_where_strata_do_not_differ_next_to_nothing_is_found():
    told = [between_strata(*drawn(seed, 0.0)) for seed in range(40)]
    assert np.mean([one for one, _ in told]) < 0.01**2 * 3
    assert np.mean([alone for _, alone in told]) == pytest.approx(0.24, abs=0.02)


def test_names_and_order_of_rows_and_the_unit_of_weights_play_no_part():
    key, outcome, stratum = drawn(1, 0.1)
    first = between_strata(key, outcome, stratum)
    turned = np.random.default_rng(2).permutation(len(key))
    assert between_strata(key[turned], outcome[turned], 99 - stratum[turned]) == pytest.approx(first)
    assert between_strata(key, outcome, stratum, np.full(len(key), 3.0)) == pytest.approx(first)
    assert between_strata(key * 9 - 4, outcome, stratum) == pytest.approx(first)


def test_groups_that_err_together_are_chance_and_no_difference_of_strata():
    rng = np.random.default_rng(5)
    stratum = np.repeat(np.arange(6), 200)
    group = np.arange(1_200) // 20
    rate = rng.choice([0.1, 0.7], 60)[group]
    outcome = (rng.random(1_200) < rate).astype(float)
    alone, together = (
        between_strata(rng.random(1_200), outcome, stratum, None, one)[0] for one in (None, group)
    )
    assert together < alone
    assert together < 0.01


def test_a_stratum_without_weight_says_nothing():
    key, outcome, stratum = drawn(1, 0.1, n_strata=2)
    assert between_strata(key, outcome, stratum, np.where(stratum == 0, 1.0, 0.0)) == (0.0, 0.0)
