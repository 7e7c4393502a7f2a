"""The smooth curve: its bends, and labelled items joined to it."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.special import expit, ndtri

from budgetplan.core.curve import PLACES, Fit, Labelled, balanced, fit

# --- The curve is where its penalised likelihood is greatest, in every draw
PLACE = ndtri((np.arange(120) + 0.5) / 120)


def hard_draws(seed):
    """Three entries, all near the top: plain steps of Newton's method go round in circles in one draw of a hundred."""
    rng = np.random.default_rng(seed)
    entry = np.zeros(len(PLACE))
    entry[[-1, -4, -9]] = 1
    held = rng.gamma(1.0, 1.0, (999, len(PLACE)))
    centre = np.concatenate([np.zeros((999, 2)), rng.standard_normal((999, 4))], axis=1)
    return entry, held, centre


def test_every_draw_of_a_hard_sample_is_a_maximum():
    terms = PLACES.terms(PLACE)
    entry, held, centre = hard_draws(3)
    found = fit(terms, held * entry, held, PLACES.penalty, centre)
    missed = held * (entry - expit(found @ terms))
    slope = missed @ terms.T - PLACES.penalty * (found - centre)
    assert np.abs(slope).max() < 1e-6


def test_rows_with_places_of_their_own_are_fitted_as_rows_that_share_them():
    terms = PLACES.terms(PLACE)
    entry, held, centre = hard_draws(3)
    held, centre = held[:200], centre[:200]
    shared = fit(terms, held * entry, held, PLACES.penalty, centre)
    own = fit(np.repeat(terms[None], 200, axis=0), held * entry, held, PLACES.penalty, centre)
    np.testing.assert_allclose(own, shared, atol=1e-7)


def test_rows_that_are_nearly_alike_are_one_row_of_more_than_so_many(monkeypatch):
    sample = Labelled(np.array([0.002, 0.002, 0.5, 0.002]), np.array([1.0, 1.0, 0.0, 0.0]))
    monkeypatch.setattr("budgetplan.core.curve.MANY", 4)
    assert sorted(Fit.of(sample).code.tolist()) == [0, 1, 2, 3]
    monkeypatch.setattr("budgetplan.core.curve.MANY", 3)
    alike = Fit.of(replace(sample, place=sample.place - np.array([0.001, 0, 0, 0])))
    assert len(alike.first) == 3
    assert alike.code[0] == alike.code[1] != alike.code[3]


# --- A sample that later rounds of review join


def test_what_was_reviewed_since_is_a_part_of_the_list_of_its_own_and_each_item_a_group():
    """Weights 10 and 30 become 0.5 and 1.5; those that join stand for one item each, whatever order they come in."""
    weight = np.array([10.0, 30.0, 10.0, 30.0])
    sample = Labelled(
        np.arange(4.0), np.array([1.0, 0, 0, 1]), weight, np.array([0, 0, 1, 1]), drawn=np.array([0, 1, 1, 0])
    )
    both = sample.joined(np.array([2.5, -1.0]), np.array([0.0, 1.0]))
    assert both.place.tolist() == [0, 1, 2, 3, -1, 2.5]
    assert both.outcome.tolist() == [1, 0, 0, 1, 1, 0]
    assert both.weights == pytest.approx([0.5, 1.5, 0.5, 1.5, 1, 1])
    assert both.group.tolist() == [0, 0, 1, 1, 2, 3]
    assert both.drawn.tolist() == [0, 1, 1, 0, 2, 2]
    alone = Labelled(np.arange(2.0), np.array([1.0, 0.0])).joined(np.ones(1), np.ones(1))
    assert (alone.group, alone.drawn) == (None, None)
    assert sample.joined(np.zeros(0), np.zeros(0)) is sample


def test_a_row_without_positives_or_without_others_stays_as_it_is():
    weight = np.array([[0.0, 0.0, 3.0], [1.0, 2.0, 0.0], [1.0, 1.0, 2.0]])
    expected = [[0, 0, 3], [1, 2, 0], [0.5, 0.5, 3]]
    assert balanced(weight, np.array([1.0, 1.0, 0.0]), 0.25) == pytest.approx(np.array(expected))
