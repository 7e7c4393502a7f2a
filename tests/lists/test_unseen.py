"""What a random sample proves of the rest, whether the next items pay, and whether a target is reached."""

import time
from fractions import Fraction
from itertools import pairwise
from math import comb, floor, fsum, log

import numpy as np
import pytest
from scipy import stats

from budgetplan.lists.unseen import (
    Rest,
    anytime_range,
    at_most,
    break_even_yield,
    chances,
    drawn_next,
    least_positives,
    likely_in_next,
    most_in_next,
    most_positives,
    p_target_missed,
    recall_range,
    verdict,
)

# --- What a random sample of the unread items proves of the rest: exact, at one look and at any time


def chance(whole, marked, drawn, seen):
    if not max(0, drawn - (whole - marked)) <= seen <= min(drawn, marked):
        return Fraction(0)
    return Fraction(comb(marked, seen) * comb(whole - marked, drawn - seen), comb(whole, drawn))


def mass(count, total, a, b):
    """A beta-binomial chance, a and b whole."""

    def beta(x, y):
        return Fraction(1, (x + y - 1) * comb(x + y - 2, x - 1))

    return comb(total, count) * beta(count + a, total - count + b) / beta(a, b)


def test_worked_numbers():
    assert (least_positives(7_000, 300, 2), most_positives(7_000, 300, 2)) == (9, 143)
    # Two-sided at 95 %, and three looks.
    assert least_positives(7_000, 300, 2, alpha=0.025) == 7
    assert most_positives(7_000, 300, 2, alpha=0.025) == 164
    assert most_positives(7_000, 300, 2, alpha=0.05 / 3) == 176
    assert anytime_range(7_000, 300, 2)[1] == 194
    assert anytime_range(7_000, 300, 2, b=1)[1] == 296
    assert [anytime_range(7_000, n, 0)[1] for n in (204, 398, 930)] == [137, 78, 37]
    assert [most_positives(7_000, n, 0) for n in (203, 204, 397, 398, 929, 930)] == [101, 100, 51, 50, 21, 20]
    low, high = recall_range(180, 0, 9, 143)
    assert (round(low, 3), round(high, 3)) == (0.557, 0.952)
    low, high = recall_range(180, 0, 7, 164)
    assert (round(low, 3), round(high, 3)) == (0.523, 0.963)


@pytest.mark.parametrize("unread", [1, 2, 13])
@pytest.mark.parametrize("alpha", ["0.05", "0.5"])
def test_bounds_at_one_look_are_those_of_their_definition(unread, alpha):
    risk = Fraction(alpha)
    for drawn in range(unread + 1):
        for found in range(drawn + 1):
            tails = [
                (
                    sum(chance(unread, total, drawn, j) for j in range(found + 1)),
                    sum(chance(unread, total, drawn, j) for j in range(found, drawn + 1)),
                )
                for total in range(unread + 1)
            ]
            most = max(total for total, (low, _) in enumerate(tails) if low > risk)
            least = min(total for total, (_, high) in enumerate(tails) if high > risk)
            assert most_positives(unread, drawn, found, float(alpha)) == most
            assert least_positives(unread, drawn, found, float(alpha)) == least


@pytest.mark.parametrize("unread", [1, 2, 13])
@pytest.mark.parametrize(("a", "b"), [(1, 100), (1, 1), (2, 7)])
def test_the_range_at_any_time_is_that_of_its_definition(unread, a, b):
    for drawn in range(unread + 1):
        for found in range(drawn + 1):
            kept = []
            for total in range(found, unread - (drawn - found) + 1):
                prior = mass(total, unread, a, b)
                posterior = mass(total - found, unread - drawn, a + found, b + drawn - found)
                if prior / posterior < 20:
                    kept.append(total)
            assert kept == list(range(kept[0], kept[-1] + 1))
            assert anytime_range(unread, drawn, found, a=a, b=b) == (kept[0], kept[-1])


def ever_wrong(unread, total, misses):
    """Chance that some state (drawn, found) on the way to the last item misses the total: by all paths at once."""
    paths, wrong = np.array([1.0]), 0.0
    for drawn in range(unread + 1):
        missed = np.array([misses(drawn, found) for found in range(len(paths))])
        wrong += paths[missed].sum()
        paths = np.where(missed, 0, paths)
        if drawn < unread:
            positive = np.clip((total - np.arange(len(paths))) / (unread - drawn), 0, 1)
            paths = np.append(paths * (1 - positive), 0) + np.append(0, paths * positive)
            paths = paths[: total + 1]
    return wrong


@pytest.mark.parametrize("unread", [5, 17])
@pytest.mark.parametrize(("a", "b", "alpha"), [(1, 100, 0.05), (1, 1, 0.05), (1, 10, 0.2)])
def test_the_range_at_any_time_is_ever_wrong_in_at_most_alpha_of_reviews(unread, a, b, alpha):
    ranges = {
        (drawn, found): anytime_range(unread, drawn, found, alpha=alpha, a=a, b=b)
        for drawn in range(unread + 1)
        for found in range(drawn + 1)
    }
    worst = 0.0
    for total in range(unread + 1):

        def misses(drawn, found, total=total):
            if not max(0, drawn - (unread - total)) <= found <= min(drawn, total):
                return False  # no review comes here
            least, most = ranges[drawn, found]
            return not least <= total <= most

        worst = max(worst, ever_wrong(unread, total, misses))
    assert worst <= alpha + 1e-12


@pytest.mark.slow  # why a bound holds at one look alone; that the others hold, tests above say
def test_the_bound_for_one_look_read_after_every_item_is_wrong_in_over_a_quarter_of_reviews():
    unread, total = 1_000, 50

    def below_the_truth(bound):
        """Up to how many finds the bound lies below the truth, at each number drawn: never fewer later on."""
        last = [-1]
        for drawn in range(1, unread + 1):
            found = last[-1]
            while found < min(drawn, total) and bound(drawn, found + 1) < total:
                found += 1
            last.append(min(found, total - 1))
        return lambda drawn, found: last[drawn] >= found >= drawn - (unread - total)

    reread = below_the_truth(lambda drawn, found: most_positives(unread, drawn, found))
    always = below_the_truth(lambda drawn, found: anytime_range(unread, drawn, found)[1])
    assert ever_wrong(unread, total, reread) == pytest.approx(0.3925, abs=5e-4)
    assert ever_wrong(unread, total, always) <= 0.05
    assert ever_wrong(unread, total, lambda drawn, found: drawn == 300 and reread(drawn, found)) <= 0.05


@pytest.mark.parametrize("unread", [10, 10**9])
def test_more_found_means_more_left_and_more_read_less(unread):
    drawn = min(unread // 2, 20_000)
    for bounds in (
        lambda n, k, alpha=0.05: (least_positives(unread, n, k, alpha), most_positives(unread, n, k, alpha)),
        lambda n, k, alpha=0.05: anytime_range(unread, n, k, alpha=alpha),
    ):
        previous = (0, 0)
        for found in range(0, drawn + 1, max(drawn // 7, 1)):
            least, most = bounds(drawn, found)
            assert found <= least <= most <= unread - (drawn - found)
            assert least <= found * unread / drawn <= most
            assert least >= previous[0]
            assert most >= previous[1]
            previous = least, most
            wider = bounds(drawn, found, 0.01)
            assert wider[0] <= least
            assert wider[1] >= most
        assert bounds(0, 0) == (0, unread)
        assert bounds(drawn, 0)[1] <= bounds(drawn // 2, 0)[1]
    for found in {0, 1, drawn // 3, drawn}:
        # Reading at any time is paid for.
        assert anytime_range(unread, drawn, found)[1] >= most_positives(unread, drawn, found)
    assert anytime_range(unread, unread, 3) == (3, 3)
    assert (least_positives(unread, unread, 3), most_positives(unread, unread, 3)) == (3, 3)


def test_recall_is_a_range_where_something_was_found():
    assert recall_range(0, 0, 0, 5) is None
    assert recall_range(10, 0, 0, 0) == (1.0, 1.0)
    # With the sample's own finds added, at least (r + k) / (r + most).
    assert recall_range(180, 2, 9, 143) == (182 / 323, 182 / 189)
    assert recall_range(0, 2, 2, 8) == (0.25, 1.0)


def test_lists_of_a_thousand_million_take_no_time():
    start = time.process_time()
    assert most_positives(10**9, 10**5, 100) < 1.25e6
    assert least_positives(10**9, 10**5, 100) > 0.8e6
    least, most = anytime_range(10**9, 10**5, 100)
    assert 0.6e6 < least < 0.9e6
    assert 1.1e6 < most < 1.5e6
    anytime_range(10**9, 10**5, 50_000)
    most_positives(10**9, 10**5, 50_000)
    assert time.process_time() - start < 1


# --- Whether the next items pay: yields, break-even, and the three outcomes


def test_worked_numbers_of_the_next_items():
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


# --- Whether the share of entries asked for has been found already: by all trailing windows of what was read


def by_windows(labels, size, recall):
    """Every window by itself, in fractions."""
    m, found, target = len(labels), sum(labels), Fraction(str(recall))
    least = Fraction(1)
    for window in range(1, m + 1):
        seen = sum(labels[m - window :])
        total = floor(found / target + 1 - (found - seen))
        left = size - (m - window)
        if total > left:
            return Fraction(0)
        least = min(
            least,
            Fraction(
                sum(
                    comb(total, j) * comb(left - total, window - j)
                    for j in range(max(0, window - (left - total)), min(seen, total, window) + 1)
                ),
                comb(left, window),
            ),
        )
    return least


def test_worked_numbers_of_a_target():
    for negatives, expected in ((300, 0.481), (600, 0.150), (800, 0.034), (900, 0.007)):
        labels = np.repeat([1, 0], [20, negatives])
        assert round(p_target_missed(labels, 1_000, 0.95), 3) == expected


def test_the_least_of_all_windows_is_found():
    rng = np.random.default_rng(2)
    for _ in range(100):
        size = int(rng.integers(1, 60))
        m = int(rng.integers(1, size + 1))
        rate = rng.random() ** rng.integers(0, 4)
        labels = (rng.random(m) < np.linspace(rate, rate * rng.random(), m)).astype(int)
        recall = float(rng.choice([0.5, 0.8, 0.9, 0.95, 1.0]))
        expected = float(by_windows(labels.tolist(), size, recall))
        assert p_target_missed(labels, size, recall) == pytest.approx(expected, rel=1e-10, abs=1e-300)


def test_reading_on_without_a_find_makes_a_miss_less_likely():
    start = [1, 1, 0, 1, 0, 1]
    chances = [p_target_missed(np.array(start + [0] * n), 400, 0.9) for n in range(0, 395, 20)]
    assert all(later < before for before, later in pairwise(chances))
    assert chances[0] > 0.95
    assert p_target_missed(np.array(start + [0] * 394), 400, 0.9) == 0
    # A larger list hides more, and a smaller share is sooner reached.
    labels = np.array(start + [0] * 150)
    assert p_target_missed(labels, 800, 0.9) > p_target_missed(labels, 400, 0.9)
    assert p_target_missed(labels, 400, 0.5) < p_target_missed(labels, 400, 0.9)


def test_nothing_read_says_nothing_and_nothing_found_asks_for_one():
    assert p_target_missed(np.array([]), 100, 0.9) == 1
    assert p_target_missed(np.zeros(40), 100, 0.9) == pytest.approx(0.6)


@pytest.mark.parametrize("order", ["falling", "late", "even"])
def test_a_hundred_thousand_labels_take_less_than_a_second(order):
    n = 100_000
    rng = np.random.default_rng(1)
    labels = {
        "falling": rng.random(n) < np.exp(-np.arange(n) / 15_000),
        "late": np.arange(n) > 60_000,
        "even": np.arange(n) % 2,
    }[order]
    for size in (n + 10, int(n / 0.95), 10**6, 10**9):
        start = time.process_time()
        chance = p_target_missed(np.asarray(labels, dtype=float), size, 0.95)
        assert time.process_time() - start < 1
        assert 0 <= chance <= 1


def test_a_late_cluster_is_declared_found_before_it_is_read():
    """The failure of the method: forty entries first, and forty more behind a thousand that are none."""
    labels = np.repeat([1, 0, 1, 0], [40, 1_300, 40, 20])
    assert p_target_missed(labels[:1_340], 1_400, 0.95) < 0.05
    assert labels[:1_340].sum() / labels.sum() == 0.5


# --- Chances of what a random sample without replacement holds: exact, for lists of any size


@pytest.mark.parametrize("whole", [0, 1, 2, 11])
def test_small_samples_have_the_chances_of_counting(whole):
    marked = np.arange(whole + 1)
    for drawn in range(whole + 1):
        summed = [Fraction(0)] * (whole + 1)
        for seen in range(-1, drawn + 2):
            each = [chance(whole, m, drawn, seen) for m in range(whole + 1)]
            summed = [before + now for before, now in zip(summed, each, strict=True)]
            found = chances(whole, marked, drawn, seen)
            np.testing.assert_allclose(found, [float(one) for one in each], rtol=1e-13, atol=0)
            expected = [float(one) for one in summed]
            np.testing.assert_allclose(at_most(whole, marked, drawn, seen), expected, rtol=1e-12, atol=0)


@pytest.mark.parametrize(
    ("whole", "marked", "drawn", "seen"),
    [
        (10**9, 10**6, 10**5, 100),
        (10**9, 10**6, 10**5, 60),
        (10**9, 10**9 - 1, 10**5, 99_999),
        (10**9, 3, 10**5, 0),
        (10**9, 5 * 10**8, 10**5, 49_500),
        (10**6, 4_000, 999_000, 3_990),
    ],
)
def test_large_lists_lose_no_digits(whole, marked, drawn, seen):
    def choose(n, k):
        k = min(k, n - k)
        return fsum(log(n - i) - log(k - i) for i in range(k))

    expected = choose(marked, seen) + choose(whole - marked, drawn - seen) - choose(whole, drawn)
    assert log(float(chances(whole, marked, drawn, seen))) == pytest.approx(expected, abs=1e-9)


def test_both_tails_make_one():
    for seen in (0, 40, 90, 100, 110, 160):
        above = at_most(10**6, 10**6 - 10**4, 10**4, 10**4 - seen - 1)
        assert at_most(10**6, 10**4, 10**4, seen) + above == pytest.approx(1, abs=1e-11)
