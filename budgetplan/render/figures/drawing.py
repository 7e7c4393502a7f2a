"""Figures of a document as SVG.

Every curve and bar is named where it stands; colour is never the only sign. Three models at most have a
colour, the others are thin and grey.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from budgetplan.render.figures.bars import draw_chance, draw_options, draw_steps, draw_swings
from budgetplan.render.figures.canvas import Canvas, Letters, sheet, written
from budgetplan.render.figures.confidence import draw_distribution, draw_reliability
from budgetplan.render.figures.gain import draw_gain
from budgetplan.render.figures.split import draw_flow, draw_split
from budgetplan.report.display import Style, without_tags
from budgetplan.report.model import Document, Figure

WIDTH_MM = 159.2
"""Width of the text on an A4 page with margins of one inch."""

_Painter = Callable[[Canvas, Figure], None]
_KINDS: dict[str, tuple[_Painter, float, float]] = {
    "gain": (draw_gain, 62.0, 0.0),
    "curve": (draw_gain, 70.0, 0.0),
    "options": (draw_options, 15.0, 7.4),
    "steps": (draw_steps, 56.0, 0.0),
    "split": (draw_split, 24.0, 11.0),
    "flow": (draw_flow, 44.0, 0.0),
    "reliability": (draw_reliability, 56.0, 0.0),
    "distribution": (draw_distribution, 44.0, 0.0),
    "chance": (draw_chance, 31.0, 0.0),
    "swings": (draw_swings, 16.0, 7.0),
}
"""What draws each kind, its usual height in millimetres, and how much of that each of its rows adds."""
DPI = 300
"""What printers ask for."""


class Drawings:
    """Draws the figures of one document. One of a size is laid out once, in however many ways it is written.

    Parameters
    ----------
    style
        Currency and minor digits, for the numbers that are written into the figures.
    """

    def __init__(self, style: Style) -> None:
        self._style = style
        self._canvases: dict[tuple[str, float, float], Canvas] = {}

    def draw(
        self,
        figure: Figure,
        *,
        text: Letters = "path",
        height_mm: float | None = None,
        width_mm: float = WIDTH_MM,
        dpi: int | None = None,
    ) -> bytes:
        """Return a figure as SVG, or as PNG.

        Parameters
        ----------
        figure
            What to draw.
        text
            ``path`` draws letters as shapes; ``none`` keeps them as text that can be searched.
        height_mm, width_mm
            Size; the height of each kind has a default.
        dpi
            Dots an inch of a PNG; None: an SVG.

        Returns
        -------
        bytes
            The same bytes for the same figure and the same version of the drawing library.
        """
        height = default_height(figure) if height_mm is None else height_mm
        size = figure.key, width_mm, height
        if size not in self._canvases:
            with sheet(width_mm, height, text, self._style) as canvas:
                _KINDS[figure.kind][0](canvas, figure)
            self._canvases[size] = canvas
        return written(self._canvases[size].figure, text, dpi)


def draw(figure: Figure, style: Style, **how: Any) -> bytes:
    """Return one figure alone, as :meth:`Drawings.draw` does."""
    return Drawings(style).draw(figure, **how)


def default_height(figure: Figure) -> float:
    """Return the height of a figure in millimetres if nothing else is asked for."""
    _, height, of_a_row = _KINDS[figure.kind]
    return height + of_a_row * max(1, len(figure.bars), len(figure.stacks))


def words(figure: Figure) -> str:
    """Return all that is written in a figure apart from its numbers."""
    sentences = [figure.x_label, figure.y_label, figure.top_label, figure.level_label]
    sentences += [line.label for line in figure.lines] + [mark.label for mark in figure.markers]
    sentences += [part for bar in figure.bars for part in (bar.label, bar.note)]
    sentences += [*figure.part_labels, *(stack.label for stack in figure.stacks)]
    names = [line.name for line in figure.lines if line.label is None]
    return "\n".join([*names, *(without_tags(part) for part in sentences if part is not None)])


def figure_files(document: Document) -> dict[str, bytes]:
    """Return ``figures/<key>.svg`` and ``.png`` of every figure, the PNG at 300 dots an inch.

    Letters are drawn as shapes, so that they look the same everywhere.
    """
    drawings, files = Drawings(Style.of(document)), {}
    for figure in document.figures():
        name = f"figures/{figure.key}"
        files[f"{name}.svg"] = drawings.draw(figure)
        files[f"{name}.png"] = drawings.draw(figure, dpi=DPI)
    return files
