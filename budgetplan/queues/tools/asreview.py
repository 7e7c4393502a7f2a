"""A packet as a data set of ASReview (CSV): to be read there, since it sorts what it shows itself."""

from __future__ import annotations

from budgetplan.queues.tools.base import ITEM_ID, Files, Packet, QueueTool
from budgetplan.tables.celltext import plain_csv
from budgetplan.tables.exports.asreview import LABELS

_TAKEN = (
    *(ITEM_ID, "title", "primary_title", "abstract", "abstract note", "notes_abstract", "record_id"),
    # A decision, or what an export says of one.
    *LABELS,
    *("asreview_time", "asreview_note", "asreview_user_name", "asreview_prior", "asreview_ranking"),
)


def write(packet: Packet) -> Files:
    """Return the packet as records: the id is the title, the text the abstract; no record has a decision."""
    others = packet.others(_TAKEN)
    rows = zip(packet.ids, packet.ids, packet.judged, *others.values(), strict=True)
    return {f"{packet.name}.csv": plain_csv((ITEM_ID, "title", "abstract", *others), rows).encode()}


def note(packet: Packet) -> Files:  # noqa: ARG001 - as all of them
    """Return what to know before a packet is reviewed there."""
    return {"asreview.txt": f"{TOOLS[0].order}\n".encode()}


TOOLS = (
    QueueTool(
        "asreview",
        "ASReview",
        write,
        "ASReview does not keep the order: its models show the record first that they take for the most likely one, whatever its place in the file. Where the order of the plan is to be followed, choose another tool. It knows two answers: relevant stands for the class that the plan collects.",
        note,
    ),
)
"""What is written here."""
