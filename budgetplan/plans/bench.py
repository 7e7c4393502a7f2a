"""Models together, and the items that a plan is made for with what these cost (METHODS 0.10, 0.11)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.core.answers import (
    ELSEWHERE,
    EQUAL,
    AnswerDraws,
    Payoffs,
    PooledModels,
    Statement,
    draw_answers,
    heated,
    log_odds,
    together,
    useful,
)
from budgetplan.core.places import UNLIKE, farthest, labels_to_draw, shift, unlike
from budgetplan.domain.decision import Refusal
from budgetplan.domain.doubt import Doubt, DoubtKind
from budgetplan.domain.labelled import ClassifiedSet, Member, Predictions
from budgetplan.domain.plan import MEAN, Plan
from budgetplan.domain.prices import MICRO, Quantities
from budgetplan.domain.utilities import NO_ANSWER, Worths
from budgetplan.errors import UsageError
from budgetplan.models.calibration import as_new
from budgetplan.models.value import WorthTable, item_weights, predict, worth_matrix
from budgetplan.plans.purse import MEASURES, NO_ITEMS, Purse

KNOWN = 0.5
"""Where less than this share of the list is in groups of the sample, whole groups were labelled."""


@dataclass(frozen=True, eq=False)
class Pooled:
    """What one or more models say together: each made as sure as it is right, then their mean once more.

    Attributes
    ----------
    members
        Their names, rising.
    learnt
        From the validation items, or from the one labelled set.
    labelled
        What they say of the test items, none of which has a say in its own.
    """

    plan: Plan
    test: ClassifiedSet
    members: tuple[str, ...]
    learnt: PooledModels
    labelled: Predictions

    @property
    def name(self) -> str:
        """Of the model, or of several together."""
        return self.labelled.name

    @property
    def probability(self) -> FloatArray:
        """Of the test items, shape (n, C)."""
        assert self.labelled.probabilities is not None
        return self.labelled.probabilities

    @property
    def power(self) -> float:
        """What a single model's probabilities are raised to, or the mean of several, each of which has its own before."""
        return self.learnt.of_mean * (self.learnt.inverse[0] if len(self.members) == 1 else 1.0)

    def of(self, data: ClassifiedSet) -> FloatArray:
        """Return the probabilities of items without a label, (N, C)."""
        return self.learnt.of(statements(data, self.members))

    @cached_property
    def draws(self) -> AnswerDraws:
        """How often the pool is right in every draw: worked out where it is asked for."""
        test = self.test
        return draw_answers(
            self.probability,
            test.truth,
            len(test.names),
            self.plan.draws,
            self.plan.seed,
            weight=test.weight,
            group=test.group,
            drawn=test.stratum,
        )

    def shift(self, listed: ClassifiedSet) -> float:
        """Return how far the test items are from a random sample of a list by what is said of both, in standard errors.

        By how sure the models are, and by the probability of each class, since a list of other classes may be as sure;
        what is farthest away counts as the farthest of so many (METHODS F9).
        """
        new = replace(self.test, models=tuple(as_new(one) for one in self.test.models))
        count = item_weights(listed.n_items, listed.weight)
        group = self.test.group if whole_groups(self.test, listed, count) else None
        both = []
        for data in (new, listed):
            p = self.of(data)
            # Of two classes one says it all: the other's probability is what is left to 1.
            every = np.column_stack([p.max(axis=1), p if p.shape[1] > 2 else p[:, -1]])
            both.append(log_odds(every).round(EQUAL).T)
        return farthest(
            [
                shift(known, other, weight=self.test.weight, count=count, group=group)
                for known, other in zip(*both, strict=True)
            ]
        )


def whole_groups(test: ClassifiedSet, listed: ClassifiedSet, count: FloatArray) -> bool:
    """Say whether the groups of the test items are few of those of a list, so that whole ones were drawn."""
    if test.group is None or listed.group is None:
        return False
    known = np.isin(np.array(listed.groups)[listed.group], np.array(test.groups)[np.unique(test.group)])
    return float(count[known].sum()) < KNOWN * float(count.sum())


def same_model(data: ClassifiedSet, name: str) -> Predictions:
    """Return what a model says of a set."""
    return next(each for each in data.models if each.name == name)


def statements(data: ClassifiedSet, members: Sequence[str]) -> list[Statement]:
    """Return what each of some models states of a set."""
    models = [same_model(data, name) for name in members]
    return [Statement(one.predicted, one.confidence, one.probabilities) for one in models]


def as_model(
    data: ClassifiedSet, names: Sequence[str], learnt: PooledModels, probability: FloatArray
) -> Predictions:
    """Return pooled probabilities of a set as one model; a single one keeps its name."""
    models = [same_model(data, name) for name in names]
    predicted, confidence = predict(probability)
    if NO_ANSWER in data.classes:
        # Where no model gives an answer, none stands, whatever the labels of such items are.
        code = data.classes.index(NO_ANSWER)
        silent = np.all([one.predicted == code for one in models], axis=0)
        predicted = np.where(silent, code, predicted)
    if len(models) == 1:
        return replace(models[0], predicted=predicted, confidence=confidence, probabilities=probability)
    inverse = zip(names, learnt.inverse, strict=True)
    members = tuple(Member(name, 1 / each) for name, each in inverse)
    cost = sum(one.cost for one in models)
    return Predictions(MEAN, predicted, confidence, probability, cost=cost, members=members)


class Pools:
    """Models together: each choice of them is pooled once, on the validation items, or out of fold on the one labelled set."""

    def __init__(self, plan: Plan, validation: ClassifiedSet | None, test: ClassifiedSet) -> None:
        self.plan, self.test, self.known = plan, test, test if validation is None else validation
        self._pools: dict[tuple[str, ...], Pooled] = {}
        self._singles: dict[tuple[str, ...], PooledModels] = {}

    def of(self, *names: str) -> Pooled:
        """Return some models together; their order does not matter."""
        members = tuple(sorted(names))
        if members not in self._pools:
            learnt = self._learnt(members)
            probability = learnt.labelled
            if self.known is not self.test:
                probability = learnt.of(statements(self.test, members))
            labelled = as_model(self.test, members, learnt, probability)
            self._pools[members] = Pooled(self.plan, self.test, members, learnt, labelled)
        return self._pools[members]

    def _learnt(self, members: tuple[str, ...]) -> PooledModels:
        """Return what is learnt of some models; single ones are asked for twice, others are many and large."""
        if members in self._singles:
            return self._singles[members]
        data = self.known
        learnt = together(
            statements(data, members),
            data.truth,
            data.n_classes,
            weight=data.weight,
            group=data.group,
            seed=self.plan.seed,
        )
        if len(members) == 1:
            self._singles[members] = learnt
        return learnt

    def let_in(self, net: Callable[[Pooled], float]) -> tuple[Pooled, tuple[str, ...]]:
        """Return the models that help, together, and the names of those that cost more than they add.

        Parameters
        ----------
        net
            What a pool comes to, with what its models cost.

        References
        ----------
        METHODS J: those that cost come in one by one, the cheapest first. Where models are not mixed: the best single one.
        """
        cost = {name: same_model(self.test, name).cost for name in self._alike}
        if len(cost) == 1:
            return self.of(*cost), ()
        if not self.plan.mixture:
            return max(
                map(self.of, cost), key=lambda one: (round(net(one), EQUAL), -cost[one.name], one.name)
            ), ()
        free = [name for name in sorted(cost) if not cost[name]]
        paid = sorted(set(cost) - set(free), key=lambda name: (cost[name], name))

        def labelled_by(places: tuple[int, ...]) -> FloatArray:
            return self._learnt(tuple(free[place] for place in places)).labelled

        places = useful(labelled_by, len(free), self.known.truth, self.known.weight)
        kept = [free[place] for place in places] or paid[:1]
        reached = net(self.of(*kept)) if paid else 0.0
        for name in paid:
            if name not in kept and (more := net(self.of(*kept, name))) > reached:
                kept, reached = [*kept, name], more
        return self.of(*kept), tuple(sorted(set(paid) - set(kept)))

    @property
    def _alike(self) -> list[str]:
        """The models that know the same classes, where most do; others would take them for impossible."""
        by_classes: dict[tuple[int, ...], list[str]] = {}
        for each in self.test.models:
            if each.probabilities is not None:
                known = tuple(np.flatnonzero((each.probabilities > 0).any(axis=0)).tolist())
                by_classes.setdefault(known, []).append(each.name)
        most = max(
            by_classes,
            key=lambda known: (len(by_classes[known]), len(known), [-one for one in known]),
            default=(),
        )
        bare = [each.name for each in self.test.models if each.probabilities is None]
        return sorted([*by_classes.get(most, []), *bare])


@dataclass(frozen=True, eq=False)
class Money:
    """What items are worth in each state: V and R as a table, H by truth, shape (C + unknown,).

    ``reviewed_wrong``: what of H is worth of people's wrong answers that is taken from the model's, where these lose:
    same shape, <= 0.
    """

    table: WorthTable
    reviewed: FloatArray
    reviewed_wrong: FloatArray

    @property
    def states(self) -> dict[str, FloatArray]:
        """What every state counts, all classes in a row: a right and a wrong answer, a review, leaving out."""
        v, r = self.table.v, self.table.r
        wrong = v[~np.eye(len(v), dtype=bool)]
        return {"right": np.diag(v), "wrong": wrong, "reviewed": self.reviewed[: len(r)], "left": r}

    @property
    def by_pairs(self) -> bool:
        """Whether what a state counts differs by class."""
        return len(self.table.v) > 1 and any(np.ptp(values) > 0 for values in self.states.values())

    def with_wrong_answers_times(self, factor: float) -> Money:
        """Return the same with every loss by a wrong answer so many times as great, whoever gave it."""
        v = self.table.v.copy()
        wrong = ~np.eye(len(v), dtype=bool) & (v < 0)
        v[wrong] *= factor
        unknown = np.where(self.table.unknown_wrong < 0, factor, 1.0) * self.table.unknown_wrong
        reviewed = self.reviewed + (factor - 1) * self.reviewed_wrong
        wrong_ones = factor * self.reviewed_wrong
        return Money(replace(self.table, v=v, unknown_wrong=unknown), reviewed, wrong_ones)


def worth_table(worths: Worths, data: ClassifiedSet) -> WorthTable:
    """Turn what the user said into values by class; a pair without a value is a usage error.

    A label that no model knows has the values said for it by name; else its answers count as other wrong ones,
    or as the worst of them where every pair has a value of its own.
    """
    said = {
        (predicted, truth): worths.accepted(predicted, truth)
        for predicted in data.classes
        for truth in data.classes
    }
    lacking = [f'predicted "{one}", truth "{other}"' for (one, other), value in said.items() if value is None]
    if lacking:
        more = f" and {len(lacking) - 3} more" if len(lacking) > 3 else ""
        raise UsageError(
            f"No value is given for {'; '.join(lacking[:3])}{more}; give every pair of classes a value"
        )
    v = np.array([[float(said[one, other] or 0) for other in data.classes] for one in data.classes])
    r = np.array([float(worths.deferred(name)) for name in data.classes])
    off = ~np.eye(len(r), dtype=bool)
    worst = np.array([v[i][off[i]].min() if len(r) > 1 else v[i, i] for i in range(len(r))])
    if not data.unknown:
        return WorthTable(v, r, worst, 0.0)
    wrong = np.repeat(worst[:, None], len(data.unknown), axis=1)
    for i, name in enumerate(data.classes):
        for j, label in enumerate(data.unknown):
            value = worths.accepted(name, label)
            wrong[i, j] = worst[i] if value is None else float(value)
    return WorthTable(v, r, wrong, np.array([float(worths.deferred(label)) for label in data.unknown]))


def money(plan: Plan, table: WorthTable, data: ClassifiedSet) -> Money:
    """Return values in money (or in their own unit, where nothing has a price), with H from the plan where people review.

    Raises
    ------
    UsageError
        Reviewing costs money and the values are in right answers without a worth in money.
    """
    assert plan.deferral is not None
    reviewing, worths, factor = plan.deferral.reviewing, plan.deferral.worths, 1.0
    if reviewing is None:  # people's answers play no part
        left = worth_matrix(table, len(data.unknown))[-1]
        return Money(table, left, np.zeros(len(left)))
    if worths.unit != "money" and plan.prices.stated:
        factor = worths.right_answer_in_money()
    reviewed, twice = (
        np.array([float(reviewing.of(name, worths, data.classes, losing)) for name in data.names]) * factor
        for losing in (Decimal(1), Decimal(2))
    )
    scaled = WorthTable(
        table.v * factor, table.r * factor, table.unknown_wrong * factor, table.unknown_r * factor
    )
    return Money(scaled, reviewed, twice - reviewed)


def check_worths(worth: Money) -> None:
    """Raise a usage error where nothing would ever be answered or reviewed.

    Raises
    ------
    UsageError
        If no answer and no review is worth more than leaving the item.
    """
    if not (
        np.any(np.diag(worth.table.v) > worth.table.r)
        or np.any(worth.reviewed[: len(worth.table.r)] > worth.table.r)
    ):
        raise UsageError(
            "no right answer and no review is worth more than leaving the item: there is nothing to plan"
        )


@dataclass(frozen=True, eq=False)
class Bench:
    """The items of a plan: each row stands for ``count`` of them, shape (n,).

    Attributes
    ----------
    said
        What the pooled models say of them.
    on_list
        Whether they are the project's own list; else labelled items stand for it, share by share.
    chance
        Whether it is one list, with a chance of its own, that is spoken of.
    stated
        How sure the models are of each item of the list before that is corrected for a list unlike the test items.
    shift
        How far the test items are from a random sample of the list, in standard errors; None: no list.
    """

    plan: Plan
    worth: Money
    pool: Pooled
    data: ClassifiedSet
    said: Predictions
    total: float
    on_list: bool
    chance: bool
    stated: FloatArray | None = None
    shift: float | None = None

    @property
    def name(self) -> str:
        """Of the model, or of several together."""
        return self.pool.name

    @cached_property
    def count(self) -> FloatArray:
        """How many items each row stands for, shape (n,)."""
        weight = item_weights(self.data.n_items, self.data.weight)
        return np.asarray(weight * (self.total / float(weight.sum())))

    @property
    def sample(self) -> IntArray | None:
        """Which labelled item each row is, (n,), where only the size of the list is known: in every draw as many as it weighs."""
        return np.arange(self.data.n_items) if self.chance and not self.on_list else None

    @cached_property
    def payoffs(self) -> Payoffs:
        """What answers, reviews and leaving are worth by truth, those that no model knows behind the others."""
        worth = worth_matrix(self.worth.table, len(self.data.unknown))
        return Payoffs(worth[:-1], self.worth.reviewed, worth[-1])

    @property
    def leaving(self) -> FloatArray | None:
        """What each item costs that the model leaves, where people get it outside of the plan, shape (n,)."""
        assert self.plan.deferral is not None
        return self.data.review_cost if self.plan.deferral.reviewing is None else None

    @property
    def probability(self) -> FloatArray:
        """Shape (n, C)."""
        assert self.said.probabilities is not None
        return self.said.probabilities

    @property
    def relabels(self) -> bool:
        """Whether the most valuable class is answered, not the most probable one."""
        assert self.plan.deferral is not None
        stated = any(
            one.probabilities is not None for one in self.pool.test.models if one.name in self.pool.members
        )
        return self.plan.deferral.relabel and stated

    @property
    def silent(self) -> BoolArray:
        """Of which items no model gives an answer, shape (n,)."""
        classes = self.data.classes
        code = classes.index(NO_ANSWER) if NO_ANSWER in classes else -1
        return np.asarray(self.said.predicted == code)

    @cached_property
    def known_cost(self) -> FloatArray:
        """What each review costs as far as it is known beforehand, in whole millionths, shape (n,)."""
        if self.data.review_cost is None:
            return np.zeros(self.data.n_items)
        return np.asarray(np.rint(self.data.review_cost * MICRO))

    def by_probability(self, by_class: FloatArray) -> FloatArray:
        """Return what is expected of each item, shape (n,), of what each class has, shape (C or more,)."""
        return np.asarray(self.probability @ by_class[: self.probability.shape[1]])

    @cached_property
    def wanted(self) -> FloatArray:
        """Whether each truth is collected; all are where none is named, shape (T,)."""
        return self.positive if self.plan.positive else np.ones(len(self.data.names))

    @cached_property
    def review_errors(self) -> FloatArray:
        """How often people get an item of each truth wrong, shape (T,)."""
        assert self.plan.deferral is not None
        assert self.plan.deferral.reviewing is not None
        error = self.plan.deferral.reviewing.error
        return np.array([float(error.get(name, error.get("*", 0))) for name in self.data.names])

    @cached_property
    def positive(self) -> FloatArray:
        """Whether each truth is an entry for which more is paid, shape (T,)."""
        return np.array([name in self.plan.positive for name in self.data.names], dtype=np.float64)

    @cached_property
    def quantities(self) -> Mapping[str, FloatArray]:
        """What is added up along a queue to write a bill, shape (n,) each; entries as they are expected."""
        n, units = self.data.n_items, self.data.units
        return {
            "seconds": self.plan.prices.item_seconds(n, units),
            "units": np.zeros(n) if units is None else units,
            "listed": self.known_cost if self.plan.prices.listed else np.zeros(n),
            "positives": self.by_probability(self.positive),
        }

    @cached_property
    def purse(self) -> Purse:
        """What budgets pay for, beside the items mixed into the queue, which are paid first."""
        mixed = self.plan.work.tail_sample + self.plan.work.control
        each = (float(np.average(self.quantities[name], weights=self.count)) for name in MEASURES)
        first = Quantities(mixed, *(mixed * mean for mean in each)) if mixed else NO_ITEMS
        return Purse(self.plan.prices, Decimal(repr(self.pool.labelled.cost)), first)

    @cached_property
    def price(self) -> FloatArray:
        """What each review is expected to add to what is paid, in currency units, shape (n,)."""
        extra = float(self.plan.prices.extra_per_entry * MICRO)
        return np.asarray(self.purse.tariff.rate * (self.known_cost + extra * self.quantities["positives"]))

    @property
    def limits_money(self) -> bool:
        """Whether a budget counts money; without one, whether anything has a price."""
        budget = self.plan.budget
        return self.plan.prices.stated if budget is None else budget.unit == "money"

    @cached_property
    def limited(self) -> FloatArray:
        """What a budget counts, shape (n,): the price, in millionths, seconds, or items."""
        if self.limits_money:
            extra = float(self.plan.prices.extra_per_entry * MICRO)
            return np.asarray(self.known_cost + extra * self.quantities["positives"])
        hours = self.plan.budget is not None and self.plan.budget.unit == "hours"
        return self.quantities["seconds"] if hours else np.ones(self.data.n_items)


def on_list(
    plan: Plan, worth: Money, pool: Pooled, listed: ClassifiedSet | None, total: float, *, chance: bool
) -> Bench:
    """Return the list by its own predictions; without one the labelled items, which stand for it share by share.

    References
    ----------
    METHODS F9: where the list is unlike the labelled items, log-probabilities are taken for 0.9 of what they are.
    """
    if listed is None:
        return Bench(plan, worth, pool, pool.test, pool.labelled, total, on_list=False, chance=chance)
    unknown = replace(
        listed,
        truth=np.zeros(listed.n_items, dtype=np.int64),
        classes=pool.test.classes,
        unknown=pool.test.unknown,
    )
    probability, far = pool.of(listed), pool.shift(listed)
    less_sure = heated(probability, ELSEWHERE) if far > UNLIKE else probability
    said = as_model(listed, pool.members, pool.learnt, less_sure)
    sure = probability.max(axis=1)
    return Bench(plan, worth, pool, unknown, said, total, on_list=True, chance=chance, stated=sure, shift=far)


@dataclass(frozen=True)
class OwnList:
    """A list that is planned for by its own predictions, prices and units.

    Attributes
    ----------
    n_items
        Items of the list, weighted.
    shifts
        How far the labelled items are from a random sample of the list, by what the models say, in standard errors.
    planned, outside
        Items that are answered or reviewed, and those of them on which the models are surer than on every labelled item,
        or, where people review, less sure.
    refusal
        Why nothing can be recommended; empty where the labelled items can speak for the list.
    """

    n_items: float
    shifts: Mapping[str, float]
    planned: float
    outside: float
    refusal: Refusal = ""

    @property
    def unlike(self) -> tuple[str, ...]:
        """By whose confidence the labelled items do not stand where the list does."""
        return unlike(self.shifts)

    def labels_to_draw(self, labelled: int) -> int:
        """Return of how many items of the list a random sample would let it be planned, where these labels do not."""
        return labels_to_draw(labelled, round(self.n_items))

    def doubts(self, file: str, labelled: int) -> list[Doubt]:
        """Return what makes it doubtful that so many labelled items speak for the list."""
        n = round(self.n_items)
        return [
            Doubt(DoubtKind.LIST_UNLIKE, file, "", n, labelled, (name,), self.shifts[name])
            for name in self.unlike
        ]


def own_list(bench: Bench, kept: BoolArray, planned: float) -> OwnList | None:
    """Return how the list compares with the labelled items; None where there is none.

    Parameters
    ----------
    kept
        Shape (n,): which items are answered or reviewed.
    planned
        How many these are.
    """
    if bench.stated is None or bench.shift is None:
        return None
    known, count = bench.pool.labelled.confidence, bench.count
    assert bench.plan.deferral is not None
    beyond = bench.stated > known.max()
    if bench.plan.deferral.reviewing is not None:
        beyond |= bench.stated < known.min()
    outside = float(count @ (kept & beyond))
    much = says_nothing(outside, planned, float(count @ beyond), bench.total, len(known))
    refusal: Refusal = "outside" if much else ""
    return OwnList(bench.total, {bench.name: bench.shift}, planned, outside, refusal)


def says_nothing(outside: float, planned: float, beyond: float, total: float, labelled: int) -> bool:
    """Say whether labels say nothing of a plan: more than half of it lies beyond all of them, and more of the list than 3 / n.

    A random sample of n items misses such a part of a list once in twenty times.

    Parameters
    ----------
    outside, planned, beyond, total
        Items of the plan beyond all labelled ones, and of the whole plan; the same of the list.
    labelled
        How many items, n, are labelled.

    Examples
    --------
    >>> says_nothing(60, 100, 40, 1000, 100), says_nothing(40, 100, 40, 1000, 100), says_nothing(60, 100, 20, 1000, 100)
    (True, False, False)
    """
    return outside > planned / 2 and beyond > 3 / labelled * total
