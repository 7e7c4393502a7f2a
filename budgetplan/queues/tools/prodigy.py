"""A packet as the stream of a Prodigy recipe (JSON Lines), with the commands that start it."""

from __future__ import annotations

from shlex import quote

from budgetplan.queues.tools.base import ITEM_ID, Files, Packet, QueueTool, lines, records

_TAKEN = (ITEM_ID, "score", "pattern")
_LABELS = "prodigy-labels.txt"


def write(packet: Packet) -> Files:
    """Return the packet as one task a line; ids and columns are in ``meta``, which comes back with the answers."""
    meta = records({ITEM_ID: packet.ids, **packet.others(_TAKEN)})
    tasks = [{"text": text, "meta": one} for text, one in zip(packet.judged, meta, strict=True)]
    return {f"{packet.name}.jsonl": lines(tasks)}


def commands(packet: Packet) -> Files:
    """Return the commands that ask for the classes and give the answers back.

    The classes stand in the command; where one of them has a comma, which separates them there, in a file, one a line.
    """
    listed = any("," in label for label in packet.labels)
    asked = _LABELS if listed else quote(",".join(packet.labels))
    text = (
        "For each packet, here packet-001, with a dataset of its own:\n\n"
        f"prodigy textcat.manual packet-001 packet-001.jsonl --label {asked} --exclusive\n"
        "prodigy db-out packet-001 > packet-001-answers.jsonl\n\n"
        f"{TOOLS[0].order}\n"
    )
    names = {_LABELS: "".join(f"{label}\n" for label in packet.labels).encode()} if listed else {}
    return {**names, "prodigy.txt": text.encode()}


TOOLS = (
    QueueTool(
        "prodigy",
        "Prodigy",
        write,
        "Start textcat.manual, which shows the lines as they come, with a dataset of its own for each packet; textcat.teach sorts them anew and loses the order.",
        commands,
        blank="the text is empty, and Prodigy would show nothing to judge",
        twice="the text is that of another item in the packet, and Prodigy shows each text once",
    ),
)
"""What is written here."""
