"""A report in one picture, for slides: the decision, the whole list to scale, its numbers, what would change it."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from html import escape
from typing import Any

from budgetplan.render.figures.canvas import BLUE, INK, MUTE, Canvas, sheet, written
from budgetplan.render.figures.labels import Box
from budgetplan.report.display import Style, clean, without_tags
from budgetplan.report.model import Document, Prose, Summary, Tiles

WIDTH, HEIGHT, DPI = 1200, 675, 96
"""Pixels, and how many of them a screen has to the inch."""
_FACES = {"right": BLUE, "wrong": INK, "asked_right": "#7fb8d9", "asked_wrong": "#333333"}
_FACES |= {"people": "#dcebf5", "nobody": "white"}
"""One hue in steps of lightness, so that grey tells as much."""
_MARGIN, _NUMBERS, _CHANGE, _FOOT = 36.0, 200.0, 104.0, 40.0
"""Points: the margin; from where down stand the numbers, what would change the decision, whose it is."""
_GAP = 18.0
_At = tuple[float, float]
_TITLE, _VALUE = (27.0, 24.0, 21.0, 18.0, 15.0), (30.0, 26.0, 22.0, 18.0)
_PLAIN, _FINE = (12.5, 11.0, 9.5), (9.0, 8.0, 7.0)
"""Sizes of type, in points: the first in which words fit."""


def summary_files(document: Document) -> dict[str, bytes]:
    """Return ``summary.svg`` and ``summary.png`` of a document; nothing where it has no summary."""
    if document.summary is None:
        return {}
    with sheet(WIDTH / DPI * 25.4, HEIGHT / DPI * 25.4, "path", Style.of(document)) as canvas:
        title, *others = (escape(clean(without_tags(words))) for words in draw_summary(canvas, document))
    begin = f"<title>{title}</title><desc>{' · '.join(filter(None, others))}</desc>".encode()
    svg = re.sub(rb"<svg[^>]*>", lambda tag: tag[0] + begin, written(canvas.figure, "path"), count=1)
    return {"summary.svg": svg, "summary.png": written(canvas.figure, "path", DPI)}


def draw_summary(canvas: Canvas, document: Document) -> list[str]:
    """Draw the summary of a document, and return what is written in it, the title first."""
    axes, room, blocks = canvas.axes, canvas.width - 2 * _MARGIN, document.blocks()
    summary, ends = document.summary or Summary(document.title), list[float]()
    parts = [part for part in summary.parts if part.items]
    axes.set(position=(0, 0, 1, 1), zorder=9, xlim=(0, canvas.width), ylim=(0, canvas.height))
    axes.set_axis_off()
    kicker = next(block.html for block in blocks if isinstance(block, Prose) and block.role == "kicker")
    _put(canvas, kicker, (_MARGIN, _FOOT), room, _FINE, 2, color=MUTE)
    # A title that stands alone stands in the middle.
    start = canvas.height - _MARGIN if parts else 0.6 * canvas.height
    top = _put(canvas, summary.title, (_MARGIN, start), room, _TITLE, 2, weight="bold") - _GAP
    texts: list[str] = [summary.title, kicker]
    if not parts:
        return texts
    columns = len(parts) if len(parts) < 5 else 3
    wide = room / columns
    for place, part in enumerate(parts):
        top = top if place != columns else min(ends) - _GAP / 2
        left, items = _MARGIN + place % columns * wide, canvas.show(part.items, "count")
        swatch = Box(left, top - 14, left + 13, top - 1)
        canvas.fill(swatch, facecolor=_FACES[part.fate], edgecolor=MUTE, linewidth=0.8)
        down = _put(canvas, items, (left + _GAP, top), wide - 2 * _GAP, (16.0,), weight="bold")
        ends.append(_put(canvas, part.label, (left + _GAP, down - 2), wide - 2 * _GAP, _PLAIN, 3))
        texts.append(f"{items} {part.label}")
    left, low, high = _MARGIN, _NUMBERS + (2 if summary.dot else 1) * _GAP, min(ends) - _GAP / 2
    scale, per_dot = room / sum(part.items for part in parts), summary.per_dot or 1
    dots = [round((part.entries or 0.0) / per_dot) for part in parts]
    spaces = [part.items * scale * (high - low) / n for part, n in zip(parts, dots, strict=True) if n]
    size = min(8.0, 0.7 * math.sqrt(min(spaces, default=100.0)))
    for part, n in zip(parts, dots, strict=True):
        box = Box(left, low, left + part.items * scale, high)
        canvas.fill(box, facecolor=_FACES[part.fate], edgecolor=MUTE, linewidth=0.8)
        face, edge = (BLUE, BLUE) if part.fate == "people" else ("white", INK)
        axes.plot(*spread(n, box, size), "o", markersize=size, color=face, markeredgecolor=edge)
        left = box.x1
    if summary.dot:
        end, y = left - canvas.measure(summary.dot, 11.0)[0], _NUMBERS + _GAP
        axes.plot([end - 8], [y], "o", markersize=size, color=BLUE)
        canvas.write(end, y, canvas.show(summary.dot, "text"), 11.0, va="center_baseline")
        texts.append(summary.dot)
    tiles = next(block.tiles for block in blocks if isinstance(block, Tiles))
    shown = [tile for place, tile in enumerate(tiles) if place != summary.spare or len(tiles) < 4]
    for place, tile in enumerate(shown):
        value = canvas.show(tile.value, "amount" if tile.kind == "money" else tile.kind)
        left, wide = _MARGIN + place * room / len(shown), room / len(shown) - _GAP
        down = _put(canvas, tile.label, (left, _NUMBERS), wide, _PLAIN, color=MUTE)
        down = _put(canvas, value, (left, down - 2), wide, _VALUE, weight="bold")
        _put(canvas, tile.note, (left, down - 2), wide, _PLAIN, color=MUTE)
        texts.append(f"{tile.label}: {value}" + (f" ({tile.note})" if tile.note else ""))
    _put(canvas, summary.change, (_MARGIN, _CHANGE), room, (13.5, *_PLAIN), 3)
    return [*texts, summary.change]


def spread(n: int, box: Box, size: float) -> tuple[list[float], list[float]]:
    """Return where ``n`` dots of a size stand in a box: at even steps along it, across it at multiples of the golden ratio.

    So they keep apart, whatever the shape of the box, and look like no rows.

    Examples
    --------
    >>> spread(2, Box(0, 0, 10, 4), 0.0)[0]
    [3.0, 7.0]
    """
    width, height = (max(end - start - size - 2, 0.0) for start, end in ((box.x0, box.x1), (box.y0, box.y1)))
    left, low = (box.x0 + box.x1 - width) / 2, (box.y0 + box.y1 - height) / 2
    golden = (math.sqrt(5) - 1) / 2
    along = [left + (place + 0.5) / n * width for place in range(n)]
    return along, [low + (place + 0.5) * golden % 1 * height for place in range(n)]


def _put(
    canvas: Canvas, words: str | None, at: _At, room: float, sizes: Sequence[float], lines: int = 1, **look: Any
) -> float:
    """Write words below a point, in the first of some sizes in which they fit, and return how far down they reach."""
    weight = look.get("weight", "normal")
    for size in sizes:
        fitted = canvas.fit(words, room, size, weight, lines)
        if not fitted.endswith("…"):
            break
    canvas.write(*at, fitted, size, ha="left", va="top", **look)
    return at[1] - canvas.measure(fitted, size, weight)[1]
