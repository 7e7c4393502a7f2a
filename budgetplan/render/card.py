"""The beginning of a document as a piece of HTML, as notebooks show it."""

from __future__ import annotations

from dataclasses import replace

from markupsafe import Markup

from budgetplan.render.html import images
from budgetplan.render.templating import read_template, render
from budgetplan.report.model import Block, Document, Heading, Notice, Paragraph, Section, Tiles


def render_card(document: Document) -> str:
    """Return the title, the warnings, the lede, the tiles, the first figure and the first table of a document.

    Parameters
    ----------
    document
        What to show.

    Returns
    -------
    str
        HTML that needs no other file and holds no script; its style touches nothing outside of it.
    """
    short = replace(document, sections=(Section("card", _first(document)),))
    css = Markup(read_template("card.css"))  # noqa: S704 - a file of the package
    return render("card.html", short, images=images(short, "path"), css=css)


def _first(document: Document) -> tuple[Block, ...]:
    page = document.sections[0].blocks
    said = [
        block
        for block in page
        if isinstance(block, Notice | Tiles)
        or (isinstance(block, Heading) and block.level == 1)
        or (isinstance(block, Paragraph) and block.role in {"lede", "warning"})
    ]
    return (*said, *document.figures()[:1], *document.tables()[:1])
