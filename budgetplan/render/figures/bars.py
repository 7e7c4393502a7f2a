"""Figures of intervals: what each option is worth, and what one more entry costs step by step."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from matplotlib.ticker import NullLocator

from budgetplan.render.figures import canvas as sheets
from budgetplan.render.figures.canvas import BLUE, DARK, INK, MUTE, SMALL, TINT, VERMILION, Canvas
from budgetplan.report.display import without_tags
from budgetplan.report.model import Bar, Figure, Range

_DASHED = (0, (4, 3))
_WHITE = {"facecolor": "white", "edgecolor": "none", "pad": 0.6}
"""What stands behind words that part a line."""
_LOOKS = ("s", 6.0, 2, MUTE, "normal"), ("o", 8.0, 3, BLUE, "bold")
"""Shape and size of a dot, width and colour of its interval, weight of its numbers: of an option, and of a strong one."""


def _rows(canvas: Canvas, figure: Figure, span: tuple[float, float], margin: float, share: float, weight: str) -> float:
    """Set up an axis with a named row for each bar, and return the size of their type; ``share``: names take of the width."""
    axes, bars, (low, high) = canvas.axes, figure.bars, span
    canvas.frame(figure, (low - margin, high + margin), (len(bars) - 0.4, -0.6), "y")
    axes.tick_params(axis="y", length=0)
    canvas.number(axes.xaxis, sheets.ticks(low, high, 6))
    size = sheets.row_size(canvas.height, len(bars))
    noted = [bar.note if figure.kind == "options" and bar.value is not None else None for bar in bars]
    names = [f"{bar.label} ({note})" if note else bar.label for bar, note in zip(bars, noted, strict=True)]
    names = [canvas.fit(without_tags(name), share * canvas.width, size, weight) for name in names]
    canvas.name_rows(names, [*map(float, range(len(bars)))], size, [bar.strong for bar in bars])
    return size


def draw_options(canvas: Canvas, figure: Figure) -> None:
    """Draw one interval for each option, its numbers in a column on the right."""
    axes, bars, kind = canvas.axes, figure.bars, figure.value_kind or "count"
    # Zero too, unless all lies far from it.
    spans = [bar.interval or Range(bar.value, bar.value) for bar in bars if bar.value is not None]
    marks = [mark.x for mark in figure.markers]
    low = min((*(span.low for span in spans), *marks), default=0.0)
    high = max((*(span.high for span in spans), *marks), default=1.0)
    margin = _margin(low, high, 0.04)
    low, high = 0.0 if 0 <= low < 0.5 * high else low - margin, high + margin
    size = _rows(canvas, figure, (low, high), 0.0, 0.36, "bold")
    values = [canvas.fit(_value_words(canvas, bar, kind), 0.36 * canvas.width, size, "bold") for bar in bars]
    column = canvas.widest(values, size, "bold")
    room = canvas.settle((column + 6, 0))
    right = min(room.x1 + 6 + column, canvas.width - 1)
    for row, (bar, words) in enumerate(zip(bars, values, strict=True)):
        shape, dot, line, colour, weight = _LOOKS[bar.strong]
        if bar.strong:
            axes.axhspan(row - 0.48, row + 0.48, color=TINT, linewidth=0, zorder=0)
        if bar.value is not None:
            if bar.interval is not None:
                ends = [bar.interval.low, bar.interval.high]
                axes.plot(ends, [row, row], color=colour, linewidth=line, solid_capstyle="butt")
            canvas.dot(bar.value, row, colour, dot, shape, filled=bar.filled)
        canvas.write(right, canvas.point(low, row)[1], words, size, weight, ha="right", va="center")
    for mark in figure.markers:
        axes.plot([mark.x, mark.x], [mark.y - 0.36, mark.y + 0.36], color=VERMILION, linewidth=1.6, zorder=4)


def _margin(low: float, high: float, share: float) -> float:
    """Return the room beside the ends of an axis, some also where both are the same."""
    return share * ((high - low) or abs(high) or 1.0)


def _value_words(canvas: Canvas, bar: Bar, kind: str) -> str:
    if bar.value is None:
        return canvas.show(bar.note, "text")
    words = canvas.show(bar.value, kind)
    interval = canvas.show(bar.interval, kind) if bar.interval else words
    return words if interval == words else f"{words} ({interval})"


def draw_steps(canvas: Canvas, figure: Figure) -> None:
    """Draw a dot with its interval for each step, the level it is compared with, and where the review stops.

    Costs are set apart by ratio, so that the dearest step is seen beside the cheapest: no dot is cut off.
    """
    axes, bars = canvas.axes, figure.bars
    low, high = _span(figure)
    canvas.frame(figure, (-0.6, max(1, len(bars)) - 0.4), (low, high), "x", yscale="log")
    axes.yaxis.set_minor_locator(NullLocator())
    axes.tick_params(axis="x", length=0)
    canvas.number(axes.yaxis, round_steps(low, high, max(2, int(canvas.height / 28))))
    slot = 0.85 * canvas.width / max(1, len(bars))
    sheets.name_ticks(axes.xaxis, [*map(float, range(len(bars)))], [canvas.fit(bar.label, slot) for bar in bars])
    level = figure.level if figure.level is not None and figure.level > 0 else None
    margin, words = 0.0, ""
    if level is not None and figure.level_label is not None:
        words = canvas.fit(figure.level_label, 0.16 * canvas.width, lines=4)
        margin = canvas.measure(words)[0] + 6.0
    room = canvas.settle((margin, 0))
    for mark in figure.markers:
        axes.axvline(mark.x, color=INK, linewidth=1, linestyle=_DASHED, zorder=2)
        # What it is stands where it covers the fewest dots and intervals, as high as can be.
        stop, x = canvas.fit(mark.label, 0.3 * canvas.width, SMALL, "bold"), canvas.point(mark.x, 1.0)[0]
        wide = canvas.measure(stop, SMALL, "bold")[0] + 8
        ways = [way for way in (1, -1) if room.x0 < x + way * wide < room.x1] or [1]
        places = [(top, way) for top in np.arange(room.y1 - 2, room.y0 + 40, -8.0) for way in ways]
        top, way = min(places, key=lambda place: (_covered(canvas, bars, x, wide, *place), -place[0]))
        side = "left" if way == 1 else "right"
        canvas.write(x + way * 4, top, stop, SMALL, "bold", ha=side, va="top", bbox=_WHITE)
    for place, bar in enumerate(bars):
        if bar.value is None or bar.value <= 0:
            continue
        colour, span = BLUE if bar.filled else "#555555", bar.interval
        if span is not None:
            ends = [max(span.low, low), min(span.high, high)]
            axes.plot([place, place], ends, color=colour, linewidth=1.6, zorder=3, solid_capstyle="butt")
            if span.high > high:
                axes.plot([place], [high * 0.99], "^", markersize=6.0, color=colour, zorder=3, clip_on=False)
        canvas.dot(place, bar.value, colour, filled=bar.filled)
    height = None
    if level is not None:
        axes.axhline(level, color=VERMILION, linewidth=1.5, linestyle=(0, (5, 2)), zorder=4)
        height = canvas.point(0, level)[1]
        canvas.write(room.x1 + 5, height, words, color=DARK[VERMILION], ha="left", va="center")
    _write_steps(canvas, figure, (low, high), height)


def _covered(canvas: Canvas, bars: Sequence[Bar], x: float, wide: float, top: float, way: int) -> int:
    """Return how many dots and intervals words beside ``x``, below ``top``, would cover."""
    spans = [(at, bar.interval or Range(bar.value, bar.value)) for at, bar in enumerate(bars) if bar.value]
    ends = [(canvas.point(at, span.low), canvas.point(at, span.high)[1]) for at, span in spans]
    # Above each dot, or below, stands its number.
    return sum(0 < way * (at - x) < wide and low - 24 < top < high + 32 for (at, low), high in ends)


def _span(figure: Figure) -> tuple[float, float]:
    """Return the ends of the axis: every cost, the level, and intervals as far as they are not many times that."""
    values = [bar.value for bar in figure.bars if bar.value is not None and bar.value > 0]
    values += [figure.level] if figure.level is not None and figure.level > 0 else []
    if not values:
        return 0.5, 2.0
    least, most = min(values), max(values)
    ends = [bar.interval for bar in figure.bars if bar.value is not None and bar.interval is not None]
    low = min([least, *(end.low for end in ends if end.low > least / 4)])
    high = max([most, *(min(end.high, most * 3) for end in ends)])
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
        every = [head * 10.0**power for power in decades for head in heads]
        shown = [step for step in every if low <= step <= high]
        if len(shown) <= most or len(best) < 2:
            best = shown
    return best or [low]


def _write_steps(canvas: Canvas, figure: Figure, span: tuple[float, float], level: float | None) -> None:
    """Write the number of each step above its interval, below one that is open, or in words at the bottom why there is none."""
    low, high = span
    slot = canvas.point(1, low)[0] - canvas.point(0, low)[0]
    (_, bottom), (_, top) = canvas.point(0, low), canvas.point(0, high)
    plain = [canvas.show(bar.value, figure.value_kind or "money") for bar in figure.bars]
    size = canvas.shrunk(plain, slot - 3, 0.7, "bold")
    for place, (bar, words) in enumerate(zip(figure.bars, plain, strict=True)):
        if bar.value is None or bar.value <= 0:
            text = canvas.fit(bar.note, slot - 2, size, lines=3)
            weight, colour, reach = "normal", MUTE, low
        else:
            reach = min(max(bar.value, bar.interval.high if bar.interval else 0.0), high)
            text, weight, colour = words, "bold", INK
        width, height = canvas.measure(text, size, weight)
        x, y = canvas.point(place, reach)
        above = y + height + 6 < top
        end = bar.interval.low if bar.interval else bar.value or low
        y = y + 5.0 if above else max(canvas.point(place, max(end, low))[1] - height - 5.0, bottom + 2.0)
        for stop in (canvas.point(mark.x, low)[0] for mark in figure.markers):
            if abs(x - stop) < width / 2 + 2:  # beside the line of the stop
                x = stop + math.copysign(width / 2 + 2, x - stop if x != stop else -1)
        if level is not None and y - 1 < level < y + height + 1:
            y = level + 2.5 if above else level - height - 2.5
        canvas.write(x, y, text, size, weight, color=colour, bbox=_WHITE, ha="center", va="bottom")


def draw_chance(canvas: Canvas, figure: Figure) -> None:
    """Draw how likely an amount suffices, from none to all of the draws, with the amounts that are asked about."""
    axes, (line, *_) = canvas.axes, figure.lines
    amounts = [*line.x, *(mark.x for mark in figure.markers)]
    low, high = min(amounts), max(amounts)
    margin = _margin(low, high, 0.04)
    canvas.frame(figure, (low - margin, high + margin), (0, 1.08))
    axes.step(line.x, line.y, where="post", color=BLUE, linewidth=2.2, zorder=4)
    canvas.number(axes.xaxis, sheets.ticks(low, high, 7))
    levels = [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    canvas.number(axes.yaxis, levels, [100 * level for level in levels])
    room = canvas.settle()
    if figure.level is not None:
        axes.axhline(figure.level, color=MUTE, linewidth=1.0, linestyle=_DASHED, zorder=3)
        words = canvas.fit(figure.level_label, 0.3 * canvas.width)
        # On the right the curve lies above the level, unless it never gets there.
        side, shift = ("top", -3) if line.y[-1] >= figure.level else ("bottom", 2)
        y = canvas.point(low, figure.level)[1] + shift
        canvas.write(room.x1 - 4, y, words, color=MUTE, ha="right", va=side)
    for mark in figure.markers:
        canvas.drop(mark, (2, 2), 3.5)
        # What a point is stands on its left, where the curve is lower, or below it on its right.
        words = canvas.fit(mark.label, 0.34 * canvas.width)
        x, y = canvas.point(mark.x, mark.y)
        if x - 8 - canvas.measure(words)[0] > room.x0:
            canvas.write(x - 8, y + 1, words, color=DARK[BLUE], ha="right", va="bottom")
        else:
            canvas.write(x + 8, max(y - 6, 12.0), words, color=DARK[BLUE], ha="left", va="top")


def draw_swings(canvas: Canvas, figure: Figure) -> None:
    """Draw one bar for each input around what is planned, the widest on top, with diamonds where the plan changes."""
    axes, bars, level = canvas.axes, figure.bars, figure.level or 0.0
    ends = [level, *(end for bar in bars if bar.interval for end in (bar.interval.low, bar.interval.high))]
    low, high = min(ends), max(ends)
    size = _rows(canvas, figure, (low, high), _margin(low, high, 0.05), 0.3, "normal")
    notes = [canvas.fit(bar.note, 0.24 * canvas.width, size) for bar in bars]
    room = canvas.settle((canvas.widest(notes, size) + 8, 13))
    for row, (bar, note) in enumerate(zip(bars, notes, strict=True)):
        if bar.interval is not None:
            width = bar.interval.high - bar.interval.low
            axes.barh(row, width, left=bar.interval.low, height=0.5, color=BLUE, linewidth=0, zorder=3)
        canvas.write(room.x1 + 8, canvas.point(low, row)[1], note, size, ha="left", va="center")
    axes.plot([level, level], [-0.5, len(bars) - 0.4], color=INK, linewidth=1.2, zorder=4)
    if figure.level_label is not None:
        words = f"{canvas.show(figure.level_label, 'text')}: {canvas.show(level, 'whole')}"
        x = max(canvas.point(level, 0)[0], room.x0 + canvas.measure(words)[0] / 2)
        canvas.write(min(x, room.x1 - 20), room.y1 + 1, words, ha="center", va="bottom")
    for mark in figure.markers:
        canvas.dot(mark.x, mark.y, VERMILION, shape="D", zorder=6)
