"""What random items from after the stop prove of those there, now and after more of them (METHODS R1, R3)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from budgetplan.domain.review.manifest import ALPHA
from budgetplan.metrics.continuing.unseen import (
    anytime_range,
    least_positives,
    most_positives,
    recall_range,
)
from budgetplan.progress.standing import ReviewState

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
class RandomItems:
    """Random items from after the stop, as far as they are read.

    Attributes
    ----------
    of, drawn, looks
        As in :class:`Unseen`.
    sure, unsure
        Entries among those drawn, and items on which those who judge disagree: these count as entries for the most, and as
        none for the least.
    known, none
        Entries, and other items, that are known after the stop, in the sample or beyond it.
    before, unread
        Entries found before the stop, and items there that nobody has judged yet.
    rate
        Share of entries among the items after the stop: as in the sample, else as the scores say; None where neither does.
    """

    of: int
    drawn: int
    looks: int
    sure: int
    unsure: int
    known: int
    none: int
    before: int
    unread: int
    rate: float | None

    def after(self, more: int, rate: float, *, up: bool) -> Unseen:
        """Return what they prove after so many more that hold entries at a rate, rounded up or down."""
        exact = rate * more
        finds = min(math.ceil(exact - 1e-9) if up else math.floor(exact + 1e-9), more)
        drawn = min(self.drawn + more, self.of)
        sure, known, none = self.sure + finds, self.known + finds, self.none + more - finds
        if self.looks:
            alpha = ALPHA / self.looks
            most = most_positives(self.of, drawn, sure + self.unsure, alpha)
            least = least_positives(self.of, drawn, sure, alpha)
        else:
            most = anytime_range(self.of, drawn, sure + self.unsure)[1]
            least = anytime_range(self.of, drawn, sure)[0]
        # What was read beyond the sizes that are looked at is known all the same.
        most = max(min(most, self.of - none), known)
        least = min(max(least, known), most)
        return Unseen(
            of=self.of,
            drawn=drawn,
            found=sure,
            looks=self.looks,
            least=least - known,
            most=most - known,
            recall=recall_range(self.before, known, least, most + self.unread),
            unread=self.unread,
        )


def read_after_stop(standing: ReviewState) -> int:
    """Return how many items after the stop are judged, at random or in the plan's order."""
    return standing.parts["tail sample"].judged + standing.parts["left"].judged


def what_is_unseen(standing: ReviewState) -> Unseen | None:
    """Return what the random items prove of those after the stop; None where none were drawn or nothing is collected."""
    manifest = standing.manifest
    if not manifest.tail.items or not manifest.positive:
        return None
    return random_items(standing, 0).after(0, 0.0, up=False)


def random_items(standing: ReviewState, unread: int) -> RandomItems:
    """Return the random items from after the stop; none are drawn yet where the plan has none.

    ``unread``: how many items nobody has judged, before and after the stop.
    """
    tail = standing.manifest.tail
    rows = np.flatnonzero(standing.rows("tail sample"))
    read = rows[standing.judged[rows]]
    if tail.looks:
        # Only the sizes that were declared are read: a look at any other would be one too many.
        done = int(np.argmin(standing.judged[rows])) if not standing.judged[rows].all() else len(rows)
        sizes = [tail.items * look // tail.looks for look in range(tail.looks + 1)]
        read = rows[: max(size for size in sizes if size <= done)]
    sure = int(standing.positive[read].sum())
    known = standing.parts["left"].found + int(standing.positive[rows].sum())
    beyond = standing.rows("tail sample") | standing.rows("left")
    before = standing.reviewed.of - standing.reviewed.judged
    return RandomItems(
        of=tail.of if tail.items else max(unread - before, 0) + standing.parts["left"].judged,
        drawn=len(read),
        looks=tail.looks,
        sure=sure,
        unsure=int((standing.returned.label[read] < 0).sum()),
        known=known,
        none=int((beyond & standing.returned.settled & ~standing.positive).sum()),
        before=standing.found - known,
        unread=before,
        rate=sure / len(read) if len(read) else _rate_of_scores(standing),
    )


def _rate_of_scores(standing: ReviewState) -> float | None:
    """Return the share of entries that the scores promise of the items after the stop; None where none do."""
    rate = standing.manifest.items.rate[standing.rows("left") & ~standing.judged]
    return float(rate.mean()) if len(rate) and bool(np.isfinite(rate).all()) else None


def size_that_decides(most: int, decides: Callable[[int], bool]) -> int | None:
    """Return about how many more items decide, and all larger samples too; None where not even the most of them do.

    Examples
    --------
    >>> size_that_decides(1_000, lambda more: more >= 300), size_that_decides(200, lambda more: more >= 300)
    (300, None)
    """
    if most < 1 or not decides(most):
        return None
    high = most
    while high > 1:
        smaller = int(high / GROWTH)
        if not decides(smaller):
            break
        high = smaller
    else:
        return high
    low = int(high / GROWTH)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if decides(middle) else (middle, high)
    return high
