"""The queue of a list that is not loaded: only the items that people judge are held."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.plan import Plan
from budgetplan.domain.review.course import Course
from budgetplan.engines.queue import QueuedItems
from budgetplan.planning.filter.analysis import Analysis
from budgetplan.planning.filter.course import band_of
from budgetplan.queues.shown import Shown, check_shown, not_shown

MOST_HELD = 200_000
"""A longer queue is written by the engine alone: names in their order, without packets."""


def text_columns(
    kinds: Mapping[str, str], plan: Plan, id_column: str, wanted: Sequence[str]
) -> tuple[str, ...]:
    """Return the columns of a list's files that are shown: those that are named, else all texts."""
    check_shown(plan, id_column, wanted)
    told = not_shown(plan, id_column)
    return tuple(wanted) or tuple(name for name, kind in kinds.items() if kind == "text" and name not in told)


def shown_of(found: QueuedItems, id_column: str, labels: Sequence[str], wanted: Sequence[str]) -> Shown:
    """Return the texts of the items, the longest first where none are named."""
    hidden = tuple(
        name
        for name, cells in found.texts.items()
        if not wanted and set(cells) - {""} <= set(labels) and any(cells)
    )
    names = [name for name in found.texts if name not in hidden]
    if not wanted:
        names.sort(key=lambda name: -sum(map(len, found.texts[name])))
    columns = {name: dict(zip(found.ids, found.texts[name], strict=True)) for name in names}
    return Shown(id_column, columns, names[0] if names else "", hidden)


def course_of_counted(analysis: Analysis, found: QueuedItems) -> Course:
    """Return what becomes of the items that are held: those of the queue are reviewed, the others were drawn."""
    chosen, own = analysis.decision.chosen, analysis.evidence.own
    assert chosen is not None
    assert own is not None
    n, ends = len(found.ids), np.arange(found.n_items + 1, dtype=np.float64)
    by_name = np.array(sorted(range(n), key=found.ids.__getitem__), dtype=np.int64)
    place = np.empty(n, dtype=np.int64)
    place[by_name] = np.arange(n)

    def of(amount: FloatArray) -> FloatArray:
        return amount[by_name]

    return Course(
        model=chosen.model,
        order_by="score",
        ids=tuple(found.ids[at] for at in by_name.tolist()),
        queue=place,
        review=found.n_items,
        answered=np.zeros(0, dtype=np.int64),
        answers=(),
        score=of(found.score),
        rate=of(_along(found, analysis.lead.path.read("positives", ends))),
        nearby=of(_along(found, analysis.lead.path.read("positives", ends))),
        known_cost=of(found.amounts["cost"]),
        sizes={name: of(found.amounts[name]) for name in ("seconds", "units", "listed")},
        band=band_of(analysis),
        recipe=analysis.decision.mixture,
        model_cost=analysis.lead.cost,
    )


def _along(found: QueuedItems, entries: FloatArray) -> FloatArray:
    """Return how likely each item is an entry: by its place in the queue; not known of those drawn."""
    rate = np.full(len(found.ids), np.nan)
    rate[: found.n_items] = np.clip(np.diff(entries), 0.0, 1.0)
    return rate
