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
from budgetplan.domain.doubt import DataWarning
from budgetplan.domain.plan import Words
from budgetplan.domain.rounding import DOTS, ROOM, per_dot
from budgetplan.render.data import render_json
from budgetplan.render.figures.canvas import sheet
from budgetplan.render.figures.summary import DPI, HEIGHT, WIDTH, draw_summary, summary_files
from budgetplan.report.display import Style, show, without_tags
from budgetplan.report.model import Tiles
from budgetplan.report.page import warned
from budgetplan.settings.build import read_plan

SVG = "{http://www.w3.org/2000/svg}"
ASKED = Paid("llm", ((20, False, 0.9), (20, True, 0.9)), "0.05")
WORLDS = {
    "ranked": lambda: (documents_world.world(), 40),
    "whole list": lambda: (documents_world.world(budget=("99", "money", "everything")), 40),
    "no price": lambda: (documents_world.world(price=None, budget=("8", "items", "everything")), 40),
    "worth": lambda: (documents_world.world(budget=None, values={"entry": {"idiom": "3"}}), 40),
    "types": lambda: (documents_world.world(types="abababcdcd" * 4), 40),
    "quota": lambda: (quota_world.world(), 104),
    "quota, German": lambda: (quota_world.world(language="de"), 104),
    "joint": lambda: (joint_report_world.world(), 40),
    "joint, asked": lambda: (joint_report_world.world(models=(EVEN,), asked=(ASKED,)), 40),
    "defer": lambda: (defer_world.world(), 40),
    "defer, German": lambda: (defer_world.world(language="de"), 40),
}


@pytest.fixture(params=WORLDS)
def case(request):
    """A document, and how many items its list has."""
    made, items = WORLDS[request.param]()
    return made.document, items


def drawn(document):
    """Return the canvas of a summary, and what is written in it as plain text."""
    with sheet(WIDTH / DPI * 25.4, HEIGHT / DPI * 25.4, "path", Style.of(document)) as canvas:
        words = draw_summary(canvas, document)
    return canvas, [without_tags(each) for each in words]


def written_in(svg):
    """Return title and description of a picture."""
    root = ET.fromstring(svg)
    return root.find(f"{SVG}title").text, root.find(f"{SVG}desc").text


def test_parts_of_the_bar_add_up_to_the_list(case):
    document, items = case
    assert sum(part.items for part in document.summary.parts) == items


def test_numbers_are_tiles_of_page_1_as_they_are(case):
    document, _ = case
    canvas, words = drawn(document)
    tiles = next(block.tiles for block in document.blocks() if isinstance(block, Tiles))
    shown = [show(one.value, "amount" if one.kind == "money" else one.kind, canvas.style) for one in tiles]
    lines = [
        f"{without_tags(tile.label)}: {number}" + (f" ({without_tags(tile.note)})" if tile.note else "")
        for tile, number in zip(tiles, shown, strict=True)
    ]
    assert len([line for line in lines if line in words]) == 3
    large = [text.get_text() for text in canvas.figure.texts if text.get_fontsize() >= 18]
    assert large[1:] == [number for number, line in zip(shown, lines, strict=True) if line in words]
    assert without_tags(document.summary.change) in words


def test_nothing_runs_over_the_edge_or_over_other_words(case):
    for document in (case[0], replace(case[0], summary=longest(case[0].summary))):
        canvas, _ = drawn(document)
        boxes = [text.get_window_extent() for text in canvas.figure.texts if text.get_text()]
        assert all(box.x0 >= 35 and box.x1 <= canvas.width - 35 for box in boxes)
        assert all(box.y0 >= 0 and box.y1 <= canvas.height for box in boxes)
        assert not [1 for at, box in enumerate(boxes) for other in boxes[:at] if box.overlaps(other)]
        bar = [patch.get_window_extent() for patch in canvas.figure.patches or canvas.figure.artists]
        assert min(box.height for box in bar) >= 13


def longest(summary):
    """Return a summary whose words are very long."""
    parts = tuple(replace(part, label=Markup("Donaudampfschifffahrt" * 9)) for part in summary.parts)
    return replace(summary, title=Markup("Wortungetüm" * 30), parts=parts, change=Markup("ach so " * 200))


@pytest.mark.parametrize("name", ["ranked", "worth", "types", "quota"])
def test_dots_are_the_finds_within_one_dot(name):
    document = WORLDS[name]()[0].document
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
    room = [min(DOTS, ROOM * items / sum(n for n, _ in parts)) for items, _ in parts]
    assert all(entries <= size * most + 1e-6 for (_, entries), most in zip(parts, room, strict=True))
    assert size == 1 or any(
        entries > 0.4 * size * most for (_, entries), most in zip(parts, room, strict=True)
    )


def test_finds_of_a_ranked_list_are_those_of_the_decision(tmp_path):
    plan = read_plan(str(quota_world.written(tmp_path)), {})
    make_report(plan, date="2026-01-31", out=tmp_path / "a", formats=("figures",))
    make_report(plan, date="2026-01-31", out=tmp_path / "b", formats=("figures",))
    make_report(plan, date="2026-01-31", out=tmp_path / "c", formats=())
    a, b, c = (
        {path.name: path.read_bytes() for path in (tmp_path / name).iterdir() if path.is_file()}
        for name in "abc"
    )
    assert a == b
    assert a.keys() - c.keys() == {"summary.svg", "summary.png"}
    assert a["report.json"] == c["report.json"]
    record = json.loads(a["decision.json"])
    assert {"summary.svg", "summary.png"} <= set(record["files"]) - set(
        json.loads(c["decision.json"])["files"]
    )
    assert struct.unpack(">II", a["summary.png"][16:24]) == (1200, 675)
    root = ET.fromstring(a["summary.svg"])
    assert (root.get("width"), root.get("height")) == ("900pt", "506.25pt")  # of which 3 are 4 pixels
    decided, (title, description) = record["recommendation"], written_in(a["summary.svg"])
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
    assert files == summary_files(document)


@pytest.mark.parametrize(
    "document",
    [
        lambda: documents_world.world(budget=("0", "money", "everything")).document,
        lambda: documents_world.world(budget=None).document,
        lambda: documents_world.world(labels="x.." * 5).document,
        lambda: documents_world.world(budget=("2", "money", "everything"), target=("5", "entries")).document,
        lambda: quota_world.world(quota="minimum = 90").document,
        lambda: joint_report_world.world(budget="0", models=(joint_report_world.HOPELESS,)).document,
        lambda: defer_world.world(most_wrong="0.0001").document,
    ],
)
def test_where_nothing_is_recommended_a_line_says_so(document):
    document = document()
    canvas, words = drawn(document)
    assert words[0] == without_tags(document.title)
    assert len(words) == 2
    assert not canvas.axes.lines
    assert written_in(summary_files(document)["summary.svg"])[0] == words[0]


def test_what_the_labels_do_not_show_is_said_first():
    weak = documents_world.Model("weak", 0.6)
    document = documents_world.world(models=(weak,), budget=None, values={"entry": {"idiom": "4"}}).document
    change = without_tags(document.summary.change)
    assert change.startswith("These labels do not show that the plan pays. What would change it: ")


def test_german():
    document = quota_world.world(language="de").document
    title, description = written_in(summary_files(document)["summary.svg"])
    assert " prüfen: etwa " in title
    assert "Ein Punkt: " in description
    assert "Was die Empfehlung ändern würde: " in description


@pytest.mark.parametrize("name", [name for name in WORLDS if "German" not in name])
def test_the_decision_is_told_in_twenty_words(name):
    assert len(without_tags(WORLDS[name]()[0].document.summary.title).split()) <= 20


def test_a_serious_doubt_stands_in_the_title():
    doubt = DataWarning("OTHER", "serious", "all is wrong", "look")
    document = warned(documents_world.world().document, [doubt])
    assert without_tags(document.summary.title).startswith("Doubtful until the warning is settled: Review ")


def test_other_files_do_not_tell_of_it():
    assert '"summary"' not in render_json(documents_world.world().document, {})
