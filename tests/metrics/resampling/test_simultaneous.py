"""Differences of models are firm for all pairs at once."""

from __future__ import annotations

import numpy as np
import pytest

from budgetplan.metrics.resampling.paired import interval
from budgetplan.metrics.resampling.simultaneous import firm_differences


def _projects(n_projects: int, n_models: int, n_items: int = 200, resamples: int = 400) -> float:
    """Return the share of projects in which some of equally good models is called firmly worse."""
    rng, alarms = np.random.default_rng(5), 0
    first = np.arange(resamples)[:, None] * n_items
    for _ in range(n_projects):
        right = (rng.random((n_models, n_items)) < 0.8).astype(float)
        drawn = (first + rng.integers(n_items, size=(resamples, n_items))).ravel()
        counts = np.bincount(drawn, minlength=resamples * n_items).reshape(resamples, n_items)
        alarms += bool(firm_differences(counts @ right.T / n_items).firm.any())
    return alarms / n_projects


@pytest.mark.parametrize("n_models", [2, 3, 10])
def test_some_of_equally_good_models_is_called_firmly_worse_in_one_project_of_twenty(n_models: int) -> None:
    assert _projects(200, n_models) <= 0.05 + 3 * np.sqrt(0.05 * 0.95 / 200)


def test_the_critical_value_is_the_quantile_of_the_furthest_pair() -> None:
    values = np.random.default_rng(1).normal(size=(500, 4))
    pairs = [(i, j) for i in range(4) for j in range(i)]
    differences = np.stack([values[:, i] - values[:, j] for i, j in pairs], axis=1)
    away = np.abs(differences - differences.mean(axis=0)) / differences.std(axis=0)
    found = firm_differences(values)
    assert found.critical == pytest.approx(np.quantile(away.max(axis=1), 0.95), rel=1e-12)
    for place, (i, j) in enumerate(pairs):
        reach = found.critical * differences[:, place].std()
        assert found.low[i, j] == pytest.approx(differences[:, place].mean() - reach)
        assert found.high[i, j] == pytest.approx(differences[:, place].mean() + reach)


def test_two_models_have_the_percentile_interval_and_are_firm_where_it_excludes_zero() -> None:
    values = np.random.default_rng(2).normal([3.0, 0.0], size=(1000, 2))
    found = firm_differences(values)
    low, high = interval(values[:, 0] - values[:, 1])
    assert (found.low[0, 1], found.high[0, 1]) == (low, high)
    assert (found.low[1, 0], found.high[1, 0]) == (-high, -low)
    assert found.firm.tolist() == [[False, True], [True, False]]
    assert found.better[0, 1]
    assert found.worse[1, 0]
    assert not firm_differences(values - [3.0, 0.0]).firm.any()


def test_differences_mirror_each_other() -> None:
    values = np.random.default_rng(3).normal(size=(300, 5)) + np.arange(5) * 2
    found = firm_differences(values)
    np.testing.assert_allclose(found.mean, -found.mean.T)
    np.testing.assert_allclose(found.low, -found.high.T)
    assert (found.firm == found.firm.T).all()
    assert (found.better == found.worse.T).all()


def test_the_order_of_models_and_their_unit_change_nothing() -> None:
    values = np.random.default_rng(4).normal(size=(300, 4)) + np.arange(4)
    order = np.array([2, 0, 3, 1])
    found, other = firm_differences(values), firm_differences(values[:, order] * 8)
    assert other.critical == pytest.approx(found.critical)
    np.testing.assert_allclose(other.low, 8 * found.low[np.ix_(order, order)])
    assert (other.firm == found.firm[np.ix_(order, order)]).all()


def test_more_models_make_no_difference_firmer() -> None:
    values = np.random.default_rng(6).normal(size=(300, 8)) + np.arange(8) / 2
    few, all_of_them = firm_differences(values[:, :3]), firm_differences(values)
    assert few.critical <= all_of_them.critical
    assert (few.firm | ~all_of_them.firm[:3, :3]).all()


def test_several_budgets_are_claimed_at_once() -> None:
    values = np.random.default_rng(7).normal(size=(400, 6, 3))
    found = firm_differences(values)
    assert found.low.shape == found.firm.shape == (6, 3, 3)
    assert found.critical >= max(firm_differences(values[:, at]).critical for at in range(6))


def test_two_models_at_several_budgets_are_compared_at_once() -> None:
    values = np.random.default_rng(8).normal(size=(400, 6, 2))
    difference = values[..., 0] - values[..., 1]
    away = np.abs(difference - difference.mean(axis=0)) / difference.std(axis=0)
    assert firm_differences(values).critical == pytest.approx(np.quantile(away.max(axis=1), 0.95))


def test_a_difference_that_never_varies_is_firm_unless_it_is_noise_of_the_arithmetic() -> None:
    value = np.random.default_rng(9).normal(size=(200, 1)) + 50
    found = firm_differences(np.hstack([value, value + 1, value * (1 + 1e-15)]))
    assert found.firm.tolist() == [[False, True, False], [True, False, True], [False, True, False]]
    assert found.low[0, 2] == found.high[0, 2] == 0
    assert not firm_differences(np.hstack([value, value * (1 + 1e-15)])).firm.any()


def test_resamples_without_a_value_are_left_out() -> None:
    values = np.random.default_rng(10).normal(size=(300, 3))
    holed = np.vstack([values, np.full((2, 3), np.nan)])
    found, whole = firm_differences(holed), firm_differences(values)
    np.testing.assert_allclose(found.mean, whole.mean)
    assert found.critical == pytest.approx(whole.critical)
    assert np.isfinite(found.low).all()


@pytest.mark.parametrize("shape", [(0, 3), (5, 1), (0, 2), (1, 1)])
def test_nothing_is_firm_without_resamples_or_rivals(shape: tuple[int, int]) -> None:
    found = firm_differences(np.ones(shape))
    assert not found.firm.any()
    assert found.critical == 0


def test_one_of_several_places_keeps_the_critical_value_of_all() -> None:
    found = firm_differences(np.random.default_rng(12).normal(size=(200, 4, 3)))
    one = found.at(2)
    assert one.critical == found.critical
    assert (one.low == found.low[2]).all()
    assert (one.better == found.better[2]).all()
