"""A log of judgements: one row for each, in the order in which they were made."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress
from math import nan
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.errors import counted
from budgetplan.tables.cells import NUMBER
from budgetplan.tables.celltext import written
from budgetplan.tables.files import broken
from budgetplan.tables.problems import Problems, listing

ITEM_ID, QUEUE_ID = "item_id", "queue_id"
"""The keys under which ids, and the queue that a packet is of, go through a tool and back."""
LONGEST = 366 * 86_400.0
"""Seconds that a judgement may take: a task may lie open for months, but what is longer is no time of a judgement."""
LONGEST_PAUSE = 300.0
"""Seconds between two answers beyond which somebody did something else."""
_QUEUE = re.compile(r"BQ-[0-9a-f]{8}")
_DECIMAL_COMMA = re.compile(r"\d+,\d+", re.ASCII)


def as_labels(said: Any) -> list[Any]:
    """Return the labels of an answer, which tools write as a list or as the one label.

    >>> as_labels(["a", "b"]), as_labels("a"), as_labels(""), as_labels(None)
    (['a', 'b'], ['a'], [], [])
    """
    if isinstance(said, list):
        return said
    return [] if said in (None, "") else [said]


@dataclass(frozen=True)
class Log:
    """What people judged, as one file says it: n rows, each a judgement, or an item that is not judged yet.

    Attributes
    ----------
    item
        Ids of the items.
    label
        What was chosen; empty: skipped, or not judged yet.
    annotator
        Who judged; empty: the file does not say.
    seconds
        Shape (n,), at least 0: how long it took; NaN: not known.
    when
        When it was judged, as an ISO time; empty: the file does not say.
    timed
        Every judgement has a time, and they stand in that order.
    queues
        The queues whose packets were judged, and the first line of each; none where the file does not say.
    line
        Shape (n,): where it stands in the file.
    file
        The name of the file.
    sha256
        Its checksum.
    called
        What such a file is called.
    messages
        How it was read, as sentences for the user.
    """

    item: tuple[str, ...]
    label: tuple[str, ...]
    annotator: tuple[str, ...]
    seconds: FloatArray
    when: tuple[str, ...]
    line: IntArray
    file: str
    sha256: str
    called: str = ""
    messages: tuple[str, ...] = ()
    timed: bool = False
    queues: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Asked:
    """What the user calls the columns of ids and labels, and what is known of the labels.

    ``empty``: texts that mean an empty cell. ``labels``: all classes, ``positive``: those that are collected; empty
    where nobody said.
    """

    id_column: str
    label_column: str
    empty: frozenset[str] = frozenset()
    labels: tuple[str, ...] = ()
    positive: tuple[str, ...] = ()

    def other(self, label: str) -> str:
        """Return the other one of two classes; an empty text where there are not two, or this is none of them.

        >>> Asked("id", "gold", labels=("idiom", "literal")).other("idiom"), Asked("id", "gold").other("idiom")
        ('literal', '')
        """
        if len(self.labels) != 2 or label not in self.labels:
            return ""
        return self.labels[1 - self.labels.index(label)]


class _Entry(NamedTuple):
    """A judgement: where it stands, of which item, what was chosen, by whom, how long it took, when."""

    line: int
    item: str
    label: str
    annotator: str
    seconds: float
    moment: float
    when: str


class Entries:
    """The judgements of a file as they come; what is wrong with one is a problem of the file."""

    def __init__(self, path: str, asked: Asked) -> None:
        self.problems = Problems(path)
        self.asked = asked
        self.messages: list[str] = []
        self.queues: dict[str, int] = {}
        self._rows: list[_Entry] = []

    def add(
        self,
        line: int,
        item: str,
        label: str,
        *,
        annotator: str = "",
        seconds: float = nan,
        moment: float = nan,
        when: str = "",
    ) -> None:
        """Add a judgement; ``moment``: seconds since 1970, NaN where nothing says when it was made."""
        label = "" if label in self.asked.empty else label
        self._rows.append(_Entry(line, item, label, annotator, seconds, moment, when))

    def chosen(self, labels: Sequence[Any], line: int, column: str, item: str) -> str:
        """Return the one label of a judgement, empty where there is none, or where that is a problem."""
        if not all(isinstance(one, str) and one.strip() for one in labels):
            told = ("the label is no text", "export the judgements again")
            self.problems.add(*told, line=line, column=column, item=item, found=written([*labels]))
            return ""
        if len(labels) > 1:
            told = ("one judgement has several labels", "keep one, and let people choose a single one")
            self.problems.add(*told, line=line, column=column, item=item, found=", ".join(labels))
            return ""
        return "".join(labels).strip()

    def item_of(self, fields: Mapping[str, Any], line: int, own: Sequence[str] = ()) -> str:
        """Return the id of an item, or an empty text where that is a problem; ``own``: keys the tool fills itself."""
        self.of_queue(fields.get(QUEUE_ID), line)
        named = (ITEM_ID, *({self.asked.id_column} - {*own, ""}))
        found = next((fields[name] for name in named if fields.get(name) not in (None, "")), "")
        text = found.strip() if isinstance(found, str) else written(found)
        if text and isinstance(found, str):
            return text
        wrong = f"the judgement says nothing of its item: it has no {' or '.join(dict.fromkeys(named))}"
        todo = "import the packets of the queue as they are, and export all their fields"
        self.problems.add(wrong, todo, line=line, found=text or None)
        return ""

    def question(self, asked: Collection[str]) -> str:
        """Return which of the questions that people were asked is about the label: the one called so, else the only one.

        Raises
        ------
        BadDataError
            There are several, and none is called so; or none.
        """
        column = self.asked.label_column
        known = [name for name in (column, "label") if name in asked]
        if known or len(asked) == 1:
            return (known or [*asked])[0]
        wrong = f"none of the questions ({listing(sorted(asked))}) is called as the labels are"
        wrong = wrong if asked else "nobody has answered"
        todo = f"name the question {column or 'label'}, or write a table with one row for each judgement"
        raise broken(self.problems.file, wrong, todo)

    def of_queue(self, name: Any, line: int) -> None:
        """Note of which queue the packet was; a column that the user calls so says something else."""
        if isinstance(name, str) and _QUEUE.fullmatch(name.strip()):
            self.queues.setdefault(name.strip(), line)

    def seconds_of(self, value: Any, line: int, column: str, item: str) -> float:
        """Return a time in seconds, NaN where there is none, or where that is a problem."""
        if value is None or (isinstance(value, str) and (not value.strip() or value in self.asked.empty)):
            return nan
        text = value.strip() if isinstance(value, str) else ""
        text = text.replace(",", ".") if _DECIMAL_COMMA.fullmatch(text) else text
        seconds = float(text) if NUMBER.fullmatch(text) else -1.0
        if 0 <= seconds <= LONGEST:
            return seconds
        wrong = "the time is longer than a year" if seconds > LONGEST else "the time is no number of seconds"
        told = (wrong, "write the seconds, or leave the cell empty")
        self.problems.add(*told, line=line, column=column, item=item, found=written(value))
        return nan

    def moment_of(self, value: Any, line: int, column: str, item: str) -> tuple[float, str]:
        """Return when something was done: as seconds since 1970 and as an ISO time."""
        if value is None or value == "":
            return nan, ""
        try:
            return moment(value if isinstance(value, str) else written(value))
        except (ValueError, OverflowError, OSError):
            told = ("the time stamp is no time", "export the judgements again")
            self.problems.add(*told, line=line, column=column, item=item, found=written(value))
            return nan, ""

    def gaps(self, counting: Sequence[bool] = ()) -> None:
        """Take as the time of a judgement what passed since the one before it of the same person, but for pauses.

        ``counting``: which of them are kept then, where not all are: what was answered in between took its own time.
        """
        who = pd.factorize(np.array([row.annotator for row in self._rows], dtype=object))[0]
        seconds = gaps(np.array([row.moment for row in self._rows]), who).tolist()
        rows = [row._replace(seconds=took) for row, took in zip(self._rows, seconds, strict=True)]
        self._rows = [*compress(rows, counting)] if counting else rows

    def log(self, called: str, sha256: str) -> Log:
        """Return the log, by time where every judgement has one; ``called``: what such a file is called.

        Raises
        ------
        BadDataError
            With everything that is wrong with the file.
        """
        self.problems.raise_if_any()
        judged = np.array([bool(row.label) for row in self._rows])
        times = np.array([row.moment for row in self._rows], dtype=np.float64)
        rows, messages = self._rows, [self._told(called), *self.messages]
        timed = bool(judged.any()) and not np.isnan(times[judged]).any()
        if timed:
            # A stable sort leaves what has no time, since nobody has judged it, behind the others.
            rows = [rows[at] for at in np.argsort(times, kind="stable").tolist()]
        elif not np.isnan(times).all():
            messages.append("Some judgements have no time: all stand in the order of the file.")
        line, item, label, annotator, seconds, _, when = zip(*rows, strict=True) if rows else ((),) * 7
        return Log(
            item=item,
            label=label,
            annotator=annotator,
            seconds=np.array(seconds, dtype=np.float64),
            when=when,
            line=np.array(line, dtype=np.int64),
            file=self.problems.file,
            sha256=sha256,
            called=called,
            messages=tuple(messages),
            timed=timed,
            queues=self.queues,
        )

    def _told(self, called: str) -> str:
        with_label = [row for row in self._rows if row.label]
        n_items = len({row.item for row in with_label})
        people = sorted({row.annotator for row in with_label} - {""})
        who = f" by {listing(people, 5)}" if people else ""
        none = len(self._rows) - len(with_label)
        without = f"; {none:,} skipped or not judged yet" if none else ""
        return f"Read as {called}: {counted(len(with_label), 'judgement')} of {counted(n_items, 'item')}{who}{without}."


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
    found = dt.datetime.fromisoformat(value.strip())
    known = found if found.tzinfo else found.replace(tzinfo=dt.UTC)
    return known.timestamp(), found.isoformat()


def gaps(times: FloatArray, who: IntArray) -> FloatArray:
    """Return what passed since the answer before, by person.

    Parameters
    ----------
    times
        Shape (n,): when each answer was given, in seconds; NaN: not known.
    who
        Shape (n,): by whom, as a number.

    Returns
    -------
    Shape (n,): seconds from 0 to 300; NaN for the first answer of a person, and after a longer pause.

    Examples
    --------
    >>> gaps(np.array([0.0, 8, 5, 1000, 1006]), np.array([0, 0, 1, 0, 0]))
    array([nan,  8., nan, nan,  6.])
    """
    seconds = np.full(len(times), nan)
    order = np.lexsort((times, who))
    passed, same = np.diff(times[order]), np.diff(who[order]) == 0
    seconds[order[1:]] = np.where(same & (passed <= LONGEST_PAUSE), passed, nan)
    return seconds
