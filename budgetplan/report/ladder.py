"""What reports on every kind of plan say of the ladder of budgets: who leads at each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from budgetplan.domain.decision import Estimate
from budgetplan.plans.ladder import HERE, Rung
from budgetplan.report.model import ColumnKind, FilledColumn, Table, Text, by_columns
from budgetplan.report.phrases import Nouns, intervals_of, values_of


def table(
    speaker: Nouns,
    ladder: Sequence[Rung[Any]],
    caption: Text,
    columns: Sequence[FilledColumn | None],
    notes: Sequence[Text],
) -> Table:
    """Return the ladder as a table; of budgets that buy the same as those below and above nothing is printed.

    The first two columns are the budget, and how much of what is planned that is.
    """
    whole = by_columns("ladder", caption, columns, strong=[place == HERE for place in range(len(ladder))])
    between = speaker.wording("review_pages", None)("between")
    return told_once(replace(whole, notes=tuple(notes)), 2, between)


def told_once(whole: Table, first: int, between: Text) -> Table:
    """Return a table that prints no row whose cells from the ``first`` on are those above and below; ``between`` says so."""
    told = [row.cells[first:] for row in whole.rows]
    repeats = [
        0 < place < len(told) - 1 and not row.strong and told[place - 1] == told[place] == told[place + 1]
        for place, row in enumerate(whole.rows)
    ]
    rows = tuple(replace(row, repeats=one) for row, one in zip(whole.rows, repeats, strict=True))
    return replace(whole, rows=rows, notes=(*whole.notes, between) if any(repeats) else whole.notes)


def budget_kind(unit: str) -> ColumnKind:
    """Return how budgets counted in this unit are shown."""
    kinds: Mapping[str, ColumnKind] = {"money": "money", "items": "items"}
    return kinds.get(unit, "number")


def budget_name(speaker: Nouns, key: str, unit: str) -> Text:
    """Return a heading of budgets, with the currency where they are money."""
    return speaker.in_money(key) if unit == "money" else speaker.say(f"{key}_plain")


def bought(
    speaker: Nouns,
    ladder: Sequence[Rung[Any]],
    of: tuple[str, str],
    items: Sequence[float],
    spends: Sequence[Decimal],
    found: Sequence[Estimate],
) -> list[FilledColumn]:
    """Return what each budget buys of a ranked list: items for how much, and what they find.

    ``of``: of what the rungs are tenths, as the keys of texts end, and what budgets are counted in.
    """
    base, unit = of
    amounts = [one.budget.amount for one in ladder]
    columns: list[FilledColumn] = [
        ("part", speaker.say(f"col.rung_{base}"), "share", [one.share for one in ladder]),
        ("budget", budget_name(speaker, "col.budget", unit), budget_kind(unit), amounts),
        ("items", speaker.say("col.items"), "count", items),
    ]
    if speaker.plan.prices.stated:
        columns.append(("spend", speaker.in_money("col.spend"), "money", spends))
    return [
        *columns,
        ("found", speaker.say("col.found"), "count", values_of(found)),
        ("interval", speaker.say("col.interval"), "count", intervals_of(found)),
    ]


def leads(speaker: Nouns, ladder: Sequence[Rung[Any]], n_models: int) -> list[FilledColumn]:
    """Return which models bring most at each budget; nothing where there is one model only."""
    if n_models == 1:
        return []
    names = [_named(speaker, one.models, n_models) for one in ladder]
    return [("leader", speaker.say("col.leader"), "text", names)]


def _named(speaker: Nouns, models: Sequence[str], n_models: int) -> str:
    if not models:
        return ""
    if len(models) == n_models:
        return speaker.say("ladder.alike")
    return speaker.locale.listing([speaker.named(name) for name in models])
