"""From logs to what each item of a queue is settled as."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from budgetplan.arrays import BoolArray, IntArray
from budgetplan.domain.options import nearest
from budgetplan.domain.review.manifest import ROLES, Manifest
from budgetplan.domain.review.returned import NOT_YET, SKIPPED, UNSETTLED, LogNote, NoteKind, Returned
from budgetplan.errors import BadDataError, Problem
from budgetplan.metrics.likeness.passed import depth_read_through
from budgetplan.tables.judgements.base import Log
from budgetplan.tables.problems import listing

OUTSIDE, LEAST_OUTSIDE = 0.1, 5
"""A log of which more than this share, and at least so many rows, are not in the queue comes from another one."""
SHOWN = 5
"""So many items are named with a note."""


def settle(manifest: Manifest, logs: Sequence[Log], adjudicator: str = "") -> Returned:
    """Return what the logs say of the items of a queue.

    Of several judgements of one annotator the last one counts; of several annotators the adjudicator's, else what
    more than half of them say. Items on which they are even are not settled.

    Raises
    ------
    BadDataError
        With every judgement of an item that is not on the list, and every label that there is none of.
    """
    row_of = {name: row for row, name in enumerate(manifest.items.ids)}
    code_of = {name: code for code, name in enumerate(manifest.labels)}
    _check(logs, row_of, code_of)
    _check_queue(manifest, logs, row_of)
    logs, repeated = _once([_begun(log) for log in logs], manifest.judgements == 1)
    names = np.array([name or Path(log.file).name for log in logs for name in log.annotator], dtype=object)
    annotators, who = np.unique(names, return_inverse=True) if len(names) else (names, np.zeros(0, np.int64))
    item = np.array([row_of[name] for log in logs for name in log.item], dtype=np.int64)
    said = np.array([code_of.get(name, SKIPPED) for log in logs for name in log.label], dtype=np.int64)
    seconds = np.concatenate([log.seconds for log in logs]) if logs else np.zeros(0)
    last = _last(item, who)
    settler = annotators.tolist().index(adjudicator) if adjudicator in annotators else -1
    kept = item[last], said[last], who[last]
    label = _settled(len(row_of), kept, len(manifest.labels), settler)
    return Returned(
        label=label,
        item=item,
        said=said,
        annotator=who,
        seconds=seconds,
        annotators=tuple(annotators.tolist()),
        last=last,
        notes=(*_notes(manifest, label, item, last), *repeated, *_no_settler(adjudicator, settler, label)),
        logs=tuple((log.file, log.sha256) for log in logs),
    )


def _check(logs: Sequence[Log], row_of: Mapping[str, int], code_of: Mapping[str, int]) -> None:
    """Refuse logs of another queue, items that are not on the list, and labels that there are none of."""
    problems: list[Problem] = []
    seen: dict[str, str] = {}
    for log in logs:
        if log.sha256 in seen:
            wrong = f"this log is the same as {seen[log.sha256]}"
            problems.append(Problem(wrong, "name each log once", log.file))
        seen[log.sha256] = log.file
        strange = [at for at, name in enumerate(log.item) if name not in row_of]
        if strange and len(strange) == len(log.item):
            wrong = "no item of this log is in the manifest: it belongs to another queue"
            todo = "name the folder of its own queue: --queue FOLDER"
            problems.append(Problem(wrong, todo, log.file, found=log.item[0]))
            continue
        todo = "take the row out, or name the folder of its own queue: --queue FOLDER"
        problems += _told(log, strange, "this item is not on the list of the queue", todo)
        unknown = [at for at, name in enumerate(log.label) if name and name not in code_of]
        for name in dict.fromkeys(log.label[at] for at in unknown):
            rows = [at for at in unknown if log.label[at] == name]
            meant = nearest(name, code_of)
            todo = f"did you mean {meant}? Write" if meant else "write"
            problems += _told(
                log, rows, "there is no such label", f"{todo} one of {listing(list(code_of))}", name
            )
    if problems:
        raise BadDataError(problems)


def _told(log: Log, rows: Sequence[int], wrong: str, todo: str, found: str | None = None) -> list[Problem]:
    """Return the first rows of which something is wrong, and how many more there are."""
    lines = log.line.tolist()
    told = [Problem(wrong, todo, log.file, lines[at], item=log.item[at], found=found) for at in rows[:SHOWN]]
    more = len(rows) - SHOWN
    if more > 0:
        told.append(Problem(f"{wrong}: so in {more:,} further rows", todo, log.file, found=found))
    return told


def _check_queue(manifest: Manifest, logs: Sequence[Log], row_of: Mapping[str, int]) -> None:
    """Refuse logs most of whose items are on the list but in another queue: their random items are not ours."""
    problems = []
    for log in logs:
        rows = np.array([row_of[name] for name in log.item], dtype=np.int64)
        outside = manifest.items.place[rows] == 0
        if outside.sum() >= max(LEAST_OUTSIDE, OUTSIDE * len(rows)):
            wrong = f"{int(outside.sum()):,} of the {len(rows):,} rows of this log are not in the queue: it belongs to another one"
            todo = "name the folder of its own queue: --queue FOLDER"
            problems.append(Problem(wrong, todo, log.file, found=log.item[int(outside.argmax())]))
    if problems:
        raise BadDataError(problems)


def _begun(log: Log) -> Log:
    """Return the rows of a log that somebody has had in hand: with a label, or skipped; the others wait their turn.

    A name alone says who is to judge a row, not that it was judged.
    """
    known = [bool(label or when) for label, when in zip(log.label, log.when, strict=True)]
    return _rows_of(log, np.flatnonzero(np.array(known, dtype=bool) | np.isfinite(log.seconds)).tolist())


def _rows_of(log: Log, rows: Sequence[int]) -> Log:
    taken: dict[str, Any] = {
        name: tuple(getattr(log, name)[at] for at in rows) for name in ("item", "label", "annotator", "when")
    }
    at = np.array(rows, dtype=np.int64)
    return replace(log, **taken, seconds=log.seconds[at], line=log.line[at])


def _no_settler(adjudicator: str, settler: int, label: IntArray) -> list[LogNote]:
    """Say that who is to settle disagreements has judged nothing, where there is something to settle."""
    lacking = bool(adjudicator) and settler < 0 and bool((label == UNSETTLED).any())
    return [LogNote("settler", 1, (adjudicator,))] if lacking else []


def _once(logs: Sequence[Log], alone: bool) -> tuple[list[Log], list[LogNote]]:
    """Leave out what a log says that names nobody where another such log says all of it too, and more.

    An export of this week holds that of last week: that is one person, not two. Where several people are to judge each
    item (not ``alone``) two files may well say the same, unless each judgement took the same time in both.
    """
    told = [_unnamed(log) for log in logs]
    kept, lost = list(logs), dict[str, None]()
    for place, mine in enumerate(told):  # logs
        timed = bool(mine) and all(when or seconds is not None for _, _, when, seconds in mine)
        if mine and (alone or timed) and any(mine < other for other in told if other is not mine):
            log = logs[place]
            lost |= dict.fromkeys(
                item for item, name in zip(log.item, log.annotator, strict=True) if not name
            )
            named = [at for at, name in enumerate(log.annotator) if name]
            kept[place] = _rows_of(log, named)
    items = tuple(lost)
    return kept, [LogNote("repeated", len(items), items[:SHOWN])] if items else []


def _unnamed(log: Log) -> set[tuple[str, str, str, float | None]]:
    """Return the judgements of a log that name nobody: item, label, when, and how long it took."""
    seconds = [one if one == one else None for one in log.seconds.tolist()]  # noqa: PLR0124 - NaN is not itself
    rows = zip(log.item, log.label, log.when, seconds, log.annotator, strict=True)
    return {row[:4] for row in rows if not row[4]}


def _last(item: IntArray, who: IntArray) -> BoolArray:
    """Return which judgements are the last that their annotator gave of their item, shape (J,).

    >>> _last(np.array([4, 5, 4, 4]), np.array([0, 0, 0, 1])).tolist()
    [False, True, True, True]
    """
    pair = item * (int(who.max(initial=0)) + 1) + who
    first_from_behind = np.unique(pair[::-1], return_index=True)[1]
    last = np.zeros(len(pair), dtype=bool)
    last[len(pair) - 1 - first_from_behind] = True
    return last


def _settled(
    n_items: int, judged: tuple[IntArray, IntArray, IntArray], n_labels: int, settler: int
) -> IntArray:
    """Return what each item is settled as, shape (n,)."""
    item, said, who = judged
    label = np.full(n_items, NOT_YET, dtype=np.int64)
    label[item] = SKIPPED
    given = said >= 0
    item, said, who = item[given], said[given], who[given]
    rows, place = np.unique(item, return_inverse=True)
    votes = np.zeros((len(rows), n_labels), dtype=np.int64)
    np.add.at(votes, (place, said), 1)
    best = votes.argmax(axis=1)
    clear = 2 * votes.max(axis=1, initial=0) > votes.sum(axis=1)
    label[rows] = np.where(clear, best, UNSETTLED)
    decides = who == settler
    label[item[decides]] = said[decides]
    return label


def _notes(manifest: Manifest, label: IntArray, item: IntArray, last: BoolArray) -> tuple[LogNote, ...]:
    """Return what is to be told of the logs."""
    items = manifest.items
    role = items.role
    judged = label != NOT_YET
    queue = items.place > 0
    # Whoever judges from the top leaves hardly a gap above what was judged.
    through = depth_read_through(judged[queue][np.argsort(items.place[queue])])
    found: dict[NoteKind, IntArray] = {
        "again": np.unique(item[~last]),
        "disagree": np.flatnonzero(label == UNSETTLED),
        "skipped": np.flatnonzero(label == SKIPPED),
        "ahead": np.flatnonzero(queue & judged & (items.place > through)),
        "outside": np.flatnonzero(judged & (role == ROLES.index("left"))),
        "answered": np.flatnonzero(judged & (role == ROLES.index("answered"))),
    }
    return tuple(
        LogNote(kind, len(rows), tuple(items.ids[row] for row in rows[:SHOWN].tolist()))
        for kind, rows in found.items()
        if len(rows)
    )
