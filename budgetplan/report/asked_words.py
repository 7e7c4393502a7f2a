"""What every report says alike of those who answer for a price."""

from __future__ import annotations

from budgetplan.report.model import FilledColumn, Table, by_columns
from budgetplan.report.phrases import Nouns


def ask_table(speaker: Nouns, answerer: str, ids: list[str]) -> Table:
    """Return items of the list that an answerer is to be asked about.

    Its columns are called as those of the user's table, with cells for the answers.
    """
    spec, empty = speaker.plan.answerer(answerer), [""] * len(ids)
    columns: list[FilledColumn] = [
        (speaker.plan.columns.id or "item", speaker.say("col.item"), "text", ids),
        (spec.column, speaker.say("asked.c_answer"), "text", empty),
    ]
    if spec.confidence:
        columns.append((spec.confidence, speaker.say("asked.c_sure"), "text", empty))
    return by_columns("ask", speaker.say("asked.t_ask", answerer=answerer), columns)
