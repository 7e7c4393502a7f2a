"""What more labels could be worth at most before a joint plan is chosen, beside their price (METHODS L).

An action is a model with a cutoff and a stop, within the budget. Labels count where the choice is made: on the
validation items, where there are some, else on the one labelled set; both stand for the list share by share.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.decision import LabelsUnit, LabelsWorth
from budgetplan.intervals.labels import worth_of_everything
from budgetplan.metrics.resampling.widening import widened
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


def labels_worth(
    chooser: Chooser,
    open_yet: Collection[str],
    labelled: tuple[Planner, Applied],
    unit: LabelsUnit,
    listed: float | None,
) -> LabelsWorth | None:
    """Return what more labels are worth; None where nothing was resampled.

    Parameters
    ----------
    open_yet
        The recommended model and those that are not firmly worse: what is, is not chosen for another cutoff of its own.
    labelled
        The recommended plan as the labelled items stand for the list.
    unit
        Of net values.
    listed
        Items of the list; None where none is known.
    """
    noise, side = chooser.noise, chooser.planners[0].test
    if noise.off:
        return None
    few = JointResamples(side.data, side.total, min(noise.n_resamples, REPEATS), noise.how.seed, None)
    objective = [
        reached(few, planner, [plan, *(grid(planner, plan) if planner.name in open_yet else ())])
        for planner, plan in zip(chooser.planners, chooser.plans, strict=True)
    ]
    everything = worth_of_everything(np.concatenate(objective, axis=1))
    return LabelsWorth(unit, side.data.n_items, listed, price_of_label(*labelled), everything)


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
