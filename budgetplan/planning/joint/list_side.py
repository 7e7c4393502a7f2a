"""The project's list by its own predictions and prices, with what its items are expected to be worth (METHODS F9)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.domain.labelled import ClassifiedSet
from budgetplan.domain.prices import MICRO
from budgetplan.forecast.groups import as_they_come, group_codes, in_known_groups
from budgetplan.forecast.support import Beyond
from budgetplan.metrics.answers.value import item_weights
from budgetplan.metrics.likeness.expected import Expected, pairs_within, singles
from budgetplan.metrics.payoffs.stakes import Stakes
from budgetplan.metrics.payoffs.surface import Split
from budgetplan.metrics.resampling.paired import Resamples, batch_size, draws
from budgetplan.metrics.resampling.widening import widening
from budgetplan.planning.defer.cutoff_methods import same_model
from budgetplan.planning.defer.scaling import scaled_alike
from budgetplan.planning.joint.noise import Replicates
from budgetplan.planning.joint.plans import Applied, Planner
from budgetplan.planning.joint.sides import (
    Family,
    Money,
    Side,
    expected_gain,
    expected_left,
    make_side,
    right_labels,
    wanted_score,
)

Range = tuple[FloatArray, FloatArray]
"""The least and the most that an amount may be, of one shape."""
_Sums = Callable[[Expected, FloatArray], FloatArray]

REPEATS = 500
"""So often what is expected of the list is fitted anew."""


@dataclass(frozen=True, eq=False)
class ExpectedWorths:
    """What is expected of the list's items, by family of cutoff where that is the key: see :class:`Expected`.

    ``answer_range``: what the answer to each item may be worth, shape (N,) each; ``left_range``,
    ``gain_range``, ``found_range``: what leaving an item may be worth, what a review may gain, and the right labels it may
    give, over all truths.
    """

    right: dict[Family, Expected]
    answered: dict[Family, Expected]
    gain: Expected
    left: Expected
    positives: Expected
    found: Expected
    answer_range: Range
    left_range: Range
    gain_range: Range
    found_range: Range

    @property
    def reviewing(self) -> list[Expected]:
        """What a review brings that depends on the truth, and so on labels of items like it."""
        both = ((self.gain, self.gain_range), (self.found, self.found_range))
        return [one for one, (least, most) in both if bool((most > least).any())]


class ListPlanner(Planner):
    """Plans for the list itself: chosen by what validation items let expect of it, told by what test items do.

    ``labelled``: the plans of the same model on the labelled items, share by share.
    """

    def __init__(self, labelled: Planner, worth: Money, listed: ClassifiedSet) -> None:
        self.name, self.plan, self.said = labelled.name, labelled.plan, labelled.said
        self.purse, self.tariff = labelled.purse, labelled.tariff
        self.labelled, self.folds, self.worth = labelled, None, worth
        listed = scaled_alike(listed, labelled.test.data)
        said = same_model(listed, labelled.said)
        unknown = replace(listed, truth=np.zeros(listed.n_items, dtype=np.int64))
        by_class = labelled.folds is None
        raw = make_side(self.plan, worth, unknown, said, labelled.test.total, by_class=by_class)
        self.expected, self.test = expected_side(raw, labelled.test, worth)
        self.whole = self.test if labelled.folds is not None else expected_side(raw, labelled.whole, worth)[1]
        self.sources = [self.whole]

    @property
    def labelled_side(self) -> Side:
        """The labelled items that report."""
        return self.labelled.test


def listed_size(listed: ClassifiedSet) -> float:
    """Return how many items a list has, weighted."""
    return float(item_weights(listed.n_items, listed.weight).sum())


def expected_side(raw: Side, known: Side, worth: Money) -> tuple[ExpectedWorths, Side]:
    """Return what is expected of a list's items by labelled ones, and the list with it in place of what they are."""
    plan = known.plan
    n, weight = raw.data.n_items, known.stakes["confidence"].weight
    gains = expected_gain(worth, known.said), expected_gain(worth, raw.said)
    leaving = expected_left(worth, known.said), expected_left(worth, raw.said)
    scores = wanted_score(plan, known.data, known.said), wanted_score(plan, raw.data, raw.said)
    base = known.stakes["confidence"]
    answers = worth.table.v[raw.said.predicted]
    kinds_right: dict[Family, Expected] = {}
    kinds_answered: dict[Family, Expected] = {}
    for family, stakes in known.stakes.items():
        keys = stakes.confidence, raw.stakes[family].confidence
        kinds_right[family] = Expected.of(1 - base.wrong, weight, *keys, n)
        kinds_answered[family] = Expected.of(base.if_accepted, weight, *keys, n)
    found = ExpectedWorths(
        right=kinds_right,
        answered=kinds_answered,
        gain=Expected.of(base.if_reviewed - base.if_left, weight, *gains, n),
        # Of classes whose loss differs the dear ones are more often among what a model is not sure of.
        left=Expected.of(base.if_left, weight, *leaving, n),
        positives=Expected.of(known.quantities["positives"], weight, *scores, n),
        found=Expected.of(known.quantities["found"], weight, *scores, n),
        answer_range=(np.min(answers, axis=1), np.max(answers, axis=1)),
        left_range=_range(worth.table.r),
        gain_range=_range(worth.reviewed[: len(worth.table.r)] - worth.table.r),
        found_range=_range(right_labels(plan, known.data.classes)),
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


def _range(amounts: FloatArray) -> Range:
    """Return the least and the most of some amounts, shape () each."""
    return np.array(amounts.min()), np.array(amounts.max())


def support_of(planner: ListPlanner, plan: Applied) -> Beyond:
    """Return how much of a plan for the list lies beyond all labelled items.

    An item that is answered alone lies beyond them where what the cutoff is set on (the confidence, mostly), of
    whatever class, is lower or higher than for every one of them: how often answers are right is read by that,
    all classes together. An item that is reviewed lies beyond them where the score by which entries are expected
    does, if reviews find entries of some classes only; and where the gain does that the model expects of a
    review, if what it gains depends on the truth. Else it needs no labels, and lies beyond nothing. What is left
    without a label needs none either. What is found are the right labels, of the classes collected.
    """
    side, known = planner.test, planner.expected
    alone, reviewed = acted(plan)
    right = known.right[plan.deployed.family]
    unlike = np.zeros(len(alone), dtype=bool)
    for one in known.reviewing:
        unlike |= one.outside
    keys = [(alone, right.outside), *((reviewed, one.outside) for one in known.reviewing)]
    # By each key a sample may miss the ends of the list; only where the plan goes there does it matter.
    shares = [float(plan.split.weight @ out) for items, out in keys if float(items @ out) > 0]
    answered, found = alone * right.outside, reviewed * unlike
    return Beyond(
        planned=float(alone.sum() + reviewed.sum()),
        outside=float(answered.sum() + found.sum()),
        entries=plan.found,
        entries_outside=float(answered @ side.found_alone + found @ side.quantities["found"]),
        share=max(shares, default=0.0) / side.total,
    )


def acted(plan: Applied) -> tuple[FloatArray, FloatArray]:
    """Return how many items of each row are answered alone, and reviewed, shape (N,) each."""
    weight = plan.split.weight
    return weight * plan.accepted, weight * reviewed_shares(plan.split, plan.reviewed, len(weight))


def answers_wanted(side: Side) -> FloatArray:
    """Return 1 where the model's answer is a class that is collected (all are, where none is named), shape (n,)."""
    wanted = side.plan.positive
    if not wanted:
        return np.ones(side.data.n_items)
    return np.array([float(name in wanted) for name in side.data.names])[side.said.predicted]


class Together:
    """Which items of the list are right or wrong together: those of a group of which the sample knows nothing.

    ``pairs`` adds up, over such groups, the ordered pairs of different items that count; a list that names no
    groups has as many items in each as the sample.
    """

    def __init__(self, test: ClassifiedSet, listed: ClassifiedSet) -> None:
        codes = group_codes(test, listed)
        self.known = None if test.group is None else as_they_come(test.group)
        self._code: IntArray | None = None
        self._others = 0.0
        if codes is not None:
            # Of groups that the sample knows, what it has seen of them is known: their other items differ singly.
            single = in_known_groups(codes)
            self._code = as_they_come(np.where(single, -1 - np.arange(len(single)), codes[1]))
        elif self.known is not None:
            weight = item_weights(test.n_items, test.weight)
            n = float(weight.sum())
            # Of each item of the sample so many others are in its group.
            self._others = pairs_within(weight, weight, self.known) / max(n, 1e-300)

    def pairs(self, items: FloatArray, weight: FloatArray) -> float:
        """Return the pairs among so many items of each row, shape (N,), that stand for ``weight`` items each."""
        if self._code is not None:
            return pairs_within(items, weight, self._code)
        size = float(weight.sum())
        if not self._others or size <= 1:
            return 0.0
        every = float(items.sum()) ** 2 - singles(items, weight)
        return every * min(self._others / (size - 1), 1.0)


class ListNoise:
    """Resamples of the test items, in each of which what is expected of the list is fitted anew.

    Nothing else moves: which items are answered, reviewed and left, and what that costs, is counted on the list.
    What becomes of its items differs from what is expected of them as it does on the test items: one by one, or
    all those of a group of the list together, where items of one group of the test items do.
    """

    def __init__(self, test: ClassifiedSet, listed: ClassifiedSet, resamples: int, seed: int) -> None:
        n_groups = None if test.group is None else len(np.unique(test.group))
        self.widening = widening(n_groups)
        self.n_resamples = 0 if n_groups == 1 else min(resamples, REPEATS)
        self.together = Together(test, listed)
        how = Resamples(test.n_items, self.n_resamples, seed, self.together.known, stratum=test.stratum)
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
        alone, reviewed = acted(plan)
        wanted = answers_wanted(planner.test)
        right, answered = known.right[family], known.answered[family]

        def moved(one: Expected, items: FloatArray, chance: FloatArray) -> FloatArray:
            spread = one.variance() * singles(items, weight)
            if self.together.known is not None:
                spread += one.covariance(self.together.known) * self.together.pairs(items, weight)
            return np.asarray(sums(one, items) + np.sqrt(spread) * chance)

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
            asked=0 * same,
            settled=0 * same,
            settled_wrong=0 * same,
            widening=self.widening,
            room=_room(known, family, (alone, reviewed, weight), wanted),
        )


def _room(
    known: ExpectedWorths,
    family: Family,
    items: tuple[FloatArray, FloatArray, FloatArray],
    wanted: FloatArray,
) -> dict[str, tuple[float, float]]:
    """Return by how much amounts of a plan may be less, and more, where nothing labelled is like its items.

    ``items``: how many of each row are answered alone, reviewed, and on the list, shape (N,) each.
    """
    alone, reviewed, weight = items
    never, always = np.array(0.0), np.array(1.0)
    wrong_more, wrong_less = known.right[family].room(alone, never, always)
    ways = (
        (
            known.answered[family].room(alone, *known.answer_range),
            known.gain.room(reviewed, *known.gain_range),
            known.left.room(weight - alone, *known.left_range),
        ),
        (
            known.right["confidence"].room(alone * wanted, never, always),
            known.found.room(reviewed, *known.found_range),
        ),
    )
    net, found = (tuple(sum(ends) for ends in zip(*parts, strict=True)) for parts in ways)
    return {"net": net, "wrong": (wrong_less, wrong_more), "found": found}


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
