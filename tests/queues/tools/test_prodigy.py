"""Prodigy: one task a line with the id in meta, and the recipe that keeps the order."""

import pytest
from packet_world import IDS, objects, only, packet

from budgetplan.errors import BadDataError
from budgetplan.tools.base import Asked
from budgetplan.tools.prodigy import commands, read, write
from budgetplan.tools.registry import QUEUE_TOOLS as TOOLS


def test_byte_for_byte():
    assert write(packet(year=("1", "2", "3", "4", "5"))) == {
        "packet-001.jsonl": (
            '{"text": "She said \\"spill, the beans\\".", "meta": {"item_id": "s-0042", "year": "1"}}\n'
            '{"text": "Two\\nlines\\tand a tab", "meta": {"item_id": "s 7,a", "year": "2"}}\n'
            '{"text": "beans 🫘 שלום", "meta": {"item_id": "\\"q\\"", "year": "3"}}\n'
            '{"text": "<b>bold</b> & more", "meta": {"item_id": "ключ/1", "year": "4"}}\n'
            '{"text": "=1+1", "meta": {"item_id": "=2", "year": "5"}}\n'
        ).encode()
    }


def test_the_commands():
    files = commands(packet(labels=("idiom", "literal, or not")))
    assert files["prodigy-labels.txt"] == b"idiom\nliteral, or not\n"
    told = files["prodigy.txt"].decode()
    assert (
        "prodigy textcat.manual packet-001 packet-001.jsonl --label prodigy-labels.txt --exclusive\n" in told
    )
    assert "textcat.teach sorts them anew" in told


def test_the_classes_stand_in_the_command_where_a_comma_can_separate_them():
    told = only(commands(packet(labels=("idiom", "it's literal"))))
    assert "packet-001.jsonl --label 'idiom,it'\"'\"'s literal' --exclusive\n" in told
    assert "--label idiom,literal --exclusive" in only(commands(packet()))


def test_ids_are_found_by_the_reader_of_its_answers():
    answered = [
        (at, {**one, "accept": ["idiom"], "answer": "accept"})
        for at, one in enumerate(objects(only(write(packet()))))
    ]
    export = read("p", answered, Asked())
    assert [row["item_id"] for row in export.rows] == [*IDS]
    assert {row["label"] for row in export.rows} == {"idiom"}


def test_a_column_is_not_taken_for_a_score():
    [task] = objects(only(write(packet("A.", score=("0.9",), label=("idiom",)))))
    assert task == {"text": "A.", "meta": {"item_id": "s-1", "column_score": "0.9", "label": "idiom"}}


def test_texts_that_are_empty_or_stand_twice_are_refused_with_their_items():
    with pytest.raises(BadDataError) as caught:
        TOOLS["prodigy"].write(packet("A.", " ", "B.", "A.", "A."))
    assert [problem.item for problem in caught.value.problems] == ["s-2", "s-4", "s-5"]
    assert "shows each text once" in str(caught.value)
