"""Invented figures of budgets at which a model answers some items alone."""

from __future__ import annotations

from budgetplan.report.model import Figure, Grid, Line, Marker, Section, Sentence, Stack


def _plain(text: str) -> Sentence:
    return Sentence("t.plain", {"text": text})


def surface_grid(columns: int = 40, rows: int = 40) -> Grid:
    """Return net values that rise with both quantities and fall where a model answers what it does not know."""
    x = tuple(12000.0 * j / (columns - 1) for j in range(columns))
    y = tuple(i / (rows - 1) for i in range(rows))
    return Grid(x, y, tuple(tuple(_worth(budget, share) for budget in x) for share in y))


def _worth(budget: float, share: float) -> float:
    people = min(1 - share, budget / 9000)
    wrong = 0.02 * share + 0.55 * share**5
    spent = 9000 * people
    return 15000 * (share + people) - 30000 * wrong - spent - 2000


def surface_figure(name: str = "model B") -> Figure:
    """Return a surface with its ridge and the recommended plan."""
    budgets = tuple(500.0 * step for step in range(25))
    shares = [step / 25 for step in range(26)]
    ridge = tuple(max(shares, key=lambda share, at=budget: _worth(at, share)) for budget in budgets)
    best = Line(name, budgets, ridge, "recommended", label=_plain(f"best share of {name} for each budget"))
    return Figure(
        "surface",
        "surface",
        _plain("Net value is highest where the model answers the items it is sure of"),
        _plain("Contour chart of net value over budget and share answered. Numbers: Table 3."),
        _plain("Budget (EUR)"),
        _plain("Items the model answers alone (%)"),
        lines=(best,),
        markers=(
            Marker(5000.0, ridge[10], _plain("Recommended: EUR\u00a05,000 and 56\u00a0% answered alone")),
        ),
        top_label=_plain("Net value (EUR)"),
        grid=surface_grid(),
    )


PARTS = (
    "answered alone and right",
    "answered alone and wrong",
    "reviewed by people",
    "left without a label",
)


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
        _plain("A higher budget replaces wrong answers by reviewed items"),
        _plain("Stacked bars of what becomes of the items at four budgets. Numbers: Table 3."),
        _plain("Items (number)"),
        _plain(""),
        stacks=tuple(Stack(_plain(label), parts, strong="recommended" in label) for label, parts in rows),
        part_labels=tuple(_plain(part) for part in PARTS),
    )


def splits(name: str) -> Section:
    """Return both figures as a section."""
    return Section("splits", (surface_figure(name), split_figure(name)))
