"""A document as one HTML file: no script, nothing loaded from anywhere, readable on a telephone."""

from __future__ import annotations

import base64
import unicodedata
from collections.abc import Mapping
from typing import Literal

from markupsafe import Markup

from budgetplan.render.display import Style
from budgetplan.render.figures.drawing import WIDTH_MM, default_height, draw, words
from budgetplan.render.templating import read_template, render
from budgetplan.report.model import Document


def render_html(document: Document) -> str:
    """Return a document as a page that needs no other file.

    Parameters
    ----------
    document
        What to show.

    Returns
    -------
    str
        HTML whose letters in figures are drawn as shapes, so that they look the same everywhere.
    """
    return fill(document, images(document, "path"))


def images(
    document: Document, text: Literal["path", "none"], heights: Mapping[str, float] | None = None
) -> dict[str, str]:
    """Return the figures of a document as addresses that hold the picture itself, by key.

    ``heights`` gives the height in millimetres of those that don't have their usual one.
    """
    style = Style.of(document)
    sources = {}
    for figure in document.figures():
        height = (heights or {}).get(figure.key)
        kept = text if text == "path" or not _needs_shaping(words(figure, style)) else "path"
        drawn = draw(figure, style, text=kept, height_mm=height)
        sources[figure.key] = "data:image/svg+xml;base64," + base64.b64encode(drawn).decode("ascii")
    return sources


def blanks(document: Document, heights: Mapping[str, float]) -> dict[str, str]:
    """Return white pictures of the size of the figures, to see quickly how much room a page needs."""
    sources = {}
    for figure in document.figures():
        height = heights.get(figure.key, default_height(figure))
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH_MM} {height}"></svg>'
        sources[figure.key] = "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode("ascii")
    return sources


def _needs_shaping(written: str) -> bool:
    """Return whether letters depend on their neighbours: pages set the text of pictures letter by letter."""
    return any(
        unicodedata.combining(letter) or unicodedata.bidirectional(letter) in {"R", "AL", "NSM"}
        for letter in written
        if letter > "\u02ff"
    )


def fill(document: Document, sources: Mapping[str, str], *, fit: int = 0, more_css: str = "") -> str:
    """Return the page of a document with the given pictures.

    ``fit`` says how tight its first page is set, ``more_css`` what else its style sheet says.
    """
    # Files of the package, and for print the user's words escaped letter by letter.
    css = Markup(read_template("report.css") + more_css)  # noqa: S704
    return render("report.html", document, images=sources, css=css, fit=fit)
