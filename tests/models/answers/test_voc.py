"""Value against the penalty of an error: against pointwise evaluation, integration, and trying every cutoff."""

import answer_values
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from value_answers import theoretical_values

from budgetplan.models import thresholds, voc

seeds = st.integers(0, 10**6)


def a_set(seed, n=60, places=2, low=0.3):
    rng = np.random.default_rng(seed)
    confidence = np.round(rng.uniform(low, 1, n), places)
    return rng.random(n) < confidence - 0.1, confidence, rng.integers(0, 3, n) * 1.0


def at(correct, confidence, omega, weight):
    accepted = confidence >= omega / (1 + omega)
    return (weight[accepted & correct].sum() - omega * weight[accepted & ~correct].sum()) / weight.sum()


@given(seeds, st.sampled_from([1, 2]))
def test_values_are_those_of_each_point(seed, places):
    correct, confidence, weight = a_set(seed, places=places)
    omegas = np.concatenate([[0, 1, 1.5, 4, 9, 99], np.random.default_rng(seed).uniform(0, 12, 20)])
    got = theoretical_values(correct, confidence, omegas, weight)
    assert got == pytest.approx([at(correct, confidence, omega, weight) for omega in omegas], abs=1e-12)
    # The pieces say the same away from their ends.
    curve = voc.voc_curve(correct, confidence, weight)
    inside = [omega for omega in omegas if omega > 0 and np.abs(curve.end - omega).min() > 1e-9]
    for omega in inside:
        (piece,) = np.flatnonzero((curve.start < omega) & (omega <= curve.end))
        value = (curve.right[piece] - omega * curve.wrong[piece]) / curve.n
        assert value == pytest.approx(at(correct, confidence, omega, weight), abs=1e-12)


def test_an_answer_that_is_as_sure_as_the_cutoff_is_accepted():
    # 0.6 / 1.6 = 0.375 and 0.28 / 1.28 = 0.21875, in floats not quite.
    for omega, confidence in ((0.6, 0.375), (0.28, 0.21875)):
        assert theoretical_values(np.array([True]), np.array([confidence]), np.array([omega])) == 1


@settings(max_examples=20)
@given(seeds)
def test_the_area_is_that_of_many_points(seed):
    correct, confidence, weight = a_set(seed, places=1)
    confidence = np.minimum(confidence, 0.9)
    curve = voc.voc_curve(correct, confidence, weight)
    for low, high in [(0, 1), (1, 10), (0, 12)]:
        grid = np.linspace(low, high, 40_001)
        middle = (grid[1:] + grid[:-1]) / 2
        values = np.maximum(theoretical_values(correct, confidence, middle, weight), 0)
        # A jump of at most 10 in the middle of a step of 3e-4.
        assert curve.area(low, high) == pytest.approx(values.mean() * (high - low), abs=0.02)
    assert curve.area(0, 1) + curve.area(1, 10) + curve.area(10, np.inf) == pytest.approx(curve.area(0, np.inf))


@settings(max_examples=40)
@given(seeds)
def test_omega_sup_is_the_last_place_where_the_value_is_positive(seed):
    correct, confidence, weight = a_set(seed, places=1)
    confidence = np.minimum(confidence, 0.9)
    curve = voc.voc_curve(correct, confidence, weight)
    grid = np.arange(0.00037, 12, 0.001)
    values = theoretical_values(correct, confidence, grid, weight)
    positive = grid[values > 1e-12]
    assert curve.omega_sup == pytest.approx(positive[-1] if len(positive) else 0.0, abs=0.0011)
    # It may touch 0 at a breakpoint alone and rise beyond: the grid would miss it.
    ends = np.unique(confidence[weight > 0])
    reached = [(weight * np.where(correct, 1, -c / (1 - c)))[confidence >= c].sum() for c in ends]
    fails = np.append((ends / (1 - ends))[np.array(reached) <= 1e-9], grid[values <= 1e-12])
    assert curve.first_not_paying == pytest.approx(fails.min(), abs=0.0011)
    assert curve.first_not_paying <= curve.omega_sup + 1e-9 or curve.omega_sup == 0


@pytest.mark.parametrize(
    ("correct", "confidence", "sup"),
    [
        ([True, False], [1.0, 0.6], np.inf),  # the surest are right: unbounded
        ([True, False], [1.0, 1.0], 1.0),  # one of them is wrong
        ([False, False], [0.7, 0.6], 0.0),
        ([True], [0.0], 0.0),  # counts at no penalty alone
    ],
)
def test_unbounded_iff_only_right_items_have_confidence_1(correct, confidence, sup):
    curve = voc.voc_curve(np.array(correct), np.array(confidence))
    assert curve.omega_sup == sup
    assert np.isinf(curve.area(0, np.inf)) == np.isinf(sup)
    assert (curve.first_not_paying == np.inf) == np.isinf(sup) or curve.first_not_paying < np.inf


def test_a_curve_may_fall_below_0_and_rise_again():
    # 0.9: right; 0.6: two wrong. Accuracy 1/3; at 0.5 it is 0, and from 1.5 on only the right one counts.
    curve = voc.voc_curve(np.array([True, False, False]), np.array([0.9, 0.6, 0.6]))
    assert curve.first_not_paying == pytest.approx(0.5)
    assert curve.omega_sup == pytest.approx(9)


def test_a_curve_may_touch_0_at_the_end_of_a_piece_alone():
    # Seven right and three wrong at 0.7: 0 at 7/3, where they leave; 0.7 / (1 - 0.7) is below 7/3 in floats.
    curve = voc.voc_curve(np.arange(11) < 8, np.repeat([0.9, 0.7], [1, 10]))
    assert voc.voc_curve(np.arange(10) < 7, np.full(10, 0.7)).first_not_paying == pytest.approx(7 / 3)
    assert curve.first_not_paying == pytest.approx(9)


def test_a_piece_that_starts_at_0_is_never_positive():
    # At 3/2, where the ten at 0.6 leave, 9 right and 6 wrong at 0.7 are worth 0; 0.6 / (1 - 0.6) is below 3/2.
    correct = np.concatenate([np.arange(15) < 9, np.zeros(10, bool)])
    curve = voc.voc_curve(correct, np.repeat([0.7, 0.6], [15, 10]))
    assert curve.omega_sup == pytest.approx(9 / 16)
    assert curve.first_not_paying == pytest.approx(9 / 16)


def omegas_with_ties(correct, confidence, weight, seed):
    """A hundred penalties, among them ratios at which two cutoffs tie."""
    _, (right, wrong) = thresholds.staircase(confidence, np.stack([weight * correct, weight * ~correct]))
    rng = np.random.default_rng(seed)
    ties = []
    while len(ties) < 50:
        i, j = rng.integers(0, len(right), 2)
        if wrong[i] != wrong[j]:
            ties.append((right[i] - right[j]) / (wrong[i] - wrong[j]))
    return np.concatenate([np.maximum(ties, 0), rng.uniform(0, 6, 48), [0, 1]])


@pytest.mark.parametrize("seed", range(6))
def test_the_hull_is_trying_every_cutoff_at_every_penalty(seed):
    correct, confidence, weight = a_set(seed, places=1 + seed % 2)
    weight = weight if seed % 3 else np.ones(60)
    omegas = omegas_with_ties(correct, confidence, weight, seed)
    got = voc.hull_cutoffs(correct, confidence, omegas, weight)
    for omega, cutoff in zip(omegas, got, strict=True):
        one = answer_values.empirical(confidence, np.where(correct, 1.0, -omega), np.zeros(60), max(1.0, omega), weight)
        assert cutoff == one.cutoff


def test_accepted_at_counts_equality_and_refuses_all_at_inf():
    right, wrong = voc.accepted_at(
        np.array([0.0, 0.7, np.nextafter(0.7, 1), np.inf]),
        np.array([True, False]),
        np.array([0.7, 0.5]),
        np.array([2.0, 3]),
    )
    assert right.tolist() == [2, 2, 0, 0]
    assert wrong.tolist() == [3, 0, 0, 0]


def test_no_items_are_an_error():
    with pytest.raises(ValueError, match="no items"):
        voc.voc_curve(np.zeros(0, bool), np.zeros(0))
    with pytest.raises(ValueError, match="no items"):
        voc.hull_cutoffs(np.zeros(0, bool), np.zeros(0), np.ones(1))


@pytest.mark.parametrize("seed", range(3))
def test_each_fold_is_judged_by_the_cutoff_that_is_best_on_the_others(seed):
    """Every cutoff tried on the items of the other folds, at unlike penalties; of equal ones that which accepts most."""
    rng = np.random.default_rng(seed)
    sure, weight, fold = rng.integers(1, 9, 40) / 10, rng.integers(1, 4, 40) * 1.0, rng.permutation(np.arange(40) % 4)
    correct = rng.random(40) < sure
    curve = voc.learnt_curve(correct, sure, weight, folds=fold)
    for penalty in (0.05, 0.37, 0.81, 1.43, 2.9, 7.7):
        sums = [0.0, 0.0]
        for code in range(4):
            others = [i for i in range(40) if fold[i] != code]

            def gains(cutoff, others=others, penalty=penalty):
                return sum(weight[i] * (1 if correct[i] else -penalty) for i in others if sure[i] >= cutoff)

            best = max([*sorted(set(sure[others])), np.inf], key=lambda cutoff: round(gains(cutoff), 9))
            below = [each for each in sure[others] if each < best]
            # It lies between two confidences of those it is learnt from.
            best = best if best == np.inf else (best + max(below)) / 2 if below else 0.0
            for i in range(40):
                if fold[i] == code and sure[i] >= best:
                    sums[not correct[i]] += weight[i]
        place = int(np.searchsorted(curve.end, penalty))
        assert (curve.right[place], curve.wrong[place]) == pytest.approx(tuple(sums))
