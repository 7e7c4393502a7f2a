"""The items to review, in their order: the file that a review begins with, where the table holds the list."""

from __future__ import annotations

import math

from budgetplan.planning.filter import facts
from budgetplan.planning.filter.analysis import Analysis
from budgetplan.report.model import FilledColumn, Table, by_columns
from budgetplan.report.phrases import Speaker


def review_table(analysis: Analysis) -> Table | None:
    """Return the items to review, the first one first; None where nothing is recommended, or no list has scores."""
    rows, chosen = facts.rows_to_review(analysis), analysis.decision.chosen
    if rows is None or chosen is None:
        return None
    speaker = Speaker(analysis)
    columns: list[FilledColumn] = [
        ("place", speaker.say("col.place"), "count", list(range(1, len(rows) + 1))),
        ("item", speaker.say("col.item"), "text", [item for item, _ in rows]),
        (
            "score",
            speaker.say("col.score"),
            "number",
            [score if math.isfinite(score) else None for _, score in rows],
        ),
    ]
    return by_columns("review", speaker.say("table.review", model=chosen.model), columns)
