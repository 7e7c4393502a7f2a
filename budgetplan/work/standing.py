"""How far a review is: what was judged, found and spent, against what the plan expected; and what judging took.

Time and price as they were measured, by label and by annotator, and how far people agree.

References
----------
METHODS R5, R7.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from decimal import ROUND_DOWN, Decimal

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.domain.decision import Estimate
from budgetplan.domain.messages import Message
from budgetplan.domain.plan import Plan
from budgetplan.domain.prices import JUDGING, Prices, Quantities
from budgetplan.domain.review import NOT_YET, ROLES, UNSETTLED, Band, LogNote, Manifest, Returned, Role, packet_name
from budgetplan.errors import BadDataError
from budgetplan.models.bounds import TWO_SIDED, exact_interval
from budgetplan.plans.reserving import last_day, weeks_of
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

    @property
    def skipped(self) -> int:
        """Items that somebody had in hand and gave no label."""
        return self.judged - self.told


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
        them that nobody has judged. Of a list that was not loaded random items do not wait: which items are next after the
        stop is not known there.
    parts, reviewed, found, share
        By role; the items that the plan has reviewed; entries found in all: control items are none; and the share of entries
        among all others that are settled.
    then
        At what was judged is paid: the plan's prices, with what judging cost when the queue was written.
    ahead
        The manifest, with what its items cost and take at the plan's prices of now: what is still to be judged is paid at these.
    bought, spent
        What is paid for by now, and its printed total, in currency units (items, without prices).
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
        # Whole amounts that a funder wants on paper move no plan, and so not what is left for the rest.
        self.now = now = plan.prices.planned
        self.then, self.ahead = _then(plan, manifest).planned, manifest
        if now != self.then and holds_sizes(plan, manifest):
            n = len(items.ids)
            cost = plan.prices.item_cost(n, items.units, items.listed if plan.prices.listed else None)
            again = replace(items, cost=cost, seconds=plan.prices.item_seconds(n, items.units))
            self.ahead = replace(manifest, items=again)
        judged: BoolArray = label != NOT_YET
        self.judged, unsettled = judged, label == UNSETTLED
        self.positive = np.isin(label, wanted_codes(manifest))
        self.order = np.argsort(items.rank, kind="stable")[int((items.rank == 0).sum()) :]
        kinds = (np.ones(len(label), dtype=bool), judged, returned.settled, self.positive, unsettled)
        counts = np.array([np.bincount(items.role[rows], minlength=len(ROLES)) for rows in kinds])
        self.parts = {role: Part(*numbers) for role, numbers in zip(ROLES, counts.T.tolist(), strict=True)}
        self.waiting = self.order[~judged[self.order]]
        if len(label) - self.parts["control"].of < manifest.n_list:
            self.waiting = self.waiting[self.rows("review")[self.waiting]]
        self.reviewed = reviewed = self.parts["review"]
        self.found = sum(part.found for role, part in self.parts.items() if role != "control")
        self.share = self.found / max(sum(part.settled for role, part in self.parts.items() if role != "control"), 1)
        # A log may hold one settled label for what several people judged: fewer judgements than planned are no saving.
        # Settling what others differ on has a price of its own, where it is paid.
        is_apart = self.then.adjudicated_share * self.then.adjudication > 0
        last = returned.last & ~(returned.settling(plan.form.adjudicator) & is_apart)
        planned, given = float(self.then.annotators) * float(judged.sum()), int(last.sum())
        self.fewer = LogNote("fewer", given, (str(round(planned)),)) if given < round(planned) else None
        self._times = np.where(judged, max(1.0, given / planned) if planned else 1.0, 1.0)
        bought = self.bills(np.zeros_like(judged), 0.0)[0][1]
        self.bought = bought
        self.spent = self.then.printed_total(bought)
        self.used = {unit: used_of(unit, self.then, bought) for unit in UNITS}
        # However often it is judged, an item is one.
        self.used["items"] = Decimal(int(judged.sum()))
        self.budget_left: Decimal | None = None
        self.over_budget, self.lacking, self.pays_on = Decimal(0), Decimal(0), True
        if budget is not None:
            unit = unit_of(budget)

            def needed(rows: BoolArray, entries: float, *, billed: bool) -> Decimal:
                """Return how much of the budget is used where these are judged, too; what was judged is paid as it was then."""
                if unit == "items":
                    return Decimal(int((judged | rows).sum()))
                *earlier, (prices, last) = self.bills(rows, entries)
                return self.used[unit] * len(earlier) + used_of(unit, prices, last, billed=billed)

            left, queued, following = budget.amount - self.used[unit], items.place > 0, np.zeros_like(judged)
            self.budget_left, self.over_budget = max(left, Decimal(0)), max(-left, Decimal(0))
            # Entries still to come may cost more than other items do.
            coming = expected_entries(manifest, queued & ~judged, self.share)
            whole = needed(queued, coming, billed=True)
            self.lacking = max(whole - budget.amount - self.over_budget, Decimal(0))
            following[self.waiting[:1]] = True
            self.pays_on = needed(following, 0.0, billed=False) <= limit_of(budget)
        self.expected: Estimate | None = None
        if manifest.band is not None:
            along = expected_along(manifest.band, judged_ranks(manifest, returned.settled | unsettled))
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

    def bills(self, rows: BoolArray, entries: float) -> list[tuple[Prices, Quantities]]:
        """Return at which prices what is paid where these items are judged, too, so many of which are entries.

        One bill, as of a plan, or where prices have changed that of what is judged, and one of the rest.
        """
        manifest, both = self.manifest, self.judged | rows

        def at_once(rows: BoolArray, entries: float) -> Quantities:
            bought = _quantities(manifest, rows, entries + float(self.positive.sum()), self._times).after(
                manifest.calls
            )
            return replace(bought, model_cost=manifest.model_cost)

        if self.then == self.now:
            return [(self.then, at_once(both, entries))]
        rest = _quantities(self.ahead, rows & ~self.judged, entries, self._times)
        return [(self.then, at_once(self.judged, 0.0)), (replace(self.now, fixed={}), rest)]

    @property
    def retargets(self) -> bool:
        """Whether the rest needs another target: a share is of all entries, and as many may be found already."""
        target = self.plan.target
        return target is not None and (target.unit == "share" or target.amount <= self.found)

    @property
    def short(self) -> list[str]:
        """Strata of which fewer entries are found than are wanted."""
        return [name for name, (n, wanted) in self.quotas.items() if n < wanted]

    @property
    def enough(self) -> dict[str, int]:
        """How many items are still to be judged of each stratum that has as many entries as are wanted, where there are any."""
        met, waiting = self.quotas.keys() - self.short, self.rows("review") & ~self.judged
        if not met:
            return {}
        names, left = np.unique(np.array(self.manifest.items.stratum, dtype=object)[waiting], return_counts=True)
        return {name: n for name, n in zip(names.tolist(), left.tolist(), strict=True) if name in met}

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
        other = Message("plans.queue_in_other_currency", currency=then.currency)
        message = other if then.currency else Message("plans.queue_without_currency")
        raise BadDataError.of(message, option="cost.currency", found=plan.prices.currency)
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
    n, judged_here = int(rows.sum()), rows & ~control
    if not judged_here.any():
        judged_here = ~control
    scale = n / max(int(judged_here.sum()), 1)
    amounts = (items.seconds, items.units, items.listed)
    seconds, units, listed = (float((amount * times)[judged_here].sum()) * scale for amount in amounts)
    return Quantities(round(float(times[rows].sum())), seconds, units, listed, positives)


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
    labels = np.array([codes.get(name, NOT_YET) for name in items.said], dtype=np.int64)
    differs, band = settled & (label != labels), manifest.corrections
    review, random = (settled & (items.role == ROLES.index(role)) for role in ("review", "tail sample"))
    random &= items.rank == 0  # no part of the order that people review: the model alone answers these
    n, differ = int(review.sum()), int((differs & review).sum())
    expected = None if band is None else float(np.interp(n, band.items, band.expected))
    return Corrected(n, differ, expected, int(random.sum()), int((differs & random).sum()))


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
        lines = (band.expected, band.low, band.high)
        return np.array([np.interp(places, band.items, line) for line in lines])

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
    finds = np.concatenate([[0], np.cumsum(state.positive[rows])])
    places = np.unique(np.rint(np.linspace(0, len(rows), min(len(rows), points) + 1)).astype(np.int64))
    return places, finds[places]


def planned_at(state: ReviewState, items: IntArray, points: int = 0) -> Band | None:
    """Return what is expected after so many items: first those judged, then those that the plan still has judged.

    ``points``: at so many stops spread evenly up to the last of them, or to the end of the plan. None where nothing is
    collected.
    """
    manifest = state.manifest
    if manifest.band is None:
        return None
    ranks = [judged_ranks(manifest, rows) for rows in (state.judged, ~state.judged)]
    along = expected_along(manifest.band, np.concatenate(ranks))
    lines, at = (along.expected, along.low, along.high), items.astype(np.float64)
    if points:
        at = np.linspace(0.0, max(float(manifest.review), float(at[-1])), points)
    return Band(at, *(np.interp(at, along.items, line) for line in lines))


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


TIMES = "seconds_per_item", "seconds_per_unit"
"""What a plan says of the time that a judgement takes."""
SLIGHT = 0.05
"""A pace that differs by less from the plan's is worth no other plan, however sure it is."""


@dataclass(frozen=True)
class Timed:
    """Seconds of a judgement: how many were timed, their median, and their mean without pauses."""

    n: int
    median: float
    mean: Estimate


@dataclass(frozen=True)
class Agreement:
    """Pairs of judgements, or judgements of items with a known label: how many there are, and how many agree.

    ``alpha``: Krippendorff's, of pairs of several labels; else None.
    """

    n: int
    agree: int
    alpha: float | None = None

    @property
    def share(self) -> Estimate:
        """The share that agrees, with its exact 95 % interval."""
        low, high = exact_interval(np.array(float(self.agree)), np.array(float(self.n)))
        return Estimate(self.agree / self.n, float(low), float(high))


@dataclass(frozen=True)
class Annotator:
    """One who judges: name, judgements that count, entries among them, time, and agreement with known labels."""

    name: str
    judgements: int
    found: int
    time: Timed | None
    known: Agreement | None


class Pace:
    """What judging took, and what the rest costs at that.

    Attributes
    ----------
    time, by_label
        Of all judgements, and by the label given; None and empty where no time is known.
    planned_seconds
        What the plan takes these judgements to last on average; None: it has no times.
    seconds, settings
        What the plan as it is now takes a judgement to last on average (None: it has no times), and what it would have to say to
        last as these did; nothing where it does, or nearly so.
    budget_left
        What is left of a budget of money or hours at the measured time, below 0 where more was spent; None without either.
    annotators
        Those who judge, by name.
    pairs, known
        Agreement where several judged an item, and with known labels; None where there is nothing to compare.
    spent_measured
        What was spent so far at the measured time; None as above.
    rest
        Items that the plan has reviewed and nobody has judged yet.
    rest_planned, rest_measured
        What judging these costs, with reserve and overheads and what the entries expected among them add, at the
        plan's prices and at the measured time: as much faster or slower than planned as the judgements so far were. None
        where that is not known.
    total_planned, total_measured
        What was spent and what all that is still in the queue costs, mixed-in items among it, in the same two ways.
    weeks_planned, weeks_measured, end_planned, end_measured
        How long all of that takes from the first day of the work, and its last day; None and empty where that is not known.
    """

    def __init__(self, state: ReviewState) -> None:
        back, manifest, seed = state.returned, state.manifest, state.plan.seed
        code, n = {name: at for at, name in enumerate(manifest.labels)}, len(back.annotators)
        # Of each annotator of an item the last judgement counts, where it gives a label.
        counts = back.last & (back.said >= 0)
        # Whoever settles sees what the others disagree on alone: no judgement beside theirs.
        beside = counts & ~back.settling(state.plan.form.adjudicator)
        self.pairs = agreement(back.item[beside], back.said[beside])
        label = np.array([code.get(name, -1) for name in manifest.items.label], dtype=np.int64)
        is_control = counts & state.rows("control")[back.item]
        agree = is_control & (back.said == label[back.item])
        self.known = Agreement(int(is_control.sum()), int(agree.sum())) if is_control.any() else None
        self.time = timed(back.seconds, seed)
        by_label = ((name, timed(back.seconds[back.said == at], seed)) for name, at in code.items())
        self.by_label = tuple((name, time) for name, time in by_label if time is not None)
        finds = counts & np.isin(back.said, wanted_codes(manifest))
        kinds = (counts, finds, is_control, agree)
        by_kind = [np.bincount(back.annotator[rows], minlength=n).tolist() for rows in kinds]
        # Grouped once: a look through all judgements for each person would take a log of many people for ever.
        by_person = back.seconds[np.argsort(back.annotator, kind="stable")]
        ends = np.cumsum(np.bincount(back.annotator, minlength=n))[:-1]
        # Of nobody at all there is one empty part.
        people = zip(back.annotators, np.split(by_person, ends), *by_kind, strict=False)
        self.annotators = tuple(
            Annotator(name, judgements, hits, timed(times, seed), Agreement(of, same) if of else None)
            for name, times, judgements, hits, of, same in people
        )
        # What was judged was planned and is paid as when the queue was written, the rest as the plan has it now.
        self.planned_seconds = _planned_seconds(state, state.then, manifest)
        self.seconds = _planned_seconds(state, state.plan.prices, state.ahead)
        self.settings: tuple[str, ...] = ()
        mean = None if self.time is None else self.time.mean
        if mean is not None and self.seconds is not None and not mean.holds(self.seconds):
            slower = mean.value / self.seconds
            now = ((name, float(getattr(state.plan.prices, name)) * slower) for name in TIMES)
            if abs(slower - 1) > SLIGHT:  # three decimals might be thousands
                self.settings = tuple(f"cost.{name}={value:.{2 if value >= 1 else 4}f}" for name, value in now if value)
        rest = state.rows("review") & ~state.judged
        self.rest = int(rest.sum())
        self.spent_measured: float | None = None
        self.budget_left: Decimal | None = None
        if mean is not None:
            took = self._at_pace(state.then, state.bought, self.planned_seconds)
            if state.then.hourly_rate and state.judged.any():
                self.spent_measured = float(state.then.printed_total(took))
            if self.settings:
                self.budget_left, at_measured = _budget_at(state, took)
                self.settings += at_measured
        spent = float(state.spent), self.spent_measured
        both = zip(self._totals(state, rest), spent, strict=True)
        # The rest and what was spent add up to what a plan of both comes to.
        self.rest_planned, self.rest_measured = (
            None if total is None or so_far is None else total - so_far for total, so_far in both
        )
        self.total_planned, self.total_measured = self._totals(state, (state.manifest.items.place > 0) & ~state.judged)
        self._foresee(state)

    def _at_pace(self, prices: Prices, bought: Quantities, lasts: float | None) -> Quantities:
        """Return the same where judgements last as those did that were timed; ``lasts``: seconds of one, as planned."""
        assert self.time is not None
        judgements = bought.n_items * float(prices.annotators) if lasts is None else bought.n_seconds / lasts
        return replace(bought, seconds=judgements * self.time.mean.value)

    def _totals(self, state: ReviewState, rows: BoolArray) -> tuple[float | None, float | None]:
        """Return what is spent in all where these items are judged, too, as planned, and at the measured time."""
        if not state.plan.prices.stated:
            return None, None
        bills = state.bills(rows, expected_entries(state.manifest, rows, state.share))
        planned = sum(prices.printed_total(bought) for prices, bought in bills)
        if self.spent_measured is None or not state.now.hourly_rate:
            return float(planned), None
        paces = zip(bills, (self.planned_seconds, self.seconds), strict=False)
        measured = (prices.printed_total(self._at_pace(prices, bought, lasts)) for (prices, bought), lasts in paces)
        return float(planned), float(sum(measured))

    def _foresee(self, state: ReviewState) -> None:
        """Work out how long all that is judged or in the queue takes."""
        items, work, prices = state.manifest.items, state.plan.work, state.plan.prices
        queued = items.place > 0
        open_ones = queued & ~state.judged
        every = state.judged | queued
        hours: float | None = None
        taken = None if self.time is None else self.time.mean.value * float(prices.annotators) * int(every.sum()) / 3600
        if self.planned_seconds is not None:

            def planned(manifest: Manifest, rows: BoolArray) -> float:
                return _quantities(manifest, rows, 0.0, np.ones(len(rows))).n_seconds / 3600

            then = planned(state.manifest, every)
            taken = None if self.time is None else then * self.time.mean.value / self.planned_seconds
            # What is still to be judged takes as long as the plan has it now.
            hours = then + planned(state.ahead, open_ones) - planned(state.manifest, open_ones)
        people = max(work.people, math.ceil(prices.annotators))
        weeks = [None if amount is None else weeks_of(amount / people, work.hours_a_week) for amount in (hours, taken)]
        self.weeks_planned, self.weeks_measured = weeks
        self.end_planned, self.end_measured = (last_day(work, number) for number in weeks)

    @property
    def apart(self) -> bool:
        """Whether judgements take longer or less long than planned, chance aside."""
        time, planned = self.time, self.planned_seconds
        return time is not None and planned is not None and not time.mean.holds(planned)


def _budget_at(state: ReviewState, took: Quantities) -> tuple[Decimal | None, tuple[str, ...]]:
    """Return what is left of a budget of money or hours where judging took this, and the setting that leaves so much.

    In the setting, which is at least 0, what was judged counts as planned, in the plan of the rest, too. None and nothing
    without money or hours.
    """
    budget, before = state.plan.budget, state.manifest.before
    if budget is None or budget.unit == "items":
        return None, ()
    unit, digits = unit_of(budget), 2 if budget.unit == "hours" else state.then.minor_digits
    left = budget.amount - used_of(unit, state.then, took)
    whole = left + state.used[unit] + (before.used.get(unit, Decimal(0)) if before is not None else 0)
    kept = max(whole, Decimal(0)).quantize(Decimal(1).scaleb(-digits), rounding=ROUND_DOWN)
    return left, (f"goal.budget={kept}{'h' if budget.unit == 'hours' else ''}",)


def _planned_seconds(state: ReviewState, prices: Prices, manifest: Manifest) -> float | None:
    """Return what the judgements whose time is known were planned to last on average; else those of the items judged."""
    back, control = state.returned, state.rows("control")
    timed_ones = back.item[np.isfinite(back.seconds) & ~control[back.item]]
    seconds = manifest.items.seconds[timed_ones if len(timed_ones) else state.judged & ~control]
    if not prices.timed or not len(seconds) or seconds.sum() <= 0:
        return None
    return float(seconds.mean()) / float(prices.annotators)


def timed(seconds: FloatArray, seed: int) -> Timed | None:
    """Return how long judgements take; None where no time is known.

    Parameters
    ----------
    seconds
        Shape (J,): seconds of each judgement, NaN where not known.
    seed
        Start of the random numbers for the interval.

    Examples
    --------
    Twenty of ten seconds, and one that lasted over lunch:

    >>> one = timed(np.array([10.0] * 20 + [3600.0]), seed=1)
    >>> one.n, one.median, one.mean.value
    (21, 10.0, 10.0)
    """
    finite = np.sort(seconds[np.isfinite(seconds) & (seconds >= 0)])
    if not len(finite):
        return None
    n, median = len(finite), float(np.median(finite))
    # Pauses and slips: a twentieth at either end is set to the nearest time inside.
    off = int(np.ceil(0.05 * n)) if n > 2 else 0
    cut = np.clip(finite, finite[off], finite[n - 1 - off])
    mean = float(cut.mean())
    if n < 5:  # of fewer times there is no interval
        return Timed(n, median, Estimate(mean))
    times = np.random.default_rng([seed, 17]).multinomial(n, np.full(n, 1 / n), 2000 if n <= 5000 else 200)
    low, high = np.quantile(times @ cut / n, [0.025, 0.975])
    return Timed(n, median, Estimate(mean, min(float(low), mean), max(float(high), mean)))


def agreement(item: IntArray, label: IntArray) -> Agreement | None:
    """Return how far judgements of the same items agree; None where no item was judged twice.

    Parameters
    ----------
    item, label
        Shape (J,): item and label (codes >= 0) of each judgement; one for each annotator of an item.

    References
    ----------
    Krippendorff 2004, nominal alpha: 1 - observed / expected disagreement, of items judged at least twice.

    Examples
    --------
    >>> agreement(np.array([0, 0, 1, 1, 2]), np.array([0, 0, 0, 1, 1]))
    Agreement(n=2, agree=1, alpha=0.0)
    """
    code, place = np.unique(item, return_inverse=True)
    counts = np.zeros((len(code), int(label.max(initial=0)) + 1))
    np.add.at(counts, (place, label), 1)
    judged = counts.sum(axis=1)
    counts, judged = counts[judged > 1], judged[judged > 1]
    if not len(judged):
        return None
    pairs, same = judged * (judged - 1) / 2, (counts * (counts - 1) / 2).sum(axis=1)
    total, of_label = judged.sum(), counts.sum(axis=0)
    observed = float((2 * (pairs - same) / (judged - 1)).sum() / total)
    expected = float((total**2 - (of_label**2).sum()) / (total * (total - 1)))
    alpha = 1 - observed / expected if expected > 0 else None
    return Agreement(round(float(pairs.sum())), round(float(same.sum())), alpha)
