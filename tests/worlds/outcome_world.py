"""Plans as they are compared, made by hand."""

from dataclasses import replace
from decimal import Decimal

import numpy as np

from budgetplan.domain.decision import Estimate, Recommendation
from budgetplan.domain.plan import Budget, Columns, Plan
from budgetplan.domain.prices import Prices
from budgetplan.plans.compared import PlanDraws, PlanOutcome

D = Decimal
NOISE = np.random.default_rng(1).normal(size=400)
EUROS = Prices(currency="EUR", per_item=D(1), stated=True)


def outcome(name="a", net=5.0, found=10.0, spend=4, **said):
    """A plan that earns, finds and spends so much; ``met``, ``draws``, ``drawn``, ``plan``, ``advice`` as said."""
    met = said.get("met", True)
    plan = Plan("t.csv", Columns(label="gold"), ("y",), (), prices=EUROS, budget=Budget(D(9)))
    advice = Recommendation(
        workflow=said.get("workflow", "filter"), why_not="" if met else "impossible", model="m" if met and not said.get("idle") else None,
        basis="sample", items=100.0, cutoff=None, answered_alone=Estimate(0.0), wrong=None,
        reviewed=Estimate(said.get("items", 20.0)), left=Estimate(80.0), spend=D(spend) if met else None,
        found=Estimate(found), net=None if net is None else Estimate(net), net_unit="money",
    )  # fmt: skip
    advice = replace(advice, **said.get("advice", {}))
    drawn = said.get("drawn", {"seed": "1", "list": "t"})
    own = said.get("draws", PlanDraws(None if net is None else net + NOISE, found + NOISE, None))
    return PlanOutcome(name, said.get("plan", plan), advice, own, drawn, said.get("written", {}), f"report {name}")
