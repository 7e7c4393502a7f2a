"""Figures are the same each time, load nothing, and give their numbers, as files too."""

import re
import struct
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
from sample_document import hostile, sample

from budgetplan.render.data import figure_rows
from budgetplan.render.figures.drawing import DPI, WIDTH_MM, default_height, draw, figure_files
from budgetplan.report.display import Style

EUR = Style("EUR", 2)
GAIN, CHOICES, STEPS, SPLIT = sample().figures()


@pytest.mark.parametrize(("text", "number"), [("path", 0), ("none", 1), ("none", 2), ("path", 3)])
def test_the_same_figure_gives_the_same_bytes_that_load_nothing(text, number):
    figure = hostile().figures()[number]
    svg = draw(figure, EUR, text=text)
    assert svg == draw(figure, EUR, text=text)
    root = ET.fromstring(svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    tags = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert not tags & {"script", "image", "a", "metadata"}
    assert ("text" in tags) == (text == "none")
    addresses = re.findall(rb"(?:href|url)\W*=?\W*[\"'(]([^\"')]*)", svg)
    assert all(address.startswith(b"#") for address in addresses)
    assert b"DOCTYPE" not in svg


def test_height_is_what_was_asked_for():
    assert b'height="141.732283pt"' in draw(GAIN, EUR, height_mm=50)
    assert default_height(CHOICES) == 15.0 + 5 * 7.4
    assert default_height(SPLIT) == 24 + 4 * 11


def test_the_frame_has_every_number_of_a_figure():
    table = figure_rows(GAIN)
    header, rows = table.header, tuple(table.rows)
    assert header == ("part", "name", "role", "x", "y", "low", "high")
    assert len(rows) == 6 * 201 + 1 + 3
    assert rows[0][:5] == ("line", "model B, recommended (band: 95\u00a0% interval)", "recommended", 0.0, 0.0)
    assert rows[-4][1] == "Stop: 9,600 candidates, 2,868 entries"
    assert rows[-1][:5] == ("upper axis", "Cost of this review (EUR)", "", 24000.0, 19340.0)
    table = figure_rows(STEPS)
    header, rows = table.header, tuple(table.rows)
    assert header == ("part", "label", "value", "low", "high", "note", "strong", "filled")
    assert rows[7][2:6] == (None, None, None, "none found")
    assert rows[3][6:] == ("yes", "yes")
    assert rows[-1][:3] == ("level", "Value of one entry: EUR\u00a012.00", 12)
    table = figure_rows(SPLIT)
    header, rows = table.header, tuple(table.rows)
    assert header == ("part", "label", *map(str, SPLIT.part_labels), "strong")
    assert rows[1] == ("bar", "EUR\u00a05,000, recommended", 4380.0, 92.4, 5200.0, 327.6, "yes")
    assert len(rows) == 4


def test_every_figure_is_a_drawing_and_a_picture_of_300_dots_an_inch():
    document = replace(sample(), sections=sample().sections[-1:])
    files = figure_files(document)
    assert sorted(files) == ["figures/split.png", "figures/split.svg"]
    assert b"<svg" in files["figures/split.svg"]
    width, _ = struct.unpack(">II", files["figures/split.png"][16:24])
    assert abs(width - WIDTH_MM / 25.4 * DPI) <= 1
    assert figure_files(document) == files
