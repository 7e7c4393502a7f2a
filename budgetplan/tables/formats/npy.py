"""Reads labels that are an array of their own (NumPy's .npy) as a table of one column."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from budgetplan.domain.options import advise
from budgetplan.errors import counted
from budgetplan.tables.celltext import as_text, whole
from budgetplan.tables.files import ByColumn, Opened, broken, load_array
from budgetplan.tables.problems import Problems

MAGIC = b"\x93NUMPY"
"""The first bytes of such a file."""
COLUMN = "label"
"""How its column is called."""

_AS_TEXTS = (
    "save the labels as texts: numpy.save(path, array.astype(str)); a label that is missing as an empty text"
)


class NpySource(ByColumn):
    """An array of labels; there is no header, so that lines are places in the array, from 1 on."""

    header, first_line = (COLUMN,), 1

    def __init__(self, opened: Opened) -> None:
        self.path = opened.path
        self._values = self._load(opened)
        self.n_rows = len(self._values)
        self.called = f"an array of {counted(self.n_rows, 'label')}, column {COLUMN}"

    def texts(self, at: int, rows: slice, problems: Problems) -> list[str]:  # noqa: ARG002 - one column of labels
        """Return some of the labels."""
        # Labels with gaps are numbers with a point in NumPy: 1.0 is meant as 1.
        return [as_text(whole(value), "True", "False") for value in self._values[rows].tolist()]

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
