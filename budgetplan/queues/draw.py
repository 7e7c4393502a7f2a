"""Which items make a queue: those that the plan has reviewed, and random ones among them that nobody can tell apart.

Items that nobody would review show what is left there, and how often a model is wrong that answers them; items that are
labelled already show how people agree with their labels. Both are spread at random over the queue, so that the first half of it has about half of them; the random
items stand in the order in which they were drawn, so that those judged first are a random sample, too (METHODS R7).
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from itertools import accumulate, pairwise

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.core.places import places
from budgetplan.domain.review import Course, QueueItems
from budgetplan.engines.counting import QueuedItems
from budgetplan.plans.review import Analysis, course_along

_TAIL, _KNOWN, _MIXED, _AGAIN = 13, 14, 15, 16
"""Streams of the random numbers of a seed: which labelled items are drawn does not hang on where the plan stops."""


def draw_queue(
    course: Course,
    control: tuple[Sequence[str], Sequence[str]],
    *,
    tail_sample: int,
    n_control: int,
    packet: int,
    seed: int,
) -> QueueItems:
    """Return the queue, then all other items of the list.

    Parameters
    ----------
    course
        What the plan does with each item.
    control
        Names and labels of the labelled items, sorted by name.
    tail_sample, n_control
        How many items that nobody would review (from after the stop, and those that the model alone answers), and of the
        labelled ones, are mixed in; at most all.
    packet
        Items in a packet.
    seed
        Start of the random numbers.

    Returns
    -------
    QueueItems
        The same whatever the order of rows in the files.

    References
    ----------
    METHODS R1, R7.
    """
    rng, others, spread = (np.random.default_rng([seed, part]) for part in (_TAIL, _KNOWN, _MIXED))
    n_known, n_list, after = len(control[0]), course.n_items, course.queue[course.review :]
    # By name, so that equal scores and the order of rows play no part in what is drawn.
    drawn = rng.permutation(np.sort(unreviewed(course)))[:tail_sample]
    controls = others.permutation(n_known)[:n_control]
    mixed = np.repeat([1, 2], [len(drawn), len(controls)])
    queued = np.zeros(course.review + len(mixed), dtype=np.int64)
    among = np.sort(spread.permutation(len(queued))[: len(mixed)])
    queued[among] = spread.permutation(mixed)
    # By role the rows of each in the list, behind which the labelled items stand: the queue, those answered, those left.
    apart = [rows[~np.isin(rows, drawn)] for rows in (course.answered, after)]
    role = np.append(queued, np.repeat([3, 4], [len(rows) for rows in apart]))
    row = np.empty(len(role), dtype=np.int64)
    for code, rows in enumerate((course.queue[: course.review], drawn, n_list + controls, *apart)):
        row[role == code] = rows
    place = np.arange(1, len(role) + 1) * (np.arange(len(role)) < len(queued))
    rank = np.zeros(n_list + n_known, dtype=np.int64)
    rank[course.queue] = np.arange(1, len(course.queue) + 1)

    def of(amount: FloatArray, of_known: float = 0.0) -> FloatArray:
        return np.append(amount, np.full(n_known, of_known))[row]

    def texts(cells: Sequence[str], of_known: Sequence[str] = ("",) * n_known) -> tuple[str, ...]:
        """Return a text for each item; none where nothing is known of the list."""
        return tuple(np.array([*cells, *of_known], dtype=object)[row].tolist()) if len(cells) else ()

    def answered(cells: Sequence[str], of_known: Sequence[str] = ("",) * n_known) -> tuple[str, ...]:
        """Return a text for each item: of those answered that nobody draws, and of the labelled ones."""
        every = np.full(n_list, "", dtype=object)
        every[course.answered] = cells
        every[drawn] = ""
        return texts(every.tolist(), of_known)

    return QueueItems(
        ids=texts(course.ids, control[0]),
        role=role,
        place=place,
        rank=rank[row],
        packet=np.where(place > 0, (place - 1) // packet + 1, 0),
        score=of(course.score, np.nan),
        rate=of(course.rate, np.nan),
        nearby=of(course.rate, np.nan),
        standing=of(course.standing if len(course.standing) else np.full(n_list, np.nan), np.nan),
        cost=of(course.known_cost),
        **{name: of(course.sizes[name]) for name in ("seconds", "units", "listed")},
        label=answered(course.answers, control[1]),
        stratum=texts(course.strata),
        answered_by=answered(course.answered_by) if course.answered_by else (),
        said=texts(course.said),
    )


def unreviewed(course: Course) -> IntArray:
    """Return the rows among which the random items are drawn: those after the stop, and those that the model answers.

    What somebody else answers is no part of it: what the model says there is not what is kept.
    """
    after = course.queue[course.review :]
    return np.concatenate([after, course.answered]) if course.said else after


def judged_again(sizes: Sequence[int], judgements: Decimal, seed: int) -> list[IntArray]:
    """Return the places in each packet of the items that one person more judges than the others, in their order.

    As many of them in the first packets as in the last: how people agree is then known early.

    Parameters
    ----------
    sizes
        Items in each packet.
    judgements
        How many an item has on average; a whole number leaves nothing to draw.
    seed
        Start of the random numbers.

    Examples
    --------
    >>> [len(places) for places in judged_again([200, 200, 6], Decimal("1.2"), seed=1)]
    [40, 40, 1]
    >>> [len(places) for places in judged_again([200], Decimal(2), seed=1)]
    [0]
    """
    rng, share = np.random.default_rng([seed, _AGAIN]), judgements % 1
    ends = [int((end * share).to_integral_value()) for end in accumulate(sizes, initial=0)]
    wanted = [end - start for start, end in pairwise(ends)]
    return [np.sort(rng.permutation(size)[:n]) for size, n in zip(sizes, wanted, strict=True)]


def course_of_counted(analysis: Analysis, queued_items: QueuedItems) -> Course:
    """Return what becomes of the items that are held: those of the queue are reviewed, the others were drawn."""
    by_name = np.array(sorted(range(len(queued_items.ids)), key=queued_items.ids.__getitem__), dtype=np.int64)
    # How likely each item is an entry: by its place in the queue; not known of those drawn.
    along = analysis.lead.path.read("positives", np.arange(queued_items.n_items + 1, dtype=np.float64))
    rate = np.full(len(queued_items.ids), np.nan)
    rate[: queued_items.n_items] = np.clip(np.diff(along), 0.0, 1.0)
    scored, sizes = analysis.evidence.scored, ("seconds", "units", "listed")
    assert scored is not None
    return course_along(
        analysis,
        places(queued_items.score, *scored.listed(analysis.lead.name))[by_name],
        ids=tuple(queued_items.ids[at] for at in by_name.tolist()),
        queue=np.argsort(by_name),
        review=queued_items.n_items,
        score=queued_items.score[by_name],
        rate=rate[by_name],
        known_cost=queued_items.amounts["cost"][by_name],
        sizes={name: queued_items.amounts[name][by_name] for name in sizes},
    )
