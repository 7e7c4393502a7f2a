"""Plans whose inputs are known as ranges, small enough to be checked by hand."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
from sample_evidence import falling, items_of

from budgetplan.domain.items import ModelOutput
from budgetplan.domain.plan import Columns, ModelSpec, Plan
from budgetplan.domain.prices import Prices
from budgetplan.domain.risk.ranges import Ranges, Span
from budgetplan.lists.evidence import gather
from budgetplan.plans.reserving import with_risk
from budgetplan.plans.review import Analysis

D = Decimal

TIMED = Prices(
    currency="EUR",
    hourly_rate=D(36),
    seconds_per_item=D(20),
    seconds_per_unit=D(1),
    annotators=D(2),
    adjudicated_share=D("0.1"),
    adjudication=D("0.5"),
    fixed={"Training": D(30)},
    indirect=D("0.1"),
    stated=True,
)


def spans(**ends):
    return {key: Span(D(str(low)), D(str(high))) for key, (low, high) in ends.items()}


def sample(seed=1, n=120, *, units=True):
    """Labels that thin out along the list, two orders, and sizes."""
    rng = np.random.default_rng(seed)
    label = np.where(rng.random(n) < np.linspace(0.9, 0.05, n), "yes", "no").tolist()
    items = items_of(label, units=rng.integers(3, 20, n) if units else None)
    worse = falling(n) + rng.normal(0, 0.4, n)
    return items, [ModelOutput("good", falling(n), cost=0.0), ModelOutput("worse", worse, cost=0.0)]


def plan_of(prices=TIMED, ranges=None, **said):
    said = {"resamples": 200, "mixture": False, "list_size": 1000} | said
    return Plan(
        table="items.csv",
        columns=Columns(label="gold", units="n"),
        positive=("yes",),
        models=(ModelSpec("good", "good"), ModelSpec("worse", "worse")),
        prices=prices,
        ranges=ranges or Ranges(),
        **said,
    )


def planned(plan, seed=1, **how):
    """The analysis of a plan with its risk."""
    items, outputs = sample(seed, **how)
    return with_risk(plan, lambda one: Analysis(gather(one, items, outputs)))


def kept(plan, seed=1, **how):
    """The same with the resamples that are otherwise let go."""
    items, outputs = sample(seed, **how)
    return Analysis(gather(plan, items, outputs))
