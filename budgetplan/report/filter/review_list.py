"""The items to review, in their order: the file that a review begins with, where the table holds the list."""

from __future__ import annotations

import numpy as np

from budgetplan.planning.filter.analysis import Analysis
from budgetplan.report.model import FilledColumn, Table, by_columns
from budgetplan.report.phrases import Speaker


def review_table(analysis: Analysis) -> Table | None:
    """Return the items to review, the first one first; None where nothing is recommended, or no list has scores."""
    chosen, own = analysis.decision.chosen, analysis.evidence.own
    if chosen is None or own is None or chosen.model not in own.rankings:
        return None
    order = own.rankings[chosen.model].order
    # A row may stand for several items; the last one reviewed may stand for some that are not.
    passed = np.cumsum(own.weight[order])
    n_rows = min(int(np.searchsorted(passed, chosen.items * (1 - 1e-12), side="left")) + 1, len(order))
    first = order[:n_rows]
    speaker = Speaker(analysis)
    columns: list[FilledColumn] = [
        ("place", speaker.say("col.place"), "count", list(range(1, n_rows + 1))),
        ("item", speaker.say("col.item"), "text", [own.ids[place] for place in first.tolist()]),
        ("score", speaker.say("col.score"), "number", own.scores[chosen.model][1][first].tolist()),
    ]
    return by_columns("review", speaker.say("table.review", model=chosen.model), columns)
