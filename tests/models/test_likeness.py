"""Quick looks at scores: hand-made examples, and laws."""

import math

import numpy as np
import pytest

from budgetplan.lists.likeness import (
    agrees_beyond_chance,
    agrees_by_chance,
    commonest,
    depth_read_through,
    depth_reviewed,
    is_reversed,
    is_sure_of_any,
    labelled_from_the_top,
    likeliest_only,
    stand_within,
)
from budgetplan.preflight.doubts import ranks


def test_reversed_needs_a_clear_margin():
    positive = np.arange(2000) < 1000
    clear = np.arange(2000.0)
    assert is_reversed(clear, positive)
    assert not is_reversed(-clear, positive)
    assert not is_reversed(np.ones(2000), positive)
    # Nine items against nine, all the wrong way round: AUC 0, more than three errors of 0.14 below a half.
    assert is_reversed(np.arange(18.0), np.arange(18) < 9)
    # Three against three: errors of 0.22, so that AUC 0 may be chance.
    assert not is_reversed(np.arange(6.0), np.arange(6) < 3)
    assert not is_reversed(clear, np.ones(2000, dtype=bool))


def test_the_commonest_value():
    assert commonest(np.array([2.0, 1.0, 2.0, 1.0, 3.0])) == (1.0, 2)
    value, n = commonest(np.array([]))
    assert math.isnan(value)
    assert n == 0


def test_places_keep_order_and_ties_alone():
    score = np.array([0.5, -1.0, 0.5, 2.0])
    assert ranks(score).tolist() == [1, 0, 1, 2]
    assert (ranks(score) == ranks(np.exp(score))).all()
    assert (ranks(score) != ranks(-score)).any()


def test_shuffled_answers_agree_by_chance():
    rng = np.random.default_rng(7)
    truth = rng.integers(0, 5, 1000)
    said = np.where(rng.random(1000) < 0.6, truth, rng.integers(0, 5, 1000))
    assert not agrees_by_chance(said, truth)
    shuffled = [agrees_by_chance(rng.permutation(said), truth) for _ in range(50)]
    assert sum(shuffled) >= 49
    # Where one of them never changes, chance and skill look alike.
    assert not agrees_by_chance(np.zeros(1000, dtype=np.int64), truth)
    assert not agrees_by_chance(truth, np.ones(1000, dtype=np.int64))
    # Fourteen of 28 and fifteen of 30 are no more than chance; only of the latter is it said.
    assert agrees_by_chance(np.arange(30) // 15, np.arange(30) % 2)
    assert not agrees_by_chance(np.arange(28) // 14, np.arange(28) % 2)


def reviewed(n_sample, n_top, n=6000, seed=1, decimals=6):
    """Return the scores of labelled and of other items: a random sample, then the top that people reviewed."""
    rng = np.random.default_rng(seed)
    score = np.round(1 / (1 + np.exp(-rng.normal(-1.5, 1.5, n))), decimals)
    labelled = rng.permutation(n) < n_sample
    labelled[np.argsort(-np.where(labelled, -1, score), kind="stable")[:n_top]] = True
    return score[labelled], score[~labelled]


@pytest.mark.parametrize("decimals", [2, 6])
@pytest.mark.parametrize(("n_sample", "n_top"), [(0, 400), (300, 600), (1000, 100), (1000, 3000), (0, 5000)])
def test_labels_from_the_top_of_an_order_are_recognised(n_sample, n_top, decimals):
    share = labelled_from_the_top(*reviewed(n_sample, n_top, decimals=decimals))
    # What was sampled among the top is labelled, too; equal scores at the edge may be left out.
    assert 0.75 * n_top / (n_sample + n_top) < share <= 1


def test_a_few_items_of_the_top_may_be_left_undecided():
    labelled, other = reviewed(300, 600)
    skipped = np.arange(len(labelled)) % 20 == 0
    assert labelled_from_the_top(labelled[~skipped], np.concatenate([other, labelled[skipped]])) > 0.6


@pytest.mark.parametrize("decimals", [1, 6])
@pytest.mark.parametrize("n_sample", [10, 3000, 5990])
def test_a_random_sample_is_no_review(n_sample, decimals):
    for seed in range(5):
        assert labelled_from_the_top(*reviewed(n_sample, 0, seed=seed, decimals=decimals)) == 0


@pytest.mark.parametrize("shift", [0.2, 1, 3])
@pytest.mark.parametrize(("n", "n_other"), [(300, 3000), (1000, 1000), (3000, 300)])
def test_a_sample_of_items_that_score_higher_is_no_review(shift, n, n_other):
    rng = np.random.default_rng(7)
    for _ in range(5):
        assert labelled_from_the_top(rng.normal(shift, 1, n), rng.normal(0, 1, n_other)) == 0


@pytest.mark.parametrize(("apart", "share"), [(1e-3, 300 / 360), (2.5e-4, 0), (1e-5, 0)])
@pytest.mark.parametrize("unit", [1, 1000])
def test_a_list_that_begins_where_the_labels_end_is_no_rest_of_a_review(apart, share, unit):
    """300 labels stand 0.001 apart, and 60 further down: just below are as many others, more than four times, or a hundred."""
    labelled = np.concatenate([1 - np.arange(300) / 1000, 0.7 - np.arange(60) / 100])
    other = 0.6995 - np.arange(600) * apart
    assert labelled_from_the_top(labelled * unit, other * unit) == pytest.approx(share, abs=0.01)


def test_what_is_said_of_a_review_depends_on_the_order_alone():
    labelled, other = reviewed(300, 600)
    share = labelled_from_the_top(labelled, other)
    assert labelled_from_the_top(np.exp(5 * labelled)[::-1], np.exp(5 * other)) == share
    assert labelled_from_the_top(np.tile(labelled, 2), np.tile(other, 2)) == share
    assert labelled_from_the_top(-labelled, -other) == 0
    for nothing in (np.array([]), np.full(900, 0.5)):
        assert labelled_from_the_top(nothing, np.full(9000, 0.5)) == 0
        assert labelled_from_the_top(np.full(9000, 0.5), nothing) == 0
    assert labelled_from_the_top(np.append(labelled, -np.inf), np.append(other, -np.inf)) > 0.6


def believed(rng, n=1000, prevalence=0.2, skill=1.5):
    """Return the probability of the positive label as a model has it, and which items are positive."""
    positive = rng.random(n) < prevalence
    log_odds = rng.normal(skill * (positive - 0.5), 1) * skill + np.log(prevalence / (1 - prevalence))
    return 1 / (1 + np.exp(-log_odds)), positive


@pytest.mark.parametrize("prevalence", [0.05, 0.2, 0.4])
def test_confidences_in_whatever_label_are_recognised(prevalence):
    rng = np.random.default_rng(5)
    for _ in range(5):
        proba, positive = believed(rng, prevalence=prevalence)
        assert is_sure_of_any(np.maximum(proba, 1 - proba), positive, 2)
        assert not is_sure_of_any(proba, positive, 2)


@pytest.mark.parametrize("skill", [0.3, 2])
@pytest.mark.parametrize("prevalence", [0.2, 0.6, 0.9])
def test_probabilities_of_the_positive_label_are_not_taken_for_confidences(prevalence, skill):
    rng = np.random.default_rng(6)
    for _ in range(5):
        proba, positive = believed(rng, 5000, prevalence, skill)
        # All of them, and those alone that the model calls positive.
        assert not is_sure_of_any(proba, positive, 2)
        assert not is_sure_of_any(proba[proba >= 0.5], positive[proba >= 0.5], 2)


def test_the_likeliest_of_several_classes_may_have_less():
    score = np.linspace(0.34, 0.99, 50)
    assert [likeliest_only(score, k) for k in (1, 2, 3)] == [False, False, True]
    assert not likeliest_only(score * 100, 3)
    assert not likeliest_only(score / 2, 10)
    assert not likeliest_only(np.array([]), 2)


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


@pytest.mark.parametrize(
    ("size", "n_positive", "sure"),
    [(20, 10, True), (20, 11, False), (2000, 1399, True), (2000, 1401, False), (14, 0, False), (15, 0, True)],
)
def test_a_tenth_and_three_standard_errors_less_than_scores_say_is_not_chance(size, n_positive, sure):
    """Half of all say 0.8: three standard errors are 3 x sqrt(0.8 x 0.2 / 20) = 0.27, of 2000 less than a tenth; 28 are too few."""
    score = np.repeat([0.8, 0.6], size)
    positive = np.concatenate([np.arange(size) < n_positive, np.arange(size) < 0.6 * size])
    assert is_sure_of_any(score, positive, 2) is sure


@pytest.mark.parametrize(("n_apart", "beyond"), [(3, True), (4, False)])
def test_two_that_mostly_say_the_same_agree_by_chance_in_four_of_five(n_apart, beyond):
    """Both say 0 of 90 of 100: chance is 0.82, and 0.82 + 3 x sqrt(0.82 x 0.18 / 100) = 0.935; they agree on 94, or on 92."""
    first = np.repeat([0, 1], [90, 10])
    other = np.roll(first, -n_apart)
    assert agrees_beyond_chance(first, other) is beyond
