"""Guesses whether a table has a row for each item and model, or for each judgement, and which columns say so."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from budgetplan.domain.survey import MOST_CHOICES, PERSON, Column, Survey
from budgetplan.preflight.answer_columns import called_as_answers
from budgetplan.preflight.column_roles import LABEL_NAMES, called_as_ids

MOST_MODELS = 50
"""More different texts than this in a column are no names of models."""

_MODEL = re.compile(
    r"(model|system|method|classifier|scorer|ranker|approach|run|modell|modèle|modelo|modello|модель)"
    r"s?([_\-. ]?(name|id))?",
    re.IGNORECASE,
)
_SCORE = re.compile(
    r"(.*[_\-. ])?(score|prob|proba|probability|logit|rank|value|wert|punkte)s?", re.IGNORECASE
)


def guess_long(survey: Survey) -> tuple[str, ...]:
    """Return the columns with the item, the model and the score; nothing where a row is an item.

    A column that is called as models are, in which each name stands once for each item, and one column of numbers
    that differ between the rows of an item: no other table is like this by chance.
    """
    models = [column for column in survey.columns if _is_model(column, survey.n_rows)]
    if len(models) != 1:
        return ()
    model = models[0]
    items = [column for column in survey.columns if column is not model and _tells_rows_apart(column, model)]
    if not items:
        return ()
    item = (called_as_ids(items) or items)[0]
    scores = [column for column in survey.columns if column.is_number and not _is_steady(column, item)]
    score = _only([column for column in scores if _SCORE.fullmatch(column.name)]) or _only(scores)
    return () if score is None else (item.name, model.name, score.name)


@dataclass(frozen=True)
class Judgements:
    """The columns of a table with a row for each judgement; ``label`` is empty where several may be the labels."""

    item: str
    annotator: str
    label: str


def guess_judgements(survey: Survey) -> Judgements | None:
    """Return the columns with the item, with who judged it, and with what they said; None where a row is an item.

    What the rows of an item do not agree on is what people say of it.
    """
    people = [column for column in survey.columns if PERSON.fullmatch(column.name)]
    people = [column for column in people if column.n_filled == survey.n_rows and len(column.different) > 1]
    if len(people) != 1:
        return None
    items = [column for column in survey.columns if column is not people[0]]
    items = [column for column in items if _tells_rows_apart(column, people[0], among=1.0)]
    named = called_as_ids(items)
    if not named or len(named[0].different) == survey.n_rows:
        return None
    said = [
        column for column in survey.columns if column is not people[0] and not _is_steady(column, named[0])
    ]
    said = [column for column in said if 2 <= len(column.different) <= MOST_CHOICES]
    said = [column for column in said if not called_as_answers(column.name)]
    usual = [column for name in LABEL_NAMES for column in said if column.name.casefold() == name]
    label = usual[0] if usual else _only(said)
    return Judgements(named[0].name, people[0].name, "" if label is None else label.name)


def _is_model(column: Column, n_rows: int) -> bool:
    told = _MODEL.fullmatch(column.name) is not None and not column.is_number
    return told and column.n_filled == n_rows and 2 <= len(column.different) <= MOST_MODELS


def _tells_rows_apart(column: Column, model: Column, among: float = 0.75) -> bool:
    """Return whether a text stands at most once for each model, and mostly for more than one of them.

    ``among``: the greatest number of different texts, as a share of the rows.
    """
    n_rows = len(column.codes)
    if column.n_filled < n_rows or len(column.different) > n_rows * among:
        return False
    pair = column.codes * len(model.names) + model.codes
    return len(np.unique(pair)) == n_rows


def _is_steady(column: Column, item: Column) -> bool:
    """Return whether a column says the same in all rows of an item."""
    first = np.unique(item.codes, return_index=True)
    return bool((column.codes[first[1]][np.searchsorted(first[0], item.codes)] == column.codes).all())


def _only(columns: Sequence[Column]) -> Column | None:
    return columns[0] if len(columns) == 1 else None
