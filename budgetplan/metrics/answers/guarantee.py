"""How many of the accepted items may be wrong, guaranteed: exact bounds over cutoffs fixed beforehand."""

from __future__ import annotations

import functools
import math

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray
from budgetplan.metrics.answers.value import NONE
from budgetplan.metrics.answers.voc import accepted_at


def lowest_cutoff_within(
    risk: float, confidence: FloatArray, correct: BoolArray, cutoffs: FloatArray, alpha: float = 0.1
) -> float:
    """Return the lowest cutoff at which at most a share ``risk`` of accepted items is wrong, with 1 - alpha confidence.

    Fixed-sequence testing: the cutoffs are tried from the strictest on, each with the exact one-sided test at
    level alpha (:func:`upper_bound` <= risk), and the first failure ends it. So the chance over samples that
    the cutoff given back lets through more than ``risk`` is at most alpha, though many were tried. A cutoff
    chosen in another way, such as the lowest of all whose bound holds, has no such guarantee.

    Parameters
    ----------
    risk
        Share of the accepted that may be wrong, in (0, 1).
    confidence, correct
        Shape (n,): a random sample of the items to come, independent of each other, each counting once.
        Weights, groups and items that the model was tuned on have no exact test.
    cutoffs
        Shape (K,): fixed **before looking at the sample**, in any order. One that accepts fewer than
        :func:`least_accepted` items fails whatever is right: let the strictest accept more than that.
    alpha
        One minus the confidence, in (0, 1).

    Returns
    -------
    float
        One of the cutoffs (accept from there on), or inf: nothing can be accepted with this guarantee.

    References
    ----------
    Clopper and Pearson 1934; fixed-sequence testing as in Bauer 1991 and Angelopoulos et al. 2021, "Learn
    then test", section 3.

    Examples
    --------
    Thirty right answers at 0.9; at 0.8 thirty more, half of them wrong:

    >>> confidence = np.repeat([0.9, 0.8], 30)
    >>> correct = np.arange(60) < 45
    >>> lowest_cutoff_within(0.1, confidence, correct, np.array([0.8, 0.85, 0.9]))
    0.85
    """
    lowest = NONE
    strictest_first = np.sort(cutoffs)[::-1]
    right, wrong = accepted_at(strictest_first, correct, confidence)
    for cutoff, n_right, n_wrong in zip(strictest_first, right, wrong, strict=True):  # cutoffs, not items
        if _at_most(float(n_wrong), float(n_wrong + n_right), risk) > alpha:
            break
        lowest = float(cutoff)
    return lowest


def least_accepted(risk: float, alpha: float = 0.1) -> int:
    """Return how many accepted items, all right, are needed to guarantee a risk: (1 - risk)^n <= alpha.

    Examples
    --------
    >>> least_accepted(0.05), least_accepted(0.01, alpha=0.05)
    (45, 299)
    """
    n = math.ceil(math.log(alpha) / math.log1p(-risk))
    return n if (1 - risk) ** n <= alpha else n + 1


@functools.lru_cache(maxsize=4096)
def upper_bound(wrong: float, accepted: float, alpha: float = 0.1) -> float:
    """Return the exact one-sided upper bound of a rate (Clopper and Pearson): P(X <= wrong; bound) = alpha.

    Parameters
    ----------
    wrong, accepted
        Events seen and trials, 0 <= wrong <= accepted; not necessarily whole (then through the incomplete
        beta function, and not exact).
    alpha
        One minus the confidence.

    Returns
    -------
    float
        In [0, 1]; 1 where nothing was tried, or everything was an event.

    Examples
    --------
    None wrong of 59: at most 5 % with 95 % confidence, 1 - 0.05^(1/59).

    >>> round(upper_bound(0, 59, alpha=0.05), 4), round(upper_bound(3, 100), 4)
    (0.0495, 0.0656)
    """
    if wrong >= accepted:
        return 1.0
    if wrong == 0:
        return float(-math.expm1(math.log(alpha) / accepted))
    # Loading scipy takes a while, and not every command needs it.
    from scipy.special import betainccinv  # noqa: PLC0415

    return float(betainccinv(wrong + 1, accepted - wrong, alpha))


def lower_bound(wrong: float, accepted: float, alpha: float = 0.1) -> float:
    """Return the exact one-sided lower bound of a rate, in [0, 1]: P(X >= wrong; bound) = alpha.

    Arguments as in :func:`upper_bound`; 0 where nothing was tried or seen.

    Examples
    --------
    >>> round(lower_bound(59, 59, alpha=0.05), 4), lower_bound(0, 59)
    (0.9505, 0.0)
    """
    return 1.0 - upper_bound(accepted - wrong, accepted, alpha)


def _at_most(events: float, trials: float, rate: float) -> float:
    """Return P(X <= events) of a binomial with this rate; counts need not be whole."""
    if events >= trials:
        return 1.0
    from scipy.special import betaincc  # noqa: PLC0415 - see upper_bound

    return float(betaincc(events + 1, trials - events, rate))
