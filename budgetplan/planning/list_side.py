"""The project's list by its own predictions and prices, with what its items are expected to be worth (METHODS F9)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from budgetplan.domain.classified import ClassifiedSet
from budgetplan.domain.items import FloatArray
from budgetplan.domain.prices import MICRO
from budgetplan.metrics.expected import Expected
from budgetplan.metrics.resampling import Resamples, batch_size, draws
from budgetplan.metrics.stakes import Stakes
from budgetplan.metrics.surface import Split
from budgetplan.metrics.widening import widening
from budgetplan.planning.joint_choice import Applied, Planner
from budgetplan.planning.joint_noise import Replicates
from budgetplan.planning.routes import same_model
from budgetplan.planning.scaling import scaled_alike
from budgetplan.planning.sides import Family, Money, Side, expected_gain, make_side, wanted_score

_Sums = Callable[[Expected, FloatArray], FloatArray]

REPEATS = 500
"""So often what is expected of the list is fitted anew."""


@dataclass(frozen=True, eq=False)
class Worths:
    """What is expected of the list's items, by family of cutoff where that is the key: see :class:`Expected`."""

    right: dict[Family, Expected]
    answered: dict[Family, Expected]
    gain: Expected
    left: Expected
    positives: Expected
    found: Expected


class ListPlanner(Planner):
    """Plans for the list itself: chosen by what validation items let expect of it, told by what test items do.

    ``labelled``: the plans of the same model on the labelled items, share by share.
    """

    def __init__(self, labelled: Planner, worth: Money, listed: ClassifiedSet) -> None:
        self.name, self.plan, self.said = labelled.name, labelled.plan, labelled.said
        self.purse, self.tariff = labelled.purse, labelled.tariff
        self.labelled, self.folds = labelled, None
        listed = scaled_alike(listed, labelled.test.data)
        said = same_model(listed, labelled.said)
        unknown = replace(listed, truth=np.zeros(listed.n_items, dtype=np.int64), weight=None)
        by_class = labelled.folds is None
        raw = make_side(self.plan, worth, unknown, said, labelled.test.total, by_class=by_class)
        self.expected, self.test = expected_side(raw, labelled.test, worth)
        self.whole = self.test if labelled.folds is not None else expected_side(raw, labelled.whole, worth)[1]
        self.sources = [self.whole]

    @property
    def labelled_side(self) -> Side:
        """The labelled items that report."""
        return self.labelled.test


def expected_side(raw: Side, known: Side, worth: Money) -> tuple[Worths, Side]:
    """Return what is expected of a list's items by labelled ones, and the list with it in place of what they are."""
    plan = known.plan
    n, weight = raw.data.n_items, known.stakes["confidence"].weight
    gains = expected_gain(worth, known.said), expected_gain(worth, raw.said)
    scores = wanted_score(plan, known.data, known.said), wanted_score(plan, raw.data, raw.said)
    base = known.stakes["confidence"]
    kinds_right: dict[Family, Expected] = {}
    kinds_answered: dict[Family, Expected] = {}
    for family, stakes in known.stakes.items():
        keys = stakes.confidence, raw.stakes[family].confidence
        kinds_right[family] = Expected.of(1 - base.wrong, weight, *keys, n)
        kinds_answered[family] = Expected.of(base.if_accepted, weight, *keys, n)
    found = Worths(
        right=kinds_right,
        answered=kinds_answered,
        gain=Expected.of(base.if_reviewed - base.if_left, weight, *gains, n),
        left=Expected.of(base.if_left, weight, None, None, n),
        positives=Expected.of(known.quantities["positives"], weight, *scores, n),
        found=Expected.of(known.quantities["found"], weight, *scores, n),
    )
    gain, left, positives = (one.read(one.fitted()) for one in (found.gain, found.left, found.positives))
    extra = float(plan.prices.extra_per_entry * MICRO) * positives
    stakes_of: dict[Family, Stakes] = {}
    for family, stakes in raw.stakes.items():
        sure, answered = found.right[family], found.answered[family]
        stakes_of[family] = replace(
            stakes,
            if_accepted=answered.read(answered.fitted()),
            if_reviewed=left + gain,
            if_left=left,
            cost=raw.known_cost + extra,
            wrong=1 - sure.read(sure.fitted()),
        )
    reviewing = found.found.read(found.found.fitted())
    quantities = {**raw.quantities, "positives": positives, "found": reviewing}
    right = 1 - stakes_of["confidence"].wrong
    return found, replace(
        raw,
        stakes=MappingProxyType(stakes_of),
        quantities=MappingProxyType(quantities),
        found_alone=right * answers_wanted(raw),
    )


def answers_wanted(side: Side) -> FloatArray:
    """Return 1 where the model's answer is a class that is collected (all are, where none is named), shape (n,)."""
    wanted = side.plan.positive
    if not wanted:
        return np.ones(side.data.n_items)
    return np.array([float(name in wanted) for name in side.data.names])[side.said.predicted]


class ListNoise:
    """Resamples of the test items, in each of which what is expected of the list is fitted anew.

    Nothing else moves: which items are answered, reviewed and left, and what that costs, is counted on the list.
    What becomes of its items differs from what is expected of them as it does on the test items.
    """

    def __init__(self, test: ClassifiedSet, resamples: int, seed: int) -> None:
        n_groups = None if test.group is None else len(np.unique(test.group))
        self.widening = widening(n_groups)
        self.n_resamples = 0 if n_groups == 1 else min(resamples, REPEATS)
        how = Resamples(test.n_items, self.n_resamples, seed, test.group)
        batches = list(draws(how, batch_size(test.n_items))) if self.n_resamples else []
        self.times = np.concatenate(batches).astype(np.float64) if batches else np.zeros((0, test.n_items))
        self.chance = np.random.default_rng([seed, 3]).standard_normal((3, self.n_resamples))

    @property
    def off(self) -> bool:
        """Whether nothing is resampled."""
        return self.n_resamples == 0

    def replicate(self, planner: Planner, plans: Sequence[Applied]) -> list[Replicates]:
        """Return the plans of one model for the list in every resample."""
        if self.off or not isinstance(planner, ListPlanner):
            return []
        fits: dict[int, FloatArray] = {}

        def sums(one: Expected, items: FloatArray) -> FloatArray:
            if id(one) not in fits:
                fits[id(one)] = np.stack([one.fitted(times) for times in self.times])
            return np.asarray(fits[id(one)] @ one.counts(items))

        return [self._read(planner, plan, sums) for plan in plans]

    def _read(self, planner: ListPlanner, plan: Applied, sums: _Sums) -> Replicates:
        family, known = plan.deployed.family, planner.expected
        weight = plan.split.weight
        alone = weight * plan.accepted
        reviewed = weight * reviewed_shares(plan.split, plan.reviewed, len(weight))
        wanted = answers_wanted(planner.test)
        right, answered = known.right[family], known.answered[family]

        def moved(one: Expected, items: FloatArray, chance: FloatArray) -> FloatArray:
            spread = np.sqrt(one.variance() * float(items @ items))
            return np.asarray(sums(one, items) + spread * chance)

        first, second, third = self.chance
        n_alone = float(alone.sum())
        wrong = np.clip(n_alone - moved(right, alone, first), 0.0, n_alone)
        value = moved(answered, alone, first) + moved(known.gain, reviewed, second)
        value = value + moved(known.left, weight - alone, third)
        found = moved(known.right["confidence"], alone * wanted, first) + moved(known.found, reviewed, second)
        same = np.ones(self.n_resamples)
        spend = float(plan.spend)
        return Replicates(
            net=value - spend,
            spend=spend * same,
            accepted=n_alone * same,
            wrong=wrong,
            reviewed=plan.reviewed * same,
            found=np.maximum(found, 0.0),
            widening=self.widening,
        )


def reviewed_shares(split: Split, reviewed: float, n: int) -> FloatArray:
    """Return which share of each item is reviewed: a tie group in proportion, shape (n,)."""
    shares = np.zeros(n)
    order, items = split.queue.order, split.path.items
    if not len(order):
        return shares
    size = np.diff(items)
    part = np.divide(reviewed - items[:-1], size, out=np.zeros(len(size)), where=size > 0)
    shares[order] = np.repeat(np.clip(part, 0.0, 1.0), np.diff(split.queue.ends, prepend=0))
    return shares
