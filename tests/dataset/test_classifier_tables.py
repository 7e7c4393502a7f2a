"""Tables of the defer workflow: columns, and arrays whose rows have ids."""

import numpy as np
import pytest

from budgetplan.dataset import predicted
from budgetplan.dataset.arrays import ArrayFile
from budgetplan.dataset.predicted import read_answers
from budgetplan.domain.plan import ClassifierSpec, Columns, Deferral, Plan

ARRAY = ClassifierSpec("m", array="p.parquet")


@pytest.fixture
def read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def read_text(text, spec=ARRAY, ids=("b", "z", "a"), alone=True):
        (tmp_path / "t.csv").write_text(text)
        values = np.array([[0.25, 0.75], [0.5, 0.5], [1, 0]])[: len(ids)]
        found = ArrayFile(values, ("x", "y"), tuple(ids), single=True, sha256="0" * 64)
        monkeypatch.setattr(predicted.arrays, "read_array", lambda path, classes, id_column, *, of_labels: found)
        deferral = Deferral((spec,), file_validation="" if alone else "v.csv")
        plan = Plan("t.csv", Columns("gold", split="split"), (), (), deferral=deferral)
        return read_answers("t.csv", plan)

    return read_text


def problems(sheet):
    return [str(one) for one in sheet.every_problem()]


TABLE = "item_id,gold,split\na,x,test\nb,y,test\nc,x,test\n"


def test_rows_with_ids_are_put_into_the_order_of_the_table(read):
    sheet = read(TABLE)
    [stated] = sheet.stated
    assert stated.values[:2].tolist() == [[1, 0], [0.25, 0.75]]
    assert stated.missing.tolist() == [False, False, True]  # c has no row
    assert stated.single
    assert [*map(str, sheet.messages)] == ["Rows of p.parquet for items that the table does not have, left out: 1."]
    assert sheet.checksums == {"p.parquet": "0" * 64}
    assert problems(sheet) == []


def test_an_array_without_rows_states_nothing(read):
    assert read(TABLE, ids=()).stated[0].missing.all()


def test_ids_must_be_there_and_unique(read):
    assert problems(read(TABLE, ids=("a", "a", "b"))) == [
        'p.parquet: two rows have the same id (found "a"); give every item one row'
    ]
    assert problems(read("gold,split\nx,test\n")) == [
        "p.parquet: the rows have ids and the table has none; name the table's column: --id COLUMN"
    ]


def test_one_of_two_tables_has_no_splits_and_its_array_may_hold_the_other(read):
    sheet = read(TABLE, alone=False)
    assert (sheet.layout.split, sheet.messages) == ("", [])


def test_columns_that_the_table_lacks_are_named(read):
    spec = ClassifierSpec("m", predicted="pred", confidence="golf")
    assert problems(read(TABLE, spec)) == [
        "t.csv, column pred: there is no such column; the table has the columns item_id, gold, split",
        "t.csv, column golf: there is no such column; did you mean gold? the table has the columns item_id, gold, split",
    ]
