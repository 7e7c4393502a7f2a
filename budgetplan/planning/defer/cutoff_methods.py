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
from budgetplan.metrics.answers.accepting import Accepted, net_table
from budgetplan.metrics.answers.thresholds import ABSTAIN, bayes, cross_fit, empirical, empirical_by_class
from budgetplan.metrics.answers.value import Counts, WorthTable, count, values_if_accepted, values_if_deferred
from budgetplan.metrics.resampling.cutoffs import lost_by_resampling
from budgetplan.planning.defer.guaranteed import cutoffs_to_try, lowest_guaranteed
from budgetplan.planning.defer.sampler import Sampler
from budgetplan.planning.defer.theory import (
    Calibration,
    accept,
    calibrated,
    cross_calibrated,
    dealt,
    fit,
)

RouteKey = Literal["all", "raw", "calibrated", "learnt", "by_class", "ceiling", "relabel", "guaranteed"]
"""How a cutoff is found: accept everything; from theory, on stated or calibrated probabilities; learnt on
validation, one or one for each class; learnt on the test items themselves, a ceiling and never a result; or no
cutoff: the answer of greatest expected value, accepted by that value; or the lowest that guarantees few wrong ones."""


@dataclass(frozen=True, eq=False)
class Route:
    """One way to a cutoff, and what it is worth on the test items.

    ``cutoff``: the one cutoff, None where there is one for each class or a rule on all probabilities.
    ``answers`` shape (n,): the classes that this route answers, ``correct`` whether that is right. ``per_item`` shape (n,): value of each
    test item, review costs taken off. ``replicates`` shape (resamples,) or None. ``relabelled``: weighted
    accepted items whose answer is not the most probable class. ``stakes`` shape (n,): by how much a wrong answer
    lowers each item's value. ``unseen``: what a first answer may be worth, where none is accepted
    (:func:`budgetplan.intervals.few.answered`). ``drift``: by how much replicates whose cutoffs are learnt again
    lie above the value on average. ``calibration``: what the probabilities or confidences of new items are rescaled
    by before they are judged; None: by nothing. ``theory``: the one cutoff of theory on confidences so rescaled. ``by_class`` shape (C,): a
    learnt cutoff for each predicted class, None on other routes.
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
    stakes: FloatArray
    unseen: tuple[float, float] | None
    relabelled: float = 0.0
    drift: float = 0.0
    calibration: Calibration | None = None
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

    def unsure(self, found: Estimate, data: ClassifiedSet, own: IntArray | slice = slice(None)) -> Estimate:
        """Return a value of the route as unsure as few wrong answers make it; ``own``: among some items alone."""
        weight = None if data.weight is None else data.weight[own]
        group = None if data.group is None else data.group[own]
        items = self.accepted[own], self.correct[own], self.stakes[own]
        return answered(found, *items, self.unseen, weight, group)


@dataclass(frozen=True, eq=False)
class Judged:
    """One model on the test items. ``missing`` has of each route that cannot be taken the key of why.

    Attributes
    ----------
    calibration
        What rescales its probabilities or confidences; None where that cannot be fitted.
    calibrated
        Its statements so rescaled, of one labelled set each by what other folds gave; None as above.
    deployed
        The route that is recommended: by expected value where the plan asks for it; else theory on calibrated
        confidences, unless learnt cutoffs are firmly better or nothing else can be taken.
    known
        Its statements on the items on which everything is chosen, each calibrated by what other folds gave.
    held_out
        Shape (n,): what each of these items is worth, by a cutoff that its own fold did not give; None by expected
        value.
    learnt_over_theory
        By how much learnt cutoffs are worth more than those of theory there; None where there is but one of them.
    """

    predictions: Predictions
    correct: BoolArray
    routes: Mapping[RouteKey, Route]
    missing: Mapping[RouteKey, str]
    accuracy: float
    calibration: Calibration | None
    calibrated: Predictions | None
    known: Predictions | None
    deployed: Route
    held_out: FloatArray | None
    learnt_over_theory: Estimate | None

    @property
    def name(self) -> str:
        """The model's name."""
        return self.predictions.name

    @property
    def temperature(self) -> float | None:
        """What its probabilities are rescaled by, None where they are not."""
        return None if self.calibration is None else self.calibration.temperature


def worth_of_deferring(table: WorthTable, data: ClassifiedSet) -> FloatArray:
    """Return what leaving each item to others is worth, review costs taken off (METHODS S2), shape (n,)."""
    worth = values_if_deferred(table, data.truth)
    return worth if data.review_cost is None else worth - data.review_cost


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
    """Takes one model through every route to a cutoff.

    ``deciding`` resamples the items on which everything is chosen: the validation items, or the one labelled set.
    """

    def __init__(
        self,
        plan: Plan,
        table: WorthTable,
        validation: ClassifiedSet | None,
        test: ClassifiedSet,
        sampler: Sampler,
    ) -> None:
        self.plan, self.table, self.validation, self.test = plan, table, validation, test
        self.sampler = self.deciding = sampler
        self.known = test if validation is None else validation
        if validation is not None:
            self.deciding = Sampler(validation, plan.resamples, plan.seed)
        self.folds = dealt(self.known, plan.seed)
        if validation is None and self.folds is None:
            raise UsageError("One labelled set is judged in folds, which takes at least two items or groups")

    def judge(self, model: Predictions) -> Judged:
        """Return the model with the value of every route that can be taken."""
        self.model, self.correct = model, model.predicted == self.test.truth
        self.if_accepted = values_if_accepted(self.table, model.predicted, self.test.truth)
        self.if_deferred = worth_of_deferring(self.table, self.test)
        self.routes: dict[RouteKey, Route] = {}
        self.open: list[RouteKey] = []
        self.missing: dict[RouteKey, str] = {}
        self._take("all", np.ones(self.test.n_items, dtype=bool), 0.0)
        if model.scaling is None:
            found = accept(self.table, model, self.test.review_cost)
            self._by_theory("raw", found, found.cutoff)
        else:
            self.missing["raw"] = "raw" if model.scaling.rates is None else "answers"
        fitted, rescaled = self._calibrated()
        self._learnt()
        if self.plan.deferral is not None and self.plan.deferral.relabel:
            self._relabel(None if self.validation is None else fitted)
        best = empirical(
            model.confidence, self.if_accepted, self.if_deferred, self.table.scale, self.test.weight
        )
        self._take("ceiling", model.confidence >= best.cutoff, best.cutoff)
        self._resample()
        if self.validation is None:
            assert self.folds is not None
            self._repeat(self.folds)
        accuracy = float(np.average(self.correct, weights=self.test.weight))
        routes, missing = MappingProxyType(self.routes), MappingProxyType(self.missing)
        own = model, self.correct, routes, missing, accuracy, fitted, rescaled
        if "relabel" in routes:
            return Judged(*own, None, routes["relabel"], None, None)
        if self.plan.deferral is not None and self.plan.deferral.most_wrong is not None:
            return Judged(*own, None, *self._guaranteed(float(self.plan.deferral.most_wrong)), None)
        known = rescaled
        if self.validation is not None and rescaled is not None:
            known = cross_calibrated(same_model(self.known, model), self.known, self.folds)
        return Judged(*own, known, *self._deployed(known))

    def _take(
        self, key: RouteKey, accepted: BoolArray, cutoff: float | None, per_item: FloatArray | None = None
    ) -> None:
        """Take a route; :meth:`_resample` says how sure its value is."""
        worth = np.where(accepted, self.if_accepted, self.if_deferred) if per_item is None else per_item
        value = Estimate(float(np.average(worth, weights=self.test.weight)))
        counts = count(self.correct, accepted, self.test.weight)
        staked = stake(self.table, self.model.predicted), None if cutoff == np.inf else self._unseen()
        given = self.model.predicted, self.correct, accepted
        self.routes[key] = Route(key, cutoff, *given, worth, counts, value, None, *staked)
        self.open.append(key)

    def _resample(self) -> None:
        """Say how sure the routes are that were taken since: in one pass, since reading the resamples takes longest."""
        rows = np.stack([self.routes[key].per_item for key in self.open])
        replicates = self.sampler.replicates(rows)
        for place, key in enumerate(self.open):
            route, own = self.routes[key], None if replicates is None else replicates[:, place].copy()
            value = route.unsure(estimate(route.value.value, own), self.test)
            self.routes[key] = replace(route, value=value, replicates=own)
        self.open.clear()

    def _unseen(self) -> tuple[float, float]:
        """Return the most and the least that an answer may be worth more than leaving the item."""
        cost = self.test.review_cost
        more = self.table.v - self.table.r + (0.0 if cost is None or not len(cost) else float(cost.mean()))
        return float(more.max()), float(more.min())

    def _guaranteed(self, risk: float) -> tuple[Route, FloatArray]:
        """Take the lowest cutoff that guarantees a share of wrong answers, for every model at once.

        Also returned: what each item on which the model is chosen is worth by it, shape (n,).
        """
        said, data = same_model(self.known, self.model), self.known
        tried = cutoffs_to_try(None if self.validation is None else said)
        n_models = len(self.test.models)
        cutoff = lowest_guaranteed(risk, self.model.confidence, self.correct, tried, n_models)
        self._take("guaranteed", self.model.confidence >= cutoff, cutoff)
        self._resample()
        if_accepted = values_if_accepted(self.table, said.predicted, data.truth)
        worth = np.where(said.confidence >= cutoff, if_accepted, worth_of_deferring(self.table, data))
        return self.routes["guaranteed"], worth

    def _deployed(self, known: Predictions | None) -> tuple[Route, FloatArray, Estimate | None]:
        """Return which of theory and learning is recommended, and what each item held out is worth by it.

        Held out are the folds of the items on which everything is chosen (METHODS S5). Also returned: by how much
        learnt cutoffs are worth more there, None where theory gives none.
        """
        said, data = same_model(self.known, self.model), self.known
        if_accepted, if_left = (
            values_if_accepted(self.table, said.predicted, data.truth),
            worth_of_deferring(self.table, data),
        )
        learnt = self._learnt_held_out(said, if_accepted, if_left)
        by_learnt = np.where(learnt, if_accepted, if_left)
        theory = None if known is None else accept(self.table, known, data.review_cost).items
        if theory is None or "calibrated" not in self.routes:
            return self.routes["learnt"], by_learnt, None
        by_theory = np.where(theory, if_accepted, if_left)
        gain = by_learnt - by_theory
        # Few answers that are told apart, none to the loss of learning, are luck that resampling would call firm.
        few = learnt != theory, gain > 0, stake(self.table, said.predicted)
        over = answered(self.deciding.mean(gain)[0], *few, None, data.weight, data.group)
        if over.wholly_above(0.0):
            return self.routes["learnt"], by_learnt, over
        return self.routes["calibrated"], by_theory, over

    def _learnt_held_out(self, said: Predictions, if_accepted: FloatArray, if_left: FloatArray) -> BoolArray:
        """Return what learnt cutoffs accept, each item judged by what other folds give."""
        if self.validation is None:
            return self.routes["learnt"].accepted
        worth = said.confidence, if_accepted, if_left, self.table.scale
        if self.folds is None:  # one item or group is judged by itself
            return said.confidence >= empirical(*worth, self.known.weight).cutoff
        return said.confidence >= cross_fit(*worth, self.folds, self.known.weight).cutoffs[self.folds]

    def _repeat(self, folds: IntArray) -> None:
        """Give the cross-fitted value the noise of its cutoffs, too: they are learnt again in every resample."""
        worth = self.model.confidence, self.if_accepted, self.if_deferred, self.table.scale
        replicates, route = self.sampler.cross_fitted(*worth, folds), self.routes["learnt"]
        if replicates is not None:
            drift = lost_by_resampling(route.value.value, replicates)
            value = route.unsure(estimate(route.value.value, replicates - drift), self.test)
            self.routes["learnt"] = replace(route, value=value, replicates=replicates, drift=drift)

    def _by_theory(self, key: RouteKey, found: Accepted, cutoff: float | None) -> None:
        """Take what theory accepts, with the cutoff on stated confidences, or note why that cannot be."""
        if found.items is None:
            self.missing[key] = found.missing
        else:
            self._take(key, found.items, cutoff)

    def _calibrated(self) -> tuple[Calibration | None, Predictions | None]:
        """Take the cutoff of theory on calibrated confidences; return what calibrates, and what is calibrated.

        Fitted on validation; with one labelled set each fold is calibrated by the others, new items by all.
        """
        fitted, flag = fit(same_model(self.known, self.model), self.known)
        if flag:
            self.missing["calibrated"] = "calibrated" if flag == "no items" else flag.replace(" ", "_")
            return None, None
        if self.validation is None:
            rescaled = cross_calibrated(self.model, self.test, self.folds)
        else:
            rescaled = calibrated(self.model, fitted)
        found = accept(self.table, rescaled, self.test.review_cost)
        if found.cutoff is not None and self._reached_by_all(found):
            found = replace(found, cutoff=0.0)
        self._by_theory("calibrated", found, fitted.stated(found.cutoff))
        if found.items is not None:
            route = self.routes["calibrated"]
            self.routes["calibrated"] = replace(route, calibration=fitted, theory=found.cutoff)
        return fitted, rescaled

    def _reached_by_all(self, found: Accepted) -> bool:
        """Say whether a cutoff is no higher than the top confidence must be, 1 / C, so that it leaves out nothing."""
        if self.model.probabilities is None or found.items is None or found.cutoff is None:
            return False
        return bool(found.items.all()) and found.cutoff * self.model.probabilities.shape[1] <= 1

    def _relabel(self, fitted: Calibration | None) -> None:
        """Give the answer of greatest expected value, on probabilities calibrated on validation, if they can be."""
        test = self.test
        if self.model.probabilities is None:
            self.missing["relabel"] = "relabel"
            return
        said = self.model if fitted is None else calibrated(self.model, fitted)
        assert said.probabilities is not None
        decided = answers_by_value(self.table, said.probabilities, test.review_cost)
        accepted = decided != ABSTAIN
        predicted = np.where(accepted, decided, self.model.predicted)
        changed = accepted & (predicted != self.model.predicted)
        correct = predicted == test.truth
        if_accepted = values_if_accepted(self.table, predicted, test.truth)
        worth = np.where(accepted, if_accepted, self.if_deferred)
        value = Estimate(float(np.average(worth, weights=test.weight)))
        counts = count(correct, accepted, test.weight)
        relabelled = float(np.sum(changed if test.weight is None else changed * test.weight))
        staked = stake(self.table, predicted), self._unseen()
        route = Route(
            "relabel",
            None,
            predicted,
            correct,
            accepted,
            worth,
            counts,
            value,
            None,
            *staked,
            relabelled,
        )
        self.routes["relabel"] = replace(route, calibration=fitted)
        self.open.append("relabel")

    def _learnt(self) -> None:
        """Take the learnt cutoffs: from validation, or cross-fitted on the one labelled set."""
        table, model, validation, test = self.table, self.model, self.validation, self.test
        if validation is None:
            assert self.folds is not None
            fitted = cross_fit(
                model.confidence, self.if_accepted, self.if_deferred, table.scale, self.folds, test.weight
            )
            accepted = model.confidence >= fitted.cutoffs[self.folds]
            self._take("learnt", accepted, fitted.in_sample.cutoff, fitted.item_values)
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
        self.routes["by_class"] = replace(self.routes["by_class"], by_class=cutoffs)
