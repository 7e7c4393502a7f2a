"""What was judged and paid in earlier rounds of a review, before the queue in hand was written."""

from __future__ import annotations

from collections.abc import Mapping
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
    used
        How much of a budget they used up, by what a budget may be counted in: ``money``, ``annotation`` (money that covers
        judging alone), ``items`` and ``hours``; a unit that is missing is not known.
    """

    ids: tuple[str, ...]
    found: int
    spent: Decimal
    used: Mapping[str, Decimal]
