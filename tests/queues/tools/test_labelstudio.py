"""Label Studio: tasks in their order, no annotation, no prediction; files no larger than it takes."""

import json
from xml.etree import ElementTree as ET

import pytest
from packet_world import HOSTILE, IDS, only, packet

from budgetplan.domain.plan import TableForm
from budgetplan.errors import BadDataError
from budgetplan.tables.opened import open_table
from budgetplan.tables.problems import Problems
from budgetplan.tools.labelstudio import interface, write
from budgetplan.tools.registry import QUEUE_TOOLS as TOOLS


def test_byte_for_byte():
    assert write(packet(year=("1", "2", "3", "4", "5"))) == {
        "packet-001.json": (
            "[\n"
            '{"data": {"item_id": "s-0042", "text": "She said \\"spill, the beans\\".", "year": "1"}},\n'
            '{"data": {"item_id": "s 7,a", "text": "Two\\nlines\\tand a tab", "year": "2"}},\n'
            '{"data": {"item_id": "\\"q\\"", "text": "beans 🫘 שלום", "year": "3"}},\n'
            '{"data": {"item_id": "ключ/1", "text": "<b>bold</b> & more", "year": "4"}},\n'
            '{"data": {"item_id": "=2", "text": "=1+1", "year": "5"}}\n'
            "]\n"
        ).encode()
    }


def test_the_interface_byte_for_byte():
    assert only(interface(packet(labels=("idiom", 'a "b" & <c>')))) == (
        "<View>\n"
        '  <Text name="text" value="$text"/>\n'
        '  <Choices name="label" toName="text" choice="single" required="true">\n'
        '    <Choice value="idiom"/>\n'
        "    <Choice value='a \"b\" &amp; &lt;c&gt;'/>\n"
        "  </Choices>\n"
        "</View>\n"
    )


def test_the_interface_gives_the_classes_back():
    labels = ("a & b", "<c>", "'\"", "ein\ttab", "שלום")
    tree = ET.fromstring(only(interface(packet(labels=labels))))
    assert tuple(one.get("value") for one in tree.iter("Choice")) == labels


def test_read_back_as_tasks_that_nobody_has_judged(tmp_path):
    path = tmp_path / "p.json"
    path.write_text(only(write(packet())), encoding="utf-8")
    problems = Problems("p")
    with open_table(str(path), TableForm(dialect="label-studio")) as file:
        frame = file.read("item_id", ("text", "label"), (), problems)
    assert not problems
    assert frame.ids == [*IDS]
    assert [frame.texts["text"].names[code] for code in frame.texts["text"].codes] == [*HOSTILE]
    assert frame.texts["label"].empty.all()


def test_its_own_names_are_not_taken_by_columns():
    taken = {
        "id": ("9",),
        "label": ("idiom",),
        "predictions": ("idiom",),
        "text": ("no",),
        "lead_time": ("3",),
    }
    [task] = json.loads(only(write(packet("A.", named="ref", more=taken))))
    assert task == {
        "data": {
            "item_id": "s-1",
            "text": "A.",
            "column_id": "9",
            "column_label": "idiom",
            "column_predictions": "idiom",
            "column_text": "no",
            "column_lead_time": "3",
        }
    }


@pytest.mark.parametrize(("tasks", "size"), [(3, 10**6), (100, 150), (1, 10**6), (2, 150)])
def test_a_large_packet_becomes_several_files_that_join_to_it(tasks, size):
    sent = packet(*(f"Text {number}." for number in range(11)))
    files = write(sent, most_tasks=tasks, most_bytes=size)
    assert [*files] == sorted(files)
    assert next(iter(files)) in ("packet-001-1.json", "packet-001-01.json")
    assert all(len(content) <= size for content in files.values())
    parts = [json.loads(content) for content in files.values()]
    assert max(map(len, parts)) <= tasks
    assert [task for part in parts for task in part] == json.loads(only(write(sent)))


def test_files_are_as_full_as_they_may_be():
    sent = packet(*(f"Text {number}." for number in range(4)))
    whole = only(write(sent)).encode()
    assert [*write(sent, most_bytes=len(whole) + 2)] == ["packet-001.json"]
    assert len(write(sent, most_bytes=len(whole) - 1)) == 2


def test_an_item_larger_than_a_file_is_told():
    with pytest.raises(
        BadDataError, match="item s-2: the item is larger than a file that Label Studio imports"
    ):
        write(packet("A.", "B" * 200, "C."), most_bytes=150)


def test_the_way_to_import_names_what_loses_the_order():
    assert "sequential" in TOOLS["label-studio"].order
    assert "label-studio.xml" in TOOLS["label-studio"].order
