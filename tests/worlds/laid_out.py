"""PDFs and the pages of their sections, each document laid out once."""

from __future__ import annotations

import dataclasses
import pickle

import pytest

from budgetplan.render import pdf

_KNOWN: dict[tuple[bytes, str], tuple[pdf.PdfFile, dict[str, tuple[int, int]]]] = {}


def laid_out(document, paper="A4"):
    """Return a PDF, and the first and last page of each section by key, counted from 1."""
    name = pickle.dumps(document), paper
    if name not in _KNOWN:
        seen = []
        lay_out = pdf._laid_out

        def noted(*given):
            seen.append(lay_out(*given))
            return seen[-1]

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(pdf, "_laid_out", noted)
            made = pdf.render_pdf(document, paper=paper)
        _KNOWN[name] = made, pdf._spans(document, seen[-1])
    return _KNOWN[name]


def first_page_of(document):
    """Return the pages of the decision, as the document begins: what follows it has pages of its own."""
    begins = dataclasses.replace(document, sections=document.sections[:2])
    assert begins.sections[0].key == "decision"
    assert begins.sections[1].new_page
    return laid_out(begins)[1]["decision"]
