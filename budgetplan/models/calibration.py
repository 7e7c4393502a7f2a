"""Whether stated probabilities match what is found, and scaling that mends it (METHODS S6, S7).

Decision values and answers alone become probabilities before any model is judged: decision values by the validation items
alone; answers without a confidence are as sure as labelled items with the same answer say, each of these by the folds
without it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.special import expit

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.core.answers import log_inverse, scale
from budgetplan.core.curve import fit
from budgetplan.core.mixture import deal
from budgetplan.domain.items import ClassifiedSet, Predictions, Scaling
from budgetplan.domain.messages import Message
from budgetplan.domain.plan import Plan
from budgetplan.errors import BadDataError, Problem
from budgetplan.models.bounds import exact_interval
from budgetplan.models.value import confusion, is_known, item_weights, of_answer, predict

N_BINS = 15
LEAST = 2.0**-52
"""Probabilities are clipped to [2^-52, 1 - 2^-52] in the log loss."""
BOUND = 10.0
"""log(1/T) is sought in [-10, 10]."""


@dataclass(frozen=True)
class Bins:
    """Reliability in equal-width bins; arrays over the bins that hold items.

    Attributes
    ----------
    count
        How many bins there are, held or not.
    index
        Counts from 0 at confidence 0.
    weight, right
        Weighted items, and those that are right.
    confidence
        Their weighted mean, in [0, 1].
    counted
        How many items of weight 1 say as much: (sum w)^2 / sum w^2; the number of items without weights.
    """

    count: int
    index: IntArray
    weight: FloatArray
    right: FloatArray
    confidence: FloatArray
    counted: FloatArray

    @property
    def accuracy(self) -> FloatArray:
        """The share of right answers in each bin."""
        return self.right / self.weight

    def intervals(self, level: float = 0.95) -> tuple[FloatArray, FloatArray]:
        """Return the two-sided Clopper-Pearson interval of each bin's accuracy, for independent items.

        Exact without weights; with weights the counts are those that say as much, and it is not exact.

        Examples
        --------
        Nine of nine right: at least (0.025)^(1/9).

        >>> low, high = bins(np.full(9, 0.95), np.ones(9)).intervals()
        >>> low.round(4).tolist(), high.tolist()
        ([0.6637], [1.0])
        """
        return exact_interval(self.accuracy * self.counted, self.counted, level)


def bins(
    confidence: FloatArray, correct: FloatArray | BoolArray, count: int = N_BINS, weight: FloatArray | None = None
) -> Bins:
    """Sort items into ``count`` bins of equal width, right-closed, 0 in the first (METHODS S7).

    Edges are ``np.linspace(0, 1, count + 1)`` (as scikit-learn's ``calibration_curve``); other constructions
    move one-decimal scores into the wrong bin.

    Parameters
    ----------
    confidence, correct
        Shape (n,): top-label confidence in [0, 1], and whether the label is right.
    count
        Number of bins M.
    weight
        Shape (n,), >= 0, or None for one each. ValueError if there are no items.

    Examples
    --------
    >>> got = bins(np.array([0.9, 0.8, 0.6]), np.array([True, False, True]), count=5)
    >>> got.index.tolist(), got.accuracy.tolist()
    ([2, 3, 4], [1.0, 0.0, 1.0])
    """
    w = item_weights(len(confidence), weight)
    place = np.searchsorted(np.linspace(0, 1, count + 1)[1:-1], confidence, side="left")
    total, squares, mean, right = (
        np.bincount(place, weights=array, minlength=count).astype(np.float64)
        for array in (w, w * w, w * confidence, w * correct)
    )
    held = np.flatnonzero(total > 0)
    total = total[held]
    return Bins(count, held, total, right[held], mean[held] / total, total**2 / squares[held])


@dataclass(frozen=True)
class Temperature:
    """T of temperature scaling, > 0; ``flag``: the kind of the message that says why it must not be used, or empty.

    "models.uniform" (every class equally probable everywhere: T = 1), "models.all_right" and "models.out_of_range"
    (T = e^-10: the surer the better), "models.worse_than_uniform" (T = e^10), "models.no_items" (none of a known class:
    T = 1).
    """

    t: float
    flag: str = ""


def fit_temperature(z: FloatArray, truth: IntArray, weight: FloatArray | None = None) -> Temperature:
    """Return the T that minimises the log loss of softmax(z / T) on validation items.

    With beta = 1/T the loss is convex with slope mean(sum_j p_j(beta) z_j - z_truth) and curvature the mean
    variance of z under p(beta); the slope's zero is sought by safeguarded Newton for log beta in [-10, 10].

    Parameters
    ----------
    z
        Shape (n, C): ``logits`` of probabilities, or decision values of three classes or more (for two see
        :func:`fit_platt`). A constant added to a row changes nothing; z times s gives T times s.
    truth
        Shape (n,): class codes. Items of a class the model does not know say nothing of T, and are left out.
    weight
        Shape (n,), >= 0, or None for one each.

    References
    ----------
    Guo et al. 2017, "On calibration of modern neural networks"; METHODS S7.

    Examples
    --------
    Three of four right at 90 %: log(9) / T must be log(3).

    >>> p = np.tile([0.9, 0.1], (4, 1))
    >>> round(fit_temperature(np.log(p), np.array([0, 0, 0, 1])).t, 9)
    2.0
    """
    w = np.ones(len(truth)) if weight is None else weight
    used = is_known(truth, z.shape[1]) & (w > 0)
    if not used.any():
        return Temperature(1.0, "models.no_items")
    z, truth, w = z[used], truth[used], w[used]
    top = z.max(axis=1)
    if not np.any(top > z.min(axis=1)):
        return Temperature(1.0, "models.uniform")
    at, flag = log_inverse(z, truth, w, BOUND), ""
    if at == BOUND:
        flag = "models.all_right" if np.all(z[np.arange(len(truth)), truth] == top) else "models.out_of_range"
    elif at == -BOUND:
        flag = "models.worse_than_uniform"
    return Temperature(float(np.exp(-at)), flag)


@dataclass(frozen=True)
class Platt:
    """P(class 1) = 1 / (1 + exp(-(slope f + intercept))); ``flag`` as that of a temperature.

    "models.one_class" (only one class among the items), "models.constant" (all decision values equal), "models.reversed"
    (higher values are less often class 1).
    """

    slope: float
    intercept: float
    flag: str = ""

    def probabilities(self, decision: FloatArray) -> FloatArray:
        """Return the probabilities of class 0 and 1, shape (n, 2), of decision values, shape (n,).

        The most probable class need not be that of the sign of f: the intercept moves the boundary.
        """
        positive = expit(self.slope * decision + self.intercept)
        return np.stack([1 - positive, positive], axis=1)


def fit_platt(decision: FloatArray, truth: IntArray, weight: FloatArray | None = None) -> Platt:
    """Return Platt's scaling of two-class decision values, on validation items.

    Minimises the log loss against Platt's targets, (N1 + 1) / (N1 + 2) for class 1 and 1 / (N0 + 2) for class
    0, which keep it finite where a cutoff separates the classes; Newton's method with step halving.

    Parameters
    ----------
    decision
        Shape (n,): decision values f, higher for class 1, in any unit.
    truth
        Shape (n,): 0 or 1; items of another class are left out.
    weight
        Shape (n,), >= 0, or None for one each. ValueError if no item is left.

    References
    ----------
    Platt 1999; Lin, Lin and Weng 2007, "A note on Platt's probabilistic outputs for support vector machines".

    Examples
    --------
    Symmetric values meet at 0; 1 / (1 + exp(-slope)) is the target (2 + 1) / (2 + 2).

    >>> got = fit_platt(np.array([-1.0, -1.0, 1.0, 1.0]), np.array([0, 0, 1, 1]))
    >>> round(got.slope, 6), abs(round(got.intercept, 6)), round(float(np.log(3)), 6)
    (1.098612, 0.0, 1.098612)
    """
    used = is_known(truth, 2)
    decision, truth = decision[used], truth[used]
    w = item_weights(len(truth), None if weight is None else weight[used])
    n1, n0 = float(w[truth == 1].sum()), float(w[truth == 0].sum())
    target = np.where(truth == 1, (n1 + 1) / (n1 + 2), 1 / (n0 + 2))
    centre = float(np.average(decision, weights=w))
    spread = float(np.sqrt(np.average((decision - centre) ** 2, weights=w)))
    if n1 == 0 or n0 == 0 or np.ptp(decision[w > 0]) == 0:
        mean = float(np.average(target, weights=w))
        flag = "models.one_class" if n1 == 0 or n0 == 0 else "models.constant"
        return Platt(0.0, float(np.log(mean / (1 - mean))), flag)
    terms = np.stack([np.ones(len(w)), (decision - centre) / spread])
    intercept, slope = fit(terms, (w * target)[None, :], w[None, :], np.zeros(2), np.zeros(2))[0].tolist()
    slope /= spread
    return Platt(slope, intercept - slope * centre, "" if slope > 0 else "models.reversed")


FEWEST = 2.0
"""Of so many items at least an answer's rate is taken to be known beforehand: that of all answers."""


def rates(predicted: IntArray, truth: IntArray, weight: FloatArray, n_classes: int) -> FloatArray:
    """Return the share of each true class among the items with each answer, drawn to that of all answers.

    Parameters
    ----------
    predicted, truth
        Shape (n,): codes; a truth of ``n_classes`` or more is right for no answer; -1: no answer, never right.
    weight
        Shape (n,), >= 0: how many items each stands for. All together count as so many items as weigh the same.
    n_classes
        C.

    Returns
    -------
    FloatArray
        Shape (C + 1, C), a row for each answer and one for none, in [0, 1]. On the diagonal (right + s p) / (n + s), p the rate of all
        answers, (right + 1/2) / (n + 1), and s, at least 2, by how far the rates of the answers are apart beyond
        chance (moments of the beta-binomial). The rest of each row is shared as its wrong answers are and, with the
        weight of one item, as the labels are; it adds up to 1 where there is another class. Where none is given all is wrong.

    References
    ----------
    METHODS S7.

    Examples
    --------
    Of 10 answers 0 nine are right, of 10 answers 1 one: p = 10.5 / 21 = 1/2, s = 2.

    >>> said = np.repeat([0, 1], 10)
    >>> truth = np.array([0] * 9 + [1] + [1] + [0] * 9)
    >>> rates(said, truth, np.ones(20), 2)[:2].round(4).tolist()
    [[0.8333, 0.1667], [0.8333, 0.1667]]
    """
    squared, n_truths = float(weight @ weight), max(n_classes, int(truth.max()) + 1)
    times = float(weight.sum()) / squared if squared else 0.0
    counted, is_right = (
        confusion(predicted, truth, n_classes, n_truths, weight * times),
        np.eye(n_classes + 1, n_classes),
    )
    n, right = counted[:-1].sum(axis=1), np.diag(counted)[:n_classes]
    overall = (right.sum() + 0.5) / (n.sum() + 1)
    strength = _strength(right, n, overall)
    rate = np.append((right + strength * overall) / (n + strength), 0.0)[:, None]
    usual = (counted[:, :n_classes].sum(axis=0) + 0.5) * (1 - is_right)
    total = usual.sum(axis=1, keepdims=True)
    wrong = counted[:, :n_classes] * (usual > 0) + np.divide(usual, total, out=usual, where=total > 0)
    total = wrong.sum(axis=1, keepdims=True)
    table = np.divide(wrong, total, out=np.zeros_like(wrong), where=total > 0) * (1 - rate)
    return np.asarray(table + is_right * rate)


def _strength(right: FloatArray, n: FloatArray, overall: float) -> float:
    """Return of how many items the rate of all answers counts in each, from ``FEWEST`` to all there are."""
    given, most = n > 0, max(FEWEST, float(n.sum()))
    chance = overall * (1 - overall)
    apart = float(np.sum((right[given] - n[given] * overall) ** 2 / n[given])) - (given.sum() - 1) * chance
    # A single answer, or rates no further apart than by chance: they say nothing of single answers.
    if given.sum() < 2 or apart <= 0:
        return most
    between = apart / float(n.sum() - n @ n / n.sum())
    return float(np.clip(chance / between - 1, FEWEST, most))


def scale_decisions(
    plan: Plan, validation: ClassifiedSet | None, test: ClassifiedSet
) -> tuple[ClassifiedSet | None, ClassifiedSet]:
    """Return the two sets with probabilities, prediction and confidence for every model with decision values.

    Two classes: Platt's scaling; more: a temperature. Both are fitted on the validation items, so that the
    labels of the test items play no part. Answers alone are told by the validation items too, where there are any.

    Raises
    ------
    BadDataError
        Of every model whose decision values cannot be turned into probabilities.
    """
    fitted, problems, scaled = test if validation is None else validation, [], dict[str, Predictions]()
    for model in (model for model in fitted.models if model.unscaled):
        if model.decision is None:
            scaled[model.name] = _by_answer(plan, fitted, model)
            continue
        scaling, flag = (Scaling(()), "models.no_validation") if validation is None else _fit(validation, model)
        if flag:
            problems.append(Problem(Message(flag, name=model.name), plan.table, column=model.column))
        else:
            scaled[model.name] = _with_probabilities(model, scaling)
    if problems:
        raise BadDataError(problems)
    first = replace(fitted, models=tuple(scaled.get(model.name, model) for model in fitted.models))
    return (None, first) if validation is None else (first, scaled_alike(test, first))


def scaled_alike(data: ClassifiedSet, other: ClassifiedSet) -> ClassifiedSet:
    """Return a set with the scalings that were fitted for another one."""
    fitted = {model.name: model.scaling for model in other.models}
    return replace(data, models=tuple(_with_probabilities(model, fitted.get(model.name)) for model in data.models))


def as_new(predictions: Predictions) -> Predictions:
    """Return what a model says as it would be taken of new items: beside a list, equal answers are equally sure."""
    by = predictions.scaling
    return predictions if by is None or by.rates is None else _with_probabilities(predictions, by)


def _fit(validation: ClassifiedSet, model: Predictions) -> tuple[Scaling, str]:
    """Fit the scaling of a model's decision values, and say why it must not be used, or nothing."""
    decision, of_classes = _decided(model)
    values = decision[:, of_classes]
    classes = tuple(validation.classes[code] for code in of_classes.tolist())
    place = np.full(len(validation.names), len(of_classes), dtype=np.int64)
    place[of_classes] = np.arange(len(of_classes))
    truth, weight = place[validation.truth], validation.weight
    usable = (truth < len(of_classes)) & (True if weight is None else weight > 0)
    if not usable.any():
        return Scaling(classes), "models.no_items"
    if len(of_classes) == 2:
        platt = fit_platt(values[:, 1] - values[:, 0], truth, weight)
        return Scaling(classes, slope=platt.slope, intercept=platt.intercept), platt.flag
    temperature = fit_temperature(values, truth, weight)
    return Scaling(classes, temperature=temperature.t), temperature.flag


def _decided(model: Predictions) -> tuple[FloatArray, IntArray]:
    """Return a model's decision values, and the codes of the classes that it has them for."""
    assert model.decision is not None
    return model.decision, np.flatnonzero(np.isfinite(model.decision).all(axis=0))


def _by_answer(plan: Plan, data: ClassifiedSet, model: Predictions) -> Predictions:
    """Return answers alone with probabilities, each item's by the folds without it; with what gives new items theirs.

    That is the mean over the folds, so that no answer is surer on new items than on any labelled one.
    """
    folds, weight = dealt(data, plan.seed), item_weights(data.n_items, data.weight)
    if folds is None:
        folds, fits = np.zeros(data.n_items, dtype=np.int64), [np.arange(data.n_items)]
    else:
        fits = [np.flatnonzero(folds != fold) for fold in range(int(folds.max()) + 1)]
    tables = np.stack([rates(model.predicted[at], data.truth[at], weight[at], data.n_classes) for at in fits])
    whole = tables.mean(axis=0)
    scaling = Scaling(data.classes, rates=tuple(map(tuple, whole.tolist())))
    return _stating(model, _as_likely(tables, whole)[folds, model.predicted], scaling)


def _as_likely(tables: FloatArray, whole: FloatArray) -> FloatArray:
    """Return rates of folds, (F, C + 1, C), in which every answer that is its likeliest truth in all is that in each, too.

    An answer of a fold without much of what makes it right would count as one to another class.

    >>> folds = np.array([[[0.4, 0.6], [0.2, 0.8]], [[0.9, 0.1], [0.2, 0.8]]])
    >>> _as_likely(folds, folds.mean(axis=0)).round(2).tolist()[0]
    [[0.5, 0.5], [0.2, 0.8]]
    """
    right = np.arange(len(whole))[:, None] == np.arange(whole.shape[1])
    rate, others = np.where(right, tables, 0.0).sum(axis=2, keepdims=True), np.where(right, 0.0, tables)
    share = others / np.maximum(others.sum(axis=2, keepdims=True), 1e-300)
    most = share.max(axis=2, keepdims=True)
    is_likeliest = np.where(right, whole, 0.0).sum(axis=1) >= whole.max(axis=1)
    least = is_likeliest[:, None] * (most / (1 + most)) * (1 + 1e-9)
    rate = np.maximum(rate, least)
    return np.asarray(np.where(right, rate, share * (1 - rate)))


def _stating(model: Predictions, probabilities: FloatArray, scaling: Scaling) -> Predictions:
    """Return answers with their probabilities; the answer stays what the model said."""
    sure = of_answer(probabilities, model.predicted)
    return replace(model, confidence=sure, probabilities=probabilities, scaling=scaling)


def _with_probabilities(model: Predictions, scaling: Scaling | None) -> Predictions:
    if scaling is None:
        return model
    if scaling.rates is not None:
        return _stating(model, np.array(scaling.rates)[model.predicted], scaling)
    decision, of_classes = _decided(model)
    values, probabilities = decision[:, of_classes], np.zeros(decision.shape)
    if scaling.temperature is not None:
        probabilities[:, of_classes] = scale(values, scaling.temperature)
    else:
        platt = Platt(scaling.slope or 0.0, scaling.intercept or 0.0)
        probabilities[:, of_classes] = platt.probabilities(values[:, 1] - values[:, 0])
    predicted, confidence = predict(probabilities)
    return replace(model, predicted=predicted, confidence=confidence, probabilities=probabilities, scaling=scaling)


def dealt(data: ClassifiedSet, seed: int) -> IntArray | None:
    """Return the fold of each item, whole groups together (METHODS S5); None where one item or group is all there is."""
    folds = deal(np.zeros(data.n_items), data.group, seed)
    return folds if folds.max() > 0 else None
