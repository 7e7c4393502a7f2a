"""doccano: a line for each text (JSON Lines), of one person or of all together, or for each person and text; packets alike."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import chain, cycle, repeat
from typing import Any

from budgetplan.domain.messages import Message
from budgetplan.errors import Problems
from budgetplan.tables.files import ANNOTATOR
from budgetplan.tools.base import ITEM_ID, Asked, Export, Record, Tool, text_of
from budgetplan.tools.packets import Files, Packet, QueueTool, lines, records_of

CALLED = Message("tools.doccano")
_PARTS = {"entities": "spans", "relations": "relations"}
_TEXT, _LABEL = "text", "label"
_TAKEN = (
    *(ITEM_ID, _TEXT, _LABEL, "data"),
    # Its export writes these over what was imported; its import keeps the others for itself.
    *("id", "Comments", "entities", "relations", "cats"),
    *("filename", "upload_name", "example_uuid", "uuid", "meta", "cls", "#line_number"),
)
_LONGEST = 100
_KEYS = "123456789"
_COLOURS = ("#0072B2", "#A34A00", "#00694D", "#8F3F71", "#5B5B00", "#1F5FA8", "#7A2E2E", "#404040")
"""Dark enough for white letters on them."""


def is_doccano(record: dict[str, Any]) -> bool:
    """Return whether an object is a line of doccano's."""
    lists = {key for key in (_LABEL, *_PARTS) if isinstance(record.get(key), list)}
    return "text" in record and (_LABEL in lists or lists == {*_PARTS})


def read(path: str, records: Sequence[Record], asked: Asked) -> Export:
    """Return the texts, with the label in the column ``label``; where lines are of people, by most of them."""
    several, odd = Message("tools.doccano_several"), Message("tools.doccano_no_list")
    export = Export(path, asked, CALLED, several, odd, tool_keys=("id",))
    export.columns = dict.fromkeys(("id", _TEXT, _LABEL))
    # The files of several people, packed together, say whose each line is.
    of_people = any(ANNOTATOR in record for _, record in records)
    left = {"Comments", _LABEL, *([ANNOTATOR] if of_people else [])}
    for line, record in records:
        fields = {key: value for key, value in record.items() if key not in left}
        name, labels = record.get("id", record.get(_TEXT)), record.get(_LABEL) or []
        row = export.row(name, line, fields) if of_people else export.add(line, fields)
        parts = [kind for key, kind in _PARTS.items() if record.get(key)]
        if isinstance(labels, list) and any(isinstance(label, list) for label in labels):
            parts.append("spans")
        for kind in parts:
            export.parts.setdefault(kind, line)
        labels_given = {_LABEL: [labels] if isinstance(labels, str) else labels}
        export.judge(row, line, labels_given, record, who=text_of(record.get(ANNOTATOR)))
    n = export.settle(_LABEL)
    held = {_LABEL, *(key for row in export.rows for key in row)}
    export.columns = {key: None for key in export.columns if key in held}
    if of_people:
        counts = export.counts("tools.n_texts", n, "tools.n_annotations", export.judgements)
        export.tell(*counts, called=Message("tools.doccano_of_people"))
    else:
        export.tell(Message("tools.n_texts", n=len(export.rows)), Message("tools.with_label", n=n))
    return export


def write(packet: Packet) -> Files:
    """Return the packet as one text a line, with an empty list of labels; what else it holds comes back.

    Letters beyond ASCII are escaped: where doccano guesses the encoding of a file it may guess another one.
    """
    texts = records_of({_TEXT: packet.judged, ITEM_ID: packet.ids, **packet.others(_TAKEN)})
    return {f"{packet.name}.jsonl": lines([{**text, _LABEL: []} for text in texts], ascii_only=True)}


def labels(packet: Packet) -> Files:
    """Return the classes as doccano imports them, the first nine with a key.

    Raises
    ------
    BadDataError
        The name of a class is longer than doccano takes.
    """
    problems = Problems("")
    for label in (label for label in packet.labels if len(label) > _LONGEST):
        problems.add(Message("tools.doccano_long_class", most=_LONGEST), column=packet.label_column, found=label)
    problems.raise_if_any()
    settings = [
        {"text": label, "suffix_key": key, "background_color": colour, "text_color": "#ffffff"}
        for label, key, colour in zip(packet.labels, chain(_KEYS, repeat(None)), cycle(_COLOURS), strict=False)
    ]
    return {"doccano-labels.json": (json.dumps(settings, indent=1) + "\n").encode()}


TOOL = Tool("doccano", CALLED, read, Message("tools.doccano_sign"), is_doccano)
"""What is read here."""
QUEUE = QueueTool(
    "doccano",
    "doccano",
    write,
    "Make a project for text classification with a single label and without random order, import doccano-labels.json under Labels, then the packets one after the other as JSONL with the data column text and the label column label.",
    labels,
    blank=Message("tools.doccano_blank"),
)
"""What is written here."""
