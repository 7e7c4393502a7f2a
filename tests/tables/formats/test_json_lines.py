"""JSON Lines: flat objects read as rows of texts, everything else is told with its line and key."""

import json

import pytest
from rows import rows_of

from budgetplan.errors import BadDataError, Problems
from budgetplan.tables import table as of_table
from budgetplan.tables.files import open_bytes
from budgetplan.tables.formats import json_files as jsonlines
from budgetplan.tables.opened import open_table

DATA = rows_of(__file__)

GOOD = '{"item_id": "a", "p": 0.50, "gold": "ja"}\n\n{"gold": null, "item_id": 7, "q": true, "p": -1e-3}\n'


@pytest.fixture
def read(tmp_path):
    def read_text(text, texts=("gold", "q"), encoding="utf-8"):
        (tmp_path / "t.txt").write_bytes(text.encode(encoding))
        problems = Problems("t")
        with open_table(str(tmp_path / "t.txt")) as file:
            return file.read("item_id", texts, ("p",), problems), [str(one) for one in problems.listed()]

    return read_text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("size", [1, 1000])
def test_objects_are_rows_and_keys_are_columns(read, monkeypatch, size, encoding):
    monkeypatch.setattr(of_table, "N_ROWS_AT_ONCE", size)
    content, problems = read(GOOD, encoding=encoding)
    assert problems == []
    assert content.ids == ["a", "7"]
    assert [content.texts["gold"].names, content.texts["q"].names] == [("ja", ""), ("", "true")]
    assert content.numbers["p"].values.tolist() == [0.5, -0.001]
    assert content.lines.tolist() == [1, 3]
    assert content.messages == ()


def test_numbers_stay_as_they_are_written(read):
    content, _ = read('{"item_id": 12345678901234567890123, "gold": 1.50, "p": NaN}\n', ("gold",))
    assert (content.ids, content.texts["gold"].names) == (["12345678901234567890123"], ("1.50",))
    assert content.numbers["p"].odd == {0: "NaN"}
    assert (*map(str, read('{"item_id": "a", "p": "0,5"}\n', ())[0].messages),) == (
        "Read as JSON Lines, decimal comma.",
    )


@pytest.mark.parametrize(("line", "told"), DATA["lines"])
def test_lines_that_are_no_objects_are_told(read, line, told):
    [problem] = read(f"{GOOD}{line}\n")[1]
    assert problem.startswith(f"t, line 4: {told}")


def test_nested_values_are_told_where_they_are_used(read):
    nested = '{"item_id": "b", "gold": ["ja"], "p": {"ja": 1}, "meta": {"x": 1}}\n'
    gold, p = read(GOOD + nested)[1]
    assert 'line 4, column gold: this value is a list (found "["ja"]")' in gold
    assert 'line 4, column p: this value is an object (found "{"ja": "1"}")' in p
    assert read('{"item_id": "b", "p": 1, "meta": {"x": 1}}\n', ())[1] == []


@pytest.mark.parametrize(("text", "told"), DATA["without"])
def test_a_file_without_objects_is_told(read, text, told):
    with pytest.raises(BadDataError, match=told):
        read(text)


@pytest.mark.parametrize(("text", "name", "is_json"), DATA["beginnings"])
def test_json_is_told_by_its_beginning_or_its_name(tmp_path, text, name, is_json):
    (tmp_path / name).write_text(text)
    with open_bytes(str(tmp_path / name)) as opened:
        assert jsonlines.looks_like_json(opened) is is_json


@pytest.mark.parametrize("write", [json.dumps, lambda objects: "\n".join(map(json.dumps, objects))])
@pytest.mark.parametrize("other", ["Gold", "gold\u200b"])
def test_a_key_that_is_written_in_two_ways_is_refused_where_it_is_read(read, write, other):
    objects = [{"item_id": "a", "gold": "y", "p": 1}, {"item_id": "b", other: "n", "p": 2}]
    for columns, n_problems in ((["gold"], 1), ([other], 1), ([], 0)):
        told = read(write(objects), columns)[1]
        assert len(told) == n_problems
        assert all("a key is written in two ways, and no object has both" in problem for problem in told)
    # Keys that some object has both are two.
    assert read(write([*objects, {"item_id": "c", "gold": "y", other: "n", "p": 2}]), ("gold", other))[1] == []
