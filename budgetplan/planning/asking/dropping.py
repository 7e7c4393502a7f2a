"""When an answerer drops out of a plan: as its price rises, or as more of its answers are wrong (METHODS Part A)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.domain.answerers import AmongPeople
from budgetplan.domain.plan import Budget
from budgetplan.domain.prices import MICRO
from budgetplan.metrics.answers.value import item_weights
from budgetplan.planning.asking.answerers import Answering, Asking, answering, answerings
from budgetplan.planning.joint.bench import Bench
from budgetplan.planning.joint.option import Planner

PRECISION = 1e-3
"""So much of a price, and ten times as much of a share of errors, is left open."""
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


def asked_of(
    bench: Bench, planner: Planner, asking: Asking, budget: Budget | None
) -> tuple[KnownAnswerer, ...]:
    """Return what is known of every answerer of a plan, within one budget; ``planner``: of the ways that may ask nobody."""
    plain = max(planner.within(one, budget).mean for one in planner.ways)
    by_name = {one.spec.name: one for one in answerings(bench)}
    return tuple(_asked(planner, by_name[spec.name], asking, budget, plain) for spec in bench.plan.answerers)


def _asked(
    planner: Planner, own: Answering, asking: Asking, budget: Budget | None, plain: float
) -> KnownAnswerer:
    # The labelled items as they are, not as they stand for the list.
    bench, spec, test = planner.bench, own.spec, planner.bench.pool.test
    weight = item_weights(test.n_items, test.weight)
    given = own.said.answer >= 0
    answered, right = float(weight @ given), given & (own.said.answer == test.truth)
    agrees = given & (own.said.answer == bench.pool.labelled.predicted)
    price = float(np.average(own.said.cost, weights=weight)) / MICRO
    told = KnownAnswerer(
        name=spec.name,
        priced_on=spec.priced_on,
        price=price,
        items=float(weight.sum()),
        answered=answered,
        right=float(weight @ right) / answered if answered else None,
        agrees=float(weight @ agrees) / answered if answered else None,
        worth_up_to=None,
        errors_up_to=None,
        among_people=own.said.among_people,
    )
    if spec.accept == "none" or not bench.plan.prices.stated:
        return told
    tie = 1e-9 * max(1.0, abs(plain))

    def gain(one: Answering) -> float:
        ways = Asking(bench, [one], all_stand=asking.all_stand, people=asking.people)(budget)
        return max((planner.within(each, budget).mean for each in ways), default=plain) - plain

    def at_price(flat: float) -> float:
        return gain(replace(own, cost=np.full(len(own.cost), flat * MICRO)))

    limit = drop_out_price(at_price, max(price, 1e-6), tie, PRECISION)
    return replace(told, worth_up_to=limit, errors_up_to=_errors_up_to(bench, own, right, gain, tie))


def _errors_up_to(
    bench: Bench, own: Answering, right: BoolArray, gain: Callable[[Answering], float], tie: float
) -> float | None:
    """Return the share of wrong answers from which on an answerer gains nothing, by making right ones wrong."""
    given, weight = own.said.answer >= 0, item_weights(len(right), bench.pool.test.weight)
    n_right, n_given = float(weight @ right), float(weight @ given)
    if n_right <= 0 or gain(own) <= tie:
        return None
    instead, place = _wrong_instead(bench, own), _places(bench.plan.seed, right)

    def spoilt(share: float) -> float:
        answer = np.where(right & (place < share), instead, own.said.answer)
        return gain(answering(bench, own.spec, replace(own.said, answer=answer), own.cost))

    low, high = 0.0, 1.0
    if spoilt(high) > tie:
        return 1.0
    while high - low > PRECISION * 10:  # halvings
        middle = (low + high) / 2
        low, high = (middle, high) if spoilt(middle) > tie else (low, middle)
    return 1 - n_right / n_given * (1 - (low + high) / 2)


def _places(seed: int, right: BoolArray) -> FloatArray:
    """Return in which order right answers are made wrong, in [0, 1), seeded: spread evenly over the items."""
    rng = np.random.default_rng([seed, 11])
    place = np.ones(len(right))
    place[right] = (rng.permutation(int(right.sum())) + 0.5) / max(int(right.sum()), 1)
    return place


def _wrong_instead(bench: Bench, own: Answering) -> IntArray:
    """Return for each item the wrong answer that this answerer gives most often where the truth is the item's."""
    test = bench.pool.test
    n_classes, truth = test.n_classes, test.truth
    counts = np.zeros((len(test.names), n_classes))
    wrong = (own.said.answer >= 0) & (own.said.answer != truth)
    np.add.at(counts, (truth[wrong], own.said.answer[wrong]), 1.0)
    own_class = np.arange(n_classes)
    counts[own_class, own_class] = -1.0
    return np.asarray(counts.argmax(axis=1)[truth])


def drop_out_price(
    gain: Callable[[float], float], start: float, tie: float = 1e-12, precision: float = 0.0
) -> float | None:
    """Return the price of one item from which on an answerer gains nothing, by halving; None: not even free of charge.

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
    low = 0.0 if high == start else high / 2
    for _ in range(MOST_HALVINGS):
        middle = (low + high) / 2
        if not low < middle < high or high - low <= precision * high:
            break
        low, high = (middle, high) if gain(middle) > tie else (low, middle)
    return (low + high) / 2
