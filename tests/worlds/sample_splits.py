"""Invented figures of budgets at which a model answers some items alone."""

from __future__ import annotations

from budgetplan.report.model import Figure, Section, Stack
from budgetplan.report.wording import escaped

PARTS = ("answered alone and right", "answered alone and wrong", "reviewed by people", "left without a label")


def split_figure(name: str = "model B") -> Figure:
    """Return bars with large and with very small parts."""
    rows = (
        ("EUR\u00a02,000", (6000.0, 480.0, 1100.0, 2420.0)),
        ("EUR\u00a05,000, recommended", (4380.0, 92.4, 5200.0, 327.6)),
        (f"EUR\u00a07,500, {name}", (2400.0, 14.0, 7586.0, 0.0)),
        ("EUR\u00a09,000", (0.0, 0.0, 10000.0, 0.0)),
    )
    return Figure(
        "split",
        "split",
        escaped("A higher budget replaces wrong answers by reviewed items"),
        escaped("Stacked bars of what becomes of the items at four budgets. Numbers: Table 3."),
        escaped("Items (number)"),
        escaped(""),
        stacks=tuple(Stack(escaped(label), parts, strong="recommended" in label) for label, parts in rows),
        part_labels=tuple(escaped(part) for part in PARTS),
    )


def splits(name: str) -> Section:
    """Return both figures as a section."""
    return Section("splits", (split_figure(name),))
