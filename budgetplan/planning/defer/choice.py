"""Which models the usual measures would choose, and which one is best alone (METHODS 0.15)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.domain.labelled import ClassifiedSet
from budgetplan.metrics.answers.thresholds import TIE
from budgetplan.metrics.answers.value import WorthTable, values_if_accepted, values_if_deferred
from budgetplan.metrics.answers.voc import hull_cutoffs
from budgetplan.planning.defer.cutoff_methods import Judged
from budgetplan.planning.joint.bench import same_model


@dataclass(frozen=True)
class Choice:
    """What else would be chosen.

    Attributes
    ----------
    chosen
        Who is recommended.
    single
        The model worth most by itself.
    by_accuracy, by_error_cost
        The model of the greatest accuracy and of the least cost of errors, with every answer accepted; among
        equal ones the recommended.
    accuracy, error_cost
        By model: share of right answers, in [0, 1]; and mean cost of errors, lower is better, in the plan's
        unit (cost-sensitive error, S24 4.2.2: a wrong answer costs what it is worth less than leaving the item). On
        validation items where there are some.
    """

    chosen: str
    single: str
    by_accuracy: str
    by_error_cost: str
    accuracy: Mapping[str, float]
    error_cost: Mapping[str, float]


def choose(table: WorthTable, data: ClassifiedSet, judged: Sequence[Judged], chosen: str) -> Choice:
    """Return which models other measures choose beside the recommended one; ``data``: the items that choose."""
    names, said = [each.name for each in judged], [same_model(data, each.name) for each in judged]
    prefer = _preference(judged)
    value = np.array([each.deployed.value.value for each in judged])
    alone = np.where([bool(each.members) for each in said], -np.inf, value)
    accuracy = np.array(
        [float(np.average(each.predicted == data.truth, weights=data.weight)) for each in said]
    )
    cost = np.array([error_cost(table, data, each.predicted) for each in said])
    first = names.index(chosen)
    return Choice(
        chosen=chosen,
        single=names[prefer(alone, table.scale)],
        by_accuracy=names[prefer(accuracy, 1.0, first)],
        by_error_cost=names[prefer(-cost, table.scale, first)],
        accuracy=MappingProxyType(dict(zip(names, accuracy.tolist(), strict=True))),
        error_cost=MappingProxyType(dict(zip(names, cost.tolist(), strict=True))),
    )


def error_cost(table: WorthTable, data: ClassifiedSet, predicted: IntArray) -> float:
    """Return the mean cost of errors where every answer is accepted (S24 4.2.2: (N_fn k_fn + N_fp k_fp) / N).

    An error costs the value of leaving the item less the value of the answer; right answers cost nothing.
    """
    lost = values_if_deferred(table, data.truth) - values_if_accepted(table, predicted, data.truth)
    return float(np.average(np.where(predicted == data.truth, 0.0, lost), weights=data.weight))


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


def _preference(judged: Sequence[Judged]) -> Callable[..., int]:
    """Return how one is taken of several: the greatest; of equal ones ``first``, the cheaper, a single one, fewer left, by name."""

    def rank(at: int) -> tuple[float, bool, float, str]:
        each = judged[at]
        said = each.predictions
        return said.cost, bool(said.members), each.deployed.counts.rejection_rate, each.name

    def take(values: FloatArray, unit: float, first: int | None = None) -> int:
        tied = np.flatnonzero(values >= values.max() - TIE * unit).tolist()
        return first if first is not None and first in tied else min(tied, key=rank)

    return take
