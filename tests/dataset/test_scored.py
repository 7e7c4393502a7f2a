"""Tables: what is read, what is refused and in which words, and that the order of rows does not matter."""

import hashlib
import json
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rows import rows_of

from budgetplan.dataset.predicted import read_classified
from budgetplan.dataset.scored import read_table
from budgetplan.domain.items import Excluded, Reason
from budgetplan.domain.plan import ClassifierSpec, Columns, Deferral, ModelSpec, Plan, Worths
from budgetplan.errors import BadDataError, BudgetplanError

DATA = rows_of(__file__)

H = "item_id,gold,p\n"


def make_plan(path, *, models=("p",), split="", missing="error", positive=("y",), order="higher", **columns):
    specs = tuple(ModelSpec(name, name, order, cut=0.5, cost=Decimal(2)) for name in models)
    columns = {"label": "gold", "split": "split"} | columns
    return Plan(str(path), Columns(**columns), tuple(positive), specs, split=split, missing=missing)


@pytest.fixture
def read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def read_text(text, **plan):
        data = text if isinstance(text, bytes) else text.encode()
        (tmp_path / "t.csv").write_bytes(data)
        return read_table(make_plan("t.csv", **plan))

    return read_text


# A table, its plan, and pieces of each line of the refusal: its place, and what decides.
BROKEN = DATA["broken"]


@pytest.mark.parametrize(("text", "plan", "refusal"), BROKEN)
def test_a_broken_table_is_refused_with_its_place(read, text, plan, refusal):
    with pytest.raises(BadDataError) as error:
        read(text, **plan)
    assert error.value.exit_code == 4
    for line, (first, *more) in zip(str(error.value).splitlines(), refusal, strict=True):
        assert line.startswith(("t.csv, " + first, "t.csv: " + first)), line
        assert [piece for piece in more if piece not in line] == [], line


@pytest.mark.parametrize(
    ("name", "word"), [("no.csv", "no such file"), ("folder", "this is a folder"), ("a\0b", "cannot be read")]
)
def test_a_file_that_cannot_be_read_is_named(tmp_path, monkeypatch, name, word):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    with pytest.raises(BadDataError) as error:
        read_table(make_plan(name))
    assert str(error.value).startswith(f"{name}: ")
    assert word in str(error.value)


def test_items_come_sorted_with_everything_that_was_asked_for(read):
    text = "item_id,gold,p,g,w,u,c,split\nb,n,0.25,x,4,10,0.04,t\na,y,-0.0,z,1,20,0.000001,t\nc,,,,,,,t\n"
    table = read(text, group="g", weight="w", units="u", cost="c")
    items = table.items
    assert items.ids == ("a", "b", "c")
    assert items.classes == ("n", "y")
    assert items.label.tolist() == [1, 0, -1]
    assert items.groups == ("x", "z")
    assert items.group.tolist() == [1, 0, -1]
    assert items.weight.tolist() == [1, 4, 1]
    np.testing.assert_array_equal(items.units, [20, 10, np.nan])
    np.testing.assert_array_equal(items.listed_cost, [1, 40_000, np.nan])
    (model,) = table.models
    assert model.score.tolist() == [0.0, 0.25, -np.inf]
    assert not np.signbit(model.score[0])
    assert (model.name, model.cut, model.cost, model.column) == ("p", 0.5, 2.0, "p")
    assert table.excluded == ()
    assert (table.n_rows, table.id_column) == (3, "item_id")
    assert table.sha256 == hashlib.sha256(text.encode()).hexdigest()
    assert tuple(map(str, table.messages)) == (
        "Items are named by the column item_id.",
        "1 of 3 rows has no label: taken as your list.",
        "Rows of your list that p has no score for: 1 of 1; they have its lowest place.",
    )


@pytest.mark.parametrize("order", ["lower", "rank"])
def test_lower_scores_and_ranks_come_negated_with_their_cut(read, order):
    (model,) = read(H + "a,y,1\nb,n,3\n", order=order).models
    assert model.score.tolist() == [-1, -3]
    assert model.cut == -0.5


def test_without_ids_items_are_named_by_their_lines(read):
    table = read("gold,p\n" + "y,1\n" * 9)
    assert table.items.ids[:2] == ("02", "03")
    assert table.items.ids[-1] == "10"
    assert table.id_column == ""
    assert tuple(map(str, table.messages)) == (
        "The table has no column item_id or id: items are named by their lines.",
    )


def test_spaces_around_cells_and_names_do_not_count(read):
    assert read("item_id , gold, p\n a , y , 1 \n").items.ids == ("a",)


def test_splits(read):
    text = "item_id,gold,p,split\na,y,1,test\nb,n,1,dev\nc,,1,dev\nd,,,new\ne,,1,test\nf,n,1,\ng,,1,\n"
    table = read(text, split="test")
    assert table.items.ids == ("a", "d", "e", "g")
    assert table.excluded == (
        Excluded("b", Reason("split_labelled", "dev"), "line 3"),
        Excluded("c", Reason("split_unlabelled", "dev"), "line 4"),
        Excluded("f", Reason("no_split_labelled"), "line 7"),
    )
    assert tuple(map(str, table.messages)) == (
        'Split "test": 1 labelled row is used; 3 rows are of other splits left out (no split 1, dev 2).',
        "Items are named by the column item_id.",
        "3 of 7 rows have no label: taken as your list.",
        "Rows of your list that p has no score for: 1 of 3; they have its lowest place.",
    )


def test_several_splits_are_used_together_and_this_is_said(read):
    text = "item_id,gold,p,split\na,y,1,my test\nb,n,1,z\n"
    told = 'All splits are used together: "my test" (1), "z" (1). To use one, name it: --set table.split=SPLIT'
    assert str(read(text).messages[0]) == told
    assert len(read(text.replace("z", "my test")).messages) == 1


def test_a_split_without_positives_is_legal(read):
    table = read("item_id,gold,p,split\na,y,1,dev\nb,n,1,test\n", split="test")
    assert table.items.classes == ("n",)
    assert 'No labelled row of the split "test" has the label y: there are no positives.' in map(str, table.messages)


def test_rows_that_are_left_out_may_hold_anything(read):
    assert read("item_id,gold,p,split\na,y,1,test\nb,n,x,dev\n", split="test").items.n_items == 1


def test_missing_scores_last_and_exclude(read):
    text = "item_id,gold,p,q\na,y,1,1\nb,n,,2\nc,n,3,\nd,,,\n"
    last = read(text, models=("p", "q"), missing="last")
    assert last.models[0].score.tolist() == [1, -np.inf, 3, -np.inf]
    assert "Labelled rows that p has no score for, last in its queue: 1." in map(str, last.messages)
    left = read(text, models=("p", "q"), missing="exclude")
    assert left.items.ids == ("a", "d")
    assert left.excluded == (
        Excluded("b", Reason("no_score", "p"), "line 3"),
        Excluded("c", Reason("no_score", "q"), "line 4"),
    )
    assert "Labelled rows without a score, left out for every model: 2." in map(str, left.messages)


cells = st.sampled_from(["0.5", "1e-3", "", "2", "-0.0"])
rows = st.lists(st.tuples(st.sampled_from(["y", "n", ""]), cells, st.sampled_from(["t", "d"])), min_size=1, max_size=12)


@settings(max_examples=30, deadline=None)
@given(rows=rows, seed=st.randoms(), split=st.sampled_from(["", "t"]), missing=st.sampled_from(["last", "exclude"]))
def test_the_order_of_rows_does_not_matter(tmp_path_factory, rows, seed, split, missing):
    path = tmp_path_factory.getbasetemp() / "order.csv"
    lines = [f"i{number},{','.join(row)}\n" for number, row in enumerate(rows)]
    results = []
    for _ in range(2):
        path.write_text("item_id,gold,p,split\n" + "".join(lines))
        try:
            table = read_table(make_plan(path, split=split, missing=missing))
            left_out = sorted((entry.item, entry.reason) for entry in table.excluded)
            results.append(
                (table.items.ids, table.items.label.tolist(), table.models[0].score.tolist(), table.messages, left_out)
            )
        except BudgetplanError as error:
            results.append([(problem.wrong, problem.column) for problem in error.problems])
        seed.shuffle(lines)
    assert results[0] == results[1]


def priced(cells, column="price"):
    header = f"item_id;gold;p;{column}\n"
    return header + "".join(f"i{at};{'yn'[at % 2]};{at + 1};{cell}\n" for at, cell in enumerate(cells))


@pytest.mark.parametrize("column", ["cost", "units", "weight"])
@pytest.mark.parametrize(("sign", "name"), [(".", "point"), (",", "comma")])
def test_amounts_that_may_be_thousands_or_decimals_are_refused_with_both_readings(read, column, sign, name):
    # Scores show how decimals are written there, which says nothing of prices that were typed beside them.
    rows = ["item_id;gold;p;price", f"i0;y;0{sign}1;1{sign}100", f"i1;n;0{sign}2;2{sign}500", f"i2;y;0{sign}3;950"]
    with pytest.raises(BadDataError) as error:
        read("\n".join(rows) + "\n", **{column: "price"})
    first, second = str(error.value).splitlines()[-2:]
    assert first.startswith("t.csv, line 2, column price, item i0: ")
    assert f'(found "1{sign}100"); write 1100 if it separates thousands, 1{sign}1 if it is a decimal {name}' in first
    assert first.endswith(f"--set table.decimal={name}")
    assert second.startswith("t.csv, line 3, column price, item i1: ")
    assert f"write 2500 if it separates thousands, 2{sign}5 if" in second


@pytest.mark.parametrize("cells", [["1.100", "0.125"], ["1.100", "2.5"], ["1.100", "1234.567"], ["1.10", "2.50"]])
def test_a_column_that_shows_its_decimals_is_read_by_them(read, cells):
    read_cost = read(priced(cells), cost="price").items.listed_cost
    assert (read_cost / 1e6).tolist() == [float(cell) for cell in cells]


def test_scores_of_three_decimals_are_read_and_beside_whole_numbers_refused(read):
    table = H + "a,y,{}\nb,n,{}\nc,n,{}\n"
    # In both readings the order is the same.
    assert read(table.format("1.100", "2.500", "0")).models[0].score.tolist() == [1.1, 2.5, 0]
    with pytest.raises(BadDataError, match=r"write 1100 if it separates thousands, 1\.1 if it is"):
        read(table.format("1.100", "950", "0"))


@given(st.lists(st.integers(0, 10**7), min_size=2, max_size=8), st.sampled_from(".,' "))
def test_grouped_prices_are_never_read_as_others(tmp_path_factory, amounts, sign):
    path = tmp_path_factory.mktemp("grouped") / "t.csv"
    path.write_text(priced([f"{one:,}".replace(",", sign) for one in amounts]))
    try:
        table = read_table(make_plan(path, cost="price"))
    except BadDataError:
        return
    assert (table.items.listed_cost / 1e6).tolist() == amounts


def test_numbers_of_typed_files_have_no_thousands(tmp_path):
    rows = '{"item_id": "a", "gold": "y", "p": 1, "price": 1.125}\n{"item_id": "b", "gold": "n", "p": 2, "price": 2}\n'
    path = tmp_path / "t.jsonl"
    path.write_text(rows)
    assert (read_table(make_plan(path, cost="price")).items.listed_cost / 1e6).tolist() == [1.125, 2]
    path.write_text(rows.replace("1.125", '"1.125"'))
    with pytest.raises(BadDataError, match=r"write 1125 if it separates thousands, 1\.1250 if it is"):
        read_table(make_plan(path, cost="price"))


@pytest.mark.parametrize("blank", [",,", " , ,", ',"",'])
def test_rows_of_separators_alone_are_no_items(read, blank):
    table = read(f"{H}a,y,1\n{blank}\nb,n,2\n{blank}\n{blank}\n")
    assert (table.items.ids, table.n_rows) == (("a", "b"), 2)


@pytest.mark.parametrize("word", ["Total", "Summe:", "GESAMT"])
def test_a_sum_below_the_table_does_not_join_the_list(read, word):
    with pytest.raises(BadDataError, match="line 4, column item_id: the last row looks like a sum of the others"):
        read(f"{H}a,y,1\nb,n,2\n{word},,3\n")


def test_rows_without_a_label_are_not_said_to_be_a_list_of_another_size(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("item_id,gold,p\na,y,1\nb,n,2\nc,,3\nd,,4\n", encoding="utf-8")

    def told(size):
        return str(read_table(replace(make_plan(str(path)), list_size=size)).messages[-1])

    assert told(None) == told(2) == "2 of 4 rows have no label: taken as your list."
    assert told(900).startswith("2 of 4 rows have no label: not taken as your list, which has 900 items (list.size)")


@pytest.mark.parametrize(("cell", "wrong"), [("inf", "infinite or too large"), ("nan", "not a number")])
def test_a_weight_that_is_no_number_is_not_to_be_emptied(read, cell, wrong):
    """An empty weight of a labelled item would be refused, too; one of the list may be empty."""
    text = f"item_id,gold,p,w\na,y,1,{cell}\nb,n,1,2\nc,,1,{cell}\n"
    with pytest.raises(BadDataError) as error:
        read(text, weight="w")
    labelled, listed = error.value.problems
    assert wrong in labelled.wrong
    assert wrong in listed.wrong
    assert labelled.todo == "write a number of 0 or more"
    assert "leave the cell empty" in listed.todo


@pytest.mark.parametrize("column", ["p", "group", "w"])
def test_a_value_that_is_no_text_is_told_once(tmp_path, column):
    """Not again as a score, a group or a weight that is lacking."""
    rows = [{"item_id": f"i{at}", "gold": "yn"[at % 2], "p": 0.5, "group": "g", "w": 1} for at in range(6)]
    rows[2][column] = [1, 2]
    (tmp_path / "t.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    with pytest.raises(BadDataError) as error:
        read_table(make_plan(tmp_path / "t.jsonl", group="group", weight="w"))
    [problem] = error.value.problems
    assert (problem.line, problem.column, problem.message.kind) == (3, column, "tables.value_is_list")


@pytest.mark.parametrize("column", ["said", "sure"])
def test_an_answer_that_is_no_text_is_told_once(tmp_path, column):
    rows = [{"item_id": f"i{at}", "gold": "yn"[at % 2], "said": "y", "sure": 0.9} for at in range(6)]
    rows[2][column] = ["y"]
    (tmp_path / "t.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    model = ClassifierSpec("m", predicted="said", confidence="sure")
    deferral = Deferral((model,), worths=Worths(error_weight=Decimal(4)))
    with pytest.raises(BadDataError) as error:
        read_classified(Plan(str(tmp_path / "t.jsonl"), Columns("gold"), (), (), deferral=deferral))
    [problem] = error.value.problems
    assert (problem.line, problem.column, problem.message.kind) == (3, column, "tables.value_is_list")
