"""What contradicts entries that are types, each counted and paid once (METHODS R6)."""

from __future__ import annotations

from budgetplan.domain.options import advise
from budgetplan.domain.plan import Plan
from budgetplan.settings.sources import Settings

OF_ITEMS = (
    ("entry.error", "errors are those of single items, and a type has several chances to be confirmed"),
    ("entry.wrong", "errors are those of single items, and a type has several chances to be confirmed"),
    ("entry.left_out", "items are left out, and a type is lost with the last of them alone"),
    ("cost.extra_per_entry", "this is paid for each item confirmed, and entries are types"),
    ("list.prevalence", "a share of items says nothing of the share of types"),
    ("list.reviewed", "types that are confirmed already cannot be taken out of the rest yet"),
)
"""What is said of single items, and why it does not go with types of several items."""
DRAWN = ("table.sample", "table.stratum")
"""How labelled items were drawn, with the weights of that."""
OF_SEVERAL = (
    (
        "table.weight",
        "a type has several rows, and each row would stand for several items",
        "leave this out; or give every type one row, without table.type: its weight is then how often it occurs",
    ),
    (
        "list.size",
        "twice the items hold less than twice the types, and nobody knows how much less",
        "leave this out: the report then speaks of the labelled items",
    ),
    (
        "list.file",
        "which types a list in files holds is not counted",
        "put the list into the table, as rows without a label",
    ),
)
"""What does not go with types of several rows."""


def check_types(plan: Plan, settings: Settings) -> None:
    """Note what contradicts types as entries, or is lacking for them."""
    if not plan.by_type:
        todo = advise("leave this out, or count types: {entry.unit=type}")
        settings.refuse_said(("table.type",), "entries are items in this plan, whatever their types", todo)
        return
    if plan.deferral is not None:
        settings.refuse_said(
            ("entry.unit",), "where a model answers, items are labelled, not types", "leave this out"
        )
        return
    if plan.answerers:
        settings.refuse(
            settings.source, "answerers say what items are, and entries are types", "leave [[answerers]] out"
        )
    todo = advise("leave this out, or count items: {entry.unit=item}")
    drawn = "how items were drawn says nothing of how many types they stand for"
    settings.refuse_said(DRAWN, drawn, todo)
    if not plan.columns.type and not plan.columns.weight:
        settings.refuse(
            settings.by_key["entry.unit"].where,
            "the types are not known",
            advise(
                "name their column: {table.type=COLUMN}; or, where every row is a type, the column of how often it occurs: {table.weight=COLUMN}"
            ),
        )
    if plan.columns.type:
        _check_several(plan, settings, todo)


def _check_several(plan: Plan, settings: Settings, todo: str) -> None:
    """Note what is said of single items where a type may have several of them."""
    for key, wrong in OF_ITEMS:
        settings.refuse_said((key,), wrong, todo)
    for key, wrong, way in OF_SEVERAL:
        settings.refuse_said((key,), wrong, way)
    worths = set() if plan.values is None else {plan.values.entry.get(name) for name in plan.positive}
    if len(worths) > 1:
        settings.refuse(
            settings.by_key["entry.value"].where,
            "a type with items of several classes has no single worth",
            "give all classes that are collected one worth",
        )
