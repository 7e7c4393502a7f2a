"""Which stop is recommended where inputs are others than planned (METHODS C).

The rules are those of the plan itself, on the same draws; amounts before they are rounded for print. Where a budget or a
target ends the review its stop moves with every price, and is no choice.
"""

from __future__ import annotations

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.plan import Budget
from budgetplan.domain.prices import MICRO, Prices
from budgetplan.domain.risk.ranges import PRICES, SHARES, TIMES
from budgetplan.metrics.ranking.stopping import best_stop
from budgetplan.planning.filter.analysis import Analysis
from budgetplan.risk.inputs import dearer_by, paid_seconds

MOVED = 0.1
"""A stop is another one where it has a tenth more items, or a tenth fewer."""


class Decider:
    """Decides again, at other inputs.

    Parameters
    ----------
    analysis
        The plan as it was decided; something is recommended.
    """

    def __init__(self, analysis: Analysis) -> None:
        assert analysis.decision.chosen is not None
        self.evidence, self.lead = analysis.evidence, analysis.lead
        self.by_worth = analysis.decision.goal == "net_value"
        self.items = self.evidence.stops(self.lead, self.evidence.whole_items).astype(np.float64)
        self.planned = analysis.decision.chosen.items

    @property
    def agrees(self) -> bool:
        """Whether it decides as the plan does where all is as planned."""
        return self.same(self.evidence.prices)

    def same(self, prices: Prices, times_worth: float = 1.0) -> bool:
        """Return whether the decision is that of the plan, at other prices or at so many times the worth."""
        items = self.choice(prices, times_worth)
        if (items == 0) != (self.planned == 0):
            return False
        return abs(items - self.planned) <= max(MOVED * self.planned, 1.5)

    def choice(self, prices: Prices, times_worth: float = 1.0) -> int:
        """Return after how many items to stop at other prices, or at so many times the worth of an entry."""
        if not self.by_worth:
            return self.planned
        path, items = self.lead.path, self.items
        inputs = {key: np.array(float(getattr(prices, key))) for key in (*TIMES, *SHARES, *PRICES)}
        flat, per_unit = (float(more) for more in dearer_by(self.evidence.prices, inputs))
        units = path.read("units", items)
        cost = path.read("cost", items) + flat * items + per_unit * units
        total = np.where(items > 0, prices.total(cost, self.lead.cost) / MICRO, 0.0)
        net = times_worth * path.read("value", items) - total
        budget = self.evidence.plan.budget
        if budget is not None:
            net = net[: self._allowed(budget, prices, cost, total, units)]
        place = best_stop(net)
        return int(items[place]) if net[place] > net[0] else 0

    def _allowed(
        self, budget: Budget, prices: Prices, cost: FloatArray, total: FloatArray, units: FloatArray
    ) -> int:
        """Return how many of the stops a budget pays for, not starting among them."""
        used, limit = total, float(budget.amount)
        if budget.unit == "items":
            used = self.items
        elif budget.unit == "hours":
            used, limit = paid_seconds(prices, {}, self.items, units), limit * 3600
        elif budget.covers == "annotation":
            used = cost / MICRO
        return max(int(np.searchsorted(used, limit * (1 + 1e-9), side="right")), 1)
