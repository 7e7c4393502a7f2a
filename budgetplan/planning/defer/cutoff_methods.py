"""Every way to a cutoff for one model: from theory, learnt on validation, or tuned on the test items (METHODS S4, S5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.domain.decision import Estimate
from budgetplan.domain.labelled import ClassifiedSet, Predictions
from budgetplan.domain.plan import Plan
from budgetplan.errors import UsageError
from budgetplan.intervals.estimates import estimate
from budgetplan.intervals.few import answered, stake
from budgetplan.metrics.answers.calibration import fit_temperature, logits, scale
from budgetplan.metrics.answers.decimals import difference
from budgetplan.metrics.answers.thresholds import (
    ABSTAIN,
    assign_folds,
    bayes,
    cross_fit,
    empirical,
    empirical_by_class,
    expected_values,
    gate,
    theoretical_by_class,
)
from budgetplan.metrics.answers.value import Counts, WorthTable, count, values_if_accepted, values_if_deferred
from budgetplan.metrics.resampling.cutoffs import lost_by_resampling
from budgetplan.planning.defer.sampler import Sampler

FOLDS = 5
"""Folds of cross-fitting, where there is one labelled set."""

RouteKey = Literal["all", "raw", "calibrated", "learnt", "by_class", "ceiling", "relabel"]
"""How a cutoff is found: accept everything; from theory, on stated or calibrated probabilities; learnt on
validation, one or one for each class; learnt on the test items themselves, a ceiling and never a result; or no
cutoff: the answer of greatest expected value, accepted by that value."""


@dataclass(frozen=True, eq=False)
class Route:
    """One way to a cutoff, and what it is worth on the test items.

    ``cutoff``: the one cutoff, None where there is one for each class or a rule on all probabilities.
    ``correct`` shape (n,): whether the answer of this route is right. ``per_item`` shape (n,): value of each
    test item, review costs taken off. ``replicates`` shape (resamples,) or None. ``relabelled``: weighted
    accepted items whose answer is not the most probable class. ``stakes`` shape (n,): by how much a wrong answer
    lowers each item's value. ``unseen``: what a first answer may be worth, where none is accepted
    (:func:`budgetplan.intervals.few.answered`). ``drift``: by how much replicates whose cutoffs are learnt again
    lie above the value on average.
    """

    key: RouteKey
    cutoff: float | None
    correct: BoolArray
    accepted: BoolArray
    per_item: FloatArray
    counts: Counts
    value: Estimate
    replicates: FloatArray | None
    stakes: FloatArray
    unseen: tuple[float, float] | None
    relabelled: float = 0.0
    drift: float = 0.0

    def unsure(self, found: Estimate, data: ClassifiedSet, own: IntArray | slice = slice(None)) -> Estimate:
        """Return a value of the route as unsure as few wrong answers make it; ``own``: among some items alone."""
        weight = None if data.weight is None else data.weight[own]
        group = None if data.group is None else data.group[own]
        items = self.accepted[own], self.correct[own], self.stakes[own]
        return answered(found, *items, self.unseen, weight, group)


@dataclass(frozen=True, eq=False)
class Judged:
    """One model on the test items. ``missing`` has of each route that cannot be taken the key of why."""

    predictions: Predictions
    correct: BoolArray
    routes: Mapping[RouteKey, Route]
    missing: Mapping[RouteKey, str]
    accuracy: float
    temperature: float | None

    @property
    def name(self) -> str:
        """The model's name."""
        return self.predictions.name

    @property
    def deployed(self) -> Route:
        """The route that is recommended: by expected value where the plan asks for it, else learnt."""
        return self.routes.get("relabel", self.routes["learnt"])

    @property
    def calibrated(self) -> FloatArray | None:
        """Calibrated probabilities of all classes, shape (n, C); None where there are none."""
        return calibrated_by(self.predictions, self.temperature)


def calibrated_by(model: Predictions, temperature: float | None) -> FloatArray | None:
    """Return a model's probabilities at a temperature, shape (n, C); None where there are none."""
    if model.scaling is not None:  # made of decision values on validation items: calibrated as they are
        return model.probabilities
    if model.probabilities is None or temperature is None:
        return None
    return scale(logits(model.probabilities), temperature)


def worth_of_deferring(table: WorthTable, data: ClassifiedSet) -> FloatArray:
    """Return what leaving each item to others is worth, review costs taken off (METHODS S2), shape (n,)."""
    worth = values_if_deferred(table, data.truth)
    return worth if data.review_cost is None else worth - data.review_cost


def net_table(table: WorthTable, review_cost: FloatArray | None) -> WorthTable:
    """Return the values with the cost of a review, where all cost the same, taken off abstaining."""
    if review_cost is None or not len(review_cost):
        return table
    less = np.vectorize(lambda value: difference(value, review_cost[0]), otypes=[np.float64])
    return replace(table, r=less(table.r), unknown_r=less(table.unknown_r))


def answers_by_value(
    table: WorthTable, probabilities: FloatArray, review_cost: FloatArray | None
) -> IntArray:
    """Return the answer of greatest expected value to each item, or ABSTAIN, shape (n,)."""
    if review_cost is not None and np.ptp(review_cost) > 0:
        return bayes(table, probabilities, review_cost)
    return bayes(net_table(table, review_cost), probabilities)


def same_model(data: ClassifiedSet, model: Predictions) -> Predictions:
    """Return what the same model says of another set."""
    return next(one for one in data.models if one.name == model.name)


class Judge:
    """Takes one model through every route to a cutoff."""

    def __init__(
        self,
        plan: Plan,
        table: WorthTable,
        validation: ClassifiedSet | None,
        test: ClassifiedSet,
        sampler: Sampler,
    ) -> None:
        self.plan, self.table, self.validation, self.test, self.sampler = (
            plan,
            table,
            validation,
            test,
            sampler,
        )

    def judge(self, model: Predictions) -> Judged:
        """Return the model with the value of every route that can be taken."""
        self.model, self.correct = model, model.predicted == self.test.truth
        self.if_accepted = values_if_accepted(self.table, model.predicted, self.test.truth)
        self.if_deferred = worth_of_deferring(self.table, self.test)
        self.routes: dict[RouteKey, Route] = {}
        self.missing: dict[RouteKey, str] = {}
        self._take("all", np.ones(self.test.n_items, dtype=bool), 0.0)
        if model.scaling is None:
            self._by_theory("raw", model.probabilities)
        else:
            self.missing["raw"] = "raw"
        temperature = self._calibrated()
        self._learnt()
        if self.plan.deferral is not None and self.plan.deferral.relabel:
            self._relabel(temperature)
        best = empirical(
            model.confidence, self.if_accepted, self.if_deferred, self.table.scale, self.test.weight
        )
        self._take("ceiling", model.confidence >= best.cutoff, best.cutoff)
        accuracy = float(np.average(self.correct, weights=self.test.weight))
        routes, missing = MappingProxyType(self.routes), MappingProxyType(self.missing)
        return Judged(model, self.correct, routes, missing, accuracy, temperature)

    def _take(
        self, key: RouteKey, accepted: BoolArray, cutoff: float | None, per_item: FloatArray | None = None
    ) -> None:
        worth = np.where(accepted, self.if_accepted, self.if_deferred) if per_item is None else per_item
        value, replicates = self.sampler.mean(worth)
        counts = count(self.correct, accepted, self.test.weight)
        staked = stake(self.table, self.model.predicted), None if cutoff == np.inf else self._unseen()
        route = Route(key, cutoff, self.correct, accepted, worth, counts, value, replicates, *staked)
        self.routes[key] = replace(route, value=route.unsure(value, self.test))

    def _unseen(self) -> tuple[float, float]:
        """Return the most and the least that an answer may be worth more than leaving the item."""
        cost = self.test.review_cost
        more = self.table.v - self.table.r + (0.0 if cost is None or not len(cost) else float(cost.mean()))
        return float(more.max()), float(more.min())

    def _repeat(self, folds: IntArray) -> None:
        """Give the cross-fitted value the noise of its cutoffs, too: they are learnt again in every resample."""
        worth = self.model.confidence, self.if_accepted, self.if_deferred, self.table.scale
        replicates, route = self.sampler.cross_fitted(*worth, folds), self.routes["learnt"]
        if replicates is not None:
            drift = lost_by_resampling(route.value.value, replicates)
            value = route.unsure(estimate(route.value.value, replicates - drift), self.test)
            self.routes["learnt"] = replace(route, value=value, replicates=replicates, drift=drift)

    def _by_theory(self, key: RouteKey, probabilities: FloatArray | None) -> None:
        """Take the cutoff of theory: the gate on all probabilities, else one cutoff where one is enough."""
        cost = self.test.review_cost
        if cost is not None and np.ptp(cost) > 0:
            self._by_item_cost(key, probabilities, cost)
            return
        cutoffs = self._cutoffs_of_theory()
        one = float(cutoffs[0]) if cutoffs is not None and np.ptp(cutoffs) == 0 else None
        predicted = self.model.predicted
        if probabilities is not None:
            confidence = probabilities[np.arange(len(predicted)), predicted]
            accepted = (
                confidence >= one if one is not None else gate(self._net_table(), probabilities, predicted)
            )
            self._take(key, accepted, one)
        elif one is not None:
            self._take(key, self.model.confidence >= one, one)
        elif cutoffs is not None:
            self._take(key, self.model.confidence >= cutoffs[predicted], None)
        else:
            self.missing[key] = "cells"

    def _net_table(self) -> WorthTable:
        return net_table(self.table, self.test.review_cost)

    def _by_item_cost(self, key: RouteKey, probabilities: FloatArray | None, cost: FloatArray) -> None:
        """Accept where the answer is expected to be worth at least abstaining less this item's own review cost."""
        if probabilities is None:
            self.missing[key] = "costs"
            return
        answer, abstain = expected_values(self.table, probabilities)
        own = answer[np.arange(len(cost)), self.model.predicted]
        self._take(key, own >= abstain - cost - 1e-12 * self.table.scale, None)

    def _cutoffs_of_theory(self) -> FloatArray | None:
        """Return a cutoff by class, or None where only the gate on all probabilities decides."""
        try:
            return theoretical_by_class(self._net_table())
        except ValueError:  # of one class wrong answers are worth having and right ones are not
            return None

    def _calibrated(self) -> float | None:
        """Take the cutoff of theory on calibrated probabilities; return the temperature."""
        if self.model.scaling is not None:
            self._by_theory("calibrated", self.model.probabilities)
            return None
        validation, stated = self.validation, self.model.probabilities
        seen = None if validation is None else same_model(validation, self.model).probabilities
        if validation is None or seen is None or stated is None:
            self.missing["calibrated"] = "calibrated"
            return None
        known = validation.truth < validation.n_classes
        weight = None if validation.weight is None else validation.weight[known]
        fitted = fit_temperature(logits(seen[known]), validation.truth[known], weight)
        if fitted.flag:
            told = "calibrated" if fitted.flag == "no items" else fitted.flag.replace(" ", "_")
            self.missing["calibrated"] = told
            return None
        self._by_theory("calibrated", calibrated_by(self.model, fitted.t))
        return fitted.t

    def _relabel(self, temperature: float | None) -> None:
        """Give the answer of greatest expected value, on calibrated probabilities where there are any."""
        test, stated = self.test, self.model.probabilities
        if stated is None:
            self.missing["relabel"] = "relabel"
            return
        calibrated = calibrated_by(self.model, temperature)
        probabilities = stated if calibrated is None else calibrated
        decided = answers_by_value(self.table, probabilities, test.review_cost)
        accepted = decided != ABSTAIN
        predicted = np.where(accepted, decided, self.model.predicted)
        changed = accepted & (predicted != self.model.predicted)
        correct = predicted == test.truth
        if_accepted = values_if_accepted(self.table, predicted, test.truth)
        worth = np.where(accepted, if_accepted, self.if_deferred)
        value, replicates = self.sampler.mean(worth)
        counts = count(correct, accepted, test.weight)
        relabelled = float(np.sum(changed if test.weight is None else changed * test.weight))
        staked = stake(self.table, predicted), self._unseen()
        route = Route(
            "relabel", None, correct, accepted, worth, counts, value, replicates, *staked, relabelled
        )
        self.routes["relabel"] = replace(route, value=route.unsure(value, test))

    def _learnt(self) -> None:
        """Take the learnt cutoffs: from validation, or cross-fitted on the one labelled set."""
        table, model, validation, test = self.table, self.model, self.validation, self.test
        if validation is None:
            folds = assign_folds(test.n_items, min(FOLDS, test.n_items), self.plan.seed, test.group)
            if folds.max() == 0:
                raise UsageError(
                    "One labelled set is judged in folds, which takes at least two items or groups"
                )
            fitted = cross_fit(
                model.confidence, self.if_accepted, self.if_deferred, table.scale, folds, test.weight
            )
            accepted = model.confidence >= fitted.cutoffs[folds]
            self._take("learnt", accepted, fitted.in_sample.cutoff, fitted.item_values)
            self._repeat(folds)
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
        self._take("by_class", model.confidence >= cutoffs[model.predicted], None)
