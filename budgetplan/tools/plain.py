"""Plain tables of judgements: CSV, workbooks, Parquet, JSON Lines; packets for a spreadsheet, or for a program of one's own."""

from __future__ import annotations

from collections.abc import Sequence

from budgetplan.domain.messages import Message, NamedOption
from budgetplan.domain.plan import TableForm
from budgetplan.errors import Problems
from budgetplan.files import clean, keep_text, library, without_times
from budgetplan.tables.celltext import plain_csv
from budgetplan.tables.columns import note_no_column, note_same_names
from budgetplan.tables.table import Source
from budgetplan.tools.base import ITEM_ID, QUEUE_ID, Asked, Export, first_of, moment
from budgetplan.tools.packets import Files, Packet, QueueTool, lines, records_of

CALLED = Message("tools.judgement_table")
_LONGEST_CELL, _LONGEST_LIST = 32_767, 255
"""Letters that a cell of a workbook holds, and those of a list of classes beside it."""
_ANNOTATOR, _SECONDS = "annotator", ("seconds", "lead_time")
_MOMENTS = ("timestamp", "judged_at", "updated_at", "created_at", "when", "time", "date")
_OLDEST = 978_307_200.0
"""2001 in seconds since 1970: what is less is a year, or how long something took."""


def read_table(path: str, source: Source, form: TableForm, asked: Asked) -> Export:
    """Return what rows say: ids and labels; where there are such columns, ``annotator``, ``seconds`` or ``lead_time``, and when it was."""
    # A log that has itself the name which the plan gives to another column means it.
    header = [ours if (ours := form.map.get(name, name)) not in source.header else name for name in source.header]
    # Whoever adds columns by hand may write them with a capital; what a packet shows stands before the number of its queue.
    added, shown = {_ANNOTATOR, *_SECONDS} - {*header}, header.index(QUEUE_ID) if QUEUE_ID in header else 0
    header = [name.lower() if at >= shown and name.lower() in added else name for at, name in enumerate(header)]
    # A tool's own number may stand under the name that the user's ids have.
    is_own = asked.id_column in header and (asked.id_column != "id" or ITEM_ID not in header)
    id_column = asked.id_column if is_own else ITEM_ID if ITEM_ID in header else asked.id_column
    label_column = first_of((asked.label_column, "label"), header) or asked.label_column
    annotator, seconds = first_of((form.annotator, _ANNOTATOR), header), first_of(_SECONDS, header)
    taken = (id_column, label_column, annotator, seconds)
    by_name = {name.lower(): name for name in reversed(header) if name not in taken}
    time = by_name.get(first_of(_MOMENTS, by_name), "")
    export = Export(path, asked, CALLED, question=label_column, times=(seconds, time), of_tool=False)
    for name in (id_column, label_column):
        if name not in header:
            wrong = Message("tools.no_column", way=NamedOption("table.map", like=f"COLUMN={name}"))
            note_no_column(name, header, export.lacking, wrong)
    note_same_names([name for name in header if name], export.lacking)
    if export.lacking:
        return export
    at = {name: header.index(name) for name in (*taken, time, QUEUE_ID) if name in header}
    every = source.rows(export.lacking, {source.header[place] for place in at.values()})
    rows = [(line, {name: row[place].strip() for name, place in at.items()}) for line, row in every]
    moments = _moments([row.get(time, "") for _, row in rows], asked)
    for (line, row), when in zip(rows, moments, strict=True):
        if not row[id_column]:
            export.lacking.add(Message("tools.row_without_item"), line=line, column=id_column)
            continue
        labels = {label_column: [row[label_column]] if row[label_column] else []}
        ids = {ITEM_ID: row[id_column], QUEUE_ID: row.get(QUEUE_ID)}
        act = {"who": row.get(annotator, ""), "seconds": row.get(seconds), "when": when}
        export.judge(export.add(line, {}), line, labels, ids, **act)
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
    header, rows = tuple(packet.table), zip(*packet.table.values(), strict=True)
    return {f"{packet.name}.csv": b"\xef\xbb\xbf" + plain_csv(header, rows, packet.separator).encode()}


def write_jsonl(packet: Packet) -> Files:
    """Return the packet as one object a line, whose last key, the label, is empty."""
    return {f"{packet.name}.jsonl": lines(records_of(packet.table))}


def write_xlsx(packet: Packet) -> Files:
    """Return the packet as a workbook of texts, whose last column, the label, is empty and offers the classes.

    Raises
    ------
    BadDataError
        A cell is longer than one of a workbook, or an id holds a sign that none can hold.
    budgetplan.errors.CannotWriteError
        There is no library for workbooks.
    """
    name = f"{packet.name}.xlsx"
    openpyxl = library("openpyxl", name, "openpyxl")
    problems = Problems("")
    for column, texts in packet.table.items():
        for item, text in zip(packet.ids, texts, strict=True):
            if len(text) > _LONGEST_CELL:
                problems.add(Message("tools.cell_too_long", most=_LONGEST_CELL), column=column, item=item)
            elif column == packet.id_column and clean(text) != text:
                problems.add(Message("tools.id_unwritable"), column=column, item=item)
    problems.raise_if_any()
    book = openpyxl.Workbook()
    sheet, heads = book.active, [*packet.table]
    styles, rows = openpyxl.styles, zip(*packet.table.values(), strict=True)
    wrapped = [styles.Alignment(vertical="top", wrap_text=head == packet.text) for head in heads]
    for at, row in enumerate([heads, *rows], 1):
        for place, text in enumerate(row, 1):
            cell = sheet.cell(at, place, clean(text) or None)
            cell.alignment = wrapped[place - 1]
            cell.number_format = "@"  # what is typed or pasted here stays a text, too
            if text:
                keep_text(cell)
    for cell, head in zip(sheet[1], heads, strict=True):
        cell.font = styles.Font(bold=True)
        sheet.column_dimensions[cell.column_letter].width = 60 if head == packet.text else 18
    sheet.freeze_panes = "A2"
    offered = ",".join(packet.labels)
    if len(offered) <= _LONGEST_LIST and not any("," in label or label != label.strip() for label in packet.labels):
        listed = '"' + offered.replace('"', '""') + '"'
        choice = openpyxl.worksheet.datavalidation.DataValidation(type="list", formula1=listed, allow_blank=True)
        choice.error, choice.showErrorMessage = f"Choose one of: {offered}"[:_LONGEST_LIST], True
        choice.add(f"{cell.column_letter}2:{cell.column_letter}{len(packet.ids) + 1}")
        sheet.add_data_validation(choice)
    return {name: without_times(book.save)}


CSV = QueueTool(
    "csv",
    "a table (CSV)",
    write_csv,
    "Open one packet after the other and fill in the last column from the first row on; do not sort the rows. Columns annotator, seconds and timestamp may be added: who judged, how long it took, and when.",
)
XLSX = QueueTool(
    "xlsx",
    "a workbook (Excel)",
    write_xlsx,
    "Open one packet after the other and choose a class in the last column from the first row on; do not sort the rows. Columns annotator, seconds and timestamp may be added: who judged, how long it took, and when.",
)
JSONL = QueueTool(
    "jsonl",
    "JSON Lines",
    write_jsonl,
    "Take one packet after the other and fill in the last key of each line, from the first line on.",
)
"""What is written here."""
