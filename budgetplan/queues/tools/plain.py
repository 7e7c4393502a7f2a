"""A packet as a plain table, for a spreadsheet, or for a program of one's own."""

from __future__ import annotations

from budgetplan.queues.tools.base import Files, Packet, QueueTool, lines, records
from budgetplan.tables.celltext import plain_csv


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
