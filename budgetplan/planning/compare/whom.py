"""Which of several plans is for whom: by net value, by what is found, by what it costs, by the worth of an entry."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from budgetplan.domain.decision import Estimate
from budgetplan.metrics.ranking.stopping import stops_by_entry_value
from budgetplan.planning.compare.outcome import Comparison, PlanOutcome, gap

TIE = 1e-12
"""Amounts this close, relative to the greatest, are equal."""


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


@dataclass(frozen=True)
class ForWhom:
    """Which plan is for whom; None where that cannot be asked."""

    net: Foremost | None
    found: Foremost | None
    cheapest: Foremost | None
    rate: Foremost | None
    by_worth: tuple[ForWorth, ...]


def for_whom(comparison: Comparison) -> ForWhom:
    """Return which plan is best in what; plans that recommend nothing are none of them, and where plans are unlike none is."""
    met = () if comparison.unlike else comparison.met
    started = [one for one in met if one.reviewed > 0 and one.found.value > 0]
    priced = all(one.spend is not None for one in met)
    targets = [one for one in started if one.plan.target is not None]
    filters = all(one.recommendation.workflow == "filter" for one in met)
    plain = filters and not any(_beyond_entries(one) for one in met)
    return ForWhom(
        net=_foremost(met, _net, lambda one, other: _gap(one, other, "net")),
        found=_foremost(met, lambda one: one.found.value, lambda one, other: _gap(one, other, "found")),
        cheapest=_foremost(targets, _minus_spend) if priced else None,
        rate=_foremost(started, _per_unit) if priced and filters else None,
        by_worth=_by_worth(met) if met and priced and plain else (),
    )


def _net(one: PlanOutcome) -> float | None:
    return None if one.net is None else one.net.value


def _beyond_entries(one: PlanOutcome) -> bool:
    """Return whether a plan is worth something else than its entries: people err in it, or what is left out counts."""
    values = one.plan.values
    return values is not None and bool(values.error or values.wrong or any(values.left_out.values()))


def _minus_spend(one: PlanOutcome) -> float | None:
    return None if one.spend is None else -float(one.spend)


def _per_unit(one: PlanOutcome) -> float | None:
    """Return entries found for one currency unit."""
    return one.found.value / float(one.spend) if one.spend else None


def _gap(one: PlanOutcome, other: PlanOutcome, name: str) -> Estimate | None:
    found = gap(one, other)
    return None if found is None else getattr(found, name)


def _foremost(
    outcomes: Sequence[PlanOutcome],
    of: Callable[[PlanOutcome], float | None],
    apart: Callable[[PlanOutcome, PlanOutcome], Estimate | None] | None = None,
) -> Foremost | None:
    """Return who has most of something; None where fewer than two have any number of it."""
    known = [(value, one) for one in outcomes if (value := of(one)) is not None]
    if len(known) < 2:
        return None
    most = max(value for value, _ in known)
    near = TIE * max(abs(value) for value, _ in known)
    best = [one for value, one in known if value >= most - near]
    behind = sorted(
        ((value, one.name, one) for value, one in known if one not in best), reverse=True, key=_first
    )
    names = tuple(one.name for one in best)
    if not behind:
        return Foremost(names, most)
    following = behind[0][2]
    return Foremost(names, most, following.name, None if apart is None else apart(best[0], following))


def _first(row: tuple[float, str, PlanOutcome]) -> tuple[float, str]:
    return row[0], row[1]


def _by_worth(outcomes: Sequence[PlanOutcome]) -> tuple[ForWorth, ...]:
    """Return for which worths of an entry each plan is the best, and not starting.

    One common worth for every entry, as in the table of stops: a plan earns found x worth - spend.

    References
    ----------
    METHODS F7.
    """
    points = sorted({(float(one.spend or 0), one.found.value) for one in outcomes} | {(0.0, 0.0)})
    kept: list[tuple[float, float]] = []
    for point in points:  # plans, not items
        if kept and kept[-1][0] == point[0]:
            kept[-1] = point
        elif not kept or point[1] > kept[-1][1]:
            kept.append(point)
    total, found = np.array(kept).T
    told = []
    for stop in stops_by_entry_value(found, total):
        names = tuple(
            one.name for one in outcomes if (float(one.spend or 0), one.found.value) == kept[stop.position]
        )
        told.append(ForWorth(names, stop.low, stop.high))
    return tuple(told)
