"""What a budget pays for where a model answers part of the items and people review part of the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray
from budgetplan.domain.plan import Budget, Plan
from budgetplan.domain.prices import ANSWERS, MICRO, MODEL, Calls, Prices, Quantities
from budgetplan.metrics.payoffs.cutoffs import Allowance
from budgetplan.metrics.payoffs.stakes import Tariff
from budgetplan.metrics.payoffs.surface import Split
from budgetplan.metrics.payoffs.whole_stops import Bill, Sums, affordable_stop

MEASURES = ("seconds", "units", "listed", "positives")
"""What is added up along a queue to write a bill, in the order of :class:`Quantities`."""


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
            return float(budget.amount)
        if budget.unit == "hours":
            return float(budget.amount * 3600)
        covers_all = budget.covers == "everything"
        left = self.prices.annotation_within(budget.amount, self.model_cost, covers_all=covers_all)
        # Costs are whole millionths, so a fraction of one buys nothing.
        return float(np.floor(left))

    def limit_after(self, split: Split, budget: Budget | None) -> float:
        """Return :meth:`limit` less what an answerer is paid before."""
        uses = float(self.allowance([budget]).uses[0])
        return self.limit(budget) - (uses * split.asked if split.asked else 0.0)

    def reach(self, budget: Budget | None, items: float) -> float:
        """Return :meth:`limit`, not less than what the budget pays for though items' prices are rounded up.

        ``items``: at most so many are paid.
        """
        limit = self.limit(budget)
        loose = budget is not None and budget.unit == "money" and self._rounds and limit >= 0
        return limit + 0.5 * items + 1 if loose else limit

    def allowance(self, budgets: Sequence[Budget | None]) -> Allowance:
        """Return what budgets leave for an answerer, in millionths, and how much of :meth:`limit` it uses up."""
        most, uses = np.full(len(budgets), np.inf), np.zeros(len(budgets))
        for place, budget in enumerate(budgets):
            if budget is None or budget.unit != "money":
                continue
            everything = budget.covers == "everything"
            prices, left = self.prices, budget.amount
            if everything:
                left = (left - self.model_cost * prices.onward(MODEL)) / prices.onward(ANSWERS)
            most[place] = float(left * MICRO)
            uses[place] = float(prices.onward(ANSWERS) / prices.per_direct) if everything else 1.0
        return Allowance(most, uses)

    def pays_model(self, budget: Budget | None) -> bool:
        """Return whether a budget pays for using the model at all."""
        if budget is None or budget.unit != "money" or budget.covers == "annotation":
            return True
        return self.prices.model_total(self.model_cost) <= budget.amount

    def affordable(self, split: Split, budget: Budget | None) -> int:
        """Return m(B), the greatest whole number of deferred items that a budget pays for, exactly and as printed.

        ``split`` has the quantities along its queue, as :meth:`bought` reads them.
        """
        if budget is None or budget.unit != "money":
            return split.affordable(self.limit(budget))
        bill = self.bill({name: split.path.sums[name] for name in MEASURES}, [budget], split_calls(split))
        return affordable_stop(split.path, float("inf"), bill, 0)

    def bill(
        self,
        along: Mapping[str, FloatArray],
        budgets: Sequence[Budget | None],
        calls: Calls | None = None,
        *,
        asks: bool = False,
    ) -> Bill | None:
        """Return how what is reviewed is paid, as it is printed; None where nothing has a price.

        Parameters
        ----------
        along
            What is added up along a queue: seconds, units, listed prices and entries, shape (n,) each.
        budgets
            Those that plans are made for, in their order.
        calls
            What an answerer is paid for before.
        asks
            Whether one may be, so that a bill with calls may be asked for.
        """
        if not self.prices.stated:
            return None
        minor = 10.0**-self.prices.minor_digits

        def bought(items: FloatArray, sums: Sums) -> Quantities:
            return Quantities(items.astype(np.int64), *(sums[name] for name in MEASURES)).after(calls)

        def total(items: FloatArray, sums: Sums) -> FloatArray:
            totals = self.prices.printed_totals(bought(items, sums), self.model_cost)
            return np.asarray(totals * minor, dtype=np.float64)

        def fits(items: FloatArray, sums: Sums, place: int) -> BoolArray:
            return self._fits(bought(items, sums), budgets[place])

        def asking(number: float, paid: float) -> Bill:
            bill = self.bill(along, budgets, calls_of("", number, paid))
            assert bill is not None
            return bill

        lines = self.prices.model_lines("", self.model_cost, calls)
        alone = float(sum((line.amount for line in lines), Decimal(0)))
        coin = float(self.prices.smallest)
        off = self.rounding + (0.5 * coin * float(1 + self.prices.indirect) if asks else 0.0)
        kept = {name: along[name] for name in MEASURES}
        return Bill(kept, off, alone, total, fits, asking if asks else None)

    def _fits(self, bought: Quantities, budget: Budget | None) -> BoolArray:
        """Return whether a budget pays for what is bought, exactly and as printed; arrays of one shape."""
        if budget is None or budget.unit != "money":
            return np.ones(np.shape(bought.items), dtype=bool)
        only = budget.covers == "annotation"
        return self.prices.within(bought, self.model_cost, budget.amount, annotation_only=only)

    @property
    def rounding(self) -> float:
        """How far a printed total may be from the exact one, in currency units: half a last digit of each line."""
        prices = self.prices
        half = 0.5 * float(prices.smallest)
        off = 0.0
        some = Quantities(1, 1.0, 1.0, 1.0, 1.0)
        for line in prices.lines(some, "", self.model_cost):
            # Only what is counted is rounded before it is multiplied.
            counted = line.key not in ("contingency", "indirect", "fixed", "model")
            digit = 10.0 ** int(line.quantity.as_tuple().exponent) if counted else 0.0
            off += half + 0.5 * digit * float(line.price)
        return off * float((1 + prices.contingency) * (1 + prices.indirect)) if self._rounds else 0.0

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
        return any(other)

    def bought(self, split: Split, reviewed: int, answerer: str = "") -> Quantities:
        """Return what is paid for when the first so many of the deferred items are reviewed."""
        sums = (float(split.path.read(name, reviewed)) for name in MEASURES)
        return Quantities(reviewed, *sums).after(split_calls(split, answerer))

    def total(self, split: Split, reviewed: int) -> Decimal:
        """Return the printed total: the budget lines, or the model alone where people review nothing."""
        if not self.prices.stated:
            return Decimal(0)
        if reviewed or split.calls >= 0.5:
            return self.prices.printed_total(self.bought(split, reviewed), self.model_cost)
        return self.prices.model_total(self.model_cost) if split.accepted > 0 else Decimal(0)


def calls_of(name: str, number: float, paid: float) -> Calls | None:
    """Return calls as they are printed: whole ones, at their mean price; None where that is no call.

    >>> calls_of("llm", 2.4, 7.0)
    Calls(name='llm', items=2, price=Decimal('0.000003'))
    """
    items = round(number)
    return Calls(name, items, Decimal(round(paid / number)) / MICRO) if items else None


def split_calls(split: Split, name: str = "") -> Calls | None:
    """Return what an answerer is paid for where a model leaves some of the items; None where nobody is asked."""
    return calls_of(name, split.calls, split.asked)
