"""What came back of a queue: every judgement, and what each item is settled as."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from budgetplan.arrays import BoolArray, FloatArray, IntArray

NOT_YET, UNSETTLED, SKIPPED = -1, -2, -3
"""In place of a label: nobody has judged the item; those who did disagree; it was skipped."""

NoteKind = Literal[
    "again",
    "repeated",
    "disagree",
    "settler",
    "skipped",
    "ahead",
    "outside",
    "table",
    "prices",
    "prices_sizes",
    "prices_unknown",
    "budget",
    "answered",
    "fewer",
]
"""What is to be told of logs: an annotator judged items again, a log holds another one, annotators disagree, nobody
is called as who settles that, items were skipped, items were judged before others that stand above them, items of the list that are not in the queue were judged, the table or
what judging costs or what may be spent has changed since the queue was written, items were judged that the model had answered."""


@dataclass(frozen=True)
class LogNote:
    """Something to be told of the logs: how many items it is about, and the first of them by name.

    ``timed``: the judgements have times, by which they stand in order.
    """

    kind: NoteKind
    n: int
    items: tuple[str, ...] = ()
    timed: bool = True


@dataclass(frozen=True, eq=False)
class Returned:
    """All judgements of a queue.

    Attributes
    ----------
    label
        Shape (n,), an item of the manifest each: code among its labels, or one of the negative codes above.
    item, said, annotator, seconds
        Shape (J,), a judgement each, in the order in which they were made: row in the manifest, code of the label
        (:data:`SKIPPED` where none was given), who judged (position in ``annotators``), and how long it took (NaN:
        not known).
    annotators
        Names, sorted.
    last
        Shape (J,): whether it is the last one that this annotator gave of the item.
    notes
        What is to be told.
    logs
        Name and checksum of every log.
    """

    label: IntArray
    item: IntArray
    said: IntArray
    annotator: IntArray
    seconds: FloatArray
    annotators: tuple[str, ...]
    last: BoolArray
    notes: tuple[LogNote, ...]
    logs: tuple[tuple[str, str], ...]

    @property
    def settled(self) -> BoolArray:
        """Shape (n,): which items have a label now."""
        return self.label >= 0
