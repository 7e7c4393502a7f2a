"""A table as it stands: what a column holds, as texts and as numbers."""

import numpy as np

from budgetplan.preflight.surveyed import Column, Survey
from budgetplan.tables.cells import Texts


def column(name, codes, names, values, n_odd=0):
    return Column(name, Texts(np.array(codes), tuple(names)), np.array(values, dtype=float), n_odd)


def test_a_column_knows_what_it_holds():
    mixed = column("c", [0, 1, 0, 2], ["2", "", "0.5"], [2, np.nan, 2, 0.5])
    assert mixed.filled.tolist() == [True, False, True, True]
    assert mixed.n_filled == 3
    assert mixed.different == ("0.5", "2")
    assert mixed.is_number
    assert not mixed.is_whole
    assert mixed.numbers.tolist() == [2, 2, 0.5]
    assert mixed.counts() == {"0.5": 1, "2": 2}
    assert mixed.counts(np.array([True, True, False, False])) == {"2": 1}
    assert (mixed.code("2"), mixed.code("x")) == (0, -1)


def test_texts_and_empty_columns_are_no_numbers():
    assert not column("c", [0, 1], ["a", "1"], [np.nan, 1], n_odd=1).is_number
    empty = column("c", [0, 0], [""], [np.nan, np.nan])
    assert not empty.is_number
    assert not empty.is_whole
    assert (empty.n_filled, empty.different, empty.counts()) == (0, (), {})
    assert column("c", [0, 1], ["1", "2"], [1, 2]).is_whole


def test_a_survey_finds_its_columns():
    own = column("a", [0, 0], ["x"], [np.nan] * 2, 2)
    survey = Survey("t.csv", (own,), (), np.array([2, 3]))
    assert survey.n_rows == 2
    assert survey.names == ("a",)
    assert survey.column("a") is own
    assert survey.column("b") is None
