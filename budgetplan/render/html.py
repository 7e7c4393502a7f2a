"""A document as one HTML file: nothing loaded from anywhere, readable on a telephone.

A report has no script; the page with a handle has one of its own.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from html import escape, unescape
from types import MappingProxyType
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from budgetplan.render.figures.canvas import Letters
from budgetplan.render.figures.drawing import WIDTH_MM, Drawings, default_height, words
from budgetplan.render.templating import font_dir, read_template, render
from budgetplan.report.display import Style, without_tags
from budgetplan.report.model import Document, Figure, Section, Tiles, is_head

_LINE_END = re.compile(r"\s*\n\s*")
NARROW_MM = 92.0
"""Width of a figure for a telephone: type of its usual size on a page of 360 points."""


def render_html(document: Document, drawings: Drawings | None = None) -> str:
    """Return a document as a page that needs no other file.

    Parameters
    ----------
    document
        What to show.
    drawings
        What draws its figures, where other files of the document have them too; None: one for this page.

    Returns
    -------
    str
        HTML whose figures stand in it with their words as text, in letters that the page brings with it.
    """
    drawings = drawings or Drawings(Style.of(document))
    wide = _inlined(document, drawings, WIDTH_MM, "wide")
    narrow = _inlined(document, drawings, NARROW_MM, "narrow")
    face = font_face("".join((*wide.values(), *narrow.values())))
    return fill(document, wide, narrow=narrow, css=face + read_template("report.css"))


def _inlined(document: Document, drawings: Drawings, width_mm: float, name: str) -> dict[str, Markup]:
    """Return the figures of a document as parts of a page, by key; ``name``: of the size, for identifiers."""
    made = [
        (figure, _drawn(figure, drawings, "none", width_mm, default_height(figure))) for figure in document.figures()
    ]
    return {figure.key: _part(svg, f"{name}-{figure.key}", without_tags(figure.alt)) for figure, svg in made}


def _drawn(figure: Figure, drawings: Drawings | None, text: Letters, width: float, height: float) -> str:
    """Return a figure, drawn; letters that depend on their neighbours are shapes whatever is asked for."""
    if drawings is None:
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"></svg>'
    # Pages set the text of pictures letter by letter.
    shaped = any(
        unicodedata.combining(letter) or unicodedata.bidirectional(letter) in {"R", "AL", "NSM"}
        for letter in words(figure)
        if letter > "\u02ff"
    )
    kept: Letters = "path" if shaped else text
    return drawings.draw(figure, text=kept, height_mm=height, width_mm=width).decode()


def _part(svg: str, name: str, alt: str) -> Markup:
    """Return a drawn picture as a part of a page: it has a title, and no identifier that another part has."""
    svg = _LINE_END.sub(" ", svg[svg.index("<svg") :])
    svg = re.sub(r"<defs> *<style.*?</style> *</defs>", "", svg, count=1)
    ids = {target: f"{name}-{target}" for target in re.findall(r"(?:href=\"#|url\(#)([^\")]+)", svg)}
    svg = re.sub(r' id="([^"]*)"', lambda at: f' id="{ids[at[1]]}"' if at[1] in ids else "", svg)
    svg = re.sub(r"(?:xlink:)?href=\"#([^\"]+)", lambda at: f'href="#{ids[at[1]]}', svg)
    svg = re.sub(r"url\(#([^)]+)\)", lambda at: f"url(#{ids[at[1]]})", svg)
    svg = svg.replace("'Noto Sans'", f"'{FACE}'")
    size = svg.partition('viewBox="')[2].partition('"')[0]
    head = f'<svg role="img" aria-labelledby="{name}" viewBox="{size}" stroke-linejoin="round"><title id="{name}">{escape(alt)}</title>'
    return Markup(head + svg[svg.index(">") + 1 :])  # noqa: S704 - drawn by us, its words escaped


FACE = "Report Figures"
"""The name under which a page brings the letters of its figures."""
_TEXT = re.compile(r"<text[^>]*>(.*?)</text>")
LATIN = frozenset(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x100)))) | {*"\u2009‐‑‒–—‘’‚‛“”„…\u202f‰€→−≈≤≥"}
"""Letters of the files called ``.latin.woff2``, which bring ten kilobytes more than a page needs and save it a fifth of a second:
``pyftsubset FONT.ttf --unicodes=... --flavor=woff2 --layout-features=kern --no-hinting --notdef-outline``."""


def font_face(page: str) -> str:
    """Return a style sheet with the letters that the figures of a page are written in, regular and bold.

    Words in figures were measured in this font: in the machine's own they would run over the edge.
    """
    letters = unescape("".join(_TEXT.findall(page)))
    return "".join(
        f'@font-face {{ font-family: "{FACE}"; font-weight: {weight}; src: url(data:font/woff2;base64,{_subset(font, letters)}); }}\n'
        for font, weight in (("NotoSans-Regular", 400), ("NotoSans-Bold", 700))
        if letters
    )


def _subset(name: str, letters: str) -> str:
    """Return a font that has these letters, for the address of a style sheet."""
    if LATIN.issuperset(letters):
        return base64.b64encode(font_dir().joinpath(f"{name}.latin.woff2").read_bytes()).decode("ascii")
    from fontTools import subset  # heavy

    options = subset.Options(flavor="woff2", layout_features=["kern"], hinting=False, notdef_outline=True)
    with subset.load_font(str(font_dir().joinpath(f"{name}.ttf")), options) as font:
        chosen = subset.Subsetter(options)
        chosen.populate(text=letters)
        chosen.subset(font)
        font["head"].modified = font["head"].created  # the same bytes at any time
        stream = io.BytesIO()
        subset.save_font(font, stream, options)
    return base64.b64encode(stream.getvalue()).decode("ascii")


def images(
    document: Document,
    drawings: Drawings | None,
    text: Letters = "none",
    heights: Mapping[str, float] = MappingProxyType({}),
    width_mm: float = WIDTH_MM,
) -> dict[str, str]:
    """Return the figures of a document as addresses that hold the picture itself, by key.

    ``heights`` gives the height in millimetres of those that don't have their usual one. Without ``drawings`` they are
    white pictures of the same size, to see quickly how much room a page needs.
    """
    sizes = [(figure, heights.get(figure.key, default_height(figure))) for figure in document.figures()]
    return {figure.key: _address(_drawn(figure, drawings, text, width_mm, height)) for figure, height in sizes}


def _address(svg: str) -> str:
    r"""Return an address that holds a picture: as text, a quarter shorter than in letters of a code.

    It has no space, at which a list of addresses would end it.

    >>> _address('<svg\n  a="1"/>')
    'data:image/svg+xml,%3Csvg%20a=%271%27/%3E'
    """
    text = _LINE_END.sub(" ", svg)
    text = text if "'" in text else text.replace('"', "'")  # one sign, where the other takes three
    return "data:image/svg+xml," + quote(text, safe="/:=;()!*$+.-_@~")


def fill(
    document: Document,
    sources: Mapping[str, str],
    *,
    fit: int = 0,
    css: str = "",
    narrow: Mapping[str, str] | None = None,
) -> str:
    """Return the page of a document with the given pictures.

    ``fit`` says how tight its first page is set; ``css`` is its style sheet. With ``narrow``, the same
    pictures for a telephone, it is a page for the screen: it has a list of contents, and each table names its file.
    """
    style = Markup(css)  # noqa: S704 - files of the package
    return render("report.html", document, images=sources, narrow=narrow, css=style, fit=fit)


def render_card(document: Document, *, styled: bool = True) -> str:
    """Return the title, the warnings, the lede, the tiles, the first figure and the first table of a document, or all of page 1.

    Parameters
    ----------
    document
        What to show.
    styled
        Whether it is a card that brings its style; a page with a style sheet of its own has all of page 1.

    Returns
    -------
    str
        HTML that needs no other file and holds no script; its style touches nothing outside of it.
    """
    page = document.sections[0].blocks
    heads = [block for block in page if isinstance(block, Tiles) or is_head(block, ("lede", "warning"))]
    blocks = (*heads, *document.figures()[:1], *document.tables()[:1]) if styled else page
    short = replace(document, sections=(Section("card", blocks),))
    css = Markup(read_template("card.css") if styled else "")  # noqa: S704 - a file of the package
    return render("card.html", short, images=images(short, Drawings(Style.of(short)), "path"), css=css)


def render_explore(document: Document, data: Mapping[str, Any], report: str = "") -> str:
    """Return the page on which other amounts are tried.

    Parameters
    ----------
    document
        The report, which the page is headed as.
    data
        What :mod:`budgetplan.report.explore` gives: every number that the page can show.
    report
        The file of the report beside it; empty where none is written.

    Returns
    -------
    str
        HTML that needs no other file. Its policy lets this one script run, and nothing be loaded.
    """
    script = read_template("explore.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode("ascii")
    parts = {"script": script, "css": read_template("report.css") + read_template("explore.css")}
    ready = {name: Markup(part) for name, part in parts.items()}  # noqa: S704 - files of the package
    how = {"words": data["text"], "digest": digest, "json": as_json(data), **ready}
    return render("explore.html", document, data=data, report=report, **how)


def as_json(data: Mapping[str, Any]) -> Markup:
    """Return data for a script element, which only "<" could end."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return Markup(text)  # noqa: S704 - no markup is left in it
