"""Small tables in memory, for tests of what is guessed from tables."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

from budgetplan.preflight.draft import Column, Survey
from budgetplan.preflight.survey import read_survey
from budgetplan.tables.cells import Texts
from budgetplan.tables.opened import open_table


def csv_of(columns):
    """Return columns as the text of a CSV file."""
    rows = [list(columns), *zip(*columns.values(), strict=True)]
    return "".join(",".join(f'"{cell}"' if "," in str(cell) else str(cell) for cell in row) + "\n" for row in rows)


def table(**columns):
    """Return the survey of a table with these columns."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.csv"
        path.write_text(csv_of(columns), encoding="utf-8")
        return read_survey(str(path))


def survey(**columns):
    """Return the survey of a table that stands in no file."""
    made = []
    for name, cells in columns.items():
        names = tuple(dict.fromkeys(map(str, cells)))
        values = np.array([float(c) if str(c).replace(".", "").isdigit() else np.nan for c in cells])
        odd = sum(bool(str(c)) and np.isnan(v) for c, v in zip(cells, values, strict=True))
        texts = Texts(np.array([names.index(str(c)) for c in cells]), names)
        made.append(Column(name, texts, values, int(odd)))
    n = len(next(iter(columns.values())))
    return Survey("t.csv", tuple(made), (), np.arange(2, n + 2))


def scored(n, decimals, seed=1, n_labelled=None, **more):
    """Return columns of n items: labels, and the scores of two models that go with them, rounded."""
    rng = np.random.default_rng(seed)
    positive = rng.random(n) < 0.2
    gold = np.where(np.arange(n) < (n if n_labelled is None else n_labelled), np.where(positive, "y", "n"), "")
    score = {name: np.round(1 / (1 + np.exp(-rng.normal(positive - 1.0, 1))), decimals) for name in ("p_a", "p_b")}
    return {"gold": gold, **score, **more}


def read_header(path, form=None):
    """Return the names of a table's columns."""
    with open_table(path, form) as file:
        return file.header
