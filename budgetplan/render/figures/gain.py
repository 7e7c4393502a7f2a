"""The figure of gain: how many entries are found for how many items, and for how much money."""

from __future__ import annotations

from typing import Any

import numpy as np

from budgetplan.render.figures import canvas as sheets
from budgetplan.render.figures.canvas import BLUE, GREEN, INK, SIZE, SMALL, THIN, VERMILION, Canvas, Label
from budgetplan.render.figures.labels import Box, Points, covers, place, sample
from budgetplan.report.display import Style, without_tags
from budgetplan.report.model import Figure, Line, Marker

_LINES: dict[str, dict[str, Any]] = {
    "recommended": {"color": BLUE, "linewidth": 2.3, "linestyle": "-", "zorder": 4},
    "second": {"color": VERMILION, "linewidth": 1.6, "linestyle": (0, (5, 2)), "zorder": 3.5},
    "third": {"color": GREEN, "linewidth": 1.7, "linestyle": (0, (1.2, 1.5)), "zorder": 3.4},
    "other": {"color": THIN, "linewidth": 0.8, "linestyle": "-", "zorder": 3},
    "perfect": {"color": THIN, "linewidth": 0.9, "linestyle": (0, (6, 2, 1, 2)), "zorder": 2.8},
    "random": {"color": THIN, "linewidth": 0.9, "linestyle": (0, (3, 3)), "zorder": 2.7},
}
_ROLES = tuple(_LINES)
_ROOM_ABOVE = (15.0, 27.0, 39.0)
"""Points between the highest line and the upper axis: one line of a label, or more if there is no room below."""
_THIN = frozenset({"other", "perfect", "random"})


def draw_gain(canvas: Canvas, figure: Figure, style: Style) -> None:
    """Draw entries against items, with a second axis for their cost."""
    axes = canvas.axes
    lines = sorted(figure.lines, key=lambda line: -_ROLES.index(line.role))
    across = max((max(line.x) for line in lines if line.x), default=1.0)
    up = max((max(line.high or line.y) for line in lines if line.y), default=1.0)
    down = min((min(line.low or line.y) for line in lines if line.y), default=0.0)
    down = min(down, 0.0) * 1.05  # a gain is never negative, a value may be
    for line in lines:
        if line.low is not None and line.high is not None:
            shade = _LINES[line.role]["color"]
            axes.fill_between(line.x, line.low, line.high, color=shade, alpha=0.15, linewidth=0)
        axes.plot(line.x, line.y, **_LINES[line.role])
    axes.set_xlim(0, across or 1.0)
    axes.set_ylim(down, up or 1.0)
    axes.grid(axis="x", visible=False)
    marks = sheets.ticks(0, across, 10, whole=True)
    sheets.name_ticks(axes.xaxis, marks, sheets.numbers(marks, style))
    levels = sheets.ticks(down, up, max(2, int((canvas.height - 80) / 20)), whole=True)
    sheets.name_ticks(axes.yaxis, levels, sheets.numbers(levels, style))
    sheets.name_axes(canvas, figure, style)
    if figure.top:
        _draw_upper_axis(canvas, figure, style)
    room = canvas.settle()
    for mark in figure.markers:
        axes.plot([mark.x, mark.x], [0, mark.y], color=INK, linewidth=1, linestyle=(0, (4, 3)), zorder=3.6)
        axes.plot([mark.x], [mark.y], "o", markersize=7, color=BLUE, markeredgecolor="white", zorder=6)
    if down < 0:
        axes.axhline(0, color=INK, linewidth=0.8, zorder=2.5)
    for label in _labels(canvas, figure, style, room, (down, up)):
        sheets.put_label(canvas, label)


def _labels(
    canvas: Canvas, figure: Figure, style: Style, room: Box, span: tuple[float, float]
) -> list[Label]:
    """Return the labels, with as little room above the lines as they need; sets the height of the axis."""
    down, up = span
    best: tuple[int, float, list[Label]] | None = None
    for above in _ROOM_ABOVE:
        height = up + ((up - down) or 1.0) * above / max(20.0, room.y1 - room.y0 - above)
        canvas.axes.set_ylim(down, height)
        labels = _plan(canvas, figure, style, room)
        lines = [track(canvas, line.x, line.y) for line in figure.lines if line.x and line.role not in _THIN]
        coloured = np.concatenate(lines) if lines else np.empty((0, 2))
        faults = sum(2 * (not label.place.free) + covers(label.place.box, coloured) for label in labels)
        if best is None or faults < best[0]:
            best = (faults, height, labels)
        # More than a third of the figure for names would flatten what they name.
        if not faults or above > 0.3 * (room.y1 - room.y0):
            break
    assert best is not None
    canvas.axes.set_ylim(down, best[1])
    return best[2]


def _draw_upper_axis(canvas: Canvas, figure: Figure, style: Style) -> None:
    """Draw the axis of money: its steps are as uneven as the prices of the items."""
    items, money = (np.array(side, dtype=float) for side in zip(*figure.top, strict=True))
    upper = canvas.axes.twiny()
    upper.grid(visible=False)
    upper.spines["top"].set_visible(True)
    upper.set_xlim(canvas.axes.get_xlim())
    # Great amounts need more room than a tenth of the axis, which takes most of the width.
    longest = canvas.measure(sheets.numbers([float(money[-1])], style)[0])[0]
    share = max(0.085, (longest + 4) / (0.8 * canvas.width))
    amounts = sheets.ticks(float(money[0]), float(money[-1]), min(10, int(1 / share)))
    keep: list[float] = []
    places: list[float] = []
    gap = share * canvas.axes.get_xlim()[1]
    for amount in amounts:
        if amount < money[0]:  # fixed costs come before the first item
            continue
        at = float(np.interp(amount, money, items))
        if not places or at - places[-1] >= gap:
            keep.append(amount)
            places.append(at)
    sheets.name_ticks(upper.xaxis, places, sheets.numbers(keep, style))
    if figure.top_label is not None:
        words = canvas.fit(without_tags(figure.top_label), canvas.width * 0.75)
        upper.set_xlabel(words, fontsize=SIZE, family=list(sheets.families(words)))


def track(canvas: Canvas, x: Any, y: Any) -> Points:
    """Return samples of a line in points of the canvas."""
    values = np.column_stack((np.asarray(x, dtype=float), np.asarray(y, dtype=float)))
    return sample(np.asarray(canvas.axes.transData.transform(values), dtype=np.float64))


def _plan(canvas: Canvas, figure: Figure, style: Style, room: Box) -> list[Label]:
    """Find places for the names of markers and lines, the most important first."""
    inner = Box(room.x0 + 2, room.y0 + 2, room.x1 - 1, room.y1 - 1)
    width = room.x1 - room.x0
    tracks = {id(line): track(canvas, line.x, line.y) for line in figure.lines if line.x}
    drops = {id(mark): track(canvas, [mark.x, mark.x], [0, mark.y]) for mark in figure.markers}
    # If a label must cross something, then rather a thin line than one with a colour.
    weighed = {
        id(line): tracks[id(line)][:: 3 if line.role in _THIN else 1] for line in figure.lines if line.x
    }
    everything = {**weighed, **drops}
    taken = [around(canvas, mark) for mark in figure.markers]
    labels: list[Label] = []

    def add(of: object, own: Points, words: str, colour: str, prefer: float) -> None:
        strong, optional = isinstance(of, Marker), isinstance(of, Line) and of.role in _THIN
        words = canvas.fit(words, (0.62 if strong else 0.5) * width, SIZE if strong else SMALL)
        size = canvas.measure(words, SIZE if strong else SMALL, "bold" if strong else "normal")
        rest = [track for key, track in everything.items() if key != id(of)]
        foreign = np.concatenate(rest) if rest else np.empty((0, 2))
        found = place(size, own, foreign, taken, inner, prefer=prefer)
        if found.free or not optional:
            labels.append(Label(words, found, colour, strong))
            taken.append(found.box)

    for mark in figure.markers:
        # Beside the drop line, but not so low that a joining line would run along the axis.
        beside = drops[id(mark)][len(drops[id(mark)]) // 6 :]
        add(mark, beside, without_tags(mark.label), INK, 0.1)
    # The perfect order has room for its name at its corner alone; at the end of a joining line it stood beside another line.
    for line in sorted(figure.lines, key=lambda line: (line.role != "perfect", _ROLES.index(line.role))):
        if line.x and (line.role != "other" or line.label is not None):
            words = line.name if line.label is None else without_tags(line.label)
            prefer = 0.12 if line.role == "perfect" else 0.7
            add(line, tracks[id(line)], words, str(_LINES[line.role]["color"]), prefer)
    return labels


def around(canvas: Canvas, mark: Marker) -> Box:
    """Return the box of a marker's dot, which no label may cover."""
    x, y = canvas.point(mark.x, mark.y)
    return Box(x - 4.5, y - 4.5, x + 4.5, y + 4.5)
