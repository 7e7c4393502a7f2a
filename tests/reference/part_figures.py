"""What parts of a list yield, by formulas of their own (METHODS F3)."""

from __future__ import annotations

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.core.path import Path
from budgetplan.models.ranks import GainByPart


def lift(found: GainByPart) -> FloatArray:
    """CG(d) / (d / q): 1 is no better than a random order."""
    count = len(found.items)
    return np.asarray(found.cumulative * count / np.arange(1, count + 1))


def part_cost(path: Path, found: GainByPart) -> FloatArray:
    """Cost of each part alone."""
    return np.diff(path.read("cost", found.items), prepend=0.0)


def cost_per_positive(path: Path, found: GainByPart) -> FloatArray:
    """Cost of the part per positive in it; NaN where none was found (say so in words)."""
    some = found.found > 0
    per = np.divide(part_cost(path, found), found.found, out=np.full(len(some), np.nan), where=some)
    return np.asarray(per)
