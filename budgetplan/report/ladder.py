"""What reports on every kind of plan say of the ladder of budgets: who leads at each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from budgetplan.planning.ladder.rungs import HERE, Rung
from budgetplan.report.model import FilledColumn
from budgetplan.report.phrases import Nouns


def parts_of(ladder: Sequence[Rung[Any]]) -> list[float]:
    """Return how much of the budget each rung is, 1 for all of it."""
    return [one.percent / 100 for one in ladder]


def marked(ladder: Sequence[Rung[Any]]) -> list[bool]:
    """Return which row is marked: the plan itself."""
    return [place == HERE for place in range(len(ladder))]


def leads(speaker: Nouns, ladder: Sequence[Rung[Any]], n_models: int) -> list[FilledColumn]:
    """Return who leads at each budget and whether firmly; nothing where there is one model only."""
    if n_models == 1:
        return []
    names = [_named(speaker, one.models, n_models) for one in ladder]
    firm = [speaker.say("yes" if one.firm else "no") if one.models else None for one in ladder]
    return [
        ("leader", speaker.say("col.leader"), "text", names),
        ("firm", speaker.say("col.firm"), "sentence", firm),
    ]


def _named(speaker: Nouns, models: Sequence[str], n_models: int) -> str:
    if not models:
        return ""
    if len(models) == n_models:
        return speaker.text("ladder.alike")
    return speaker.locale.listing([speaker.named(name) for name in models])
