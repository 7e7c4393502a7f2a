"""Whether more labels are worth their price before a joint plan is chosen, and how many settle it (METHODS L).

An action is a model with a cutoff and a stop, within the budget. Labels count where the choice is made: on the
validation items, where there are some, else on the one labelled set; both stand for the list share by share.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.decision import LabelsUnit, LabelsWorth, Settling
from budgetplan.intervals.labels import settle, share_that_decides, weigh
from budgetplan.metrics.resampling.widening import widened
from budgetplan.planning.joint.list_side import reviewed_shares
from budgetplan.planning.joint.noise import JointResamples
from budgetplan.planning.joint.plans import Applied, CutoffRule, Planner

SHARES = np.linspace(0.0, 0.875, 8)
"""Besides its own, a model may have the cutoff that leaves so much of the items to people, or all of them."""
DEPTHS = (0.0, 0.25, 0.5, 0.75)
"""Of what is left to people, and the budget pays for, so much may be reviewed, or all."""

REPEATS = 400
"""In so many resamples all actions are read, at most: each has a queue of its own."""


@dataclass(frozen=True, eq=False)
class Chooser:
    """What chooses: each model's planner and plan on the items that the choice is made on, and their resamples."""

    planners: Sequence[Planner]
    plans: Sequence[Applied]
    noise: JointResamples


@dataclass(frozen=True, eq=False)
class Chosen:
    """What is chosen: each model's planner and plan for the list, which is recommended, and which may do as well.

    ``unproven``: those else that are not shown worse. ``labelled``: the recommended plan as the labelled items stand for the list; ``starts``: whether it does anything.
    """

    planners: Sequence[Planner]
    plans: Sequence[Applied]
    place: int
    close: Sequence[str]
    unproven: Sequence[str]
    labelled: tuple[Planner, Applied]
    starts: bool

    @property
    def name(self) -> str:
        """The recommended model."""
        return self.planners[self.place].name


def labels_worth(
    chooser: Chooser, chosen: Chosen, unit: LabelsUnit, listed: float | None
) -> LabelsWorth | None:
    """Return what more labels are worth; None where nothing was resampled.

    Parameters
    ----------
    unit
        Of net values.
    listed
        Items of the list; None where none is known.
    """
    noise, side = chooser.noise, chooser.planners[0].test
    if noise.off:
        return None
    few = JointResamples(side.data, side.total, min(noise.n_resamples, REPEATS), noise.how.seed, None)
    # A model that is firmly worse is not chosen for another cutoff of its own.
    open_yet = {*chosen.close, *chosen.unproven, chosen.name}
    objective = [
        reached(few, planner, [plan, *(grid(planner, plan) if planner.name in open_yet else ())])
        for planner, plan in zip(chooser.planners, chooser.plans, strict=True)
    ]
    settling = _settling(chooser, chosen) if chosen.starts else []
    costs = price_of_label(*chosen.labelled), beyond_plan(*chosen.labelled)
    return weigh(np.concatenate(objective, axis=1), unit, side.data.n_items, listed, costs, settling)


def reached(noise: JointResamples, planner: Planner, plans: Sequence[Applied]) -> FloatArray:
    """Return the net value of a model's plans in every resample, shape (resamples, plans)."""
    repeats = noise.replicate(planner, plans)
    return widened(np.stack([one.net for one in repeats], axis=1), noise.widening)


def grid(planner: Planner, plan: Applied) -> list[Applied]:
    """Return plans of one model at other cutoffs and stops, within the same budget."""
    family, budget = plan.deployed.family, plan.budget
    key = planner.test.stakes[family].confidence
    found = []
    for cutoff in (*np.unique(np.quantile(key, SHARES, method="lower")).tolist(), np.inf):
        rule = CutoffRule(family, cutoff, None, plan.deployed.rule)
        whole = planner.apply([rule] * len(planner.sources), rule, budget)
        found.append(whole)
        # In a resample the depth is what stops the review; what the plan is on the items themselves is not read.
        most = whole.reviewed / planner.test.total
        found += [replace(whole, depth=part * most) for part in DEPTHS if most > 0]
    return found


def price_of_label(planner: Planner, plan: Applied) -> float | None:
    """Return what reviewing a random item costs on average, once people work; None where nothing has a price."""
    if not planner.purse.prices.stated:
        return None
    cost = planner.test.stakes[plan.deployed.family].cost
    return planner.tariff.rate * float(np.average(cost, weights=plan.split.weight))


def beyond_plan(planner: Planner, plan: Applied) -> float | None:
    """Return what a label of a random item costs that the plan does not spend, on average, never below 0.

    What is reviewed anyway costs nothing more; of the rest a label mends what is worth more in people's hands. None
    without a price, or where the budget ends the review: labels would be paid from what pays for other items.
    """
    if not planner.purse.prices.stated or _ended_by_budget(planner, plan):
        return None
    stakes, weight = planner.test.stakes[plan.deployed.family], plan.split.weight
    rest = 1.0 - reviewed_shares(plan.split, plan.reviewed, stakes.n_items)
    mends = np.maximum(stakes.if_reviewed - plan.split.unreviewed_worth, 0.0)
    left = planner.tariff.rate * stakes.cost - mends
    return max(float(np.average(rest * left, weights=weight)), 0.0)


def _ended_by_budget(planner: Planner, plan: Applied) -> bool:
    if plan.budget is None:
        return False
    return planner.purse.affordable(plan.split, plan.budget) <= plan.reviewed < int(plan.split.path.n_items)


def _settling(chooser: Chooser, chosen: Chosen) -> list[Settling]:
    """Return how many labels settle the choice between the recommended model and each that may do as well."""

    def net(at: int) -> FloatArray:
        return reached(chooser.noise, chooser.planners[at], [chooser.plans[at]])[:, 0]

    place, found = chosen.place, list[Settling]()
    if not chosen.close:
        return found
    n, own = chooser.planners[0].test.data.n_items, net(place)
    weight = chosen.plans[place].split.weight
    for at, planner in enumerate(chosen.planners):  # models, not items
        if planner.name in chosen.close:
            differs = unlike((chosen.planners[place], chosen.plans[place]), (planner, chosen.plans[at]))
            share = share_that_decides(differs, np.zeros(len(differs)), weight)
            found.append(settle(planner.name, own, net(at), n, share))
    return found


def unlike(one: tuple[Planner, Applied], other: tuple[Planner, Applied]) -> FloatArray:
    """Return how much of each item two plans treat differently, in [0, 1], shape (n,).

    Wholly where one accepts an answer that the other does not give; where neither does, as much as one reviews alone.
    """
    (first, plan), (second, rival) = one, other
    n = len(plan.accepted)
    said = first.test.said.predicted != second.test.said.predicted
    apart = np.abs(
        reviewed_shares(plan.split, plan.reviewed, n) - reviewed_shares(rival.split, rival.reviewed, n)
    )
    either, both = plan.accepted | rival.accepted, plan.accepted & rival.accepted
    return np.where(both, said, np.where(either, 1.0, apart))
