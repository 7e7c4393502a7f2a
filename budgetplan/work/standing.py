"""How far a review is: what was judged, found and spent, against what the plan expected (METHODS R7)."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from decimal import Decimal

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import Plan
from budgetplan.domain.prices import JUDGING, Prices, Quantities
from budgetplan.domain.review.course import Band
from budgetplan.domain.review.manifest import ROLES, Manifest, Role, packet_name
from budgetplan.domain.review.returned import NOT_YET, SKIPPED, UNSETTLED, LogNote, Returned
from budgetplan.errors import BadDataError, Problem
from budgetplan.models.bounds import TWO_SIDED
from budgetplan.work.building import UNITS, limit_of, unit_of, used_of


@dataclass(frozen=True)
class Part:
    """Items of one role: how many were judged, are settled, and are entries; ``unsettled``: those who judge disagree."""

    of: int
    judged: int
    settled: int
    found: int
    unsettled: int

    @property
    def rest(self) -> int:
        """Items that are still to be judged."""
        return self.of - self.judged

    @property
    def told(self) -> int:
        """Items of which somebody said what they are; what was skipped is none of them."""
        return self.settled + self.unsettled


@dataclass(frozen=True)
class Corrected:
    """How often people differ from what the model said: of settled items of the plan, and of random ones it answers alone.

    ``expected``: of how many of the plan's the plan thought they would; None where that is not known.
    """

    of: int
    differ: int
    expected: float | None
    random: int
    random_differ: int


class ReviewState:
    """What has come of a queue so far.

    Attributes
    ----------
    plan, manifest, returned
        What was planned, declared and returned.
    positive
        Shape (n,): which items of the manifest are found to be entries.
    judged
        Shape (n,): which items have been judged, and so are paid.
    order, waiting
        The rows of the items in the plan's order, the first one first: all but answered and control items; and those of
        them that nobody has judged.
    parts, reviewed, found
        By role; the items that the plan has reviewed; and entries found in all: control items are none.
    then
        At what was judged is paid: the plan's prices, with what judging cost when the queue was written.
    ahead
        The manifest, with what its items cost and take at the plan's prices of now: what is still to be judged is paid at these.
    spent
        The printed total of what was judged, in currency units (items, without prices).
    used
        How much of a budget that takes, by what a budget may be counted in (:data:`UNITS`).
    fewer
        That the logs hold fewer judgements than are planned, and so counted as spent; None where they do not.
    budget_left, over_budget
        What is left of the plan's budget, in its unit (None: there is none), and how much more than it was spent.
    lacking
        How much more than what is left it takes to judge all that is still in the queue, mixed-in items among it; 0
        where it suffices.
    pays_on
        Whether the budget pays for one item more; True without a budget.
    expected
        Entries that the plan expected after as many reviewed items, with its 95 % interval; None where nothing is
        collected.
    below_plan, above_plan
        Whether fewer were found than the plan thought possible, if all that is not settled were entries; or more.
    quotas
        Entries found of each stratum, and how many are wanted at least; empty where the plan has no quotas.
    corrected
        How often people differ from the model's answers; None where it gives none, or nothing is judged.

    Raises
    ------
    BadDataError
        The plan has another currency than the queue.
    """

    def __init__(self, plan: Plan, manifest: Manifest, returned: Returned) -> None:
        self.plan, self.manifest, self.returned = plan, manifest, returned
        items, budget, label, strata = manifest.items, plan.budget, returned.label, {*manifest.items.stratum}
        self.then, self.ahead = _then(plan, manifest), manifest
        if plan.prices != self.then and holds_sizes(plan, manifest):
            n, units = len(items.ids), items.units if items.units.any() else None
            cost = plan.prices.item_cost(n, units, items.listed if plan.prices.listed else None)
            again = replace(items, cost=cost, seconds=plan.prices.item_seconds(n, units))
            self.ahead = replace(manifest, items=again)
        judged: BoolArray = label != NOT_YET
        self.judged = judged
        self.positive = np.isin(label, wanted_codes(manifest))
        self.order = np.argsort(items.rank, kind="stable")[int((items.rank == 0).sum()) :]
        self.waiting = self.order[~judged[self.order]]
        kinds = (np.ones(len(label), dtype=bool), judged, returned.settled, self.positive, label == UNSETTLED)
        counts = np.array([np.bincount(items.role[rows], minlength=len(ROLES)) for rows in kinds])
        self.parts = {role: Part(*each) for role, each in zip(ROLES, counts.T.tolist(), strict=True)}
        self.reviewed = reviewed = self.parts["review"]
        self.found = sum(part.found for role, part in self.parts.items() if role != "control")
        # A log may hold one settled label for what several people judged: fewer judgements than planned are no saving.
        planned, given = float(self.then.annotators) * float(judged.sum()), int(returned.last.sum())
        fewer = given < round(planned)
        self.fewer = LogNote("fewer", given, (str(round(planned)),)) if fewer else None
        times = np.where(judged, max(1.0, given / planned) if planned else 1.0, 1.0)
        hits, cost_of_model = float(self.positive.sum()), manifest.model_cost
        bought = _quantities(manifest, judged, hits, times)
        self.spent = self.then.printed_total(bought, cost_of_model) if judged.any() else Decimal(0)
        self.used = {unit: used_of(unit, self.then, bought, cost_of_model) for unit in UNITS}
        self.budget_left: Decimal | None = None
        self.over_budget, self.lacking, self.pays_on = Decimal(0), Decimal(0), True
        if budget is not None:
            unit = unit_of(budget)

            def needed(rows: BoolArray, entries: float, *, billed: bool) -> Decimal:
                """Return how much of the budget is used where these are judged, too; what was judged is paid as it was then."""
                if self.then == plan.prices:
                    both = _quantities(manifest, judged | rows, hits + entries, times)
                    return used_of(unit, self.then, both, cost_of_model, billed=billed)
                rest = _quantities(self.ahead, rows & ~judged, entries, times)
                prices = replace(plan.prices, fixed={})
                return self.used[unit] + used_of(unit, prices, rest, Decimal(0), billed=billed)

            left, queued, following = budget.amount - self.used[unit], items.place > 0, np.zeros_like(judged)
            self.budget_left, self.over_budget = max(left, Decimal(0)), max(-left, Decimal(0))
            # Entries still to come may cost more than other items do.
            coming = expected_entries(manifest, queued & ~judged, hits / max(int(judged.sum()), 1))
            whole = needed(queued, coming, billed=True)
            self.lacking = max(whole - budget.amount - self.over_budget, Decimal(0))
            following[self.waiting[:1]] = True
            self.pays_on = needed(following, 0.0, billed=False) <= limit_of(budget)
        self.expected: Estimate | None = None
        if manifest.band is not None:
            along = expected_along(manifest.band, judged_ranks(manifest, judged & (label != SKIPPED)))
            value, low, high = (float(line[-1]) for line in (along.expected, along.low, along.high))
            self.expected = Estimate(value, low, high) if math.isfinite(low + high) else Estimate(value)
        expected = self.expected or Estimate(0.0)
        self.below_plan = expected.wholly_above(reviewed.found + reviewed.unsettled)
        self.above_plan = expected.wholly_below(reviewed.found)
        names, stratum = sorted(strata - {""}), np.array(items.stratum, dtype=object)
        self.quotas: dict[str, tuple[int, int]] = {}
        if plan.quota is not None:
            counted = {name: int(self.positive[stratum == name].sum()) for name in names}
            self.quotas = {name: (n, plan.quota.of(name)) for name, n in counted.items()}
        self.corrected = _corrected(manifest, label)

    def rows(self, role: Role) -> BoolArray:
        """Return which items of the manifest have a role, shape (n,)."""
        return np.asarray(self.manifest.items.role == ROLES.index(role))


def wanted_codes(manifest: Manifest) -> list[int]:
    """Return the codes of the labels that are collected."""
    return [code for code, name in enumerate(manifest.labels) if name in manifest.positive]


def _then(plan: Plan, manifest: Manifest) -> Prices:
    """Return the plan's prices with what judging cost when the queue was written, where both say what it costs."""
    then = manifest.prices
    if then is None or not (then.stated and plan.prices.stated):
        return plan.prices
    if then.currency != plan.prices.currency:
        wrong = f"the queue was written with prices in {then.currency or 'no currency'}"
        todo = "write all amounts in that currency, or write a new queue from this plan"
        raise BadDataError([Problem(wrong, todo, option="cost.currency", found=plan.prices.currency)])
    return replace(plan.prices, **{name: getattr(then, name) for name in JUDGING})


def holds_sizes(plan: Plan, manifest: Manifest) -> bool:
    """Return whether the items of a queue have what the plan's prices ask of them: their sizes, or prices of their own."""
    prices, then = plan.prices, manifest.prices
    if then is None:
        return True
    sized = bool(prices.per_unit or prices.seconds_per_unit) and not manifest.items.units.any()
    return not sized and (then.listed or not prices.listed)


def _quantities(manifest: Manifest, rows: BoolArray, positives: float, times: FloatArray) -> Quantities:
    """Return what is paid for where these items of a manifest are judged; control items cost what others do on average.

    ``times``: shape (n,), how many times as often as planned each is judged.
    """
    items = manifest.items
    control = items.role == ROLES.index("control")
    n, own = int(rows.sum()), rows & ~control
    if not own.any():
        own = ~control
    scale = n / max(int(own.sum()), 1)
    sums = {
        name: float((getattr(items, name) * times)[own].sum()) * scale
        for name in ("seconds", "units", "listed")
    }
    return Quantities(round(float(times[rows].sum())), **sums, positives=positives)


def expected_entries(manifest: Manifest, rows: BoolArray, share: float) -> float:
    """Return how many entries the plan expects among items of a manifest; ``share``: of those that it has no rate of.

    Nothing where nothing is collected.
    """
    if not manifest.positive:
        return 0.0
    rate = manifest.items.rate[rows]
    return float(np.where(np.isfinite(rate), rate, share).sum())


def _corrected(manifest: Manifest, label: IntArray) -> Corrected | None:
    """Return how often people differ from what the model said."""
    items, settled = manifest.items, label >= 0
    if not items.said or not settled.any():
        return None
    codes = {name: code for code, name in enumerate(manifest.labels)}
    said = np.array([codes.get(name, NOT_YET) for name in items.said], dtype=np.int64)
    differs, band = settled & (label != said), manifest.corrections
    review, random = (settled & (items.role == ROLES.index(role)) for role in ("review", "tail sample"))
    random &= items.rank == 0  # no part of the order that people review: the model alone answers these
    n = int(review.sum())
    expected = None if band is None else float(np.interp(n, band.items, band.expected))
    return Corrected(
        n, int((differs & review).sum()), expected, int(random.sum()), int((differs & random).sum())
    )


def judged_ranks(manifest: Manifest, judged: BoolArray) -> IntArray:
    """Return the places in the plan's order of those items that it has reviewed and that are judged, rising."""
    return np.sort(manifest.items.rank[judged & (manifest.items.role == ROLES.index("review"))])


def expected_along(band: Band, rank: IntArray) -> Band:
    """Return what was expected after each of some items, from none of them on.

    Parameters
    ----------
    band
        What is expected along the plan's order, from its first item on.
    rank
        Shape (k,): places of the items in that order, from 1 on, as they are told.

    Returns
    -------
    Band
        Shape (k + 1,) each. Of items judged from the top it is the band itself. Beyond a gap each item adds what the band
        says of its place. How far that may be off there is the most of three: the errors of all places are one, so that
        widths add up; each has its own, so that their squares do; or what chance alone does to items so likely.

    Examples
    --------
    Two people take the first two and the last two of six items:

    >>> band = Band(np.arange(7.0), np.array([0, 0.9, 1.7, 2.4, 3.0, 3.5, 3.9]), np.zeros(7), np.arange(7.0))
    >>> expected_along(band, np.array([1, 2, 5, 6])).expected.round(2).tolist()
    [0.0, 0.9, 1.7, 2.2, 2.6]
    """

    def along(places: IntArray) -> FloatArray:
        """Return expected, low and high after so many items of the plan's order, shape (3, k)."""
        return np.array(
            [np.interp(places, band.items, line) for line in (band.expected, band.low, band.high)]
        )

    def sums(amounts: FloatArray) -> FloatArray:
        return np.concatenate([[0.0], np.cumsum(amounts)])

    at, before = along(rank), along(rank - 1)
    added, items = at[0] - before[0], np.arange(len(rank) + 1.0)
    value, share = sums(added), np.clip(added, 0.0, 1.0)
    beyond = rank > np.arange(1, len(rank) + 1)
    chance = TWO_SIDED * np.sqrt(sums(np.where(beyond, share * (1 - share), 0.0)))
    widths = []
    for end in (1, 2):
        wide, narrow = (np.abs(lines[end] - lines[0]) for lines in (at, before))
        apart = np.sqrt(np.maximum(sums(wide**2 - narrow**2), 0.0))
        widths.append(np.maximum(np.maximum(sums(wide - narrow), apart), chance))
    return Band(items, value, np.maximum(value - widths[0], 0.0), np.minimum(value + widths[1], items))


def found_along(state: ReviewState, points: int) -> tuple[IntArray, IntArray]:
    """Return how many were found after each of at most so many numbers of reviewed items, in the plan's order."""
    rows = state.order[(state.rows("review") & state.judged)[state.order]]
    found = np.concatenate([[0], np.cumsum(state.positive[rows])])
    places = np.unique(np.rint(np.linspace(0, len(rows), min(len(rows), points) + 1)).astype(np.int64))
    return places, found[places]


def planned_along(state: ReviewState) -> Band | None:
    """Return what is expected after so many items: first those judged, then those that the plan still has judged."""
    band, manifest = state.manifest.band, state.manifest
    ranks = [judged_ranks(manifest, rows) for rows in (state.judged, ~state.judged)]
    return None if band is None else expected_along(band, np.concatenate(ranks))


def planned_at(state: ReviewState, points: int) -> Band | None:
    """Return what is expected at so many stops spread evenly up to the end of what is planned or reviewed."""
    places, along = found_along(state, points)[0], planned_along(state)
    end = max(float(state.manifest.review), float(places[-1]))
    if along is None or end <= 0:
        return None
    at = np.linspace(0.0, end, points)
    return Band(at, *(np.interp(at, along.items, line) for line in (along.expected, along.low, along.high)))


def expected_beyond(manifest: Manifest) -> float | None:
    """Return how many entries the plan expects after its stop; None where nothing is collected."""
    band = manifest.band
    if band is None:
        return None
    return float(band.expected[-1]) - float(np.interp(manifest.review, band.items, band.expected))


def next_packet(state: ReviewState) -> tuple[str, int] | None:
    """Return the first packet that is not judged to its end, and how many of its items are not."""
    items = state.manifest.items
    waiting = np.flatnonzero((items.place > 0) & ~state.judged)
    if not len(waiting):
        return None
    first = int(items.packet[waiting].min())
    return packet_name(first, int(items.packet.max())), int((items.packet[waiting] == first).sum())
