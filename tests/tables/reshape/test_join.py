"""Labels and prices from further files: joined by id, in any order, each told with its own line."""

import itertools
from pathlib import Path

import numpy as np
import pytest

from budgetplan.dataset.scored import read_table
from budgetplan.domain.plan import Columns, ModelSpec, Plan, TableForm
from budgetplan.errors import BadDataError, Problems
from budgetplan.tables.opened import open_table
from budgetplan.tables.reshape.join import JoinedRows

TABLE = "item_id,p\na,1\nb,2\nc,3\nd,4\n"
LABELS = ["x;ja;9\n", "b;ja;1,5\n", "a;nein;\n", "c;;2\n", "y;ja;3\n"]


@pytest.fixture
def read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def read_text(labels, alone=True, table=TABLE):
        (tmp_path / "t.csv").write_text(table)
        (tmp_path / "l.csv").write_text("id;Urteil;c\n" + labels)
        form = TableForm(map={"Urteil": "gold"}, labels="l.csv", costs="l.csv")
        problems = Problems("t.csv")
        with open_table("t.csv") as file:
            rows = JoinedRows(file, Plan("t.csv", Columns("gold", cost="c"), (), (), form=form), alone=alone)
            assert rows.header == ("item_id", "p", "gold", "c")
            return rows.read("item_id", ["gold"], ["p", "c"], problems)

    return read_text


@pytest.mark.parametrize("order", [*itertools.permutations(LABELS)][::40])
def test_the_order_of_the_file_does_not_matter(read, order):
    content = read("".join(order))
    gold = content.texts["gold"]
    assert [gold.names[code] for code in gold.codes] == ["nein", "ja", "", ""]
    np.testing.assert_array_equal(content.numbers["c"].values, [np.nan, 1.5, 2, np.nan])
    assert content.numbers["p"].values.tolist() == [1, 2, 3, 4]
    assert (*map(str, content.messages),) == (
        "l.csv: Read as semicolon-separated, UTF-8.",
        "Items without a label in l.csv: 2 (c, d).",
        "Rows of l.csv for items that the table does not have, left out: 2 (x, y).",
        "l.csv: Read as semicolon-separated, decimal comma, UTF-8.",
        "Items without a price in l.csv: 1 (d).",
    )
    line = order.index("b;ja;1,5\n") + 2
    assert content.place("gold", 1) == content.place("c", 1) == ("l.csv", line)
    assert content.place("gold", 3) == ("l.csv", None)
    assert list(content.checksums) == ["l.csv"]


def test_a_file_for_two_tables_may_hold_items_of_the_other(read):
    assert not [text for text in map(str, read("".join(LABELS), alone=False).messages) if "left out" in text]


def test_many_items_are_counted_and_the_first_named(read):
    table = "item_id,p\n" + "".join(f"i{n},1\n" for n in range(1300))
    [_, said, *_] = map(str, read("i5;ja;1\n", table=table).messages)
    assert said == "Items without a label in l.csv: 1,299 (i0, i1, i10, i100, i1000 and 1,294 more)."


def test_a_file_with_a_column_without_a_name_is_read(tmp_path, monkeypatch):
    """As pandas writes it, with its row numbers in front."""
    monkeypatch.chdir(tmp_path)
    Path("t.csv").write_text("item_id,p\na,1\nb,2\n", encoding="utf-8")
    Path("l.csv").write_text(",item_id,gold\n0,a,y\n1,b,n\n", encoding="utf-8")
    plan = Plan("t.csv", Columns("gold", id="item_id"), ("y",), (ModelSpec("p", "p"),), form=TableForm(labels="l.csv"))
    assert read_table(plan).items.label.tolist() == [1, 0]


def test_a_file_of_other_items_is_told(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("t.csv").write_text("item_id,p\n1.0,1\n2.0,2\n", encoding="utf-8")
    Path("l.csv").write_text("item_id,gold\n1,y\n2,n\n", encoding="utf-8")
    plan = Plan("t.csv", Columns("gold", id="item_id"), ("y",), (ModelSpec("p", "p"),), form=TableForm(labels="l.csv"))
    with pytest.raises(BadDataError, match=r"l.csv: a spreadsheet, .* 2 of 2 ids: here 1, in the table 1.0"):
        read_table(plan)
    Path("l.csv").write_text("item_id,gold\nx1,y\nx2,n\n", encoding="utf-8")
    with pytest.raises(BadDataError, match=r"no item of the table has a label in this file; .* 1.0, 2.0, there x1, x2"):
        read_table(plan)


def test_a_column_of_labels_called_as_ids_are_is_no_id(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("t.csv").write_text("word,p\na,1\n", encoding="utf-8")
    Path("l.csv").write_text("word,id\na,y\n", encoding="utf-8")
    plan = Plan("t.csv", Columns("id"), ("y",), (ModelSpec("p", "p"),), form=TableForm(labels="l.csv"))
    with pytest.raises(BadDataError, match="a label is found by the item's id, and the table has no ids"):
        read_table(plan)


SAMPLE = "item_id,stratum,weight\nb,rest,4\na,union,1.5\n"


def sampled(tmp_path, monkeypatch, sample=SAMPLE, labels="b,n\na,y\n", table=TABLE):
    """The items of a table of which two were drawn to be labelled, each file in an order of its own."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text(table)
    (tmp_path / "l.csv").write_text("item_id,gold\n" + labels)
    (tmp_path / "s.csv").write_text(sample)
    form = TableForm(labels="l.csv", sample="s.csv")
    columns = Columns("gold", weight="weight", stratum="stratum")
    return read_table(Plan("t.csv", columns, ("y",), (ModelSpec("p", "p"),), form=form))


def test_weights_and_strata_of_a_sample_come_from_its_file_and_the_list_stands_for_itself(tmp_path, monkeypatch):
    table = sampled(tmp_path, monkeypatch)
    assert table.items.ids == ("a", "b", "c", "d")
    assert table.items.weight.tolist() == [1.5, 4, 1, 1]
    assert table.items.stratum.tolist() == [1, 0, -1, -1]
    assert not [told for told in map(str, table.messages) if "s.csv" in told and "without" in told]


def test_strata_of_the_table_serve_a_sample_whose_file_has_the_weights_alone(tmp_path, monkeypatch):
    table = "item_id,p,stratum\na,1,union\nb,2,rest\nc,3,rest\nd,4,union\n"
    # Of two that were drawn from the rest, each for 2 of its items, c is not labelled.
    got = sampled(tmp_path, monkeypatch, "item_id,weight\nb,2\na,1.5\nc,2\n", table=table).items
    assert got.weight.tolist() == [1.5, 4, 1, 1]
    assert got.stratum[:2].tolist() == [1, 0]
    with pytest.raises(BadDataError, match=r"column stratum: this column is in the table, but not in s\.csv"):
        sampled(tmp_path, monkeypatch, "item_id,other\nb,2\n", table=table.replace("stratum", "stratum,weight"))


@pytest.mark.parametrize(
    ("sample", "message"),
    [
        (
            ",stratum,weight\nb,,4\na,union,1.5\n",
            "s.csv, line 2, column stratum, item b: a labelled item has no stratum",
        ),
        (",stratum,weight\na,union,1.5\n", "s.csv, column weight, item b: a labelled item has no weight"),
        (",stratum\nb,rest\n", "s.csv, column weight: there is no such column"),
        (",stratum,weight\nx,rest,1\n", "s.csv: no item of the table has a weight in this file"),
    ],
)
def test_what_a_file_on_the_sample_lacks_is_told_with_its_place(tmp_path, monkeypatch, sample, message):
    with pytest.raises(BadDataError) as caught:
        sampled(tmp_path, monkeypatch, f"item_id{sample}")
    assert message in str(caught.value)


@pytest.mark.parametrize("weight", ["w", "p"])
def test_weights_and_strata_come_with_the_labels_where_the_table_has_none(tmp_path, monkeypatch, weight):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text(TABLE)
    (tmp_path / "l.csv").write_text("item_id,gold,w,part\nd,y,2.5,rest\na,n,1.5,top\n")
    columns = Columns("gold", id="item_id", weight=weight, stratum="part")
    form = TableForm(labels="l.csv")
    plan = Plan("t.csv", columns, ("y",), (ModelSpec("m", "p", "higher", None),), form=form)
    items = read_table(plan).items
    drawn = [(items.ids[row], items.weight[row]) for row in np.flatnonzero(items.labelled)]
    assert drawn == [("a", 1.5), ("d", 2.5)] if weight == "w" else [("a", 1), ("d", 4)]


@pytest.mark.parametrize(
    ("labels", "annotator", "part"),
    [
        ("item_id,gold,w,part\na,n,3,top\nb,,3,top\nd,y,2,rest\n", "", "part"),
        ("item_id,gold,w,part\na,n,6,top\nb,,3,top\nd,y,2,rest\n", "", ""),
        ("item_id,who,gold,w,part\na,A,n,3,top\na,B,n,3,top\nb,A,,3,top\nd,B,y,2,rest\n", "who", "part"),
        ("", "", "part"),
    ],
)
def test_what_was_drawn_and_is_not_labelled_yet_is_one_item_of_the_list(tmp_path, monkeypatch, labels, annotator, part):
    monkeypatch.chdir(tmp_path)
    one = "item_id,p,gold,w,part\na,1,n,3,top\nb,2,,3,top\nc,3,,,\nd,4,y,2,rest\n"
    (tmp_path / "t.csv").write_text(TABLE if labels else one)
    (tmp_path / "l.csv").write_text(labels)
    form = TableForm(labels="l.csv" if labels else "", annotator=annotator)
    columns = Columns("gold", id="item_id", weight="w", stratum=part)
    items = read_table(Plan("t.csv", columns, ("y",), (ModelSpec("m", "p"),), form=form)).items
    assert dict(zip(items.ids, items.weight.tolist(), strict=True)) == {"a": 6, "b": 1, "c": 1, "d": 2}


def test_weights_of_the_whole_list_that_stand_beside_the_labels_are_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text(TABLE)
    (tmp_path / "l.csv").write_text("item_id,gold,w\na,n,3\nb,,4\nc,,5\nd,y,2\n")
    columns = Columns("gold", id="item_id", weight="w")
    plan = Plan("t.csv", columns, ("y",), (ModelSpec("m", "p"),), form=TableForm(labels="l.csv"))
    assert read_table(plan).items.weight.tolist() == [3, 4, 5, 2]
