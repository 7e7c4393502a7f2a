"""What the recommended answers come to, on the project's own list or on the test items, in the same draws (METHODS 0.10)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.core.answers import ALONE, LEFT, AnswerOutcome, decide, gain_along, levels, outcome, surest
from budgetplan.core.stops import interval, worth_of_everything
from budgetplan.domain.decision import FEWEST, Estimate, LabelsWorth, Refusal
from budgetplan.domain.doubt import Doubt, DoubtKind
from budgetplan.domain.labelled import ClassifiedSet, Predictions
from budgetplan.metrics.answers.value import item_weights
from budgetplan.metrics.bounds import exact_interval
from budgetplan.planning.joint.bench import Bench, OwnList, own_list
from budgetplan.planning.joint.ways import way

DEARER = (0.5, 2.0)
"""So many times as dear wrong answers are tried, to see how much a model would then answer alone."""
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
    own_list
        How the project's own list compares with the test items; None where it is these that are planned for.
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
    own_list: OwnList | None
    refusal: Refusal

    @property
    def is_list(self) -> bool:
        """Whether the items are the project's own list, not the test items."""
        return self.own_list is not None

    @property
    def unlike(self) -> tuple[str, ...]:
        """By whose confidence the test items do not stand where the list does."""
        return () if self.own_list is None else self.own_list.unlike

    @property
    def share(self) -> float:
        """Part of the items that is answered alone."""
        return self.alone / self.items

    @property
    def share_left(self) -> float:
        """Part of the items that is left to people."""
        return self.left / self.items

    @property
    def share_wrong(self) -> float:
        """Part of the answers that is wrong, where there are any."""
        return self.wrong.value / self.alone

    @property
    def left(self) -> float:
        """Items left to people."""
        return self.items - self.alone

    def doubts(self, file: str, n_test: int, model: str) -> tuple[Doubt, ...]:
        """Return what makes it doubtful that the test items speak for the list."""
        if self.own_list is None:
            return ()
        found = self.own_list.doubts(file, n_test)
        if self.refusal == "outside":
            n = math.ceil(self.own_list.outside - _SLACK)
            found.append(Doubt(DoubtKind.OUTSIDE, file, n=n, of=n_test, names=(model,)))
        return tuple(found)


def answered(bench: Bench) -> tuple[IntArray, BoolArray]:
    """Return the answer to each item, and whether it stands: where that is worth at least leaving the item, (N,) each."""
    chosen = way(bench, people=False)
    return chosen.answer, chosen.role == ALONE


def read(bench: Bench, answer: IntArray, accepted: BoolArray) -> AnswerOutcome:
    """Return what becomes of the items in every draw."""
    who = np.where(accepted, ALONE, LEFT)
    given = bench.pool.draws, bench.probability, answer, who
    return outcome(*given, count=bench.count, group=bench.data.group)


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
    found, worth, total = read(bench, answer, taken), bench.payoffs, float(weight.sum())
    cost = np.zeros(len(weight)) if bench.leaving is None else bench.leaving
    worths = plan.deferral.worths
    in_money = 1.0 if worths.unit == "money" or bench.leaving is None else worths.right_answer_in_money()
    value = found.value(worth) - float(weight[~taken] @ cost[~taken])
    none = (found.alone.sum(axis=1) + found.left) @ worth.left - float(weight @ cost)

    def estimated(draws: FloatArray, *, least: float = 0.0) -> Estimate:
        mean = max(float(draws.mean()), least)
        if not plan.resamples:
            return Estimate(mean)
        low, high = np.maximum(interval(draws), least).tolist()
        return Estimate(mean, low, high)

    def by_name(names: tuple[str, ...], draws: FloatArray) -> Mapping[str, Estimate]:
        return MappingProxyType({name: estimated(each) for name, each in zip(names, draws.T, strict=True)})

    forecast = None
    if plan.deferral.most_wrong is not None:
        surely = surest(bench.pool.draws, bench.probability, count=weight, group=bench.data.group)
        at = surely.least(float(plan.deferral.most_wrong))
        forecast = None if at is None else (float(surely.cutoff[at]), float(surely.answered[at]))
    own = own_list(bench, taken, found.answered)
    refusal: Refusal = "" if own is None else own.refusal
    return AnsweredAlone(
        items=total,
        alone=found.answered,
        answer=answer,
        accepted=taken,
        sure=sure,
        wrong=estimated(found.wrong),
        wrong_by_answer=by_name(test.classes, found.wrong_by_answer),
        wrong_by_truth=by_name(test.names, found.wrong_by_truth),
        value=estimated(value / total, least=-math.inf),
        none=estimated(none / total, least=-math.inf),
        gain=estimated((value - none) / total, least=-math.inf),
        cost=None if bench.leaving is None else float(weight[~taken] @ cost[~taken]) * in_money,
        forecast=forecast,
        own_list=own,
        refusal="few" if test.n_items < FEWEST else refusal,
    )


@dataclass(frozen=True)
class AtPrice:
    """What the recommended model answers alone where a wrong answer costs ``factor`` times what the plan says.

    ``share``: of the items planned for, in [0, 1]; ``wrong``: how many of these answers are wrong.
    """

    factor: float
    share: float
    wrong: float


def at_other_prices(bench: Bench) -> tuple[AtPrice, ...]:
    """Return how much is answered alone as wrong answers cost less or more; empty where none costs anything."""
    if not (np.any(bench.worth.table.v < 0) or np.any(bench.worth.table.unknown_wrong < 0)):
        return ()
    found = []
    for factor in DEARER:
        heavier = replace(bench, worth=bench.worth.with_wrong_answers_times(factor))
        outcome = read(bench, *answered(heavier))
        found.append(AtPrice(factor, outcome.answered / bench.total, float(outcome.wrong.mean())))
    return tuple(found)


def labels_worth(bench: Bench) -> LabelsWorth | None:
    """Return the mean of what is best in each draw, less what is recommended, beside the price of a label (METHODS L)."""
    plan = bench.plan
    assert plan.deferral is not None
    if not plan.resamples:
        return None
    cost, listed = bench.leaving, bench.total if bench.on_list else plan.list_size
    given = bench.probability, bench.payoffs, bench.price, -1.0
    decided = decide(*given, relabel=bench.relabels, leaving=cost)
    margin = decided.alone - decided.left
    along = gain_along(
        bench.pool.draws,
        bench.probability,
        decided.answer,
        margin,
        bench.payoffs,
        count=bench.count,
        saved=cost,
    )
    here = float(along[:, int(np.searchsorted(-levels(margin)[0], _SLACK, side="right"))].mean())
    return LabelsWorth(
        unit="money" if plan.deferral.worths.unit == "money" else "right answers",
        labelled=bench.pool.test.n_items,
        listed=None if listed is None else float(listed),
        price=None if cost is None else float(np.average(cost, weights=bench.count)),
        everything=worth_of_everything(along, here)
        * (PER if listed is None else float(listed))
        / bench.total,
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
    weight, correct, size = (
        item_weights(data.n_items, data.weight),
        said.predicted == data.truth,
        data.n_classes,
    )
    judged, right, total, good = (
        np.bincount(said.predicted, each, size).astype(np.float64)
        for each in (None, correct, weight, weight * correct)
    )
    n, alone, people = (np.bincount(given.predicted, each, size) for each in done)
    low, high = exact_interval(right, judged)
    alike = data.weight is None and data.group is None
    rate = np.divide(good, total, out=np.zeros(size), where=total > 0)
    return [
        ByAnswer(
            data.classes[code],
            int(judged[code]),
            int(right[code]),
            Estimate(float(rate[code]), *((float(low[code]), float(high[code])) if alike else ()))
            if total[code]
            else None,
            float(n[code]),
            float(alone[code]),
            float(people[code]),
        )
        for code in np.argsort(-n, kind="stable").tolist()
        if n[code] + judged[code]
    ]
