"""How much a plan with quotas flatters itself: model and stops look better on the labels that chose them (METHODS F7, Q).

Many stops are chosen at once, one in each stratum: what the labels of one say too much draws the review there. In
every resample the whole choice is made again, and what it finds there more than on all labels is taken off, of each
stratum as far as its quota leaves room: where a stop is the first at which a quota is expected, so much is expected.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.domain.plan import Plan
from budgetplan.domain.prices import MICRO
from budgetplan.evidence import noise
from budgetplan.evidence.paths import limit_of
from budgetplan.metrics.likeness.isotonic import falling_sums
from budgetplan.metrics.ranking.quotas import depths
from budgetplan.planning.filter.quota.stops import Offer, QuotaStops
from budgetplan.planning.filter.quota.strata import Stratum

HALVINGS = 40
"""So often the least yield that a budget pays for is narrowed down in every resample."""


@dataclass(frozen=True)
class Flattered:
    """By how much stops look better than they are, of each stratum: in entries, and in what these are worth.

    ``at``: of each stratum, entries that its stop is expected to find before anything is taken off, its quota, and all
    that its list is expected to hold: where everything is reviewed nothing is chosen.
    """

    found: tuple[float, ...] = ()
    worth: tuple[float, ...] = ()
    at: tuple[tuple[float, int, float], ...] = ()

    @property
    def entries(self) -> float:
        """Return what is taken off all strata together."""
        return sum(self.found)

    @property
    def value(self) -> float:
        """Return what that is worth."""
        return sum(self.worth)

    def less(self, place: int, found: FloatArray) -> FloatArray:
        """Return entries of a stratum without it, same shape: at other stops in proportion to what is found, or left.

        >>> Flattered((6.0,), (0.0,), ((60.0, 20, 90.0),)).less(0, np.array([0.0, 30.0, 60.0, 70.0, 90.0])).tolist()
        [0.0, 27.0, 54.0, 66.0, 90.0]
        """
        if not self.found or not self.found[place]:
            return found
        stop, _, whole = self.at[place]
        part = np.minimum(found / stop, 1.0)
        if whole > stop:
            part = np.minimum(part, np.maximum(whole - found, 0.0) / (whole - stop))
        return np.asarray(found - self.found[place] * part)

    def of_stops(self, found: Sequence[float]) -> Flattered:
        """Return what is taken off other stops, that are expected to find so many entries of each stratum.

        Where a quota is expected it stays expected.

        >>> one = Flattered((6.0,), (12.0,), ((60.0, 20, 90.0),))
        >>> [one.of_stops([each]).found for each in (20.0, 22.0, 30.0)], one.of_stops([30.0]).worth
        ([(0.0,), (2.0,), (3.0,)], (6.0,))
        """
        if not self.found:
            return self
        off, worth = [], []
        for place, one in enumerate(found):
            kept, quota = float(self.less(place, np.array(one))), self.at[place][1]
            off.append(one - (max(kept, float(quota)) if one >= quota else kept))
            own = self.found[place]
            worth.append(self.worth[place] * (off[-1] / own) if own else 0.0)
        return Flattered(tuple(off), tuple(worth), self.at)


@dataclass(frozen=True, eq=False)
class _Again:
    """One model in every resample, its stops chosen there.

    ``score``, shape (R,): what models are chosen by, minus infinity where it holds not all quotas within the budget;
    ``found`` and ``worth``, shape (R, K): by how much more its stops bring there than on all labels, of each stratum.
    """

    score: FloatArray
    found: FloatArray
    worth: FloatArray


def flattered(
    plan: Plan, strata: Sequence[Stratum], offers: Sequence[Offer], recommended: Offer
) -> dict[str, Flattered]:
    """Return by how much the plan of each model flatters itself: the recommended one by the choice of the model, too.

    Empty where nothing is resampled, or where only quotas set the stops.

    References
    ----------
    METHODS F7, Q.
    """
    if plan.budget is None and plan.values is None:
        return {}
    if not all(one.evidence.plan.resamples for one in strata):
        return {}
    read = [_read(one) for one in strata]
    again = {one.name: _again(plan, strata, one, read) for one in offers}
    found = {}
    for one in offers:
        if one.best is None:
            continue
        those = list(again.values()) if one is recommended else [again[one.name]]
        found[one.name] = _taken_off(strata, one, one.best, those)
    return found


def _read(one: Stratum) -> noise.ReviewResamples:
    """Read all models of a stratum where chance is that of its labels: they alone make the choice."""
    evidence = one.evidence
    return noise.of_sample(noise.draw(evidence, evidence.models, noise.grid(evidence)))


def _again(
    plan: Plan, strata: Sequence[Stratum], offer: Offer, read: Sequence[noise.ReviewResamples]
) -> _Again:
    """Choose a model's stops anew in every resample: first those of the quotas, then what gains most within the budget."""
    assert plan.quota is not None
    parts = [
        _Part.of(plan, one, offer, place, seen)
        for place, (one, seen) in enumerate(zip(strata, read, strict=True))
    ]
    limit = np.inf if plan.budget is None else limit_of(plan.prices, offer.cost, plan.budget)[1]
    least = sum(part.spent[part.least] for part in parts)
    possible = np.all([part.held for part in parts], axis=0) & (least <= limit * (1 + 1e-9))
    high = np.max([part.yields.max(axis=1, initial=0.0) for part in parts], axis=0) * 2
    low = np.zeros(len(high))
    if np.isfinite(limit):
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            over = sum(part.spent[part.stops(middle)] for part in parts) > limit * (1 + 1e-9)
            low, high = np.where(over, middle, low), np.where(over, high, middle)
    else:
        high = low
    stops = [part.stops(high) for part in parts]
    rows = np.arange(len(high))
    score = np.sum([part.gain[rows, at] for part, at in zip(parts, stops, strict=True)], axis=0)
    if np.isfinite(limit):
        # What a budget leaves between two stops buys at the yield where it ends.
        score = score + high * (limit - sum(part.spent[at] for part, at in zip(parts, stops, strict=True)))
    if plan.values is not None:
        score = score - float(plan.prices.once(offer.cost))
    return _Again(
        np.where(possible, score, -np.inf),
        *(
            np.column_stack([getattr(part, name)[rows, at] for part, at in zip(parts, stops, strict=True)])
            for name in ("more", "worth")
        ),
    )


@dataclass(frozen=True, eq=False)
class _Part:
    """One stratum in one model's order, at the shares of its list, in every resample.

    Attributes
    ----------
    spent
        Shape (S,): what a budget limits.
    gain
        Shape (R, S): what is to be as great as possible.
    yields
        Shape (R, S - 1): what each further piece gains for what it spends, never rising along the order.
    least, held
        Shape (R,): the first share that holds the quota, and whether one does.
    more, worth
        Shape (R, S): by how much more is found there than on all labels, in entries and in worth.
    """

    spent: FloatArray
    gain: FloatArray
    yields: FloatArray
    least: IntArray
    held: BoolArray
    more: FloatArray
    worth: FloatArray

    @classmethod
    def of(cls, plan: Plan, one: Stratum, offer: Offer, place: int, read: noise.ReviewResamples) -> _Part:
        order, items = offer.orders[place], read.items
        found, on_labels = read.positives(order), order.path.read("positives", items)
        gain, worth = found, np.zeros_like(found)
        if plan.values is not None:
            value = read.value(order)
            known = order.path.read("value", items) + one.evidence.left_value(order)
            worth = value - known
            cost = read.readings[order.name].at_shares["cost"] / MICRO * float(plan.prices.per_direct)
            gain = value - cost
        spent = items
        if plan.budget is not None:
            measure = limit_of(plan.prices, offer.cost, plan.budget)[0]
            spent = items if measure == "items" else order.path.read(measure, items)
        # Items that cost nothing are taken one after the other all the same.
        along = spent + items * (1e-9 * max(float(spent[-1]), 1.0) / max(float(items[-1]), 1.0))
        smooth = falling_sums(gain, along)
        least, held = _least(plan, one, offer, place, read)
        yields = np.diff(smooth, axis=1) / np.diff(along)
        return cls(spent, smooth, yields, least, held, found - on_labels, worth)

    def stops(self, least_yield: FloatArray) -> IntArray:
        """Return the shares up to which every piece yields more than so much, shape (R,), none before the quota."""
        return np.asarray(np.maximum((self.yields > least_yield[:, None]).sum(axis=1), self.least))


def _least(
    plan: Plan, one: Stratum, offer: Offer, place: int, read: noise.ReviewResamples
) -> tuple[IntArray, BoolArray]:
    """Return the first share of each resample that holds the quota, and whether one does, shape (R,) each."""
    assert plan.quota is not None
    n, last = one.evidence.plan.resamples, len(read.items) - 1
    if plan.quota.sure is not None:
        # Stops that hold a quota in so many resamples are no others in one of them.
        known = offer.least is not None
        at = 0 if offer.least is None else offer.least.items[place]
        return np.full(n, min(int(np.searchsorted(read.items, at * (1 - 1e-12))), last)), np.full(n, known)
    found = np.maximum.accumulate(read.positives(offer.orders[place]), axis=1)
    needed = depths(found, read.items, one.quota)
    held = np.isfinite(needed)
    return np.searchsorted(read.items, np.where(held, needed, 0.0) * (1 - 1e-12)), held


def _taken_off(
    strata: Sequence[Stratum], offer: Offer, stops: QuotaStops, again: Sequence[_Again]
) -> Flattered:
    """Return what is taken off a model's stops, on average where the best of these models is chosen in each resample."""
    score = np.column_stack([one.score for one in again])
    rows = np.flatnonzero(np.isfinite(score).any(axis=1))
    best = score[rows].argmax(axis=1)
    found, worth = (
        np.stack([getattr(one, name) for one in again], axis=1)[rows, best] for name in ("found", "worth")
    )
    mean = found.mean(axis=0) if len(rows) else np.zeros(len(strata))
    value = worth.mean(axis=0) if len(rows) else np.zeros(len(strata))
    reached, whole = (
        np.array(
            [float(order.path.read("positives", at)) for order, at in zip(offer.orders, ends, strict=True)]
        )
        for ends in (stops.items, [one.evidence.whole_items for one in strata])
    )
    room = np.maximum(reached - [one.quota for one in strata], 0.0)
    # Where everything is reviewed nothing is chosen, and nobody finds more than all.
    kept = np.where(whole > reached, np.clip(mean, -np.minimum(room, whole - reached), room), 0.0)
    part = np.divide(kept, mean, out=np.zeros(len(kept)), where=mean != 0)
    at = tuple(zip(reached.tolist(), (one.quota for one in strata), whole.tolist(), strict=True))
    return Flattered(tuple(kept.tolist()), tuple((value * part).tolist()), at)
