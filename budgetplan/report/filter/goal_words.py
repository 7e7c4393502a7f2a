"""What is said of a goal: the texts that depend on what is wanted of a review alone."""

from __future__ import annotations

from dataclasses import dataclass

from budgetplan.domain.decision import Goal


@dataclass(frozen=True)
class GoalWords:
    """Keys of texts by goal.

    ``compared`` says by what models are compared, ``caption`` heads their table, ``aim`` ends the keys of what is
    said of two models (what tells them apart), ``comparators`` says what the comparators have in common with the
    recommendation (empty: nothing, and there is no note).
    """

    compared: str = "models.by_entries"
    caption: str = "table.models"
    aim: str = "entries"
    comparators: str = ""


GOAL_WORDS: dict[Goal, GoalWords] = {
    "budget": GoalWords(comparators="note.comparators_budget"),
    "open": GoalWords(caption="table.models_open"),
    "net_value": GoalWords("models.by_net", "table.models_net", "net", "note.comparators_items"),
    "target": GoalWords("models.by_cost", "table.models_target", "cost"),
}
