"""The sheet a figure is drawn on: fonts, colours, measured text, ticks, and the way out as SVG."""

from __future__ import annotations

import functools
import io
import math
import re
import textwrap
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from matplotlib import font_manager, get_data_path
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ft2font import FT2Font
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from matplotlib.style import context
from matplotlib.ticker import MaxNLocator

from budgetplan.domain.messages import template_dir
from budgetplan.render.figures.labels import Box, Place, Points, place, sample
from budgetplan.render.templating import font_dir
from budgetplan.report.display import Style, clean, show
from budgetplan.report.model import Figure as FigureData
from budgetplan.report.model import Marker, Text, Value

Letters = Literal["path", "none"]
"""How letters are written: drawn as shapes, which look the same everywhere, or as text, for a page that has the fonts."""

Sheet = Figure
"""What is drawn on, for whoever need not know the library."""

POINTS_PER_MM = 72 / 25.4
INK, MUTE, GRID, THIN = "#111111", "#4d4d4d", "#dcdcdc", "#8c8c8c"
BLUE, VERMILION, GREEN, TINT = "#0072b2", "#d55e00", "#009e73", "#eaf3f9"
DARK = {BLUE: "#005f96", VERMILION: "#a64500", GREEN: "#00694d", THIN: "#4d4d4d"}
"""Lines need a contrast of 3:1 on white, text needs 4.5:1: each line colour has a darker twin for its label."""

FAMILY = "Noto Sans"
FALLBACK = "DejaVu Sans"
SIZE = 9.0
SMALL = 8.4
SMALLEST = 6.5
"""Points: smaller type is not read on paper."""
_AXIS, _OF_A_ROW = 36.0, 0.92
"""Height of an axis below rows, and how much of a row its type may take."""
FAR = 30.0
"""Points from its marker beyond which a marker's label is joined to it."""


@functools.cache
def _register_fonts() -> None:
    """Make the fonts of the package known, once."""
    for path in sorted(font_dir().glob("*.ttf")):
        font_manager.fontManager.addfont(path)


def fallback_dir() -> Path:
    """Return the folder of the fonts that come with the plotting library."""
    return Path(get_data_path(), "fonts", "ttf")


@functools.cache
def _letters(path: str) -> frozenset[int]:
    """Return the code points a font file can draw."""
    return frozenset(FT2Font(path).get_charmap())


@functools.cache
def families(text: str) -> tuple[str, ...]:
    """Return the fonts that draw a text: ours, and others of this machine only for letters ours lack."""
    _register_fonts()
    ours = _letters(str(font_dir() / "NotoSans-Regular.ttf"))
    theirs = _letters(str(fallback_dir() / "DejaVuSans.ttf"))
    lacking = {ord(letter) for letter in text} - ours - theirs - {10}
    names = [FAMILY, FALLBACK]
    entries = font_manager.fontManager.ttflist if lacking else []
    for entry in sorted(entries, key=lambda e: ("Noto" not in e.name, e.name, e.fname)):
        if not lacking or entry.name in names or "Last Resort" in entry.name:
            continue
        with suppress(OSError, RuntimeError):  # a broken font of the machine is none of our business
            if has := _letters(entry.fname) & lacking:
                names.append(entry.name)
                lacking -= has
    return tuple(names)


def blank(width: float, height: float, **how: Any) -> Figure:
    """Return a figure without axes; width and height in inches, and a pixel is a point."""
    figure = Figure(figsize=(width, height), dpi=72, **how)
    FigureCanvasAgg(figure)  # it measures words
    return figure


_ruler = functools.cache(lambda: blank(1, 1))
"""The figure on which words are measured."""


@dataclass(frozen=True)
class Canvas:
    """An empty figure with one pair of axes; one pixel is one point.

    Attributes
    ----------
    figure, axes
        Of matplotlib.
    width, height
        In points.
    style
        How its sentences and numbers are written.
    """

    figure: Figure
    axes: Axes
    width: float
    height: float
    style: Style

    def show(self, value: Value, kind: str) -> str:
        """Return a value as it is written."""
        return show(value, kind, self.style)

    def write(self, x: float, y: float, words: str, size: float = SMALL, weight: str = "normal", **look: Any) -> None:
        """Write words at a point of the canvas."""
        look |= {"fontsize": size, "fontweight": weight, "family": list(families(words))}
        self.figure.text(x / self.width, y / self.height, words, **look)

    def join(self, start: tuple[float, float], end: tuple[float, float], color: str) -> None:
        """Draw a thin line between two points of the canvas."""
        xs, ys = [start[0] / self.width, end[0] / self.width], [start[1] / self.height, end[1] / self.height]
        self.figure.add_artist(Line2D(xs, ys, color=color, linewidth=0.7))

    def fill(self, box: Box, **look: Any) -> None:
        """Draw a rectangle of the canvas."""
        corner = box.x0 / self.width, box.y0 / self.height
        size = (box.x1 - box.x0) / self.width, (box.y1 - box.y0) / self.height
        self.figure.add_artist(Rectangle(corner, *size, **look))

    @staticmethod
    @functools.lru_cache(maxsize=4096)
    def measure(words: str, size: float = SMALL, weight: str = "normal") -> tuple[float, float]:
        """Return width and height of words in points: each figure is drawn twice and more, with the same words."""
        look: dict[str, Any] = {"fontsize": size, "fontweight": weight, "family": list(families(words))}
        written = _ruler().text(0, 0, words, **look)
        extent = written.get_window_extent()
        written.remove()
        return float(extent.width), float(extent.height)

    def widest(self, words: Sequence[str], size: float = SMALL, weight: str = "normal") -> float:
        """Return the width of the longest of some words."""
        return max((self.measure(word, size, weight)[0] for word in words), default=0.0)

    def shrunk(self, words: Sequence[str], room: float, least: float, weight: str = "normal") -> float:
        """Return the size in which each of some words fits a width, but at least a share of the usual one."""
        return SMALL * min(1.0, max(least, room / (self.widest(words, SMALL, weight) or 1.0)))

    def fit(self, text: str | None, room: float, size: float = SMALL, weight: str = "normal", lines: int = 2) -> str:
        """Return words broken into lines that fit a width, cut with an ellipsis where they cannot."""
        words = clean(self.show(text, "text"))
        width = self.measure(words, size, weight)[0]
        if width <= room or not words:
            return words
        for letters in range(max(4, int(len(words) * room / width)), 4, -1):
            broken = textwrap.wrap(words, letters, max_lines=lines, placeholder=" …", break_long_words=True)
            joined = "\n".join(broken)
            if self.measure(joined, size, weight)[0] <= room:
                return joined if "…" in joined else _balanced(words, letters, len(broken))
        return "…"

    def number(self, axis: Any, places: list[float], values: list[float] | None = None) -> None:
        """Write round numbers at an axis; None: those of its places."""
        name_ticks(axis, places, [self.show(value, "quantity") for value in values or places])

    def name_rows(self, names: list[str], places: list[float], size: float, strong: Sequence[bool]) -> None:
        """Write the names of rows above an axis."""
        name_ticks(self.axes.yaxis, places, names)
        for label, bold in zip(self.axes.get_yticklabels(), strong, strict=True):
            label.set(fontweight="bold" if bold else "normal", fontsize=size)

    def frame(
        self, figure: FigureData, x: tuple[float, float], y: tuple[float, float], bare: Any = "", **more: Any
    ) -> None:
        """Set the ends of both axes and write what they count; ``bare``: across which one there is no grid.

        ``more``: what else the axes are told before the ends of the upright one.
        """
        self.axes.set(xlim=x, **more, ylim=y)
        if bare:
            self.axes.grid(axis=bare, visible=False)
        # Broken where it would be longer than its axis.
        self.name_axis(self.axes.xaxis, figure.x_label, self.width * 0.75)
        self.name_axis(self.axes.yaxis, figure.y_label, self.height * 0.62)

    def name_axis(self, axis: Any, sentence: Text, room: float) -> None:
        """Write what one axis counts; a long word is kept whole where the figure has room for it beyond its axis."""
        longest = self.widest(clean(self.show(sentence, "text")).split(), SIZE)
        words = self.fit(sentence, min(max(room, longest), 1.3 * room), SIZE, lines=3)
        axis.set_label_text(words, fontsize=SIZE, family=list(families(words)))

    def dot(self, x: float, y: float, color: str, size: float = 7.0, shape: str = "o", **look: Any) -> None:
        """Draw a point with a white rim, or where ``filled`` is false white with a rim; whole at the edge of the figure too."""
        filled = look.pop("filled", True)
        face, edge = (color, "white") if filled else ("white", color)
        look = {"zorder": 5, "clip_on": False} | look
        self.axes.plot([x], [y], shape, markersize=size, color=face, markeredgecolor=edge, **look)

    def drop(self, mark: Marker, dashes: tuple[float, float], order: float) -> None:
        """Draw a marked point of a curve, and the line from it to the axis."""
        style: dict[str, Any] = {"color": INK, "linewidth": 1, "linestyle": (0, dashes), "zorder": order}
        self.axes.plot([mark.x, mark.x], [0, mark.y], **style)
        self.dot(mark.x, mark.y, BLUE, zorder=6, clip_on=True)

    def settle(self, extra: tuple[float, float] = (0, 0)) -> Box:
        """Give the axes all room that their numbers and names leave, and return their box.

        ``extra`` is room to keep free: on the right, and above.
        """
        inner = self.axes.get_window_extent()
        outer = self.figure.get_tightbbox().transformed(self.figure.dpi_scale_trans)
        left, bottom = inner.x0 - outer.x0 + 1, inner.y0 - outer.y0 + 1
        right = self.width - (outer.x1 - inner.x1) - 1 - extra[0]
        top = self.height - (outer.y1 - inner.y1) - 1 - extra[1]
        size = (right - left) / self.width, (top - bottom) / self.height
        for axes in self.figure.axes:
            axes.set_position((left / self.width, bottom / self.height, *size))
        return Box(left, bottom, right, top)

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Return where on the canvas a pair of values lies."""
        at = self.axes.transData.transform((x, y))
        return float(at[0]), float(at[1])

    def track(self, x: Any, y: Any) -> Points:
        """Return samples of a line in points of the canvas."""
        values = np.column_stack((np.asarray(x, dtype=float), np.asarray(y, dtype=float)))
        return sample(np.asarray(self.axes.transData.transform(values), dtype=np.float64))


def _balanced(words: str, most: int, lines: int) -> str:
    r"""Return words in so many lines, of about equal length.

    >>> _balanced("a name and one", 12, 2)
    'a name\nand one'
    """
    for letters in range(max(4, len(words) // lines), most):
        broken = textwrap.wrap(words, letters, break_long_words=False)
        if len(broken) <= lines and max(map(len, broken)) <= most:
            return "\n".join(broken)
    return "\n".join(textwrap.wrap(words, most))


@contextmanager
def settings(text: Letters) -> Iterator[None]:
    """Draw with settings of our own; those of matplotlib are as before when it is left."""
    _register_fonts()
    looks: list[str | Path | dict[str, Any]] = ["default", template_dir() / "figures.mplstyle", {"svg.fonttype": text}]
    with context(looks), warnings.catch_warnings():
        # Letters without a glyph are named once, for the whole document, by the PDF renderer.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        yield


@contextmanager
def sheet(width_mm: float, height_mm: float, text: Letters, style: Style | None = None) -> Iterator[Canvas]:
    """Make a canvas, and draw with settings of our own until it is left."""
    with settings(text):
        width, height = width_mm * POINTS_PER_MM, height_mm * POINTS_PER_MM
        figure = blank(width / 72, height / 72)
        yield Canvas(figure, figure.add_axes((0.15, 0.2, 0.7, 0.6)), width, height, style or Style())


def ticks(low: float, high: float, most: int, *, whole: bool = False) -> list[float]:
    """Return at most about ``most`` round numbers between two values.

    >>> ticks(0, 24000, 6)
    [0.0, 5000.0, 10000.0, 15000.0, 20000.0]
    """
    locator = MaxNLocator(nbins=max(1, most), steps=[1, 2, 2.5, 5, 10], integer=whole)
    slack = 1e-9 * (high - low)
    return [float(tick) for tick in locator.tick_values(low, high) if low - slack <= tick <= high + slack]


def name_ticks(axis: Any, positions: list[float], names: list[str]) -> None:
    """Set ticks and what is written at them, as plain text in fonts that have the letters."""
    axis.set_ticks(positions, labels=names)
    for label, name in zip(axis.get_ticklabels(), names, strict=True):
        label.set_family(list(families(name)))


class Labels:
    """Words that stand beside what they name, each where the ones before it leave room.

    Attributes
    ----------
    placed
        Words, place, colour and whether it is strong, of each that has a place.
    taken
        What no label may cover.
    """

    def __init__(self, canvas: Canvas, room: Box, taken: Sequence[Box] = ()) -> None:
        self.placed: list[tuple[str, Place, str, bool]] = []
        self.taken = [*taken]
        self._canvas, self._room = canvas, room

    def add(
        self,
        words: str,
        points: Points,
        others: Sequence[Points],
        color: str,
        prefer: float,
        *,
        share: float,
        strong: bool = False,
        optional: bool = False,
    ) -> None:
        """Find a place for words that name ``points``, beside ``others``; ``share``: of the width, how long they may be."""
        room, look = self._room, _LOOKS[strong]
        words = self._canvas.fit(words, share * (room.x1 - room.x0), look[0])
        joins = [sample(np.array([at.anchor, at.box.nearest(*at.anchor)])) for _, at, *_ in self.placed if at.joined]
        foreign = np.concatenate([np.empty((0, 2)), *others, *joins])
        inner = Box(room.x0 + 2, room.y0 + 2, room.x1 - 1, room.y1 - 1)
        at = place(self._canvas.measure(words, *look), points, foreign, self.taken, inner, prefer=prefer)
        if at.free or not optional:
            self.placed.append((words, at, color, strong))
            self.taken.append(at.box)

    def write(self) -> None:
        """Write them, and join each to what it names if it stands apart."""
        for words, at, color, strong in self.placed:
            box = at.box
            end = Box(box.x0 - 2, box.y0 - 1, box.x1 + 2, box.y1 + 1).nearest(*at.anchor)
            # A marker's label beside its dashed line needs no other line.
            if at.joined and (not strong or math.dist(end, at.anchor) > FAR):
                self._canvas.join(at.anchor, end, color)
            if not at.bare:
                self._canvas.fill(box, color="white", alpha=0.8, linewidth=0)
            middle = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
            dark = DARK.get(color, color)
            self._canvas.write(*middle, words, *_LOOKS[strong], color=dark, ha="center", va="center")


_LOOKS = (SMALL, "normal"), (SIZE, "bold")
"""Size and weight of a label, and of a strong one."""


def written(figure: Figure, text: Letters, dpi: int | None = None) -> bytes:
    """Return a figure as SVG, or in so many dots an inch as PNG on white: the same bytes each time.

    An SVG has no date, and no address to load anything from.
    """
    stream = io.BytesIO()
    with settings(text):
        if dpi is not None:
            figure.savefig(stream, format="png", dpi=dpi, facecolor="white", metadata={"Software": None})
            return stream.getvalue()
        figure.savefig(stream, format="svg", metadata=dict.fromkeys(("Date", "Creator", "Format", "Type")))
    drawn = re.sub(rb"<!DOCTYPE[^>]*>\s*", b"", stream.getvalue(), count=1)
    return _OUTLINE.sub(lambda path: b' d="' + _shorter(path[1]) + b'"', drawn)


def _shorter(outline: bytes) -> bytes:
    r"""Return an outline without needless digits and spaces.

    >>> _shorter(b"M 1.2345 7 \nL -0.001 2.5 \nz")
    b'M1.23 7L0 2.5z'
    """
    return _AROUND.sub(rb"\1", _LONG_NUMBER.sub(_rounded, outline)).strip()


_OUTLINE = re.compile(rb'\sd="([^"]*)"')
_AROUND = re.compile(rb"\s*([A-Za-z])\s*")
_LONG_NUMBER = re.compile(rb"-?\d+\.\d{3,}")


def _rounded(number: re.Match[bytes]) -> bytes:
    """Return a coordinate to the hundredth of a point: what is finer nobody sees, and it is a third of the file."""
    short = f"{float(number[0]):.2f}".rstrip("0").rstrip(".")
    return b"0" if short == "-0" else short.encode()


def row_size(height: float, rows: int) -> float:
    """Return the size of type for the names of rows above an axis, in points.

    Where a full page leaves a figure little height, many rows are written smaller rather than into each other.

    Examples
    --------
    >>> row_size(200.0, 4), round(row_size(100.0, 8), 2), row_size(60.0, 9)
    (8.4, 7.36, 6.5)
    """
    return min(SMALL, max(SMALLEST, _OF_A_ROW * (height - _AXIS) / max(rows, 1)))
