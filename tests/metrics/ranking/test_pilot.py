"""What scores alone say: on which items models differ, and what is drawn."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from budgetplan.metrics.ranking.pilot import (
    allotted,
    disputed,
    draw_items,
)


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
