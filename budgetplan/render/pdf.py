"""A document as a PDF for people and archives: tagged, fonts inside, the same bytes for the same document."""

from __future__ import annotations

import collections
import contextlib
import dataclasses
import datetime as dt
import importlib
import io
import logging
import os
import re
import sys
import unicodedata
import warnings
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any
from unittest.mock import patch

from markupsafe import Markup

from budgetplan.domain.asked.profile import PROFILES
from budgetplan.domain.messages import Message
from budgetplan.errors import PdfUnavailableError
from budgetplan.render.figures.canvas import fallback_dir
from budgetplan.render.figures.drawing import Drawings, default_height
from budgetplan.render.html import fill, images
from budgetplan.render.templating import environment, font_dir, read_template
from budgetplan.report.display import Style, clean, without_tags
from budgetplan.report.model import FINE, Block, Document, Figure, Section
from budgetplan.report.wording import short_text

_LEAST = 60.0
"""A figure of page 1 is as high at least, in millimetres: lower ones are hard to read."""
_LEAST_GAIN = 50.0
"""That of curves with money above them, on a page that is full otherwise."""
_LEAST_CARD = 42.0
"""That of a card, which has two lines and a band in it, and of a page that is full otherwise."""
_LEAST_BARS = 33.0
"""That of bars and bands on a page that is full otherwise: no curve has to be followed in them."""
_SLACK = 2.0
"""So many millimetres of the room that is left stay free: the last margin of a page is cut off when it is measured."""
_MOST = 2.0
"""So many times its usual height a figure takes where there is room: curves gain by it."""
_AIRY = "#t-{key} :is(th, td) {{ padding-top: calc(var(--type) * .2 + {air:.2f}mm); padding-bottom: calc(var(--type) * .2 + {air:.2f}mm); }}\n"
_AIR = 0.9
"""So many millimetres at most are added above and below a row of a table: twice the usual."""
_CLOSER = 20.0
"""Closer lines save so many millimetres of page 1 at least: 24 to 41 in the examples."""
_LOWER = 0.65
"""So many times its usual height a figure has at least where pages are saved."""

CARD = "card"
"""Key of the section that is a card of progress."""
JUSTIFICATION = "justification"
"""Key of the section that a funder may limit."""

_MISSING = re.compile(r"notdef glyph.*\(U\+([0-9A-F]+)\)")
_RUNNING_LETTERS = 62


@dataclasses.dataclass(frozen=True)
class PdfFile:
    """A PDF and what its maker should know.

    Attributes
    ----------
    data
        The file.
    warnings
        What is not as it should be, a sentence each; empty in the normal case.
    """

    data: bytes
    warnings: tuple[str, ...] = ()


def render_pdf(document: Document, drawings: Drawings | None = None) -> PdfFile:
    """Return a document as PDF/A-3a and PDF/UA-1 in one file.

    Parameters
    ----------
    document
        What to print. The figures of each page take the room that is left on it. Paper, margins and type are those of
        its profile.
    drawings
        What draws its figures, where other files of the document have them too; None: one for this file.

    Raises
    ------
    budgetplan.errors.PdfUnavailableError
        If the libraries of the system are missing; the message says what to install.
    """
    engine = _engine()
    # Whatever asks for the time gets the date of the document.
    midnight = dt.datetime.fromisoformat(document.date).replace(tzinfo=dt.UTC).timestamp()
    with patch.dict(os.environ, SOURCE_DATE_EPOCH=str(int(midnight))), _missing_letters() as missing:
        drawings = drawings or Drawings(Style.of(document))
        pages, shown = _laid_out(_press(engine, document), document, drawings)
        data = engine.write(pages)
    names = (name for sheet in pages.pages for name in sheet.anchors)
    counts = collections.Counter(name[2:] for name in names if name.startswith("s-"))
    profile = PROFILES[document.profile]
    warnings = [_letters_message(missing)] if missing else []
    warnings += [
        f"The section {section.key!r} must fit one page and takes {counts[section.key]}; shorten its texts or its table."
        for section in shown.sections
        if section.one_page and counts[section.key] > 1
    ]
    long = f"The justification takes {counts[JUSTIFICATION]} pages, and {profile.name} allows {profile.pages}; shorten the notes, or paste one of the shorter texts of justification.txt."
    warnings += [long] if 0 < profile.pages < counts[JUSTIFICATION] else []
    return PdfFile(data, tuple(warnings))


def _engine() -> Any:
    """Return the module that makes the PDF, or say what it lacks."""
    output = io.StringIO()
    try:
        # The library prints a page of advice before it fails, and warns of its own future.
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output), warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            # On Linux a name is found as it is, or by a compiler and a linker that are started for each of its variants.
            by_name = patch("ctypes.util.find_library", str) if sys.platform == "linux" else contextlib.nullcontext()
            with by_name:
                return importlib.import_module("budgetplan.render.pdf_engine")
    except (OSError, ImportError) as error:
        raise PdfUnavailableError.of(Message("files.no_pango")) from error


def _press(engine: Any, document: Document) -> Any:
    """Return what lays out the pages of a document, with their style and their fonts."""
    ours, theirs = font_dir(), fallback_dir()
    left, right = _css_string(without_tags(document.subject)), _css_string(document.project)
    below = without_tags(short_text("running", Style.of(document), identifier=document.identifier))
    heads = {"top-left": left, "top-right": right, "bottom-left": _css_string(below)}
    about = {"profile": PROFILES[document.profile], "heads": heads, "page": _page_number(document.language)}
    template = environment().get_template("print.css")
    css = template.render(ours=ours.as_uri(), theirs=theirs.as_uri(), **about)
    # Sizes are those of the part of the report that they stand in.
    css = re.sub(r"(?<![\w.])(-?[\d.]+)rem", r"calc(var(--type) * \1)", read_template("report.css") + css)
    return engine.Press(css, (ours, theirs))


def _laid_out(press: Any, document: Document, drawings: Drawings) -> tuple[Any, Document]:
    """Return the pages of a document, and what they show.

    Figures are low where that saves a page or leaves less white. What is left of a page is taken by
    its figures, then by the rows of its tables. What stands in small type at the end fills its own pages.
    """
    heights, tight, css = dict[str, float](), 0, ""
    if document.sections[0].one_page:
        document, heights, tight, css = _page_1(press, document)
    later = [section for section in document.sections if not section.one_page]
    part, fine = (
        dataclasses.replace(document, sections=tuple(page for page in later if (page.key in FINE) == small))
        for small in (False, True)
    )
    usual, low = ({figure.key: height(figure) for figure in part.figures()} for height in (default_height, _least))
    needs = press.reach(press.lay_out(_page(fine, {})).pages[-1]) if fine.sections else 0.0

    def more(sheet: Any, tried: Mapping[str, float], most: float) -> float:
        """Return by how much the figures of a page may be higher, up to so many times their usual height."""
        return sum(most * usual[key] - height for key, height in tried.items() if f"f-{key}" in sheet.anchors)

    def extent(sheets: Sequence[Any], tried: Mapping[str, float]) -> tuple[float, float]:
        """Return how many pages there are, small type included, and what stays white on them."""
        white = sum(max(0.0, press.left(sheet) - more(sheet, tried, _MOST)) for sheet in sheets[:-1])
        return len(sheets) + (needs > press.left(sheets[-1])), white

    sheets, chosen = press.lay_out(_page(part, low)).pages, low
    # With room on each page, figures of their usual height leave all else where it is.
    if any(more(sheet, low, 1.0) > press.left(sheet) for sheet in sheets):
        others = press.lay_out(_page(part, usual)).pages
        if extent(others, usual) <= extent(sheets, low):
            sheets, chosen = others, usual
    heights |= chosen
    # Small type that needs a page more leaves the one before to what stands there.
    for sheet in sheets[: len(sheets) - (0 < needs <= press.left(sheets[-1]))]:
        elsewhere = {name for page in sheets if page is not sheet for name in page.anchors}
        css += _filled(press, part, heights, sheet, elsewhere)
    return press.lay_out(_page(document, heights, tight, drawings, css)), document


def _least(figure: Figure) -> float:
    """Return how high a figure is at least, in millimetres; where it has many rows, high enough for their names."""
    least = _LEAST_CARD if figure.kind in ("curve", "reliability", "options") else _LEAST_BARS
    least, usual = _LEAST_GAIN if figure.kind == "gain" else least, default_height(figure)
    return min(usual, max(_LOWER * usual, least))


def _page_1(press: Any, document: Document) -> tuple[Document, dict[str, float], int, str]:
    """Return a document whose first section fits a page, the heights of its figures, how close its lines are, and its style.

    The page is measured with its figures low and its lines close, then with the figures lower, and with its usual lines
    where much is left. Where there is too much even so, its table stands at the head of page 2, or its figures, or both.
    """
    first, *rest = document.sections
    usual = _LEAST_CARD if first.key == CARD else _LEAST
    whole = dataclasses.replace(document, sections=(first,))
    figures, tables = whole.figures(), whole.tables()
    ways: tuple[tuple[Block, ...], ...] = ((), tables, figures, (*figures, *tables)) if rest else ((), figures)
    for moved in ways:
        kept = dataclasses.replace(first, blocks=tuple(block for block in first.blocks if block not in moved))
        part = dataclasses.replace(document, sections=(kept,))
        next_page = rest[:1] or [Section("figures", ())] * bool(moved)  # a card has nothing else to follow
        later = [dataclasses.replace(page, blocks=(*moved, *page.blocks)) for page in next_page]
        document = dataclasses.replace(document, sections=(kept, *later, *rest[1:]))
        for low in (usual, 0.0):
            # A few bars need no more room than they have.
            heights = {
                figure.key: max(_least(figure), min(low, _MOST * default_height(figure))) for figure in part.figures()
            }
            close, *over = press.lay_out(_page(part, heights, 1)).pages
            if over:
                continue
            if press.left(close) > _CLOSER:
                wide, *over = press.lay_out(_page(part, heights)).pages
                if not over:
                    return document, heights, 0, _filled(press, part, heights, wide)
            _filled(press, part, heights, close)  # a page whose lines are close is full: its tables get nothing
            return document, heights, 1, ""
    return document, {}, 1, ""


def _filled(press: Any, part: Document, heights: dict[str, float], sheet: Any, elsewhere: Collection[str] = ()) -> str:
    """Let the figures of a page take what is left of it, and return the style by which the rows of its tables take the rest.

    ``elsewhere``: the anchors of the other pages. Rows of a table that runs on there would push all that follows.
    """
    left = max(0.0, press.left(sheet) - _SLACK)
    figures = [figure for figure in part.figures() if f"f-{figure.key}" in sheet.anchors]
    for left_over, figure in zip(range(len(figures), 0, -1), figures, strict=True):
        more = max(0.0, min(left / left_over, _MOST * default_height(figure) - heights[figure.key]))
        heights[figure.key] += more
        left -= more
    whole = [table for table in part.tables() if f"t-{table.key}" in sheet.anchors.keys() - elsewhere]
    rows = sum(1 + sum(not row.repeats for row in page.rows) for page in whole)
    return "".join(_AIRY.format(key=page.key, air=min(_AIR, left / rows / 2)) for page in whole if left > 0)


def _page(
    document: Document, heights: Mapping[str, float], tight: int = 0, drawings: Drawings | None = None, css: str = ""
) -> str:
    """Return what is laid out; without drawings, with white space of the right size for pictures.

    ``heights``: of figures in millimetres, by key, where they don't have their usual one; ``tight``: how close the
    lines of page 1 are; ``css``: more of the style sheet.
    """
    drawn = images(document, drawings, heights=heights, width_mm=PROFILES[document.profile].width_mm)
    return fill(document, drawn, fit=tight, css=css)


def _css_string(text: str) -> str:
    r"""Return a text as a string of CSS in which no character has a meaning of its own.

    >>> _css_string('a"}')
    '"a\\22 \\7d "'
    """
    text = clean(text)
    if len(text) > _RUNNING_LETTERS:
        text = text[: _RUNNING_LETTERS - 1].rstrip() + "…"
    return _quoted(text)


def _quoted(text: str) -> str:
    return '"' + re.sub("[^0-9A-Za-z]", lambda sign: f"\\{ord(sign[0]):x} ", text) + '"'


def _page_number(language: str) -> str:
    r"""Return what counts the pages, as CSS writes it.

    >>> _page_number("en")
    '"Page\\20 " counter(page) "\\20 of\\20 " counter(pages) ""'
    """
    cut = Markup("\x1e")
    parts = short_text("page", Style(language=language), page=cut, pages=cut).split(cut)
    before, between, after = map(_quoted, parts)
    return f"{before} counter(page) {between} counter(pages) {after}"


@contextlib.contextmanager
def _missing_letters() -> Iterator[set[str]]:
    """Keep the library's warnings to ourselves, and note the letters for which no font has a shape."""
    logger, letters = logging.getLogger("weasyprint"), set[str]()

    def noted(record: logging.LogRecord) -> bool:
        letters.update(chr(int(code, 16)) for code in _MISSING.findall(record.getMessage()))
        return False

    logger.addFilter(noted)
    try:
        yield letters
    finally:
        logger.removeFilter(noted)


_CJK = ("CJK", "Hangul", "Hiragana", "Katakana", "Bopomofo", "Ideographic")
_PACKAGES = dict.fromkeys(_CJK, "fonts-noto-cjk") | {"symbols": "fonts-noto-color-emoji"}


def _letters_message(letters: set[str]) -> str:
    """Return one sentence that names the scripts without a font and the packages that have one."""
    scripts: dict[str, list[str]] = {}
    for letter in sorted(letters):
        scripts.setdefault(_script(letter), []).append(f"U+{ord(letter):04X}")
    packages = sorted({_PACKAGES.get(script, "fonts-noto-core") for script in scripts})
    listed = [(script, codes[:4] + ["…"] * (len(codes) > 4)) for script, codes in scripts.items()]
    missing_letters = "; ".join(f"{script} {', '.join(codes)}" for script, codes in listed)
    return (
        f"No font of this machine has these letters ({missing_letters}); they are printed as boxes. "
        f"Debian, Ubuntu: apt-get install {' '.join(packages)}; elsewhere install the Noto font of the script."
    )


def _script(letter: str) -> str:
    name = unicodedata.name(letter, "")
    if ord(letter) >= 0x1F000 and not name.startswith("CJK"):
        return "symbols"
    return name.split(" ")[0].split("-")[0].capitalize().replace("Cjk", "CJK") or "unnamed"
