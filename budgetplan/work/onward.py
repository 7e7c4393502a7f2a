"""What the next items bring, what may be left, and whether to go on (METHODS R1, R3, R4).

Every statement is of one of four kinds: *counted*, which nobody can doubt; a *guarantee*, which holds whatever the order
is worth; *conditional*, which holds where unread items are no richer than the last ones read; a *forecast*, which is no
promise.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from functools import partial

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.core.stops import interval
from budgetplan.domain.prices import MICRO
from budgetplan.domain.review.manifest import ALPHA, ROLES
from budgetplan.lists.likeness import depth_read_through
from budgetplan.lists.unseen import (
    Kind,
    Outcome,
    Rest,
    Verdict,
    anytime_range,
    break_even_yield,
    drawn_next,
    least_positives,
    most_in_next,
    most_positives,
    p_target_missed,
    recall_range,
    verdict,
)
from budgetplan.work.standing import ReviewState

DRAWS = 999
GROWTH = 1.25
"""Samples are tried from the largest down, each by so much smaller than the one before."""


@dataclass(frozen=True)
class Unseen:
    """What random items from after the stop prove of the items there.

    Attributes
    ----------
    of, drawn, found
        Items after the stop when the queue was written, random ones judged by now, entries among these.
    looks
        How often they are read: 0 for any time. With looks, ``drawn`` is the size that was declared for this one.
    least, most
        Entries after the stop that nobody has found yet: with an error of at most 5 % each at least, and at most, so many.
    recall
        Which share of all entries is found by now, at least and at most; None where nothing is found.
    unread
        Items before the stop that nobody has judged yet: nothing is proved of them, so that at the least all are entries.
    """

    of: int
    drawn: int
    found: int
    looks: int
    least: int
    most: int
    recall: tuple[float, float] | None
    unread: int


@dataclass(frozen=True)
class NextItems:
    """The next items of the plan's order, and what the last ones say of them.

    Attributes
    ----------
    items
        How many: a packet, or what is left of the list or of the money.
    after_stop
        Whether they lie after the plan's stop.
    last, last_found
        How many of the last reviewed items are looked at, and the entries among them.
    most
        At most so many entries in the next items, if these are no richer than the last.
    forecast
        Entries to be expected by the labelled items, the scores and what was found so far, between the ends of their 95 %
        interval; None where nothing says so.
    expected
        Entries that are expected: the mean of the same draws; 0 where nothing says so.
    cost
        What they cost then at the plan's prices, in currency units.
    break_even
        So many entries they must hold to be worth it; infinite where none are enough; None where nothing has a worth.
    prices
        What judging one of them costs if it is no entry, and if it is.
    stake
        What they are worth on average beyond their cost where they pay, and 0 where they do not; None without a worth.
    """

    items: int
    after_stop: bool
    last: int
    last_found: int
    most: int
    forecast: tuple[int, int, int] | None
    expected: float
    cost: float
    break_even: float | None
    prices: tuple[float, float] = (0.0, 0.0)
    stake: float | None = None

    @property
    def enough(self) -> int:
        """The fewest entries among the next items that pay: what just breaks even does not."""
        assert self.break_even is not None
        return math.floor(self.break_even * (1 + 1e-12)) + 1

    @property
    def cost_per_entry(self) -> float | None:
        """What an entry costs, if the next items hold as many as expected; None where that is none."""
        return self.cost / self.expected if self.expected else None


@dataclass(frozen=True)
class Onward:
    """Whether to go on.

    Attributes
    ----------
    outcome, kind, why
        Stop, continue, undecided, or pause where going on would pay and fewer entries are found than the plan thought
        possible; what kind of statement that is; what it rests on, as the keys of its texts end.
    coming
        The next items; None where none are left.
    unseen
        What the random items prove; None where there are none.
    left_at_most, left_kind
        Entries among all unread items, if these are no richer than the last ones read, or what is guaranteed where that
        is less; None: nothing was read. What kind of statement that is.
    p_missed
        How likely finds as few as the last ones are if the target is missed; None: no target that is a share.
    deciding, deciding_cost
        How many more random items would decide, if they held entries at the rate that is seen, and what they cost; None
        where nothing is open, or none would.
    worth
        What an entry is worth, less what its items left out are; None: nothing was said.
    pays_from
        From which worth on the most that the next items may hold would pay; None: not told, or from none.
    """

    outcome: Outcome
    kind: Kind
    why: str
    coming: NextItems | None
    unseen: Unseen | None
    left_at_most: int | None
    p_missed: float | None
    deciding: int | None
    worth: float | None
    pays_from: float | None = None
    left_kind: Kind = "conditional"
    deciding_cost: float | None = None


def onward(standing: ReviewState) -> Onward:
    """Return whether to go on, and what that rests on."""
    manifest, target, worths = standing.manifest, standing.plan.target, _worths(standing)
    last = last_rows(standing)
    coming, drawn = _next_items(standing, last, worths) or (None, np.zeros(0))
    unseen = proved(standing) if manifest.tail.items and manifest.positive else None
    # Of a list that was not loaded the manifest has those alone that people judge.
    unread = manifest.n_list - standing.parts["answered"].of - (len(standing.order) - len(standing.waiting))
    left: int | None = None
    left_kind: Kind = "conditional"
    if manifest.positive and len(last):
        left = most_in_next(len(last), int(standing.positive[last].sum()), unread)
        if unseen is not None and unseen.drawn and unseen.most + unseen.unread <= left:
            # What is guaranteed after the stop, and all that is unread before it.
            left, left_kind = unseen.most + unseen.unread, "guarantee"
    p_missed, entry = None, standing.positive[_read(standing)]
    if target is not None and target.unit == "share" and entry.any():
        # How likely finds as few as the last ones would be if the target had been missed (METHODS R4).
        p_missed = p_target_missed(entry, manifest.n_list, float(target.amount))
    outcome, kind, why = _decided(standing, coming, drawn, unseen, p_missed)
    deciding = price = pays_from = None
    if outcome == "undecided" and coming is not None:
        deciding = _deciding(standing, coming, drawn, unread)
        price = (
            _cost(deciding, deciding * coming.expected / coming.items, coming.prices) if deciding else None
        )
        # Less is expected than pays, and to know it better costs more than it may bring (METHODS 0.13).
        if target is None and coming.stake is not None and (price is None or price >= coming.stake):
            outcome, kind, why = "stop", "forecast", "stake"
    if outcome == "continue" and standing.below_plan:
        outcome = "pause"
    if worths is not None and coming is not None and coming.most:
        (negative, positive), other = coming.prices, worths[1]
        pays_from = coming.items * (negative - other) / coming.most + positive - negative + other
    return Onward(
        outcome=outcome,
        kind=kind,
        why=why,
        coming=coming,
        unseen=unseen,
        left_at_most=left,
        p_missed=p_missed,
        deciding=deciding,
        worth=None if worths is None else worths[0],
        pays_from=pays_from,
        left_kind=left_kind,
        deciding_cost=price,
    )


def last_rows(standing: ReviewState) -> IntArray:
    """Return the last settled items of the plan's order, as many as a packet, the first one first."""
    return _read(standing)[-standing.plan.work.packet :]


def _read(standing: ReviewState) -> IntArray:
    """Return the settled items of the plan's order, the first one first, as far as it has been read through.

    What people judged ahead of their turn says nothing of richer items above it.
    """
    order = standing.order[standing.manifest.items.role[standing.order] != ROLES.index("tail sample")]
    order = order[: depth_read_through(standing.judged[order])]
    return np.asarray(order[standing.returned.settled[order]])


def _next_items(
    standing: ReviewState, last: IntArray, worths: tuple[float, float] | None
) -> tuple[NextItems, FloatArray] | None:
    """Return the next items of the plan's order, and draws of the entries in them; None where all have been judged."""
    prices, rows = standing.plan.prices, standing.waiting[: standing.plan.work.packet]
    if not len(rows):
        return None
    found, read, n = int(standing.positive[last].sum()), len(last), len(rows)
    # What judging one costs on average, with reserve and overheads, if it is no entry, and if it is.
    times = float(prices.per_direct)
    flat = float(standing.ahead.items.cost[rows].mean()) / MICRO * times if prices.stated else 1.0
    each = flat, flat + float(prices.extra_per_entry) * times
    drawn = _drawn(standing, last, rows)
    expected = float(drawn.mean()) if len(drawn) else 0.0
    forecast = break_even = stake = None
    if len(drawn):
        low, high = interval(drawn).tolist()
        forecast = round(low), round(expected), round(high)
    if worths is not None:
        entry, other = worths
        least = break_even_yield(n, each[0] - other, each[1], entry)
        break_even = math.inf if least is None else max(least, 0.0)
        if len(drawn) and least is not None:
            gain = entry - other - each[1] + each[0]
            stake = gain * float(np.maximum(drawn - break_even, 0.0).mean())
    coming = NextItems(
        items=n,
        after_stop=bool(standing.manifest.items.rank[rows[0]] > standing.manifest.review),
        last=read,
        last_found=found,
        most=most_in_next(read, found, n) if read else n,
        forecast=forecast,
        expected=expected,
        cost=_cost(n, expected, each),
        break_even=break_even,
        prices=each,
        stake=stake,
    )
    return coming, drawn


def _cost(items: int, entries: float, prices: tuple[float, float]) -> float:
    """Return what judging some items costs, so many of which are entries."""
    return items * prices[0] + entries * (prices[1] - prices[0])


def _drawn(standing: ReviewState, last: IntArray, coming: IntArray) -> FloatArray:
    """Return draws of the entries among the next items, shape (B,): none where nothing says what they hold.

    Where the labelled sample is known, the items that were judged join it. Else the last items tell at which rate of what
    the plan expected entries come, or, where it expected nothing, at which rate they come at all.
    """
    manifest, items, settled = standing.manifest, standing.manifest.items, standing.returned.settled
    if manifest.sample is not None:
        # Loading scipy takes a while, and not every command needs it.
        from budgetplan.core.draws import of_list
        from budgetplan.core.places import places

        listed = items.rank > 0
        place, known = places(items.score, items.score[listed]), listed & settled
        joined = manifest.sample.joined(place[known], standing.positive[known].astype(np.float64))
        ones = np.ones(len(coming))
        found = of_list(joined, place[coming], ones, DRAWS, manifest.seed, rate=manifest.sample.rate).found
        return found[:, -1]
    if not len(last):
        return np.zeros(0)
    before, after = float(items.nearby[last].sum()), float(items.nearby[coming].sum())
    if not (math.isfinite(before) and math.isfinite(after) and before > 0):
        before, after = float(len(last)), float(len(coming))
    rng, held = np.random.default_rng(manifest.seed), int(standing.positive[last].sum())
    return np.minimum(drawn_next(held, before, after, DRAWS, rng), len(coming))


def _worths(standing: ReviewState) -> tuple[float, float] | None:
    """Return what reviewing an entry and what reviewing another item is worth against leaving it out; None: not said.

    Of several kinds the mean over those found so far, else over the kinds.
    """
    plan, manifest = standing.plan, standing.manifest
    if plan.values is None or not manifest.positive:
        return None
    values, labels = plan.values, manifest.labels
    worth = [values.reviewed(name, plan.positive) - values.left_out.get(name, Decimal(0)) for name in labels]
    counts = np.bincount(standing.returned.label[standing.returned.settled], minlength=len(labels))
    entry = np.isin(labels, manifest.positive)
    each = []
    for kind in (entry, ~entry):
        weight = counts[kind] if counts[kind].any() else np.ones(int(kind.sum()))
        each.append(
            float(np.average(np.array(worth, dtype=np.float64)[kind], weights=weight)) if kind.any() else 0.0
        )
    return each[0], each[1]


def _decided(
    standing: ReviewState,
    coming: NextItems | None,
    drawn: FloatArray,
    unseen: Unseen | None,
    p_missed: float | None,
) -> Verdict:
    """Return whether to go on, what kind of statement that is, and what it rests on."""
    reviewed, target, positive = standing.reviewed, standing.plan.target, standing.manifest.positive
    quotas = standing.quotas.values()
    short = any(found < wanted for found, wanted in quotas)
    if coming is None:
        # Some are answered by the model, or are not held because the list was not loaded.
        whole = len(standing.order) >= standing.manifest.n_list
        return Verdict("stop", "counted", "all_judged" if whole else "plan_done")
    if target is not None and positive:
        goal, recall = float(target.amount), None if unseen is None else unseen.recall
        if target.unit == "entries" and standing.found >= goal:
            return Verdict("stop", "counted", "target_found")
        if target.unit == "share" and recall is not None and recall[0] >= goal:
            return Verdict("stop", "guarantee", "target_sure")
    if quotas and not short and coming.break_even is None:
        return Verdict("stop", "counted", "quotas_met")
    if not standing.pays_on:
        return Verdict("stop", "counted", "no_money")
    if target is not None and positive:
        if target.unit == "share" and recall is not None and recall[1] < goal:
            return Verdict("continue", "guarantee", "target_missed")
        # Packets after the stop are looks that nobody has declared: they prove nothing in this way.
        declared = not standing.parts["left"].judged
        if declared and p_missed is not None and p_missed <= level_of(standing):
            return Verdict("stop", "conditional", "target_likely")
        if reviewed.judged < reviewed.of or target.unit == "entries":
            return Verdict("continue", "forecast", "plan")
        return Verdict("undecided", "forecast", "open")
    if not short and coming.break_even is not None and math.isinf(coming.break_even):
        return Verdict("stop", "counted", "never")
    # What the next items of the list as a whole bring says nothing of a stratum that is short.
    if short or coming.break_even is None or not len(drawn) or not standing.judged.any():
        if reviewed.judged < reviewed.of:
            return Verdict("continue", "forecast", "plan")
        return Verdict("stop", "counted", "plan_done")
    rest = None
    if unseen is not None and coming.after_stop:
        rest = Rest(unseen.of - _read_after_stop(standing), unseen.least, unseen.most)
    return _of_the_next(standing, coming, drawn)(rest=rest)


def level_of(standing: ReviewState) -> float:
    """Return the level of one look, so that all looks together keep the level of a certificate.

    A plan has its order read against a target after every packet of what it has reviewed.
    """
    return ALPHA / max(1, -(-standing.reviewed.of // standing.plan.work.packet))


def _of_the_next(standing: ReviewState, coming: NextItems, drawn: FloatArray) -> Callable[..., Verdict]:
    """Return what says whether the next items are worth reading, by what a random sample proves of the ``rest``."""
    whole = coming.last >= standing.plan.work.packet
    last = (coming.last, coming.last_found) if whole else None
    return partial(verdict, coming.items, coming.break_even, drawn, last=last)


def _deciding(standing: ReviewState, coming: NextItems, drawn: FloatArray, unread: int) -> int | None:
    """Return how many more random items would decide if they held entries at the rate that is seen.

    Finds are rounded against the decision, so that fewer items decide by luck alone. None where nothing is open, where
    not half of what lies after the stop would do, and before the stop: random items say nothing of the items there.
    """
    target, rate, read = standing.plan.target, rate_after_stop(standing), _read_after_stop(standing)
    if not (coming.after_stop or target is not None):
        return None
    after = max(proved(standing, unread).of - read, 0)
    if rate is None:
        rate = coming.last_found / coming.last if coming.last else 0.0
    goal, even = 0.0 if target is None else float(target.amount), coming.break_even or 0.0
    up = (
        rate * coming.items <= even
        if target is None
        else standing.found >= goal * (standing.found + rate * after)
    )
    of_the_next = _of_the_next(standing, coming, drawn)

    def decides(more: int) -> bool:
        then = proved(standing, unread, more, rate, up=up)
        if target is not None:
            return then.recall is not None and (then.recall[0] >= goal or then.recall[1] < goal)
        return of_the_next(rest=Rest(then.of - read - more, then.least, then.most)).outcome != "undecided"

    return size_that_decides(after // 2, decides)


def _read_after_stop(standing: ReviewState) -> int:
    """Return how many items after the stop are judged, at random or in the plan's order."""
    return standing.parts["tail sample"].judged + standing.parts["left"].judged


def _random_read(standing: ReviewState) -> IntArray:
    """Return the random items from after the stop that are read, in the order in which they were drawn."""
    tail, rows = standing.manifest.tail, np.flatnonzero(standing.rows("tail sample"))
    judged = standing.judged[rows]
    if not tail.looks:
        return rows[judged]
    # Only the sizes that were declared are read: a look at any other would be one too many.
    done = int(np.argmin(np.append(judged, False)))
    return rows[
        : max(size for look in range(tail.looks + 1) if (size := tail.items * look // tail.looks) <= done)
    ]


def rate_after_stop(standing: ReviewState) -> float | None:
    """Return the share of entries after the stop: as in the sample, else as the scores promise; None where neither says so."""
    read = _random_read(standing)
    if len(read):
        return float(standing.positive[read].mean())
    promised = standing.manifest.items.rate[standing.rows("left") & ~standing.judged]
    return float(promised.mean()) if len(promised) and np.isfinite(promised).all() else None


def proved(
    standing: ReviewState, unread: int = 0, more: int = 0, rate: float = 0.0, *, up: bool = False
) -> Unseen:
    """Return what random items from after the stop prove, with so many more that hold entries at a rate, rounded up or down.

    ``unread``: how many items nobody has judged, before and after the stop; of these they are where the plan drew none.
    Items on which those who judge disagree count as entries for the most, and as none for the least.
    """
    tail, left, read = standing.manifest.tail, standing.parts["left"], _random_read(standing)
    beyond = standing.rows("tail sample") | standing.rows("left")
    before = standing.reviewed.of - standing.reviewed.judged
    of = tail.of if tail.items else max(unread - before, 0) + left.judged
    finds = min(math.ceil(rate * more - 1e-9) if up else math.floor(rate * more + 1e-9), more)
    drawn, sure = min(len(read) + more, of), int(standing.positive[read].sum()) + finds
    unsure = int((standing.returned.label[read] < 0).sum())
    known_now = int((beyond & standing.positive).sum())
    known, none = (
        known_now + finds,
        int((beyond & standing.returned.settled).sum()) - known_now + more - finds,
    )
    if tail.looks:
        alpha = ALPHA / tail.looks
        most = most_positives(of, drawn, sure + unsure, alpha)
        least = least_positives(of, drawn, sure, alpha)
    else:
        most, least = anytime_range(of, drawn, sure + unsure)[1], anytime_range(of, drawn, sure)[0]
    # What was read beyond the sizes that are looked at is known all the same.
    most = max(min(most, of - none), known)
    least = min(max(least, known), most)
    return Unseen(
        of=of,
        drawn=drawn,
        found=sure,
        looks=tail.looks,
        least=least - known,
        most=most - known,
        recall=recall_range(standing.found - known_now, known, least, most + before),
        unread=before,
    )


def size_that_decides(most: int, decides: Callable[[int], bool]) -> int | None:
    """Return about how many more items decide, and all larger samples too; None where not even the most of them do.

    Examples
    --------
    >>> size_that_decides(1_000, lambda more: more >= 300), size_that_decides(200, lambda more: more >= 300)
    (300, None)
    """
    if most < 1 or not decides(most):
        return None
    while most > 1 and decides(int(most / GROWTH)):
        most = int(most / GROWTH)
    fewer = range(int(most / GROWTH) + 1, most)
    return most - len(fewer) + bisect_left(fewer, True, key=decides)
