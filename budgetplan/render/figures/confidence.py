"""Figures of confidence: how often answers are right by how sure they are, and how sure right and wrong ones are."""

from __future__ import annotations

from typing import Any

import numpy as np

from budgetplan.render.figures import canvas as sheets
from budgetplan.render.figures.canvas import BLUE, DARK, INK, MUTE, SMALL, THIN, VERMILION, Canvas, Labels
from budgetplan.render.figures.labels import Box, Points
from budgetplan.report.model import Figure, Line

_POINTS: tuple[dict[str, Any], ...] = (
    {"marker": "o", "markersize": 6.5, "color": BLUE, "markeredgecolor": "white", "zorder": 5},
    {"marker": "s", "markersize": 9.5, "color": VERMILION, "markerfacecolor": "white", "zorder": 4},
)
"""Filled circles and empty squares: they differ without their colours too."""
_BARS: tuple[dict[str, Any], ...] = (
    {"facecolor": BLUE, "edgecolor": BLUE},
    {"facecolor": "white", "edgecolor": VERMILION, "hatch": "////"},
)
_LINE = 13.0
"""Points that a line of small letters takes: a number and a name stand above the highest bar and below the lowest."""
_SMALLEST = 0.62
"""The numbers of bars are set smaller where they would meet, but no smaller than this share of their size."""


def draw_reliability(canvas: Canvas, figure: Figure) -> None:
    """Draw shares with their intervals against confidence, and the diagonal on which both agree."""
    axes = canvas.axes
    low = min((min(line.x) for line in figure.lines), default=0.0)
    start = max(0.0, 10.0 * np.floor((low - 2.0) / 10.0))
    canvas.frame(figure, (start, 101.5), (-2.0, 102.0))
    canvas.number(axes.xaxis, sheets.ticks(start, 100, 10))
    canvas.number(axes.yaxis, sheets.ticks(0, 100, 5))
    axes.plot([start, 100], [start, 100], color=THIN, linewidth=1.0, linestyle=(0, (6, 2, 1, 2)), zorder=2)
    for line, look in zip(figure.lines, _POINTS, strict=False):
        if line.low is not None and line.high is not None:
            width = 1.6 if look["marker"] == "o" else 1.0
            axes.vlines(line.x, line.low, line.high, color=look["color"], linewidth=width, zorder=3)
        axes.plot(line.x, line.y, linestyle="none", **look)
    # Names of the points and of the diagonal stand on nothing that is drawn.
    labels, diagonal = Labels(canvas, canvas.settle()), canvas.track((start, 100), (start, 100))
    drawn = [_marks(canvas, line) for line in figure.lines]
    for line, look in zip(figure.lines, _POINTS, strict=False):
        if line.label is not None:
            points = np.array([canvas.point(x, y) for x, y in zip(line.x, line.y, strict=True)])
            labels.add(line.label, points, [*drawn, diagonal], look["color"], 0.5, share=0.4)
    if figure.level_label is not None:
        labels.add(figure.level_label, diagonal, drawn, MUTE, 0.1, share=0.4)
    labels.write()


def _marks(canvas: Canvas, line: Line) -> Points:
    """Return samples of the points of a line and of their intervals, in points of the canvas."""
    low, high = line.low or line.y, line.high or line.y
    around = np.array([(dx, dy) for dx in (-3.0, 0.0, 3.0) for dy in (-3.0, 0.0, 3.0)])
    parts = []
    for x, y, down, up in zip(line.x, line.y, low, high, strict=True):
        parts += [canvas.track((x, x), (down, up)), np.array(canvas.point(x, y)) + around]
    return np.concatenate(parts)


def draw_distribution(canvas: Canvas, figure: Figure) -> None:
    """Draw two counts by bin, the first upwards and the second downwards, each bar with its number."""
    axes, (up, down) = canvas.axes, figure.lines
    width = up.x[1] - up.x[0]
    start, end = up.x[0] - width / 2, up.x[-1] + width / 2
    above, below = max(up.y, default=0.0), max(down.y, default=0.0)
    whole = (above + below) or 1.0
    canvas.frame(figure, (start, end), (-below - 0.1 * whole, above + 0.1 * whole), "x")
    canvas.number(axes.xaxis, sheets.ticks(start, end, 10))
    levels = sheets.ticks(-below, above, max(2, int(canvas.height / 45)), whole=True)
    canvas.number(axes.yaxis, levels, [abs(level) for level in levels])
    room = canvas.settle()
    share = 2 * _LINE / max(room.y1 - room.y0 - 4 * _LINE, _LINE)
    axes.set_ylim(-below - share * whole, above + share * whole)
    for line, sign, look in zip(figure.lines, (1, -1), _BARS, strict=True):
        axes.bar(line.x, [sign * value for value in line.y], width=0.82 * width, linewidth=0.8, zorder=3, **look)
    axes.axhline(0, color=INK, linewidth=0.8, zorder=4)
    kind = figure.value_kind or "count"
    slot = canvas.point(up.x[1], 0)[0] - canvas.point(up.x[0], 0)[0]
    counts = [
        (x, sign * value, sign, canvas.show(value, kind))
        for line, sign in ((up, 1), (down, -1))
        for x, value in zip(line.x, line.y, strict=True)
        if value
    ]
    size = canvas.shrunk([words for *_, words in counts], slot - 2, _SMALLEST)
    behind = {"facecolor": "white", "edgecolor": "none", "pad": 0.4, "alpha": 0.9}
    for x, y, sign, words in counts:
        at, height = canvas.point(x, y)
        where = "bottom" if sign > 0 else "top"
        canvas.write(at, height + 2 * sign, words, size, bbox=behind, ha="center", va=where)
    _write_names(canvas, figure, room)


def _write_names(canvas: Canvas, figure: Figure, room: Box) -> None:
    """Draw a line at each mark with its name, and write what the bars are at the left end, above and below them."""
    top = list[tuple[float, float, float]]()  # where each mark stands, and where it and its name begin and end
    first, last = canvas.axes.get_xlim()
    for mark in figure.markers:
        x = min(max(mark.x, first), last)
        at = canvas.point(x, 0)[0]
        canvas.axes.axvline(x, color=INK, linewidth=1.2, linestyle=(0, (4, 3)), zorder=5)
        words = canvas.fit(mark.label, 0.3 * (room.x1 - room.x0))
        width = canvas.measure(words)[0]
        left = at + 4 if at + 4 + width <= room.x1 else at - 4 - width
        canvas.write(left, room.y1 - 2, words, ha="left", va="top")
        top.append((at, min(at, left), max(at, left + width)))
    for line, upwards, colour in zip(figure.lines, (True, False), (BLUE, VERMILION), strict=True):
        if line.label is not None:
            words = canvas.fit(line.label, 0.3 * (room.x1 - room.x0), SMALL, "bold")
            start, width = room.x0 + 4, canvas.measure(words, SMALL, "bold")[0]
            for at, before, after in top:
                near, far = (before, after) if upwards else (at, at)
                if start < far + 4 and near - 4 < start + width:
                    start = far + 8
            high, where = (room.y1 - 2, "top") if upwards else (room.y0 + 2, "bottom")
            canvas.write(start, high, words, SMALL, "bold", color=DARK[colour], ha="left", va=where)
