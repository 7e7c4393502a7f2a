"""What a tool's file says, read once: the items, and what people said of each; from it a table is made, and a log."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

import numpy as np

from budgetplan.domain.messages import Message
from budgetplan.errors import BadDataError, Problem, Problems
from budgetplan.tables.cells import NUMBER
from budgetplan.tables.celltext import written
from budgetplan.tables.reshape.vote import WHY, elected, said_alone, told_of_votes
from budgetplan.tables.table import LEFT_OUT, VOTES, ByColumn, Source

Record = tuple[int, dict[str, Any]]
"""The line on which an object begins, and the object."""

ITEM_ID, QUEUE_ID = "item_id", "queue_id"
"""The keys under which ids, and the queue that a packet is of, go through a tool and back: some tools write a number of
their own under ``id``."""


@dataclass(frozen=True)
class Asked:
    """What is known of a file beforehand.

    Attributes
    ----------
    id_column, label_column
        What the user calls ids and labels, where a log is read; empty where a table is.
    empty
        Texts that mean an empty cell.
    labels, positive
        All classes, where a log is read, and those that are collected; empty where nobody said.
    by
        What the lines of the objects count: ``line``, or ``object``.
    aside
        The folder with what is kept apart of the queue that a log is of.
    header
        The columns, where it is a table.
    """

    id_column: str = ""
    label_column: str = ""
    empty: frozenset[str] = frozenset()
    labels: tuple[str, ...] = ()
    positive: tuple[str, ...] = ()
    by: str = "line"
    aside: str = ""
    header: tuple[str, ...] = ()

    def other(self, label: str) -> str:
        """Return the other one of two classes; an empty text where there are not two, or this is none of them.

        >>> Asked("id", "gold", labels=("idiom", "literal")).other("idiom"), Asked("id", "gold").other("idiom")
        ('literal', '')
        """
        if len(self.labels) != 2 or label not in self.labels:
            return ""
        return self.labels[1 - self.labels.index(label)]


@dataclass(frozen=True)
class Judgement:
    """What one person said of an item at once, or that nobody has judged it yet.

    Attributes
    ----------
    row, line
        Of its item in the table, and where it stands in the file.
    answers
        By question: a list with the label, or whatever stands in its place, which cannot be used.
    named
        Fields by which a log finds the item and the queue.
    who, seconds, when
        Who judged, how long it took, and when, as the file says it.
    settles
        Whether it is of somebody who settles what others say.
    kept
        Whether it is an answer to the question about the label; others tell a log when somebody was at work.
    column
        Where the label stands in the file, for messages about a log; empty: as the question is called.
    wrong
        What is wrong with it beyond its label, and what was found.
    """

    row: int
    line: int
    answers: Mapping[str, Any]
    named: Mapping[str, Any]
    who: Any = ""
    seconds: Any = None
    when: Any = None
    settles: bool = False
    kept: bool = True
    column: str = ""
    wrong: tuple[Message, Any] | None = None


@dataclass
class Export:
    """What a file says, as it grows out of its objects.

    Attributes
    ----------
    path, asked
        The file, and what is known of it.
    called
        What such a file is called.
    several, odd_label
        What is said of several labels at once, and what of a label that is no text.
    lines, rows
        The line on which each row begins, and what stands in it, by column: values of JSON.
    columns
        The columns, in the order of the table.
    judgements
        What people said, in the order of the file.
    read_as
        How the file was read: behind "Read as ".
    messages, log_messages
        What else is told of the table, and of the log.
    left_out, votes
        By column and row: why an item has no label there, and what several people said, as a list in JSON.
    odd
        By row, line and column: a cell that cannot be used, told where its column is.
    parts
        The first line of each kind of annotations that are about parts of items.
    questions
        The labels that items were asked about one at a time, where none of them is collected.
    question
        Which one of what people were asked is about the label, where a log is read.
    tool_keys
        Keys that the tool fills itself, in which no id of the user's stands.
    times
        What seconds and times are called in the file.
    paced
        Whether the time of a judgement is what passed since the one before it of the same person.
    like_labels
        Whether all columns are judged like labels, so that one in which nobody disagrees is a field.
    of_tool
        Whether a tool wrote it, so that a time is that of a judgement, and no name stands where nobody has judged.
    judged
        Whether people judge in that tool.
    lacking
        Why the judgements cannot be read one by one.
    """

    path: str
    asked: Asked
    called: Message | None = None
    several: Message = field(default=Message("tools.several_labels"))
    odd_label: Message = field(default=Message("tools.label_no_text"))
    lines: list[int] = field(default_factory=list)
    rows: list[dict[str, Any]] = field(default_factory=list)
    columns: dict[str, None] = field(default_factory=dict)
    judgements: list[Judgement] = field(default_factory=list)
    read_as: Message | str = ""
    messages: list[Message] = field(default_factory=list)
    log_messages: list[Message] = field(default_factory=list)
    left_out: dict[str, Mapping[int, str]] = field(default_factory=dict)
    votes: dict[str, Mapping[int, str]] = field(default_factory=dict)
    odd: dict[tuple[int, int, str], tuple[Message, Any]] = field(default_factory=dict)
    parts: dict[str | Message, int] = field(default_factory=dict)
    questions: tuple[str, ...] = ()
    question: str = "label"
    tool_keys: tuple[str, ...] = ()
    times: tuple[str, str] = ("", "")
    paced: bool = False
    like_labels: bool = False
    of_tool: bool = True
    judged: bool = True
    row_of: dict[Any, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.lacking = Problems(self.path, self.asked.by)

    def add(self, line: int, fields: Mapping[str, Any]) -> int:
        """Add a row; return its number."""
        self.lines.append(line)
        self.rows.append(dict(fields))
        self.columns.update(dict.fromkeys(fields))
        return len(self.rows) - 1

    def row(self, name: Any, line: int, fields: Mapping[str, Any]) -> int:
        """Return the row of an item by its name; the first time with these fields."""
        if name not in self.row_of:
            self.row_of[name] = self.add(line, fields)
        return self.row_of[name]

    def put(self, row: int, column: str, value: Any) -> None:
        """Write one cell."""
        self.rows[row][column] = value
        self.columns.setdefault(column)

    def agree(self, row: int, column: str, value: Any, message: Message, line: int) -> None:
        """Write one cell that may be written several times with one value; ``message``: what is wrong with another."""
        if self.rows[row].get(column, value) != value:
            self.note(row, column, message, value, line)
        else:
            self.put(row, column, value)

    def note(self, row: int, column: str, message: Message, found: Any, line: int = 0) -> None:
        """Note a cell that cannot be used, once; ``line``: where it stands, if not on that of its row."""
        self.columns.setdefault(column)
        self.odd.setdefault((row, line or self.lines[row], column), (message, found))

    def refuse(self, message: Message, line: int | None = None) -> NoReturn:
        """Raise that the file cannot be used."""
        raise BadDataError([Problem(message, self.path, line, by=self.asked.by)])

    def refuse_parts(self) -> None:
        """Raise where the file holds what is no label of a whole item."""
        if self.parts:
            message = Message("tools.parts_of_items", called=self.called, parts=sorted(self.parts, key=str))
            self.refuse(message, min(self.parts.values()))

    def item(self, row: int) -> str:
        """Return the id of a row's item; an empty text where it has none."""
        return text_of(self.rows[row].get(ITEM_ID)) or text_of(self.rows[row].get("id"))

    def name(self, row: int) -> str:
        """Return what the item of a row is called in messages."""
        return self.item(row) or f"{self.asked.by} {self.lines[row]}"

    def judge(self, row: int, line: int, labels: Mapping[str, Any], ids: Mapping[str, Any], **more: Any) -> None:
        """Add a judgement; ``more``: as in :class:`Judgement`."""
        self.judgements.append(Judgement(row, line, labels, ids, **more))

    def label(self, row: int, column: str, labels: Any, line: int) -> str:
        """Return the one label of a cell, or an empty text where there is none, or where that is a problem."""
        label, wrong = single(labels)
        if wrong:
            self.note(row, column, self.odd_label if wrong == ODD else self.several, labels, line)
        return label

    def settle(self, question: str, column: str = "") -> int:
        """Write the label of every item that people have judged, and say how; return how many judgements count."""
        column = column or question
        self.columns.setdefault(column)
        labels = [self.label(vote.row, column, vote.answers.get(question, []), vote.line) for vote in self.judgements]
        judged, nothing = zip(self.judgements, labels, strict=True), {"", *self.asked.empty}
        votes = [(judgement.row, label, judgement.settles) for judgement, label in judged if label not in nothing]
        names, code = np.unique(np.array([label for _, label, _ in votes], dtype=object), return_inverse=True)
        item = np.array([row for row, _, _ in votes], dtype=np.int64)
        settles = np.array([settling for *_, settling in votes], dtype=bool)
        chosen = elected(item, code, settles, len(self.rows))
        for row in np.flatnonzero(chosen >= 0).tolist():
            self.put(row, column, names[chosen[row]])
        if self.like_labels and len({vote[:2] for vote in votes}) == len({*item.tolist()}):
            return len(votes)
        self.left_out[column] = {row: WHY[why] for row, why in enumerate(chosen.tolist()) if why in WHY}
        self.votes[column] = said_alone(item[~settles], code[~settles], names.tolist())
        self.messages += told_of_votes(column, item, settles, chosen, self.name)
        return len(votes)

    def tell(self, *holds: Message, called: Message | None = None) -> None:
        """Say how the file was read, and what it holds; ``called``: what it is, where that is more than usual."""
        self.read_as = Message("tools.holds", called=called or self.called, holds=holds)

    def counts(self, items: str, n: int, judgements: str, judged: Iterable[Judgement]) -> Iterator[Message]:
        """Yield how many items, annotators and judgements there are; ``items``, ``judgements``: kinds of messages."""
        yield Message(items, n=len(self.rows))
        if people := {judgement.who for judgement in judged if judgement.who}:
            yield Message("tools.n_annotators", n=len(people))
        yield Message(judgements, n=n)

    def ask(self, names: Collection[str], message: Message | None = None, found: str | None = None) -> None:
        """Note which of the questions that people were asked is about the label: the one called so, else the only one.

        ``message``, ``found``: what is said where several are asked, and none is called so.
        """
        column = self.asked.label_column or "label"
        self.question = first_of((column, "label", *(names if len(names) == 1 else ())), names)
        if not self.question and len(names) != 1:
            unnamed = message or Message("tools.no_such_question", names=sorted(names), column=column)
            self.lacking.add(unnamed if names else Message("tools.nobody_answered", column=column), found=found)


class ExportSource(ByColumn):
    """An export as columns of text.

    Parameters
    ----------
    export
        What the file says.
    spoilt
        What is wrong with objects that are not among the rows.
    table
        The table that it is made of, where how that is written is told.

    Raises
    ------
    BadDataError
        It holds what is no label of a whole item.
    """

    true, false, of_json = "true", "false", True

    def __init__(self, export: Export, spoilt: Problems, table: Source | None = None) -> None:
        if not export.asked.label_column:
            export.refuse_parts()
        self.header, self.messages = tuple(export.columns), tuple(export.messages)
        self.by, self.questions, self.called = export.asked.by, export.questions, export.read_as
        marks = ((LEFT_OUT, export.left_out), (VOTES, export.votes))
        self.marks = {(aspect, name): cells for aspect, columns in marks for name, cells in columns.items()}
        self.lines = np.array(export.lines, dtype=np.int64)
        spoilt.by = self.by
        self.export, self.spoilt, self._table = export, spoilt, table
        self.noted.take(spoilt)
        for (row, line, column), (message, found) in export.odd.items():
            self.noted.add(message, line=line, column=column, item=export.item(row), found=written(found))

    def read_as(self, decimal: str) -> tuple[Message | str, ...]:
        """Return how the file was read."""
        return super().read_as(decimal) if self._table is None else (self.called, *self._table.read_as(decimal))

    def values(self, at: int) -> Sequence[Any]:
        """Return the values of a column."""
        return [row.get(self.theirs[at]) for row in self.export.rows]


ODD = "odd"


def single(labels: Any) -> tuple[str, str]:
    """Return the one label of a judgement, empty where there is none, and what is wrong: ``odd``, or ``several``.

    >>> single(["idiom "]), single([]), single(["a", "b"]), single("a"), single([None])
    (('idiom', ''), ('', ''), ('', 'several'), ('', 'odd'), ('', 'odd'))
    """
    if not isinstance(labels, list) or not all(isinstance(name, str) and name.strip() for name in labels):
        return "", ODD
    return ("", "several") if len(labels) > 1 else ("".join(labels).strip(), "")


def flat(record: Mapping[str, Any], left: Collection[str]) -> dict[str, Any]:
    """Return the fields of an object and of its ``meta``; one there of a name that is taken keeps both.

    ``left``: keys that are no fields.

    >>> flat({"text": "a", "meta": {"item_id": "s1", "text": "b"}, "x": 1}, ["x"])
    {'text': 'a', 'item_id': 's1', 'meta.text': 'b'}
    """
    fields = {key: value for key, value in record.items() if key not in left}
    if isinstance(meta := record.get("meta"), dict):
        del fields["meta"]
        fields |= {f"meta.{key}" if key in record or key in left else key: value for key, value in meta.items()}
    return fields


def first_of(names: Sequence[str], among: Collection[str]) -> str:
    """Return the first of these names that is known; empty where none is."""
    return next((name for name in names if name and name in among), "")


def text_of(value: Any) -> str:
    """Return a value that is a text; an empty text for anything else."""
    return value if isinstance(value, str) else ""


def dicts(value: Any) -> list[dict[str, Any]]:
    """Return the objects in a list; none where it is no list."""
    return [part for part in value if isinstance(part, dict)] if isinstance(value, list) else []


def moment(value: str) -> tuple[float, str]:
    """Return a time as seconds since 1970 and as an ISO time; one without a zone is taken as it stands.

    Raises
    ------
    ValueError
        It is no time; OverflowError and OSError where it is too far away.

    Examples
    --------
    >>> moment("1735725608")
    (1735725608.0, '2025-01-01T10:00:08+00:00')
    >>> moment("2025-01-01 10:00:08")
    (1735725608.0, '2025-01-01T10:00:08')
    """
    if NUMBER.fullmatch(value.strip()):
        seconds = float(value)
        return seconds, dt.datetime.fromtimestamp(seconds, dt.UTC).isoformat()
    time = dt.datetime.fromisoformat(value.strip())
    aware = time if time.tzinfo else time.replace(tzinfo=dt.UTC)
    return aware.timestamp(), time.isoformat()


@dataclass(frozen=True)
class Tool:
    """A tool whose files are read: as tables, and as logs where people judge in it.

    Attributes
    ----------
    key
        Its name in ``table.dialect``.
    called
        What a file of it is called in messages.
    read
        What the objects of a file or the rows of a table say.
    sign, shows
        By what an object is known to be of this tool, in words and as a test; empty where it writes no JSON.
    heads
        By which columns a table is known to be of this tool, the second argument is what the labels of a log are called;
        None where it writes no tables.
    fits, lacks
        Which columns such a table must have, where that is more, and what is said where it has not.
    tells_form
        Whether it is told how such a table is written.
    """

    key: str
    called: Message
    read: Callable[[str, Sequence[Record], Asked], Export]
    sign: Message | str = ""
    shows: Callable[[dict[str, Any]], bool] = lambda _: False
    heads: Callable[[Collection[str], str], bool] | None = None
    fits: Callable[[Collection[str]], bool] = lambda _: True
    lacks: Message | None = None
    tells_form: bool = False
