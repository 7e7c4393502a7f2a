"""Finds rows of a table that say the same, where that is no wonder of few or rounded values."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import IntArray
from budgetplan.domain.survey import MOST_CHOICES, Column, Survey
from budgetplan.preflight.answer_columns import called_as_rows
from budgetplan.preflight.equal_rows import is_rounded, repeated, repeats_are_chance

MANY_REPEATED = 0.2
"""From this share of repeated rows on, intervals are a tenth too narrow: the sample looks a quarter greater."""

LEAST_REPEATED = 10
"""Fewer repeated rows are not many, whatever their share."""

MOST_STEPS = 10
"""Numbers with no more different ones than this are kinds rather than scores."""

ALMOST_ALL = 0.95
"""A column that is different in so many of the distinct rows tells them apart."""


@dataclass(frozen=True, eq=False)
class Repeats:
    """Rows that say what an earlier one says.

    Attributes
    ----------
    first
        Shape (rows,): for each row the first that equals it, itself where it is the first.
    """

    first: IntArray

    @property
    def again(self) -> IntArray:
        """Shape (n,): the rows that repeat an earlier one."""
        return np.flatnonzero(self.first != np.arange(len(self.first)))

    @property
    def earlier(self) -> IntArray:
        """Shape (n,): for each of them the first row that equals it."""
        return self.first[self.again]

    @property
    def n(self) -> int:
        """How many rows repeat an earlier one."""
        return len(self.again)

    def also_elsewhere(self, split: Column, here: str) -> tuple[int, int]:
        """Return how many rows of a split (empty: of all) equal a row of another split, and how many it has.

        Whichever of two equal rows comes first, so that the order of the rows plays no part.
        """
        pairs = np.unique(np.column_stack([self.first, split.codes]), axis=0)
        rows, n_splits = np.unique(pairs[:, 0], return_counts=True)
        in_split = (split.codes == split.code(here)) | (not here)
        return int((np.isin(self.first, rows[n_splits > 1]) & in_split).sum()), int(in_split.sum())


def are_many(n: int, of: int) -> bool:
    """Return whether so many repeated rows make the numbers of a report doubtful.

    >>> are_many(9, 20), are_many(10, 20), are_many(10, 51)
    (False, True, False)
    """
    return n >= max(LEAST_REPEATED, MANY_REPEATED * of)


def find_repeats(survey: Survey, label: str, passed: Collection[str]) -> Repeats | None:
    """Return the rows that say the same but for the columns ``passed``; None where equal rows are no wonder.

    They are none where no column but the labels tells rows apart, and where rounding explains them.
    """
    own = [column for column in survey.columns if column.name not in passed]
    own = [column for column in own if not (called_as_rows(column.name) and column.is_whole)]
    if not own:
        return None
    found = Repeats(repeated(np.column_stack([column.codes for column in own])))
    telling = [column for column in own if column.name != label]
    n_distinct = survey.n_rows - found.n
    tells = any(_tells_apart(column, survey.n_rows, n_distinct) for column in telling)
    if not found.n or not (tells or _is_one_row(found, telling)):
        return None
    numbers = [column for column in telling if column.is_number and len(column.different) > MOST_STEPS]
    codes = [column.codes for column in own if column not in numbers]
    exact = np.column_stack(codes) if codes else np.zeros((survey.n_rows, 0), dtype=np.int64)
    by_chance = repeats_are_chance(found.first, exact, [column.values for column in numbers])
    return None if by_chance else found


def _is_one_row(found: Repeats, telling: list[Column]) -> bool:
    """Return whether almost all rows are one and the same in several columns of scores.

    One column of scores that hardly differ is a model that orders nothing, and whole numbers may be kinds.
    """
    n_same = int(np.bincount(found.first).max())
    scores = [column for column in telling if column.is_number and not column.is_whole]
    return n_same >= max(LEAST_REPEATED, ALMOST_ALL * len(found.first)) and len(scores) > 1


def _tells_apart(column: Column, n_rows: int, n_distinct: int) -> bool:
    """Return whether equal rows are worth a look beside a column.

    It tells most rows apart, or, among ever so many copies, almost all distinct ones; or it holds rounded numbers,
    whose repeats are compared with those of chance.
    """
    n_different = len(np.unique(column.codes))
    if n_different > n_rows / 2 or n_different > max(MOST_CHOICES, ALMOST_ALL * n_distinct):
        return True
    return column.is_number and n_different > MOST_STEPS and is_rounded(column.values)
