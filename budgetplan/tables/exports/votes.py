"""What several people say of one item: the adjudicated label, else the one with most judgements; else a tie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

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


def settle(judgements: Sequence[Judgement]) -> tuple[str, str]:
    """Return the label of an item, or an empty text and the key of why it has none in spite of judgements.

    >>> settle([Judgement("a"), Judgement("b"), Judgement("b")]), settle([Judgement("a"), Judgement("b", True)])
    (('b', ''), ('b', ''))
    >>> settle([Judgement("a"), Judgement("b")])
    ('', 'tie')
    """
    if settling := {one.label for one in judgements if one.settles}:
        return ("", SPLIT) if len(settling) > 1 else (settling.pop(), "")
    counts = Counter(one.label for one in judgements)
    best = [label for label, n in counts.items() if n == max(counts.values())]
    return ("", TIE) if len(best) > 1 else (best[0] if best else "", "")


class Ballots:
    """Judgements as they come, by row."""

    def __init__(self) -> None:
        self.by_row: dict[int, list[Judgement]] = {}

    def add(self, row: int, label: str, *, settles: bool = False) -> None:
        """Note one judgement of the item in a row."""
        self.by_row.setdefault(row, []).append(Judgement(label, settles))

    def settled(self) -> tuple[dict[int, str], dict[int, str]]:
        """Return the label of each row that has one, and why each other row with judgements has none."""
        labels, left_out = {}, {}
        for row, judgements in self.by_row.items():
            label, why = settle(judgements)
            if why:
                left_out[row] = why
            else:
                labels[row] = label
        return labels, left_out

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
