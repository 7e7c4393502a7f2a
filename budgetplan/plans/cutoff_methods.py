"""Every way to a cutoff for one model: from theory, learnt on validation, or tuned on the test items (METHODS S4, S5).

The recommended answers need none (METHODS 0.10): what is found here stands beside them for comparison. Only a goal for
errors is planned by a cutoff: the lowest at which few enough accepted answers are wrong, guaranteed.
The cutoffs that are tried are places among the confidences of the validation items, or of the one labelled set: no label has a
say in them. So the exact test may be read on the test items, one labelled set too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.special import betaincc, expit, logit

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.core.answers import LOWEST, Payoffs, decide
from budgetplan.domain.decision import Estimate
from budgetplan.domain.labelled import ClassifiedSet, Predictions
from budgetplan.domain.plan import Plan
from budgetplan.domain.utilities import NO_ANSWER
from budgetplan.errors import UsageError
from budgetplan.lists.estimates import estimate
from budgetplan.models.bounds import lowest_cutoff_within
from budgetplan.models.scaling import dealt
from budgetplan.models.thresholds import TIE, accepted, empirical, empirical_of_parts
from budgetplan.models.value import (
    Counts,
    WorthTable,
    count,
    item_weights,
    values_if_accepted,
    values_if_deferred,
    worth_matrix,
)
from budgetplan.models.voc import accepted_at
from budgetplan.plans.bench import Pooled, Sampler, same_model

ALPHA = 0.1
"""The guarantee holds with 90 % confidence."""
STEPS = 20
"""So many places among the confidences are tried as a guaranteed cutoff."""
MOST = 1e9
"""More test items than this are as good as none that would do."""
RouteKey = Literal["all", "raw", "calibrated", "learnt", "by_class", "ceiling", "relabel", "guaranteed"]
"""How a cutoff is found: accept everything; from theory, on stated or calibrated probabilities; learnt on
validation, one or one for each class; learnt on the test items themselves, a ceiling and never a result; or no
cutoff: the answer of greatest expected value, accepted by that value; or the lowest that guarantees few wrong ones."""


@dataclass(frozen=True, eq=False)
class Route:
    """One way to a cutoff, and what it is worth on the test items.

    ``cutoff``: the one cutoff on stated confidences, None where there is one for each class or a rule on all
    probabilities. ``answers`` shape (n,): the classes that this route answers, ``correct`` whether that is right.
    ``per_item`` shape (n,): value of each test item, review costs taken off. ``replicates`` shape (resamples,) or None.
    ``relabelled``: weighted accepted items whose answer is not the most probable class. ``theory``: the one cutoff of
    theory on calibrated confidences. ``by_class`` shape (C,): a learnt cutoff for each predicted class, None on other
    routes.
    """

    key: RouteKey
    cutoff: float | None
    answers: IntArray
    correct: BoolArray
    accepted: BoolArray
    per_item: FloatArray
    counts: Counts
    value: Estimate
    replicates: FloatArray | None
    relabelled: float = 0.0
    theory: float | None = None
    by_class: FloatArray | None = None

    def by_answer(self, data: ClassifiedSet) -> list[FloatArray]:
        """Return how many items are accepted, and how many of these wrongly, by the answer given, shape (C,) each."""
        weight, accepted = item_weights(data.n_items, data.weight), self.accepted
        each = (weight * accepted, weight * (accepted & ~self.correct))
        return [np.bincount(self.answers, one, data.n_classes).astype(np.float64) for one in each]


@dataclass(frozen=True, eq=False)
class Judged:
    """One model on the test items. ``missing`` has of each route that cannot be taken the key of why.

    Attributes
    ----------
    calibrated
        Its statements as often right as they say, of one labelled set each by what other folds gave.
    power
        What its probabilities are raised to for that; of several models together: their mean.
    deployed
        The route by which it is compared: that of the plan, by what answers are expected to be worth.
    """

    predictions: Predictions
    correct: BoolArray
    routes: Mapping[RouteKey, Route]
    missing: Mapping[RouteKey, str]
    accuracy: float
    calibrated: Predictions
    power: float
    deployed: Route

    @property
    def name(self) -> str:
        """The model's name."""
        return self.predictions.name

    @property
    def temperature(self) -> float | None:
        """What the logarithms of its probabilities are divided by, or those of the mean; None of a model without any."""
        return None if self.predictions.probabilities is None else 1 / self.power


def worth_of_deferring(table: WorthTable, data: ClassifiedSet) -> FloatArray:
    """Return what leaving each item to others is worth, review costs taken off (METHODS S2), shape (n,)."""
    worth = values_if_deferred(table, data.truth)
    return worth if data.review_cost is None else worth - data.review_cost


def judge(
    plan: Plan,
    table: WorthTable,
    validation: ClassifiedSet | None,
    test: ClassifiedSet,
    sampler: Sampler,
    model: Predictions,
    pool: Pooled,
    n_models: int,
) -> Judged:
    """Return a model with the value of every route to a cutoff that can be taken.

    Parameters
    ----------
    pool
        The model, as sure as it is right.
    n_models
        Of so many models at once errors are guaranteed: as many as the test items choose among.

    Raises
    ------
    UsageError
        If there is one labelled set, of one item or group.
    """
    assert plan.deferral is not None
    sure, cost, weight, known = model.confidence, test.review_cost, test.weight, model.predicted
    if_accepted, if_deferred = values_if_accepted(table, known, test.truth), worth_of_deferring(table, test)
    p, worths, free = pool.probability, worth_matrix(table, len(test.unknown)), np.zeros(test.n_items)
    payoffs, top = Payoffs(worths[:-1], worths[-1], worths[-1]), p.argmax(axis=1)
    missing = dict[RouteKey, str]()
    taken: dict[RouteKey, tuple[BoolArray, float | None, IntArray]] = {
        "all": (np.ones(test.n_items, dtype=bool), 0.0, known)
    }
    if model.scaling is not None:
        missing["raw"] = "raw" if model.scaling.rates is None else "answers"
    else:
        items, cutoff = accepted(table, known, sure, model.probabilities, cost)
        if items is None:
            missing["raw"] = "costs" if cost is not None and np.ptp(cost) > 0 else "cells"
        else:
            taken["raw"] = items, cutoff, known
    items = decide(p, payoffs, free, -1.0, relabel=False, leaving=cost).answered
    theory = accepted(table, top, p.max(axis=1), None, cost)[1]
    # No answer is less sure than one of C equally probable ones.
    if theory is not None and items.all() and theory * test.n_classes <= 1:
        theory = 0.0
    taken["calibrated"] = items, _stated(pool, theory), top
    by_class = None
    if validation is None:
        folds = dealt(test, plan.seed)
        if folds is None:
            raise UsageError("One labelled set is judged in folds, which takes at least two items or groups")
        others = [folds != fold for fold in range(int(folds.max()) + 1)]
        cutoffs = empirical_of_parts(others, sure, if_accepted, if_deferred, table.scale, weight)
        learnt = empirical(sure, if_accepted, if_deferred, table.scale, weight).cutoff
        taken["learnt"] = sure >= cutoffs[folds], learnt, known
        missing["by_class"] = "by_class"
    else:
        said = same_model(validation, model.name)
        worth = values_if_accepted(table, said.predicted, validation.truth)
        given = said.confidence, worth, worth_of_deferring(table, validation), table.scale, validation.weight
        learnt = empirical(*given).cutoff
        taken["learnt"] = sure >= learnt, learnt, known
        by_class = empirical_of_parts([said.predicted == code for code in range(table.n_classes)], *given)
        taken["by_class"] = sure >= by_class[known], None, known
    if plan.deferral.relabel and model.probabilities is None:
        missing["relabel"] = "relabel"
    elif plan.deferral.relabel:
        chosen = decide(p, payoffs, free, -1.0, relabel=True, leaving=cost)
        taken["relabel"] = chosen.answered, None, np.where(chosen.answered, chosen.answer, top)
    best = empirical(sure, if_accepted, if_deferred, table.scale, weight).cutoff
    taken["ceiling"] = sure >= best, best, known
    correct = known == test.truth
    if NO_ANSWER in test.classes:  # where the model gives no answer, none stands
        gives = known != test.classes.index(NO_ANSWER)
        taken = {key: (items & gives, cutoff, answers) for key, (items, cutoff, answers) in taken.items()}
    if plan.deferral.most_wrong is not None:
        tried = cutoffs_to_try(same_model(validation or test, model.name))
        risk = float(plan.deferral.most_wrong)
        cutoff = lowest_cutoff_within(risk, sure, correct, tried, ALPHA / n_models)
        taken["guaranteed"] = sure >= cutoff, cutoff, known
    per_item = [
        np.where(items, values_if_accepted(table, answers, test.truth), if_deferred)
        for items, _, answers in taken.values()
    ]
    # In one pass, since reading the resamples takes longest.
    replicates, routes = sampler.replicates(np.stack(per_item)), dict[RouteKey, Route]()
    for place, (key, (items, cutoff, answers)) in enumerate(taken.items()):
        right, each = answers == test.truth, per_item[place]
        drawn = None if replicates is None else replicates[:, place].copy()
        routes[key] = Route(
            key,
            cutoff,
            answers,
            right,
            items,
            each,
            count(right, items, weight),
            estimate(float(np.average(each, weights=weight)), drawn),
            drawn,
            relabelled=float(item_weights(test.n_items, weight) @ (items & (answers != top)))
            if key == "relabel"
            else 0.0,
            theory=theory if key == "calibrated" else None,
            by_class=by_class if key == "by_class" else None,
        )
    deployed: tuple[RouteKey, ...] = ("guaranteed", "relabel", "calibrated")
    return Judged(
        model,
        correct,
        routes,
        missing,
        float(np.average(correct, weights=weight)),
        pool.labelled,
        pool.power,
        next(routes[key] for key in deployed if key in routes),
    )


def _stated(pool: Pooled, cutoff: float | None) -> float | None:
    """Return the stated confidence of two classes that is as sure as a calibrated one; None where none is."""
    if cutoff is None or len(pool.members) > 1 or pool.test.n_classes != 2:
        return None
    if not 0 < cutoff < 1:
        return cutoff
    odds = float(logit(cutoff)) / pool.power
    return np.inf if odds > -np.log(LOWEST) else float(expit(odds))


def check_exact(test: ClassifiedSet) -> None:
    """Refuse items of which the test would not be exact."""
    if test.weight is not None or test.group is not None:
        raise UsageError(
            "A share of wrong answers can be guaranteed only by test items that are independent and count once: leave "
            "out goal.most_wrong, or table.group and table.weight if the items are independent after all"
        )


def cutoffs_to_try(validation: Predictions) -> FloatArray:
    """Return the cutoffs on a model's stated confidence, none of which knows the label of a test item."""
    places = np.arange(STEPS) / STEPS
    return np.unique(np.quantile(validation.confidence, places, method="lower"))


def items_needed(
    risk: float, confidence: FloatArray, correct: BoolArray, cutoffs: FloatArray, n_models: int
) -> float:
    """Return how many test items would guarantee the risk, at the cutoff where the fewest do; inf if none would.

    If as many of the answers are accepted, and as many of these are right, as of the items seen.

    Examples
    --------
    None wrong of ten, all accepted: 44 items (0.95^44 > 0.1) are one too few.

    >>> items_needed(0.05, np.full(10, 0.9), np.ones(10, dtype=bool), np.array([0.5]), n_models=1)
    45.0
    """
    right, wrong = accepted_at(cutoffs, correct, confidence)
    taken = (right + wrong)[right + wrong > 0]
    rate = wrong[right + wrong > 0] / taken
    few, many = np.zeros(len(taken)), np.full(len(taken), MOST)
    while (many - few > 1).any():
        middle = np.floor((few + many) / 2)
        shown = betaincc(rate * middle + 1, (1 - rate) * middle, risk) <= ALPHA / n_models
        few, many = np.where(shown, few, middle), np.where(shown, middle, many)
    needed = np.where(many < MOST, many, np.inf) * len(confidence) / taken
    return float(np.ceil(needed.min(initial=np.inf)))


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

    def greatest(values: FloatArray, unit: float, *, prefer_chosen: bool = True) -> str:
        """Of equal ones the recommended, the cheaper, a single one, the one that leaves fewer, by name."""

        def rank(at: int) -> tuple[float, bool, float, str]:
            model, counts = judged[at].predictions, judged[at].deployed.counts
            return model.cost, bool(model.members), -counts.coverage, model.name

        tied = np.flatnonzero(values >= values.max() - TIE * unit).tolist()
        first = names.index(chosen)
        return names[first if prefer_chosen and first in tied else min(tied, key=rank)]

    value = np.array([each.deployed.value.value for each in judged])
    alone = np.where([bool(each.members) for each in said], -np.inf, value)
    accuracy = np.array(
        [float(np.average(each.predicted == data.truth, weights=data.weight)) for each in said]
    )
    cost = np.array([error_cost(table, data, each.predicted) for each in said])
    return Choice(
        chosen=chosen,
        single=greatest(alone, table.scale, prefer_chosen=False),
        by_accuracy=greatest(accuracy, 1.0),
        by_error_cost=greatest(-cost, table.scale),
        accuracy=dict(zip(names, accuracy.tolist(), strict=True)),
        error_cost=dict(zip(names, cost.tolist(), strict=True)),
    )


def error_cost(table: WorthTable, data: ClassifiedSet, predicted: IntArray) -> float:
    """Return the mean cost of errors where every answer is accepted (S24 4.2.2: (N_fn k_fn + N_fp k_fp) / N).

    An error costs the value of leaving the item less the value of the answer; right answers cost nothing.
    """
    lost = values_if_deferred(table, data.truth) - values_if_accepted(table, predicted, data.truth)
    return float(np.average(np.where(predicted == data.truth, 0.0, lost), weights=data.weight))
