"""Models that answer: what several agree on, who decides which item, and what comes of it in every draw (METHODS S5, J)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import pairwise

import numpy as np
from scipy.special import expit

from budgetplan.arrays import BoolArray, FloatArray, IntArray, first_seen, taken
from budgetplan.core.curve import ODDS, Fit, Labelled, RateCurve
from budgetplan.core.draws import HELD, SINGLE, binomial, dice, squares
from budgetplan.core.mixture import FOLDS, deal

LOWEST = 1e-12
"""Probabilities below are taken as this."""
FARTHEST = 4.0
"""Logarithms of inverse temperatures are sought within plus and minus so much: 55 times as sure, or as unsure."""
STEPS = 200
"""More than bisection needs to exhaust the floats."""
CHUNK = 2**18
"""So many probabilities are worked on at a time: 150 classes of 100,000 items need no second copy."""
EQUAL = 9
"""Gains per money are compared to so many decimals."""
SURE = 1e-3
"""Log odds of a confidence are read this far from 0 and 1."""
ELSEWHERE = 0.9
"""Log-probabilities are multiplied by this where a list is unlike the sample: models are surer than right there."""
WIDTH = 0.02
"""Items of one answer whose log odds lie so close are drawn together."""
FINE = 10
"""Items are taken together whose next class has as great a share of what the first leaves, in so many steps; of few, in more."""
TIE = 1e-12
"""Values this close, in units of the largest, are equal."""
RAKED = 8
"""So often weights of draws are scaled to their sums by item and by draw in turn: beyond the ninth digit nothing changes."""
ENOUGH = 10_000
"""Which models to pool is chosen by so many labelled items at most: their mean worth is known to a hundredth of its spread.

Of more, without groups, pools made with an item serve it too: of 10,000 items in two to ten classes its mean worth is by
0.0005 another at most, a tenth of its standard error, for a sixth of the work."""
MANY = 20_000
"""From so many labelled items on none of them moves a temperature: of 30,000, pools made without a fifth of them moved
logarithms of probabilities by less than a fiftieth of themselves, and by 0.006 on average."""
LEVELS = 1_000
"""So many cutoffs are tried at most."""
AT_HAND = 250_000
"""So many numbers of draws are worked on at a time where none is drawn: twice as fast as 16 times as many."""
ALONE, LEFT, REVIEWED = 0, 1, 2
"""Who decides an item: the model, nobody, people."""


def scale(z: FloatArray, t: float) -> FloatArray:
    """Return softmax(z / T), shape (n, C), rows adding up to 1; no T > 0 changes which class is the greatest.

    Examples
    --------
    >>> scale(np.log(np.array([[0.9, 0.1]])), 2.0).round(6).tolist()
    [[0.75, 0.25]]
    """
    return _softmax(z / t)


def _softmax(scaled: FloatArray) -> FloatArray:
    """Return the softmax of each row of an array that is not needed any more, (n, C)."""
    scaled -= _greatest(scaled)[:, None]
    np.exp(scaled, out=scaled)
    scaled /= scaled.sum(axis=1, keepdims=True)
    return np.asarray(scaled)


def _greatest(rows: FloatArray) -> FloatArray:
    """Return the greatest of each row, (n, C) to (n,): of few numbers a row, column by column takes a tenth of the time."""
    return reduce(np.maximum, rows.T) if rows.shape[1] < 16 else rows.max(axis=1)


def heated(probability: FloatArray, inverse: float) -> FloatArray:
    """Return probabilities at an inverse temperature, (n, C): softmax of their logarithms times it.

    >>> heated(np.array([[0.8, 0.2]]), 0.5).round(3).tolist()
    [[0.667, 0.333]]
    """
    scaled = np.log(np.maximum(probability, LOWEST))
    scaled *= inverse
    return _softmax(scaled)


def loss_slope(z: FloatArray, of_truth: FloatArray, w: FloatArray, beta: float) -> tuple[float, float]:
    """Return the slope of the mean log loss of softmax(beta z) in beta, and its derivative in log beta, a chunk at a time.

    Parameters
    ----------
    z
        Shape (C, n), classes first since sums over few of them are quick so; the greatest of each item is 0.
    of_truth, w
        Shape (n,): what the true class has of it, and how many items each stands for.
    """
    slope = curvature = 0.0
    items = max(1, CHUNK // len(z))
    for start in range(0, z.shape[1], items):
        part, weights = z[:, start : start + items], w[start : start + items]
        p = np.exp(beta * part)
        total = p.sum(axis=0)
        p *= part
        mean = p.sum(axis=0) / total
        p *= part
        slope += float(weights @ (mean - of_truth[start : start + items]))
        curvature += float(weights @ (p.sum(axis=0) / total - mean * mean))
    return slope / float(w.sum()), beta * curvature / float(w.sum())


FLAT = 1e-6
"""A slope that rises by less is not trusted to have its zero where Newton's steps end."""


def zero(slope: Callable[[float], tuple[float, float]], bound: float, start: float = 0.0) -> float:
    """Return where an increasing function is 0: Newton's steps, halved where they leave the bracket; a bound if beyond it.

    ``slope`` returns the function and its derivative; ``start``: where it is thought to be 0.

    >>> round(zero(lambda x: (x**3 - 0.125, 3 * x * x), 4.0), 12), zero(lambda x: (x - 9, 1.0), 4.0)
    (0.5, 4.0)
    """
    low, high, at, derivative = -bound, bound, start, 0.0
    for _ in range(STEPS):
        value, derivative = slope(at)
        if value == 0:
            break
        low, high = (at, high) if value < 0 else (low, at)
        step = value / derivative if derivative > 0 else np.inf
        newton = low < at - step < high
        following = at - step if newton else (low + high) / 2
        if following in (low, high):
            break
        # What a step of Newton's leaves is of the order of its square, below what floats hold.
        settled = abs(following - at) <= (1e-9 if newton else 1e-15) * max(1.0, abs(at))
        at = following
        if settled:
            break
    if derivative > FLAT and abs(at) < 0.99 * bound:
        return at
    # Where the function is flat it may be 0 to the last digit, or nowhere within the bounds.
    if slope(-bound)[0] >= 0:
        return -bound
    return bound if slope(bound)[0] <= 0 else at


def moved_alike(odds: FloatArray, held: FloatArray, wanted: float, bound: float, prior: float = 0.0) -> float:
    """Return by how much log odds are moved, all alike, so that items hold so many; shapes (n,) each but for ``wanted``.

    ``held``: how many items each stands for; ``prior``: the weight of a normal prior, centred on no move; ``bound``: they are
    moved by no more.

    >>> round(moved_alike(np.zeros(2), np.ones(2), 1.5, 40.0), 6), moved_alike(np.zeros(2), np.ones(2), 1.0, 40.0, 1.0)
    (1.098612, 0.0)
    """

    def slope(by: float) -> tuple[float, float]:
        chance = expit(odds + by)
        return float(held @ chance) + prior * by - wanted, float(held @ (chance * (1 - chance))) + prior

    return zero(slope, bound)


def inverse_temperature(probability: FloatArray, truth: IntArray, weight: FloatArray, near: float = 1.0) -> float:
    """Return the inverse temperature of greatest likelihood of the labelled items.

    Parameters
    ----------
    probability
        Shape (n, C), rows add up to 1.
    truth, weight
        Shape (n,): the class of each (one from C on is known to no model: left out), and how many items it stands for.
    near
        Where it is looked for first.

    Returns
    -------
    float
        Within e^-4 and e^4; 1 where no item says anything, or every class is as probable.

    Examples
    --------
    Of items called 9 in 10 sure three in four are right.

    >>> sure = np.array([[0.9, 0.1]] * 4)
    >>> round(inverse_temperature(sure, np.array([0, 0, 0, 1]), np.ones(4)), 3)
    0.5
    """
    # Of a class without any probability a temperature says nothing; neither does a label that no model knows.
    seen = np.append((probability > 0).any(axis=0), False)
    kept = seen[np.minimum(truth, probability.shape[1])] & (weight > 0)
    if not kept.any():
        return 1.0
    z = np.log(np.maximum(probability.T[:, kept], LOWEST))  # class by class, as sums over them are quick
    if (z == z[0]).all():
        return 1.0
    return float(np.exp(log_inverse(z.T, truth[kept], weight[kept], FARTHEST, float(np.log(near)))))


def log_inverse(z: FloatArray, truth: IntArray, weight: FloatArray, bound: float, start: float = 0.0) -> float:
    """Return the logarithm of the inverse temperature with the least log loss of softmax(z / T), within bounds.

    Parameters
    ----------
    z, truth, weight
        Shapes (n, C), (n,) and (n,): scores, classes below C, and how many items each stands for.
    bound
        The ends are minus and plus this: as sure, or as unsure, as can be.
    start
        Where it is looked for first.

    Examples
    --------
    >>> round(log_inverse(np.log([[0.9, 0.1]] * 4), np.array([0, 0, 0, 1]), np.ones(4), 4.0), 3)
    -0.693
    """
    of_truth, best = z[np.arange(len(z)), truth], _greatest(z)
    by_class, of_truth = np.ascontiguousarray((z - best[:, None]).T), of_truth - best

    # The loss is convex in the inverse temperature: its slope has one zero.
    def slope(at: float) -> tuple[float, float]:
        return loss_slope(by_class, of_truth, weight, float(np.exp(at)))

    return zero(slope, bound, start)


@dataclass(frozen=True, eq=False)
class Truths:
    """What labelled items truly are.

    Attributes
    ----------
    truth
        Shape (n,): class codes, those from ``n_classes`` on known to no model: ``n_unknown`` of them.
    weight, group, drawn
        As in :class:`budgetplan.core.curve.Labelled`.
    seed
        Where random numbers start.
    """

    truth: IntArray
    n_classes: int
    n_unknown: int = 0
    weight: FloatArray | None = None
    group: IntArray | None = None
    drawn: IntArray | None = None
    seed: int = 0

    @cached_property
    def held(self) -> FloatArray:
        """How many items each stands for, shape (n,)."""
        return np.ones(len(self.truth)) if self.weight is None else self.weight


@dataclass(frozen=True, eq=False)
class Statement:
    """What a model states of items.

    Attributes
    ----------
    answer, confidence
        Shape (n,): the code of a class, and how sure the model is of it, in [0, 1]; -1 and 0: no answer.
    probability
        Shape (n, C); None where the answer and its confidence are all that is stated.
    """

    answer: IntArray
    confidence: FloatArray
    probability: FloatArray | None = None

    def of_classes(self, share: FloatArray) -> FloatArray:
        """Return probabilities, (n, C): what an answer leaves to 1 goes to the other classes by their share, (C,), of labels.

        >>> Statement(np.array([0]), np.array([0.7])).of_classes(np.array([0.5, 0.4, 0.1])).round(2).tolist()
        [[0.7, 0.24, 0.06]]
        """
        if self.probability is not None:
            return self.probability
        rows = np.arange(len(self.answer))
        # Behind the classes is what no answer has: nothing.
        other = np.tile(np.append(np.maximum(share, LOWEST), 0.0), (len(rows), 1))
        other[rows, self.answer] = 0.0
        other *= ((1 - self.confidence) / np.maximum(other.sum(axis=1), LOWEST))[:, None]
        other[rows, self.answer] = self.confidence
        return other[:, :-1]


@dataclass(frozen=True, eq=False)
class PooledModels:
    """Several models as one.

    Attributes
    ----------
    labelled
        Shape (n, C): probabilities of the labelled items, each by a pool that was made without it.
    share
        Shape (C,): of the classes among the labels that made the pool.
    inverse, of_mean
        For items without a label: an inverse temperature of each model, and one of their mean.
    """

    labelled: FloatArray
    share: FloatArray
    inverse: tuple[float, ...]
    of_mean: float

    def of(self, stated: Sequence[Statement]) -> FloatArray:
        """Return pooled probabilities of items without a label, (N, C); of the models in the same order."""
        return heated(_mean([predictions.of_classes(self.share) for predictions in stated], self.inverse), self.of_mean)


def _mean(probabilities: Sequence[FloatArray], inverse: Sequence[float]) -> FloatArray:
    """Return the mean of models' probabilities, each at its own inverse temperature, (n, C)."""
    softened = [heated(p, beta) for p, beta in zip(probabilities, inverse, strict=True)]
    return np.asarray(np.mean(softened, axis=0))


def _pooled(
    stated: Sequence[Statement], labels: Truths, near: PooledModels | None = None, inverse: tuple[float, ...] = ()
) -> PooledModels:
    """Make each model as sure as it is right, then their mean once more (METHODS S7).

    ``near``: the same of more items; where it is given, what the pool says of these items is not worked out; ``inverse``:
    of each model, where it is known from a pool of the same items.
    """
    truth, weight = labels.truth, labels.held
    count = np.bincount(truth, weight, labels.n_classes)[: labels.n_classes]
    share = np.asarray(count / max(float(count.sum()), LOWEST))
    p = [predictions.of_classes(share) for predictions in stated]
    starts = (1.0,) * len(p) if near is None else near.inverse
    inverse = inverse or tuple(
        inverse_temperature(probabilities, truth, weight, start) for probabilities, start in zip(p, starts, strict=True)
    )
    mean = _mean(p, inverse)
    of_mean = inverse_temperature(mean, truth, weight, 1.0 if near is None else near.of_mean)
    return PooledModels(heated(mean, of_mean) if near is None else np.empty(0), share, inverse, of_mean)


def by_content(stated: Sequence[Statement], labels: Truths, share: FloatArray) -> IntArray:
    """Return an order of labelled items by what is said of them, not by their names or places, shape (n,)."""
    mean = np.mean([predictions.of_classes(share) for predictions in stated], axis=0).round(EQUAL)
    return np.lexsort((labels.truth, labels.held, *mean.T))


def together(stated: Sequence[Statement], labels: Truths, inverse: tuple[float, ...] = ()) -> PooledModels:
    """Pool models.

    Parameters
    ----------
    stated
        What each model states of the labelled items; the order of the models does not matter.
    labels
        These items; a group of them stays in one fold.
    inverse
        Of each model, where it is known from a pool of itself alone on the same items.

    References
    ----------
    METHODS S5: five folds, see :func:`budgetplan.core.mixture.deal`; from ``MANY`` items on one pool of all serves all.

    Examples
    --------
    A model that is right half of the time, however sure it is, says little of items it was not fitted on.

    >>> sure = Statement(np.zeros(8, dtype=int), np.full(8, 0.9), np.tile([0.9, 0.1], (8, 1)))
    >>> pooled = together([sure], Truths(np.array([0, 1] * 4), 2, seed=1))
    >>> pooled.labelled.round(1)[0].tolist(), round(pooled.inverse[0], 2)
    ([0.5, 0.5], 0.02)
    """
    pooled, n, group = _pooled(stated, labels, inverse=inverse), len(labels.truth), labels.group
    if n >= MANY and group is None:
        return pooled
    order, fold = by_content(stated, labels, pooled.share), np.empty(n, dtype=np.int64)
    fold[order] = deal(np.zeros(n), None if group is None else first_seen(group[order]), labels.seed)
    labelled = np.empty((n, labels.n_classes))
    for number in range(FOLDS):
        inside, outside = fold == number, fold != number
        if inside.any():
            part = _pooled([taken(model, outside) for model in stated], taken(labels, outside), pooled)
            labelled[inside] = part.of([taken(model, inside) for model in stated])
    return replace(pooled, labelled=labelled)


def worth_at_any_cutoff(probability: FloatArray, truth: IntArray) -> FloatArray:
    """Return what the most probable class is worth on average over all cutoffs, shape (n,); at most 1.

    Parameters
    ----------
    probability, truth
        Shapes (n, C) and (n,); a truth from C on is no class that a model knows: every answer is wrong.

    References
    ----------
    A right answer counts 1, a wrong one t/(t - 1), so that the cutoff is t; the mean over t in [0, 1] is c where the answer
    is right and c + log(1 - c) where it is wrong, c its probability. It is greatest where answers are as often right as c says.

    Examples
    --------
    >>> worth_at_any_cutoff(np.array([[0.9, 0.1], [0.9, 0.1]]), np.array([0, 1])).round(3).tolist()
    [0.9, -1.403]
    """
    sure = np.minimum(_greatest(probability), 1 - 1e-6)
    return np.asarray(sure + np.where(probability.argmax(axis=1) == truth, 0.0, np.log1p(-sure)))


def useful(stated: Sequence[Statement], labels: Truths) -> tuple[int, ...]:
    """Return which models are worth pooling, as places, rising: let in one by one, whichever helps most.

    The parameters are those of :func:`together`; of models that help alike the first is let in.

    Notes
    -----
    What helps is measured by :func:`worth_at_any_cutoff` of items that a pool was not made from. On four tables of real
    outputs, with 60 to 2,500 labelled items, answers of these were worth 4 % more than those of all models alike, and
    1 % more than those of the best single model, had it been known.

    Examples
    --------
    A model that guesses is left out.

    >>> truth = np.array([0, 1] * 20)
    >>> good = np.where(truth[:, None] == np.arange(2), 0.8, 0.2)
    >>> guess = np.tile([[0.7, 0.3], [0.7, 0.3], [0.3, 0.7], [0.3, 0.7]], (10, 1))
    >>> models = [Statement(p.argmax(axis=1), p.max(axis=1), p) for p in (guess, good)]
    >>> useful(models, Truths(truth, 2))
    (1,)
    """
    n, n_classes = len(labels.truth), labels.n_classes
    if many := n > ENOUGH:  # every second, third ... one of those that are said alike
        share = np.asarray(np.bincount(labels.truth, labels.held, n_classes)[:n_classes], dtype=np.float64)
        rows = np.sort(by_content(stated, labels, share)[:: -(-n // ENOUGH)])
        stated, labels = [taken(predictions, rows) for predictions in stated], taken(labels, rows)
    members, best, alone = tuple[int, ...](), -np.inf, dict[int, float]()
    while candidates := [place for place in range(len(stated)) if place not in members]:
        worth = {}
        for place in candidates:
            let_in = sorted((*members, place))
            own_power = tuple(alone[member] for member in let_in) if members else ()
            pool = [stated[member] for member in let_in]
            if many and labels.group is None:
                pooled = _pooled(pool, labels, inverse=own_power)
            else:
                pooled = together(pool, labels, own_power)
            if not members:
                alone[place] = pooled.inverse[0]
            mean = np.average(worth_at_any_cutoff(pooled.labelled, labels.truth), weights=labels.held)
            worth[place] = round(float(mean), EQUAL)
        place = max(candidates, key=lambda model: (worth[model], -model))
        if worth[place] <= best:
            break
        members, best = tuple(sorted((*members, place))), worth[place]
    return members


def log_odds(confidence: FloatArray) -> FloatArray:
    """Return the log odds of confidences, kept a thousandth from 0 and 1, same shape."""
    kept = np.clip(confidence, SURE, 1 - SURE)
    return np.asarray(np.log(kept / (1 - kept)))


@dataclass(frozen=True, eq=False)
class Payoffs:
    """What is worth how much, in one unit.

    ``answer`` (C, T): of an answer (row) that stands, by truth; ``seen`` and ``left`` (T,): of an item that people
    review, and of one that nobody decides. T is C, or more where labels occur that no model knows.
    """

    answer: FloatArray
    seen: FloatArray
    left: FloatArray

    @property
    def scale(self) -> float:
        """The largest size of what an answer or leaving an item is worth, >= 0: the unit of ties."""
        return max(float(np.abs(array).max()) for array in (self.answer, self.left))


@dataclass(frozen=True, eq=False)
class Decided:
    """What a model answers, and which of its answers stand; arrays of shape (N,).

    Attributes
    ----------
    answer
        The class that the model would answer.
    alone, left, seen
        What an item is expected to be worth if the answer stands, if nobody decides, and if people do.
    answered
        Whether the answer stands: the others are left.
    """

    answer: IntArray
    alone: FloatArray
    left: FloatArray
    seen: FloatArray
    answered: BoolArray


_POSITIVE = 1e-9


def decide(
    probability: FloatArray,
    worths: Payoffs,
    likely: FloatArray | None = None,
    *,
    relabel: bool = True,
    leaving: FloatArray | None = None,
) -> Decided:
    """Return what the model answers, and where that is worth at least leaving the item.

    Parameters
    ----------
    probability
        Shape (N, C), calibrated.
    likely
        Shape (N, C or T): how likely each truth is, where that is known better than by the probabilities.
    relabel
        Answer the class worth most, of equal ones the most probable, not the most probable one of all.
    leaving
        Shape (N,): what it costs if nobody decides; None: nothing.

    References
    ----------
    METHODS J, S4: at an equal value an answer stands.

    Examples
    --------
    >>> worths = Payoffs(np.array([[1.0, -4.0], [-4.0, 1.0]]), np.ones(2), np.zeros(2))
    >>> found = decide(np.array([[0.95, 0.05], [0.6, 0.4]]), worths)
    >>> found.answered.tolist(), found.alone.round(2).tolist(), found.seen.tolist()
    ([True, False], [0.75, -1.0], [1.0, 1.0])
    """
    likely = probability if likely is None else likely
    n_known = likely.shape[1]
    value = likely @ worths.answer[:, :n_known].T
    tie = TIE * worths.scale
    chosen = np.where(value >= value.max(axis=1, keepdims=True) - tie, probability, -1.0)
    answer = (chosen if relabel else probability).argmax(axis=1)
    alone = value[np.arange(len(value)), answer]
    left, seen = likely @ worths.left[:n_known], likely @ worths.seen[:n_known]
    if leaving is not None:
        left = left - leaving
    return Decided(np.asarray(answer), alone, left, seen, np.asarray(alone >= left - tie))


@dataclass(frozen=True, eq=False)
class AnswerDraws:
    """How often the most probable class is right, and what else is true, in each of B draws.

    Attributes
    ----------
    curve
        Of the most probable class being right, over the log odds of its probability; a part for each class.
    factor
        Shape (B, C, T): how many times as often as stated each truth is the true one where the most probable class (row)
        is wrong.
    unseen
        Shape (T - C,): share, among wrong answers, of each truth that no model knows.
    beyond_chance
        Share, in [0, 1], of how much more or less often the answers of each class are right than stated, that is no chance.
    fit
        The labelled items as they were drawn: how alike two items of a group are, and what they are worth.
    seed
        Where random numbers start.
    """

    curve: RateCurve
    factor: FloatArray
    unseen: FloatArray
    beyond_chance: float
    fit: Fit
    seed: int

    @property
    def draws(self) -> int:
        """How many, B."""
        return len(self.factor)

    @cached_property
    def times(self) -> FloatArray:
        """How many times as much as on average each labelled item weighs in every draw, shape (B, n)."""
        weights, code = self.fit.resampled(self.draws, np.random.default_rng(self.seed)), self.fit.code
        usual = np.bincount(code, self.fit.sample.weights)
        for _ in range(RAKED):  # each item is as many as it stands for on average over these draws, too
            weights *= usual / np.maximum(weights.mean(axis=0), LOWEST)
            weights *= usual.sum() / weights.sum(axis=1, keepdims=True)
        return np.asarray((weights / np.maximum(usual, LOWEST))[:, code])


def draw_answers(probability: FloatArray, labels: Truths, draws: int) -> AnswerDraws:
    """Draw how often answers are right, from labelled items.

    Parameters
    ----------
    probability
        Shape (n, C): of the labelled items, each by what was made without it.
    labels
        Of the same items.
    draws
        How many, B >= 1.

    References
    ----------
    METHODS S5: log odds of a right answer = the curve ODDS with an intercept and a slope for each predicted class; the
    factor is (W + 1)/(E + 1), W the drawn weight of wrong items by prediction and truth, E what their probabilities
    without the prediction lead one to expect. Beyond chance: James and Stein's 1 - K/Q, Q the sum of squares of what K
    classes are off, in standard errors.

    Examples
    --------
    Of 200 items called 8 in 10 sure all are right.

    >>> drawn = draw_answers(np.tile([0.8, 0.2], (200, 1)), Truths(np.zeros(200, dtype=int), 2, seed=1), 99)
    >>> drawn.factor.shape, round(float(drawn.curve.rate(log_odds(np.array([0.8])), np.array([0])).mean()), 2)
    ((99, 2, 2), 1.0)
    """
    truth, held, seed, n_classes = labels.truth, labels.held, labels.seed, probability.shape[1]
    n_truths = n_classes + labels.n_unknown
    top, place = probability.argmax(axis=1), log_odds(probability.max(axis=1))
    group = None if labels.group is None else first_seen(labels.group)
    sample = Labelled(place, (top == truth) * 1.0, labels.weight, group, top, labels.drawn)
    rng, fit = np.random.default_rng(seed), Fit.of(sample, replace(ODDS, parts=n_classes))
    weights, row = fit.resampled(draws, rng), fit.code
    curve = fit.through(weights, rng)
    wrong = np.flatnonzero(sample.outcome == 0)
    held = held * (fit.worth.n_effective / held.sum())  # as draws weigh them, whatever weights add up to
    lost = np.bincount(truth[wrong], held[wrong], n_truths)
    unseen = lost[n_classes:] / max(float(lost.sum()), LOWEST)
    sure = np.minimum(probability.max(axis=1), 1 - 1e-6)
    off, chance = (np.bincount(top, held * amount) for amount in (sample.outcome - sure, sure * (1 - sure)))
    squared = float(np.sum(off**2 / np.maximum(chance, LOWEST)))
    beyond = max(0.0, 1 - np.count_nonzero(chance) / max(squared, LOWEST))
    missed = held * (1 - RateCurve(curve.shape, curve.coefficients.mean(axis=0)[None]).rate(place, top)[0])
    share = held / np.maximum(np.bincount(row, held)[row], LOWEST)
    factor = np.ones((draws, n_classes, n_truths))
    for code in np.unique(top[wrong]).tolist():  # classes, not items
        among, of_class = top == code, wrong[top[wrong] == code]
        seen = np.bincount(truth[of_class], held[of_class], n_truths)
        other = _otherwise(probability[among], code, unseen)
        expected, times = missed[among] * (seen.sum() / max(float(missed[among].sum()), LOWEST)), np.ones(n_truths)
        for _ in range(RAKED):  # as many of each truth as there are, wherever answers may be wrong
            times *= (seen + 1) / (times * ((expected / np.maximum(other @ times, LOWEST)) @ other) + 1)
        stated = times * _otherwise(probability[of_class], code, unseen)
        stated /= np.maximum(stated.sum(axis=1, keepdims=True), LOWEST)
        copies, usual = weights[:, row[of_class]] * share[of_class], held[of_class] @ stated
        drawn_wrong = copies @ np.eye(n_truths)[truth[of_class]]
        factor[:, code] = times * ((drawn_wrong + 1) / (copies @ stated + 1)) * ((usual + 1) / (seen + 1))
    return AnswerDraws(curve, factor, unseen, beyond, fit, seed)


def _otherwise(probability: FloatArray, code: int, unseen: FloatArray) -> FloatArray:
    """Return how probable each truth is where one class is wrong, (n, C) to (n, T)."""
    other = np.maximum(probability, LOWEST)
    other[:, code] = 0.0
    total = np.maximum(other.sum(axis=1, keepdims=True), LOWEST)
    # Where there is no other class, all that is wrong is unseen.
    among_known = other / total * (1 - float(unseen.sum()))
    return np.hstack([among_known, np.tile(unseen, (len(other), 1))])


@dataclass(frozen=True, eq=False)
class AnswerOutcome:
    """What becomes of items in every draw; numbers of items, whose means are those of the rates.

    Attributes
    ----------
    alone
        Shape (B, C, T): answered by the model, by answer and truth.
    left
        Shape (B, T): decided by nobody, by truth.
    answered
        How many items the model answers.
    """

    alone: FloatArray
    left: FloatArray
    answered: float

    @property
    def wrong(self) -> FloatArray:
        """Wrong answers, shape (B,)."""
        return np.asarray(self.wrong_by_answer.sum(axis=1))

    @property
    def wrong_by_answer(self) -> FloatArray:
        """Wrong answers by what was answered, shape (B, C)."""
        return np.asarray(self.alone.sum(axis=2) - np.diagonal(self.alone, axis1=1, axis2=2))

    @property
    def wrong_by_truth(self) -> FloatArray:
        """Wrong answers by what was true, shape (B, T)."""
        by_truth = self.alone.sum(axis=1)
        by_truth[:, : self.alone.shape[1]] -= np.diagonal(self.alone, axis1=1, axis2=2)
        return np.asarray(by_truth)

    def value(self, worths: Payoffs) -> FloatArray:
        """Return what all items are worth, prices not taken off, shape (B,)."""
        return np.asarray(np.tensordot(self.alone, worths.answer) + self.left @ worths.left)


@dataclass(frozen=True, eq=False)
class DrawnItems:
    """N items, and what is true of them in every draw.

    Attributes
    ----------
    drawn
        See :func:`draw_answers`.
    probability
        Shape (N, C).
    count, group
        Shape (N,): how many items each row stands for (None: one); codes of what hangs together (None: nothing does).
    sample
        Shape (N,): which labelled item each row is, where only the size of the list is known: it stands for as many items as
        it weighs in a draw, ``count`` on average. None: rows stand for the same items in all draws.
    """

    drawn: AnswerDraws
    probability: FloatArray
    count: FloatArray | None = None
    group: IntArray | None = None
    sample: IntArray | None = None

    @cached_property
    def top(self) -> IntArray:
        """The most probable class of each, shape (N,)."""
        return np.asarray(self.probability.argmax(axis=1))

    @cached_property
    def held(self) -> FloatArray:
        """How many items each row stands for, shape (N,)."""
        return np.ones(len(self.top)) if self.count is None else self.count

    def outcome(self, answer: IntArray, stands: BoolArray, *, chance: bool = True) -> AnswerOutcome:
        """Return what becomes of items if some are answered, and the others are left.

        Parameters
        ----------
        answer
            Shape (N,): the class that the model answers.
        stands
            Shape (N,): whether that stands; else the item is left.
        chance
            Whether the list has a chance of its own.

        References
        ----------
        METHODS F9, S5. An answer that is not the most probable class m is right with chance (1 - chance of m) p/(1 - p_m).

        Examples
        --------
        >>> truths = Truths(np.repeat([0, 1], [160, 40]), 2, seed=1)
        >>> drawn = draw_answers(np.tile([0.8, 0.2], (200, 1)), truths, 999)
        >>> items, every = DrawnItems(drawn, np.tile([0.8, 0.2], (1000, 1))), np.zeros(1000, dtype=int)
        >>> found = items.outcome(every, np.arange(1000) < 500)
        >>> found.answered, round(float(found.wrong.mean())), round(float(found.left[:, 1].mean()))
        (500.0, 100, 100)
        """
        n_draws, n_classes, n_truths = self.drawn.factor.shape
        alone, left = np.zeros((1 + chance, n_draws, n_classes, n_truths)), np.zeros((1 + chance, n_draws, n_truths))
        kinds = np.where(stands, answer, self.top), np.where(stands, ALONE, LEFT)
        for who, given_class, part, truths in self.by_part(*kinds, chance=chance):
            into = (alone[:, part, given_class], left[:, part])[who]
            into += truths
        for both in (alone, left):
            both[-1] += both[0].mean(axis=0) - both[-1].mean(axis=0)
        return AnswerOutcome(alone[-1], left[-1], float(self.held[stands].sum()))

    def by_part(
        self, answer: IntArray, part: IntArray, *, chance: bool = True, alike: bool = False, by_item: bool = False
    ) -> Iterator[tuple[int, int, slice, FloatArray]]:
        """Draw what is true of items, those of a part together.

        Parameters
        ----------
        answer
            Shape (N,): the class that is answered.
        part
            Shape (N,): codes >= 0.
        chance
            Whether the list has a chance of its own; else there is only what is to be expected.
        alike
            Whether it makes no difference which other truth a wrong answer has: all are then counted as one of them. Answers
            have to be the most probable classes.
        by_item
            Whether each item of a list (of up to ``SINGLE``, which count once each) has chance of its own, the same whatever
            is answered or said of it: so that two plans are compared on one list.

        Yields
        ------
        tuple
            A part, a class that is answered there, some of the draws, and how many of these items have each truth: to
            expect, and by the list's own chance, shape (2, draws, T), or (1, draws, T) where it has none; chance has not a
            mean of 0 yet.
        """
        drawn, n_classes, every = self.drawn, self.probability.shape[1], np.zeros(1, dtype=np.int64)
        rows = _rows(self, (part * n_classes + self.top) * n_classes + answer, by_item=by_item)
        spans, rng = _spans(rows.code), np.random.default_rng([drawn.seed, 2])
        for draws, held, rates, together in _right(drawn, rows, chance=chance and rows.die is None):
            die, right = rates, together
            if rows.die is not None:
                die = dice(len(rates), len(rows.die), rows.group, drawn.fit.worth.rho, rng)[:, rows.die]
                right = (die < rates).astype(np.float64)
            for code, first, end in spans:  # kinds of answers, not items
                who, both_classes = divmod(code, n_classes * n_classes)
                best, given_class = divmod(both_classes, n_classes)
                within = slice(first, end)
                other = None if alike else _otherwise(rows.probability[within], best, drawn.unseen)
                of_answer = drawn.factor[draws, best], (best, given_class), drawn.unseen, every
                truths = _by_truth(other, rates[:, within], held[:, within] - rates[:, within], *of_answer)
                if rows.die is not None and other is not None:
                    truths = np.concatenate([truths, _by_die(other, rates[:, within], die[:, within], *of_answer[:3])])
                elif chance:
                    whole = _by_truth(other, right[:, within], held[:, within] - right[:, within], *of_answer)
                    truths = np.concatenate([truths, whole if alike else _in_whole_items(whole[0], best, rng)[None]])
                yield who, given_class, draws, truths

    def expected_truths(self, answer: IntArray) -> FloatArray:
        """Return how likely each truth of each item is on average over the draws, (N,) to (N, T), whatever hangs together.

        Items are taken together whose most probable class and the next one are as probable.

        Examples
        --------
        >>> truths = Truths(np.repeat([0, 1], [160, 40]), 2, seed=1)
        >>> drawn = draw_answers(np.tile([0.8, 0.2], (200, 1)), truths, 999)
        >>> DrawnItems(drawn, np.array([[0.8, 0.2]])).expected_truths(np.array([0])).round(2).tolist()
        [[0.8, 0.2]]
        """
        drawn, n_classes, rows, top = self.drawn, self.probability.shape[1], np.arange(len(answer)), self.top
        other = self.probability.copy()
        other[rows, top] = 0.0
        second = other.argmax(axis=1)
        steps = FINE * max(SINGLE // max(len(rows), 1), 1)
        among_others = np.rint(steps * other[rows, second] / np.maximum(other.sum(axis=1), LOWEST)).astype(np.int64)
        code = ((top * n_classes + answer) * n_classes + second) * (steps + 1) + among_others
        kinds = _rows(DrawnItems(drawn, self.probability), code)
        truths = np.zeros((len(kinds.code), len(drawn.factor[0, 0])))
        for draws, _, rates, _ in _right(drawn, replace(kinds, held=np.ones((1, len(truths)))), chance=False):
            for code_of_both, first, end in _spans(kinds.code // (n_classes * (steps + 1))):  # answers, not items
                best, given_class = divmod(code_of_both, n_classes)
                within, others = slice(first, end), _otherwise(kinds.probability[first:end], best, drawn.unseen)
                of_answer = drawn.factor[draws, best], (best, given_class), drawn.unseen, np.arange(end - first), True
                truths[within] += _by_truth(others, rates[:, within], 1 - rates[:, within], *of_answer)[:, 0]
        return np.asarray((truths / drawn.draws)[kinds.cell])

    def expected_by_part(
        self, answer: IntArray, kind: IntArray, part: IntArray, *, alike: bool = False
    ) -> Iterator[tuple[int, int, IntArray, slice, FloatArray]]:
        """Return what is to be expected of items in the draws, many parts at once, whatever hangs together.

        Parameters
        ----------
        kind, part
            Shape (N,): codes >= 0; parts may be many.
        answer, alike
            As in :meth:`by_part`.

        Yields
        ------
        tuple
            A kind, a class that is answered there, the P parts that hold such items, some of the draws, and how many of these
            items have each truth: shape (P, draws, T).
        """
        drawn, n_parts = self.drawn, int(part.max(initial=0)) + 1
        n_classes, n_truths = drawn.factor.shape[1:]
        code = ((kind * n_classes + self.top) * n_classes + answer) * n_parts + part
        rows = _rows(replace(self, group=None), code)
        spans = _spans(rows.code // n_parts)
        for draws, held, right, _ in _right(drawn, rows, chance=False):
            for code, first, end in spans:  # kinds of answers, not items
                which, best, given_class = code // n_classes**2, code // n_classes % n_classes, code % n_classes
                parts, at = np.unique(rows.code[first:end] % n_parts, return_index=True)
                other = None if alike else _otherwise(rows.probability[first:end], best, drawn.unseen)
                step = max(HELD // ((end - first) * n_truths), 1)
                for low in range(0, len(right), step):  # draws
                    some, span = slice(low, low + step), slice(first, end)
                    missed = (held if len(held) == 1 else held[some])[:, span] - right[some, span]
                    of_answer = drawn.factor[draws, best][some], (best, given_class), drawn.unseen, at
                    truths, start = _by_truth(other, right[some, span], missed, *of_answer), draws.start + low
                    yield which, given_class, parts, slice(start, start + len(missed)), truths

    def surest(
        self,
        answer: IntArray | None = None,
        by: FloatArray | None = None,
        *,
        at_most: int = LEVELS,
        kept: Sequence[float] = (),
    ) -> Surest:
        """Return how many of the surest answers are wrong in every draw.

        Parameters
        ----------
        answer
            Shape (N,). None: the most probable classes.
        by
            Shape (N,): what is greater is answered earlier. None: how probable the answers are.
        at_most, kept
            So many different places, and those that are among them whatever they are.

        References
        ----------
        METHODS S5, "at most w wrong", as a forecast.

        Examples
        --------
        >>> said = np.repeat([[0.95, 0.05], [0.6, 0.4]], 200, axis=0)
        >>> drawn = draw_answers(said, Truths(np.repeat([0, 1, 0, 1], [195, 5, 110, 90]), 2, seed=1), 999)
        >>> found = DrawnItems(drawn, said).surest()
        >>> found.cutoff.tolist(), found.answered.tolist(), found.least(0.1), found.least(0.01)
        ([0.95, 0.6], [200.0, 400.0], 0, None)
        """
        level, place = levels(self.probability.max(axis=1) if by is None else by, at_most, kept)
        both, answers = np.zeros((2, self.drawn.draws, len(level))), self.top if answer is None else answer
        for at, given_class, draws, truths in self.by_part(answers, place, alike=bool((answers == self.top).all())):
            both[:, draws, at] += truths.sum(axis=2) - truths[..., given_class]
        wrong = np.cumsum(both[1] + both[0].mean(axis=0) - both[1].mean(axis=0), axis=1)
        answered = np.cumsum(np.bincount(place, self.count, len(level)).astype(np.float64))
        return Surest(level, answered, wrong)

    def gain_along(
        self, answer: IntArray, margin: FloatArray, worths: Payoffs, saved: FloatArray | None = None
    ) -> FloatArray:
        """Return what answering first items brings beyond leaving them, if rates were known, in every draw, (B, K + 1).

        Parameters
        ----------
        answer
            Shape (N,): the class that is answered.
        margin
            Shape (N,): how much an answer is expected to bring; those that bring most are answered first.
        worths
            What is worth how much.
        saved
            Shape (N,): what is not spent where an item is answered.

        Examples
        --------
        >>> truths = Truths(np.repeat([0, 1], [160, 40]), 2, seed=1)
        >>> drawn = draw_answers(np.tile([0.8, 0.2], (200, 1)), truths, 999)
        >>> worths = Payoffs(np.array([[1.0, -4.0], [-4.0, 1.0]]), np.ones(2), np.zeros(2))
        >>> along = DrawnItems(drawn, np.array([[0.8, 0.2]])).gain_along(np.array([0]), np.zeros(1), worths)
        >>> along.shape, bool(abs(along[:, 1].mean()) < 0.1), bool(along[:, 1].max() > 0.2)
        ((999, 2), True, True)
        """
        level, place = levels(margin)
        along = np.zeros((self.drawn.draws, len(level) + 1))
        for _, given_class, at, draws, truths in self.expected_by_part(answer, np.zeros_like(place), place):
            along[draws][:, at + 1] += (truths @ (worths.answer[given_class] - worths.left)).T
        if saved is not None:
            along[:, 1:] += np.bincount(place, self.held * saved, len(level))
        return np.cumsum(along, axis=1)


def _spans(codes: IntArray) -> list[tuple[int, int, int]]:
    """Return each of some sorted codes, where it begins, and where it ends.

    >>> _spans(np.array([3, 3, 5]))
    [(3, 0, 2), (5, 2, 3)]
    """
    different, starts = np.unique(codes, return_index=True)
    return list(zip(different.tolist(), starts.tolist(), [*starts[1:].tolist(), len(codes)], strict=True))


def _by_truth(
    other: FloatArray | None,
    right: FloatArray,
    missed: FloatArray,
    factor: FloatArray,
    answer: tuple[int, int],
    unseen: FloatArray,
    starts: IntArray,
    summed: bool = False,
) -> FloatArray:
    """Return of rows of one kind how many items of each truth each part has, from ``starts`` on, (P, B, T).

    ``other``: how probable each truth is where the most probable class is wrong; None where it makes no difference.
    ``summed``: over the draws, each row a part of its own, (P, 1, T).
    """
    best, given_class = answer

    def added(amounts: FloatArray) -> FloatArray:
        return np.asarray(amounts.sum(axis=0)[:, None] if summed else np.add.reduceat(amounts, starts, axis=1).T)

    truths = np.zeros((len(starts), 1 if summed else len(factor), factor.shape[1]))
    if other is None:
        truths[..., given_class] = added(right)
        if truths.shape[2] > 1:
            truths[..., 1 if given_class == 0 else 0] = added(missed)
        return truths
    chance, other = _answer_apart(other, answer, unseen)
    share = missed * (1 - chance) / np.maximum(factor @ other.T, LOWEST)
    if summed:
        truths[:, 0] = (share.T @ factor) * other
    elif len(starts) < truths.shape[2]:  # parts or classes, whichever are fewer
        for part, (first, end) in enumerate(pairwise([*starts.tolist(), len(other)])):
            truths[part] = share[:, first:end] @ other[first:end] * factor
    else:
        for truth in np.flatnonzero(other.any(axis=0)).tolist():
            truths[..., truth] = added(share * other[:, truth]) * factor[:, truth]
    truths[..., given_class] += added(missed * chance) if given_class != best else 0.0
    truths[..., best] += added(right)
    return truths


def _answer_apart(other: FloatArray, answer: tuple[int, int], unseen: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return how often another answer is right where the most probable class is wrong, (K,), and the other truths without it, (K, T)."""
    best, given_class = answer
    if given_class == best:
        return np.zeros(len(other)), other
    chance, other = np.asarray(other[:, given_class] / (1 - unseen.sum())), other.copy()
    other[:, given_class] = 0.0
    return chance, other


@dataclass(frozen=True, eq=False)
class _Rows:
    """Items as they are drawn, sorted by code: one by one, or many that are alike.

    ``held``: how many items each is, shape (1, K), or in every draw (B, K); ``cell``: which of these each item is in;
    ``group``: where they hang together one by one; ``alike``: by how much more groups make the total vary than independent
    items would; ``die``: whose die decides each row, whatever rows there are, and ``group`` is that of these dice.
    """

    code: IntArray
    held: FloatArray
    place: FloatArray
    top: IntArray
    probability: FloatArray
    cell: IntArray
    group: IntArray | None = None
    alike: float = 1.0
    die: IntArray | None = None


def _rows(items: DrawnItems, code: IntArray, *, by_item: bool = False) -> _Rows:
    """Return items as they are drawn, by their codes, shape (N,)."""
    drawn, probability, held, top, n = items.drawn, items.probability, items.held, items.top, len(code)
    place, alike = log_odds(probability.max(axis=1)), 1.0
    single = items.sample is None and n <= SINGLE and bool((held == 1).all())
    kind = None if items.group is None or drawn.fit.worth.rho <= 0 else first_seen(items.group)
    if single and (by_item or kind is not None):
        order = np.argsort(code, kind="stable")
        if kind is not None and not by_item:
            order = np.lexsort((np.bincount(kind)[kind], *probability.T.round(EQUAL), code))
            kind = first_seen(kind[order])
        columns = code[order], held[None, order], place[order], top[order], probability[order]
        return _Rows(*columns, np.argsort(order), kind, die=order if by_item else None)
    if kind is not None:
        # Where only the size of the list is known, its groups are as large as those of the labelled items.
        size = held if items.sample is None else np.ones(n)
        alike += drawn.fit.worth.rho * (squares(kind, size) / max(float(size.sum()), LOWEST) - 1)
    # Whole numbers are sorted many times as fast as rows of them.
    step = np.round(place / WIDTH).astype(np.int64)
    step -= step.min(initial=0)
    keys = np.unique(code, return_inverse=True)[1] * (step.max(initial=0) + 1) + step
    _, first, cell = np.unique(keys, return_index=True, return_inverse=True)
    n_cells = len(first)
    order = np.lexsort((_alike(probability), cell))  # sums do not depend on the order of the items
    starts = np.flatnonzero(np.diff(cell[order], prepend=-1))
    total = np.bincount(cell[order], held[order], n_cells).astype(np.float64)
    per = np.where(total > 0, total, 1.0)
    middle = np.asarray(np.bincount(cell[order], (held * place)[order], n_cells) / per)
    mean = np.add.reduceat((probability * held[:, None])[order], starts, axis=0) / per[:, None]
    in_draws = total[None, :]
    if items.sample is not None:
        in_draws = np.add.reduceat(drawn.times[:, items.sample[order]] * held[order], starts, axis=1)
    return _Rows(code[first], in_draws, middle, top[first], mean, cell, None, alike)


def _alike(probability: FloatArray) -> IntArray:
    """Return a number for each row, the same one for equal rows, (N, C) to (N,): one sort in place of one for each class."""
    n_classes = probability.shape[1]
    times = np.asarray(np.random.default_rng(0).integers(2**62, size=(n_classes,)), dtype=np.int64)
    numbers = np.zeros(len(probability), dtype=np.int64)
    for code in range(n_classes):  # classes, not items
        numbers += np.rint(probability[:, code] * 10**EQUAL).astype(np.int64) * times[code]
    return numbers


def _right(
    drawn: AnswerDraws, rows: _Rows, *, chance: bool = True
) -> Iterator[tuple[slice, FloatArray, FloatArray, FloatArray]]:
    """Return, some draws at a time, how many items each row has, are expected to be, and are, the most probable class."""
    n, rng = len(rows.code), np.random.default_rng([drawn.seed, 1])
    step = max((HELD if chance else AT_HAND) // max(n, 1), 1)
    for first in range(0, drawn.draws, step):  # draws, not items
        part = slice(first, first + step)
        rates = RateCurve(drawn.curve.shape, drawn.curve.coefficients[part]).rate(rows.place, rows.top)
        held = rows.held if len(rows.held) == 1 else rows.held[part]
        right = expected = rates * held
        if chance and rows.group is not None:
            right = (dice(len(rates), n, rows.group, drawn.fit.worth.rho, rng) < rates).astype(np.float64)
        elif chance:
            right = np.clip(binomial(held, expected, rows.alike, rng), 0.0, held)
        yield part, held, expected, np.asarray(right)


def _by_die(
    other: FloatArray,
    right: FloatArray,
    die: FloatArray,
    factor: FloatArray,
    answer: tuple[int, int],
    unseen: FloatArray,
) -> FloatArray:
    """Return how many items of one kind have each truth as their dice, (B, K), fall: the same as they are expected, (1, B, T).

    ``right``: shape (B, K), how likely the most probable class is; the others as in :func:`_by_truth`.
    """
    (best, given_class), n_truths = answer, factor.shape[1]
    draw, item = np.nonzero(die >= right)
    chance, other = _answer_apart(other, answer, unseen)
    likely = other[item] * factor[draw]
    if given_class != best:
        likely *= ((1 - chance[item]) / np.maximum(likely.sum(axis=1), LOWEST))[:, None]
        likely[:, given_class] = chance[item]
    upto, missed = np.cumsum(likely, axis=1), right[draw, item]
    at = (die[draw, item] - missed) / (1 - missed) * upto[:, -1]
    truth = np.minimum((upto <= at[:, None]).sum(axis=1), n_truths - 1)
    truths = np.bincount(draw * n_truths + truth, minlength=len(die) * n_truths).reshape(1, len(die), n_truths)
    truths[0, :, best] += (die < right).sum(axis=1)
    return truths.astype(np.float64)


def _in_whole_items(expected: FloatArray, best: int, rng: np.random.Generator) -> FloatArray:
    """Draw the truths of what is not the most probable class: as many items as there are, (B, T) to (B, T)."""
    other = expected.copy()
    other[:, best] = 0.0
    if (other.max(axis=0) > 0).sum() < 2:
        return expected
    total = other.sum(axis=1)
    whole = np.rint(total).astype(np.int64)
    some = whole > 0
    share = other[some] / total[some, None]
    other[some] = rng.multinomial(whole[some], share) * (total[some] / whole[some])[:, None]
    other[:, best] = expected[:, best]
    return other


@dataclass(frozen=True, eq=False)
class Surest:
    """The answers from the surest on, or in another order.

    Attributes
    ----------
    cutoff, answered
        Shape (K,), falling and rising: what they are ordered by, the confidence unless said, and how many items reach each.
    wrong
        Shape (B, K): how many of these answers are wrong.
    """

    cutoff: FloatArray
    answered: FloatArray
    wrong: FloatArray

    def least(self, share: float, sure: float = 0.95) -> int | None:
        """Return where the lowest cutoff stands at which at most such a share is wrong in so many draws; None: nowhere."""
        met = (self.wrong <= share * self.answered + _POSITIVE).mean(axis=0) >= sure
        return int(np.flatnonzero(met)[-1]) if met.any() else None


def levels(number: FloatArray, at_most: int = LEVELS, kept: Sequence[float] = ()) -> tuple[FloatArray, IntArray]:
    """Return the different numbers, falling, not too many of them but all ``kept``, and at which of these each comes.

    >>> [each.tolist() for each in levels(np.array([0.5, 0.9, 0.5]))]
    [[0.9, 0.5], [1, 0, 1]]
    """
    number = number.round(EQUAL)
    level = np.unique(number)[::-1]
    if len(level) > at_most:
        some = np.quantile(number, np.arange(at_most) / at_most, method="lower")
        level = np.unique([*some, *np.round(kept, EQUAL)])[::-1]
    return level, np.asarray(len(level) - np.searchsorted(level[::-1], number, side="right"))
