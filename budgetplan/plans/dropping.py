"""When an answerer drops out of a plan: as its price rises, or as more of its answers are wrong (METHODS Part A)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.domain.answerers import AmongPeople, Answerer, Answers
from budgetplan.domain.plan import Budget
from budgetplan.domain.prices import MICRO, exact
from budgetplan.models.value import item_weights
from budgetplan.plans.answerers import Answering, Asking, answering, answerings
from budgetplan.plans.bench import Bench
from budgetplan.plans.option import Planner

PRECISION = 1e-3
"""So much of a price, and ten times as much of a share of errors, is left open."""
NEVER = 2.0**60
"""An answerer who is asked at such a price is asked at any: money limits nothing."""
MOST_HALVINGS = 60
"""After so many halvings a price is known to the last digit that counts."""


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
    def unanswered(self) -> float:
        """Labelled items, weighted, that it was asked about and did not answer."""
        return self.items - self.answered

    @property
    def item_price(self) -> Decimal:
        """Its price of an item, to a millionth."""
        return exact(round(self.price, 6))


def asked_of(
    bench: Bench, planner: Planner, asking: Asking, budget: Budget | None
) -> tuple[KnownAnswerer, ...]:
    """Return what is known of every answerer of a plan, within one budget; ``planner``: of the ways that may ask nobody."""
    plain = max(planner.within(one, budget).mean for one in planner.ways)
    by_name = {one.spec.name: one for one in answerings(bench)}
    test, known = bench.pool.test, []
    for spec in bench.plan.answerers:
        own = by_name[spec.name]

        def gain(
            answer: IntArray | None, flat: float | None, own: Answering = own, spec: Answerer = spec
        ) -> float:
            if answer is not None:
                own = answering(bench, spec, replace(own.said, answer=answer), own.cost)
            if flat is not None:
                own = replace(own, cost=np.full(len(own.cost), flat * MICRO))
            ways = Asking(bench, [own], all_stand=asking.all_stand, people=asking.people)(budget)
            return max((planner.within(each, budget).mean for each in ways), default=plain) - plain

        told = known_answerer(
            spec,
            own.said,
            test.truth,
            item_weights(test.n_items, test.weight),
            bench.plan.seed,
            gain if spec.accept != "none" and bench.plan.prices.stated else None,
            tie=1e-9 * max(1.0, abs(plain)),
            predicted=bench.pool.labelled.predicted,
        )
        known.append(told)
    return tuple(known)


def known_answerer(
    spec: Answerer,
    said: Answers,
    truth: IntArray,
    weight: FloatArray,
    seed: int,
    gain: Callable[[IntArray | None, float | None], float] | None,
    *,
    tie: float,
    predicted: IntArray | None = None,
) -> KnownAnswerer:
    """Return what is known of one answerer; the labelled items as they are, not as they stand for the list.

    Parameters
    ----------
    said, truth, weight, predicted
        Shape (n,) each: its answers, the labels, how many items each is; and what a model answers, if one does.
    seed
        Of the order in which right answers are made wrong.
    gain
        How much more the best plan with it is worth than the best without, if it gave these answers (None: those it gave)
        at a flat price (None: today's); None: this is not asked.
    tie
        A gain of no more is none.
    """
    given = said.answer >= 0
    answered, right = float(weight @ given), given & (said.answer == truth)
    agrees = None if predicted is None else float(weight @ (given & (said.answer == predicted)))
    price = float(np.average(said.cost, weights=weight)) / MICRO
    limit = (
        None
        if gain is None
        else drop_out_price(lambda flat: gain(None, flat), max(price, 1e-6), tie, PRECISION)
    )
    return KnownAnswerer(
        name=spec.name,
        priced_on=spec.priced_on,
        price=price,
        items=float(weight.sum()),
        answered=answered,
        right=float(weight @ right) / answered if answered else None,
        agrees=agrees / answered if answered and agrees is not None else None,
        worth_up_to=limit,
        errors_up_to=None if gain is None else _errors_up_to(said, truth, weight, seed, gain, tie),
        among_people=said.among_people,
    )


def _errors_up_to(
    said: Answers,
    truth: IntArray,
    weight: FloatArray,
    seed: int,
    gain: Callable[[IntArray | None, float | None], float],
    tie: float,
) -> float | None:
    """Return the share of wrong answers from which on an answerer gains nothing, by making right ones wrong."""
    given = said.answer >= 0
    right = given & (said.answer == truth)
    n_right, n_given = float(weight @ right), float(weight @ given)
    if n_right <= 0 or gain(None, None) <= tie:
        return None
    # Instead of a right answer the wrong one that it gives most often where the truth is the item's.
    wrong = given & ~right
    counts = np.zeros((int(truth.max()) + 1, max(int(said.answer.max()), int(truth.max()), 1) + 1))
    np.add.at(counts, (truth[wrong], said.answer[wrong]), 1.0)
    np.fill_diagonal(counts, -1.0)
    instead = counts.argmax(axis=1)[truth]
    # Spread evenly over the items.
    place = np.ones(len(right))
    place[right] = (np.random.default_rng([seed, 11]).permutation(int(right.sum())) + 0.5) / int(right.sum())

    def spoilt(share: float) -> float:
        return gain(np.where(right & (place < share), instead, said.answer), None)

    low, high = 0.0, 1.0
    if spoilt(high) > tie:
        return 1.0
    while high - low > PRECISION * 10:  # halvings
        middle = (low + high) / 2
        low, high = (middle, high) if spoilt(middle) > tie else (low, middle)
    return 1 - n_right / n_given * (1 - (low + high) / 2)


def drop_out_price(
    gain: Callable[[float], float], start: float, tie: float = 1e-12, precision: float = 0.0
) -> float | None:
    """Return the price of one item from which on an answerer gains nothing, by halving; None: not even free of charge.

    Infinite where money limits nothing.

    Parameters
    ----------
    gain
        How much more the best policy with the answerer is worth than the best without, at a price; it never rises.
    start
        A price to begin with, > 0.
    tie
        A gain of no more is none.
    precision
        So much of the price may be left open.

    Examples
    --------
    >>> round(drop_out_price(lambda price: 3.0 - 2 * price, 0.002), 9)
    1.5
    """
    if gain(0.0) <= tie:
        return None
    high = start
    while gain(high) > tie:  # doublings, not items
        high *= 2
        if high > NEVER:
            return float("inf")
    low = 0.0 if high == start else high / 2
    for _ in range(MOST_HALVINGS):
        middle = (low + high) / 2
        if not low < middle < high or high - low <= precision * high:
            break
        low, high = (middle, high) if gain(middle) > tie else (low, middle)
    return (low + high) / 2
