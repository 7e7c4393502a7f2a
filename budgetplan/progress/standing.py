"""How far a review is: what was judged, found and spent, against what the plan expected."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal

import numpy as np

from budgetplan.arrays import BoolArray, IntArray
from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import Plan
from budgetplan.domain.prices import JUDGING, Prices, Quantities
from budgetplan.domain.review.course import Band
from budgetplan.domain.review.manifest import ROLES, Manifest, Role, packet_name
from budgetplan.domain.review.returned import NOT_YET, SKIPPED, UNSETTLED, LogNote, Returned
from budgetplan.errors import BadDataError, Problem
from budgetplan.progress.expected import expected_along


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


IN_QUEUE: tuple[Role, ...] = ("review", "tail sample", "control")
"""What is judged where a queue is judged to its end."""


@dataclass(frozen=True, eq=False)
class ReviewState:
    """What has come of a queue so far.

    Attributes
    ----------
    plan, manifest, returned
        What was planned, declared and returned.
    parts
        By role.
    positive
        Shape (n,): which items of the manifest are found to be entries.
    judged
        Shape (n,): which items have been judged, and so are paid.
    then
        At what was judged is paid: the plan's prices, with what judging cost when the queue was written.
    ahead
        The manifest, with what its items cost and take at the plan's prices of now: what is still to be judged is paid at these.
    spent
        The printed total of what was judged, in currency units (items, without prices).
    budget_left, over_budget
        What is left of the plan's budget, in its unit (None: there is none), and how much more than it was spent.
    corrected
        How often people differ from the model's answers; None where it gives none, or nothing is judged.
    lacking
        How much more than what is left it takes to judge all that is still in the queue, mixed-in items among it; 0
        where it suffices.
    expected
        Entries that the plan expected after as many reviewed items, with its 95 % interval; None where nothing is
        collected.
    """

    plan: Plan
    manifest: Manifest
    returned: Returned
    parts: dict[Role, Part]
    positive: BoolArray
    judged: BoolArray
    then: Prices
    ahead: Manifest
    spent: Decimal
    budget_left: Decimal | None
    expected: Estimate | None
    corrected: Corrected | None = None
    over_budget: Decimal = Decimal(0)
    lacking: Decimal = Decimal(0)

    @property
    def reviewed(self) -> Part:
        """The items that the plan has reviewed."""
        return self.parts["review"]

    @property
    def found(self) -> int:
        """Entries found in all: among what was reviewed, the random items, and items beyond the queue."""
        return sum(self.parts[role].found for role in ("review", "tail sample", "answered", "left"))

    @property
    def below_plan(self) -> bool:
        """Whether fewer were found than the plan thought possible, if all that is not settled were entries."""
        expected, most = self.expected, self.reviewed.found + self.reviewed.unsettled
        return expected is not None and expected.low is not None and most < expected.low

    @property
    def above_plan(self) -> bool:
        """Whether more were found than the plan thought possible."""
        expected = self.expected
        return expected is not None and expected.high is not None and self.reviewed.found > expected.high

    def rows(self, role: Role) -> BoolArray:
        """Return which items of the manifest have a role, shape (n,)."""
        return np.asarray(self.manifest.items.role == ROLES.index(role))


def standing(plan: Plan, manifest: Manifest, returned: Returned) -> ReviewState:
    """Return how far a review is.

    Raises
    ------
    BadDataError
        The plan has another currency than the queue.
    """
    then = _then(plan, manifest)
    ahead = _ahead(plan, manifest, then)
    wanted = np.array([name in manifest.positive for name in manifest.labels], dtype=bool)
    label = returned.label
    positive = (
        (label >= 0) & wanted[np.maximum(label, 0)] if len(wanted) else np.zeros(len(label), dtype=bool)
    )
    judged = label != NOT_YET
    parts = {}
    for code, role in enumerate(ROLES):
        rows = manifest.items.role == code
        parts[role] = Part(
            of=int(rows.sum()),
            judged=int((rows & judged).sum()),
            settled=int((rows & returned.settled).sum()),
            found=int((rows & positive).sum()),
            unsettled=int((rows & (label == UNSETTLED)).sum()),
        )
    times, hits = _times(then, returned, judged), float(positive.sum())
    bought = quantities(manifest, judged, hits, times)
    spent = then.printed_total(bought, manifest.model_cost) if judged.any() else Decimal(0)
    queued = judged | np.isin(manifest.items.role, [ROLES.index(role) for role in IN_QUEUE])
    # Entries still to come may cost more than other items do.
    more = expected_entries(manifest, queued & ~judged, hits / max(int(judged.sum()), 1))
    over = lacking = None
    if plan.budget is not None:
        used = _used(plan, then, bought, manifest.model_cost)
        if then != plan.prices:
            rest = quantities(ahead, queued & ~judged, more)
            whole = used + _used(plan, replace(plan.prices, fixed={}), rest, Decimal(0), billed=False)
        else:
            queue = quantities(manifest, queued, hits + more, times)
            whole = _used(plan, then, queue, manifest.model_cost, billed=False)
        over, lacking = used - plan.budget.amount, whole - plan.budget.amount
    return ReviewState(
        plan=plan,
        manifest=manifest,
        returned=returned,
        parts=parts,
        positive=positive,
        judged=judged,
        then=then,
        ahead=ahead,
        spent=spent,
        budget_left=None if over is None else max(-over, Decimal(0)),
        expected=_expected(manifest, judged & (label != SKIPPED)),
        corrected=_corrected(manifest, label),
        over_budget=max(over or Decimal(0), Decimal(0)),
        lacking=max((lacking or Decimal(0)) - max(over or Decimal(0), Decimal(0)), Decimal(0)),
    )


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


def _ahead(plan: Plan, manifest: Manifest, then: Prices) -> Manifest:
    """Return the manifest with what its items cost and take at the plan's prices, as far as it holds what these ask for."""
    items, prices = manifest.items, plan.prices
    if prices == then or not holds_sizes(plan, manifest):
        return manifest
    n, units = len(items.ids), items.units if items.units.any() else None
    cost = prices.item_cost(n, units, items.listed if prices.listed else None)
    return replace(manifest, items=replace(items, cost=cost, seconds=prices.item_seconds(n, units)))


def _times(prices: Prices, returned: Returned, judged: BoolArray) -> float:
    """Return how many times as often items were judged as the plan has them judged; at least once.

    A log may hold one settled label for what several people judged: fewer judgements than planned are no saving.
    """
    planned = float(prices.annotators) * float(judged.sum())
    return max(1.0, float(returned.last.sum()) / planned) if planned else 1.0


def fewer_judgements(state: ReviewState) -> LogNote | None:
    """Return that the logs hold fewer judgements than are planned, and so counted as spent; None where they do not."""
    planned = round(float(state.then.annotators) * float(state.judged.sum()))
    given = int(state.returned.last.sum())
    return LogNote("fewer", given, (str(planned),)) if given < planned else None


def quantities(manifest: Manifest, rows: BoolArray, positives: float, times: float = 1.0) -> Quantities:
    """Return what is paid for where these items of a manifest are judged; control items cost what others do on average.

    ``times``: how many times as often as planned they were.
    """
    items = manifest.items
    control = items.role == ROLES.index("control")
    n, own = int(rows.sum()), rows & ~control
    scale = n / int(own.sum()) if own.any() else 0.0
    if not own.any() and n:
        own, scale = ~control, n / max(int((~control).sum()), 1)
    names = ("seconds", "units", "listed")
    sums = {name: float(getattr(items, name)[own].sum()) * scale * times for name in names}
    return Quantities(round(n * times), **sums, positives=positives)


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


def _used(
    plan: Plan, prices: Prices, bought: Quantities, model_cost: Decimal, *, billed: bool = True
) -> Decimal:
    """Return how much of the plan's budget something takes at some prices, in its unit.

    What was spent is what is billed, so that it and what is left add up to the budget; what is still to be bought (not
    ``billed``) must be paid before it is rounded, too.
    """
    assert plan.budget is not None
    used = Decimal(int(bought.items))
    if plan.budget.unit == "hours":
        used = Decimal(repr(float(np.asarray(bought.seconds)) / 3600))
    elif plan.budget.unit == "money" and bought.items:
        only = plan.budget.covers == "annotation"
        asked = prices.printed_totals if billed else prices.least_budgets
        total = asked(bought, model_cost, annotation_only=only)
        used = Decimal(int(np.ravel(total)[0])).scaleb(-prices.minor_digits if prices.stated else 0)
    return used


def judged_ranks(manifest: Manifest, judged: BoolArray) -> IntArray:
    """Return the places in the plan's order of those items that it has reviewed and that are judged, rising."""
    return np.sort(manifest.items.rank[judged & (manifest.items.role == ROLES.index("review"))])


def _expected(manifest: Manifest, judged: BoolArray) -> Estimate | None:
    """Return what the plan expected to be found among the reviewed items that are judged."""
    if manifest.band is None:
        return None
    along = expected_along(manifest.band, judged_ranks(manifest, judged))
    value, low, high = (float(line[-1]) for line in (along.expected, along.low, along.high))
    known = low == low and high == high  # noqa: PLR0124 - NaN is not itself
    return Estimate(value, low, high) if known else Estimate(value)


def found_along(state: ReviewState, points: int) -> tuple[IntArray, IntArray]:
    """Return how many were found after each of at most so many numbers of reviewed items, in the plan's order."""
    items = state.manifest.items
    rows = np.flatnonzero(state.rows("review") & state.judged)
    rows = rows[np.argsort(items.rank[rows], kind="stable")]
    found = np.concatenate([[0], np.cumsum(state.positive[rows])])
    places = np.unique(np.rint(np.linspace(0, len(rows), min(len(rows), points) + 1)).astype(np.int64))
    return places, found[places]


def planned_along(state: ReviewState) -> Band | None:
    """Return what is expected after so many items: first those judged, then those that the plan still has judged."""
    band = state.manifest.band
    if band is None:
        return None
    done, still = (judged_ranks(state.manifest, rows) for rows in (state.judged, ~state.judged))
    return expected_along(band, np.concatenate([done, still]))


def planned_at(state: ReviewState, points: int) -> Band | None:
    """Return what is expected at so many stops spread evenly up to the end of what is planned or reviewed."""
    places, along = found_along(state, points)[0], planned_along(state)
    end = max(float(state.manifest.review), float(places[-1]))
    if along is None or end <= 0:
        return None
    at = np.unique(np.append(np.linspace(0.0, end, points), end))
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
