"""Packets of items as they go to annotators, small and hostile, for the tests of several modules."""

import io
import json

from openpyxl import load_workbook

from budgetplan.tools.packets import Packet

HOSTILE = ('She said "spill, the beans".', "Two\nlines\tand a tab", "beans 🫘 שלום", "<b>bold</b> & more", "=1+1")
"""What a text may hold: quotes, line breaks, tabs, letters of several bytes and from right to left, tags, a formula."""
IDS = ("s-0042", "s 7,a", '"q"', "ключ/1", "=2")


def packet(*texts, ids=None, labels=("idiom", "literal"), name="packet-001", named="id", more=None, **columns):
    """Return a packet; without texts the hostile one; ``more``: further columns."""
    texts = texts or HOSTILE
    ids = ids or (IDS if texts == HOSTILE else tuple(f"s-{number}" for number in range(1, len(texts) + 1)))
    columns = {"sentence": texts, **columns, **(more or {})}
    return Packet(name, named, ids, columns, "sentence", "gold", labels)


def only(files):
    """Return the text of the only file of a tool."""
    [content] = files.values()
    return content.decode()


def words(*contents):
    """Return the text of files of packets; of a workbook a line a row."""
    return "".join(map(_words, contents))


def _words(content):
    if not content.startswith(b"PK"):
        return content.decode()
    rows = load_workbook(io.BytesIO(content)).active.iter_rows(values_only=True)
    return "".join(",".join(cell or "" for cell in row) + "\n" for row in rows)


def objects(content):
    """Return the objects of JSON Lines."""
    return [json.loads(line) for line in content.split("\n")[:-1]]
