"""Inputs of a plan that are known as ranges, and what follows from that (METHODS C)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

import numpy as np

from budgetplan.domain.asked.keys import ReadOnly

TIMES = ("seconds_per_item", "seconds_per_unit")
"""Who is slow at the one is slow at the other: both are drawn together."""
SHARES = ("adjudicated_share",)
PRICES = ("per_item", "per_unit", "hourly_rate", "adjudication")
WORTH = "value"
RANGED = (*TIMES, *SHARES, *PRICES, WORTH)
"""Keys that may have a range, by their names in [cost]; the last is the worth of an entry."""
LABELS = "labels"
"""Stands beside them where an input is named: what the labelled items leave open."""

LEVEL = 0.8
"""A contingency, or a number of people, suffices in this share of the draws."""
DRAWS = 2000
"""So many draws where nothing is resampled."""


@dataclass(frozen=True)
class Span:
    """Two ends, low <= high, in the unit of the key."""

    low: Decimal
    high: Decimal


@dataclass(frozen=True)
class Ranges(ReadOnly):
    """What is known of inputs beside the values that a plan is made with.

    Attributes
    ----------
    spans
        Ranges by key, of :data:`RANGED`; each holds the plan's own value.
    computed
        Whether the contingency is computed from them and from the resamples.
    """

    spans: Mapping[str, Span] = field(default_factory=dict)
    computed: bool = False

    @property
    def asked(self) -> bool:
        """Whether anything was said of it."""
        return self.computed or bool(self.spans)


@dataclass(frozen=True, eq=False)
class Reserve:
    """What reaching the same costs, and the contingency that follows.

    Attributes
    ----------
    planned
        The plan's cost without a contingency, in currency units.
    level
        Share of the draws in which the contingency suffices.
    draws, seed
        How many there are, and how they start.
    missed
        Share of them in which the list does not hold as many entries.
    amount
        What has to be added to the plan's cost, in currency units, 0 or more; None where nothing suffices in so many draws.
    rate
        The same as a share of what annotation costs, rounded up to a tenth of a percent; None likewise.
    cost, chance
        Costs that increase, and the share of draws that need no more.
    """

    planned: float
    draws: int
    seed: int
    missed: float
    amount: float | None
    rate: Decimal | None
    cost: tuple[float, ...]
    chance: tuple[float, ...]
    level: float = LEVEL

    @property
    def enough(self) -> float:
        """What suffices in so many of the draws: the plan's cost with what has to be added."""
        return self.planned + (self.amount or 0.0)

    @property
    def chance_as_planned(self) -> float:
        """Share of the draws that the plan's cost without a contingency suffices for."""
        return float(np.interp(self.planned, self.cost, self.chance, left=0.0))


@dataclass(frozen=True)
class Calendar:
    """How long reaching the same takes.

    Attributes
    ----------
    people
        How many review.
    weeks
        In the share ``level`` of the draws no more whole weeks are needed; None where nothing suffices in so many.
    end
        The last day of these weeks; empty where the first day is not known.
    deadline
        The last day there is; empty where nobody said.
    chance
        Share of the draws in which it is done by then; None without a deadline.
    people_needed
        How many people make that at least ``level``; None without a deadline, or where no number does.
    level, missed
        As in :class:`Reserve`.
    """

    people: int
    weeks: int | None
    end: str
    deadline: str
    chance: float | None
    people_needed: int | None
    missed: float
    level: float = LEVEL


Measure = Literal["net", "cost"]
"""What swings: the net value of the plan, where entries have a worth, or what it costs."""


@dataclass(frozen=True)
class Swing:
    """What becomes of the plan where one input is at an end of its range, and all others are as planned.

    Attributes
    ----------
    key
        Of :data:`RANGED`, or :data:`LABELS`.
    planned, low, high
        The input; None for labels, of which the ends are the 5 and 95 % points over the resamples.
    at_low, at_high
        What is measured where the input is low, and high, in currency units; for labels in increasing order.
    below, above
        The nearest value below and above the planned one at which another plan is recommended, or none; None where
        there is none in the range.
    at_below, at_above
        What is measured there.
    tested
        Whether it was tried which values lead to another plan.
    """

    key: str
    planned: Decimal | None
    low: Decimal | None
    high: Decimal | None
    at_low: float
    at_high: float
    below: float | None = None
    above: float | None = None
    at_below: float | None = None
    at_above: float | None = None
    tested: bool = False

    @property
    def ends(self) -> tuple[float, float]:
        """The least and the greatest that is measured."""
        return min(self.at_low, self.at_high), max(self.at_low, self.at_high)

    @property
    def width(self) -> float:
        """How far what is measured moves, in currency units."""
        return abs(self.at_high - self.at_low)


@dataclass(frozen=True, eq=False)
class Risk:
    """What a plan may cost, how long it may take, and which inputs matter.

    Attributes
    ----------
    entries
        How many are to be found in every draw; None where it is a share of all there are.
    reserve
        None where nothing has a price.
    calendar
        None where nobody said how long a judgement takes, or how many hours a week people have.
    measure, here
        What swings, and how much that is as planned, in currency units.
    swings
        The widest first.
    """

    entries: float | None
    reserve: Reserve | None
    calendar: Calendar | None
    measure: Measure
    here: float
    swings: tuple[Swing, ...]
