"""Reads documents of INCEpTION and other UIMA tools (CAS JSON) by dkpro-cassis: a row for each annotation of a layer."""

from __future__ import annotations

import importlib
import io
import re
import warnings
from collections.abc import Collection
from typing import Any

from budgetplan.errors import counted
from budgetplan.tables.exports.base import Export
from budgetplan.tables.files import Opened, broken

_SIGN = re.compile(rb'(\xef\xbb\xbf)?\s*\{\s*"%[A-Z_]+"')
_CALLED = "a document of UIMA (CAS JSON)"
_NOT_OWN = ("uima.", "de.tudarmstadt.")
_PLACES = ("begin", "end", "sofa", "xmiID", "type")


def is_document(opened: Opened) -> bool:
    """Return whether a file begins as CAS JSON does; it is at its beginning afterwards."""
    start = opened.file.read(200)
    opened.file.seek(0)
    return _SIGN.match(start) is not None


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
        raise broken(opened.path, "the document breaks off or is damaged", "export it again") from error
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
