"""Flat objects of JSON as a table, whose cells are the texts that stand in a CSV file for the values."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from pathlib import Path
from sys import intern
from typing import Any

import numpy as np

from budgetplan.tables.celltext import NumberText
from budgetplan.tables.files import Opened, broken
from budgetplan.tables.frame import OBJECT
from budgetplan.tables.label_names import likeness
from budgetplan.tables.problems import Problems
from budgetplan.tables.table import ByColumn
from budgetplan.tools.base import Record

LINES = "JSON Lines"
_HALF_LETTER = re.compile("[\ud800-\udfff]")
_TODO = 'write one whole object a line, such as {"item_id": "a", "score": 0.5}'


def looks_like_json(opened: Opened) -> bool:
    """Return whether a file begins as JSON does."""
    # Without the marks and zero bytes that encodings put between letters.
    start = opened.file.read(400).replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
    opened.file.seek(0)
    if Path(opened.path).suffix.lower() in {".jsonl", ".ndjson", ".json"}:
        return start[:1] in {b"{", b"["}
    return re.match(rb'\{\s*("|\}|$)|\[\s*(\[\s*)?\{', start) is not None


SPLIT_KEY = ("a key is written in two ways: no object has both", "write it alike in every object")
"""What is wrong with keys that differ in capitals, and what to do."""


def split_keys(shapes: Iterable[tuple[str, ...]]) -> dict[str, str]:
    """Return the keys that differ from another in capitals or unseen letters alone, though no object has both.

    ``shapes``: the keys of the objects.

    >>> split_keys([("id", "gold"), ("id", "Gold")]), split_keys([("p", "P")])
    ({'gold': 'Gold', 'Gold': 'gold'}, {})
    """
    alike: dict[str, dict[str, None]] = {}
    for key in dict.fromkeys(key for shape in shapes for key in shape):
        alike.setdefault(likeness(key).casefold(), {})[key] = None
    together = {frozenset(pair) for shape in shapes for pair in combinations(_several(shape, alike), 2)}
    found: dict[str, str] = {}
    for keys in alike.values():
        for one, other in combinations(keys, 2):
            if frozenset((one, other)) not in together:
                found.setdefault(one, other)
                found.setdefault(other, one)
    return found


def _several(shape: Iterable[str], alike: Mapping[str, Mapping[str, None]]) -> list[str]:
    """Return the keys of an object that are written in several ways somewhere."""
    return [key for key in shape if len(alike[likeness(key).casefold()]) > 1]


class TwiceError(ValueError):
    """An object has the same key twice."""


class JsonSource(ByColumn):
    """Flat objects as a table: its columns are the keys of all, in the order in which they come.

    Parameters
    ----------
    records
        The objects. Where several begin on one line, they are counted.
    called
        What such a file is called.
    """

    true, false, of_json = "true", "false", True

    def __init__(self, records: Sequence[Record], called: str) -> None:
        shapes = dict.fromkeys(tuple(one) for _, one in records)
        self.header = tuple(dict.fromkeys(chain.from_iterable(shapes)))
        self.called, self.is_plain = called, called == LINES
        self.lines = np.array([line for line, _ in records], dtype=np.int64)
        if len(np.unique(self.lines)) < len(records):
            self.lines, self.by = np.arange(1, len(records) + 1), OBJECT
        self._objects = [one for _, one in records]
        for name, other in split_keys(shapes).items():
            line = next(
                line for line, one in zip(self.lines.tolist(), self._objects, strict=True) if other in one
            )
            self.noted.add(*SPLIT_KEY, line=line, column=name, found=other)

    def values(self, at: int) -> Sequence[Any]:
        """Return the values of a key."""
        return [each.get(self.header[at]) for each in self._objects]


def line_records(text: Iterable[str], problems: Problems) -> Iterator[Record]:
    """Yield the object on each line of a text, with the line; what is no object is noted."""
    decoder = new_decoder()
    for line, written in enumerate(text, 1):
        if stripped := written.strip():
            wrong, one = _decode(decoder, stripped)
            if one is None:
                problems.add(wrong, _TODO, line=line, found=stripped)
            else:
                yield line, one


def refuse_no_records(path: str, text: str, problems: Problems) -> None:
    """Raise what is wrong with a text in which no line is an object with keys: it may be one over many lines."""
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        whole = None
    if isinstance(whole, dict) and whole:
        called, todo = (
            "one object, and no list of items",
            'write a list, such as [{"item_id": "a", "score": 0.5}]',
        )
        if {"cells", "nbformat"} <= whole.keys():
            called, todo = (
                "a Jupyter notebook",
                "write its table from it: df.to_csv(...), or call budgetplan.plan in it",
            )
        elif "features" in whole:
            called, todo = (
                "the description of a dataset",
                "name the file with its rows (.parquet, .arrow, .csv)",
            )
        raise broken(path, f"this is {called}", todo)
    # Without one sound object, what is wrong with the lines is all that there is to say.
    problems.raise_if_any()
    raise broken(path, "the file is empty", _TODO)


def new_decoder() -> json.JSONDecoder:
    """Return what decodes objects: numbers stay as they are written, a key stands once."""
    return json.JSONDecoder(
        object_pairs_hook=_unique, parse_float=NumberText, parse_int=str, parse_constant=str
    )


def has_half_letter(text: str, one: Any) -> bool:
    r"""Return whether an object holds what is no text in any encoding, which is legal in JSON.

    >>> import json
    >>> written = '{"a": "%sud83d"}' % chr(92)
    >>> has_half_letter(written, json.loads(written)), has_half_letter("{}", {})
    (True, False)
    """
    return "\\ud" in text.lower() and bool(_HALF_LETTER.search(json.dumps(one, ensure_ascii=False)))


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    # The keys of a million objects are the same.
    one = {intern(key): value for key, value in pairs}
    if len(one) < len(pairs):
        keys = [key for key, _ in pairs]
        raise TwiceError(next(key for key in keys if keys.count(key) > 1))
    return one


def _decode(decoder: json.JSONDecoder, text: str) -> tuple[str, dict[str, Any] | None]:
    """Return what is wrong with a line, or the object on it."""
    try:
        one = decoder.decode(text)
    except TwiceError as error:
        return f'the key "{error}" stands twice in this object', None
    except (ValueError, RecursionError):
        return "this line is not one JSON object", None
    if not isinstance(one, dict):
        return "this line is not one JSON object", None
    if has_half_letter(text, one):
        return "this line holds half a letter", None
    return "", one
