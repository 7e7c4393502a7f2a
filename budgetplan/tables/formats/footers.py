"""Rows at the end of a table that are no items: the sum that a spreadsheet shows below its columns."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from budgetplan.tables.problems import Problems

_SUMS = frozenset(
    [
        "total",
        "totals",
        "totale",
        "grand total",
        "sum",
        "somme",
        "suma",
        "summe",
        "gesamt",
        "gesamtsumme",
        "insgesamt",
        "σ",
        "∑",
    ]
)


def note_sum(
    problems: Problems, header: Sequence[str], columns: Collection[str], row: Sequence[str], line: int
) -> None:
    """Note the last row of a table where it begins as a sum and says nothing in one of ``columns``.

    Without a label it would be an item of the list to be reviewed.
    """
    at, first = next(((at, cell.strip()) for at, cell in enumerate(row) if cell.strip()), (0, ""))
    said = [cell.strip() for name, cell in zip(header, row, strict=True) if name in columns]
    if first.rstrip(":").rstrip().casefold() in _SUMS and not all(said):
        wrong = "the last row looks like a sum of the others, not like an item"
        problems.add(
            wrong,
            "take it out; if it is an item, give it another name",
            line=line,
            column=header[at],
            found=first,
        )
