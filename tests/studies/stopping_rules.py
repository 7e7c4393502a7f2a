"""Rules that say when to stop reading a list: those of the package, and those that are in use elsewhere.

Every rule gets a review, looks at it at the end of each tranche (or at each item, where it counts items), and gives back
where in the order it stops and which further items, drawn at random, have been read by then.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from budgetplan.lists.unseen import (
    Rest,
    anytime_range,
    break_even_yield,
    drawn_next,
    least_positives,
    most_positives,
    p_target_missed,
    verdict,
)

ALPHA = 0.05
READ_AT_ONCE = 20
"""After so many items of the random sample its bound is read again."""


@dataclass(frozen=True, eq=False)
class Review:
    """A list in its order: what is positive, where tranches end, and what was planned from labelled items.

    ``planned``, ``safer``: the depth for the target; the whole list where none was given. ``expected``: positives
    of the list, by the labelled items. ``worth``: of an entry, in prices of reading an item.
    """

    positive: np.ndarray
    ends: np.ndarray
    seed: int
    target: float = 0.8
    planned: int = 0
    safer: int = 0
    expected: float = 0.0
    worth: float = 0.0
    found: np.ndarray = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "found", np.append(0, np.cumsum(self.positive)))

    def __len__(self) -> int:
        return len(self.positive)


@dataclass(frozen=True, eq=False)
class Stopped:
    """The first ``at`` items of the order have been read, and ``others`` (positions) behind them."""

    at: int
    others: np.ndarray = field(default_factory=lambda: np.array([], dtype=int))

    def found(self, review: Review) -> int:
        return int(review.found[self.at] + review.positive[self.others].sum())

    @property
    def read(self) -> int:
        return self.at + len(self.others)


Rule = Callable[[Review], Stopped]


def first_end(review: Review, holds: Callable[[int], bool]) -> Stopped:
    """Stop at the first end of a tranche at which something holds; else read everything."""
    return Stopped(next((int(end) for end in review.ends if holds(int(end))), len(review)))


def at_planned(review: Review) -> Stopped:
    return Stopped(review.planned)


def at_safer(review: Review) -> Stopped:
    return Stopped(review.safer)


def half(review: Review) -> Stopped:
    return Stopped(len(review) // 2)


def share_of_expected(review: Review) -> Stopped:
    """So many per cent of as many entries as the labelled items promise have been found."""
    wanted = review.target * review.expected
    return Stopped(min(int(np.searchsorted(review.found, wanted)), len(review)))


def negatives(count: int, share: float = 0.0) -> Rule:
    """So many items in a row were none, or such a share of the list."""

    def rule(review: Review) -> Stopped:
        run = count or max(round(share * len(review)), 1)
        # Behind each find, and at the start: where the run would end.
        starts = np.append(0, np.flatnonzero(review.positive) + 1)
        gaps = np.diff(np.append(starts, len(review) + 1)) - 1
        enough = np.flatnonzero(gaps >= run)
        return Stopped(int(starts[enough[0]]) + run if len(enough) else len(review))

    return rule


def knee(review: Review) -> Stopped:
    """The finds of the first part outnumber those of the rest, item by item, by 6 (more while few were found).

    Cormack and Grossman 2016, Engineering quality and reliability in technology-assisted review: the knee is the
    point of the curve farthest from its chord.
    """

    def bent(end: int) -> bool:
        found = review.found[: end + 1]
        at = int(np.argmax(found - np.arange(end + 1) * found[-1] / end))
        if at in (0, end):
            return False
        slope = (found[at] / at) / ((1 + found[-1] - found[at]) / (end - at))
        return bool(slope >= 156 - min(int(found[at]), 150))

    return first_end(review, bent)


def last_windows(*, looks: bool) -> Rule:
    """By trailing windows the target is reached; split over the looks, or read anew each time."""

    def rule(review: Review) -> Stopped:
        level = ALPHA / len(review.ends) if looks else ALPHA
        return first_end(
            review, lambda end: p_target_missed(review.positive[:end], len(review), review.target) <= level
        )

    return rule


def random_rest(size: int) -> Rule:
    """Read to the planned stop, then a random sample of the rest, then on in order until its bound is met."""

    def rule(review: Review) -> Stopped:
        start, unread = review.planned, len(review) - review.planned
        drawn = start + np.random.default_rng([review.seed, 7]).permutation(unread)[:size]
        found, most = int(review.found[start]), unread
        for read in range(READ_AT_ONCE, len(drawn) + READ_AT_ONCE, READ_AT_ONCE):
            seen = drawn[:read]
            hits = int(review.positive[seen].sum())
            most = min(most, anytime_range(unread, len(seen), hits)[1])
            if found + hits >= review.target * (found + most):
                return Stopped(start, seen)
        wanted = review.target * (found + most)
        for end in [int(end) for end in review.ends if end > start]:
            now = Stopped(end, drawn[drawn >= end])
            if now.found(review) >= wanted:
                return now
        return Stopped(len(review))

    return rule


def below_break_even(review: Review) -> Stopped:
    """The last tranche has cost more than it brought."""
    starts = dict(zip(review.ends.tolist(), [0, *review.ends.tolist()], strict=False))
    return first_end(
        review, lambda end: (review.found[end] - review.found[starts[end]]) * review.worth <= end - starts[end]
    )


def next_tranche(size: int = 0) -> Rule:
    """The package's verdict; with a size, a random sample of the rest once the last tranche does not pay."""

    def rule(review: Review) -> Stopped:
        drawn, sampled, low, high, before = np.array([], dtype=int), False, 0, 0, 0
        start = 0
        for end, after in zip(review.ends.tolist(), [*review.ends[1:].tolist(), len(review)], strict=True):
            judged, items, rest = end - start, after - end, None
            found = int(review.found[end] - review.found[start])
            start = end
            if not items:
                break
            needed = break_even_yield(items, 1, 1, review.worth)
            last = found * items / judged
            if size and not sampled and needed is not None and last <= needed:
                unread = len(review) - end
                drawn = end + np.random.default_rng([review.seed, 7]).permutation(unread)[:size]
                hits = int(review.positive[drawn].sum())
                low = least_positives(unread, len(drawn), hits)
                high = most_positives(unread, len(drawn), hits)
                sampled, before = True, int(review.found[end])
            now = Stopped(end, drawn[drawn >= end])
            if sampled:
                known = now.found(review) - before
                rest = Rest(len(review) - now.read, max(low - known, 0), max(high - known, 0))
            coming = drawn_next(found, judged, items, 199, np.random.default_rng(review.seed))
            told = verdict(items, needed, coming, last=(judged, found), rest=rest)
            if told.outcome == "stop":
                return now
        return Stopped(len(review))

    return rule


TARGET_RULES: dict[str, Rule] = {
    "random sample of the rest, 200, at any time": random_rest(200),
    "random sample of the rest, 400, at any time": random_rest(400),
    "labelled entries' depth, safer": at_safer,
    "labelled entries' depth, on average": at_planned,
    "trailing windows, looks declared": last_windows(looks=True),
    "trailing windows, read anew each time": last_windows(looks=False),
    "share of the expected number": share_of_expected,
}
FIXED_RULES: dict[str, Rule] = {
    "knee": knee,
    "50 negatives in a row": negatives(50),
    "100 negatives in a row": negatives(100),
    "200 negatives in a row": negatives(200),
    "5 % of the list negative in a row": negatives(0, 0.05),
    "half of the list": half,
}
"""These know neither a target nor a worth."""
WORTH_RULES: dict[str, Rule] = {
    "the last tranche alone": next_tranche(),
    "the same, and a random sample of 200": next_tranche(200),
    "the same, and a random sample of 400": next_tranche(400),
    "the last tranche did not pay": below_break_even,
}
