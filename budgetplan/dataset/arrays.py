"""Class probabilities: from a file of their own (.npy, Parquet), with names for its columns; and what rounding makes of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from budgetplan import lazy_pandas as pd
from budgetplan.arrays import FloatArray
from budgetplan.domain.messages import Message
from budgetplan.tables.columns import find_id
from budgetplan.tables.files import broken, load_array, open_bytes

MOST_CLASSES = 1000


@dataclass(frozen=True)
class ArrayFile:
    """The content of an array file.

    Attributes
    ----------
    values
        Shape (rows, C): numbers as they stand there; NaN where there is none.
    classes
        Names of the C columns.
    ids
        Names of the rows' items, or None where rows are in the order of the table.
    single
        Whether the numbers are of single precision (float32).
    sha256
        Checksum of the file.
    """

    values: FloatArray
    classes: tuple[str, ...]
    ids: tuple[str, ...] | None
    single: bool
    sha256: str


def read_array(path: str, classes: Sequence[str], id_column: str = "", *, of_labels: bool = False) -> ArrayFile:
    """Read class probabilities.

    Parameters
    ----------
    path
        A file whose name ends in ``.npy`` or ``.parquet``.
    classes
        Names of the columns in their order; for Parquet: the columns to take, empty for all.
    id_column
        Column of a Parquet file with the items' names; without it rows are in the order of the table.
    of_labels
        Whether the labels of the table are taken for the classes.

    Raises
    ------
    BadDataError
        The file cannot be read, or is not a table of floats.
    """
    kind = Path(path).suffix.lower()
    if kind not in {".npy", ".parquet"}:
        raise broken(path, Message("dataset.array_format"))
    with open_bytes(path, "file") as opened:
        if kind == ".npy":
            array, class_names, ids = load_array(path, path, Message("dataset.as_floats")), tuple(classes), None
            if not isinstance(array, np.ndarray):
                array.close()
                raise broken(path, Message("dataset.several_arrays"))
        else:
            array, class_names, ids = _take_columns(path, _load_parquet(path), classes, id_column)
    if array.dtype.kind in "US":
        raise broken(path, Message("dataset.array_of_texts"))
    if array.dtype.kind != "f" or array.dtype.itemsize not in {4, 8}:
        raise broken(path, Message("dataset.array_no_floats", dtype=str(array.dtype)))
    if array.ndim != 2:
        raise broken(path, Message("dataset.array_shape", shape=str(array.shape)))
    check_class_count(array.shape[1], path)
    if array.shape[1] != len(class_names):
        kind = "dataset.columns_and_labels" if of_labels else "dataset.columns_and_classes"
        raise broken(path, Message(kind, columns=array.shape[1], classes=len(class_names)))
    return ArrayFile(array.astype(np.float64), class_names, ids, array.dtype.itemsize == 4, opened.sha256)


def check_class_count(count: int, path: str) -> None:
    """Refuse more classes than values and resamples have room for, before anything is made of them.

    >>> check_class_count(1000, "t.csv")
    >>> check_class_count(5000, "t.csv")
    Traceback (most recent call last):
    budgetplan.errors.BadDataError: t.csv: there are 5,000 classes, and a plan has at most 1,000; join rare classes into one
    """
    if count > MOST_CLASSES:
        raise broken(path, Message("dataset.too_many_classes", n=count, most=MOST_CLASSES))


def _load_parquet(path: str) -> Mapping[str, Any]:
    """Return the columns of a Parquet file, by the library that is installed."""
    try:
        frame = pd.read_parquet(path)
    except ImportError:
        raise broken(path, Message("dataset.no_parquet_library")) from None
    except Exception as error:
        # Each library has errors of its own for a file that is no Parquet.
        raise broken(path, Message("dataset.no_parquet")) from error
    # Names of rows are a column as any other.
    frame = frame if frame.index.names == [None] else frame.reset_index()
    return {str(name): frame[name].to_numpy() for name in frame.columns}


def _take_columns(
    path: str, columns: Mapping[str, Any], classes: Sequence[str], id_column: str
) -> tuple[npt.NDArray[Any], tuple[str, ...], tuple[str, ...] | None]:
    """Return the probabilities, the names of the classes and of the items, from the columns of a file."""
    ids_at = find_id([*columns], id_column)
    ids_at = ids_at if ids_at in columns else ""
    # Row numbers that pandas wrote.
    others = [name for name in columns if name != ids_at and not name.startswith("__index_level_")]
    class_names = tuple(classes) or tuple(others)
    for name in class_names:
        if name not in columns:
            raise broken(path, Message("dataset.no_array_column", columns=others), column=name)
        if np.asarray(columns[name]).dtype.kind != "f":
            raise broken(path, Message("dataset.column_no_floats"), column=name)
    if not class_names:
        raise broken(path, Message("dataset.no_array_columns"))
    ids = tuple(str(name).strip() for name in columns[ids_at]) if ids_at else None
    return np.column_stack([columns[name] for name in class_names]), class_names, ids


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


def read_class_names(path: str) -> tuple[tuple[str, ...], tuple[str, ...] | None, dict[str, str]]:
    """Return the classes that a file names, in its order, the ids of the array's rows, and checksums by path.

    A name that ends in ``.json`` is a JSON list of texts or whole numbers, or an object with such a list as
    ``classes``; any other file has one class a line. Spaces around a class are left out, as they are around labels.
    An object may have ``ids``, too: a list, or the name of a text file with one a line. None: rows are in the order of
    the table.

    Raises
    ------
    BadDataError
        The file cannot be read, names no class, or one of them twice; or ids are neither a list nor a file.
    """
    text, sha256 = _read_text(path)
    checksums, is_json = {path: sha256}, Path(path).suffix.lower() == ".json"
    lines, rows = _read_json(path, text) if is_json else (text.split("\n"), None)
    names = [name.strip() for name in lines]
    while names and not names[-1]:
        names.pop()
    if not names:
        raise broken(path, Message("dataset.no_class_named"))
    for number, name in enumerate(names, 1):
        if not name or name in names[: number - 1]:
            kind = "dataset.class_named_twice" if name else "dataset.class_unnamed"
            # What a list says of lines helps nobody.
            raise broken(path, Message(kind), None if is_json else number, found=name or None)
        # JSON can say what is no text in any encoding.
        written = name.encode("utf-8", "backslashreplace").decode()
        if written != name:
            raise broken(path, Message("dataset.half_a_letter"), found=written)
    if isinstance(rows, str):
        further = str(Path(path).parent / rows)
        text, checksums[further] = _read_text(further)
        rows = [name for name in text.split("\n") if name.strip()]
    elif not (rows is None or _is_list(rows)):
        raise broken(path, Message("dataset.ids_no_list"))
    ids = None if rows is None else tuple(str(name).strip() for name in rows)
    return tuple(names), ids, checksums


def _read_text(path: str) -> tuple[str, str]:
    """Return a text and its checksum."""
    with open_bytes(path, "file") as opened:
        data = opened.file.read()
    try:
        return data.decode("utf-8-sig"), opened.sha256
    except UnicodeDecodeError as error:
        raise broken(path, Message("dataset.names_not_utf8"), data.count(b"\n", 0, error.start) + 1) from None


def _read_json(path: str, text: str) -> tuple[list[str], Any]:
    """Return the classes of a JSON file, and what it says of ids."""
    try:
        held = json.loads(text)
    except (ValueError, RecursionError):
        held = None
    held = held if isinstance(held, dict) else {"classes": held}
    if not _is_list(held.get("classes")):
        raise broken(path, Message("dataset.classes_no_list"))
    return [*map(str, held["classes"])], held.get("ids")


def _is_list(held: Any) -> bool:
    return isinstance(held, list) and all(type(name) in {str, int} for name in held)


MOST_DECIMALS = 12
"""Numbers with more printed decimals count as exact."""

_SLACK = 1e-9
"""What is outside [0, 1] by no more than this is 0 or 1, off by the rounding of floats."""
_SLACK_SINGLE = 1e-6
"""The same in single precision, whose numbers near 1 are 1.2e-7 apart."""


def within(values: FloatArray, *, single: bool = False) -> FloatArray:
    """Return probabilities in which what floats have rounded across 0 or 1 is 0 or 1, same shape.

    ``single``: they were stored in single precision. What is outside by more stays as it is.

    >>> within(np.array([1 + 6.66e-16, -6.66e-16, 0.5, 1.01])).tolist()
    [1.0, 0.0, 0.5, 1.01]
    """
    clipped = np.clip(values, 0, 1)
    return np.where(np.abs(values - clipped) <= (_SLACK_SINGLE if single else _SLACK), clipped, values)


def printed_decimals(values: FloatArray) -> int | None:
    """Return how many decimals numbers are printed with, or None where they count as exact.

    The numbers of the greatest decade speak: a number printed with six significant digits has more decimals
    the smaller it is, and the greatest ones are rounded most. Whole numbers count as exact: a row of 0 and 1
    sums to 1 without any rounding.

    >>> printed_decimals(np.array([0.25, 0.125, 0.625])), printed_decimals(np.array([1 / 3, 2 / 3]))
    (3, None)
    >>> printed_decimals(np.array([0.0, 1.0]))
    """
    inner = values[values != np.rint(values)]
    great = inner[inner >= inner.max(initial=0.0) / 10]
    if not great.size or (great != np.round(great, MOST_DECIMALS)).any():
        return None
    return next(d for d in range(1, MOST_DECIMALS + 1) if (great == np.round(great, d)).all())


def sum_tolerance(values: FloatArray, *, single: bool) -> float:
    """Return by how much a row of probabilities may miss 1 (METHODS S1): max(1e-6, C x half a printed unit).

    Single precision: 1e-4. ``values`` has the shape (rows, C).

    >>> round(sum_tolerance(np.array([[0.33, 0.33, 0.33]]), single=False), 6)
    0.015
    """
    if single:
        return 1e-4
    decimals = printed_decimals(values)
    half = 0.0 if decimals is None else 0.5 / float(10**decimals)
    # The sum itself is rounded: a row at the limit may not fail by that.
    return max(1e-6, int(values.shape[1]) * half * (1 + 1e-9))


def off_one(values: FloatArray) -> FloatArray:
    """Return how far the sum of each row is from 1, shape (n,); numbers far beyond count as a thousand million.

    >>> off_one(np.array([[0.5, 0.75], [1e308, 1e308]])).tolist()
    [0.25, 1999999999.0]
    """
    return np.asarray(np.abs(np.clip(values, -1e9, 1e9).sum(axis=1) - 1))


def n_off_one(values: FloatArray, *, single: bool = False) -> tuple[int, int]:
    """Return how many rows do not add up to 1, beyond what rounding explains, and how many have all their numbers.

    ``single``: they were stored in single precision.

    >>> n_off_one(np.array([[0.5, 0.5], [0.5, 0.75], [0.5, np.nan]]))
    (1, 2)
    """
    whole = values[np.isfinite(values).all(axis=1)]
    return int((off_one(whole) > sum_tolerance(whole, single=single)).sum()) if len(whole) else 0, len(whole)
