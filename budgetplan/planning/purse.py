"""What a budget pays for where a model answers part of the items and people review part of the rest."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from budgetplan.domain.plan import Budget, Plan
from budgetplan.domain.prices import MICRO, Prices, Quantities
from budgetplan.metrics.stakes import Tariff
from budgetplan.metrics.surface import Split


@dataclass(frozen=True)
class Purse:
    """Prices, and what using one model costs; a budget of None is no limit."""

    prices: Prices
    model_cost: Decimal = Decimal(0)

    @classmethod
    def of(cls, plan: Plan, model_cost: float) -> Purse:
        """Return the purse of one model."""
        return cls(plan.prices, Decimal(repr(model_cost)))

    @property
    def tariff(self) -> Tariff:
        """T in currency units, for costs in millionths; nothing is paid where nothing has a price."""
        if not self.prices.stated:
            return Tariff(0.0)
        prices = self.prices
        onward = 1 + prices.indirect
        return Tariff(
            rate=float((1 + prices.contingency) * onward / MICRO),
            review=float(prices.total_fixed(Decimal(0)) * onward),
            model=float(self.model_cost * onward),
        )

    def limit(self, budget: Budget | None) -> float:
        """Return what a budget leaves for reviewing: millionths, seconds or items, as the budget counts."""
        if budget is None:
            return float("inf")
        if budget.unit == "items":
            return float(budget.amount)
        if budget.unit == "hours":
            return float(budget.amount * 3600)
        covers_all = budget.covers == "everything"
        left = self.prices.annotation_within(budget.amount, self.model_cost, covers_all=covers_all)
        # Costs are whole millionths, so a fraction of one buys nothing.
        return float(np.floor(left))

    def pays_model(self, budget: Budget | None) -> bool:
        """Return whether a budget pays for using the model at all."""
        if budget is None or budget.unit != "money" or budget.covers == "annotation":
            return True
        return self.prices.model_total(self.model_cost) <= budget.amount

    def affordable(self, split: Split, budget: Budget | None) -> int:
        """Return m(B), the greatest whole number of deferred items whose printed total is within the budget.

        ``split`` has the quantities along its queue, as :meth:`bought` reads them.
        """
        most = split.affordable(float("inf"))
        if budget is None:
            return most
        if budget.unit != "money":
            return split.affordable(self.limit(budget))
        only = budget.covers == "annotation"
        low, high = 0, most
        while low < high:  # printed totals never fall as items are added
            middle = (low + high + 1) // 2
            bought = self.bought(split, middle)
            spent = self.prices.annotation_total(bought) if only else self.total(split, middle)
            low, high = (middle, high) if spent <= budget.amount else (low, middle - 1)
        return low

    def bought(self, split: Split, reviewed: int) -> Quantities:
        """Return what is paid for when the first so many of the deferred items are reviewed."""
        seconds, units, listed, positives = (
            float(split.path.read(name, reviewed)) for name in ("seconds", "units", "listed", "positives")
        )
        return Quantities(reviewed, seconds, units, listed, positives)

    def total(self, split: Split, reviewed: int) -> Decimal:
        """Return the printed total: the budget lines, or the model alone where people review nothing."""
        if not self.prices.stated:
            return Decimal(0)
        if reviewed:
            return self.prices.printed_total(self.bought(split, reviewed), self.model_cost)
        return self.prices.model_total(self.model_cost) if split.accepted > 0 else Decimal(0)
