"""Reads JSON, as a list or a line for each object: flat objects as a table, else as the export of the tool whose keys it has."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations
from pathlib import Path
from typing import Any, TextIO

import numpy as np

from budgetplan.domain.messages import Message, NamedOption
from budgetplan.errors import Problems
from budgetplan.tables.celltext import TwiceError, has_half_letter, new_decoder
from budgetplan.tables.files import Opened, broken
from budgetplan.tables.formats.text import encoding_of, open_text
from budgetplan.tables.labels import likeness
from budgetplan.tables.table import OBJECT, ByColumn
from budgetplan.tools.base import Asked, ExportSource, Record
from budgetplan.tools.huggingface import PREDICTION, pipeline_scores
from budgetplan.tools.inception import is_document
from budgetplan.tools.inception import read as read_document
from budgetplan.tools.registry import TOOLS

_LINES = "JSON Lines"
_SPACE = re.compile(r"[ \t\r\n]*")
_DAMAGED = Message("tables.json_damaged")
_NO_OBJECT = Message("tables.json_no_object")


def looks_like_json(opened: Opened) -> bool:
    """Return whether a file begins as JSON does."""
    # Without the marks and zero bytes that encodings put between letters.
    start = opened.data(400).replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
    if Path(opened.path).suffix.lower() in {".jsonl", ".ndjson", ".json"}:
        return start[:1] in {b"{", b"["}
    return re.match(rb'\{\s*("|\}|$)|\[\s*(\[\s*)?\{', start) is not None


def split_keys(shapes: Collection[tuple[str, ...]]) -> dict[str, str]:
    """Return the keys that differ from another in capitals or unseen letters alone, though no object has both.

    ``shapes``: the keys of the objects.

    >>> split_keys([("id", "gold"), ("id", "Gold")]), split_keys([("p", "P")])
    ({'gold': 'Gold', 'Gold': 'gold'}, {})
    """
    alike: dict[str, dict[str, None]] = {}
    for key in dict.fromkeys(chain.from_iterable(shapes)):
        alike.setdefault(likeness(key).casefold(), {})[key] = None
    split_into: dict[str, str] = {}
    for value, other in chain.from_iterable(combinations(keys, 2) for keys in alike.values()):
        if not any(value in shape and other in shape for shape in shapes):
            split_into.setdefault(value, other)
            split_into.setdefault(other, value)
    return split_into


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

    def __init__(self, records: Sequence[Record], called: Message | str) -> None:
        shapes = dict.fromkeys(tuple(record) for _, record in records)
        self.header = tuple(dict.fromkeys(chain.from_iterable(shapes)))
        self.called, self.is_plain = called, called == _LINES
        self.lines = np.array([line for line, _ in records], dtype=np.int64)
        if len(np.unique(self.lines)) < len(records):
            self.lines, self.by = np.arange(1, len(records) + 1), OBJECT
        self._objects = [record for _, record in records]
        for name, other in split_keys(shapes).items():
            at = next(at for at, record in enumerate(self._objects) if other in record)
            self.noted.add(Message("tables.split_key"), line=int(self.lines[at]), column=name, found=other)

    def values(self, at: int) -> Sequence[Any]:
        """Return the values of a key."""
        return [record.get(self.theirs[at]) for record in self._objects]


def open_json(opened: Opened, asked: Asked) -> ExportSource | JsonSource:
    """Return the rows of a JSON file.

    Raises
    ------
    BadDataError
        The file holds no objects, or those of two dialects, or those of one that is no table.
    """
    spoilt = Problems(opened.path)
    if is_document(opened):
        return ExportSource(read_document(opened, asked), spoilt)
    dialect = opened.form.dialect
    if dialect in TOOLS and not TOOLS[dialect].sign:
        raise broken(opened.path, Message("tables.json_of_table", tool=TOOLS[dialect].called))
    encoding = encoding_of(opened)
    with open_text(opened.file, encoding) as file:
        is_list = file.read(1000).lstrip("\ufeff \t\r\n")[:1] == "["
    text = open_text(opened.file, encoding)
    records = [*(_list_records(opened.path, text) if is_list else _line_records(text, spoilt))]
    # Which dialects the objects show.
    seen = {name for name, tool in TOOLS.items() if any(tool.shows(record) for _, record in records)}
    # One object of lists and objects alone is a table by its columns, or has one inside.
    is_one = len(records) == 1 and not (is_list or seen or dialect)
    is_one = is_one and all(isinstance(value, dict | list) for value in records[0][1].values())
    if is_one or not any(record for _, record in records):
        if is_list:
            raise broken(opened.path, Message("tables.json_empty"))
        _refuse_no_records(opened.path, open_text(opened.file, encoding).read().removeprefix("\ufeff"), spoilt)
    if dialect == "table" or not (dialect or seen):
        table = JsonSource(records, Message("tables.json_of_list") if is_list else _LINES)
        table.noted.take(spoilt)
        return table
    name = dialect or _format_of(opened, seen)
    # Tasks that nobody has judged yet show no sign.
    may_be = name == "label-studio" and all(isinstance(record.get("data"), dict) for _, record in records)
    if name not in seen and not may_be:
        raise broken(opened.path, Message("tables.json_of_other", tool=TOOLS[name].called, sign=TOOLS[name].sign))
    if not asked.label_column and len({line for line, _ in records}) < len(records):
        # Where several begin on one line, they are counted.
        records = [(number, record) for number, (_, record) in enumerate(records, 1)]
        asked = replace(asked, by=OBJECT)
    return ExportSource(TOOLS[name].read(opened.path, records, asked), spoilt)


def _format_of(opened: Opened, seen: Collection[str]) -> str:
    """Return the only dialect that the objects of a file show."""
    showing = [name for name in TOOLS if name in seen]
    if len(showing) > 1:
        tools = [Message("tables.tool_by", tool=TOOLS[name].called, sign=TOOLS[name].sign) for name in showing]
        which = Message("tables.say_which", which=[NamedOption("table.dialect", showing[0]), *showing[1:]])
        todo = which if opened.can_say else Message("tables.write_table")
        raise broken(opened.path, Message("tables.tool_unclear", tools=tools, todo=todo))
    return showing[0]


def _refuse_no_records(path: str, text: str, problems: Problems) -> None:
    """Raise what is wrong with a text in which no line is an object with keys: it may be one over many lines."""
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        whole = None
    if isinstance(whole, dict) and whole:
        kind = "tables.one_object"
        if {"cells", "nbformat"} <= whole.keys():
            kind = "tables.notebook"
        elif "features" in whole:
            kind = "tables.dataset_description"
        raise broken(path, Message(kind))
    # Without one sound object, what is wrong with the lines is all that there is to say.
    problems.raise_if_any()
    raise broken(path, Message("tables.no_json_lines"))


def _line_records(text: Iterable[str], problems: Problems) -> Iterator[Record]:
    """Yield the object on each line of a text, with the line; what is no object is noted."""
    decoder = new_decoder()
    for line, written in enumerate(text, 1):
        if stripped := written.strip():
            wrong, record, end = _decoded(decoder, stripped, 0)
            if wrong in {_DAMAGED, _NO_OBJECT} or (end < len(stripped) and not wrong):
                wrong = Message("tables.line_no_object")
            if wrong:
                problems.add(Message("tables.json_line", wrong=wrong), line=line, found=stripped)
            else:
                yield line, record


def _list_records(path: str, file: TextIO) -> Iterator[Record]:
    """Yield the objects of a list, and the line on which each begins."""
    decoder, text = new_decoder(), file.read().removeprefix("\ufeff")
    at, before, line = _skip(text, 0) + 1, 0, 1
    while True:
        at = _skip(text, at)
        line += text.count("\n", before, at)
        before = at
        if text[at : at + 1] == "]":
            if text[at + 1 :].strip():
                raise broken(path, Message("tables.json_list", wrong=Message("tables.json_behind_end")), line)
            return
        wrong, record, end = _decoded(decoder, text, at, is_list=True)
        if wrong:
            raise broken(path, Message("tables.json_list", wrong=wrong), line)
        yield line, record
        at = _skip(text, end)
        if text[at : at + 1] == ",":
            at += 1
        elif text[at : at + 1] != "]":
            line += text.count("\n", before, at)
            raise broken(path, Message("tables.json_list", wrong=_DAMAGED), line)


def _decoded(
    decoder: json.JSONDecoder, text: str, at: int, *, is_list: bool = False
) -> tuple[Message | None, dict[str, Any], int]:
    """Return what is wrong with the object that begins at a place of a list, else the object, and where it ends."""
    try:
        record, end = decoder.raw_decode(text, at)
    except TwiceError as error:
        return Message("tables.key_twice", key=str(error)), {}, at
    except (ValueError, RecursionError):
        return _DAMAGED, {}, at
    if is_list and (scores := pipeline_scores(record)) is not None:
        record = {PREDICTION: scores}
    if not isinstance(record, dict):
        return _NO_OBJECT, {}, at
    return Message("tables.half_object") if has_half_letter(text[at:end], record) else None, record, end


def _skip(text: str, at: int) -> int:
    """Return where the next sign stands that is no space."""
    match = _SPACE.match(text, at)
    return match.end() if match else at
