"""Bars and intervals carry their numbers, and one giant does not dwarf the rest."""

from __future__ import annotations

import dataclasses

import pytest
from sample_document import HOSTILE, options_figure, plain, stopping

from budgetplan.render.figures.bars import draw_options, draw_steps
from budgetplan.render.figures.canvas import sheet
from budgetplan.render.figures.labels import Box
from budgetplan.report.display import Style
from budgetplan.report.model import Bar, Marker, Range

EUR = Style("EUR", 2)


def steps_figure():
    return stopping(("model B", "model A", "model C")).blocks[2]


def drawn(draw, figure, height=56.0):
    with sheet(159.2, height, "none", EUR) as canvas:
        draw(canvas, figure)
        page = Box(-0.5, -0.5, canvas.width + 0.5, canvas.height + 0.5)
        written = list(canvas.figure.texts)
        for axes in canvas.figure.axes:
            written += [
                label for label in (*axes.get_xticklabels(), *axes.get_yticklabels()) if label.get_text()
            ]
        for text in written:
            extent = text.get_window_extent()
            assert page.holds(Box(extent.x0, extent.y0, extent.x1, extent.y1)), text.get_text()
        return canvas, [text.get_text() for text in written]


def test_options_show_value_and_interval():
    _, said = drawn(draw_options, options_figure())
    assert "2,880 (2,544 to 3,216)" in said
    assert "40\u00a0%, recommended: EUR\u00a08,319.20" in said


def test_an_interval_that_reads_as_its_value_is_not_written_beside_it():
    bars = (Bar(plain("a"), 40, Range(40, 40)), Bar(plain("b"), 0, None), Bar(plain("c"), 9, Range(2, 20)))
    canvas, said = drawn(draw_options, dataclasses.replace(options_figure(), bars=bars))
    assert {"40", "0", "9 (2 to 20)"} <= set(said)
    assert "40 (40)" not in said
    # A mark on the edge of the figure is drawn whole.
    assert not any(line.get_clip_on() for line in canvas.axes.lines if line.get_marker() == "s")


def test_long_names_of_options_are_broken_and_notes_stand_for_missing_values():
    bars = tuple(Bar(plain(name * 2), None, None, plain("none found " * 3)) for name in HOSTILE)
    _, said = drawn(draw_options, dataclasses.replace(options_figure(), bars=bars), 60)
    assert any("none found" in words for words in said)


def test_a_note_stands_in_brackets_behind_a_name_with_signs_of_markup():
    bars = (Bar(plain("Q'eqchi' & <b>"), 3, Range(2, 4), plain("32 words")), Bar(plain("b"), 5, None))
    _, said = drawn(draw_options, dataclasses.replace(options_figure(), bars=bars), 60)
    assert "Q'eqchi' & <b> (32 words)" in [words.replace("\n", " ") for words in said]


def test_intervals_far_from_zero_do_not_start_there():
    near = (Bar(plain("a"), 10, Range(2, 20)), Bar(plain("b"), 30, Range(20, 40), strong=True, filled=False))
    canvas, _ = drawn(draw_options, dataclasses.replace(options_figure(), bars=near))
    assert canvas.axes.get_xlim()[0] == 0
    canvas, _ = drawn(draw_options, options_figure())
    assert canvas.axes.get_xlim()[0] > 1500


def test_steps_show_costs_and_say_none_found():
    canvas, said = drawn(draw_steps, steps_figure())
    assert {"1.07", "7.92", "37.60", "150.40", "none\nfound"} <= set(said)
    assert any("Value of one" in words for words in said)
    # Whatever is dearest is drawn, beside the cheapest.
    low, high = canvas.axes.get_ylim()
    assert low < 1.07
    assert high > 150.40
    assert canvas.axes.get_yscale() == "log"


def test_values_are_shown_in_the_kind_of_the_figure():
    _, said = drawn(draw_steps, dataclasses.replace(steps_figure(), value_kind="count"))
    assert "38" in said


@pytest.mark.parametrize(
    "bars", [(), (Bar(plain("1"), None),), (Bar(plain("1"), 3.0, Range(1, 9), filled=False),)]
)
def test_few_or_no_bars_are_drawn(bars):
    drawn(draw_steps, dataclasses.replace(steps_figure(), bars=bars, level=None, level_label=None))
    drawn(draw_options, dataclasses.replace(options_figure(), bars=bars), 30)


def test_wide_numbers_are_set_smaller():
    bars = tuple(Bar(plain(str(i)), 123456.78 + i) for i in range(10))
    drawn(draw_steps, dataclasses.replace(steps_figure(), bars=bars))


@pytest.mark.parametrize("at", [2.7, 2.9, 3.0, 3.05, 3.4])
@pytest.mark.parametrize("height", [39.0, 56.0])
def test_no_number_crosses_the_line_of_the_stop(at, height):
    figure = steps_figure()
    mark = Marker(at, 1.0, plain("Stop: 2,880 items"))
    canvas, said = drawn(draw_steps, dataclasses.replace(figure, markers=(mark,)), height)
    line, _ = canvas.point(at, 1.0)
    numbers = [text.get_window_extent() for text in canvas.figure.texts if text.get_ha() == "center"]
    assert len(numbers) >= len(figure.bars)
    assert not [box for box in numbers if box.x0 < line < box.x1], said


def test_a_level_above_all_that_is_shown_is_the_top():
    canvas, _ = drawn(draw_steps, dataclasses.replace(steps_figure(), level=500.0))
    assert canvas.axes.get_ylim()[1] > 500


@pytest.mark.parametrize(("rows", "height"), [(4, 38.0), (8, 34.0), (10, 38.0), (13, 45.0)])
def test_rows_of_a_low_figure_are_not_written_into_each_other(rows, height):
    bars = tuple(Bar(plain(f"model {row}"), row, Range(0, row + 1)) for row in range(rows))
    canvas, _ = drawn(draw_options, dataclasses.replace(options_figure(), bars=bars), height)
    values = [text for text in canvas.figure.texts if " to " in text.get_text()]
    assert len(values) == rows
    for texts in (values, canvas.axes.get_yticklabels()):
        pitch = abs(canvas.point(0, 1)[1] - canvas.point(0, 0)[1])
        assert all(text.get_fontsize() <= pitch for text in texts)
