"""What several people say of one item: the adjudicated label, else the one with most judgements; else a tie."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import numpy as np

from budgetplan.arrays import BoolArray, IntArray
from budgetplan.domain.messages import Message

TIE = "tie"
"""No label has the most judgements."""
SPLIT = "settled_twice"
"""Settled more than once, with different labels."""

NOBODY, TIED, DIVIDED = -1, -2, -3
"""In place of a label: nobody gave one; no label has more judgements than every other; those who settle disagree."""
WHY: Mapping[int, str] = MappingProxyType({TIED: TIE, DIVIDED: SPLIT})
"""Why an item has no label that several people judged."""


def elected(item: IntArray, label: IntArray, settles: BoolArray, n_items: int) -> IntArray:
    """Return the label that each item has by what people say of it: for tables, exports and logs alike.

    Who settles an item decides alone; else the label counts that has more judgements than every other.

    Parameters
    ----------
    item, label, settles
        Shape (J,), a judgement each: the item, in 0 to ``n_items`` - 1, the code of the label, 0 or more, and whether it
        is of somebody who settles what others say.

    Returns
    -------
    array
        Shape (n,): the code of the label, or one of :data:`NOBODY`, :data:`TIED`, :data:`DIVIDED`.

    Examples
    --------
    Two say 0 and one each 1 and 2; one each says 0 and 1; the same, and one settles it; nobody says anything.

    >>> item, label = np.array([0, 0, 0, 0, 1, 1, 2, 2]), np.array([0, 0, 1, 2, 0, 1, 0, 1])
    >>> elected(item, label, np.array([False] * 7 + [True]), 4).tolist()
    [0, -2, 1, -1]
    """
    decided = np.zeros(n_items, dtype=bool)
    decided[item[settles]] = True
    counts = settles | ~decided[item]
    n_labels = int(label.max(initial=0)) + 1
    pair, votes = np.unique(item[counts] * n_labels + label[counts], return_counts=True)
    of, code = pair // n_labels, pair % n_labels
    # Among those who settle a second opinion is none that the first outvotes.
    votes = np.where(decided[of], 1, votes)
    most = np.zeros(n_items, dtype=np.int64)
    np.maximum.at(most, of, votes)
    top = votes == most[of]
    chosen = np.full(n_items, NOBODY, dtype=np.int64)
    chosen[of[top]] = code[top]
    return np.where(np.bincount(of[top], minlength=n_items) > 1, np.where(decided, DIVIDED, TIED), chosen)


def alone(item: IntArray, label: IntArray, names: Sequence[str]) -> dict[int, str]:
    """Return what people said of each item that several judged by themselves, sorted, as cells.

    >>> alone(np.array([3, 5, 3]), np.array([1, 0, 0]), ["ham", "spam"])
    {3: '["ham", "spam"]'}
    """
    labels: dict[int, list[str]] = {}
    for each, code in zip(item.tolist(), label.tolist(), strict=True):
        labels.setdefault(each, []).append(names[code])
    return {each: json.dumps(sorted(several)) for each, several in labels.items() if len(several) > 1}


def told_of_votes(
    column: str, item: IntArray, settles: BoolArray, chosen: IntArray, called: Callable[[int], str]
) -> list[Message]:
    """Return how items with several judgements got their label; nothing where there are none.

    Parameters
    ----------
    column
        Where the labels are.
    item, settles, chosen
        As in and out of :func:`elected`.
    called
        The name of an item.
    """
    count = np.bincount(item, minlength=len(chosen))
    several = count > 1
    if not several.any():
        return []
    settled = np.isin(np.arange(len(chosen)), item[settles]) & several & (chosen >= 0)
    ways = (("tables.label_settled", settled), ("tables.label_of_most", several & ~settled & (chosen >= 0)))
    taken = [Message(kind, n=n) for kind, which in ways if (n := int(which.sum()))]
    more = {"column": column, "n": int(several.sum())} | ({"taken": taken} if taken else {})
    messages = [Message("tables.judged_more_taken" if taken else "tables.judged_more", **more)]
    for code, kind in ((TIED, "tables.ties"), (DIVIDED, "tables.settled_twice")):
        if names := sorted(called(each) for each in np.flatnonzero(chosen == code).tolist()):
            messages.append(Message(kind, n=len(names), names=names))
    return [*messages, Message("tables.judgements_each", mean=len(item) / int((count > 0).sum()))]
