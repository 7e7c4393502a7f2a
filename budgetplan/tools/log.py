"""Logs: what people judged, one row for each judgement, in the order in which they were made, of any tool."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import nan
from pathlib import Path
from typing import Any

import numpy as np

from budgetplan import lazy_pandas as pd
from budgetplan.arrays import FloatArray, IntArray
from budgetplan.domain.messages import Message
from budgetplan.domain.plan import TableForm
from budgetplan.errors import BadDataError
from budgetplan.tables.cells import NUMBER
from budgetplan.tables.celltext import written
from budgetplan.tables.files import broken, open_bytes, unpacked
from budgetplan.tables.labels import labels_like, spelled
from budgetplan.tables.opened import open_source
from budgetplan.tools import doccano, inception, plain
from budgetplan.tools.base import ITEM_ID, ODD, QUEUE_ID, Asked, Export, ExportSource, Judgement, moment, single

LONGEST = 366 * 86_400.0
"""Seconds that a judgement may take: a task may lie open for months, but what is longer is no time of a judgement."""
LONGEST_PAUSE = 300.0
"""Seconds between two answers beyond which somebody did something else."""
_QUEUE = re.compile(r"BQ-[0-9a-f]{8}")
_DECIMAL_COMMA = re.compile(r"\d+,\d+", re.ASCII)
_NOBODY = re.compile(r"all|INITIAL_CAS|packet-\d+(-.*)?", re.IGNORECASE)
"""Names of files that are no annotator's: of everybody, of nobody, of a packet."""


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
        How it was read, for the user.
    """

    item: tuple[str, ...]
    label: tuple[str, ...]
    annotator: tuple[str, ...]
    seconds: FloatArray
    when: tuple[str, ...]
    line: IntArray
    file: str
    sha256: str
    called: Message | None = None
    messages: tuple[Message, ...] = ()
    timed: bool = False
    queues: Mapping[str, int] = field(default_factory=dict)


def read_logs(
    paths: Sequence[str],
    *,
    form: TableForm | None = None,
    id_column: str,
    label_column: str,
    labels: Sequence[str] = (),
    positive: Sequence[str] = (),
    aside: str = "",
) -> tuple[Log, ...]:
    """Return the judgements of several files, of each in the order in which they were made.

    doccano and INCEpTION write a file for each annotator and do not name them in it: there the name of the file is
    that of the annotator, but for ``all``, which is everybody, and for the name of a packet.

    Parameters
    ----------
    paths
        The files: what Label Studio (JSON, JSON_MIN, CSV), Prodigy, doccano, Argilla, Potato, ASReview or INCEpTION (UIMA
        CAS JSON) exports, or tables with one row for each judgement.
    form
        What is said of the user's table: what means an empty cell is taken over. How that table is written, and
        whose export it is, is taken where the log cannot be read without: it is another file.
    id_column, label_column
        What the user calls the ids and the labels; tools have them under ``item_id`` and ``label``.
    labels, positive
        All classes, and those that are collected: a tool that knows yes and no alone says of two classes which one.
    aside
        Folder with the files that say which line of an INCEpTION document is which item, if not that of the log.

    Raises
    ------
    BadDataError
        With everything that is wrong with the first file that cannot be read.
    """
    form, collected = form or TableForm(), (tuple(labels), tuple(positive))
    asked = Asked(id_column, label_column, frozenset(form.empty), *collected, aside=aside)
    logs = [_as_labels(_read_either(path, form, asked), labels) for path in paths]
    return tuple(_by_file_name(log) if len(logs) > 1 else log for log in logs)


def _as_labels(log: Log, labels: Sequence[str]) -> Log:
    """Return a log with labels as they are known where it has one in other capitals, or as a spreadsheet writes it again.

    Where two could be meant it stays as it is.
    """
    likes = labels_like(sorted({*log.label}), labels)
    forms = {name: like[0] for name, like in likes.items() if len(like) == 1}
    if not forms:
        return log
    pairs = [Message("tools.as_label", name=spelled(name), label=spelled(label)) for name, label in forms.items()]
    message = Message("tools.alike", n=sum(name in forms for name in log.label), forms=pairs)
    return replace(log, label=tuple(forms.get(name, name) for name in log.label), messages=(*log.messages, message))


def _read_either(path: str, form: TableForm, asked: Asked) -> Log:
    """Read a log as a file of its own, or else as the user's table is written."""
    undeclared = replace(form, separator="", decimal="", encoding="", sheet="", header=0, dialect="")
    try:
        return _read(path, undeclared, asked)
    except BadDataError as error:
        if form == undeclared:
            raise
        try:
            return _read(path, form, asked)
        except BadDataError:
            # Where an option was asked for and given, what is wrong beyond that is to be told.
            if any(problem.options for problem in error.problems):
                raise
            raise error from None


def _read(path: str, form: TableForm, asked: Asked) -> Log:
    """Return what a log of any kind says."""
    with open_bytes(path, "logs") as packed, unpacked(packed) as opened:
        if opened.data(200).removeprefix(b"\xef\xbb\xbf").startswith(b"#FORMAT=WebAnno TSV"):
            raise broken(opened.path, Message("tools.webanno"))
        ids = {asked.id_column, ITEM_ID}
        heads = ids | {theirs for theirs, ours in form.map.items() if ours in ids}
        source = open_source(replace(opened, form=form, can_say=True, heads=frozenset(heads)), asked)
        if not isinstance(source, ExportSource):
            export = plain.read_table(opened.path, source, form, replace(asked, by=source.by))
        else:
            export = source.export
            if not export.judged:
                export.refuse(Message("tools.no_log", called=export.called))
            export.lacking.take(source.spoilt)
        return log_of(export, opened.sha256)


def _by_file_name(log: Log) -> Log:
    person = Path(log.file).name.partition(".")[0]
    if log.called not in {doccano.CALLED, inception.CALLED} or _NOBODY.fullmatch(person):
        return log
    message = Message("tools.person_of_file", person=person)
    # An item that nobody has judged is not this person's.
    who = tuple(person if label else "" for label in log.label)
    return replace(log, annotator=who, messages=(*log.messages, message))


def log_of(export: Export, sha256: str) -> Log:
    """Return what people said as a log, by time where every judgement has one.

    Raises
    ------
    BadDataError
        With everything that is wrong with the file.
    """
    if not any(single(vote.answers.get(export.question, []))[0] for vote in export.judgements if vote.kept):
        # Judgements may say something of parts of items, too, but not of parts alone.
        export.refuse_parts()
    problems, queues = export.lacking, dict[str, int]()
    rows = [_entry(export, vote, queues) for vote in export.judgements]
    problems.raise_if_any()
    frame = pd.DataFrame(rows, columns=_COLUMNS, dtype=object)
    if export.paced:
        frame["seconds"] = gaps(frame["moment"].to_numpy(np.float64), pd.factorize(frame["who"])[0])
    frame = frame.loc[np.array([vote.kept for vote in export.judgements], dtype=bool)]
    messages = [_read_as(export, frame), *export.log_messages]
    times = frame["moment"].to_numpy(np.float64)
    judged = (frame["label"] != "").to_numpy(bool)
    timed = bool(judged.any()) and not np.isnan(times[judged]).any()
    if timed:
        # A stable sort leaves what has no time, since nobody has judged it, behind the others.
        frame = frame.iloc[np.argsort(times, kind="stable")]
    elif not np.isnan(times).all():
        messages.append(Message("tools.without_time"))
    item, label, who, when = (tuple(frame[name]) for name in ("item", "label", "who", "when"))
    seconds, line = frame["seconds"].to_numpy(np.float64), frame["line"].to_numpy(np.int64)
    facts = (export.called, tuple(messages), timed, queues)
    return Log(item, label, who, seconds, when, line, export.path, sha256, *facts)


_COLUMNS = ("line", "item", "label", "who", "seconds", "moment", "when")


def _entry(export: Export, judgement: Judgement, queues: dict[str, int]) -> tuple[Any, ...]:
    """Return a judgement as a row of the log; what is wrong with it is a problem of the file."""
    line, who, (seconds_column, time_column) = judgement.line, judgement.who, export.times
    queue = judgement.named.get(QUEUE_ID)
    # A column that the user calls so says something else.
    if isinstance(queue, str) and _QUEUE.fullmatch(queue.strip()):
        queues.setdefault(queue.strip(), line)
    item = _item(export, judgement)
    note = partial(export.lacking.add, line=line, item=item)
    column = judgement.column or export.question
    if judgement.kept and judgement.wrong:
        message, found = judgement.wrong
        note(message, column=column, found=None if found is None else written(found))
    labels = judgement.answers.get(export.question, [])
    label, wrong = single(labels)
    if wrong == ODD:
        note(Message("tools.label_no_text"), column=column, found=written(labels))
    elif wrong:
        note(Message("tools.judged_several"), column=column, found=", ".join(labels))
    label = "" if label in export.asked.empty else label
    seconds, at, when = nan, nan, ""
    if judgement.seconds not in (None, "", *export.asked.empty):
        text = judgement.seconds.strip() if isinstance(judgement.seconds, str) else ""
        text = text.replace(",", ".") if _DECIMAL_COMMA.fullmatch(text) else text
        seconds = float(text) if NUMBER.fullmatch(text) else -1.0
        if not 0 <= seconds <= LONGEST:
            message = Message("tools.time_too_long" if seconds > 0 else "tools.time_no_number")
            note(message, column=seconds_column, found=written(judgement.seconds))
    if judgement.when not in (None, ""):
        try:
            at, when = moment(written(judgement.when))
        except (ValueError, OverflowError, OSError):
            note(Message("tools.stamp_no_time"), column=time_column, found=written(judgement.when))
    if export.of_tool and not (label or when or seconds >= 0):
        # A name alone says who is to judge, not that it was judged.
        who = ""
    if not export.of_tool and not (who and (label or seconds >= 0)):
        # The item's own date, too, is the same in two logs: it neither makes one of two people who are not named, nor
        # says that an item without a label has been judged.
        when = ""
    return line, item, label, who, seconds, at, when


def _item(export: Export, judgement: Judgement) -> str:
    """Return the id of an item, or an empty text where that is a problem."""
    keys = dict.fromkeys((ITEM_ID, *({export.asked.id_column} - {*export.tool_keys, ""})))
    value = next((name for key in keys if (name := judgement.named.get(key)) not in (None, "")), "")
    if isinstance(value, str) and value.strip():
        return value.strip()
    message = Message("tools.judgement_without_item", keys=[*keys])
    export.lacking.add(message, line=judgement.line, found=written(value).strip() or None)
    return ""


def _read_as(export: Export, frame: pd.DataFrame) -> Message:
    labelled = frame[(frame["label"] != "").to_numpy(bool)]
    holds = Message("tools.judgements_of", n=len(labelled), n_items=len({*labelled["item"]}))
    if people := sorted({*labelled["who"]} - {""}):
        holds = Message("tools.judgements_by", judgements=holds, people=people)
    if none := len(frame) - len(labelled):
        holds = Message("tools.judgements_and_none", judgements=holds, n=none)
    return Message("tables.read_as", how=[Message("tools.holds", called=export.called, holds=holds)])


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
