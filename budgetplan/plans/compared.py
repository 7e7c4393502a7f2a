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
from budgetplan.domain.decision import Estimate, Recommendation
from budgetplan.domain.plan import Plan
from budgetplan.lists.estimates import of_draws


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
    written
        What was said of it, as it was written, by key.
    command
        What makes its own report.
    quotas_met
        Share of draws in which it meets all its quotas at once; None where none are wanted, or nothing is drawn.
    unreserved
        Whether its contingency was to be computed, and it has none.
    """

    name: str
    plan: Plan
    recommendation: Recommendation
    draws: PlanDraws | None
    drawn: Mapping[str, str]
    written: Mapping[str, str]
    command: str
    quotas_met: float | None = None
    unreserved: bool = False

    @property
    def met(self) -> bool:
        """Whether there is something to recommend, if it is not to start."""
        return self.recommendation.meets_goal

    @property
    def spend(self) -> Decimal | None:
        """What it costs, None where nothing has a price."""
        return (self.recommendation.spend or Decimal(0)) if self.plan.prices.stated else None

    @property
    def found(self) -> Estimate:
        """Entries, or right labels, that come out."""
        return self.recommendation.found or Estimate(0.0)

    @property
    def net(self) -> Estimate | None:
        """Net value, that of not starting where this is recommended; None where nothing has a worth."""
        net, drawn = self.recommendation.net, None if self.draws is None else self.draws.net
        if net is None and self.met and drawn is not None:
            return of_draws(float(drawn.mean()), drawn)
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

    def differ(of: Callable[[PlanOutcome], object]) -> bool:
        return any(of(outcome) != of(outcomes[0]) for outcome in outcomes)

    labels = differ(lambda outcome: (outcome.drawn.get("labels"), {*outcome.plan.positive}))
    several = len(currencies(outcomes)) > 1
    # Worths are those of the labels collected, in the plan's currency: of others they are others anyway.
    worths = differ(lambda outcome: (outcome.plan.values, outcome.plan.deferral and outcome.plan.deferral.worths))
    apart = {"labels": labels, "list": differ(lambda outcome: outcome.drawn.get("list")), "currencies": several}
    apart["worths"] = worths and not (labels or several)
    return tuple(name for name, other in apart.items() if other)


def currencies(outcomes: Sequence[PlanOutcome]) -> tuple[str, ...]:
    """Return the currencies in which plans have prices, in their order; no exchange rate leads from one to another."""
    return tuple(dict.fromkeys(outcome.plan.prices.currency for outcome in outcomes if outcome.plan.prices.stated))


def gap(outcome: PlanOutcome, other: PlanOutcome) -> Gap | None:
    """Return how much more one plan brings than another; None where either recommends nothing, or nothing can be compared.

    That is so where labels, list or currency differ.

    Intervals are of the differences in every draw: what chance does to both alike falls out.
    """
    apart = unlike([outcome, other])
    if not (outcome.met and other.met) or {"labels", "list", "currencies"} & {*apart}:
        return None
    names = sorted({*outcome.drawn, *other.drawn})
    differing = tuple(name for name in names if outcome.drawn.get(name) != other.drawn.get(name))

    pair, net, spend, spend_range = (outcome, other), None, None, None
    shared = not differing and all(side.draws is not None for side in pair)

    def drawn(name: str) -> list[FloatArray | None]:
        """Return what both bring in every draw, None where they do not share these."""
        return [getattr(outcome.draws, name) if shared else None for outcome in pair]

    if outcome.net is not None and other.net is not None and "worths" not in apart:
        net = _difference(outcome.net.value - other.net.value, *drawn("net"))
    if outcome.spend is not None and other.spend is not None:
        spend, paid = outcome.spend - other.spend, drawn("spend")
        if any(draws is not None for draws in paid):
            # What chance does not move is paid in every draw.
            flat = [float(side.spend or 0) for side in pair]
            differences = (flat_spend if first is None else first for flat_spend, first in zip(flat, paid, strict=True))
            spend_range = _difference(float(spend), *differences)
    difference = _difference(outcome.found.value - other.found.value, *drawn("found"))
    return Gap(net, difference, spend, spend_range, differing)


def _difference(value: float, first: FloatArray | float | None, other: FloatArray | float | None) -> Estimate:
    """Return a difference with the middle 95 % of its draws, which hold it: what is billed is rounded, draws are not."""
    return Estimate(value) if first is None or other is None else of_draws(value, np.asarray(first - other))


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
    def clear(self) -> bool | None:
        """Whether the lead is clear of chance; None where nothing says so."""
        return self.lead.wholly_above(0.0) if self.lead is not None and self.lead.known else None

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


class Comparison:
    """Several plans beside each other.

    Attributes
    ----------
    outcomes, first, gaps
        The plans, the one that the others are compared with, and how far each is from it.
    met
        Those that recommend something.
    unlike
        What is not the same in all plans, so that they stand side by side and are not ranked.
    differing
        Keys that were not said alike of all, in the order of their names.
    net, found, cheapest, rate
        Who has the greatest net value, finds most, meets a target for the least money (less than 0: what is spent) and
        finds most for one currency unit; None where that cannot be asked. Who recommends nothing is none of them.
    idle
        Those that recommend not to start.
    best
        Who is foremost in what tells the plans apart first: net value, else what is found.
    smallest_net
        The size of the net value that is the nearest to zero; 0 where nothing has a worth.
    paired
        Whether any difference is told in draws that both plans share.
    by_worth
        Which is best for which worth of an entry; empty where that cannot be asked.
    marked
        Of the plans that are best those that cost least; all of these where not all have a price.
    untold
        Plans whose differences to the first have no interval, with what is not the same there.
    """

    def __init__(self, outcomes: Sequence[PlanOutcome]) -> None:
        self.outcomes, self.first, self.unlike = tuple(outcomes), outcomes[0], unlike(outcomes)
        self.gaps = tuple(gap(outcome, self.first) for outcome in outcomes)
        self.met = tuple(outcome for outcome in outcomes if outcome.met)
        keys = sorted({key for outcome in outcomes for key in outcome.written})
        self.differing = tuple(key for key in keys if len({outcome.written.get(key) for outcome in outcomes}) > 1)
        met = () if self.unlike else self.met
        started = [outcome for outcome in met if outcome.recommendation.reviewed.value > 0 and outcome.found.value > 0]
        targets = [outcome for outcome in started if outcome.plan.target is not None]
        priced = all(outcome.spend is not None for outcome in met)
        lists = priced and all(outcome.recommendation.workflow == "filter" for outcome in met)
        # A plan may be worth something else than its entries: people err in it, or what is left out counts.
        worths = [outcome.plan.values for outcome in met if outcome.plan.values is not None]
        plain = not any(values.error or values.wrong or any(values.left_out.values()) for values in worths)
        self.net = _foremost(met, lambda outcome: None if outcome.net is None else outcome.net.value, "net")
        self.found = _foremost(met, lambda outcome: outcome.found.value, "found")
        self.best = self.net or self.found
        self.cheapest = _foremost(targets if priced else (), lambda outcome: -float(outcome.spend or 0))
        paid = [outcome for outcome in started if outcome.spend] if lists else []
        self.rate = _foremost(paid, lambda outcome: outcome.found.value / float(outcome.spend or 1))
        self.idle = tuple(outcome.name for outcome in self.met if outcome.recommendation.model is None)
        self.by_worth = _by_worth(met) if met and lists and plain else ()
        self.smallest_net = min(
            (abs(outcome.net.value) for outcome in self.outcomes if outcome.net is not None), default=0.0
        )
        self.paired = any(gap is not None and gap.found.known for gap in self.gaps[1:])
        foremost = [outcome for outcome in outcomes if self.best is not None and outcome.name in self.best.names]
        spends = [outcome.spend for outcome in foremost if outcome.spend is not None]
        comparable = bool(spends) and len(spends) == len(foremost)
        self.marked = tuple(outcome.name for outcome in foremost if not comparable or outcome.spend == min(spends))
        pairs = [(outcome.name, gap.apart) for outcome, gap in zip(outcomes, self.gaps, strict=True) if gap is not None]
        parts = sorted({apart for _, apart in pairs if apart})
        self.untold = tuple((tuple(name for name, apart in pairs if apart == part), part) for part in parts)


def _foremost(
    outcomes: Sequence[PlanOutcome], of: Callable[[PlanOutcome], float | None], name: str = ""
) -> Foremost | None:
    """Return who has most of something; None where fewer than two have any number of it.

    ``name``: what of a difference says how far the best is ahead; empty: nothing does.
    """
    valued = [(value, outcome) for outcome in outcomes if (value := of(outcome)) is not None]
    if len(valued) < 2:
        return None
    most, near = max(value for value, _ in valued), 1e-12 * max(abs(value) for value, _ in valued)
    best = [outcome for value, outcome in valued if value >= most - near]
    names, behind = tuple(outcome.name for outcome in best), [row for row in valued if row[1] not in best]
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
    at = {outcome.name: (float(outcome.spend or 0), outcome.found.value) for outcome in outcomes}
    kept: list[tuple[float, float]] = []
    # Of equal spends the one that finds most, and dearer ones that find more.
    for point in sorted({(0.0, 0.0), *at.values()}, key=lambda point: (point[0], -point[1])):
        if not kept or point[1] > kept[-1][1]:
            kept.append(point)
    total, finds = np.array(kept).T
    stops = stops_by_entry_value(finds, total)
    best = [tuple(name for name, point in at.items() if point == kept[stop.position]) for stop in stops]
    return tuple(ForWorth(names, stop.low, stop.high) for names, stop in zip(best, stops, strict=True))
