"""Types of arrays, one word for each wherever numbers are passed on; and what holds an array for each of its items."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]

Array = TypeVar("Array", FloatArray, IntArray, BoolArray)
Held = TypeVar("Held", bound="DataclassInstance")


def frozen(array: Array) -> Array:
    """Make an array read-only and return it."""
    array.setflags(write=False)
    return array


def first_seen(codes: IntArray) -> IntArray:
    """Return codes numbered in the order in which they come.

    >>> first_seen(np.array([7, 2, 7, 5])).tolist()
    [0, 1, 0, 2]
    """
    _, first, code = np.unique(codes, return_index=True, return_inverse=True)
    return np.asarray(np.argsort(np.argsort(first))[code])


def taken(held: Held, rows: IntArray | BoolArray) -> Held:
    """Return what is held of some items, in this order: of each array, of the names ``ids``, and of what has arrays itself.

    >>> @dataclasses.dataclass(frozen=True)
    ... class Lengths:
    ...     ids: tuple[str, ...]
    ...     length: FloatArray
    >>> taken(Lengths(("a", "b"), np.array([0.5, 2])), np.array([False, True]))
    Lengths(ids=('b',), length=array([2.]))
    """
    return joined([held], {}, rows)


def joined(every: Sequence[Held], nothing: Mapping[str, float], rows: IntArray | BoolArray) -> Held:
    """Return what is held of some items of several sets that stand one after the other, in this order.

    ``nothing``: by name what stands in an array for the items of a set that comes without it. What is no array is that of
    the first.
    """
    laid: dict[str, Any] = {}
    for name in (field.name for field in dataclasses.fields(every[0])):
        values = [getattr(held, name) for held in every]
        if name == "ids":
            laid[name] = tuple(np.array([*chain(*values), None], dtype=object)[:-1][rows].tolist())
        elif any(isinstance(value, np.ndarray) for value in values):
            sizes = [next(len(part) for part in vars(held).values() if isinstance(part, np.ndarray)) for held in every]
            filled = zip(values, sizes, strict=True)
            whole = [np.full(size, nothing[name]) if value is None else value for value, size in filled]
            laid[name] = frozen(np.concatenate(whole)[rows])
        elif isinstance(values[0], tuple) and values[0] and dataclasses.is_dataclass(values[0][0]):
            laid[name] = tuple(joined(part, nothing, rows) for part in zip(*values, strict=True))
    return dataclasses.replace(every[0], **laid)
