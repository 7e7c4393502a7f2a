"""Guesses what the columns of a table are (labels, ids, splits, sizes, groups), and whether a row is an item."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import BoolArray
from budgetplan.preflight.answer_columns import called_as_answers
from budgetplan.preflight.names import CALLED, WORDS
from budgetplan.preflight.surveyed import MOST_CHOICES, MOST_LABELS, Column, Survey
from budgetplan.tables.columns import PERSON

LONGEST_NAME = 60
"""Longer texts are sentences, and name neither items nor groups."""


@dataclass(frozen=True)
class Guess:
    """A column for a role: ``name`` where it is clear, else ``choices``; both may be empty."""

    name: str = ""
    choices: tuple[str, ...] = ()

    @classmethod
    def among(cls, columns: Sequence[Column]) -> Guess:
        """Return the only one of some columns as clear; several are choices."""
        names = _names(columns)
        return cls(names[0]) if len(names) == 1 else cls(choices=names)


class Roles:
    """What the columns are that hold no model's statements.

    ``validation``, ``test``: values of the split column; empty where none is named so. ``group``: columns that
    items may share. ``answers``: columns that hold what a model said, by their names, and look like labels
    otherwise. ``perhaps``: choices for the labels that may hold what a model said. ``unlike``: columns called as
    labels are, of which no model knows a class. ``taken``: names of all columns that have a role of their own.
    """

    def __init__(
        self, survey: Survey, stated: frozenset[str], classes: Sequence[str], winners: Collection[str] = ()
    ) -> None:
        """Guess what the columns are.

        ``stated``: columns of models. ``classes``: those that models know. ``winners``: columns that may be a model's
        answers by the numbers that stand beside them.
        """
        left = [column for column in survey.columns if column.name not in stated and column.n_filled]
        self.id = Guess(survey.ids) if survey.ids else guess_ids(left, survey.n_rows)
        left = [column for column in left if column.name != self.id.name]
        self.split = _split(left)
        self.validation = _part(survey, self.split, WORDS["validation"])
        self.test = _part(survey, self.split, WORDS["test"])
        left = [column for column in left if column.name != self.split.name]
        amounts = [column for column in left if column.is_number and column.numbers.min() >= 0]
        self.units, self.weight, self.cost = (
            _names(column for column in amounts if _fits(CALLED[role], column)) for role in ("units", "weight", "cost")
        )
        left = [column for column in left if column.name not in {*self.units, *self.weight, *self.cost}]
        left = [column for column in left if not (column.is_number and CALLED["tokens"].search(column.name))]
        # Who judged is not what they said.
        possible = [column for column in left if not PERSON.fullmatch(column.name)]
        answers = [column for column in survey.columns if called_as_answers(column.name)]
        answers = [column for column in answers if column.n_filled and _may_be_labels(column, classes)]
        self.answers = _names(answers)
        possible = [column for column in possible if not called_as_answers(column.name)]
        self.label = Guess(survey.label) if survey.label else _label(possible, classes, winners)
        self.perhaps = tuple(name for name in self.label.choices if name in winners)
        self.unlike = () if self.label.name or not classes else _names(_by_name(possible, WORDS["label"]))
        shared = [column for column in left if column.name != self.label.name and _is_shared(column)]
        domains = [column for column in shared if _fits(CALLED["domain"], column)]
        self.domain = Guess.among(domains)
        no_groups = {*_names(domains), *self.label.choices, *self.answers}
        self.group = _names(column for column in shared if column.name not in no_groups)
        with_roles = (self.label.name, self.id.name, self.split.name, self.domain.name)
        self.taken = frozenset({*filter(None, with_roles), *self.units, *self.weight, *self.cost})
        self.label_column, self._split_column = survey.column(self.label.name), survey.column(self.split.name)
        self._n_rows = survey.n_rows

    def labelled(self, split: str = "") -> BoolArray:
        """Return which rows have a label, of one split where it is named, shape (rows,); all where none is known."""
        label, column = self.label_column, self._split_column
        kept = np.ones(self._n_rows, dtype=bool) if label is None else label.filled
        return kept & column.texts.holds(split) if column is not None and split else kept


def _fits(pattern: re.Pattern[str], column: Column) -> bool:
    return pattern.fullmatch(column.name.casefold()) is not None


def guess_ids(columns: Sequence[Column], n_rows: int) -> Guess:
    """Return the column that names every row by a text of its own."""
    ids = [
        column
        for column in columns
        if (not column.is_number or column.is_whole)
        and column.n_filled == n_rows == column.n_different
        and (column.is_number or max(map(len, column.names)) <= LONGEST_NAME)
    ]
    is_named = called_as_ids(ids, (*WORDS["id_ends"], "_key"))
    words = [column for column in ids if not column.is_number]
    words = [column for column in words if not any(" " in name for name in column.names)]
    first = [column for column in words if column is columns[0]]
    if len(words) > 1 and not is_named and not first:
        return Guess(choices=_names(words))
    numbered = [column for column in ids if CALLED["number"].search(column.name)]
    return Guess(next((column.name for column in (*is_named, *words, *numbered)), ""))


def called_as_ids(columns: Sequence[Column], ends: tuple[str, ...] = WORDS["id_ends"]) -> list[Column]:
    """Return the columns that are called as the names of items are: the usual names first, then by their ends."""
    ending = [column for column in columns if column.name.casefold().endswith(ends)]
    return _by_name(columns, WORDS["id"]) + ending


def _split(columns: Sequence[Column]) -> Guess:
    """Return the column that divides rows into train, validation and test."""
    words = {*WORDS["validation"], *WORDS["test"], *WORDS["train"]}
    clear = [
        column
        for column in columns
        if column.n_filled and not column.is_number and all(name.casefold() in words for name in column.names if name)
    ]
    by_name = [column for column in columns if column.name.casefold() in WORDS["split"]]
    return Guess.among(clear or [column for column in by_name if 2 <= column.n_different <= MOST_CHOICES])


def _part(survey: Survey, split: Guess, words: Sequence[str]) -> str:
    """Return the value of the split column that has one of these names."""
    column = survey.column(split.name)
    names = () if column is None else column.different
    return next((name for wanted in words for name in names if name.casefold() == wanted), "")


def is_label_name(name: str) -> bool:
    """Return whether a column is called as people's labels are.

    >>> is_label_name("Label"), is_label_name("score")
    (True, False)
    """
    return name.casefold() in WORDS["label"]


def is_training(name: str) -> bool:
    """Return whether a split is called as one that models learn from.

    >>> is_training("Train"), is_training("dev")
    (True, False)
    """
    return name.casefold() in WORDS["train"]


def _by_name(columns: Sequence[Column], names: Sequence[str]) -> list[Column]:
    return [column for name in names for column in columns if column.name.casefold() == name]


def _label(columns: Sequence[Column], classes: Sequence[str], winners: Collection[str]) -> Guess:
    """Return the column with people's labels: by the classes that models know, and by its name.

    One that may be a model's answers (``winners``) is never taken, but asked for.
    """
    possible = [column for column in columns if _may_be_labels(column, classes)]
    won = [column for column in possible if column.name in winners]
    possible = [
        column
        for column in possible
        if column not in won and 2 * len({*classes}.intersection(column.names)) >= len(classes)
    ]
    by_name = _by_name(possible, WORDS["label"])
    candidates = [column for column in possible if re.search("gold|label|annot", column.name.casefold())]
    if len(by_name) == 1 and "gold" not in by_name[0].name.casefold():
        # Of the same labels in another column that is called so nothing says whose they are.
        first = by_name[0]
        alike = (column for column in candidates if column is not first and column.different == first.different)
        by_name += [column for column in alike if (first.texts.among(column.names) != column.codes).any()]
    if len(by_name) == 1 or (classes and len(possible) == 1):
        return Guess((by_name or possible)[0].name)
    candidates = by_name or candidates
    if len(candidates) == 1:
        return Guess.among(candidates)
    rest = [column for column in possible if column.n_different <= MOST_CHOICES]
    # The fewer different texts, the more like labels.
    rest = sorted(candidates or rest, key=lambda column: column.n_different)
    return Guess(choices=_names([*won, *rest]))


def _may_be_labels(column: Column, classes: Sequence[str]) -> bool:
    most = max(MOST_LABELS, 2 * len(classes))
    if column.is_number and not column.is_whole:
        return False
    return 2 <= column.n_different <= min(most, column.n_filled - 1)


def _is_shared(column: Column) -> bool:
    """Return whether a column names something that several items share."""
    if column.is_number and not column.is_whole:
        return False
    if column.is_number and re.match(r"n[_ ]|rank|year|age", column.name.casefold()):
        return False
    several = 2 <= column.n_different <= column.n_filled * 2 / 3
    return several and (column.is_number or max(map(len, column.names)) <= LONGEST_NAME)


def _names(columns: Iterable[Column]) -> tuple[str, ...]:
    return tuple(column.name for column in columns)


MOST_MODELS = 50
"""More different texts than this in a column are no names of models."""


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
    called = [column for column in scores if CALLED["long_score"].fullmatch(column.name)]
    score = _only(called) or _only(scores)
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
    people = [column for column in people if column.n_filled == survey.n_rows and column.n_different > 1]
    if len(people) != 1:
        return None
    items = [column for column in survey.columns if column is not people[0]]
    items = [column for column in items if _tells_rows_apart(column, people[0], among=1.0)]
    ids = called_as_ids(items)
    if not ids or ids[0].n_different == survey.n_rows:
        return None
    answers = [column for column in survey.columns if column is not people[0] and not _is_steady(column, ids[0])]
    answers = [column for column in answers if 2 <= column.n_different <= MOST_CHOICES]
    answers = [column for column in answers if not called_as_answers(column.name)]
    usual = _by_name(answers, WORDS["label"])
    label = usual[0] if usual else _only(answers)
    return Judgements(ids[0].name, people[0].name, "" if label is None else label.name)


def _is_model(column: Column, n_rows: int) -> bool:
    is_called = CALLED["long_model"].fullmatch(column.name) is not None and not column.is_number
    return is_called and column.n_filled == n_rows and 2 <= column.n_different <= MOST_MODELS


def _tells_rows_apart(column: Column, model: Column, among: float = 0.75) -> bool:
    """Return whether a text stands at most once for each model, and mostly for more than one of them.

    ``among``: the greatest number of different texts, as a share of the rows.
    """
    n_rows = len(column.codes)
    if column.n_filled < n_rows or column.n_different > n_rows * among:
        return False
    pair = column.codes * len(model.names) + model.codes
    return len(np.unique(pair)) == n_rows


def _is_steady(column: Column, item: Column) -> bool:
    """Return whether a column says the same in all rows of an item."""
    first = np.unique(item.codes, return_index=True)
    return bool((column.codes[first[1]][np.searchsorted(first[0], item.codes)] == column.codes).all())


def _only(columns: Sequence[Column]) -> Column | None:
    return columns[0] if len(columns) == 1 else None
