"""Whether the next items pay, by what the last ones held (METHODS R3).

What the last items say of the next holds where the next are no richer. It fails where positives sit in a late
cluster of the order; a random sample of the unread items, :mod:`budgetplan.metrics.continuing.unseen`, does not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from budgetplan.metrics.continuing.hypergeometric import SLACK
from budgetplan.metrics.continuing.unseen import ALPHA, most_positives

Outcome = Literal["stop", "continue", "undecided"]
Ground = Literal["guarantee", "conditional", "forecast"]
"""Holds whatever the order; where the next items are no richer than the last; or is no promise."""


@dataclass(frozen=True)
class Verdict:
    """Whether to go on, and which kind of statement says so; undecided, none does."""

    outcome: Outcome
    ground: Ground | None


@dataclass(frozen=True)
class Rest:
    """What a random sample proves of the ``items`` that are unread after it: ``least`` and ``most`` positives."""

    items: int
    least: int
    most: int


def most_in_next(judged: int, found: int, upcoming: int, alpha: float = ALPHA) -> int:
    """Return how many positives the next items may hold, if they are no richer than the last ones.

    Parameters
    ----------
    judged, found
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
    >>> most_in_next(500, 6, 500)
    14
    """
    return most_positives(judged + upcoming, judged, found, alpha) - found


def most_left(judged: int, found: int, unread: int, alpha: float = ALPHA) -> int:
    """Return how many positives all unread items may hold, if they are no richer than the last ones read.

    Arguments as in :func:`most_in_next`; ``unread``: items that nobody has read.

    References
    ----------
    METHODS R3.

    Examples
    --------
    >>> most_left(500, 6, 7_000)
    167
    """
    return most_in_next(judged, found, unread, alpha)


def tranche_cost(items: int, positives: float, cost_negative: float, cost_positive: float) -> float:
    """Return what reading a tranche costs, where a positive takes another price than what is none.

    >>> tranche_cost(500, 6, cost_negative=0.25, cost_positive=1)
    129.5
    """
    return items * cost_negative + positives * (cost_positive - cost_negative)


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


def forecast_yield(found: int, expected_last: float, expected_next: float, share: float) -> int | None:
    """Return a quantile of how many positives the next items hold, by what was expected of both tranches.

    Parameters
    ----------
    found
        Positives k of the last tranche.
    expected_last, expected_next
        Positives e_w, e_t that were expected of the last tranche and are of the next, 0 or more.
    share
        Which quantile, in (0, 1).

    Returns
    -------
    int or None
        Of the negative binomial distribution with k + 1/2 and e_w / (e_w + e_t): Poisson counts whose common
        rate the last tranche has told; None where nothing was expected of that. Cut it at the items.

    References
    ----------
    METHODS R3.

    Examples
    --------
    Six where twelve were expected, and eight are now:

    >>> [forecast_yield(6, 12.0, 8.0, share) for share in (0.05, 0.5, 0.95)]
    [1, 4, 9]
    """
    # Loading scipy takes a while, and not every command needs it.
    from scipy.special import betainc  # noqa: PLC0415

    if expected_next <= 0 or expected_last <= 0:
        return 0 if expected_next <= 0 else None
    known = expected_last / (expected_last + expected_next)

    def reached(count: int) -> bool:
        return float(betainc(found + 0.5, count + 1, known)) >= share * (1 - SLACK)

    low, high = -1, 1
    while not reached(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if reached(middle) else (middle, high)
    return high


def verdict(
    items: int,
    break_even: float | None,
    most_next: float,
    *,
    last: float | None = None,
    rest: Rest | None = None,
    forecast_low: float | None = None,
) -> Verdict:
    """Return whether to read the next tranche, and what that rests on.

    Parameters
    ----------
    items
        Items t of the next tranche.
    break_even
        Positives that it must hold to pay, :func:`break_even_yield`.
    most_next
        Positives that it may hold, :func:`most_in_next`.
    last
        Positives that as many items of the last tranche held, k t / w; None: not known.
    rest
        What a random sample of the unread items proves; None: there was none.
    forecast_low
        A low quantile of :func:`forecast_yield`; None: no forecast.

    Returns
    -------
    Verdict
        Proved comes first. *Continue*: a tranche drawn at random from the rest holds more than break-even
        (guarantee). *Stop*: all that may be left, were it all in this tranche, does not pay, or nothing could
        (guarantee); or the most in a tranche no richer than the last does not pay, or neither the last did nor
        does the most in a tranche drawn at random (conditional). *Continue*: the forecast's low quantile pays
        (forecast). Else *undecided*. What just breaks even does not pay.

    References
    ----------
    METHODS R3.

    Examples
    --------
    >>> verdict(500, 17.2, most_next=14)
    Verdict(outcome='stop', ground='conditional')
    >>> verdict(500, 17.2, most_next=14, rest=Rest(items=6_700, least=300, most=900))
    Verdict(outcome='continue', ground='guarantee')
    """
    if break_even is None or items == 0:
        return Verdict("stop", "guarantee")

    def pays(positives: float) -> bool:
        return positives > break_even * (1 + SLACK)

    poor = False
    if rest is not None:
        share = min(items / max(rest.items, 1), 1)
        if pays(rest.least * share):
            return Verdict("continue", "guarantee")
        if not pays(rest.most):
            return Verdict("stop", "guarantee")
        poor = last is not None and not pays(last) and not pays(rest.most * share)
    if poor or not pays(most_next):
        return Verdict("stop", "conditional")
    if forecast_low is not None and pays(forecast_low):
        return Verdict("continue", "forecast")
    return Verdict("undecided", None)
