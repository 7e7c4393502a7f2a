"""What reaching the same costs and how long it takes, in every draw (METHODS C)."""

from __future__ import annotations

import datetime as dt
import math
from dataclasses import replace
from decimal import Decimal

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.plan import Plan, Target, Work
from budgetplan.domain.prices import ANNOTATION, MICRO
from budgetplan.domain.risk.ranges import DRAWS, LEVEL, Calendar, Reserve
from budgetplan.metrics.risk.reserves import (
    chances,
    depths,
    missed,
    people_for,
    quantile,
    rate_of,
    read_at,
    reserve,
    within,
)
from budgetplan.planning.filter.analysis import Analysis
from budgetplan.risk.inputs import Inputs, draw_inputs
from budgetplan.risk.readings import Reading, read_order
from budgetplan.workplan.building import last_day, weeks_of


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
    reading = read_order(evidence, analysis.lead, prices)
    draws = len(reading.found) if reading.resampled else DRAWS
    inputs = draw_inputs(prices, plan.ranges, draws, plan.seed)
    wanted, entries = _wanted(reading, plan.target, chosen.items, evidence.list_items)
    depth = np.broadcast_to(depths(reading.found, reading.shares, wanted), draws)
    kept = None
    if prices.stated:
        planned = analysis.lead.path.read("cost", np.array([float(chosen.items)]))
        kept = reserved(reading, planned, reading.costs(inputs, depth), plan)
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


def reserved(reading: Reading, planned: FloatArray, costs: FloatArray, plan: Plan) -> Reserve:
    """Return the contingency that lets a plan reach the same in 80 % of the draws.

    Parameters
    ----------
    planned
        Shape (1,): what annotation costs as planned, in millionths.
    costs
        Shape (draws,): what reaching the same costs; infinite where nothing suffices.
    """
    totals, before = reading.totals(costs), float(reading.totals(planned)[0])
    more = reserve(totals, before)
    base = float(planned[0]) / MICRO * float(reading.prices.onward(ANNOTATION))
    at, chance = chances(totals)
    return Reserve(
        planned=before,
        level=LEVEL,
        draws=len(totals),
        seed=plan.seed,
        missed=missed(totals),
        amount=more,
        rate=None if more is None else rate_of(more, base),
        cost=tuple(at.tolist()),
        chance=tuple(chance.tolist()),
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
    a_week, most = float(work.hours_a_week), quantile(hours, LEVEL)
    weeks = weeks_of(most / people, work.hours_a_week) if math.isfinite(most) else None
    chance = needed = None
    if work.deadline:
        each = _weeks_until(work) * a_week
        chance, needed = within(hours, people * each), people_for(hours, each, least)
    return Calendar(
        people=people,
        weeks=weeks,
        end=last_day(work, weeks),
        deadline=work.deadline,
        chance=chance,
        people_needed=needed,
        level=LEVEL,
        missed=missed(hours),
    )


def _weeks_until(work: Work) -> int:
    """Return the whole weeks from the first day to the deadline, both included."""
    first, last = (dt.date.fromisoformat(day) for day in (work.start, work.deadline))
    return ((last - first).days + 1) // 7


def labels_alone(analysis: Analysis) -> FloatArray:
    """Return what reaching the same costs in every resample where all inputs are as planned, in currency units.

    Shape (resamples,); infinite where the list does not hold as much.
    """
    evidence, chosen = analysis.evidence, analysis.decision.chosen
    assert chosen is not None
    reading = read_order(evidence, analysis.lead, evidence.prices)
    wanted, _ = _wanted(reading, evidence.plan.target, chosen.items, evidence.list_items)
    return reading.totals(reading.costs({}, depths(reading.found, reading.shares, wanted)))
