"""Reads what each answer is worth at each truth from a table of its own."""

from __future__ import annotations

from decimal import Decimal

from budgetplan.errors import BadDataError, Problem
from budgetplan.settings import amounts
from budgetplan.settings.amounts import RefusedError
from budgetplan.tables.bad_numbers import what_is_unsure
from budgetplan.tables.opened import open_table
from budgetplan.tables.problems import Problems

CELL_KEYS = ("predicted", "truth", "value")


def read_matrix(path: str) -> dict[tuple[str, str], Decimal]:
    """Return the values in a CSV file with the columns predicted, truth and value.

    Raises
    ------
    BadDataError
        With every problem of the file at once.
    """
    problems = Problems(path)
    with open_table(path) as file:
        for name in CELL_KEYS:
            if file.header.count(name) != 1:
                raise BadDataError(
                    [Problem("there is no such column", f"write {', '.join(CELL_KEYS)}", path, column=name)]
                )
        # Read as numbers too, so that the sign before their decimals is known.
        frame = file.read("", CELL_KEYS, CELL_KEYS[2:], problems)
    cells: dict[tuple[str, str], Decimal] = {}
    unsure = frame.numbers["value"].unsure
    for row, cell in unsure.items():
        told = what_is_unsure(cell, frame.sign("value"), can_say=False)
        problems.add(*told, line=int(frame.lines[row]), column="value", found=cell)
    rows = [[frame.texts[name].names[code] for code in frame.texts[name].codes] for name in CELL_KEYS]
    for line, predicted, truth, value in zip(frame.lines.tolist(), *rows, strict=True):
        if (predicted, truth) in cells:
            problems.add("this cell is given twice", "give it once", line=line, found=f"{predicted}, {truth}")
        try:
            # The column as a whole has shown what its signs are, or it was noted above.
            cells[predicted, truth] = amounts.decimal(frame.pointed(value, "value"))
        except RefusedError as error:
            problems.add(error.wrong, error.todo, line=line, column="value", found=value)
    problems.raise_if_any()
    return cells
