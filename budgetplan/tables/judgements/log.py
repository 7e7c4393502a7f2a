"""Opens the log of any tool and reads its judgements, one by one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from budgetplan.domain.plan import TableForm
from budgetplan.errors import BadDataError
from budgetplan.tables.archives import unpacked
from budgetplan.tables.exports import asreview, doccano, inception
from budgetplan.tables.exports.registry import tools
from budgetplan.tables.files import Opened, Source, broken, open_bytes
from budgetplan.tables.formats.json_files import read_objects
from budgetplan.tables.formats.json_lines import JsonSource, looks_like_json
from budgetplan.tables.judgements import tables
from budgetplan.tables.judgements.base import Asked, Entries, Log
from budgetplan.tables.opened import open_rows_of, records_of, refuse_json

_PLAIN = "write a table with one row for each judgement: the columns of the ids and of the labels"
_NOBODY = re.compile(r"all|INITIAL_CAS|packet-\d+(-.*)?", re.IGNORECASE)
"""Names of files that are no annotator's: of everybody, of nobody, of a packet."""


def read_log(path: str, **said: Any) -> Log:
    """Return the judgements of one file; ``said``: as in :func:`read_logs`.

    Raises
    ------
    BadDataError
        With everything that is wrong with the file.
    """
    return read_logs([path], **said)[0]


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
    form = form or TableForm()
    asked = Asked(id_column, label_column, frozenset(form.empty), tuple(labels), tuple(positive))
    logs = [_read_either(path, form, asked, aside) for path in paths]
    return tuple(_named(log) if len(logs) > 1 else log for log in logs)


def _read_either(path: str, form: TableForm, asked: Asked, aside: str) -> Log:
    """Read a log as a file of its own, or else as the user's table is written."""
    own = replace(form, separator="", decimal="", encoding="", sheet="", header=0, dialect="")
    try:
        return _read(path, own, asked, aside)
    except BadDataError as error:
        if form == own:
            raise
        try:
            return _read(path, form, asked, aside)
        except BadDataError:
            # Where an option was asked for and given, what is wrong beyond that is to be told.
            if any(problem.options for problem in error.problems):
                raise
            raise error from None


def _read(path: str, form: TableForm, asked: Asked, aside: str) -> Log:
    entries = Entries(path, asked)
    with open_bytes(path, "logs") as packed, unpacked(packed) as opened:
        if inception.is_log(opened):
            inception.add_document(opened, entries, aside)
            return entries.log(inception.CALLED, opened.sha256)
        add = _add_json if looks_like_json(opened) else _add_table
        return entries.log(add(opened, form, entries), opened.sha256)


def _named(log: Log) -> Log:
    person = Path(log.file).name.partition(".")[0]
    if log.called not in {doccano.CALLED, inception.CALLED} or _NOBODY.fullmatch(person):
        return log
    said = f"Annotator of all of them, by the name of the file: {person}."
    # An item that nobody has judged is not this person's.
    who = tuple(person if label else "" for label in log.label)
    return replace(log, annotator=who, messages=(*log.messages, said))


def _add_json(opened: Opened, form: TableForm, entries: Entries) -> str:
    """Add the judgements of a JSON file; return what such a file is called."""
    name, found = read_objects(opened, form, entries.problems)
    if isinstance(found, JsonSource):
        entries.problems.by = found.by
        return _add_plain(found, form, entries)
    tool = tools()[name]
    if tool.log is None:
        raise broken(opened.path, f"this is {tool.called}, which is no log of judgements", _PLAIN)
    tool.log(found, entries)
    return tool.called


def _add_table(opened: Opened, form: TableForm, entries: Entries) -> str:
    """Add the judgements of a table; return what such a file is called."""
    refuse_json(opened, form)
    source = open_rows_of(opened, form)
    for tool in tools().values():
        if tool.log_table and (form.dialect == tool.key or (not form.dialect and tool.heads(source.header))):
            tool.log_table(records_of(source, entries.problems), entries)
            return tool.called
    column = entries.asked.label_column
    if form.dialect == "asreview" or (not form.dialect and asreview.may_be_asreview(source.header, column)):
        asreview.add_records(source, entries)
        return asreview.CALLED
    return _add_plain(source, form, entries)


def _add_plain(source: Source, form: TableForm, entries: Entries) -> str:
    tables.add_table(source, entries, form)
    return tables.CALLED
