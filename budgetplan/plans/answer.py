"""Models that answer: what they may answer alone, what comes of it, and what stands beside for comparison (METHODS 0.10).

The models answer together, where an answer is expected to be worth at least leaving the item: no cutoff is chosen, and no
model. How often answers are right is read from draws of one curve through the test items.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.core.answers import ALONE, LEFT, AnswerOutcome, decide, gain_along, levels, outcome, surest
from budgetplan.core.stops import interval, worth_of_everything
from budgetplan.domain.decision import FEWEST, Estimate, LabelsWorth, Refusal
from budgetplan.domain.doubt import Doubt, DoubtKind
from budgetplan.domain.labelled import ClassifiedSet, Predictions
from budgetplan.domain.plan import Plan
from budgetplan.domain.prices import MICRO
from budgetplan.domain.recommendation import Recommendation
from budgetplan.domain.review.course import Course
from budgetplan.domain.utilities import Worths
from budgetplan.errors import Problem, UsageError
from budgetplan.lists.estimates import paired, resampled_if_told_apart
from budgetplan.models.bounds import exact_interval, upper_bound
from budgetplan.models.calibration import Bins, bins
from budgetplan.models.resampling import interval as percentiles
from budgetplan.models.scaling import scale_decisions, scaled_alike
from budgetplan.models.thresholds import confidence_spans, theoretical_by_class
from budgetplan.models.value import (
    Counts,
    WorthTable,
    answer_worths,
    confusion,
    count,
    item_weights,
    worth_matrix,
)
from budgetplan.models.voc import fixed_set
from budgetplan.plans.bench import (
    Bench,
    OwnList,
    Pooled,
    Pools,
    Sampler,
    as_model,
    money,
    own_list,
    same_model,
    worth_table,
)
from budgetplan.plans.cutoff_methods import (
    ALPHA,
    Choice,
    Judged,
    Route,
    check_exact,
    choose,
    cutoffs_to_try,
    items_needed,
    judge,
    worth_of_deferring,
)
from budgetplan.plans.joint import AskedBeside
from budgetplan.plans.ways import way

DEARER = (0.5, 2.0)
"""So many times as dear wrong answers are tried, to see how much a model would then answer alone."""
ERROR_WEIGHTS = np.linspace(0, 10, 41)
"""At which the value of the recommended answers is told."""
PER = 1000
"""Worths are for so many items where nobody said how many a model is to answer."""
_SLACK = 1e-9


@dataclass(frozen=True, eq=False)
class AnsweredAlone:
    """What the recommended answers come to.

    Attributes
    ----------
    items, alone
        How many items are planned for, and how many are answered alone; weighted.
    answer, accepted, sure
        Shape (N,): the answer to each item, whether it stands, and how probable it is.
    wrong
        How many of the answers are wrong.
    wrong_by_answer, wrong_by_truth
        The same by what is answered, and by what is true, by name.
    value, none, gain
        What an item is worth on average, what it is worth if all are left, and the difference.
    cost
        Of reviewing what is left, in currency units; None where nothing was said of it.
    forecast
        The lowest confidence from which on so few answers as wanted are wrong in 95 % of the draws, and how many
        reach it; None where that is no goal, or no confidence does.
    is_list
        Whether the items are the project's own list, of which at least the size is known, not the test items.
    own_list
        How the list compares with the test items by what the models say; None where nothing is known but its size.
    refusal
        Why nothing can be recommended; else empty.
    """

    items: float
    alone: float
    answer: IntArray
    accepted: BoolArray
    sure: FloatArray
    wrong: Estimate
    wrong_by_answer: Mapping[str, Estimate]
    wrong_by_truth: Mapping[str, Estimate]
    value: Estimate
    none: Estimate
    gain: Estimate
    cost: float | None
    forecast: tuple[float, float] | None
    is_list: bool
    own_list: OwnList | None
    refusal: Refusal

    @property
    def unlike(self) -> tuple[str, ...]:
        """By whose confidence the test items do not stand where the list does."""
        return () if self.own_list is None else self.own_list.unlike

    @property
    def share(self) -> float:
        """Part of the items that is answered alone."""
        return self.alone / self.items

    @property
    def left(self) -> float:
        """Items left to people."""
        return self.items - self.alone

    @property
    def share_left(self) -> float:
        """Part of the items that is left to people."""
        return self.left / self.items

    @property
    def share_wrong(self) -> float:
        """Part of the answers that is wrong, where there are any."""
        return self.wrong.value / self.alone


def answered(bench: Bench) -> tuple[IntArray, BoolArray]:
    """Return the answer to each item, and whether it stands: where that is worth at least leaving the item, (N,) each."""
    chosen = way(bench, people=False)
    return chosen.answer, chosen.role == ALONE


def read(bench: Bench, answer: IntArray, accepted: BoolArray) -> AnswerOutcome:
    """Return what becomes of the items in every draw."""
    who = np.where(accepted, ALONE, LEFT)
    given = bench.pool.draws, bench.probability, answer, who
    return outcome(*given, count=bench.count, group=bench.data.group, sample=bench.sample)


def mean_value(bench: Bench) -> float:
    """Return what all items are worth on average over the draws, what is paid for those left taken off."""
    answer, accepted = answered(bench)
    paid = 0.0 if bench.leaving is None else float(bench.count[~accepted] @ bench.leaving[~accepted])
    return float(read(bench, answer, accepted).value(bench.payoffs).mean()) - paid


def answered_alone(bench: Bench, stated: Predictions, cutoff: float | None) -> AnsweredAlone:
    """Return what the recommended answers come to.

    Parameters
    ----------
    bench
        The items that are planned for.
    stated
        What the recommended model states of them.
    cutoff
        Where answers are accepted from a guaranteed stated confidence on, that.
    """
    plan, test, weight = bench.plan, bench.pool.test, bench.count
    assert plan.deferral is not None
    answer, taken = answered(bench)
    sure = bench.probability.max(axis=1)
    if cutoff is not None:
        answer, taken, sure = stated.predicted, stated.confidence >= cutoff, stated.confidence
    result, worth, total = read(bench, answer, taken), bench.payoffs, float(weight.sum())
    cost = np.zeros(len(weight)) if bench.leaving is None else bench.leaving
    worths = plan.deferral.worths
    in_money = 1.0 if worths.unit == "money" or bench.leaving is None else worths.right_answer_in_money()
    value = result.value(worth) - float(weight[~taken] @ cost[~taken])
    none = (result.alone.sum(axis=1) + result.left) @ worth.left - float(weight @ cost)

    def estimated(draws: FloatArray, *, least: float = 0.0) -> Estimate:
        mean = max(float(draws.mean()), least)
        if not plan.resamples:
            return Estimate(mean)
        low, high = np.maximum(interval(draws), least).tolist()
        return Estimate(mean, low, high)

    def by_name(names: tuple[str, ...], draws: FloatArray) -> Mapping[str, Estimate]:
        return {name: estimated(each) for name, each in zip(names, draws.T, strict=True)}

    forecast = None
    if plan.deferral.most_wrong is not None:
        surely = surest(bench.pool.draws, bench.probability, count=weight, group=bench.data.group)
        at = surely.least(float(plan.deferral.most_wrong))
        forecast = None if at is None else (float(surely.cutoff[at]), float(surely.answered[at]))
    listed = own_list(bench, taken, result.answered)
    refusal: Refusal = "" if listed is None else listed.refusal
    return AnsweredAlone(
        items=total,
        alone=result.answered,
        answer=answer,
        accepted=taken,
        sure=sure,
        wrong=estimated(result.wrong),
        wrong_by_answer=by_name(test.classes, result.wrong_by_answer),
        wrong_by_truth=by_name(test.names, result.wrong_by_truth),
        value=estimated(value / total, least=-math.inf),
        none=estimated(none / total, least=-math.inf),
        gain=estimated((value - none) / total, least=-math.inf),
        cost=None if bench.leaving is None else float(weight[~taken] @ cost[~taken]) * in_money,
        forecast=forecast,
        is_list=bench.chance,
        own_list=listed,
        refusal="few" if test.n_items < FEWEST else refusal,
    )


def at_other_prices(bench: Bench) -> tuple[Mapping[str, float], ...]:
    """Return what is answered alone where a wrong answer costs ``factor`` times what the plan says; empty where none costs anything.

    ``share``: of the items planned for, in [0, 1]; ``wrong``: how many of these answers are wrong.
    """
    if not np.any(bench.payoffs.answer < 0):
        return ()
    found = []
    for factor in DEARER:
        heavier = bench.with_wrong_answers_times(factor)
        outcome = read(bench, *answered(heavier))
        share, wrong = outcome.answered / bench.total, float(outcome.wrong.mean())
        found.append({"factor": factor, "share": share, "wrong": wrong})
    return tuple(found)


def labels_worth(bench: Bench) -> LabelsWorth | None:
    """Return the mean of what is best in each draw, less what is recommended, beside the price of a label (METHODS L)."""
    plan, p, worth, cost = bench.plan, bench.probability, bench.payoffs, bench.leaving
    assert plan.deferral is not None
    if not plan.resamples:
        return None
    decided = decide(p, worth, bench.price, -1.0, relabel=bench.relabels, leaving=cost)
    given = bench.pool.draws, p, decided.answer, decided.alone - decided.left, worth
    along = gain_along(*given, count=bench.count, saved=cost)
    here = float(along[:, int(np.searchsorted(-levels(given[3])[0], _SLACK, side="right"))].mean())
    listed = bench.total if bench.on_list else plan.list_size
    return LabelsWorth(
        unit="money" if plan.deferral.worths.unit == "money" else "right answers",
        labelled=bench.pool.test.n_items,
        listed=None if listed is None else float(listed),
        price=None if cost is None else float(np.average(cost, weights=bench.count)),
        everything=worth_of_everything(along, here) * float(PER if listed is None else listed) / bench.total,
    )


@dataclass(frozen=True)
class ByAnswer:
    """One answer: how many labelled items have it, of how many it is right, and its rate (None where there are none).

    ``n``, ``alone``, ``people``: how many of the items that are planned have it, are answered by it, are for people.
    """

    name: str
    judged: int
    right: int
    rate: Estimate | None
    n: float
    alone: float
    people: float


def by_answer(
    data: ClassifiedSet, said: Predictions, given: Predictions, done: Sequence[FloatArray]
) -> list[ByAnswer]:
    """Return the answers of a model without confidence, the most frequent first; nothing for others (METHODS S7).

    ``data``, ``said``: the labelled items; ``given``: what it says of those that are planned. ``done``: how many each
    of these stands for, shape (n,), how many of them are answered alone, how many are for people. Rates have an interval where items are
    independent and weigh the same.
    """
    if said.scaling is None or said.scaling.rates is None:
        return []
    weight, correct = item_weights(data.n_items, data.weight), said.predicted == data.truth
    judged, right, total, good = (
        np.bincount(said.predicted, each, data.n_classes).astype(np.float64)
        for each in (None, correct, weight, weight * correct)
    )
    n, alone, people = (np.bincount(given.predicted, each, data.n_classes) for each in done)
    low, high = exact_interval(right, judged)
    alike, rows = data.weight is None and data.group is None, []
    for code in np.argsort(-n, kind="stable").tolist():  # classes, not items
        rate = None
        if total[code]:
            ends = (float(low[code]), float(high[code])) if alike else ()
            rate = Estimate(float(good[code] / total[code]), *ends)
        counts = (float(each[code]) for each in (n, alone, people))
        row = ByAnswer(data.classes[code], int(judged[code]), int(right[code]), rate, *counts)
        rows += [row] if n[code] + judged[code] else []
    return rows


@dataclass(frozen=True, eq=False)
class DeferSolution:
    """Everything the documents need; values are means per item, in the plan's unit.

    ``alone``: what the recommended answers come to, on the project's own list (``listed``) or on the test items.
    ``differences``: each model less the recommended, as counted on the test items.
    Of the recommended model: ``curve``, its value at each of ``ERROR_WEIGHTS`` with the low and the high end of its interval,
    shape (3, weights), (1, weights) where nothing is resampled; ``reliability``, how often it is right by confidence, as
    stated and, where that was fitted, calibrated, with exact intervals where items are independent; ``domains``.
    ``bound``: which share of the accepted answers may be wrong at most (Clopper and Pearson, one-sided, 90 %),
    for ``n_models`` at once: where the test items chose the model, a bound that holds for every model holds for this one.
    ``stops_paying``: the weight from which the model is worth nothing if every answer is accepted, or inf.
    ``worth_matrix``: what each answer (row) is worth at each true class, in the last row leaving it out;
    ``class_cutoffs``: the cutoff of theory for each predicted class, None where there is none; ``confidence_spans``: below
    which confidence theory accepts no answer of a class, and from which on every one, shape (2, C), None where that cannot be said; ``pairs``: how many
    items of each answer (row) and true class are answered alone by the recommended model, and left to people.
    ``dearer``: how much is answered alone where wrong answers cost less or more.
    ``labels``: what more labels are worth before deciding; None where there is nothing to say of that.
    ``asked``: what asking somebody for a price would change; None where nobody may be asked.
    ``by_answer``: what becomes of each answer of a recommended model without confidence.
    """

    plan: Plan
    validation: ClassifiedSet | None
    test: ClassifiedSet
    table: WorthTable
    models: tuple[Judged, ...]
    chosen: Judged
    choice: Choice
    alone: AnsweredAlone
    differences: Mapping[str, Estimate]
    curve: FloatArray
    reliability: Mapping[str, tuple[Bins, tuple[FloatArray, FloatArray] | None]]
    domains: tuple[tuple[str, Estimate, Counts, bool], ...]
    bound: float
    n_models: int
    stops_paying: float
    worth_matrix: FloatArray
    class_cutoffs: FloatArray | None
    confidence_spans: FloatArray | None
    pairs: tuple[FloatArray, ...]
    dearer: tuple[Mapping[str, float], ...] = ()
    listed: ClassifiedSet | None = None
    labels: LabelsWorth | None = None
    asked: AskedBeside | None = None
    by_answer: Sequence[ByAnswer] = ()

    @property
    def ordered(self) -> list[Judged]:
        """The models, the recommended first, then by value."""
        return sorted(
            self.models, key=lambda one: (one is not self.chosen, -one.deployed.value.value, one.name)
        )

    def more_wrong(self, model: Judged) -> float:
        """Return how many more answers of a model are wrong than of the recommended one; below 0: fewer."""
        return model.deployed.counts.n_wrong - self.chosen.deployed.counts.n_wrong

    @property
    def shares_if_dearer(self) -> dict[str, float]:
        """Which part is answered alone if wrong answers cost least, as planned, and most of what is tried; empty where these print alike."""
        shares = self.dearer[0]["share"], self.alone.share, self.dearer[-1]["share"]
        alike = len({round(100 * share) for share in shares}) == 1
        return {} if alike else dict(zip(("cheap", "today", "dear"), shares, strict=True))

    @property
    def curve_points(self) -> list[tuple[float, ...]]:
        """``curve`` as points of a line: value per 1,000 items, and the ends of its interval where something is resampled."""
        return [tuple((1000 * row).tolist()) for row in self.curve]

    @property
    def reliability_points(self) -> dict[str, list[tuple[float, ...]]]:
        """``reliability`` in per cent: mean confidence and share right of each bin, and the ends of its interval where there is one."""
        return {
            key: [tuple((100 * each).tolist()) for each in (held.confidence, held.accuracy, *(ends or ()))]
            for key, (held, ends) in self.reliability.items()
        }

    def by_confidence(
        self, least: int
    ) -> tuple[tuple[float, ...], dict[str, tuple[tuple[float, ...], float]]]:
        """Return the middles of the bins in per cent, and of right and of wrong answers how many are in each and in all.

        By stated confidence, from the first bin that holds answers on, but of at least the last ``least``.
        """
        held, _ = self.reliability["stated"]
        places, counts = range(min(int(held.index[0]), held.count - least), held.count), {}
        for key, answers in (("right", held.right), ("wrong", held.weight - held.right)):
            each = np.zeros(held.count)
            each[held.index] = answers
            counts[key] = tuple(each[places.start :].tolist()), float(answers.sum())
        return tuple(100 * (place + 0.5) / held.count for place in places), counts

    @property
    def refusal(self) -> Refusal:
        """Why nothing is recommended, although something would be; else empty."""
        if self.alone.refusal == "few":
            return "few"
        if self.most_wrong is not None and self.chosen.deployed.cutoff == np.inf:
            return "uncertified"
        return self.alone.refusal if self.used else ""

    @property
    def used(self) -> bool:
        """Whether anything is answered alone: that is worth more than leaving all."""
        return self.alone.alone > 0 and self.alone.gain.value > 0

    @property
    def most_wrong(self) -> float | None:
        """The share of wrong answers that the cutoff has to guarantee, None where that is no goal."""
        deferral = self.plan.deferral
        return None if deferral is None or deferral.most_wrong is None else float(deferral.most_wrong)

    @property
    def items_needed(self) -> float:
        """How many test items would guarantee it; inf where none would."""
        assert self.most_wrong is not None
        tried = cutoffs_to_try(same_model(self.validation or self.test, self.chosen.name))
        seen = self.chosen.predictions.confidence, self.chosen.correct, tried
        return items_needed(self.most_wrong, *seen, self.n_models)

    @property
    def pays(self) -> bool:
        """Whether using the models is worth more than using none, beyond noise."""
        return self.alone.gain.wholly_above(0.0)

    @property
    def worths(self) -> Worths:
        """What answers are worth, as the user said it."""
        assert self.plan.deferral is not None
        return self.plan.deferral.worths

    @property
    def without_unit(self) -> DeferSolution:
        """The same in right answers more than leaving everything, where the values have a unit of their own (C21, equation 3)."""
        counted = self.worths.counted_from
        if counted is None:
            return self
        left, right = counted

        def level(one: Estimate) -> Estimate:
            # Leaving everything is 0, without the last digits that means of draws are off by.
            low, high = (
                None if end is None else round((end - left) / right, 12) for end in (one.low, one.high)
            )
            return Estimate(round((one.value - left) / right, 12), low, high)

        def judged(one: Judged) -> Judged:
            routes = {key: replace(each, value=level(each.value)) for key, each in one.routes.items()}
            return replace(one, routes=routes, deployed=routes[one.deployed.key])

        models, alone, labels = tuple(map(judged, self.models)), self.alone, self.labels
        gain = alone.gain.times(1 / right)
        if labels is not None:
            price = None if labels.price is None else labels.price / right
            labels = replace(labels, price=price, everything=labels.everything / right)
        lost = {name: cost / right for name, cost in self.choice.error_cost.items()}
        return replace(
            self,
            models=models,
            chosen=next(one for one in models if one.name == self.chosen.name),
            choice=replace(self.choice, error_cost=lost),
            alone=replace(alone, value=level(alone.value), none=level(alone.none), gain=gain),
            differences={name: gap.times(1 / right) for name, gap in self.differences.items()},
            domains=tuple((name, level(value), n, loses) for name, value, n, loses in self.domains),
            labels=labels,
        )

    @property
    def labels_wanted(self) -> int:
        """How many labels more make enough of them."""
        return max(FEWEST - self.test.n_items, 0)

    @property
    def confusion(self) -> tuple[FloatArray, FloatArray]:
        """Items answered alone by answer (rows; in the last one those left) and truth, and by answer those left.

        Labels that no model knows share the last column. Shapes (C + 1, C or C + 1) and (C + 1,), the last their sum.
        """
        alone, left = self.pairs
        n, cells = self.test.n_classes, np.vstack([alone, left.sum(axis=0)])
        if self.test.unknown:
            cells = np.hstack([cells[:, :n], cells[:, n:].sum(axis=1, keepdims=True)])
        return cells, np.append(left.sum(axis=1), left.sum())

    @property
    def met_pairs(self) -> tuple[FloatArray | IntArray, ...]:
        """Of each answer and truth that occur together: their codes, what the answer is worth, and the two counts."""
        alone, left = self.pairs
        at = np.nonzero(alone + left)
        return (*at, self.worth_matrix[at], alone[at], left[at])

    @property
    def answer_worths(self) -> Mapping[str, tuple[float, float]]:
        """What right, wrong and left-out answers count: the least and the greatest."""
        return answer_worths(self.table, unknown=bool(self.test.unknown))

    @property
    def losing(self) -> tuple[str, ...]:
        """The domains in which the answers are worth less than leaving everything out."""
        return tuple(name for name, _, _, loses in self.domains if loses)

    @property
    def warnings(self) -> tuple[Doubt, ...]:
        """What makes the result doubtful, beside what the data do."""
        file, n, own, lost = self.plan.table, self.test.n_items, self.alone.own_list, self.losing
        found = [] if own is None else own.doubts(file, n)
        if own is not None and self.alone.refusal == "outside":
            outside = math.ceil(own.outside - _SLACK)
            found.append(Doubt(DoubtKind.OUTSIDE, file, n=outside, of=n, names=(self.chosen.name,)))
        if lost and self.plan.deferral is not None:
            where = file, self.plan.deferral.domain
            found.append(Doubt(DoubtKind.DOMAIN_LOSES, *where, len(lost), len(self.test.domains), lost))
        return tuple(found)


def select(
    plan: Plan, validation: ClassifiedSet | None, test: ClassifiedSet, listed: ClassifiedSet | None = None
) -> DeferSolution:
    """Pool the models, decide who answers what, and judge every model beside.

    ``listed``: the project's own list with what the models say of it; its truths are not looked at.
    """
    plan = resampled_if_told_apart(plan, test.group)
    assert plan.deferral is not None
    worths = plan.deferral.worths
    if plan.deferral.most_wrong is not None:
        check_exact(test)
    table = worth_table(worths, test)
    validation, test = scale_decisions(plan, validation, test)
    test = _in_one_unit(worths, test)
    validation = None if validation is None else _in_one_unit(worths, validation)
    dearest = 0.0 if test.review_cost is None else float(test.review_cost.max(initial=0.0))
    if not np.any(np.diag(table.v) > table.r - dearest):
        wrong = (
            "no right answer is worth more than leaving the item to people: nothing would ever be accepted"
        )
        todo = "raise what right answers are worth (answers.right, answers.cell, answers.matrix), or lower answers.left_out"
        raise UsageError([Problem(wrong, todo, option="answers")])
    if listed is not None:
        size = float(item_weights(listed.n_items, listed.weight).sum())
        # Rows of a list of which another size is said are not all of it: it is planned by share.
        whole = plan.list_size is None or abs(plan.list_size - size) < 1e-9 * max(size, 1.0)
        listed = scaled_alike(_in_one_unit(worths, listed), test) if whole else None
    items = test if listed is None else listed
    total = float(item_weights(items.n_items, items.weight).sum())
    if listed is None and plan.list_size is not None:
        total = float(plan.list_size)
    pools, worth = Pools(plan, validation, test), money(plan, table, test)

    def net(pool: Pooled) -> float:
        """Return what answers of a pool come to, counted on the test items, in the unit of the values."""
        cost = pool.labelled.cost
        if cost and worths.unit != "money":
            cost /= worths.right_answer_in_money()
        return mean_value(Bench(worth, pool, None, total, chance=False)) - cost

    # A mean of models was fixed on validation before: the best single one, and what costs, are chosen on the test items.
    fixed = validation is not None and plan.mixture and not any(each.cost for each in test.models)
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
    sampler, n_models = Sampler(test, plan.resamples, plan.seed), 1 if fixed else len(test.models)
    pooled = {each.name: pool if each.name == pool.name else pools.of(each.name) for each in test.models}
    given = plan, table, validation, test, sampler
    judged = tuple(judge(*given, each, pooled[each.name], n_models) for each in test.models)
    chosen = next(each for each in judged if each.name == pool.name)
    choice, route = choose(table, validation or test, judged, chosen.name), chosen.deployed
    cutoff = route.cutoff if route.key == "guaranteed" else None
    stated = same_model(test if listed is None else listed, chosen.name)
    alone = answered_alone(bench, stated, cutoff)
    told, reliability = {"stated": chosen.predictions}, {}
    if chosen.predictions.scaling is None and not chosen.predictions.members:
        told["calibrated"] = chosen.calibrated
    for key, each in told.items():
        held = bins(each.confidence, each.predicted == test.truth, weight=test.weight)
        reliability[key] = held, held.intervals() if test.group is None else None
    every, counts = chosen.routes["all"].counts, route.counts
    weight, n = item_weights(test.n_items, test.weight), bench.count
    shape = test.n_classes, len(test.names)
    found = DeferSolution(
        plan=plan,
        validation=validation,
        test=test,
        table=table,
        models=judged,
        chosen=chosen,
        choice=choice,
        alone=alone,
        differences={
            each.name: paired(
                each.deployed.value.value - route.value.value, each.deployed.replicates, route.replicates
            )
            for each in judged
        },
        curve=_by_error_weight(chosen, test, sampler),
        reliability=reliability,
        domains=_by_domain(route, table, test, plan),
        stops_paying=fixed_set(every.n_correct, every.n_wrong, every.n).omega_sup,
        bound=upper_bound(round(counts.n_wrong), round(counts.n_accepted), ALPHA / n_models),
        n_models=n_models,
        worth_matrix=worth_matrix(table, len(test.unknown)),
        class_cutoffs=theoretical_by_class(table, test.review_cost),
        confidence_spans=confidence_spans(table, test.review_cost),
        pairs=tuple(
            confusion(route.answers, test.truth, shape, weight * (route.accepted == side))
            for side in (True, False)
        ),
        dearer=() if cutoff is not None else at_other_prices(bench),
        listed=listed,
        by_answer=by_answer(test, chosen.predictions, stated, (n, n * alone.accepted, n * ~alone.accepted)),
    )
    return found if found.refusal or cutoff is not None else replace(found, labels=labels_worth(bench))


def _in_one_unit(worths: Worths, data: ClassifiedSet) -> ClassifiedSet:
    """Return a set whose review costs are in the unit of the values: money is never added to right answers."""
    if data.review_cost is None or worths.unit == "money":
        return data
    return replace(data, review_cost=data.review_cost / worths.right_answer_in_money())


def _by_error_weight(model: Judged, test: ClassifiedSet, sampler: Sampler) -> FloatArray:
    """Return what a model is worth at each error weight where its answers stand by the cutoff of theory; see :class:`DeferSolution`."""
    said, weights = model.calibrated, ERROR_WEIGHTS[:, None]
    worth = np.where(said.predicted == test.truth, 1.0, -weights)
    per_item = np.where(said.confidence >= weights / (1 + weights), worth, 0.0)
    replicates = sampler.replicates(per_item)
    ends = () if replicates is None else percentiles(replicates)
    return np.stack([np.average(per_item, axis=1, weights=test.weight), *ends])


def _by_domain(
    route: Route, table: WorthTable, test: ClassifiedSet, plan: Plan
) -> tuple[tuple[str, Estimate, Counts, bool], ...]:
    """Return value and counts of a model's answers in each domain of the test items, and whether leaving all beats them (S24 4.2.4)."""
    found = list[tuple[str, Estimate, Counts, bool]]()
    gain = item_weights(test.n_items, test.weight) * (route.per_item - worth_of_deferring(table, test))
    for code, name in enumerate(test.domains):
        rows: IntArray = np.flatnonzero(test.domain == code)
        weight = None if test.weight is None else test.weight[rows]
        if not len(rows) or (weight is not None and weight.sum() == 0):
            continue
        group = None if test.group is None else np.unique(test.group[rows], return_inverse=True)[1]
        stratum = None if test.stratum is None else test.stratum[rows]
        ids = tuple(test.ids[i] for i in rows)
        part = replace(test, ids=ids, weight=weight, group=group, stratum=stratum)
        value, _ = Sampler(part, plan.resamples, plan.seed).mean(route.per_item[rows])
        counts = count(route.correct[rows], route.accepted[rows], weight)
        found.append((name, value, counts, bool(gain[rows].sum() < -1e-12)))
    return tuple(found)


def recommend(solution: DeferSolution) -> Recommendation:
    """Return the decision on a selective classifier: what it does not answer is left to people.

    Counts are of the project's own list where there is one, else of the test items. Nothing is answered where that is
    worth no more than doing without.
    """
    found, refusal = solution.alone, solution.refusal
    used = solution.used and not refusal
    members = [each.name for each in solution.chosen.predictions.members] if used else []
    each = found.value if used else found.none
    low, high = (None if end is None else end * found.items for end in (each.low, each.high))
    net = Estimate(each.value * found.items, low, high)
    several = len(solution.test.models) > 1 and not refusal
    return Recommendation(
        workflow="defer",
        why_not=refusal,
        model=solution.chosen.name if used else None,
        basis="list" if found.is_list else "sample",
        items=found.items,
        cutoff=solution.chosen.deployed.cutoff if used else None,
        answered_alone=Estimate(found.alone if used else 0.0),
        wrong=found.wrong if used else None,
        reviewed=Estimate(found.left if used else found.items),
        left=Estimate(0.0),
        spend=None,
        found=None,
        net=None if refusal else net,
        net_unit="" if refusal else "money" if solution.worths.unit == "money" else "right answers",
        shown=None if refusal else solution.pays,
        members=dict.fromkeys(members, 1 / max(len(members), 1)),
        best_single=solution.choice.single if several else None,
    )


def course_of(solution: DeferSolution) -> Course | None:
    """Return who does what on the list; None where nothing is answered alone, or the list has no predictions.

    People get all that is left, what the model is least sure of first.
    """
    listed = solution.listed
    if listed is None or not solution.used or solution.refusal:
        return None
    found = solution.alone
    accepted, sure, answers = found.accepted, found.sure, found.answer
    rest, answered = np.flatnonzero(~accepted), np.flatnonzero(accepted)
    n, names = listed.n_items, listed.names
    assert solution.plan.deferral is not None
    price = solution.plan.deferral.review_cost
    known = np.full(n, 0.0 if price is None else float(price) * MICRO)
    return Course(
        model=solution.chosen.name,
        order_by="uncertain",
        ids=listed.ids,
        queue=rest[np.argsort(sure[rest], kind="stable")],
        review=len(rest),
        answered=answered,
        answers=tuple(names[code] for code in answers[answered].tolist()),
        score=1 - sure,
        rate=np.full(n, np.nan),
        known_cost=known,
        sizes={name: np.zeros(n) for name in ("seconds", "units", "listed")},
        weighted=listed.weight is not None and bool((listed.weight != 1).any()),
    )
