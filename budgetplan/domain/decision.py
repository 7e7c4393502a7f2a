"""What is decided, in the words of all workflows: the options that were weighed, how sure each is, and how it is rounded."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import ROUND_DOWN, Context, Decimal
from itertools import count
from typing import Literal


def rounded_up(p: float) -> float:
    """Return a probability with two digits that is not less: a bound, or a chance of being wrong, is never rounded down.

    >>> rounded_up(0.00671), rounded_up(0.1025), rounded_up(0.9999), rounded_up(0.0)
    (0.0068, 0.11, 1.0, 1e-06)
    """
    return 1e-6 if p <= 1e-6 else ceiling(p, 1 - math.floor(math.log10(p)))


def ceiling(amount: float, digits: int) -> float:
    """Return an amount rounded up to so many decimals: noise of the last digits is no cent.

    >>> ceiling(1.231, 2), ceiling(1.1 * 3, 1)
    (1.24, 3.3)
    """
    scale = 10.0**digits
    return math.ceil(amount * scale - 1e-9) / scale


def coins_apart(low: float, high: float, minor_digits: int) -> bool:
    """Return whether two amounts of money lie two of the smallest coins apart or more.

    >>> coins_apart(0.10, 0.13, 2), coins_apart(0.10, 0.11, 2)
    (True, False)
    """
    return high - low >= 2 * 10.0**-minor_digits


def shows(amount: float, digits: int) -> bool:
    """Return whether an amount prints as more than nothing with so many decimals.

    >>> shows(0.005, 2), shows(0.0049, 2)
    (True, False)
    """
    return amount >= 0.5 * 10.0**-digits


DOTS, ROOM = 200, 1800
"""So many dots are told apart at a glance in a part of a list, and so many have room where one part is all of it."""


def per_dot(parts: Sequence[tuple[float, float]]) -> int:
    """Return how many entries one dot of a picture stands for: 1, 2, 5, 10 ..., the fewest that leave each part room.

    ``parts``: items of each part of the list, which is as long as these, and entries among them.

    >>> per_dot([(400, 150), (1600, 20)]), per_dot([(400, 390), (1600, 20)]), per_dot([(10, 150), (1990, 0)])
    (1, 2, 20)
    """
    items = sum(n for n, _ in parts)
    least = max(entries / min(DOTS, ROOM * n / items) for n, entries in parts if n)
    sizes = (head * round(10.0**power) for power in count() for head in (1, 2, 5))
    return next(size for size in sizes if size >= least)


def in_percent(share: float) -> float:
    """Return a share as it stands on an axis of per cent.

    >>> in_percent(0.25)
    25.0
    """
    return 100 * share


def rounded_down(share: float) -> float:
    """Return a share in whole hundredths that is not more: what falls short of a level never seems to reach it.

    >>> rounded_down(0.8999)
    0.89
    """
    return math.floor(share * 100) / 100


def in_digits(digits: int, value: float) -> Decimal:
    """Return a value with so many digits that count: more than it is known to are not printed.

    >>> in_digits(3, 0.123456)
    Decimal('0.123')
    """
    return Context(prec=digits).create_decimal(repr(value))


def cut_to(digits: int, amount: float) -> Decimal:
    """Return an amount cut to so many digits that count, so that it is never too much.

    >>> cut_to(2, 0.012547), cut_to(2, 1234.5), cut_to(3, 0.000412999), cut_to(3, 0.0)
    (Decimal('0.012'), Decimal('1200'), Decimal('0.000412'), Decimal('0'))
    """
    cut = Context(prec=digits, rounding=ROUND_DOWN).create_decimal(repr(amount))
    return Decimal(int(cut)) if int(cut) == cut else cut


Goal = Literal["budget", "target", "net_value", "open"]
"""What is wanted: most entries for a budget, a target at least cost, the greatest net value, or not said."""

Basis = Literal["sample", "list"]
"""Whether counts refer to the labelled sample itself or to the project's own list, scaled by share."""


@dataclass(frozen=True)
class Estimate:
    """A number and its 95 % interval. ``low`` and ``high`` are None where nothing was resampled.

    ``high`` may be infinite (cost per entry where a resample found none); ``low <= value <= high`` is not
    promised: percentile intervals of a biased estimate may leave it outside.
    """

    value: float
    low: float | None = None
    high: float | None = None

    @property
    def known(self) -> bool:
        """Whether there is an interval."""
        return self.low is not None and self.high is not None

    def holds(self, level: float) -> bool:
        """Whether the interval holds ``level`` (always without an interval)."""
        return not (self.wholly_above(level) or self.wholly_below(level))

    def wholly_above(self, level: float) -> bool:
        """Whether the interval lies above ``level`` (never without an interval)."""
        return self.low is not None and self.low > level

    def wholly_below(self, level: float) -> bool:
        """Whether the interval lies below ``level`` (never without an interval)."""
        return self.high is not None and self.high < level

    @property
    def moves(self) -> bool:
        """Whether chance moves it at all, beyond the noise of floats."""
        if self.low is None or self.high is None:
            return False
        return self.high - self.low > 1e-9 * max(1.0, abs(self.low), abs(self.high))

    def times(self, factor: float) -> Estimate:
        """Return it in another unit, of which one of this is ``factor``, above 0."""
        low, high = (None if end is None else end * factor for end in (self.low, self.high))
        return Estimate(self.value * factor, low, high)

    @property
    def per_thousand(self) -> Estimate:
        """A mean per item, for 1,000 of them: per item values are too small to read."""
        return self.times(1000)

    @property
    def opposite(self) -> Estimate:
        """How much less it is than nothing, where it is less.

        >>> Estimate(-2.0, -5.0, 1.0).opposite
        Estimate(value=2.0, low=-1.0, high=5.0)
        """
        low, high = (None if end is None else 0.0 - end for end in (self.high, self.low))
        return Estimate(0.0 - self.value, low, high)


def per_entry(spend: float, found: Estimate) -> Estimate | None:
    """Return cost per entry; None where none is expected. The dear end is infinite if none may be found.

    >>> per_entry(10.0, Estimate(5.0, 0.0, 10.0))
    Estimate(value=2.0, low=1.0, high=inf)
    """
    if found.value <= 0:
        return None
    ends = found.high, found.low
    low, high = (None if end is None else spend / end if end > 0 else math.inf for end in ends)
    return Estimate(spend / found.value, low, high)


@dataclass(frozen=True)
class Alternative:
    """Reviewing the first ``items`` of one model's order.

    ``spend`` is the printed total (METHODS F5), ``share`` the part of the list, ``recall`` the part of all
    entries, ``net`` the net value where entries have a worth (currency units). ``spend_range``: the spend with its
    interval, None where it is the same in every draw. ``judged``: how many of the items people
    judge, where others are passed over since their type has been confirmed; None where all are.
    """

    model: str
    items: int
    share: float
    spend: Decimal
    found: Estimate
    recall: float | None
    net: Estimate | None = None
    hours: float | None = None
    found_worst: float | None = None
    found_best: float | None = None
    spend_range: Estimate | None = None
    judged: Estimate | None = None

    @property
    def cost_per_entry(self) -> Estimate | None:
        """What an entry costs; None where none is expected."""
        return per_entry(float(self.spend), self.found)

    def missed(self, every: float) -> int:
        """Return how many of all entries it leaves, as both counts are printed: whoever subtracts them gets that."""
        return max(math.floor(every + 0.5) - math.floor(self.found.value + 0.5), 0)

    @property
    def tied(self) -> bool:
        """Whether the order of equal scores at the stop moves what is found by half an entry or more."""
        worst, best = self.found_worst, self.found_best
        return worst is not None and best is not None and best - worst > 0.5


@dataclass(frozen=True)
class Contender:
    """One order at its own stop within the plan's money.

    ``difference``: how many more entries it finds than the recommended order at its stop; None for that itself, or where
    nothing is recommended. ``here``: how many that one finds.
    """

    name: str
    option: Alternative
    difference: Estimate | None
    f1: float
    accuracy: float
    here: float = 0.0

    @property
    def more(self) -> int:
        """How many more it finds, as both counts are printed: whoever subtracts them gets that."""
        return math.floor(self.option.found.value + 0.5) - math.floor(self.here + 0.5)

    @property
    def alike(self) -> bool:
        """Whether it finds as many, as counts are printed."""
        return self.difference is not None and not self.more

    @property
    def apart(self) -> Estimate | None:
        """By how many entries it finds more or fewer, as counts are printed, with the interval above 0."""
        gap = self.difference
        return gap and replace(gap if gap.value > 0 else gap.opposite, value=float(abs(self.more)))

    @property
    def open(self) -> bool:
        """Whether chance explains the difference."""
        gap = self.difference
        return gap is not None and gap.known and not (gap.wholly_above(0.0) or gap.wholly_below(0.0))


@dataclass(frozen=True)
class WinnerInterval:
    """Budgets ``low`` (from) to ``high`` (up to, None: and above) at which ``models`` bring most; several: equal.

    ``stretches``: how many stretches of one lead each it stands for. Where the lead changes very often, narrow ones are told
    together: their ``models`` take turns.
    """

    low: Decimal
    high: Decimal | None
    models: tuple[str, ...]
    stretches: int = field(default=1, compare=False)


@dataclass(frozen=True)
class StopChoice:
    """A stop, and between which worths of an entry it is the best place to stop (None: and above)."""

    items: int
    spend: Decimal
    found: float
    low: float
    high: float | None


@dataclass(frozen=True)
class Step:
    """The tranche before or after the stop: items, new entries, their cost, and the net value it adds.

    ``soon``: so many of its items, in order, bring nine tenths of its new entries, and cost ``soon_cost``.
    """

    items: int
    new: Estimate
    cost: float
    cost_per_entry: Estimate | None
    net: Estimate | None
    soon: int
    soon_cost: float

    @property
    def lumpy(self) -> bool:
        """Whether a small part of the step brings nearly all of it, so that what each entry costs on average says little."""
        return self.new.value >= 2 and 4 * self.soon <= self.items


LabelsUnit = Literal["money", "entries", "right answers"]
"""Of what labels are worth: money, entries where these have no worth, or right answers where values are counted so."""


@dataclass(frozen=True)
class LabelsWorth:
    """What more labels could be worth at most before deciding (METHODS L).

    Attributes
    ----------
    unit
        Of the worth.
    labelled
        Labelled items that choose, and that more labels would be added to.
    listed
        Items of the list that the choice is for. None where no list is known: the worth is then for one like the labelled
        items, or, where models answer by themselves, for 1,000 items.
    price
        Of one label of a random item, in the unit of values; None where nothing has a price.
    everything
        By how much the best choice would be better if everything were known, >= 0: a ceiling.
    """

    unit: LabelsUnit
    labelled: int
    listed: float | None
    price: float | None
    everything: float

    def at_most(self, minor_digits: int) -> float:
        """Return ``everything`` rounded up as far as it is printed; ``minor_digits``: of money.

        >>> [LabelsWorth("money", 40, None, None, worth).at_most(2) for worth in (120.2, 1.201)]
        [121.0, 1.21]
        >>> [LabelsWorth("right answers", 40, None, None, worth).at_most(2) for worth in (1.2, 0.21)]
        [2.0, 0.3]
        """
        if self.unit == "right answers":
            return ceiling(self.everything, 0 if self.everything > 0.4 else 1)
        return ceiling(self.everything, 0 if self.everything >= 100 else minor_digits)


Rule = Literal["only_model", "mixture", "best_single", "not_starting", "impossible"]
"""Why this order: the only model; all models mixed; the single model that brings most, where none are to be mixed."""


Refusal = Literal["", "outside", "reviewed", "uncertified", "few", "chance"]
"""Why nothing is recommended although the goal could be met: too much of the plan lies beyond the labelled scores;
the labels came from reviewing the top of an order; they are too few to guarantee so small a share of wrong answers;
too few for anything; or they do not show that the order finds more than a random one."""

FEWEST = 30
"""From fewer labelled items nothing is recommended: intervals hold too rarely (METHODS F8)."""


WorkflowName = Literal["filter", "defer", "joint"]
"""Models order items for people; or answer what they are sure of; or both, on one budget."""

WhyNot = Literal[Refusal, "impossible", "over_budget", "not_paid", "unsure"]
"""Why nothing meets the goal: too much of the plan lies beyond the labelled items; the labels came from reviewing the
top of an order; no cutoff is certain to keep wrong answers to the share that is wanted; labels are too few for anything; they do not show that the order finds
more than a random one; the target is beyond the list; it is beyond the budget; the budget does not even pay for the model; no
review is as sure of all quotas as is wanted."""


@dataclass(frozen=True, kw_only=True)
class Recommendation:
    """One recommendation; counts are of ``items`` items.

    Attributes
    ----------
    workflow
        What was planned.
    why_not
        Why nothing meets the goal; empty where the recommendation does.
    model
        Whose order or answers are used; None where none are.
    basis, items
        Of what the counts are: the project's list or the labelled items, and how many.
    cutoff
        The confidence from which on the model answers alone; None where it answers nothing so, or by another rule.
    answered_alone, wrong
        Items the model answers alone, and how many of these answers are wrong; None where that is not known.
    reviewed, left
        Items that people judge, and that nobody does.
    spend
        What that costs, in currency units; None where no price is known.
    found
        Entries, or right labels, that come out; None where nothing says.
    net
        Net value of it all, in ``net_unit``; None where nothing has a worth.
    spend_range
        The spend with its interval, where chance moves it; else None.
    luck
        What the choice of the stop owes to luck, in ``net_unit``; the net value is less it. None where nothing is chosen
        by worth.
    shown
        Whether the labels show that this pays at all; None where nothing has a worth, or money or a target sets the stop.
    members
        Of which models the order or the answers are made and what each weighs, which adds up to 1; none: of one.
    best_single
        The model that brings most alone; None where there is one only, or nobody asked.
    settled, settled_wrong
        Items that somebody answers who is paid by the item, and how many of these answers are wrong; None where
        nobody may be asked.
    """

    workflow: WorkflowName
    why_not: WhyNot
    model: str | None = None
    basis: Basis
    items: float
    cutoff: float | None = None
    answered_alone: Estimate = Estimate(0.0)
    wrong: Estimate | None = None
    reviewed: Estimate = Estimate(0.0)
    left: Estimate = Estimate(0.0)
    spend: Decimal | None = None
    found: Estimate | None = None
    net: Estimate | None = None
    net_unit: Literal["", "money", "right answers"] = ""
    spend_range: Estimate | None = None
    luck: float | None = None
    shown: bool | None = None
    members: Mapping[str, float] = field(default_factory=dict)
    best_single: str | None = None
    settled: Estimate | None = None
    settled_wrong: Estimate | None = None

    @property
    def all_wrong(self) -> float | None:
        """Answers that come out wrong, whoever gave them; None where nothing says what comes out."""
        if self.found is None:
            return None
        settled = 0.0 if self.settled is None else self.settled.value
        return max(self.answered_alone.value + self.reviewed.value + settled - self.found.value, 0.0)

    @property
    def meets_goal(self) -> bool:
        """Whether there is something to recommend."""
        return not self.why_not
