"""What classifiers state for the rows of a table, and whether class probabilities can be used as they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray
from budgetplan.domain.options import advise
from budgetplan.domain.plan import ClassifierSpec
from budgetplan.tables.frame import Frame
from budgetplan.tables.problems import GREATEST_SHOWN, Problems, shown

GREATEST_DECISION = 1e12
"""Greater decision values are mistakes."""

MOST_DECIMALS = 12
"""Numbers with more printed decimals count as exact."""

_SLACK = 1e-9
"""What is outside [0, 1] by no more than this is 0 or 1, off by the rounding of floats."""
_SLACK_SINGLE = 1e-6
"""The same in single precision, whose numbers near 1 are 1.2e-7 apart."""

_CALIBRATE = advise(
    "name columns with decision values as such ({models.decision=NAME=PREFIX}): validation items turn them into probabilities; or name a column with the predicted class and one with a confidence between 0 and 1"
)


@dataclass(frozen=True)
class Stated:
    """What a classifier states, one row for each row of the table.

    Attributes
    ----------
    spec
        The classifier.
    classes
        Names of the classes it can predict, in the order of its columns.
    values
        Shape (rows, C), NaN where there is none: class probabilities, or decision values where ``spec`` says so;
        None where it states a class and a confidence.
    predicted
        Position in ``classes`` where it states a class: shape (rows,), -1 where there is none; else None.
    confidence
        Shape (rows,), NaN where there is none; else None.
    single
        Whether the numbers were stored in single precision.
    one_column
        Whether one column holds what is said of two classes.
    """

    spec: ClassifierSpec
    classes: tuple[str, ...]
    values: FloatArray | None = None
    predicted: np.ndarray[tuple[int], np.dtype[np.int64]] | None = None
    confidence: FloatArray | None = None
    single: bool = False
    one_column: bool = False

    def __post_init__(self) -> None:
        for name in () if self.spec.decision else ("values", "confidence"):
            if (found := getattr(self, name)) is not None:
                object.__setattr__(self, name, within(found, single=self.single))

    @property
    def place(self) -> str:
        """Where it stands: the beginning of the columns, the column, or the file."""
        return self.spec.prefix or self.spec.predicted or self.spec.array

    @property
    def missing(self) -> BoolArray:
        """Shape (rows,): where nothing at all is stated."""
        if self.values is not None:
            return np.asarray(np.isnan(self.values).all(axis=1))
        assert self.predicted is not None
        assert self.confidence is not None
        return np.asarray((self.predicted < 0) & np.isnan(self.confidence))


def within(values: FloatArray, *, single: bool = False) -> FloatArray:
    """Return probabilities in which what floats have rounded across 0 or 1 is 0 or 1, same shape.

    ``single``: they were stored in single precision. What is outside by more stays as it is.

    >>> within(np.array([1 + 6.66e-16, -6.66e-16, 0.5, 1.01])).tolist()
    [1.0, 0.0, 0.5, 1.01]
    """
    clipped = np.clip(values, 0, 1)
    slack = _SLACK_SINGLE if single else _SLACK
    return np.where(np.abs(values - clipped) <= slack, clipped, values)


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
    off: FloatArray = np.abs(np.clip(values, -1e9, 1e9).sum(axis=1) - 1)
    return off


def largest_deviation(values: FloatArray) -> float:
    """Return the largest |sum of a row - 1|, 0 for no rows.

    >>> round(largest_deviation(np.array([[0.5, 0.5], [0.5, 0.4]])), 12)
    0.1
    """
    return float(off_one(values).max(initial=0.0))


def check_stated(stated: Stated, frame: Frame, used: BoolArray, problems: Problems, *, exclude: bool) -> None:
    """Note what is wrong with a classifier's statements on the rows that are used.

    ``problems`` belong to the file in which they stand; ``exclude``: rows without any statement are left out
    elsewhere, so that they are no problem here.
    """
    noted = _Noted(stated, frame, problems)
    missing = stated.missing & used
    if missing.any() and not exclude:
        told = ("a labelled item has no prediction", advise("write it, or use {table.missing=exclude}"))
        noted.note(missing, told)
    used = used & ~missing
    if stated.values is not None:
        check = _check_decision if stated.spec.decision else _check_probabilities
        check(stated, stated.values, noted, used)
    elif stated.confidence is not None and stated.predicted is not None:
        confidence = stated.confidence
        unsure = np.isnan(confidence) & bool(stated.spec.confidence)
        half = used & (unsure | (stated.predicted < 0))
        noted.note(half, ("a prediction lacks its class or its confidence", "write both"))
        outside = used & ((confidence < 0) | (confidence > 1))
        if outside.sum() > used.sum() / 10:
            wrong = f"the confidences of the model {stated.spec.name} are not between 0 and 1"
            problems.add(wrong, _CALIBRATE, column=stated.spec.confidence)
        else:
            found = [f"{value:.12g}" for value in confidence[outside][:GREATEST_SHOWN]]
            told = ("the confidence is not between 0 and 1", "write a probability")
            noted.note(outside, told, found, stated.spec.confidence)


def _check_probabilities(stated: Stated, values: FloatArray, noted: _Noted, used: BoolArray) -> None:
    lacking = used & np.isnan(values).any(axis=1)
    told = ("a class has no probability", "write a number for every class; 0 is a number too")
    noted.note(lacking, told, [_first(stated, row) for row in values[lacking][:GREATEST_SHOWN]])
    used = used & ~lacking
    outside = used & ((values < 0) | (values > 1)).any(axis=1)
    if outside.sum() > used.sum() / 10:
        wrong = f"the model {stated.spec.name} does not state probabilities: its numbers are below 0 or above 1, as decision values are"
        noted.problems.add(wrong, _CALIBRATE, column=noted.column)
        return
    found = [_first(stated, row) for row in values[outside][:GREATEST_SHOWN]]
    noted.note(outside, ("this is not a probability between 0 and 1", "write one"), found)
    used = used & ~outside
    if not used.any():
        return
    tolerance = sum_tolerance(values[used], single=stated.single)
    off = used & (off_one(values) > tolerance)
    todo = f"write probabilities that sum to 1 (up to {tolerance:.2g} would be rounding); they are used as given, never rescaled"
    sums = [f"sum {total:.9g}" for total in values[off].sum(axis=1)[:GREATEST_SHOWN]]
    noted.note(off, ("the probabilities do not sum to 1", todo), sums)


def _check_decision(stated: Stated, values: FloatArray, noted: _Noted, used: BoolArray) -> None:
    """Note decision values that are missing for a class, or far too great; others are all legal."""
    lacking = used & np.isnan(values).any(axis=1)
    found = [
        f"{stated.classes[int(np.flatnonzero(np.isnan(row))[0])]}: none"
        for row in values[lacking][:GREATEST_SHOWN]
    ]
    told = ("a class has no decision value", "write a number for every class")
    noted.note(lacking, told, found)
    great = used & (np.abs(values) > GREATEST_DECISION).any(axis=1)
    told = ("the decision value is too great", "write a number of at most twelve digits")
    noted.note(great, told)


def _first(stated: Stated, row: FloatArray) -> str:
    """Show the first number of a row that is no probability."""
    at = int(np.flatnonzero(np.isnan(row) | (row < 0) | (row > 1))[0])
    return f"{stated.classes[at]}: {'none' if np.isnan(row[at]) else f'{row[at]:.12g}'}"


@dataclass(frozen=True)
class _Noted:
    """Notes problems of several rows; only the first ones are looked at."""

    stated: Stated
    frame: Frame
    problems: Problems

    @property
    def column(self) -> str:
        return self.stated.spec.prefix or self.stated.spec.predicted

    def note(
        self, where: BoolArray, told: tuple[str, str], found: Sequence[str] = (), column: str = ""
    ) -> None:
        at, rows = column or self.column, np.flatnonzero(where)
        for position, row in enumerate(rows[:GREATEST_SHOWN].tolist()):
            # A line of the table says nothing of a file of its own.
            line = None if self.stated.spec.array else int(self.frame.lines[row])
            # Positions in arrays say all that a row number would.
            item = self.frame.item(row) or (f"row {row + 1}" if self.frame.by != "position" else "")
            value = found[position] if found else None
            self.problems.add(*told, line=line, column=at, item=shown(item), found=value)
        if len(rows) > GREATEST_SHOWN:
            self.problems.count_more(told[0], at, len(rows) - GREATEST_SHOWN)
