"""One table as it is gathered from arguments: each array checked against the others as it comes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from budgetplan.errors import Problem, counted
from budgetplan.tables.memory import (
    GivenColumn,
    GivenTable,
    NoArrayError,
    as_array,
    frame_columns,
    is_frame,
    names_of,
    text_of,
)
from budgetplan.tables.problems import listing

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
                self._note("", error.wrong, error.todo)
        else:
            self.add(LABEL, source)

    def add(self, place: str, value: Any) -> None:
        """Take an argument with one value for each item."""
        array = _as_one(self._read(place, value))
        if array is not None and array.ndim != 1:
            self._note(place, f"this has the shape {array.shape}", "give one value for each item")
        elif array is not None and self._fits(place, array):
            self._arrays[place] = array

    def add_model(self, place: str, value: Any, classes: Sequence[str]) -> None:
        """Take what a model says: one number for each item, or one for each item and class.

        Columns of a DataFrame are found by their names; those of an array are named by ``classes``.
        """
        if is_frame(value) and shape_of(value) == 2:
            self._add_frame(place, value, classes)
            return
        array = _as_one(
            self._read(place, next(iter(frame_columns(value).values())) if is_frame(value) else value)
        )
        if array is not None and array.ndim == 1:
            if self._fits(place, array):
                self._arrays[place] = array
        elif array is not None:
            self._add_classes(place, array, classes)

    def _add_classes(self, place: str, array: GivenColumn, classes: Sequence[str]) -> None:
        """Take class probabilities whose columns are named by ``classes``."""
        if array.ndim != 2:
            self._note(
                place, f"this has the shape {array.shape}", "give one row for each item, one column a class"
            )
        elif not classes:
            todo = "name the classes in their order: classes=[...], such as those of model.classes_; or give a DataFrame"
            self._note(place, "the columns of this array have no names", todo)
        elif array.shape[1] != len(classes):
            self.named = True
            wrong = f"the array has {counted(array.shape[1], 'column')} and {counted(len(classes), 'class is', 'classes are')} named"
            self._note(place, wrong, "name every class once, in the order of the columns")
        elif self._fits(place, array):
            self.named = True
            for name, column in zip(classes, array.T, strict=True):
                self._arrays[f"{place}:{name}"] = column

    def _add_frame(self, place: str, value: Any, classes: Sequence[str]) -> None:
        """Take class probabilities whose columns are named by the classes."""
        self._read(place, value.index if hasattr(value, "index") else value, owner=value)
        try:
            columns = {text_of(name): column for name, column in frame_columns(value).items()}
        except NoArrayError as error:
            self._note(place, error.wrong, error.todo)
            return
        index_name = str(getattr(getattr(value, "index", None), "name", None) or "")
        if index_name not in {name.strip() for name in names_of(value)}:
            columns.pop(index_name, None)
        names = list(classes) or list(columns)
        self.named = True
        if set(names) != set(columns):
            only = listing(sorted({*names} ^ {*columns}), 5)
            todo = f"give a column for each class; only one of the two has: {only}"
            self._note(place, "the columns are not the classes", todo)
            return
        for name in names:
            array = self._read(place, columns[name])
            if array is None or not self._fits(place, array):
                return
            self._arrays[f"{place}:{name}"] = array

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
        if any(one != one or one is None or str(one).strip() == "" for one in index):  # noqa: PLR0124 - NaN
            return None
        counted = index.dtype.kind in "iu" and (index == np.arange(len(index))).all()
        return None if counted else [str(one) for one in index]

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
        own = _index(value if owner is None else owner)
        if own is not None and self._index is not None and not self._index.equals(own):
            first = "the DataFrame" if self.is_frame else LABEL
            todo = f"put both in the same order, or give the bare values: .to_numpy(), where they are in the order of {first}"
            self._note(place, f"this has another index than {first}", todo)
            return None
        try:
            return as_array(value)
        except NoArrayError as error:
            self._note(place, error.wrong, error.todo)
            return None

    def _fits(self, place: str, array: GivenColumn) -> bool:
        """Note where an array is of another length than the first one."""
        if self._n_rows is None:
            self._n_rows = len(array)
        if len(array) == self._n_rows:
            return True
        first = "rows in the DataFrame" if self.is_frame else f"labels in {LABEL}"
        wrong = f"the number of values is {len(array):,}, and there are {self._n_rows:,} {first}"
        self._note(place, wrong, "give one for each item, in the same order")
        return False

    def _note(self, place: str, wrong: str, todo: str) -> None:
        where = [self.name if self.name == VALIDATION or not place else "", place]
        problem = Problem(wrong, todo, ", ".join(filter(None, where)))
        if problem not in self._problems:
            self._problems.append(problem)


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


def _as_one(array: GivenColumn | None) -> GivenColumn | None:
    """Return an array of one column as its values: other libraries make such of what has one value an item."""
    return array[:, 0] if array is not None and array.ndim == 2 and array.shape[1] == 1 else array
