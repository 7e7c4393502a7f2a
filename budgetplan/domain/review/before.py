"""What was judged and paid in earlier rounds of a review, before the queue in hand was written."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True)
class Before:
    """Earlier rounds, all of them together.

    Attributes
    ----------
    ids
        Names of the items judged in them, sorted.
    found
        How many of these are entries.
    spent
        What they cost, what is paid once included, in currency units (items, without prices).
    used, unit
        How much of the plan's budget they used up, and in which unit that is counted; 0 and empty: there was none.
    """

    ids: tuple[str, ...]
    found: int
    spent: Decimal
    used: Decimal
    unit: str
