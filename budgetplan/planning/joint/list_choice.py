"""How much a plan for the list flatters itself where one labelled set both chooses and reports it (METHODS F7, S5).

Cutoff and stop are put where the labelled items happen to promise most, so these promise more than comes. In each
resample rates are fitted anew and the plan is chosen anew by them; the labelled items that were not drawn, on which
nothing was fitted, then tell how much too much was promised of items like them. What a resample lacks is more than
what the whole sample lacks, as it holds fewer different items: of the difference 0.632 is taken.

References
----------
B. Efron, Estimating the error rate of a prediction rule: improvement on cross-validation, Journal of the American
Statistical Association 78 (1983) 316-331: the 0.632 estimator.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.domain.plan import Budget
from budgetplan.metrics.answers.value import item_weights
from budgetplan.metrics.payoffs.best_plans import Among
from budgetplan.metrics.payoffs.cutoffs import BestPlan
from budgetplan.metrics.payoffs.stakes import queue_key
from budgetplan.planning.joint.list_side import ListNoise, ListPlanner, acted, answers_wanted
from budgetplan.planning.joint.noise import JointResamples
from budgetplan.planning.joint.plans import Applied, Planner
from budgetplan.planning.joint.sides import Side, expected_gain, wanted_score

REPEATS = 100
"""So often the choice is repeated: each time takes a search for every budget."""
MOST_ROWS = 3_000
"""Of longer lists every so many-th item stands for those like it while choosing anew."""
SHARE = 0.632
"""Of what a resample promises too much, the whole sample promises so much: Efron's share of different items drawn."""
PARTS = (0, 1, 0, 2, 3)
"""Which of the fitted amounts each part of :class:`Anew` is read by."""
Wanted = tuple[Budget | None, Among]
"""A budget, and which plans compete for it."""


class Off(NamedTuple):
    """What a plan promises too much: net value and right labels too high, wrong answers too few; all >= 0."""

    net: float = 0.0
    wrong: float = 0.0
    found: float = 0.0


@dataclass(frozen=True, eq=False)
class Anew:
    """What was promised too much of plans that were chosen anew, on items that were not drawn.

    Parts are right answers, their value, right answers of the classes collected, the gain of reviews, and the right
    labels they give.

    Attributes
    ----------
    too_much, items
        Shape (resamples, plans, 5): what was promised of such items above what they are, and how many they are.
    net
        Shape (resamples, plans): net value that is promised of the plan.
    """

    too_much: FloatArray
    items: FloatArray
    net: FloatArray

    def off(self, plan: int, acting: FloatArray) -> Off:
        """Return what a plan promises too much, where it acts on so many items of the list, shape (5,)."""
        return _off(self.too_much[:, plan], self.items[:, plan], acting)


class _Place(NamedTuple):
    """Where labelled items, and the list's, come in the queue: higher is reviewed earlier; shapes (n,) and (N,)."""

    labelled: FloatArray
    listed: FloatArray


def chosen_on_what_reports(planner: Planner, noise: JointResamples | ListNoise) -> bool:
    """Say whether a plan for the list is chosen by the labelled items that report it, and resamples can tell."""
    known = isinstance(planner, ListPlanner) and planner.labelled.folds is not None
    return known and isinstance(noise, ListNoise) and not noise.off


def choose_anew(planner: ListPlanner, wanted: Sequence[Wanted], noise: ListNoise) -> Anew:
    """Return what resamples promise too much of the plans chosen in them, one for each that is wanted."""
    own, known, place = planner.labelled.test, planner.expected, _places(planner)
    side, kept = _thinned(planner.test, place.listed)
    place = _Place(place.labelled, place.listed[kept])
    queue = np.argsort(-place.listed, kind="stable")
    stakes, key = side.stakes["confidence"], own.stakes["confidence"].confidence
    parts = (known.right["confidence"], known.answered["confidence"], known.gain, known.found)
    at = [one.places for one in parts]
    on_list = item_weights(stakes.n_items, stakes.weight)
    named = answers_wanted(own)
    times = noise.times[:REPEATS]
    too_much = np.zeros((len(times), len(wanted), 5))
    items, net = np.zeros(too_much.shape), np.zeros(too_much.shape[:2])
    for row, drawn in enumerate(times):  # resamples, not items
        fitted = [one.fitted(drawn) for one in parts]
        answer, gain = (parts[part].read(fitted[part])[kept] for part in (1, 2))
        rates = replace(stakes, if_accepted=answer, if_reviewed=stakes.if_left + gain)
        there = replace(side, stakes=MappingProxyType({"confidence": rates}))
        left_out = parts[0].weight * (drawn == 0)
        excess = [
            left_out * (rate[places] - one.outcome)
            for one, rate, places in zip(parts, fitted, at, strict=True)
        ]
        for column, plan in enumerate(_best(planner, there, wanted, on_list)):
            alone = (key >= plan.cutoff).astype(np.float64)
            left = on_list * (stakes.confidence < plan.cutoff)
            reviewed = (1 - alone) * _reviewed(place, left, queue, plan.reviewed)
            acting = np.stack([alone, alone, alone * named, reviewed, reviewed])
            too_much[row, column] = (np.stack([excess[part] for part in PARTS]) * acting).sum(axis=1)
            items[row, column] = acting @ left_out
            net[row, column] = plan.net
    return Anew(too_much, items, net)


def _best(planner: ListPlanner, side: Side, wanted: Sequence[Wanted], weight: FloatArray) -> list[BestPlan]:
    """Return the plans that are best on a list, one for each that is wanted."""
    found: dict[Wanted, BestPlan] = {}
    for kind in dict.fromkeys(among for _, among in wanted):
        budgets = [budget for budget, among in wanted if among == kind]
        best = planner.best(side, budgets, kind, weight)
        found |= {(budget, kind): plan for budget, (*_, plan) in zip(budgets, best, strict=True)}
    return [found[one] for one in wanted]


def flattered_plans(
    planner: Planner, plans: Sequence[Applied], among: Sequence[Among], noise: JointResamples | ListNoise
) -> list[Off]:
    """Return what each plan of one model for the list promises too much; nothing where other items chose it.

    ``among``: which plans competed with each.
    """
    offs = [Off()] * len(plans)
    acting = [place for place, one in enumerate(plans) if one.split.accepted > 0 or one.reviewed > 0]
    if not acting or not chosen_on_what_reports(planner, noise):
        return offs
    assert isinstance(planner, ListPlanner)
    assert isinstance(noise, ListNoise)
    anew = choose_anew(planner, [(plans[place].budget, among[place]) for place in acting], noise)
    for column, place in enumerate(acting):
        offs[place] = anew.off(column, _acting(planner, plans[place]))
    return offs


def flattered_model(
    planners: Sequence[Planner], chosen: int, plan: Applied, noise: JointResamples | ListNoise
) -> Off:
    """Return how much more a plan promises too much for its model having been chosen by it, too."""
    own = [one for one in planners if isinstance(one, ListPlanner)]
    if len(planners) < 2 or not chosen_on_what_reports(planners[chosen], noise):
        return Off()
    assert isinstance(noise, ListNoise)
    each = [choose_anew(one, [(plan.budget, "joint")], noise) for one in own]
    best = np.argmax(np.stack([one.net[:, 0] for one in each]), axis=0)
    rows = np.arange(len(best))
    too_much, items = (
        np.stack([getattr(one, name)[:, 0] for one in each])[best, rows] for name in ("too_much", "items")
    )
    acting = _acting(own[chosen], plan)
    with_model, without = _off(too_much, items, acting), each[chosen].off(0, acting)
    return Off(*(max(0.0, whole - part) for whole, part in zip(with_model, without, strict=True)))


def _off(too_much: FloatArray, items: FloatArray, acting: FloatArray) -> Off:
    """Return what is promised too much of so many items of each part, shapes (resamples, 5) and (5,)."""
    total = items.sum(axis=0)
    each = np.divide(too_much.sum(axis=0), total, out=np.zeros(5), where=total > 0)
    right, answered, wanted, gain, found = (max(0.0, float(one)) for one in SHARE * each * acting)
    return Off(answered + gain, right, wanted + found)


def _acting(planner: ListPlanner, plan: Applied) -> FloatArray:
    """Return on how many items of the list each part of a plan acts, shape (5,)."""
    alone, reviewed = acted(plan)
    n_alone, n_reviewed = float(alone.sum()), float(reviewed.sum())
    return np.array([n_alone, n_alone, float(alone @ answers_wanted(planner.test)), n_reviewed, n_reviewed])


def _places(planner: ListPlanner) -> _Place:
    """Return by what both sets are ordered for review."""
    plan, worth = planner.plan, planner.worth
    assert plan.deferral is not None
    assert plan.deferral.reviewing is not None
    order = plan.deferral.reviewing.order

    def of(side: Side) -> FloatArray:
        base = replace(side.stakes["confidence"], cost=side.known_cost)
        return queue_key(
            order, base, wanted_score(plan, side.data, side.said), expected_gain(worth, side.said)
        )

    return _Place(of(planner.labelled.test), of(planner.test))


def _thinned(side: Side, place: FloatArray) -> tuple[Side, IntArray]:
    """Return a list of at most so many rows that stands for the whole, and which rows it keeps."""
    n = len(place)
    step = -(-n // MOST_ROWS)
    if step == 1:
        return side, np.arange(n)
    stakes = side.stakes["confidence"]
    # Rows that are equal in all of these are interchangeable: their order in the file plays no part.
    order = np.lexsort((side.found_alone, stakes.if_accepted, side.known_cost, place, stakes.confidence))
    kept = np.zeros(n, dtype=bool)
    kept[order[step // 2 :: step]] = True
    return side.part(kept), np.flatnonzero(kept)


def _reviewed(place: _Place, left: FloatArray, queue: IntArray, items: float) -> FloatArray:
    """Return which share of each labelled item would be reviewed where so many of the list's are, shape (n,).

    ``left``: how many items of each row of the list are left to people, shape (N,); ``queue``: its order.
    """
    if items <= 0:
        return np.zeros(len(place.labelled))
    reached = np.cumsum(left[queue])
    last = min(int(np.searchsorted(reached, items * (1 - 1e-12))), len(queue) - 1)
    edge = place.listed[queue[last]]
    before, equal = float(left @ (place.listed > edge)), float(left @ (place.listed == edge))
    part = min(1.0, (items - before) / equal) if equal > 0 else 1.0
    return np.asarray((place.labelled > edge) + part * (place.labelled == edge))
