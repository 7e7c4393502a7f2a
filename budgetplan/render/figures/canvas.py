"""The sheet a figure is drawn on: fonts, colours, measured text, ticks, and the way out as SVG."""

from __future__ import annotations

import functools
import io
import math
import re
import textwrap
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast

from budgetplan.render.figures.labels import Box, Place
from budgetplan.render.figures.plotting import (
    Axes,
    Figure,
    FigureCanvasAgg,
    FT2Font,
    Line2D,
    MaxNLocator,
    Rectangle,
    Text,
    font_manager,
    get_data_path,
    own_settings,
    rc_context,
)  # fmt: skip
from budgetplan.render.templating import font_dir
from budgetplan.report.display import Style, clean, show, without_tags
from budgetplan.report.model import Figure as FigureData

Letters = Literal["path", "none"]
"""How letters are written: drawn as shapes, which look the same everywhere, or as text, for a page that has the fonts."""

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

_RULES: dict[str, Any] = {
    "font.size": SIZE,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.8,
    "axes.edgecolor": "#444444",
    "axes.labelcolor": "#222222",
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.labelpad": 3.0,
    "axes.formatter.use_locale": False,
    "grid.color": GRID,
    "grid.linewidth": 0.6,
    "xtick.color": "#444444",
    "ytick.color": "#444444",
    "xtick.labelsize": SMALL,
    "ytick.labelsize": SMALL,
    "text.color": INK,
    # A dollar sign in a name is a dollar sign.
    "text.parse_math": False,
    "text.usetex": False,
    "svg.hashsalt": "budgetplan",
    "svg.image_inline": True,
    "path.simplify": True,
}

_MEASURED: dict[tuple[str, float, str], tuple[float, float]] = {}
"""Words, size and weight to width and height in points; one pixel of any canvas is one point."""
_MOST_MEASURED = 4096


@functools.cache
def _register_fonts() -> None:
    """Make the fonts of the package known, once."""
    for path in sorted(font_dir().glob("*.ttf")):
        font_manager.fontManager.addfont(path)


@functools.cache
def _letters(path: str) -> frozenset[int]:
    """Return the code points a font file can draw."""
    return frozenset(FT2Font(path).get_charmap())


@functools.cache
def families(text: str) -> tuple[str, ...]:
    """Return the fonts that draw a text: ours, and others of this machine only for letters ours lack."""
    _register_fonts()
    ours = _letters(str(font_dir() / "NotoSans-Regular.ttf"))
    theirs = _letters(str(Path(get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"))
    lacking = {ord(letter) for letter in text} - ours - theirs - {10}
    found = [FAMILY, FALLBACK]
    if lacking:
        entries = sorted(
            font_manager.fontManager.ttflist, key=lambda e: ("Noto" not in e.name, e.name, e.fname)
        )
        for entry in entries:
            if not lacking or entry.name in found or "Last Resort" in entry.name:
                continue
            try:
                has = _letters(entry.fname) & lacking
            except (OSError, RuntimeError):  # a broken font of the machine is none of our business
                continue
            if has:
                found.append(entry.name)
                lacking -= has
    return tuple(found)


@dataclass(frozen=True)
class Canvas:
    """An empty figure with one pair of axes; one pixel is one point.

    Attributes
    ----------
    figure, axes
        Of matplotlib.
    width, height
        In points.
    """

    figure: Figure
    axes: Axes
    width: float
    height: float

    def write(self, x: float, y: float, words: str, **style: Any) -> Text:
        """Write words at a point of the canvas."""
        family = list(families(words))
        return self.figure.text(x / self.width, y / self.height, words, family=family, **style)

    def measure(self, words: str, size: float = SIZE, weight: str = "normal") -> tuple[float, float]:
        """Return width and height of words."""
        asked = words, size, weight
        if asked not in _MEASURED:  # each figure is drawn twice and more, with the same words
            if len(_MEASURED) >= _MOST_MEASURED:
                _MEASURED.clear()
            text = self.write(0, 0, words, fontsize=size, fontweight=weight)
            extent = text.get_window_extent(self._renderer())
            text.remove()
            _MEASURED[asked] = float(extent.width), float(extent.height)
        return _MEASURED[asked]

    def fit(self, words: str, room: float, size: float = SIZE, weight: str = "normal", lines: int = 2) -> str:
        """Return words broken into lines that fit a width, cut with an ellipsis where they cannot."""
        words = clean(words)
        width = self.measure(words, size, weight)[0]
        if width <= room or not words:
            return words
        letters = max(4, int(len(words) * room / width))
        while letters > 4:
            broken = textwrap.wrap(words, letters, max_lines=lines, placeholder=" …", break_long_words=True)
            joined = "\n".join(broken)
            if self.measure(joined, size, weight)[0] <= room:
                return joined if "…" in joined else _balanced(words, letters, len(broken))
            letters -= 1
        return "…"

    def settle(self, extra: tuple[float, float, float, float] = (0, 0, 0, 0)) -> Box:
        """Give the axes all room that their numbers and names leave, and return their box.

        ``extra`` is room to keep free: left, bottom, right, top.
        """
        renderer = self._renderer()
        inner = self.axes.get_window_extent(renderer)
        outer = self.figure.get_tightbbox(renderer).transformed(self.figure.dpi_scale_trans)
        left = inner.x0 - outer.x0 + 1 + extra[0]
        bottom = inner.y0 - outer.y0 + 1 + extra[1]
        right = self.width - (outer.x1 - inner.x1) - 1 - extra[2]
        top = self.height - (outer.y1 - inner.y1) - 1 - extra[3]
        place = (
            left / self.width,
            bottom / self.height,
            (right - left) / self.width,
            (top - bottom) / self.height,
        )
        for axes in self.figure.axes:
            axes.set_position(place)
        return Box(left, bottom, right, top)

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Return where on the canvas a pair of values lies."""
        found = self.axes.transData.transform((x, y))
        return float(found[0]), float(found[1])

    def _renderer(self) -> Any:
        canvas = self.figure.canvas
        if not isinstance(canvas, FigureCanvasAgg):
            canvas = FigureCanvasAgg(self.figure)
        return canvas.get_renderer()  # type: ignore[no-untyped-call]


def _balanced(words: str, most: int, lines: int) -> str:
    r"""Return words in so many lines, of about equal length.

    >>> _balanced("a name and one", 12, 2)
    'a name\nand one'
    """
    for letters in range(max(4, len(words) // lines), most):
        broken = textwrap.wrap(words, letters, break_long_words=False)
        if len(broken) <= lines:
            return "\n".join(broken) if all(len(line) <= most for line in broken) else _wrapped(words, most)
    return _wrapped(words, most)


def _wrapped(words: str, most: int) -> str:
    return "\n".join(textwrap.wrap(words, most))


@contextmanager
def settings(text: Letters) -> Iterator[None]:
    """Draw with settings of our own; those of matplotlib are as before when it is left."""
    _register_fonts()
    rules = {**own_settings(), **_RULES, "svg.fonttype": text, "font.family": [FAMILY, FALLBACK]}
    with rc_context(cast("Any", rules)), warnings.catch_warnings():
        # Letters without a glyph are named once, for the whole document, by the PDF renderer.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        yield


@contextmanager
def sheet(width_mm: float, height_mm: float, text: Letters) -> Iterator[Canvas]:
    """Make a canvas, and draw with settings of our own until it is left."""
    with settings(text):
        width, height = width_mm * POINTS_PER_MM, height_mm * POINTS_PER_MM
        figure = Figure(figsize=(width / 72, height / 72), dpi=72)
        axes = figure.add_axes((0.15, 0.2, 0.7, 0.6))
        yield Canvas(figure, axes, width, height)


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


def numbers(values: list[float], style: Style) -> list[str]:
    """Return round numbers as they stand at ticks."""
    return [show(value, "quantity", style) for value in values]


def name_axes(canvas: Canvas, figure: FigureData, style: Style) -> None:
    """Write what the axes count, broken where it would be longer than its axis."""
    for axis, sentence, room in (
        (canvas.axes.xaxis, figure.x_label, canvas.width * 0.75),
        (canvas.axes.yaxis, figure.y_label, canvas.height * 0.62),
    ):
        words = canvas.fit(without_tags(sentence), room)
        axis.set_label_text(words, fontsize=SIZE, family=list(families(words)))


@dataclass(frozen=True)
class Label:
    """Words that stand beside what they name."""

    words: str
    place: Place
    colour: str
    strong: bool = False

    @property
    def size(self) -> float:
        """Size of the letters in points."""
        return SIZE if self.strong else SMALL

    @property
    def weight(self) -> str:
        """Weight of the letters."""
        return "bold" if self.strong else "normal"


def put_label(canvas: Canvas, label: Label) -> None:
    """Write a label, and join it to what it names if it stands apart."""
    box, place = label.place.box, label.place
    end = box.nearest(*place.anchor)
    apart = math.dist(end, place.anchor)
    # A marker's label beside its dashed line needs no other line.
    if place.joined and (not label.strong or apart > FAR):
        xs = [place.anchor[0] / canvas.width, end[0] / canvas.width]
        ys = [place.anchor[1] / canvas.height, end[1] / canvas.height]
        canvas.figure.add_artist(Line2D(xs, ys, color=label.colour, linewidth=0.7))
    if not place.bare:
        corner = (box.x0 / canvas.width, box.y0 / canvas.height)
        extent = ((box.x1 - box.x0) / canvas.width, (box.y1 - box.y0) / canvas.height)
        canvas.figure.add_artist(Rectangle(corner, *extent, color="white", alpha=0.8, linewidth=0))
    style = {
        "fontsize": label.size,
        "fontweight": label.weight,
        "color": DARK.get(label.colour, label.colour),
    }
    canvas.write((box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2, label.words, ha="center", va="center", **style)


def to_svg(figure: Figure) -> bytes:
    """Return a figure as SVG: the same bytes each time, no date, no address to load anything from."""
    stream = io.BytesIO()
    nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    figure.savefig(stream, format="svg", metadata=nothing)
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


def to_png(figure: Figure, dpi: int) -> bytes:
    """Return a figure as PNG on white: the same bytes each time."""
    stream = io.BytesIO()
    figure.savefig(stream, format="png", dpi=dpi, facecolor="white", metadata={"Software": None})
    return stream.getvalue()


def row_size(height: float, rows: int) -> float:
    """Return the size of type for the names of rows above an axis, in points.

    Where a full page leaves a figure little height, many rows are written smaller rather than into each other.

    Examples
    --------
    >>> row_size(200.0, 4), round(row_size(100.0, 8), 2), row_size(60.0, 9)
    (8.4, 7.36, 6.5)
    """
    return min(SMALL, max(SMALLEST, _OF_A_ROW * (height - _AXIS) / max(rows, 1)))
