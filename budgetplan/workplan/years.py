"""A budget by year: what falls into the first year, what goes on as long as the work does, and what follows the rest."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import accumulate, pairwise

from budgetplan.domain.prices import BudgetLine, bearing_of

MOST_YEARS = 9
"""More years have no room in a table, and no funder."""
_YEAR = 365
_ONCE = frozenset({"fixed", "model", "calls"})
"""What is paid before people begin."""


def days_of(hours: float, hours_a_week: Decimal) -> float:
    """Return how many days so many hours take at so many a week.

    >>> days_of(20.0, Decimal(10))
    14.0
    """
    return 7 * hours / float(hours_a_week)


def parts_by_year(days: float, start: str = "") -> tuple[Fraction, ...]:
    """Return which part of work that takes so many days, evenly, falls into each year; the parts add up to one.

    Of more years than :data:`MOST_YEARS` only one more is told.

    Parameters
    ----------
    days
        How long the work takes, above 0.
    start
        Its first day, as 2026-12-07; a year ends the day before the same day of the next. Empty: a year has 365 days.

    Examples
    --------
    >>> [str(one) for one in parts_by_year(730)], [str(one) for one in parts_by_year(500, "2027-03-01")]
    (['1/2', '1/2'], ['183/250', '67/250'])
    """
    length, begun, ends = Fraction(days), Fraction(0), list[Fraction]()
    while begun < length and len(ends) <= MOST_YEARS:
        begun = Fraction(_days_until(start, len(ends) + 1))
        ends.append(min(begun, length))
    return tuple((later - earlier) / length for earlier, later in pairwise([Fraction(0), *ends]))


def _days_until(start: str, years: int) -> int:
    """Return the days from the first one to its anniversary."""
    if not start:
        return years * _YEAR
    first = dt.date.fromisoformat(start)
    try:
        again = first.replace(year=first.year + years)
    except ValueError:  # 29 February; or no calendar goes on for so long
        if first.year + years > dt.MAXYEAR:
            return years * _YEAR
        again = dt.date(first.year + years, 3, 1)
    return (again - first).days


def spread(
    amounts: Sequence[Decimal],
    along: Sequence[bool | Sequence[int]],
    parts: Sequence[Fraction],
    rounded: Callable[[Decimal], Decimal],
) -> tuple[tuple[Decimal, ...], ...]:
    """Return each amount by year; the years of an amount add up to it exactly.

    What is due by the end of a year is rounded, and the year has what of it was not due before.

    Parameters
    ----------
    amounts
        Lines of a budget, each as it is printed.
    along
        How each falls: True as the work does, False in the first year, or as the lines do whose places are given.
    parts
        Which part of the work falls into each year; they add up to one.
    rounded
        Rounds an amount to the smallest coin.

    Examples
    --------
    100 of work and 30 paid once over two years, and a tenth of both:

    >>> from budgetplan.domain.prices import Prices
    >>> found = spread(list(map(Decimal, (100, 30, 13))), (True, False, (0, 1)), (Fraction(2, 3), Fraction(1, 3)), Prices().rounded)
    >>> [[str(one) for one in line] for line in found]
    [['66.67', '33.33'], ['30.00', '0.00'], ['9.67', '3.33']]
    """
    due = list(accumulate(parts))

    def until(place: int) -> list[Fraction]:
        """Return which part of an amount is due by the end of each year."""
        how = along[place]
        if isinstance(how, bool):
            return due if how else [Fraction(1)] * len(due)
        each = [(Fraction(amounts[one]), until(one)) for one in how]
        whole = sum((amount for amount, _ in each), Fraction(0))
        if not whole:
            return due
        return [
            sum((amount * part[year] for amount, part in each), Fraction(0)) / whole
            for year in range(len(due))
        ]

    found = []
    for place, amount in enumerate(amounts):
        sofar = [rounded(_decimal(Fraction(amount) * part)) for part in until(place)[:-1]]
        found.append(tuple(later - earlier for earlier, later in pairwise([Decimal(0), *sofar, amount])))
    return tuple(found)


def lines_by_year(
    lines: Sequence[BudgetLine], parts: Sequence[Fraction], rounded: Callable[[Decimal], Decimal]
) -> tuple[tuple[Decimal, ...], ...]:
    """Return the lines of a budget by year, and as the last row their sums.

    What is paid before people begin falls into the first year, the indirect rate as the lines do that bear it.
    """
    bearing = bearing_of(lines)
    along = [bearing if one.key == "indirect" else one.key not in _ONCE for one in lines]
    rows = spread([one.amount for one in lines], along, parts, rounded)
    return (*rows, tuple(sum(year, Decimal(0)) for year in zip(*rows, strict=True)))


def counted_in(hours: Sequence[float], unit: float, digits: int) -> list[float]:
    """Return hours in a longer unit of so many hours, to so many decimals.

    >>> counted_in([80.0, 4.0], 8.0, 1)
    [10.0, 0.5]
    """
    return [round(one / unit, digits) for one in hours]


def _decimal(exact: Fraction) -> Decimal:
    return Decimal(exact.numerator) / Decimal(exact.denominator)
