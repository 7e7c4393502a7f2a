"""Plain tables of judgements, and the table of ASReview."""

import io

import pandas as pd
import pytest
from export_world import lines
from log_world import logged

from budgetplan.errors import BadDataError

ROWS = [("s-2", "idiom", "ann", "8.5"), ("s-1", "", "bob", ""), ("s-2", "literal", "bob", "12")]
HEADER = ("sentence_id", "gold", "annotator", "seconds")


def workbook(rows, header):
    stream = io.BytesIO()
    pd.DataFrame(rows, columns=header).to_excel(stream, index=False)
    return stream.getvalue()


@pytest.mark.parametrize("kind", ["csv", "tsv", "jsonl", "json", "xlsx"])
def test_a_row_is_a_judgement_in_the_order_of_the_file(kind, tmp_path):
    objects = [dict(zip(HEADER, row, strict=True)) for row in ROWS]
    content = {
        "csv": "\n".join(map(",".join, [HEADER, *ROWS])) + "\n",
        "tsv": "\n".join(map("\t".join, [HEADER, *ROWS])) + "\n",
        "jsonl": lines(*objects),
        "json": objects,
        "xlsx": workbook(ROWS, HEADER),
    }[kind]
    log = logged(tmp_path, content, f"log.{kind}")
    assert log.item == ("s-2", "s-1", "s-2")
    assert log.label == ("idiom", "", "literal")
    assert log.annotator == ("ann", "bob", "bob")
    assert [*map(str, log.seconds)] == ["8.5", "nan", "12.0"]
    assert (
        str(log.messages[0])
        == "Read as a table of judgements: 2 judgements of 1 item by ann, bob; 1 skipped or not judged yet."
    )
    assert len(log.sha256) == 64


def test_decimal_commas_and_other_names(tmp_path):
    content = "id;label;lead_time\ns-1;idiom;8,5\n"
    log = logged(tmp_path, content, "log.csv", ids="id")
    assert (log.label, log.annotator, log.seconds.tolist()) == (("idiom",), ("",), [8.5])
    log = logged(
        tmp_path, "key,cls,who\ns-1,a,ann\n", "log.csv", map={"key": "sentence_id", "cls": "gold"}, annotator="who"
    )
    assert (log.item, log.label, log.annotator) == (("s-1",), ("a",), ("ann",))


def test_the_number_of_a_tool_is_not_taken_for_the_item(tmp_path):
    log = logged(tmp_path, "id,item_id,label\n17,s-1,idiom\n", "log.csv", ids="id")
    assert log.item == ("s-1",)


@pytest.mark.parametrize(
    ("content", "places"),
    [
        ("a,b\n1,2\n", [(None, "sentence_id"), (None, "gold")]),
        ("title,asreview_label\nT,1\n", [(None, "sentence_id"), (2, "")]),
        ("sentence_id,gold,seconds\n,idiom,3\ns-2,idiom,fast\n", [(2, "sentence_id"), (3, "seconds")]),
    ],
)
def test_what_is_missing_or_wrong_is_told_at_once(tmp_path, content, places):
    with pytest.raises(BadDataError) as caught:
        logged(tmp_path, content, "log.csv")
    assert [(problem.line, problem.column) for problem in caught.value.problems] == places


def test_asreview_in_the_order_of_its_times(tmp_path):
    content = (
        "item_id,title,abstract,asreview_label,asreview_time,asreview_user_name\n"
        "s-1,s-1,A.,1,2026-01-01 10:00:20,ann\n"
        "s-2,s-2,B.,1,2026-01-01 10:00:00,ann\n"
        "s-3,s-3,C.,,,\n"
        "s-4,s-4,D.,0,2026-01-01 10:00:08,ann\n"
    )
    log = logged(tmp_path, content, "log.csv")
    assert log.item == ("s-2", "s-4", "s-1", "s-3")
    assert log.label == ("1", "0", "1", "")
    assert [*map(str, log.seconds)] == ["nan", "8.0", "12.0", "nan"]
    assert str(log.messages[0]).startswith("Read as an ASReview export: 3 judgements")


def test_asreview_without_times(tmp_path):
    log = logged(tmp_path, "item_id,title,included\ns-1,T,1.0\ns-2,T,-1\n", "log.csv")
    assert (log.item, log.label, log.when) == (("s-1", "s-2"), ("1", ""), ("", ""))


def test_relevant_is_the_class_that_is_collected(tmp_path):
    content = "item_id,title,asreview_label\ns-1,T,1\ns-2,T,0\ns-3,T,\n"
    log = logged(tmp_path, content, "log.csv", known=("idiom", "literal"), positive=("literal",))
    assert log.label == ("literal", "idiom", "")
    assert logged(tmp_path, content, "log.csv", known=("0", "1"), positive=("1",)).label == ("1", "0", "")


def test_relevant_is_no_label_of_three_classes(tmp_path):
    content = "item_id,title,asreview_label\ns-1,T,1\ns-2,T,0\n"
    with pytest.raises(BadDataError, match="which is not a label where there are 3 classes; write a table"):
        logged(tmp_path, content, "log.csv", known=("a", "b", "c"), positive=("a",))
    with pytest.raises(BadDataError, match="the class that is collected is not given"):
        logged(tmp_path, content, "log.csv", known=("a", "b"))
