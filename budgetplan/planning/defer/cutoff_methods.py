"""Every way to a cutoff for one model: from theory, learnt on validation, or tuned on the test items (METHODS S4, S5).

The recommended answers need none (METHODS 0.10): what is found here stands beside them for comparison.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

import numpy as np
from scipy.special import expit, logit

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.core.answers import LOWEST
from budgetplan.domain.decision import Estimate
from budgetplan.domain.labelled import ClassifiedSet, Predictions
from budgetplan.domain.plan import Plan
from budgetplan.errors import UsageError
from budgetplan.intervals.estimates import estimate
from budgetplan.metrics.answers.thresholds import accepted, cross_fit, empirical, empirical_by_class
from budgetplan.metrics.answers.value import (
    Counts,
    WorthTable,
    count,
    predict,
    values_if_accepted,
    values_if_deferred,
)
from budgetplan.planning.defer.guaranteed import cutoffs_to_try, lowest_guaranteed
from budgetplan.planning.defer.list_answers import decided
from budgetplan.planning.defer.pooling import PooledAnswers, same_model
from budgetplan.planning.defer.sampler import Sampler
from budgetplan.planning.defer.scaling import dealt

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

    def by_answer(self, data: ClassifiedSet) -> tuple[FloatArray, FloatArray]:
        """Return how many items are accepted, and how many of these wrongly, by the answer given, shape (C,) each."""
        weight = np.ones(data.n_items) if data.weight is None else data.weight
        alone, wrong = (
            np.bincount(self.answers, weight * rows, data.n_classes).astype(np.float64)
            for rows in (self.accepted, self.accepted & ~self.correct)
        )
        return alone, wrong


@dataclass(frozen=True, eq=False)
class Judged:
    """One model on the test items. ``missing`` has of each route that cannot be taken the key of why.

    Attributes
    ----------
    calibrated
        Its statements as often right as they say, of one labelled set each by what other folds gave.
    power
        What its probabilities are raised to for that; None of several models together.
    deployed
        The route by which it is compared: that of the plan, by what answers are expected to be worth.
    """

    predictions: Predictions
    correct: BoolArray
    routes: Mapping[RouteKey, Route]
    missing: Mapping[RouteKey, str]
    accuracy: float
    calibrated: Predictions
    power: float | None
    deployed: Route

    @property
    def name(self) -> str:
        """The model's name."""
        return self.predictions.name

    @property
    def temperature(self) -> float | None:
        """What the logarithms of its probabilities are divided by; None of several models together."""
        return None if self.power is None or self.predictions.probabilities is None else 1 / self.power


def worth_of_deferring(table: WorthTable, data: ClassifiedSet) -> FloatArray:
    """Return what leaving each item to others is worth, review costs taken off (METHODS S2), shape (n,)."""
    worth = values_if_deferred(table, data.truth)
    return worth if data.review_cost is None else worth - data.review_cost


class Judge:
    """Takes one model through every route to a cutoff; ``pools``: what each model is made as sure as it is right by."""

    def __init__(
        self,
        plan: Plan,
        table: WorthTable,
        validation: ClassifiedSet | None,
        test: ClassifiedSet,
        sampler: Sampler,
        pools: Mapping[str, PooledAnswers],
    ) -> None:
        self.plan, self.table, self.validation, self.test, self.pools = plan, table, validation, test, pools
        self.sampler = sampler
        self.known = test if validation is None else validation
        self.folds = dealt(self.known, plan.seed)
        if validation is None and self.folds is None:
            raise UsageError("One labelled set is judged in folds, which takes at least two items or groups")

    def judge(self, model: Predictions) -> Judged:
        """Return the model with the value of every route that can be taken."""
        self.model, self.correct = model, model.predicted == self.test.truth
        self.if_accepted = values_if_accepted(self.table, model.predicted, self.test.truth)
        self.if_deferred = worth_of_deferring(self.table, self.test)
        self.routes: dict[RouteKey, Route] = {}
        self.missing: dict[RouteKey, str] = {}
        self._take("all", np.ones(self.test.n_items, dtype=bool), 0.0)
        if model.scaling is None:
            given = model.predicted, model.confidence, model.probabilities
            found = accepted(self.table, *given, self.test.review_cost)
            if found.items is None:
                self.missing["raw"] = found.missing
            else:
                self._take("raw", found.items, found.cutoff)
        else:
            self.missing["raw"] = "raw" if model.scaling.rates is None else "answers"
        pool = self.pools[model.name]
        self._by_value("calibrated", pool, relabel=False)
        self._learnt()
        assert self.plan.deferral is not None
        if self.plan.deferral.relabel:
            if model.probabilities is None:
                self.missing["relabel"] = "relabel"
            else:
                self._by_value("relabel", pool, relabel=True)
        best = empirical(
            model.confidence, self.if_accepted, self.if_deferred, self.table.scale, self.test.weight
        )
        self._take("ceiling", model.confidence >= best.cutoff, best.cutoff)
        if self.plan.deferral.most_wrong is not None:
            self._guaranteed(float(self.plan.deferral.most_wrong))
        self._resample()
        predicted, confidence = predict(pool.test)
        keys: tuple[RouteKey, ...] = ("guaranteed", "relabel", "calibrated")
        return Judged(
            model,
            self.correct,
            MappingProxyType(self.routes),
            MappingProxyType(self.missing),
            float(np.average(self.correct, weights=self.test.weight)),
            replace(model, predicted=predicted, confidence=confidence, probabilities=pool.test),
            pool.power,
            next(self.routes[key] for key in keys if key in self.routes),
        )

    def _take(
        self,
        key: RouteKey,
        items: BoolArray,
        cutoff: float | None,
        answers: IntArray | None = None,
        **more: float | FloatArray | None,
    ) -> None:
        """Take a route; :meth:`_resample` says how sure its value is."""
        answers = self.model.predicted if answers is None else answers
        correct = answers == self.test.truth
        worth = np.where(items, values_if_accepted(self.table, answers, self.test.truth), self.if_deferred)
        value = Estimate(float(np.average(worth, weights=self.test.weight)))
        counts = count(correct, items, self.test.weight)
        route = Route(key, cutoff, answers, correct, items, worth, counts, value, None)
        self.routes[key] = replace(route, **more)  # type: ignore[arg-type]

    def _resample(self) -> None:
        """Say how sure the routes are: in one pass, since reading the resamples takes longest."""
        rows = np.stack([route.per_item for route in self.routes.values()])
        replicates = self.sampler.replicates(rows)
        for place, (key, route) in enumerate(self.routes.items()):
            drawn = None if replicates is None else replicates[:, place].copy()
            self.routes[key] = replace(route, value=estimate(route.value.value, drawn), replicates=drawn)

    def _by_value(self, key: RouteKey, pool: PooledAnswers, *, relabel: bool) -> None:
        """Answer where that is expected to be worth at least leaving the item."""
        chosen = decided(self.table, pool.test, self.test.review_cost, relabel=relabel)
        if relabel:
            changed = chosen.accepted & (chosen.answer != pool.test.argmax(axis=1))
            weight = np.ones(self.test.n_items) if self.test.weight is None else self.test.weight
            self._take(key, chosen.accepted, None, chosen.answer, relabelled=float(weight @ changed))
            return
        given = chosen.answer, pool.test.max(axis=1), pool.test
        cutoff = accepted(self.table, *given, self.test.review_cost).cutoff
        # No answer is less sure than one of C equally probable ones.
        if cutoff is not None and chosen.accepted.all() and cutoff * self.test.n_classes <= 1:
            cutoff = 0.0
        self._take(key, chosen.accepted, self._stated(pool, cutoff), chosen.answer, theory=cutoff)

    def _stated(self, pool: PooledAnswers, cutoff: float | None) -> float | None:
        """Return the stated confidence of two classes that is as sure as a calibrated one; None where none is."""
        if cutoff is None or pool.power is None or self.test.n_classes != 2:
            return None
        if not 0 < cutoff < 1:
            return cutoff
        odds = float(logit(cutoff)) / pool.power
        return np.inf if odds > -np.log(LOWEST) else float(expit(odds))

    def _guaranteed(self, risk: float) -> None:
        """Take the lowest cutoff that guarantees a share of wrong answers, for every model at once."""
        known = None if self.validation is None else same_model(self.validation, self.model)
        n_models = len(self.test.models)
        cutoff = lowest_guaranteed(risk, self.model.confidence, self.correct, cutoffs_to_try(known), n_models)
        self._take("guaranteed", self.model.confidence >= cutoff, cutoff)

    def _learnt(self) -> None:
        """Take the learnt cutoffs: from validation, or cross-fitted on the one labelled set."""
        table, model, validation, test = self.table, self.model, self.validation, self.test
        if validation is None:
            assert self.folds is not None
            fitted = cross_fit(
                model.confidence, self.if_accepted, self.if_deferred, table.scale, self.folds, test.weight
            )
            self._take("learnt", model.confidence >= fitted.cutoffs[self.folds], fitted.in_sample.cutoff)
            self.missing["by_class"] = "by_class"
            return
        other = same_model(validation, model)
        worth = (
            values_if_accepted(table, other.predicted, validation.truth),
            worth_of_deferring(table, validation),
        )
        learnt = empirical(other.confidence, *worth, table.scale, validation.weight)
        self._take("learnt", model.confidence >= learnt.cutoff, learnt.cutoff)
        cutoffs, _ = empirical_by_class(
            table.n_classes, other.predicted, other.confidence, *worth, table.scale, validation.weight
        )
        self._take("by_class", model.confidence >= cutoffs[model.predicted], None, by_class=cutoffs)
