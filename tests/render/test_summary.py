"""The decision in one picture: its numbers are those of page 1, its bar is the whole list, its dots are the finds."""

import json
import struct
import xml.etree.ElementTree as ET
from dataclasses import replace

import defer_world
import documents_world
import joint_report_world
import pytest
import quota_world
from hypothesis import given
from hypothesis import strategies as st
from joint_report_world import EVEN, Paid
from markupsafe import Markup

from budgetplan.api import make_report
from budgetplan.domain.decision import DOTS, ROOM, per_dot
from budgetplan.domain.doubt import DataWarning
from budgetplan.domain.plan import Words
from budgetplan.render.data import render_json
from budgetplan.render.figures.canvas import sheet
from budgetplan.render.figures.summary import DPI, HEIGHT, WIDTH, draw_summary, summary_files
from budgetplan.report.display import Style, show, without_tags
from budgetplan.report.model import Tiles
from budgetplan.report.page import warned
from budgetplan.settings.build import read_plan

SVG = "{http://www.w3.org/2000/svg}"
ASKED = Paid("llm", ((20, False, 0.9), (20, True, 0.9)), "0.05")
WORTH = {"budget": None, "values": {"entry": {"idiom": "3"}}}
WORLDS = {
    "whole list": (documents_world.world, {"budget": ("99", "money", "everything")}, 40),
    "no price": (documents_world.world, {"price": None, "budget": ("8", "items", "everything")}, 40),
    "worth": (documents_world.world, WORTH, 40),
    "types": (documents_world.world, {"types": "abcdefghij" * 4}, 40),
    "quota": (quota_world.world, {}, 104),
    "quota, German": (quota_world.world, {"language": "de"}, 104),
    "joint, asked": (joint_report_world.world, {"models": (EVEN,), "asked": (ASKED,)}, 40),
    "defer": (defer_world.world, {}, 40),
}


def document_of(name):
    make, said, _ = WORLDS[name]
    return make(**said).document


def drawn(document):
    """Return the canvas of a summary, and what is written in it as plain text."""
    with sheet(WIDTH / DPI * 25.4, HEIGHT / DPI * 25.4, "path", Style.of(document)) as canvas:
        words = draw_summary(canvas, document)
    return canvas, [without_tags(each) for each in words]


def written_in(svg):
    """Return title and description of a picture."""
    root = ET.fromstring(svg)
    return root.find(f"{SVG}title").text, root.find(f"{SVG}desc").text


@pytest.mark.parametrize("name", WORLDS)
def test_numbers_are_tiles_of_page_1_and_parts_add_up_to_the_list(name):
    document = document_of(name)
    canvas, words = drawn(document)
    summary = document.summary
    assert sum(part.items for part in summary.parts) == WORLDS[name][2]
    tiles = next(block.tiles for block in document.blocks() if isinstance(block, Tiles))
    shown = {}
    for tile in tiles:
        number = show(tile.value, "amount" if tile.kind == "money" else tile.kind, canvas.style)
        note = f" ({without_tags(tile.note)})" if tile.note else ""
        shown[f"{without_tags(tile.label)}: {number}{note}"] = number
    told = [number for line, number in shown.items() if line in words]
    assert len(told) == 3
    large = [text.get_text() for text in canvas.figure.texts if text.get_fontsize() >= 18]
    assert large[1:] == told
    assert without_tags(summary.change) in words
    assert "German" in name or len(without_tags(summary.title).split()) <= 20


@pytest.mark.parametrize("name", ["worth", "quota, German", "joint, asked"])
def test_nothing_runs_over_the_edge_or_over_other_words(name):
    document = document_of(name)
    parts = (replace(part, label=Markup("Donaudampfschifffahrt" * 9)) for part in document.summary.parts)
    long = replace(
        document.summary, title=Markup("Wortungetüm" * 30), parts=tuple(parts), change=Markup("ach so " * 200)
    )
    for summary in (document.summary, long):
        canvas, _ = drawn(replace(document, summary=summary))
        boxes = [text.get_window_extent() for text in canvas.figure.texts if text.get_text()]
        assert all(box.x0 >= 35 and box.x1 <= canvas.width - 35 for box in boxes)
        assert all(box.y0 >= 0 and box.y1 <= canvas.height for box in boxes)
        assert not [1 for at, box in enumerate(boxes) for other in boxes[:at] if box.overlaps(other)]
        bar = [patch.get_window_extent() for patch in canvas.figure.patches or canvas.figure.artists]
        assert min(box.height for box in bar) >= 13


@pytest.mark.parametrize("name", ["worth", "types", "quota"])
def test_dots_are_the_finds_within_one_dot(name):
    document = document_of(name)
    summary, (canvas, words) = document.summary, drawn(document)
    *parts, legend = [line.get_xydata() for line in canvas.axes.lines]
    assert len(legend) == 1
    assert any(str(summary.per_dot) in line.split() for line in words if line == without_tags(summary.dot))
    left = 36.0
    for part, dots in zip(summary.parts, parts, strict=True):
        assert abs(len(dots) * summary.per_dot - part.entries) <= summary.per_dot
        right = left + part.items / sum(one.items for one in summary.parts) * (canvas.width - 72)
        assert all(left <= x <= right for x, _ in dots)
        left = right


@given(st.integers(1, 10**6), st.integers(1, 10**6), st.floats(0, 1), st.floats(0, 1))
def test_a_dot_stands_for_as_few_entries_as_there_is_room_for(reviewed, rest, dense, thin):
    parts = [(reviewed, reviewed * dense), (rest, rest * thin)]
    size = per_dot(parts)
    assert str(size).rstrip("0") in {"1", "2", "5"}
    # Of the next smaller size there is not room for all.
    room = [min(DOTS, ROOM * items / (reviewed + rest)) for items, _ in parts]
    both = [(entries, size * most) for (_, entries), most in zip(parts, room, strict=True)]
    assert all(entries <= most + 1e-6 for entries, most in both)
    assert size == 1 or any(entries > 0.4 * most for entries, most in both)


def test_the_picture_is_written_where_it_is_asked_for_and_says_what_is_decided(tmp_path):
    plan = read_plan(str(quota_world.written(tmp_path)), {})
    a, b, c = (tmp_path / name for name in "abc")
    for folder, formats in ((a, ("figures",)), (b, ("figures",)), (c, ())):
        make_report(plan, date="2026-01-31", out=folder, formats=formats)
    pictures = {"summary.svg", "summary.png"}
    for name in pictures:
        assert (a / name).read_bytes() == (b / name).read_bytes()
        assert not (c / name).exists()
    assert (a / "report.json").read_bytes() == (c / "report.json").read_bytes()
    record, without = (json.loads((folder / "decision.json").read_bytes()) for folder in (a, c))
    assert pictures <= set(record["files"]) - set(without["files"])
    assert struct.unpack(">II", (a / "summary.png").read_bytes()[16:24]) == (1200, 675)
    svg = (a / "summary.svg").read_bytes()
    root = ET.fromstring(svg)
    assert (root.get("width"), root.get("height")) == ("900pt", "506.25pt")  # of which 3 are 4 pixels
    decided, (title, description) = record["recommendation"], written_in(svg)
    assert f"about {decided['found']['value']:.0f} " in title
    assert f"{decided['reviewed']['value']:.0f} reviewed, " in description
    assert f"{decided['left']['value']:.0f} not reviewed" in description
    assert f"EUR\u00a0{decided['spend']}" in title


def test_names_are_no_markup():
    words = Words('<b>&"', '<b>&"s', "<i>", "<i>s")
    document = documents_world.world(words=words, project='<script>&"').document
    files = summary_files(document)
    title, description = written_in(files["summary.svg"])
    assert '<b>&"s' in title
    assert '<script>&"' in description
    assert b"<script" not in files["summary.svg"]
    assert '"summary"' not in render_json(document, {}), "other files do not tell of it"


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (documents_world.world, {"budget": None}),
        (quota_world.world, {"quota": "minimum = 90"}),
        (joint_report_world.world, {"budget": "0", "models": (joint_report_world.HOPELESS,)}),
        (defer_world.world, {"most_wrong": "0.0001"}),
    ],
)
def test_where_nothing_is_recommended_a_line_says_so(make, said):
    document = make(**said).document
    canvas, words = drawn(document)
    assert words[0] == without_tags(document.title)
    assert len(words) == 2
    assert not canvas.axes.lines


def test_what_is_doubtful_is_said_first():
    said = {"models": (documents_world.Model("weak", 0.6),), "budget": None}
    unsure = documents_world.world(**said, values={"entry": {"idiom": "4"}}).document
    assert without_tags(unsure.summary.change).startswith("These labels do not show that the plan pays. ")
    doubt = DataWarning("OTHER", "serious", "all is wrong", "look")
    title = without_tags(warned(documents_world.world().document, [doubt]).summary.title)
    assert title.startswith("Doubtful until the warning is settled: Review ")
