"""A list of words as a German spreadsheet has it: which are loans, people say of some; two models have scored all."""

from __future__ import annotations

import io

import numpy as np


def candidates(n=500, n_labelled=300, seed=3):
    """Return rows of a list of words: a name, the word, what people said of some, and two scores."""
    random = np.random.default_rng(seed)
    is_loan = random.random(n) < 0.25
    rows = []
    for row in range(n):
        told = ("ja" if is_loan[row] else "nein") if row < n_labelled else ""
        scores = np.clip(random.normal(0.35 + 0.3 * is_loan[row], [0.15, 0.25]), 0, 1)
        rows.append((f"w{row:04}", f"Wort {row}", told, *(round(float(one), 4) for one in scores)))
    return rows


HEADER = ("Nr", "Wort", "Lehnwort", "Modell A", "Modell B")


def german_csv(rows):
    lines = [";".join(HEADER)]
    lines += [";".join(str(cell).replace(".", ",") for cell in row) for row in rows]
    return "\r\n".join(lines).encode("cp1252")


def workbook(rows):
    from openpyxl import Workbook

    made, stream = Workbook(), io.BytesIO()
    for row in (HEADER, *rows):
        made.active.append([cell if cell != "" else None for cell in row])
    made.save(stream)
    return stream.getvalue()
