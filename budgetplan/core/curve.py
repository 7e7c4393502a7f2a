"""How likely an outcome is at each place: one curve through the labelled items, and draws of it (METHODS F8)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from zlib import crc32

import numpy as np
from scipy.special import expit, stdtrit

from budgetplan.arrays import FloatArray, IntArray, taken
from budgetplan.core.places import PLACE_DIGITS, alike_in_groups

MADE_UP, LEAST_MADE_UP = 2.0, 0.5
"""Two items are made up at the sample's own rate, at least half an item of either kind: no rate is ever certain."""
FREE = 1e-9
"""The intercept is not drawn anywhere; this keeps equations of one kind of labels solvable."""
WIDEST = 6.0
"""A handful of groups widens the coefficients' spread by no more."""
MANY = 2_000
"""More labelled items are counted in cells of equal place, to two decimals: the same draws at a fraction of the price."""
SHARED = 20_000
"""Up to so many labelled items have weights of their own in every draw; of more those of a cell are drawn together."""
AT_ONCE = 1 << 21
"""So many weights of items are drawn at a time."""
HELD = 250_000
"""So many numbers of designs are worked on at a time."""
STEPS, CLOSE, LONGEST = 60, 1e-5, 3.0
"""Newton's method: so many steps at most (six are usual), until coefficients move less, and no step longer. What a last step
leaves is about half its square."""


@dataclass(frozen=True, eq=False)
class Shape:
    """What kind of curve: its knots, how its slope is held, and how many parts have an intercept and slope of their own.

    log odds = a + b x + sum of c (x - knot)+; ``slope`` is the penalty of b, half its square about ``about``; that of a c
    is 1, of a part's intercept 1 and of its slope 4.
    """

    knots: FloatArray
    slope: float
    about: float = 0.0
    parts: int = 0

    @property
    def penalty(self) -> FloatArray:
        """Shape (k,): of every coefficient."""
        by_part = np.repeat([1.0, 4.0], self.parts)
        return np.concatenate([[FREE, self.slope], np.ones(len(self.knots)), by_part])

    def terms(self, place: FloatArray) -> FloatArray:
        """Return what the coefficients of the common curve are multiplied by, (..., n) to (..., p, n)."""
        return np.stack([np.ones_like(place), place, *(np.maximum(place - knot, 0.0) for knot in self.knots)], axis=-2)


PLACES = Shape(np.array([-1.0, 0.0, 1.0, 2.0]), 0.01)
"""Of an entry along an order."""
ODDS = Shape(np.array([0.0, 1.5, 3.0, 4.5]), 1.0, 1.0)
"""Of a right answer along the log odds of its confidence: as they are, its slope would be 1."""


@dataclass(frozen=True, eq=False)
class Labelled:
    """Labelled items.

    Attributes
    ----------
    place, outcome
        Shape (n,): where each stands, and 1 where the outcome is there, else 0.
    weight, group
        Shape (n,): how many items of the list each stands for; the code 0..G-1 of what was drawn whole. None: as many
        each, single items.
    part
        Shape (n,): the stratum, or the answer, that has a curve of its own; None: none has.
    drawn
        Shape (n,): the part of the list that each was drawn from by itself; None: the whole.
    share
        Of items with the outcome in the list, where it is known otherwise than from the sample; None: it is not.
    """

    place: FloatArray
    outcome: FloatArray
    weight: FloatArray | None = None
    group: IntArray | None = None
    part: IntArray | None = None
    drawn: IntArray | None = None
    share: float | None = None

    @property
    def weights(self) -> FloatArray:
        """Shape (n,): how many items each stands for, the share of outcomes as it is known."""
        held: FloatArray = np.ones(len(self.place)) if self.weight is None else self.weight
        if self.share is None:
            return held
        return np.asarray(balanced(held[None, :], self.outcome, self.share)[0])

    @property
    def rate(self) -> float:
        """Share of the outcome, never 0 or 1."""
        held = self.weights
        return (float(held @ self.outcome) / float(held.mean()) + 0.5) / (len(held) + 1)

    @property
    def order(self) -> int:
        """A number of the order in which they stand: what a list has by chance in one order it has not in another."""
        return crc32((self.place.round(PLACE_DIGITS) + 0.0).tobytes())  # -0.0 has other bytes

    def take(self, rows: IntArray) -> Labelled:
        """Return some of the items, in this order."""
        some = taken(self, rows)
        return some if some.group is None else replace(some, group=np.unique(some.group, return_inverse=True)[1])

    def joined(self, place: FloatArray, outcome: FloatArray, weight: float = 1.0) -> Labelled:
        """Return these items and others that were reviewed since.

        Parameters
        ----------
        place, outcome
            Shape (k,), in any order: places in the whole list, however items were chosen by them, as the curve is given
            the place; and 1 for an entry, else 0.
        each
            What each of them counts, where a labelled item counts 1 on average.

        References
        ----------
        METHODS R7: sampling weights are scaled to mean 1. The made-up items keep ``rate`` of the sample alone.

        Examples
        --------
        >>> Labelled(np.zeros(2), np.array([0.0, 1.0]), np.array([30.0, 10.0])).joined(np.ones(1), np.ones(1)).weights
        array([1.5, 0.5, 1. ])
        """
        if not len(place):
            return self
        order = np.lexsort((outcome, place))  # logs come in any order
        held, k, group, drawn = self.weights, len(place), self.group, self.drawn
        return Labelled(
            np.append(self.place, place[order]),
            np.append(self.outcome, outcome[order]),
            np.append(held / held.mean(), np.full(k, weight)),
            None if group is None else np.append(group, group.max() + 1 + np.arange(k)),
            drawn=None if drawn is None else np.append(drawn, np.full(k, drawn.max() + 1)),
        )


def balanced(weight: FloatArray, positive: FloatArray, share: float) -> FloatArray:
    """Return weights under which positives have a given share of each row, the row's sum kept (METHODS F9).

    Parameters
    ----------
    weight
        Shape (R, n), >= 0. A row without positives, or without others, stays as it is.
    positive
        Shape (n,): 1 or 0.
    share
        In (0, 1); of any other weights stay as they are.

    Examples
    --------
    >>> balanced(np.array([[1.0, 1, 1, 1]]), np.array([1.0, 1, 1, 0]), 0.5).round(3).tolist()
    [[0.667, 0.667, 0.667, 2.0]]
    """
    held, total = weight @ positive, weight.sum(axis=1)
    both = (held > 0) & (held < total) & (0 < share < 1)
    up = np.divide(share * total, held, out=np.ones(len(held)), where=both)
    down = np.divide((1 - share) * total, total - held, out=np.ones(len(held)), where=both)
    return np.asarray(weight * np.where(positive > 0, up[:, None], down[:, None]))


@dataclass(frozen=True)
class Groups:
    """How much a sample is worth whose items hang together.

    Attributes
    ----------
    rho
        How alike two items of a group are beyond what their places say, in [0, 1].
    design_effect
        By how much a mean over the sample varies more than one over as many independent items.
    n_effective
        As how many independent items the sample counts.
    widening
        What the spread of the curve's coefficients is multiplied by, since groups are few.
    count
        Groups, those of a different size counted as fewer (Kish).
    """

    rho: float
    design_effect: float
    n_effective: float
    widening: float
    count: float


def wider(count: float) -> float:
    """Return by what the spread of what is drawn widens, since so many groups say how much they differ: at most ``WIDEST``."""
    return min(float(stdtrit(max(count - 1, 1.0), 0.975)) / 1.96, WIDEST)


def groups(sample: Labelled, shape: Shape = PLACES) -> Groups:
    """Return how much a sample is worth whose groups were drawn whole.

    References
    ----------
    METHODS F8.

    Examples
    --------
    >>> pairs = Labelled(np.zeros(4), np.array([1.0, 1, 0, 0]), group=np.array([0, 0, 1, 1]))
    >>> found = groups(pairs)
    >>> round(found.rho, 3), round(found.n_effective, 2), round(found.widening, 2)
    (0.583, 2.53, 6.0)
    """
    held, n = sample.weights, len(sample.place)
    alone = float(held.sum() ** 2 / (held**2).sum())
    size = np.ones(n) if sample.group is None else np.bincount(sample.group)
    if sample.group is None or size.max() == 1:
        return Groups(0.0, 1.0, alone, 1.0, n)
    square = float((size**2).sum())
    terms, units = shape.terms(sample.place), (held / held.mean())[None, :]
    at = fit(terms, units * sample.outcome, units, shape.penalty, np.zeros(len(terms)))[0]
    rate = np.clip(expit(at @ terms), 1e-3, 1 - 1e-3)
    rho = alike_in_groups((sample.outcome - rate) / np.sqrt(rate * (1 - rate)), sample.group)
    effect, count = 1 + rho * (square / n - 1), n**2 / square
    return Groups(rho, effect, alone / effect, wider(count), count)


def fit(
    terms: FloatArray,
    outcome: FloatArray,
    held: FloatArray,
    penalty: FloatArray,
    centre: FloatArray,
    part: IntArray | None = None,
    start: FloatArray | None = None,
) -> FloatArray:
    """Return B penalised logistic regressions at once, shape (B, k).

    Parameters
    ----------
    terms
        Shape (p, m), or (B, p, m) where each has places of its own: first a 1, and the place.
    outcome, held
        Shape (B, m): weight of the items of each row with the outcome, and of all of them.
    penalty, centre
        Shape (k,), and (k,) or (B, k): what half the squares of coefficients about their centres are multiplied by. Behind
        the p of the terms stand the intercepts of all parts, then their slopes.
    part
        Shape (m,): codes 0..P-1 of parts that have an intercept and slope of their own, k = p + 2 P; P for rows of none.
        Rows of a part say nothing of another part's: each is eliminated by itself, so that many parts cost no more than few.
    start
        Shape (B, k): where to begin.

    Examples
    --------
    Three of four: the intercept is log(3).

    >>> fit(np.ones((1, 1)), np.array([[3.0]]), np.array([[4.0]]), np.zeros(1), np.zeros(1)).round(6).tolist()
    [[1.098612]]
    >>> shape, place, part = Shape(np.zeros(1), 1.0, parts=2), np.array([-1.0, 0.5, 1.0]), np.array([0, 1, 2])
    >>> held, outcome, centre = np.ones((1, 3)), np.array([[0.2, 0.5, 0.9]]), np.zeros(7)
    >>> common, of_part = shape.terms(place), (part == np.arange(2)[:, None]) * 1.0
    >>> whole = fit(np.concatenate([common, of_part, of_part * place]), outcome, held, shape.penalty, centre)
    >>> bool(np.allclose(whole, fit(common, outcome, held, shape.penalty, centre, part)))
    True
    """
    n_fits, p, alike = len(held), terms.shape[-2], terms.ndim == 2
    n_parts = (len(penalty) - p) // 2
    numbers = (held.shape[1] if part is None else int(np.bincount(part).max())) * (1 if alike else p)
    if n_fits * numbers > HELD and n_fits > 1:
        # As many at a time as a processor keeps at hand: two to three times as fast.
        size, centre = max(HELD // numbers, 1), np.broadcast_to(centre, (n_fits, len(penalty)))
        blocks = [slice(first, first + size) for first in range(0, n_fits, size)]
        fitted = [
            fit(terms if alike else terms[rows], outcome[rows], held[rows], penalty, centre[rows], part)
            for rows in blocks
        ]
        return np.asarray(np.concatenate(fitted))
    at = np.zeros((n_fits, len(penalty))) if start is None else start
    if n_fits > 1 and start is None:  # all begin where their mean ends, which is half of the way
        mean, of_all = (array.mean(axis=0, keepdims=True) for array in (outcome, held))
        typical = terms if alike else terms.mean(axis=0)
        at += fit(typical, mean, of_all, penalty, np.mean(np.broadcast_to(centre, at.shape), axis=0), part)
    elif start is None:
        share = (outcome.sum(axis=1) + 0.5) / (held.sum(axis=1) + 1)
        at[:, 0] = np.log(share / (1 - share))
    pairs = (terms[:, None] * terms[None]).reshape(p * p, -1) if alike else terms
    arrays = terms, outcome, held, pairs
    parts = [(n_parts, *arrays)]
    if part is not None:  # what is read in every step lies together
        rows_of = [(code, np.flatnonzero(part == code)) for code in np.unique(part).tolist()]
        parts = [(code, *(np.ascontiguousarray(array[..., rows]) for array in arrays)) for code, rows in rows_of]
    firm, about = penalty + FREE, np.broadcast_to(centre, (n_fits, len(penalty)))
    bends, slopes = np.zeros((n_parts + 1, n_fits, p, p)), np.zeros((n_parts + 1, n_fits, p))
    rise, moved = np.full(n_fits, np.inf), np.zeros(at.shape)
    for _ in range(STEPS):
        of_parts = _by_part(at, p, n_parts)
        for code, here, with_outcome, total, pair in parts:  # parts, not items
            level, turned = _times(at[:, :p], here), np.swapaxes(here, -1, -2)
            if code < n_parts:
                level += of_parts[code] @ here[:2]
            rate = expit(level)
            weighed = total * rate
            bend = weighed * (1 - rate)
            bends[code] = (bend @ pair.T).reshape(n_fits, p, p) if alike else (here * bend[:, None]) @ turned
            slopes[code] = _times(with_outcome - weighed, turned)
        curved = bends.sum(axis=0) + np.diag(firm[:p])
        uphill = slope = slopes.sum(axis=0) - penalty[:p] * (at - about)[:, :p]
        if n_parts:
            beside = bends[:n_parts, ..., :2]
            upper, both, lower = beside[..., 0, 0] + firm[p], beside[..., 0, 1], beside[..., 1, 1] + firm[-1]
            inverse = np.stack([lower, -both, -both, upper], axis=-1) / (upper * lower - both**2)[..., None]
            pull = slopes[:n_parts, :, :2] - penalty[[p, -1]] * (of_parts - _by_part(about, p, n_parts))
            behind = np.concatenate([np.swapaxes(beside, 2, 3), pull[..., None]], axis=3)
            through = inverse.reshape(*pull.shape, 2) @ behind
            eliminated = (beside @ through).sum(axis=0)
            curved, slope = curved - eliminated[..., :p], slope - eliminated[..., p]
            uphill = _behind(uphill, pull)
        step = np.linalg.solve(curved, slope[..., None])[..., 0]
        if n_parts:
            step = _behind(step, through[..., p] - (through[..., :p] @ step[None, :, :, None])[..., 0])
        step *= LONGEST / np.maximum(np.abs(step).max(axis=1, initial=0.0), LONGEST)[:, None]
        # Where it falls behind a step more steeply than it rose before, half of the step is taken back, and so on. Without
        # that one draw in three ended nowhere near its curve where confidences are high and few answers wrong.
        far = (-(uphill * moved).sum(axis=1) > rise) & (np.abs(moved).max(axis=1, initial=0.0) > CLOSE)
        moved = np.where(far[:, None], moved / 2, step)
        rise = np.where(far, rise / 2, (uphill * step).sum(axis=1))
        step = np.where(far[:, None], -moved, step)
        at = at + step
        moves = far | (np.abs(step).max(axis=1, initial=0.0) >= CLOSE)
        if not moves.any():
            break
        if 2 * moves.sum() < n_fits and not far.any():  # three in four are there a step before the last
            among = terms if alike else terms[moves], outcome[moves], held[moves]
            at[moves] = fit(*among, penalty, about[moves], part, at[moves])
            break
    return at


def _by_part(coefficients: FloatArray, p: int, n_parts: int) -> FloatArray:
    """Return the intercept and slope of each part, (B, k) to (parts, B, 2)."""
    return np.stack([coefficients[:, p : p + n_parts].T, coefficients[:, p + n_parts :].T], axis=2)


def _behind(common: FloatArray, of_parts: FloatArray) -> FloatArray:
    """Set what is of each part behind what is of all, (B, p) and (parts, B, 2) to (B, k)."""
    return np.concatenate([common, *np.moveaxis(of_parts, 2, 0).transpose(0, 2, 1)], axis=1)


def _times(rows: FloatArray, matrix: FloatArray) -> FloatArray:
    """Multiply (B, m) by (m, k), or each row by a matrix of its own."""
    return np.asarray(rows @ matrix if matrix.ndim == 2 else (rows[:, None, :] @ matrix)[:, 0])


def made_up(rate: float, knots: FloatArray) -> FloatArray:
    """Return the mean weight of made-up items at each knot: with the outcome, and without, shape (2,).

    >>> made_up(0.1, PLACES.knots).tolist()
    [0.125, 0.45]
    """
    both = np.array([rate, 1 - rate])
    return np.asarray(np.maximum(MADE_UP * both, LEAST_MADE_UP) / len(knots))


@dataclass(frozen=True, eq=False)
class RateCurve:
    """Draws of a curve: ``coefficients`` of shape (B, k)."""

    shape: Shape
    coefficients: FloatArray

    def rate(self, place: FloatArray, part: IntArray | None = None) -> FloatArray:
        """Return how likely the outcome is at each place in every draw, (m,) or (B, m) to (B, m); by the common curve where no part is named."""
        p, n_parts = 2 + len(self.shape.knots), self.shape.parts
        level = _times(self.coefficients[:, :p], self.shape.terms(place))
        if part is not None and n_parts:
            starts = np.flatnonzero(np.diff(part, prepend=-1)).tolist()
            # Coefficients of neighbours in one part are read once; where no two are neighbours it takes as long.
            for first, end in pairwise([*starts, len(part)]):
                both = self.coefficients[:, [p + part[first], p + n_parts + part[first]]]
                level[:, first:end] += both[:, :1] + both[:, 1:] * place[..., first:end]
        return np.asarray(expit(np.clip(level, -30, 30)))


@dataclass(frozen=True, eq=False)
class Fit:
    """A curve through labelled items: its shape, what the items are worth, and the rows in which they enter it.

    These are items one by one, or many of one place and outcome together, in the order of their places: ``first`` (m,), an
    item of each row, and ``code`` (n,), the row of each item.
    """

    sample: Labelled
    shape: Shape
    worth: Groups
    first: IntArray
    code: IntArray

    @classmethod
    def of(cls, sample: Labelled, shape: Shape = PLACES) -> Fit:
        """Return the curve of a sample."""
        n = len(sample.place)
        place = sample.place if n <= MANY else np.round(sample.place, 2)
        keys = place, sample.outcome, sample.part, sample.drawn, np.arange(n) if n <= MANY else None
        columns = np.column_stack([key for key in keys if key is not None])
        _, first, code = np.unique(columns, axis=0, return_index=True, return_inverse=True)
        return cls(sample, shape, groups(sample, replace(shape, parts=0)), first, code.ravel())

    def resampled(self, draws: int, rng: np.random.Generator) -> FloatArray:
        """Return the weight of each row in every draw, shape (B, m): whole groups are drawn, Gamma(1) each.

        They add up to the independent items that the sample is worth. Items drawn from a part of the list by themselves keep
        its weight, and so does the outcome where its share is known.

        References
        ----------
        METHODS F8, F9.
        """
        sample, code = self.sample, self.code
        held, n_rows = replace(sample, share=None).weights, len(self.first)
        total = np.bincount(code, held, n_rows)
        if sample.group is None and len(held) > SHARED:
            # A sum of gamma draws is one: exactly where weights are equal, and of the same mean and variance where not.
            square = np.bincount(code, held**2, n_rows)
            scale = np.divide(square, total, out=np.ones(n_rows), where=total > 0)
            drawn = rng.gamma(np.where(total > 0, total / scale, 0.0), 1.0, (draws, n_rows)) * scale
        elif sample.group is None:
            # An item weighs the same wherever it stands, so that two orders are compared in the same draws.
            in_rows, drawn = np.argsort(code, kind="stable"), np.empty((draws, n_rows))
            starts, step = np.searchsorted(code[in_rows], np.arange(n_rows)), max(AT_ONCE // len(held), 1)
            for start in range(0, draws, step):  # draws, not items
                weights = rng.standard_exponential((min(step, draws - start), len(held)))
                of_rows = np.take(weights, in_rows, axis=1) * held[in_rows]
                drawn[start : start + step] = np.add.reduceat(of_rows, starts, axis=1)
        else:
            weights = rng.standard_exponential((draws, int(sample.group.max()) + 1))
            if n_rows == len(held):
                drawn = np.empty((draws, n_rows))
                drawn[:, code] = weights[:, sample.group] * held
            else:
                by_group = np.zeros((weights.shape[1], n_rows))
                np.add.at(by_group, (sample.group, code), held)
                drawn = weights @ by_group
        if sample.drawn is not None:
            part = sample.drawn[self.first]
            for each_part in np.unique(part).tolist():  # parts of the list, not items
                in_part = part == each_part
                drawn[:, in_part] *= (
                    float(total[in_part].sum()) / np.maximum(drawn[:, in_part].sum(axis=1), 1e-300)[:, None]
                )
        if sample.share is not None:
            drawn = balanced(drawn, sample.outcome[self.first], sample.share)
        drawn *= self.worth.n_effective / drawn.sum(axis=1, keepdims=True)
        return drawn

    @property
    def mean(self) -> RateCurve:
        """The curve at the mean of all that is drawn, B = 1.

        References
        ----------
        METHODS F8.

        Examples
        --------
        >>> sample = Labelled(np.array([-1.0, -0.5, 0.5, 1.0]), np.array([0.0, 0, 1, 1]))
        >>> Fit.of(sample).mean.rate(np.array([-1.0, 0.0, 1.0])).round(2).tolist()
        [[0.16, 0.46, 0.77]]
        """
        held = self.sample.weights
        total = np.bincount(self.code, held, len(self.first)) * (self.worth.n_effective / float(held.sum()))
        return self.through(np.asarray(total[None, :]), None)

    def drawn(self, draws: int, rng: np.random.Generator, rate: float | None = None) -> RateCurve:
        """Return draws of the curve: labels drawn again, two made-up items, and the penalty's centre drawn too.

        ``rate``: of the made-up items, where that is not the sample's.

        References
        ----------
        METHODS F8.
        """
        return self.through(self.resampled(draws, rng), rng, rate=rate)

    def through(
        self,
        drawn: FloatArray,
        rng: np.random.Generator | None,
        *,
        rate: float | None = None,
        place: FloatArray | None = None,
    ) -> RateCurve:
        """Return the curve through each draw of the rows' weights, (B, m).

        ``rng``: None: made-up items and the penalty's centre are not drawn; ``place``: shape (B, m), where the places of rows
        are drawn, too.
        """
        sample, shape, first = self.sample, self.shape, self.first
        draws, knots, penalty = len(drawn), len(shape.knots), shape.penalty
        made = np.full((draws, knots, 2), made_up(sample.rate if rate is None else rate, shape.knots))
        centre = np.zeros((draws, len(penalty)))
        centre[:, 1] = shape.about
        if rng is not None:
            made = rng.gamma(made)
            centre[:, 2:] = rng.standard_normal((draws, len(penalty) - 2)) / np.sqrt(penalty[2:])
        part, at = None, sample.place[first] if place is None else place
        if sample.part is not None and shape.parts:
            part = np.append(sample.part[first], np.full(knots, shape.parts))
        held = np.concatenate([drawn, made.sum(axis=2)], axis=1)
        outcome = np.concatenate([drawn * sample.outcome[first], made[..., 0]], axis=1)
        terms = shape.terms(np.append(at, np.broadcast_to(shape.knots, (*at.shape[:-1], knots)), axis=-1))
        fitted = fit(terms, outcome, held, penalty, centre, part)
        middle = fitted.mean(axis=0)
        return RateCurve(shape, middle + (fitted - middle) * self.worth.widening)
