"""Models together, and the items that a plan is made for with what these cost (METHODS S5, J)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from typing import Any

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.core.answers import (
    ELSEWHERE,
    EQUAL,
    AnswerDraws,
    Decided,
    DrawnItems,
    Payoffs,
    PooledModels,
    Statement,
    Truths,
    decide,
    draw_answers,
    heated,
    log_odds,
    together,
    useful,
)
from budgetplan.core.asking import AskDraws, draw_asked, levels
from budgetplan.core.path import SLACK, Path, affordable_items
from budgetplan.core.places import UNLIKE, farthest, labels_to_draw, places, shift, unlike
from budgetplan.core.stops import first_reached, first_whole
from budgetplan.domain.decision import Estimate, Refusal
from budgetplan.domain.doubt import Doubt, DoubtKind
from budgetplan.domain.items import Answers, ClassifiedSet, Member, Predictions
from budgetplan.domain.messages import Message
from budgetplan.domain.plan import MEAN, Budget, Plan, Worths
from budgetplan.domain.prices import ANSWERS, MICRO, MODEL, Calls, Prices, Quantities, Tariff
from budgetplan.domain.review import Course
from budgetplan.errors import UsageError
from budgetplan.lists.estimates import estimate
from budgetplan.lists.evidence import BILLED, checks_of, limit_of, pays, whole_stops
from budgetplan.models.calibration import as_new
from budgetplan.models.resampling import weights, widened, widening
from budgetplan.models.value import item_weights, predict
from budgetplan.models.voc import Areas, resampled_areas

KNOWN = 0.5
"""Where less than this share of the list is in groups of the sample, whole groups were labelled."""


class Sampler:
    """Paired resamples of a set: the same ones for every model and every number (METHODS S10).

    ``n_resamples`` 0, or items of one group alone: nothing is resampled, there are no replicates and estimates have no interval.
    What :meth:`replicates` and :meth:`areas` give is widened where groups are resampled; ``drawn`` is not.
    """

    def __init__(self, data: ClassifiedSet, n_resamples: int, seed: int) -> None:
        # Of a part of a set not every code is in use.
        group = None if data.group is None else np.unique(data.group, return_inverse=True)[1]
        n_groups = None if group is None else int(group.max()) + 1
        self.weight, self.seed, self.widening = data.weight, seed, widening(n_groups)
        self.n_resamples = n_resamples if n_groups is None or n_groups > 1 else 0
        self.drawn = weights(
            data.n_items, self.n_resamples, seed, group=group, stratum=data.stratum, weight=data.weight
        )

    def replicates(self, per_item: FloatArray) -> FloatArray:
        """Return the weighted mean of each row in each resample, shape (resamples, rows)."""
        return widened(self.drawn.means(per_item), self.widening)

    def mean(self, per_item: FloatArray) -> tuple[Estimate, FloatArray]:
        """Return the weighted mean of amounts of shape (n,) with its interval, and its replicates."""
        replicates = self.replicates(per_item[None, :])[:, 0]
        return estimate(float(np.average(per_item, weights=self.weight)), replicates), replicates

    def areas(self, correct: BoolArray, confidence: FloatArray, spans: Sequence[tuple[float, float]] = ()) -> Areas:
        """Return the VOC area over each span, and that under generalised risk, in each resample."""
        areas = resampled_areas(correct, confidence, spans, self.drawn)
        return Areas(widened(areas.voc, self.widening), widened(areas.augrc, self.widening))


class Pooled:
    """What one or more models say together: each made as sure as it is right, then their mean once more.

    Attributes
    ----------
    name, members
        Of the model, or of several together; and their names, rising.
    learnt
        From the validation items, or from the one labelled set.
    labelled, probability
        What they say of the test items, none of which has a say in its own; the latter of shape (n, C).
    power
        What a single model's probabilities are raised to, or the mean of several, each of which has its own before.
    relabels, by_curve
        Whether the most valuable class is answered, not the most probable one; and whether it is decided by what labels show
        of each answer, as a model states its answer and its confidence alone.
    """

    def __init__(self, pools: Pools, members: tuple[str, ...]) -> None:
        self.plan, self.test, self.members = pools.plan, pools.test, members
        self.learnt = learnt = pools.learnt(members)
        out_of_fold = pools.tuning is pools.test
        self.probability = learnt.labelled if out_of_fold else self.of(pools.test)
        self.labelled = as_model(pools.test, members, learnt, self.probability)
        self.name = self.labelled.name
        # What is expected of items is worked out once, whatever is made of it.
        self.expected = dict[tuple[bool, bytes], FloatArray]()
        self.power = learnt.of_mean * (learnt.inverse[0] if len(members) == 1 else 1.0)
        states = [same_model(self.test, name).probabilities is not None for name in members]
        self.relabels = self.plan.answering.relabel and any(states)
        # One temperature makes no model right that states an answer and its confidence alone, and is surer of some classes.
        self.by_curve = not self.relabels and not all(states)

    def of(self, data: ClassifiedSet) -> FloatArray:
        """Return the probabilities of items without a label, (N, C)."""
        return self.learnt.of(statements(data, self.members))

    @cached_property
    def draws(self) -> AnswerDraws:
        """How often the pool is right in every draw: worked out where it is asked for."""
        return draw_answers(self.probability, truths_of(self.test, self.plan.seed), self.plan.draws)

    @cached_property
    def said(self) -> tuple[Answers, ...]:
        """What everybody who is paid by the answer said of the test items; what no model can say has no worth, and is none."""
        last = self.test.n_classes - 1
        return tuple(
            replace(answer, answer=np.where(answer.answer > last, -1, answer.answer)) for answer in self.test.answers
        )

    @cached_property
    def asked(self) -> tuple[AskDraws, ...]:
        """What they say in every draw."""
        return tuple(map(self.asked_of, self.said))

    def asked_of(self, answers: Answers) -> AskDraws:
        """Return what somebody says in every draw who gave such answers."""
        level, labels = levels(answers.confidence, self.test.n_items), truths_of(self.test, self.plan.seed)
        assert self.labelled.probabilities is not None
        return draw_asked(answers.answer, level, self.labelled.probabilities, labels, self.plan.draws)

    def shift(self, listed: ClassifiedSet) -> float:
        """Return how far the test items are from a random sample of a list by what is said of both, in standard errors.

        By how sure the models are, and by the probability of each class, since a list of other classes may be as sure;
        what is farthest away counts as the farthest of so many (METHODS F9).
        """
        new = replace(self.test, models=tuple(as_new(model) for model in self.test.models))
        count = item_weights(listed.n_items, listed.weight)
        group, both = None, []
        if self.test.group is not None and listed.group is not None:
            names = np.array(self.test.groups)[np.unique(self.test.group)]
            is_named = np.isin(np.array(listed.groups)[listed.group], names)
            group = self.test.group if float(count[is_named].sum()) < KNOWN * float(count.sum()) else None
        for data in (new, listed):
            p = self.of(data)
            # Of two classes one says it all: the other's probability is what is left to 1.
            every = np.column_stack([p.max(axis=1), p if p.shape[1] > 2 else p[:, -1]])
            both.append(log_odds(every).round(EQUAL).T)
        pairs, weight = zip(*both, strict=True), self.test.weight
        placed = [(places(stated, in_list, count), places(in_list, in_list, count)) for stated, in_list in pairs]
        return farthest([shift(*pair, weight=weight, count=count, group=group) for pair in placed])


def same_model(data: ClassifiedSet, name: str) -> Predictions:
    """Return what a model says of a set."""
    return next(model for model in data.models if model.name == name)


def truths_of(data: ClassifiedSet, seed: int) -> Truths:
    """Return the labels of a set."""
    return Truths(data.truth, data.n_classes, len(data.unknown), data.weight, data.group, data.stratum, seed)


def statements(data: ClassifiedSet, members: Sequence[str]) -> list[Statement]:
    """Return what each of some models states of a set."""
    models = [same_model(data, name) for name in members]
    return [Statement(model.predicted, model.confidence, model.probabilities) for model in models]


def as_model(data: ClassifiedSet, names: Sequence[str], learnt: PooledModels, probability: FloatArray) -> Predictions:
    """Return pooled probabilities of a set as one model; a single one keeps its name."""
    models = [same_model(data, name) for name in names]
    predicted, confidence = predict(probability)
    # Where no model gives an answer, none stands, whatever the labels of such items are.
    predicted = np.where(np.all([model.predicted < 0 for model in models], axis=0), -1, predicted)
    if len(models) == 1:
        return replace(models[0], predicted=predicted, confidence=confidence, probabilities=probability)
    inverse = zip(names, learnt.inverse, strict=True)
    members = tuple(Member(name, 1 / factor) for name, factor in inverse)
    cost = sum(model.cost for model in models)
    return Predictions(MEAN, predicted, confidence, probability, cost=cost, members=members)


class Pools:
    """Models together: each choice of them is pooled once, on the validation items, or out of fold on the one labelled set."""

    def __init__(self, plan: Plan, validation: ClassifiedSet | None, test: ClassifiedSet) -> None:
        self.plan, self.test, self.tuning = plan, test, test if validation is None else validation
        self._pools: dict[tuple[str, ...], Pooled] = {}
        self.labels = truths_of(self.tuning, plan.seed)

    def of(self, *names: str) -> Pooled:
        """Return some models together; their order does not matter."""
        members = tuple(sorted(names))
        if members not in self._pools:
            self._pools[members] = Pooled(self, members)
        return self._pools[members]

    def learnt(self, members: tuple[str, ...]) -> PooledModels:
        """Return what is learnt of some models, by rising names; of each by itself once."""
        alone = [self._pools[name,].learnt.inverse[0] for name in members if (name,) in self._pools]
        inverse = tuple(alone) if len(alone) == len(members) else ()
        return together(statements(self.tuning, members), self.labels, inverse)

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
        cost = {name: same_model(self.test, name).cost for name in self._alike()}
        if len(cost) == 1:
            return self.of(*cost), ()
        if not self.plan.mixture:
            singles = map(self.of, cost)
            return max(singles, key=lambda model: (round(net(model), EQUAL), -cost[model.name], model.name)), ()
        free = [name for name in sorted(cost) if not cost[name]]
        paid = sorted(set(cost) - set(free), key=lambda name: (cost[name], name))

        places = useful(statements(self.tuning, free), self.labels) if free else ()
        kept = [free[place] for place in places] or paid[:1]
        reached = net(self.of(*kept)) if paid else 0.0
        for name in paid:
            if name not in kept and (more := net(self.of(*kept, name))) > reached:
                kept, reached = [*kept, name], more
        return self.of(*kept), tuple(sorted(set(paid) - set(kept)))

    def _alike(self) -> list[str]:
        """Return the models that know the same classes, where most do; others would take them for impossible."""
        stated = {model.name: model.probabilities for model in self.test.models}
        known = {name: (*np.flatnonzero((p > 0).any(axis=0)).tolist(),) for name, p in stated.items() if p is not None}
        often = Counter(known.values())
        most = max(often, key=lambda codes: (often[codes], len(codes), [-code for code in codes]), default=())
        return sorted(name for name in stated if known.get(name, most) == most)


@dataclass(frozen=True, eq=False)
class Money(Payoffs):
    """What items are worth in each state: those that no model knows behind the other truths.

    ``seen_wrong``: what of a review is worth of people's wrong answers that is taken from the model's, where these lose:
    shape (T,), <= 0.
    """

    seen_wrong: FloatArray

    @property
    def states(self) -> dict[str, FloatArray]:
        """What every state counts, all classes in a row: a right and a wrong answer, a review, leaving out."""
        n = len(self.answer)
        wrong = self.answer[:, :n][~np.eye(n, dtype=bool)]
        return {"right": np.diag(self.answer), "wrong": wrong, "reviewed": self.seen[:n], "left": self.left[:n]}

    @property
    def by_pairs(self) -> bool:
        """Whether what a state counts differs by class."""
        return any(len(np.unique(values)) > 1 for values in self.states.values())

    def with_wrong_answers_times(self, factor: float) -> Money:
        """Return the same with every loss by a wrong answer so many times as great, whoever gave it."""
        losing = ~np.eye(len(self.answer), len(self.left), dtype=bool) & (self.answer < 0)
        answer = np.where(losing, factor * self.answer, self.answer)
        seen, seen_wrong = self.seen + (factor - 1) * self.seen_wrong, factor * self.seen_wrong
        return replace(self, answer=answer, seen=seen, seen_wrong=seen_wrong)


def worth_table(worths: Worths, data: ClassifiedSet) -> Payoffs:
    """Turn what the user said into values by class; a pair without a value is a usage error.

    A label that no model knows has the values said for it by name; else its answers count as other wrong ones,
    or as the worst of them where every pair has a value of its own.
    """
    n = data.n_classes
    values = [[worths.accepted(name, truth) for truth in data.names] for name in data.classes]
    cells = np.array(values, dtype=np.float64)
    v, left = cells[:, :n], np.array([float(worths.deferred(name)) for name in data.names])
    pairs = np.argwhere(np.isnan(v))
    if len(pairs):
        lacking = [Message("plans.pair", predicted=data.classes[i], truth=data.classes[j]) for i, j in pairs]
        raise UsageError.of(Message("plans.pairs_without_worth", pairs=lacking))
    worst = np.where(np.eye(n, dtype=bool), np.inf, v).min(axis=1) if n > 1 else v[0]
    return Payoffs(np.where(np.isnan(cells), worst[:, None], cells), left, left)


def money(plan: Plan, table: Payoffs, data: ClassifiedSet) -> Money:
    """Return values in money (or in their own unit, where nothing has a price), reviews from the plan where people review.

    Raises
    ------
    UsageError
        Reviewing costs money and the values are in right answers without a worth in money.
    """
    reviewing, worths, factor = plan.answering.reviewing, plan.answering.worths, 1.0
    answer, left = table.answer, table.left
    if reviewing is None:  # people's answers play no part
        return Money(answer, left, left, np.zeros_like(left))
    if worths.unit != "money" and plan.prices.stated:
        factor = worths.right_answer_in_money()
    seen, twice = (
        np.array([float(reviewing.of(name, worths, data.classes, losing)) for name in data.names]) * factor
        for losing in (Decimal(1), Decimal(2))
    )
    return Money(answer * factor, seen, left * factor, twice - seen)


_PAID = (*BILLED[:3], "confirmed")
MANY = 2**13
"""Up to so many stops every one is judged by its printed total; beyond, those where the path bends."""


@dataclass(frozen=True)
class Purse:
    """Prices, and what using the models costs; a budget of None is no limit.

    ``beside``: what is judged beside a plan though it reviews nothing; None: nothing.
    """

    prices: Prices
    model_cost: Decimal = Decimal(0)
    beside: Quantities | None = None

    @property
    def tariff(self) -> Tariff:
        """T in currency units, for costs in millionths; nothing is paid where nothing has a price."""
        prices = self.prices
        if not prices.stated:
            return Tariff(0.0)
        once, model = float(prices.once(Decimal(0))), float(self.model_cost * prices.onward(MODEL))
        return Tariff(float(prices.per_direct / MICRO), once, model, float(prices.onward(ANSWERS) / MICRO))

    def limit(self, budget: Budget | None) -> float:
        """Return what a budget leaves for reviewing: millionths, seconds or items, as the budget counts."""
        return float("inf") if budget is None else limit_of(self.prices, self.model_cost, budget)[1]

    def for_calls(self, budget: Budget | None) -> float:
        """Return what a budget leaves for an answerer, in millionths."""
        if budget is None or budget.unit != "money":
            return float("inf")
        left = budget.amount
        if budget.covers == "everything":
            left = (left - self.model_cost * self.prices.onward(MODEL)) / self.prices.onward(ANSWERS)
        return float(left * MICRO)

    def pays_model(self, budget: Budget | None) -> bool:
        """Return whether a budget pays for using the model at all."""
        if budget is None or budget.unit != "money" or budget.covers == "annotation":
            return True
        return self.prices.planned.model_total(self.model_cost) <= budget.amount

    def pays(self, calls: Calls | None, budget: Budget | None) -> bool:
        """Return whether a budget pays for the model, and for what an answerer is asked, though the plan reviews nothing."""
        bought = replace(self.beside or Quantities(0), model_cost=self.model_cost).after(calls)
        return bool(pays(self.prices, bought, budget).all())

    def askable(self, name: str, number: FloatArray, paid: FloatArray, budget: Budget | None) -> int:
        """Return about how many of some things, in their order, a budget pays for asking, as calls are rounded and printed.

        ``number``, ``paid``: how many items the first so many things are, and what asking about them costs, in millionths;
        shape (k,), rising.
        """
        most = int(np.searchsorted(paid, self.for_calls(budget) * (1 + SLACK), side="right"))

        def too_dear(first: int) -> bool:
            return not self.pays(calls_of(name, float(number[first - 1]), float(paid[first - 1])), budget)

        return most if not most or not too_dear(most) else first_whole(0, most, too_dear) - 1

    def affordable(self, path: Path, budget: Budget | None, calls: Calls | None = None) -> int:
        """Return m(B), the greatest whole number of items of a queue that a budget pays for, exactly and as printed.

        -1: not even what is paid though nothing is reviewed.
        """
        measure, limit = "items", float("inf")
        if budget is not None and budget.unit != "money":
            measure, limit = limit_of(self.prices, self.model_cost, budget)
        most = affordable_items(path, limit, measure)
        if not self.prices.stated or pays(self.prices, self.bought(path, most, calls), budget).all():
            return most
        return first_reached(-1, most, lambda items: ~pays(self.prices, self.bought(path, items, calls), budget)) - 1

    def kept(
        self, path: Path, most: int, budget: Budget | None, calls: Calls | None, surely: Callable[[int], float]
    ) -> int:
        """Return how many of the first ``most`` items a budget pays for that has to pay for so many entries among them."""

        def over(items: int) -> bool:
            more = Quantities(0, positives=surely(items) - path.read("positives", items))
            return not pays(self.prices, self.bought(path, items, calls).plus(more), budget).all()

        return first_whole(0, most + 1, over) - 1

    def best_stop(
        self, path: Path, most: int, tie: float, calls: Calls | None = None
    ) -> tuple[int, float, float] | None:
        """Return the stop of a queue that gains most for what is paid as the plan rounds it, its gain and what it costs.

        Parameters
        ----------
        path
            With the sums ``gain`` (of reviewing over not doing so) and those that write a bill.
        most
            The greatest stop, from :meth:`affordable`; None is returned where there is none.
        tie
            Stops that differ by no more are equal; the first holds.
        """
        if most < 1:
            return None
        stops = np.arange(1.0, most + 1) if most <= MANY else whole_stops(path.items, most)[1:]
        gain, spend = path.read("gain", stops), np.zeros(len(stops))
        if self.prices.stated:
            totals = self.prices.planned.printed_totals(self.bought(path, stops, calls))
            spend = np.asarray(totals * 10.0**-self.prices.minor_digits, dtype=np.float64)
        net = gain - spend
        first = int(np.argmax(net >= net.max() - tie))
        return int(stops[first]), float(gain[first]), float(spend[first])

    def bought(self, path: Path, reviewed: int | FloatArray | IntArray, calls: Calls | None = None) -> Quantities:
        """Return what is paid for when the first so many items of a queue are reviewed, with what is judged beside them."""
        judged, *sums = (path.read(name, reviewed) for name in ("judged", *_PAID))
        items = np.floor(judged + 0.5).astype(np.int64)
        return Quantities(items, *sums, model_cost=self.model_cost).after(calls)

    def totals(self, path: Path, reviewed: int, *, used: bool, calls: Calls | None = None) -> tuple[Decimal, Decimal]:
        """Return the printed total, and the same as the plan counts it, whoever it is printed for; mostly one bill is both.

        It is that of the budget lines, or of the model alone where it is used and people review nothing.
        """
        if not self.prices.stated or not (used or calls):
            return Decimal(0), Decimal(0)
        bought, planned = self.bought(path, reviewed, calls), self.prices.planned

        def total(prices: Prices) -> Decimal:
            return prices.printed_total(bought) if bought.items or calls else prices.model_total(self.model_cost)

        cost = total(planned)
        return cost if planned is self.prices else total(self.prices), cost


def calls_of(name: str, number: float, paid: float) -> Calls | None:
    """Return calls as they are printed: whole ones, at their mean price; None where that is no call.

    >>> calls_of("llm", 2.4, 7.0)
    Calls(name='llm', items=2, price=Decimal('0.000003'))
    """
    items = round(number)
    return Calls(name, items, Decimal(round(paid / number)) / MICRO) if items else None


class Bench:
    """The items of a plan: each row stands for ``count`` of them; C classes that models know, T truths.

    Parameters
    ----------
    listed
        The list by its own predictions; None: the labelled items, which stand for it share by share.
    total
        How many items there are.
    chance
        Whether it is one list, with a chance of its own, that is spoken of.

    Attributes
    ----------
    data, count
        The items, and how many of them each row stands for, shape (n,).
    said, probability
        What the pooled models say of them, the latter of shape (n, C).
    likely
        How likely each truth is by which it is decided, shape (n, C or T): as the models say; or, where a
        model states an answer and its confidence alone, as the draws have it as far as that is beyond chance.
    on_list
        Whether they are the project's own list.
    sample
        Shape (n,): which labelled item each row is, where only the size of the list is known: in every draw as many as it
        weighs; else None.
    stated
        How sure the models are of each item of the list before that is corrected for a list unlike the test items.
    shift
        How far the test items are from a random sample of the list, in standard errors; None: no list.
    people, review_errors
        Whether people review, and how often they get an item of each truth wrong, shape (T,).
    leaving, once
        Shape (n,): what each item costs that the model leaves, where people get it outside of the plan, else None; and what is
        paid beside once any is left.
    silent
        Shape (n,): of which items no model gives an answer.
    known_cost
        Shape (n,): what each review costs as far as it is known beforehand, in whole millionths.
    positive, wanted
        Shape (T,): whether each truth is an entry for which more is paid, and whether it is collected; all are where none is
        named.
    quantities
        What is added up along a queue to write a bill, shape (n,) each; entries as they are expected.
    purse
        What budgets pay for.
    checks
        What people judge beside their reviews; None: nothing.
    entry_price, per_entry
        What an entry that people find costs beside its review, in millionths; and what that adds to what is paid, in currency
        units.
    price
        Shape (n,): what each review is expected to add to what is paid, in currency units.
    limits_money, limited
        Whether a budget counts money (without one, whether anything has a price); and what it counts, shape (n,): the price,
        in millionths, seconds, or items.

    References
    ----------
    METHODS F9: where the list is unlike the labelled items, log-probabilities are taken for 0.9 of what they are.
    """

    def __init__(
        self, payoffs: Money, pool: Pooled, listed: ClassifiedSet | None, total: float, *, chance: bool
    ) -> None:
        self.plan, self.payoffs, self.pool, self.total, self.chance = pool.plan, payoffs, pool, total, chance
        self.name, self.data, self.said = pool.name, pool.test, pool.labelled
        self.on_list = listed is not None
        self.probability, self.stated, self.shift = pool.probability, None, None
        if listed is not None:
            p, self.shift = pool.of(listed), pool.shift(listed)
            self.stated = p.max(axis=1)
            self.probability = heated(p, ELSEWHERE) if self.shift > UNLIKE else p
            self.said = as_model(listed, pool.members, pool.learnt, self.probability)
            # Nobody knows its truths.
            truth, labelled = np.zeros(listed.n_items, dtype=np.int64), pool.test
            self.data = replace(listed, truth=truth, classes=labelled.classes, unknown=labelled.unknown)
        data, plan = self.data, pool.plan
        prices, budget, deferral = plan.prices, plan.budget, plan.answering
        weight = item_weights(data.n_items, data.weight)
        self.count = weight * (total / float(weight.sum()))
        self.sample = np.arange(data.n_items) if chance and not self.on_list else None
        self.people = deferral.reviewing is not None
        self.leaving = None if self.people else data.review_cost
        self.once = 0.0 if self.leaving is None else deferral.worths.of_money(prices.once(Decimal(0)))
        errors = {} if deferral.reviewing is None else deferral.reviewing.error
        self.review_errors = np.array([float(errors.get(name, errors.get("*", 0))) for name in data.names])
        self.silent = self.said.predicted < 0
        cost = np.zeros(data.n_items) if data.review_cost is None else data.review_cost
        if self.leaving is not None:  # before what is paid on it, in currency units
            cost = cost * (deferral.worths.in_money / float(prices.per_direct))
        self.known_cost = np.rint(cost * MICRO)
        self.positive = np.array([name in plan.positive for name in data.names], dtype=np.float64)
        self.wanted = self.positive if plan.positive else np.ones(len(data.names))
        self.likely = self.probability
        if pool.by_curve:
            drawn = self.expected()
            stated = np.pad(self.probability, ((0, 0), (0, drawn.shape[1] - self.probability.shape[1])))
            self.likely = stated + pool.draws.beyond_chance * (drawn - stated)
        self.quantities = {
            "seconds": prices.item_seconds(data.n_items, data.units),
            "units": np.zeros(data.n_items) if data.units is None else data.units,
            "listed": self.known_cost if prices.listed else np.zeros(data.n_items),
            "positives": self.by_probability(self.positive),
        }
        self.purse = Purse(prices, Decimal(repr(pool.labelled.cost)))
        self.entry_price = float(prices.extra_per_entry * MICRO)
        paid = self.known_cost + self.entry_price * self.quantities["positives"]
        rate = self.purse.tariff.rate
        self.price, self.per_entry = rate * paid, rate * self.entry_price
        self.limits_money = prices.stated if budget is None else budget.unit == "money"
        hours = budget is not None and budget.unit == "hours"
        counted = self.quantities["seconds"] if hours else np.ones(data.n_items)
        self.limited = paid if self.limits_money else counted
        amounts = {**self.quantities, "cost": paid, "counted": self.limited, "judged": np.ones(len(paid))}
        amounts["confirmed"] = amounts.pop("positives")
        whole = {name: float(self.count @ amount) for name, amount in amounts.items()}
        checks = checks_of(plan, pool.test.n_items, whole["judged"], whole)
        if checks is not None:
            checks = replace(checks, idle=True)
            idle = Path(np.zeros(1), dict.fromkeys(amounts | {"positives": 0}, np.zeros(1)), checks)
            self.purse = replace(self.purse, beside=self.purse.bought(idle, 0))
        self.checks = checks

    @cached_property
    def drawn(self) -> DrawnItems:
        """The items, and what is true of them in every draw."""
        return DrawnItems(self.pool.draws, self.probability, self.count, self.data.group, self.sample)

    def expected(self, answer: IntArray | None = None) -> FloatArray:
        """Return how likely each truth of each item is on average over the draws, (n, T); by default for the likeliest answers."""
        answer = self.probability.argmax(axis=1) if answer is None else answer
        memo, key = self.pool.expected, (self.on_list, answer.tobytes())
        if key not in memo:
            memo[key] = self.drawn.expected_truths(answer)
        return memo[key]

    def by_probability(self, by_class: FloatArray) -> FloatArray:
        """Return what is expected of each item, shape (n,), of what each class has, shape (C or more,)."""
        return np.asarray(self.likely @ by_class[: self.likely.shape[1]])

    def decided(self) -> Decided:
        """Return what the model answers, and what becomes of each item is worth on average (METHODS S5, J)."""
        return decide(self.probability, self.payoffs, self.likely, relabel=self.pool.relabels, leaving=self.leaving)

    def paid_outside(self, left: FloatArray) -> float:
        """Return what people cost, outside of the plan, that get so much of each item, shape (n,), in the unit of the values."""
        any_left = float(left.sum()) > SLACK * self.total
        return 0.0 if self.leaving is None else float(left @ self.leaving) + self.once * any_left

    def course(self, **decided: Any) -> Course:
        """Return what becomes of each row of the list: who decides it, and in which order."""
        sizes, weight = {name: self.quantities[name] for name in ("seconds", "units", "listed")}, self.data.weight
        return Course(
            model=self.name,
            ids=self.data.ids,
            known_cost=self.known_cost,
            sizes=sizes,
            weighted=weight is not None and bool((weight != 1).any()),
            **decided,
        )

    def with_wrong_answers_times(self, factor: float) -> Bench:
        """Return the same where every wrong answer loses so many times as much."""
        heavier = copy(self)
        heavier.payoffs = self.payoffs.with_wrong_answers_times(factor)
        return heavier


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

    @property
    def farthest(self) -> str:
        """The model by whose confidence the labelled items stand farthest from the list; of several the first one named."""
        return self.unlike[0] if self.unlike else max(self.shifts, key=lambda name: self.shifts[name])

    def labels_to_draw(self, labelled: int) -> int:
        """Return of how many items of the list a random sample would let it be planned, where these labels do not."""
        return labels_to_draw(labelled, round(self.n_items))

    def doubts(self, file: str, labelled: int) -> list[Doubt]:
        """Return what makes it doubtful that so many labelled items speak for the list."""
        n = round(self.n_items)
        return [Doubt(DoubtKind.LIST_UNLIKE, file, "", n, labelled, (name,), self.shifts[name]) for name in self.unlike]


def own_list(bench: Bench, planned: FloatArray) -> OwnList | None:
    """Return how the list compares with the labelled items; None where there is none.

    Labels say nothing of a plan where more than half of it lies beyond all of them, and more of the list than 3 / n: a random
    sample of n items misses such a part of a list once in twenty times.

    Parameters
    ----------
    planned
        Shape (n,): how many of the items that each stands for are answered or reviewed.
    """
    if bench.stated is None or bench.shift is None:
        return None
    confidence, whole = bench.pool.labelled.confidence, float(planned.sum())
    beyond = bench.stated > confidence.max()
    if bench.people:
        beyond |= bench.stated < confidence.min()
    outside = float(planned @ beyond)
    much = outside > whole / 2 and float(bench.count @ beyond) > 3 / len(confidence) * bench.total
    shifts = {bench.name: bench.shift}
    return OwnList(bench.total, shifts, whole, outside, "outside" if much else "")
