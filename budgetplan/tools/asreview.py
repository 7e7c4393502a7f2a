"""ASReview: a table of records with the reviewer's decision, 1, 0 or none; packets as a data set that it sorts itself."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType

from budgetplan.domain.messages import Message
from budgetplan.tables.celltext import plain_csv
from budgetplan.tables.columns import note_no_column
from budgetplan.tools.base import ITEM_ID, QUEUE_ID, Asked, Export, Record, Tool, first_of
from budgetplan.tools.packets import Files, Packet, QueueTool

LABELS = ("asreview_label", "included", "label", "final_included", "label_included", "included_label")
"""Columns with the decision; the first that is there counts."""

_DECISIONS = MappingProxyType({"1.0": "1", "0.0": "0", "-1": "", "-1.0": ""})
"""Its decisions as labels, where they are written in another way."""
_CALLED = Message("tools.asreview")
_OWN, _TIME, _PERSON = "asreview_", "asreview_time", ("asreview_user_name", "asreview_user_email")


def is_asreview(header: Collection[str], label_column: str = "") -> bool:
    """Return whether a table has columns that ASReview alone writes, or as a log its decisions and no other labels.

    ``label_column``: what the labels of a log are called.

    >>> is_asreview(["title", "asreview_label"]), is_asreview(["title", "included"])
    (True, False)
    >>> is_asreview(["title", "included"], "gold"), is_asreview(["included", "gold"], "gold")
    (True, False)
    """
    decided = bool(label_column) and "included" in header and not {label_column, "label"} & {*header}
    return decided or any(name.startswith(_OWN) for name in header)


def read(path: str, records: Sequence[Record], asked: Asked) -> Export:
    """Return the records, with two columns more, where there are none: ``label`` (1, 0 or empty) and ``item_id``.

    What passed between two decisions of a person is the time of the second.
    """
    header = asked.header
    export = Export(path, asked, _CALLED, columns=dict.fromkeys(header), times=("", _TIME), paced=True)
    called = {name.lower(): name for name in reversed(header)}
    column = next((called[name] for name in LABELS if name in called), "")
    ids = first_of((ITEM_ID, asked.id_column, "record_id"), header)
    if not ids:
        note_no_column(asked.id_column, header, export.lacking)
    labels = _decisions(export, column)
    person, queue = first_of(_PERSON, header), first_of((QUEUE_ID,), header)
    n_labelled = 0
    for line, record in records:
        decision = record.get(column, "").strip()
        decision = _DECISIONS.get(decision, decision)
        n_labelled += bool(decision)
        row = export.add(line, record)
        if column == "label" or "label" not in header:
            export.put(row, "label", decision)
        if "record_id" in header and not {ITEM_ID, "id"} & {*header}:
            export.put(row, ITEM_ID, record["record_id"])
        labels_given = {"label": [labels.get(decision, decision)] if decision else []}
        ids_given = {ITEM_ID: record.get(ids), QUEUE_ID: record.get(queue)}
        export.judge(row, line, labels_given, ids_given, who=record.get(person, "").strip(), when=record.get(_TIME))
    n = len(records)
    export.tell(Message("tools.n_records", n=n), Message("tools.with_label_in", n=n_labelled, column=column))
    if 0 < n_labelled < n:
        export.messages.append(Message("tools.likeliest_first"))
    return export


def _decisions(export: Export, column: str) -> Mapping[str, str]:
    """Return what relevant and irrelevant are among the classes: the one that is collected, and the other."""
    asked = export.asked
    if not asked.labels or "1" in asked.labels:
        return {}
    relevant = asked.positive[0] if len(asked.positive) == 1 else ""
    if not asked.other(relevant):
        message = Message("tools.relevant_is_no_class", n=len(asked.labels))
        if len(asked.labels) == 2:
            message = Message("tools.which_is_relevant")
        export.lacking.add(message, column=column)
    return {"1": relevant, "0": asked.other(relevant)}


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
    return {"asreview.txt": f"{QUEUE.order}\n".encode()}


TOOL = Tool(
    "asreview",
    _CALLED,
    read,
    heads=is_asreview,
    fits=lambda header: any(name.lower() in LABELS for name in header),
    lacks=Message("tools.asreview_lacks"),
    tells_form=True,
)
"""What is read here: a table, known by its columns."""
QUEUE = QueueTool(
    "asreview",
    "ASReview",
    write,
    "ASReview does not keep the order: its models show the record first that they take for the most likely one, whatever its place in the file. Where the order of the plan is to be followed, choose another tool. It knows two answers: relevant stands for the class that the plan collects.",
    note,
)
"""What is written here."""
