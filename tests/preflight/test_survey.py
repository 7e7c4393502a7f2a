"""All of a table, before anybody has said what its columns are; and files in another order."""

import numpy as np
import pytest

from budgetplan.domain.doubt import Doubt, DoubtKind
from budgetplan.domain.plan import ClassifierSpec, Columns, Deferral, Plan, TableForm
from budgetplan.errors import BadDataError, UsageError
from budgetplan.preflight.survey import other_orders, read_form, read_survey


def written(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_the_form_is_seen_or_said(tmp_path):
    path = written(tmp_path, "t.csv", "id;p\na;0,5\nb;0,25\n")
    survey = read_survey(path)
    assert survey.column("p").values.tolist() == [0.5, 0.25]
    assert (*map(str, survey.messages),) == ("Read as semicolon-separated, decimal comma, UTF-8.",)
    assert read_survey(path, TableForm(decimal="point")).column("p").n_odd == 2
    assert read_survey(path, TableForm(map={"p": "score"})).names == ("id", "score")


@pytest.mark.parametrize(
    ("header", "used", "names"),
    [
        ("id,gold,p", {"gold"}, ("gold", "p")),
        ("id,gold,p", {"gold", "id"}, ("id", "gold", "p")),
        # The other one would be taken for the ids, and rows may be judgements.
        ("id,item_id,gold", {"gold"}, ("id", "item_id", "gold")),
        ("id,gold,annotator", {"gold"}, ("id", "gold", "annotator")),
    ],
)
def test_as_many_names_as_items_are_read_only_where_more_is_asked_of_them(tmp_path, header, used, names):
    assert read_survey(written(tmp_path, "t.csv", f"{header}\na,b,c\n"), used=used).names == names


def test_columns_by_class_stand_together(tmp_path):
    table = "p_rf:a,p_rf:b,d:a,d:b,q:a,text:x\n0.4,0.6,-1,1,0.5,t\n0.3,0.3,2,0.5,0.5,t\n,0.1,,,0.5,t\n"
    survey = read_survey(written(tmp_path, "t.csv", table))
    rf, d = survey.by_class  # one column alone, and texts, are no classes
    assert (rf.prefix, rf.classes, rf.columns) == ("p_rf", ("a", "b"), ("p_rf:a", "p_rf:b"))
    assert (rf.low, rf.high, rf.n_off, rf.n_rows) == (0.1, 0.6, 1, 2)
    assert (d.prefix, d.low, d.high, d.n_off) == ("d", -1, 2, 2)

    # Three thirds with two decimals add up to 0.99.
    survey = read_survey(written(tmp_path, "t.csv", "p:a,p:b,p:c\n0.33,0.33,0.33\n0.25,0.25,0.50\n"))
    assert survey.by_class[0].n_off == 0


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a,a\n1,2\n", ", line 1, column a: two columns have the same name"),
        ("a,b\n", ": the table has a header and no rows"),
        ("a|b\n1|2\n", ': only one column was found (found "a|b"); if this is a table, save it as CSV UTF-8 with'),
    ],
)
def test_what_is_no_table_is_told(tmp_path, text, told):
    path = written(tmp_path, "t.csv", text)
    with pytest.raises(BadDataError) as raised:
        read_survey(path)
    assert str(raised.value).startswith(path + told)


def test_how_a_table_is_written_and_nothing_else_can_be_said():
    said = ["table.separator=semicolon", "table.decimal=comma", "table.encoding=auto", "table.sheet=Blatt 1"]
    form = TableForm(separator="semicolon", decimal="comma", sheet="Blatt 1")
    assert read_form("t.csv", said) == (form, Columns(""))
    assert read_form("t.csv", ()) == (TableForm(), Columns(""))
    with pytest.raises(UsageError) as raised:
        read_form("t.csv", ["table.decimal=dot", "cost.per_item=1", "x"])
    assert [line.partition(";")[0] for line in str(raised.value).splitlines()] == [
        '--set: there is no equals sign (found "x")',
        '--set table.decimal: this is not one of the choices (found "dot")',
        "--set cost.per_item: this belongs in the plan file",
    ]


def plan(tmp_path, **form):
    table = written(tmp_path, "t.csv", "id,p\na,1\nb,2\nc,3\nd,4\n")
    return Plan(table, Columns("gold", id="id"), ("x",), (), form=TableForm(**form))


def test_labels_in_another_order_are_found_and_gaps_are_none(tmp_path):
    labels = written(tmp_path, "labels.csv", "id,gold\nb,x\na,x\nc,y\nz,y\n")
    assert other_orders(plan(tmp_path, labels=labels)) == (Doubt(DoubtKind.OTHER_ORDER, labels, n=2, of=3),)
    written(tmp_path, "labels.csv", "id,gold\na,x\nz,x\nd,y\n")
    assert other_orders(plan(tmp_path, labels=labels)) == ()


def test_files_that_cannot_be_read_are_passed_over(tmp_path):
    assert other_orders(plan(tmp_path, labels=str(tmp_path / "none.csv"))) == ()
    lost = Plan(str(tmp_path / "none.csv"), Columns("gold"), ("x",), (), form=TableForm(labels="x.csv"))
    assert other_orders(lost) == ()
    no_ids = written(tmp_path, "labels.csv", "gold\nx\n")
    assert other_orders(plan(tmp_path, labels=no_ids)) == ()


def test_arrays_with_ids_in_another_order_are_found(tmp_path):
    pa = pytest.importorskip("pyarrow")
    import pyarrow.parquet as pq

    path = str(tmp_path / "p.parquet")
    pq.write_table(pa.table({"id": ["d", "b", "c", "a"], "x": np.full(4, 0.5), "y": np.full(4, 0.5)}), path)
    deferral = Deferral((ClassifierSpec("m", array=path), ClassifierSpec("n", array="n.npy")))
    table = plan(tmp_path).table
    assert other_orders(Plan(table, Columns("gold", id="id"), (), (), deferral=deferral)) == (
        Doubt(DoubtKind.OTHER_ORDER, path, n=2, of=4),
    )


def test_numbers_near_the_greatest_ones_are_looked_at_without_a_warning(tmp_path):
    rows = [f"i{at},{'yn'[at % 2]},{(-1) ** at}e308,1.7e308" for at in range(4)]
    survey = read_survey(written(tmp_path, "t.csv", "\n".join(["id,gold,p:y,p:n", *rows, ""])))
    assert [one.n_off for one in survey.by_class] == [4]


def test_columns_that_hold_no_texts_are_told_and_left_out(tmp_path):
    rows = '{"id": "a", "p": 0.5, "meta": {"x": 1}}\n{"id": "b", "p": 0.25, "meta": null}\n'
    survey = read_survey(written(tmp_path, "t.jsonl", rows))
    assert survey.names == ("id", "p")
    assert (*map(str, survey.messages),) == ("Left out, as it holds lists, objects or bytes: meta.",)
    with pytest.raises(BadDataError, match="line 2, column p: this value is a list"):
        read_survey(written(tmp_path, "t.jsonl", rows.replace("0.25", "[0.25]")))
