"""A packet as texts of doccano (JSON Lines), and its labels (JSON)."""

from __future__ import annotations

import json

from budgetplan.queues.tools.base import ITEM_ID, Files, Packet, QueueTool, records, written
from budgetplan.tables.problems import Problems

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


def write(packet: Packet) -> Files:
    """Return the packet as one text a line, with an empty list of labels; what else it holds comes back.

    Letters beyond ASCII are escaped: where doccano guesses the encoding of a file it may guess another one.
    """
    texts = records({_TEXT: packet.judged, ITEM_ID: packet.ids, **packet.others(_TAKEN)})
    content = b"".join(written({**one, _LABEL: []}, ascii_only=True) for one in texts)
    return {f"{packet.name}.jsonl": content}


def labels(packet: Packet) -> Files:
    """Return the classes as doccano imports them, the first nine with a key.

    Raises
    ------
    BadDataError
        The name of a class is longer than doccano takes.
    """
    problems = Problems("")
    for label in (label for label in packet.labels if len(label) > _LONGEST):
        wrong = f"the name of a class is longer than {_LONGEST} letters, and doccano takes none that is"
        problems.add(wrong, "write a shorter one", column=packet.label_column, found=label)
    problems.raise_if_any()
    found = [
        {
            "text": label,
            "suffix_key": _KEYS[at] if at < len(_KEYS) else None,
            "background_color": _COLOURS[at % len(_COLOURS)],
            "text_color": "#ffffff",
        }
        for at, label in enumerate(packet.labels)
    ]
    return {"doccano-labels.json": (json.dumps(found, indent=1) + "\n").encode()}


TOOLS = (
    QueueTool(
        "doccano",
        "doccano",
        write,
        "Make a project for text classification with a single label and without random order, import doccano-labels.json under Labels, then the packets one after the other as JSONL with the data column text and the label column label.",
        labels,
        blank="the text is empty, and doccano would leave the item out",
    ),
)
"""What is written here."""
