"""What every work plan is made of: packets, people, hours, weeks, money by year, what is mixed in, and checkpoints."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from itertools import accumulate, pairwise
from types import MappingProxyType
from typing import Any, Literal

import numpy as np

from budgetplan.domain.decision import Estimate
from budgetplan.domain.fractions import Ratio
from budgetplan.domain.plan import Budget, Plan
from budgetplan.domain.prices import BudgetLine, Prices, Quantities, bearing_of, round_to
from budgetplan.plans.reserving import last_day, weeks_of

REVIEW_FILE = "tables/review.csv"
"""Holds the items of a ranked list to review, in their order, where the list is in the table."""
QUEUE_COMMAND = "budgetplan queue PLAN --out queue"
"""Writes what is reviewed, in packets, where the list is in the table."""
PROGRESS_COMMAND = "budgetplan progress"
"""Counts what has been reviewed, on a card, without what is mixed in."""

ASK_FILE = "tables/ask.csv"
"""Holds the items of the list that an answerer is still to be asked about."""
Source = Literal["file", "column", "queue", "answered", "missing", "strata"]
"""Where the order is: in :data:`REVIEW_FILE`; a column of the user's own list; the queue that is written from the
table, as it stands or once the answers are there; nowhere yet, as no one column holds the order and the list is not in
the table; in each stratum of the user's own list, so many of each."""
Order = Literal["highest", "lowest", "rank", "unsure"]
"""Which end of the column is reviewed first; ``rank``: 1 first; ``unsure``: the lowest first of the greatest value among
several columns, those of the classes."""
Binds = Literal["money", "number", "hours", "worth", "target", "list", "quota"]
"""What ends the review: an amount of money, of items, or of hours; the worth of what would come next; the target; the
end of the list; quotas that are met; nothing more that is expected."""
BY_BUDGET: Mapping[str, Binds] = MappingProxyType({"money": "money", "items": "number", "hours": "hours"})
"""What ends a review that goes as far as its budget, by the budget's unit."""
Counts = Literal["found", "corrected", "wrong"]
"""What checkpoints count: entries found, too few of which are an alarm; answers of the model that people have put
right while they reviewed, or wrong ones among accepted answers drawn at random, too many of which are."""


MOST_YEARS = 9
"""More years have no room in a table, and no funder."""
_YEAR = 365


@dataclass(frozen=True)
class Checkpoint:
    """What is expected after so many items, and from where on the plan is in doubt.

    Attributes
    ----------
    items
        Of the plan's own order, without those mixed in.
    expected
        Entries found, or wrong answers, in [0, items].
    low, high
        Ends of the 95 % interval, ``low <= expected <= high``; None where nothing was resampled.
    like
        Whether the interval speaks of lists like the labelled sample on average: one of them has a chance of its own, as
        great as that of the sample, which is as long.
    """

    items: int
    expected: float
    low: float | None = None
    high: float | None = None
    like: bool = False

    @property
    def pause_below(self) -> int | None:
        """Fewer than so many are an alarm; None where none at all would be no alarm.

        The low end in whole items, as it is printed everywhere; all of the items only where nothing less is possible.
        The interval of one list is wider than that of lists like the sample on average, as two equal variances together are.

        >>> [Checkpoint(400, 399.8, low).pause_below for low in (399.6, 400.0, 285.5, 0.3)]
        [399, 400, 286, None]
        >>> Checkpoint(400, 300.0, 290.0, 310.0, like=True).pause_below
        286
        """
        if self.low is None:
            return None
        low = self.expected - math.sqrt(2 if self.like else 1) * (self.expected - self.low)
        whole = max(math.floor(low + 0.5), 0)
        return min(whole, self.items if low >= self.items else self.items - 1) or None

    @property
    def pause_above(self) -> int | None:
        """More than so many are an alarm; None where even all of them would be none.

        >>> [Checkpoint(200, 5.0, 1.0, high).pause_above for high in (11.4, 200.0)]
        [12, None]
        """
        if self.high is None or self.high >= self.items:
            return None
        return math.ceil(self.high - 1e-9)


@dataclass(frozen=True)
class MixedIn:
    """What is mixed into the packets on top of the plan.

    ``cost`` and ``total``: what these cost, and all together, in currency units (None without prices); ``fits``:
    whether the budget still holds (None without a budget); ``hours`` of judging them, if known.
    """

    tail_sample: int
    control: int
    hours: float | None
    cost: Decimal | None
    total: Decimal | None
    fits: bool | None

    @property
    def items(self) -> int:
        """How many they are."""
        return self.tail_sample + self.control


@dataclass(frozen=True)
class WorkPlan:
    """How a plan is carried out.

    Attributes
    ----------
    source, model, column, order
        Where the order is, whose it is, and for a column which end comes first.
    first_score, last_score
        Scores of the first item and of the last one before the stop, as in the user's column; None: not known.
    items
        Items that the plan has reviewed.
    packet, packets, last_packet
        Items in a packet, how many packets there are, what is mixed in included, and how many items the last one has.
    judgements
        Of one item, on average.
    people
        How many review; never fewer than an item has judgements, which are independent.
    hours, hours_each
        Of all that is in the packets, and for each of them; None where nobody said how long a judgement takes.
    weeks, start, end
        Calendar weeks, first and last day (2026-12-07); None and empty where they are not known.
    pay, pay_each, settling
        What is paid for judging all that is in the packets, in currency units, what of it each of those gets who review, and
        what whoever settles their disagreements does; None without prices.
    mixed_in
        What is on top of the plan; None: nothing is.
    binds
        What ends the review.
    not_worth
        How many further items the money pays for where it ends the review: too dear, each for itself.
    reserved
        How many further items it would pay for there if no more entries than expected were found: that is kept for more.
    answerer
        Who is asked before people are, and whose answers settle items that people then do not see; empty: nobody.
    counts, checkpoints
        What is counted after how many items, the last at the stop; none where nothing can be said.
    """

    source: Source
    model: str
    binds: Binds
    items: int
    packet: int
    packets: int
    last_packet: int
    judgements: Decimal
    people: int
    hours: float | None
    hours_each: float | None
    weeks: int | None
    start: str
    end: str
    pay: Decimal | None
    pay_each: Decimal | None
    settling: Decimal | None
    mixed_in: MixedIn | None
    column: str = ""
    order: Order = "highest"
    first_score: float | None = None
    last_score: float | None = None
    not_worth: int = 0
    reserved: int = 0
    answerer: str = ""
    counts: Counts = "found"
    checkpoints: tuple[Checkpoint, ...] = ()


def work_plan(
    plan: Plan,
    bought: Quantities,
    after: Quantities,
    again: Quantities,
    model_cost: Decimal,
    *,
    whole: int,
    labelled: int,
    **of_kind: Any,
) -> WorkPlan:
    """Return how a plan is carried out.

    Parameters
    ----------
    plan
        What the user said: people, packets, prices, budget.
    bought
        What is paid for where the plan's own items are reviewed.
    after, again
        The same of one more item: of those after the stop, and of those labelled.
    model_cost
        What using the model costs, in currency units.
    whole, labelled
        Items of the list, and how many could be judged once more.
    of_kind
        What each kind of plan says by itself: fields of :class:`WorkPlan`.
    """
    work, prices, budget = plan.work, plan.prices, plan.budget
    items = _items(bought)
    tail, control = min(work.tail_sample, max(whole - items, 0)), min(work.control, labelled)
    every = _more(_more(bought, after, tail), again, control)
    packets, last = work.packets(items + tail + control)
    people = max(work.people, math.ceil(prices.annotators))
    hours = _seconds(every) / 3600 if prices.timed else None
    each = None if hours is None else hours / people
    weeks = None if each is None else weeks_of(each, work.hours_a_week)
    pay = pay_each = settling = None
    if prices.stated:
        pay = _pay(prices, every)
        for_judging = _pay(replace(prices, adjudicated_share=Decimal(0)), every)
        pay_each, settling = round_to(for_judging / people, prices.minor_digits), pay - for_judging
    mixed = None
    if tail + control:
        total = prices.printed_total(every, model_cost) if prices.stated else None
        mixed = MixedIn(
            tail_sample=tail,
            control=control,
            hours=(_seconds(every) - _seconds(bought)) / 3600 if prices.timed else None,
            cost=None if total is None else total - prices.printed_total(bought, model_cost),
            total=total,
            fits=None
            if budget is None
            else used_of(unit_of(budget), prices, every, model_cost, billed=False) <= limit_of(budget),
        )
    return WorkPlan(
        items=items,
        packet=work.packet,
        packets=packets,
        last_packet=last,
        judgements=prices.annotators,
        people=people,
        hours=hours,
        hours_each=each,
        weeks=weeks,
        start=work.start,
        end=last_day(work, weeks),
        pay=pay,
        pay_each=pay_each,
        settling=settling,
        mixed_in=mixed,
        **of_kind,
    )


def _seconds(bought: Quantities) -> float:
    """Return the paid seconds, all judgements together."""
    seconds = Ratio.of(bought.seconds)
    return float(Fraction(int(seconds.top[0]), int(seconds.bottom[0])))


def rising(checks: Sequence[Checkpoint], stop: Estimate | None = None) -> tuple[Checkpoint, ...]:
    """Return checkpoints of which none promises more than a later one, each within its own ends.

    ``stop``: what the last one says, as it is printed.

    >>> [check.low for check in rising([Checkpoint(5, 4.0, 3.5), Checkpoint(9, 5.0, 4.0)], Estimate(5.0, 3.0, 7.0))]
    [3.0, 3.0]
    """
    kept = list(checks)
    if stop is not None:
        kept[-1] = replace(kept[-1], expected=stop.value, low=stop.low, high=stop.high)
    for at in reversed(range(len(kept))):  # five at most
        check, later = kept[at], kept[min(at + 1, len(kept) - 1)]
        expected = min(check.expected, later.expected, check.items)
        low, high = _least(check.low, later.low, expected), _least(check.high, later.high, check.items)
        high = None if high is None else max(high, expected)
        kept[at] = replace(check, expected=expected, low=low, high=high)
    return tuple(kept)


def _least(*amounts: float | None) -> float | None:
    known = [one for one in amounts if one is not None]
    return None if amounts[0] is None else min(known)


def _more(bought: Quantities, each: Quantities, times: int) -> Quantities:
    """Return what is paid for with so many items more."""
    if not times:
        return bought
    added = {
        name: Ratio.of(getattr(bought, name)).plus(Ratio.of(getattr(each, name)).by(Fraction(times)))
        for name in ("seconds", "units", "listed", "positives")
    }
    return Quantities(_items(bought) + times, **added).after(bought.calls)


def _items(bought: Quantities) -> int:
    return int(np.atleast_1d(bought.items)[0])


UNITS = ("money", "annotation", "items", "hours")
"""What a budget may be counted in; ``annotation``: money that covers judging alone."""


def unit_of(budget: Budget) -> str:
    """Return what a budget is counted in, one of :data:`UNITS`."""
    return "annotation" if budget.unit == "money" and budget.covers == "annotation" else budget.unit


def limit_of(budget: Budget) -> Decimal:
    """Return what may be used of a budget; noise of the last digits of hours is no time."""
    return budget.amount * (1 + Decimal("1e-9")) if budget.unit == "hours" else budget.amount


def used_of(
    unit: str, prices: Prices, bought: Quantities, model_cost: Decimal, *, billed: bool = True
) -> Decimal:
    """Return how much of a budget in some unit something takes at some prices.

    What was spent is what is billed, so that it and what is left add up to the budget; what is still to be bought (not
    ``billed``) must be paid before it is rounded, too.
    """
    if unit == "hours":
        return Decimal(repr(_seconds(bought) / 3600))
    if unit == "items" or not _items(bought):
        return Decimal(_items(bought))
    asked = prices.printed_totals if billed else prices.least_budgets
    total = asked(bought, model_cost, annotation_only=unit == "annotation")
    return Decimal(int(np.ravel(total)[0])).scaleb(-prices.minor_digits if prices.stated else 0)


def _pay(prices: Prices, bought: Quantities) -> Decimal:
    """Return what judging costs, without what is paid once, contingency and indirect costs."""
    minor = int(prices.printed_totals(bought.people, annotation_only=True)[0])
    return Decimal(minor).scaleb(-prices.minor_digits)


_ONCE = frozenset({"fixed", "model", "calls"})
"""What is paid before people begin."""


def days_of(hours: float, hours_a_week: Decimal) -> float:
    """Return how many days so many hours take at so many a week.

    >>> days_of(20.0, Decimal(10))
    14.0
    """
    return 7 * hours / float(hours_a_week)


def parts_by_year(days: float, start: str = "") -> tuple[Fraction, ...]:
    """Return which part of work that takes so many days, evenly, falls into each year; the parts add up to one.

    Of more years than :data:`MOST_YEARS` only one more is told.

    Parameters
    ----------
    days
        How long the work takes, above 0.
    start
        Its first day, as 2026-12-07; a year ends the day before the same day of the next. Empty: a year has 365 days.

    Examples
    --------
    >>> [str(one) for one in parts_by_year(730)], [str(one) for one in parts_by_year(500, "2027-03-01")]
    (['1/2', '1/2'], ['183/250', '67/250'])
    """
    length, begun, ends = Fraction(days), Fraction(0), list[Fraction]()
    while begun < length and len(ends) <= MOST_YEARS:
        begun = Fraction(_days_until(start, len(ends) + 1))
        ends.append(min(begun, length))
    return tuple((later - earlier) / length for earlier, later in pairwise([Fraction(0), *ends]))


def _days_until(start: str, years: int) -> int:
    """Return the days from the first one to its anniversary."""
    if not start:
        return years * _YEAR
    first = dt.date.fromisoformat(start)
    if first.year + years > dt.MAXYEAR:  # no calendar goes on for so long
        return years * _YEAR
    # Of 29 February it is 1 March.
    again = first.replace(year=first.year + years, day=1) + dt.timedelta(days=first.day - 1)
    return (again - first).days


def spread(
    amounts: Sequence[Decimal],
    along: Sequence[bool | Sequence[int]],
    parts: Sequence[Fraction],
    rounded: Callable[[Decimal], Decimal],
) -> tuple[tuple[Decimal, ...], ...]:
    """Return each amount by year; the years of an amount add up to it exactly.

    What is due by the end of a year is rounded, and the year has what of it was not due before.

    Parameters
    ----------
    amounts
        Lines of a budget, each as it is printed.
    along
        How each falls: True as the work does, False in the first year, or as the lines do whose places are given.
    parts
        Which part of the work falls into each year; they add up to one.
    rounded
        Rounds an amount to the smallest coin.

    Examples
    --------
    100 of work and 30 paid once over two years, and a tenth of both:

    >>> from budgetplan.domain.prices import Prices
    >>> found = spread(list(map(Decimal, (100, 30, 13))), (True, False, (0, 1)), (Fraction(2, 3), Fraction(1, 3)), Prices().rounded)
    >>> [[str(one) for one in line] for line in found]
    [['66.67', '33.33'], ['30.00', '0.00'], ['9.67', '3.33']]
    """
    due = list(accumulate(parts))

    def until(place: int) -> list[Fraction]:
        """Return which part of an amount is due by the end of each year."""
        how = along[place]
        if isinstance(how, bool):
            return due if how else [Fraction(1)] * len(due)
        each = [(Fraction(amounts[one]), until(one)) for one in how]
        whole = sum((amount for amount, _ in each), Fraction(0))
        if not whole:
            return due
        return [
            sum((amount * part[year] for amount, part in each), Fraction(0)) / whole
            for year in range(len(due))
        ]

    def line(place: int, amount: Decimal) -> tuple[Decimal, ...]:
        exact = (Fraction(amount) * part for part in until(place)[:-1])
        due_by_then = [rounded(Decimal(part.numerator) / Decimal(part.denominator)) for part in exact]
        return tuple(later - earlier for earlier, later in pairwise([Decimal(0), *due_by_then, amount]))

    return tuple(line(place, amount) for place, amount in enumerate(amounts))


def lines_by_year(
    lines: Sequence[BudgetLine], parts: Sequence[Fraction], rounded: Callable[[Decimal], Decimal]
) -> tuple[tuple[Decimal, ...], ...]:
    """Return the lines of a budget by year, and as the last row their sums.

    What is paid before people begin falls into the first year, the indirect rate as the lines do that bear it.
    """
    bearing = bearing_of(lines)
    along = [bearing if one.key == "indirect" else one.key not in _ONCE for one in lines]
    rows = spread([one.amount for one in lines], along, parts, rounded)
    return (*rows, tuple(sum(year, Decimal(0)) for year in zip(*rows, strict=True)))


def counted_in(hours: Sequence[float], unit: float, digits: int) -> list[float]:
    """Return hours in a longer unit of so many hours, to so many decimals.

    >>> counted_in([80.0, 4.0], 8.0, 1)
    [10.0, 0.5]
    """
    return [round(one / unit, digits) for one in hours]
