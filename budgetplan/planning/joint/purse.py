"""What a budget pays for where a model answers part of the items and people review part of the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray
from budgetplan.domain.plan import Budget, Plan
from budgetplan.domain.prices import ANSWERS, MICRO, MODEL, Calls, Prices, Quantities
from budgetplan.metrics.payoffs.stakes import Tariff
from budgetplan.metrics.payoffs.whole_stops import Bill, Sums, affordable_stop
from budgetplan.metrics.ranking.path import Path

MEASURES = ("seconds", "units", "listed", "positives")
"""What is added up along a queue to write a bill, in the order of :class:`Quantities`."""
NO_ITEMS = Quantities(0)


def reserved(items: int, mean: Mapping[str, float]) -> Quantities:
    """Return what so many items mixed into a queue take, each as much as one does on average."""
    return Quantities(items, *(items * mean[name] for name in MEASURES)) if items else NO_ITEMS


@dataclass(frozen=True)
class Purse:
    """Prices, what using the models costs, and what is paid before the plan's own reviews; a budget of None is no limit."""

    prices: Prices
    model_cost: Decimal = Decimal(0)
    first: Quantities = NO_ITEMS

    @classmethod
    def of(cls, plan: Plan, model_cost: float, first: Quantities = NO_ITEMS) -> Purse:
        """Return the purse of one model, or of several together."""
        return cls(plan.prices, Decimal(repr(model_cost)), first)

    @property
    def tariff(self) -> Tariff:
        """T in currency units, for costs in millionths; nothing is paid where nothing has a price."""
        if not self.prices.stated:
            return Tariff(0.0)
        prices = self.prices
        return Tariff(
            rate=float(prices.per_direct / MICRO),
            review=float(prices.once(Decimal(0))),
            model=float(self.model_cost * prices.onward(MODEL)),
            calls=float(prices.onward(ANSWERS) / MICRO),
        )

    def limit(self, budget: Budget | None) -> float:
        """Return what a budget leaves for reviewing: millionths, seconds or items, as the budget counts."""
        if budget is None:
            return float("inf")
        if budget.unit == "items":
            return float(budget.amount) - float(self.first.items)
        if budget.unit == "hours":
            return float(budget.amount * 3600) - float(self.first.seconds)  # type: ignore[arg-type]
        covers_all = budget.covers == "everything"
        left = self.prices.annotation_within(budget.amount, self.model_cost, covers_all=covers_all)
        # Costs are whole millionths, so a fraction of one buys nothing.
        return float(np.floor(left))

    def for_calls(self, budget: Budget | None) -> float:
        """Return what a budget leaves for an answerer, in millionths."""
        if budget is None or budget.unit != "money":
            return float("inf")
        left = budget.amount
        if budget.covers == "everything":
            left = (left - self.model_cost * self.prices.onward(MODEL)) / self.prices.onward(ANSWERS)
        return float(left * MICRO)

    def pays_model(self, budget: Budget | None) -> bool:
        """Return whether a budget pays for using the model at all."""
        if budget is None or budget.unit != "money" or budget.covers == "annotation":
            return True
        return self.prices.model_total(self.model_cost) <= budget.amount

    def pays(self, calls: Calls | None, budget: Budget | None) -> bool:
        """Return whether a budget pays for the model, and for what an answerer is asked, though nothing is reviewed."""
        if budget is None or budget.unit != "money":
            return True
        return bool(self._fits(Quantities(np.zeros(1, dtype=np.int64)).after(calls), budget)[0])

    def affordable(self, path: Path, budget: Budget | None, calls: Calls | None = None) -> int:
        """Return m(B), the greatest whole number of items of a queue that a budget pays for, exactly and as printed."""
        if budget is not None and budget.unit == "money":
            return affordable_stop(path, float("inf"), self.bill(budget, calls))
        limit = self.limit(budget)
        return affordable_stop(path, limit, None) if limit >= 0 else 0

    def bill(self, budget: Budget | None, calls: Calls | None = None) -> Bill | None:
        """Return how what is reviewed is paid, as it is printed; None where nothing has a price."""
        if not self.prices.stated:
            return None
        minor = 10.0**-self.prices.minor_digits

        def bought(items: FloatArray, sums: Sums) -> Quantities:
            return Quantities(items.astype(np.int64), *(sums[name] for name in MEASURES)).after(calls)

        def total(items: FloatArray, sums: Sums) -> FloatArray:
            totals = self.prices.printed_totals(bought(items, sums), self.model_cost)
            return np.asarray(totals * minor, dtype=np.float64)

        def fits(items: FloatArray, sums: Sums) -> BoolArray:
            return self._fits(bought(items, sums), budget)

        return Bill(MEASURES, self._rounds, total, fits)

    def _fits(self, bought: Quantities, budget: Budget | None) -> BoolArray:
        """Return whether a budget pays for what is bought, exactly and as printed; arrays of one shape."""
        if budget is None or budget.unit != "money":
            return np.ones(np.shape(bought.items), dtype=bool)
        only = budget.covers == "annotation"
        if self.first.items:
            begun = np.asarray(bought.items) > 0
            more = (
                np.asarray(getattr(bought, name)) + np.asarray(getattr(self.first, name)) * begun
                for name in MEASURES
            )
            bought = Quantities(np.asarray(bought.items) + self.first.items * begun, *more).after(
                bought.calls
            )
        return self.prices.within(bought, self.model_cost, budget.amount, annotation_only=only)

    @property
    def _rounds(self) -> bool:
        """Whether printed totals may differ from exact ones: never where each item costs whole minor units."""
        prices = self.prices
        smallest = prices.smallest
        amounts = (prices.per_item * prices.annotators, *prices.fixed.values(), self.model_cost)
        other = (
            prices.listed,
            prices.per_unit,
            prices.hourly_rate,
            prices.adjudicated_share,
            prices.extra_per_entry,
            prices.contingency,
            prices.indirect,
            prices.annotators % 1,
            *(amount % smallest for amount in amounts),
        )
        return any(map(bool, other))

    def bought(self, path: Path, reviewed: int, calls: Calls | None = None) -> Quantities:
        """Return what is paid for when the first so many items of a queue are reviewed."""
        sums = (float(path.read(name, reviewed)) for name in MEASURES)
        return Quantities(reviewed, *sums).after(calls)

    def total(self, path: Path, reviewed: int, *, used: bool, calls: Calls | None = None) -> Decimal:
        """Return the printed total: the budget lines, or the model alone where it is used and people review nothing."""
        if not self.prices.stated:
            return Decimal(0)
        if reviewed or calls is not None:
            return self.prices.printed_total(self.bought(path, reviewed, calls), self.model_cost)
        return self.prices.model_total(self.model_cost) if used else Decimal(0)


def calls_of(name: str, number: float, paid: float) -> Calls | None:
    """Return calls as they are printed: whole ones, at their mean price; None where that is no call.

    >>> calls_of("llm", 2.4, 7.0)
    Calls(name='llm', items=2, price=Decimal('0.000003'))
    """
    items = round(number)
    return Calls(name, items, Decimal(round(paid / number)) / MICRO) if items else None
