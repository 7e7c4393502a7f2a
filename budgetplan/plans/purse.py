"""What a budget pays for where a model answers part of the items and people review part of the rest."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray
from budgetplan.core.path import SLACK, Path, affordable_items
from budgetplan.domain.plan import Budget
from budgetplan.domain.prices import ANSWERS, MICRO, MODEL, Calls, Prices, Quantities, Tariff

MEASURES = ("seconds", "units", "listed", "positives")
"""What is added up along a queue to write a bill, in the order of :class:`Quantities`."""
NO_ITEMS = Quantities(0)
MANY = 2**13
"""Up to so many stops every one is judged by its printed total; beyond, those where the path bends."""


@dataclass(frozen=True)
class Purse:
    """Prices, what using the models costs, and what is paid before the plan's own reviews; a budget of None is no limit."""

    prices: Prices
    model_cost: Decimal = Decimal(0)
    first: Quantities = NO_ITEMS

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
        money = budget is not None and budget.unit == "money"
        limit = np.inf if money else self.limit(budget)
        most = affordable_items(path, limit, "counted") if limit >= 0 else 0

        def fits(stop: int) -> bool:
            return bool(self._fits(self._bought(path, np.array([stop], dtype=float)).after(calls), budget)[0])

        if not money or not self.prices.stated or most == 0 or fits(most):
            return most
        low = 0
        while most - low > 1:  # not items
            middle = (low + most) // 2
            low, most = (middle, most) if fits(middle) else (low, middle)
        return low

    def best_stop(
        self, path: Path, most: int, tie: float, calls: Calls | None = None
    ) -> tuple[int, float, float] | None:
        """Return the stop of a queue that gains most for what is paid as it is printed, its gain and what it costs.

        Parameters
        ----------
        path
            With the sums ``gain`` (of reviewing over not doing so) and those that write a bill.
        most
            The greatest stop, from :meth:`affordable`; None is returned where there is none.
        tie
            Stops that differ by no more are equal; the first holds.
        """
        if most < 1:
            return None
        stops = np.arange(1.0, most + 1) if most <= MANY else whole_stops(path.items, most)
        gain, spend = path.read("gain", stops), np.zeros(len(stops))
        if self.prices.stated:
            bought = self._bought(path, stops).after(calls)
            totals = self.prices.printed_totals(bought, self.model_cost)
            spend = np.asarray(totals * 10.0**-self.prices.minor_digits, dtype=np.float64)
        net = gain - spend
        first = int(np.argmax(net >= net.max() - tie))
        return int(stops[first]), float(gain[first]), float(spend[first])

    def _bought(self, path: Path, stops: FloatArray) -> Quantities:
        """Return what is paid for at each of some stops."""
        return Quantities(stops.astype(np.int64), *(path.read(name, stops) for name in MEASURES))

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


def snapped(items: FloatArray) -> FloatArray:
    """Return numbers of items, those that are whole but for the noise of floats as whole ones.

    Examples
    --------
    >>> snapped(np.array([1.9999999999, 2.5])).tolist()
    [2.0, 2.5]
    """
    near = np.rint(items)
    return np.where(np.abs(items - near) <= SLACK * np.maximum(1.0, near), near, items)


def whole_stops(items: FloatArray, most: float) -> FloatArray:
    """Return the whole numbers of items, from 1 to ``most``, among which the best stop of a path is.

    Parameters
    ----------
    items
        Shape (groups + 1,): weighted items at the ends of the tie groups.
    most
        A whole number: the greatest stop.

    Notes
    -----
    Between the ends of two groups worth and price run straight: the best whole number lies beside an end, or is
    the first.

    Examples
    --------
    >>> whole_stops(np.array([0.0, 2.5, 6.0, 9.9]), 8).tolist()
    [1.0, 2.0, 3.0, 6.0, 8.0]
    """
    ends = snapped(items)
    stops = np.unique(np.concatenate([np.floor(ends), np.ceil(ends), [1.0, float(most)]]))
    return np.asarray(stops[(stops >= 1) & (stops <= most)])


def calls_of(name: str, number: float, paid: float) -> Calls | None:
    """Return calls as they are printed: whole ones, at their mean price; None where that is no call.

    >>> calls_of("llm", 2.4, 7.0)
    Calls(name='llm', items=2, price=Decimal('0.000003'))
    """
    items = round(number)
    return Calls(name, items, Decimal(round(paid / number)) / MICRO) if items else None
