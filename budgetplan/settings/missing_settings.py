"""Says what a plan still needs: with a command that works, the columns of the table, and its labels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from budgetplan.domain.options import advise, quoted_word
from budgetplan.domain.plan import ClassifierSpec, ModelSpec, Plan
from budgetplan.errors import BudgetplanError, Problem
from budgetplan.tables.columns import find_id
from budgetplan.tables.opened import open_beside, open_table
from budgetplan.tables.problems import Problems, listing

USUAL_LABELS = ("gold", "label", "labels", "class", "truth")
"""How a column with labels is mostly called."""
MOST_LABELS = 20
"""A column with more different texts is not listed."""
_COLUMN = "COLUMN"
"""Stands in a command for a column that the table does not have."""


@dataclass(frozen=True)
class _Seen:
    """What a table shows: its columns, the one that may hold the labels, how many rows have each, and scores.

    ``n_amounts``: how many different numbers stand where labels should, if nothing but numbers does; ``beside``: the
    columns of a file with the labels.
    """

    columns: tuple[str, ...] = ()
    label: str = ""
    labels: tuple[tuple[str, int], ...] = ()
    scores: tuple[str, ...] = ()
    n_amounts: int = 0
    beside: tuple[str, ...] = ()


def lacking(plan: Plan, source: str, needed: Mapping[str, str]) -> Problem:
    """Return what is still needed as a problem of where the plan comes from."""
    try:
        seen, told = _seen(plan), ""
    except BudgetplanError as error:
        seen, told = _Seen(), str(error)
    told = told or f"The columns of {plan.table}: {listing(seen.columns)}"
    told += f"\nThe columns of {plan.form.labels}: {listing(seen.beside)}" if seen.beside else ""
    if seen.labels:
        counted = [f"{name} ({n:,})" for name, n in seen.labels]
        told += f"\nThe labels in {seen.label}: {listing(counted)}"
    if seen.n_amounts:
        amounts = "\nThe column {seen.label} holds {seen.n_amounts:,} different numbers, and amounts are not counted: add a column that says which rows are collected, such as yes where {seen.label} is above 0 and no elsewhere, and name it ({table.label=COLUMN} {table.positive=yes})"
        told += advise(amounts, seen=seen)
    command = _command(plan, source, seen)
    if any(word.endswith(_COLUMN) for word in command) and len({*seen.columns}) == len(seen.columns):
        told += f"\n{_COLUMN} stands for one that the table does not have yet"
    words = " ".join(map(quoted_word, command))
    return Problem(f"still needed: {', '.join(needed.values())}", f"for example:\n  {words}\n{told}", source)


def _command(plan: Plan, source: str, seen: _Seen) -> list[str]:
    """Return a command that gives what is needed; what is not known is an example."""
    # Nothing is known of the columns of a table that cannot be read.
    label, positive, score = (_COLUMN, "LABEL", _COLUMN) if seen.columns else ("gold", "idiom", "p_rf")
    words = ["budgetplan", "report", source, "--label", plan.columns.label or seen.label or label]
    if plan.form.labels and source == plan.table:
        words += ["--set", f"table.labels={plan.form.labels}"]
    if plan.deferral is not None:
        by_class = Counter(name.partition(":")[0] for name in seen.columns if ":" in name)
        prefix = next((name for name, n in by_class.items() if n > 1), score)
        models = [spec for spec in plan.deferral.models if spec.prefix or spec.array or spec.predicted]
        for spec in models or (ClassifierSpec(prefix.removeprefix("p_"), prefix),):
            flag = "--probabilities" if spec.probabilities else "--decision"
            words += [flag, f"{spec.name}={spec.prefix}"] if spec.prefix else []
            words += ["--array", f"{spec.name}={spec.array}"] if spec.array else []
        return [*words, "--error-weight", str(plan.deferral.worths.error_weight or 4)]
    rarest = min(seen.labels, key=lambda one: (one[1], one[0]), default=(positive, 0))[0]
    for name in plan.positive or (rarest,):
        words += ["--positive", name]
    for model in plan.models or [ModelSpec(name, name) for name in seen.scores[:1] or (score,)]:
        words += ["--model", model.name if model.column == model.name else f"{model.name}={model.column}"]
    return words


def _seen(plan: Plan) -> _Seen:
    """Look at a table.

    Raises
    ------
    BudgetplanError
        It cannot be read.
    """
    problems, beside = Problems(plan.table), tuple[str, ...]()
    if plan.form.labels:
        with open_beside(plan.form.labels, plan.form) as file:
            beside = tuple(name for name in file.header if name)
    with open_table(plan.table, plan.form, plan.form.map) as file:
        columns = tuple(name for name in file.header if name)
        usual = [name for name in USUAL_LABELS if name in (beside or columns)]
        only = columns[0] if len(columns) == 1 else ""
        label = plan.columns.label or next(iter(usual), only)
        if len({*columns}) < len(columns):
            return _Seen(columns)
        ids = find_id(columns, plan.columns.id)
        others = [name for name in columns if name not in {label, ids}]
        frame = file.read("", others if not label else [label] * (label in columns), columns, problems)
    numbers = {name: frame.numbers[name] for name in others}
    scores = tuple(
        name
        for name, one in numbers.items()
        if not one.odd and np.any(one.values != np.rint(one.values)) and not np.isnan(one.values).all()
    )
    if not label:
        # The fewer different texts, the more like labels.
        n_texts = {name: len(frame.texts[name].counts()) for name in others if name not in scores}
        few = {name: n for name, n in n_texts.items() if 2 <= n <= MOST_LABELS}
        label = min(few, key=lambda name: few[name], default="")
    # Places in a queue are whole numbers.
    scores = scores or tuple(name for name, one in numbers.items() if name != label and not one.odd)
    if label not in columns:
        return _Seen(columns, label, (), scores, beside=beside)
    labels = tuple(sorted(frame.texts[label].counts().items()))
    many = len(labels) > MOST_LABELS
    amounts = len(labels) if many and not frame.numbers[label].odd else 0
    return _Seen(columns, label, () if many else labels, scores, amounts)
