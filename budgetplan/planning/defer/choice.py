"""Which model: chosen on the items that give the cutoffs, so that the test items only report (METHODS S5).

With one labelled set these are the items that report, too: then by how much the best looks better than it is, is
told, and taken off.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.domain.labelled import ClassifiedSet, Predictions
from budgetplan.metrics.answers.thresholds import ABSTAIN, TIE
from budgetplan.metrics.answers.value import WorthTable, values_if_accepted, values_if_deferred
from budgetplan.metrics.answers.voc import hull_cutoffs
from budgetplan.metrics.resampling.cutoffs import optimism
from budgetplan.planning.defer.cutoff_methods import (
    Judge,
    Judged,
    answers_by_value,
    same_model,
    worth_of_deferring,
)
from budgetplan.planning.defer.theory import cross_calibrated


@dataclass(frozen=True)
class Choice:
    """What the items on which everything is chosen say of the models.

    Attributes
    ----------
    chosen
        The model of the greatest mean value over resamples, each with cutoffs that its own fold did not give.
    single
        The one that is chosen if no mean of models is among them.
    by_accuracy, by_error_cost
        The model of the greatest accuracy and of the least cost of errors, with every answer accepted; among
        equal ones the chosen.
    accuracy, error_cost
        By model: share of right answers, in [0, 1]; and mean cost of errors, lower is better, in the plan's
        unit (cost-sensitive error, S24 4.2.2: a wrong answer costs what it is worth less than leaving the item).
    by_weight
        The model of the greatest value at each error weight.
    optimism
        By how much the value of the chosen one is flattered where the same items report it, else 0; >= 0.
    reached
        Shape (resamples, models): what each reaches in the resamples of these items; None where nothing is resampled.
    """

    chosen: str
    single: str
    by_accuracy: str
    by_error_cost: str
    accuracy: Mapping[str, float]
    error_cost: Mapping[str, float]
    by_weight: tuple[str, ...]
    optimism: float
    reached: FloatArray | None = field(repr=False, compare=False)


def choose(judge: Judge, judged: Sequence[Judged], weights: FloatArray) -> Choice:
    """Return which model is chosen on validation items, or on one labelled set, and which others would be."""
    table, validation, data, folds = judge.table, judge.validation, judge.known, judge.folds
    names, said = [one.name for one in judged], [same_model(data, one.predictions) for one in judged]
    if validation is None:
        values = np.stack([one.deployed.per_item for one in judged])
        replicates = columns([one.deployed.replicates for one in judged])
    else:
        values = np.stack(
            [
                _by_value(table, data, other, folds) if one.held_out is None else one.held_out
                for one, other in zip(judged, said, strict=True)
            ]
        )
        replicates = judge.deciding.replicates(values)
    mean = np.average(values, axis=1, weights=data.weight)
    over_resamples = mean if replicates is None else np.nan_to_num(np.nanmean(replicates, axis=0))
    left = [float(one.deployed.counts.n_abstained) for one in judged]
    prefer = _preference(said, left)
    chosen = prefer(over_resamples, table.scale)
    alone = np.where([bool(one.members) for one in said], -np.inf, over_resamples)
    right = [one.predicted == data.truth for one in said]
    accuracy = np.array([float(np.average(one, weights=data.weight)) for one in right])
    cost = np.array([error_cost(table, data, one.predicted) for one in said])
    at = [
        np.average(
            answer_by_weight(*by_weight(*each, data, weights, folds), weights), axis=1, weights=data.weight
        )
        for each in zip(judged, said, right, strict=True)
    ]
    return Choice(
        chosen=names[chosen],
        single=names[prefer(alone, table.scale)],
        by_accuracy=names[prefer(accuracy, 1.0, chosen)],
        by_error_cost=names[prefer(-cost, table.scale, chosen)],
        accuracy=MappingProxyType(dict(zip(names, accuracy.tolist(), strict=True))),
        error_cost=MappingProxyType(dict(zip(names, cost.tolist(), strict=True))),
        by_weight=tuple(
            names[prefer(row, max(1.0, k))] for row, k in zip(np.stack(at, axis=1), weights, strict=True)
        ),
        optimism=0.0 if validation is not None or replicates is None else optimism(replicates),
        reached=replicates,
    )


def error_cost(table: WorthTable, data: ClassifiedSet, predicted: IntArray) -> float:
    """Return the mean cost of errors where every answer is accepted (S24 4.2.2: (N_fn k_fn + N_fp k_fp) / N).

    An error costs the value of leaving the item less the value of the answer; right answers cost nothing.
    """
    lost = values_if_deferred(table, data.truth) - values_if_accepted(table, predicted, data.truth)
    return float(np.average(np.where(predicted == data.truth, 0.0, lost), weights=data.weight))


def by_weight(
    one: Judged,
    said: Predictions,
    correct: BoolArray,
    data: ClassifiedSet,
    weights: FloatArray,
    folds: IntArray | None,
) -> tuple[BoolArray, BoolArray]:
    """Return which answers are accepted at each error weight, shape (K, n), and which are right.

    The cutoff is found as for the plan's own values: by theory on confidences that other folds calibrated, or
    learnt on these.
    """
    if one.deployed.key == "calibrated" and one.known is not None:
        return one.known.confidence >= theory_by_weight(weights), correct
    cutoffs = cutoffs_by_fold(correct, said.confidence, weights, data.weight, folds)
    return said.confidence >= cutoffs, correct


def theory_by_weight(weights: FloatArray) -> FloatArray:
    """Return the cutoff k / (k + 1) of each error weight k, shape (K, 1) (METHODS S4)."""
    return np.asarray(weights / (1 + weights))[:, None]


def answer_by_weight(accepted: BoolArray, correct: BoolArray, weights: FloatArray) -> FloatArray:
    """Return what each item is worth at each error weight, shape (K, n)."""
    return np.where(accepted, np.where(correct, 1.0, -weights[:, None]), 0.0)


def cutoffs_by_fold(
    correct: BoolArray,
    confidence: FloatArray,
    weights: FloatArray,
    weight: FloatArray | None,
    folds: IntArray | None,
) -> FloatArray:
    """Return for each item the cutoff of each error weight that the folds it is not in give, shape (K, n)."""
    if folds is None:  # one item or group is all there is
        return np.repeat(hull_cutoffs(correct, confidence, weights, weight)[:, None], len(correct), axis=1)
    by_fold = np.empty((int(folds.max()) + 1, len(weights)))
    for fold in range(len(by_fold)):
        out = folds != fold
        own = None if weight is None else weight[out]
        by_fold[fold] = hull_cutoffs(correct[out], confidence[out], weights, own)
    return np.asarray(by_fold[folds].T)


def _by_value(
    table: WorthTable, data: ClassifiedSet, said: Predictions, folds: IntArray | None
) -> FloatArray:
    """Return what each item is worth by the answer of greatest expected value, calibrated on other folds."""
    probabilities = cross_calibrated(said, data, folds).probabilities
    assert probabilities is not None
    decided = answers_by_value(table, probabilities, data.review_cost)
    given = np.where(decided == ABSTAIN, said.predicted, decided)
    worth = values_if_accepted(table, given, data.truth)
    return np.where(decided == ABSTAIN, worth_of_deferring(table, data), worth)


def _preference(said: Sequence[Predictions], left: Sequence[float]) -> Callable[..., int]:
    """Return how one is taken of several: the greatest; of equal ones ``first``, the cheaper, a single one, fewer left, by name."""

    def take(values: FloatArray, unit: float, first: int | None = None) -> int:
        tied = np.flatnonzero(values >= values.max() - TIE * unit).tolist()
        if first in tied:
            return int(first)
        return int(min(tied, key=lambda at: (said[at].cost, bool(said[at].members), left[at], said[at].name)))

    return take


def columns(replicates: Sequence[FloatArray | None]) -> FloatArray | None:
    """Return the models' replicates side by side, models along the last axis; None where one is not resampled."""
    known = [one for one in replicates if one is not None]
    return np.stack(known, axis=-1) if len(known) == len(replicates) else None
