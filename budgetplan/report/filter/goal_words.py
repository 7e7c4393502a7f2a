"""What is said of a goal: the texts that depend on what is wanted of a review alone."""

from __future__ import annotations

from dataclasses import dataclass

from budgetplan.domain.decision import Goal


@dataclass(frozen=True)
class GoalWords:
    """Keys of texts by goal.

    ``compared`` says by what models are compared, ``caption`` heads their table, ``instead`` opens the list of
    what others would do, ``loses`` and ``lose`` say what one model or several do worse, ``same`` what the
    comparators have in common with the recommendation (empty: nothing, and there is no note), ``ahead`` and
    ``behind`` how far two models lie apart (``unpriced``: where nothing has a price, if that is another text).
    """

    compared: str = "models.by_entries"
    caption: str = "table.models"
    instead: str = "others.instead"
    loses: str = "loses.finds"
    lose: str = "loses.find"
    same: str = ""
    ahead: str = "gap.entries"
    behind: str = "gap.entries_fewer"
    unpriced: str = ""


GOAL_WORDS: dict[Goal, GoalWords] = {
    "budget": GoalWords(same="for.money"),
    "open": GoalWords(caption="table.models_open"),
    "net_value": GoalWords(
        "models.by_net", "table.models_net", "others.net_instead", "loses.earns", "loses.earn", "for.items",
        "gap.amount", "gap.net_less",
    ),
    "target": GoalWords(
        "models.by_cost", "table.models_target", "others.cost_instead", "loses.costs", "loses.cost", "",
        "gap.dearer", "gap.dearer", "gap.items",
    ),
}  # fmt: skip
