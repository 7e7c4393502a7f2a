"""What the next items bring, what may be left, and whether to go on (METHODS R1, R3, R4).

Every statement is of one of four kinds: *counted*, which nobody can doubt; a *guarantee*, which holds whatever the order
is worth; *conditional*, which holds where unread items are no richer than the last ones read; a *forecast*, which is no
promise.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.core.stops import interval
from budgetplan.domain.prices import MICRO
from budgetplan.domain.review.manifest import ALPHA
from budgetplan.metrics.continuing.reached import p_target_missed
from budgetplan.metrics.continuing.tranche import (
    Outcome,
    Rest,
    Verdict,
    break_even_yield,
    drawn_next,
    likely_in_next,
    most_in_next,
    most_left,
    tranche_cost,
    verdict,
)
from budgetplan.metrics.likeness.passed import depth_read_through
from budgetplan.progress.standing import ReviewState, quantities
from budgetplan.progress.unseen import (
    Unseen,
    random_items,
    read_after_stop,
    size_that_decides,
    what_is_unseen,
)

DRAWS = 999

Kind = Literal["counted", "guarantee", "conditional", "forecast"]
Why = Literal[
    "all_judged",
    "no_money",
    "target_found",
    "target_sure",
    "target_likely",
    "target_missed",
    "poor",
    "poor_last",
    "poor_forecast",
    "stake",
    "nothing_left",
    "rich_rest",
    "rich_forecast",
    "never",
    "plan",
    "plan_done",
    "open",
]
"""What the decision rests on, as the keys of its texts end."""


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
        possible; what kind of statement that is; what it rests on.
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

    outcome: Outcome | Literal["pause"]
    kind: Kind
    why: Why
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
    last = last_rows(standing)
    coming, drawn = next_items(standing, last) or (None, np.zeros(0))
    unseen = what_is_unseen(standing)
    collected = bool(standing.manifest.positive)
    # Of a list that was not loaded the manifest has those alone that people judge.
    unread = standing.manifest.n_list - standing.parts["answered"].of
    unread -= int((_in_order(standing) & standing.judged).sum())
    left: int | None = None
    left_kind: Kind = "conditional"
    if collected and len(last):
        left = most_left(len(last), int(standing.positive[last].sum()), unread)
        if unseen is not None and unseen.drawn and unseen.most + unseen.unread <= left:
            # What is guaranteed after the stop, and all that is unread before it.
            left, left_kind = unseen.most + unseen.unread, "guarantee"
    p_missed = _p_missed(standing)
    outcome, kind, why = _decided(standing, coming, drawn, unseen, p_missed)
    deciding = _deciding(standing, coming, drawn, unread) if outcome == "undecided" else None
    price = None
    if deciding and coming is not None:
        price = tranche_cost(deciding, deciding * coming.expected / coming.items, *coming.prices)
    stake = coming.stake if coming is not None and standing.plan.target is None else None
    # Random items that would tell cost more than is at stake; the next ones of the order tell as they are read. Replays of eleven
    # tables: to stop here was wrong in 12.7 %, to read on in 1.7 %, for 95 in place of 97 % of the best net value.
    if why == "open" and stake is not None and (price is None or price >= stake):
        outcome, kind, why = "continue", "forecast", "stake"
    told: Outcome | Literal["pause"] = outcome
    if outcome == "continue" and standing.below_plan:
        told = "pause"
    pays = _pays_from(standing, coming) if coming is not None else None
    worth = _worth(standing)
    return Onward(told, kind, why, coming, unseen, left, p_missed, deciding, worth, pays, left_kind, price)


def _in_order(standing: ReviewState) -> np.ndarray:
    """Return which items of the manifest stand in the plan's order, shape (n,): all but answered and control items."""
    return np.asarray(standing.manifest.items.rank > 0)


def last_rows(standing: ReviewState) -> IntArray:
    """Return the last settled items of the plan's order, as many as a packet, the first one first."""
    return _read(standing)[-standing.plan.work.packet :]


def _read(standing: ReviewState) -> IntArray:
    """Return the settled items of the plan's order, the first one first, as far as it has been read through.

    What people judged ahead of their turn says nothing of richer items above it.
    """
    items = standing.manifest.items
    order = np.flatnonzero(standing.rows("review") | standing.rows("left"))
    order = order[np.argsort(items.rank[order], kind="stable")]
    order = order[: depth_read_through(standing.judged[order])]
    return order[standing.returned.settled[order]]


def next_items(standing: ReviewState, last: IntArray) -> tuple[NextItems, FloatArray] | None:
    """Return the next items of the plan's order, and draws of the entries in them; None where all have been judged."""
    items, plan = standing.manifest.items, standing.plan
    open_rows = np.flatnonzero(_in_order(standing) & ~standing.judged)
    if not len(open_rows):
        return None
    open_rows = open_rows[np.argsort(items.rank[open_rows], kind="stable")]
    coming = open_rows[: plan.work.packet]
    found, w, t = int(standing.positive[last].sum()), len(last), len(coming)
    negative, positive = _prices(standing, coming)
    worths = _worths(standing)
    drawn = _drawn(standing, last, coming)
    forecast = None
    if len(drawn):
        low, high = interval(drawn).tolist()
        forecast = round(low), round(float(drawn.mean())), round(high)
    break_even = stake = None
    if worths is not None:
        entry, other = worths
        least = break_even_yield(t, negative - other, positive, entry)
        break_even = math.inf if least is None else max(least, 0.0)
        if len(drawn) and least is not None:
            gain = entry - other - positive + negative
            stake = gain * float(np.maximum(drawn - break_even, 0.0).mean())
    expected = float(drawn.mean()) if len(drawn) else 0.0
    return (
        NextItems(
            items=t,
            after_stop=bool(items.rank[coming[0]] > standing.manifest.review),
            last=w,
            last_found=found,
            most=most_in_next(w, found, t) if w else t,
            forecast=forecast,
            expected=expected,
            cost=tranche_cost(t, expected, negative, positive),
            break_even=break_even,
            prices=(negative, positive),
            stake=stake,
        ),
        drawn,
    )


def _drawn(standing: ReviewState, last: IntArray, coming: IntArray) -> FloatArray:
    """Return draws of the entries among the next items, shape (B,): none where nothing says what they hold.

    Where the labelled sample is known, the items that were judged join it. Else the last items tell at which rate of what
    the plan expected entries come, or, where it expected nothing, at which rate they come at all.
    """
    manifest, items = standing.manifest, standing.manifest.items
    rng = np.random.default_rng(manifest.seed)
    if manifest.sample is not None:
        # Loading scipy takes a while, and not every command needs it.
        from budgetplan.core.draws import of_list  # noqa: PLC0415
        from budgetplan.core.places import places  # noqa: PLC0415

        listed = _in_order(standing)
        place = places(items.score, items.score[listed])
        known = listed & standing.returned.settled
        joined = manifest.sample.joined(place[known], standing.positive[known].astype(np.float64))
        ones = np.ones(len(coming))
        found = of_list(joined, place[coming], ones, DRAWS, manifest.seed, rate=manifest.sample.rate).found
        return found[:, -1]
    if not len(last):
        return np.zeros(0)
    before, after = float(items.nearby[last].sum()), float(items.nearby[coming].sum())
    if not (math.isfinite(before) and math.isfinite(after) and before > 0):
        before, after = float(len(last)), float(len(coming))
    held = int(standing.positive[last].sum())
    return np.minimum(drawn_next(held, before, after, DRAWS, rng), len(coming))


def _prices(standing: ReviewState, rows: IntArray) -> tuple[float, float]:
    """Return what judging one of these items costs on average, with reserve and overheads, if it is no entry, and if it is."""
    prices = standing.plan.prices
    times = float(prices.per_direct)
    flat = float(standing.ahead.items.cost[rows].mean()) / MICRO * times if prices.stated else 1.0
    return flat, flat + float(prices.extra_per_entry) * times


def _worths(standing: ReviewState) -> tuple[float, float] | None:
    """Return what reviewing an entry and what reviewing another item is worth against leaving it out; None: not said.

    Of several kinds the mean over those found so far, else over the kinds.
    """
    plan, manifest = standing.plan, standing.manifest
    if plan.values is None or not manifest.positive:
        return None
    label = standing.returned.label
    means = []
    for wanted in (True, False):
        names = [name for name in manifest.labels if (name in manifest.positive) == wanted]
        counts = np.array([float((label == manifest.labels.index(name)).sum()) for name in names])
        worths = [
            float(plan.values.reviewed(name, plan.positive) - plan.values.left_out.get(name, Decimal(0)))
            for name in names
        ]
        weight = counts if counts.sum() else np.ones(len(names))
        means.append(float(np.average(worths, weights=weight)) if names else 0.0)
    return means[0], means[1]


def _pays_from(standing: ReviewState, coming: NextItems) -> float | None:
    """Return from which worth of an entry on as many as the next items may hold would pay."""
    worths = _worths(standing)
    if worths is None or not coming.most:
        return None
    negative, positive = coming.prices
    return coming.items * (negative - worths[1]) / coming.most + positive - negative + worths[1]


def _worth(standing: ReviewState) -> float | None:
    worths = _worths(standing)
    return None if worths is None else worths[0]


def _p_missed(standing: ReviewState) -> float | None:
    """Return how likely finds as few as the last ones would be if the target had been missed (METHODS R4)."""
    target = standing.plan.target
    if target is None or target.unit != "share" or not standing.manifest.positive:
        return None
    read = _read(standing)
    if not standing.positive[read].any():
        return None
    return p_target_missed(standing.positive[read], standing.manifest.n_list, float(target.amount))


def _decided(
    standing: ReviewState,
    coming: NextItems | None,
    drawn: FloatArray,
    unseen: Unseen | None,
    p_missed: float | None,
) -> tuple[Outcome, Kind, Why]:
    """Return whether to go on, what kind of statement that is, and what it rests on."""
    if coming is None:
        # Some are answered by the model, or are not held because the list was not loaded.
        whole = int((standing.manifest.items.rank > 0).sum()) >= standing.manifest.n_list
        return "stop", "counted", "all_judged" if whole else "plan_done"
    target = standing.plan.target
    if target is not None and standing.manifest.positive:
        return _by_target(standing, unseen, p_missed)
    if standing.budget_left is not None and not _can_pay(standing):
        return "stop", "counted", "no_money"
    if coming.break_even is not None and math.isinf(coming.break_even):
        return "stop", "counted", "never"
    if coming.break_even is None or not coming.last or not len(drawn):
        done = standing.reviewed.judged >= standing.reviewed.of
        return ("stop", "counted", "plan_done") if done else ("continue", "forecast", "plan")
    rest = None
    if unseen is not None and coming.after_stop:
        rest = Rest(unseen.of - read_after_stop(standing), unseen.least, unseen.most)
    found = _verdict(standing, coming, drawn, rest)
    why: Why = "open"
    if found.outcome == "stop":
        why = "nothing_left" if found.ground == "guarantee" else "poor"
        if found.ground == "forecast":
            likely = likely_in_next(coming.last, coming.last_found, coming.items)
            why = "poor_last" if likely < coming.break_even else "poor_forecast"
    elif found.outcome == "continue":
        why = "rich_rest" if found.ground == "guarantee" else "rich_forecast"
    return found.outcome, found.ground or "forecast", why


def _by_target(
    standing: ReviewState, unseen: Unseen | None, p_missed: float | None
) -> tuple[Outcome, Kind, Why]:
    target = standing.plan.target
    assert target is not None
    goal = float(target.amount)
    if target.unit == "entries":
        if standing.found >= goal:
            return "stop", "counted", "target_found"
    elif unseen is not None and unseen.recall is not None and unseen.recall[0] >= goal:
        return "stop", "guarantee", "target_sure"
    if standing.budget_left is not None and not _can_pay(standing):
        return "stop", "counted", "no_money"
    if (
        unseen is not None
        and unseen.recall is not None
        and unseen.recall[1] < goal
        and target.unit == "share"
    ):
        return "continue", "guarantee", "target_missed"
    # Packets after the stop are looks that nobody has declared: they prove nothing in this way.
    declared = not standing.parts["left"].judged
    if declared and p_missed is not None and p_missed <= level_of(standing):
        return "stop", "conditional", "target_likely"
    if standing.reviewed.judged < standing.reviewed.of or target.unit == "entries":
        return "continue", "forecast", "plan"
    return "undecided", "forecast", "open"


def looks(standing: ReviewState) -> int:
    """Return how often the plan has its order read against a target: after every packet of what it has reviewed."""
    return max(1, -(-standing.reviewed.of // standing.plan.work.packet))


def level_of(standing: ReviewState) -> float:
    """Return the level of one look, so that all looks together keep the level of a certificate."""
    return ALPHA / looks(standing)


def _can_pay(standing: ReviewState) -> bool:
    """Say whether the budget pays for one item more."""
    budget, items = standing.plan.budget, standing.manifest.items
    assert budget is not None
    open_rows = np.flatnonzero(_in_order(standing) & ~standing.judged)
    first = open_rows[np.argmin(items.rank[open_rows])]
    rows = standing.judged.copy()
    rows[first] = True
    prices, before = standing.plan.prices, Decimal(0)
    bought = quantities(standing.manifest, rows, float(standing.positive.sum()))
    if standing.then != prices:
        # What was judged is paid; what is left has to pay for this item at the prices of now.
        assert standing.budget_left is not None
        rows, before = rows & ~standing.judged, budget.amount - standing.budget_left
        bought, prices = quantities(standing.ahead, rows, 0.0), replace(prices, fixed={})
    if budget.unit == "items":
        return before + int(np.asarray(bought.items)) <= budget.amount
    if budget.unit == "hours":
        return float(np.asarray(bought.seconds)) <= float(budget.amount - before) * 3600 * (1 + 1e-9)
    only = budget.covers == "annotation"
    once = Decimal(0) if before else standing.manifest.model_cost
    paid = prices.within(bought, once, budget.amount - before, annotation_only=only)
    return bool(np.ravel(paid)[0])


def _verdict(standing: ReviewState, coming: NextItems, drawn: FloatArray, rest: Rest | None) -> Verdict:
    """Return whether the next items are worth reading, and what that rests on."""
    whole = coming.last >= standing.plan.work.packet
    last = (coming.last, coming.last_found) if whole else None
    return verdict(coming.items, coming.break_even, drawn, last=last, rest=rest)


def _deciding(standing: ReviewState, coming: NextItems | None, drawn: FloatArray, unread: int) -> int | None:
    """Return how many more random items would decide if they held entries at the rate that is seen.

    Finds are rounded against the decision, so that fewer items decide by luck alone. None where nothing is open, where
    not half of what lies after the stop would do, and before the stop: random items say nothing of the items there.
    """
    if coming is None or not (coming.after_stop or standing.plan.target is not None):
        return None
    tail = random_items(standing, unread)
    target, rate, read = standing.plan.target, tail.rate, read_after_stop(standing)
    if rate is None:
        rate = coming.last_found / coming.last if coming.last else 0.0
    if target is not None:
        goal = float(target.amount)
        enough = standing.found >= goal * (standing.found + rate * max(tail.of - read, 0))

        def decides(more: int) -> bool:
            share = tail.after(more, rate, up=enough).recall
            return share is not None and (share[0] >= goal or share[1] < goal)

    elif coming.break_even is None or math.isinf(coming.break_even):
        return None
    else:
        poor = rate * coming.items <= coming.break_even

        def decides(more: int) -> bool:
            then = tail.after(more, rate, up=poor)
            rest = Rest(tail.of - read - more, then.least, then.most)
            return _verdict(standing, coming, drawn, rest).outcome != "undecided"

    return size_that_decides(max(tail.of - read, 0) // 2, decides)
