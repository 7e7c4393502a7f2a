"""The figure of gain: how many entries are found for how many items, and for how much money."""

from __future__ import annotations

from typing import Any

import numpy as np

from budgetplan.render.figures import canvas as sheets
from budgetplan.render.figures.canvas import BLUE, GREEN, INK, SIZE, THIN, VERMILION, Canvas, Labels
from budgetplan.render.figures.labels import Box, Points, covers
from budgetplan.report.model import Figure, Marker

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


def draw_gain(canvas: Canvas, figure: Figure) -> None:
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
    canvas.frame(figure, (0, across or 1.0), (down, up or 1.0), "x")
    canvas.number(axes.xaxis, sheets.ticks(0, across, 10, whole=True))
    canvas.number(axes.yaxis, sheets.ticks(down, up, max(2, int((canvas.height - 80) / 20)), whole=True))
    if figure.top:
        _draw_upper_axis(canvas, figure)
    room = canvas.settle()
    for mark in figure.markers:
        canvas.drop(mark, (4, 3), 3.6)
    if down < 0:
        axes.axhline(0, color=INK, linewidth=0.8, zorder=2.5)
    _labels(canvas, figure, room, (down, up)).write()


def _labels(canvas: Canvas, figure: Figure, room: Box, span: tuple[float, float]) -> Labels:
    """Return the labels, with as little room above the lines as they need; sets the height of the axis."""
    down, up = span
    best: tuple[int, float, Labels] | None = None
    for above in _ROOM_ABOVE:
        height = up + ((up - down) or 1.0) * above / max(20.0, room.y1 - room.y0 - above)
        canvas.axes.set_ylim(down, height)
        labels = _plan(canvas, figure, room)
        lines = [canvas.track(line.x, line.y) for line in figure.lines if line.x and line.role not in _THIN]
        coloured = np.concatenate([np.empty((0, 2)), *lines])
        faults = sum(2 * (not at.free) + covers(at.box, coloured) for _, at, *_ in labels.placed)
        if best is None or faults < best[0]:
            best = (faults, height, labels)
        # More than a third of the figure for names would flatten what they name.
        if not faults or above > 0.3 * (room.y1 - room.y0):
            break
    assert best is not None
    canvas.axes.set_ylim(down, best[1])
    return best[2]


def _draw_upper_axis(canvas: Canvas, figure: Figure) -> None:
    """Draw the axis of money: its steps are as uneven as the prices of the items."""
    items, money = (np.array(side, dtype=float) for side in zip(*figure.top, strict=True))
    upper = canvas.axes.twiny()
    upper.grid(visible=False)
    upper.spines["top"].set_visible(True)
    upper.set_xlim(canvas.axes.get_xlim())
    # Great amounts need more room than a tenth of the axis, which takes most of the width.
    longest = canvas.measure(canvas.show(float(money[-1]), "quantity"), SIZE)[0]
    share = max(0.085, (longest + 4) / (0.8 * canvas.width))
    gap = share * canvas.axes.get_xlim()[1]
    keep: list[float] = []
    places: list[float] = []
    for amount in sheets.ticks(float(money[0]), float(money[-1]), min(10, int(1 / share))):
        at = float(np.interp(amount, money, items))
        # Fixed costs come before the first item.
        if amount >= money[0] and (not places or at - places[-1] >= gap):
            keep.append(amount)
            places.append(at)
    canvas.number(upper.xaxis, places, keep)
    if figure.top_label is not None:
        canvas.name_axis(upper.xaxis, figure.top_label, canvas.width * 0.75)


def _plan(canvas: Canvas, figure: Figure, room: Box) -> Labels:
    """Find places for the names of markers and lines, the most important first."""
    lines = [line for line in figure.lines if line.x]
    tracks = {id(line): canvas.track(line.x, line.y) for line in lines}
    drops = {id(mark): canvas.track([mark.x, mark.x], [0, mark.y]) for mark in figure.markers}
    # If a label must cross something, then rather a thin line than one with a colour.
    everything = {id(line): tracks[id(line)][:: 3 if line.role in _THIN else 1] for line in lines} | drops
    labels = Labels(canvas, room, [around(canvas, mark) for mark in figure.markers])

    def others(of: object) -> list[Points]:
        return [track for key, track in everything.items() if key != id(of)]

    for mark in figure.markers:
        # Beside the drop line, but not so low that a joining line would run along the axis.
        beside = drops[id(mark)][len(drops[id(mark)]) // 6 :]
        labels.add(mark.label, beside, others(mark), INK, 0.1, share=0.62, strong=True)
    # The perfect order has room for its name at its corner alone; at the end of a joining line it stood beside another line.
    for line in sorted(lines, key=lambda line: (line.role != "perfect", _ROLES.index(line.role))):
        if line.role != "other" or line.label is not None:
            words = line.name if line.label is None else line.label
            prefer, thin = 0.12 if line.role == "perfect" else 0.7, line.role in _THIN
            color = str(_LINES[line.role]["color"])
            labels.add(words, tracks[id(line)], others(line), color, prefer, share=0.5, optional=thin)
    return labels


def around(canvas: Canvas, mark: Marker) -> Box:
    """Return the box of a marker's dot, which no label may cover."""
    x, y = canvas.point(mark.x, mark.y)
    return Box(x - 4.5, y - 4.5, x + 4.5, y + 4.5)
