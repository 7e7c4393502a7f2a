"""Opens a JSON file: as a table of flat objects, or as the export of the tool whose keys it has."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any

from budgetplan.domain.options import advise, one_of
from budgetplan.domain.plan import TableForm
from budgetplan.tables.files import Opened, broken
from budgetplan.tables.formats.dialect import encoding_of, open_text
from budgetplan.tables.formats.json_lines import (
    LINES,
    JsonSource,
    TwiceError,
    has_half_letter,
    line_records,
    new_decoder,
    refuse_no_records,
)
from budgetplan.tables.frame import OBJECT
from budgetplan.tables.problems import Problems
from budgetplan.tools.base import Asked, ExportSource, Record
from budgetplan.tools.huggingface import PREDICTION, pipeline_scores
from budgetplan.tools.inception import is_document
from budgetplan.tools.inception import read as read_document
from budgetplan.tools.registry import TOOLS

_SPACE = re.compile(r"[ \t\r\n]*")
_TODO = "export or save the file again"
_DAMAGED = "the list of objects breaks off or is damaged"


def open_json(opened: Opened, form: TableForm | None, asked: Asked) -> ExportSource | JsonSource:
    """Return the rows of a JSON file.

    Raises
    ------
    BadDataError
        The file holds no objects, or those of two dialects, or those of one that is no table.
    """
    spoilt = Problems(opened.path)
    if is_document(opened):
        return ExportSource(read_document(opened, asked), spoilt)
    name, found = read_objects(opened, form, spoilt)
    if isinstance(found, JsonSource):
        found.noted.take(spoilt)
        return found
    if not asked.label_column and len({line for line, _ in found}) < len(found):
        # Where several begin on one line, they are counted.
        found, asked = [(number, one) for number, (_, one) in enumerate(found, 1)], replace(asked, by=OBJECT)
    read = TOOLS[name].read
    assert read is not None
    return ExportSource(read(opened.path, found, asked), spoilt)


def read_objects(
    opened: Opened, form: TableForm | None, spoilt: Problems
) -> tuple[str, list[Record] | JsonSource]:
    """Return the tool that wrote a JSON file, and its objects; where none did, no name and a table.

    ``spoilt`` takes what is no object.

    Raises
    ------
    BadDataError
        The file holds no objects, or those of two dialects, or those of one that is no table.
    """
    said = "" if form is None else form.dialect
    if said in TOOLS and TOOLS[said].read is None:
        wrong = f"this is JSON, and {TOOLS[said].called} is a table"
        raise broken(opened.path, wrong, advise("leave out {table.dialect}"))
    is_list, every = _records(opened, form, spoilt)
    # Which dialects the objects show.
    records, seen = list[Record](), set[str]()
    for line, one in every:
        records.append((line, one))
        seen |= {name for name, tool in TOOLS.items() if name not in seen and tool.shows(one)}
    if not any(one for _, one in records):
        if is_list:
            raise broken(opened.path, "the list is empty", "write one object for each item")
        encoding = encoding_of(opened.path, opened.file, form, opened.beside)
        whole = open_text(opened.file, encoding).read().removeprefix("\ufeff")
        refuse_no_records(opened.path, whole, spoilt)
    if said == "table" or not (said or seen):
        return "", JsonSource(records, "a JSON list" if is_list else LINES)
    name = said or _found(opened.path, seen, can_say=form is not None)
    # Tasks that nobody has judged yet show no sign.
    may_be = name == "label-studio" and all(isinstance(one.get("data"), dict) for _, one in records)
    if name not in seen and not may_be:
        wrong = f"no object has what {TOOLS[name].called} has: {TOOLS[name].sign}"
        todo = advise("leave out {table.dialect}, or name the tool that wrote the file")
        raise broken(opened.path, wrong, todo)
    return name, records


def _found(path: str, seen: Collection[str], *, can_say: bool) -> str:
    """Return the only dialect that the objects of a file show."""
    showing = [name for name in TOOLS if name in seen]
    if len(showing) > 1:
        ways = " or ".join(f"{TOOLS[name].called} ({TOOLS[name].sign})" for name in showing)
        which = advise("say which: {}", one_of("table.dialect", showing))
        raise broken(
            path, f"this may be {ways}", which if can_say else "write a table with the columns needed"
        )
    return showing[0]


def _records(opened: Opened, form: TableForm | None, spoilt: Problems) -> tuple[bool, Iterator[Record]]:
    """Return whether a file is one list, and its objects."""
    encoding = encoding_of(opened.path, opened.file, form, opened.beside)
    with open_text(opened.file, encoding) as file:
        is_list = file.read(1000).lstrip("\ufeff \t\r\n")[:1] == "["
    if is_list:
        return True, _list_records(
            opened.path, open_text(opened.file, encoding).read().removeprefix("\ufeff")
        )
    return False, line_records(open_text(opened.file, encoding), spoilt)


def _list_records(path: str, text: str) -> Iterator[Record]:
    """Yield the objects of a list, and the line on which each begins."""
    decoder = new_decoder()
    at, before, line = _skip(text, 0) + 1, 0, 1
    while True:
        at = _skip(text, at)
        line += text.count("\n", before, at)
        before = at
        if text[at : at + 1] == "]":
            if text[at + 1 :].strip():
                raise broken(path, "something stands behind the end of the list", _TODO, line)
            return
        one, end = _decoded(decoder, path, text, at, line)
        yield line, one
        at = _skip(text, end)
        if text[at : at + 1] == ",":
            at += 1
        elif text[at : at + 1] != "]":
            line += text.count("\n", before, at)
            raise broken(path, _DAMAGED, _TODO, line)


def _decoded(
    decoder: json.JSONDecoder, path: str, text: str, at: int, line: int
) -> tuple[dict[str, Any], int]:
    """Return the object that begins at a place, and where it ends."""
    try:
        one, end = decoder.raw_decode(text, at)
    except TwiceError as error:
        wrong = f'the key "{error}" stands twice in an object that begins here'
        raise broken(path, wrong, _TODO, line) from None
    except (ValueError, RecursionError):
        raise broken(path, _DAMAGED, _TODO, line) from None
    if (scores := pipeline_scores(one)) is not None:
        one = {PREDICTION: scores}
    if not isinstance(one, dict):
        raise broken(path, "the list holds something that is no object", _TODO, line)
    if has_half_letter(text[at:end], one):
        raise broken(path, "the object that begins here holds half a letter", _TODO, line)
    return one, end


def _skip(text: str, at: int) -> int:
    """Return where the next sign stands that is no space."""
    found = _SPACE.match(text, at)
    return found.end() if found else at
