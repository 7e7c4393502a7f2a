"""INCEpTION and other UIMA tools (CAS JSON): documents with annotations of a layer.

As a table a document is read by dkpro-cassis, a row for each annotation; as a log, of which each line is an item, without
it.
"""

from __future__ import annotations

import csv
import importlib
import io
import re
import warnings
from collections.abc import Collection
from pathlib import Path
from typing import Any

import numpy as np

from budgetplan.arrays import IntArray
from budgetplan.errors import counted
from budgetplan.tables.exports.base import Export
from budgetplan.tables.files import Opened, broken, open_bytes
from budgetplan.tables.formats.json_lines import new_decoder
from budgetplan.tables.judgements.base import ITEM_ID, Entries

_SIGN = re.compile(rb'(\xef\xbb\xbf)?\s*\{\s*"%[A-Z_]+"')
_CALLED = "a document of UIMA (CAS JSON)"
CALLED = "an INCEpTION document"
_TSV = b"#FORMAT=WebAnno TSV"
_AGAIN = "export the document as UIMA CAS JSON (jsoncas)"
_DAMAGED = ("the document breaks off or is damaged", "export it again")
_ITEM = ("itemId", ITEM_ID)
_NOT_OWN = ("uima.", "de.tudarmstadt.")
_PLACES = ("begin", "end", "sofa", "xmiID", "type")


def is_document(opened: Opened) -> bool:
    """Return whether a file begins as CAS JSON does; it is at its beginning afterwards."""
    start = opened.file.read(200)
    opened.file.seek(0)
    return _SIGN.match(start) is not None


def is_log(opened: Opened) -> bool:
    """Return whether a log begins as a document of INCEpTION does.

    Raises
    ------
    BadDataError
        It is one in a format that is not read.
    """
    start = opened.file.read(200).removeprefix(b"\xef\xbb\xbf")
    opened.file.seek(0)
    if start.startswith(_TSV):
        raise broken(opened.path, "WebAnno TSV is not read", _AGAIN)
    return is_document(opened)


def read_document(opened: Opened, empty: Collection[str] = ()) -> Export:  # noqa: ARG001 - as all of them
    """Return every annotation of the layer of the user's own: its features, its text, and where it begins.

    Raises
    ------
    BadDataError
        The library is not there, the document is damaged, or has no such layer or several.
    """
    try:
        library: Any = importlib.import_module("cassis")
    except ImportError:
        todo = "run: pip install dkpro-cassis; or write a table with a row for each candidate"
        raise broken(opened.path, f"this is {_CALLED}, and no library for it is installed", todo) from None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            cas = library.load_cas_from_json(io.BytesIO(opened.file.read()))
    except Exception as error:
        # The library has errors of many kinds for a document that is damaged.
        raise broken(opened.path, *_DAMAGED) from error
    layers = [
        one
        for one in cas.typesystem.get_types()
        if not one.name.startswith(_NOT_OWN) and cas.typesystem.subsumes("uima.tcas.Annotation", one.name)
    ]
    found = {one.name: list(cas.select(one.name)) for one in layers}
    found = {name: annotations for name, annotations in found.items() if annotations}
    if len(found) != 1:
        wrong = (
            f"the document has {len(found)} layers with annotations ({', '.join(sorted(found))})"
            if found
            else "no layer of the document has annotations"
        )
        raise broken(opened.path, wrong, "write a table with a row for each candidate of one layer")
    [(name, annotations)] = found.items()
    features = [one.name for one in cas.typesystem.get_type(name).all_features if one.name not in _PLACES]
    ours = {one: "item_id" if one == "itemId" else one for one in features}
    export = Export(columns=dict.fromkeys((*ours.values(), "text", "begin")))
    for line, one in enumerate(annotations, 1):
        values = {ours[key]: _plain(getattr(one, key)) for key in features}
        try:
            text = one.get_covered_text()
        except (AttributeError, TypeError):
            wrong = f"annotation {line:,} of the layer is of no place in the text"
            raise broken(opened.path, wrong, "export it again") from None
        export.add(line, values | {"text": text, "begin": str(one.begin)})
    layer = name.rpartition(".")[2]
    export.told = f"{_CALLED}: {counted(len(annotations), 'annotation')} of the layer {layer}"
    return export


def _plain(value: Any) -> Any:
    """Return a feature as JSON has it; features that are structures of their own have no text."""
    if value is None or isinstance(value, str | bool):
        return value
    return repr(value) if isinstance(value, int | float) else None


def add_document(opened: Opened, entries: Entries, aside: str = "") -> None:
    """Add every annotation with a label, in the order of the lines; lines without one are not judged yet.

    The item is named by the annotation itself (feature ``itemId``), or else by its line: which line is which
    item stands in ``DOCUMENT-lines.tsv``, beside the log or in the folder ``aside``.

    Raises
    ------
    BadDataError
        The document is damaged, or nothing says which items its lines are.
    """
    structures = _structures(opened)
    text = next((one["sofaString"] for one in structures if isinstance(one.get("sofaString"), str)), "")
    found = [one for one in structures if _is_candidate(one, entries.asked.label_column)]
    if not found:
        wrong = "no annotation of the document has the feature label"
        raise broken(opened.path, wrong, f"annotate a layer with the feature label, and {_AGAIN}")
    # In units of UTF-16, of which a letter has two at most; a place beyond the text is on its last line.
    begins = np.array([min(int(one["begin"][:18]), 2 * len(text)) for one in found], dtype=np.int64)
    number = lines_at(text, begins)
    named = all(any(isinstance(one.get(key), str) for key in _ITEM) for one in found)
    items = [] if named else _items(opened.path, structures, text, aside)
    for at in np.lexsort((begins, number)).tolist():
        one, line = found[at], int(number[at])
        item = entries.item_of(
            {ITEM_ID: one.get(_ITEM[0]) or one.get(_ITEM[1])} if named else {ITEM_ID: items[line - 1]}, line
        )
        label = one.get("label", one.get(entries.asked.label_column))
        entries.add(line, item, entries.chosen([] if label in (None, "") else [label], line, "label", item))
    judged = {*number.tolist()}
    for line, item in enumerate(items, 1):
        if line not in judged:
            entries.add(line, item, "")


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
    units = np.frombuffer(text.encode("utf-16-le", "surrogatepass"), dtype="<u2")
    return 1 + np.searchsorted(np.flatnonzero(units == ord("\n")), offsets).astype(np.int64)


def _structures(opened: Opened) -> list[dict[str, Any]]:
    """Return the feature structures of a document."""
    try:
        document = new_decoder().decode(opened.file.read().decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise broken(opened.path, *_DAMAGED) from None
    found = document.get("%FEATURE_STRUCTURES") if isinstance(document, dict) else None
    if not isinstance(found, list):
        raise broken(opened.path, "the document has no list of feature structures", _AGAIN)
    return [one for one in found if isinstance(one, dict)]


def _is_candidate(one: dict[str, Any], label_column: str) -> bool:
    """Return whether this is an annotation of a layer of the user's own, with a label."""
    kind = str(one.get("%TYPE", ""))
    places = (one.get("begin"), one.get("end"))
    return (
        bool({"label", label_column} & one.keys())
        and all(isinstance(place, str) and place.isdecimal() for place in places)
        and not kind.startswith(_NOT_OWN)
    )


def _items(path: str, structures: list[dict[str, Any]], text: str, aside: str) -> list[str]:
    """Return the items of the lines, as the file beside the document says."""
    titles = (one.get("documentTitle") for one in structures)
    title = next((one for one in titles if isinstance(one, str) and one), Path(path).name)
    wanted = f"{title.removesuffix('.txt').removesuffix('.json')}-lines.tsv"
    places = [Path(path).with_name(wanted), *([Path(aside) / wanted] if aside else [])]
    beside = next((place for place in places if place.is_file()), None)
    if beside is None:
        wrong = "nothing says which items the lines of the document are"
        raise broken(path, wrong, f"put {wanted}, which was written with the queue, beside this file")
    with open_bytes(str(beside)) as opened:
        rows = list(csv.reader(opened.file.read().decode("utf-8-sig").splitlines(), delimiter="\t"))
    items = [row[-1] for row in rows[1:]]
    if len(items) != (n_lines := len(text.removesuffix("\n").split("\n"))):
        wrong = f"this file has {len(items):,} lines, and the document {n_lines:,}"
        raise broken(str(beside), wrong, "take the one of this packet")
    return items
