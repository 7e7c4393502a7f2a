"""What figures write is inside and apart, whatever the names; bars, lines and marks stand where the numbers are."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from colours import contrast, luminance
from matplotlib.colors import to_hex
from matplotlib.patches import Rectangle
from sample_document import HOSTILE, PARTS, gain_figure, options_figure, plain, split_figure, stopping

from budgetplan.render.figures.bars import draw_chance, draw_options, draw_steps, draw_swings
from budgetplan.render.figures.canvas import INK, sheet
from budgetplan.render.figures.confidence import draw_distribution, draw_reliability
from budgetplan.render.figures.drawing import default_height
from budgetplan.render.figures.gain import draw_gain
from budgetplan.render.figures.labels import Box
from budgetplan.render.figures.split import FACES, draw_flow, draw_split
from budgetplan.report.display import Style
from budgetplan.report.model import Bar, Figure, Line, Marker, Range, Stack

NAMES = ("model B", "model A", "model C")
OPTIONS, STEPS, GAIN = options_figure(), stopping(NAMES).blocks[2], gain_figure(NAMES)
RIGHT = (6.0, 31.0, 145.0, 159.0, 155.0, 164.0, 227.0, 337.0, 755.0, 2426.0)
WRONG = (8.0, 38.0, 120.0, 85.0, 67.0, 59.0, 52.0, 34.0, 30.0, 59.0)
NONE = (0.0,) * 10
APART = {"gain", "distribution", "reliability", "split", "flow"}


def drawn(draw, figure, height=None):
    """Return the canvas and all that is written, after a look whether it is inside and names are apart."""
    with sheet(159.2, height or default_height(figure), "none", Style("EUR", 2)) as canvas:
        draw(canvas, figure)
        canvas.figure.draw_without_rendering()  # puts the names of the axes where they will stand
        page, boxes, said = Box(-0.5, -0.5, canvas.width + 0.5, canvas.height + 0.5), [], []
        ticks = [tick for axes in canvas.figure.axes for tick in axes.get_xticklabels() + axes.get_yticklabels()]
        for text in (*canvas.figure.texts, *(tick for tick in ticks if tick.get_text())):
            extent = text.get_window_extent()
            said.append(text.get_text().replace("\n", " "))
            assert page.holds(Box(extent.x0, extent.y0, extent.x1, extent.y1)), said[-1]
            if figure.kind in APART and text not in ticks:
                box = Box(extent.x0 + 1, extent.y0 + 1, extent.x1 - 1, extent.y1 - 1)
                assert not [other for other in boxes if box.meets(other)], said[-1]
                boxes.append(box)
        return canvas, said


def figure(kind, **more):
    names = {name: plain(name) for name in ("title", "alt", "x_label", "y_label")}
    return Figure(key="f", kind=kind, **names, **more)


def chance(last=1.0, at=(584.0, 620.0)):
    steps = range(100)
    xs, ys = tuple(530.0 + 2 * step for step in steps), tuple(last * step / 99 for step in steps)
    marks = tuple(Marker(x, 0.3, plain("without a contingency")) for x in at)
    lines = (Line("c", xs, ys, "recommended"),)
    return figure("chance", lines=lines, markers=marks, level=0.8, level_label=plain("80 % of the draws"))


def swings(names=("time", "price"), marks=()):
    bars = [Bar(plain(name), 620.0, Range(600.0 + row, 660.0 - row), plain("15 s")) for row, name in enumerate(names)]
    return figure("swings", bars=tuple(bars), markers=marks, level=620.0, level_label=plain("as planned"))


def distribution(right=RIGHT, wrong=WRONG, cutoff=82.0, name="right: 4,405"):
    middles = tuple(100 * (place + 0.5) / 15 for place in range(5, 15))
    lines = (
        Line("right", middles, right, "recommended", label=plain(name)),
        Line("wrong", middles, wrong, "second", label=plain("wrong: 552")),
    )
    marks = () if cutoff is None else (Marker(cutoff, 0.0, plain("cutoff 82 %")),)
    return figure("distribution", lines=lines, markers=marks, value_kind="count")


def reliability(shift=1.0, n_lines=2, diagonal="as often right as it says"):
    x = tuple(np.linspace(38, 97, 10).tolist())
    y = tuple(min(100.0, each * shift) for each in x)
    low, high = tuple(each - 6 for each in y), tuple(min(100.0, each + 6) for each in y)
    lines = (
        Line("stated", x, y, "recommended", low, high, plain("as stated")),
        Line("calibrated", tuple(each + 1.5 for each in x), y, "second", low, high, plain("calibrated")),
    )
    return figure("reliability", lines=lines[:n_lines], level_label=plain(diagonal))


def test_options_show_value_and_interval_far_from_zero():
    canvas, said = drawn(draw_options, OPTIONS)
    assert {"2,880 (2,544 to 3,216)", "40\u00a0%, recommended: EUR\u00a08,319.20"} <= set(said)
    assert canvas.axes.get_xlim()[0] > 1500


def test_an_interval_that_reads_as_its_value_is_not_written_beside_it():
    bars = (
        Bar(plain("Q'eqchi' & <b>"), 40, Range(40, 40), plain("32 words")),
        Bar(plain("b"), 0, None),
        Bar(plain("c"), 9, Range(2, 20), strong=True, filled=False),
    )
    canvas, said = drawn(draw_options, replace(OPTIONS, bars=bars))
    assert {"40", "0", "9 (2 to 20)", "Q'eqchi' & <b> (32 words)"} <= set(said)
    assert canvas.axes.get_xlim()[0] == 0
    # A mark on the edge of the figure is drawn whole.
    assert not any(line.get_clip_on() for line in canvas.axes.lines if line.get_marker() == "s")


def test_steps_show_costs_on_a_scale_that_holds_the_level():
    canvas, said = drawn(draw_steps, replace(STEPS, level=500.0))
    assert {"1.07", "7.92", "37.60", "150.40", "none found"} <= set(said)
    assert any("Value of one" in words for words in said)
    low, high = canvas.axes.get_ylim()
    assert low < 1.07
    assert high > 500
    assert canvas.axes.get_yscale() == "log"
    assert "38" in drawn(draw_steps, replace(STEPS, value_kind="count"))[1]
    # An interval without an end goes on.
    endless = (Bar(plain("1"), 3.0, Range(1, math.inf)), Bar(plain("2"), 4.0))
    canvas, _ = drawn(draw_steps, replace(STEPS, bars=endless))
    assert [line.get_marker() for line in canvas.axes.lines].count("^") == 1


@pytest.mark.parametrize(("at", "height"), [(2.9, 39.0), (3.05, 39.0), (3.0, 56.0), (3.4, 56.0)])
def test_no_number_crosses_the_line_of_the_stop(at, height):
    mark = Marker(at, 1.0, plain("Stop: 2,880 items"))
    canvas, _ = drawn(draw_steps, replace(STEPS, markers=(mark,)), height)
    line, _ = canvas.point(at, 1.0)
    numbers = [text.get_window_extent() for text in canvas.figure.texts if text.get_ha() == "center"]
    assert len(numbers) >= len(STEPS.bars)
    assert not [box for box in numbers if box.x0 < line < box.x1]


@pytest.mark.parametrize(("rows", "height"), [(4, 38.0), (8, 34.0), (13, 45.0)])
def test_rows_of_a_low_figure_are_not_written_into_each_other(rows, height):
    bars = tuple(Bar(plain(f"model {row}"), row, Range(0, row + 1)) for row in range(rows))
    canvas, _ = drawn(draw_options, replace(OPTIONS, bars=bars), height)
    values = [text for text in canvas.figure.texts if " to " in text.get_text()]
    assert len(values) == rows
    pitch = abs(canvas.point(0, 1)[1] - canvas.point(0, 0)[1])
    assert all(text.get_fontsize() <= pitch for text in (*values, *canvas.axes.get_yticklabels()))


@pytest.mark.parametrize(("last", "at"), [(1.0, (584.0, 620.0)), (0.4, (530.0, 728.0)), (0.85, ())])
def test_the_curve_of_chances_begins_at_none_and_names_its_points(last, at):
    canvas, said = drawn(draw_chance, chance(last, at))
    assert canvas.axes.get_ylim()[0] == 0
    assert {"0", "80", "100"} <= set(said)
    assert sum("contingency" in words for words in said) == len(at)


def test_swings_reach_from_end_to_end_and_a_diamond_stands_where_the_plan_changes():
    canvas, said = drawn(draw_swings, swings(marks=(Marker(650.0, 1.0, plain("above 27 s")),)))
    spans = [(bar.get_x(), bar.get_x() + bar.get_width()) for bar in canvas.axes.patches]
    assert spans == [(600, 660), (601, 659)]
    assert any("as planned: EUR\u00a0620" in words for words in said)
    assert said.count("15 s") == 2
    (mark,) = [line for line in canvas.axes.lines if line.get_marker() == "D"]
    assert (*mark.get_xdata(), *mark.get_ydata()) == (650.0, 1.0)


def test_a_long_word_at_an_axis_is_kept_whole_where_the_figure_has_room():
    canvas, _ = drawn(draw_swings, replace(swings(), y_label=plain("Eingangsgröße")))
    assert canvas.axes.get_ylabel() == "Eingangsgröße"
    extent = canvas.axes.yaxis.label.get_window_extent()
    assert -0.5 <= extent.y0 < extent.y1 <= canvas.height + 0.5


@pytest.mark.parametrize(
    ("right", "wrong"), [(RIGHT, WRONG), (RIGHT[::-1], WRONG[::-1]), (RIGHT, NONE), (NONE, RIGHT[::-1])]
)
def test_counts_of_right_and_wrong_are_written_once_and_differ_without_colour(right, wrong):
    canvas, said = drawn(draw_distribution, distribution(right, wrong, None), 66)
    assert {"right: 4,405", "wrong: 552"} < set(said)
    assert len(canvas.figure.texts) == 2 + sum(value > 0 for value in right + wrong)
    up, down = canvas.axes.containers
    assert [bar.get_height() for bar in up] == list(right)
    assert [bar.get_height() for bar in down] == [-value for value in wrong]
    assert {bar.get_hatch() for bar in up} == {None}
    assert all(bar.get_hatch() for bar in down)


@pytest.mark.parametrize("cutoff", [0.0, 82.0, 100.0])
def test_the_cutoff_is_marked_inside_the_figure(cutoff):
    canvas, said = drawn(draw_distribution, distribution(cutoff=cutoff), 66)
    assert "cutoff 82 %" in said
    (at,) = {float(line.get_xdata()[0]) for line in canvas.axes.lines if line.get_linestyle() == "--"}
    low, high = canvas.axes.get_xlim()
    assert at == pytest.approx(min(max(cutoff, low), high))
    across = canvas.point(at, 0)[0]
    # Numbers stand on the line, on white; names stand beside it.
    names = [text.get_window_extent() for text in canvas.figure.texts if not text.get_text().isdecimal()]
    assert not [box for box in names if box.x0 + 1 < across < box.x1 - 1]


@pytest.mark.parametrize(("shift", "n_lines"), [(0.5, 2), (1.0, 1), (1.4, 2)])
def test_points_and_diagonal_are_named_apart(shift, n_lines):
    canvas, said = drawn(draw_reliability, reliability(shift, n_lines), 78)
    assert {"as stated", "calibrated", "as often right as it says"} - set(said) == (
        set() if n_lines == 2 else {"calibrated"}
    )
    shapes = {line.get_marker() for line in canvas.axes.lines} - {"None"}
    assert shapes == ({"o", "s"} if n_lines == 2 else {"o"})


def test_each_line_of_gain_the_marker_and_the_comparators_are_named():
    said = " ".join(drawn(draw_gain, GAIN, 62)[1])
    for name in (*NAMES, "perfect order", "random order", "Stop: 9,600 candidates"):
        assert name in said
    assert "frequency of the head word" not in said


@pytest.mark.parametrize("most", [900.0, 49_382_716_050.0])
def test_amounts_on_the_upper_axis_stand_apart(most):
    canvas, _ = drawn(draw_gain, replace(GAIN, top=((0.0, 0.0), (24000.0, most))), 62)
    extents = [label.get_window_extent() for label in canvas.figure.axes[1].get_xticklabels()]
    assert len(extents) > 1
    assert all(left.x1 + 2 < right.x0 for left, right in itertools.pairwise(extents))


def test_uneven_prices_give_an_uneven_upper_axis():
    """Twelve thousand items for the first two thousand, as many again for the other eighteen."""
    canvas, _ = drawn(draw_gain, replace(GAIN, top=((0.0, 0.0), (12000.0, 2000.0), (24000.0, 20000.0))), 62)
    upper = canvas.figure.axes[1]
    at = dict(zip([label.get_text() for label in upper.get_xticklabels()], upper.get_xticks().tolist(), strict=True))
    assert at.pop("2,000") == 12000
    assert at.pop("0") == 0
    assert at
    for name, place in at.items():
        assert place == pytest.approx(12000 + (float(name.replace(",", "")) - 2000) / 1.5)


def test_the_parts_of_a_split_lie_end_to_end_in_their_order():
    canvas, said = drawn(draw_split, split_figure())
    bars = [patch for patch in canvas.axes.patches if patch.get_linewidth() > 0]
    for row, stack in enumerate(split_figure().stacks):
        mine = [bar for bar in bars if round(bar.get_y() + bar.get_height() / 2) == row]
        parts = [(part, face) for part, face in zip(stack.parts, FACES, strict=True) if part]
        assert [(bar.get_width(), to_hex(bar.get_facecolor())) for bar in mine] == parts
        ends = itertools.accumulate(part for part, _ in parts)
        assert [bar.get_x() for bar in mine] == pytest.approx([0.0, *ends][:-1])
    assert {*PARTS, "6,000", "1,100", "2,420", "4,380", "10,000", "480", "92", "328", "14"} <= set(said)
    assert said.count("0") == 1  # the axis: what is nothing is not written
    top = canvas.point(0, -0.5)[1]
    names = [text.get_window_extent() for text in canvas.figure.texts if text.get_text() in PARTS]
    assert all(extent.y0 >= top - 1 for extent in names)
    weights = {label.get_text(): label.get_fontweight() for label in canvas.axes.get_yticklabels()}
    assert weights["EUR\u00a05,000, recommended"] == "bold"
    assert weights["EUR\u00a09,000"] == "normal"
    (band,) = [patch for patch in canvas.axes.patches if patch.get_linewidth() == 0]
    # A little around the bar, which stands below the middle of its row.
    assert (band.get_y(), band.get_y() + band.get_height()) == pytest.approx((0.93, 1.5))


def test_parts_differ_without_colour_and_wrong_answers_are_darkest():
    light = [luminance(face) for face in FACES]
    assert min(light) == light[1]
    assert min(contrast(face, other) for face, other in itertools.combinations(FACES, 2)) > 1.4
    for index, face in enumerate(FACES):
        assert contrast("#ffffff" if index == 1 else INK, face) > 4.5


def test_a_flow_has_a_bar_as_high_as_its_count_and_a_name_for_each_part():
    stack = Stack(plain("10,000 items"), (6000.0, 0.0, 3000.0, 1000.0))
    canvas, said = drawn(draw_flow, replace(split_figure(), kind="flow", stacks=(stack,)), 50)
    assert {"10,000 items", "6,000", "3,000", "1,000", PARTS[0], *PARTS[2:]} <= set(said)
    assert PARTS[1] not in said
    bars = [bar for bar in canvas.figure.artists if isinstance(bar, Rectangle) and bar.get_facecolor()[3] == 1]
    heights = [bar.get_height() for bar in bars]
    assert heights[::2] == pytest.approx(heights[1::2])
    assert [high / heights[0] for high in heights[::2]] == pytest.approx([1, 1 / 2, 1 / 6], rel=0.01)


def test_the_bands_of_a_flow_leave_room_for_the_names_of_its_parts():
    labels = tuple(plain(f"answered right by the paid assistant, without people {name}") for name in "abcd")
    stack = Stack(plain("10,000 items"), (6000.0, 500.0, 3000.0, 500.0))
    figure = replace(split_figure(), kind="flow", stacks=(stack,), part_labels=labels)
    assert not [words for words in drawn(draw_flow, figure, 50)[1] if "…" in words]


def test_a_number_without_room_stands_in_the_table_only():
    said = drawn(draw_split, split_figure(), 42)[1]
    assert "480" not in said
    assert "6,000" in said
    # Three parts of one in a thousand each: no room above them for three numbers.
    crowd = Stack(plain("crowd"), (1000.0, 1000.0, 1000.0, 997_000.0))
    assert 1 <= drawn(draw_split, replace(split_figure(), stacks=(crowd,)))[1].count("1,000") < 3


def test_a_split_may_have_three_parts_of_money_and_no_other_number_than_its_figure():
    part_labels, stacks = split_figure().part_labels[:3], split_figure().stacks
    stacks = tuple(replace(stack, parts=stack.parts[:3]) for stack in stacks)
    three = replace(split_figure(), stacks=stacks, part_labels=part_labels, value_kind="money")
    assert "6,000.00" in drawn(draw_split, three)[1]
    with pytest.raises(ValueError, match="zip"):
        drawn(draw_split, replace(three, part_labels=part_labels[:2]))


NOTES = tuple(Bar(plain(name * 2), None, None, plain("none found " * 3)) for name in HOSTILE)
LONG = tuple(Stack(plain(name * 2), (1e6 * at, 3.0, 1e6 * (5 - at), 7.0), at == 2) for at, name in enumerate(HOSTILE))
FLAT = Line("flat", (0.0, 10.0), (0.0, 0.0), "recommended", label=plain("nothing found"))
POINT = Line("stated", (100.0,), (100.0,), "recommended", label=plain("as stated"))
WIDE = tuple(Bar(plain(str(place)), 123456.78 + place) for place in range(10))
MANY = tuple(Stack(plain(str(at)), (3.0 * at, 1.0, 90.0 - 3 * at, 9.0)) for at in range(12))
LEVEL = replace(STEPS, level=None, level_label=None)
ODD = {
    "no bars": (draw_options, replace(OPTIONS, bars=()), 60, ""),
    "no steps": (draw_steps, replace(LEVEL, bars=()), None, ""),
    "a step without a value": (draw_steps, replace(LEVEL, bars=(Bar(plain("1"), None),)), None, "1"),
    "wide numbers": (draw_steps, replace(LEVEL, bars=WIDE), None, "123,456.78"),
    "no stacks": (draw_split, replace(split_figure(), stacks=()), None, ""),
    "nothing in a stack": (draw_split, replace(split_figure(), stacks=(Stack(plain("empty"), (0.0,) * 4),)), None, "empty"),
    "many stacks": (draw_split, replace(split_figure(), stacks=MANY), None, "11"),
    "notes": (draw_options, replace(OPTIONS, bars=NOTES), 60, "none found"),
    "swings": (draw_swings, swings(HOSTILE), None, "15 s"),
    "split": (
        draw_split, replace(split_figure(), stacks=LONG, part_labels=tuple(map(plain, HOSTILE[:4]))), None, "<script>",
    ),
    "gain": (draw_gain, gain_figure((HOSTILE[4], HOSTILE[0], HOSTILE[3])), 50, "Stop"),
    "gain, other": (draw_gain, gain_figure((HOSTILE[2], HOSTILE[1], HOSTILE[4])), 62, "Stop"),
    "distribution": (draw_distribution, distribution(name=HOSTILE[0] * 3), 66, "<script>"),
    "reliability": (draw_reliability, reliability(diagonal=HOSTILE[4] * 4), 78, "as stated"),
    "point": (draw_reliability, replace(reliability(), lines=(POINT,)), 78, "as stated"),
    "flat": (draw_gain, replace(GAIN, lines=(FLAT,), markers=(), top=(), top_label=None), 62, "nothing found"),
    "nothing": (draw_gain, replace(GAIN, lines=(), markers=(), top=(), top_label=None), 62, ""),
    "an amount": (draw_chance, replace(chance(at=()), lines=(Line("c", (5.0, 5.0), (0.5, 1.0), "recommended"),)), None, "80"),
}  # fmt: skip


@pytest.mark.parametrize("name", ODD)
@pytest.mark.few(3)
def test_hostile_names_and_figures_of_little_stay_inside_and_apart(name):
    *given, word = ODD[name]
    assert word in " ".join(drawn(*given)[1])
