"""ASReview: its table as it stands, with the label and the name of a record where they are to be found."""

import pytest
from export_world import column

from budgetplan.domain.plan import TableForm
from budgetplan.errors import BadDataError
from budgetplan.tables.opened import open_table
from budgetplan.tables.problems import Problems

TABLE = "record_id,title,abstract,asreview_label,asreview_time,score\n7,A,a,1,2026-01-01,0.9\n8,B,b,,,0.5\n9,C,c,0.0,2026-01-02,0.1\n3,D,d,-1,,0.2\n"
SHOWN = "ASReview shows the likeliest records first: those with a label are no random sample of the others, and what is found among them is more than the others hold."


@pytest.fixture
def read(tmp_path):
    def read_text(text, texts=("label",), numbers=("score",), ids="item_id", dialect=""):
        path = tmp_path / "a.csv"
        path.write_text(text, encoding="utf-8")
        problems = Problems("t")
        with open_table(str(path), TableForm(dialect=dialect)) as file:
            return file.read(ids, texts, numbers, problems), file.header

    return read_text


def test_an_export_has_labels_and_names(read):
    content, header = read(TABLE, ("label", "asreview_label"))
    assert header[-2:] == ("label", "item_id")
    assert content.ids == ["7", "8", "9", "3"]
    assert column(content, "label") == ["1", "", "0", ""]
    assert column(content, "asreview_label") == ["1", "", "0.0", "-1"]
    assert content.numbers["score"].values.tolist() == [0.9, 0.5, 0.1, 0.2]
    assert content.messages == (
        "Read as an ASReview export: 4 records, 2 with a label (column asreview_label).",
        SHOWN,
    )


def test_the_order_of_rows_says_nothing(read):
    header, *rows = TABLE.splitlines()
    forth, _ = read(TABLE)
    back, _ = read("\n".join((header, *reversed(rows))) + "\n")
    assert dict(zip(forth.ids, column(forth, "label"), strict=True)) == dict(
        zip(back.ids, column(back, "label"), strict=True)
    )


def test_a_file_that_was_made_for_asreview_is_read_as_a_table_until_it_is_named(read):
    text = "item_id;title;included;score\na;A;1;0,9\nb;B;0;0,5\n"
    plain, header = read(text, ("included",))
    assert "label" not in header
    assert plain.messages == ("Read as semicolon-separated, decimal comma, UTF-8.",)
    content, header = read(text, dialect="asreview")
    assert header == ("item_id", "title", "included", "score", "label")
    assert content.numbers["score"].values.tolist() == [0.9, 0.5]
    assert content.messages == (
        "Read as an ASReview export: 2 records, 2 with a label (column included), semicolon-separated, decimal comma, UTF-8.",
    )


def test_the_first_of_several_labels_counts_and_own_columns_stay(read):
    content, header = read("id,label,included,asreview_label,score\n5,x,0,1,1\n", ids="id")
    assert header == ("id", "label", "included", "asreview_label", "score")
    assert column(content, "label") == ["x"]
    assert "1 with a label (column asreview_label)" in content.messages[0]


def test_as_a_table_it_is_no_export(read):
    content, header = read(TABLE, ("asreview_label",), ids="record_id", dialect="table")
    assert header == tuple(TABLE.splitlines()[0].split(","))
    assert content.messages == ()


def test_a_table_without_labels_is_refused(read):
    with pytest.raises(BadDataError, match="this has no column asreview_label or included"):
        read("id,title,score\n1,a,1\n", dialect="asreview")


def test_rows_are_counted_anew_in_each_reading(tmp_path):
    path = tmp_path / "b.csv"
    path.write_text(TABLE)
    with open_table(str(path)) as file:
        for _ in range(2):
            messages = file.read("item_id", ["label"], [], Problems("t")).messages
    assert messages[0].startswith("Read as an ASReview export: 4 records, 2 with a label")


def test_minus_one_is_no_label_where_the_column_is_called_label_too(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("record_id,title,label,asreview_ranking\n1,a,1,1\n2,b,0,2\n3,c,-1,3\n4,d,-1,4\n", encoding="utf-8")
    with open_table(str(path)) as file:
        content = file.read("item_id", ["label"], [], Problems("t"))
    assert column(content, "label") == ["1", "0", "", ""]
    assert content.messages[0].startswith("Read as an ASReview export: 4 records, 2 with a label (column label)")
