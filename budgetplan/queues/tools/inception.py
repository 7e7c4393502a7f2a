"""A packet as a document of INCEpTION (one candidate a line), its tagset, and which line is which item."""

from __future__ import annotations

import json
import re

from budgetplan.queues.tools.base import ITEM_ID, Files, Packet, QueueTool
from budgetplan.tables.celltext import plain_csv
from budgetplan.tables.problems import Problems

_CALLED = "INCEpTION"
_BREAK = re.compile("\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_NO_XML = re.compile("[\x00-\x08\x0e-\x1b\x1f\ufffe\uffff]")


def write(packet: Packet) -> Files:
    r"""Return the packet as text with one candidate a line.

    A line break within a text becomes one blank, since a line is a candidate. The other columns are not shown: such a
    document holds nothing but the texts.

    Raises
    ------
    BadDataError
        A text holds signs that INCEpTION cannot keep.

    Examples
    --------
    >>> write(Packet("p", "id", ("a", "b"), {"t": ("One\ntwo.", "Three.")}, "t", "gold", ("yes", "no")))
    {'p.txt': b'One two.\nThree.\n'}
    """
    problems = Problems("")
    texts = [_BREAK.sub(" ", text) for text in packet.judged]
    for item, _ in filter(lambda one: _NO_XML.search(one[1]), zip(packet.ids, texts, strict=True)):
        wrong = "the text holds a control character, which INCEpTION cannot keep"
        todo = f"take it out of the table, or choose another tool than {_CALLED}"
        problems.add(wrong, todo, column=packet.text or packet.id_column, item=item)
    problems.raise_if_any()
    return {f"{packet.name}.txt": "".join(f"{text}\n" for text in texts).encode()}


def lines_of(packet: Packet) -> Files:
    """Return which line is which item: the document has no room for ids."""
    rows = zip(map(str, range(1, len(packet.ids) + 1)), packet.ids, strict=True)
    return {f"{packet.name}-lines.tsv": plain_csv(("line", ITEM_ID), rows, "\t").encode()}


def tagset(packet: Packet) -> Files:
    """Return the classes as a tagset; annotators choose among them and add none."""
    found = {
        "name": packet.label_column,
        "description": "",
        "language": "",
        "tags": [{"tag_name": label, "tag_description": ""} for label in packet.labels],
        "create_tag": False,
    }
    return {"inception-tagset.json": (json.dumps(found, ensure_ascii=False, indent=1) + "\n").encode()}


TOOLS = (
    QueueTool(
        "inception",
        _CALLED,
        write,
        "Import inception-tagset.json under Tagsets and use it for the feature label of a span layer at sentence level, then import each packet as plain text with one sentence per line: the lines are read from the first on.",
        tagset,
        lines_of,
        blank="the text is empty, and an empty line is no candidate in INCEpTION",
    ),
)
"""What is written here."""
