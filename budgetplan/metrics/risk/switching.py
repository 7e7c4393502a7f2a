"""At which value of an input a decision changes (METHODS C)."""

from __future__ import annotations

from collections.abc import Callable

SCANNED = 4
"""Between what is planned and an end of a range a decision is made anew so often, to see whether it changes."""
HALVINGS = 12
"""Then the change is closed in so often: to a four-thousandth of what lies between two of these."""


def first_change(same: Callable[[float], bool], start: float, end: float) -> float | None:
    """Return the value nearest to ``start`` at which a decision is seen to be another one; None where it is never.

    Parameters
    ----------
    same
        Whether the decision at a value is that at ``start``.
    start, end
        The input as planned, and an end of its range; any order.

    Examples
    --------
    >>> found = first_change(lambda seconds: seconds < 31, 20.0, 45.0)
    >>> abs(found - 31) < 0.01, first_change(lambda seconds: True, 20.0, 45.0)
    (True, None)
    """
    if start == end:
        return None
    steps = [start + (end - start) * step / SCANNED for step in range(1, SCANNED + 1)]
    before = start
    for value in steps:
        if not same(value):
            return _closed_in(same, before, value)
        before = value
    return None


def _closed_in(same: Callable[[float], bool], inside: float, outside: float) -> float:
    """Return the first value outside, where the decision is the same at ``inside`` and another at ``outside``."""
    for _ in range(HALVINGS):
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if same(middle) else (inside, middle)
    return outside
