"""Logistic regression: another program's numbers, hand arithmetic, and laws."""

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import expit

from budgetplan.metrics.logistic import chance, fit_logistic


def a_world(seed, n=90, k=3):
    rng = np.random.default_rng(seed)
    columns = rng.normal(size=(n, k))
    return columns, rng.random(n), rng.uniform(0, 3, n), rng.uniform(0.1, 20, k), rng.normal(size=k)


def loss(at, columns, target, weight, penalty, centre):
    f = columns @ at
    return weight @ (np.logaddexp(0, f) - target * f) + penalty @ (at - centre) ** 2 / 2


def test_the_chance_is_that_of_scipy():
    x = np.array([-1e4, -30, -0.3, 0, 0.3, 30, 1e4])
    assert chance(x) == pytest.approx(expit(x), abs=1e-15)


@pytest.mark.parametrize("seed", range(8))
def test_no_other_coefficients_lose_less(seed):
    world = a_world(seed)
    found = fit_logistic(*world)
    other = minimize(loss, np.zeros(3), world, tol=1e-12)
    assert found == pytest.approx(other.x, abs=1e-4)
    assert loss(found, *world) <= other.fun + 1e-9


@pytest.mark.parametrize("seed", range(4))
def test_where_it_begins_and_the_order_of_items_move_nothing(seed):
    columns, target, weight, penalty, centre = a_world(seed)
    found = fit_logistic(columns, target, weight, penalty, centre)
    far = fit_logistic(columns, target, weight, penalty, centre, np.full(3, 40.0))
    turned = np.random.default_rng(seed).permutation(len(target))
    moved = fit_logistic(columns[turned], target[turned], weight[turned], penalty, centre)
    assert far == pytest.approx(found, abs=1e-10)
    assert moved == pytest.approx(found, abs=1e-10)


def test_a_strong_penalty_keeps_the_centre_and_none_the_data():
    columns, target, weight, _, centre = a_world(1)
    assert fit_logistic(columns, target, weight, np.full(3, 1e12), centre) == pytest.approx(centre, abs=1e-9)
    # Without a penalty the weighted sums of what is said and what is found agree in every column.
    free = fit_logistic(columns, target, weight, np.zeros(3), centre)
    assert columns.T @ (weight * (chance(columns @ free) - target)) == pytest.approx(0, abs=1e-9)
