"""An export of an annotation tool as a table: what is common to all of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import numpy as np

from budgetplan.arrays import IntArray
from budgetplan.tables.celltext import json_cells, written
from budgetplan.tables.exports.votes import Ballots
from budgetplan.tables.files import Source, broken
from budgetplan.tables.frame import LEFT_OUT, VOTES
from budgetplan.tables.problems import Problems

Record = tuple[int, dict[str, Any]]
"""The line on which an object begins, and the object."""

SEVERAL = "budgetplan needs one label for each item; keep one"
_ONE_LABEL = "budgetplan needs one label for each whole item, not for parts of it; write a table with one row and one label for each"


@dataclass(frozen=True)
class Odd:
    """A cell that cannot be used, told where its column is."""

    row: int
    column: str
    wrong: str
    todo: str
    found: Any
    line: int | None = None


@dataclass
class Export:
    """Rows as they grow out of the objects of a file.

    Attributes
    ----------
    lines
        The line on which each row begins.
    rows
        What stands in each row, by column: values of JSON.
    columns
        The columns, in the order of the table.
    told
        How the file was read, in words: behind "Read as ".
    messages
        Further sentences for the user.
    left_out
        As in :class:`~budgetplan.tables.frame.Frame`.
    votes
        By column and row: what several people said, as a list in JSON.
    odd
        Cells that cannot be used.
    by
        What ``lines`` count: ``line``, or ``object``.
    questions
        The labels that items were asked about one at a time, where none of them is collected.
    ballots
        What people said of items, by column.
    voted
        Which of these columns are labels, and before which of the messages each is told.
    """

    lines: list[int] = field(default_factory=list)
    rows: list[dict[str, Any]] = field(default_factory=list)
    columns: dict[str, None] = field(default_factory=dict)
    told: str = ""
    messages: list[str] = field(default_factory=list)
    left_out: dict[str, Mapping[int, str]] = field(default_factory=dict)
    votes: dict[str, Mapping[int, str]] = field(default_factory=dict)
    odd: list[Odd] = field(default_factory=list)
    by: str = "line"
    questions: tuple[str, ...] = ()
    ballots: dict[str, Ballots] = field(default_factory=dict)
    voted: list[tuple[int, str]] = field(default_factory=list)
    row_of: dict[Any, int] = field(default_factory=dict)

    def told_all(self) -> tuple[str, ...]:
        """Return all sentences; those that name items by their lines are made once it is known what lines count."""
        said = list(self.messages)
        for at, column in reversed(self.voted):
            ballots = self.ballots[column]
            names = {row: self.name(row) for row in ballots.by_row}
            said[at:at] = ballots.said([names.get(row, "") for row in range(len(self.rows))], column)
        return tuple(said)

    def add(self, line: int, fields: Mapping[str, Any]) -> int:
        """Add a row; return its number."""
        self.lines.append(line)
        self.rows.append(dict(fields))
        self.columns.update(dict.fromkeys(fields))
        return len(self.rows) - 1

    def put(self, row: int, column: str, value: Any) -> None:
        """Write one cell."""
        self.rows[row][column] = value
        self.columns.setdefault(column)

    def note(self, row: int, column: str, wrong: str, todo: str, found: Any, line: int | None = None) -> None:
        """Note a cell that cannot be used; ``line``: where it stands, if not on that of its row."""
        self.columns.setdefault(column)
        self.odd.append(Odd(row, column, wrong, todo, found, line))

    def name(self, row: int) -> str:
        """Return what the item of a row is called in messages."""
        named = (self.rows[row].get(key) for key in ("item_id", "id"))
        return next(
            (text for text in named if isinstance(text, str) and text), f"{self.by} {self.lines[row]}"
        )

    def row(self, name: Any, line: int, fields: Mapping[str, Any]) -> int:
        """Return the row of an item by its name; the first time with these fields."""
        if name not in self.row_of:
            self.row_of[name] = self.add(line, fields)
        return self.row_of[name]

    def vote(self, row: int, column: str, label: str, *, settles: bool = False) -> None:
        """Note what a person says of the item in a row; ``settles``: as the one who adjudicates."""
        self.ballots.setdefault(column, Ballots()).add(row, label, settles=settles)

    def settle(self, column: str) -> None:
        """Write the label of every item that people have judged, and say how."""
        self.columns.setdefault(column)
        ballots = self.ballots.setdefault(column, Ballots())
        labels, left_out = ballots.settled()
        for row, label in labels.items():
            self.put(row, column, label)
        self.left_out[column], self.votes[column] = left_out, ballots.votes()
        self.voted.append((len(self.messages), column))


class ExportSource(Source):
    """An export as rows of text.

    ``spoilt``: what is wrong with objects that are not among the rows.
    """

    def __init__(self, export: Export, spoilt: Problems) -> None:
        self.header = tuple(export.columns)
        self.messages = export.told_all()
        self.by, self.questions = export.by, export.questions
        spoilt.by = export.by
        self.marks = MappingProxyType({LEFT_OUT: export.left_out, VOTES: export.votes})
        self._export = export
        self._spoilt = spoilt
        self.called = export.told

    def pieces(
        self, problems: Problems, columns: Collection[str]
    ) -> Iterator[tuple[IntArray, list[list[str]]]]:
        """Yield the rows, in one piece; cells of other columns than ``columns`` are empty."""
        export = self._export
        problems.take(self._spoilt)
        for one in export.odd:
            if one.column in columns:
                line, found = one.line or export.lines[one.row], written(one.found)
                item = export.name(one.row)
                item = "" if item.startswith(f"{export.by} ") else item
                problems.add(one.wrong, one.todo, line=line, column=one.column, item=item, found=found)
        rows = [
            json_cells(row, self.header, columns, line, problems)
            for line, row in zip(export.lines, export.rows, strict=True)
        ]
        yield np.array(export.lines, dtype=np.int64), rows


def refuse_kinds(path: str, called: str, kinds: Mapping[str, int]) -> None:
    """Raise where a file holds what is no label of a whole item; ``kinds``: the first line of each kind.

    ``called``: what such a file is called.

    Raises
    ------
    BadDataError
        With the kinds in the order of their names.
    """
    if kinds:
        held = ", ".join(sorted(kinds))
        wrong = f"{called} with {held} cannot be used"
        raise broken(path, wrong, _ONE_LABEL, min(kinds.values()))


def flat(record: Mapping[str, Any], nested: str, left: Collection[str]) -> dict[str, Any]:
    """Return the fields of an object and of one nested in it; a nested one of a name that is taken keeps both.

    ``left``: keys that are no fields.

    >>> flat({"text": "a", "meta": {"item_id": "s1", "text": "b"}, "x": 1}, "meta", ["x"])
    {'text': 'a', 'item_id': 's1', 'meta.text': 'b'}
    """
    inner = record.get(nested)
    fields = {key: value for key, value in record.items() if key not in left}
    if isinstance(inner, dict):
        del fields[nested]
        for key, value in inner.items():
            fields[f"{nested}.{key}" if key in record or key in left else key] = value
    return fields


@dataclass(frozen=True)
class Tool:
    """A tool whose files are read; every module of this folder lists its own in ``TOOLS``.

    Attributes
    ----------
    key
        Its name in ``table.dialect``.
    called
        What a file of it is called in messages.
    sign, shows
        By what an object is known to be of this tool, in words and as a test.
    read
        What makes rows of a file's name, for messages, its objects and the texts that mean nothing; None where the tool
        writes tables and no JSON.
    asks
        Whether it asks of one item about several labels, so that ``read`` takes those that are collected, too.
    log
        What adds the judgements in its objects to the entries of a log; None where they are no judgements.
    heads, columns, better
        By which columns a table is known to be of this tool, as a test and in words; and what to export instead.
    read_table, log_table
        As ``read`` and ``log``, of the rows of such a table.
    """

    key: str
    called: str
    sign: str = ""
    shows: Callable[[dict[str, Any]], bool] = lambda _: False
    read: Callable[..., Export] | None = None
    asks: bool = False
    log: Callable[[Sequence[Record], Any], None] | None = None
    heads: Callable[[Collection[str]], bool] = lambda _: False
    columns: str = ""
    better: str = ""
    read_table: Callable[[Sequence[Record], Collection[str]], Export] | None = None
    log_table: Callable[[Sequence[Record], Any], None] | None = None
