"""Gain tables: what each tenth of the list yields under each model, with intervals."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.decision import Estimate
from budgetplan.evidence.paths import Ranked
from budgetplan.metrics.ranking.gain import Parts, parts
from budgetplan.planning.filter.reading import DrawnOrder, per_entry


@dataclass(frozen=True)
class PartTable:
    """A model's gain table; tuples run over the parts of the list, part 1 first.

    ``total`` is T up to the end of the part and ``part_total`` inside it, in currency units (items where
    nothing has a price); ``gain`` and ``cumulative`` are None where there are no positives at all.
    """

    parts: Parts
    total: tuple[float, ...]
    part_total: tuple[float, ...]
    new: tuple[Estimate, ...]
    found: tuple[Estimate, ...]
    gain: tuple[Estimate, ...] | None
    cumulative: tuple[Estimate, ...] | None
    cost_per_entry: tuple[Estimate | None, ...]

    @property
    def starts(self) -> FloatArray:
        """Items before each part."""
        return self.parts.items - self.parts.part_items

    @property
    def middles(self) -> FloatArray:
        """Items up to the middle of each part."""
        return self.parts.items - self.parts.part_items / 2

    @property
    def lift(self) -> list[float | None]:
        """How many times as many entries are found by the end of each part as in a random order; None without any."""
        if self.cumulative is None:
            return [None] * len(self.total)
        n = len(self.total)
        return [one.value * n / place for place, one in enumerate(self.cumulative, start=1)]

    def holding(self, items: float) -> list[bool]:
        """Return which part a stop lies in."""
        ends = self.parts.items * (1 + 1e-12)
        return [bool(one) for one in (self.starts < items) & (items <= ends)]


def part_tables(reading: DrawnOrder) -> dict[str, PartTable]:
    """Return the gain table of every order: of the recommended one from its draws, of the others without intervals."""
    return {model.name: _table(reading, model) for model in reading.evidence.models}


def _table(reading: DrawnOrder, model: Ranked) -> PartTable:
    evidence = reading.evidence
    count = evidence.plan.parts
    table = parts(model.path, count)
    total = evidence.totals(model, table.items)
    # Parts, not items: where one ends at a whole item, the printed total.
    for d, items in enumerate(table.items):
        if abs(items - round(items)) < 1e-9:
            total[d] = float(evidence.spend(model, round(items)))
    part_total = np.diff(total, prepend=0.0)
    found: list[Estimate] = [Estimate(float(value)) for value in table.positives]
    new: list[Estimate] = [Estimate(float(value)) for value in table.part_positives]
    gain = cumulative = None
    if table.n_positives > 0:
        gain = [Estimate(float(value)) for value in table.gain]
        cumulative = [Estimate(float(value)) for value in table.cumulative_gain]
    if model is reading.lead and reading.sure:
        read = reading.draws.at(table.items)
        within = np.diff(read, axis=1, prepend=0.0)
        sizes = zip(new, table.part_items.tolist(), strict=True)
        ends = zip(found, table.items.tolist(), strict=True)
        new = [reading.estimate(mean.value, within[:, d], 0.0, most) for d, (mean, most) in enumerate(sizes)]
        found = [reading.estimate(mean.value, read[:, d], 0.0, most) for d, (mean, most) in enumerate(ends)]
        if gain is not None and cumulative is not None:
            in_all = np.maximum(read[:, -1:], 1e-300)
            gain = [
                reading.estimate(mean.value, within[:, d] / in_all[:, 0], 0.0, 1.0)
                for d, mean in enumerate(gain)
            ]
            cumulative = [
                reading.estimate(mean.value, read[:, d] / in_all[:, 0], 0.0, 1.0)
                for d, mean in enumerate(cumulative)
            ]
            cumulative[-1] = Estimate(1.0, 1.0, 1.0)  # the whole list holds all, whatever the sample
    return PartTable(
        parts=table,
        total=tuple(float(value) for value in total),
        part_total=tuple(float(value) for value in part_total),
        new=tuple(new),
        found=tuple(found),
        gain=None if gain is None else tuple(gain),
        cumulative=None if cumulative is None else tuple(cumulative),
        cost_per_entry=tuple(
            per_entry(float(cost), mean) for cost, mean in zip(part_total, new, strict=True)
        ),
    )
