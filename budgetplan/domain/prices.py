"""Prices and budget lines: what a review costs, itemised so that the printed lines multiply and add up.

METHODS F5. Money is exact: ``Decimal`` at the edges, whole millionths of the currency unit inside curves
(float64 holds whole numbers exactly up to nine thousand million currency units).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]

MICRO = 1_000_000
"""Millionths in a currency unit: the unit of money inside curves."""


def round_to(amount: Decimal, digits: int) -> Decimal:
    """Round half up to ``digits`` decimals: the rounding of every budget line.

    >>> round_to(Decimal("16.725"), 2)
    Decimal('16.73')
    """
    return amount.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)


def exact(number: float) -> Decimal:
    """Turn a float into the decimal number that it prints as.

    >>> exact(0.1)
    Decimal('0.1')
    """
    return Decimal(repr(float(number)))


@dataclass(frozen=True)
class Quantities:
    """What is paid for when the first items of a queue are reviewed (weighted sums, expectations in ties)."""

    items: int
    seconds: float = 0.0
    units: float = 0.0
    listed: float = 0.0
    """Sum of the items' own prices, in millionths."""
    positives: float = 0.0


@dataclass(frozen=True)
class BudgetLine:
    """A line of the budget: ``amount`` is ``quantity x price`` rounded to the minor unit, as printed."""

    key: str
    label: str
    quantity: Decimal
    unit: str
    price: Decimal
    amount: Decimal


@dataclass(frozen=True)
class Prices:
    """The cost model, METHODS F5: c_i = A (f + r x_i) + v, fixed costs, contingency g, indirect rate h.

    Attributes
    ----------
    currency, minor_digits
        Code of the currency (may be empty) and digits of its minor unit.
    per_item
        f: price of one judgement.
    per_unit, unit
        r: price per unit of an item's size, and the unit's name.
    hourly_rate, seconds_per_item, seconds_per_unit
        Time of one judgement and what an hour costs; part of f and r.
    annotators
        A: judgements per item (1 + the share judged twice).
    adjudicated_share, adjudication
        Share of the items that an adjudicator settles, and the price of each.
    extra_per_entry
        What a confirmed entry costs more than a rejected item. Known only after review: in the cost, never
        in the order.
    listed
        Items carry prices of their own (a cost column).
    fixed
        Fixed costs by name, paid once anything is reviewed.
    contingency, indirect
        g on annotation costs, h on all direct costs.
    """

    currency: str = ""
    minor_digits: int = 2
    per_item: Decimal = Decimal(0)
    per_unit: Decimal = Decimal(0)
    unit: str = "units"
    hourly_rate: Decimal = Decimal(0)
    seconds_per_item: Decimal = Decimal(0)
    seconds_per_unit: Decimal = Decimal(0)
    annotators: Decimal = Decimal(1)
    adjudicated_share: Decimal = Decimal(0)
    adjudication: Decimal = Decimal(0)
    extra_per_entry: Decimal = Decimal(0)
    listed: bool = False
    fixed: Mapping[str, Decimal] = field(default_factory=dict)
    contingency: Decimal = Decimal(0)
    indirect: Decimal = Decimal(0)
    stated: bool = False
    """Whether any price was given; without, the unit of cost is one item reviewed."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "fixed", MappingProxyType(dict(self.fixed)))

    @property
    def timed(self) -> bool:
        """Whether the time of a judgement is known."""
        return bool(self.seconds_per_item or self.seconds_per_unit)

    def item_cost(self, n: int, units: FloatArray | None, listed: FloatArray | None) -> FloatArray:
        """Return what each item costs as far as it is known beforehand, in whole millionths, shape (n,).

        Examples
        --------
        >>> Prices(per_item=Decimal("0.04"), stated=True).item_cost(2, None, None).tolist()
        [40000.0, 40000.0]
        """
        if not self.stated:
            return np.full(n, float(MICRO))
        if self.listed and listed is not None:
            return listed
        second = self.hourly_rate / 3600
        flat = self.annotators * (self.per_item + second * self.seconds_per_item)
        flat += self.adjudicated_share * self.adjudication
        per_unit = self.annotators * (self.per_unit + second * self.seconds_per_unit)
        whole = float(round_to(flat * MICRO, 0))
        if units is None or not per_unit:
            return np.full(n, whole)
        return np.rint(float(flat * MICRO) + float(per_unit * MICRO) * units)

    def item_seconds(self, n: int, units: FloatArray | None) -> FloatArray:
        """Return the paid seconds of each item, all judgements together, shape (n,)."""
        seconds = np.full(n, float(self.annotators * self.seconds_per_item))
        if units is not None:
            seconds = seconds + float(self.annotators * self.seconds_per_unit) * units
        return seconds

    def total_fixed(self, model_cost: Decimal) -> Decimal:
        """Return F + F_model: what is paid once anything is reviewed, before the indirect rate."""
        return sum(self.fixed.values(), Decimal(0)) + model_cost

    def total(self, cost: npt.ArrayLike, model_cost: Decimal = Decimal(0)) -> FloatArray:
        """Return T of METHODS F5 for annotation costs C > 0 items, in millionths, same shape.

        T = (F + F_model + (1 + g) C) (1 + h); the caller sets T = 0 where nothing is reviewed.
        """
        fixed = float(self.total_fixed(model_cost) * MICRO)
        annotation = np.asarray(cost, dtype=np.float64)
        if self.contingency:
            annotation = annotation * float(1 + self.contingency)
        direct = annotation + fixed
        return direct * float(1 + self.indirect) if self.indirect else direct

    def annotation_within(self, budget: Decimal, model_cost: Decimal, *, covers_all: bool) -> float:
        """Return the annotation cost C, in millionths, that a budget leaves room for (negative: none)."""
        if not covers_all:
            return float(budget * MICRO)
        left = budget / (1 + self.indirect) - self.total_fixed(model_cost)
        return float(left / (1 + self.contingency) * MICRO)

    def lines(
        self, bought: Quantities, model: str = "", model_cost: Decimal = Decimal(0)
    ) -> tuple[BudgetLine, ...]:
        """Return the budget lines for what is bought; their amounts add up to the total as printed.

        Not starting (no item) costs nothing and has no line.
        """
        if bought.items == 0 or not self.stated:
            return ()
        direct = [*self._annotation_lines(bought)]
        base = sum((line.amount for line in direct), Decimal(0))
        if self.contingency:
            direct.append(self._line("contingency", "", self.contingency * 100, "%", base / 100))
        direct += [self._line("fixed", name, Decimal(1), "", amount) for name, amount in self.fixed.items()]
        if model_cost:
            direct.append(self._line("model", model, Decimal(1), "", model_cost))
        if self.indirect:
            base = sum((line.amount for line in direct), Decimal(0))
            direct.append(self._line("indirect", "", self.indirect * 100, "%", base / 100))
        return tuple(direct)

    def annotation_total(self, bought: Quantities) -> Decimal:
        """Return the printed total of the annotation lines alone."""
        if bought.items == 0 or not self.stated:
            return Decimal(0)
        return sum((line.amount for line in self._annotation_lines(bought)), Decimal(0))

    def printed_total(self, bought: Quantities, model_cost: Decimal = Decimal(0)) -> Decimal:
        """Return the sum of the budget lines: the one money of the report."""
        if not self.stated:
            return Decimal(bought.items)
        return sum((line.amount for line in self.lines(bought, "", model_cost)), Decimal(0))

    def _line(self, key: str, label: str, quantity: Decimal, unit: str, price: Decimal) -> BudgetLine:
        return BudgetLine(key, label, quantity, unit, price, round_to(quantity * price, self.minor_digits))

    def _annotation_lines(self, bought: Quantities) -> list[BudgetLine]:
        lines = []
        if self.listed:
            summed = round_to(exact(bought.listed) / MICRO, self.minor_digits)
            lines.append(self._line("listed", "", summed, self.currency, Decimal(1)))
        else:
            judgements = round_to(self.annotators * bought.items, 0)
            if self.per_item:
                lines.append(self._line("judgements", "", judgements, "judgements", self.per_item))
            if self.per_unit:
                size = round_to(self.annotators * exact(bought.units), 0)
                lines.append(self._line("units", self.unit, size, self.unit, self.per_unit))
            if self.hourly_rate and self.timed:
                hours = round_to(exact(bought.seconds) / 3600, 2)
                lines.append(self._line("hours", "", hours, "hours", self.hourly_rate))
            if self.adjudication and self.adjudicated_share:
                settled = round_to(self.adjudicated_share * bought.items, 0)
                lines.append(self._line("adjudication", "", settled, "adjudications", self.adjudication))
        if self.extra_per_entry:
            confirmed = round_to(exact(bought.positives), 0)
            lines.append(self._line("extra", "", confirmed, "entries", self.extra_per_entry))
        return lines
