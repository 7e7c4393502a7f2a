"""A table of values: what each answer is worth at each truth."""

from decimal import Decimal

import pytest

from budgetplan.errors import BadDataError
from budgetplan.settings.kinds import read_matrix


def test_a_value_for_each_pair(tmp_path):
    path = tmp_path / "m.csv"
    path.write_text("predicted;truth;value\na;b;-1,5\nb;b;2\n", encoding="utf-8")
    assert read_matrix(str(path)) == {("a", "b"): Decimal("-1.5"), ("b", "b"): Decimal(2)}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "predicted,truth\na,b\n",
            "m.csv, column value: there is no such column; write predicted, truth, value",
        ),
        (
            "predicted,truth,value\na,b,x\na,b,1\n",
            ('m.csv, line 2, column value: this is not a number (found "x"); write a number, such as 0.04'),
        ),
        (
            "predicted,truth,value\na,b,1\na,b,1\n",
            'm.csv, line 3: this cell is given twice (found "a, b"); give it once',
        ),
    ],
)
def test_a_broken_matrix(tmp_path, monkeypatch, text, message):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "m.csv").write_text(text)
    with pytest.raises(BadDataError) as caught:
        read_matrix("m.csv")
    assert str(caught.value) == message
