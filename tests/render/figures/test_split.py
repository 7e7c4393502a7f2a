"""The parts of a bar add up, are told apart without colour, and carry their numbers where there is room."""

from __future__ import annotations

import dataclasses
import itertools

import pytest
from colours import contrast, luminance
from matplotlib.colors import to_hex
from sample_document import HOSTILE, plain
from sample_splits import PARTS, split_figure

from budgetplan.render.figures.canvas import INK, sheet
from budgetplan.render.figures.drawing import default_height, frame
from budgetplan.render.figures.labels import Box
from budgetplan.render.figures.split import FACES, draw_split
from budgetplan.report.display import Style
from budgetplan.report.model import Stack

EUR = Style("EUR", 2)


def drawn(figure, height=None):
    """Return what is written, after checking that all of it is inside and apart."""
    with sheet(159.2, height or default_height(figure), "none", EUR) as canvas:
        draw_split(canvas, figure)
        canvas.figure.draw_without_rendering()  # puts the names of the axes where they will stand
        page = Box(-0.5, -0.5, canvas.width + 0.5, canvas.height + 0.5)
        axes, boxes = canvas.axes, []
        ticks = [*axes.get_xticklabels(), *axes.get_yticklabels()]
        for text in (*canvas.figure.texts, *ticks, axes.xaxis.label, axes.yaxis.label):
            if text.get_text():
                extent = text.get_window_extent()
                assert page.holds(Box(extent.x0, extent.y0, extent.x1, extent.y1)), text.get_text()
                box = Box(extent.x0 + 1, extent.y0 + 1, extent.x1 - 1, extent.y1 - 1)
                assert not [said for said, at in boxes if at.meets(box)], text.get_text()
                boxes.append((text.get_text(), box))
        return canvas, [said for said, _ in boxes]


def bars(canvas):
    """Return the parts that are drawn as (row, start, length, colour)."""
    found = []
    for patch in canvas.axes.patches:
        if patch.get_linewidth() > 0:
            row = round(patch.get_y() + patch.get_height() / 2)
            found.append((row, patch.get_x(), patch.get_width(), to_hex(patch.get_facecolor())))
    return found


def test_parts_lie_end_to_end_in_their_order():
    canvas, _ = drawn(split_figure())
    for row, stack in enumerate(split_figure().stacks):
        mine = [bar for bar in bars(canvas) if bar[0] == row]
        assert [bar[2] for bar in mine] == [part for part in stack.parts if part]
        assert [bar[3] for bar in mine] == [
            face for face, part in zip(FACES, stack.parts, strict=True) if part
        ]
        ends = itertools.accumulate(bar[2] for bar in mine)
        assert [bar[1] for bar in mine] == pytest.approx([0.0, *ends][: len(mine)])
        assert sum(bar[2] for bar in mine) == pytest.approx(10000)


def test_parts_differ_without_colour_and_wrong_answers_are_darkest():
    light = [luminance(face) for face in FACES]
    assert min(light) == light[1]
    # On paper the lightness must step, whatever stands beside what.
    for one, other in itertools.combinations(FACES, 2):
        assert contrast(one, other) > 1.4
    for index, face in enumerate(FACES):
        assert contrast("#ffffff" if index == 1 else INK, face) > 4.5


def test_numbers_stand_inside_above_or_in_the_table_only():
    _, said = drawn(split_figure())
    assert {"6,000", "1,100", "2,420", "4,380", "5,200", "10,000"} <= set(said)
    assert {"480", "92", "328", "14"} <= set(said)
    assert said.count("0") == 1  # the axis: what is nothing is not written
    # Three parts of one in a thousand each: no room above them for three numbers.
    crowd = Stack(plain("crowd"), (1000.0, 1000.0, 1000.0, 997_000.0))
    canvas, said = drawn(dataclasses.replace(split_figure(), stacks=(crowd,)))
    assert 1 <= said.count("1,000") < 3
    assert len(bars(canvas)) == 4


def test_a_low_sheet_has_no_numbers_above_its_bars():
    _, said = drawn(split_figure(), 42)
    assert "480" not in said
    assert "6,000" in said


def test_the_names_of_the_parts_stand_above_the_bars():
    _, said = drawn(split_figure())
    assert set(PARTS) <= set(said)
    with sheet(159.2, 68, "none", EUR) as canvas:
        draw_split(canvas, split_figure())
        top = canvas.point(0, -0.5)[1]
        names = [text for text in canvas.figure.texts if text.get_text() in PARTS]
        assert all(text.get_window_extent().y0 >= top - 1 for text in names)


def test_the_recommended_bar_is_marked():
    canvas, _ = drawn(split_figure())
    weights = {label.get_text(): label.get_fontweight() for label in canvas.axes.get_yticklabels()}
    assert weights["EUR\u00a05,000, recommended"] == "bold"
    assert weights["EUR\u00a09,000"] == "normal"
    (band,) = [patch for patch in canvas.axes.patches if patch.get_linewidth() == 0]
    # A little around the bar, which stands below the middle of its row.
    assert (band.get_y(), band.get_y() + band.get_height()) == pytest.approx((0.93, 1.5))


def test_hostile_names_stay_inside_and_apart():
    stacks = tuple(
        Stack(plain(name * 2), (1e6 * at, 3.0, 1e6 * (5 - at), 7.0), at == 2)
        for at, name in enumerate(HOSTILE)
    )
    labels = tuple(plain(name) for name in (HOSTILE[0], HOSTILE[1] * 3, HOSTILE[2], HOSTILE[3]))
    _, said = drawn(dataclasses.replace(split_figure(), stacks=stacks, part_labels=labels))
    assert any("<script>" in words for words in said)


@pytest.mark.parametrize(
    "stacks",
    [
        (),
        (Stack(plain("empty"), (0.0, 0.0, 0.0, 0.0)),),
        (Stack(plain("share"), (0.2, 0.001, 0.7, 0.099), strong=True),),
        tuple(Stack(plain(str(at)), (3.0 * at, 1.0, 90.0 - 3 * at, 9.0)) for at in range(12)),
    ],
)
def test_few_no_many_and_empty_bars_are_drawn(stacks):
    drawn(dataclasses.replace(split_figure(), stacks=stacks))


def test_three_parts_and_another_kind_of_number():
    figure = split_figure()
    stacks = tuple(dataclasses.replace(stack, parts=stack.parts[:3]) for stack in figure.stacks)
    changed = dataclasses.replace(
        figure, stacks=stacks, part_labels=figure.part_labels[:3], value_kind="money"
    )
    assert "6,000.00" in drawn(changed)[1]


def test_a_bar_with_other_parts_than_the_figure_is_refused():
    figure = dataclasses.replace(split_figure(), stacks=(Stack(plain("two"), (1.0, 2.0)),))
    with pytest.raises(ValueError, match="zip"):
        drawn(figure)


def test_the_frame_has_a_row_for_each_bar():
    header, rows = frame(split_figure())
    assert header == ("part", "label", *PARTS, "strong")
    assert rows[1] == ("bar", "EUR\u00a05,000, recommended", 4380.0, 92.4, 5200.0, 327.6, "yes")
    assert len(rows) == 4
