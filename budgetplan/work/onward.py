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

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.core.stops import interval
from budgetplan.domain.prices import MICRO
from budgetplan.domain.review import ALPHA, ROLES, Manifest
from budgetplan.lists import unseen as proofs
from budgetplan.lists.likeness import depth_read_through
from budgetplan.work.standing import ReviewState, expected_beyond, planned_at

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
        Which share of all entries is found by now, at least and at most; None where nothing is found, or answers stand.
    unread
        Items before the stop that are not settled, as nobody has judged them yet, they were skipped, or those who judge
        disagree: nothing is proved of them, so that at the most all are entries.
    """

    of: int
    drawn: int
    found: int
    looks: int
    least: int
    most: int
    recall: tuple[float, float] | None
    unread: int


class NextItems:
    """The next items of the plan's order, and what the last ones say of them.

    Attributes
    ----------
    items
        How many: a packet, or what is left of the plan; after its stop, what is left of the list.
    after_stop
        Whether they lie after the plan's stop.
    last, last_found
        How many of the last reviewed items are looked at, and the entries among them.
    most
        At most so many entries in the next items, if these are no richer than the last.
    forecast
        Entries to be expected by the labelled items, the scores and what was found so far, between the ends of their 95 %
        interval; None where nothing says so.
    drawn, expected
        Draws of the entries in them, shape (B,), none where nothing says what they hold; and their mean, 0 without any.
    prices
        What judging one of them costs on average, with reserve and overheads, if it is no entry, and if it is.
    cost
        What they cost then at the plan's prices, in currency units.
    break_even
        So many entries they must hold to be worth it; infinite where none are enough; None where nothing has a worth.
    check, pays_checked
        Items that a queue which holds them has judged as a check; and how many entries they must hold to pay for it, too.
    stake
        What they are worth on average beyond their cost where they pay, and 0 where they do not; None without a worth.
    """

    def __init__(self, state: ReviewState) -> None:
        packet = state.plan.work.packet
        last, rows = last_rows(state), state.waiting[: min(packet, state.reviewed.rest or packet)]
        self.drawn = drawn = _drawn(state, last, rows)
        prices, times = state.plan.prices, float(state.plan.prices.per_direct)
        flat = float(state.ahead.items.cost[rows].mean()) / MICRO * times if prices.stated else 1.0
        self.prices = flat, flat + float(prices.extra_per_entry) * times
        self.items, self.last, self.last_found = len(rows), len(last), int(state.positive[last].sum())
        self.after_stop = bool(state.manifest.items.rank[rows[0]] > state.manifest.review)
        self.most = proofs.most_in_next(self.last, self.last_found, self.items) if self.last else self.items
        self.expected = float(drawn.mean()) if len(drawn) else 0.0
        self.forecast: tuple[int, int, int] | None = None
        if len(drawn):
            low, high = interval(drawn).tolist()
            if not state.judged.any() and (plan := planned_at(state, np.array([self.items]))) is not None:
                # As the plan says it, until there is more to go by than it had.
                low, self.expected, high = (float(line[0]) for line in (plan.low, plan.expected, plan.high))
            self.forecast = round(low), round(self.expected), round(high)
        self.cost = self.cost_of(self.items, self.expected)
        self.break_even: float | None = None
        self.stake: float | None = None
        # What lies after the stop needs a queue of its own.
        work, left = state.plan.work, len(state.waiting) - self.items
        self.check = min(work.tail_sample, left) + work.control if self.after_stop else 0
        self.pays_checked: float | None = None
        if (worths := _worths(state)) is not None:
            entry, other = worths
            least = proofs.break_even_yield(self.items, flat - other, self.prices[1], entry)
            self.break_even = math.inf if least is None else max(least, 0.0)
            gain = entry - other - self.prices[1] + flat
            if least is not None:
                self.pays_checked = self.break_even + self.check * flat / gain
            if len(drawn) and least is not None:
                self.stake = gain * float(np.maximum(drawn - self.break_even, 0.0).mean())

    def cost_of(self, items: int, entries: float) -> float:
        """Return what judging some items costs, so many of which are entries."""
        return items * self.prices[0] + entries * (self.prices[1] - self.prices[0])

    @property
    def enough(self) -> int:
        """The fewest entries among the next items that pay: what just breaks even does not."""
        assert self.break_even is not None
        return math.floor(self.break_even * (1 + 1e-12)) + 1

    @property
    def cost_per_entry(self) -> float | None:
        """What an entry costs, if the next items hold as many as expected; None where that is none."""
        return self.cost / self.expected if self.expected else None


def answers_stand(manifest: Manifest) -> bool:
    """Return whether any answer stands that nobody reviews."""
    items = manifest.items
    return any(items.label[row] for row in np.flatnonzero(items.role == ROLES.index("answered")).tolist())


def leaves_entries(manifest: Manifest) -> bool:
    """Return whether entries after the stop are unfound: not where a model answers, as they may be in what it answers."""
    return bool(manifest.positive) and not (manifest.items.said and answers_stand(manifest))


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
        What the random items prove; None where there are none, or a model answers: entries among them may be in what it
        answers, and are not unfound.
    tail_expected, tail_left, tail_chance
        Entries that the plan expected among the random items settled, and among the others after its stop; and how likely as
        many as were found, or more, were then (as few, or fewer, where fewer were found); None where nothing was expected, or
        none are judged.
    left_at_most, left_kind
        Entries among all items that are not settled, if these are no richer than the last ones read, or what is guaranteed where that
        is less; None: nothing was read, or strata come one after another. What kind of statement that is.
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

    def __init__(self, state: ReviewState) -> None:
        manifest, target, worths = state.manifest, state.plan.target, _worths(state)
        last = last_rows(state)
        self.worth = None if worths is None else worths[0]
        self.coming = coming = NextItems(state) if len(state.waiting) else None
        self.unseen = unseen = proved(state) if manifest.tail.items and leaves_entries(manifest) else None
        planned: tuple[float | None, ...] = _against_the_plan(state, unseen) or (None,) * 3
        self.tail_expected, self.tail_left, self.tail_chance = planned
        # Of a list that was not loaded the manifest has those alone that people judge.
        unread = manifest.n_list - state.parts["answered"].of - int(state.returned.settled[state.order].sum())
        self.left_at_most: int | None = None
        self.left_kind: proofs.Kind = "conditional"
        if manifest.positive and len(last):
            # The strata of a queue with quotas come one after another: the last items are no richer than the next by no order.
            if not state.quotas:
                self.left_at_most = proofs.most_in_next(len(last), int(state.positive[last].sum()), unread)
            sure = None if unseen is None or not unseen.drawn else unseen.most + unseen.unread
            if sure is not None and (self.left_at_most is None or sure <= self.left_at_most):
                # What is guaranteed after the stop, and all that is unread before it.
                self.left_at_most, self.left_kind = sure, "guarantee"
        self.p_missed: float | None = None
        entry = state.positive[_read(state)]
        if target is not None and target.unit == "share" and entry.any():
            # How likely finds as few as the last ones would be if the target had been missed (METHODS R4).
            self.p_missed = proofs.p_target_missed(entry, manifest.n_list, float(target.amount))
        outcome, self.kind, self.why = self._decided(state)
        self.deciding: int | None = None
        self.deciding_cost: float | None = None
        if outcome == "undecided" and coming is not None:
            self.deciding = n = _deciding(state, coming, unread)
            price = self.deciding_cost = coming.cost_of(n, n * coming.expected / coming.items) if n else None
            # Less is expected than pays, and to know it better costs more than it may bring (METHODS R3).
            if target is None and coming.stake is not None and (price is None or price >= coming.stake):
                outcome, self.kind, self.why = "stop", "forecast", "stake"
        self.outcome: proofs.Outcome = "pause" if outcome == "continue" and state.below_plan else outcome
        self.pays_from: float | None = None
        if worths is not None and coming is not None and coming.most:
            (negative, positive), other = coming.prices, worths[1]
            self.pays_from = coming.items * (negative - other) / coming.most + positive - negative + other

    def _decided(self, state: ReviewState) -> proofs.Verdict:
        """Return whether to go on, what kind of statement that is, and what it rests on."""
        reviewed, coming, unseen = state.reviewed, self.coming, self.unseen
        if coming is None:
            # Some are answered by the model, or are not held because the list was not loaded.
            whole = len(state.order) >= state.manifest.n_list
            return proofs.Verdict("stop", "counted", "all_judged" if whole else "plan_done")
        target = state.plan.target if state.manifest.positive else None
        goal = 0.0 if target is None else float(target.amount)
        by_share = target is not None and target.unit == "share"
        recall = unseen.recall if unseen is not None and by_share else None
        if target is not None and not by_share and state.found >= goal:
            return proofs.Verdict("stop", "counted", "target_found")
        if recall is not None and recall[0] >= goal:
            return proofs.Verdict("stop", "guarantee", "target_sure")
        if state.quotas and not state.short and coming.break_even is None:
            return proofs.Verdict("stop", "counted", "quotas_met")
        if not state.pays_on:
            return proofs.Verdict("stop", "counted", "no_money")
        if recall is not None and recall[1] < goal:
            return proofs.Verdict("continue", "guarantee", "target_missed")
        plan = proofs.Verdict("continue", "forecast", "plan")
        if target is not None:
            # Packets after the stop are looks that nobody has declared: they prove nothing in this way.
            declared = not state.parts["left"].judged
            if declared and self.p_missed is not None and self.p_missed <= level_of(state):
                return proofs.Verdict("stop", "conditional", "target_likely")
            if reviewed.rest or not by_share:
                return plan
            return proofs.Verdict("undecided", "forecast", "open")
        if not state.short and coming.break_even is not None and math.isinf(coming.break_even):
            return proofs.Verdict("stop", "counted", "never")
        # What the next items of the list as a whole bring says nothing of a stratum that is short.
        if state.short or coming.break_even is None or not len(coming.drawn) or not state.judged.any():
            return plan if reviewed.rest else proofs.Verdict("stop", "counted", "plan_done")
        rest = None
        if unseen is not None and coming.after_stop:
            rest = proofs.Rest(unseen.of - _read_after_stop(state), unseen.least, unseen.most)
        return _of_the_next(state, coming, rest)


def _against_the_plan(state: ReviewState, unseen: Unseen | None) -> tuple[float, float, float] | None:
    """Return how many entries the plan expected among the random items judged and the others, and how likely the finds were."""
    beyond = expected_beyond(state.manifest)
    if unseen is None or not unseen.drawn or beyond is None:
        return None
    from scipy.stats import binom

    rate = min(max(beyond / unseen.of, 0.0), 1.0)
    n = len(_random_settled(state))
    expected = rate * n
    more = unseen.found > expected
    chance = binom.sf(unseen.found - 1, n, rate) if more else binom.cdf(unseen.found, n, rate)
    return expected, rate * (unseen.of - n), float(chance)


def last_rows(state: ReviewState) -> IntArray:
    """Return the last settled items of the plan's order, as many as a packet, the first one first."""
    return _read(state)[-state.plan.work.packet :]


def _read(state: ReviewState) -> IntArray:
    """Return the settled items of the plan's order, the first one first, as far as it has been read through.

    What people judged ahead of their turn says nothing of richer items above it.
    """
    order = state.order[state.manifest.items.role[state.order] != ROLES.index("tail sample")]
    order = order[: depth_read_through(state.judged[order])]
    return np.asarray(order[state.returned.settled[order]])


def _drawn(state: ReviewState, last: IntArray, coming: IntArray) -> FloatArray:
    """Return draws of the entries among the next items, shape (B,): none where nothing says what they hold.

    Where the labelled sample is known, the items that were judged join it. Else the last items tell at which rate of what
    the plan expected entries come, or, where it expected nothing, at which rate they come at all.
    """
    manifest, items, settled = state.manifest, state.manifest.items, state.returned.settled
    if manifest.sample is not None:
        # Loading scipy takes a while, and not every command needs it.
        from budgetplan.core.draws import of_list
        from budgetplan.core.places import places

        listed = items.rank > 0
        place, is_labelled = items.standing, listed & settled
        if not np.isfinite(place[listed]).all():  # written by an earlier version
            place = places(items.score, items.score[listed])
        rate = manifest.sample.rate if manifest.sample_rate is None else manifest.sample_rate
        joined = manifest.sample.joined(place[is_labelled], state.positive[is_labelled].astype(np.float64))
        draws = of_list(joined, place[coming], np.ones(len(coming)), DRAWS, manifest.seed, rate=rate)
        return draws.found[:, -1]
    if not len(last):
        return np.zeros(0)
    before, after = float(items.nearby[last].sum()), float(items.nearby[coming].sum())
    if not (math.isfinite(before) and math.isfinite(after) and before > 0):
        before, after = float(len(last)), float(len(coming))
    rng, held = np.random.default_rng(manifest.seed), int(state.positive[last].sum())
    return np.minimum(proofs.drawn_next(held, before, after, DRAWS, rng), len(coming))


def _worths(state: ReviewState) -> tuple[float, float] | None:
    """Return what reviewing an entry and what reviewing another item is worth against leaving it out; None: not said.

    Of several kinds the mean over those found so far, else over the kinds.
    """
    plan, manifest = state.plan, state.manifest
    if plan.values is None or not manifest.positive:
        return None
    values, labels = plan.values, manifest.labels
    by_label = [values.reviewed(name, plan.positive) - values.left_out.get(name, Decimal(0)) for name in labels]
    worth = np.array(by_label, dtype=np.float64)
    # What was labelled before is none of what is found.
    settled = state.returned.settled & ~state.rows("control")
    counts = np.bincount(state.returned.label[settled], minlength=len(labels))
    entry = np.isin(labels, manifest.positive)

    def mean(kind: BoolArray) -> float:
        weight = counts[kind] if counts[kind].any() else np.ones(int(kind.sum()))
        return float(np.average(worth[kind], weights=weight)) if kind.any() else 0.0

    return mean(entry), mean(~entry)


def level_of(state: ReviewState) -> float:
    """Return the level of one look, so that all looks together keep the level of a certificate.

    A plan has its order read against a target after every packet of what it has reviewed.
    """
    return ALPHA / max(1, -(-state.reviewed.of // state.plan.work.packet))


def _of_the_next(state: ReviewState, coming: NextItems, rest: proofs.Rest | None) -> proofs.Verdict:
    """Return whether the next items are worth reading; ``rest``: what a random sample proves of the rest."""
    last = (coming.last, coming.last_found) if coming.last >= state.plan.work.packet else None
    assert coming.break_even is not None
    return proofs.verdict(coming.items, coming.break_even, coming.drawn, last=last, rest=rest)


def _deciding(state: ReviewState, coming: NextItems, unread: int) -> int | None:
    """Return how many more random items would decide if they held entries at the rate that is seen.

    Finds are rounded against the decision, so that fewer items decide by luck alone. None where nothing is open, where
    not half of what lies after the stop would do, and before the stop: random items say nothing of the items there.
    """
    target, rate, read = state.plan.target, rate_after_stop(state), _read_after_stop(state)
    if not (coming.after_stop or target is not None):
        return None
    after = max(proved(state, unread).of - read, 0)
    if rate is None:
        rate = coming.last_found / coming.last if coming.last else 0.0
    goal, even = 0.0 if target is None else float(target.amount), coming.break_even or 0.0
    up = rate * coming.items <= even if target is None else state.found >= goal * (state.found + rate * after)

    def decides(more: int) -> bool:
        then = proved(state, unread, more, rate, up=up)
        if target is not None:
            return then.recall is not None and (then.recall[0] >= goal or then.recall[1] < goal)
        beyond = proofs.Rest(then.of - read - more, then.least, then.most)
        return _of_the_next(state, coming, beyond).outcome != "undecided"

    return size_that_decides(after // 2, decides)


def _read_after_stop(state: ReviewState) -> int:
    """Return how many items after the stop are judged, at random or in the plan's order."""
    return state.parts["tail sample"].judged + state.parts["left"].judged


def _random_read(state: ReviewState) -> IntArray:
    """Return the random items from after the stop that are read, in the order in which they were drawn."""
    tail, rows = state.manifest.tail, np.flatnonzero(state.rows("tail sample"))
    judged = state.judged[rows]
    if not tail.looks:
        return rows[judged]
    # Only the sizes that were declared are read: a look at any other would be one too many.
    done = int(np.argmin(np.append(judged, False)))
    sizes = [tail.items * look // tail.looks for look in range(tail.looks + 1)]
    return np.asarray(rows[: max(size for size in sizes if size <= done)])


def _random_settled(state: ReviewState) -> IntArray:
    """Return those of them whose label is known: what was skipped says nothing of how many are entries."""
    read = _random_read(state)
    return np.asarray(read[state.returned.settled[read]])


def rate_after_stop(state: ReviewState) -> float | None:
    """Return the share of entries after the stop: as in the sample, else as the scores promise; None where neither says so."""
    if len(read := _random_settled(state)):
        return float(state.positive[read].mean())
    promised = state.manifest.items.rate[state.rows("left") & ~state.judged]
    return float(promised.mean()) if len(promised) and np.isfinite(promised).all() else None


def proved(state: ReviewState, unread: int = 0, more: int = 0, rate: float = 0.0, *, up: bool = False) -> Unseen:
    """Return what random items from after the stop prove, with so many more that hold entries at a rate, rounded up or down.

    ``unread``: how many items are not settled, before and after the stop; of these they are where the plan drew none.
    Items on which those who judge disagree count as entries for the most, and as none for the least.
    """
    tail, left, read = state.manifest.tail, state.parts["left"], _random_read(state)
    beyond = state.rows("tail sample") | state.rows("left")
    before = state.reviewed.of - state.reviewed.settled
    of = tail.of if tail.items else max(unread - before, 0) + left.settled
    finds = min(math.ceil(rate * more - 1e-9) if up else math.floor(rate * more + 1e-9), more)
    drawn, sure = min(len(read) + more, of), int(state.positive[read].sum()) + finds
    unsure = int((state.returned.label[read] < 0).sum())
    known_now = int((beyond & state.positive).sum())
    certain = known_now + finds
    none = int((beyond & state.returned.settled).sum()) - known_now + more - finds
    if tail.looks:
        most = proofs.most_positives(of, drawn, sure + unsure, ALPHA / tail.looks)
        least = proofs.least_positives(of, drawn, sure, ALPHA / tail.looks)
    else:
        most = proofs.anytime_range(of, drawn, sure + unsure)[1]
        least = proofs.anytime_range(of, drawn, sure)[0]
    # What was read beyond the sizes that are looked at is known all the same.
    most = max(min(most, of - none), certain)
    least = min(max(least, certain), most)
    earlier = 0 if state.manifest.before is None else state.manifest.before.found
    recall = None
    if not answers_stand(state.manifest):  # how many entries are among these nobody knows
        recall = proofs.recall_range(earlier + state.found - known_now, certain, least, most + before)
    return Unseen(of, drawn, sure, tail.looks, least - certain, most - certain, recall, before)


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
