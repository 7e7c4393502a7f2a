"""Rounding to the safe side: a bound, a ceiling or a price is never printed as better than it is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import ROUND_DOWN, Context, Decimal
from itertools import count


def rounded_up(p: float) -> float:
    """Return a probability with two digits that is not less: a bound, or a chance of being wrong, is never rounded down.

    >>> rounded_up(0.00671), rounded_up(0.1025), rounded_up(0.9999), rounded_up(0.0)
    (0.0068, 0.11, 1.0, 1e-06)
    """
    if p <= 1e-6:
        return 1e-6
    return ceiling(p, 1 - math.floor(math.log10(p)))


def ceiling(amount: float, digits: int) -> float:
    """Return an amount rounded up to so many decimals: noise of the last digits is no cent.

    >>> ceiling(1.231, 2), ceiling(1.1 * 3, 1)
    (1.24, 3.3)
    """
    scale = 10.0**digits
    return math.ceil(amount * scale - 1e-9) / scale


def coins_apart(low: float, high: float, minor_digits: int) -> bool:
    """Return whether two amounts of money lie two of the smallest coins apart or more.

    >>> coins_apart(0.10, 0.13, 2), coins_apart(0.10, 0.11, 2)
    (True, False)
    """
    return high - low >= 2 * 10.0**-minor_digits


def shows(amount: float, digits: int) -> bool:
    """Return whether an amount prints as more than nothing with so many decimals.

    >>> shows(0.005, 2), shows(0.0049, 2)
    (True, False)
    """
    return amount >= 0.5 * 10.0**-digits


DOTS, ROOM = 200, 1800
"""So many dots are told apart at a glance in a part of a list, and so many have room where one part is all of it."""


def per_dot(parts: Sequence[tuple[float, float]]) -> int:
    """Return how many entries one dot of a picture stands for: 1, 2, 5, 10 ..., the fewest that leave each part room.

    ``parts``: items of each part of the list, which is as long as these, and entries among them.

    >>> per_dot([(400, 150), (1600, 20)]), per_dot([(400, 390), (1600, 20)]), per_dot([(10, 150), (1990, 0)])
    (1, 2, 20)
    """
    items = sum(n for n, _ in parts)
    least = max(entries / min(DOTS, ROOM * n / items) for n, entries in parts if n)
    sizes = (head * round(10.0**power) for power in count() for head in (1, 2, 5))
    return next(size for size in sizes if size >= least)


def in_percent(share: float) -> float:
    """Return a share as it stands on an axis of per cent.

    >>> in_percent(0.25)
    25.0
    """
    return 100 * share


def rounded_down(share: float) -> float:
    """Return a share in whole hundredths that is not more: what falls short of a level never seems to reach it.

    >>> rounded_down(0.8999)
    0.89
    """
    return math.floor(share * 100) / 100


def in_digits(digits: int, value: float) -> Decimal:
    """Return a value with so many digits that count: more than it is known to are not printed.

    >>> in_digits(3, 0.123456)
    Decimal('0.123')
    """
    return Context(prec=digits).create_decimal(repr(value))


def cut_to(digits: int, amount: float) -> Decimal:
    """Return an amount cut to so many digits that count, so that it is never too much.

    >>> cut_to(2, 0.012547), cut_to(2, 1234.5), cut_to(3, 0.000412999), cut_to(3, 0.0)
    (Decimal('0.012'), Decimal('1200'), Decimal('0.000412'), Decimal('0'))
    """
    cut = Context(prec=digits, rounding=ROUND_DOWN).create_decimal(repr(amount))
    return Decimal(int(cut)) if int(cut) == cut else cut
