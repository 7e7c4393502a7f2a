"""Whether labelled items are like a list, by scores alone, and quick looks at scores that show likely mistakes."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.special import expit, logit, xlogy

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.core.curve import fit
from budgetplan.core.path import auc, auc_by_chance
from budgetplan.core.places import counted_up_to, places

DRAWS, CELLS = 400, 1_000
"""So many curves are drawn, and the list is read at so many places at most."""
PENALTY = 1 / 16
"""Draws the slope towards 0, so that labels which the scores set apart have one, too."""
_HALVINGS = 40
_FAR = 50.0


@dataclass(frozen=True)
class ListShare:
    """The share of entries in a list, and the middle 95 % of what its scores and the labels allow, each in [0, 1]."""

    share: float
    low: float
    high: float


def list_share(
    score: FloatArray, positive: FloatArray, weight: FloatArray, listed: FloatArray, count: FloatArray, seed: int
) -> ListShare:
    """Return the share at which a mixture of labelled entries and others looks most like the list.

    It holds where within entries, and within the others, the labelled items are a sample of the list.

    Parameters
    ----------
    score, positive, weight
        Shape (n,): labelled items, 1 for entries and 0 for others, both occurring; weights add up to the effective
        number of items.
    listed, count
        Shape (N,): scores of the list, and how many items each stands for.
    seed
        Start of the random numbers.

    References
    ----------
    METHODS F9. The likelihood is that of Saerens, Latinne and Decaestecker 2002, which their EM climbs.

    Examples
    --------
    >>> rng = np.random.default_rng(1)
    >>> entry, other = rng.normal(2, 1, 500), rng.normal(0, 1, 10_000)
    >>> sample = np.concatenate([entry[:250], other[:250]])
    >>> found = list_share(sample, np.arange(500) < 250.0, np.ones(500), np.concatenate([entry, other]), np.ones(10_500), 1)
    >>> found.low < 500 / 10_500 < found.high < 0.2
    True
    """
    terms = np.stack([np.ones(len(score)), places(score, listed, count)])
    penalty, units = np.array([0.0, PENALTY]), weight[None, :]
    curve = fit(terms, units * positive, units, penalty, np.zeros(2))[0]
    rate = expit(curve @ terms)
    bend = (terms * (weight * rate * (1 - rate))) @ terms.T + np.diag(penalty)
    drawn = np.random.default_rng(seed).standard_normal((DRAWS, 2))
    curves = curve + np.linalg.solve(np.linalg.cholesky(bend).T, drawn.T).T

    at, row = np.unique(places(listed, listed, count), return_inverse=True)
    n = np.bincount(row, count)
    cell = np.minimum((np.cumsum(n) - n / 2) / n.sum() * CELLS, CELLS - 1).astype(np.int64)
    held = np.bincount(cell, n)
    at, held = np.bincount(cell, n * at)[held > 0] / held[held > 0], held[held > 0]
    odds = curves @ np.array([np.ones(len(at)), at]) - logit(float(weight @ positive) / float(weight.sum()))
    # How much likelier each place is among entries than among others.
    more = np.exp(np.clip(odds, -_FAR, _FAR)) - 1
    low, high = np.zeros(DRAWS), np.ones(DRAWS)
    for _ in range(_HALVINGS):
        share = (low + high) / 2
        rises = (more / (1 + share[:, None] * more)) @ held > 0
        low, high = np.where(rises, share, low), np.where(rises, high, share)
    # The mean of the draws: the likeliest share is often none at all, which nobody could plan with.
    return ListShare(float(low.mean()), *np.quantile(low, [0.025, 0.975]).tolist())


def depth_reviewed(judged: BoolArray | IntArray, count: IntArray | None = None) -> int:
    """Return how deep an order has been reviewed: the depth that has fewest items on the wrong side of it.

    Parameters
    ----------
    judged
        Shape (n,): which items are judged, first in the order first; or how many of equal ones.
    count
        Shape (n,): how many items are equal there, judged ones before others; None: one.

    Returns
    -------
    int
        In 0..n; the least of equally good ones.

    Examples
    --------
    One item was passed over, one judged ahead of its turn:

    >>> depth_reviewed(np.array([True, True, False, True, True, False, False, True, False]))
    5
    >>> depth_reviewed(np.array([False, False]))
    0
    >>> depth_reviewed(np.array([3, 2, 0]), np.array([3, 6, 5]))
    5
    """
    count = np.ones(len(judged), dtype=np.int64) if count is None else count
    # Items above each row, and how many more of them are judged than are not.
    above, more = (np.cumsum(array) - array for array in (count, 2 * judged - count))
    best = np.argmax(np.append(0, more + judged))
    return int(np.append(0, above + judged)[best])


READ_THROUGH = 0.9
"""So much of an order is judged up to a depth that counts as read through: people skip an item here and there."""


def depth_read_through(judged: BoolArray) -> int:
    """Return to which judged item an order has been read through: nine of ten items up to it are judged.

    What lies beyond it is no poorer than what was read last, though some of it may be judged, too.

    Examples
    --------
    One item was skipped among twelve; three were judged far ahead of their turn:

    >>> judged = np.array([True] * 5 + [False] + [True] * 6 + [False] * 20 + [True] * 3)
    >>> depth_read_through(judged)
    12
    >>> depth_read_through(np.array([False, True]))
    0
    """
    deep = np.arange(1, len(judged) + 1)
    through = np.flatnonzero(judged & (np.cumsum(judged) >= READ_THROUGH * deep * (1 - 1e-12)))
    return int(through[-1]) + 1 if len(through) else 0


def stand_within(labelled: FloatArray, listed: FloatArray, depth: float, weight: FloatArray | None = None) -> BoolArray:
    """Return which labelled items would stand among the first ``depth`` items of the list, by their scores.

    What is left of a list has lower scores than what was reviewed, in the order that it was reviewed in. Labelled
    items stand for it only as far as they, too, would have been left: in another order those that would have been
    reviewed stand beside items that were passed over, and promise of them what they do not hold.

    Parameters
    ----------
    labelled, listed
        Shapes (n,) and (N,): scores in that order, higher first, of the labelled items and of the whole list.
    depth
        How many items of the list are reviewed.
    weight
        Shape (N,): how many items each row of the list stands for; None: one.

    Returns
    -------
    BoolArray
        Shape (n,). Among equal scores an item stands in their middle.

    References
    ----------
    METHODS R7.

    Examples
    --------
    >>> stand_within(np.array([0.9, 0.5, 0.4]), np.array([0.8, 0.5, 0.5, 0.5, 0.1]), 3).tolist()
    [True, True, False]
    """
    order = np.argsort(-listed, kind="stable")
    ends = np.concatenate(([0.0], np.cumsum(np.ones(len(listed)) if weight is None else weight[order])))
    falling = -listed[order]
    above, upto = (ends[np.searchsorted(falling, -labelled, side=side)] for side in ("left", "right"))
    return np.asarray((above + upto) / 2 < depth)


def is_reversed(score: FloatArray, positive: BoolArray) -> bool:
    """Return whether lower scores clearly go with positive items: AUC below 0.45 and by three standard errors.

    Examples
    --------
    >>> positive = np.arange(40) < 20
    >>> is_reversed(np.arange(40.0), positive), is_reversed(np.arange(40.0)[::-1], positive)
    (True, False)
    """
    n, n_other = int(positive.sum()), int((~positive).sum())
    return n * n_other > 0 and auc(score, positive) < min(0.45, 0.5 - 3 * auc_by_chance(n, n_other))


def commonest(values: FloatArray) -> tuple[float, int]:
    """Return the most frequent value, the lowest of several, and how often it occurs; (NaN, 0) for none.

    Examples
    --------
    >>> commonest(np.array([0.5, 0.1, 0.5]))
    (0.5, 2)
    """
    if not len(values):
        return math.nan, 0
    different, counts = np.unique(values, return_counts=True)
    at = int(counts.argmax())
    return float(different[at]), int(counts[at])


def agrees_by_chance(predicted: IntArray, truth: IntArray) -> bool:
    """Return whether predictions agree with the truth no more than they would if the rows were shuffled.

    The agreement is compared with what the frequencies of classes alone give, within three standard errors.
    False where either says the same of all items, and for fewer than 30: then nothing can be seen.

    Examples
    --------
    >>> truth = np.arange(100) % 2
    >>> agrees_by_chance(truth, truth), agrees_by_chance(np.arange(100) // 50, truth)
    (False, True)
    """
    n = len(truth)
    if n < 30 or np.ptp(predicted) == 0 or np.ptp(truth) == 0:
        return False
    return not agrees_beyond_chance(predicted, truth)


def agrees_beyond_chance(first: IntArray, other: IntArray) -> bool:
    """Return whether two say the same oftener than their frequencies alone give, by more than three standard errors.

    >>> agrees_beyond_chance(np.array([0, 1] * 9), np.array([0, 1] * 9)), agrees_beyond_chance(np.array([0]), np.array([0]))
    (True, False)
    """
    n = max(len(first), 1)
    counts = [
        np.bincount(codes, minlength=int(max(first.max(initial=0), other.max(initial=0))) + 1)
        for codes in (first, other)
    ]
    expected = float(counts[0] @ counts[1]) / n**2
    return float((first == other).sum()) / n > expected + 3 * math.sqrt(expected * (1 - expected) / n)


ALL = 0.95
"""So large a share is (almost) all."""
MOST_JUMP = 4
"""Where reviewing stopped, items stand at most so many times as close on one side as on the other."""


def labelled_from_the_top(
    labelled_scores: FloatArray,
    unlabelled_scores: FloatArray,
    counts: IntArray | None = None,
    order: IntArray | None = None,
) -> float:
    """Return the share of the labelled items that were labelled because they stand at the top of this order.

    Where people review from the top, nearly every item above some place has a label and few below it do, with a
    sharp edge between. Such a place is sought by likelihood (one rate of labels above it, another one below). It
    counts where at most a tenth, and at most a quarter of what it is among all items, has no label above it and
    in the last quarter before it; where at most half has one below it; and where chance would seldom do so (twice
    the log likelihood ratio above 30); and where all labels
    stand above it, or the items stand about as close below the edge as above it, which a sample of other items that
    score higher does not give.

    Parameters
    ----------
    labelled_scores, unlabelled_scores
        Shapes (n,) and (m,): higher is reviewed earlier; no NaN, -inf for items without a score.
    counts
        Shape (m,): how many items have, or stand next to, each of the unlabelled scores; None: one each.
    order
        Shape (m,): the unlabelled ones, best first, where that is known.

    Returns
    -------
    Share of the labelled items above the edge, 0 to 1; 0 where there is none.

    Examples
    --------
    >>> scores = np.arange(1000.0)
    >>> labelled_from_the_top(scores[600:], scores[:600])
    1.0
    >>> both = (scores >= 800) | (scores % 10 == 0)
    >>> labelled_from_the_top(scores[both], scores[~both])
    0.7142857142857143
    >>> labelled_from_the_top(scores[::10], np.delete(scores, np.s_[::10]))
    0.0
    """
    n_labelled = len(labelled_scores)
    n_others = len(unlabelled_scores) if counts is None else int(counts.sum())
    n = n_labelled + n_others
    # From the top, items at or above each labelled score and above it, and those of them with a label: the likeliest edge
    # is below a labelled item, as another one without a label lowers the rate above.
    code, up_to, tied = counted_up_to(labelled_scores, unlabelled_scores, counts, order)
    labels, others = np.bincount(code)[::-1], tied[::-1].astype(np.int64)
    labelled, above = np.cumsum(labels), n_others - up_to[::-1].astype(np.int64)
    seen = above + others + labelled
    if not (seen < n).any():
        return 0.0
    # Before each labelled score and after it; in between nothing has a label.
    ends_seen, ends_told = (
        np.stack([after - here, after]).T.ravel() for after, here in ((seen, labels + others), (labelled, labels))
    )
    seen, labelled = seen[seen < n], labelled[seen < n]
    left, left_told = n - seen, n_labelled - labelled
    gain = _likelihood(labelled, seen) + _likelihood(left_told, left)
    gain = np.where(labelled * left > left_told * seen, gain, -np.inf)
    at = int(gain.argmax())
    before = float(np.interp(0.75 * seen[at], ends_seen, ends_told))
    most_without = min(0.1, (1 - n_labelled / n) / 4)
    is_edge = (
        2 * (gain[at] - _likelihood(np.array(n_labelled), np.array(n))) > 30
        and min(labelled[at] / seen[at], (labelled[at] - before) / (0.25 * seen[at])) >= 1 - most_without
        and left_told[at] <= left[at] / 2
    )
    share = float(labelled[at] / n_labelled)
    # Where (almost) all labels stand above, nothing below the edge says what the rest holds, whatever it is.
    if is_edge and (share >= ALL or _goes_on(labelled_scores, unlabelled_scores, counts, int(labelled[at]))):
        return share
    return 0.0


def _goes_on(labelled: FloatArray, unlabelled: FloatArray, counts: IntArray | None, n_above: int) -> bool:
    """Say whether items stand as close below the edge as above it: reviewing stops somewhere in a list.

    A list of other items that score lower begins where it begins: below its best item there are suddenly many
    more than the labelled ones above, or none for a while. Compared are the items in two stretches of scores of
    the same width on both sides of the edge.
    """
    top = np.sort(labelled)[::-1]
    near = int(np.clip(n_above // 6, 10, 100))
    if n_above <= near:
        return True
    edge = top[n_above - 1]
    width = top[n_above - 1 - near] - edge
    if not 0 < width < np.inf:
        return True
    near_labelled, near_others = ((array < edge) & (array >= edge - width) for array in (labelled, unlabelled))
    below = int(near_labelled.sum() + (near_others if counts is None else counts[near_others]).sum())
    return near / MOST_JUMP <= below <= near * MOST_JUMP


def _likelihood(part: IntArray, of: IntArray) -> FloatArray:
    """Return the greatest log likelihood of so many labels among so many items, labelled at one rate."""
    return np.asarray(xlogy(part, part / of) + xlogy(of - part, (of - part) / of))


def is_sure_of_any(score: FloatArray, positive: BoolArray, n_classes: int) -> bool:
    """Return whether scores seem to say how sure a model is of whatever it says, not of the positive label.

    None is below what the likeliest of ``n_classes`` has; they hardly put positive items first (AUC below 0.6);
    and in their upper half fewer items are positive than they say, by a tenth and by three standard errors.
    False for fewer than 30 items.

    Examples
    --------
    >>> score = 0.5 + np.arange(100) / 200
    >>> is_sure_of_any(score, np.arange(100) % 5 == 0, 2), is_sure_of_any(score, np.arange(100) > 40, 2)
    (True, False)
    """
    if len(score) < 30 or not likeliest_only(score, n_classes) or not auc(score, positive) < 0.6:
        return False
    upper = score >= np.median(score)
    sure = float(score[upper].mean())
    least = max(0.1, 3 * math.sqrt(sure * (1 - sure) / int(upper.sum())))
    return sure - float(positive[upper].mean()) > least


def likeliest_only(score: FloatArray, n_classes: int) -> bool:
    """Return whether all of some numbers can be probabilities of the likeliest of ``n_classes`` classes.

    Examples
    --------
    >>> likeliest_only(np.array([0.5, 1]), 2), likeliest_only(np.array([0.3, 0.9]), 2)
    (True, False)
    """
    # A tenth is left for rounding.
    low, high = float(score.min(initial=1)), float(score.max(initial=0))
    return n_classes > 1 and 0.9 / n_classes <= low and 0.5 < high <= 1
