"""What several people say of one item: the adjudicated label, else the one with most judgements; else a tie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import BoolArray, IntArray
from budgetplan.tables.frame import votes_cell
from budgetplan.tables.problems import listing

TIE = "tie"
"""No label has the most judgements."""
SPLIT = "settled_twice"
"""Settled more than once, with different labels."""
_N_NAMED = 5


@dataclass(frozen=True)
class Judgement:
    """What one person says of an item; ``settles``: as the one who adjudicates."""

    label: str
    settles: bool = False


NOBODY, TIED, DIVIDED = -1, -2, -3
"""In place of a label: nobody gave one; no label has more judgements than every other; those who settle disagree."""
_WHY = {TIED: TIE, DIVIDED: SPLIT}


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
    of, said = pair // n_labels, pair % n_labels
    # Among those who settle a second opinion is none that the first outvotes.
    votes = np.where(decided[of], 1, votes)
    most = np.zeros(n_items, dtype=np.int64)
    np.maximum.at(most, of, votes)
    top = votes == most[of]
    chosen = np.full(n_items, NOBODY, dtype=np.int64)
    chosen[of[top]] = said[top]
    several = np.bincount(of[top], minlength=n_items) > 1
    return np.where(several, np.where(decided, DIVIDED, TIED), chosen)


class Ballots:
    """Judgements as they come, by row."""

    def __init__(self) -> None:
        self.by_row: dict[int, list[Judgement]] = {}

    def add(self, row: int, label: str, *, settles: bool = False) -> None:
        """Note one judgement of the item in a row."""
        self.by_row.setdefault(row, []).append(Judgement(label, settles))

    def settled(self) -> tuple[dict[int, str], dict[int, str]]:
        """Return the label of each row that has one, and why each other row with judgements has none."""
        rows = [row for row, judgements in self.by_row.items() for _ in judgements]
        judged = [judgement for judgements in self.by_row.values() for judgement in judgements]
        names, label = np.unique(np.array([each.label for each in judged], dtype=object), return_inverse=True)
        settles = np.array([each.settles for each in judged], dtype=bool)
        known, item = np.unique(np.array(rows, dtype=np.int64), return_inverse=True)
        chosen = dict(zip(known.tolist(), elected(item, label, settles, len(known)).tolist(), strict=True))
        labels = {row: str(names[code]) for row, code in chosen.items() if code >= 0}
        return labels, {row: _WHY[code] for row, code in chosen.items() if code < 0}

    def votes(self) -> dict[int, str]:
        """Return what people said of each row that several judged by themselves, sorted, as cells."""
        alone = {
            row: sorted(one.label for one in judgements if not one.settles)
            for row, judgements in self.by_row.items()
        }
        return {row: votes_cell(labels) for row, labels in alone.items() if len(labels) > 1}

    def said(self, names: Sequence[str], column: str) -> list[str]:
        """Say how items with several judgements got their label; ``names``: of the items, by row."""
        several = [row for row, judgements in self.by_row.items() if len(judgements) > 1]
        _, left_out = self.settled()
        n_settled = sum(
            any(one.settles for one in self.by_row[row]) for row in several if row not in left_out
        )
        ties, splits = (
            [names[row] for row, found in left_out.items() if found == why] for why in (TIE, SPLIT)
        )
        mean = sum(map(len, self.by_row.values())) / len(self.by_row) if self.by_row else 0.0
        return told_of_several(
            column, several=len(several), settled=n_settled, ties=ties, splits=splits, mean=mean
        )


def told_of_several(
    column: str, *, several: int, settled: int, ties: Sequence[str], splits: Sequence[str], mean: float
) -> list[str]:
    """Say how items with several judgements got their label; nothing where there are none.

    ``settled``: how many an adjudicator settled; ``ties``, ``splits``: names of items that are left without one;
    ``mean``: judgements of an item that has any.
    """
    if not several:
        return []
    n_most = several - settled - len(ties) - len(splits)
    ways = [
        f"{which} ({n:,})"
        for n, which in ((settled, "the adjudicated label"), (n_most, "the label with most judgements"))
        if n
    ]
    taken = f"; taken: {', '.join(ways)}" if ways else ""
    said = [f"Items judged more than once ({column}): {several:,}{taken}."]
    for what, names in (("Ties", ties), ("Items settled more than once, with different labels", splits)):
        if names:
            said.append(f"{what}, left without a label: {len(names):,} ({listing(sorted(names), _N_NAMED)}).")
    said.append(
        f"An item that people judged has {mean:.1f} judgements on average; how many a review pays for is said by cost.annotators (1 where nothing is said)."
    )
    return said
