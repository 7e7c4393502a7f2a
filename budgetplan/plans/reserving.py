"""What reaching the same costs and how long it takes, in every draw, and what to keep in reserve (METHODS C)."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.plan import Plan, Target, Work
from budgetplan.domain.prices import ANNOTATION, MICRO, Prices
from budgetplan.domain.risk.ranges import DRAWS, LEVEL, Calendar, Reserve
from budgetplan.lists.evidence import Evidence, Ranked
from budgetplan.plans.review import Analysis
from budgetplan.plans.risk_inputs import Inputs, dearer_by, draw_inputs, paid_seconds

_SLACK = 1e-9
POINTS = 101
"""At most so many costs are told of how likely each suffices."""


def depths(found: FloatArray, shares: FloatArray, wanted: FloatArray) -> FloatArray:
    """Return how much of a list has to be reviewed until as many entries are found as are wanted.

    Parameters
    ----------
    found
        Shape (resamples, shares), never falling along a row: entries found.
    shares
        Shape (shares,), increasing from 0 to 1; between two of them entries come evenly.
    wanted
        Shape (resamples,): entries, above 0.

    Returns
    -------
    FloatArray
        Shape (resamples,), in (0, 1]; infinite where the whole list holds fewer.

    Examples
    --------
    >>> depths(np.array([[0.0, 4.0, 6.0]]), np.array([0.0, 0.5, 1.0]), np.array([5.0])).tolist()
    [0.75]
    >>> depths(np.array([[0.0, 4.0, 6.0]]), np.array([0.0, 0.5, 1.0]), np.array([7.0])).tolist()
    [inf]
    """
    # A count that noise of the last digits keeps from being reached is reached.
    enough = wanted * (1 - _SLACK)
    after = np.minimum((found < enough[:, None]).sum(axis=1), found.shape[1] - 1)
    before = np.maximum(after - 1, 0)
    rows = np.arange(len(found))
    low, high = found[rows, before], found[rows, after]
    step = np.divide(wanted - low, high - low, out=np.ones(len(rows)), where=high > low)
    reached = shares[before] + np.clip(step, 0, 1) * (shares[after] - shares[before])
    return np.asarray(np.where(found[:, -1] >= enough, reached, np.inf))


def read_at(rows: FloatArray, shares: FloatArray, depth: FloatArray) -> FloatArray:
    """Return what has come together at a depth of its own in every resample.

    Parameters
    ----------
    rows
        Shape (resamples, shares), or (1, shares) where it is the same in all of them.
    shares
        Shape (shares,), increasing from 0 to 1.
    depth
        Shape (resamples,), in [0, 1]; infinite where nothing suffices.

    Returns
    -------
    FloatArray
        Shape (resamples,); infinite where the depth is.

    Examples
    --------
    >>> read_at(np.array([[0.0, 10.0, 40.0]]), np.array([0.0, 0.5, 1.0]), np.array([0.75, np.inf])).tolist()
    [25.0, inf]
    """
    known = np.minimum(depth, 1.0)
    after = np.clip(np.searchsorted(shares, known), 1, len(shares) - 1)
    part = (known - shares[after - 1]) / (shares[after] - shares[after - 1])
    every = np.arange(len(depth)) if len(rows) > 1 else np.zeros(len(depth), dtype=np.int64)
    low, high = rows[every, after - 1], rows[every, after]
    return np.asarray(np.where(np.isfinite(depth), low + part * (high - low), np.inf))


def quantile(amounts: FloatArray, level: float) -> float:
    """Return the least amount that suffices in so great a share of the draws; infinite where none does.

    >>> quantile(np.array([4.0, 1.0, 2.0, np.inf, 3.0]), 0.8), quantile(np.array([1.0, np.inf]), 0.8)
    (4.0, inf)
    """
    ordered = np.sort(amounts)
    return float(ordered[max(math.ceil(level * len(ordered) - _SLACK) - 1, 0)])


def rate_of(more: float, base: float) -> Decimal:
    """Return an amount as a share of a base, rounded up to a tenth of a percent: what is then paid suffices.

    >>> rate_of(18.31, 100.0), rate_of(18.3, 100.0), rate_of(0.0, 100.0)
    (Decimal('0.184'), Decimal('0.183'), Decimal('0'))
    """
    if more <= 0 or base <= 0:
        return Decimal(0)
    thousandths = Fraction(more) / Fraction(base) * 1000
    nearest = round(thousandths)
    close = abs(thousandths - nearest) <= Fraction(_SLACK) * nearest
    return Decimal(nearest if close else math.ceil(thousandths)).scaleb(-3)


class Reading:
    """One model's order, read at the ends of its cells in every draw; on average where no interval is asked for.

    ``shares`` and ``items``, shape (K,): how much of the list is reviewed, from none to all. ``found``, ``cost`` (in
    millionths, as planned) and ``units`` of size: shape (draws, K), or (1, K) where they are the same in all.

    Parameters
    ----------
    evidence, model
        Whose order; what an item costs is that of the evidence.
    prices
        As planned, without a contingency where that is to be computed.
    """

    def __init__(self, evidence: Evidence, model: Ranked, prices: Prices) -> None:
        assert model.drawn is not None
        self.model, self.prices, self.resampled = model, prices, bool(evidence.plan.resamples)
        self.items = model.drawn.ends
        self.shares, self.whole = self.items / self.items[-1], float(self.items[-1])
        self.cost, self.units, self.found = (
            model.path.read(name, self.items)[None, :] for name in ("cost", "units", "positives")
        )
        if self.resampled:
            drawn = np.clip(np.maximum.accumulate(model.drawn.found, axis=1), 0.0, self.items)
            self.cost = self.cost + evidence.extra_micros * (drawn - self.found)
            self.found = drawn

    def costs(self, inputs: Inputs, depth: FloatArray) -> FloatArray:
        """Return what annotation costs down to a depth of each draw's own, in millionths, shape (draws,)."""
        flat, per_unit = dearer_by(self.prices, inputs)
        known = np.minimum(depth, 1.0)
        cost = read_at(self.cost, self.shares, known) + flat * (known * self.whole)
        if per_unit.any():
            cost = cost + per_unit * read_at(self.units, self.shares, known)
        return np.asarray(np.where(np.isfinite(depth), cost, np.inf))

    def hours(self, inputs: Inputs, depth: FloatArray, more: Sequence[float] = (0, 0)) -> FloatArray:
        """Return the paid hours down to a depth of each draw's own, all judgements together, shape (draws,).

        ``more``: so many items of those after the stop, and of those labelled, are judged on top.
        """
        known = np.minimum(depth, 1.0)
        reviewed, all_units = known * self.whole, read_at(self.units, self.shares, np.ones_like(depth))
        top = np.minimum(more[0], np.maximum(self.whole - reviewed, 0.0)) + more[1]
        units = read_at(self.units, self.shares, known) + top * all_units / self.whole
        hours = paid_seconds(self.prices, inputs, reviewed + top, units) / 3600
        return np.asarray(np.where(np.isfinite(depth), hours, np.inf))

    def totals(self, cost: FloatArray) -> FloatArray:
        """Return T for annotation costs in millionths, in currency units, same shape."""
        return self.prices.total(cost, self.model.cost) / MICRO


def of_filter(analysis: Analysis) -> tuple[float | None, Reserve | None, Calendar | None]:
    """Return how many entries are wanted in every draw, the contingency, and how long the work takes.

    Parameters
    ----------
    analysis
        Of a plan that recommends something; costs are those without a contingency, whatever the plan has.

    References
    ----------
    METHODS C.
    """
    evidence, chosen = analysis.evidence, analysis.decision.chosen
    plan = evidence.plan
    assert chosen is not None
    prices = replace(plan.prices, contingency=Decimal(0))
    reading = Reading(evidence, analysis.lead, prices)
    draws = len(reading.found) if reading.resampled else DRAWS
    inputs = draw_inputs(prices, plan.ranges, draws, plan.seed)
    wanted, entries = _wanted(reading, plan.target, chosen.items, evidence.list_items)
    depth = np.broadcast_to(depths(reading.found, reading.shares, wanted), draws)
    kept = None
    if prices.stated:
        planned = analysis.lead.path.read("cost", np.array([float(chosen.items)]))
        kept = _reserved(reading, planned, reading.costs(inputs, depth), plan)
    return entries, kept, calendar(reading, inputs, depth, plan, evidence.n_sample)


def _wanted(
    reading: Reading, target: Target | None, items: int, whole: float
) -> tuple[FloatArray, float | None]:
    """Return what has to be found in every resample, shape (resamples,), and as a number where it is the same in all.

    As many as the plan is expected to find, and no fewer than its target. A share is one of what a draw holds. A stop that
    half of the draws hold a target at may lie a little before the one at which it is expected: where only what is expected
    is known, that is no reserve.
    """
    n = len(reading.found)
    here = read_at(reading.found, reading.shares, np.full(n, items / whole))
    held = reading.found[:, -1]
    if target is None:
        return np.full(n, float(here.mean())), float(here.mean())
    amount = float(target.amount)
    if not reading.resampled:
        return here, None if target.unit == "share" else amount
    if target.unit == "share":
        share = np.divide(here, held, out=np.ones(n), where=held > 0)
        return max(amount, float(share.mean())) * held, None
    return np.full(n, max(amount, float(here.mean()))), amount


def _reserved(reading: Reading, planned: FloatArray, costs: FloatArray, plan: Plan) -> Reserve:
    """Return the contingency that lets a plan reach the same in 80 % of the draws, none where nothing suffices in so many.

    ``planned``, shape (1,), and ``costs``, shape (draws,), infinite where nothing suffices: what annotation costs as
    planned and in each draw, in millionths.
    """
    totals, before = reading.totals(costs), float(reading.totals(planned)[0])
    enough, amount = quantile(totals, LEVEL), None
    if math.isfinite(enough):
        # Noise of the last digits is no reserve.
        amount = enough - before if enough - before > _SLACK * max(abs(before), abs(enough)) else 0.0
    base = float(planned[0]) / MICRO * float(reading.prices.onward(ANNOTATION))
    known = np.sort(totals[np.isfinite(totals)])
    at = np.unique(np.linspace(0, len(known) - 1, min(POINTS, len(known))).round().astype(np.int64))
    return Reserve(
        planned=before,
        level=LEVEL,
        draws=len(totals),
        seed=plan.seed,
        missed=float(np.mean(np.isinf(totals))),
        amount=amount,
        rate=None if amount is None else rate_of(amount, base),
        cost=tuple(known[at].tolist()),
        chance=tuple(((at + 1) / len(totals)).tolist()),
    )


def calendar(
    reading: Reading, inputs: Inputs, depth: FloatArray, plan: Plan, labelled: int
) -> Calendar | None:
    """Return how long reaching the same takes; None where times or hours a week are not known.

    Weeks are whole ones, as in the work plan: what is begun in a week is done at its end. What is mixed into the
    packets takes time, too.
    """
    work, prices = plan.work, plan.prices
    if work.hours_a_week is None or not prices.timed:
        return None
    people = max(work.people, math.ceil(prices.annotators))
    hours = reading.hours(inputs, depth, (work.tail_sample, min(work.control, labelled)))
    return calendar_of(hours, people, math.ceil(prices.annotators), work)


def calendar_of(hours: FloatArray, people: int, least: int, work: Work) -> Calendar:
    """Return how long so many hours take.

    Parameters
    ----------
    hours
        Shape (draws,): of all people together; infinite where nothing suffices.
    people, least
        How many work, and how many have to.

    Examples
    --------
    >>> found = calendar_of(
    ...     np.array([30.0, 39.0, 41.0, 50.0, 90.0]), 2, 1,
    ...     Work(hours_a_week=Decimal(10), start="2026-12-07", deadline="2026-12-20"),
    ... )
    >>> found.weeks, found.end, found.chance, found.people_needed
    (3, '2026-12-27', 0.4, 3)
    """
    assert work.hours_a_week is not None
    enough = quantile(hours, LEVEL)
    weeks = weeks_of(enough / people, work.hours_a_week) if math.isfinite(enough) else None
    chance = needed = None
    if work.deadline:
        first, last = (dt.date.fromisoformat(day) for day in (work.start, work.deadline))
        # Whole weeks from the first day to the deadline, both included.
        each = ((last - first).days + 1) // 7 * float(work.hours_a_week)
        chance = float(np.mean(hours <= people * each * (1 + _SLACK)))
        if math.isfinite(enough) and each > 0:
            needed = max(math.ceil(enough / each * (1 - _SLACK)), least)
    return Calendar(
        people=people,
        weeks=weeks,
        end=last_day(work, weeks),
        deadline=work.deadline,
        chance=chance,
        people_needed=needed,
        level=LEVEL,
        missed=float(np.mean(np.isinf(hours))),
    )


def labels_alone(analysis: Analysis) -> FloatArray:
    """Return what reaching the same costs in every resample where all inputs are as planned, in currency units.

    Shape (resamples,); infinite where the list does not hold as much.
    """
    evidence, chosen = analysis.evidence, analysis.decision.chosen
    assert chosen is not None
    reading = Reading(evidence, analysis.lead, evidence.prices)
    wanted, _ = _wanted(reading, evidence.plan.target, chosen.items, evidence.list_items)
    return reading.totals(reading.costs({}, depths(reading.found, reading.shares, wanted)))


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
