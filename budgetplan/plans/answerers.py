"""Answerers who are paid by the item (METHODS Part A): about what it pays to ask, whose answers stand, when one drops out.

A plan is made before anybody is asked, from what labelled items say an answerer would say. On the list it is carried out
item by item, counted on the answers once they are there: people get what no answer settles.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache
from typing import Any, Literal

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.core.answers import ALONE, LEFT
from budgetplan.core.asking import PARTS, AskDraws, Policy, levels
from budgetplan.domain.decision import cut_to
from budgetplan.domain.items import AmongPeople, Answerer, Answers
from budgetplan.domain.plan import Budget
from budgetplan.domain.prices import MICRO, exact
from budgetplan.models.value import item_weights
from budgetplan.plans.bench import Bench, calls_of
from budgetplan.plans.ways import AskedItems, JointAlternative, Planner, Way, by_answerer, tables, way

Then = Literal["people", "nobody", "stands"]
"""What is counted on after an answer: that people review what gains by it, that nobody does, that every answer stands."""
_SLACK = 1e-9
PRECISION = 1e-3
"""So much of a price, and ten times as much of a share of errors, is left open."""
NEVER = 2.0**60
"""An answerer who is asked at such a price is asked at any: money limits nothing."""
MOST_HALVINGS = 60
"""After so many halvings a price is known to the last digit that counts."""


@dataclass(frozen=True, eq=False)
class Answering:
    """One answerer of a plan, by what it said of the labelled items, and says in draws of them.

    ``cost``: of asking about each item that is planned for, in millionths.
    """

    spec: Answerer
    said: Answers
    draws: AskDraws
    cost: FloatArray


def answerings(bench: Bench) -> tuple[Answering, ...]:
    """Return every answerer of a plan; where nobody says what a call costs, it is what one does on average."""
    pool = bench.pool
    costs = zip(pool.said, bench.data.answers, strict=True)
    cost = [np.where(np.isnan(here.cost), np.nanmean(answers.cost), here.cost) for answers, here in costs]
    return tuple(map(Answering, bench.plan.answerers, pool.said, pool.asked, cost))


class Asking:
    """Every way in which somebody is asked, for any budget.

    Parameters
    ----------
    all_stand
        Whether every answer stands that may; else those that are worth more than the model's answer, a review and no
        label.
    people
        Whether people review.
    """

    def __init__(
        self, bench: Bench, every: Sequence[Answering], *, all_stand: bool = False, people: bool = True
    ) -> None:
        self.bench, self.all_stand, self.people = bench, all_stand, people
        every, truth = sorted(every, key=lambda answering: answering.spec.name), bench.pool.test.truth
        self.every = [
            answering
            for answering in every
            if answering.spec.accept != "none" and (answering.said.answer == truth).any()
        ]
        self._plain = {model: way(bench, model=model) for model in (True, False) if self.every}
        self._likely, self._offer = bench.expected()[:, : bench.data.n_classes], cache(self._offered)
        self._drawn: dict[tuple[Answering, bool, Then, int], Way] = {}

    def __call__(self, budget: Budget | None) -> list[Way]:
        """Return all of them within a budget."""
        return [*self.beside(budget, model=True), *self.beside(budget, model=False), *self.alone(budget)]

    def beside(self, budget: Budget | None, *, model: bool) -> list[Way]:
        """Return those in which it is asked where that pays; ``model``: whether the model may answer, too."""
        # As if money were at hand for every review, and as if there were none.
        kinds: tuple[Then, ...] = ("people", "nobody") if self.people else ("nobody",)
        return [
            way for answering in self.every for then in kinds for way in self._within(answering, budget, model, then)
        ]

    def alone(self, budget: Budget | None) -> list[Way]:
        """Return those in which it is asked about all items, every answer stands, and nobody else does anything."""
        return [way for answering in self.every for way in self._within(answering, budget, False, "stands")]

    def _within(self, answering: Answering, budget: Budget | None, model: bool, then: Then) -> list[Way]:
        """Return one way to ask, about as many items as the money lasts for, those that gain most for it first."""
        bench, plain = self.bench, self._plain[model]
        order, policies, policy, settled, role, gain = self._offer(answering, model, then)
        name, number = answering.spec.name, np.cumsum(bench.count[order])
        paid = np.cumsum((bench.count * answering.cost)[order])
        purse = bench.purse
        if then == "stands" and answering.spec.accept != "agree":  # about everything it is asked without a model
            alone = replace(purse, model_cost=Decimal(0))
            purse = alone if paid[-1] <= alone.for_calls(budget) * (1 + _SLACK) else purse
        order = order[: purse.askable(name, number, paid, budget)]
        calls = calls_of(name, float(number[len(order) - 1]), float(paid[len(order) - 1])) if len(order) else None
        if calls is None:
            return []
        key = answering, model, then, len(order)
        if key not in self._drawn:
            asked = np.zeros(len(plain.role), dtype=bool)
            asked[order] = True
            here = np.where(asked, policy, -1), np.where(asked, settled, 0.0)
            items = AskedItems(name, self.all_stand, answering.draws, policies, *here, calls)
            role, gain = np.where(asked, role, plain.role), np.where(asked, gain, plain.gain)
            if not self.people or then == "stands":
                gain[:] = -np.inf
            self._drawn[key] = Way(bench, plain.answer, role, gain, items)
        return [self._drawn[key]]

    def _offered(self, answering: Answering, model: bool, then: Then) -> tuple[Any, ...]:
        """Return which items it pays to ask about, those first that gain most; and what is then done with each item.

        The latter are policies, and arrays of shape (n,): which of them holds, what share of the item an answer settles, who
        decides what none does, and what a review of that gains.
        """
        bench, draws, plain, p = self.bench, answering.draws, self._plain[model], self.bench.probability
        (n, n_classes), worths, truths = p.shape, bench.payoffs, self._likely
        if_answered, if_left, if_seen = (array[..., :n_classes] for array in (worths.answer, worths.left, worths.seen))
        table, top = by_answerer(tables(bench)[0]), p.argmax(axis=1)
        cell = top * PARTS + draws.part(p.max(axis=1))
        price = bench.price if then == "people" else np.full(n, np.inf)
        leaving = np.zeros(n) if bench.leaving is None else bench.leaving
        policies: list[Policy] = []
        policy, won, kept = np.zeros(n, dtype=np.int64), np.zeros(n), np.zeros((n, n_classes))
        for code in np.unique(cell).tolist():  # answers and tenths, not items
            rows, (answered, tenth) = np.flatnonzero(cell == code), divmod(code, PARTS)
            drawn_answers = draws.shares(answered)[:n_classes]
            stands = np.ones(drawn_answers.shape[1:], dtype=bool)
            if answering.spec.accept == "agree":
                stands[:] = (np.arange(n_classes) == answered)[:, None]
            elif answering.spec.accept == "confident":
                stands[:, 0] = False
            # Those that are worth as much as whatever else there is.
            if not self.all_stand and then != "stands":
                mean = np.average(truths[rows], axis=0, weights=np.maximum(bench.count[rows], _SLACK))
                joint, other = mean[:, None, None] * drawn_answers, [if_left - float(np.mean(leaving[rows]))]
                other += [if_seen - float(np.mean(price[rows]))] if then == "people" else []
                alone = (if_answered @ mean).argmax() if bench.pool.relabels else mean.argmax()
                other += [if_answered[int(alone)]] if model else []
                best = np.max([np.einsum("tal,t->al", joint, worth) for worth in other], axis=0)
                stands &= np.einsum("tal,at->al", joint, if_answered) >= best - _SLACK * joint.sum(axis=0)
            policy[rows] = len(policies)
            policies.append(draws.policy(answered, tenth, stands, table))
            share, amount = draws.expected(policies[-1])
            won[rows], kept[rows] = truths[rows] @ amount[:n_classes, 0], share[:n_classes]
        rest, no_model = truths * (1 - kept), np.where(bench.silent | (not model), -np.inf, 0.0)
        items, answer = rest.sum(axis=1), if_answered[plain.answer]
        # What is best where nobody is asked, and of what no answer settles: the model answers, nobody does, people review.
        before, after = (
            np.stack([(held * answer).sum(axis=1) + no_model, held @ if_left - number * leaving, held @ if_seen])
            for held, number in ((truths, 1.0), (rest, items))
        )
        some = np.maximum(items, _SLACK)
        here, best = (
            np.maximum(value[:2].max(axis=0), value[2] - number * price)
            for value, number in ((before, 1.0), (after, some))
        )
        benefit = won + best - here - bench.purse.tariff.calls * answering.cost
        order = np.lexsort((answering.cost, -np.round(benefit / np.maximum(answering.cost, _SLACK), 9)))
        order = order[benefit[order] > (-np.inf if then == "stands" else _SLACK)]
        role, gain = np.where(after[0] >= after[1], ALONE, LEFT), (after[2] - after[:2].max(axis=0)) / some
        return order, tuple(policies), policy, 1 - items, role, gain - bench.price


class AnsweredList:
    """A plan with an answerer on the N rows of the list that it is made for, as far as the answers are there.

    Attributes
    ----------
    way
        Who decides on which row, as far as the answers are there; no labels are known.
    answerer
        Who is asked; empty: nobody.
    unasked, waits
        Rows, sorted, that the answerer is still to be asked about before anything goes to people; whether there are any.
    settled, counts
        Whether an answer that is there stands, shape (N,); how many items the model answers alone, and how many these answers
        settle.
    review
        How many rows of its queue people review: what the budget pays for, as deep into the queue as the plan goes.
    """

    def __init__(self, option: JointAlternative, budget: Budget | None) -> None:
        planned, asked, self.review = option.way, option.way.asked, 0
        bench, data, self.way = planned.bench, planned.bench.data, planned
        self.answerer, self.settled = planned.rule.answerer, np.zeros(len(planned.role), dtype=bool)
        unasked = self.settled
        if asked is not None:
            place = [spec.name for spec in bench.plan.answerers].index(asked.answerer)
            here, like = data.answers[place], bench.pool.test.answers[place].confidence
            there = np.ones(data.n_items, dtype=bool) if here.asked is None else here.asked
            level = levels(None if like is None else here.confidence, data.n_items, like)
            given = asked.asked & there & (here.answer >= 0) & (here.answer < data.n_classes)
            stands = np.stack([policy.stands for policy in asked.policies])
            self.settled = given.copy()
            self.settled[given] = stands[asked.policy[given], here.answer[given], level[given]]
            answer = np.where(self.settled, here.answer, planned.answer)
            known_items = replace(asked, settled=self.settled.astype(np.float64))
            gain = planned.gain if len(planned.queue.order) else np.full(len(there), -np.inf)
            self.way = Way(bench, answer, planned.role, gain, known_items)
            unasked = asked.asked & ~there
        self.unasked, self.waits = np.flatnonzero(unasked), bool(unasked.any())
        if option.items and option.purse.pays_model(budget):
            queue = replace(self.way.known, checks=bench.checks)
            self.review = max(option.purse.affordable(queue, budget, self.way.calls), 0)
            if not option.queue_ends and option.items < option.most:
                part = option.items / option.way.path.n_items
                self.review = min(self.review, int(part * self.way.known.n_items * (1 + 1e-9)))
        kept = (self.way.role == ALONE) & (self.way.shares(self.review) < 1)
        self.counts = int((kept & ~self.settled).sum()), int(self.settled.sum())


@dataclass(frozen=True)
class KnownAnswerer:
    """What is known of one answerer, on the labelled items that chose the plan.

    Attributes
    ----------
    name, priced_on
        As the plan has them.
    price
        What an item costs on average, in currency units.
    items, answered
        Labelled items it was asked about, weighted, and those of them that it answered.
    right, agrees
        Share of its answers that are right, and that are those of the recommended model.
    worth_up_to
        The price of an item from which on it is not asked, in currency units; None: not even free of charge.
    errors_up_to
        The share of wrong answers from which on it is not asked; None: it is not asked at today's.
    among_people
        How it agrees with people beside how these agree; None where several judged nothing.
    """

    name: str
    priced_on: str
    price: float
    items: float
    answered: float
    right: float | None
    agrees: float | None
    worth_up_to: float | None
    errors_up_to: float | None
    among_people: AmongPeople | None = None

    @property
    def wrong(self) -> float | None:
        """Share of its answers that are wrong."""
        return None if self.right is None else 1 - self.right

    @property
    def item_price(self) -> Decimal:
        """Its price of an item, to a millionth."""
        return exact(round(self.price, 6))

    @property
    def limit(self) -> Decimal | None:
        """The price below which it is asked, never rounded up; None: at none."""
        return cut_to(2, self.worth_up_to) if self.worth_up_to else None

    @property
    def pays(self) -> bool:
        """Whether it is worth asking at its price."""
        return self.limit is not None and self.limit >= exact(self.price) and self.errors_up_to is not None


def asked_of(bench: Bench, planner: Planner, asking: Asking, budget: Budget | None) -> tuple[KnownAnswerer, ...]:
    """Return what is known of every answerer of a plan, within one budget; ``planner``: of the ways that may ask nobody."""
    plain = max(planner.within(way, budget).mean for way in planner.ways)
    least, test = plain + 1e-9 * max(1.0, abs(plain)), bench.pool.test
    weight, predicted = item_weights(test.n_items, test.weight), bench.pool.labelled.predicted

    def known(answering: Answering) -> KnownAnswerer:
        def pays(answers: Answers, flat: float | None) -> bool:
            cost = answering.cost if flat is None else np.full(len(answering.cost), flat * MICRO)
            draws = answering.draws if answers is answering.said else bench.pool.asked_of(answers)
            other = replace(answering, said=answers, draws=draws, cost=cost)
            ways = Asking(bench, [other], all_stand=asking.all_stand, people=asking.people)(budget)
            return any(planner.within(way, budget).mean > least for way in ways)

        asks = pays if answering.spec.accept != "none" and bench.plan.prices.stated else None
        return known_answerer(answering.spec, answering.said, test.truth, weight, bench.plan.seed, asks, predicted)

    return tuple(map(known, answerings(bench)))


def known_answerer(
    spec: Answerer,
    answers: Answers,
    truth: IntArray,
    weight: FloatArray,
    seed: int,
    pays: Callable[[Answers, float | None], bool] | None,
    predicted: IntArray | None = None,
) -> KnownAnswerer:
    """Return what is known of one answerer; the labelled items as they are, not as they stand for the list.

    Parameters
    ----------
    answers, truth, weight, predicted
        Shape (n,) each: its answers, the labels, how many items each is; and what a model answers, if one does.
    seed
        Of the order in which right answers are made wrong.
    pays
        Whether the best plan with it is worth more than the best without, if it gave such answers at a flat price (None:
        today's); None: this is not asked.
    """
    given = answers.answer >= 0
    right = given & (answers.answer == truth)
    answered, n_right = float(weight @ given), float(weight @ right)
    agrees = None
    if predicted is not None and answered:
        agrees = float(weight @ (given & (answers.answer == predicted))) / answered
    price, limit, errors = float(np.average(answers.cost, weights=weight)) / MICRO, None, None
    if pays is not None:
        limit = drop_out(lambda flat: pays(answers, flat), max(price, 1e-6), PRECISION)
    if pays is not None and n_right > 0:
        # Right answers become the wrong one that it gives most often where the truth is the item's.
        wrong, n_classes = given & ~right, max(int(answers.answer.max()), int(truth.max()), 1) + 1
        counts = np.zeros((n_classes, n_classes))
        np.add.at(counts, (truth[wrong], answers.answer[wrong]), 1.0)
        np.fill_diagonal(counts, -1.0)
        instead = counts.argmax(axis=1)[truth]
        # Spread evenly over the items.
        place, n = np.ones(len(right)), int(right.sum())
        place[right] = (np.random.default_rng([seed, 11]).permutation(n) + 0.5) / n

        def still(share: float) -> bool:
            answer = np.where(right & (place < share), instead, answers.answer)
            return pays(replace(answers, answer=answer), None)

        spoilt = drop_out(still, 1.0, PRECISION * 10, most=1.0, least=1.0)
        errors = None if spoilt is None else 1 - n_right / answered * (1 - min(spoilt, 1.0))
    accuracy, items = n_right / answered if answered else None, float(weight.sum())
    shares = items, answered, accuracy, agrees, limit, errors
    return KnownAnswerer(spec.name, spec.priced_on, price, *shares, answers.among_people)


def drop_out(
    pays: Callable[[float], bool], start: float, precision: float, *, most: float = NEVER, least: float = 0.0
) -> float | None:
    """Return up to which price, or share of errors, something pays, by halving; None: not even at none.

    Infinite where it pays beyond ``most``.

    Parameters
    ----------
    pays
        Where it pays no more, it does not anywhere beyond.
    start
        Where to begin, > 0; twice as much is tried while that pays.
    precision
        So large a part of the limit may be left open, or of ``least`` where that is more.

    Examples
    --------
    >>> round(drop_out(lambda price: 3.0 - 2 * price > 0, 0.002, 1e-9), 6)
    1.5
    """
    if not pays(0.0):
        return None
    low, high = 0.0, start
    while pays(high):  # doublings, not items
        low, high = high, 2 * high
        if high > most:
            return float("inf")
    for _ in range(MOST_HALVINGS):
        middle = (low + high) / 2
        if not low < middle < high or high - low <= precision * max(high, least):
            break
        low, high = (middle, high) if pays(middle) else (low, middle)
    return (low + high) / 2
