"""Which model's plan is recommended: chosen on validation items, so that the test items only report (METHODS S5, F8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Protocol

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.decision import Rule
from budgetplan.domain.labelled import ClassifiedSet
from budgetplan.domain.plan import Budget, Plan
from budgetplan.errors import UsageError
from budgetplan.intervals.comparison import Competitor, leader
from budgetplan.metrics.resampling.widening import widened
from budgetplan.planning.defer.cutoff_methods import same_model
from budgetplan.planning.joint.budgets import Budgets
from budgetplan.planning.joint.noise import JointResamples
from budgetplan.planning.joint.plans import Applied, Planner
from budgetplan.planning.joint.sides import Money

SEED = 2
"""The validation items are resampled by a seed of their own, so many above the plan's."""


class ValidatedModel(Competitor, Protocol):
    """What the choice needs to know of a model: see :class:`budgetplan.planning.joint.solve.Standing`."""

    @property
    def preference(self) -> tuple[Decimal, int, bool, str]:
        """What settles a tie, least first: all that is spent, items reviewed, a mean of models last, the name."""


@dataclass(frozen=True, eq=False)
class Candidate:
    """One model on the items that the model is chosen on."""

    name: str
    objective: float
    replicates: FloatArray | None
    mean_objective: float
    preference: tuple[Decimal, int, bool, str]
    room: float = 0.0


def recommended(standings: Sequence[ValidatedModel]) -> tuple[str, Rule]:
    """Return who is recommended by some items, and by which rule; equal ones by what they spend."""
    preferred = sorted(standings, key=lambda one: one.preference)
    place, rule = leader(preferred)
    return preferred[place].name, rule


def on_validation(
    plan: Plan, worth: Money, validation: ClassifiedSet, planners: Sequence[Planner]
) -> tuple[list[Planner], JointResamples]:
    """Return every model's planner on the validation items, each item judged by others, and their resamples.

    Where they cannot be divided into folds, a model stands with the plan that is best on all of them.
    """
    total, found = planners[0].test.total, []
    for planner in planners:
        said = same_model(validation, planner.said)
        try:
            found.append(Planner(plan, worth, None, validation, said, total))
        except UsageError:
            found.append(Planner(plan, worth, validation, validation, said, total))
    return found, JointResamples(validation, total, plan.resamples, plan.seed + SEED, None)


def by_validation(
    planners: Sequence[Planner], budgets: Budgets, noise: JointResamples
) -> tuple[list[Candidate], list[Applied]]:
    """Return every model on the validation items, from :func:`on_validation`, and its plan there."""
    wanted = tuple(dict.fromkeys((budgets.main, *budgets.five)))
    plans = [dict(zip(wanted, own.plans(wanted, whole=False), strict=True)) for own in planners]
    found = [_candidate(own, each, budgets, noise) for own, each in zip(planners, plans, strict=True)]
    return found, [each[budgets.main] for each in plans]


def _candidate(
    planner: Planner, plans: Mapping[Budget | None, Applied], budgets: Budgets, noise: JointResamples
) -> Candidate:
    main = plans[budgets.main]
    repeats = noise.replicate(planner, list(plans.values()))
    nets = {
        budget: np.array([one.net]) if noise.off else repeats[place].net
        for place, (budget, one) in enumerate(plans.items())
    }
    mean = float(np.mean([nets[budget].mean() for budget in budgets.five]))
    replicates = None if noise.off else widened(nets[budgets.main], noise.widening)
    return Candidate(
        planner.name,
        main.net,
        replicates,
        mean,
        (main.spend, main.reviewed, bool(planner.said.members), planner.name),
    )


def flattered(standings: Sequence[ValidatedModel], chosen: str) -> float:
    """Return how much the choice of the best model flatters its net value on the items it is chosen on, >= 0.

    Notes
    -----
    METHODS F7: in each resample the best model is chosen anew; its net value there less that on the items
    themselves, on average. What resampling does to the chosen model as such is not the choice's doing.

    Examples
    --------
    One model has nobody to be chosen from.

    >>> one = Candidate("a", 1.0, np.array([0.0, 2.0]), 1.0, (Decimal(0), 0, False, "a"))
    >>> flattered([one], "a")
    0.0

    Of two that are equal, one is worth 1 more in each resample.

    >>> other = Candidate("b", 1.0, np.array([2.0, 0.0]), 1.0, (Decimal(0), 0, False, "b"))
    >>> flattered([one, other], "a")
    1.0
    """
    repeats = [one.replicates for one in standings if one.replicates is not None]
    if len(standings) < 2 or len(repeats) < len(standings):
        return 0.0
    over = np.stack(repeats) - np.array([one.objective for one in standings])[:, None]
    best = np.argmax(np.stack(repeats), axis=0)
    place = next(place for place, one in enumerate(standings) if one.name == chosen)
    return max(0.0, float(np.mean(over[best, np.arange(over.shape[1])] - over[place])))
