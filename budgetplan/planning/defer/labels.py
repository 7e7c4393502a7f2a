"""What more labels could be worth at most before a classifier is chosen, beside their price (METHODS L).

An action is a model with its cutoff; one is to leave everything to people. Labels count where the choice is made: on
the validation items, where there are some, else on the one labelled set.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.decision import LabelsWorth
from budgetplan.domain.labelled import ClassifiedSet
from budgetplan.intervals.labels import worth_of_everything
from budgetplan.metrics.answers.value import item_weights, values_if_accepted
from budgetplan.planning.defer.choice import Choice
from budgetplan.planning.defer.cutoff_methods import Judge, Judged, same_model, worth_of_deferring

SHARES = np.linspace(0.0, 0.95, 20)
"""Besides its own, a model may have the cutoff that leaves out so much of the items, or all of them."""
PER = 1000
"""Worths are for so many items where nobody said how many a model is to answer."""


def labels_worth(
    judge: Judge, judged: Sequence[Judged], choice: Choice, listed: ClassifiedSet | None
) -> LabelsWorth | None:
    """Return what more labels are worth; None where nothing was resampled or value is not what decides.

    Parameters
    ----------
    judge, judged, choice
        The models, what judged them, and the choice among them.
    listed
        The whole of the project's list, with what the models say of it.
    """
    deferral, data = judge.plan.deferral, judge.known
    assert deferral is not None
    if choice.reached is None or deferral.most_wrong is not None:
        return None
    size = _list_size(judge, listed)
    objective = (PER if size is None else size) * objective_of(judge, judged, choice.reached)
    if objective.shape[1] < 2 or not len(objective):
        return None
    return LabelsWorth(
        unit="money" if deferral.worths.unit == "money" else "right answers",
        labelled=data.n_items,
        listed=size,
        price=price_of_label(judge.test if listed is None else listed),
        everything=worth_of_everything(objective),
    )


def objective_of(judge: Judge, judged: Sequence[Judged], reached: FloatArray) -> FloatArray:
    """Return the mean value of every action in the resamples of the items that choose, shape (resamples, actions).

    Each model has its own cutoff and those of the grid; resamples whose items weigh nothing are left out.
    """
    found = [reached]
    for one in judged:
        read = judge.deciding.replicates(rules(judge, one))
        assert read is not None
        found.append(read)
    objective = np.concatenate(found, axis=1)
    return np.asarray(objective[~np.isnan(objective).any(axis=1)])


def rules(judge: Judge, one: Judged) -> FloatArray:
    """Return what each item that chooses is worth at every cutoff of the grid, shape (cutoffs, n).

    Cutoffs are on the confidence that the model's own one is on. Where answers are given by expected value there is
    none: what is left is to answer nothing.
    """
    table, data = judge.table, judge.known
    said = same_model(data, one.predictions)
    sure = said if one.known is None or one.deployed.key != "calibrated" else one.known
    cutoffs = np.array([np.inf])
    if one.deployed.key != "relabel":
        cutoffs = np.append(np.unique(np.quantile(sure.confidence, SHARES, method="lower")), np.inf)
    accepted = sure.confidence >= cutoffs[:, None]
    if_accepted = values_if_accepted(table, said.predicted, data.truth)
    return np.where(accepted, if_accepted, worth_of_deferring(table, data))


def price_of_label(data: ClassifiedSet) -> float | None:
    """Return what reviewing a random item costs on average, in the unit of values; None without a price."""
    return None if data.review_cost is None else float(np.average(data.review_cost, weights=data.weight))


def _list_size(judge: Judge, listed: ClassifiedSet | None) -> float | None:
    if listed is not None:
        return float(item_weights(listed.n_items, listed.weight).sum())
    return None if judge.plan.list_size is None else float(judge.plan.list_size)
