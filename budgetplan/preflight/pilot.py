"""A pilot sample: items drawn at random from a list without labels, the file to label, and what is said of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from budgetplan import __version__
from budgetplan.arrays import IntArray
from budgetplan.dataset.list_files import UnlabelledTable
from budgetplan.domain.messages import Message, NamedOption, quoted_word
from budgetplan.domain.plan import Plan
from budgetplan.preflight.draft import MOST_CHOICES, is_label_name
from budgetplan.preflight.plan_text import printed
from budgetplan.tables.celltext import formulas_told, plain_csv
from budgetplan.tables.opened import separator_for

SAMPLE, NUMBERS = FILES = ("pilot.csv", "pilot.json")


def draw_items(n_items: int, n_labels: int, seed: int) -> IntArray:
    """Return places of the items to label, shape (at most n_labels,): every item is as likely to be at every place.

    What the scores say plays no part: labels drawn where models differ decide no better between these, and say less of
    the list (METHODS L).

    >>> draw_items(5, 3, seed=1).tolist(), sorted(draw_items(3, 20, seed=1).tolist())
    ([4, 0, 1], [0, 1, 2])
    """
    return np.random.default_rng(seed).permutation(n_items)[:n_labels]


def files_of(plan: Plan, table: UnlabelledTable, drawn: IntArray) -> dict[str, str]:
    """Return the files of a sample, by name."""
    places = drawn.tolist()
    ids = [table.ids[place] for place in places]
    columns = [ids, *([cells[place] for place in places] for cells in table.texts.values()), [""] * len(ids)]
    header = [table.id_column, *table.texts, table.label_column]
    record = {
        "format": "budgetplan pilot",
        "budgetplan": __version__,
        "table_sha256": table.sha256,
        "seed": plan.seed,
        "items": len(table.ids),
        "labels": len(drawn),
        "label_column": table.label_column,
        "shown": list(table.texts),
    }
    # Texts stand as they are in the table: an id with an apostrophe in front of it would be another one.
    sample = plain_csv(header, zip(*columns, strict=True), separator_for(plan))
    numbers = json.dumps(record, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
    # The mark at the beginning lets a spreadsheet read the letters as they are.
    return {SAMPLE: "\ufeff" + sample, NUMBERS: numbers}


def told_of(plan: Plan, table: UnlabelledTable, drawn: IntArray, folder: Path, command: Sequence[str] = ()) -> str:
    """Return what is printed: what was drawn, and what comes next."""
    places, columns = drawn.tolist(), (table.ids, *table.texts.values())
    lines = printed(
        "pilot.j2",
        plan=plan,
        table=table,
        n=len(drawn),
        before=[*plan.notices, *table.messages],
        files=[str(folder / name) for name in FILES],
        formulas=formulas_told(([cells[place] for place in places] for cells in columns), SAMPLE),
        report=_report(plan, table, drawn, folder, command),
    )
    return "\n".join(lines)


def without_labels(table: UnlabelledTable) -> UnlabelledTable:
    """Leave out of what people see the columns that may hold labels: whoever sees what others judged judges by it."""
    called = {name: cells for name, cells in table.texts.items() if is_label_name(name)}
    judged = [name for name, cells in called.items() if len({*cells} - {""}) <= MOST_CHOICES]
    if not judged:
        return table
    texts = {name: cells for name, cells in table.texts.items() if name not in judged}
    message = Message("preflight.labels_hidden", names=judged, way=NamedOption("table.label", judged[0]))
    return replace(table, texts=texts, messages=(*table.messages, message))


def _report(plan: Plan, table: UnlabelledTable, drawn: IntArray, folder: Path, command: Sequence[str]) -> str:
    """Return the command that reads the labels, with what is not known yet as an example."""
    words = ["budgetplan", *command, "--label", table.label_column]
    words += [] if plan.positive else ["--positive", "CLASS"]
    words += [] if plan.models else ["--model", "SCORES"]
    scores = [model.score[drawn] for model in table.models]
    if plan.missing == "error" and not all(np.isfinite(each).all() for each in scores):
        words += ["--set", "table.missing=last"]
    words += ["--set", f"table.labels={folder / SAMPLE}"]
    return " ".join(map(quoted_word, words))
