"""The figure of a flow: where the items of a plan go, as bands from one bar to a bar for each part, widths to scale."""

from __future__ import annotations

from itertools import accumulate

from matplotlib.patches import PathPatch
from matplotlib.path import Path

from budgetplan.render.figures.canvas import SIZE, SMALL, Canvas
from budgetplan.render.figures.labels import Box
from budgetplan.render.figures.split import EDGE, faces_of
from budgetplan.report.model import Figure

_BAR, _GAP, _LINE, _LEAST = 9.0, 8.0, 12.5, 0.7
"""Points: how wide a bar is, what lies between two of them, how far apart names stand, how thin a part may get."""
_PAGE = 0.42
"""How much of the width the bands may take; names have the rest."""


def draw_flow(canvas: Canvas, figure: Figure) -> None:
    """Draw the only stack: its name beside the bar on the left, each part with its count on the right."""
    (stack,) = figure.stacks
    shown = zip(stack.parts, figure.part_labels, faces_of(figure), strict=False)
    parts = [(part, label, face) for part, label, face in shown if part > 0]
    canvas.axes.set_axis_off()
    name = canvas.fit(stack.label, 0.16 * canvas.width, SIZE, "bold")
    start = canvas.measure(name, SIZE, "bold")[0] + 6
    end = start + _BAR + _PAGE * canvas.width
    scale = (canvas.height - _LINE - _GAP * (len(parts) - 1)) / sum(part for part, *_ in parts)
    heights = [max(part * scale, _LEAST) for part, *_ in parts]
    top = (canvas.height + sum(heights)) / 2
    lefts = [top - down for down in accumulate(heights, initial=0.0)]
    highest = (canvas.height + sum(heights) + _GAP * (len(parts) - 1)) / 2
    rights = [highest - down for down in accumulate((each + _GAP for each in heights), initial=0.0)]
    canvas.write(0, canvas.height / 2, name, SIZE, "bold", ha="left", va="center")
    middles = _apart([right - high / 2 for right, high in zip(rights, heights, strict=False)], canvas.height)
    rows = zip(parts, heights, lefts, rights, middles, strict=False)
    for (part, label, face), high, left, right, middle in rows:
        _band(canvas, (start + _BAR, left), (end, right), high, face)
        for x, y in ((start, left), (end, right)):
            canvas.fill(Box(x, y - high, x + _BAR, y), facecolor=face, edgecolor=EDGE, linewidth=0.6)
        if abs(middle - (right - high / 2)) > 1:
            canvas.join((end + _BAR + 1, right - high / 2), (end + _BAR + 7, middle), EDGE)
        count = canvas.show(part, figure.value_kind or "count")
        canvas.write(end + _BAR + 9, middle, count, SMALL, "bold", ha="left", va="center_baseline")
        here = end + _BAR + 13 + canvas.measure(count, SMALL, "bold")[0]
        words = canvas.fit(label, canvas.width - here, SMALL, lines=1)
        canvas.write(here, middle, words, ha="left", va="center_baseline")


def _apart(middles: list[float], height: float) -> list[float]:
    """Return where names stand, from the top down: beside their bars, moved where they would touch.

    >>> _apart([50.0, 48.0, 10.0], 60.0)
    [50.0, 37.5, 10.0]
    """
    places, above = list[float](), height - _LINE / 2 + _LINE
    for middle in middles:
        above = min(middle, above - _LINE)
        places.append(above)
    below = -_LINE / 2
    for at in reversed(range(len(places))):
        below = places[at] = max(places[at], below + _LINE)
    return places


def _band(
    canvas: Canvas, start: tuple[float, float], end: tuple[float, float], high: float, face: str
) -> None:
    (x0, y0), (x1, y1) = start, end
    half = (x0 + x1) / 2
    there = [(x0, y0), (half, y0), (half, y1), (x1, y1)]
    back = [(x1, y1 - high), (half, y1 - high), (half, y0 - high), (x0, y0 - high)]
    points = [(x / canvas.width, y / canvas.height) for x, y in (*there, *back)]
    codes = [Path.MOVETO, *[Path.CURVE4] * 3, Path.LINETO, *[Path.CURVE4] * 3]
    look = {"edgecolor": EDGE, "linewidth": 0.4} if face == "#ffffff" else {"linewidth": 0}
    canvas.figure.add_artist(PathPatch(Path(points, codes), facecolor=face, alpha=0.45, **look))
