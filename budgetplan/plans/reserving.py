"""What inputs may be in every draw, what reaching the same then costs and how long it takes, and what to keep in reserve.

Then how far a plan moves with each of its inputs, and where another one is recommended.

References
----------
METHODS C.
"""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
from scipy.special import betainc, betaincinv, ndtri

from budgetplan.arrays import FloatArray
from budgetplan.core.path import best_stop
from budgetplan.domain.plan import Plan, Work
from budgetplan.domain.prices import ANNOTATION, MICRO, Prices, exact
from budgetplan.domain.risk import ranges as risk
from budgetplan.plans.review import Analysis

Inputs = Mapping[str, FloatArray]
"""Values of inputs by key, shape (draws,); what is not named is as planned."""


TAIL = 0.05
"""Of times and shares that are drawn, so many lie below the low end of their range, and as many above the high one."""
_HALVINGS = 80
_SLACK = 1e-9


def places(n: int, seed: int, stream: int) -> FloatArray:
    """Return one place in (0, 1) for each of ``n`` draws, spread evenly, in random order.

    Parameters
    ----------
    n
        How many, above 0.
    seed
        Start of the random numbers.
    stream
        Of which input: others have other places, whatever else is drawn.

    Returns
    -------
    FloatArray
        Shape (n,): one in each n-th of (0, 1), so that few draws already have the shape of their range.

    Examples
    --------
    >>> spread = places(4, seed=1, stream=0)
    >>> np.floor(np.sort(spread) * 4).astype(int).tolist()
    [0, 1, 2, 3]
    """
    # 29 sets these random numbers apart from those of the resamples.
    rng = np.random.default_rng([seed, 29, stream])
    spread = (rng.permutation(n) + rng.random(n)) / n
    return np.clip(spread, 1e-12, 1 - 1e-12)


def input_at(key: str, low: float, mode: float, high: float, at: FloatArray) -> FloatArray:
    """Return an input at places of its distribution.

    Of times, which are log-normal, and of shares, which are beta, the ends are the 5 and 95 % points; prices are
    triangular between theirs.

    Parameters
    ----------
    key
        Of the plan: seconds_per_item.
    low, mode, high
        low <= mode <= high, in any unit, above 0 for times and within (0, 1) for shares; the mode, which is the plan's own
        value, is the likeliest price and says nothing of the others.
    at
        Places in (0, 1), any shape.

    Examples
    --------
    The middle of a time is the geometric mean of its ends:

    >>> input_at("seconds_per_item", 20.0, 25.0, 45.0, np.array([0.05, 0.5, 0.95])).round(6).tolist()
    [20.0, 30.0, 45.0]
    >>> input_at("adjudicated_share", 0.1, 0.2, 0.25, np.array([0.05, 0.95])).round(6).tolist()
    [0.1, 0.25]
    >>> input_at("per_item", 0.0, 1.0, 4.0, np.array([0.25, 0.625])).round(6).tolist()
    [1.0, 1.87868]
    >>> [input_at(key, 0.2, 0.2, 0.2, np.array([0.9])).round(9).item() for key in ("per_item", *risk.SHARES, *risk.TIMES)]
    [0.2, 0.2, 0.2, 0.2]
    """
    width = high - low
    if key in risk.TIMES:
        middle, half = (math.log(low) + math.log(high)) / 2, (math.log(high) - math.log(low)) / 2
        return np.asarray(np.exp(middle + half * ndtri(at) / float(ndtri(1 - TAIL))))
    if width <= 1e-9 * high:
        return np.full(np.shape(at), mode)
    if key in risk.SHARES:
        return np.asarray(betaincinv(*beta_shape(low, high), at))
    below = low + np.sqrt(at * width * (mode - low))
    above = high - np.sqrt((1 - at) * width * (high - mode))
    return np.asarray(np.where(at < (mode - low) / width, below, above))


def beta_shape(low: float, high: float) -> tuple[float, float]:
    """Return the parameters of the beta distribution with these 5 and 95 % points, 0 < low < high < 1.

    >>> [round(shape, 4) for shape in beta_shape(0.05, 0.95)]
    [1.0, 1.0]
    """

    def shape(log_size: float) -> tuple[float, float]:
        """Return the shape for so many items with the mean at which ``low`` is the 5 % point."""
        size = math.exp(log_size)

        def above(mean: float) -> bool:  # the greater the mean, the fewer lie below
            return bool(betainc(mean * size, (1 - mean) * size, low) > TAIL)

        mean, _ = closed_in(above, 0.0, 1.0, _HALVINGS)
        return mean * size, (1 - mean) * size

    def wide(log_size: float) -> bool:  # of the more items it is a share, the nearer is the 95 % point
        return bool(betaincinv(*shape(log_size), 1 - TAIL) > high)

    return shape(closed_in(wide, math.log(1e-2), math.log(1e12), _HALVINGS)[0])


def closed_in(holds: Callable[[float], bool], first: float, last: float, times: int) -> tuple[float, float]:
    """Return two values between which something stops to hold that holds at the first one, halved so many times.

    >>> closed_in(lambda value: value < 0.3, 0.0, 1.0, 2)
    (0.25, 0.5)
    """
    for _ in range(times):
        middle = (first + last) / 2
        first, last = (middle, last) if holds(middle) else (first, middle)
    return first, last


def draw_inputs(prices: Prices, ranges: risk.Ranges, draws: int, seed: int) -> Inputs:
    """Return what the inputs with a range are in every draw.

    Inputs are independent of each other, but for the two times, as who is slow at the one is slow at the other.

    Parameters
    ----------
    prices
        The plan's own values.
    ranges
        Of which inputs.
    draws, seed
        How many, and how they start.

    Examples
    --------
    >>> from decimal import Decimal
    >>> inputs = draw_inputs(
    ...     Prices(per_item=Decimal(3), stated=True), risk.Ranges({"per_item": risk.Span(Decimal(2), Decimal(4))}), 1000, 1
    ... )
    >>> round(float(inputs["per_item"].mean()), 2)
    3.0
    """
    apart = (risk.TIMES, risk.SHARES, *((key,) for key in risk.PRICES))
    stream = {key: place for place, keys in enumerate(apart) for key in keys}

    def drawn(key: str) -> FloatArray:
        span, at = ranges.spans[key], places(draws, seed, stream[key])
        return input_at(key, float(span.low), float(getattr(prices, key)), float(span.high), at)

    return {key: drawn(key) for key in stream if key in ranges.spans}


def _valued(prices: Prices, inputs: Inputs) -> Inputs:
    """Return all inputs, those that are not named as planned."""
    planned = {key: np.array(float(getattr(prices, key))) for key in risk.RANGED if key != risk.WORTH}
    return {**planned, **inputs}


def dearer_by(prices: Prices, inputs: Inputs) -> tuple[FloatArray, FloatArray]:
    """Return how much more an item costs in every draw than planned, and each unit of its size, in millionths.

    Items with prices of their own cost what they cost.

    Returns
    -------
    tuple of FloatArray
        Both of shape (draws,), or of no dimension where nothing of that varies.

    Examples
    --------
    >>> from decimal import Decimal
    >>> timed = Prices(hourly_rate=Decimal(36), seconds_per_item=Decimal(20), stated=True)
    >>> [more.tolist() for more in dearer_by(timed, {"seconds_per_item": np.array([30.0, 20.0])})]
    [[100000.0, 0.0], 0.0]
    """
    if prices.listed:
        return np.zeros(()), np.zeros(())

    def rates(value: Inputs) -> tuple[FloatArray, FloatArray]:  # METHODS F5, in millionths
        people, second = float(prices.annotators), value["hourly_rate"] / 3600
        flat = people * (value["per_item"] + second * value["seconds_per_item"])
        flat = flat + value["adjudicated_share"] * value["adjudication"]
        return flat * MICRO, people * (value["per_unit"] + second * value["seconds_per_unit"]) * MICRO

    (flat, per_unit), planned = rates(_valued(prices, inputs)), rates(_valued(prices, {}))
    return np.asarray(flat - planned[0]), np.asarray(per_unit - planned[1])


def paid_seconds(prices: Prices, inputs: Inputs, items: FloatArray, units: FloatArray) -> FloatArray:
    """Return the paid seconds of so many items of so many units, all judgements together, in every draw.

    Parameters
    ----------
    items, units
        Shape (draws,).
    """
    value = _valued(prices, inputs)
    seconds = value["seconds_per_item"] * items + value["seconds_per_unit"] * units
    return np.asarray(float(prices.annotators) * seconds)


def depths(finds: FloatArray, shares: FloatArray, wanted: FloatArray) -> FloatArray:
    """Return how much of a list has to be reviewed until as many entries are found as are wanted.

    Parameters
    ----------
    finds
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
    after = np.minimum((finds < enough[:, None]).sum(axis=1), finds.shape[1] - 1)
    before = np.maximum(after - 1, 0)
    rows = np.arange(len(finds))
    low, high = finds[rows, before], finds[rows, after]
    step = np.divide(wanted - low, high - low, out=np.ones(len(rows)), where=high > low)
    reached = shares[before] + np.clip(step, 0, 1) * (shares[after] - shares[before])
    return np.asarray(np.where(finds[:, -1] >= enough, reached, np.inf))


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
    within = np.minimum(depth, 1.0)
    after = np.clip(np.searchsorted(shares, within), 1, len(shares) - 1)
    part = (within - shares[after - 1]) / (shares[after] - shares[after - 1])
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
    thousandths = Fraction(more) / Fraction(base) * 1000 * (1 - Fraction(_SLACK))
    return Decimal(math.ceil(thousandths)).scaleb(-3)


class Reading:
    """How much of the list one model's order has reviewed until enough is found, in every draw; on average without draws.

    Attributes
    ----------
    entries
        What has to be found, where that is the same in all draws; else None.
    depth
        Shape (draws,): the share of the list that is reviewed, infinite where the list does not hold as much.
    cost, judged, units
        Shape (draws,): what annotation down to there costs as planned, in millionths, infinite where the depth is; how many
        items are judged, and their size, of the whole list there.

    Parameters
    ----------
    analysis
        Of a plan that recommends something.
    """

    def __init__(self, analysis: Analysis) -> None:
        evidence, self.model, chosen = analysis.evidence, analysis.lead, analysis.chosen
        assert chosen is not None
        draws, path, target = analysis.draws, self.model.path, evidence.plan.target
        items, shares = draws.ends, draws.ends / draws.ends[-1]
        # Shape (draws, K), or (1, K) where they are the same in all.
        rows = {name: path.read(name, items)[None, :] for name in ("cost", "units", "judged", "positives")}
        if analysis.sure:
            rows |= {name: values + path.beside(name, items) for name, values in draws.paid.items()}
            drawn = np.clip(np.maximum.accumulate(draws.found, axis=1), 0.0, items)
            rows["cost"] = rows["cost"] + evidence.extra_micros * (drawn - rows["positives"])
            rows["positives"] = drawn
        finds = rows["positives"]
        n, held = len(finds), finds[:, -1]
        here = read_at(finds, shares, np.full(n, chosen.items / evidence.list_items))
        # As many as the plan is expected to find, and no fewer than its target.
        wanted = np.full(n, float(here.mean()))
        self.entries: float | None = float(here.mean())
        if target is not None:
            amount = float(target.amount)
            self.entries = None if target.unit == "share" else amount
            if not analysis.sure:
                # A stop that half of the draws hold a target at may lie a little before the one at which it is expected:
                # where only what is expected is known, that is no reserve.
                wanted = here
            elif target.unit == "share":
                share = np.divide(here, held, out=np.ones(n), where=held > 0)
                wanted = max(amount, float(share.mean())) * held  # of what each draw holds
            else:
                wanted = np.maximum(wanted, amount)
        depth = depths(finds, shares, wanted)
        self.depth = depth if analysis.sure else np.broadcast_to(depth, risk.DRAWS)
        self.cost, within = read_at(rows["cost"], shares, self.depth), np.minimum(self.depth, 1.0)
        self.judged, self.units = (read_at(rows[name], shares, within) for name in ("judged", "units"))

    def total(self, prices: Prices, inputs: Inputs) -> FloatArray:
        """Return T down to these depths, in currency units, shape (draws,)."""
        flat, per_unit = dearer_by(prices, inputs)
        cost = self.cost + flat * self.judged + per_unit * self.units
        return prices.total(cost, self.model.cost) / MICRO

    def hours(self, prices: Prices, inputs: Inputs) -> FloatArray:
        """Return the paid hours down to these depths, all judgements together, shape (draws,)."""
        hours = paid_seconds(prices, inputs, self.judged, self.units) / 3600
        return np.asarray(np.where(np.isfinite(self.depth), hours, np.inf))


def of_filter(analysis: Analysis) -> tuple[float | None, risk.Reserve | None, risk.Calendar | None]:
    """Return how many entries are wanted in every draw, the contingency, and how long the work takes.

    The calendar is None where times or hours a week are not known; what is mixed into the packets takes time, too.

    Parameters
    ----------
    analysis
        Of a plan that recommends something; costs are those without a contingency, whatever the plan has.

    References
    ----------
    METHODS C.
    """
    plan, work, once = analysis.plan, analysis.plan.work, analysis.lead.cost
    assert analysis.chosen is not None
    prices, reading = replace(plan.prices, contingency=Decimal(0)), Reading(analysis)
    draws = len(reading.depth)
    inputs = draw_inputs(prices, plan.ranges, draws, plan.seed)
    reserve = calendar = None
    if prices.stated:
        # Without a contingency: what is planned, what reaching the same costs, and of what a contingency is a share.
        planned = analysis.path.read("cost", analysis.chosen.items)
        before, totals = float(prices.total(planned, once)) / MICRO, reading.total(prices, inputs)
        base = float(planned) / MICRO * float(prices.onward(ANNOTATION))
        enough, amount = quantile(totals, risk.LEVEL), None
        if math.isfinite(enough):
            # Noise of the last digits is no reserve.
            amount = enough - before if enough - before > _SLACK * max(abs(before), abs(enough)) else 0.0
        finite = np.sort(totals[np.isfinite(totals)])
        # At most 101 costs are told of how likely each suffices.
        at = np.unique(np.linspace(0, len(finite) - 1, min(101, len(finite))).round().astype(np.int64))
        cost, chance = tuple(finite[at].tolist()), tuple(((at + 1) / draws).tolist())
        missed, rate = float(np.mean(np.isinf(totals))), None if amount is None else rate_of(amount, base)
        reserve = risk.Reserve(before, draws, plan.seed, missed, amount, rate, cost, chance)
    if work.hours_a_week is not None and prices.timed:
        least = math.ceil(prices.annotators)
        calendar = calendar_of(reading.hours(prices, inputs), max(work.people, least), least, work)
    return reading.entries, reserve, calendar


def calendar_of(hours: FloatArray, people: int, least: int, work: Work) -> risk.Calendar:
    """Return how long so many hours take, in whole weeks as in the work plan: what is begun in a week is done at its end.

    Parameters
    ----------
    hours
        Shape (draws,): of all people together; infinite where nothing suffices.
    people, least
        How many work, and how many have to.

    Examples
    --------
    >>> calendar = calendar_of(
    ...     np.array([30.0, 39.0, 41.0, 50.0, 90.0]), 2, 1,
    ...     Work(hours_a_week=Decimal(10), start="2026-12-07", deadline="2026-12-20"),
    ... )
    >>> calendar.weeks, calendar.end, calendar.chance, calendar.people_needed
    (3, '2026-12-27', 0.4, 3)

    Eight weeks of five hours are 80 hours of two people:

    >>> work = Work(people=2, hours_a_week=Decimal(5), start="2026-12-07", deadline="2027-01-31")
    >>> calendar = calendar_of(np.array([80.0]), 2, 1, work)
    >>> calendar.weeks, calendar.end, calendar.chance, calendar_of(np.array([80.1]), 2, 1, work).chance
    (8, '2027-01-31', 1.0, 0.0)
    >>> calendar_of(np.array([80.0]), 2, 1, replace(work, deadline="2027-01-30")).chance
    0.0
    """
    assert work.hours_a_week is not None
    enough = quantile(hours, risk.LEVEL)
    weeks = weeks_of(enough / people, work.hours_a_week) if math.isfinite(enough) else None
    chance = needed = None
    if work.deadline:
        first, last = (dt.date.fromisoformat(day) for day in (work.start, work.deadline))
        # Whole weeks from the first day to the deadline, both included.
        capacity = ((last - first).days + 1) // 7 * float(work.hours_a_week)
        chance = float(np.mean(hours <= people * capacity * (1 + _SLACK)))
        if math.isfinite(enough) and capacity > 0:
            needed = max(math.ceil(enough / capacity * (1 - _SLACK)), least)
    missed = float(np.mean(np.isinf(hours)))
    return risk.Calendar(people, weeks, last_day(work, weeks), work.deadline, chance, needed, missed)


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
    first, days = dt.date.fromisoformat(work.start), 7 * weeks - 1
    # No calendar goes on for ever.
    return (first + dt.timedelta(days)).isoformat() if days <= (dt.date.max - first).days else ""


SCANNED = 4
"""Between what is planned and an end of a range a decision is made anew so often, to see whether it changes."""
FINEST = Decimal("0.001")
"""Contingencies are whole tenths of a percent."""
HALVINGS = 12
"""Then the change is closed in so often: to a four-thousandth of what lies between two of these."""


def with_risk(plan: Plan, planned: Callable[[Plan], Analysis]) -> Analysis:
    """Return the analysis of a plan, with what it may cost and how long it may take, where that is asked.

    A computed contingency depends on the plan, and the plan on it, as what is kept in reserve buys nothing. The least is sought
    that suffices for the plan made with it, between none and what the plan made without one would need.

    Parameters
    ----------
    plan
        What the user said.
    planned
        Analyses a plan.

    References
    ----------
    METHODS C.
    """
    if not (plan.ranges.asked or plan.work.deadline):
        return planned(plan)
    computed = plan.ranges.computed
    final = planned(priced_with(plan, Decimal(0)) if computed else plan)
    if final.chosen is None:
        return final
    stop, (entries, reserve, calendar) = final.chosen.items, of_filter(final)
    rate = None if reserve is None else reserve.rate
    if computed and rate:
        final, least = planned(priced_with(plan, rate)), Decimal(0)
        # With it nothing may be worth its price, or affordable, that is with a smaller one.
        moves = final.chosen is None or final.chosen.items != stop
        if moves and final.chosen is not None:
            entries, reserve, calendar = of_filter(final)
        while moves and rate - least > FINEST:
            middle = ((least + rate) / 2).quantize(FINEST)
            between = planned(priced_with(plan, middle))
            if between.chosen is None:
                rate = middle
                continue
            needs = of_filter(between)
            if needs[1] is None or needs[1].rate is None or needs[1].rate > middle:
                least = middle
            else:
                rate, final, (entries, reserve, calendar) = middle, between, needs
    if final.chosen is None:
        return final
    final.risk = risk.Risk(entries, reserve, calendar, *swings_of(final))
    return final


def priced_with(plan: Plan, contingency: Decimal) -> Plan:
    """Return a plan with a contingency."""
    return replace(plan, prices=replace(plan.prices, contingency=contingency))


def swings_of(analysis: Analysis) -> tuple[risk.Measure, float, tuple[risk.Swing, ...]]:
    """Return what swings, how much that is as planned, and how far it moves with each input, the widest first.

    Each input is at the ends of its range, and all others are as planned; model and stop are those of the plan. The
    contingency is left out: it is there to cover what is shown.

    References
    ----------
    METHODS C.
    """
    chosen, plan, prices, path = analysis.chosen, analysis.plan, analysis.prices, analysis.path
    assert chosen is not None
    net, spans = chosen.net if analysis.goal == "net_value" else None, plan.ranges.spans
    measure: risk.Measure = "cost" if net is None else "net"
    bare, paid = replace(prices, contingency=Decimal(0)), path.read("cost", float(chosen.items))
    kept = float(paid) * float(prices.per_direct - bare.per_direct) / MICRO
    here = float(chosen.spend) - kept if net is None else net.value + kept
    if not prices.stated:
        return measure, here, ()
    decider = Decider(analysis) if plan.resamples else None
    tested = decider is not None and decider.same(prices)
    units, judged = (float(path.read(name, float(chosen.items))) for name in ("units", "judged"))

    def swing(key: str) -> risk.Swing:
        """Return how far the plan moves with one input, and where another one is recommended."""
        worth = plan.values if key == risk.WORTH else None
        planned: Decimal = getattr(prices, key) if worth is None else next(iter(worth.entry.values()))

        def at(value: float) -> float:
            if worth is not None:
                return here + (value - float(planned)) * chosen.found.value
            flat, per_unit = (float(more) for more in dearer_by(bare, {key: np.array(value)}))
            more = float(np.diff(bare.total([0.0, flat * judged + per_unit * units]))[0]) / MICRO
            return here + more if net is None else here - more

        def same(value: float) -> bool:
            assert decider is not None
            changed: dict[str, Any] = {key: exact(value)} if worth is None else {}
            return decider.same(replace(prices, **changed), 1.0 if worth is None else value / float(planned))

        low, high = float(spans[key].low), float(spans[key].high)
        below, above = (first_change(same, float(planned), end) if tested else None for end in (low, high))
        return risk.Swing(
            *(key, planned, spans[key].low, spans[key].high, at(low), at(high), below, above),
            at_below=None if below is None else at(below),
            at_above=None if above is None else at(above),
            tested=tested,
        )

    swings = [swing(key) for key in risk.RANGED if key in spans and (net is not None or key != risk.WORTH)]
    if plan.resamples:
        # What the labels leave open: the net value of the plan, or what finding as much costs.
        nets = None if net is None or analysis.plan_draws is None else analysis.plan_draws.net
        amounts = Reading(analysis).total(bare, {}) if nets is None else nets + kept
        low, high = (quantile(amounts, level) for level in (TAIL, 1 - TAIL))
        # There is nothing to say where a twentieth of the draws does not find as much.
        swings += [risk.Swing(risk.LABELS, None, None, None, low, high)] if np.isfinite(high) else []
    return measure, here, tuple(sorted(swings, key=lambda swing: (-swing.width, swing.key)))


class Decider:
    """Decides again, at other inputs, by the rules of the plan itself on the same draws; before amounts are rounded for print.

    Where a budget or a target ends the review its stop moves with every price, and is no choice.

    Parameters
    ----------
    analysis
        The plan as it was decided; something is recommended.
    """

    def __init__(self, analysis: Analysis) -> None:
        evidence, self.analysis = analysis.evidence, analysis
        self.items = evidence.stops(analysis.lead, evidence.whole_items).astype(np.float64)
        # Where entries cost more the budget has to pay for all that people find in 95 % of the draws.
        self.unlucky = np.zeros(len(self.items))
        if evidence.extra_micros:
            more = analysis.surely(self.items) - analysis.path.read("positives", self.items)
            self.unlucky = evidence.extra_micros * more

    def same(self, prices: Prices, times_worth: float = 1.0) -> bool:
        """Return whether the decision is that of the plan, at other prices or at so many times the worth of an entry."""
        analysis, path, items, once = self.analysis, self.analysis.path, self.items, self.analysis.lead.cost
        if analysis.goal != "net_value":
            return True
        flat, per_unit = (float(more) for more in dearer_by(analysis.prices, _valued(prices, {})))
        units, judged = path.read("units", items), path.read("judged", items)
        cost = path.read("cost", items) + flat * judged + per_unit * units
        total = np.where(items > 0, prices.total(cost, once) / MICRO, 0.0)
        net = times_worth * path.read("value", items) - total
        budget = analysis.plan.budget
        if budget is not None:
            dear = cost + self.unlucky
            used, limit = prices.total(dear, once) / MICRO, float(budget.amount)
            if budget.unit == "items":
                used = judged
            elif budget.unit == "hours":
                used, limit = paid_seconds(prices, {}, judged, units), limit * 3600
            elif budget.covers == "annotation":
                used = dear / MICRO
            # Not to start is always paid for.
            net = net[: max(int(np.searchsorted(used, limit * (1 + 1e-9), side="right")), 1)]
        stop = int(items[best_stop(net)])
        # A stop is another one where it has a tenth more items, or a tenth fewer.
        return stop > 0 and abs(stop - analysis.planned) <= max(0.1 * analysis.planned, 1.5)


def first_change(same: Callable[[float], bool], start: float, end: float) -> float | None:
    """Return the value nearest to ``start`` at which a decision is seen to be another one; None where it is never.

    Parameters
    ----------
    same
        Whether the decision at a value is that at ``start``.
    start, end
        The input as planned, and an end of its range; any order.

    Examples
    --------
    >>> change = first_change(lambda seconds: seconds < 31, 20.0, 45.0)
    >>> abs(change - 31) < 0.01, first_change(lambda seconds: True, 20.0, 45.0)
    (True, None)
    """
    step = (end - start) / SCANNED
    outside = next((start + step * n for n in range(1, SCANNED + 1) if not same(start + step * n)), None)
    return closed_in(same, outside - step, outside, HALVINGS)[1] if outside is not None and step else None
