"""Whether the next items pay, by what the last ones held (METHODS R3).

What the last items say of the next holds where the next are no richer. It fails where positives sit in a late
cluster of the order; a random sample of the unread items, :mod:`budgetplan.lists.unseen`, does not.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.lists.unseen import ALPHA, SLACK, most_positives

Outcome = Literal["stop", "continue", "undecided"]
Ground = Literal["guarantee", "conditional", "forecast"]
"""Holds whatever the order; where the next items are no richer than the last; or is no promise."""

LIKELY = 0.8
"""A rule that looks after every tranche and stops at 95 % alone reads on long: see ``tests/studies/README.md``."""


class Verdict(NamedTuple):
    """Whether to go on, and which kind of statement says so; undecided, none does."""

    outcome: Outcome
    ground: Ground | None


class Rest(NamedTuple):
    """What a random sample proves of the ``items`` that are unread after it: ``least`` and ``most`` positives."""

    items: int
    least: int
    most: int


def most_in_next(judged: int, found: int, upcoming: int, alpha: float = ALPHA) -> int:
    """Return how many positives the next items, or all unread ones, may hold, if they are no richer than the last ones.

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
    >>> most_in_next(500, 6, 500), most_in_next(500, 6, 7_000)
    (14, 167)
    """
    return most_positives(judged + upcoming, judged, found, alpha) - found


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
    found: int, expected_last: float, expected_next: float, draws: int, rng: np.random.Generator
) -> FloatArray:
    """Return draws of how many positives the next items hold, by what was expected of both tranches, shape (B,).

    Parameters
    ----------
    found
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
    return rng.poisson(rng.gamma(found + 0.5, expected_next / expected_last, draws)).astype(np.float64)


def likely_in_next(judged: int, found: int, upcoming: int) -> float:
    """Return how many positives the next items hold at the rate of the last ones, exceeded in a fifth of cases.

    References
    ----------
    METHODS 0.13: the 80 % quantile of a Gamma rate, positives of the last tranche + 1/2 over its items.

    Examples
    --------
    >>> round(likely_in_next(500, 6, 500), 2)
    8.49
    """
    # Loading scipy takes a while, and not every command needs it.
    from scipy.special import gammaincinv

    return float(gammaincinv(found + 0.5, LIKELY)) / judged * upcoming


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
        Proved comes first. *Continue*: a tranche drawn at random from the rest holds more than break-even
        (guarantee). *Stop*: all that may be left, were it all in this tranche, does not pay (guarantee); or the last
        tranche's rate does not pay even at its 80 % quantile: conditional where the most that the next may hold if it is
        no richer does not pay either, else a forecast. *Continue*: the mean of the draws pays (forecast). *Stop*: their
        upper end does not (forecast). Else *undecided*.

    References
    ----------
    METHODS 0.13, R3.

    Examples
    --------
    >>> verdict(500, 17.2, np.full(99, 8.0), last=(500, 6))
    Verdict(outcome='stop', ground='conditional')
    >>> verdict(500, 17.2, np.full(99, 8.0), last=(500, 6), rest=Rest(items=6_700, least=300, most=900))
    Verdict(outcome='continue', ground='guarantee')
    """
    if break_even is None or upcoming == 0:
        return Verdict("stop", "guarantee")

    def pays(positives: float) -> bool:
        return positives > break_even * (1 + SLACK)

    if rest is not None:
        if pays(rest.least * min(upcoming / max(rest.items, 1), 1)):
            return Verdict("continue", "guarantee")
        if not pays(rest.most):
            return Verdict("stop", "guarantee")
    if last is not None and likely_in_next(*last, upcoming) < break_even:
        return Verdict("stop", "forecast" if pays(most_in_next(*last, upcoming)) else "conditional")
    if float(coming.mean()) >= break_even * (1 - SLACK):
        return Verdict("continue", "forecast")
    if float(np.quantile(coming, 0.975, method="weibull")) < break_even:
        return Verdict("stop", "forecast")
    return Verdict("undecided", None)
