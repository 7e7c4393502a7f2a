"""Plain tables of judgements: CSV, workbooks, Parquet, JSON Lines; packets for a spreadsheet, or for a program of one's own."""

from __future__ import annotations

from collections.abc import Sequence

from budgetplan.domain.options import advise, ask
from budgetplan.domain.plan import TableForm
from budgetplan.tables.celltext import plain_csv
from budgetplan.tables.columns import note_no_column, note_same_names
from budgetplan.tables.files import Source
from budgetplan.tools.base import ITEM_ID, QUEUE_ID, Asked, Export, first_of, moment
from budgetplan.tools.packets import Files, Packet, QueueTool, lines, records_of

CALLED = "a table of judgements"
_ANNOTATOR, _SECONDS = "annotator", ("seconds", "lead_time")
_MOMENTS = ("timestamp", "judged_at", "updated_at", "created_at", "when", "time", "date")
_OLDEST = 978_307_200.0
"""2001 in seconds since 1970: what is less is a year, or how long something took."""


def read_table(path: str, source: Source, form: TableForm, asked: Asked) -> Export:
    """Return what rows say: ids and labels; where there are such columns, ``annotator``, ``seconds`` or ``lead_time``, and when it was."""
    # A log that has itself the name which the plan gives to another column means it.
    header = [
        ours if (ours := form.map.get(name, name)) not in source.header else name for name in source.header
    ]
    # A tool's own number may stand under the name that the user's ids have.
    is_own = asked.id_column in header and (asked.id_column != "id" or ITEM_ID not in header)
    id_column = asked.id_column if is_own else ITEM_ID if ITEM_ID in header else asked.id_column
    label_column = first_of((asked.label_column, "label"), header) or asked.label_column
    annotator, seconds = first_of((form.annotator, _ANNOTATOR), header), first_of(_SECONDS, header)
    taken = (id_column, label_column, annotator, seconds)
    known = {name.lower(): name for name in reversed(header) if name not in taken}
    time = known.get(first_of(_MOMENTS, known), "")
    export = Export(path, asked, CALLED, question=label_column, times=(seconds, time), of_tool=False)
    for name in (id_column, label_column):
        if name not in header:
            wrong = advise(
                "there is no such column, and no {} says which one it is",
                ask("table.map", like=f"COLUMN={name}"),
            )
            note_no_column(name, header, export.lacking, wrong)
    note_same_names([name for name in header if name], export.lacking)
    if export.lacking:
        return export
    at = {name: header.index(name) for name in (*taken, time, QUEUE_ID) if name in header}
    columns = {source.header[place] for place in at.values()}
    rows = [
        (line, {name: row[place].strip() for name, place in at.items()})
        for lines, rows in source.pieces(export.lacking, columns)
        for line, row in zip(lines.tolist(), rows, strict=True)
    ]
    moments = _moments([row.get(time, "") for _, row in rows], asked)
    for (line, row), when in zip(rows, moments, strict=True):
        if not row[id_column]:
            told = ("the judgement says nothing of its item", "write the item's id")
            export.lacking.add(*told, line=line, column=id_column)
            continue
        export.judge(
            export.add(line, {}),
            line,
            {label_column: [row[label_column]] if row[label_column] else []},
            {ITEM_ID: row[id_column], QUEUE_ID: row.get(QUEUE_ID)},
            who=row.get(annotator, ""),
            seconds=row.get(seconds),
            when=when,
        )
    return export


def _moments(cells: Sequence[str], asked: Asked) -> Sequence[str]:
    """Return the times of a column; none where it holds anything else, since the user may mean anything by its name."""
    cells = ["" if cell in asked.empty else cell for cell in cells]
    try:
        least = min((moment(cell)[0] for cell in cells if cell), default=0.0)
    except (ValueError, OverflowError, OSError):
        least = 0.0
    return cells if least >= _OLDEST else [""] * len(cells)


def write_csv(packet: Packet) -> Files:
    """Return the packet as a table whose last column, the label, is empty.

    The mark at the beginning lets a spreadsheet read the letters as they are.
    """
    header = (packet.id_column, *packet.columns, packet.label_column)
    rows = zip(packet.ids, *packet.columns.values(), ("",) * len(packet.ids), strict=True)
    return {f"{packet.name}.csv": b"\xef\xbb\xbf" + plain_csv(header, rows, packet.separator).encode()}


def write_jsonl(packet: Packet) -> Files:
    """Return the packet as one object a line, whose last key, the label, is empty."""
    empty = ("",) * len(packet.ids)
    columns = {packet.id_column: packet.ids, **packet.columns, packet.label_column: empty}
    return {f"{packet.name}.jsonl": lines(records_of(columns))}


QUEUE_TOOLS = (
    QueueTool(
        "csv",
        "a table (CSV)",
        write_csv,
        "Open one packet after the other and fill in the last column from the first row on; do not sort the rows. Columns annotator, seconds and timestamp may be added: who judged, how long it took, and when.",
    ),
    QueueTool(
        "jsonl",
        "JSON Lines",
        write_jsonl,
        "Take one packet after the other and fill in the last key of each line, from the first line on.",
    ),
)
"""What is written here."""
