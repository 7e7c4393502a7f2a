"""Models that answer: what they may answer alone, what comes of it, and what stands beside for comparison (METHODS S5).

The models answer together, where an answer is expected to be worth at least leaving the item: no cutoff is chosen, and no
model. How often answers are right is read from draws of one curve through the test items.

Only a goal for errors is planned by a cutoff: the lowest at which few enough accepted answers are wrong, guaranteed. The
cutoffs that are tried are places among the confidences of the validation items, or of the one labelled set: no label has a
say in them. So the exact test may be read on the test items, one labelled set too.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

import numpy as np
from scipy.special import betaincc, expit, logit

from budgetplan.arrays import BoolArray, FloatArray, IntArray, taken
from budgetplan.core.answers import ALONE, LEFT, LOWEST, Payoffs, levels
from budgetplan.core.stops import interval, worth_of_everything
from budgetplan.domain.decision import FEWEST, Estimate, LabelsWorth, Recommendation, Refusal
from budgetplan.domain.doubt import Doubt, DoubtKind
from budgetplan.domain.items import ClassifiedSet, Predictions
from budgetplan.domain.messages import Message
from budgetplan.domain.plan import NO_ANSWER, Plan
from budgetplan.domain.prices import MODEL, exact
from budgetplan.domain.review import Course
from budgetplan.errors import UsageError
from budgetplan.lists.estimates import paired, resampled_if_told_apart
from budgetplan.models.bounds import ALPHA, exact_interval, least_accepted, lowest_cutoff_within, upper_bound
from budgetplan.models.calibration import Bins, bins, dealt, scale_decisions, scaled_alike
from budgetplan.models.resampling import interval as percentiles
from budgetplan.models.thresholds import TIE, accepted, confidence_spans, theoretical_by_class
from budgetplan.models.value import (
    Counts,
    answer_worths,
    confusion,
    count,
    item_weights,
    values_if_accepted,
    values_if_deferred,
)
from budgetplan.models.voc import accepted_at
from budgetplan.plans.bench import Bench, Pooled, Pools, Sampler, as_model, money, own_list, same_model, worth_table
from budgetplan.plans.joint import asked_beside
from budgetplan.plans.ways import Way, way, whole_or_fewer

DEARER = (0.5, 2.0)
"""So many times as dear wrong answers are tried, to see how much a model would then answer alone."""
ERROR_WEIGHTS = np.linspace(0, 10, 41)
"""At which the value of the recommended answers is told."""
PER = 1000
"""Worths are for so many items where nobody said how many a model is to answer."""
STEPS = 20
"""So many places among the confidences are tried as a guaranteed cutoff."""
MOST = 1e9
"""More test items than this are as good as none that would do."""
DIGITS = 12
"""Costs of a review are told apart to so many: a tenth more than 0.50 is 0.55."""
_SLACK = 1e-9


@dataclass(frozen=True)
class OfClass:
    """What becomes of the items of one class.

    Attributes
    ----------
    name, answered
        The class, and how many items get it as their answer; None of a label that no model knows.
    alone, left
        Of the items that are truly so, how many are expected to be answered, and to be left to people.
    wrong, misnamed
        How many of these answers are another class, and how many items that are called so are another class.
    """

    name: str
    answered: float | None
    alone: float
    left: float
    wrong: Estimate
    misnamed: Estimate | None

    @property
    def parts(self) -> tuple[float, float, float]:
        """Answered right, answered wrong, and left to people, in per cent of the class."""
        whole = (self.alone + self.left) / 100 or 1.0
        right = 0.0 if self.answered is None else max(self.alone - self.wrong.value, 0.0)
        return right / whole, self.wrong.value / whole, self.left / whole


class AnsweredAlone:
    """What the recommended answers come to.

    Parameters
    ----------
    bench
        The items that are planned for.
    stated
        What the recommended model states of them.
    cutoff
        Where answers are accepted from a guaranteed stated confidence on, that.

    Attributes
    ----------
    stated
        What the recommended model states of the items.
    items, alone
        How many items are planned for, and how many are answered alone; weighted.
    answer, accepted, sure
        Shape (N,): the answer to each item, whether it stands, and how probable it is.
    wrong
        How many of the answers are wrong.
    wrong_by_answer, wrong_by_truth
        The same by what is answered, and by what is true, by name.
    classes
        What becomes of the items of each class, labels that no model knows last.
    value, none, gain, used
        What an item is worth on average, what it is worth if all are left, and the difference; and whether anything is
        answered alone and that is worth more.
    cost, model_cost
        Of reviewing what is left, with all that is paid on it, in currency units, None where nothing was said of it; and of using
        the model, in the unit of the values.
    share, left
        Part of the items that is answered alone, and how many are left to people.
    is_list
        Whether the items are the project's own list, of which at least the size is known, not the test items.
    own_list, unlike
        How the list compares with the test items by what the models say; None where nothing is known but its size. By whose
        confidence the test items do not stand where the list does.
    """

    def __init__(self, bench: Bench, stated: Predictions, cutoff: float | None) -> None:
        plan, test, weight = bench.plan, bench.pool.test, bench.count
        self.stated, self.is_list, self.items = stated, bench.chance, float(weight.sum())
        chosen, nothing = way(bench, people=False), way(bench, model=False, people=False)
        sure = bench.probability.max(axis=1)
        if cutoff is not None:
            sure, stands = stated.confidence, (stated.confidence >= cutoff) & (stated.predicted >= 0)
            chosen = Way(bench, stated.predicted, np.where(stands, ALONE, LEFT), nothing.gain)
        answer, taken = chosen.answer, chosen.role == ALONE
        self.answer, self.accepted, self.sure = answer, taken, sure
        result, worth = bench.drawn.outcome(answer, taken, chance=bench.chance), bench.payoffs
        worths = plan.answering.worths
        self.alone, self.own_list = result.answered, own_list(bench, weight * taken)
        self.share, self.left = self.alone / self.items, self.items - self.alone
        self.unlike = () if self.own_list is None else self.own_list.unlike
        self.model_cost = cost_of_use(chosen)
        people = bench.paid_outside(np.where(taken, 0.0, weight))
        self.cost = None if bench.leaving is None else people * worths.in_money

        def estimated(draws: FloatArray, *, least: float = 0.0) -> Estimate:
            mean = max(float(draws.mean()), least)
            ends = np.maximum(interval(draws), least).tolist() if plan.resamples else ()
            return Estimate(mean, *ends)

        def by_name(names: tuple[str, ...], draws: FloatArray) -> Mapping[str, Estimate]:
            return {name: estimated(values) for name, values in zip(names, draws.T, strict=True)}

        # What is to be expected is known item by item, not of all alike together.
        value, none = result.value(worth), (result.alone.sum(axis=1) + result.left) @ worth.left
        value += chosen.mean - self.model_cost - value.mean()
        none += nothing.mean - none.mean()
        self.value, self.none, self.gain = (
            estimated(array / self.items, least=-math.inf) for array in (value, none, value - none)
        )
        self.used = self.alone > 0 and self.gain.value > 0
        self.wrong = estimated(result.wrong)
        self.wrong_by_answer = by_given = by_name(test.classes, result.wrong_by_answer)
        self.wrong_by_truth = by_truth = by_name(test.names, result.wrong_by_truth)
        counts = np.bincount(answer[taken], weight[taken], test.n_classes).tolist()
        n_answered = dict(zip(test.classes, counts, strict=True))
        alone, left = result.alone.sum(axis=1).mean(axis=0), result.left.mean(axis=0)
        if not bench.on_list:  # how many are of each class has been counted
            left = np.maximum(np.bincount(bench.data.truth, weight, len(alone)) - alone, 0.0)
        self.classes = tuple(
            OfClass(name, n_answered.get(name), n_alone, n_left, by_truth[name], by_given.get(name))
            for name, n_alone, n_left in zip(test.names, alone.tolist(), left.tolist(), strict=True)
        )

    @property
    def right_and_wrong(self) -> tuple[float, float]:
        """Right and wrong answers, which add up to all of them: the wrong ones as they are printed."""
        wrong = float(math.floor(self.wrong.value + 0.5))
        return self.alone - wrong, wrong

    @cached_property
    def by_class(self) -> dict[str, list[float | None]]:
        """Counts of each class in whole numbers that add up to those of all answers."""
        total, wrong = (math.floor(number + 0.5) for number in (self.alone, self.wrong.value))

        def whole(sum_of: int, numbers: Sequence[float | None]) -> list[float | None]:
            known = iter(whole_or_fewer([number for number in numbers if number is not None], sum_of))
            return [None if number is None else next(known) for number in numbers]

        return {
            "given": whole(total, [row.answered for row in self.classes]),
            "answered": whole(wrong, [row.misnamed.value if row.misnamed else None for row in self.classes]),
            "alone": whole(total, [row.alone for row in self.classes]),
            "true": whole(wrong, [row.wrong.value for row in self.classes]),
        }

    @property
    def share_wrong(self) -> float:
        """Part of the answers that is wrong, where there are any."""
        return self.wrong.value / self.alone

    @property
    def worst_class(self) -> OfClass | None:
        """The true class that most wrong answers are given to; None where hardly an answer is wrong."""
        worst = max(self.classes, key=lambda tally: tally.wrong.value)
        return worst if worst.wrong.value >= 0.5 else None

    def worst_classes(self, most: int) -> tuple[OfClass, ...]:
        """Return the classes in their order, or where they are more than ``most`` those with most wrong answers."""
        if len(self.classes) <= most:
            return self.classes
        return tuple(sorted(self.classes, key=lambda tally: -tally.wrong.value)[:most])


def cost_of_model(plan: Plan, cost: float) -> float:
    """Return what using a model costs, in the unit of the values (METHODS F5)."""
    return plan.answering.worths.of_money(exact(cost) * plan.prices.onward(MODEL))


def cost_of_use(chosen: Way) -> float:
    """Return what using the model costs where any answer stands, in the unit of the values."""
    bench = chosen.bench
    return cost_of_model(bench.plan, bench.pool.labelled.cost) * bool(bench.count @ (chosen.role == ALONE))


def by_answer(
    data: ClassifiedSet, predictions: Predictions, stated: Predictions, done: Sequence[FloatArray]
) -> Mapping[str, Sequence[Any]]:
    """Return the answers of a model without confidence, the most frequent first, in columns; nothing for others (METHODS S7).

    Parameters
    ----------
    data, predictions
        The labelled items, and what the model says of them.
    stated
        What it says of the items that are planned.
    done
        How many each of these stands for, shape (n,), how many of them are answered alone, how many are for people.

    Returns
    -------
    Mapping
        ``answer``; ``judged``, ``right`` and ``rate``: how many labelled items have it, of how many it is right, and that
        share (None where there are none; with an interval where items are independent and weigh the same); ``n``,
        ``alone``, ``people``: of how many planned items it is the answer, and who decides these.
    """
    if predictions.scaling is None or predictions.scaling.rates is None:
        return {}
    weight, correct = item_weights(data.n_items, data.weight), predictions.predicted == data.truth

    def counted(predicted: IntArray, amount: FloatArray | BoolArray) -> FloatArray:
        """Count items by their answers; those that have none behind all classes."""
        return np.bincount(predicted % len(names), amount, len(names)).astype(np.float64)

    names = (*data.classes, NO_ANSWER)
    judged, right, total, good = (
        counted(predictions.predicted, array) for array in (np.ones(data.n_items), correct, weight, weight * correct)
    )
    counts = np.array([counted(stated.predicted, amounts) for amounts in done])
    order = np.argsort(-counts[0], kind="stable")
    order = order[(counts[0] + judged)[order] > 0]
    ends = np.transpose(exact_interval(right, judged))
    ends_known = ends if data.weight is None and data.group is None else ends[:, :0]
    return {
        "answer": [names[code] for code in order],
        "judged": judged[order].astype(np.int64).tolist(),
        "right": right[order].astype(np.int64).tolist(),
        "rate": [
            Estimate(float(good[at] / total[at]), *ends_known[at].tolist()) if total[at] else None for at in order
        ],
        **dict(zip(("n", "alone", "people"), counts[:, order].tolist(), strict=True)),
    }


FoundBy = Literal["calibrated", "relabel", "curve", "guaranteed"]
"""How answers are accepted: from theory, the most probable class, or the most valuable one; by what labels show of each; from
the lowest cutoff on that guarantees few wrong ones."""


class Judged:
    """One model on the test items, by the answers that it would give: the most valuable ones where the plan asks for these.

    Parameters
    ----------
    solution
        The plan that it is one of the models of.

    Attributes
    ----------
    name, predictions
        The model's name, and what it states.
    correct, accuracy
        Which items its own answer is right of, shape (n,), and the share of these.
    temperature
        What the logarithms of its probabilities are divided by, or those of the mean; None of a model without any.
    pool
        The model as often right as it says; of one labelled set each item by what other folds gave.
    cutoff
        The one cutoff on stated confidences, None where there is one for each class or a rule on all probabilities.
    theory
        The one cutoff of theory on calibrated confidences; None as above.
    answers, accepted, per_item
        Shape (n,): the classes that are answered, whether that stands, and what the item is worth, review costs taken off.
    relabelled
        Accepted items whose answer is not the most probable class, weighted.
    replicates
        Shape (resamples,): of the value.
    """

    def __init__(self, solution: DeferSolution, pool: Pooled, model: Predictions) -> None:
        table, bench = solution.table, solution.bench
        self.name, self.predictions, self.pool, test, p = model.name, model, pool, pool.test, pool.probability
        risk = pool.plan.answering.most_wrong
        self.found_by: FoundBy = "relabel" if pool.relabels else "curve" if pool.by_curve else "calibrated"
        cutoff = theory = None
        if risk is not None:
            self.found_by, answers = "guaranteed", model.predicted
            known = model if solution.validation is None else same_model(solution.validation, model.name)
            seen = model.confidence, answers == test.truth, cutoffs_to_try(known)
            cutoff = lowest_cutoff_within(float(risk), *seen, ALPHA / solution.n_models)
            stands = model.confidence >= cutoff
        else:
            alone = way(Bench(bench.payoffs, pool, None, bench.total, chance=False), people=False)
            answers, stands = alone.answer, alone.role == ALONE
            if self.found_by == "calibrated":
                theory = accepted(table, answers, p.max(axis=1), None, test.review_cost)[1]
                # No answer is less sure than one of C equally probable ones.
                all_stand = theory is not None and stands.all() and theory * test.n_classes <= 1
                theory = 0.0 if all_stand else theory
                cutoff = _stated(pool, theory)
            answers = np.where(stands, answers, p.argmax(axis=1))
        silent = model.predicted < 0
        answers, stands = np.where(silent, p.argmax(axis=1), answers), stands & ~silent
        self.cutoff, self.theory, self.answers, self.accepted = cutoff, theory, answers, stands
        worth = values_if_accepted(table, answers, test.truth), worth_of_deferring(table, test)
        self.per_item = np.where(stands, *worth)
        # What is paid once is no item's own.
        using, reviewing = cost_of_model(solution.plan, model.cost) / bench.total, bench.once / bench.total
        self.value, self.replicates = solution.sampler.mean(
            self.per_item - using * stands.any() - reviewing * (not stands.all())
        )
        self.counts = count(answers == test.truth, stands, test.weight)
        self.correct: BoolArray = model.predicted == test.truth
        self.accuracy = float(np.average(self.correct, weights=test.weight))
        self.relabelled = float(item_weights(test.n_items, test.weight) @ (stands & (answers != p.argmax(axis=1))))
        self.temperature = None if model.probabilities is None else 1 / pool.power


def worth_of_deferring(table: Payoffs, data: ClassifiedSet) -> FloatArray:
    """Return what leaving each item to others is worth, review costs taken off (METHODS S2), shape (n,)."""
    worth = values_if_deferred(table, data.truth)
    return worth if data.review_cost is None else worth - data.review_cost


def _stated(pool: Pooled, cutoff: float | None) -> float | None:
    """Return the stated confidence of two classes that is as sure as a calibrated one; None where none is."""
    if cutoff is None or len(pool.members) > 1 or pool.test.n_classes != 2:
        return None
    if not 0 < cutoff < 1:
        return cutoff
    odds = float(logit(cutoff)) / pool.power
    return np.inf if odds > -np.log(LOWEST) else float(expit(odds))


def cutoffs_to_try(validation: Predictions) -> FloatArray:
    """Return the cutoffs on a model's stated confidence, none of which knows the label of a test item."""
    places = np.arange(STEPS) / STEPS
    return np.unique(np.quantile(validation.confidence, places, method="lower"))


def items_needed(risk: float, confidence: FloatArray, correct: BoolArray, cutoffs: FloatArray, n_models: int) -> float:
    """Return how many test items would guarantee the risk; inf if none would.

    If as many of the answers are accepted, and as many of these are right, as of the items seen. The strictest cutoff that
    accepts enough to be tried has to hold, since its failure ends the search: with more items that is a stricter one.

    Examples
    --------
    None wrong of ten, all accepted: 44 items (0.95^44 > 0.1) are one too few.

    >>> items_needed(0.05, np.full(10, 0.9), np.ones(10, dtype=bool), np.array([0.5]), n_models=1)
    45.0

    Two wrong of the 50 surest fail, so that none of 50 more, with which it would hold, are looked at:

    >>> sure, right = np.repeat([0.9, 0.8], 50), np.arange(100) > 1
    >>> items_needed(0.05, sure, right, np.array([0.8, 0.9]), n_models=1)
    1716.0
    """
    right, wrong = accepted_at(np.sort(cutoffs), correct, confidence)
    taken = (right + wrong)[right + wrong > 0]
    rate = wrong[right + wrong > 0] / taken
    few, many = np.zeros(len(taken)), np.full(len(taken), MOST)
    while (many - few > 1).any():
        middle = np.floor((few + many) / 2)
        shown = betaincc(rate * middle + 1, (1 - rate) * middle, risk) <= ALPHA / n_models
        few, many = np.where(shown, few, middle), np.where(shown, middle, many)
    n = len(confidence)
    tried = least_accepted(risk, ALPHA / n_models) * n / taken
    needed = np.maximum(np.where(many < MOST, many, np.inf) * n / taken, np.maximum(tried, n))
    return float(np.ceil(needed[needed < np.append(tried[1:], np.inf)].min(initial=np.inf)))


def error_cost(table: Payoffs, data: ClassifiedSet, predicted: IntArray) -> float:
    """Return the mean cost of errors where every answer is accepted (S24 4.2.2: (N_fn k_fn + N_fp k_fp) / N).

    An error costs the value of leaving the item less the value of the answer; right answers cost nothing.
    """
    lost = values_if_deferred(table, data.truth) - values_if_accepted(table, predicted, data.truth)
    return float(np.average(np.where(predicted == data.truth, 0.0, lost), weights=data.weight))


class Choice:
    """Which models other measures choose beside the recommended one.

    Parameters
    ----------
    data
        The items that choose: those of validation, where there are some.

    Attributes
    ----------
    single
        The model worth most by itself.
    by_accuracy, by_error_cost
        The model of the greatest accuracy and of the least cost of errors, with every answer accepted; among
        equal ones the recommended.
    accuracy, error_cost
        By model: share of right answers, in [0, 1]; and mean cost of errors, lower is better, in the plan's
        unit (cost-sensitive error, S24 4.2.2: a wrong answer costs what it is worth less than leaving the item).
    """

    def __init__(self, table: Payoffs, data: ClassifiedSet, judged: Sequence[Judged], chosen: str) -> None:
        names, predictions = (
            [candidate.name for candidate in judged],
            [same_model(data, candidate.name) for candidate in judged],
        )

        def greatest(values: Sequence[float], unit: float, first: str = "") -> str:
            """Of equal ones the first, the cheaper, a single one, the one that leaves fewer, by name."""

            def rank(at: int) -> tuple[bool, float, bool, float, str]:
                model, coverage = judged[at].predictions, judged[at].counts.coverage
                return model.name != first, model.cost, bool(model.members), -coverage, model.name

            return names[min(np.flatnonzero(np.array(values) >= max(values) - TIE * unit).tolist(), key=rank)]

        accuracy = [float(np.average(made.predicted == data.truth, weights=data.weight)) for made in predictions]
        cost = [error_cost(table, data, made.predicted) for made in predictions]
        alone = [-math.inf if judged_model.predictions.members else judged_model.value.value for judged_model in judged]
        self.single = greatest(alone, table.scale)
        self.by_accuracy = greatest(accuracy, 1.0, chosen)
        self.by_error_cost = greatest([-amount for amount in cost], table.scale, chosen)
        self.accuracy = dict(zip(names, accuracy, strict=True))
        self.error_cost = dict(zip(names, cost, strict=True))


class DeferSolution:
    """The models pooled, who answers what, and every model judged beside; values are means per item, in the plan's unit.

    Parameters
    ----------
    listed
        The project's own list with what the models say of it; its truths are not looked at.

    Attributes
    ----------
    bench
        The items that are planned for: those of the project's own list (``listed``), or the test items.
    models, chosen
        All of them on the test items, and the recommended one: several together count as one more.
    alone
        What the recommended answers come to.
    n_models
        For so many at once errors are bounded: where the test items chose the model, a bound that holds for every
        model holds for this one.
    worths, most_wrong
        What answers are worth, as the user said it; and the share of wrong answers that the cutoff has to guarantee, None
        where that is no goal.
    worth_matrix, answer_worths
        What each answer (row) is worth at each true class, in the last row leaving it out; and what right, wrong and left-out
        answers count, the least and the greatest.
    class_cutoffs, confidence_spans
        The cutoff of theory for each predicted class; and below which confidence it accepts no answer of a class, and from
        which on every one, (2, C). None where there is none.
    used, pays
        Whether anything is answered alone: that is worth more than leaving all; and whether it is so beyond noise.
    labels_wanted
        How many labels more make enough of them.
    asked
        What asking somebody for a price would change; None where nobody may be asked.
    """

    def __init__(
        self, plan: Plan, validation: ClassifiedSet | None, test: ClassifiedSet, listed: ClassifiedSet | None = None
    ) -> None:
        self.plan = plan = resampled_if_told_apart(plan, test.group)
        self.worths, risk = plan.answering.worths, plan.answering.most_wrong
        worths, self.most_wrong = self.worths, None if risk is None else float(risk)
        if self.most_wrong is not None and (test.weight is not None or test.group is not None):
            raise UsageError.of(Message("plans.guaranteed_by_groups"))
        table = worth_table(worths, test)
        validation, test = scale_decisions(plan, validation, test)
        test = in_one_unit(plan, test)
        validation = None if validation is None else in_one_unit(plan, validation)
        if validation is None and dealt(test, plan.seed) is None:
            raise UsageError.of(Message("plans.no_folds"))
        dearest = 0.0 if test.review_cost is None else float(test.review_cost.max(initial=0.0))
        if not np.any(np.diag(table.answer) > table.left[: test.n_classes] - dearest):
            raise UsageError.of(Message("plans.nothing_accepted"), option="answers")
        if listed is not None:
            size = float(item_weights(listed.n_items, listed.weight).sum())
            # Rows of a list of which another size is said are not all of it: it is planned by share.
            whole = plan.list_size is None or abs(plan.list_size - size) < 1e-9 * max(size, 1.0)
            listed = scaled_alike(in_one_unit(plan, listed), test) if whole else None
        items = test if listed is None else listed
        total = float(item_weights(items.n_items, items.weight).sum())
        if listed is None and plan.list_size is not None:
            total = float(plan.list_size)
        pools, worth = Pools(plan, validation, test), money(plan, table, test)

        def net(pool: Pooled) -> float:
            """Return what answers of a pool come to, counted on the test items, in the unit of the values."""
            chosen = way(Bench(worth, pool, None, total, chance=False), people=False)
            return chosen.mean - cost_of_use(chosen)

        # A mean of models was fixed on validation before: the best single one, and what costs, are chosen on the test items.
        fixed = validation is not None and plan.mixture and not any(model.cost for model in test.models)
        pool, _ = pools.let_in(net)
        is_list = listed is not None or plan.list_size is not None
        bench = Bench(worth, pool, listed, total, chance=is_list)
        if len(pool.members) > 1:

            def extended(data: ClassifiedSet, probability: FloatArray) -> ClassifiedSet:
                mean = as_model(data, pool.members, pool.learnt, probability)
                return replace(data, models=(*data.models, mean))

            validation = None if validation is None else extended(validation, pool.learnt.labelled)
            test = replace(test, models=(*test.models, pool.labelled))
            listed = None if listed is None else extended(listed, pool.of(listed))
        self.validation, self.test, self.listed = validation, test, listed
        self.table, self.bench = table, bench
        self.worth_matrix = np.vstack([table.answer, table.left])
        self.answer_worths = answer_worths(table)
        self.class_cutoffs = theoretical_by_class(table, test.review_cost)
        self.confidence_spans = confidence_spans(table, test.review_cost)
        self.labels_wanted = max(FEWEST - test.n_items, 0)
        self.sampler = Sampler(test, plan.resamples, plan.seed)
        self.n_models = 1 if fixed else len(test.models)
        pooled = [pool if model.name == pool.name else pools.of(model.name) for model in test.models]
        self.models = tuple(Judged(self, *pair) for pair in zip(pooled, test.models, strict=True))
        self.chosen = chosen = next(model for model in self.models if model.name == pool.name)
        stated = same_model(test if listed is None else listed, chosen.name)
        self.alone = AnsweredAlone(bench, stated, None if self.most_wrong is None else chosen.cutoff)
        self.used = self.alone.used
        self.pays = self.alone.gain.wholly_above(0.0)
        asks = plan.answerers and not self.refusal
        self.asked = asked_beside(plan, table, validation, test, chosen.name) if asks else None

    @property
    def ordered(self) -> list[Judged]:
        """The models, the recommended first, then by value."""
        return sorted(self.models, key=lambda model: (model is not self.chosen, -model.value.value, model.name))

    @cached_property
    def choice(self) -> Choice:
        """What else would be chosen, on the validation items where there are some."""
        return Choice(self.table, self.validation or self.test, self.models, self.chosen.name)

    @cached_property
    def differences(self) -> Mapping[str, Estimate]:
        """How much more each model is worth than the recommended one, as counted on the test items."""
        best = self.chosen
        return {
            model.name: paired(model.value.value - best.value.value, model.replicates, best.replicates)
            for model in self.models
        }

    @cached_property
    def curve(self) -> FloatArray:
        """What 1,000 items are worth at each of ``ERROR_WEIGHTS`` by the cutoff of theory, and the ends of the interval.

        Of the recommended model; shape (3, weights); (1, weights) where nothing is resampled.
        """
        predictions, weights = self.chosen.pool.labelled, ERROR_WEIGHTS[:, None]
        worth = np.where(predictions.predicted == self.test.truth, 1.0, -weights)
        per_item = np.where(predictions.confidence >= weights / (1 + weights), worth, 0.0)
        replicates = self.sampler.replicates(per_item)
        ends = percentiles(replicates) if len(replicates) else ()
        return 1000 * np.stack([np.average(per_item, axis=1, weights=self.test.weight), *ends])

    def _bins(self, predictions: Predictions) -> Bins:
        return bins(predictions.confidence, predictions.predicted == self.test.truth, weight=self.test.weight)

    @property
    def reliability(self) -> dict[str, list[tuple[float, ...]]]:
        """How often the recommended model is right by confidence, as stated and, where that was fitted, calibrated.

        In per cent: mean confidence and share right of each bin, and where items are independent its exact interval.
        """
        model, points = self.chosen.predictions, {}
        fitted = model.scaling is None and not model.members
        each_said = {"stated": model} | ({"calibrated": self.chosen.pool.labelled} if fitted else {})
        for key, predictions in each_said.items():
            held = self._bins(predictions)
            ends = held.intervals() if self.test.group is None else ()
            columns = held.confidence, held.accuracy, *ends
            points[key] = [tuple((100 * row).tolist()) for row in columns]
        return points

    @property
    def off_the_line(self) -> tuple[int, list[tuple[float, ...]]]:
        """How many bins of confidence hold answers, and those whose interval excludes that confidence, the farthest first.

        By calibrated confidence, in per cent: its mean, the share right and both ends; none where there are no intervals.
        """
        *_, points = self.reliability.values()
        off = [row for row in zip(*points, strict=True) if len(row) > 2 and not row[2] <= row[0] <= row[3]]
        return len(points[0]), sorted(off, key=lambda row: -abs(row[1] - row[0]))

    def by_confidence(self, least: int) -> tuple[tuple[float, ...], dict[str, tuple[tuple[float, ...], float]]]:
        """Return the middles of the bins in per cent, and of right and of wrong answers how many are in each and in all.

        By stated confidence, from the first bin that holds answers on, but of at least the last ``least``.
        """
        held = self._bins(self.chosen.predictions)
        first, counts = min(int(held.index[0]), held.count - least), np.zeros((2, held.count))
        counts[:, held.index] = held.right, held.weight - held.right
        middles = 100 * (np.arange(first, held.count) + 0.5) / held.count
        both = zip(("right", "wrong"), counts, strict=True)
        return tuple(middles.tolist()), {key: (tuple(n[first:].tolist()), float(n.sum())) for key, n in both}

    @cached_property
    def domains(self) -> tuple[tuple[str, Estimate, Counts, bool], ...]:
        """Value and counts of the recommended answers in each domain of the test items, and whether leaving all beats them (S24 4.2.4)."""
        test, domains, model = self.test, list[tuple[str, Estimate, Counts, bool]](), self.chosen
        w = item_weights(test.n_items, test.weight)
        more = model.per_item - worth_of_deferring(self.table, test)
        for code, name in enumerate(test.domains):
            rows: IntArray = np.flatnonzero(test.domain == code)
            if not w[rows].sum():
                continue
            part = taken(test, rows)
            value, _ = Sampler(part, self.plan.resamples, self.plan.seed).mean(model.per_item[rows])
            counts = count((model.answers == test.truth)[rows], model.accepted[rows], part.weight)
            domains.append((name, value, counts, bool(w[rows] @ more[rows] < -1e-12)))
        return tuple(domains)

    @cached_property
    def pairs(self) -> tuple[FloatArray, FloatArray]:
        """How many items of each answer (row) and true class the recommended model answers alone, and leaves to people."""
        test, model = self.test, self.chosen
        weight, of = (
            item_weights(test.n_items, test.weight),
            (model.answers, test.truth, test.n_classes, len(test.names)),
        )
        alone, left = (confusion(*of, weight * (model.accepted == side))[:-1] for side in (True, False))
        return alone, left

    @property
    def worst_counted(self) -> tuple[float, float] | None:
        """Of the class with most errors, test items answered alone, and answered wrong; None for a list of the user's own."""
        worst = self.alone.worst_class
        if worst is None or self.alone.is_list:
            return None
        alone, code = self.pairs[0], self.test.names.index(worst.name)
        every, right = alone[:, code].sum(), alone[code : code + 1, code].sum()
        return float(every), float(every - right)

    @property
    def confusion(self) -> tuple[FloatArray, FloatArray]:
        """Items answered alone by answer (rows; in the last one those left) and truth, and by answer those left.

        Labels that no model knows share the last column. Shapes (C + 1, C or C + 1) and (C + 1,), the last their sum.
        """
        alone, left = self.pairs
        places = np.arange(self.test.n_classes + bool(self.test.unknown))
        cells = np.add.reduceat(np.vstack([alone, left.sum(axis=0)]), places, axis=1)
        return cells, np.append(left.sum(axis=1), left.sum())

    @property
    def met_pairs(self) -> tuple[FloatArray | IntArray, ...]:
        """Of each answer and truth that occur together: their codes, what the answer is worth, and the two counts."""
        alone, left = self.pairs
        at = np.nonzero(alone + left)
        return (*at, self.worth_matrix[at], alone[at], left[at])

    @property
    def bound(self) -> float:
        """Which share of the accepted answers may be wrong at most (Clopper and Pearson, one-sided, 90 %), for ``n_models`` at once."""
        counts = self.chosen.counts
        return upper_bound(round(counts.n_wrong), round(counts.n_accepted), ALPHA / self.n_models)

    @cached_property
    def forecast(self) -> tuple[float, float] | None:
        """The lowest confidence from which on so few answers as wanted are wrong in 95 % of the draws, and how many reach it.

        None where that is no goal, or no confidence does.
        """
        bench = self.bench
        if self.most_wrong is None:
            return None
        surely = replace(bench.drawn, sample=None).surest()
        at = surely.least(self.most_wrong)
        return None if at is None else (float(surely.cutoff[at]), float(surely.answered[at]))

    @cached_property
    def dearer(self) -> tuple[Mapping[str, float], ...]:
        """What is answered alone where a wrong answer costs ``factor`` times what the plan says; empty where none costs anything.

        ``share``: of the items planned for, in [0, 1]; ``wrong``: how many of these answers are wrong.
        """
        bench, dearer = self.bench, list[Mapping[str, float]]()
        costly = np.any(bench.payoffs.answer < 0)
        for factor in DEARER if costly and self.most_wrong is None else ():
            heavier = AnsweredAlone(bench.with_wrong_answers_times(factor), self.alone.stated, None)
            share, wrong = (heavier.share, heavier.wrong.value) if heavier.used else (0.0, 0.0)
            dearer.append({"factor": factor, "share": share, "wrong": wrong})
        return tuple(dearer)

    @property
    def shares_if_dearer(self) -> dict[str, float]:
        """Which part is answered alone if wrong answers cost least, as planned, and most of what is tried; empty where these print alike."""
        if not self.dearer:
            return {}
        shares = self.dearer[0]["share"], self.alone.share if self.used else 0.0, self.dearer[-1]["share"]
        alike = len({round(100 * share) for share in shares}) == 1
        return {} if alike else dict(zip(("cheap", "today", "dear"), shares, strict=True))

    @cached_property
    def labels(self) -> LabelsWorth | None:
        """What more labels are worth (METHODS L): the mean of what is best in each draw, less what is recommended; None where that is not known."""
        bench, plan = self.bench, self.plan
        if self.refusal or self.most_wrong is not None or not plan.resamples:
            return None
        worth, cost = bench.payoffs, bench.leaving
        decided = bench.decided()
        margin = decided.alone - decided.left
        along = replace(bench.drawn, sample=None).gain_along(decided.answer, margin, worth, cost)
        along[:, 1:] -= cost_of_model(plan, bench.pool.labelled.cost)
        here = float(along[:, int(np.searchsorted(-levels(margin)[0], _SLACK, side="right"))].mean())
        here = here if self.used else 0.0
        listed = bench.total if bench.on_list else plan.list_size
        return LabelsWorth(
            unit="money" if self.worths.unit == "money" else "right answers",
            labelled=self.test.n_items,
            listed=None if listed is None else float(listed),
            price=None if cost is None else float(np.average(cost, weights=bench.count)),
            everything=worth_of_everything(along, here) * float(PER if listed is None else listed) / bench.total,
        )

    @property
    def by_answer(self) -> Mapping[str, Sequence[Any]]:
        """What becomes of each answer of a recommended model without confidence."""
        alone, n = self.alone, self.bench.count
        done = n, n * alone.accepted, n * ~alone.accepted
        return by_answer(self.test, self.chosen.predictions, alone.stated, done)

    @property
    def refusal(self) -> Refusal:
        """Why nothing is recommended, although something would be; else empty."""
        if self.test.n_items < FEWEST:
            return "few"
        if self.most_wrong is not None and self.chosen.cutoff == np.inf:
            return "uncertified"
        listed = self.alone.own_list
        return listed.refusal if self.used and listed is not None else ""

    @property
    def items_needed(self) -> float:
        """How many test items would guarantee it; inf where none would."""
        assert self.most_wrong is not None
        tried = cutoffs_to_try(same_model(self.validation or self.test, self.chosen.name))
        seen = self.chosen.predictions.confidence, self.chosen.correct, tried
        return items_needed(self.most_wrong, *seen, self.n_models)

    @property
    def without_unit(self) -> DeferSolution:
        """The same in right answers more than leaving everything, where the values have a unit of their own (C21, equation 3)."""
        counted = self.worths.counted_from
        if counted is None:
            return self
        left, right = counted

        def level(estimate: Estimate) -> Estimate:
            # Leaving everything is 0, without the last digits that means of draws are off by.
            ends = estimate.value, estimate.low, estimate.high
            value, low, high = (None if end is None else round((end - left) / right, 12) for end in ends)
            assert value is not None
            return Estimate(value, low, high)

        other = copy(self)
        other.models = tuple(map(copy, self.models))
        for model in other.models:
            model.value = level(model.value)
        other.chosen = other.models[self.models.index(self.chosen)]
        alone = other.alone = copy(self.alone)
        alone.value, alone.none, alone.gain = level(alone.value), level(alone.none), alone.gain.times(1 / right)
        other.choice = copy(self.choice)
        other.choice.error_cost = {name: cost / right for name, cost in self.choice.error_cost.items()}
        other.differences = {name: gap.times(1 / right) for name, gap in self.differences.items()}
        other.domains = tuple((name, level(value), n, loses) for name, value, n, loses in self.domains)
        if (labels := self.labels) is not None:
            price = None if labels.price is None else labels.price / right
            other.labels = replace(labels, price=price, everything=labels.everything / right)
        if (asked := self.asked) is not None:
            n, more = asked.items, tuple(gap.times(1 / right) for gap in asked.more)
            other.asked = replace(asked, nets=tuple(level(net.times(1 / n)).times(n) for net in asked.nets), more=more)
        return other

    @property
    def warnings(self) -> tuple[Doubt, ...]:
        """What makes the result doubtful, beside what the data do."""
        file, n, listed = self.plan.table, self.test.n_items, self.alone.own_list
        doubts = [] if listed is None else listed.doubts(file, n)
        if listed is not None and listed.refusal == "outside" and n >= FEWEST:
            outside = math.ceil(listed.outside - _SLACK)
            doubts.append(Doubt(DoubtKind.OUTSIDE, file, n=outside, of=n, names=(self.chosen.name,)))
        # The domains in which the answers are worth less than leaving everything out.
        lost = tuple(name for name, _, _, loses in self.domains if loses)
        if lost:
            where = file, self.plan.answering.domain
            doubts.append(Doubt(DoubtKind.DOMAIN_LOSES, *where, len(lost), len(self.test.domains), lost))
        return tuple(doubts)


def in_one_unit(plan: Plan, data: ClassifiedSet) -> ClassifiedSet:
    """Return a set whose review costs are all that is paid for a review, in the unit of the values.

    With contingency and indirect costs, as where people review within a budget; money is never added to right answers.
    """
    if data.review_cost is None:
        return data
    cost, worths = (data.review_cost * float(plan.prices.per_direct)).round(DIGITS), plan.answering.worths
    return replace(data, review_cost=cost / worths.in_money)


def recommend(solution: DeferSolution) -> Recommendation:
    """Return the decision on a selective classifier: what it does not answer is left to people.

    Counts are of the project's own list where there is one, else of the test items. Nothing is answered where that is
    worth no more than doing without.
    """
    alone, several = solution.alone, len(solution.test.models) > 1
    decided = Recommendation(
        workflow="defer",
        why_not=solution.refusal,
        basis="list" if alone.is_list else "sample",
        items=alone.items,
        reviewed=Estimate(alone.items),
    )
    if solution.refusal:
        return decided
    decided = replace(
        decided,
        net=(alone.value if solution.used else alone.none).times(alone.items),
        net_unit="money" if solution.worths.unit == "money" else "right answers",
        shown=solution.pays,
        best_single=solution.choice.single if several else None,
    )
    if not solution.used:
        return decided
    members = [member.name for member in solution.chosen.predictions.members]
    return replace(
        decided,
        model=solution.chosen.name,
        cutoff=solution.chosen.cutoff,
        answered_alone=Estimate(alone.alone),
        wrong=alone.wrong,
        reviewed=Estimate(alone.left),
        members=dict.fromkeys(members, 1 / max(len(members), 1)),
    )


def course_of(solution: DeferSolution) -> Course | None:
    """Return who does what on the list; None where nothing is answered alone, or the list has no predictions.

    People get all that is left, what the model is least sure of first.
    """
    listed, alone = solution.listed, solution.alone
    if listed is None or not solution.used or solution.refusal:
        return None
    left, answered = np.flatnonzero(~alone.accepted), np.flatnonzero(alone.accepted)
    # What is answered is held against what people say of random items; behind the last name is what stands where nothing is.
    names = [(*listed.names, NO_ANSWER)[code] for code in alone.answer.tolist()]
    return solution.bench.course(
        order_by="uncertain",
        queue=left[np.argsort(alone.sure[left], kind="stable")],
        review=len(left),
        answered=answered,
        answers=tuple(names[row] for row in answered.tolist()),
        score=1 - alone.sure,
        rate=np.full(len(names), np.nan),
        said=tuple(names),
    )
