"""Judgements in plain tables: CSV, workbooks, Parquet, JSON Lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import nan

from budgetplan.domain.options import advise, ask
from budgetplan.domain.plan import TableForm
from budgetplan.tables.columns import note_no_column, note_same_names
from budgetplan.tables.files import Source
from budgetplan.tables.judgements.base import ITEM_ID, QUEUE_ID, Entries, moment

CALLED = "a table of judgements"
_ANNOTATOR, _SECONDS = "annotator", ("seconds", "lead_time")
_MOMENTS = ("timestamp", "judged_at", "updated_at", "created_at", "when", "time", "date")
_OLDEST = 978_307_200.0
"""2001 in seconds since 1970: what is less is a year, or how long something took."""


def add_table(source: Source, entries: Entries, form: TableForm) -> None:
    """Add the rows of a table: ids and labels; where it has them, ``annotator``, ``seconds`` or ``lead_time``, and when it was."""
    header = tuple(_called(name, source.header, form.map) for name in source.header)
    asked = entries.asked
    # A tool's own number may stand under the name that the user's ids have.
    is_own = asked.id_column in header and (asked.id_column != "id" or ITEM_ID not in header)
    id_column = asked.id_column if is_own else ITEM_ID if ITEM_ID in header else asked.id_column
    label_column = first_of((asked.label_column, "label"), header) or asked.label_column
    for name in (id_column, label_column):
        if name not in header:
            wrong = advise(
                "there is no such column, and no {} says which one it is",
                ask("table.map", like=f"COLUMN={name}"),
            )
            note_no_column(name, header, entries.problems, wrong)
    note_same_names([name for name in header if name], entries.problems)
    if entries.problems:
        return
    annotator, seconds = first_of((form.annotator, _ANNOTATOR), header), first_of(_SECONDS, header)
    taken = (id_column, label_column, annotator, seconds)
    known = {name.lower(): name for name in reversed(header) if name not in taken}
    time = first_of(_MOMENTS, tuple(known))
    rows = list(
        rows_of(source, header, (*taken, known.get(time, ""), first_of((QUEUE_ID,), header)), entries)
    )
    moments = _moments([row.get(known.get(time, ""), "") for _, row in rows], entries)
    for (line, row), (at, when) in zip(rows, moments, strict=True):
        item = row[id_column].strip()
        entries.of_queue(row.get(QUEUE_ID), line)
        if not item:
            lacking = ("the judgement says nothing of its item", "write the item's id")
            entries.problems.add(*lacking, line=line, column=id_column)
        took = entries.seconds_of(row.get(seconds), line, seconds, item)
        person, label = row[annotator].strip() if annotator else "", row[label_column].strip()
        # The item's own date, too, is the same in two logs: it neither makes one of two people who are not named,
        # nor says that an item without a label has been judged.
        is_told = person and label and label not in entries.asked.empty
        entries.add(
            line, item, label, annotator=person, seconds=took, moment=at, when=when if is_told else ""
        )


def _moments(cells: Sequence[str], entries: Entries) -> list[tuple[float, str]]:
    """Return the times of a column; none where it holds anything else, since the user may mean anything by its name."""
    found = []
    for cell in cells:
        if not cell.strip() or cell in entries.asked.empty:
            found.append((nan, ""))
            continue
        try:
            found.append(moment(cell))
        except (ValueError, OverflowError, OSError):
            return [(nan, "")] * len(cells)
    known = [seconds for seconds, _ in found if seconds == seconds]  # noqa: PLR0124 - NaN is not itself
    return found if min(known, default=nan) >= _OLDEST else [(nan, "")] * len(cells)


def _called(name: str, header: Sequence[str], names: Mapping[str, str]) -> str:
    """Return what the plan calls a column of a log; a log that has that name itself means it.

    >>> _called("Wort", ("Wort", "label"), {"Wort": "item_id"}), _called("Wort", ("Wort", "item_id"), {"Wort": "item_id"})
    ('item_id', 'Wort')
    """
    ours = names.get(name, name)
    return name if ours in header else ours


def first_of(names: Sequence[str], header: Sequence[str]) -> str:
    """Return the first of these names that a header has; empty where it has none."""
    return next((name for name in names if name and name in header), "")


def rows_of(
    source: Source, header: Sequence[str], wanted: Sequence[str], entries: Entries
) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Yield the line of each row, and the columns that are wanted and there."""
    at = {name: header.index(name) for name in wanted if name}
    columns = {source.header[place] for place in at.values()}
    for lines, rows in source.pieces(entries.problems, columns):
        for line, row in zip(lines.tolist(), rows, strict=True):
            yield line, {name: row[place] for name, place in at.items()}
