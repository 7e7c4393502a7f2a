"""Labels and prices from further files: joined by id, in any order, each told with its own line."""

import itertools
from pathlib import Path

import numpy as np
import pytest
from rows import rows_of

from budgetplan.dataset.scored import read_table
from budgetplan.domain.plan import Columns, ModelSpec, Plan, TableForm
from budgetplan.errors import BadDataError, Problems
from budgetplan.tables.opened import open_table
from budgetplan.tables.reshape.join import JoinedRows

DATA = rows_of(__file__)

TABLE = "item_id,p\na,1\nb,2\nc,3\nd,4\n"
LABELS = ["x;ja;9\n", "b;ja;1,5\n", "a;nein;\n", "c;;2\n", "y;ja;3\n"]


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def read(labels, alone=True, table=TABLE):
    """Return the columns of a table with labels and prices from one further file."""
    Path("t.csv").write_text(table)
    Path("l.csv").write_text("id;Urteil;c\n" + labels)
    form = TableForm(map={"Urteil": "gold"}, labels="l.csv", costs="l.csv")
    with open_table("t.csv") as file:
        rows = JoinedRows(file, Plan("t.csv", Columns("gold", cost="c"), (), (), form=form), alone=alone)
        assert rows.header == ("item_id", "p", "gold", "c")
        return rows.read("item_id", ["gold"], ["p", "c"], Problems("t.csv"))


def joined(labels, columns=Columns("gold", id="item_id"), table=TABLE, split="", **form):  # noqa: B008
    """Return the items of a table whose labels stand in a file of their own, if there are any."""
    Path("t.csv").write_text(table)
    Path("l.csv").write_text(labels)
    form = TableForm(labels="l.csv" if labels else "", **form)
    return read_table(Plan("t.csv", columns, ("y",), (ModelSpec("m", "p"),), split=split, form=form))


@pytest.mark.parametrize("order", [*itertools.permutations(LABELS)][::40])
def test_the_order_of_the_file_does_not_matter(order):
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


def test_a_file_for_two_tables_may_hold_items_of_the_other():
    assert not [text for text in map(str, read("".join(LABELS), alone=False).messages) if "left out" in text]


def test_many_items_are_counted_and_the_first_named():
    table = "item_id,p\n" + "".join(f"i{n},1\n" for n in range(1300))
    [_, said, *_] = map(str, read("i5;ja;1\n", table=table).messages)
    assert said == "Items without a label in l.csv: 1,299 (i0, i1, i10, i100, i1000 and 1,294 more)."


def test_a_file_with_a_column_without_a_name_is_read():
    """As pandas writes it, with its row numbers in front."""
    assert joined(",item_id,gold\n0,a,y\n1,b,n\n").items.label[:2].tolist() == [1, 0]


def test_a_file_of_other_items_is_told():
    table = "item_id,p\n1.0,1\n2.0,2\n"
    with pytest.raises(BadDataError, match=r"l.csv: a spreadsheet, .* 2 of 2 ids: here 1, in the table 1.0"):
        joined("item_id,gold\n1,y\n2,n\n", table=table)
    with pytest.raises(BadDataError, match=r"no item of the table has a label in this file; .* 1.0, 2.0, there x1, x2"):
        joined("item_id,gold\nx1,y\nx2,n\n", table=table)


def test_a_column_of_labels_called_as_ids_are_is_no_id():
    with pytest.raises(BadDataError, match="a label is found by the item's id, and the table has no ids"):
        joined("word,id\na,y\n", Columns("id"), "word,p\na,1\n")


SAMPLE = "item_id,stratum,weight\nb,rest,4\na,union,1.5\n"


def sampled(sample=SAMPLE, table=TABLE):
    """The items of a table of which two were drawn to be labelled, each file in an order of its own."""
    Path("s.csv").write_text(sample)
    columns = Columns("gold", weight="weight", stratum="stratum")
    return joined("item_id,gold\nb,n\na,y\n", columns, table, sample="s.csv")


def test_weights_and_strata_of_a_sample_come_from_its_file_and_the_list_stands_for_itself():
    table = sampled()
    assert {*table.checksums} == {"l.csv", "s.csv"}
    assert table.items.ids == ("a", "b", "c", "d")
    assert table.items.weight.tolist() == [1.5, 4, 1, 1]
    assert table.items.stratum.tolist() == [1, 0, -1, -1]
    assert not [told for told in map(str, table.messages) if "s.csv" in told and "without" in told]


def test_strata_of_the_table_serve_a_sample_whose_file_has_the_weights_alone():
    table = "item_id,p,stratum\na,1,union\nb,2,rest\nc,3,rest\nd,4,union\n"
    # Of two that were drawn from the rest, each for 2 of its items, c is not labelled.
    got = sampled("item_id,weight\nb,2\na,1.5\nc,2\n", table=table).items
    assert got.weight.tolist() == [1.5, 4, 1, 1]
    assert got.stratum[:2].tolist() == [1, 0]
    with pytest.raises(BadDataError, match=r"column stratum: this column is in the table, but not in s\.csv"):
        sampled("item_id,other\nb,2\n", table=table.replace("stratum", "stratum,weight"))


@pytest.mark.parametrize(("sample", "message"), DATA["lacking"])
def test_what_a_file_on_the_sample_lacks_is_told_with_its_place(sample, message):
    with pytest.raises(BadDataError) as caught:
        sampled(f"item_id{sample}")
    assert message in str(caught.value)


@pytest.mark.parametrize("weight", ["w", "p"])
def test_weights_and_strata_come_with_the_labels_where_the_table_has_none(weight):
    columns = Columns("gold", id="item_id", weight=weight, stratum="part")
    items = joined("item_id,gold,w,part\nd,y,2.5,rest\na,n,1.5,top\n", columns).items
    drawn = [(items.ids[row], items.weight[row]) for row in np.flatnonzero(items.labelled)]
    assert drawn == [("a", 1.5), ("d", 2.5)] if weight == "w" else [("a", 1), ("d", 4)]


@pytest.mark.parametrize("again", ["", "d,ann,y,test\n"])
def test_splits_come_with_the_labels_where_the_table_has_none(again):
    """A label of another split is not used, and its item is not on the list."""
    labels = f"item_id,who,gold,part\nd,bob,y,test\na,bob,n,train\n{again}"
    items = joined(
        labels, Columns("gold", id="item_id", split="part"), split="test", annotator="who" * bool(again)
    ).items
    assert dict(zip(items.ids, items.labelled.tolist(), strict=True)) == {"b": False, "c": False, "d": True}


@pytest.mark.parametrize(
    ("labels", "annotator", "part"),
    [
        ("item_id,gold,w,part\na,n,3,top\nb,,3,top\nd,y,2,rest\n", "", "part"),
        ("item_id,gold,w,part\na,n,6,top\nb,,3,top\nd,y,2,rest\n", "", ""),
        ("item_id,who,gold,w,part\na,A,n,3,top\na,B,n,3,top\nb,A,,3,top\nd,B,y,2,rest\n", "who", "part"),
        ("", "", "part"),
    ],
)
def test_what_was_drawn_and_is_not_labelled_yet_is_one_item_of_the_list(labels, annotator, part):
    one = "item_id,p,gold,w,part\na,1,n,3,top\nb,2,,3,top\nc,3,,,\nd,4,y,2,rest\n"
    columns = Columns("gold", id="item_id", weight="w", stratum=part)
    items = joined(labels, columns, TABLE if labels else one, annotator=annotator).items
    assert dict(zip(items.ids, items.weight.tolist(), strict=True)) == {"a": 6, "b": 1, "c": 1, "d": 2}


def test_weights_of_the_whole_list_that_stand_beside_the_labels_are_its_own():
    columns = Columns("gold", id="item_id", weight="w")
    items = joined("item_id,gold,w\na,n,3\nb,,4\nc,,5\nd,y,2\n", columns).items
    assert items.weight.tolist() == [3, 4, 5, 2]
