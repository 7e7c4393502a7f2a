"""What is written and said of a pilot sample: the file to label, the file with the weights, the numbers."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from budgetplan import __version__
from budgetplan.dataset.unlabelled import UnlabelledTable
from budgetplan.domain.options import quoted_word
from budgetplan.domain.plan import Budget, Plan
from budgetplan.errors import counted
from budgetplan.evidence.pilot import ONE_IN, Pilot, PilotBudget
from budgetplan.tables.celltext import formulas_told
from budgetplan.tables.problems import listing

SAMPLE, WEIGHTS, NUMBERS = FILES = ("pilot.csv", "pilot-weights.csv", "pilot.json")
STRATA = ("union", "rest")
"""What the strata are called: items in the union of the models' top sets, but not in all of these; and the others."""


def files_of(plan: Plan, table: UnlabelledTable, pilot: Pilot) -> dict[str, str]:
    """Return the files of a sample, by name."""
    places = pilot.drawn.tolist()
    ids = [table.items.ids[place] for place in places]
    stratum = [STRATA[not inside] for inside in pilot.inside[pilot.drawn].tolist()]
    weight = pilot.weight.tolist()
    columns = [ids, *([cells[place] for place in places] for cells in table.texts.values()), [""] * len(ids)]
    header = [table.id_column, *table.texts, table.label_column]
    chance = [1 / each for each in weight]
    # Texts stand as they are in the table: an id with an apostrophe in front of it would be another one.
    return {
        # The mark at the beginning lets a spreadsheet read the letters as they are.
        SAMPLE: "\ufeff" + _csv(header, zip(*columns, strict=True)),
        WEIGHTS: _csv(
            (table.id_column, "stratum", "probability", "weight"),
            zip(ids, stratum, map(repr, chance), map(repr, weight), strict=True),
        ),
        NUMBERS: json.dumps(record(plan, table, pilot), indent=2, sort_keys=True, ensure_ascii=False) + "\n",
    }


def _csv(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows(rows)
    return stream.getvalue()


def record(plan: Plan, table: UnlabelledTable, pilot: Pilot) -> dict[str, Any]:
    """Return all numbers of a pilot as plain data."""
    sizes = dict(zip(STRATA, pilot.sizes, strict=True))
    return {
        "format": "budgetplan pilot",
        "budgetplan": __version__,
        "table_sha256": table.sha256,
        "seed": plan.seed,
        "items": table.items.n_items,
        "labels": len(pilot.drawn),
        "label_column": table.label_column,
        "shown": list(table.texts),
        "models": [one.name for one in table.models],
        "top_sets_of_sample": dict(pilot.reach),
        "strata": {
            name: {"items": size, "labels": n, "weight": size / n if n else None}
            for name, (size, n) in sizes.items()
        },
        "budgets": [
            {
                "amount": str(one.budget.amount),
                "unit": one.budget.unit,
                "items": dict(one.items),
                "pairs": [
                    {
                        "models": list(pair.models),
                        "share_apart": pair.share,
                        "labels": {
                            f"one in {k}": {
                                "at_random": pair.labels[k],
                                "where_they_differ": pair.where_they_differ(k),
                            }
                            for k in ONE_IN
                        },
                    }
                    for pair in one.pairs
                ],
            }
            for one in pilot.budgets
        ],
    }


def told_of(
    plan: Plan, table: UnlabelledTable, pilot: Pilot, folder: Path, command: Sequence[str] = ()
) -> str:
    """Return what is printed: how far the models differ, how many labels tell them apart, and what comes next."""
    n, places, columns = table.items.n_items, pilot.drawn.tolist(), (table.items.ids, *table.texts.values())
    lines = [
        *map(str, plan.notices),
        *table.messages,
        f"{counted(n, 'item')} without labels; seed {plan.seed}.",
    ]
    if len(table.models) > 1:
        lines += ["", *_differences(plan, pilot, n)]
    (n_union, drawn_union), (n_rest, drawn_rest) = pilot.sizes
    reach = "; ".join(f"{name} {k:,}" for name, k in pilot.reach.items())
    what = "some models, but not all, have among" if pilot.differ else "the models have among"
    lines += [
        "",
        f"Drawn: {counted(len(pilot.drawn), 'item')}, in two strata.",
        f"  union: {drawn_union:,} of {n_union:,} items that {what} their first ones at twice the budget ({reach})",
        f"  rest:  {drawn_rest:,} of {n_rest:,} other items",
        f"Written: {', '.join(str(folder / name) for name in FILES)}",
        "",
        f"Label {folder / SAMPLE}, column {table.label_column}, in the order in which the items stand: wherever you stop, what is labelled is a random part of each stratum.",
        f"Seen there: {listing(list(table.texts)) or 'nothing but the ids'} (--show COLUMN names other columns). Keep {folder / WEIGHTS} from whoever labels.",
        *formulas_told(([cells[place] for place in places] for cells in columns), SAMPLE),
        "Then:",
        f"  {_report(plan, table, pilot, folder, command)}",
        "The rows that still have no label are then your list; labelled ones stand for all, by their weights, and are paid for already.",
    ]
    return "\n".join(lines)


def _differences(plan: Plan, pilot: Pilot, n: int) -> list[str]:
    """Return, per budget and pair, the share on which they differ and the labels that tell them apart."""
    header = ["first items", "models", "differ on", *(f"1 in {k}" for k in ONE_IN)]
    rows = [header]
    for one in pilot.budgets:
        for pair in one.pairs:
            labels = [_labels(pair.labels[k], pair.where_they_differ(k), n) for k in ONE_IN]
            rows.append([_depth(one), " | ".join(pair.models), f"{100 * pair.share:.1f} %", *labels])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    told = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    asked = "" if plan.budget is None else f" for {_amount(plan.budget, plan)}"
    return [
        f"On how many of the {n:,} items two models differ{asked} (in the first items of the one, not of the other), and how many labels tell them apart with a power of 80 % if the one finds one entry more in 5, 10 or 20 reviewed (at random; in brackets: if only items on which they differ are labelled; as if half of these were entries):",
        *(line.rstrip() for line in told),
    ]


def _labels(at_random: int | None, where_they_differ: int | None, n: int) -> str:
    if at_random is None:
        return "cannot be"
    return f"{at_random:,} ({where_they_differ:,})" if at_random < n else "more than the list"


def _depth(one: PilotBudget) -> str:
    depths = sorted(set(one.items.values()))
    return f"{depths[0]:,}" if len(depths) == 1 else f"{depths[0]:,} to {depths[-1]:,}"


def _amount(budget: Budget, plan: Plan) -> str:
    unit = {"money": plan.prices.currency, "hours": "hours", "items": "items"}[budget.unit]
    return f"{budget.amount:,f} {unit}".strip()


def _report(plan: Plan, table: UnlabelledTable, pilot: Pilot, folder: Path, command: Sequence[str]) -> str:
    """Return the command that reads the labels, with what is not known yet as an example."""
    words = ["budgetplan", *command, "--label", table.label_column]
    words += [] if plan.positive else ["--positive", "CLASS"]
    scores = [one.score[pilot.drawn] for one in table.models]
    if plan.missing == "error" and not np.isfinite(scores).all():
        words += ["--set", "table.missing=last"]
    for key, name in (("labels", SAMPLE), ("sample", WEIGHTS)):
        words += ["--set", f"table.{key}={folder / name}"]
    return " ".join(map(quoted_word, words))
