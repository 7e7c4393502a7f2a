"""Figures of confidence show every count and interval, name what they draw, and keep names apart."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from sample_document import HOSTILE, plain

from budgetplan.render.figures.canvas import sheet
from budgetplan.render.figures.confidence import draw_distribution, draw_reliability
from budgetplan.render.figures.drawing import draw, frame
from budgetplan.render.figures.labels import Box
from budgetplan.report.display import Style
from budgetplan.report.model import Figure, Line, Marker

EUR = Style("EUR", 2)
MIDDLES = tuple(100 * (place + 0.5) / 15 for place in range(5, 15))
RIGHT = (6.0, 31.0, 145.0, 159.0, 155.0, 164.0, 227.0, 337.0, 755.0, 2426.0)
WRONG = (8.0, 38.0, 120.0, 85.0, 67.0, 59.0, 52.0, 34.0, 30.0, 59.0)


def figure(kind, lines, markers=()):
    return Figure(
        key="figure_x",
        number=1,
        kind=kind,
        title=plain("title"),
        alt=plain("alt"),
        x_label=plain("Confidence (%)"),
        y_label=plain("Test posts"),
        lines=lines,
        markers=markers,
        level_label=plain("as often right as it says") if kind == "reliability" else None,
        value_kind="count",
    )


def distribution(right=RIGHT, wrong=WRONG, cutoff=82.0, name="right: 4,405"):
    lines = (
        Line("right", MIDDLES, right, "recommended", label=plain(name)),
        Line("wrong", MIDDLES, wrong, "second", label=plain("wrong: 552")),
    )
    markers = () if cutoff is None else (Marker(cutoff, 0.0, plain("cutoff 82 %")),)
    return figure("distribution", lines, markers)


def reliability(shift=1.0, n_lines=2):
    x = tuple(float(one) for one in np.linspace(38, 97, 10))
    y = tuple(min(100.0, one * shift) for one in x)
    low, high = tuple(max(0.0, one - 6) for one in y), tuple(min(100.0, one + 6) for one in y)
    lines = (
        Line("stated", x, y, "recommended", low, high, plain("as stated")),
        Line("calibrated", tuple(one + 1.5 for one in x), y, "second", low, high, plain("calibrated")),
    )
    return figure("reliability", lines[:n_lines])


def boxes(canvas):
    found = []
    for text in canvas.figure.texts:
        extent = text.get_window_extent()
        found.append((text.get_text(), Box(extent.x0 + 1, extent.y0 + 1, extent.x1 - 1, extent.y1 - 1)))
    return found


def apart(canvas):
    labels, page = boxes(canvas), Box(0, 0, canvas.width, canvas.height)
    for index, (words, box) in enumerate(labels):
        assert page.holds(box), words
        assert not [other for other, at in labels[index + 1 :] if at.meets(box)], words
    return [words.replace("\n", " ") for words, _ in labels]


@pytest.mark.parametrize("shape", ["right end", "left end", "nothing wrong", "all wrong", "large"])
def test_every_count_is_written_once_and_apart(shape):
    nothing = (0.0,) * 10
    counts = {
        "right end": (RIGHT, WRONG),
        "left end": (RIGHT[::-1], WRONG[::-1]),
        "nothing wrong": (RIGHT, nothing),
        "all wrong": (nothing, RIGHT[::-1]),
        "large": (tuple(100 * one for one in RIGHT), tuple(90 * one for one in RIGHT[::-1])),
    }[shape]
    with sheet(159.2, 66, "none", EUR) as canvas:
        draw_distribution(canvas, distribution(*counts, cutoff=None))
        said = apart(canvas)
    assert {"right: 4,405", "wrong: 552"} < set(said)
    assert len(said) == 2 + sum(value > 0 for side in counts for value in side)


@pytest.mark.parametrize("cutoff", [0.0, 34.0, 40.0, 82.0, 99.9, 100.0])
def test_the_cutoff_is_marked_inside_the_figure(cutoff):
    with sheet(159.2, 66, "none", EUR) as canvas:
        draw_distribution(canvas, distribution(cutoff=cutoff))
        assert "cutoff 82 %" in apart(canvas)
        dashed = [line for line in canvas.axes.lines if line.get_linestyle() == "--"]
        (at,) = {float(line.get_xdata()[0]) for line in dashed}
        low, high = canvas.axes.get_xlim()
        across = canvas.point(at, 0)[0]
        # Numbers stand on the line, on white; names stand beside it.
        assert not [
            words for words, box in boxes(canvas) if box.x0 < across < box.x1 and not words.isdecimal()
        ]
    assert at == pytest.approx(min(max(cutoff, low), high))


def test_right_and_wrong_differ_without_colour():
    with sheet(159.2, 66, "none", EUR) as canvas:
        draw_distribution(canvas, distribution())
        up, down = canvas.axes.containers
        assert [bar.get_height() for bar in up] == list(RIGHT)
        assert [bar.get_height() for bar in down] == [-value for value in WRONG]
        assert {bar.get_hatch() for bar in up} == {None}
        assert all(bar.get_hatch() for bar in down)


@pytest.mark.parametrize("shift", [0.5, 1.0, 1.4])
@pytest.mark.parametrize("n_lines", [1, 2])
def test_points_and_diagonal_are_named_apart(shift, n_lines):
    with sheet(159.2, 78, "none", EUR) as canvas:
        draw_reliability(canvas, reliability(shift, n_lines))
        said = apart(canvas)
        shapes = {line.get_marker() for line in canvas.axes.lines} - {"None"}
    assert sorted(said) == sorted(["as stated", "calibrated", "as often right as it says"][:: 3 - n_lines])
    assert shapes == ({"o", "s"} if n_lines == 2 else {"o"})


def test_one_point_without_interval_is_drawn():
    line = Line("stated", (100.0,), (100.0,), "recommended", label=plain("as stated"))
    with sheet(159.2, 78, "none", EUR) as canvas:
        draw_reliability(canvas, figure("reliability", (line,)))
        assert set(apart(canvas)) == {"as stated", "as often right as it says"}


@pytest.mark.parametrize("make", [distribution, reliability])
def test_the_numbers_of_a_figure_are_its_table_and_its_bytes_the_same(make):
    drawn = make()
    header, rows = frame(drawn)
    assert header == ("part", "name", "role", "x", "y", "low", "high")
    points = [row for row in rows if row[0] == "line"]
    assert [row[3:5] for row in points] == [
        pair for one in drawn.lines for pair in zip(one.x, one.y, strict=True)
    ]
    assert draw(drawn, EUR) == draw(drawn, EUR)


def test_names_that_try_to_do_harm_stay_inside():
    with sheet(159.2, 66, "none", EUR) as canvas:
        draw_distribution(canvas, distribution(name=HOSTILE[0] * 3))
        page = Box(0, 0, canvas.width, canvas.height)
        assert all(page.holds(box) for _, box in boxes(canvas))
    hostile = dataclasses.replace(reliability(), level_label=plain(HOSTILE[4] * 4))
    with sheet(159.2, 78, "none", EUR) as canvas:
        draw_reliability(canvas, hostile)
        apart(canvas)
