"""Which labelled items are like what has been reviewed: laws over sizes, ties, weights and orders."""

from __future__ import annotations

import numpy as np
import pytest

from budgetplan.metrics.likeness.passed import depth_read_through, depth_reviewed, stand_within


@pytest.mark.parametrize("n", [1, 10, 100_000])
@pytest.mark.parametrize("part", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("deep", [depth_reviewed, depth_read_through])
def test_a_clean_cut_is_found(n, part, deep):
    depth = round(part * n)
    assert deep(np.arange(n) < depth) == depth


def test_a_few_passed_over_or_ahead_move_it_little():
    rng = np.random.default_rng(1)
    judged = np.arange(2_000) < 700
    judged ^= rng.random(2_000) < 0.05
    assert abs(depth_reviewed(judged) - 700) <= 10


def test_a_random_half_judged_is_no_depth_worth_speaking_of():
    rng = np.random.default_rng(2)
    assert depth_reviewed(rng.random(3_000) < 0.3) <= 10


@pytest.mark.parametrize("size", [5, 1_000, 100_000])
def test_so_many_of_the_list_itself_stand_within_a_depth(size):
    listed = np.random.default_rng(size).permutation(size).astype(float)
    for depth in (0, 1, size // 3, size):
        within = stand_within(listed, listed, depth)
        assert within.sum() == depth
        assert not within.any() or listed[within].min() > listed[~within].max(initial=-1.0)


def test_order_of_rows_and_any_rising_change_of_the_scores_play_no_part():
    rng = np.random.default_rng(3)
    labelled, listed = rng.normal(size=50).round(1), rng.normal(size=900).round(1)
    expected = stand_within(labelled, listed, 300)
    shuffled = rng.permutation(900)
    assert (stand_within(labelled, listed[shuffled], 300) == expected).all()
    assert (stand_within(np.exp(labelled), np.exp(listed), 300) == expected).all()


def test_a_row_that_stands_for_three_counts_as_three():
    rng = np.random.default_rng(4)
    labelled, listed, weight = rng.normal(size=50), rng.normal(size=300), rng.integers(1, 4, 300)
    spread = stand_within(labelled, np.repeat(listed, weight), 200)
    assert (stand_within(labelled, listed, 200, weight.astype(float)) == spread).all()


def test_equal_scores_stand_in_their_middle():
    listed = np.zeros(10)
    assert stand_within(np.zeros(1), listed, 6).all()
    assert not stand_within(np.zeros(1), listed, 5).any()


def test_items_that_were_skipped_are_no_end_and_those_far_ahead_no_part_of_it():
    rng = np.random.default_rng(3)
    judged = (np.arange(5_000) < 2_000) & (rng.random(5_000) > 0.03)
    last = int(np.flatnonzero(judged)[-1]) + 1
    judged[4_000:4_400] = True
    assert depth_read_through(judged) == last
    # A packet from the middle alone, or one in four left out: not read through to its end.
    assert depth_read_through(np.arange(1_000) // 200 == 3) == 0
    assert depth_read_through(np.isin(np.arange(1_000) // 200, [0, 1, 3])) <= 445
