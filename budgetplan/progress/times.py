"""How long judgements take, and how far those who judge agree (METHODS R5)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.domain.decision import Estimate
from budgetplan.domain.review.returned import Returned
from budgetplan.metrics.bounds import exact_interval

CUT = 0.05
"""Of the times of judgements this share at either end is set to the nearest one inside: pauses and slips."""
REPEATS = 2000
"""So often times are drawn anew for an interval."""
LEAST_TIMES = 5
"""Of fewer times there is no interval."""


@dataclass(frozen=True)
class Timed:
    """Seconds of a judgement: how many were timed, their median, and their mean without pauses."""

    n: int
    median: float
    mean: Estimate


@dataclass(frozen=True)
class Agreement:
    """Pairs of judgements of one item: how many, how many agree, and Krippendorff's alpha (None: no two labels)."""

    n: int
    agree: int
    alpha: float | None

    @property
    def share(self) -> Estimate:
        """The share that agrees, with its exact 95 % interval."""
        low, high = exact_interval(np.array(float(self.agree)), np.array(float(self.n)))
        return Estimate(self.agree / self.n, float(low), float(high))


def timed(seconds: FloatArray, seed: int) -> Timed | None:
    """Return how long judgements take; None where no time is known.

    Parameters
    ----------
    seconds
        Shape (J,): seconds of each judgement, NaN where not known.
    seed
        Start of the random numbers for the interval.

    Examples
    --------
    Twenty of ten seconds, and one that lasted over lunch:

    >>> one = timed(np.array([10.0] * 20 + [3600.0]), seed=1)
    >>> one.n, one.median, one.mean.value
    (21, 10.0, 10.0)
    """
    known = np.sort(seconds[np.isfinite(seconds) & (seconds >= 0)])
    if not len(known):
        return None
    cut = _winsorised(known)
    mean = float(cut.mean())
    if len(known) < LEAST_TIMES:
        return Timed(len(known), float(np.median(known)), Estimate(mean))
    rng = np.random.default_rng([seed, 17])
    times = rng.multinomial(
        len(cut), np.full(len(cut), 1 / len(cut)), size=REPEATS if len(cut) <= 5000 else 200
    )
    low, high = np.quantile(times @ cut / len(cut), [0.025, 0.975])
    return Timed(
        len(known), float(np.median(known)), Estimate(mean, min(float(low), mean), max(float(high), mean))
    )


def _winsorised(known: FloatArray) -> FloatArray:
    """Return sorted times with those at either end set to the nearest one inside."""
    off = int(np.ceil(CUT * len(known))) if len(known) > 2 else 0
    return np.clip(known, known[off], known[len(known) - 1 - off]) if 2 * off < len(known) else known


def agreement(item: IntArray, label: IntArray) -> Agreement | None:
    """Return how far judgements of the same items agree; None where no item was judged twice.

    Parameters
    ----------
    item, label
        Shape (J,): item and label (codes >= 0) of each judgement; one for each annotator of an item.

    References
    ----------
    Krippendorff 2004, nominal alpha: 1 - observed / expected disagreement, of items judged at least twice.

    Examples
    --------
    >>> agreement(np.array([0, 0, 1, 1, 2]), np.array([0, 0, 0, 1, 1]))
    Agreement(n=2, agree=1, alpha=0.0)
    """
    code, place = np.unique(item, return_inverse=True)
    n_labels = int(label.max(initial=0)) + 1
    counts = np.zeros((len(code), n_labels))
    np.add.at(counts, (place, label), 1)
    each = counts.sum(axis=1)
    counts, each = counts[each > 1], each[each > 1]
    if not len(each):
        return None
    pairs, same = each * (each - 1) / 2, (counts * (counts - 1) / 2).sum(axis=1)
    total, of_label = each.sum(), counts.sum(axis=0)
    observed = float((2 * (pairs - same) / (each - 1)).sum() / total)
    expected = float((total**2 - (of_label**2).sum()) / (total * (total - 1)))
    alpha = 1 - observed / expected if expected > 0 else None
    return Agreement(round(float(pairs.sum())), round(float(same.sum())), alpha)


def given(returned: Returned) -> BoolArray:
    """Return which judgements count: the last one of each annotator, where it gives a label; shape (J,)."""
    return np.asarray(returned.last & (returned.said >= 0))
