"""Whose export a JSON file is: found on its keys, said by an option, refused where two are possible."""

import json

import pytest
from export_world import annotation, lines, task
from rows import rows_of

from budgetplan.domain.plan import TableForm
from budgetplan.errors import BadDataError, Problems
from budgetplan.tables.formats.json_files import JsonSource
from budgetplan.tables.opened import open_table
from budgetplan.tools.registry import TOOLS

DATA = rows_of(__file__)

PLAIN = {"item_id": "a", "p": 0.5}
OBJECTS = {
    "label-studio": task(1, annotation("a")),
    "prodigy": {"text": "T.", "label": "A", "answer": "accept", "_task_hash": 1},
    "doccano": {"id": 1, "text": "T.", "label": ["a"]},
    "spacy": {"text": "T.", "cats": {"a": 1}},
    "huggingface": {"text": "T.", "prediction": [{"label": "a", "score": 0.9}]},
}


@pytest.fixture
def told(tmp_path):
    def open_text(text, dialect="", form=True):
        path = tmp_path / "t.jsonl"
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        with open_table(str(path), TableForm(dialect=dialect) if form else None) as file:
            return (*map(str, file.read("", (), (), Problems("t")).messages[:1]),)

    return open_text


def refused(told, *more, **options):
    with pytest.raises(BadDataError) as error:
        told(*more, **options)
    return str(error.value).partition("t.jsonl")[2]


@pytest.mark.parametrize("name", OBJECTS)
@pytest.mark.parametrize("write", [lines, lambda *them: json.dumps(them), lambda *them: json.dumps(them, indent=2)])
def test_every_dialect_is_found_in_lines_and_lists(told, name, write):
    assert told(write(OBJECTS[name], OBJECTS[name]))[0].startswith(f"Read as {TOOLS[name].called}")
    assert told(b"\xef\xbb\xbf" + write(OBJECTS[name]).encode())[0].startswith(f"Read as {TOOLS[name].called}")
    assert told(write(OBJECTS[name]).encode("utf-16"))[0].startswith(f"Read as {TOOLS[name].called}")


@pytest.mark.parametrize("name", OBJECTS)
def test_one_object_is_enough_wherever_it_stands(told, name):
    # Lines without any sign are items that nobody has judged.
    bare = {"data": {"text": "T."}} if name == "label-studio" else {"text": "T."}
    for order in ((bare, OBJECTS[name], bare), (bare, bare, OBJECTS[name])):
        assert told(lines(*order))[0].startswith(f"Read as {TOOLS[name].called}")


@pytest.mark.parametrize("pair", [("doccano", "label-studio"), ("prodigy", "spacy"), ("doccano", "huggingface")])
def test_two_dialects_are_refused_in_any_order_until_one_is_said(told, pair):
    both = [OBJECTS[name] for name in pair]
    forth = refused(told, lines(*both))
    assert forth == refused(told, lines(*reversed(both)))
    assert all(str(TOOLS[name].called) in forth for name in pair)
    assert forth.endswith(f"; say which: --dialect {pair[0]} or {pair[1]}")
    for name in pair:
        assert told(lines(*both), name)[0].startswith(f"Read as {TOOLS[name].called}")


def test_a_message_about_a_further_file_names_no_option(told):
    text = lines({"text": "T.", "cats": {"a": 1}, "answer": "accept"})
    message = refused(told, text, form=False)
    assert "a Prodigy export (answer or _task_hash) or a file of spaCy categories (cats)" in message
    assert "--dialect" not in message
    assert told(lines(OBJECTS["spacy"]), form=False)[0].startswith("Read as a file of spaCy")


@pytest.mark.parametrize("one", DATA["tables"])
def test_objects_of_nobody_are_a_table(told, tmp_path, one):
    assert told(lines(one)) == ()
    with open_table(str(tmp_path / "t.jsonl")) as file:
        assert isinstance(file, JsonSource)


@pytest.mark.parametrize("name", OBJECTS)
def test_a_table_is_what_is_said_to_be_one_and_a_dialect_that_is_not_there_is_refused(told, name):
    assert told(lines(OBJECTS[name]), "table") == ()
    assert f"no object has what {TOOLS[name].called} has: " in refused(told, lines(PLAIN), name)


def test_tasks_to_be_imported_have_no_sign_and_may_be_named(told):
    bare = lines({"data": {"item_id": "a"}}, {"data": {"item_id": "b"}})
    assert told(bare) == ()
    assert told(bare, "label-studio") == ("Read as a Label Studio export: 2 tasks, 0 annotations.",)


@pytest.mark.parametrize(("text", "message"), DATA["broken_off"])
def test_a_list_that_breaks_off_is_told_with_its_line(told, text, message):
    assert refused(told, text.replace("@", json.dumps(OBJECTS["label-studio"]))).startswith(f", {message}")


@pytest.mark.parametrize(("between", "by", "places"), [(", ", "object", [1, 2]), (",\n", "line", [1, 2])])
def test_objects_on_one_line_are_told_by_their_place(tmp_path, between, by, places):
    path = tmp_path / "t.json"
    path.write_text(f'[{{"id":"a","p":0.5}}{between}{{"id":"b","p":"zwei"}}]', encoding="utf-8")
    with open_table(str(path)) as file:
        frame = file.read("id", [], ["p"], Problems("t.json"))
    assert (frame.by, frame.lines.tolist()) == (by, places)
