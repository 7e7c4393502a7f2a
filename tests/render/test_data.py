"""Numbers leave as they are, words as text, and the JSON is what its schema says."""

import csv
import dataclasses
import io
import json
from decimal import Decimal

import jsonschema
import numpy as np
import pytest
from sample_document import hostile, plain, sample
from schemas import schema_of

from budgetplan.render.data import csv_text, render_json, render_tables
from budgetplan.report import model
from budgetplan.report.model import Range, Row, Section, Table, TableColumn

DECISION = {"stop": 9600, "unit": Decimal("0.752"), "found": np.float64(2880.5), "flips": (7.92, None, True)}
SCHEMA = schema_of("report-2")


def rows_of(text):
    return list(csv.reader(io.StringIO(text, newline="")))


def with_blocks(*blocks):
    return dataclasses.replace(sample(), sections=(Section("one", blocks),))


@pytest.mark.parametrize("document", [sample, hostile])
def test_the_json_is_what_the_schema_says(document):
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    text = render_json(document(), DECISION)
    data = json.loads(text)
    jsonschema.validate(data, SCHEMA)
    assert text.endswith("}\n")
    assert text == render_json(document(), dict(reversed(DECISION.items())))
    assert data["decision"] == {"stop": 9600, "unit": 0.752, "found": 2880.5, "flips": [7.92, None, True]}
    table = next(block for block in data["sections"][0]["blocks"] if block["type"] == "table")
    assert table["rows"][2]["cells"]["interval"] == {"low": 2544, "high": 3216}
    assert table["rows"][2]["strong"] is True


def test_the_schema_knows_every_field_of_the_model():
    for name, definition in SCHEMA["$defs"].items():
        kind = getattr(model, name.capitalize(), None)
        if dataclasses.is_dataclass(kind):
            fields = {field.name for field in dataclasses.fields(kind)}
            assert fields == set(definition["properties"]) - {"type", "text"} | fields & {"text"}, name
    fields = {field.name for field in dataclasses.fields(model.Document)}
    # A picture of what is told elsewhere.
    assert fields - {"summary"} | {"format", "decision"} == set(SCHEMA["properties"])


@pytest.mark.parametrize("change", [{"extra": 1}, {"version": 1}, {"date": "today"}, {"sections": [{}]}])
def test_the_schema_refuses_what_is_not_a_report(change):
    data = json.loads(render_json(sample(), DECISION)) | change
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(data, SCHEMA)


@pytest.mark.parametrize("value", [float("nan"), np.float64("inf"), Decimal("Infinity")])
def test_what_is_not_finite_or_not_data_is_refused(value):
    with pytest.raises(ValueError, match="no place"):
        render_json(sample(), {"x": value})
    with pytest.raises(ValueError, match="no place"):
        csv_text(("x",), [(value,)])
    with pytest.raises(TypeError, match="object is not data"):
        render_json(sample(), {"x": object()})


def test_each_table_and_figure_is_a_file_with_all_digits():
    files = render_tables(sample())
    names = ("gain", "options", "cost", "choices", "steps", "tenths", "assumptions", "split")
    assert set(files) == {f"tables/{name}.csv" for name in names}
    for text in files.values():
        assert len({len(line) for line in rows_of(text)}) == 1
        assert text.endswith("\r\n")
        assert text.count("\r\n") == text.count("\n")
    header, *lines = rows_of(files["tables/options.csv"])
    # Ranges take two columns.
    assert header[4:6] == ["interval_low", "interval_high"]
    assert lines[0] == ["20\u00a0%", "4800", "4638.4", "2376", "2088", "2652", "0.7984", "2.64"]
    assert lines[4][-1] == "none found"
    assert rows_of(files["tables/cost.csv"])[1][4] == "5760.00"


def test_a_column_of_ranges_takes_numbers_words_and_gaps():
    columns = (TableColumn("a", plain("A"), "text"), TableColumn("b", plain("B"), "count"))
    cells = (Range(1, 2), 3.5, "none found", None, plain("=word"))
    table = Table("mixed", plain("Mixed"), columns, tuple(Row(("x", value)) for value in cells))
    lines = rows_of(render_tables(with_blocks(table))["tables/mixed.csv"])
    shown = [["1", "2"], ["3.5", "3.5"], ["none found", ""], ["", ""], ["'=word", ""]]
    assert [line[1:] for line in lines[1:]] == shown


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "  ="])
def test_no_word_is_a_formula_and_no_number_is_touched(start):
    numbers = [(-5,), (Decimal("-1.50"),), (1e-7,)]
    lines = rows_of(csv_text((f"{start}h",), [(f"{start}1+1",), *numbers]))
    assert lines == [[f"'{start}h"], [f"'{start}1+1"], ["-5"], ["-1.50"], ["1e-07"]]
