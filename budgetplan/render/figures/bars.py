"""Figures of bars: what each option finds, and what one more entry costs step by step."""

from __future__ import annotations

from typing import Any

from budgetplan.render.display import Style, sentence_text, show
from budgetplan.render.figures import canvas as sheets
from budgetplan.render.figures.canvas import BLUE, DARK, INK, MUTE, SMALL, TINT, VERMILION, Canvas
from budgetplan.report.model import Bar, Figure


def draw_options(canvas: Canvas, figure: Figure, style: Style) -> None:
    """Draw one interval for each option, its numbers in a column on the right."""
    axes, bars = canvas.axes, figure.bars
    low, high = _extent(bars)
    axes.set_xlim(low, high)
    axes.set_ylim(len(bars) - 0.4, -0.6)
    axes.grid(axis="y", visible=False)
    axes.tick_params(axis="y", length=0)
    marks = sheets.ticks(low, high, 6)
    sheets.name_ticks(axes.xaxis, marks, sheets.numbers(marks, style))
    size = sheets.row_size(canvas.height, len(bars))
    names = [canvas.fit(sentence_text(bar.label, style), 0.36 * canvas.width, size, "bold") for bar in bars]
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


def _extent(bars: tuple[Bar, ...]) -> tuple[float, float]:
    """Return what the axis of the intervals must show: zero too, unless all lies far from it."""
    lows = [bar.interval.low if bar.interval else bar.value for bar in bars if bar.value is not None]
    highs = [bar.interval.high if bar.interval else bar.value for bar in bars if bar.value is not None]
    low = min((value for value in lows if value is not None), default=0.0)
    high = max((value for value in highs if value is not None), default=1.0)
    margin = 0.04 * ((high - low) or abs(high) or 1.0)
    if 0 <= low < 0.5 * high:
        return 0.0, high + margin
    return low - margin, high + margin


def _value_words(bar: Bar, kind: str, style: Style) -> str:
    if bar.value is None:
        return "" if bar.note is None else sentence_text(bar.note, style)
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
    """Draw a bar for each step, its interval, and the level it is compared with.

    A bar far above the others is cut off and carries a mark that says so; its number is written all the same.
    """
    axes, bars = canvas.axes, figure.bars
    top = _ceiling(figure)
    axes.set_xlim(-0.6, max(1, len(bars)) - 0.4)
    axes.set_ylim(0, top * 1.2)
    axes.grid(axis="x", visible=False)
    axes.tick_params(axis="x", length=0)
    levels = sheets.ticks(0, top, max(2, int(canvas.height / 32)))
    sheets.name_ticks(axes.yaxis, levels, sheets.numbers(levels, style))
    slot = 0.85 * canvas.width / max(1, len(bars))
    names = [canvas.fit(sentence_text(bar.label, style), slot, SMALL) for bar in bars]
    sheets.name_ticks(axes.xaxis, [float(place) for place in range(len(bars))], names)
    sheets.name_axes(canvas, figure, style)
    level = figure.level if figure.level is not None and figure.level <= top else None
    margin = 0.0
    words = ""
    if level is not None and figure.level_label is not None:
        words = canvas.fit(sentence_text(figure.level_label, style), 0.16 * canvas.width, SMALL, lines=4)
        margin = canvas.measure(words, SMALL)[0] + 6.0
    room = canvas.settle((0, 0, margin, 0))
    for place, bar in enumerate(bars):
        _draw_bar(axes, place, bar, top)
    height = None
    if level is not None:
        axes.axhline(level, color=VERMILION, linewidth=1.5, linestyle=(0, (5, 2)), zorder=4)
        height = canvas.point(0, level)[1]
        colour = DARK[VERMILION]
        canvas.write(room.x1 + 5, height, words, fontsize=SMALL, color=colour, ha="left", va="center")
    _write_steps(canvas, figure, style, top, height)


def _ceiling(figure: Figure) -> float:
    """Return up to which value the axis goes: all that is bought, the level, and the next step if near."""
    bought = [bar for bar in figure.bars if bar.filled and bar.value is not None]
    values = [bar.value for bar in bought if bar.value is not None]
    others = [bar.value for bar in figure.bars if not bar.filled and bar.value is not None]
    base = max([*values, figure.level or 0.0], default=0.0) or min(others, default=1.0) or 1.0
    highs = [bar.interval.high for bar in bought if bar.interval is not None]
    reach = [min(high, 2.0 * base) for high in highs]
    reach += [min(value * 1.15, 4.0 * base) for value in others[:1]]
    return max([base * 1.1, *reach])


def _draw_bar(axes: Any, place: int, bar: Bar, top: float) -> None:
    if bar.value is None:
        return
    face, edge = (BLUE, BLUE) if bar.filled else ("white", "#555555")
    axes.bar(place, min(bar.value, top), width=0.6, color=face, edgecolor=edge, linewidth=1.2)
    if bar.interval is not None and bar.interval.low < top:
        ends = [bar.interval.low, min(bar.interval.high, top)]
        axes.plot([place, place], ends, color=INK, linewidth=1.2, zorder=3)
        if bar.interval.high > top:
            axes.plot([place], [top], "^", markersize=4.5, color=INK, zorder=3)
    if bar.value > top:
        axes.plot([place], [top], "^", markersize=6, color=edge, markeredgecolor="white", zorder=3.2)


def _write_steps(canvas: Canvas, figure: Figure, style: Style, top: float, level: float | None) -> None:
    """Write the number of each bar above it, or in words why there is none."""
    kind = figure.value_kind or "money"
    slot = canvas.point(1, 0)[0] - canvas.point(0, 0)[0]
    plain = [show(bar.value, kind, style) for bar in figure.bars]
    widest = max((canvas.measure(words, SMALL, "bold")[0] for words in plain), default=0.0)
    size = SMALL * min(1.0, max(0.7, (slot - 3) / (widest or 1.0)))
    for place, (bar, words) in enumerate(zip(figure.bars, plain, strict=True)):
        reach = 0.0
        if bar.value is None:
            note = "" if bar.note is None else sentence_text(bar.note, style)
            text, weight, colour = canvas.fit(note, slot - 2, size, lines=3), "normal", MUTE
        else:
            reach = max(bar.value, bar.interval.high if bar.interval else 0.0)
            text, weight, colour = words, "bold", INK
        height = canvas.measure(text, size, weight)[1]
        x, y = canvas.point(place, min(reach, top))
        y += 3.0 if reach < top else 6.0
        if level is not None and y - 1 < level < y + height + 1:
            y = level + 2.5
        canvas.write(x, y, text, fontsize=size, fontweight=weight, color=colour, ha="center", va="bottom")
