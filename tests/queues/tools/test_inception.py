"""INCEpTION: a line is a candidate; which one it is stands with the manifest."""

import json

import pytest
from packet_world import only, packet

from budgetplan.errors import BadDataError
from budgetplan.tools.inception import lines_of, tagset, write
from budgetplan.tools.registry import QUEUE_TOOLS as TOOLS


def test_byte_for_byte():
    assert write(packet(year=("1", "2", "3", "4", "5"))) == {
        "packet-001.txt": (
            'She said "spill, the beans".\nTwo lines\tand a tab\nbeans 🫘 שלום\n<b>bold</b> & more\n=1+1\n'
        ).encode()
    }
    assert lines_of(packet()) == {
        "packet-001-lines.tsv": (
            'line\titem_id\r\n1\ts-0042\r\n2\ts 7,a\r\n3\t"""q"""\r\n4\tключ/1\r\n5\t=2\r\n'
        ).encode()
    }


def test_every_item_has_its_line_whatever_breaks_lines_in_texts():
    texts = tuple(
        f"a{mark}b" for mark in ("\n", "\r\n", "\r", "\v", "\f", "\x1c", "\x85", "\u2028", "\u2029")
    )
    content = only(write(packet(*texts)))
    assert content == "a b\n" * len(texts)
    assert len(content.splitlines()) == len(texts) == only(lines_of(packet(*texts))).count("\r\n") - 1


def test_annotators_get_no_ids_and_no_columns():
    content = only(write(packet("A.", "B.", year=("1901", "1902"))))
    assert content == "A.\nB.\n"


def test_the_tagset():
    assert json.loads(only(tagset(packet()))) == {
        "name": "gold",
        "description": "",
        "language": "",
        "tags": [
            {"tag_name": "idiom", "tag_description": ""},
            {"tag_name": "literal", "tag_description": ""},
        ],
        "create_tag": False,
    }


def test_texts_without_a_line_of_their_own_are_refused():
    with pytest.raises(BadDataError, match="item s-2: the text is empty, and an empty line is no candidate"):
        TOOLS["inception"].write(packet("A.", "\n"))
    with pytest.raises(BadDataError, match="item s-1: the text holds a control character"):
        write(packet("A\x01."))
