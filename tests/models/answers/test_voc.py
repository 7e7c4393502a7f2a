"""Value against the penalty of an error: every penalty, cutoff and resample anew, in fractions."""

from fractions import Fraction

import numpy as np
import penalties as anew
import pytest

from budgetplan.models import voc
from budgetplan.models.resampling import weights

SPANS = [(0, 1), (1, 10), (Fraction(3, 10), Fraction(7, 2)), (2, 2), (0, anew.ALWAYS)]


def a_set(seed, n=24):
    """Items as the curves in fractions take them, and as arrays; of confidences in sixteenths midpoints are exact, too."""
    rng = np.random.default_rng(seed)
    sure = [Fraction(int(at), 16) for at in rng.integers(seed % 2, 17 - seed % 3 // 2, n)]
    right = [bool(rng.random() < float(each) - 0.1) and seed != 11 for each in sure]  # there nothing is right
    weight = [1, *rng.integers(0, 4, n - 1).tolist()]
    return list(zip(right, sure, weight, strict=True)), (
        np.array(right),
        np.array(sure, float),
        np.array(weight, float),
    )


def number(value):
    return np.inf if value is None or value == anew.ALWAYS else float(value)


def pieces(curve, stretches):
    """What a curve accepts in the middle of each stretch."""
    at = np.searchsorted(curve.end, [float((start + end) / 2) for start, end, *_ in stretches])
    return np.stack([curve.right[at], curve.wrong[at]], axis=1).tolist()


@pytest.mark.parametrize("seed", range(12))
def test_every_penalty_is_told_as_in_fractions(seed):
    (items, arrays), (others, there) = a_set(seed), a_set(seed + 100)
    folds, n = np.random.default_rng(seed).permutation(np.arange(24) % 3), anew.size(items)
    curves = {
        "theory": (voc.voc_curve(*arrays), anew.by_theory(items)),
        "other folds": (voc.learnt_curve(*arrays, folds=folds), anew.learnt(items, folds=folds)),
        "validation": (voc.learnt_curve(*arrays, validation=there), anew.learnt(items, validation=others)),
    }
    other, theirs = voc.voc_curve(*there), anew.by_theory(others)
    for curve, stretches in curves.values():
        assert curve.start.tolist() == [0, *curve.end[:-1].tolist()]
        assert pieces(curve, stretches) == [sums for _, _, *sums in stretches]
        areas = [curve.area(*map(number, span)) for span in SPANS]
        assert areas == pytest.approx([number(anew.area(stretches, n, *span)) for span in SPANS])
        assert curve.omega_sup == pytest.approx(number(anew.last_positive(stretches)))
        assert curve.first_not_paying == pytest.approx(number(anew.first_not_positive(stretches)))
        below = anew.first_below(stretches, n, theirs, anew.size(others))
        assert voc.first_below(curve, other) == pytest.approx(number(below))
    # At the ends of stretches two cutoffs are equal: the lower one holds.
    penalties = sorted({end for stretch in curves["validation"][1] for end in (*stretch[:2], sum(stretch[:2]) / 2)})[
        :-2
    ]
    cutoffs = voc.hull_cutoffs(*there[:2], np.array(penalties, float), there[2])
    assert cutoffs.tolist() == [number(anew.best(others, penalty)) for penalty in penalties]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("grouped", [False, True])
def test_risk_and_areas_of_resamples_are_those_of_the_items_drawn(seed, grouped):
    """Resamples that weigh nothing have none."""
    items, (right, sure, weight) = a_set(seed)
    each = [np.array(line) for line in voc.risk_curve(sure, right, weight)]
    points = np.array(anew.risk(items), dtype=float)
    assert [np.interp(points[:, 0], *each), each[0][[0, -1]]] == [pytest.approx(points[:, 1]), pytest.approx([0, 1])]
    weight[1:] = 0 if seed == 3 else weight[1:]
    drawn = weights(24, 12, seed=7, weight=weight, group=np.arange(24) // 3 if grouped else None)
    areas, empty = voc.resampled_areas(right, sure, [tuple(map(number, span)) for span in SPANS[:4]], drawn), 0
    counts = drawn.counts if drawn.unit is None else drawn.counts[:, drawn.unit]
    for row, augrc, times in zip(areas.voc, areas.augrc, counts.tolist(), strict=True):
        some = [(*item[:2], int(w) * k) for item, w, k in zip(items, weight, times, strict=True)]
        n, empty = anew.size(some), empty + (anew.size(some) == 0)
        by_hand = [float(anew.area(anew.by_theory(some), n, *span)) for span in SPANS[:4]] if n else [np.nan] * 4
        assert row.tolist() == pytest.approx(by_hand, nan_ok=True)
        assert augrc == pytest.approx(float(anew.area_of_risk(some)) if n else np.nan, nan_ok=True)
    assert bool(empty) is (seed == 3)


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


def test_accepted_at_counts_equality_and_refuses_all_at_inf():
    cutoffs = np.array([0.0, 0.7, np.nextafter(0.7, 1), np.inf])
    right, wrong = voc.accepted_at(cutoffs, np.array([True, False]), np.array([0.7, 0.5]), np.array([2.0, 3]))
    assert [right.tolist(), wrong.tolist()] == [[2, 2, 0, 0], [3, 0, 0, 0]]


def test_no_items_are_an_error():
    with pytest.raises(ValueError, match="no items"):
        voc.voc_curve(np.zeros(0, bool), np.zeros(0))
    with pytest.raises(ValueError, match="no items"):
        voc.hull_cutoffs(np.zeros(0, bool), np.zeros(0), np.ones(1))


def test_of_very_many_confidences_areas_are_near_those_of_each():
    """1,700 are taken together in a thousand cells, the surest least."""
    rng = np.random.default_rng(3)
    sure = rng.beta(3, 1, 1700)
    right, drawn = rng.random(1700) < sure, weights(1700, 3, seed=7)
    areas = voc.resampled_areas(right, sure, [(0, 1), (1, 10)], drawn)
    for row, augrc, times in zip(areas.voc, areas.augrc, drawn.counts, strict=True):
        curve = voc.voc_curve(right, sure, times * 1.0)
        assert row == pytest.approx([curve.area(0, 1), curve.area(1, 10)], rel=0.002)
        coverage, wrong = voc.risk_curve(sure, right, times * 1.0)
        assert augrc == pytest.approx(((wrong[1:] + wrong[:-1]) / 2 * np.diff(coverage)).sum(), rel=0.002)
