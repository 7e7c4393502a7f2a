"""Along the confidences: value against the penalty of an error, and wrong answers against coverage (METHODS S6, S9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.core.path import make_path, rank, upper_hull
from budgetplan.models.resampling import Weights
from budgetplan.models.thresholds import TIE, staircase
from budgetplan.models.value import item_weights, weighty


@dataclass(frozen=True)
class VocCurve:
    """The curve with the theoretical cutoff omega / (1 + omega), in pieces; it jumps and may rise again (C21).

    The value is without a unit, (V - V_a) / (V_c - V_a), at most 1; higher is better. At single points the cutoff
    itself is exact, :func:`accepted_at`: a breakpoint in floats may lie on their other side.

    Attributes
    ----------
    start, end
        Shape (pieces,): a piece holds for omega in (start, end]; the first starts at 0, the last ends at inf.
    right, wrong
        Shape (pieces,): weighted right (a) and wrong (b) answers still accepted; value = (a - omega b) / N.
    n
        Weighted items N.
    """

    start: FloatArray
    end: FloatArray
    right: FloatArray
    wrong: FloatArray
    n: float

    def area(self, low: float = 0.0, high: float = np.inf) -> float:
        """Return the area of max(value, 0) over [low, high], 0 <= low <= high <= inf, exact; higher is better.

        A piece adds (a (x1 - x0) - b (x1^2 - x0^2) / 2) / N, x1 no farther than a / b. ``inf`` where unbounded:
        iff a right item has confidence 1 and no wrong one has.
        """
        x0, x1 = np.maximum(self.start, low), np.minimum(self.end, high)
        x1 = np.where(self.right > 0, np.minimum(x1, self._zero), x0)
        inside = x1 > x0
        if np.any(inside & np.isinf(x1)):
            return float("inf")
        x0, x1 = x0[inside], x1[inside]
        return float(np.sum(self.right[inside] * (x1 - x0) - self.wrong[inside] * (x1**2 - x0**2) / 2) / self.n)

    @property
    def _zero(self) -> FloatArray:
        """Where each piece's line reaches 0: a / b, or inf."""
        never = np.full(len(self.right), np.inf)
        return np.asarray(np.divide(self.right, self.wrong, out=never, where=self.wrong > 0))

    @property
    def omega_sup(self) -> float:
        """sup{omega: value > 0}, over all pieces; 0 if the value is never positive, ``inf`` as for the area.

        Never report it in sample for a learnt cutoff: it is then inf whenever the surest items are right.
        """
        last = np.where(self.right > 0, np.minimum(self.end, self._zero), 0.0)
        # A piece whose line starts at 0 is never positive, though its start be rounded down.
        return float(np.max(np.where(last > self.start * (1 + TIE), last, 0.0), initial=0.0))

    @property
    def first_not_paying(self) -> float:
        """The first omega at which the value is 0 or less (``omega_sup`` may lie beyond); inf if there is none."""
        zero = np.where(self.right > 0, np.maximum(self._zero, self.start), self.start)
        # 0.7 / (1 - 0.7) is less than 7 / 3 in floats: a curve may touch 0 at the very end of a piece.
        return float(np.min(zero[zero <= self.end * (1 + TIE)], initial=np.inf))


def _reach(confidence: FloatArray) -> FloatArray:
    """Return up to which penalty each answer is accepted: c / (1 - c), same shape."""
    always = np.full(confidence.shape, np.inf)
    return np.asarray(np.divide(confidence, 1 - confidence, out=always, where=confidence < 1))


def voc_curve(correct: BoolArray, confidence: FloatArray, weight: FloatArray | None = None) -> VocCurve:
    """Return the pieces of the curve: item i counts for omega <= c_i / (1 - c_i), inf at confidence 1.

    Parameters
    ----------
    correct, confidence
        Shape (n,): whether the label is right, and its confidence in [0, 1].
    weight
        Shape (n,), >= 0, or None for one each. ValueError if there are no items.

    Examples
    --------
    Up to omega = 1 both are accepted, up to 4 the surer one, then none:

    >>> curve = voc_curve(np.array([True, False]), np.array([0.8, 0.5]))
    >>> curve.end.round(9).tolist(), curve.right.tolist(), curve.wrong.tolist()
    ([1.0, 4.0, inf], [1.0, 1.0, 0.0], [1.0, 0.0, 0.0])
    >>> round(curve.area(0, 1), 9), round(curve.area(1, 10), 9), round(curve.omega_sup, 9)
    (0.25, 1.5, 4.0)
    """
    w = item_weights(len(correct), weight)
    ends, place = np.unique(_reach(confidence), return_inverse=True)
    sums = [np.bincount(place, weights=w * array)[::-1].cumsum()[::-1] for array in (correct, ~correct)]
    if not np.isinf(ends[-1]):
        ends, sums = np.append(ends, np.inf), [np.append(total, 0.0) for total in sums]
    return VocCurve(np.concatenate([[0.0], ends[:-1]]), ends, sums[0], sums[1], float(w.sum()))


def accepted_at(
    cutoffs: FloatArray, correct: BoolArray, confidence: FloatArray, weight: FloatArray | None = None
) -> tuple[FloatArray, FloatArray]:
    """Return the weighted right and wrong answers with confidence >= cutoff, both of the shape of cutoffs.

    Examples
    --------
    >>> right, wrong = accepted_at(np.array([0.0, 0.8]), np.array([True, False]), np.array([0.8, 0.5]))
    >>> right.tolist(), wrong.tolist()
    ([1.0, 1.0], [1.0, 0.0])
    """
    w = item_weights(len(correct), weight)
    # Cutoffs are few: sorting these, and not the items, takes a fraction of the time.
    ordered = np.sort(cutoffs)
    reached = np.searchsorted(ordered, confidence, side="right")
    place = np.searchsorted(ordered, cutoffs, side="right")
    right, wrong = (
        np.bincount(reached, array, len(ordered) + 1)[::-1].cumsum()[::-1][place]
        for array in (w * correct, w * ~correct)
    )
    return right, wrong


def learnt_curve(
    correct: BoolArray,
    confidence: FloatArray,
    weight: FloatArray,
    *,
    validation: tuple[BoolArray, FloatArray, FloatArray] | None = None,
    folds: IntArray | None = None,
) -> VocCurve:
    """Return the curve with the cutoff that is learnt at each penalty, exact; no monotone recalibration changes it (C21).

    Parameters
    ----------
    correct, confidence, weight
        Shape (n,): of the items on which the curve is drawn.
    validation
        The same three of the items on which cutoffs are learnt.
    folds
        Shape (n,): where there are none, cutoffs are learnt on the other folds.

    Examples
    --------
    Up to a penalty of 1 all are accepted, then the surest two:

    >>> right, sure = np.array([True, True, False, True]), np.array([0.9, 0.8, 0.7, 0.6])
    >>> curve = learnt_curve(right, sure, np.ones(4), validation=(right, sure, np.ones(4)))
    >>> curve.end.tolist(), curve.right.tolist(), curve.wrong.tolist()
    ([1.0, inf], [3.0, 2.0], [1.0, 0.0])
    """
    every = np.ones(len(correct), dtype=bool)
    places = [every] if folds is None else [folds == fold for fold in range(int(folds.max()) + 1)]
    learnt = [validation or (correct[~at], confidence[~at], weight[~at]) for at in places]
    pieces = [_learnt_pieces(*arrays) for arrays in learnt]
    ends = np.unique(np.concatenate([upto for upto, _ in pieces]))
    right, wrong = np.zeros((2, len(ends)))
    for at, (upto, cutoffs) in zip(places, pieces, strict=True):
        held = accepted_at(cutoffs, correct[at], confidence[at], weight[at])
        piece = np.searchsorted(upto, ends, side="left")
        right, wrong = right + held[0][piece], wrong + held[1][piece]
    return VocCurve(np.append(0.0, ends[:-1]), ends, right, wrong, float(weight.sum()))


def _learnt_pieces(correct: BoolArray, confidence: FloatArray, weight: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return up to which penalty each learnt cutoff holds, rising to inf, and the cutoffs, falling in what they accept."""
    cutoffs, right, wrong = _hull(correct, confidence, weight)
    rise, run = np.diff(right), np.diff(wrong)
    # Beyond the top of the hull nothing is gained by accepting more.
    upto = np.divide(rise, run, out=np.full(len(rise), np.inf), where=run > 0)[rise > 0]
    # The most items are accepted at the least penalties; what costs nothing is accepted at any.
    ends, first = np.unique(np.append(np.inf, upto)[::-1], return_index=True)
    return ends, cutoffs[: len(upto) + 1][::-1][first]


def _hull(correct: BoolArray, confidence: FloatArray, weight: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return the cutoffs that are best at some penalty, falling, and the right and the wrong answers that each accepts."""
    w, right, confidence = weighty(weight, correct.astype(np.float64), confidence)
    stairs, sums = staircase(confidence, np.stack([w * right, w * (1 - right)]))
    right, wrong = sums[:, ::-1]  # from none to all accepted
    kept = upper_hull(wrong, right)
    return stairs[::-1][kept], right[kept], wrong[kept]


def first_below(voc_curve: VocCurve, other: VocCurve) -> float:
    """Return the error weight from which the value of one model is less than another's, exact; inf: at none (C21 section 2).

    Values below 0 count as 0: the model is not used there.

    Examples
    --------
    >>> better = voc_curve(np.array([True, True]), np.array([0.9, 0.8]))
    >>> worse = voc_curve(np.array([True, False]), np.array([0.9, 0.8]))
    >>> first_below(better, worse), first_below(worse, better)
    (inf, 0.0)
    """
    ends = np.unique(np.concatenate([voc_curve.end, other.end]))
    starts = np.append(0.0, ends[:-1])
    lines = []
    for curve in (voc_curve, other):
        piece = np.searchsorted(curve.end, ends, side="left")
        lines.append((curve.right[piece] / curve.n, curve.wrong[piece] / curve.n))
    (a, b), (c, d) = lines
    # On each piece the other line is positive up to c / d: there it is lower at both ends, or the two cross.
    zero = np.divide(c, d, out=np.full(len(c), np.inf), where=d > 0)
    upto, apart = np.minimum(ends, zero), b - d
    at_start = (a - c) - apart * starts
    finite = np.where(np.isinf(upto), 0.0, upto)
    at_end = np.where(np.isinf(upto), -apart, (a - c) - apart * finite)
    below = (upto > starts) & (c > 0) & ((at_start < -TIE) | (at_end < -TIE))
    if not below.any():
        return float("inf")
    first = int(below.argmax())
    return float(starts[first] if at_start[first] < -TIE else (a - c)[first] / apart[first])


def discrimination(confidence: FloatArray, weight: FloatArray | None = None) -> tuple[float, float, float]:
    """Return the mean of (1/2 - c)^2, of c^2 and of (1 - c)^2, for calibrated confidences (C21 section 2).

    The first, in [0, 1/4], higher is better, is the mean of the two others less 1/4.

    Examples
    --------
    >>> [round(each, 9) for each in discrimination(np.array([0.5, 1.0]))]
    [0.125, 0.625, 0.125]
    """
    apart, sure, doubt = (
        float(np.average(distance**2, weights=weight)) for distance in (0.5 - confidence, confidence, 1 - confidence)
    )
    return apart, sure, doubt


def hull_cutoffs(
    correct: BoolArray, confidence: FloatArray, omegas: FloatArray, weight: FloatArray | None = None
) -> FloatArray:
    """Return the learnt cutoff at every omega at once, shape of omegas: the same as trying each (METHODS S5).

    A prefix with C right and W wrong is the line C - omega W, so the best prefix for every omega lies on the
    upper hull of (W, C): one sort, O(n log n). Ties go to the lowest cutoff (most accepted).

    Parameters
    ----------
    correct, confidence
        Shape (n,): whether the label is right, and its confidence.
    omegas
        Shape (K,): penalties of an error, (V_a - V_w) / (V_c - V_a).
    weight
        Shape (n,), >= 0, or None for one each. ValueError if there are no items.

    Examples
    --------
    >>> correct, confidence = np.array([True, True, False, True]), np.array([0.9, 0.8, 0.7, 0.6])
    >>> hull_cutoffs(correct, confidence, np.array([0.5, 1.0, 1.5])).tolist()
    [0.0, 0.0, 0.75]
    """
    w = item_weights(len(correct), weight)
    cutoffs, right, wrong = _hull(correct, confidence, w)
    # A point under the hull can only tie where it lies on an edge: there the farther end of the edge, which
    # accepts more, ties too.
    values, scale = right - omegas[:, None] * wrong, np.maximum(1.0, np.abs(omegas)) * float(w.sum())
    tied = values >= values.max(axis=1, keepdims=True) - TIE * scale[:, None]
    return np.asarray(cutoffs[len(cutoffs) - 1 - np.argmax(tied[:, ::-1], axis=1)])


def risk_curve(confidence: FloatArray, correct: BoolArray, weight: FloatArray | None) -> tuple[FloatArray, FloatArray]:
    """Return the wrong answers if the surest items are answered alone; straight between the points.

    Returns
    -------
    tuple of FloatArray
        Coverage, the share answered alone, rising from 0 to 1; and wrong answers per item of the whole set (generalised
        risk), from 0 to the share of wrong answers. Both shape (points,); one point where each group of equal confidences
        ends. The area under the curve is AUGRC.

    Examples
    --------
    >>> [each.tolist() for each in risk_curve(np.array([0.9, 0.6]), np.array([True, False]), None)]
    [[0.0, 0.5, 1.0], [0.0, 0.0, 0.5]]
    """
    path = make_path(rank(confidence), weight, {"wrong": (~correct).astype(np.float64)})
    return path.items / path.n_items, path.sums["wrong"] / path.n_items


MOST_CELLS = 1000
"""Of so many different confidences areas in resamples are exact; of more, neighbours are taken together, fewer of the surest.

Of 100,000 items no area in a resample moves by more than a twentieth of their spread, in most spans a hundredth; in 2,000
cells of one size those from 8 to 10, where one item in 200 decides, had moved by a ninth."""


@dataclass(frozen=True, eq=False)
class Areas:
    """Areas in each of B resamples; NaN where the items of a resample weigh nothing.

    Attributes
    ----------
    voc
        Shape (B, K): the area under the positive part of the VOC curve over each of K spans, higher is better
        (:meth:`VocCurve.area`).
    augrc
        Shape (B,), in [0, 1/2]: the area under generalised risk against coverage, lower is better.
    """

    voc: FloatArray
    augrc: FloatArray


def resampled_areas(
    correct: BoolArray, confidence: FloatArray, spans: Sequence[tuple[float, float]], drawn: Weights
) -> Areas:
    """Return the areas under the VOC curve and under generalised risk in each resample; exact for up to ``MOST_CELLS`` confidences.

    Parameters
    ----------
    correct, confidence
        Shape (n,): whether the label is right, and its confidence in [0, 1].
    spans
        K ranges of error weights, 0 <= low <= high < inf.

    References
    ----------
    METHODS S6, S9, S10.

    Examples
    --------
    >>> from budgetplan.models.resampling import weights
    >>> areas = resampled_areas(np.array([True, False]), np.array([0.8, 0.5]), [(0, 1), (1, 10)], weights(2, 3, seed=1))
    >>> areas.voc.round(9).tolist()
    [[0.25, 1.5], [0.0, 0.0], [1.0, 3.0]]
    >>> areas.augrc.tolist()
    [0.125, 0.5, 0.0]
    """
    # Surest first; where confidences are many, neighbours count as equally sure: resamples need no more. Cells of the surest
    # are the smallest, since these alone decide where errors weigh much.
    sure, cell = np.unique(-confidence, return_inverse=True)
    if len(sure) > MOST_CELLS:
        part = np.sqrt(np.arange(len(sure)) / len(sure)) * MOST_CELLS
        cell = np.unique(part.astype(np.int64), return_inverse=True)[1][cell]
        sure = np.bincount(cell, -confidence) / np.bincount(cell)
    until = _reach(-sure)
    since = np.append(until[1:], 0.0)
    every = np.ones(len(confidence))
    held, wrong = drawn.by_class(cell, len(sure), every, (~correct).astype(np.float64))
    b, upto = np.cumsum(wrong, axis=1), np.cumsum(held, axis=1)
    total, some = upto[:, -1], upto[:, -1] > 0
    n = np.where(some, total, 1.0)
    # Each wrong answer counts from its own coverage on; inside a tie the curve is straight.
    areas_of_draws = [(wrong * (total[:, None] - (upto - held / 2))).sum(axis=1) / n**2]
    for low, high in spans:
        # The cells that are accepted up to a weight inside of the span, and from where to where that is.
        at = slice(np.searchsorted(-since, -high, side="right"), np.searchsorted(-until, -low, side="left"))
        start, end = np.maximum(since[at], low), np.minimum(until[at], high)
        wrong_upto = b[:, at]
        right_upto = upto[:, at] - wrong_upto
        # Right - weight x wrong is positive up to right / wrong: everywhere where nothing is wrong, 0 / 0 where nothing is.
        with np.errstate(divide="ignore", invalid="ignore"):
            stop = right_upto / wrong_upto
        np.fmin(np.fmax(stop, start, out=stop), end, out=stop)
        areas_of_draws.append(((stop - start) * (right_upto - wrong_upto * (stop + start) / 2)).sum(axis=1) / n)
    areas = np.where(some, areas_of_draws, np.nan).T
    return Areas(areas[:, 1:], areas[:, 0])
