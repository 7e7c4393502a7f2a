"""Sums below a table are no items."""

import pytest

from budgetplan.errors import Problems
from budgetplan.tables.table import note_sum

HEAD = ("id", "gold", "p", "note")


def told(*row, columns=("id", "gold", "p")):
    problems = Problems("t.csv")
    note_sum(problems, HEAD, columns, row.__getitem__, 9)
    return [str(one) for one in problems.listed()]


@pytest.mark.parametrize("word", ["Total", "TOTAL:", "Summe", "gesamt", "Grand total", "Σ"])
def test_a_last_row_that_begins_as_a_sum_and_lacks_a_cell_is_refused(word):
    assert told(word, "", "12.5", "") == [
        f't.csv, line 9, column id: the last row looks like a sum of the others, not like an item (found "{word}"); take it out; if it is an item, give it another name'
    ]


@pytest.mark.parametrize(
    "row", [("total", "loan", "0.5", ""), ("totality", "", "0.5", ""), ("x", "", "0.5", "total"), ("", "", "", "")]
)
def test_an_item_may_be_called_so_where_everything_is_said_of_it(row):
    assert told(*row) == []
