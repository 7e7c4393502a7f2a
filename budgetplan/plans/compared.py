"""What several plans bring, how far each is from the first (in the same draws, where they share these), which is for whom.

References
----------
METHODS F8.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.core.path import stops_by_entry_value
from budgetplan.core.stops import interval
from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import Plan
from budgetplan.domain.recommendation import Recommendation

TIE = 1e-12
"""Amounts this close, relative to the greatest, are equal."""


@dataclass(frozen=True, eq=False)
class PlanDraws:
    """What one plan earns, finds and spends in every draw, each of shape (draws,).

    Attributes
    ----------
    net
        Net value in currency units, or right answers, less luck; None where nothing has a worth.
    found
        Entries, or right labels.
    spend
        In currency units; None where chance does not move it.
    """

    net: FloatArray | None
    found: FloatArray
    spend: FloatArray | None = None


def drawn_from(**parts: object) -> dict[str, str]:
    """Return a checksum for each part of what draws are made from, by its name; a part may hold several things.

    Examples
    --------
    >>> first, second = drawn_from(seed=1, groups=None), drawn_from(seed=2, groups=None)
    >>> [name for name in first if first[name] != second[name]]
    ['seed']
    """
    return {name: hashlib.sha256(_bytes(part)).hexdigest() for name, part in parts.items()}


def _bytes(part: object) -> bytes:
    if isinstance(part, tuple):
        return b"|".join(map(_bytes, part))
    if isinstance(part, np.ndarray):
        return f"{part.shape}{part.dtype.str}".encode() + np.ascontiguousarray(part).tobytes()
    return repr(part).encode()


@dataclass(frozen=True, eq=False)
class PlanOutcome:
    """One plan of several: what is recommended, and that in every draw.

    Attributes
    ----------
    name
        What it is called.
    draws
        None where no intervals are wanted, or nothing is recommended.
    drawn
        What its draws were made from, a checksum for each part of it.
    said
        What was said of it, as it was written, by key.
    command
        What makes its own report.
    quotas_met
        Share of draws in which it meets all its quotas at once; None where none are wanted, or nothing is drawn.
    """

    name: str
    plan: Plan
    recommendation: Recommendation
    draws: PlanDraws | None
    drawn: Mapping[str, str]
    said: Mapping[str, str]
    command: str
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
        net, drawn = self.recommendation.net, None if self.draws is None else self.draws.net
        if net is None and self.met and drawn is not None:
            return _estimate(float(drawn.mean()), drawn)
        return net


@dataclass(frozen=True)
class Gap:
    """How far one plan is from another; None where one of them has no such number, or their worths differ.

    ``apart``: in what the draws of both differ, by name; where that is anything, no interval is told.
    """

    net: Estimate | None
    found: Estimate
    spend: Decimal | None
    spend_range: Estimate | None
    apart: tuple[str, ...]


def unlike(outcomes: Sequence[PlanOutcome]) -> tuple[str, ...]:
    """Return what forbids to rank plans: ``labels``, ``list``, ``currencies`` or ``worths`` that differ among them."""
    plans, first = [each.plan for each in outcomes], outcomes[0]
    apart = [
        name
        for name in ("labels", "list")
        if any(each.drawn.get(name) != first.drawn.get(name) for each in outcomes)
        or (name == "labels" and any({*plan.positive} != {*first.plan.positive} for plan in plans))
    ]
    if len(currencies(outcomes)) > 1:
        apart.append("currencies")
    # Worths are those of the labels collected, in the plan's currency: of others they are others anyway.
    worths = [(plan.values, None if plan.deferral is None else plan.deferral.worths) for plan in plans]
    if not {"labels", "currencies"} & {*apart} and any(each != worths[0] for each in worths):
        apart.append("worths")
    return tuple(apart)


def currencies(outcomes: Sequence[PlanOutcome]) -> tuple[str, ...]:
    """Return the currencies in which plans have prices, in their order; no exchange rate leads from one to another."""
    return tuple(dict.fromkeys(each.plan.prices.currency for each in outcomes if each.plan.prices.stated))


def gap(outcome: PlanOutcome, other: PlanOutcome) -> Gap | None:
    """Return how much more one plan brings than another; None where either recommends nothing, or nothing can be compared.

    That is so where labels, list or currency differ.

    Intervals are of the differences in every draw: what chance does to both alike falls out.
    """
    apart = unlike([outcome, other])
    if not (outcome.met and other.met) or {"labels", "list", "currencies"} & {*apart}:
        return None
    names = sorted({*outcome.drawn, *other.drawn})
    other_draws = tuple(name for name in names if outcome.drawn.get(name) != other.drawn.get(name))
    here, there = (None if other_draws else each.draws for each in (outcome, other))
    net = spend = spend_range = nets = founds = spends = None
    if here is not None and there is not None:
        founds = here.found - there.found
        nets = None if here.net is None or there.net is None else here.net - there.net
        if here.spend is not None or there.spend is not None:
            # What chance does not move is paid in every draw.
            paid, paid_other = (
                float(each.spend or 0) if draws.spend is None else draws.spend
                for each, draws in ((outcome, here), (other, there))
            )
            spends = np.asarray(paid - paid_other)
    if outcome.net is not None and other.net is not None and "worths" not in apart:
        net = _estimate(outcome.net.value - other.net.value, nets)
    if outcome.spend is not None and other.spend is not None:
        spend = outcome.spend - other.spend
        spend_range = None if spends is None else _estimate(float(spend), spends)
    found = _estimate(outcome.found.value - other.found.value, founds)
    return Gap(net=net, found=found, spend=spend, spend_range=spend_range, apart=other_draws)


def _estimate(value: float, drawn: FloatArray | None) -> Estimate:
    """Return a number with the middle 95 % of its draws, which hold it: what is billed is rounded, draws are not."""
    if drawn is None:
        return Estimate(value)
    low, high = interval(drawn)
    return Estimate(value, min(float(low), value), max(float(high), value))


@dataclass(frozen=True)
class Foremost:
    """Who is ahead in something.

    Attributes
    ----------
    names
        Several where they are equal; all of them, where all are.
    value
        Of the best, in its own unit.
    over
        The next one's name, empty where there is none.
    lead
        How much the best is ahead of it (positive), with its interval where both share their draws; None where there
        is no next one, or where that is not told.
    """

    names: tuple[str, ...]
    value: float
    over: str = ""
    lead: Estimate | None = None

    @property
    def each(self) -> float:
        """What one entry costs, of entries per unit of money."""
        return 1 / self.value

    @property
    def spend(self) -> float:
        """What is spent, of who spends least."""
        return -self.value


@dataclass(frozen=True)
class ForWorth:
    """Between which worths of an entry a plan is the best of those compared; no ``names``: not starting is."""

    names: tuple[str, ...]
    low: float
    high: float | None


@dataclass(frozen=True, eq=False)
class Comparison:
    """Several plans beside each other.

    Attributes
    ----------
    outcomes, gaps
        The plans, and how far each is from the first one.
    unlike
        What is not the same in all plans, so that they stand side by side and are not ranked.
    net, found, cheapest, rate
        Who has the greatest net value, finds most, meets a target for the least money (less than 0: what is spent) and
        finds most for one currency unit; None where that cannot be asked. Who recommends nothing is none of them.
    by_worth
        Which is best for which worth of an entry; empty where that cannot be asked.
    """

    outcomes: tuple[PlanOutcome, ...]
    gaps: tuple[Gap | None, ...]
    unlike: tuple[str, ...]
    net: Foremost | None
    found: Foremost | None
    cheapest: Foremost | None
    rate: Foremost | None
    by_worth: tuple[ForWorth, ...]

    @property
    def first(self) -> PlanOutcome:
        """The one that the others are compared with."""
        return self.outcomes[0]

    @property
    def met(self) -> tuple[PlanOutcome, ...]:
        """Those that recommend something."""
        return tuple(each for each in self.outcomes if each.met)

    @property
    def differing(self) -> tuple[str, ...]:
        """Keys that were not said alike of all, in the order of their names."""
        keys = sorted({key for each in self.outcomes for key in each.said})
        return tuple(key for key in keys if len({each.said.get(key) for each in self.outcomes}) > 1)


def compared(outcomes: Sequence[PlanOutcome]) -> Comparison:
    """Return several plans with how far each is from the first, and which is best in what."""
    apart = unlike(outcomes)
    met = [] if apart else [each for each in outcomes if each.met]
    started = [each for each in met if each.reviewed > 0 and each.found.value > 0]
    priced = all(each.spend is not None for each in met)
    filters = all(each.recommendation.workflow == "filter" for each in met)
    # A plan may be worth something else than its entries: people err in it, or what is left out counts.
    worths = [each.plan.values for each in met if each.plan.values is not None]
    plain = filters and not any(each.error or each.wrong or any(each.left_out.values()) for each in worths)
    targets = [each for each in started if each.plan.target is not None]
    return Comparison(
        tuple(outcomes),
        tuple(gap(each, outcomes[0]) for each in outcomes),
        apart,
        net=_foremost(met, lambda each: None if each.net is None else each.net.value, "net"),
        found=_foremost(met, lambda each: each.found.value, "found"),
        cheapest=_foremost(targets, lambda each: -float(each.spend or 0)) if priced else None,
        rate=_foremost(started, lambda each: each.found.value / float(each.spend) if each.spend else None)
        if priced and filters
        else None,
        by_worth=_by_worth(met) if met and priced and plain else (),
    )


def _foremost(
    outcomes: Sequence[PlanOutcome], of: Callable[[PlanOutcome], float | None], name: str = ""
) -> Foremost | None:
    """Return who has most of something; None where fewer than two have any number of it.

    ``name``: what of a difference says how far the best is ahead; empty: nothing does.
    """
    known = [(value, one) for one in outcomes if (value := of(one)) is not None]
    if len(known) < 2:
        return None
    most, near = max(value for value, _ in known), TIE * max(abs(value) for value, _ in known)
    best = [one for value, one in known if value >= most - near]
    names, behind = tuple(one.name for one in best), [row for row in known if row[1] not in best]
    following = max(behind, key=lambda row: (row[0], row[1].name))[1] if behind else None
    lead = gap(best[0], following) if name and following is not None else None
    over = "" if following is None else following.name
    return Foremost(names, most, over, None if lead is None else getattr(lead, name))


def _by_worth(outcomes: Sequence[PlanOutcome]) -> tuple[ForWorth, ...]:
    """Return for which worths of an entry each plan is the best, and not starting.

    One common worth for every entry, as in the table of stops: a plan earns found x worth - spend.

    References
    ----------
    METHODS F7.
    """
    at = {one.name: (float(one.spend or 0), one.found.value) for one in outcomes}
    kept: list[tuple[float, float]] = []
    # Of equal spends the one that finds most, and dearer ones that find more.
    for point in sorted({(0.0, 0.0), *at.values()}, key=lambda point: (point[0], -point[1])):
        if not kept or point[1] > kept[-1][1]:
            kept.append(point)
    total, found = np.array(kept).T
    return tuple(
        ForWorth(
            tuple(name for name, point in at.items() if point == kept[stop.position]), stop.low, stop.high
        )
        for stop in stops_by_entry_value(found, total)
    )
