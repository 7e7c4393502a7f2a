"""Which single model finds most is told by one measure of all, whichever of them is recommended (METHODS M)."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from pathlib import Path

from budgetplan.dataset.scored import read_table
from budgetplan.domain.plan import Budget
from budgetplan.lists.evidence import gather
from budgetplan.plans.review import analyse
from budgetplan.settings.build import read_plan

EXAMPLE = Path(__file__).parents[3] / "examples" / "klubicka2018" / "plan.toml"


def test_the_published_leads_hold_whichever_model_is_recommended():
    # K18 situation 1: M2 for one tenth of the list, M1 from two on, all alike from 41.80 on.
    plan = replace(read_plan(str(EXAMPLE)), mixture=False, resamples=50)
    table = read_table(plan)
    for amount in ("8.36", "16", "30"):
        asked = replace(plan, budget=Budget(Decimal(amount)))
        winners = analyse(gather(asked, table.items, table.models)).winners

        def at(money, winners=winners):
            return next(one.models for one in reversed(winners) if one.low <= Decimal(money))

        assert at("8.36") == ("M2",), amount
        assert at("16.72") == ("M1",), amount
        assert set(at("41.80")) == {"M1", "M2", "M3"}, amount
