"""Names for the columns of an array: a file with one class a line, a JSON list, or the labels in sorted order."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from budgetplan.tables.files import SAVE_FIRST, broken, no_file

SORTED = "sorted"
"""Said in place of a file: the classes are the labels, sorted."""

_WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,17})")


def beside(array: str) -> tuple[str, str]:
    """Return the names of the files that may name an array's classes beside it.

    >>> [Path(path).name for path in beside("proba.npy")]
    ['proba.classes.txt', 'proba.classes.json']
    """
    path = Path(array)
    return str(path.with_suffix(".classes.txt")), str(path.with_suffix(".classes.json"))


def sorted_labels(labels: Iterable[str]) -> tuple[str, ...]:
    """Return labels as NumPy and scikit-learn sort them: whole numbers by value, all others by code points.

    >>> sorted_labels(["10", "9"]), sorted_labels(["10", "9", "x"]), sorted_labels(["b", "a", "B"])
    (('9', '10'), ('10', '9', 'x'), ('B', 'a', 'b'))
    """
    names = tuple(labels)
    if all(_WHOLE.fullmatch(name) for name in names):
        return tuple(sorted(names, key=int))
    return tuple(sorted(names))


def read_class_names(path: str) -> tuple[tuple[str, ...], str]:
    """Return the classes that a file names, in its order, and its checksum.

    A name that ends in ``.json`` is a JSON list of texts or whole numbers, or an object with such a list as
    ``classes``; any other file has one class a line. Spaces around a class are left out, as they are around labels.

    Raises
    ------
    BadDataError
        The file cannot be read, names no class, or one of them twice.
    """
    if wrong := no_file(path):
        raise broken(path, wrong, SAVE_FIRST)
    try:
        data = Path(path).read_bytes()
    except FileNotFoundError:
        raise broken(path, "there is no such file", "check the name and the folder") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise broken(path, f"the file cannot be read ({reason})", "check the name and the rights") from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        at = data.count(b"\n", 0, error.start) + 1
        raise broken(path, "this is not UTF-8 text", "save the names as UTF-8", line=at) from None
    is_json = Path(path).suffix.lower() == ".json"
    lines = _json_names(path, text) if is_json else text.split("\n")
    names = [name.strip() for name in lines]
    while names and not names[-1]:
        names.pop()
    if not names:
        raise broken(path, "no class is named here", "write the classes in the order of the columns")
    seen: set[str] = set()
    # What a list says of lines helps nobody.
    for number, name in enumerate(names, 1):
        if not name or name in seen:
            wrong = "two classes have the same name" if name else "a class has no name"
            line = None if is_json else number
            todo = "give each column a class of its own"
            raise broken(path, wrong, todo, line, found=name or None)
        # JSON can say what is no text in any encoding.
        written = name.encode("utf-8", "backslashreplace").decode()
        if written != name:
            raise broken(path, "this name holds half a letter", "save the names as UTF-8", found=written)
        seen.add(name)
    return tuple(names), hashlib.sha256(data).hexdigest()


def _json_names(path: str, text: str) -> list[str]:
    """Return the texts of a JSON list."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if isinstance(found, dict) and "classes" in found:
        found = found["classes"]
    if not _is_list(found):
        raise broken(path, "this is not a JSON list of classes", 'write ["hate", "neither"]')
    return [str(name) for name in found or ()]


def _is_list(found: Any) -> bool:
    return isinstance(found, list) and all(type(name) in {str, int} for name in found)


def read_row_ids(path: str) -> tuple[tuple[str, ...] | None, dict[str, str]]:
    """Return the ids of an array's rows, where a JSON file beside it says them, and checksums of further files.

    They are ``ids`` of an object whose ``classes`` name the columns: a list, or the name of a text file with one
    a line. None: rows are in the order of the table.

    Raises
    ------
    BadDataError
        What is said is neither, or the file cannot be read.
    """
    if Path(path).suffix.lower() != ".json":
        return None, {}
    found = json.loads(Path(path).read_bytes().decode("utf-8-sig"))
    ids = found.get("ids") if isinstance(found, dict) else None
    if ids is None:
        return None, {}
    if _is_list(ids):
        return tuple(str(name).strip() for name in ids), {}
    if not isinstance(ids, str):
        raise broken(path, "the ids are neither a list nor a file", 'write "ids": "ids.txt", with one a line')
    further = str(Path(path).parent / ids)
    try:
        data = Path(further).read_bytes()
        text = data.decode("utf-8-sig")
    except (OSError, ValueError):
        raise broken(
            further, "these ids cannot be read as UTF-8 text", "check the name and the file"
        ) from None
    return tuple(name.strip() for name in text.split("\n") if name.strip()), {
        further: hashlib.sha256(data).hexdigest()
    }
