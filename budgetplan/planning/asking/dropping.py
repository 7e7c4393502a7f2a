"""From which price, and from which share of errors on, an answerer is not asked any more (METHODS Part A)."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.domain.answerers import AmongPeople, Answerer
from budgetplan.domain.plan import Budget, Plan
from budgetplan.domain.prices import MICRO
from budgetplan.metrics.answers.value import item_weights, values_if_accepted
from budgetplan.metrics.payoffs.cascade import drop_out_price
from budgetplan.planning.asking.answerers import Answering
from budgetplan.planning.joint.plans import Kind, Planner
from budgetplan.planning.joint.sides import Side

PRECISION = 1e-4
"""Prices and shares of errors are known to so much of themselves."""
MOST_ROWS = 4_000
"""Of larger sets so many items, spread over the confidences, stand for all while prices are tried."""


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


@dataclass(frozen=True)
class Against:
    """What asking competes with: ``asked`` the plans that ask, ``without`` those that do not, within ``budget``."""

    planner: Planner
    budget: Budget | None
    asked: Kind
    without: Kind

    def net(self, side: Side, kind: Kind) -> float:
        """Return the net value of the best plan of a kind on some items, not rounded as printed."""
        [(*_, plan)] = self.planner.best(side, [self.budget], kind, side.stakes["confidence"].weight)
        return plan.net

    def gain(self, side: Side, own: Answering, without: float) -> float:
        """Return how much more the best plan that asks one answerer is worth than the best that asks nobody."""
        return self.net(replace(side, answerers=(own,)), self.asked) - without

    def tie(self, side: Side) -> float:
        """Return up to where net values are equal."""
        return 1e-9 * side.stakes["confidence"].scale(self.planner.tariff)


def asked_of(
    planner: Planner, budget: Budget | None, kinds: tuple[Kind, Kind] = ("asked", "model, people")
) -> tuple[KnownAnswerer, ...]:
    """Return what is known of every answerer, beside one model and within one budget.

    ``kinds``: the plans that ask, and those that they compete with.
    """
    side, against = planner.whole, Against(planner, budget, *kinds)
    return tuple(_asked(against, side, spec, own) for spec, own in _pairs(planner.plan, side))


def _pairs(plan: Plan, side: Side) -> list[tuple[Answerer, Answering]]:
    return list(zip(plan.answerers, side.answerers, strict=True))


def _asked(against: Against, side: Side, spec: Answerer, own: Answering) -> KnownAnswerer:
    # The labelled items as they are, not as they stand for the list.
    weight = item_weights(side.data.n_items, side.data.weight)
    given = own.said.answer >= 0
    answered = float(weight @ given)
    price = float(np.average(own.said.cost, weights=weight)) / MICRO
    told = KnownAnswerer(
        name=spec.name,
        priced_on=spec.priced_on,
        price=price,
        items=float(weight.sum()),
        answered=answered,
        right=float(weight @ (given & (own.wrong == 0))) / answered if answered else None,
        agrees=float(weight @ (given & (own.said.answer == own.predicted))) / answered if answered else None,
        worth_up_to=None,
        errors_up_to=None,
        among_people=own.said.among_people,
    )
    if spec.accept == "none" or not against.planner.purse.prices.stated:
        return told
    thin = thinned(side)
    at = next(place for place, one in enumerate(thin.answerers) if one.said.name == spec.name)
    limit = _worth_up_to(against, thin, at, price)
    return replace(told, worth_up_to=limit, errors_up_to=_errors_up_to(against, thin, at))


def thinned(side: Side) -> Side:
    """Return at most so many items that stand for all of a set, spread over the confidences."""
    n = side.stakes["confidence"].n_items
    step = -(-n // MOST_ROWS)
    if step == 1:
        return side
    stakes = side.stakes["confidence"]
    told = [one.said.answer for one in side.answerers]
    # Items that are equal in all of these are interchangeable: their order plays no part.
    order = np.lexsort((stakes.cost, stakes.if_accepted, *told, side.data.truth, stakes.confidence))
    kept = np.zeros(n, dtype=bool)
    kept[order[step // 2 :: step]] = True
    data = replace(side.data, ids=tuple(np.array(side.data.ids)[kept].tolist()), truth=side.data.truth[kept])
    return replace(side.part(kept), data=data)


def _worth_up_to(against: Against, side: Side, at: int, price: float) -> float | None:
    """Return the flat price of an item from which on an answerer gains nothing."""
    own, without = side.answerers[at], against.net(side, against.without)
    tie = against.tie(side)

    def gain(flat: float) -> float:
        return against.gain(side, own.at_price(np.full(len(own.worth), flat * MICRO)), without)

    return drop_out_price(gain, max(price, 1e-6), tie, PRECISION)


def _errors_up_to(against: Against, side: Side, at: int) -> float | None:
    """Return the share of wrong answers from which on an answerer gains nothing, by making right ones wrong."""
    own, without = side.answerers[at], against.net(side, against.without)
    weight = item_weights(len(own.worth), side.stakes["confidence"].weight)
    given = own.said.answer >= 0
    right = given & (own.wrong == 0)
    n_right, n_given = float(weight @ right), float(weight @ given)
    tie = against.tie(side)
    if n_right <= 0 or against.gain(side, own, without) <= tie:
        return None
    instead, place = _wrong_instead(side, own), _places(against.planner, right)

    def gain(share: float) -> float:
        spoilt = right & (place < share)
        answer = np.where(spoilt, instead, own.said.answer)
        worth = np.where(
            given,
            values_if_accepted(against.planner.worth.table, np.maximum(answer, 0), side.data.truth),
            0.0,
        )
        wrong = np.where(spoilt, 1.0, own.wrong)
        worse = replace(own, said=replace(own.said, answer=answer), worth=worth, wrong=wrong)
        return against.gain(side, worse, without)

    low, high = 0.0, 1.0
    if gain(high) > tie:
        return 1.0
    while high - low > PRECISION * 10:  # halvings
        middle = (low + high) / 2
        low, high = (middle, high) if gain(middle) > tie else (low, middle)
    return 1 - n_right / n_given * (1 - (low + high) / 2)


def _places(planner: Planner, right: BoolArray) -> FloatArray:
    """Return in which order right answers are made wrong, in [0, 1), seeded: spread evenly over the items."""
    rng = np.random.default_rng([planner.plan.seed, 11])
    place = np.ones(len(right))
    place[right] = (rng.permutation(int(right.sum())) + 0.5) / max(int(right.sum()), 1)
    return place


def _wrong_instead(side: Side, own: Answering) -> IntArray:
    """Return for each item the wrong answer that this answerer gives most often where the truth is the item's."""
    n_classes = side.data.n_classes
    counts = np.zeros((len(side.data.names), n_classes))
    wrong = own.wrong > 0
    np.add.at(counts, (side.data.truth[wrong], own.said.answer[wrong]), 1.0)
    own_class = np.arange(len(counts))
    counts[own_class[:n_classes], own_class[:n_classes]] = -1.0
    return np.asarray(counts.argmax(axis=1)[side.data.truth])
