"""Figures of confidence: how often answers are right by how sure they are, and how sure right and wrong ones are."""

from __future__ import annotations

from typing import Any

import numpy as np

from budgetplan.render.figures import canvas as sheets
from budgetplan.render.figures.canvas import BLUE, DARK, INK, MUTE, SMALL, THIN, VERMILION, Canvas, Label
from budgetplan.render.figures.labels import Box, Points, place, sample
from budgetplan.report.display import Style, show, without_tags
from budgetplan.report.model import Figure, Line

_POINTS: tuple[dict[str, Any], ...] = (
    {"marker": "o", "markersize": 6.5, "color": BLUE, "markeredgecolor": "white", "zorder": 5},
    {"marker": "s", "markersize": 5.0, "color": VERMILION, "markerfacecolor": "white", "zorder": 4},
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


def draw_reliability(canvas: Canvas, figure: Figure, style: Style) -> None:
    """Draw shares with their intervals against confidence, and the diagonal on which both agree."""
    axes = canvas.axes
    low = min((min(line.x) for line in figure.lines), default=0.0)
    start = max(0.0, 10.0 * np.floor((low - 2.0) / 10.0))
    axes.set_xlim(start, 101.5)
    axes.set_ylim(-2.0, 102.0)
    marks = sheets.ticks(start, 100, 10)
    sheets.name_ticks(axes.xaxis, marks, sheets.numbers(marks, style))
    levels = sheets.ticks(0, 100, 5)
    sheets.name_ticks(axes.yaxis, levels, sheets.numbers(levels, style))
    sheets.name_axes(canvas, figure, style)
    axes.plot([start, 100], [start, 100], color=THIN, linewidth=1.0, linestyle=(0, (6, 2, 1, 2)), zorder=2)
    for line, look in zip(figure.lines, _POINTS, strict=False):
        if line.low is not None and line.high is not None:
            width = 1.6 if look["marker"] == "o" else 1.0
            axes.vlines(line.x, line.low, line.high, color=look["color"], linewidth=width, zorder=3)
        axes.plot(line.x, line.y, linestyle="none", **look)
    room = canvas.settle()
    for label in _point_labels(canvas, figure, style, room, start):
        sheets.put_label(canvas, label)


def _point_labels(canvas: Canvas, figure: Figure, style: Style, room: Box, start: float) -> list[Label]:
    """Return the names of the points and of the diagonal, on nothing that is drawn."""
    inner = Box(room.x0 + 2, room.y0 + 2, room.x1 - 1, room.y1 - 1)
    diagonal = sample(np.array([canvas.point(start, start), canvas.point(100, 100)]))
    drawn = [_marks(canvas, line) for line in figure.lines]
    labels: list[Label] = []
    taken: list[Box] = []

    def add(words: str, own: Points, others: list[Points], colour: str, prefer: float) -> None:
        words = canvas.fit(words, 0.4 * (room.x1 - room.x0), SMALL)
        size = canvas.measure(words, SMALL)
        foreign = np.concatenate(others) if others else np.empty((0, 2))
        found = place(size, own, foreign, taken, inner, prefer=prefer)
        labels.append(Label(words, found, colour))
        taken.append(found.box)

    for index, (line, look) in enumerate(zip(figure.lines, _POINTS, strict=False)):
        if line.label is not None:
            rest = [marks for other, marks in enumerate(drawn) if other != index]
            own = np.array([canvas.point(x, y) for x, y in zip(line.x, line.y, strict=True)])
            add(without_tags(line.label), own, [*rest, drawn[index], diagonal], look["color"], 0.5)
    if figure.level_label is not None:
        add(without_tags(figure.level_label), diagonal, drawn, MUTE, 0.1)
    return labels


def _marks(canvas: Canvas, line: Line) -> Points:
    """Return samples of the points of a line and of their intervals, in points of the canvas."""
    low, high = line.low or line.y, line.high or line.y
    parts = []
    for x, y, down, up in zip(line.x, line.y, low, high, strict=True):
        parts.append(sample(np.array([canvas.point(x, down), canvas.point(x, up)])))
        middle = np.array(canvas.point(x, y))
        parts.append(middle + np.array([(dx, dy) for dx in (-3.0, 0.0, 3.0) for dy in (-3.0, 0.0, 3.0)]))
    return np.concatenate(parts)


def draw_distribution(canvas: Canvas, figure: Figure, style: Style) -> None:
    """Draw two counts by bin, the first upwards and the second downwards, each bar with its number."""
    axes, (up, down) = canvas.axes, figure.lines
    width = up.x[1] - up.x[0]
    start, end = up.x[0] - width / 2, up.x[-1] + width / 2
    above, below = max(up.y, default=0.0), max(down.y, default=0.0)
    whole = (above + below) or 1.0
    axes.set_xlim(start, end)
    axes.set_ylim(-below - 0.1 * whole, above + 0.1 * whole)
    axes.grid(axis="x", visible=False)
    marks = sheets.ticks(start, end, 10)
    sheets.name_ticks(axes.xaxis, marks, sheets.numbers(marks, style))
    levels = sheets.ticks(-below, above, max(3, int(canvas.height / 30)), whole=True)
    sheets.name_ticks(axes.yaxis, levels, sheets.numbers([abs(level) for level in levels], style))
    sheets.name_axes(canvas, figure, style)
    room = canvas.settle()
    share = 2 * _LINE / max(room.y1 - room.y0 - 4 * _LINE, _LINE)
    axes.set_ylim(-below - share * whole, above + share * whole)
    for line, sign, look in zip(figure.lines, (1, -1), _BARS, strict=True):
        axes.bar(
            line.x, [sign * value for value in line.y], width=0.82 * width, linewidth=0.8, zorder=3, **look
        )
    axes.axhline(0, color=INK, linewidth=0.8, zorder=4)
    _write_counts(canvas, figure, style)
    _write_names(canvas, figure, style, room)


def _write_counts(canvas: Canvas, figure: Figure, style: Style) -> None:
    kind, (up, down) = figure.value_kind or "count", figure.lines
    slot = canvas.point(up.x[1], 0)[0] - canvas.point(up.x[0], 0)[0]
    plain = [show(value, kind, style) for line in (up, down) for value in line.y if value]
    widest = max((canvas.measure(words, SMALL)[0] for words in plain), default=0.0)
    size = SMALL * min(1.0, max(_SMALLEST, (slot - 2) / (widest or 1.0)))
    for line, sign in ((up, 1), (down, -1)):
        for x, value in zip(line.x, line.y, strict=True):
            if value:
                at, height = canvas.point(x, sign * value)
                where = "bottom" if sign > 0 else "top"
                words = show(value, kind, style)
                behind = {"facecolor": "white", "edgecolor": "none", "pad": 0.4, "alpha": 0.9}
                look = {"fontsize": size, "color": INK, "bbox": behind}
                canvas.write(at, height + 2 * sign, words, ha="center", va=where, **look)


def _write_names(canvas: Canvas, figure: Figure, style: Style, room: Box) -> None:
    """Write the marks along the top, and what the bars are at the left end, above and below them."""
    top = _write_marks(canvas, figure, style, room)
    for line, upwards, colour in zip(figure.lines, (True, False), (BLUE, VERMILION), strict=True):
        if line.label is not None:
            words = canvas.fit(without_tags(line.label), 0.3 * (room.x1 - room.x0), SMALL, "bold")
            start, width = room.x0 + 4, canvas.measure(words, SMALL, "bold")[0]
            for mark, before, after in top:
                near, far = (before, after) if upwards else (mark, mark)
                if start < far + 4 and near - 4 < start + width:
                    start = far + 8
            high, where = (room.y1 - 2, "top") if upwards else (room.y0 + 2, "bottom")
            look = {"fontsize": SMALL, "color": DARK[colour], "fontweight": "bold"}
            canvas.write(start, high, words, ha="left", va=where, **look)


def _write_marks(canvas: Canvas, figure: Figure, style: Style, room: Box) -> list[tuple[float, float, float]]:
    """Draw a line at each mark with its name, and return where it stands and where it and its name begin and end."""
    found = []
    start, end = canvas.axes.get_xlim()
    for mark in figure.markers:
        x = min(max(mark.x, start), end)
        at = canvas.point(x, 0)[0]
        canvas.axes.axvline(x, color=INK, linewidth=1.2, linestyle=(0, (4, 3)), zorder=5)
        words = canvas.fit(without_tags(mark.label), 0.3 * (room.x1 - room.x0), SMALL)
        width = canvas.measure(words, SMALL)[0]
        fits = at + 4 + width <= room.x1
        left = at + 4 if fits else at - 4 - width
        canvas.write(left, room.y1 - 2, words, fontsize=SMALL, ha="left", va="top")
        found.append((at, min(at, left), max(at, left + width)))
    return found
