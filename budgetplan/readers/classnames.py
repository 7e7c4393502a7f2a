"""Names for the columns of an array: a file with one class a line, a JSON list, or the labels in sorted order."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from pathlib import Path

from budgetplan.errors import BadDataError, Problem

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

    A name that ends in ``.json`` is a JSON list of texts or whole numbers; any other file has one class a line.
    Spaces around a class are left out, as they are around labels.

    Raises
    ------
    BadDataError
        The file cannot be read, names no class, or one of them twice.
    """
    try:
        data = Path(path).read_bytes()
    except FileNotFoundError:
        raise _broken(path, "there is no such file", "check the name and the folder") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise _broken(path, f"the file cannot be read ({reason})", "check the name and the rights") from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        at = data.count(b"\n", 0, error.start) + 1
        raise _broken(path, "this is not UTF-8 text", "save the names as UTF-8", line=at) from None
    is_json = Path(path).suffix.lower() == ".json"
    lines = _json_names(path, text) if is_json else text.split("\n")
    names = [name.strip() for name in lines]
    while names and not names[-1]:
        names.pop()
    if not names:
        raise _broken(path, "no class is named here", "write the classes in the order of the columns")
    seen: set[str] = set()
    # What a list says of lines helps nobody.
    for number, name in enumerate(names, 1):
        if not name or name in seen:
            wrong = "two classes have the same name" if name else "a class has no name"
            line = None if is_json else number
            raise _broken(path, wrong, "give each column a class of its own", name or None, line)
        seen.add(name)
    return tuple(names), hashlib.sha256(data).hexdigest()


def _json_names(path: str, text: str) -> list[str]:
    """Return the texts of a JSON list."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    whole = isinstance(found, list) and all(type(name) in {str, int} for name in found)
    if not whole:
        raise _broken(path, "this is not a JSON list of classes", 'write ["hate", "neither"]')
    return [str(name) for name in found or ()]


def _broken(
    path: str, wrong: str, todo: str, found: str | None = None, line: int | None = None
) -> BadDataError:
    return BadDataError([Problem(wrong, todo, path, line=line, found=found)])
