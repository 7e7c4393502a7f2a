"""Time and price as they were measured, by label and by annotator, and how far people agree (METHODS R5)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.domain.decision import Estimate
from budgetplan.domain.prices import MICRO, Prices
from budgetplan.domain.review.manifest import QueueItems
from budgetplan.models.bounds import exact_interval
from budgetplan.work.standing import ReviewState, expected_entries, wanted_codes

CUT = 0.05
"""Of the times of judgements this share at either end is set to the nearest one inside: pauses and slips."""
REPEATS = 2000
"""So often times are drawn anew for an interval."""
LEAST_TIMES = 5
"""Of fewer times there is no interval."""


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

    def __init__(self, state: ReviewState) -> None:
        back, manifest, seed = state.returned, state.manifest, state.plan.seed
        code, n = {name: at for at, name in enumerate(manifest.labels)}, len(back.annotators)
        # Of each annotator of an item the last judgement counts, where it gives a label.
        counts = back.last & (back.said >= 0)
        # Whoever settles sees what the others disagree on alone: no judgement beside theirs.
        settler = np.array([name == state.plan.form.adjudicator for name in back.annotators], dtype=bool)
        beside = counts & ~settler[back.annotator]
        self.pairs = agreement(back.item[beside], back.said[beside])
        label = np.array([code.get(name, -1) for name in manifest.items.label], dtype=np.int64)
        known = counts & state.rows("control")[back.item]
        agree = known & (back.said == label[back.item])
        self.known = Agreement(int(known.sum()), int(agree.sum())) if known.any() else None
        self.time = timed(back.seconds, seed)
        by_label = ((name, timed(back.seconds[back.said == at], seed)) for name, at in code.items())
        self.by_label = tuple((name, time) for name, time in by_label if time is not None)
        found = counts & np.isin(back.said, wanted_codes(manifest))
        kinds = (counts, found, known, agree)
        each = [np.bincount(back.annotator[rows], minlength=n).tolist() for rows in kinds]
        # Grouped once: a look through all judgements for each person would take a log of many people for ever.
        by_person = back.seconds[np.argsort(back.annotator, kind="stable")]
        ends = np.cumsum(np.bincount(back.annotator, minlength=n))[:-1]
        # Of nobody at all there is one empty part.
        people = zip(back.annotators, np.split(by_person, ends), *each, strict=False)
        self.annotators = tuple(
            Annotator(name, judgements, hits, timed(times, seed), Agreement(of, same) if of else None)
            for name, times, judgements, hits, of, same in people
        )
        # What was judged was planned and is paid as when the queue was written, the rest as the plan has it now.
        self.planned_seconds = _planned_seconds(state, state.then, manifest.items)
        rest, control = state.rows("review") & ~state.judged, state.rows("control")
        self.rest, ours = int(rest.sum()), state.judged & ~control
        paid, paid_measured = _costs(state, ours, self.time, state.then, manifest.items)
        self.rest_planned, self.rest_measured = _costs(
            state, rest, self.time, state.plan.prices, state.ahead.items
        )
        self.spent_measured: float | None = None
        if paid is not None and paid_measured is not None:
            # Items with a known label have no price of their own: one takes as long as the others do on average.
            times = int(state.judged.sum()) / max(int(ours.sum()), 1)
            self.spent_measured = float(state.spent) + (paid_measured - paid) * times


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
    # Judgements that were planned to last some seconds last others: longer items longer than short ones, as planned.
    seconds, each = time.mean.value, _planned_seconds(state, prices, items)
    item, unit = Decimal(repr(seconds)), Decimal(0)
    if each is not None:
        slower = Decimal(repr(seconds / each))
        item, unit = prices.seconds_per_item * slower, prices.seconds_per_unit * slower
    measured = replace(prices, seconds_per_item=item, seconds_per_unit=unit, listed=False)
    cost = measured.item_cost(int(rest.sum()), items.units[rest], None)
    return planned, float(cost.sum()) * times + extra


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
    known = np.sort(seconds[np.isfinite(seconds) & (seconds >= 0)])
    if not len(known):
        return None
    n, median = len(known), float(np.median(known))
    off = int(np.ceil(CUT * n)) if n > 2 else 0
    cut = np.clip(known, known[off], known[n - 1 - off]) if 2 * off < n else known
    mean = float(cut.mean())
    if n < LEAST_TIMES:
        return Timed(n, median, Estimate(mean))
    times = np.random.default_rng([seed, 17]).multinomial(n, np.full(n, 1 / n), REPEATS if n <= 5000 else 200)
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
    n_labels = int(label.max(initial=0)) + 1
    counts = np.zeros((len(code), n_labels))
    np.add.at(counts, (place, label), 1)
    each = counts.sum(axis=1)
    counts, each = counts[each > 1], each[each > 1]
    if not len(each):
        return None
    pairs, same = each * (each - 1) / 2, (counts * (counts - 1) / 2).sum(axis=1)
    total, of_label = each.sum(), counts.sum(axis=0)
    observed = float((2 * (pairs - same) / (each - 1)).sum() / total)
    expected = float((total**2 - (of_label**2).sum()) / (total * (total - 1)))
    alpha = 1 - observed / expected if expected > 0 else None
    return Agreement(round(float(pairs.sum())), round(float(same.sum())), alpha)
