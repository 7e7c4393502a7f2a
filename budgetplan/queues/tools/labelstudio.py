"""A packet as tasks of Label Studio (JSON), and its labelling interface (XML)."""

from __future__ import annotations

from itertools import pairwise
from xml.sax.saxutils import quoteattr

import numpy as np

from budgetplan.queues.tools.base import ITEM_ID, Files, Packet, QueueTool, records, written
from budgetplan.tables.problems import Problems

_CALLED = "Label Studio"
_TEXT, _LABEL = "text", "label"
_TAKEN = (
    *(ITEM_ID, _TEXT, _LABEL),
    # What its short exports write beside the data of a task.
    *("id", "annotator", "annotation_id", "created_at", "updated_at", "lead_time", "comment", "sentiment"),
    # What its importer takes for more than data.
    *("data", "annotations", "predictions", "meta", "agreement"),
)
_START, _BETWEEN, _END = b"[\n", b",\n", b"\n]\n"


def write(packet: Packet, most_tasks: int = 250_000, most_bytes: int = 50_000_000) -> Files:
    """Return the packet as lists of tasks, without annotations and predictions.

    ``most_tasks``, ``most_bytes``: what one file may hold; a larger packet becomes several files, whose names are in
    the order in which they are to be imported.

    Raises
    ------
    BadDataError
        An item alone is larger than a file may be.
    """
    data = records({ITEM_ID: packet.ids, _TEXT: packet.judged, **packet.others(_TAKEN)})
    tasks = [written({"data": one}).rstrip(b"\n") for one in data]
    sizes = np.array([*map(len, tasks)], dtype=np.int64) + len(_BETWEEN)
    room = most_bytes - len(_START) - len(_END)
    problems = Problems("")
    for row in np.flatnonzero(sizes > room).tolist():
        wrong = f"the item is larger than a file that {_CALLED} imports ({most_bytes:,} bytes)"
        problems.add(wrong, "shorten its text", item=packet.ids[row])
    problems.raise_if_any()
    ends = np.cumsum(sizes)
    cuts = [0]
    while cuts[-1] < len(tasks):
        before = int(ends[cuts[-1] - 1]) if cuts[-1] else 0
        fit = int(np.searchsorted(ends, before + room, side="right"))
        cuts.append(min(fit, cuts[-1] + most_tasks))
    parts = [_START + _BETWEEN.join(tasks[a:b]) + _END for a, b in pairwise(cuts)]
    if len(parts) == 1:
        return {f"{packet.name}.json": parts[0]}
    width = len(str(len(parts)))
    return {f"{packet.name}-{number:0{width}d}.json": part for number, part in enumerate(parts, 1)}


def interface(packet: Packet) -> Files:
    """Return the labelling interface: the text, and one choice among the classes."""
    choices = "".join(f"    <Choice value={quoteattr(label)}/>\n" for label in packet.labels)
    text = (
        "<View>\n"
        f'  <Text name="{_TEXT}" value="${_TEXT}"/>\n'
        f'  <Choices name="{_LABEL}" toName="{_TEXT}" choice="single" required="true">\n'
        f"{choices}"
        "  </Choices>\n"
        "</View>\n"
    )
    return {"label-studio.xml": text.encode()}


TOOLS = (
    QueueTool(
        "label-studio",
        _CALLED,
        write,
        "Make a project, paste label-studio.xml under Settings, Labeling Interface, Code, import the files one after the other in the order of their names, and leave the task sampling sequential and the annotations per task at 1: sampling by uncertainty or at random loses the order, and so do several annotations per task, for which tasks are drawn at random (where two people judge the same items, make a project for each).",
        interface,
    ),
)
"""What is written here."""
