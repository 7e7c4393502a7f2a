"""Small tables in memory, for tests of what is guessed from tables."""

from __future__ import annotations

import tempfile
from pathlib import Path

from budgetplan.readers.survey import read_survey


def csv_of(columns):
    """Return columns as the text of a CSV file."""
    rows = [list(columns), *zip(*columns.values(), strict=True)]
    return "".join(
        ",".join(f'"{cell}"' if "," in str(cell) else str(cell) for cell in row) + "\n" for row in rows
    )


def table(**columns):
    """Return the survey of a table with these columns."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.csv"
        path.write_text(csv_of(columns), encoding="utf-8")
        return read_survey(str(path))
