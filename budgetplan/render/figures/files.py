"""Each figure of a document as files of its own: SVG for text programs, PNG for slides and forms."""

from __future__ import annotations

from budgetplan.render.display import Style
from budgetplan.render.figures.drawing import Drawings
from budgetplan.report.model import Document

DPI = 300
"""What printers ask for."""


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
