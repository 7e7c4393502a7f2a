"""Turns the probability of whichever of two labels a model says into a score for the one that is collected."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.dataset.probabilities import within
from budgetplan.domain.plan import ModelSpec
from budgetplan.tables.cells import Texts
from budgetplan.tables.frame import Frame
from budgetplan.tables.label_names import in_other_capitals, told_of_forms
from budgetplan.tables.problems import Problems, listing

_NUMBERED = re.compile(r"LABEL_\d+", re.ASCII)
_OF_TWO = {"LABEL_0": "0", "LABEL_1": "1"}
_DIGITS = 15
"""1 - 0.9 is 0.1 to so many decimals, so that equal probabilities stay equal."""


def as_labels(said: Texts, known: Collection[str]) -> Texts:
    """Return what a model says in the words of the labels: a pipeline calls the label 1 LABEL_1, where nobody named it.

    ``known``: labels; where one is neither 0 nor 1, or the model says something else, it stays as it is: a pipeline
    counts its labels from 0, so that of 1 and 2 its LABEL_1 is the 2.

    >>> as_labels(Texts(np.array([0, 1]), ("LABEL_1", "LABEL_0")), ["0", "1"]).names
    ('1', '0')
    >>> as_labels(Texts(np.array([0, 1]), ("LABEL_1", "LABEL_0")), ["no", "yes"]).names
    ('LABEL_1', 'LABEL_0')
    """
    names = {*filter(None, said.names)}
    if not (names and known and names <= {*_OF_TWO} and {*known} <= {*_OF_TWO.values()}):
        return said
    return replace(said, names=tuple(_OF_TWO.get(name, name) for name in said.names))


def collected_scores(values: FloatArray, said: Texts, order: IntArray, positive: Sequence[str]) -> FloatArray:
    """Return the probability of what is collected, from that of whichever of two labels a model says.

    Parameters
    ----------
    values
        Shape (n,), between 0 and 1: the probability of what the model says, in the order ``order``.
    said
        What it says, by row.
    order
        Shape (n,): rows.
    positive
        The label that is collected.

    Returns
    -------
    FloatArray
        Shape (n,): ``values`` where it says what is collected, 1 less them elsewhere.

    Examples
    --------
    >>> said = Texts(np.array([0, 1, 0]), ("idiom", "literal"))
    >>> collected_scores(np.array([0.9, 0.9, 0.6]), said, np.arange(3), ["idiom"]).tolist()
    [0.9, 0.1, 0.6]
    """
    names = as_labels(said, positive).names
    is_one = np.array([name in positive for name in names], dtype=bool)[said.codes[order]]
    return np.where(is_one, values, np.round(1 - values, _DIGITS))


def check_said(
    model: ModelSpec, frame: Frame, known: Collection[str], positive: Sequence[str], problems: Problems
) -> None:
    """Note what keeps the probabilities of what a model says from being scores for what is collected.

    ``known``: every label of the table.
    """
    said, numbers = as_labels(frame.texts[model.says], known), frame.numbers[model.column]
    names = sorted({*filter(None, said.names), *known})
    if len(names) != 2 or len(positive) != 1:
        wrong = f"of {len(names):,} labels ({listing(names, 5)}) the probability of the one that {model.name} says is no score for what is collected"
        todo = f'name a column with the probability of what is collected, or let the model answer: predicted = "{model.says}", confidence = "{model.column}" in place of column and says'
        if alike := in_other_capitals(filter(None, said.names), known):
            todo = f"write both alike: in the column {model.says} {told_of_forms(alike)}"
        elif any(map(_NUMBERED.fullmatch, said.names)):
            todo = f"write in the column {model.says} what people call {listing(sorted(filter(_NUMBERED.fullmatch, said.names)), 5)}: which is which label is not known"
        problems.add(wrong, todo, column=model.column)
        return
    given = ~np.isnan(numbers.values)
    values = within(numbers.values, single=numbers.single)
    outside = given & ((values < 0) | (values > 1))
    told = (
        f"what {model.name} is sure of is a probability, between 0 and 1",
        "leave out says, if this is no probability",
    )
    frame.note(problems, outside, told, model.column)
    told = (f"{model.name} has a score here and says no label", "write the label, or empty the score")
    frame.note(problems, given & said.empty, told, model.says)
