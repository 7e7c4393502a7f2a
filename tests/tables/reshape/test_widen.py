"""Long tables: the same answer as from the wide table, whatever the order of the rows."""

import random

import numpy as np
import pytest

from budgetplan.dataset.predicted import read_classified
from budgetplan.dataset.scored import read_table
from budgetplan.domain.plan import ClassifierSpec, Columns, Deferral, ModelSpec, Plan, TableForm
from budgetplan.errors import Problems
from budgetplan.tables.opened import open_table
from budgetplan.tables.reshape.vote import widened

WIDE = "item_id,gold,w,p,q\na,ja,2,0.9,0.1\nb,nein,1,,0.3\nc,,1,0.5,0.2\n"
LONG = [
    "a;ja;2;p;0,9\n", "a;ja;2;q;0,1\n", "b;nein;1;q;0,3\n", "c;;1;p;0,5\n", "c;;1;q;0,2\n",
]  # fmt: skip
HEAD = "item_id;gold;w;model;score\n"
FORM = TableForm(long=("item_id", "model", "score"))
COLUMNS = Columns("gold", id="item_id", weight="w", split="split")


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("missing", ["last", "exclude"])
def test_a_long_table_reads_as_the_wide_one(tmp_path, seed, missing):
    rows = list(LONG)
    random.Random(seed).shuffle(rows)
    (tmp_path / "long.csv").write_text(HEAD + "".join(rows))
    (tmp_path / "wide.csv").write_text(WIDE)
    models = (ModelSpec("p", "p"), ModelSpec("q", "q"))
    long, wide = (
        read_table(Plan(str(tmp_path / name), COLUMNS, ("ja",), models, form=form, missing=missing))
        for name, form in (("long.csv", FORM), ("wide.csv", TableForm()))
    )
    assert long.items.ids == wide.items.ids
    assert long.items.label.tolist() == wide.items.label.tolist()
    assert long.items.weight.tolist() == wide.items.weight.tolist()
    for one, other in zip(long.models, wide.models, strict=True):
        assert one.score.tolist() == other.score.tolist()
    assert [one.item for one in long.excluded] == [one.item for one in wide.excluded]
    assert long.n_rows == 3
    assert str(long.messages[1]) == "Read as a long table: 5 rows for 3 ids and 2 models."
    assert long.messages[2:] == wide.messages


def test_probabilities_of_classes_may_be_long(tmp_path):
    (tmp_path / "t.csv").write_text("item_id,gold,model,score\na,x,p:x,0.75\na,x,p:y,0.25\nb,y,p:y,1\nb,y,p:x,0\n")
    deferral = Deferral((ClassifierSpec("m", "p"),))
    columns = Columns("gold", id="item_id", split="split")
    got = read_classified(Plan(str(tmp_path / "t.csv"), columns, (), (), form=FORM, deferral=deferral))
    assert got.test.models[0].probabilities.tolist() == [[0.75, 0.25], [0, 1]]


def test_every_score_keeps_its_line_and_its_text(tmp_path):
    (tmp_path / "t.csv").write_text("i;g;model;score\na;x;p;0,5\na;x;c;ja\n\nb;;c;nein\nb;;p;y\n")
    with open_table(str(tmp_path / "t.csv")) as file:
        rows = widened(file, "t.csv", ("i", "model", "score"))
        assert rows.header == ("i", "g", "c", "p")
        content = rows.read("i", ["c"], ["p"], Problems("t.csv"))
    assert (content.ids, content.lines.tolist()) == (["a", "b"], [2, 5])
    assert [content.texts["c"].names[code] for code in content.texts["c"].codes] == ["ja", "nein"]
    np.testing.assert_array_equal(content.numbers["p"].values, [0.5, np.nan])
    assert content.numbers["p"].odd == {1: "y"}
    assert [content.place("p", 1), content.place("c", 1), content.place("g", 1)] == [
        ("t.csv", 6),
        ("t.csv", 5),
        ("", 5),
    ]


def test_numbers_of_an_item_must_agree_and_may_be_missing(tmp_path):
    (tmp_path / "t.csv").write_text("i,w,model,score\na,1,p,1\na,2,q,1\nb,,p,1\nb,,q,1\n")
    problems = Problems("t.csv")
    with open_table(str(tmp_path / "t.csv")) as file:
        widened(file, "t.csv", ("i", "model", "score")).read("i", [], ["w", "p"], problems)
    assert [(one.line, one.column, one.item) for one in problems.listed()] == [(3, "w", "a")]
