"""Plain tables: every byte, and back through the readers of tables."""

import io
import json
from dataclasses import replace

import numpy as np
import pytest
from openpyxl import load_workbook
from packet_world import HOSTILE, IDS, only, packet

from budgetplan.errors import BadDataError
from budgetplan.tables.opened import open_table
from budgetplan.tables.problems import Problems
from budgetplan.tools.plain import write_csv, write_jsonl, write_xlsx


def test_csv_byte_for_byte():
    assert write_csv(packet(year=("1", "2", "3", "4", "5"))) == {
        "packet-001.csv": (
            "\ufeffid,sentence,year,gold\r\n"
            's-0042,"She said ""spill, the beans"".",1,\r\n'
            '"s 7,a","Two\nlines\tand a tab",2,\r\n'
            '"""q""",beans 🫘 שלום,3,\r\n'
            "ключ/1,<b>bold</b> & more,4,\r\n"
            "=2,=1+1,5,\r\n"
        ).encode()
    }


def test_json_lines_byte_for_byte():
    assert write_jsonl(packet()) == {
        "packet-001.jsonl": (
            '{"id": "s-0042", "sentence": "She said \\"spill, the beans\\".", "gold": ""}\n'
            '{"id": "s 7,a", "sentence": "Two\\nlines\\tand a tab", "gold": ""}\n'
            '{"id": "\\"q\\"", "sentence": "beans 🫘 שלום", "gold": ""}\n'
            '{"id": "ключ/1", "sentence": "<b>bold</b> & more", "gold": ""}\n'
            '{"id": "=2", "sentence": "=1+1", "gold": ""}\n'
        ).encode()
    }


@pytest.mark.parametrize("write", [write_csv, write_jsonl, write_xlsx])
def test_what_is_written_is_read_back_in_its_order(write, tmp_path):
    [(name, content)] = write(packet()).items()
    path = tmp_path / name
    path.write_bytes(content)
    problems = Problems(name)
    with open_table(str(path)) as file:
        assert file.header == ("id", "sentence", "gold")
        frame = file.read("id", ("sentence", "gold"), (), problems)
    assert not problems
    assert frame.ids == [*IDS]
    column = frame.texts["sentence"]
    assert tuple(np.array(column.names, dtype=object)[column.codes]) == HOSTILE
    assert frame.texts["gold"].names == ("",)


def test_an_empty_text_is_a_cell_like_any_other():
    assert [json.loads(line)["sentence"] for line in only(write_jsonl(packet("", "A."))).splitlines()] == [
        "",
        "A.",
    ]


def test_a_workbook_is_of_texts_and_offers_the_classes_beside_each_item():
    made = packet()
    book = load_workbook(io.BytesIO(next(iter(write_xlsx(made).values()))))
    sheet = book.active
    assert sheet.freeze_panes == "A2"
    assert [cell.value for cell in sheet[1]] == ["id", "sentence", "gold"]
    cells = [cell for row in sheet.iter_rows() for cell in row]
    assert {cell.number_format for cell in cells} == {"@"}
    assert {cell.data_type for cell in cells if cell.value is not None} == {"s"}
    [choice] = sheet.data_validations.dataValidation
    assert choice.formula1 == '"' + ",".join(made.labels) + '"'
    assert str(choice.sqref) == "C2:C6"
    assert write_xlsx(made) == write_xlsx(packet())


def test_classes_that_no_list_can_offer_are_typed():
    for labels in (("a,b", "c"), ("x" * 200, "y" * 100)):
        book = load_workbook(io.BytesIO(next(iter(write_xlsx(replace(packet(), labels=labels)).values()))))
        assert not book.active.data_validations.dataValidation


def test_what_no_workbook_can_hold_is_said_of_each_item():
    made = replace(packet(), ids=("a\x01", *packet().ids[1:]))
    made = replace(made, columns={"sentence": ("A.", "b" * 32_768, *HOSTILE[2:])})
    with pytest.raises(BadDataError) as error:
        write_xlsx(made)
    assert [(one.column, one.item) for one in error.value.problems] == [
        ("id", "a\x01"),
        ("sentence", "s 7,a"),
    ]
