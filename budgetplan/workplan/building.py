"""What every work plan is made of: packets, people, hours, weeks, what is mixed in, and checkpoints."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from types import MappingProxyType
from typing import Literal

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.decision import Estimate
from budgetplan.domain.fractions import Ratio
from budgetplan.domain.labelled import Predictions
from budgetplan.domain.plan import Budget, Plan, Work
from budgetplan.domain.prices import Prices, Quantities, round_to

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


LIKE = math.sqrt(2)
"""By so much wider is the interval of one list than that of lists like the sample on average, where it is as long."""


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
        Of a list that is merely like the sample so much lower as two equal variances together are wider than one.

        >>> [Checkpoint(400, 399.8, low).pause_below for low in (399.6, 400.0, 285.5, 0.3)]
        [399, 400, 286, None]
        >>> Checkpoint(400, 300.0, 290.0, 310.0, like=True).pause_below
        286
        """
        if self.low is None:
            return None
        low = self.expected - LIKE * (self.expected - self.low) if self.like else self.low
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
    column: str
    order: Order
    first_score: float | None
    last_score: float | None
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
    binds: Binds
    not_worth: int = 0
    reserved: int = 0
    answerer: str = ""
    counts: Counts = "found"
    checkpoints: tuple[Checkpoint, ...] = ()


@dataclass(frozen=True)
class Where:
    """Where the order is, and from which score on to which: see :class:`WorkPlan`."""

    source: Source
    model: str
    column: str = ""
    order: Order = "highest"
    first: float | None = None
    last: float | None = None


@dataclass(frozen=True)
class Bought:
    """What is paid for: the plan's own items, then one item more of those after the stop, and of those labelled.

    ``whole``: items of the list; ``labelled``: how many could be judged once more.
    """

    plan: Quantities
    after: Quantities
    again: Quantities
    model_cost: Decimal
    whole: int
    labelled: int


def work_plan(
    plan: Plan,
    where: Where,
    bought: Bought,
    binds: Binds,
    checks: tuple[Counts, Sequence[Checkpoint]],
) -> WorkPlan:
    """Return how a plan is carried out.

    Parameters
    ----------
    plan
        What the user said: people, packets, prices, budget.
    where
        Where the order is.
    bought
        What is paid for.
    binds, checks
        What ends the review, and what should have been seen by when.
    """
    work, prices, items = plan.work, plan.prices, _items(bought.plan)
    tail = min(work.tail_sample, max(bought.whole - items, 0))
    control = min(work.control, bought.labelled)
    every = _more(_more(bought.plan, bought.after, tail), bought.again, control)
    packets, last = work.packets(items + tail + control)
    people = max(work.people, math.ceil(prices.annotators))
    hours = _seconds(every) / 3600 if prices.timed else None
    each = None if hours is None else hours / people
    weeks = None if each is None else weeks_of(each, work.hours_a_week)
    pay = _pay(prices, every) if prices.stated else None
    own = None if pay is None else _pay(replace(prices, adjudicated_share=Decimal(0)), every)
    return WorkPlan(
        source=where.source,
        model=where.model,
        column=where.column,
        order=where.order,
        first_score=where.first,
        last_score=where.last,
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
        pay_each=None if own is None else round_to(own / people, prices.minor_digits),
        settling=None if pay is None or own is None else pay - own,
        mixed_in=_mixed_in(plan, bought, every, tail, control) if tail + control else None,
        binds=binds,
        counts=checks[0],
        checkpoints=tuple(checks[1]),
    )


def weeks_of(hours_each: float, hours_a_week: Decimal | None) -> int | None:
    """Return the weeks that so many hours of one person take, begun weeks as whole ones; None: nobody said.

    >>> weeks_of(20.0, Decimal(10)), weeks_of(20.1, Decimal(10)), weeks_of(3, None)
    (2, 3, None)
    """
    if hours_a_week is None:
        return None
    # Noise of the last digits begins no week.
    return max(math.ceil(hours_each / float(hours_a_week) - 1e-9), 1)


def last_day(work: Work, weeks: int | None) -> str:
    """Return the last day of the last calendar week, counted from the first day; empty where it is not known.

    >>> last_day(Work(start="2026-12-07"), 3), last_day(Work(), 3), last_day(Work(start="9999-12-01"), 9)
    ('2026-12-27', '', '')
    """
    if not work.start or weeks is None:
        return ""
    try:
        return (dt.date.fromisoformat(work.start) + dt.timedelta(days=7 * weeks - 1)).isoformat()
    except OverflowError:  # no calendar goes on for so long
        return ""


def by_sureness(plan: Plan, said: Predictions) -> tuple[str, Order]:
    """Return the column, or the beginning of the columns, that says how sure a model is, and how it orders."""
    models = () if plan.deferral is None else plan.deferral.models
    stated = {one.name: one.confidence for one in models}.get(said.name, "")
    return (stated, "lowest") if stated else (said.column, "unsure")


def row_of(weight: FloatArray, items: float) -> int:
    """Return the row that holds the last of so many items.

    Parameters
    ----------
    weight
        Shape (n,): how many items each row stands for, the first row first.
    items
        How many items, above 0; beyond all of them the last row holds it.

    >>> row_of(np.array([2.0, 2.0, 2.0]), 4), row_of(np.array([2.0, 2.0, 2.0]), 4.5)
    (1, 2)
    """
    return min(int(np.searchsorted(np.cumsum(weight), items * (1 - 1e-12), side="left")), len(weight) - 1)


def in_order(checks: Sequence[Checkpoint], stop: Estimate) -> tuple[Checkpoint, ...]:
    """Return checkpoints of which none promises more than a later one, the last as the stop is printed.

    >>> [one.low for one in in_order([Checkpoint(5, 4.0, 3.5), Checkpoint(9, 5.0, 4.0)], Estimate(5.0, 3.0, 7.0))]
    [3.0, 3.0]
    """
    last = replace(checks[-1], expected=stop.value, low=stop.low, high=stop.high)
    return rising([*checks[:-1], last])


def rising(checks: Sequence[Checkpoint]) -> tuple[Checkpoint, ...]:
    """Return checkpoints of which none promises more than a later one, each within its own ends."""
    kept: list[Checkpoint] = []
    for one in reversed(checks):  # five at most
        after = kept[0] if kept else one
        capped = replace(
            one,
            expected=min(one.expected, after.expected, one.items),
            low=_least(one.low, after.low),
            high=_least(one.high, after.high, one.items),
        )
        kept.insert(0, _ordered(capped))
    return tuple(kept)


def _ordered(one: Checkpoint) -> Checkpoint:
    """Return a checkpoint whose expectation lies within its ends."""
    low = None if one.low is None else min(one.low, one.expected)
    return replace(one, low=low, high=None if one.high is None else max(one.high, one.expected))


def _least(*amounts: float | None) -> float | None:
    known = [one for one in amounts if one is not None]
    return None if amounts[0] is None else min(known)


def _more(bought: Quantities, each: Quantities, times: int) -> Quantities:
    """Return what is paid for with so many items more."""
    if not times:
        return bought
    names = ("seconds", "units", "listed", "positives")
    added = {
        name: Ratio.of(getattr(bought, name)).plus(Ratio.of(getattr(each, name)).by(Fraction(times)))
        for name in names
    }
    return Quantities(_items(bought) + times, **added).after(bought.calls)


def _items(bought: Quantities) -> int:
    return int(np.atleast_1d(bought.items)[0])


def _seconds(bought: Quantities) -> float:
    """Return the paid seconds, all judgements together."""
    seconds = Ratio.of(bought.seconds)
    return float(Fraction(int(seconds.top[0]), int(seconds.bottom[0])))


def _pay(prices: Prices, bought: Quantities) -> Decimal:
    """Return what judging costs, without what is paid once, contingency and indirect costs."""
    minor = int(prices.printed_totals(bought.people, annotation_only=True)[0])
    return Decimal(minor).scaleb(-prices.minor_digits)


def _mixed_in(plan: Plan, bought: Bought, every: Quantities, tail: int, control: int) -> MixedIn:
    prices, budget = plan.prices, plan.budget
    hours = (_seconds(every) - _seconds(bought.plan)) / 3600 if prices.timed else None
    cost = total = None
    if prices.stated:
        total = prices.printed_total(every, bought.model_cost)
        cost = total - prices.printed_total(bought.plan, bought.model_cost)
    fits = None if budget is None else _fits(prices, budget, every, bought.model_cost)
    return MixedIn(tail, control, hours, cost, total, fits)


def _fits(prices: Prices, budget: Budget, every: Quantities, model_cost: Decimal) -> bool:
    if budget.unit == "items":
        return _items(every) <= budget.amount
    if budget.unit == "hours":
        return _seconds(every) <= float(budget.amount) * 3600 * (1 + 1e-9)
    only = budget.covers == "annotation"
    return bool(prices.within(every, model_cost, budget.amount, annotation_only=only).all())
