"""Figures are the same each time, load nothing, and give their numbers."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest
from sample_document import HOSTILE, hostile, sample

from budgetplan.render.figures.drawing import default_height, draw, frame, words
from budgetplan.report.display import Style

EUR = Style("EUR", 2)


@pytest.mark.parametrize("document", [sample, hostile])
@pytest.mark.parametrize("text", ["path", "none"])
@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_the_same_figure_gives_the_same_bytes(document, text, number):
    figure = document().figures()[number]
    svg = draw(figure, EUR, text=text)
    assert svg == draw(figure, EUR, text=text)
    root = ET.fromstring(svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert not {element.tag.rpartition("}")[2] for element in root.iter()} & {
        "script",
        "image",
        "a",
        "metadata",
    }
    addresses = re.findall(rb"(?:href|url)\W*=?\W*[\"'(]([^\"')]*)", svg)
    assert all(address.startswith(b"#") for address in addresses)
    assert b"DOCTYPE" not in svg


def test_text_is_kept_or_drawn():
    figure = sample().figures()[0]
    assert b"<text" in draw(figure, EUR, text="none")
    assert b"<text" not in draw(figure, EUR, text="path")


def test_names_are_neither_markup_nor_formulas():
    svg = draw(hostile().figures()[0], EUR, text="none").decode()
    assert "&lt;script&gt;alert(1)" in svg
    assert "$x^2$" in svg


def test_height_is_what_was_asked_for():
    figure = sample().figures()[0]
    assert b'height="141.732283pt"' in draw(figure, EUR, height_mm=50)
    assert default_height(sample().figures()[1]) == 15.0 + 5 * 7.4


def test_frame_of_lines_has_every_point_marker_and_pair():
    figure = sample().figures()[0]
    header, rows = frame(figure)
    assert header == ("part", "name", "role", "x", "y", "low", "high")
    assert len(rows) == 6 * 201 + 1 + 3
    assert rows[0][:5] == ("line", "model B, recommended (band: 95\u00a0% interval)", "recommended", 0.0, 0.0)
    assert rows[-4][1] == "Stop: 9,600 candidates, 2,868 entries"
    assert rows[-1][:5] == ("upper axis", "Cost of this review (EUR)", "", 24000.0, 19340.0)


def test_frame_of_bars_has_values_notes_and_level():
    header, rows = frame(sample().figures()[2])
    assert header == ("part", "label", "value", "low", "high", "note", "strong", "filled")
    assert rows[7][2:6] == (None, None, None, "none found")
    assert rows[3][6:] == ("yes", "yes")
    assert rows[-1][:3] == ("level", "Value of one entry: EUR\u00a012.00", 12)


def test_words_hold_every_name():
    said = words(hostile().figures()[0])
    assert HOSTILE[0] in said
    assert HOSTILE[3] in said
    said = words(hostile().figures()[3])
    assert HOSTILE[4] in said
    assert "left without a label" in said


def test_the_frame_of_a_split_is_its_own():
    figures = sample().figures()
    header, rows = frame(figures[3])
    assert header[2:4] == ("answered alone and right", "answered alone and wrong")
    assert len(rows) == 4
    assert default_height(figures[3]) == 24 + 4 * 11
