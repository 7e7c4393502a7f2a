"""What a random sample of the unread items proves of the rest: exact, at one look and at any time."""

import time
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from budgetplan.lists.unseen import (
    anytime_range,
    chances,
    least_positives,
    most_positives,
    recall_range,
)


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


@pytest.mark.parametrize("unread", [6, 25])
@pytest.mark.parametrize("alpha", [0.05, 0.2])
def test_a_bound_at_one_look_is_wrong_in_at_most_alpha_of_samples(unread, alpha):
    for drawn in range(0, unread + 1, 3):
        most = [most_positives(unread, drawn, found, alpha) for found in range(drawn + 1)]
        least = [least_positives(unread, drawn, found, alpha) for found in range(drawn + 1)]
        for total in range(unread + 1):
            likely = chances(unread, total, drawn, np.arange(drawn + 1))
            assert likely[np.array(most) < total].sum() <= alpha + 1e-12
            assert likely[np.array(least) > total].sum() <= alpha + 1e-12


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
