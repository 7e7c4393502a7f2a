"""Prices and budget lines: what a review costs, itemised so that the printed lines multiply and add up.

METHODS F5. Money is exact: ``Decimal`` at the edges, fractions up to the one rounding of each line, whole millionths
inside curves (float64 holds whole numbers exactly up to nine thousand million currency units).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from decimal import ROUND_DOWN, ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from functools import cache, cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.domain.asked.keys import PriceKeys
from budgetplan.domain.messages import Message
from budgetplan.errors import UsageError

Whole = npt.NDArray[np.int64] | int
"""Whole numbers: a single one, as most are, as Python's own; an array of Python's own where 64 bits are too few."""

ROOM = 2**62
"""Numbers below this are counted in 64 bits."""


def size_of(numbers: Whole) -> int:
    """Return the largest magnitude among whole numbers of any shape, 0 where there are none.

    >>> size_of(np.array([3, -7]))
    7
    """
    if isinstance(numbers, int):
        return abs(numbers)
    return int(abs(numbers).max()) if numbers.size else 0


def whole(numbers: npt.ArrayLike) -> Whole:
    """Return whole numbers, in 64 bits if they fit.

    >>> whole([1, 2]).dtype, whole([1, 10**30]).dtype, whole([10**30])
    (dtype('int64'), dtype('O'), 1000000000000000000000000000000)
    """
    array = np.asarray(numbers)
    if array.size == 1:
        return int(array.item())
    if array.dtype == object:
        return array.astype(np.int64) if size_of(array) < ROOM else array
    return array.astype(np.int64)


def times(numbers: Whole, factor: int) -> Whole:
    """Return whole numbers times another one, exact whatever their size.

    >>> times(np.array([3 * 10**18]), 4).tolist()
    [12000000000000000000]
    """
    if factor == 1 or isinstance(numbers, int):
        return numbers * factor
    wide = max(size_of(numbers), 1) * abs(factor) >= ROOM
    return np.asarray((numbers.astype(object) if wide else numbers) * factor)


def plus(numbers: Whole, others: Whole) -> Whole:
    """Return the sum of whole numbers, exact whatever their size; shapes broadcast.

    >>> plus(np.array([4 * 10**18]), np.array([4 * 10**18])).tolist()
    [8000000000000000000]
    """
    if isinstance(numbers, int) and isinstance(others, int):
        return numbers + others
    wide = size_of(numbers) + size_of(others) >= ROOM
    return np.asarray((np.asarray(numbers, object) if wide else numbers) + others)


def over(numbers: Whole, divisor: int) -> Whole:
    """Return the whole part (rounded down) of whole numbers divided by a positive one.

    >>> over(np.array([7, -7]), 2).tolist()
    [3, -4]
    """
    if isinstance(numbers, int):
        return numbers // divisor
    return whole((numbers.astype(object) if divisor >= ROOM else numbers) // divisor)


class Ratio(NamedTuple):
    """Fractions of one denominator: ``top``, shape (k,) or a single one, over ``bottom`` > 0.

    Examples
    --------
    Half of 33, and a hundredth more, rounded half up and up:

    >>> half = Ratio.of(33).by(Fraction(1, 2))
    >>> half.rounded(), half.plus(Ratio.of(Fraction(1, 100))).rounded_up()
    (17, 17)
    """

    top: Whole
    bottom: int

    @classmethod
    def of(cls, number: Ratio | npt.ArrayLike | Fraction) -> Ratio:
        """Return numbers as fractions; numbers that are not whole are taken in millionths.

        >>> Ratio.of([0.1 + 0.2])
        Ratio(top=300000, bottom=1000000)
        """
        if isinstance(number, Ratio):
            return number
        if isinstance(number, int | Fraction):
            return cls(number.numerator, number.denominator)
        array = np.asarray(number)
        if array.dtype != np.float64:
            return cls(whole(array), 1)
        counted = np.rint(array * 10**6)
        if size_of(counted) >= ROOM:
            counted = np.array([round(Fraction(number) * 10**6) for number in array.ravel().tolist()], dtype=object)
        return cls(whole(counted), 10**6)

    def by(self, factor: Fraction) -> Ratio:
        """Return the fractions times a number."""
        return self if factor == 1 else Ratio(times(self.top, factor.numerator), self.bottom * factor.denominator)

    def plus(self, other: Ratio) -> Ratio:
        """Return the sums."""
        return added([self, other])

    def rounded(self) -> Whole:
        """Return the nearest whole numbers, halves up."""
        return self.top if self.bottom == 1 else over(plus(times(self.top, 2), self.bottom), 2 * self.bottom)

    def in_steps(self, step: int) -> Ratio:
        """Return them rounded half up to multiples of a whole number."""
        return Ratio(times(Ratio(self.top, self.bottom * step).rounded(), step), 1)

    def rounded_up(self) -> Whole:
        """Return the least whole numbers that are no smaller."""
        return -over(-self.top, self.bottom)

    def at_most(self, limit: Fraction) -> npt.NDArray[np.bool_]:
        """Return which fractions are at most the limit."""
        return np.asarray(times(self.top, limit.denominator) <= self.bottom * limit.numerator, dtype=np.bool_)


def added(amounts: Sequence[Ratio]) -> Ratio:
    """Return the sum of fractions of one shape, or single ones; 0 where there are none.

    >>> added([Ratio.of([1, 2]), Ratio.of([3, 4])]).top.tolist(), added([]).top
    ([4, 6], 0)
    """
    top: Whole = 0
    bottom = math.lcm(*(amount.bottom for amount in amounts))
    for amount in amounts:
        top = plus(top, times(amount.top, bottom // amount.bottom))
    return Ratio(top, bottom)


MICRO = 1_000_000
"""Millionths in a currency unit: the unit of money inside curves."""


WIDE = Context(prec=100)
"""Amounts of any size are rounded alike: 28 digits do not hold a million million in millionths of a cent."""


def round_to(amount: Decimal, digits: int) -> Decimal:
    """Round half up to ``digits`` decimals: the rounding of every budget line.

    >>> round_to(Decimal("16.725"), 2)
    Decimal('16.73')
    """
    return amount.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP, WIDE)


def hours_left(amount: Decimal) -> Decimal:
    """Return what is left of hours as it is printed: no more than there is.

    >>> hours_left(Decimal("1.2288"))
    Decimal('1.22')
    """
    return amount.quantize(Decimal("0.01"), ROUND_DOWN, WIDE)


def exact(number: float) -> Decimal:
    """Turn a float into the decimal number that it prints as.

    >>> exact(0.1)
    Decimal('0.1')
    """
    return Decimal(repr(float(number)))


Amount = float | FloatArray | Ratio
"""How much of something: a number, an array, or exact fractions."""


ANNOTATION, MODEL, ANSWERS = "annotation", "model", "answers"
"""Parts of the direct costs, beside those that are paid once by name."""
_NOTHING, _ONE = Decimal(0), Decimal(1)
_PART_OF = MappingProxyType({"model": MODEL, "calls": ANSWERS})
"""The part of a line by its key, where it is not annotation."""


@dataclass(frozen=True)
class Calls:
    """How many items an answerer is asked about, and the price of each in currency units; on average, where they differ.

    >>> Calls("llm", 600, Decimal("0.002")).amount
    Decimal('1.200')
    """

    name: str
    items: int
    price: Decimal

    @property
    def amount(self) -> Decimal:
        """What they cost, in currency units, before it is rounded."""
        return self.items * self.price


JUDGING = (
    *("currency", "stated", "per_item", "per_unit", "hourly_rate", "seconds_per_item", "seconds_per_unit"),
    *("annotators", "adjudicated_share", "adjudication", "extra_per_entry", "listed", "indirect"),
)
"""Of prices what judging an item costs: neither a contingency, which may be computed, nor what is paid once."""


@dataclass(frozen=True)
class Quantities:
    """What is paid for when the first items of a queue are reviewed (weighted sums, expectations in ties).

    Numbers, or arrays of one shape for several stops at once; fractions are exact, floats are taken in millionths.
    ``listed``: the items' own prices, in millionths. ``calls``: what an answerer is paid for before people review,
    though they review nothing; None: nobody is asked. ``model_cost``: what using the model costs, once, in currency units.
    """

    items: int | IntArray
    seconds: Amount = 0.0
    units: Amount = 0.0
    listed: Amount = 0.0
    positives: Amount = 0.0
    calls: Calls | None = field(default=None, kw_only=True)
    model_cost: Decimal = field(default=_NOTHING, kw_only=True)

    @property
    def n_items(self) -> int:
        """How many items are judged, of one stop."""
        return int(np.atleast_1d(self.items)[0])

    @property
    def n_seconds(self) -> float:
        """The paid seconds of one stop, all judgements together."""
        return number_of(self.seconds)

    def plus(self, other: Quantities) -> Quantities:
        """Return the sum.

        >>> Quantities(3, seconds=1.5).plus(Quantities(1, seconds=0.5)).n_seconds
        2.0
        """
        sums: dict[str, Any] = {
            name: Ratio.of(getattr(self, name)).plus(Ratio.of(getattr(other, name)))
            for name in ("seconds", "units", "listed", "positives")
        }
        return replace(self, items=self.items + other.items, **sums)

    def after(self, calls: Calls | None) -> Quantities:
        """Return the same where an answerer was asked before.

        >>> Quantities(3).after(Calls("llm", 600, Decimal("0.002"))).calls.items
        600
        """
        return self if calls is None else replace(self, calls=calls if calls.items > 0 else None)


def number_of(amount: Amount) -> float:
    """Return an amount of one stop as a number.

    >>> number_of(Ratio.of(np.array([1.5])))
    1.5
    """
    ratio = Ratio.of(amount)
    return float(Fraction(int(np.ravel(ratio.top)[0]), ratio.bottom))


@dataclass(frozen=True)
class BudgetLine:
    """A line of the budget: ``amount`` is ``quantity x price`` rounded to the smallest coin, as printed.

    ``bears``: whether indirect costs are paid on it.
    """

    key: str
    label: str
    quantity: Decimal
    unit: str
    price: Decimal
    amount: Decimal
    bears: bool = True


def total_of(lines: Sequence[BudgetLine]) -> Decimal:
    """Return what lines come to in all."""
    return sum((line.amount for line in lines), Decimal(0))


_TO_PEOPLE = frozenset({"judgements", "units", "hours", "adjudication", "listed", "extra"})
"""Lines that pay for reviews."""


def paid_to(lines: Sequence[BudgetLine], alone: Sequence[BudgetLine] | None = None) -> dict[str, Decimal]:
    """Return what lines pay for ``model``, ``calls`` and ``people``, and ``more`` that is nobody's alone.

    ``alone``: the same without what people judge as ``checks``, which are then told apart.
    """
    cost: dict[str, Decimal] = {}
    for line in lines:
        kind = "people" if line.key in _TO_PEOPLE else line.key if line.key in ("model", "calls") else "more"
        cost[kind] = cost.get(kind, Decimal(0)) + line.amount
    if alone is not None:
        people = paid_to(alone).get("people", Decimal(0))
        cost |= {"people": people, "checks": cost.get("people", Decimal(0)) - people}
    return cost


def bearing_of(lines: Sequence[BudgetLine]) -> tuple[int, ...]:
    """Return the places of the lines on which indirect costs are paid."""
    return tuple(place for place, line in enumerate(lines) if line.bears and line.key != "indirect")


class Prices(PriceKeys):
    """The cost model, METHODS F5: c_i = A (f + r x_i) + v, fixed costs, contingency g, indirect rate h.

    f is ``per_item`` and r ``per_unit``, each with its time at ``hourly_rate``; A ``annotators``; v
    ``adjudicated_share`` times ``adjudication``; g ``contingency``, on annotation; h ``indirect``, on direct costs.
    ``extra_per_entry`` is known only after review: it is in the cost, never in the order.

    Attributes
    ----------
    without_indirect
        Direct costs that bear no indirect ones: ANNOTATION (with its contingency), MODEL, ANSWERS, or names of
        ``fixed``.
    coin
        Lines are rounded to multiples of it; 0: to the minor unit.
    printed_in
        To multiples of what lines are rounded on paper, where whoever gets it wants that and the plan says nothing; 0: to
        the coin. It moves no plan: see ``planned``.
    listed
        Items carry prices of their own (a cost column).
    computed
        Whether the contingency was computed from what the costs may be (METHODS C), not typed in.
    stated
        Whether any price was given; without, the unit of cost is one item reviewed.
    """

    coin: Decimal = Decimal(0)
    printed_in: Decimal = Decimal(0)
    listed: bool = False
    computed: bool = False
    stated: bool = False

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
        flat, per_unit = self.known_rates
        if units is None or not per_unit:
            return np.full(n, float(round_to(flat, 0)))
        return np.rint(float(flat) + float(per_unit) * units)

    @property
    def known_rates(self) -> tuple[Decimal, Decimal]:
        """What is known beforehand of an item's price, and of each unit of its size, in millionths.

        >>> Prices(per_item=Decimal("0.04"), stated=True).known_rates
        (Decimal('40000.00'), Decimal('0'))
        """
        second = self.hourly_rate / 3600
        flat = self.annotators * (self.per_item + second * self.seconds_per_item)
        flat += self.adjudicated_share * self.adjudication
        per_unit = self.annotators * (self.per_unit + second * self.seconds_per_unit)
        return flat * MICRO, per_unit * MICRO

    def item_seconds(self, n: int, units: FloatArray | None) -> FloatArray:
        """Return the paid seconds of each item, all judgements together, shape (n,)."""
        seconds = np.full(n, float(self.annotators * self.seconds_per_item))
        if units is not None:
            seconds = seconds + float(self.annotators * self.seconds_per_unit) * units
        return seconds

    def onward(self, part: str) -> Decimal:
        """Return 1 + h for a part of the direct costs that bears indirect costs, 1 for one that does not.

        >>> some = Prices(indirect=Decimal("0.25"), without_indirect=(ANNOTATION,))
        >>> some.onward(ANNOTATION), some.onward(MODEL)
        (Decimal('1'), Decimal('1.25'))
        """
        return 1 + self.indirect if self.bears(part) else Decimal(1)

    def bears(self, part: str) -> bool:
        """Return whether indirect costs are paid on a part of the direct costs."""
        return part not in self.without_indirect

    @property
    def per_direct(self) -> Decimal:
        """What is paid in all for one unit of annotation: (1 + g)(1 + h), the latter where it bears indirect costs.

        >>> Prices(contingency=Decimal("0.1"), indirect=Decimal("0.5")).per_direct
        Decimal('1.65')
        """
        return (1 + self.contingency) * self.onward(ANNOTATION)

    @property
    def each(self) -> Decimal:
        """What all judgements of one item cost, where each has the same price."""
        return self.per_item * self.annotators

    def once(self, model_cost: Decimal) -> Decimal:
        """Return what is paid in all once anything is reviewed, beside what answers and annotation cost.

        >>> from dataclasses import replace
        >>> bare = Prices(fixed={"training": Decimal(80), "server": Decimal(20)}, indirect=Decimal("0.5"))
        >>> bare.once(Decimal(10)), replace(bare, without_indirect=("server",)).once(Decimal(10))
        (Decimal('165.0'), Decimal('155.0'))
        """
        fixed = (price * self.onward(name) for name, price in self.fixed.items())
        return sum(fixed, Decimal(0)) + model_cost * self.onward(MODEL)

    @property
    def smallest(self) -> Decimal:
        """The smallest amount that lines are rounded to.

        >>> Prices().smallest, Prices(coin=Decimal("0.05")).smallest
        (Decimal('0.01'), Decimal('0.05'))
        """
        return self.printed_in or self.coin or Decimal(1).scaleb(-self.minor_digits)

    @cached_property
    def planned(self) -> Prices:
        """The prices by which a plan is chosen: those of the plan itself, whoever it is printed for.

        >>> whole = Prices(per_item=Decimal("0.3"), stated=True, printed_in=Decimal(1))
        >>> whole.printed_total(Quantities(2)), whole.planned.printed_total(Quantities(2))
        (Decimal('1.00'), Decimal('0.60'))
        """
        return replace(self, printed_in=Decimal(0)) if self.printed_in else self

    def rounded(self, amount: Decimal) -> Decimal:
        """Return an amount as a line prints it: half up, to the smallest coin.

        >>> Prices(coin=Decimal("0.05")).rounded(Decimal("4.98")), Prices().rounded(Decimal("4.984"))
        (Decimal('5.00'), Decimal('4.98'))
        """
        if coin := self.printed_in or self.coin:
            amount = int(Fraction(amount) / Fraction(coin) + Fraction(1, 2)) * coin
        return round_to(amount, self.minor_digits)

    def multiplies_out(self, lines: Sequence[BudgetLine]) -> bool:
        """Return whether a calculator gets every amount to the smallest unit of the currency, whatever the coin."""
        return all(round_to(line.quantity * line.price, self.minor_digits) == line.amount for line in lines)

    def total(self, cost: npt.ArrayLike, model_cost: Decimal = _NOTHING) -> FloatArray:
        """Return T of METHODS F5 for annotation costs C > 0 items, in millionths, same shape.

        T = (F + F_model + (1 + g) C) (1 + h), without h on what bears none; the caller sets T = 0 where nothing
        is reviewed.
        """
        return np.asarray(cost, dtype=np.float64) * float(self.per_direct) + float(self.once(model_cost) * MICRO)

    def annotation_within(self, budget: Decimal, model_cost: Decimal, *, covers_all: bool) -> float:
        """Return the annotation cost C, in millionths, that a budget leaves room for (negative: none).

        What is billed is rounded to the coin: half of one more than the last whole one is printed as too much.

        >>> tens, nothing = Prices(coin=Decimal(10)), Decimal(0)
        >>> [tens.annotation_within(Decimal(one), nothing, covers_all=False) for one in (13, 18)]
        [13000000.0, 14999999.0]
        """
        if self.coin:
            budget = min(budget, (budget // self.coin + Decimal("0.5")) * self.coin - 1 / Decimal(MICRO))
        if not covers_all:
            return float(budget * MICRO)
        return float(Fraction(budget - self.once(model_cost)) / Fraction(self.per_direct) * MICRO)

    def lines(self, bought: Quantities, model: str = "") -> tuple[BudgetLine, ...]:
        """Return the budget lines for what is bought; their amounts add up to the total as printed.

        Not starting (no item) costs nothing and has no line. ``model``: its name.
        """
        return self.lines_of_each(bought, model)[0]

    def lines_of_each(self, bought: Quantities, model: str = "") -> list[tuple[BudgetLine, ...]]:
        """Return the budget lines of several stops, quantities as arrays of one shape: as :meth:`lines` of each alone."""
        items = np.atleast_1d(bought.items)
        if not self.stated:
            return [()] * len(items)
        billed, idle = self._bill(bought, model), () if bought.calls is None else self.model_lines(bought, model)
        return [self._printed(billed, at) if items[at] else idle for at in range(len(items))]

    def _printed(self, billed: Sequence[_Billed], at: int = 0) -> tuple[BudgetLine, ...]:
        """Return what was billed for one of several stops as lines."""

        def of(counted: Ratio, digits: int) -> Decimal:
            top = counted.top
            return Decimal(top if isinstance(top, int) else int(top[at])).scaleb(-digits)

        return tuple(
            BudgetLine(
                key=charge.key,
                label=charge.label,
                quantity=of(quantity, charge.digits),
                unit=charge.unit,
                price=charge.price if base is None else of(base, self.minor_digits + 2),
                amount=of(amount, self.minor_digits),
                bears=self.bears(charge.part),
            )
            for charge, quantity, base, amount in billed
        )

    def printed_totals(self, bought: Quantities, *, annotation_only: bool = False) -> IntArray:
        """Return what the budget lines add up to, in minor units (items, where nothing has a price).

        Parameters
        ----------
        bought
            Quantities as arrays of one shape; nothing is paid where no item is reviewed.
        annotation_only
            Leave out fixed costs, the model, contingency and indirect costs.
        """
        return np.asarray(self._total(bought, annotation_only=annotation_only, exact=False).top)

    def planned_with(self, bought: Quantities, more: FloatArray) -> FloatArray:
        """Return T in currency units as a plan counts it, where so many more entries are found; shape (B,), as ``more``.

        >>> dear = Prices(per_item=Decimal(1), extra_per_entry=Decimal(2), stated=True)
        >>> dear.planned_with(Quantities(3, positives=0.6), np.array([0.0, 1.0, -0.6])).tolist()
        [5.0, 7.0, 3.0]
        """
        count, which = np.unique(more, return_inverse=True)
        entries = Quantities(np.zeros(len(count), dtype=np.int64), positives=count)
        totals = self.planned.printed_totals(bought.plus(entries))
        return np.asarray(totals[which] / 10.0**self.minor_digits)

    def exact_totals(self, bought: Quantities, *, annotation_only: bool = False) -> Ratio:
        """Return T before anything is rounded; parameters, units and not starting as in :meth:`printed_totals`.

        Three items at 0.004 are 1.2 cents, printed as one.

        >>> small = Prices(per_item=Decimal("0.004"), stated=True)
        >>> exact = small.exact_totals(Quantities(3))
        >>> Fraction(int(exact.top[0]), exact.bottom), small.printed_total(Quantities(3))
        (Fraction(6, 5), Decimal('0.01'))
        """
        return self._total(bought, annotation_only=annotation_only, exact=True)

    def _total(self, bought: Quantities, *, annotation_only: bool, exact: bool) -> Ratio:
        """Return the sum of all charges; where no item is reviewed, of the model and answers that are paid all the same."""
        items = np.atleast_1d(np.asarray(bought.items, dtype=np.int64))
        if not self.stated:
            return Ratio(np.zeros_like(items) if annotation_only else items, 1)
        begun, idle = (
            added([amount for charge, *_, amount in bill if charge.annotation or not annotation_only])
            for bill in (
                self._bill(bought, exact=exact),
                [] if bought.calls is None else self._bill(bought, exact=exact, idle=True),
            )
        )
        bottom = math.lcm(begun.bottom, idle.bottom)
        tops = [times(bill.top, bottom // bill.bottom) for bill in (begun, idle)]
        return Ratio(
            np.where(items > 0, *(np.asarray(top, object if size_of(top) >= ROOM else None) for top in tops)), bottom
        )

    def within(self, bought: Quantities, amount: Decimal, *, annotation_only: bool) -> npt.NDArray[np.bool_]:
        """Return whether both the exact and the plan's own total are at most an amount of money, same shape.

        A line of 0.4 cents prints as nothing, one of 0.6 as a cent: both cost what is more.
        """
        limit = Fraction(amount) * (10**self.minor_digits if self.stated else 1)
        paid = self.exact_totals(bought, annotation_only=annotation_only).at_most(limit)
        if paid.any():
            paid &= Ratio.of(self.planned.printed_totals(bought, annotation_only=annotation_only)).at_most(limit)
        return paid

    def least_budgets(self, bought: Quantities, *, annotation_only: bool = False) -> IntArray:
        """Return the least budgets that pay for what is bought, in minor units, same shape: see :meth:`within`."""
        printed = self.planned.printed_totals(bought, annotation_only=annotation_only)
        exact = self.exact_totals(bought, annotation_only=annotation_only).rounded_up()
        return np.asarray(np.maximum(printed, exact))

    def model_total(self, model_cost: Decimal) -> Decimal:
        """Return the printed total of a model that is used while nothing is reviewed: F_model (1 + h).

        >>> Prices(indirect=Decimal("0.1"), stated=True).model_total(Decimal("12.50"))
        Decimal('13.75')
        """
        return total_of(self.model_lines(Quantities(0, model_cost=model_cost)))

    def model_lines(self, bought: Quantities, model: str = "") -> tuple[BudgetLine, ...]:
        """Return the budget lines of a model, and of an answerer, that are used while nothing is reviewed.

        >>> used = Quantities(0, model_cost=Decimal("12.50"))
        >>> [str(line.amount) for line in Prices(indirect=Decimal("0.1")).model_lines(used, "rf")]
        ['12.50', '1.25']
        """
        return self._printed(self._bill(replace(bought, items=0), model, idle=True))

    def printed_total(self, bought: Quantities) -> Decimal:
        """Return the sum of the budget lines: the one money of the report."""
        total = Decimal(int(self.printed_totals(bought)[0]))
        return total.scaleb(-self.minor_digits) if self.stated else total

    @property
    def measures(self) -> frozenset[str]:
        """Which quantities have a price: fields of :class:`Quantities`.

        >>> sorted(Prices(per_item=Decimal(1), extra_per_entry=Decimal(2), stated=True).measures)
        ['items', 'positives']
        """
        return frozenset(charge.measure for charge in self._charges)

    @cached_property
    def _charges(self) -> tuple[_Charge, ...]:
        """Return what annotation is charged for: a measure, how its printed quantity is made, and its price."""
        people, share, digits = self.annotators, self.adjudicated_share, self.minor_digits
        hour = self.hourly_rate if self.timed else _NOTHING
        settled = self.adjudication if share else _NOTHING
        charges = [
            _Charge("judgements", "", "judgements", self.per_item, "items", people),
            _Charge("units", self.unit, self.unit, self.per_unit, "units", people),
            _Charge("hours", "", "hours", hour, "seconds", _ONE, 2, 3600),
            _Charge("adjudication", "", "adjudications", settled, "items", share),
        ]
        if self.listed:
            charges = [_Charge("listed", "", self.currency, _ONE, "listed", _ONE / MICRO, digits)]
        charges.append(_Charge("extra", "", "entries", self.extra_per_entry, "positives"))
        return tuple(charge for charge in charges if charge.price)

    @cached_property
    def _priced(self) -> tuple[tuple[_Charge, Fraction], ...]:
        """Every charge with the price of a unit of its last digit, in minor units: fractions take a sixth of a bill."""
        minor = 10**self.minor_digits
        return tuple((charge, Fraction(charge.price) * minor / 10**charge.digits) for charge in self._charges)

    def _bill(self, bought: Quantities, model: str = "", *, idle: bool = False, exact: bool = False) -> list[_Billed]:
        """Return every charge with its quantity (in units of its last digit), base and amount (minor units).

        ``idle``: nothing is reviewed, so that a model and answers alone are paid. ``exact``: nothing is rounded.
        """
        minor = 10**self.minor_digits
        step = int(self.smallest * minor)
        billed: list[_Billed] = []

        def bill(charge: _Charge, quantity: Ratio, per: Fraction, base: Ratio | None = None) -> None:
            quantity = quantity if exact else Ratio.of(quantity.rounded())
            amount = (base or quantity).by(per)
            billed.append((charge, quantity, base, amount if exact else amount.in_steps(step)))

        def percent(key: str, rate: Decimal) -> None:
            every = key != "indirect"
            if rate and (bears := [amount for charge, *_, amount in billed if every or self.bears(charge.part)]):
                bill(*_percent(key, rate), added(bears))

        def once(charge: _Charge, n_times: int = 1) -> None:
            bill(charge, Ratio.of(n_times), Fraction(charge.price) * minor)

        for charge, per in () if idle else self._priced:
            bill(charge, charge.quantity(bought), per)
        percent("contingency", self.contingency)
        for name, price in () if idle else self.fixed.items():
            once(_Charge("fixed", name, "", price, "", annotation=False))
        if bought.model_cost:
            once(_Charge("model", model, "", bought.model_cost, "", annotation=False))
        if calls := bought.calls:
            once(_Charge("calls", calls.name, "answers", calls.price, ""), calls.items)
        percent("indirect", self.indirect)
        return billed


@dataclass(frozen=True)
class _Charge:
    """A line of the budget before anything is bought.

    Its printed quantity is ``measure x factor / divisor``, rounded half up to ``digits`` decimals.
    """

    key: str
    label: str
    unit: str
    price: Decimal
    measure: str
    factor: Decimal = Decimal(1)
    digits: int = 0
    divisor: int = 1
    annotation: bool = True

    @property
    def part(self) -> str:
        """What of the direct costs it belongs to, as ``Prices.without_indirect`` names it."""
        return self.label if self.key == "fixed" else _PART_OF.get(self.key, ANNOTATION)

    def quantity(self, bought: Quantities) -> Ratio:
        """Return the quantity in units of its last digit, before it is rounded."""
        return Ratio.of(getattr(bought, self.measure)).by(self._scale)

    @cached_property
    def _scale(self) -> Fraction:
        return Fraction(self.factor) * int(10**self.digits) / self.divisor


@cache
def _percent(key: str, rate: Decimal) -> tuple[_Charge, Ratio, Fraction]:
    """Return a line of so many per cent of others, its quantity, and the rate."""
    digits = max(-int((rate * 100).normalize().as_tuple().exponent), 0)
    charge = _Charge(key, "", "%", Decimal(0), "", digits=digits, annotation=False)
    return charge, Ratio.of(int((rate * 100).scaleb(digits))), Fraction(rate)


_Billed = tuple[_Charge, Ratio, Ratio | None, Ratio]


@dataclass(frozen=True)
class Tariff:
    """What is paid, in the unit of the values: T = model + review + rate x cost of the reviewed + calls x asked.

    ``model`` is paid once the model is used at all, ``review`` once anything is reviewed (METHODS F5: F_model
    and F, each with the indirect rate; ``rate`` is (1 + g)(1 + h), and turns the unit of the costs into that of
    the values; so does ``calls`` for what an answerer is paid). Nothing accepted, asked or reviewed costs 0.
    """

    rate: float = 1.0
    review: float = 0.0
    model: float = 0.0
    calls: float = 0.0

    def total(
        self, cost: FloatArray, reviewed: FloatArray, accepted: FloatArray, asked: FloatArray | float = 0.0
    ) -> FloatArray:
        """Return T for the cost of the reviewed items, their number, how many are accepted or asked about, and for how much.

        Examples
        --------
        >>> tariff = Tariff(rate=2.0, review=10.0, model=1.0)
        >>> tariff.total(np.array([3.0, 0.0, 0.0]), np.array([1.0, 0.0, 0.0]), np.array([0.0, 5.0, 0.0])).tolist()
        [17.0, 1.0, 0.0]
        """
        started = np.where(reviewed > 0, self.review + self.rate * cost, 0.0)
        used = (reviewed > 0) | (accepted > 0)
        return np.asarray(started + np.where(used, self.model, 0.0) + self.calls * asked)


GREATEST_TOTAL = 10**12
"""Currency units. Millionths of more do not fit 64 bits, not even where a resample costs a few times the list."""


def check_total(prices: Prices, annotation: float, model_cost: Decimal, items: float) -> None:
    """Refuse prices at which reviewing the whole list costs more than can be counted.

    Parameters
    ----------
    prices
        The cost model; without a price nothing is refused.
    annotation
        What reviewing every item of the list costs, in millionths, before fixed costs and rates.
    model_cost
        What using the model costs.
    items
        Number of items in the list.

    Raises
    ------
    budgetplan.errors.UsageError
        The total is beyond :data:`GREATEST_TOTAL`.

    Examples
    --------
    >>> price = Prices(per_item=Decimal(10) ** 9, stated=True)
    >>> check_total(price, 1e9 * MICRO * 1000, Decimal(0), 1000)
    >>> check_total(price, 1e9 * MICRO * 1001, Decimal(0), 1001)
    Traceback (most recent call last):
    budgetplan.errors.UsageError: reviewing all 1,001 items would cost 1,001,000,000,000, more than can be counted (1,000,000,000,000); write prices, worths and budgets in a larger unit, such as thousands
    """
    if not prices.stated:
        return
    total = float(prices.total(annotation, model_cost)) / MICRO
    if total > GREATEST_TOTAL:
        # A float holds no more than fifteen digits that are sure.
        sure = round(Decimal(f"{total:.14e}"))
        raise UsageError.of(Message("settings.uncountable", items=round(items), total=sure, most=GREATEST_TOTAL))
