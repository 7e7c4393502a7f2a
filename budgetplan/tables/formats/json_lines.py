"""Reads JSON Lines, one flat object a line, as the texts that stand in a CSV file for the values."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations, islice
from pathlib import Path
from typing import Any

import numpy as np

from budgetplan.arrays import IntArray
from budgetplan.domain.plan import TableForm
from budgetplan.tables.celltext import NumberText, json_cells
from budgetplan.tables.files import N_ROWS_AT_ONCE, Opened, Source, broken
from budgetplan.tables.formats.dialect import encoding_of, open_text
from budgetplan.tables.label_names import likeness
from budgetplan.tables.problems import Problems

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


class JsonLinesSource(Source):
    """A file of JSON Lines; its columns are the keys of all its objects, in the order in which they come.

    ``look`` is shown every object.
    """

    called, is_plain = "JSON Lines", True

    def __init__(
        self, opened: Opened, form: TableForm | None, look: Callable[[dict[str, Any]], object] | None = None
    ) -> None:
        self.path = opened.path
        self._file = opened.file
        self._encoding = encoding_of(opened.path, opened.file, form, opened.beside)
        shapes: dict[tuple[str, ...], None] = {}
        for _, objects in self._objects(Problems(self.path)):
            for one in objects:
                shapes.setdefault(tuple(one))
                if look is not None:
                    look(one)
        self.header = tuple(dict.fromkeys(key for shape in shapes for key in shape))
        self._split = split_keys(shapes)
        if not self.header:
            self._refuse_one_object()
            # Without one sound object, what is wrong with the lines is all that there is to say.
            problems = Problems(self.path)
            for _ in self._objects(problems):
                pass
            problems.raise_if_any()
            raise broken(self.path, "the file is empty", _TODO)

    def _refuse_one_object(self) -> None:
        """Name a file that is a single object over many lines: no list of items."""
        try:
            whole = json.loads(open_text(self._file, self._encoding).read().removeprefix("\ufeff"))
        except (ValueError, RecursionError):
            return
        if not isinstance(whole, dict) or not whole:
            return
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
        raise broken(self.path, f"this is {called}", todo)

    def rows(self, problems: Problems) -> Iterator[tuple[IntArray, list[list[str]]]]:
        """Yield pieces of the file: the line of each object, and its values as texts."""
        for name, other in self._split.items():
            problems.add(*SPLIT_KEY, column=name, found=other)
        for lines, objects in self._objects(problems):
            rows = [
                json_cells(one, self.header, self.header, line, problems)
                for line, one in zip(lines, objects, strict=True)
            ]
            yield np.array(lines, dtype=np.int64), rows

    def records(self, problems: Problems) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield the line of each object, and the object."""
        for lines, objects in self._objects(problems):
            yield from zip(lines, objects, strict=True)

    def _objects(self, problems: Problems) -> Iterator[tuple[list[int], list[dict[str, Any]]]]:
        """Yield pieces of the file: lines, and the objects on them; what is no object is a problem."""
        decoder = new_decoder()
        numbered = enumerate(open_text(self._file, self._encoding), 1)
        while piece := list(islice(numbered, N_ROWS_AT_ONCE)):
            lines, objects = [], []
            for line, text in piece:
                if not (stripped := text.strip()):
                    continue
                wrong, one = _decode(decoder, stripped)
                if one is None:
                    problems.add(wrong, _TODO, line=line, found=stripped)
                else:
                    lines.append(line)
                    objects.append(one)
            yield lines, objects


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
    one = dict(pairs)
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
