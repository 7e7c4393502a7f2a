"""Figures of what a plan may cost: all that is written fits, bars reach their ends, diamonds stand where the plan changes."""

from __future__ import annotations

import dataclasses

import pytest
from sample_document import HOSTILE, plain

from budgetplan.render.figures.bars import draw_chance, draw_swings
from budgetplan.render.figures.canvas import sheet
from budgetplan.render.figures.drawing import default_height, frame
from budgetplan.render.figures.labels import Box
from budgetplan.report.display import Style
from budgetplan.report.model import Bar, Figure, Line, Marker, Range

EUR = Style("EUR", 2)


def figure(kind, **more):
    names = {name: plain(name) for name in ("title", "alt", "x_label", "y_label")}
    return Figure(key="f", kind=kind, **names, **more)


def chance(last=1.0, at=(584.0, 620.0)):
    xs = tuple(530.0 + 2 * step for step in range(100))
    ys = tuple(last * step / 99 for step in range(100))
    marks = tuple(Marker(x, 0.3, plain("without a contingency")) for x in at)
    return figure(
        "chance",
        lines=(Line("c", xs, ys, "recommended"),),
        markers=marks,
        level=0.8,
        level_label=plain("80 % of the draws"),
    )


def swings(names=("time", "price"), marks=()):
    bars = tuple(
        Bar(plain(name), 620.0, Range(600.0 + row, 660.0 - row), note=plain("15 to 30 s"))
        for row, name in enumerate(names)
    )
    return figure("swings", bars=bars, markers=marks, level=620.0, level_label=plain("as planned"))


def drawn(draw, one):
    with sheet(159.2, default_height(one), "none", EUR) as canvas:
        draw(canvas, one)
        page = Box(-0.5, -0.5, canvas.width + 0.5, canvas.height + 0.5)
        written = list(canvas.figure.texts)
        for axes in canvas.figure.axes:
            written += [
                each for each in (*axes.get_xticklabels(), *axes.get_yticklabels()) if each.get_text()
            ]
        for text in written:
            extent = text.get_window_extent()
            assert page.holds(Box(extent.x0, extent.y0, extent.x1, extent.y1)), text.get_text()
        return canvas, [text.get_text() for text in written]


@pytest.mark.parametrize("last", [1.0, 0.85, 0.4])
@pytest.mark.parametrize("at", [(584.0, 620.0), (530.0, 728.0), ()])
def test_the_curve_goes_from_none_to_all_and_names_its_points(last, at):
    canvas, said = drawn(draw_chance, chance(last, at))
    assert canvas.axes.get_ylim()[0] == 0
    assert {"0", "80", "100"} <= set(said)
    assert sum("contingency" in words for words in said) == len(at)


def test_one_amount_alone_is_drawn_too():
    one = dataclasses.replace(chance(at=()), lines=(Line("c", (5.0, 5.0), (0.5, 1.0), "recommended"),))
    drawn(draw_chance, one)


def test_bars_reach_from_end_to_end_and_the_plan_is_marked():
    canvas, said = drawn(draw_swings, swings())
    spans = [(bar.get_x(), bar.get_x() + bar.get_width()) for bar in canvas.axes.patches]
    assert spans == [(600, 660), (601, 659)]
    assert any("as planned: EUR\u00a0620" in words for words in said)
    assert said.count("15 to 30 s") == 2


def test_a_diamond_stands_where_the_plan_changes():
    marks = (Marker(650.0, 1.0, plain("above 27 s")),)
    canvas, _ = drawn(draw_swings, swings(marks=marks))
    found = [line for line in canvas.axes.lines if line.get_marker() == "D"]
    assert [(*line.get_xdata(), *line.get_ydata()) for line in found] == [(650.0, 1.0)]
    assert ("marker", "above 27 s", 650.0, None, None, "", "", "") in frame(swings(marks=marks))[1]


def test_long_names_fit():
    drawn(draw_swings, swings(names=HOSTILE))
    drawn(draw_swings, swings(names=("only",)))
