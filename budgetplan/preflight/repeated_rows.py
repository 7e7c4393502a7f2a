"""Finds rows of a table that say the same, where that is no wonder of few or rounded values."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.lists.likeness import ranks
from budgetplan.preflight.answer_columns import called_as_rows
from budgetplan.preflight.surveyed import MOST_CHOICES, Column, Survey

MANY_REPEATED = 0.2
"""From this share of repeated rows on, intervals are a tenth too narrow: the sample looks a quarter greater."""

LEAST_REPEATED = 10
"""Fewer repeated rows are not many, whatever their share."""

MOST_STEPS = 10
"""Numbers with no more different ones than this are kinds rather than scores."""

ALMOST_ALL = 0.95
"""A column that is different in so many of the distinct rows tells them apart."""


def repeats_elsewhere(first: IntArray, split: Column, here: str) -> tuple[int, int]:
    """Return how many rows of a split (empty: of all) equal a row of another split, and how many it has.

    ``first``: see :func:`repeated`. Whichever of two equal rows comes first, so that the order of the rows plays no part.
    """
    pairs = np.unique(np.column_stack([first, split.codes]), axis=0)
    rows, n_splits = np.unique(pairs[:, 0], return_counts=True)
    in_split = (split.codes == split.code(here)) | (not here)
    return int((np.isin(first, rows[n_splits > 1]) & in_split).sum()), int(in_split.sum())


def are_many(n: int, of: int) -> bool:
    """Return whether so many repeated rows make the numbers of a report doubtful.

    >>> are_many(9, 20), are_many(10, 20), are_many(10, 51)
    (False, True, False)
    """
    return n >= max(LEAST_REPEATED, MANY_REPEATED * of)


def find_repeats(survey: Survey, label: str, passed: Collection[str]) -> IntArray | None:
    """Return for each row the first that says the same but for the columns ``passed``; None where equal rows are no wonder.

    They are none where no column but the labels tells rows apart, and where rounding explains them.
    """
    columns = [column for column in survey.columns if column.name not in passed]
    columns = [column for column in columns if not (called_as_rows(column.name) and column.is_whole)]
    if not columns or any(column.n_different == survey.n_rows for column in columns):
        return None
    first = repeated(np.column_stack([column.codes for column in columns]))
    n_distinct = int((first == np.arange(len(first))).sum())
    telling = [column for column in columns if column.name != label]
    tells = any(_tells_apart(column, survey.n_rows, n_distinct) for column in telling)
    if n_distinct == survey.n_rows or not (tells or _is_one_row(first, telling)):
        return None
    numbers = [column for column in telling if column.is_number and column.n_different > MOST_STEPS]
    codes = [column.codes for column in columns if column not in numbers]
    exact = np.column_stack(codes) if codes else np.zeros((survey.n_rows, 0), dtype=np.int64)
    by_chance = repeats_are_chance(first, exact, [column.values for column in numbers])
    return None if by_chance else first


def _is_one_row(first: IntArray, telling: list[Column]) -> bool:
    """Return whether almost all rows are one and the same in several columns of scores.

    One column of scores that hardly differ is a model that orders nothing, and whole numbers may be kinds.
    """
    n_same = int(np.bincount(first).max())
    scores = [column for column in telling if column.is_number and not column.is_whole]
    return n_same >= max(LEAST_REPEATED, ALMOST_ALL * len(first)) and len(scores) > 1


def _tells_apart(column: Column, n_rows: int, n_distinct: int) -> bool:
    """Return whether equal rows are worth a look beside a column.

    It tells most rows apart, or, among ever so many copies, almost all distinct ones; or it holds rounded numbers,
    whose repeats are compared with those of chance.
    """
    n_different = int((np.bincount(column.codes) > 0).sum())  # numpy.unique takes a hundred times as long
    if n_different > n_rows / 2 or n_different > max(MOST_CHOICES, ALMOST_ALL * n_distinct):
        return True
    return column.is_number and n_different > MOST_STEPS and is_rounded(column.values)


def repeated(codes: IntArray) -> IntArray:
    """Return for each row the first row that equals it, itself where it is the first, shape (n,).

    Parameters
    ----------
    codes
        Shape (n, columns), whole numbers from 0 on, below 2**31.

    Examples
    --------
    >>> import numpy as np
    >>> repeated(np.array([[1, 2], [1, 3], [1, 2]])).tolist()
    [0, 1, 0]
    """
    key, *others = codes.T
    for column in others or [0]:
        # Sorting takes several times as long. Codes come as their rows appear.
        key, different = pd.factorize(key << 32 | column)
        if len(different) == len(key):
            break
    return np.asarray(np.flatnonzero(np.diff(np.maximum.accumulate(key), prepend=-1))[key])


# What overflows stands on no grid and was rounded by nobody.
@np.errstate(over="ignore", invalid="ignore")
def coarser(values: FloatArray, factor: int) -> IntArray:
    """Return codes of numbers that are equal where numbers differ by less than ``factor`` units of their last digit.

    Parameters
    ----------
    values
        Shape (n,); NaN has a code of its own.
    factor
        10, 100 and so on: how many digits less.

    Returns
    -------
    Shape (n,). Numbers of more than eight digits, on no grid, keep a code each: they are not rounded.

    Examples
    --------
    >>> import numpy as np
    >>> coarser(np.array([0.121, 0.129, 0.13, 0.2]), 10).tolist()
    [0, 0, 1, 2]
    >>> coarser(np.array([1.21e-7, 1.29e-7, 0.135]), 10).tolist()
    [0, 0, 1]
    >>> coarser(np.arange(12) / 7, 10).tolist()
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]
    """
    is_number = np.isfinite(values)
    numbers = np.where(is_number, values, 0)
    if (numbers.astype(np.float32) == numbers).all():
        # In single precision seven digits are right.
        numbers = np.round(numbers / 10.0 ** _exponent(numbers), 6) * 10.0 ** _exponent(numbers)
    gap = _grid(numbers[is_number])
    unit = np.full(len(values), gap) if gap else _unit(numbers)
    if unit is None:
        return ranks(np.where(is_number, values, np.inf))
    start = 0.0 if not gap or _is_round(numbers / gap) else float(numbers[is_number].min())
    steps = np.floor((numbers - start) / (unit * factor) + 1e-6)
    steps = np.where(is_number, steps, np.inf)
    # Sorting pairs takes many times as long.
    at = _places(steps)
    return at if (unit == unit[:1]).all() else _places(at << 32 | _places(unit))


def _places(values: npt.NDArray[Any]) -> IntArray:
    """Return as :func:`ranks` does, faster where many are equal."""
    return np.asarray(pd.factorize(values, sort=True, use_na_sentinel=False)[0], dtype=np.int64)


_MOST_DIGITS = 9
"""Numbers that need so many digits or more were not rounded by anybody: two of them are equal by no chance."""


def _grid(values: FloatArray) -> float:
    """Return the distance of numbers that stand on a grid and fill a tenth of it or more, else 0."""
    different = np.unique(values)
    gaps = np.diff(different)
    gap = float(gaps.min(initial=np.inf))
    on_grid = len(gaps) > 1 and np.ptp(different) <= 10 * gap * len(different) and _is_round(gaps / gap)
    return gap if on_grid else 0.0


def _unit(numbers: FloatArray) -> FloatArray | None:
    """Return the unit of the last digit: of all numbers alike, or of each by its own size, whichever is coarser."""
    exponent = _exponent(numbers)
    mantissa = numbers / 10.0**exponent
    n_digits = next((n for n in range(_MOST_DIGITS) if _is_round(mantissa * 10.0**n)), None)
    n_decimals = next((n for n in range(_MOST_DIGITS) if _is_round(numbers * 10.0**n)), None)
    if n_digits is None and n_decimals is None:
        return None
    of_all = np.full(len(numbers), 0.0 if n_decimals is None else 10.0**-n_decimals)
    return of_all if n_digits is None else np.maximum(of_all, 10.0 ** (exponent - n_digits))


def _exponent(numbers: FloatArray) -> FloatArray:
    """Return the power of ten of each number's first digit, 0 for 0."""
    power = np.log10(np.abs(numbers), out=np.zeros(len(numbers)), where=numbers != 0)
    return np.asarray(np.floor(power + 1e-12))


def _is_round(values: FloatArray) -> bool:
    # Mostly the first ones tell that they are not.
    return all(bool((np.abs(some - np.rint(some)) <= 1e-6).all()) for some in (values[:1000], values))


_ENOUGH_PAIRS = 30
"""So many neighbours tell how close rows are; with fewer, wider neighbourhoods are looked at."""


def is_rounded(values: FloatArray) -> bool:
    """Return whether numbers were rounded, so that two of them may be equal by chance.

    Examples
    --------
    >>> import numpy as np
    >>> is_rounded(np.arange(40) / 100), is_rounded(np.sin(np.arange(40)))
    (True, False)
    """
    return len(np.unique(coarser(values, 1000))) < len(np.unique(values))


def repeats_are_chance(first: IntArray, codes: IntArray, numbers: Sequence[FloatArray]) -> bool:
    """Return whether equal rows are no more than what rounding makes equal.

    Rows that are equal by the rounding of their numbers have neighbours: rows that would be equal with a digit
    less. In a bin of ten units two rows share a unit at most in 1 of 9 pairs, in 2 of 9 where the bins are full;
    with more than one number that varies freely, more seldom. Copies have no such neighbours. They are told from
    chance where so many would come about once in a thousand tables at most (Chernoff's bound on a Poisson count).

    Parameters
    ----------
    first
        Shape (n,): for each row the first that equals it, see :func:`repeated`.
    codes
        Shape (n, columns): what is not rounded; whole numbers from 0 on, below 2**32.
    numbers
        For each column of numbers shape (n,).

    Examples
    --------
    >>> import numpy as np
    >>> scores = np.round(np.random.default_rng(1).random(500), 3)
    >>> none = np.zeros((500, 0), dtype=np.int64)
    >>> repeats_are_chance(repeated(ranks(scores)[:, None]), none, [scores])
    True
    >>> copied = np.tile(scores[:250], 2)
    >>> repeats_are_chance(repeated(ranks(copied)[:, None]), none, [copied])
    False
    """
    distinct = np.flatnonzero(first == np.arange(len(first)))
    n_repeated = int((np.bincount(first) > 1).sum())
    codes_here = codes[distinct]
    if not numbers:
        return n_repeated == 0
    # The number that tells most rows apart bounds the chance, and so do all of them together; their bins may lie
    # askew to each other, as those of a share and its complement do, and then halves of them are compared.
    coarse = cache(lambda at, factor: coarser(numbers[at][distinct], factor))
    finest = max(range(len(numbers)), key=lambda at: len(np.unique(numbers[at])))
    alone = _most_by_chance(codes_here, [finest], coarse, 1)
    together = 2.25 * _most_by_chance(codes_here, range(len(numbers)), coarse, n_free(numbers))
    expected = min(alone, together)
    if n_repeated <= expected or not expected:
        return n_repeated <= expected
    return n_repeated * math.log(n_repeated / expected) - n_repeated + expected < math.log(1000)


def n_free(numbers: Sequence[FloatArray]) -> int:
    """Return how many of some columns vary freely: 1 to 3, more are not needed.

    Examples
    --------
    >>> import numpy as np
    >>> one, other = np.random.default_rng(1).random((2, 100))
    >>> n_free([one, 1 - one]), n_free([one, other, 1 - one - other])
    (1, 2)
    """
    # The twenty that tell most rows apart are enough, of however many.
    finest = numbers
    if len(numbers) > 20:
        finest = sorted(numbers, key=lambda column: -len(np.unique(column)))[:20]
    is_number = np.nan_to_num(np.column_stack(finest), posinf=0, neginf=0)
    # Squares of the greatest numbers would overflow.
    is_number /= np.maximum(np.abs(is_number).max(axis=0), np.finfo(float).tiny)
    spread = is_number.std(axis=0)
    centred = (is_number - is_number.mean(axis=0)) / np.where(spread > 0, spread, 1)
    singular = np.linalg.svd(centred, compute_uv=False)
    return int(np.clip((singular > 0.05 * singular[0]).sum(), 1, 3))


def _most_by_chance(
    codes: IntArray, numbers: Sequence[int], coarse: Callable[[int, int], IntArray], n_free: int
) -> float:
    """Return how many distinct rows rounding makes equal to another at most, by their neighbours.

    ``coarse``: the codes of a number, by its position and how many units they hold. ``n_free``: how many of the numbers
    vary freely; so often are bins divided by their number of units.
    """
    most = 0.0
    for factor in (10, 100, 1000):
        n_near = np.bincount(repeated(np.column_stack([codes, *(coarse(at, factor) for at in numbers)])))
        n_pairs = float((n_near * (n_near - 1.0)).sum() / 2)
        most = max(most, 2 * n_pairs / (float(factor) ** n_free - 1))
        if n_pairs >= _ENOUGH_PAIRS:
            break
    return most
