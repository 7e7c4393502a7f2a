"""Figures of intervals: what each option is worth, and what one more entry costs step by step."""

from __future__ import annotations

import math
from typing import Any

from budgetplan.render.figures import canvas as sheets
from budgetplan.render.figures.canvas import BLUE, DARK, INK, MUTE, SMALL, TINT, VERMILION, Canvas
from budgetplan.render.figures.labels import Box
from budgetplan.render.figures.plotting import NullLocator
from budgetplan.report.display import Style, show, without_tags
from budgetplan.report.model import Bar, Figure, Marker


def draw_options(canvas: Canvas, figure: Figure, style: Style) -> None:
    """Draw one interval for each option, its numbers in a column on the right."""
    axes, bars = canvas.axes, figure.bars
    low, high = _extent(bars, [mark.x for mark in figure.markers])
    axes.set_xlim(low, high)
    axes.set_ylim(len(bars) - 0.4, -0.6)
    axes.grid(axis="y", visible=False)
    axes.tick_params(axis="y", length=0)
    marks = sheets.ticks(low, high, 6)
    sheets.name_ticks(axes.xaxis, marks, sheets.numbers(marks, style))
    size = sheets.row_size(canvas.height, len(bars))
    names = [canvas.fit(without_tags(bar.label), 0.36 * canvas.width, size, "bold") for bar in bars]
    sheets.name_ticks(axes.yaxis, [float(row) for row in range(len(bars))], names)
    for label, bar in zip(axes.get_yticklabels(), bars, strict=True):
        label.set_fontweight("bold" if bar.strong else "normal")
        label.set_fontsize(size)
    sheets.name_axes(canvas, figure, style)
    kind = figure.value_kind or "count"
    values = [canvas.fit(_value_words(bar, kind, style), 0.36 * canvas.width, size, "bold") for bar in bars]
    column = max((canvas.measure(words, size, "bold")[0] for words in values), default=0.0)
    room = canvas.settle((0, 0, column + 6, 0))
    for row, (bar, words) in enumerate(zip(bars, values, strict=True)):
        _draw_interval(axes, row, bar)
        at = canvas.point(low, row)[1]
        weight = "bold" if bar.strong else "normal"
        right = min(room.x1 + 6 + column, canvas.width - 1)
        canvas.write(right, at, words, fontsize=size, fontweight=weight, ha="right", va="center")
    for mark in figure.markers:
        ends = [mark.y - 0.36, mark.y + 0.36]
        axes.plot([mark.x, mark.x], ends, color=VERMILION, linewidth=1.6, zorder=4)


def _extent(bars: tuple[Bar, ...], marks: list[float]) -> tuple[float, float]:
    """Return what the axis of the intervals and marks must show: zero too, unless all lies far from it."""
    lows = [bar.interval.low if bar.interval else bar.value for bar in bars if bar.value is not None]
    highs = [bar.interval.high if bar.interval else bar.value for bar in bars if bar.value is not None]
    low = min((value for value in (*lows, *marks) if value is not None), default=0.0)
    high = max((value for value in (*highs, *marks) if value is not None), default=1.0)
    margin = 0.04 * ((high - low) or abs(high) or 1.0)
    if 0 <= low < 0.5 * high:
        return 0.0, high + margin
    return low - margin, high + margin


def _value_words(bar: Bar, kind: str, style: Style) -> str:
    if bar.value is None:
        return without_tags(bar.note)
    words = show(bar.value, kind, style)
    interval = show(bar.interval, kind, style) if bar.interval else words
    return words if interval == words else f"{words} ({interval})"


def _draw_interval(axes: Any, row: int, bar: Bar) -> None:
    colour = BLUE if bar.strong else MUTE
    if bar.strong:
        axes.axhspan(row - 0.48, row + 0.48, color=TINT, linewidth=0, zorder=0)
    if bar.value is None:
        return
    if bar.interval is not None:
        ends = [bar.interval.low, bar.interval.high]
        axes.plot(ends, [row, row], color=colour, linewidth=3 if bar.strong else 2, solid_capstyle="butt")
    face = colour if bar.filled else "white"
    edge = "white" if bar.filled else colour
    shape, size = ("o", 8.0) if bar.strong else ("s", 6.0)
    marker = {"markersize": size, "color": face, "markeredgecolor": edge, "zorder": 5}
    axes.plot([bar.value], [row], shape, **marker, clip_on=False)  # whole at the edge of the figure too


def draw_steps(canvas: Canvas, figure: Figure, style: Style) -> None:
    """Draw a dot with its interval for each step, the level it is compared with, and where the review stops.

    Costs are set apart by ratio, so that the dearest step is seen beside the cheapest: no dot is cut off.
    """
    axes, bars = canvas.axes, figure.bars
    low, high = _span(figure)
    axes.set_xlim(-0.6, max(1, len(bars)) - 0.4)
    axes.set_yscale("log")
    axes.set_ylim(low, high)
    axes.yaxis.set_minor_locator(NullLocator())
    axes.grid(axis="x", visible=False)
    axes.tick_params(axis="x", length=0)
    levels = round_steps(low, high, max(2, int(canvas.height / 28)))
    sheets.name_ticks(axes.yaxis, levels, sheets.numbers(levels, style))
    slot = 0.85 * canvas.width / max(1, len(bars))
    names = [canvas.fit(without_tags(bar.label), slot, SMALL) for bar in bars]
    sheets.name_ticks(axes.xaxis, [float(place) for place in range(len(bars))], names)
    sheets.name_axes(canvas, figure, style)
    level = figure.level if figure.level is not None and figure.level > 0 else None
    margin, words = 0.0, ""
    if level is not None and figure.level_label is not None:
        words = canvas.fit(without_tags(figure.level_label), 0.16 * canvas.width, SMALL, lines=4)
        margin = canvas.measure(words, SMALL)[0] + 6.0
    room = canvas.settle((0, 0, margin, 0))
    for mark in figure.markers:
        axes.axvline(mark.x, color=INK, linewidth=1, linestyle=(0, (4, 3)), zorder=2)
        _name_stop(canvas, mark, style, room)
    for place, bar in enumerate(bars):
        _draw_dot(axes, place, bar, (low, high))
    height = None
    if level is not None:
        axes.axhline(level, color=VERMILION, linewidth=1.5, linestyle=(0, (5, 2)), zorder=4)
        height = canvas.point(0, level)[1]
        colour = DARK[VERMILION]
        canvas.write(room.x1 + 5, height, words, fontsize=SMALL, color=colour, ha="left", va="center")
    _write_steps(canvas, figure, style, (low, high), height)


def _name_stop(canvas: Canvas, mark: Marker, style: Style, room: Box) -> None:
    """Write what the line is at its top, on the side where there is more room."""
    words = canvas.fit(without_tags(mark.label), 0.3 * canvas.width, SMALL, "bold")
    x = canvas.point(mark.x, 1.0)[0]
    left = x > (room.x0 + room.x1) / 2
    styled = {"fontsize": SMALL, "fontweight": "bold", "color": INK, "va": "top"}
    canvas.write(x + (-4 if left else 4), room.y1 - 2, words, ha="right" if left else "left", **styled)


def _span(figure: Figure) -> tuple[float, float]:
    """Return the ends of the axis: every cost, the level, and intervals as far as they are not many times that."""
    values = [bar.value for bar in figure.bars if bar.value is not None and bar.value > 0]
    values += [figure.level] if figure.level is not None and figure.level > 0 else []
    if not values:
        return 0.5, 2.0
    least, most = min(values), max(values)
    ends = [bar.interval for bar in figure.bars if bar.value is not None and bar.interval is not None]
    lows = [one.low for one in ends if one.low > least / 4]
    highs = [min(one.high, most * 3) for one in ends]
    low, high = min([least, *lows]), max([most, *highs])
    room = max(high / low, 4.0)
    # Room below for what is said of steps without a cost, above for numbers and the name of the stop.
    return low / room**0.18, high * room**0.34


def round_steps(low: float, high: float, most: int) -> list[float]:
    """Return at most about ``most`` round numbers between two positive ones, apart by ratio.

    >>> round_steps(0.7, 60, 5)
    [1.0, 3.0, 10.0, 30.0]
    >>> round_steps(0.7, 60, 8)
    [1.0, 2.0, 5.0, 10.0, 20.0, 50.0]
    """
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    best: list[float] = []
    for heads in ((1.0,), (1.0, 3.0), (1.0, 2.0, 5.0), (1.0, 2.0, 3.0, 5.0, 7.0)):
        found = [head * 10.0**power for power in decades for head in heads]
        shown = [one for one in found if low <= one <= high]
        if len(shown) <= most or len(best) < 2:
            best = shown
    return best or [low]


def _draw_dot(axes: Any, place: int, bar: Bar, span: tuple[float, float]) -> None:
    if bar.value is None or bar.value <= 0:
        return
    low, high = span
    colour = BLUE if bar.filled else "#555555"
    if bar.interval is not None:
        ends = [max(bar.interval.low, low), min(bar.interval.high, high)]
        axes.plot([place, place], ends, color=colour, linewidth=1.6, zorder=3, solid_capstyle="butt")
        if bar.interval.high > high:
            axes.plot([place], [high * 0.99], "^", markersize=6.0, color=colour, zorder=3, clip_on=False)
    face, edge = (colour, "white") if bar.filled else ("white", colour)
    dot = {"markersize": 7.0, "color": face, "markeredgecolor": edge, "zorder": 5, "clip_on": False}
    axes.plot([place], [bar.value], "o", **dot)


def _write_steps(
    canvas: Canvas, figure: Figure, style: Style, span: tuple[float, float], level: float | None
) -> None:
    """Write the number of each step above its interval, or in words at the bottom why there is none."""
    kind, (low, high) = figure.value_kind or "money", span
    slot = canvas.point(1, low)[0] - canvas.point(0, low)[0]
    plain = [show(bar.value, kind, style) for bar in figure.bars]
    widest = max((canvas.measure(words, SMALL, "bold")[0] for words in plain), default=0.0)
    size = SMALL * min(1.0, max(0.7, (slot - 3) / (widest or 1.0)))
    for place, (bar, words) in enumerate(zip(figure.bars, plain, strict=True)):
        if bar.value is None or bar.value <= 0:
            note = without_tags(bar.note)
            text, weight, colour = canvas.fit(note, slot - 2, size, lines=3), "normal", MUTE
            reach = low
        else:
            reach = min(max(bar.value, bar.interval.high if bar.interval else 0.0), high)
            text, weight, colour = words, "bold", INK
        height = canvas.measure(text, size, weight)[1]
        x, y = canvas.point(place, reach)
        top = canvas.point(0, high)[1]
        # Where the interval goes on beyond the figure the number stands above its dot, and parts the line.
        within = y + height + 6 < top
        y = y + 5.0 if within else canvas.point(0, bar.value or low)[1] + 6.0
        if level is not None and y - 1 < level < y + height + 1:
            y = level + 2.5
        behind = None if within else {"facecolor": "white", "edgecolor": "none", "pad": 0.6}
        look = {"fontsize": size, "fontweight": weight, "color": colour, "bbox": behind}
        canvas.write(x, y, text, ha="center", va="bottom", **look)


_DIAMOND: dict[str, Any] = {
    "marker": "D",
    "markersize": 7.0,
    "color": VERMILION,
    "markeredgecolor": "white",
    "zorder": 6,
}


def draw_chance(canvas: Canvas, figure: Figure, style: Style) -> None:
    """Draw how likely an amount suffices, from none to all of the draws, with the amounts that are asked about."""
    axes, (line, *_) = canvas.axes, figure.lines
    low, high = min(line.x), max(line.x)
    for mark in figure.markers:
        low, high = min(low, mark.x), max(high, mark.x)
    margin = 0.04 * ((high - low) or abs(high) or 1.0)
    axes.set_xlim(low - margin, high + margin)
    axes.set_ylim(0, 1.08)
    axes.step(line.x, line.y, where="post", color=BLUE, linewidth=2.2, zorder=4)
    marks = sheets.ticks(low, high, 7)
    sheets.name_ticks(axes.xaxis, marks, sheets.numbers(marks, style))
    levels = [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    sheets.name_ticks(axes.yaxis, levels, sheets.numbers([100 * one for one in levels], style))
    sheets.name_axes(canvas, figure, style)
    room = canvas.settle()
    if figure.level is not None:
        axes.axhline(figure.level, color=MUTE, linewidth=1.0, linestyle=(0, (4, 3)), zorder=3)
        words = without_tags(figure.level_label)
        words = canvas.fit(words, 0.3 * canvas.width, SMALL)
        # On the right the curve lies above the level, unless it never gets there.
        under = line.y[-1] >= figure.level
        y = canvas.point(low, figure.level)[1] + (-3 if under else 2)
        side = "top" if under else "bottom"
        canvas.write(room.x1 - 4, y, words, fontsize=SMALL, color=MUTE, ha="right", va=side)
    for mark in figure.markers:
        axes.plot([mark.x, mark.x], [0, mark.y], color=INK, linewidth=1, linestyle=(0, (2, 2)), zorder=3.5)
        axes.plot([mark.x], [mark.y], "o", markersize=7, color=BLUE, markeredgecolor="white", zorder=6)
        _name_mark(canvas, (mark.x, mark.y), without_tags(mark.label), room.x0)


def _name_mark(canvas: Canvas, at: tuple[float, float], label: str, least: float) -> None:
    """Write what a point is: on its left, where the curve is lower, or below it on its right."""
    words = canvas.fit(label, 0.34 * canvas.width, SMALL)
    x, y = canvas.point(*at)
    style: dict[str, Any] = {"fontsize": SMALL, "color": DARK[BLUE]}
    if x - 8 - canvas.measure(words, SMALL)[0] > least:
        canvas.write(x - 8, y + 1, words, ha="right", va="bottom", **style)
    else:
        canvas.write(x + 8, max(y - 6, 12.0), words, ha="left", va="top", **style)


def draw_swings(canvas: Canvas, figure: Figure, style: Style) -> None:
    """Draw one bar for each input around what is planned, the widest on top, with diamonds where the plan changes."""
    axes, bars = canvas.axes, figure.bars
    level = figure.level or 0.0
    ends = [end for bar in bars if bar.interval for end in (bar.interval.low, bar.interval.high)]
    low, high = min([level, *ends]), max([level, *ends])
    margin = 0.05 * ((high - low) or abs(high) or 1.0)
    axes.set_xlim(low - margin, high + margin)
    axes.set_ylim(len(bars) - 0.4, -0.6)
    axes.grid(axis="y", visible=False)
    axes.tick_params(axis="y", length=0)
    marks = sheets.ticks(low, high, 6)
    sheets.name_ticks(axes.xaxis, marks, sheets.numbers(marks, style))
    size = sheets.row_size(canvas.height, len(bars))
    names = [canvas.fit(without_tags(bar.label), 0.3 * canvas.width, size) for bar in bars]
    sheets.name_ticks(axes.yaxis, [float(row) for row in range(len(bars))], names)
    for label in axes.get_yticklabels():
        label.set_fontsize(size)
    sheets.name_axes(canvas, figure, style)
    notes = [canvas.fit(_note(bar, style), 0.24 * canvas.width, size) for bar in bars]
    column = max((canvas.measure(words, size)[0] for words in notes), default=0.0)
    room = canvas.settle((0, 0, column + 8, 13))
    for row, bar in enumerate(bars):
        if bar.interval is not None:
            width = bar.interval.high - bar.interval.low
            axes.barh(row, width, left=bar.interval.low, height=0.5, color=BLUE, linewidth=0, zorder=3)
        y = canvas.point(low, row)[1]
        canvas.write(room.x1 + 8, y, notes[row], fontsize=size, ha="left", va="center")
    axes.plot([level, level], [-0.5, len(bars) - 0.4], color=INK, linewidth=1.2, zorder=4)
    if figure.level_label is not None:
        words = f"{without_tags(figure.level_label)}: {show(level, 'whole', style)}"
        x = canvas.point(level, 0)[0]
        x = min(max(x, room.x0 + canvas.measure(words, SMALL)[0] / 2), room.x1 - 20)
        canvas.write(x, room.y1 + 1, words, fontsize=SMALL, ha="center", va="bottom")
    for mark in figure.markers:
        axes.plot([mark.x], [mark.y], **_DIAMOND, linestyle="none", clip_on=False)


def _note(bar: object, style: Style) -> str:
    note = getattr(bar, "note", None)
    return without_tags(note)
