"""How many entries may be left unread, and whether the next items pay.

By a random sample of what is unread (METHODS R1), or by the last items (R3, R4). What a random sample proves holds whatever
the order of review is worth; it must be drawn at random, and its size and the number of looks declared beforehand. What the
last items read say holds where the unread ones are no richer: not where positives sit in a late cluster of the order.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.core.stops import first_reached

SLACK = 1e-11
"""A chance that is equal to a level but for rounding counts as equal to it, not as above."""
WIDE = 6.0
"""A sample of n holds fewer than its mean by 6 sqrt(n) with a chance below exp(-72) (Hoeffding)."""
ALPHA = 0.05
"""Each bound is wrong in at most this share of samples."""
PRIOR = (1.0, 100.0)
"""Where nothing is known: about one entry in a hundred items. It moves how wide a range is, never its guarantee."""
CLOSE = 1e-13
"""Sums of chances are taken so far that at most this share of them is missing."""


def most_positives(unread: int, drawn: int, finds: int, alpha: float = ALPHA) -> int:
    """Return how many positives the unread items may have held before a sample of them was drawn.

    Parameters
    ----------
    unread
        Unread items M before the sample.
    drawn, finds
        Size n of the random sample, fixed beforehand, and positives k in it; 0 <= k <= n <= M.
    alpha
        The bound is too low in at most this share of samples; with L declared looks, alpha / L.

    Returns
    -------
    int
        K_U = max{K : P(Hyp(M, K, n) <= k) > alpha}, in [k, M - (n - k)]; left after the sample: less k.

    References
    ----------
    METHODS R1.

    Examples
    --------
    Two found in 300 of 7,000: at most 143; with three looks, 176.

    >>> most_positives(7_000, 300, 2), most_positives(7_000, 300, 2, alpha=0.05 / 3)
    (143, 176)
    """
    level = alpha * (1 + SLACK)
    first, last = finds, unread - (drawn - finds)
    return first_reached(first, last + 1, lambda total: at_most(unread, total, drawn, finds) <= level) - 1


def least_positives(unread: int, drawn: int, finds: int, alpha: float = ALPHA) -> int:
    """Return how many positives the unread items held at least before a sample of them was drawn.

    Arguments as in :func:`most_positives`.

    Returns
    -------
    int
        K_L = min{K : P(Hyp(M, K, n) >= k) > alpha}, in [k, M - (n - k)].

    References
    ----------
    METHODS R1.

    Examples
    --------
    >>> least_positives(7_000, 300, 2)
    9
    """
    # Of what is no entry there is the most.
    return unread - most_positives(unread, drawn, drawn - finds, alpha)


def anytime_range(
    unread: int, drawn: int, finds: int, *, alpha: float = ALPHA, a: float = PRIOR[0], b: float = PRIOR[1]
) -> tuple[int, int]:
    """Return least and most positives among the unread items, to be read after every item of a random sample.

    Parameters
    ----------
    unread, drawn, finds
        As in :func:`most_positives`; nothing need be fixed beforehand but the order of drawing.
    alpha
        In at most this share of reviews the range misses the truth at any time, in (0, 1).
    a, b
        The prior, a beta-binomial: positive.

    Returns
    -------
    tuple of int
        Ends of {K : prior(K) / posterior(K) < 1 / alpha}, within [found, unread - (drawn - found)].

    Notes
    -----
    By Bayes' rule that ratio is the chance of the finds under the prior over that under K. The latter rises
    and falls once with K (it is log-concave), so there are no gaps, and the likeliest K is always among them.

    References
    ----------
    Waudby-Smith and Ramdas 2020, Confidence sequences for sampling without replacement. METHODS R1.

    Examples
    --------
    Two found in 300 of 7,000: 4 to 194, where the bounds for one look are 9 and 143.

    >>> anytime_range(7_000, 300, 2), anytime_range(7_000, 0, 0)
    ((4, 194), (0, 7000))
    """
    # Loading scipy takes a while, and not every command needs it.
    from scipy.stats import betabinom

    first, last = finds, unread - (drawn - finds)
    # The chance of the finds under the prior.
    level = float(betabinom.pmf(finds, drawn, a, b)) * alpha * (1 + SLACK)

    def outside(total: IntArray) -> BoolArray:
        return np.asarray(chances(unread, total, drawn, finds) <= level)

    likeliest = min(max(finds * (unread + 1) // drawn, first), last) if drawn else first
    least = likeliest + 1 - first_reached(0, likeliest - first + 1, lambda less: outside(likeliest - less))
    return least, first_reached(likeliest, last + 1, outside) - 1


def certified_entry(entries: int, share: float, alpha: float = ALPHA) -> int | None:
    """Return at which of some labelled entries, the best first, a share of all entries is surely reached; None: at none.

    Parameters
    ----------
    entries
        Labelled entries, v, a random sample of the list's that no order was made by.
    share
        Of the entries of the list that is to be found, in (0, 1].
    alpha
        In at most this share of samples less is reached.

    References
    ----------
    Lewis, Yang and Frieder 2021. METHODS R2: the least j with BinomCDF(j - 1; v, share) >= 1 - alpha.

    Examples
    --------
    >>> certified_entry(30, 0.8), certified_entry(40, 0.8), certified_entry(13, 0.8)
    (28, 37, None)
    """
    from scipy.special import bdtr

    sure = bdtr(np.arange(entries), entries, share) >= 1 - alpha
    return int(sure.argmax()) + 1 if sure.any() else None


def least_certified(share: float, alpha: float = ALPHA) -> int | None:
    """Return how many labelled entries it takes for a share to be certified at all; None: all entries never are.

    >>> [least_certified(share) for share in (0.7, 0.8, 0.9, 0.95, 0.99, 1.0)]
    [9, 14, 29, 59, 299, None]
    """
    return None if share >= 1 else math.ceil(math.log(alpha) / math.log(share) - 1e-9)


def recall_range(found_before: int, found_in_sample: int, least: int, most: int) -> tuple[float, float] | None:
    """Return which share of all entries is found.

    Parameters
    ----------
    found_before
        Positives r found in the order of review.
    found_in_sample
        Those of the random sample that count as found; 0 for the recall before its labels are added.
    least, most
        Positives among the unread items before the sample: bounds of this module.

    Returns
    -------
    tuple of float or None
        Low (r + k) / (r + most) and high (r + k) / (r + least), in [0, 1]; None where nothing is found.

    References
    ----------
    METHODS R1.

    Examples
    --------
    >>> low, high = recall_range(180, 0, 9, 143)
    >>> round(low, 3), round(high, 3)
    (0.557, 0.952)
    """
    finds = found_before + found_in_sample
    return (finds / (found_before + most), finds / (found_before + least)) if finds else None


def p_target_missed(labels_in_order: npt.ArrayLike, list_size: int, recall: float) -> float:
    """Return how likely the last items read are as poor as they were, were the target not reached.

    Parameters
    ----------
    labels_in_order
        Shape (m,): 1 for a positive, 0 for none, in the order in which they were read.
    list_size
        Items N of the whole list, at least m.
    recall
        Share of all entries asked for, in (0, 1].

    Returns
    -------
    float
        p, in [0, 1]: the least over all trailing windows of the chance that a random sample of that size holds no
        more positives, if the list holds the fewest with which the target is missed. Reached where p is
        at most alpha / number of looks.

    Notes
    -----
    Holds where the unread items are no richer than those of the window. It fails where positives
    sit in a late cluster of the order.

    Of the windows with k positives the longest has the least chance: the items after it are as many, and one more
    that holds none makes those before fewer. So as many windows are looked at as there are positives, and
    only those are added up whose chance may be the least.

    References
    ----------
    Callaghan and Müller-Hansen 2020, Statistical stopping criteria for automated screening in systematic
    reviews. METHODS R4.

    Examples
    --------
    Twenty found, and none in the 800 that follow; a thousand in all, 95 % asked for:

    >>> round(p_target_missed(np.repeat([1, 0], [20, 800]), 1_000, 0.95), 3)
    0.034
    """
    labels = np.asarray(labels_in_order, dtype=np.float64)
    places = np.flatnonzero(labels > 0)[::-1]
    read, finds = len(labels), len(places)
    missing = math.floor(Fraction(finds) / Fraction(repr(float(recall))) + 1) - finds
    if missing > list_size - read:
        return 0.0
    # The longest window with k positives starts behind the one before them.
    seen = np.arange(finds + 1, dtype=np.float64)
    window = read - np.append(places + 1.0, 0.0)
    some = window > 0
    if not some.any():
        return 1.0
    seen, window = seen[some], window[some]
    whole = window + (list_size - read)
    return _least_tail(whole, seen + missing, window, seen)


def _least_tail(whole: FloatArray, marked: FloatArray, drawn: FloatArray, seen: FloatArray) -> float:
    """Return the least of the chances P(Hyp(M, K, n) <= k) of many samples, shape (S,) each.

    Each is summed from k away from the mean, downwards or, where k is beyond the mean, as what is above k
    and taken off 1. After every term it lies between two bounds, as the terms fall ever faster once
    they fall; what cannot be the least is not added to any more.
    """
    down = seen * whole < drawn * marked
    at = np.where(down, seen, seen + 1)
    term = chances(whole, marked, drawn, at)
    total = term.copy()
    while True:
        # The next term over this one; 0 at the end.
        others = whole - marked - drawn
        upper = np.where(down, at * (others + at), (marked - at) * (drawn - at))
        ratio = upper / np.where(down, (marked - at + 1) * (drawn - at + 1), (at + 1) * (others + at + 1))
        falls = ratio < 1
        rest = np.where(falls, term * ratio / np.where(falls, 1 - ratio, 1), np.where(term > 0, 1.0, 0.0))
        low = np.where(down, total, 1 - np.minimum(total + rest, 1))
        high = np.where(down, np.minimum(total + rest, 1), 1 - total)
        kept = low <= high.min()
        if (rest[kept] <= CLOSE * total[kept]).all():
            return float(np.clip(high[kept].min(), 0, 1))
        whole, marked, drawn, down, at = (array[kept] for array in (whole, marked, drawn, down, at))
        term = (term * ratio)[kept]
        total, at = total[kept] + term, np.where(down, at - 1, at + 1)


def chances(whole: npt.ArrayLike, marked: npt.ArrayLike, drawn: npt.ArrayLike, seen: npt.ArrayLike) -> FloatArray:
    """Return the chances that ``drawn`` of ``whole`` items hold ``seen`` of the ``marked`` ones.

    Parameters
    ----------
    whole, marked, drawn, seen
        Whole numbers or arrays of them that fit together: M, K and n with 0 <= K, n <= M, and k.

    Returns
    -------
    FloatArray
        P(Hyp(M, K, n) = k), the shape of all four together; 0 where it cannot be.

    Notes
    -----
    C(K, k) C(M - K, n - k) / C(M, n) as three binomial chances of one rate, n / M, of which none is small where the whole
    is not: scipy's own hypergeometric chances lose half of the digits in long lists.

    References
    ----------
    Loader 2000, Fast and accurate computation of binomial probabilities. METHODS R1.

    Examples
    --------
    Two of three marked ones in a sample of four of ten, 3 x 21 / 210:

    >>> round(float(chances(10, 3, 4, 2)), 12)
    0.3
    """
    # Loading scipy takes a while, and not every command needs it.
    from scipy.stats import binom

    whole, marked, drawn, seen = (np.asarray(array, dtype=np.float64) for array in (whole, marked, drawn, seen))
    rate = drawn / np.maximum(whole, 1)
    both = binom.pmf(seen, marked, rate) * binom.pmf(drawn - seen, whole - marked, rate)
    return np.asarray(both / binom.pmf(drawn, whole, rate))


def at_most(whole: int, marked: npt.ArrayLike, drawn: int, seen: int) -> FloatArray:
    """Return the chances that a sample holds at most so many marked items: P(Hyp(M, K, n) <= k).

    Parameters
    ----------
    whole, drawn, seen
        M, n and k, as in :func:`chances`.
    marked
        K: a number, or an array of any shape.

    Returns
    -------
    FloatArray
        The shape of ``marked``, in [0, 1]; relative errors are below 1e-11 down to 1e-25.

    References
    ----------
    METHODS R1.

    Examples
    --------
    None or one of three marked ones in a sample of four of ten, (35 + 3 x 35) / 210:

    >>> round(float(at_most(10, 3, 4, 1)), 12)
    0.666666666667
    """
    many = np.asarray(marked, dtype=np.float64)
    wide = int(WIDE * math.sqrt(drawn)) + 1
    # The shorter way to the end: what is beyond the mean is taken off 1.
    below = float(seen) * whole < drawn * many
    chance = np.where(below, 0.0, 1.0)
    up_to = np.arange(max(0, seen - wide), seen + 1)
    chance[below] += chances(whole, many[below][:, None], drawn, up_to).sum(axis=1)
    beyond = np.arange(seen + 1, min(drawn, seen + wide) + 1)
    chance[~below] -= chances(whole, many[~below][:, None], drawn, beyond).sum(axis=1)
    return np.asarray(np.clip(chance, 0, 1))


Outcome = Literal["stop", "continue", "undecided", "pause"]
Kind = Literal["counted", "guarantee", "conditional", "forecast"]
"""Nobody can doubt it; it holds whatever the order; where the next items are no richer than the last; or is no promise."""

LIKELY = 0.8
"""A rule that looks after every tranche and stops at 95 % alone reads on long: see ``tests/studies/README.md``."""


class Verdict(NamedTuple):
    """Whether to go on, what kind of statement that is, and what it rests on, as the keys of its texts end."""

    outcome: Outcome
    kind: Kind
    why: str


class Rest(NamedTuple):
    """What a random sample proves of the ``items`` that are unread after it: ``least`` and ``most`` positives."""

    items: int
    least: int
    most: int


def most_in_next(judged: int, finds: int, upcoming: int, alpha: float = ALPHA) -> int:
    """Return how many positives the next items, or all unread ones, may hold, if they are no richer than the last ones.

    Parameters
    ----------
    judged, finds
        Items w of the last tranche and positives k in it, 0 <= k <= w.
    upcoming
        Items t of the next.
    alpha
        The bound is too low in at most this share of cases.

    Returns
    -------
    int
        y_U = max{y : P(Hyp(w + t, k + y, w) <= k) > alpha}, in [0, t].

    References
    ----------
    METHODS R3.

    Examples
    --------
    >>> most_in_next(500, 6, 500), most_in_next(500, 6, 7_000)
    (14, 167)
    """
    return most_positives(judged + upcoming, judged, finds, alpha) - finds


def break_even_yield(items: int, cost_negative: float, cost_positive: float, worth: float) -> float | None:
    """Return how many positives a tranche must hold to be worth its cost.

    Parameters
    ----------
    items
        Items t of the tranche.
    cost_negative, cost_positive
        Cost of reading an item that is none and one that is, contingency and overheads included.
    worth
        Worth of an entry.

    Returns
    -------
    float or None
        t c_neg / (v - (c_pos - c_neg)); None where an entry is worth no more than its own extra cost.

    References
    ----------
    METHODS R3.

    Examples
    --------
    >>> round(break_even_yield(500, 0.25, 1, 8), 1), break_even_yield(500, 0.25, 9, 8)
    (17.2, None)
    """
    gain = worth - (cost_positive - cost_negative)
    return items * cost_negative / gain if gain > 0 else None


def drawn_next(
    finds: int, expected_last: float, expected_next: float, draws: int, rng: np.random.Generator
) -> FloatArray:
    """Return draws of how many positives the next items hold, by what was expected of both tranches, shape (B,).

    Parameters
    ----------
    finds
        Positives k of the last tranche.
    expected_last, expected_next
        Positives that were expected of the last tranche, > 0, and are of the next.

    References
    ----------
    METHODS R3: Poisson counts whose common rate, Gamma(k + 1/2), the last tranche has told.

    Examples
    --------
    Six where twelve were expected, and eight are now:

    >>> float(drawn_next(6, 12.0, 8.0, 20_000, np.random.default_rng(1)).mean().round(1))
    4.3
    """
    return rng.poisson(rng.gamma(finds + 0.5, expected_next / expected_last, draws)).astype(np.float64)


def likely_in_next(judged: int, finds: int, upcoming: int) -> float:
    """Return how many positives the next items hold at the rate of the last ones, exceeded in a fifth of cases.

    References
    ----------
    METHODS R3: the 80 % quantile of a Gamma rate, positives of the last tranche + 1/2 over its items.

    Examples
    --------
    >>> round(likely_in_next(500, 6, 500), 2)
    8.49
    """
    # Loading scipy takes a while, and not every command needs it.
    from scipy.special import gammaincinv

    return float(gammaincinv(finds + 0.5, LIKELY)) / judged * upcoming


def verdict(
    upcoming: int,
    break_even: float | None,
    coming: FloatArray,
    *,
    last: tuple[int, int] | None = None,
    rest: Rest | None = None,
) -> Verdict:
    """Return whether to read the next tranche, and what that rests on.

    Parameters
    ----------
    upcoming
        Items t of the next tranche.
    break_even
        Positives that it must hold to pay, :func:`break_even_yield`.
    coming
        Shape (B,): draws of the positives in it.
    last
        Items of the last tranche and positives in it; None: no whole tranche has been read.
    rest
        What a random sample of the unread items proves; None: there was none.

    Returns
    -------
    Verdict
        What to do, what kind of statement that is, and what it rests on. Proved comes first. *Continue*: a tranche drawn at random from the rest holds more than break-even
        (guarantee). *Stop*: all that may be left, were it all in this tranche, does not pay (guarantee); or the last
        tranche's rate does not pay even at its 80 % quantile: conditional where the most that the next may hold if it is
        no richer does not pay either, else a forecast. *Continue*: the mean of the draws pays (forecast). *Stop*: their
        upper end does not (forecast). Else *undecided*.

    References
    ----------
    METHODS R3.

    Examples
    --------
    >>> verdict(500, 17.2, np.full(99, 8.0), last=(500, 6))
    Verdict(outcome='stop', kind='conditional', why='poor')
    >>> verdict(500, 17.2, np.full(99, 8.0), last=(500, 6), rest=Rest(items=6_700, least=300, most=900))
    Verdict(outcome='continue', kind='guarantee', why='rich_rest')
    """
    if break_even is None or upcoming == 0:
        return Verdict("stop", "guarantee", "nothing_left")
    even = break_even * (1 + SLACK)
    if rest is not None:
        if rest.least * min(upcoming / max(rest.items, 1), 1) > even:
            return Verdict("continue", "guarantee", "rich_rest")
        if rest.most <= even:
            return Verdict("stop", "guarantee", "nothing_left")
    if last is not None and likely_in_next(*last, upcoming) < break_even:
        if most_in_next(*last, upcoming) > even:
            return Verdict("stop", "forecast", "poor_last")
        return Verdict("stop", "conditional", "poor")
    if float(coming.mean()) >= break_even * (1 - SLACK):
        return Verdict("continue", "forecast", "rich_forecast")
    if float(np.quantile(coming, 0.975, method="weibull")) < break_even:
        return Verdict("stop", "forecast", "poor_forecast")
    return Verdict("undecided", "forecast", "open")
