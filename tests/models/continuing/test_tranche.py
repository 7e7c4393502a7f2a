"""Whether the next items pay: yields, break-even, and the three outcomes."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from scipy import stats

from budgetplan.lists.unseen import (
    Rest,
    at_most,
    break_even_yield,
    drawn_next,
    least_positives,
    likely_in_next,
    most_in_next,
    most_positives,
    verdict,
)


def test_worked_numbers():
    assert most_in_next(500, 6, 500) == 14
    # Half a minute for what is none and two for an entry, at 30 an hour; an entry is worth 8.
    assert break_even_yield(500, 0.25, 1, 8) == pytest.approx(17.241, abs=5e-4)
    assert most_in_next(500, 6, 7_000) == 167
    break_even = break_even_yield(500, 0.25, 1, 8)
    assert verdict(500, break_even, np.zeros(99), last=(500, 6))[:2] == ("stop", "conditional")


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


def test_at_break_even_what_is_found_pays_for_the_tranche():
    for items, negative, positive, worth in ((500, 0.25, 1, 8), (40, 1, 1, 1.5), (10**6, 0.04, 0.03, 0.02)):
        needed = break_even_yield(items, negative, positive, worth)
        assert needed * worth == pytest.approx(items * negative + needed * (positive - negative))
    # What an entry costs more than another item is more than it is worth.
    assert break_even_yield(500, 0.25, 9, 8) is None
    assert break_even_yield(500, 0.25, 8.25, 8) is None


def test_what_comes_is_a_gamma_mixture_of_poisson_counts():
    for found, last, following in ((0, 5.0, 4.0), (3, 60.0, 1.5), (400, 0.4, 9.0)):
        drawn = drawn_next(found, last, following, 40_000, np.random.default_rng(1))
        exact = stats.nbinom(found + 0.5, last / (last + following))
        assert drawn.mean() == pytest.approx(exact.mean(), abs=4 * exact.std() / 200)
        assert (drawn <= exact.ppf(0.9)).mean() == pytest.approx(exact.cdf(exact.ppf(0.9)), abs=0.01)


def test_the_rate_of_the_last_tranche_is_that_of_its_gamma_quantile():
    for judged, found, coming in ((500, 6, 500), (40, 0, 10), (200, 199, 300)):
        exact = stats.gamma.ppf(0.8, found + 0.5) / judged * coming
        assert likely_in_next(judged, found, coming) == pytest.approx(exact)


def test_the_three_outcomes_and_what_each_rests_on():
    poor, rich = Rest(items=6_700, least=7, most=141), Rest(items=6_700, least=300, most=900)
    few = Rest(items=6_700, least=0, most=17)
    wide = np.append(np.full(90, 10.0), np.full(9, 30.0))
    # Six of the last 500: no more than 14 among the next if these are no richer, 8.5 at the rate's 80 % quantile.
    assert verdict(500, 17.2, wide, last=(500, 6), rest=poor)[:2] == ("stop", "conditional")
    assert verdict(500, 10.0, wide, last=(500, 6))[:2] == ("stop", "forecast")
    # All that is left, were it all in the next tranche, would not pay; 300 of 6,700 are 22.4 of 500.
    assert verdict(500, 17.2, wide, last=(500, 40), rest=few)[:2] == ("stop", "guarantee")
    assert verdict(500, 17.2, wide, last=(500, 6), rest=rich)[:2] == ("continue", "guarantee")
    # The mean of what is drawn pays, or not even its upper end does, or neither.
    assert verdict(500, 11.0, wide, last=(500, 40))[:2] == ("continue", "forecast")
    assert verdict(500, 31.0, wide, last=(500, 40))[:2] == ("stop", "forecast")
    assert verdict(500, 17.2, wide, last=(500, 40)).outcome == "undecided"
    # Before one whole tranche is read, what is drawn alone speaks.
    assert verdict(500, 11.0, wide)[:2] == ("continue", "forecast")
    # Nothing could pay, or nothing is left.
    assert verdict(500, None, wide, rest=rich)[:2] == ("stop", "guarantee")
    assert verdict(0, 0.0, wide)[:2] == ("stop", "guarantee")


def test_a_richer_rest_never_turns_going_on_into_stopping():
    places = {"stop": 0, "undecided": 1, "continue": 2}
    for drawn in (5.0, 20.0, 60.0):
        before = -1
        for left in range(0, 900, 20):
            rest = Rest(items=6_000, least=left, most=left + 100)
            now = places[verdict(500, 17.2, np.full(99, drawn), rest=rest).outcome]
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
    assert verdict(500, 17.2, np.zeros(99), last=(500, 0)).outcome == "stop"
    misled = 0
    for _ in range(200):
        found = int(rng.choice(rest, 300, replace=False).sum())
        misled += not (least_positives(7_000, 300, found) <= rest.sum() <= most_positives(7_000, 300, found))
    assert misled <= 0.1 * 200
    proved = Rest(6_700, least_positives(7_000, 300, 13) - 13, most_positives(7_000, 300, 13) - 13)
    assert verdict(500, 5.0, np.zeros(99), last=(500, 0), rest=proved)[:2] == ("continue", "guarantee")
    assert float(at_most(1_000, int(coming), 500, 0)) < 1e-12


def test_next_items_that_are_expected_to_break_even_exactly_are_worth_reading():
    assert verdict(500, 5.0, np.full(99, 5.0))[:2] == ("continue", "forecast")
    assert verdict(500, 5.0, np.full(99, 4.99)).outcome != "continue"


def test_last_items_that_promise_just_what_the_next_need_do_not_stop_a_review():
    even = float(likely_in_next(500, 6, 500))
    assert verdict(500, even, np.full(99, even), last=(500, 6)).outcome == "continue"
    assert verdict(500, even + 0.01, np.full(99, even), last=(500, 6)).outcome != "continue"
