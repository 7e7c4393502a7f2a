"""The figure of a split: what becomes of the items for each budget, as bars cut into the same parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from budgetplan.render.figures import canvas as sheets
from budgetplan.render.figures.canvas import INK, MUTE, SMALL, TINT, Canvas
from budgetplan.render.figures.plotting import Line2D, Rectangle
from budgetplan.report.display import Style, show, without_tags
from budgetplan.report.model import Figure, Stack

FACES = ("#5a9fd0", "#7d2e00", "#aedcca", "#ffffff")
"""Right, wrong, judged by people, no label: four steps of lightness, and the wrong answers are the darkest."""
ASKED_FACES = ("#5a9fd0", "#7d2e00", "#e3cf9a", "#a8431a", "#aedcca", "#ffffff")
"""The same with the right and wrong answers of somebody who is asked between."""
_DARK = frozenset({"#7d2e00", "#a8431a"})

_EDGE = "#444444"
_Sides = tuple[float, float]
_BAR: _Sides = (0.01, 0.42)
"""Upper and lower side of a bar, in rows from the middle of its row: above it stand the numbers that don't fit."""
_HIGH: _Sides = (-0.3, 0.42)
"""The same where rows are so low that no number would fit the lower bar: what fits this one neither, the table has."""
_SPARE = 2.0
"""Points by which the box of a number may be higher than its bar: digits have nothing below the line."""
_SWATCH = 11.0
_FARTHEST = 24.0
"""Points that a number may be moved sideways from its part; beyond, it stands in the table only."""


@dataclass(frozen=True)
class _KeyEntry:
    """A name of the legend with its place in points from the left and from the top."""

    words: str
    left: float
    down: float


def draw_split(canvas: Canvas, figure: Figure, style: Style) -> None:
    """Draw a bar for each budget, cut into its parts, the names of the parts above the first."""
    axes, stacks = canvas.axes, figure.stacks
    total = max((sum(stack.parts) for stack in stacks), default=0.0) or 1.0
    legend, tall = _legend(canvas, figure, style)
    axes.set_xlim(0, total)
    axes.set_ylim(max(1, len(stacks)) - 0.5, -0.5)
    axes.grid(visible=False)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    marks = sheets.ticks(0, total, 6, whole=total >= 1)
    sheets.name_ticks(axes.xaxis, marks, sheets.numbers(marks, style))
    lines = 2 if canvas.height - tall - 34 > 24 * len(stacks) else 1
    names = [
        canvas.fit(without_tags(stack.label), 0.3 * canvas.width, SMALL, "bold", lines) for stack in stacks
    ]
    size = sheets.row_size(canvas.height - tall, len(stacks))
    _name_bars(canvas, figure, names, list(range(len(stacks))), size)
    sheets.name_axes(canvas, figure, style)
    canvas.settle((0, 0, 2, tall))
    bar = _bar(canvas)
    _name_bars(canvas, figure, names, [row + sum(bar) / 2 for row in range(len(stacks))], size)
    _draw_legend(canvas, legend)
    for row, stack in enumerate(stacks):
        _draw_stack(canvas, figure, style, (row, bar), stack)


def split_frame(figure: Figure, style: Style) -> tuple[tuple[str, ...], tuple[tuple[Any, ...], ...]]:
    """Return the numbers of a split: header, and a row for each bar with a column for each part."""
    names = [without_tags(label) for label in figure.part_labels]
    rows = [
        ("bar", without_tags(stack.label), *stack.parts, "yes" if stack.strong else "no")
        for stack in figure.stacks
    ]
    return ("part", "label", *names, "strong"), tuple(rows)


def _legend(canvas: Canvas, figure: Figure, style: Style) -> tuple[list[_KeyEntry], float]:
    """Return the names of the parts in lines that fit the width, and the height they take."""
    entries: list[_KeyEntry] = []
    across, down, tallest = 1.0, 0.0, 0.0
    for sentence in figure.part_labels:
        words = canvas.fit(without_tags(sentence), 0.44 * canvas.width, SMALL)
        width, height = canvas.measure(words, SMALL)
        width += _SWATCH + 4
        if across > 1 and across + width > canvas.width - 1:
            across, down, tallest = 1.0, down + tallest + 3, 0.0
        entries.append(_KeyEntry(words, across, down + height / 2))
        across += width + 12
        tallest = max(tallest, height)
    return entries, down + tallest + 4 if entries else 0.0


def _faces(parts: int) -> tuple[str, ...]:
    return FACES if parts <= len(FACES) else ASKED_FACES


def _draw_legend(canvas: Canvas, legend: list[_KeyEntry]) -> None:
    for index, entry in enumerate(legend):
        y = canvas.height - 1 - entry.down
        corner = (entry.left / canvas.width, (y - 4) / canvas.height)
        size = (_SWATCH / canvas.width, 8 / canvas.height)
        face = _faces(len(legend))[index]
        canvas.figure.add_artist(Rectangle(corner, *size, facecolor=face, edgecolor=_EDGE, linewidth=0.7))
        canvas.write(entry.left + _SWATCH + 4, y, entry.words, fontsize=SMALL, ha="left", va="center")


def _name_bars(canvas: Canvas, figure: Figure, names: list[str], places: list[float], size: float) -> None:
    sheets.name_ticks(canvas.axes.yaxis, places, names)
    for label, stack in zip(canvas.axes.get_yticklabels(), figure.stacks, strict=True):
        label.set_fontweight("bold" if stack.strong else "normal")
        label.set_fontsize(size)


def _bar(canvas: Canvas) -> _Sides:
    """Return the sides of the bars: as high as it takes to hold a number."""
    height = canvas.point(0, _BAR[0])[1] - canvas.point(0, _BAR[1])[1]
    return _BAR if canvas.measure("0", SMALL)[1] <= height + _SPARE else _HIGH


def _draw_stack(
    canvas: Canvas, figure: Figure, style: Style, place: tuple[int, _Sides], stack: Stack
) -> None:
    """Draw the parts of one bar and write their numbers, inside where they fit; ``place``: its row, and its sides there."""
    axes = canvas.axes
    row, (upper, lower) = place
    if stack.strong:
        axes.axhspan(row + upper - 0.08, row + lower + 0.08, color=TINT, linewidth=0, zorder=0)
    weight = "bold" if stack.strong else "normal"
    start, outside = 0.0, []
    for index, (part, _) in enumerate(zip(stack.parts, figure.part_labels, strict=True)):
        if part <= 0:
            continue
        face = _faces(len(figure.part_labels))[index]
        corner, size = (start, row + upper), (part, lower - upper)
        outline: dict[str, Any] = {"edgecolor": _EDGE, "linewidth": 0.7}
        axes.add_patch(Rectangle(corner, *size, facecolor=face, clip_on=False, zorder=2, **outline))
        words = show(part, figure.value_kind or "count", style)
        width, height = canvas.measure(words, SMALL, weight)
        x0, y0 = canvas.point(start, row + lower)
        x1, y1 = canvas.point(start + part, row + upper)
        start += part
        if width + 5 <= x1 - x0 and height <= y1 - y0 + _SPARE:
            colour = "white" if face in _DARK else INK
            styled = {"fontsize": SMALL, "fontweight": weight, "color": colour}
            canvas.write((x0 + x1) / 2, (y0 + y1) / 2, words, ha="center", va="center_baseline", **styled)
        else:
            outside.append((words, width, height, (x0 + x1) / 2, y1))
    _write_outside(canvas, row, outside, weight)


def _write_outside(
    canvas: Canvas, row: int, outside: list[tuple[str, float, float, float, float]], weight: str
) -> None:
    """Write above a bar what does not fit its parts, from left to right; leave out what finds no room."""
    ceiling = canvas.point(0, row - 0.5)[1]
    last = canvas.point(0, 0)[0] - _FARTHEST
    for words, width, height, middle, top in outside:
        left = min(max(middle - width / 2, last + 4, 1.0), canvas.width - 1 - width)
        low = top + 1.0
        too_far = abs(left + width / 2 - middle) > _FARTHEST
        if left < last + 4 or too_far or low + height > ceiling + 1:
            continue
        end = min(max(middle, left + 1), left + width - 1)
        xs = [middle / canvas.width, end / canvas.width]
        ys = [(top - 2) / canvas.height, (low + 0.5) / canvas.height]
        canvas.figure.add_artist(Line2D(xs, ys, color=MUTE, linewidth=0.7))
        styled = {"fontsize": SMALL, "fontweight": weight, "color": INK}
        canvas.write(left, low, words, ha="left", va="bottom", **styled)
        last = left + width
