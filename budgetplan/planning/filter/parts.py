"""Gain tables: what each tenth of the list yields under each model, with intervals."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from budgetplan.domain.decision import Estimate
from budgetplan.evidence.noise import ReviewResamples, per_entry
from budgetplan.evidence.paths import Evidence, Ranked
from budgetplan.evidence.rates import found_at, never_nothing, of_all
from budgetplan.intervals.estimates import estimate
from budgetplan.metrics.ranking.gain import Parts, parts
from budgetplan.metrics.ranking.path import gained


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


def part_tables(evidence: Evidence, noise: ReviewResamples | None) -> dict[str, PartTable]:
    """Return the gain table of every model."""
    return {model.name: _table(evidence, model, noise) for model in evidence.models}


def _table(evidence: Evidence, model: Ranked, noise: ReviewResamples | None) -> PartTable:
    count = evidence.plan.parts
    table = parts(model.path, count)
    total = evidence.totals(model, table.items)
    for d, items in enumerate(
        table.items
    ):  # parts, not items: where one ends at a whole item, the printed total
        if abs(items - round(items)) < 1e-9:
            total[d] = float(evidence.spend(model, round(items)))
    part_total = np.diff(total, prepend=0.0)
    found: list[Estimate] = [Estimate(float(value)) for value in table.positives]
    new: list[Estimate] = [Estimate(float(value)) for value in table.part_positives]
    gain = cumulative = None
    if table.n_positives > 0:
        gain = [Estimate(float(value)) for value in table.gain]
        cumulative = [Estimate(float(value)) for value in table.cumulative_gain]
    if noise is not None:
        ends = np.interp(np.arange(1, count + 1) / count, noise.shares, np.arange(len(noise.shares)))
        read = noise.positives(model)[:, np.round(ends).astype(np.int64)]
        within = gained(read, table.n_positives, first=True)
        in_all = read[:, -1:]
        by = noise.widening
        found = found_at(noise, model, table.items)
        seen = _seen(evidence, model, count)
        new = [
            never_nothing(
                evidence,
                estimate(one.value, within[:, d], by, least=0.0, most=float(table.part_items[d])),
                float(table.part_items[d]),
                seen[d],
            )
            for d, one in enumerate(new)
        ]
        if gain is not None and cumulative is not None:
            share = np.divide(within, in_all, out=np.full_like(within, np.nan), where=in_all > 0)
            reached = np.divide(read, in_all, out=np.full_like(read, np.nan), where=in_all > 0)
            gain = of_all(
                evidence,
                [estimate(one.value, share[:, d], by, least=0.0, most=1.0) for d, one in enumerate(gain)],
            )
            cumulative = of_all(
                evidence,
                [
                    estimate(one.value, reached[:, d], by, least=0.0, most=1.0)
                    for d, one in enumerate(cumulative)
                ],
            )
            cumulative[-1] = Estimate(1.0, 1.0, 1.0)  # the whole list holds all, whatever the sample
    return PartTable(
        parts=table,
        total=tuple(float(value) for value in total),
        part_total=tuple(float(value) for value in part_total),
        new=tuple(new),
        found=tuple(found),
        gain=None if gain is None else tuple(gain),
        cumulative=None if cumulative is None else tuple(cumulative),
        cost_per_entry=tuple(per_entry(float(cost), one) for cost, one in zip(part_total, new, strict=True)),
    )


def _seen(evidence: Evidence, model: Ranked, count: int) -> list[float] | list[None]:
    """Return how many groups the sample has in each part of this order; None where items are independent."""
    if evidence.group is None:
        return [None] * count
    cuts = np.linspace(0, evidence.n_sample, count + 1).astype(np.int64)
    ordered = evidence.group[model.ranking.order]
    return [float(len(np.unique(ordered[low:high]))) for low, high in pairwise(cuts)]
