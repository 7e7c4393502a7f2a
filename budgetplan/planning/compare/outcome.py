"""What several plans bring, and how far each is from the first: in the same resamples, where they have these in common.

References
----------
METHODS F8.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from budgetplan.arrays import FloatArray
from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import Plan
from budgetplan.domain.recommendation import Recommendation
from budgetplan.intervals.estimates import estimate, spanning
from budgetplan.planning.compare.replicated import Replicated


@dataclass(frozen=True, eq=False)
class PlanOutcome:
    """One plan of several: what is recommended, and that in every resample.

    Attributes
    ----------
    name
        What it is called.
    replicated
        None where nothing was resampled, or nothing is recommended.
    drawn
        What its resamples were drawn from, a checksum for each part of it.
    said
        What was said of it, as it was written, by key.
    command
        What makes its own report.
    held_down
        By how much less net value it is told with than in its own report, beside a plan that was free to do the same.
    quotas_met
        Share of resamples in which it meets all its quotas at once; None where none are wanted, or nothing is resampled.
    """

    name: str
    plan: Plan
    recommendation: Recommendation
    replicated: Replicated | None
    drawn: Mapping[str, str]
    said: Mapping[str, str]
    command: str
    held_down: float = 0.0
    quotas_met: float | None = None

    @property
    def met(self) -> bool:
        """Whether there is something to recommend, if it is not to start."""
        return self.recommendation.meets_goal

    @property
    def reviewed(self) -> float:
        """Items that people review."""
        return self.recommendation.reviewed.value

    @property
    def spend(self) -> Decimal | None:
        """What it costs, None where nothing has a price."""
        if not self.plan.prices.stated:
            return None
        return self.recommendation.spend or Decimal(0)

    @property
    def found(self) -> Estimate:
        """Entries, or right labels, that come out."""
        return self.recommendation.found or Estimate(0.0)

    @property
    def net(self) -> Estimate | None:
        """Net value, that of not starting where this is recommended; None where nothing has a worth."""
        own = self.recommendation.net
        if own is None and self.met and self.replicated is not None and self.replicated.net is not None:
            return estimate(float(self.replicated.net.mean()), self.replicated.net)
        return own


@dataclass(frozen=True)
class Gap:
    """How far one plan is from another; None where one of them has no such number.

    ``apart``: in what the samples of both differ, by name; where that is anything, no interval is told.
    """

    net: Estimate | None
    found: Estimate | None
    spend: Decimal | None
    spend_range: Estimate | None
    apart: tuple[str, ...]


def gap(one: PlanOutcome, other: PlanOutcome) -> Gap | None:
    """Return how much more one plan brings than another, None where either recommends nothing or they collect different labels.

    Intervals are of the differences in every resample: what chance does to both alike falls out. Two plans that do the
    same differ in what they cost alone, though one was chosen among more and has more taken off.
    """
    if not (one.met and other.met) or {*one.plan.positive} != {*other.plan.positive}:
        return None
    apart = tuple(
        name for name in sorted({*one.drawn, *other.drawn}) if one.drawn.get(name) != other.drawn.get(name)
    )
    pair = None if apart else _both(one.replicated, other.replicated)
    net = None
    if one.net is not None and other.net is not None:
        net = _apart(one.net.value - other.net.value, pair, "net", _more_off(pair, 0))
        if pair is not None and pair[0].answered != pair[1].answered:
            (less, more), (their_less, their_more) = pair[0].room, pair[1].room
            net = spanning(net, less + their_more, more + their_less)
    spend = None if one.spend is None or other.spend is None else one.spend - other.spend
    return Gap(
        net=net,
        found=_apart(one.found.value - other.found.value, pair, "found", _more_off(pair, 1)),
        spend=spend,
        spend_range=None if spend is None else _spent(one, other, pair),
        apart=apart,
    )


def _both(one: Replicated | None, other: Replicated | None) -> tuple[Replicated, Replicated] | None:
    return None if one is None or other is None else (one, other)


def _more_off(pair: tuple[Replicated, Replicated] | None, place: int) -> float:
    """Return how much more was taken off the one plan than off the other, where both do the same; else nothing.

    Where every entry has a worth both are told with the same entries already, and differ in what these are worth.
    """
    if pair is None or not pair[0].done or pair[0].done != pair[1].done:
        return 0.0
    if pair[0].worth > 0 and pair[1].worth > 0:
        return 0.0
    return pair[0].off[place] - pair[1].off[place]


def _apart(value: float, pair: tuple[Replicated, Replicated] | None, name: str, more: float) -> Estimate:
    """Return a difference with its interval; ``more`` is given back to it."""
    if pair is None:
        return Estimate(value)
    value += more
    one, other = (getattr(each, name) for each in pair)
    # With quotas the value is read on the labels themselves, and resamples of few of them lie beside it.
    return _held(estimate(value, None if one is None or other is None else one - other + more))


def _held(found: Estimate) -> Estimate:
    """Return a difference whose interval holds it."""
    if found.low is None or found.high is None:
        return found
    return replace(found, low=min(found.low, found.value), high=max(found.high, found.value))


def _spent(
    one: PlanOutcome, other: PlanOutcome, pair: tuple[Replicated, Replicated] | None
) -> Estimate | None:
    """Return the difference of what is spent with its interval, None where no chance moves either."""
    if pair is None or (pair[0].spend is None and pair[1].spend is None):
        return None
    amounts: list[FloatArray | float] = [
        float(whose.spend or 0) if each.spend is None else each.spend
        for whose, each in zip((one, other), pair, strict=True)
    ]
    value = float((one.spend or 0) - (other.spend or 0))
    # What is billed is rounded, what resamples spend is not.
    return _held(estimate(value, pair[0].found * 0.0 + amounts[0] - amounts[1]))


@dataclass(frozen=True, eq=False)
class Comparison:
    """Several plans beside each other; ``gaps``: of each to the first one."""

    outcomes: tuple[PlanOutcome, ...]
    gaps: tuple[Gap | None, ...]

    @property
    def first(self) -> PlanOutcome:
        """The one that the others are compared with."""
        return self.outcomes[0]

    @property
    def met(self) -> tuple[PlanOutcome, ...]:
        """Those that recommend something."""
        return tuple(one for one in self.outcomes if one.met)

    @property
    def ranked(self) -> bool:
        """Whether the plans can be ranked: they collect the same labels, so that an entry is the same thing in all."""
        return len({frozenset(one.plan.positive) for one in self.outcomes}) == 1

    @property
    def differing(self) -> tuple[str, ...]:
        """Keys that were not said alike of all, in the order of their names."""
        keys = sorted({key for one in self.outcomes for key in one.said})
        return tuple(key for key in keys if len({one.said.get(key) for one in self.outcomes}) > 1)
