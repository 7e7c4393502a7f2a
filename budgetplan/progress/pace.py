"""Time and price as they were measured, by label and by annotator, and what the rest of the plan costs at them (R5)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal

import numpy as np

from budgetplan.arrays import BoolArray
from budgetplan.domain.decision import Estimate
from budgetplan.domain.prices import MICRO, Prices
from budgetplan.domain.review.manifest import QueueItems
from budgetplan.metrics.bounds import exact_interval
from budgetplan.progress.standing import ReviewState, expected_entries
from budgetplan.progress.times import Agreement, Timed, agreement, given, timed


@dataclass(frozen=True)
class Known:
    """How often items with a known label were given it again."""

    n: int
    agree: int

    @property
    def share(self) -> Estimate:
        """The share, with its exact 95 % interval."""
        low, high = exact_interval(np.array(float(self.agree)), np.array(float(self.n)))
        return Estimate(self.agree / self.n, float(low), float(high))


@dataclass(frozen=True)
class Annotator:
    """One who judges: name, judgements that count, entries among them, time, and agreement with known labels."""

    name: str
    judgements: int
    found: int
    time: Timed | None
    known: Known | None


@dataclass(frozen=True)
class Pace:
    """What judging took.

    Attributes
    ----------
    time, by_label
        Of all judgements, and by the label given; None and empty where no time is known.
    planned_seconds
        What the plan takes these judgements to last on average; None: it has no times.
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
    """

    time: Timed | None
    by_label: tuple[tuple[str, Timed], ...]
    planned_seconds: float | None
    annotators: tuple[Annotator, ...]
    pairs: Agreement | None
    known: Known | None
    rest: int
    rest_planned: float | None
    rest_measured: float | None
    spent_measured: float | None = None


def pace(state: ReviewState) -> Pace:
    """Return what judging took, and what the rest costs at that."""
    back, manifest, seed = state.returned, state.manifest, state.plan.seed
    counts = given(back)
    # Whoever settles sees what the others disagree on alone: no judgement beside theirs.
    people = np.array([name != state.plan.form.adjudicator for name in back.annotators], dtype=bool)[
        back.annotator
    ]
    time = timed(back.seconds, seed)
    by_label = tuple(
        (name, one)
        for code, name in enumerate(manifest.labels)
        if (one := timed(back.seconds[back.said == code], seed)) is not None
    )
    rest = state.rows("review") & ~state.judged
    # What was judged was planned and is paid as when the queue was written, the rest as the plan has it now.
    then, now = (state.then, state.manifest.items), (state.plan.prices, state.ahead.items)
    planned = _planned_seconds(state, *then)
    costs = _costs(state, rest, time, *now)
    ours = state.judged & ~state.rows("control")
    before = _costs(state, ours, time, *then)
    # Items with a known label have no price of their own: one takes as long as the others do on average.
    each = int(state.judged.sum()) / max(int(ours.sum()), 1)
    more = None if before[0] is None or before[1] is None else (before[1] - before[0]) * each
    spent = None if more is None else float(state.spent) + more
    return Pace(
        time=time,
        by_label=by_label,
        planned_seconds=planned,
        annotators=_annotators(state, counts),
        pairs=agreement(back.item[counts & people], back.said[counts & people]),
        known=_known(state, counts),
        rest=int(rest.sum()),
        rest_planned=costs[0],
        rest_measured=costs[1],
        spent_measured=spent,
    )


def _annotators(state: ReviewState, counts: BoolArray) -> tuple[Annotator, ...]:
    """Return those who judge, by name; ``counts``: shape (J,), which judgements do."""
    back, n = state.returned, len(state.returned.annotators)
    if not n:
        return ()
    wanted = np.array([name in state.manifest.positive for name in state.manifest.labels], dtype=bool)
    found = counts & wanted[np.maximum(back.said, 0)] if len(wanted) else np.zeros_like(counts)
    known, agree = _known_again(state, counts)
    each = [np.bincount(back.annotator[rows], minlength=n).tolist() for rows in (counts, found, known, agree)]
    # Grouped once: a look through all judgements for each person would take a log of many people for ever.
    order = np.argsort(back.annotator, kind="stable")
    ends = np.cumsum(np.bincount(back.annotator, minlength=n))
    seconds = np.split(back.seconds[order], ends[:-1])
    return tuple(
        Annotator(name, judgements, hits, timed(times, state.plan.seed), Known(of, same) if of else None)
        for name, judgements, hits, of, same, times in zip(back.annotators, *each, seconds, strict=True)
    )


def _known_again(state: ReviewState, judgements: BoolArray) -> tuple[BoolArray, BoolArray]:
    """Return which of these judgements are of items with a known label, and which of those give it; shape (J,) each."""
    back, manifest = state.returned, state.manifest
    code = {name: at for at, name in enumerate(manifest.labels)}
    label = np.array([code.get(name, -1) for name in manifest.items.label], dtype=np.int64)
    known = judgements & state.rows("control")[back.item]
    return known, known & (back.said == label[back.item])


def _known(state: ReviewState, judgements: BoolArray) -> Known | None:
    """Return how often these judgements give items their known label; None where they are of no such item."""
    known, agree = _known_again(state, judgements)
    return Known(int(known.sum()), int(agree.sum())) if known.any() else None


def _planned_seconds(state: ReviewState, prices: Prices, items: QueueItems) -> float | None:
    """Return what the judgements whose time is known were planned to last on average; else those of the items judged."""
    back, control = state.returned, state.rows("control")
    timed_ones = back.item[np.isfinite(back.seconds) & ~control[back.item]]
    seconds = items.seconds[timed_ones if len(timed_ones) else state.judged & ~control]
    if not prices.timed or not len(seconds) or seconds.sum() <= 0:
        return None
    return float(seconds.mean()) / float(prices.annotators)


def _costs(
    state: ReviewState, rest: BoolArray, time: Timed | None, prices: Prices, items: QueueItems
) -> tuple[float | None, float | None]:
    """Return what judging some items costs at some prices, and at the measured time."""
    if not prices.stated:
        return None, None
    times = float(prices.per_direct) / MICRO
    share = state.found / max(int(state.judged.sum()), 1)
    extra = float(prices.extra_per_entry * MICRO) * expected_entries(state.manifest, rest, share) * times
    planned = float(items.cost[rest].sum()) * times + extra
    if time is None or not prices.hourly_rate:
        return planned, None
    measured = at_pace(prices, time.mean.value, _planned_seconds(state, prices, items))
    cost = measured.item_cost(int(rest.sum()), items.units[rest], None)
    return planned, float(cost.sum()) * times + extra


def at_pace(prices: Prices, seconds: float, planned: float | None = None) -> Prices:
    """Return prices by which judgements that were ``planned`` to last some seconds last others; None: any judgement.

    Longer items last longer than short ones, as planned.

    >>> timed = Prices(hourly_rate=Decimal(36), seconds_per_item=Decimal(5), seconds_per_unit=Decimal(1), stated=True)
    >>> slower = at_pace(timed, 20.0, 10.0)
    >>> slower.seconds_per_item, slower.seconds_per_unit
    (Decimal('10.0'), Decimal('2.0'))
    >>> at_pace(timed, 20.0).seconds_per_unit
    Decimal('0')
    """
    if planned is None:
        return replace(
            prices, seconds_per_item=Decimal(repr(seconds)), seconds_per_unit=Decimal(0), listed=False
        )
    times = Decimal(repr(seconds / planned))
    each = prices.seconds_per_item * times, prices.seconds_per_unit * times
    return replace(prices, seconds_per_item=each[0], seconds_per_unit=each[1], listed=False)
