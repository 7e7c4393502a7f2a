"""From what was counted in every draw to tables: what is lost, what is covered, over draws and settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

Counted = dict[str, float]
"""What one draw counts, by name."""


def lost(key: str, best: str = "best") -> Callable[[Counted], float]:
    """Return what gives, in per cent, what is lost of the best."""
    return lambda counted: 100 * (1 - counted.get(key, 0.0) / counted[best]) if counted.get(best) else np.nan


def lost_by_weight(key: str, weights: Sequence[int]) -> Callable[[Counted], float]:
    """Return what gives the mean, over error weights, of what is lost of the best."""
    each = [lost(f"{key} {weight}", f"best {weight}") for weight in weights]
    return lambda counted: _mean([column(counted) for column in each])


def share(key: str, of: str = "n") -> Callable[[Counted], float]:
    """Return what gives one sum in per cent of another."""
    return lambda counted: 100 * counted.get(key, 0.0) / counted[of] if counted.get(of) else np.nan


def _mean(values: Sequence[float]) -> float:
    """Return the mean of the values that are known."""
    known = [value for value in values if np.isfinite(value)]
    return float(np.mean(known)) if known else np.nan


@dataclass(frozen=True)
class Measure:
    """One question: the tables, what is counted in each draw, and the columns made of the sums over draws.

    ``pooled`` columns are read from the sums over all draws, the others averaged over settings and sizes.
    """

    title: str
    tables: Mapping[str, Callable[[], Any]]
    count: Callable[[Any], Counted]
    columns: Mapping[str, Callable[[Counted], float]]
    pooled: tuple[str, ...] = ()


def summed(draws: Sequence[Counted]) -> Counted:
    """Return the sums over draws; ``n`` counts those in which something was recommended."""
    keys = {"refused"}.union(*draws)
    total = {key: float(sum(one.get(key, 0.0) for one in draws)) for key in keys}
    return total | {"n": sum("refused" not in one for one in draws)}


@dataclass(frozen=True)
class Cell:
    """The draws of one measure, setting and number of labels."""

    measure: str
    setting: str
    labels: int
    grouped: bool
    draws: Sequence[Counted]


def row(measure: Measure, cells: Sequence[Cell]) -> list[str]:
    """Return the columns over some cells, and how many draws were refused."""
    sums = [summed(cell.draws) for cell in cells]
    everything = summed([one for cell in cells for one in cell.draws])
    told = []
    for name, column in measure.columns.items():
        values = [column(everything)] if name in measure.pooled else [column(total) for total in sums]
        mean = _mean(values)
        told.append(f"{round(mean, 1) + 0.0:.1f}".replace("-", "−") if np.isfinite(mean) else "")
    return [*told, f"{everything['n']:.0f}", f"{everything['refused']:.0f}"]


def table(measure: Measure, cells: Sequence[Cell], *, brief: bool) -> str:
    """Return a markdown table: every setting and size, unless in brief; then the means over sizes, and settings."""
    cells = sorted(cells, key=lambda cell: (list(measure.tables).index(cell.setting), cell.labels))
    rows = [] if brief else [(cell.setting, f"{cell.labels:,}", [cell]) for cell in cells]
    rows += [(name, "all", [cell for cell in cells if cell.setting == name]) for name in measure.tables]
    sizes = sorted({cell.labels for cell in cells})
    rows += [("all", f"{size:,}", [cell for cell in cells if cell.labels == size]) for size in sizes]
    for name, grouped in (("without groups", False), ("with groups", True)):
        rows.append((name, "all", [cell for cell in cells if cell.grouped == grouped]))
    rows.append(("all", "all", cells))
    head = ["setting", "labels", *measure.columns, "draws", "nothing recommended"]
    lines = [head, ["---"] * len(head)]
    lines += [[name, size, *row(measure, part)] for name, size, part in rows if part]
    return "\n".join([f"**{measure.title}**", "", *("| " + " | ".join(line) + " |" for line in lines), ""])
