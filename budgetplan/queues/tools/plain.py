"""A packet as a plain table, for a spreadsheet, or for a program of one's own."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from budgetplan.queues.tools.base import Files, Packet, QueueTool, checked, lines, records


def csv_bytes(header: Sequence[str], rows: Iterable[Sequence[str]], delimiter: str = ",") -> bytes:
    r"""Return rows as CSV, every cell as it is.

    Also cells that begin with = + - or @, which a spreadsheet may take for formulas: an apostrophe in front of a text
    would be judged with it, and one in front of an id would make it the id of another item.

    >>> csv_bytes(("id", "text"), [("s1", "=1+1, so")])
    b'id,text\r\ns1,"=1+1, so"\r\n'
    """
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\r\n", delimiter=delimiter)
    writer.writerow(header)
    writer.writerows(rows)
    return stream.getvalue().encode()


def write_csv(packet: Packet) -> Files:
    """Return the packet as a table whose last column, the label, is empty.

    The mark at the beginning lets a spreadsheet read the letters as they are.

    Raises
    ------
    BadDataError
        A cell cannot be written.
    """
    checked(packet, "csv")
    header = (packet.id_column, *packet.columns, packet.label_column)
    rows = zip(packet.ids, *packet.columns.values(), ("",) * len(packet.ids), strict=True)
    return {f"{packet.name}.csv": b"\xef\xbb\xbf" + csv_bytes(header, rows, packet.separator)}


def write_jsonl(packet: Packet) -> Files:
    """Return the packet as one object a line, whose last key, the label, is empty.

    Raises
    ------
    BadDataError
        A cell cannot be written.
    """
    checked(packet, "jsonl")
    empty = ("",) * len(packet.ids)
    columns = {packet.id_column: packet.ids, **packet.columns, packet.label_column: empty}
    return {f"{packet.name}.jsonl": lines(records(columns))}


TOOLS = (
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
