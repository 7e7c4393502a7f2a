"""Figures of parts: what becomes of the items, as bars cut into the same parts, or as bands from one bar to its parts."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

from matplotlib.patches import PathPatch, Rectangle
from matplotlib.path import Path

from budgetplan.render.figures import canvas as sheets
from budgetplan.render.figures.canvas import INK, MUTE, SIZE, SMALL, TINT, Canvas
from budgetplan.render.figures.labels import Box
from budgetplan.report.display import clean
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


def draw_split(canvas: Canvas, figure: Figure) -> None:
    """Draw a bar for each budget, cut into its parts, the names of the parts above the first."""
    axes, stacks = canvas.axes, figure.stacks
    total = max((sum(stack.parts) for stack in stacks), default=0.0) or 1.0
    legend, tall = _legend(canvas, figure)
    canvas.frame(figure, (0, total), (max(1, len(stacks)) - 0.5, -0.5), "both")
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    canvas.number(axes.xaxis, sheets.ticks(0, total, 6, whole=total >= 1))
    lines = 2 if canvas.height - tall - 34 > 24 * len(stacks) else 1
    width, strong = 0.3 * canvas.width, [stack.strong for stack in stacks]
    names = [canvas.fit(stack.label, width, SMALL, "bold", lines) for stack in stacks]
    size = sheets.row_size(canvas.height - tall, len(stacks))
    rows = [*map(float, range(len(stacks)))]
    canvas.name_rows(names, rows, size, strong)
    canvas.settle((2, tall))
    for (words, left, down), face in zip(legend, _faces(figure), strict=False):
        y = canvas.height - 1 - down
        canvas.fill(Box(left, y - 4, left + _SWATCH, y + 4), facecolor=face, edgecolor=_EDGE, linewidth=0.7)
        canvas.write(left + _SWATCH + 4, y, words, ha="left", va="center")
    # As high as it takes to hold a number.
    height = canvas.point(0, _BAR[0])[1] - canvas.point(0, _BAR[1])[1]
    bar = _BAR if canvas.measure("0")[1] <= height + _SPARE else _HIGH
    canvas.name_rows(names, [row + sum(bar) / 2 for row in rows], size, strong)
    for row, stack in enumerate(stacks):
        _draw_stack(canvas, figure, (row, bar), stack)


def _legend(canvas: Canvas, figure: Figure) -> tuple[list[tuple[str, float, float]], float]:
    """Return the names of the parts in lines that fit the width, each with its place from the left and from the top, and the height they take."""
    names: list[tuple[str, float, float]] = []
    across, down, tallest = 1.0, 0.0, 0.0
    for sentence in figure.part_labels:
        words = canvas.fit(sentence, 0.44 * canvas.width)
        width, height = canvas.measure(words)
        width += _SWATCH + 4
        if across > 1 and across + width > canvas.width - 1:
            across, down, tallest = 1.0, down + tallest + 3, 0.0
        names.append((words, across, down + height / 2))
        across += width + 12
        tallest = max(tallest, height)
    return names, down + tallest + 4 if names else 0.0


def _faces(figure: Figure) -> tuple[str, ...]:
    """Return the colour of each part."""
    return FACES if len(figure.part_labels) <= len(FACES) else ASKED_FACES


def _draw_stack(canvas: Canvas, figure: Figure, place: tuple[int, _Sides], stack: Stack) -> None:
    """Draw the parts of one bar and write their numbers, inside where they fit; ``place``: its row, and its sides there."""
    axes = canvas.axes
    row, (upper, lower) = place
    if stack.strong:
        axes.axhspan(row + upper - 0.08, row + lower + 0.08, color=TINT, linewidth=0, zorder=0)
    weight = "bold" if stack.strong else "normal"
    outline: dict[str, Any] = {"edgecolor": _EDGE, "linewidth": 0.7, "clip_on": False, "zorder": 2}
    start, outside = 0.0, []
    for part, _, face in zip(stack.parts, figure.part_labels, _faces(figure)[: len(stack.parts)], strict=True):
        if part <= 0:
            continue
        axes.add_patch(Rectangle((start, row + upper), part, lower - upper, facecolor=face, **outline))
        words = canvas.show(part, figure.value_kind or "count")
        width, height = canvas.measure(words, SMALL, weight)
        x0, y0 = canvas.point(start, row + lower)
        x1, y1 = canvas.point(start + part, row + upper)
        start += part
        middle = (x0 + x1) / 2
        if width + 5 <= x1 - x0 and height <= y1 - y0 + _SPARE:
            look = {"color": "white" if face in _DARK else INK, "ha": "center", "va": "center_baseline"}
            canvas.write(middle, (y0 + y1) / 2, words, SMALL, weight, **look)
        else:
            outside.append((words, width, height, middle, y1))
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
        canvas.join((middle, top - 2), (end, low + 0.5), MUTE)
        canvas.write(left, low, words, SMALL, weight, ha="left", va="bottom")
        last = left + width


_WIDE, _GAP, _LINE, _LEAST, _NEAR = 9.0, 8.0, 12.5, 0.7, 13.0
"""Points: how wide a bar is, what lies between two of them, how far apart names stand, how thin a part may get; how far a name stands from its bar, without its count."""
_PAGE = (0.12, 0.42)
"""How much of the width the bands take at least and at most; names have the rest."""


def draw_flow(canvas: Canvas, figure: Figure) -> None:
    """Draw the only stack: its name beside the bar on the left, each part with its count on the right."""
    (stack,) = figure.stacks
    shown = zip(stack.parts, figure.part_labels, _faces(figure), strict=False)
    parts = [(part, label, face) for part, label, face in shown if part > 0]
    canvas.axes.set_axis_off()
    name = canvas.fit(stack.label, 0.16 * canvas.width, SIZE, "bold")
    start = canvas.measure(name, SIZE, "bold")[0] + 6
    counts = [canvas.show(part, figure.value_kind or "count") for part, *_ in parts]
    numbers = [canvas.measure(count, SMALL, "bold")[0] for count in counts]
    names = [clean(canvas.show(label, "text")) for _, label, _ in parts]
    named = max(wide + canvas.measure(words)[0] for wide, words in zip(numbers, names, strict=True))
    least, most = (share * canvas.width for share in _PAGE)
    end = start + _WIDE + min(max(canvas.width - start - 2 * _WIDE - 1.03 * (_NEAR + named), least), most)
    scale = (canvas.height - _LINE - _GAP * (len(parts) - 1)) / sum(part for part, *_ in parts)
    heights = [max(part * scale, _LEAST) for part, *_ in parts]
    top = (canvas.height + sum(heights)) / 2
    lefts = [top - down for down in accumulate(heights, initial=0.0)]
    highest = (canvas.height + sum(heights) + _GAP * (len(parts) - 1)) / 2
    rights = [highest - down for down in accumulate((height + _GAP for height in heights), initial=0.0)]
    canvas.write(0, canvas.height / 2, name, SIZE, "bold", ha="left", va="center")
    middles = _apart([right - high / 2 for right, high in zip(rights, heights, strict=False)], canvas.height)
    rows = zip(parts, counts, numbers, heights, lefts, rights, middles, strict=False)
    for (_, label, face), count, wide, high, left, right, middle in rows:
        _band(canvas, (start + _WIDE, left), (end, right), high, face)
        for x, y in ((start, left), (end, right)):
            canvas.fill(Box(x, y - high, x + _WIDE, y), facecolor=face, edgecolor=_EDGE, linewidth=0.6)
        if abs(middle - (right - high / 2)) > 1:
            canvas.join((end + _WIDE + 1, right - high / 2), (end + _WIDE + 7, middle), _EDGE)
        canvas.write(end + _WIDE + 9, middle, count, SMALL, "bold", ha="left", va="center_baseline")
        here = end + _WIDE + _NEAR + wide
        words = canvas.fit(label, canvas.width - here, SMALL, lines=1)
        canvas.write(here, middle, words, ha="left", va="center_baseline")


def _apart(middles: list[float], height: float) -> list[float]:
    """Return where names stand, from the top down: beside their bars, moved where they would touch.

    >>> _apart([50.0, 48.0, 10.0], 60.0)
    [50.0, 37.5, 10.0]
    """
    places, above = list[float](), height - _LINE / 2 + _LINE
    for middle in middles:
        above = min(middle, above - _LINE)
        places.append(above)
    below = -_LINE / 2
    for at in reversed(range(len(places))):
        below = places[at] = max(places[at], below + _LINE)
    return places


def _band(canvas: Canvas, start: tuple[float, float], end: tuple[float, float], high: float, face: str) -> None:
    (x0, y0), (x1, y1) = start, end
    half = (x0 + x1) / 2
    there = [(x0, y0), (half, y0), (half, y1), (x1, y1)]
    back = [(x1, y1 - high), (half, y1 - high), (half, y0 - high), (x0, y0 - high)]
    points = [(x / canvas.width, y / canvas.height) for x, y in (*there, *back)]
    codes = [Path.MOVETO, *[Path.CURVE4] * 3, Path.LINETO, *[Path.CURVE4] * 3]
    look = {"edgecolor": _EDGE, "linewidth": 0.4} if face == "#ffffff" else {"linewidth": 0}
    canvas.figure.add_artist(PathPatch(Path(points, codes), facecolor=face, alpha=0.45, **look))
