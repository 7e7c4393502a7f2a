"""How people work beside a model that answers what it is sure of: they review the rest, and look at its answers."""

from __future__ import annotations

import math
from dataclasses import replace
from decimal import Decimal

import numpy as np

from budgetplan.domain.plan import MEAN, Plan
from budgetplan.domain.prices import Prices, Quantities
from budgetplan.metrics.bounds import forecast_interval
from budgetplan.planning.defer.solve import DeferSolution
from budgetplan.workplan.building import (
    Bought,
    Checkpoint,
    Source,
    Where,
    WorkPlan,
    by_sureness,
    rising,
    work_plan,
)

LOOKS = (50, 100, 200)
"""Of so many accepted answers, drawn at random, it is said how many may be wrong."""


def work_of_defer(solution: DeferSolution) -> WorkPlan | None:
    """Return how what the model leaves is reviewed; None where it answers nothing, or leaves nothing."""
    own, chosen = solution.alone, solution.chosen
    items = math.floor(own.left + 0.5)
    if not solution.used or solution.refusal or items < 1:
        return None
    plan = _priced(solution.plan)
    seconds = float(plan.prices.item_seconds(1, None)[0])
    one = Quantities(1, seconds=seconds)
    model_cost = Decimal(repr(chosen.predictions.cost))
    bought = Bought(
        Quantities(items, seconds=seconds * items), one, one, model_cost, items, solution.test.n_items
    )
    no_column = chosen.name == MEAN or chosen.predictions.one_column
    source: Source = "queue" if own.is_list else "missing" if no_column else "column"
    by = by_sureness(plan, chosen.predictions)
    where = Where(source, chosen.name, *by, None, _cutoff(solution))
    return work_plan(plan, where, bought, "list", ("wrong", _checkpoints(solution)))


def _priced(plan: Plan) -> Plan:
    """Return the plan without prices where they depend on items of which nobody knows which they will be."""
    prices = plan.prices
    each = prices.per_unit or prices.seconds_per_unit or prices.listed or prices.extra_per_entry
    return replace(plan, prices=Prices(prices.currency, prices.minor_digits)) if each else plan


def _cutoff(solution: DeferSolution) -> float | None:
    """Return the one cutoff on confidences as they stand in the user's columns; None where there is none."""
    cutoff = solution.chosen.deployed.cutoff
    known = cutoff is not None and np.isfinite(cutoff) and not solution.chosen.predictions.members
    return cutoff if known else None


def _checkpoints(solution: DeferSolution) -> tuple[Checkpoint, ...]:
    """Return how many of some accepted answers, drawn at random, may be wrong; none where items say less than their number.

    References
    ----------
    METHODS F8.
    """
    test, own = solution.test, solution.alone
    seen = solution.chosen.deployed.counts.n_accepted
    if test.weight is not None or test.group is not None or own.unlike or not own.alone or not seen:
        return ()
    rate = min(own.wrong.value / own.alone, 1.0)
    found = []
    for looked in (n for n in LOOKS if n <= own.alone):
        low, high = forecast_interval(rate * seen, seen, looked)
        found.append(Checkpoint(looked, rate * looked, low, high))
    return rising(found)
