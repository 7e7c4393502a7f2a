"""Whether the next items pay: yields, break-even, and the three outcomes."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from scipy import stats

from budgetplan.metrics.continuing.hypergeometric import at_most
from budgetplan.metrics.continuing.tranche import (
    Rest,
    Verdict,
    break_even_yield,
    forecast_yield,
    most_in_next,
    most_left,
    tranche_cost,
    verdict,
)
from budgetplan.metrics.continuing.unseen import least_positives, most_positives


def test_worked_numbers():
    assert most_in_next(500, 6, 500) == 14
    # Half a minute for what is none and two for an entry, at 30 an hour; an entry is worth 8.
    assert tranche_cost(500, 6, 0.25, 1) == 129.5
    assert break_even_yield(500, 0.25, 1, 8) == pytest.approx(17.241, abs=5e-4)
    assert most_left(500, 6, 7_000) == 167
    break_even = break_even_yield(500, 0.25, 1, 8)
    assert verdict(500, break_even, 14) == Verdict("stop", "conditional")


@pytest.mark.parametrize(("judged", "found", "upcoming"), [(1, 0, 1), (6, 2, 9), (10, 10, 4), (12, 0, 30)])
def test_the_most_in_the_next_items_is_that_of_its_definition(judged, found, upcoming):
    both = judged + upcoming

    def chance(more):
        hits = found + more
        ways = [comb(hits, j) * comb(both - hits, judged - j) for j in range(found + 1)]
        return Fraction(sum(ways), comb(both, judged))

    assert most_in_next(judged, found, upcoming) == max(
        more for more in range(upcoming + 1) if chance(more) > Fraction(1, 20)
    )
    assert most_left(judged, found, upcoming) == most_in_next(judged, found, upcoming)


def test_at_break_even_what_is_found_pays_for_the_tranche():
    for items, negative, positive, worth in ((500, 0.25, 1, 8), (40, 1, 1, 1.5), (10**6, 0.04, 0.03, 0.02)):
        needed = break_even_yield(items, negative, positive, worth)
        assert needed * worth == pytest.approx(tranche_cost(items, needed, negative, positive))
    # What an entry costs more than another item is more than it is worth.
    assert break_even_yield(500, 0.25, 9, 8) is None
    assert break_even_yield(500, 0.25, 8.25, 8) is None


@pytest.mark.parametrize("found", [0, 3, 400])
@pytest.mark.parametrize("share", [0.025, 0.5, 0.975])
@pytest.mark.parametrize(("last", "following"), [(5.0, 4.0), (60.0, 1.5), (0.4, 9.0)])
def test_forecasts_are_quantiles_of_a_gamma_mixture_of_poisson_counts(found, share, last, following):
    said = forecast_yield(found, last, following, share)
    assert said == stats.nbinom.ppf(share, found + 0.5, last / (last + following))


def test_forecasts_without_expectations():
    assert forecast_yield(3, 4.0, 0.0, 0.9) == 0
    assert forecast_yield(3, 0.0, 4.0, 0.9) is None


def test_forecasts_hold_what_comes_as_often_as_is_said():
    rng = np.random.default_rng(4)
    truth = rng.gamma(2, 0.5, 4_000)  # how far the expectations are off
    found, coming = rng.poisson(20 * truth), rng.poisson(10 * truth)
    high = np.array([forecast_yield(int(k), 20.0, 10.0, 0.95) for k in found])
    low = np.array([forecast_yield(int(k), 20.0, 10.0, 0.05) for k in found])
    assert (coming <= high).mean() >= 0.94
    assert (coming >= low).mean() >= 0.94


def test_the_three_outcomes_and_what_each_rests_on():
    poor, rich = Rest(items=6_700, least=7, most=141), Rest(items=6_700, least=300, most=900)
    few = Rest(items=6_700, least=0, most=17)
    # Even the most that the next tranche may hold does not pay.
    assert verdict(500, 17.2, 14, rest=poor) == Verdict("stop", "conditional")
    # All that is left, were it all in the next tranche, would not pay.
    assert verdict(500, 17.2, 40, rest=few) == Verdict("stop", "guarantee")
    # 300 of 6,700 are 22.4 of 500: a tranche at random pays, whatever the last one held.
    assert verdict(500, 17.2, 40, rest=rich) == Verdict("continue", "guarantee")
    assert verdict(500, 17.2, 14, rest=rich) == Verdict("continue", "guarantee")
    # Neither: the forecast alone, or nothing.
    assert verdict(500, 17.2, 40, forecast_low=18) == Verdict("continue", "forecast")
    assert verdict(500, 17.2, 40, forecast_low=17, rest=poor) == Verdict("undecided", None)
    assert verdict(500, 17.2, 40) == Verdict("undecided", None)
    # Nothing could pay, or nothing is left.
    assert verdict(500, None, 40, rest=rich, forecast_low=30) == Verdict("stop", "guarantee")
    assert verdict(0, 0.0, 0) == Verdict("stop", "guarantee")
    # What just covers its cost is not read: of equal plans the one with fewer items.
    assert verdict(500, 14, 14) == Verdict("stop", "conditional")
    assert verdict(500, 13.9, 14) == Verdict("undecided", None)
    # Neither did the last tranche pay, nor does the most in one at random: 141 of 6,700 are 10.5 of 500.
    assert verdict(500, 17.2, 40, last=12, rest=poor) == Verdict("stop", "conditional")
    assert verdict(500, 17.2, 40, last=30, rest=poor) == Verdict("undecided", None)
    assert verdict(500, 17.2, 40, last=12) == Verdict("undecided", None)


def test_a_richer_rest_never_turns_going_on_into_stopping():
    places = {"stop": 0, "undecided": 1, "continue": 2}
    for most in (5, 20, 60):
        before = -1
        for left in range(0, 900, 20):
            rest = Rest(items=6_000, least=left, most=left + 100)
            now = places[verdict(500, 17.2, most, rest=rest, forecast_low=None).outcome]
            assert now >= before
            before = now


def test_a_late_cluster_turns_the_most_in_the_next_items_wrong_and_a_random_sample_does_not():
    """No richer than the last ones: where that fails, so does the bound; the sample of the rest knows."""
    rng = np.random.default_rng(8)
    labels = np.zeros(10_000)
    labels[:3_000][rng.choice(3_000, 180, replace=False)] = 1
    labels[2_500:3_000] = 0
    labels[3_000:3_500] = rng.random(500) < 0.6
    coming, rest = labels[3_000:3_500].sum(), labels[3_000:]
    assert most_in_next(500, 0, 500) == 4 < coming
    assert verdict(500, 17.2, 4).outcome == "stop"
    misled = 0
    for _ in range(200):
        found = int(rng.choice(rest, 300, replace=False).sum())
        misled += not (least_positives(7_000, 300, found) <= rest.sum() <= most_positives(7_000, 300, found))
    assert misled <= 0.1 * 200
    proved = Rest(6_700, least_positives(7_000, 300, 13) - 13, most_positives(7_000, 300, 13) - 13)
    assert verdict(500, 5.0, 4, rest=proved) == Verdict("continue", "guarantee")
    assert float(at_most(1_000, int(coming), 500, 0)) < 1e-12
