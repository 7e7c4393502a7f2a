"""Reads labels that are an array of their own (NumPy's .npy) as a table of one column."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from budgetplan.arrays import IntArray
from budgetplan.domain.options import advise
from budgetplan.errors import counted
from budgetplan.tables.celltext import as_text
from budgetplan.tables.files import Opened, Source, broken, load_array
from budgetplan.tables.formats.csv_rows import N_ROWS_AT_ONCE
from budgetplan.tables.problems import Problems

MAGIC = b"\x93NUMPY"
"""The first bytes of such a file."""
COLUMN = "label"
"""How its column is called."""

_AS_TEXTS = (
    "save the labels as texts: numpy.save(path, array.astype(str)); a label that is missing as an empty text"
)


class NpySource(Source):
    """An array of labels; there is no header, so that lines are places in the array, from 1 on."""

    header: tuple[str, ...] = (COLUMN,)

    def __init__(self, opened: Opened) -> None:
        self.path = opened.path
        self._values = self._load(opened)

    def told(self, decimal: str) -> str:  # noqa: ARG002 - other files may show a sign before decimals
        """Return how the file was read, in words."""
        return f"an array of {counted(len(self._values), 'label')}, column {COLUMN}"

    def pieces(
        self,
        problems: Problems,  # noqa: ARG002 - no row can be wrong
        columns: Collection[str],  # noqa: ARG002 - there is one
    ) -> Iterator[tuple[IntArray, list[list[str]]]]:
        """Yield pieces of the array: the place of each row, and the rows as texts."""
        for first in range(0, len(self._values), N_ROWS_AT_ONCE):
            piece = self._values[first : first + N_ROWS_AT_ONCE].tolist()
            # Labels with gaps are numbers with a point in NumPy: 1.0 is meant as 1.
            whole = (int(one) if isinstance(one, float) and one.is_integer() else one for one in piece)
            rows = [[as_text(one, "True", "False")] for one in whole]
            yield np.arange(first + 1, first + 1 + len(rows), dtype=np.int64), rows

    def _load(self, opened: Opened) -> npt.NDArray[Any]:
        opened.file.seek(0)
        try:
            values = load_array(opened.file)
        except Exception as error:  # noqa: BLE001 - NumPy raises errors of many kinds for a damaged header
            if "Object arrays" in str(error):
                wrong = "this array holds Python objects, which are not loaded"
                raise broken(self.path, wrong, _AS_TEXTS) from None
            raise broken(self.path, "this is not a whole .npy file", "save it again: numpy.save") from None
        if values.ndim != 1:
            wrong = f"this array has the shape {values.shape}, and labels have one dimension"
            todo = advise("name the labels here, and class probabilities with {models.array=NAME=FILE}")
            raise broken(self.path, wrong, todo)
        if values.dtype.kind not in "Uiubf":
            raise broken(self.path, f"this array holds {values.dtype}", _AS_TEXTS)
        if values.dtype.kind == "U":
            self._check_letters(np.ascontiguousarray(values))
        return np.asarray(values)

    def _check_letters(self, values: npt.NDArray[np.str_]) -> None:
        """Refuse numbers that stand for no letter: halves of one, or beyond the last."""
        if not values.nbytes:
            return
        codes = values.astype(values.dtype.newbyteorder("=")).view(np.uint32).reshape(len(values), -1)
        bad = np.flatnonzero((((codes >= 0xD800) & (codes < 0xE000)) | (codes > 0x10FFFF)).any(axis=1))
        if len(bad):
            raise broken(self.path, "this label holds half a letter", _AS_TEXTS, int(bad[0]) + 1)
