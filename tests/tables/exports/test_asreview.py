"""ASReview: its table as it stands, with the label and the name of a record where they are to be found."""

import pytest
from export_world import column
from rows import rows_of

from budgetplan.errors import BadDataError

DATA = rows_of(__file__)

TABLE = "record_id,title,abstract,asreview_label,asreview_time,score\n7,A,a,1,2026-01-01,0.9\n8,B,b,,,0.5\n9,C,c,0.0,2026-01-02,0.1\n3,D,d,-1,,0.2\n"


@pytest.mark.parametrize("turn", [1, -1])
def test_an_export_has_labels_and_names_in_any_order_of_rows(read, turn):
    first, *rows = TABLE.splitlines(keepends=True)
    content, header, _ = read(first + "".join(rows[::turn]), "a.csv", ("label", "asreview_label"), ("score",))
    assert header[-2:] == ("label", "item_id")
    assert content.ids[::turn] == ["7", "8", "9", "3"]
    assert column(content, "label")[::turn] == ["1", "", "0", ""]
    assert column(content, "asreview_label")[::turn] == ["1", "", "0.0", "-1"]
    assert content.numbers["score"].values.tolist()[::turn] == [0.9, 0.5, 0.1, 0.2]
    assert str(content.messages[0]) == "Read as an ASReview export: 4 records, 2 with a label (column asreview_label)."
    assert "not a random sample of the others" in str(content.messages[1])


def test_a_file_that_was_made_for_asreview_is_read_as_a_table_until_it_is_named(read):
    text = "item_id;title;included;score\na;A;1;0,9\nb;B;0;0,5\n"
    plain, header, _ = read(text, "a.csv", ("included",), ("score",))
    assert "label" not in header
    assert (*map(str, plain.messages),) == ("Read as semicolon-separated, decimal comma, UTF-8.",)
    content, header, _ = read(text, "a.csv", numbers=("score",), dialect="asreview")
    assert header == ("item_id", "title", "included", "score", "label")
    assert content.numbers["score"].values.tolist() == [0.9, 0.5]
    assert "2 records, 2 with a label (column included), semicolon-separated, decimal comma" in str(content.messages[0])


@pytest.mark.parametrize(("text", "labels", "told"), DATA["labels"])
def test_which_column_has_the_labels(read, text, labels, told):
    content, *_ = read(text, "a.csv", ids="id")
    assert column(content, "label") == labels
    assert told in str(content.messages[0])


def test_as_a_table_it_is_no_export_and_without_labels_it_is_refused(read):
    content, header, _ = read(TABLE, "a.csv", ("asreview_label",), ids="record_id", dialect="table")
    assert header == tuple(TABLE.splitlines()[0].split(","))
    assert content.messages == ()
    with pytest.raises(BadDataError, match="there is no column asreview_label or included"):
        read("id,title,score\n1,a,1\n", "a.csv", dialect="asreview")
