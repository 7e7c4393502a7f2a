"""The figure of a surface: what a plan is worth for each budget and each share that a model answers alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from budgetplan.render.figures import canvas as sheets
from budgetplan.render.figures.canvas import INK, SIZE, SMALL, THIN, Canvas, Label
from budgetplan.render.figures.gain import around, track
from budgetplan.render.figures.labels import Box, Place, Points, covers, place
from budgetplan.render.figures.plotting import MaxNLocator, Outline, PathPatch, Rectangle
from budgetplan.report.display import Style, sentence_text, show
from budgetplan.report.model import Figure, Grid

BANDS = 7
"""Most shades of a surface: more are not told apart."""

_RAMP = ((0xF4, 0xF8, 0xFB), (0xA6, 0xCB, 0xE4), (0x4A, 0x8F, 0xC2))
"""One hue, every channel falling from low to high, so that grey copies and colour-blind readers see the same order;
the darkest still lets black numbers be read."""

_STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 10]
RIDGE = "#7d2e00"
"""Dark against light shades; against dark ones its white casing is seen."""
_TOLERANCES = (0.15, 0.3, 0.6, 1.2, 2.4)
_MOST_POINTS = 3000
"""Corners of all outlines together, about 25 bytes each; a rough surface is drawn with coarser outlines."""
_KEY_GAP = 6.0
_GROUND = 1.5
"""Points of white around the letters of a label."""
_AT_MARKER = 9.0
"""Points from a marker within which its label may come near other lines: it lies on the ridge."""
_RING = 5.0 * np.array([(np.cos(turn), np.sin(turn)) for turn in np.linspace(0, 2 * np.pi, 9)[:-1]])


@dataclass(frozen=True)
class _Field:
    """A grid that can be shaded: at least two columns and rows."""

    x: Points
    y: Points
    z: Points


def draw_surface(canvas: Canvas, figure: Figure, style: Style) -> None:
    """Draw shades, contour lines with their values, the ridge and the recommended plan."""
    field = None if figure.grid is None else _field(figure.grid)
    edges = [] if field is None else levels(float(field.z.min()), float(field.z.max()))
    _set_axes(canvas, figure, style, field)
    sheets.name_axes(canvas, figure, style)
    tones = shades(max(1, len(edges) - 1))
    ends = sheets.numbers([edges[0], edges[-1]] if edges else [], style)
    if field is not None and not edges:
        ends = [_constant(float(field.z.mean()), style)]
    name = sentence_text(figure.top_label, style)
    name = canvas.fit(name, 0.5 * canvas.width, SMALL)
    tall = max(canvas.measure(words, SMALL)[1] for words in (name, *ends, "0"))
    room = canvas.settle((0, 0, 0, tall + _KEY_GAP if ends else 0))
    lines: dict[float, list[Points]] = {}
    if field is not None:
        lines = _shade(canvas, field, edges, tones)
        middle = room.y1 + _KEY_GAP + tall / 2
        _draw_key(canvas, (room.x0, room.x1), middle, name, tones, ends)
    for line in figure.lines:
        casing: dict[str, Any] = {"solid_joinstyle": "round", "clip_on": False}
        canvas.axes.plot(line.x, line.y, color="white", linewidth=4.6, zorder=4, **casing)
        canvas.axes.plot(line.x, line.y, color=RIDGE, linewidth=2.2, zorder=4.1, **casing)
    for mark in figure.markers:
        dot: dict[str, Any] = {"markersize": 8.5, "markeredgecolor": "white", "markeredgewidth": 1.4}
        canvas.axes.plot([mark.x], [mark.y], "o", color=RIDGE, clip_on=False, zorder=6, **dot)
    for label in _plan(canvas, figure, style, room, lines):
        sheets.put_label(canvas, label)


def surface_frame(figure: Figure, style: Style) -> tuple[tuple[str, ...], tuple[tuple[Any, ...], ...]]:
    """Return the numbers of a surface: header, and a row for each value, point of a line, and marker."""
    rows: list[tuple[Any, ...]] = []
    if figure.grid is not None:
        grid = figure.grid
        for y, values in zip(grid.y, grid.z, strict=True):
            rows += [("value", "", "", x, y, z) for x, z in zip(grid.x, values, strict=True)]
    for line in figure.lines:
        points = zip(line.x, line.y, strict=True)
        rows += [("line", line.name, line.role, x, y, None) for x, y in points]
    for mark in figure.markers:
        rows.append(("marker", sentence_text(mark.label, style), "", mark.x, mark.y, None))
    return ("part", "name", "role", "x", "y", "z"), tuple(rows)


def levels(low: float, high: float) -> list[float]:
    """Return the edges of at most seven bands that hold all values; none if the values are all the same.

    The edges are round, and zero is one of them where the values cross it.

    >>> levels(-30.0, 90.0)
    [-40.0, -20.0, 0.0, 20.0, 40.0, 60.0, 80.0, 100.0]
    >>> levels(5.0, 5.0)
    []
    """
    if high - low <= 1e-9 * max(abs(low), abs(high)):
        return []
    slack = 1e-9 * (high - low)  # a value that should be zero may lie a hair below it
    for most in range(BANDS, 0, -1):
        edges = [float(edge) for edge in MaxNLocator(nbins=most, steps=_STEPS).tick_values(low, high)]
        while len(edges) > 2 and edges[1] <= low + slack:
            edges = edges[1:]
        while len(edges) > 2 and edges[-2] >= high - slack:
            edges = edges[:-1]
        if len(edges) <= BANDS + 1 and edges[0] <= low + slack and edges[-1] >= high - slack:
            step = edges[1] - edges[0]
            return [0.0 if abs(edge) < 1e-6 * step else edge for edge in edges]
    return [low, high]


def shades(number: int) -> list[str]:
    """Return so many colours from light (low) to dark (high); one alone is in the middle.

    >>> shades(1), shades(3)
    (['#a6cbe4'], ['#f4f8fb', '#a6cbe4', '#4a8fc2'])
    """
    along = np.linspace(0, 1, number) if number > 1 else np.array([0.5])
    steps = np.linspace(0, 1, len(_RAMP))
    parts = [np.interp(along, steps, channel) for channel in zip(*_RAMP, strict=True)]
    return [
        "#" + "".join(f"{round(float(part)):02x}" for part in colour) for colour in zip(*parts, strict=True)
    ]


def _field(grid: Grid) -> _Field | None:
    """Return a grid that has an area: a single column or row is drawn as a stripe of its own width."""
    z = np.array(grid.z, dtype=float)
    if not z.size:
        return None
    x, y = _stripe(grid.x, 1.0), _stripe(grid.y, 0.1)
    z = np.repeat(z, 2, axis=1) if z.shape[1] == 1 else z
    z = np.repeat(z, 2, axis=0) if z.shape[0] == 1 else z
    return _Field(x, y, z)


def _stripe(values: tuple[float, ...], width: float) -> Points:
    if len(values) > 1:
        return np.array(values, dtype=float)
    half = 0.05 * abs(values[0]) or width / 2
    return np.array([values[0] - half, values[0] + half])


def _constant(value: float, style: Style) -> str:
    """Return the one value of a flat surface: as money, unless it is less than a coin."""
    coin = 10.0**-style.minor_digits
    return show(value, "money" if value == 0 or abs(value) >= coin else "quantity", style)


def _set_axes(canvas: Canvas, figure: Figure, style: Style, field: _Field | None) -> None:
    """Set limits that show the grid and all that is marked on it, and the ticks."""
    axes = canvas.axes
    axes.grid(visible=False)
    xs = [] if field is None else [*field.x]
    ys = [] if field is None else [*field.y]
    for line in figure.lines:
        xs, ys = [*xs, *line.x], [*ys, *line.y]
    for mark in figure.markers:
        xs, ys = [*xs, mark.x], [*ys, mark.y]
    left, right = _limits(xs)
    low, high = _limits(ys)
    axes.set_xlim(left, right)
    axes.set_ylim(low, high)
    grid = figure.grid
    marks = [*grid.x] if grid and len(grid.x) == 1 else sheets.ticks(left, right, 8)
    sheets.name_ticks(axes.xaxis, marks, sheets.numbers(marks, style))
    shares = (
        [*grid.y] if grid and len(grid.y) == 1 else sheets.ticks(low, high, max(2, int(canvas.height / 34)))
    )
    sheets.name_ticks(axes.yaxis, shares, [show(share, "percent", style) for share in shares])


def _limits(values: list[float]) -> tuple[float, float]:
    low, high = float(min(values, default=0.0)), float(max(values, default=1.0))
    return (low, high) if high > low else (low - 0.5, high + 0.5)


def _shade(canvas: Canvas, field: _Field, edges: list[float], tones: list[str]) -> dict[float, list[Points]]:
    """Draw the shades one upon the other and the lines between them; return the lines by level."""
    axes, inner = canvas.axes, edges[1:-1]
    x0, y0, x1, y1 = (float(side) for side in (field.x[0], field.y[0], field.x[-1], field.y[-1]))
    axes.add_patch(Rectangle((x0, y0), x1 - x0, y1 - y0, facecolor=tones[0], linewidth=0))
    areas = {level: _outlines(canvas, field, level, edges[-1], filled=True) for level in inner}
    lines = {level: _outlines(canvas, field, level, edges[-1], filled=False) for level in inner}
    for tolerance in _TOLERANCES:
        slim = [{k: _slim_all(canvas, v, tolerance) for k, v in each.items()} for each in (areas, lines)]
        if sum(len(one) for each in slim for found in each.values() for one in found) <= _MOST_POINTS:
            break
    for level, tone in zip(inner, tones[1:], strict=True):
        rings = [ring for ring in slim[0][level] if len(ring) > 3]
        if rings:
            axes.add_patch(PathPatch(_path(rings, closed=True), facecolor=tone, linewidth=0, zorder=1.5))
    for level in inner:
        thick = (
            {"linewidth": 2.0, "edgecolor": INK} if level == 0 else {"linewidth": 0.6, "edgecolor": "#3a3a3a"}
        )
        if slim[1][level]:
            axes.add_patch(PathPatch(_path(slim[1][level], closed=False), fill=False, zorder=3, **thick))
    return lines


def _outlines(canvas: Canvas, field: _Field, level: float, top: float, *, filled: bool) -> list[Points]:
    """Return the outlines of all that lies above a level, or the lines at it."""
    axes = canvas.axes
    limits = axes.get_xlim(), axes.get_ylim()
    if filled:
        above = top + (top - level)
        found = axes.contourf(field.x, field.y, field.z, levels=[level, above])
    else:
        found = axes.contour(field.x, field.y, field.z, levels=[level])
    paths = found.get_paths()
    found.remove()
    axes.set_xlim(limits[0])
    axes.set_ylim(limits[1])
    outlines: list[Points] = []
    for path in paths:
        codes = path.codes if path.codes is not None else np.array([])
        starts = np.flatnonzero(codes == Outline.MOVETO)
        pieces = np.split(np.asarray(path.vertices, dtype=np.float64), starts[1:])
        outlines += [piece for piece in pieces if len(piece) > 1]
    return outlines


def _slim_all(canvas: Canvas, outlines: list[Points], tolerance: float) -> list[Points]:
    """Return outlines without the corners that nobody would miss, and without specks."""
    found = []
    for outline in outlines:
        spots = np.asarray(canvas.axes.transData.transform(outline), dtype=np.float64)
        if np.ptp(spots, axis=0).max() > 2 * tolerance:
            found.append(outline[slim(spots, tolerance)])
    return found


def slim(points: Points, tolerance: float) -> Any:
    """Return which corners of a polyline to keep, so that none that goes lay farther off than ``tolerance``.

    The rule is that of Ramer (1972) and of Douglas and Peucker (1973).

    >>> slim(np.array([[0.0, 0], [1, 0.01], [2, 0], [2, 2]]), 0.1)
    array([ True, False,  True,  True])
    """
    keep = np.zeros(len(points), dtype=bool)
    keep[[0, -1]] = True
    spans = [(0, len(points) - 1)]
    while spans:
        first, last = spans.pop()
        if last - first < 2:
            continue
        gaps = _distances(points[first + 1 : last], points[first], points[last])
        far = int(gaps.argmax())
        if gaps[far] > tolerance:
            middle = first + 1 + far
            keep[middle] = True
            spans += [(first, middle), (middle, last)]
    return keep


def _distances(points: Points, start: Points, end: Points) -> Points:
    """Return how far points lie from the piece of a line between two others."""
    way = end - start
    length = float(way @ way)
    share = np.clip((points - start) @ way / length, 0, 1) if length else np.zeros(len(points))
    found: Points = np.hypot(*(points - start - share[:, None] * way).T)
    return found


def _path(pieces: Sequence[Points], *, closed: bool) -> Outline:
    codes: list[Any] = []
    for piece in pieces:
        codes += [Outline.MOVETO] + [Outline.LINETO] * (len(piece) - 1)
        if closed:
            codes[-1] = Outline.CLOSEPOLY
    return Outline(np.concatenate(list(pieces)), codes)


def _draw_key(
    canvas: Canvas, across: tuple[float, float], y: float, name: str, tones: list[str], ends: list[str]
) -> None:
    """Draw what the shades stand for above the axes: the name, and the shades between their two ends."""
    left, right = across
    widths = [canvas.measure(words, SMALL)[0] for words in ends]
    wide = canvas.measure(name, SMALL)[0]
    swatch = min(22.0, (right - left - wide - sum(widths) - 20) / len(tones))
    written = {"fontsize": SMALL, "va": "center", "ha": "left"}
    canvas.write(left, y, name, **written)
    at = left + wide + (8 if name else 0)
    if len(ends) > 1:
        canvas.write(at, y, ends[0], **written)
        at += widths[0] + 4
    for tone in tones:
        spot = (at / canvas.width, (y - 4.5) / canvas.height)
        size = (swatch / canvas.width, 9 / canvas.height)
        line: dict[str, Any] = {"edgecolor": THIN, "linewidth": 0.5}
        canvas.figure.add_artist(Rectangle(spot, *size, facecolor=tone, **line))
        at += swatch
    canvas.write(at + 4, y, ends[-1], **written)


def _plan(
    canvas: Canvas, figure: Figure, style: Style, room: Box, lines: dict[float, list[Points]]
) -> list[Label]:
    """Find places for the names of markers and ridge, then for the values of the contour lines."""
    inner = Box(room.x0 + 3, room.y0 + 3, room.x1 - 3, room.y1 - 3)
    none = np.empty((0, 2))
    ridges = [track(canvas, line.x, line.y) if line.x else none for line in figure.lines]
    tracks = {level: [track(canvas, *piece.T) for piece in pieces] for level, pieces in lines.items()}
    strong = [one for level, pieces in tracks.items() if level == 0 for one in pieces]
    taken: list[Box] = []
    labels: list[Label] = []

    def add(own: Points, foreign: list[Points], standing: list[Box], words: str, *, bold: bool) -> None:
        words = canvas.fit(words, (0.5 if bold else 0.4) * (room.x1 - room.x0), SIZE if bold else SMALL)
        width, height = canvas.measure(words, SIZE if bold else SMALL, "bold" if bold else "normal")
        size = (width + 2 * _GROUND, height)
        found = place(size, own, np.concatenate([none, *foreign]), standing, inner, prefer=0.6)
        # No letters stand on shades and lines.
        labels.append(Label(words, replace(found, bare=False), INK if bold else RIDGE, bold))
        taken.append(found.box)

    dots = [around(canvas, mark) for mark in figure.markers]
    for mark, dot in zip(figure.markers, dots, strict=True):
        spot = np.array(canvas.point(mark.x, mark.y))
        others = [one for one in dots if one is not dot]
        foreign = _beyond([*ridges, *strong], spot)
        add(spot + _RING, foreign, [*taken, *others], sentence_text(mark.label, style), bold=True)
    taken += dots
    for line, own in zip(figure.lines, ridges, strict=True):
        if line.label is not None and len(own):
            add(own, strong, taken, sentence_text(line.label, style), bold=False)
    for level in sorted(tracks, key=abs):
        found = _value_label(canvas, style, level, tracks, ridges, taken, inner)
        if found is not None:
            labels.append(found)
            taken.append(found.place.box)
    return labels


def _beyond(points: list[Points], centre: Points) -> list[Points]:
    """Return points without those at a marker."""
    return [one[np.hypot(*(one - centre).T) > _AT_MARKER] for one in points if len(one)]


def _value_label(
    canvas: Canvas,
    style: Style,
    level: float,
    tracks: dict[float, list[Points]],
    ridges: list[Points],
    taken: list[Box],
    inner: Box,
) -> Label | None:
    """Return the value of a contour line on its line, where it covers nothing else; None if there is no such place."""
    bold = level == 0
    words = sheets.numbers([level], style)[0]
    width, height = canvas.measure(words, SIZE if bold else SMALL, "bold" if bold else "normal")
    width += 2 * _GROUND
    others = [one for other, pieces in tracks.items() if other != level for one in pieces]
    foreign = np.concatenate([np.empty((0, 2)), *others, *ridges])
    for own in sorted(tracks[level], key=len, reverse=True):
        if np.ptp(own, axis=0).sum() < 1.5 * width:
            break
        # The middle of a line first, then farther and farther out.
        order = np.argsort(np.abs(np.arange(len(own)) - len(own) / 2), kind="stable")
        for x, y in own[order]:
            box = Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
            wider = Box(box.x0 - 2, box.y0 - 2, box.x1 + 2, box.y1 + 2)
            if inner.holds(box) and not any(wider.meets(one) for one in taken) and not covers(wider, foreign):
                spot = Place(box, (float(x), float(y)), joined=False, bare=False)
                return Label(words, spot, INK, bold)
    return None
