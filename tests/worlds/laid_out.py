"""PDFs, the pages of their sections, and pages of HTML: each document is laid out once, and each figure drawn once."""

from __future__ import annotations

import dataclasses
import sys

import numpy as np
import pytest

from budgetplan.render import pdf
from budgetplan.render.figures.drawing import Drawings
from budgetplan.render.html import render_html

_KNOWN: dict[str, tuple[pdf.PdfFile, dict[str, tuple[int, int]]]] = {}
_PAGES: dict[str, str] = {}
_DRAWN: dict[str, bytes] = {}
_draw = Drawings.draw


def _told(document):
    """Return all that a document says; equal documents say the same."""
    with np.printoptions(threshold=sys.maxsize, precision=17):
        return repr(document)


def drawn(drawings, figure, **how):
    """Return a figure as it is drawn; equal figures of a size are drawn once for all documents."""
    name = _told((figure, drawings._style, sorted(how.items())))
    if name not in _DRAWN:
        _DRAWN[name] = _draw(drawings, figure, **how)
    return _DRAWN[name]


def laid_out(document):
    """Return a PDF, and the first and last page of each section by key, counted from 1."""
    name = _told(document)
    if name not in _KNOWN:
        seen = []
        lay_out = pdf._laid_out

        def noted(*given):
            seen.append(lay_out(*given))
            return seen[-1]

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(pdf, "_laid_out", noted)
            patch.setattr(Drawings, "draw", drawn)
            made = pdf.render_pdf(document)
        _KNOWN[name] = made, spans(seen[-1][0])
    return _KNOWN[name]


def spans(pages):
    """Return on which pages each section begins and ends."""
    on = {}
    for number, sheet in enumerate(pages.pages, start=1):
        for name in sheet.anchors:
            if name.startswith("s-"):
                on.setdefault(name[2:], []).append(number)
    return {key: (numbers[0], numbers[-1]) for key, numbers in on.items()}


def first_page_of(document):
    """Return the first and last page of the decision, with as little on it as there may be.

    What follows it has pages of its own; pictures take their room though nothing is drawn.
    """
    begins = dataclasses.replace(document, sections=document.sections[:2])
    assert begins.sections[0].key == "decision"
    assert begins.sections[1].new_page
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCE_DATE_EPOCH", "0")
        low = dict.fromkeys((one.key for one in begins.figures()), pdf._LEAST_CARD)
        page = pdf._page(begins, low, 1)
        pages = pdf._press(pdf._engine(), begins).lay_out(page)
    return spans(pages)["decision"]


def page_of(document):
    """Return the page of a document as HTML."""
    name = _told(document)
    if name not in _PAGES:
        _PAGES[name] = render_html(document)
    return _PAGES[name]
