"""doccano: one text a line with an empty list of labels; nothing of the user's table becomes an annotation."""

import json

import pytest
from packet_world import IDS, objects, only, packet

from budgetplan.errors import BadDataError
from budgetplan.tools.base import Asked
from budgetplan.tools.doccano import labels, read, write
from budgetplan.tools.registry import QUEUE_TOOLS as TOOLS


def test_byte_for_byte():
    assert write(packet(year=("1", "2", "3", "4", "5"))) == {
        "packet-001.jsonl": (
            b'{"text": "She said \\"spill, the beans\\".", "item_id": "s-0042", "year": "1", "label": []}\n'
            b'{"text": "Two\\nlines\\tand a tab", "item_id": "s 7,a", "year": "2", "label": []}\n'
            b'{"text": "beans \\ud83e\\uded8 \\u05e9\\u05dc\\u05d5\\u05dd", "item_id": "\\"q\\"", "year": "3", "label": []}\n'
            b'{"text": "<b>bold</b> & more", "item_id": "\\u043a\\u043b\\u044e\\u0447/1", "year": "4", "label": []}\n'
            b'{"text": "=1+1", "item_id": "=2", "year": "5", "label": []}\n'
        )
    }


def test_the_labels_byte_for_byte():
    assert only(labels(packet())) == (
        "[\n {\n"
        '  "text": "idiom",\n  "suffix_key": "1",\n  "background_color": "#0072B2",\n  "text_color": "#ffffff"\n'
        " },\n {\n"
        '  "text": "literal",\n  "suffix_key": "2",\n  "background_color": "#A34A00",\n  "text_color": "#ffffff"\n'
        " }\n]\n"
    )


def test_no_key_is_given_twice():
    keys = [one["suffix_key"] for one in json.loads(only(labels(packet(labels=tuple("abcdefghijkl")))))]
    assert keys == [*"123456789", None, None, None]


def test_read_back_as_texts_that_nobody_has_judged():
    export = read("d", [*enumerate(objects(only(write(packet()))), 1)], Asked())
    assert [row["item_id"] for row in export.rows] == [*IDS]
    assert all("label" not in row or row["label"] == "" for row in export.rows)


def test_a_filled_label_never_goes_in():
    taken = {"label": ("idiom",), "id": ("9",), "filename": ("f",), "text": ("no",)}
    [text] = objects(only(write(packet("A.", named="ref", more=taken))))
    assert text == {
        "text": "A.",
        "item_id": "s-1",
        "column_label": "idiom",
        "column_id": "9",
        "column_filename": "f",
        "column_text": "no",
        "label": [],
    }


def test_empty_texts_and_long_names_are_refused():
    with pytest.raises(
        BadDataError, match="item s-2: the text is empty, and doccano would leave the item out"
    ):
        TOOLS["doccano"].write(packet("A.", "", "B."))
    with pytest.raises(BadDataError, match="longer than 100 letters"):
        labels(packet(labels=("a" * 101, "b")))


def test_no_encoding_can_be_guessed_wrong():
    assert only(write(packet())).isascii()
    assert only(labels(packet(labels=("да", "нет")))).isascii()
