"""Whether more labels are worth their price before a classifier is chosen, and how many settle it (METHODS L).

An action is a model with its cutoff; one is to leave everything to people. Labels count where the choice is made: on
the validation items, where there are some, else on the one labelled set.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.domain.decision import LabelsWorth, Settling
from budgetplan.domain.labelled import ClassifiedSet
from budgetplan.intervals.labels import settle, share_that_decides, weigh
from budgetplan.metrics.answers.thresholds import ABSTAIN
from budgetplan.metrics.answers.value import item_weights, values_if_accepted, values_if_deferred
from budgetplan.planning.defer.choice import Choice
from budgetplan.planning.defer.cutoff_methods import Judge, Judged, same_model, worth_of_deferring
from budgetplan.planning.defer.list_answers import answers_on_list

SHARES = np.linspace(0.0, 0.95, 20)
"""Besides its own, a model may have the cutoff that leaves out so much of the items, or all of them."""
PER = 1000
"""Worths are for so many items where nobody said how many a model is to answer."""


def labels_worth(
    judge: Judge,
    judged: Sequence[Judged],
    choice: Choice,
    close: Sequence[str],
    listed: ClassifiedSet | None,
    *,
    used: bool,
) -> LabelsWorth | None:
    """Return what more labels are worth; None where nothing was resampled or value is not what decides.

    Parameters
    ----------
    judge, judged, choice
        The models, what judged them, and the choice among them.
    close
        Models that may do as well as the chosen one.
    listed
        The whole of the project's list, with what the models say of it.
    used
        Whether the chosen model is to answer anything.
    """
    deferral, data = judge.plan.deferral, judge.known
    assert deferral is not None
    if choice.reached is None or deferral.most_wrong is not None:
        return None
    size = _list_size(judge, listed)
    scale = PER if size is None else size
    objective = scale * objective_of(judge, judged, choice.reached)
    if objective.shape[1] < 2 or not len(objective):
        return None
    chosen = next(one for one in judged if one.name == choice.chosen)
    beyond = None if size is None else beyond_plan(judge, chosen if used else None, listed)
    return weigh(
        objective,
        "money" if deferral.worths.unit == "money" else "right answers",
        data.n_items,
        size,
        (price_of_label(judge.test if listed is None else listed), beyond),
        _settling(judge, judged, choice, close, listed, scale) if used else (),
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


def beyond_plan(judge: Judge, chosen: Judged | None, listed: ClassifiedSet | None) -> float | None:
    """Return what a label of a random item costs that the plan does not spend, on average, never below 0.

    People review what the chosen model (None: no model) leaves to them anyway. Of what it answers, a label mends what
    is worth more in their hands. None without a price.
    """
    test, data = judge.test, judge.test if listed is None else listed
    if data.review_cost is None:
        return None
    if chosen is None:
        return 0.0
    answered = _outcomes(judge, chosen, listed) != ABSTAIN
    cost = float(np.average(answered * data.review_cost, weights=data.weight))
    left = values_if_deferred(judge.table, test.truth)
    given = values_if_accepted(judge.table, chosen.deployed.answers, test.truth)
    mended = chosen.deployed.accepted * np.maximum(left - given, 0.0)
    return max(cost - float(np.average(mended, weights=test.weight)), 0.0)


def _list_size(judge: Judge, listed: ClassifiedSet | None) -> float | None:
    if listed is not None:
        return float(item_weights(listed.n_items, listed.weight).sum())
    return None if judge.plan.list_size is None else float(judge.plan.list_size)


def _settling(
    judge: Judge,
    judged: Sequence[Judged],
    choice: Choice,
    close: Sequence[str],
    listed: ClassifiedSet | None,
    scale: float,
) -> list[Settling]:
    """Return how many labels settle the choice between the chosen model and each that may do as well."""
    assert choice.reached is not None
    reached = scale * choice.reached[~np.isnan(choice.reached).any(axis=1)]
    names = [one.name for one in judged]
    place = names.index(choice.chosen)
    own, given = reached[:, place], _outcomes(judge, judged[place], listed)
    weight = judge.test.weight if listed is None else listed.weight
    found = []
    for at, one in enumerate(judged):  # models, not items
        if one.name not in close:
            continue
        differs = np.asarray(given != _outcomes(judge, one, listed), dtype=np.float64)
        share = share_that_decides(differs, np.zeros(len(differs)), weight)
        found.append(settle(one.name, own, reached[:, at], judge.known.n_items, share))
    return found


def _outcomes(judge: Judge, one: Judged, listed: ClassifiedSet | None) -> IntArray:
    """Return what a model answers of each item at its own cutoff, or that it leaves it: of the list, else of the test items."""
    if listed is not None:
        return answers_on_list(judge.table, one, listed)
    return np.where(one.deployed.accepted, one.deployed.answers, ABSTAIN)
