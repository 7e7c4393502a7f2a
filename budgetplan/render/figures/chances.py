"""Figures of what a plan may cost: how likely an amount suffices, and how far each input moves it."""

from __future__ import annotations

from typing import Any

from budgetplan.render.display import Style, sentence_text, show
from budgetplan.render.figures import canvas as sheets
from budgetplan.render.figures.canvas import BLUE, DARK, INK, MUTE, SMALL, VERMILION, Canvas
from budgetplan.report.model import Figure

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
        words = "" if figure.level_label is None else sentence_text(figure.level_label, style)
        words = canvas.fit(words, 0.3 * canvas.width, SMALL)
        # On the right the curve lies above the level, unless it never gets there.
        under = line.y[-1] >= figure.level
        y = canvas.point(low, figure.level)[1] + (-3 if under else 2)
        side = "top" if under else "bottom"
        canvas.write(room.x1 - 4, y, words, fontsize=SMALL, color=MUTE, ha="right", va=side)
    for mark in figure.markers:
        axes.plot([mark.x, mark.x], [0, mark.y], color=INK, linewidth=1, linestyle=(0, (2, 2)), zorder=3.5)
        axes.plot([mark.x], [mark.y], "o", markersize=7, color=BLUE, markeredgecolor="white", zorder=6)
        _name_mark(canvas, (mark.x, mark.y), sentence_text(mark.label, style), room.x0)


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
    names = [canvas.fit(sentence_text(bar.label, style), 0.3 * canvas.width, size) for bar in bars]
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
        words = f"{sentence_text(figure.level_label, style)}: {show(level, 'whole', style)}"
        x = canvas.point(level, 0)[0]
        x = min(max(x, room.x0 + canvas.measure(words, SMALL)[0] / 2), room.x1 - 20)
        canvas.write(x, room.y1 + 1, words, fontsize=SMALL, ha="center", va="bottom")
    for mark in figure.markers:
        axes.plot([mark.x], [mark.y], **_DIAMOND, linestyle="none", clip_on=False)


def _note(bar: object, style: Style) -> str:
    note = getattr(bar, "note", None)
    return "" if note is None else sentence_text(note, style)
