"""INCEpTION and other UIMA tools (CAS JSON): documents with annotations of a layer; packets with one candidate a line.

As a table a document is a row for each annotation of the user's own layer, as a log each line of it is an item.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from budgetplan.arrays import IntArray
from budgetplan.domain.messages import Message
from budgetplan.errors import Problems
from budgetplan.tables.celltext import new_decoder, plain_csv
from budgetplan.tables.files import Opened, broken, open_bytes
from budgetplan.tools.base import ITEM_ID, Asked, Export, dicts, first_of
from budgetplan.tools.packets import Files, Packet, QueueTool

_SIGN = re.compile(rb'(\xef\xbb\xbf)?\s*\{\s*"%[A-Z_]+"')
_CALLED, CALLED = Message("tools.uima"), Message("tools.inception")
_ITEM = ("itemId", ITEM_ID)
_NOT_OWN = ("uima.", "de.tudarmstadt.")
_PLACES = ("begin", "end", "sofa", "xmiID", "type")
_BREAK = re.compile("\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_NO_XML = re.compile("[\x00-\x08\x0e-\x1b\x1f\ufffe\uffff]")


def is_document(opened: Opened) -> bool:
    """Return whether a file begins as CAS JSON does; it is at its beginning afterwards."""
    return _SIGN.match(opened.data(200)) is not None


def read(opened: Opened, asked: Asked) -> Export:
    """Return what a document says, as a table or as a log."""
    return _read_log(opened, asked) if asked.label_column else _read_table(opened, asked)


def _read_table(opened: Opened, asked: Asked) -> Export:
    """Return every annotation of the layer of the user's own: its features, its text, and where it begins.

    Raises
    ------
    BadDataError
        The document is damaged, or has no such layer or several.
    """
    document = _Document(opened)
    export = Export(opened.path, asked, _CALLED)
    layers: dict[str, list[dict[str, Any]]] = {}
    for annotation in document.annotations:
        layers.setdefault(str(annotation.get("%TYPE", "")), []).append(annotation)
    if len(layers) != 1:
        several = Message("tools.several_layers", n=len(layers), names=sorted(layers))
        export.refuse(several if layers else Message("tools.no_layer"))
    [(layer, annotations)] = layers.items()
    for number, annotation in enumerate(annotations, 1):
        if not _has_place(annotation):
            export.refuse(Message("tools.annotation_nowhere", n=number))
    kind = document.types.get(layer)
    keys = dict.fromkeys(chain(kind if isinstance(kind, dict) else (), *annotations))
    features = [key for key in keys if key and key[0] not in "%@^#" and key not in _PLACES]
    ours = {key: ITEM_ID if key == _ITEM[0] else key for key in features}
    export.columns = dict.fromkeys((*ours.values(), "text", "begin"))
    begin, end = (letters_before(document.text, document.places(annotations, key)) for key in _PLACES[:2])
    for line, at in enumerate(np.lexsort((end, begin)).tolist(), 1):
        # Features that are structures of their own have no text.
        plain = {ours[key]: value for key in features if isinstance(value := annotations[at].get(key), str | bool)}
        export.add(line, plain | {"text": document.text[begin[at] : end[at]], "begin": str(begin[at])})
    export.tell(Message("tools.n_of_layer", n=len(annotations), layer=layer.rpartition(".")[2]))
    return export


def _read_log(opened: Opened, asked: Asked) -> Export:
    """Return every annotation with a label, in the order of the lines; lines without one are not judged yet.

    The item is named by the annotation itself (feature ``itemId``), or else by its line: which line is which
    item stands in ``DOCUMENT-lines.tsv``, beside the log or in the folder with what is kept apart.

    Raises
    ------
    BadDataError
        The document is damaged, or nothing says which items its lines are.
    """
    document = _Document(opened)
    export = Export(opened.path, asked, CALLED)
    labels = ("label", asked.label_column)
    judged = [mark for mark in document.annotations if first_of(labels, mark) and _has_place(mark)]
    if not judged:
        export.refuse(Message("tools.no_feature_label"))
    begins = document.places(judged, "begin")
    number = lines_at(document.text, begins)
    has_items = all(any(isinstance(annotation.get(key), str) for key in _ITEM) for annotation in judged)
    items = [] if has_items else document.items(opened.path, asked.aside)
    for at in np.lexsort((begins, number)).tolist():
        entry, line = judged[at], int(number[at])
        item = entry.get(_ITEM[0]) or entry.get(_ITEM[1]) if has_items else items[line - 1]
        label = entry[first_of(labels, entry)]
        labels_given = {"label": [] if label in (None, "") else [label]}
        export.judge(export.add(line, {}), line, labels_given, {ITEM_ID: item})
    for line in sorted({*range(1, len(items) + 1)} - {*number.tolist()}):
        export.judge(export.add(line, {}), line, {}, {ITEM_ID: items[line - 1]})
    return export


def lines_at(text: str, offsets: IntArray) -> IntArray:
    """Return on which line each place of a text is, counted from 1.

    Parameters
    ----------
    text
        The whole text.
    offsets
        Shape (n,): places, counted in units of UTF-16 as Java does, in which some letters take two.

    Returns
    -------
    Shape (n,).

    Examples
    --------
    >>> lines_at("a🫘" + chr(10) + "b", np.array([0, 1, 4]))
    array([1, 1, 2])
    """
    return 1 + np.searchsorted(np.flatnonzero(_units(text) == ord("\n")), offsets).astype(np.int64)


def letters_before(text: str, offsets: IntArray) -> IntArray:
    """Return how many letters of a text stand before each place, as :func:`lines_at` counts places.

    >>> letters_before("a🫘b", np.array([0, 1, 3, 9]))
    array([0, 1, 2, 3])
    """
    # The second unit of a letter is no further letter.
    letters = np.cumsum(_units(text) & 0xFC00 != 0xDC00)
    return np.concatenate(([0], letters))[np.minimum(offsets, len(letters))].astype(np.int64)


def _units(text: str) -> IntArray:
    return np.frombuffer(text.encode("utf-16-le", "surrogatepass"), dtype="<u2").astype(np.int64)


class _Document:
    """A document: its text, its types, and the annotations of the user's own layers."""

    def __init__(self, opened: Opened) -> None:
        try:
            document = new_decoder().decode(opened.file.read().decode("utf-8-sig"))
        except (ValueError, RecursionError):
            raise broken(opened.path, Message("tools.document_damaged")) from None
        structures = document.get("%FEATURE_STRUCTURES") if isinstance(document, dict) else None
        if not isinstance(structures, list):
            raise broken(opened.path, Message("tools.no_structures"))
        self.structures = dicts(structures)
        texts = (structure.get("sofaString") for structure in self.structures)
        self.text: str = next((text for text in texts if isinstance(text, str)), "")
        types = document.get("%TYPES")
        self.types = types if isinstance(types, dict) else {}
        placed = [mark for mark in self.structures if {"begin", "end"} <= mark.keys()]
        self.annotations = [mark for mark in placed if not str(mark.get("%TYPE", "")).startswith(_NOT_OWN)]

    def places(self, annotations: Sequence[dict[str, Any]], key: str) -> IntArray:
        """Return where annotations begin or end, in units of UTF-16; a place beyond the text is at its end."""
        # A letter has two units at most.
        most = 2 * len(self.text)
        return np.array([min(int(annotation[key][:18]), most) for annotation in annotations], dtype=np.int64)

    def items(self, path: str, aside: str) -> list[str]:
        """Return the items of the lines, as the file beside the document says."""
        titles = (structure.get("documentTitle") for structure in self.structures)
        title = next((text for text in titles if isinstance(text, str) and text), Path(path).name)
        wanted = f"{title.removesuffix('.txt').removesuffix('.json')}-lines.tsv"
        places = [Path(path).with_name(wanted), *([Path(aside) / wanted] if aside else [])]
        beside = next((place for place in places if place.is_file()), None)
        if beside is None:
            raise broken(path, Message("tools.no_items_of_lines", file=wanted))
        with open_bytes(str(beside)) as opened:
            rows = list(csv.reader(opened.file.read().decode("utf-8-sig").splitlines(), delimiter="\t"))
        items = [row[-1] for row in rows[1:]]
        if len(items) != (n_lines := len(self.text.removesuffix("\n").split("\n"))):
            raise broken(str(beside), Message("tools.other_lines", n=len(items), of=n_lines))
        return items


def _has_place(annotation: dict[str, Any]) -> bool:
    return all(isinstance(annotation[key], str) and annotation[key].isdecimal() for key in ("begin", "end"))


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
    for item, _ in filter(lambda row: _NO_XML.search(row[1]), zip(packet.ids, texts, strict=True)):
        problems.add(Message("tools.inception_control"), column=packet.text or packet.id_column, item=item)
    problems.raise_if_any()
    return {f"{packet.name}.txt": "".join(f"{text}\n" for text in texts).encode()}


def lines_of(packet: Packet) -> Files:
    """Return which line is which item: the document has no room for ids."""
    rows = zip(map(str, range(1, len(packet.ids) + 1)), packet.ids, strict=True)
    return {f"{packet.name}-lines.tsv": plain_csv(("line", ITEM_ID), rows, "\t").encode()}


def tagset(packet: Packet) -> Files:
    """Return the classes as a tagset; annotators choose among them and add none."""
    tags = [{"tag_name": label, "tag_description": ""} for label in packet.labels]
    described = {"name": packet.label_column, "description": "", "language": "", "tags": tags, "create_tag": False}
    return {"inception-tagset.json": (json.dumps(described, ensure_ascii=False, indent=1) + "\n").encode()}


QUEUE = QueueTool(
    "inception",
    "INCEpTION",
    write,
    "Import inception-tagset.json under Tagsets and use it for the feature label of a span layer at sentence level, then import each packet as plain text with one sentence per line: the lines are read from the first on.",
    tagset,
    lines_of,
    blank=Message("tools.inception_blank"),
)
"""What is written here."""
