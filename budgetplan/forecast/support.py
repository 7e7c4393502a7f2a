"""How much of what is planned for a list lies beyond all that is labelled, in every workflow (METHODS F9)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from budgetplan.domain.doubt import Doubt, DoubtKind

HALF = 0.5
"""A plan of which more than this share lies beyond all labelled items is never recommended."""
MOST_OUTSIDE = 0.2
"""Nor one of which more than this share does, where that is no accident of a small sample."""
WORTH_SAYING = 0.02
"""Less than this beyond them is what any sample of a list leaves at its ends."""
ACCIDENT = 0.001
"""So rarely a small sample would miss that much of the list's ends by accident."""
LEAST_LABELS = 100
"""So many labels at least are asked for where a sample has to be drawn anew."""
MISSED = 0.05
"""So rarely a sample that is asked for misses what it is asked for."""
_SLACK = 1e-9


@dataclass(frozen=True)
class Beyond:
    """What of a plan lies beyond all labelled items, in weighted items of the list.

    Attributes
    ----------
    planned, outside
        Items that the plan decides on, and those of them of which nothing labelled says what comes of them.
    entries, entries_outside
        What it is expected to find among all of them, and among the latter.
    share
        Which part of the whole list lies beyond the labelled items, in [0, 1].

    Examples
    --------
    Half of what is planned, and a tenth of the list, lies beyond 100 labelled items.

    >>> found = Beyond(planned=200, outside=100, entries=60, entries_outside=40, share=0.1)
    >>> found.too_much(100), found.too_much(10)
    (True, False)
    """

    planned: float
    outside: float
    entries: float
    entries_outside: float
    share: float

    @property
    def worth_saying(self) -> bool:
        """Whether more lies beyond the labelled items than any sample leaves at its ends."""
        return self.outside > WORTH_SAYING * self.planned * (1 + _SLACK)

    @property
    def most(self) -> bool:
        """Whether most of what is planned lies beyond the labelled items: no label says anything of it."""
        return self.outside > HALF * self.planned * (1 + _SLACK)

    def too_much(self, seen: int) -> bool:
        """Say whether so much lies beyond that nothing can be recommended: most of it, or more than accident explains.

        ``seen``: how many items, or groups of them, were labelled.
        """
        return self.most or self.no_accident(seen)

    def no_accident(self, seen: int) -> bool:
        """Say whether much lies beyond, and a random sample would miss this share of the list less than once in a thousand times."""
        most = MOST_OUTSIDE * (1 + _SLACK)
        much = self.outside > most * self.planned or self.entries_outside > most * self.entries
        return self.planned > 0 and much and float((1 - self.share) ** seen) < ACCIDENT


NOTHING_PLANNED = Beyond(0.0, 0.0, 0.0, 0.0, 0.0)
"""A plan that decides on nothing has nothing beyond the labelled items."""


def labels_to_draw(n_labelled: int, n_list: int, reviewed: float = 0.0, planned: float = math.inf) -> int:
    """Return of how many items a random sample should be drawn where the labelled ones are none.

    As many as were labelled, apart from the share that was reviewed from the top of an order; a hundred at least,
    and at most the whole list. ``planned``: at least so many, too, that one of them is among the first half of what
    is to be reviewed, with 95 %.

    Examples
    --------
    >>> labels_to_draw(200, 5000), labels_to_draw(40, 5000), labels_to_draw(40, 60)
    (200, 100, 60)
    >>> labels_to_draw(800, 3_000_000, planned=5_000)
    3594
    """
    seen = math.ceil(math.log(MISSED) / math.log1p(-min(planned / 2 / n_list, HALF)))
    return int(min(max(round(n_labelled * (1 - reviewed)), LEAST_LABELS, seen), n_list))


def doubts_of_support(
    found: Beyond, file: str, n_labelled: int, model: str = "", *, refused: bool
) -> tuple[Doubt, ...]:
    """Return what is to be said of items beyond all labelled ones, nothing where any sample leaves so many.

    ``model``: the one that answers some of them itself; empty where people review all of them.

    Examples
    --------
    >>> doubts_of_support(Beyond(100, 1, 50, 1, 0.01), "list.csv", 300, refused=False)
    ()
    """
    if not found.worth_saying and not refused:
        return ()
    names = (model,) if model else ()
    return (Doubt(DoubtKind.OUTSIDE, file, n=math.ceil(found.outside - _SLACK), of=n_labelled, names=names),)
