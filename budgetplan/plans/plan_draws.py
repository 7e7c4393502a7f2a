"""A plan in every draw, and what these are drawn from: plans that have all of it in common share their draws."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import FloatArray


@dataclass(frozen=True, eq=False)
class PlanDraws:
    """What one plan earns, finds and spends in every draw, each of shape (draws,).

    Attributes
    ----------
    net
        Net value in currency units, or right answers, less luck; None where nothing has a worth.
    found
        Entries, or right labels.
    spend
        In currency units; None where chance does not move it.
    """

    net: FloatArray | None
    found: FloatArray
    spend: FloatArray | None = None


def drawn_from(**parts: object) -> dict[str, str]:
    """Return a checksum for each part of what draws are made from, by its name; a part may hold several things.

    Examples
    --------
    >>> first, second = drawn_from(seed=1, groups=None), drawn_from(seed=2, groups=None)
    >>> [name for name in first if first[name] != second[name]]
    ['seed']
    """
    return {name: hashlib.sha256(_bytes(part)).hexdigest() for name, part in parts.items()}


def _bytes(part: object) -> bytes:
    if isinstance(part, tuple):
        return b"|".join(map(_bytes, part))
    if isinstance(part, np.ndarray):
        return f"{part.shape}{part.dtype.str}".encode() + np.ascontiguousarray(part).tobytes()
    return repr(part).encode()
