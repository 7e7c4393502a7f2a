"""Risk against coverage and worth against the error weight agree with their definitions."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from budgetplan.plans.quality import SPANS, quality, worth_by_weight
from classified_world import made
from defer_world import COSTS, SCENES, TWINS, world
from risk_coverage import cumulative_wrong

from budgetplan.models.voc import risk_curve, voc_curve
from budgetplan.plans.sampler import Sampler

TEST = made(n=300)
MODEL = TEST.models[0]
CORRECT = MODEL.predicted == TEST.truth


def rounded():
    return replace(MODEL, confidence=MODEL.confidence.round(1))


@pytest.mark.parametrize("said", [MODEL, rounded()], ids=["distinct", "ties"])
def test_risk_is_what_counting_gives(said):
    coverage, wrong = risk_curve(said.confidence, CORRECT, None)
    counted = cumulative_wrong(said.confidence, CORRECT)
    assert 300 * np.interp(np.arange(301) / 300, coverage, wrong) == pytest.approx(counted)
    assert (coverage[0], coverage[-1], wrong[0]) == (0, 1, 0)
    assert wrong[-1] == pytest.approx(1 - CORRECT.mean())


def test_the_area_under_risk_is_augrc():
    coverage, wrong = risk_curve(rounded().confidence, CORRECT, None)
    augrc = quality(rounded(), TEST, None, Sampler(TEST, 0, 1))["augrc"].value
    area = ((wrong[1:] + wrong[:-1]) / 2 * np.diff(coverage)).sum()
    assert area == pytest.approx(augrc)


def test_a_weight_of_two_is_a_doubled_row():
    weight = 1.0 + (np.arange(300) < 100)
    rows = np.concatenate([np.arange(300), np.arange(100)])
    longer = replace(MODEL, confidence=MODEL.confidence[rows])
    one, other = (
        risk_curve(MODEL.confidence, CORRECT, weight),
        risk_curve(longer.confidence, CORRECT[rows], None),
    )
    for share in (0.1, 0.5, 0.9):
        assert np.interp(share, *one) == pytest.approx(np.interp(share, *other))


def test_worth_is_that_of_the_curve_and_its_intervals_those_of_the_resamples():
    found, areas = worth_by_weight(
        MODEL, CORRECT, TEST, Sampler(TEST, 200, 1).areas(CORRECT, MODEL.confidence, SPANS)
    )
    curve = voc_curve(CORRECT, MODEL.confidence)
    rng = np.random.default_rng(1)
    drawn = [np.bincount(rng.integers(0, 300, 300), minlength=300).astype(float) for _ in range(200)]
    for span, area in zip(SPANS, areas, strict=True):
        naive = [voc_curve(CORRECT, MODEL.confidence, weight).area(*span) for weight in drawn]
        assert area.value == curve.area(*span)
        assert (area.low, area.high) == pytest.approx(tuple(np.percentile(naive, [2.5, 97.5])))
    assert (found.first_not_paying, found.omega_sup) == (curve.first_not_paying, curve.omega_sup)
    assert found.area() == curve.area(0, np.inf)


def test_what_is_endless_is_infinite_and_nothing_resampled_has_no_interval():
    sure = replace(MODEL, confidence=np.where(CORRECT, 1.0, 0.5))
    found, areas = worth_by_weight(sure, CORRECT, TEST, None)
    assert found.area() == found.omega_sup == np.inf
    assert not any(area.known for area in areas)


def by_hand(said, truth, cost):
    """Count item by item: b is class 1, cutoffs are those of S24, equations 7 and 8."""
    worth = 0.0
    for predicted, sure, true in zip(said.predicted, said.confidence, truth, strict=True):
        if predicted == 0 and sure >= cost / (1 + cost):
            worth += 1 if true == 0 else -cost
        elif predicted == 1 and sure >= 1 / 3:
            worth += 2 if true == 1 else -1
    return worth / len(truth)


@pytest.mark.parametrize("given", [{}, {"models": TWINS}, {"validation": False}])
def test_a_missed_one_that_costs_more_is_counted_at_the_cutoffs_for_that_cost(given):
    selection = world(**COSTS | given).selection
    missed = selection.missed
    assert (missed.costs[0], missed.costs[-1]) == (0, 10)
    assert 5 in missed.costs[missed.shown]
    for one in selection.models:
        for place in (0, 7, 20, len(missed.costs) - 1):
            cost = float(missed.costs[place])
            hand = by_hand(one.calibrated or one.predictions, selection.test.truth, cost)
            assert missed.worth[one.name][place] == pytest.approx(hand)
        today = missed.worth[one.name][missed.costs.tolist().index(5.0)]
        assert today == pytest.approx(one.routes["calibrated" if one.calibrated else "raw"].value.value)


def test_a_cost_beyond_ten_is_in_the_middle_of_what_is_shown():
    missed = world(worths=COSTS["worths"] | {"k_fn": "40"}).selection.missed
    assert missed.costs[-1] == 80
    assert 40 in missed.costs[missed.shown]


def dearer(worths, factor):
    """Multiply what wrong answers cost in the words of a plan, and leave the rest."""
    costs = {key: worths[key] for key in ("error_weight", "wrong", "k_fp", "k_fn") if key in worths}
    return worths | {key: str(Decimal(cost) * Decimal(factor)) for key, cost in costs.items()}


@pytest.mark.parametrize("given", [{}, {"models": TWINS}, {"validation": False}, COSTS], ids=str)
@pytest.mark.parametrize("weight", ["0.4", "1.2", "4", "30"])
def test_other_prices_of_errors_say_what_a_plan_with_these_prices_says(given, weight):
    worths = {"error_weight": weight} if given is not COSTS else COSTS["worths"] | {"k_fn": weight}
    found = world(**given | {"worths": worths}).selection
    assert [one["factor"] for one in found.dearer] == [0.5, 2.0]
    for one in found.dearer:
        other = world(**given | {"worths": dearer(worths, str(one["factor"]))}).selection
        # Without a mean of them another model may be recommended at other prices.
        if other.chosen.name == found.chosen.name:
            assert one["share"] == other.alone.alone / other.alone.items
            assert one["wrong"] == pytest.approx(other.alone.wrong.value)


@pytest.mark.parametrize("weight", ["0.4", "1.2", "4", "30"])
def test_less_is_answered_alone_the_dearer_an_error(weight):
    found = world(worths={"error_weight": weight}).selection
    cheap, dear = found.dearer
    assert cheap["share"] >= found.alone.alone / found.alone.items >= dear["share"]


@pytest.mark.parametrize("given", [{"most_wrong": "0.2"}, {"worths": {"error_weight": "0"}}], ids=str)
def test_where_the_price_of_errors_moves_no_cutoff_nothing_is_said(given):
    assert world(**given).selection.dearer == ()


@pytest.mark.parametrize("name", ["default", "by class", "money", "three classes"])
def test_without_a_cost_of_its_own_nothing_is_said_of_missed_ones(name):
    assert world(**SCENES[name]).selection.missed is None
