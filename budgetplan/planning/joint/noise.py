"""What resampling the test items does to plans of accepting, reviewing and leaving: the same resamples for all."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.decision import Estimate
from budgetplan.domain.labelled import ClassifiedSet
from budgetplan.metrics.ranking.path import Ranking, as_whole
from budgetplan.metrics.resampling.paired import MOST_DRAWN, Resamples, batch_size, draws, kept_draws
from budgetplan.metrics.resampling.paths import Queue, Storage, WeightArray
from budgetplan.metrics.resampling.widening import widening
from budgetplan.planning.joint.plans import Applied, Planner, whole_depth

NAMES = ("net", "spend", "accepted", "wrong", "reviewed", "found", "asked", "settled", "settled_wrong")
COST, GAIN, FOUND, COUNTED = 1, 2, 3, 4
"""Columns of a resampled queue; 0 counts the items."""
ASKED = 6
"""So many amounts say what asking an answerer brings."""


@dataclass(frozen=True)
class Replicates:
    """One plan in every resample, in items of the list and currency units; arrays of shape (resamples,).

    ``widening``: what their intervals widen by, where whole groups are resampled. ``room``: by how much an
    amount may be less, and more, beside all chance, where nothing labelled is like some of the list's items.
    """

    net: FloatArray
    spend: FloatArray
    accepted: FloatArray
    wrong: FloatArray
    reviewed: FloatArray
    found: FloatArray
    asked: FloatArray
    settled: FloatArray
    settled_wrong: FloatArray
    widening: float = 1.0
    room: Mapping[str, tuple[float, float]] = field(default_factory=dict)

    def spanned(
        self, name: str, found: Estimate, least: float = -math.inf, most: float = math.inf
    ) -> Estimate:
        """Return an estimate of an amount with the room it has, within a range."""
        less, more = self.room.get(name, (0.0, 0.0))
        if found.low is None or found.high is None or less == more == 0:
            return found
        return Estimate(found.value, max(found.low - less, least), min(found.high + more, most))

    def left(self, total: float) -> FloatArray:
        """Return the items that nobody decides on."""
        return np.asarray(total - self.accepted - self.settled - self.reviewed)


class JointResamples:
    """Resamples of the test items, drawn once."""

    def __init__(
        self, test: ClassifiedSet, total: float, resamples: int, seed: int, list_size: int | None
    ) -> None:
        n_groups = None if test.group is None else len(np.unique(test.group))
        self.widening = widening(n_groups)
        if n_groups == 1:
            resamples = 0
        self.total, self.n_resamples = total, resamples
        self.how = Resamples(
            test.n_items, resamples, seed, test.group, test.weight, list_size, stratum=test.stratum
        )
        self._drawn = kept_draws(self.how)

    @property
    def off(self) -> bool:
        """Whether nothing is resampled."""
        return self.n_resamples == 0

    def batches(self) -> Iterable[WeightArray]:
        """Return how often each item is drawn, batches of shape (some resamples, n)."""
        return draws(self.how, batch_size(self.how.n_items)) if self._drawn is None else self._drawn

    def replicate(self, planner: Planner, plans: Sequence[Applied]) -> list[Replicates]:
        """Return the plans of one model in every resample: accept set and depth stay, the budget's cut moves."""
        if self.off or not plans:
            return []
        sets = _Sets(planner, plans)
        out = np.empty((len(plans), len(NAMES), self.n_resamples))
        done, storage = 0, Storage()
        for weights in self.batches():
            rows = slice(done, done + len(weights))
            out[:, :, rows] = sets.read(weights, storage)
            done += len(weights)
        return [Replicates(**dict(zip(NAMES, one, strict=True)), widening=self.widening) for one in out]


class _Sets:
    """The plans of one model, those with the same accept set together."""

    def __init__(self, planner: Planner, plans: Sequence[Applied]) -> None:
        self.planner, self.plans = planner, plans
        self.together: dict[tuple[str, bytes], list[int]] = {}
        for place, plan in enumerate(plans):
            asked = planner.asking(plan.rules)
            told = b"" if asked is None else asked.settled.tobytes() + asked.price.tobytes()
            key = (plan.deployed.family, plan.accepted.tobytes() + told)
            self.together.setdefault(key, []).append(place)
        columns, self.queues = [np.ones(len(plans[0].accepted))], []
        for places in self.together.values():
            first = plans[places[0]]
            stakes = planner.test.stakes[first.deployed.family]
            accepted = first.accepted.astype(np.float64)
            base = np.where(first.accepted, stakes.if_accepted, stakes.if_left)
            columns += [accepted, accepted * stakes.wrong, base, accepted * planner.test.found_alone]
            columns += self._asking(first)
            order = first.split.queue.order
            gain = stakes.if_reviewed - stakes.if_left
            most = MOST_DRAWN * max(planner.test.total, len(accepted))
            measures = (stakes.cost, gain, planner.test.quantities["found"], stakes.counted)
            amounts = [as_whole(each[order], most) for each in measures]
            own = Ranking(np.arange(len(order)), first.split.queue.ends)
            self.queues.append((order, Queue(own, amounts)))
        self.linear = np.stack(columns, axis=1)

    def _asking(self, plan: Applied) -> list[FloatArray]:
        """Return what asking about each item adds up to: calls, price, answers that stand, wrong, worth, right."""
        asked = self.planner.asking(plan.rules)
        left: FloatArray = (~plan.accepted).astype(np.float64)
        if asked is None:
            return [np.zeros(len(left))] * ASKED
        stakes = self.planner.test.stakes[plan.deployed.family]
        stands, right = left * asked.settled, self.planner.settled_right(plan.rules)
        assert right is not None
        gain = stands * (asked.worth - stakes.if_left)
        return [left, left * asked.price, stands, stands * asked.wrong, gain, left * right]

    def read(self, weights: WeightArray, storage: Storage) -> FloatArray:
        """Return what ``NAMES`` says of every plan, shape (plans, names, resamples)."""
        sums = weights.astype(np.float64) @ self.linear
        drawn = sums[:, 0]
        scale = np.divide(self.planner.test.total, drawn, out=np.zeros(len(drawn)), where=drawn > 0)
        out = np.empty((len(self.plans), len(NAMES), len(weights)))
        for number, places in enumerate(self.together.values()):
            first = 1 + (4 + ASKED) * number
            accepted, wrong, base, alone = (sums[:, first + each] * scale for each in range(4))
            asking = sums[:, first + 4 : first + 4 + ASKED] * scale[:, None]
            allowance = self.planner.purse.allowance([self.plans[place].budget for place in places])
            reviewed, cost, gain, found = self._reviewed(
                number, places, weights, scale, storage, np.outer(asking[:, 1], allowance.uses)
            )
            for row, place in enumerate(places):
                # What is asked about is at most what the budget pays for.
                paid = asking[:, 1]
                part = np.divide(allowance.most[row], paid, out=np.ones(len(paid)), where=paid > 0)
                calls, paid, settled, amiss, more, right = np.clip(part, 0.0, 1.0) * asking.T
                spend = self.planner.tariff.total(cost[row], reviewed[row], accepted + calls, paid)
                net = base + more + gain[row] - spend
                rights = alone + right + found[row]
                told = [net, spend, accepted, wrong, reviewed[row], rights, calls, settled, amiss]
                out[place] = np.stack(told)
        return out

    def _reviewed(
        self,
        number: int,
        places: Sequence[int],
        weights: WeightArray,
        scale: FloatArray,
        storage: Storage,
        asked: FloatArray,
    ) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
        """Return how many are reviewed, their cost, gain and right labels, each of shape (plans, resamples).

        ``asked``: what of the limits an answerer uses up before, shape (resamples, plans).
        """
        order, queue = self.queues[number]
        shape = (len(places), len(weights))
        if not len(order):
            return np.zeros(shape), np.zeros(shape), np.zeros(shape), np.zeros(shape)
        own = cast("WeightArray", np.ascontiguousarray(weights[:, order]))
        paths = queue.paths(own, storage)
        plans = [self.plans[place] for place in places]
        limits = np.array([self.planner.purse.limit(plan.budget) for plan in plans])
        safe = np.where(scale > 0, scale, 1.0)[:, None]
        most = paths.totals(COUNTED)[:, None]
        limits = np.minimum((limits - asked) / safe, most)
        within = paths.read_within(COUNTED, limits, whole=False, unit=1 / safe)[0]
        total = self.planner.test.total
        depth = np.array([np.inf if plan.depth is None else whole_depth(plan.depth, total) for plan in plans])
        at = np.minimum(within, depth / safe)
        read = paths.read(at) * scale[:, None]
        return read[0].T, read[COST].T, read[GAIN].T, read[FOUND].T
