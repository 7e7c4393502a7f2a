"""Areas in resamples are those of the curve of the resampled items."""

from __future__ import annotations

import numpy as np
import pytest

from budgetplan.models.resampling import weights
from budgetplan.models.voc import resampled_areas, risk_curve, voc_curve

SPANS = [(0.0, 1.0), (1.0, 10.0), (0.3, 0.3), (2.0, 2.5)]


def items(n=120, decimals=2, seed=5):
    rng = np.random.default_rng(seed)
    confidence = rng.beta(3, 1, n).round(decimals)
    return rng.random(n) < confidence, confidence


def how(n, **more):
    return weights(n, 60, seed=7, **more)


def rows(drawn):
    counts = drawn.counts if drawn.unit is None else drawn.counts[:, drawn.unit]
    return counts * (1.0 if drawn.weight is None else drawn.weight)


@pytest.mark.parametrize("decimals", [1, 2, 12])
@pytest.mark.parametrize("case", ["plain", "weights", "groups", "both"])
def test_each_resample_has_the_area_of_its_own_curve(decimals, case):
    correct, confidence = items(decimals=decimals)
    more = {}
    if case in {"weights", "both"}:
        more["weight"] = np.random.default_rng(1).random(120)
    if case in {"groups", "both"}:
        more["group"] = np.arange(120) // 6
    drawn = how(120, **more)
    found = resampled_areas(correct, confidence, SPANS, drawn)
    for row, augrc, weight in zip(found.voc, found.augrc, rows(drawn), strict=True):
        curve = voc_curve(correct, confidence, weight)
        assert row == pytest.approx([curve.area(*span) for span in SPANS], abs=1e-12)
        coverage, wrong = risk_curve(confidence, correct, weight)
        under = ((wrong[1:] + wrong[:-1]) / 2 * np.diff(coverage)).sum()
        assert augrc == pytest.approx(under, abs=1e-12)


def test_the_area_under_risk_is_the_mean_count_of_wrong_answers_among_the_surest():
    # AUGRC = sum over k of (W(k - 1) + W(k)) / (2 N^2), W(k) the wrong answers among the k surest of the drawn items.
    correct, confidence = items(40, decimals=12)
    found = resampled_areas(correct, confidence, [], how(40)).augrc
    for value, drawn in zip(found, how(40).counts, strict=True):
        weight = drawn.astype(int)
        surest = np.argsort(-confidence, kind="stable")
        among = np.concatenate([[0], np.cumsum(np.repeat(~correct[surest], weight[surest]))])
        # An item drawn twice is a tie: its wrong answers come at any of its places, half of them on average.
        places = np.concatenate([[0], np.cumsum(weight[surest])])
        straight = np.interp(np.arange(41), places, among[places])
        assert value == pytest.approx((straight[1:] + straight[:-1]).sum() / (2 * 40**2))


def test_a_model_without_a_wrong_answer_has_no_area_under_risk():
    found = resampled_areas(np.ones(5, dtype=bool), np.full(5, 0.8), [], how(5))
    assert found.augrc.tolist() == [0.0] * 60
    assert resampled_areas(np.zeros(5, dtype=bool), np.full(5, 0.8), [], how(5)).augrc.tolist() == [0.5] * 60


def test_areas_by_hand():
    # All right and sure up to weight 4: 1 x 1 on [0, 1], 1 x 3 on [1, 10], in every resample.
    found = resampled_areas(np.ones(5, dtype=bool), np.full(5, 0.8), SPANS[:2], how(5)).voc
    assert found == pytest.approx(np.tile([1.0, 3.0], (60, 1)))
    # All wrong: never positive.
    assert (resampled_areas(np.zeros(5, dtype=bool), np.full(5, 0.8), SPANS, how(5)).voc == 0).all()
    # Confidence 1 is accepted at every weight, confidence 0 at none above 0.
    sure = resampled_areas(np.ones(2, dtype=bool), np.ones(2), SPANS[:2], how(2)).voc
    assert sure == pytest.approx(np.tile([1.0, 9.0], (60, 1)))
    assert (resampled_areas(np.ones(2, dtype=bool), np.zeros(2), SPANS, how(2)).voc == 0).all()


def test_resamples_that_weigh_nothing_have_no_area():
    weight = np.array([1.0, 0.0])
    found = resampled_areas(np.array([True, True]), np.array([0.9, 0.9]), SPANS[:1], how(2, weight=weight))
    empty = rows(how(2, weight=weight))[:, 0] == 0
    assert empty.any()
    assert np.array_equal(np.isnan(found.voc[:, 0]), empty)
    assert np.array_equal(np.isnan(found.augrc), empty)
    never = resampled_areas(np.array([True, True]), np.zeros(2), SPANS[:1], how(2, weight=weight))
    assert np.array_equal(np.isnan(never.voc[:, 0]), empty)
