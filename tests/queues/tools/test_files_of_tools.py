"""The files of each tool, byte for byte, and what its own names and limits change in them."""

import io
import json
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from openpyxl import load_workbook
from packet_world import HOSTILE, IDS, objects, only, packet

from budgetplan.errors import BadDataError
from budgetplan.tools import asreview, doccano, inception, labelstudio, plain, prodigy


def test_a_workbook_is_of_texts_and_offers_the_classes_beside_each_item():
    made = packet()
    sheet = load_workbook(io.BytesIO(next(iter(plain.write_xlsx(made).values())))).active
    cells = [cell for row in sheet.iter_rows() for cell in row]
    rows = [["id", "sentence", "gold"], *([name, text, None] for name, text in zip(IDS, HOSTILE, strict=True))]
    assert [[cell.value for cell in row] for row in sheet.iter_rows()] == rows
    assert {cell.number_format for cell in cells} == {"@"}
    assert {cell.data_type for cell in cells if cell.value is not None} == {"s"}
    [choice] = sheet.data_validations.dataValidation
    assert (choice.formula1, str(choice.sqref)) == ('"idiom,literal"', "C2:C6")
    assert plain.write_xlsx(made) == plain.write_xlsx(packet())
    # Classes that no list can offer are typed.
    for labels in (("a,b", "c"), ("x" * 200, "y" * 100)):
        content = next(iter(plain.write_xlsx(replace(made, labels=labels)).values()))
        assert not load_workbook(io.BytesIO(content)).active.data_validations.dataValidation
    with pytest.raises(BadDataError, match="item a\x01: the id contains a character that no workbook can hold"):
        plain.write_xlsx(packet("A.", ids=("a\x01",)))


def test_nothing_of_the_users_table_becomes_an_id_a_label_or_a_prediction():
    names = ("id", "label", "text", "predictions", "filename", "lead_time")
    sent = packet("A.", named="ref", more={name: (name,) for name in names})
    own = {f"column_{name}": name for name in ("id", "label", "text")}
    [task] = objects(only(doccano.write(sent)))
    rest = {"predictions": "predictions", "column_filename": "filename", "lead_time": "lead_time"}
    assert task == {"text": "A.", "item_id": "s-1", "label": []} | own | rest
    [task] = json.loads(only(labelstudio.write(sent)))
    rest = {"column_predictions": "predictions", "filename": "filename", "column_lead_time": "lead_time"}
    assert task == {"data": {"item_id": "s-1", "text": "A."} | own | rest}
    [task] = objects(only(prodigy.write(packet("A.", score=("0.9",), label=("idiom",)))))
    assert task == {"text": "A.", "meta": {"item_id": "s-1", "column_score": "0.9", "label": "idiom"}}
    columns = {name.upper(): ("1",) for name in asreview.LABELS} | {"Title": ("T",), "asreview_time": ("1",)}
    header = only(asreview.write(packet("A.", **columns))).split("\r\n")[0].split(",")
    assert header == ["item_id", "title", "abstract", *(f"column_{name}" for name in columns)]
    assert only(inception.write(packet("A.", "B.", year=("1901", "1902")))) == "A.\nB.\n"


def test_the_classes_of_doccano():
    assert json.loads(only(doccano.labels(packet()))) == [
        {"text": "idiom", "suffix_key": "1", "background_color": "#0072B2", "text_color": "#ffffff"},
        {"text": "literal", "suffix_key": "2", "background_color": "#A34A00", "text_color": "#ffffff"},
    ]
    keys = [one["suffix_key"] for one in json.loads(only(doccano.labels(packet(labels=tuple("abcdefghijkl")))))]
    assert keys == [*"123456789", None, None, None]
    assert only(doccano.labels(packet(labels=("да", "нет")))).isascii()
    doccano.labels(packet(labels=("a" * 100, "b")))
    with pytest.raises(BadDataError, match="longer than 100 characters"):
        doccano.labels(packet(labels=("a" * 101, "b")))


def test_the_classes_of_inception():
    tags = [{"tag_name": name, "tag_description": ""} for name in ("idiom", "literal")]
    whole = {"name": "gold", "description": "", "language": "", "tags": tags, "create_tag": False}
    assert json.loads(only(inception.tagset(packet()))) == whole


def test_every_item_has_its_line_whatever_breaks_lines_in_texts():
    marks = ("\n", "\r\n", "\r", "\v", "\f", "\x1c", "\x85", "\u2028", "\u2029")
    texts = tuple(f"a{mark}b" for mark in marks)
    assert only(inception.write(packet(*texts))) == "a b\n" * len(texts)
    assert only(inception.lines_of(packet(*texts))).count("\r\n") == len(texts) + 1


def test_the_interface_of_label_studio_gives_the_classes_back():
    labels = ("a & b", "<c>", "'\"", "ein\ttab", "שלום")
    tree = ET.fromstring(only(labelstudio.interface(packet(labels=labels))))
    assert tuple(one.get("value") for one in tree.iter("Choice")) == labels
    assert tree.find("Text").attrib == {"name": "text", "value": "$text"}
    choices = {"name": "label", "toName": "text", "choice": "single", "required": "true"}
    assert tree.find("Choices").attrib == choices


@pytest.mark.parametrize(("tasks", "size"), [(3, 10**6), (1, 10**6), (2, 150)])
def test_a_large_packet_becomes_several_files_that_join_to_it(tasks, size):
    sent = packet(*(f"Text {number}." for number in range(11)))
    files = labelstudio.write(sent, most_tasks=tasks, most_bytes=size)
    assert [*files] == sorted(files)
    assert next(iter(files)) in ("packet-001-1.json", "packet-001-01.json")
    assert all(len(content) <= size for content in files.values())
    parts = [json.loads(content) for content in files.values()]
    assert max(map(len, parts)) <= tasks
    assert [task for part in parts for task in part] == json.loads(only(labelstudio.write(sent)))


def test_files_are_as_full_as_they_may_be():
    sent = packet(*(f"Text {number}." for number in range(4)))
    whole = len(only(labelstudio.write(sent)).encode())
    assert [*labelstudio.write(sent, most_bytes=whole + 2)] == ["packet-001.json"]
    assert len(labelstudio.write(sent, most_bytes=whole - 1)) == 2
    with pytest.raises(BadDataError, match="item s-2: the item is larger than a file"):
        labelstudio.write(packet("A.", "B" * 200, "C."), most_bytes=150)


def test_the_commands_of_prodigy_keep_the_order():
    files = prodigy.commands(packet(labels=("idiom", "literal, or not")))
    assert files["prodigy-labels.txt"] == b"idiom\nliteral, or not\n"
    command = "prodigy textcat.manual packet-001 packet-001.jsonl --label {} --exclusive\n"
    assert command.format("prodigy-labels.txt") in files["prodigy.txt"].decode()
    # The classes stand in the command where a comma can separate them.
    quoted = only(prodigy.commands(packet(labels=("idiom", "it's literal"))))
    assert command.format("'idiom,it'\"'\"'s literal'") in quoted


def test_the_ways_to_import_name_what_loses_the_order():
    assert only(asreview.note(packet())).startswith("ASReview does not keep the order: ")
