"""Tables that are no files: arrays and DataFrames, read as the same columns that a file gives.

What is a DataFrame or a Series is known by what it can do, not by the library that makes it.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

import numpy as np

from budgetplan.domain.messages import Message
from budgetplan.errors import Problem, Problems
from budgetplan.tables.celltext import NoTextError, NumberText, RefusedError, as_text
from budgetplan.tables.table import POSITION, ByColumn, Frame, GivenColumn


class NoArrayError(RefusedError):
    """A value that holds no array."""


def is_frame(value: Any) -> bool:
    """Return whether a value is a DataFrame, of pandas or of another library.

    >>> is_frame([1, 2]), is_frame(np.zeros((2, 2)))
    (False, False)
    """
    return hasattr(value, "columns") and hasattr(value, "__getitem__") and hasattr(value, "shape")


def _of_arrow(value: Any) -> bool:
    """Return whether a value is an array or a table of pyarrow."""
    return type(value).__module__.partition(".")[0] == "pyarrow"


def frame_columns(frame: Any, *, with_index: bool = True) -> dict[str, Any]:
    """Return the columns of a DataFrame by name, an index that has a name among them if it is wanted.

    Raises
    ------
    NoArrayError
        Where two columns have the same name.
    """
    # A table of pyarrow has its columns where others have their names.
    of_arrow = _of_arrow(frame)
    names = [str(name).strip() for name in (frame.column_names if of_arrow else frame.columns)]
    for name, n_times in Counter(names).items():
        if n_times > 1:
            raise NoArrayError(Message("tables.frame_same_name", name=name))
    columns = dict(zip(names, frame.columns if of_arrow else (frame[column] for column in frame.columns), strict=True))
    index = getattr(frame, "index", None) if with_index else None
    index_name = str(getattr(index, "name", None) or "")
    return columns if not index_name or index_name in columns else {**columns, index_name: index}


def as_array(value: Any) -> GivenColumn:
    """Return an array, a Series or a list as an array; what is missing stays missing.

    >>> as_array(["a", float("nan"), None]).tolist()
    ['a', nan, None]
    >>> as_array(np.ma.array([1, 2], mask=[False, True])).tolist()
    [1, None]
    """
    if isinstance(value, np.ma.MaskedArray):
        whole = np.asarray(value.data).astype(object)
        whole[np.ma.getmaskarray(value)] = None
        return whole
    if _of_arrow(value) and hasattr(value, "type"):
        # Whole numbers beside nothing would become floats, which do not hold long ids.
        value = value.to_pandas(integer_object_nulls=True)
    if isinstance(value, list | tuple):
        return _of_list(value)
    if not (hasattr(value, "to_numpy") or hasattr(value, "__array__") or isinstance(value, range)):
        raise NoArrayError(Message("tables.no_array"))
    array = np.asarray(value.to_numpy() if hasattr(value, "to_numpy") else value)
    if array.ndim == 0:
        raise NoArrayError(Message("tables.single_value"))
    return array


def _of_list(value: Sequence[Any]) -> GivenColumn:
    """Return a list as an array; numpy itself would make the text "nan" of a missing value beside texts."""
    if any(isinstance(element, list | tuple | np.ndarray) for element in value):
        try:
            return np.array(value)
        except ValueError:
            raise NoArrayError(Message("tables.ragged_list")) from None
    array = np.empty(len(value), dtype=object)
    array[:] = value
    return array


def text_of(value: Any) -> str:
    """Return the text of a label, an id or a group; empty where there is none. Whole numbers have no point.

    >>> [text_of(one) for one in (" a ", 1, 1.0, 0.5, True, np.float32(0.1), None, float("nan"), np.int8(3))]
    ['a', '1', '1', '0.5', 'True', '0.1', '', '', '3']
    """
    if isinstance(value, np.generic):
        # A number of single precision means its shortest text: 0.1, not 0.10000000149.
        value = float(str(value)) if value.dtype.kind == "f" and value.itemsize < 8 else value.item()
    if type(value).__name__ in {"NAType", "NaTType"}:  # pandas' signs for what is missing
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, Decimal) and value.is_nan():
        return ""
    text = as_text(value, "True", "False").strip()
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise NoTextError(Message("tables.half_text"), ascii(text)) from None
    return text


class GivenTable(ByColumn):
    """Columns that were given: arrays, lists or Series, all of one length, which is ``n_rows``."""

    by, sign, whole, single = POSITION, ".", True, True

    def __init__(self, columns: Mapping[str, Any], n_rows: int) -> None:
        self.header, self.lines = tuple(columns), np.arange(n_rows)
        self._columns, self.n_rows = columns, n_rows

    def values(self, at: int) -> GivenColumn:
        """Return a column, by its position."""
        array = as_array(self._columns[self.header[at]])
        if array.dtype.kind in "mM":
            # Finer times than Python has would become plain numbers.
            array = array.astype(array.dtype.kind + "8[us]").astype(object)
        # A column of a DataFrame may hold arrays.
        return array if array.ndim == 1 else np.fromiter(array, object, len(array))

    def text(self, at: int, row: int, value: Any) -> str:
        """Return the text of a value; of one that is no text, what it is."""
        try:
            text = text_of(value)
        except NoTextError as error:
            self.note(at, row, error, error.found)
            text = error.found
        # What Python has as a number means one thing.
        return text if isinstance(value, str) else NumberText(text)

    def read(self, ids: str, texts: Sequence[str], numbers: Sequence[str], problems: Problems) -> Frame:
        """Return these columns; values that are neither text nor number are noted as problems."""
        if sum(self._note_several(name, problems) for name in numbers):
            problems.raise_if_any()
        frame = super().read(ids, texts, numbers, problems)
        return replace(frame, sha256=_checksum(frame))

    def _note_several(self, name: str, problems: Problems) -> bool:
        """Note a column whose cells hold several numbers each, or an answer with its score, and say whether it is one."""
        values = self.values(self.header.index(name))
        if values.dtype != object:
            return False
        # A single odd cell among numbers is told by its line.
        cell: Any = next((value for value in values if not (value is None or isinstance(value, float))), None)
        if isinstance(cell, dict):
            key = str(next(reversed(cell), "score"))
            problems.add(Message("tables.cells_are_dictionaries", key=key, name=name), column=name)
        elif isinstance(cell, list | tuple | np.ndarray):
            problems.add(Message("tables.cells_are_arrays", name=name), column=name)
        return isinstance(cell, dict | list | tuple | np.ndarray)


def _checksum(frame: Frame) -> str:
    """Return a SHA-256 of the values, so that the same data have the same name in reports."""
    digest = hashlib.sha256()
    for text in frame.ids or ():
        digest.update(f"{len(text)}:{text}".encode())
    for name, column in sorted(frame.texts.items()):
        digest.update(repr((name, tuple(column.names))).encode())
        digest.update(column.codes.astype("<i8").tobytes())
    for name, numbers in sorted(frame.numbers.items()):
        digest.update(repr((name, sorted(numbers.odd.items()))).encode())
        digest.update(numbers.values.astype("<f8").tobytes())
    return digest.hexdigest()


LABEL = "y_true"
"""What the labels are called where they are an array."""

VALIDATION = "validation"
"""The argument with the validation items, and the name of their table."""


class Gathering:
    """A table as it is gathered.

    Attributes
    ----------
    name
        Its name in the plan.
    is_frame
        Whether it began with a DataFrame, whose columns have names.
    places
        Columns that are arguments of their own, as they are called in messages.
    named
        Whether names of classes were used for an array.
    """

    def __init__(self, name: str, source: Any, problems: list[Problem]) -> None:
        self.name = name
        self.is_frame = is_frame(source)
        self.places: list[str] = []
        self.named = False
        self._problems = problems
        self._index = _index(source)
        self._arrays: dict[str, GivenColumn] = {}
        self._frame: dict[str, Any] = {}
        self._n_rows: int | None = None
        if self.is_frame:
            self._n_rows = len(source)
            try:
                self._frame = frame_columns(source)
            except NoArrayError as error:
                self._note("", error.message)
        else:
            self.add(LABEL, source)

    def add(self, place: str, value: Any) -> None:
        """Take an argument with one value for each item."""
        self._put(place, self._read(place, value))

    def add_model(self, place: str, value: Any, classes: Sequence[str]) -> None:
        """Take what a model says: one number for each item, or one for each item and class.

        Columns of a DataFrame are found by their names; those of an array are named by ``classes``.
        """
        if is_frame(value) and shape_of(value) == 2:
            for name, column in self._by_class(place, value, classes).items():
                self._put(place, self._read(place, column), name)
            return
        array = self._read(place, next(iter(frame_columns(value).values())) if is_frame(value) else value)
        if array is None or array.ndim == 1:
            self._put(place, array)
        elif array.ndim != 2:
            self._note(place, Message("tables.array_no_rows_of_classes", shape=str(array.shape)))
        elif not classes:
            self._note(place, Message("tables.classes_unnamed"))
        elif array.shape[1] != len(classes):
            self.named = True
            self._note(place, Message("tables.other_number_of_classes", n=array.shape[1], n_named=len(classes)))
        else:
            self.named = True
            for name, column in zip(classes, array.T, strict=True):
                self._put(place, column, name)

    def _by_class(self, place: str, frame: Any, classes: Sequence[str]) -> dict[str, Any]:
        """Return the columns of a DataFrame that are named by the classes, in their order; what is wrong is noted."""
        self._read(place, getattr(frame, "index", frame), owner=frame)
        try:
            columns = frame_columns(frame, with_index=False)
        except NoArrayError as error:
            self._note(place, error.message)
            return {}
        names = list(classes) or list(columns)
        self.named = True
        if set(names) != set(columns):
            self._note(place, Message("tables.columns_no_classes", names=sorted({*names} ^ {*columns})))
            return {}
        return {name: columns[name] for name in names}

    def _put(self, place: str, array: GivenColumn | None, name: str = "") -> None:
        """Keep an argument as a column; ``name``: the class that it is about."""
        if array is not None and array.ndim != 1:
            self._note(place, Message("tables.array_no_values", shape=str(array.shape)))
        elif array is not None and self._fits(place, array):
            self._arrays[f"{place}:{name}" if name else place] = array

    def is_true_or_false(self) -> bool:
        """Return whether the labels are true and false, of which the first is what is looked for."""
        return LABEL in self._arrays and self._arrays[LABEL].dtype == np.bool_

    def has_ids(self) -> bool:
        """Return whether a column names the items, as it is called in most tables."""
        return bool({"item_id", "id"} & {*self._frame})

    def named_rows(self) -> Sequence[Any] | None:
        """Return the labels of the rows, where they name items: each its own, and no mere count from 0."""
        index = self._index
        if index is None or getattr(index, "nlevels", 1) > 1 or not index.is_unique or not len(index):
            return None
        if any(label != label or label is None or str(label).strip() == "" for label in index):  # noqa: PLR0124 - NaN
            return None
        counted = index.dtype.kind in "iu" and (index == np.arange(len(index))).all()
        return None if counted else [str(label) for label in index]

    def has_classes(self, prefix: str) -> bool:
        """Return whether the DataFrame has columns by class that begin like this, and none with just this name."""
        return prefix not in self._frame and any(name.startswith(f"{prefix}:") for name in self._frame)

    def table(self) -> GivenTable:
        """Return the table; columns of a DataFrame are converted when they are asked for."""
        return GivenTable({**self._frame, **self._arrays}, self._n_rows or 0)

    def _read(self, place: str, value: Any, owner: Any = None) -> GivenColumn | None:
        """Return an argument as an array; what is none, or is in another order, is a problem."""
        if place not in self.places:
            self.places.append(place)
        index = _index(value if owner is None else owner)
        if index is not None and self._index is not None and not self._index.equals(index):
            unlike = Message("tables.index_unlike", first=LABEL)
            self._note(place, Message("tables.index_unlike_frame") if self.is_frame else unlike)
            return None
        try:
            array = as_array(value)
        except NoArrayError as error:
            self._note(place, error.message)
            return None
        # Other libraries make an array of one column of what has one value an item.
        return array[:, 0] if array.ndim == 2 and array.shape[1] == 1 else array

    def _fits(self, place: str, array: GivenColumn) -> bool:
        """Note where an array is of another length than the first one."""
        if self._n_rows is None:
            self._n_rows = len(array)
        if len(array) == self._n_rows:
            return True
        of_frame = Message("tables.n_values_unlike_frame", n=len(array), n_rows=self._n_rows)
        unlike = Message("tables.n_values_unlike", n=len(array), n_labels=self._n_rows, first=LABEL)
        self._note(place, of_frame if self.is_frame else unlike)
        return False

    def _note(self, place: str, message: Message) -> None:
        where = [self.name if self.name == VALIDATION or not place else "", place]
        self._problems.append(Problem(message, ", ".join(filter(None, where))))


def _index(value: Any) -> Any:
    """Return the index of a Series or a DataFrame, None for everything else."""
    index = getattr(value, "index", None)
    return index if hasattr(index, "equals") and hasattr(value, "to_numpy") else None


def shape_of(value: Any) -> int:
    """Return how many dimensions an argument has.

    >>> shape_of(np.zeros((3, 2))), shape_of([0.1, 0.2]), shape_of([[0.1, 0.9], [0.5, 0.5]])
    (2, 1, 2)
    >>> shape_of(np.zeros((3, 1))), shape_of([[0.1], [0.2]])
    (1, 1)
    """
    if is_frame(value):
        return 1 if value.shape[1] == 1 else 2
    if isinstance(value, list | tuple):
        several = value and isinstance(value[0], list | tuple | np.ndarray)
        return 2 if several and any(len(row) != 1 for row in value) else 1
    n_dimensions = int(getattr(value, "ndim", 1))
    return 1 if n_dimensions == 2 and value.shape[1] == 1 else n_dimensions
