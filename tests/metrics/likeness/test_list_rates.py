"""Where the list's scores lie among the labelled ones, and which rates they get."""

from __future__ import annotations

import numpy as np
import pytest

from budgetplan.metrics.likeness.list_rates import cell_rates, evened, find_cells, strata_of


def test_only_the_order_of_the_scores_counts():
    rng = np.random.default_rng(1)
    sample, listed = rng.random(50).round(1), rng.random(200)
    first, second = find_cells(sample, listed), find_cells(np.exp(3 * sample), np.exp(3 * listed))
    assert first.cell.tolist() == second.cell.tolist()
    assert first.place.tolist() == second.place.tolist()


def test_equal_scores_share_a_cell_and_gaps_lie_between():
    cells = find_cells(np.array([0.5, 0.2, 0.5]), np.array([0.1, 0.2, 0.3, 0.5, 0.6]))
    assert cells.cell.tolist() == [0, 1, 2, 3, 4]


def test_scores_that_are_missing_come_last():
    cells = find_cells(np.array([0.5, -np.inf]), np.array([-np.inf, 0.1]))
    assert cells.cell.tolist() == [1, 2]


def test_rates_between_two_scores_are_their_mean():
    assert cell_rates(np.array([[0.0, 1.0]])).tolist() == [[0.0, 0.0, 0.5, 1.0, 1.0]]


@pytest.mark.parametrize("half", [0.3, 4.0, 1e9])
def test_rates_that_never_fall_are_evened_within_their_range_and_do_not_fall(half):
    rng = np.random.default_rng(4)
    rates, weight = np.sort(rng.random(60)), rng.integers(0, 4, 60) * 0.7
    found = evened(rates, weight, half)
    assert (np.diff(found[weight > 0]) >= -1e-12).all()
    assert ((found >= rates[0]) & (found <= rates[-1])).all()
    # Of one rate, and of a straight line, the mean around is the rate itself.
    assert evened(np.full(60, 0.4), weight, half) == pytest.approx(np.full(60, 0.4))
    line = np.arange(60) / 60
    assert evened(line, np.ones(60), half) == pytest.approx(line)


@pytest.mark.parametrize("most", [1, 3, 30])
def test_strata_rise_with_the_score_and_hold_equal_scores_together(most):
    rng = np.random.default_rng(2)
    sample = rng.random(90).round(2)
    cells = find_cells(sample, rng.random(40))
    strata = strata_of(cells, np.ones(90), most)
    assert (np.diff(strata.of_knot) >= 0).all()
    assert (np.diff(strata.of_cell) >= 0).all()
    assert set(strata.of_knot.tolist()) == set(range(strata.n_strata))
    assert strata.n_strata <= most
