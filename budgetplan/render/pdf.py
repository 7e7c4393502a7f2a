"""A document as a PDF for people and archives: tagged, fonts inside, the same bytes for the same document."""

from __future__ import annotations

import contextlib
import dataclasses
import datetime as dt
import importlib
import io
import logging
import os
import re
import string
import unicodedata
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from budgetplan.domain.asked.profile import PROFILES, Profile
from budgetplan.errors import PdfUnavailableError
from budgetplan.render.figures.canvas import fallback_dir
from budgetplan.render.figures.drawing import Drawings, default_height
from budgetplan.render.html import blanks, fill, images
from budgetplan.render.templating import font_dir, read_template
from budgetplan.report.display import Style, clean, sentence_text
from budgetplan.report.model import Document, Figure, Section, Sentence
from budgetplan.report.sentences import texts

HOW_TO_INSTALL = (
    "The PDF needs the text library Pango, which is not on this machine. "
    "Debian, Ubuntu: apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0; "
    "macOS: brew install pango; Windows: MSYS2, pacman -S mingw-w64-x86_64-pango."
)

_LEAST = 60.0
"""A figure of page 1 is as high at least, in millimetres: lower ones are hard to read."""
_LEAST_CARD = 42.0
"""That of a card, which has two lines and a band in it, and of a page that is full otherwise."""
_SLACK = 2.0
"""So many millimetres of the room that is left stay free: the last margin of a page is cut off when it is measured."""
_MOST = 1.5
"""So many times its usual height a figure takes where there is room: curves gain by it."""

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
        What to print. The figure of its first page takes the room that is left. Paper, margins and type are those of
        its profile.
    drawings
        What draws its figures, where other files of the document have them too; None: one for this file.

    Raises
    ------
    budgetplan.errors.PdfUnavailableError
        If the libraries of the system are missing; the message says what to install.
    """
    engine = _engine()
    with _clock(document.date), _missing_letters() as missing:
        drawings = drawings or Drawings(Style.of(document))
        pages, shown = _laid_out(_press(engine, document), document, drawings)
        data = engine.write(pages)
        told = [_letters_message(missing)] if missing else []
    told += [
        f"The section {section.key!r} must fit one page and takes {count}; shorten its texts or its table."
        for section, count in _too_long(shown, pages)
    ]
    return PdfFile(data, (*told, *_over_limit(shown, pages)))


def _over_limit(document: Document, pages: Any) -> list[str]:
    """Say where the justification takes more pages than the funder allows."""
    profile = PROFILES[document.profile]
    spans = _spans(document, pages)
    if not profile.pages or JUSTIFICATION not in spans:
        return []
    first, last = spans[JUSTIFICATION]
    if last - first + 1 <= profile.pages:
        return []
    told = f"The justification takes {last - first + 1} pages, and {profile.name} allows {profile.pages}; shorten the notes, or paste one of the shorter texts of justification.txt."
    return [told]


def _engine() -> Any:
    """Return the module that makes the PDF, or say what it lacks."""
    said = io.StringIO()
    try:
        # The library prints a page of advice before it fails, and warns of its own future.
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said), warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            return importlib.import_module("budgetplan.render.pdf_engine")
    except (OSError, ImportError) as error:
        raise PdfUnavailableError(HOW_TO_INSTALL) from error


def _press(engine: Any, document: Document) -> Any:
    """Return what lays out the pages of a document, with their style and their fonts."""
    fallback = fallback_dir()
    css = read_template("report.css") + _print_css(document, PROFILES[document.profile], fallback)
    return engine.Press(css, (font_dir(), fallback))


def _laid_out(press: Any, document: Document, drawings: Drawings) -> tuple[Any, Document]:
    """Return the pages of a document, and what they show.

    Page 1 is measured with its figures low, its lines closer where that is too much, then the figures lower; these
    then take the room that is left. Where there is too much even so, they stand at the head of page 2.
    """
    first = document.sections[0]
    if not first.one_page:
        return _lay_out(press, document, 0.0, 0, drawings), document
    usual = _LEAST_CARD if first.key == CARD else _LEAST
    figures = [block for block in first.blocks if isinstance(block, Figure)]
    for least, tight in ((usual, 0), (usual, 1), (_LEAST_CARD, 1)):
        room = _room(press, document, least, tight)
        if room is not None:
            height = min(least + max(0.0, room - _SLACK) / max(1, len(figures)), _most(first))
            return _lay_out(press, document, height, tight, drawings), document
    document = _without_figures(document, figures)
    return _lay_out(press, document, usual, 1, drawings), document


def _room(press: Any, document: Document, height: float, tight: int) -> float | None:
    """Return the room below the last words of page 1 in millimetres, None where it takes more than a page."""
    part = dataclasses.replace(document, sections=document.sections[:1])
    pages = press.lay_out(_page(part, height, tight))
    return None if _too_long(part, pages) else press.left(pages)


def _without_figures(document: Document, figures: Sequence[Figure]) -> Document:
    """Return a document whose figures of page 1 stand at the head of the section behind it."""
    first, *rest = document.sections
    first = dataclasses.replace(first, blocks=tuple(block for block in first.blocks if block not in figures))
    if rest:
        rest[0] = dataclasses.replace(rest[0], blocks=(*figures, *rest[0].blocks))
    return dataclasses.replace(document, sections=(first, *rest))


def _most(section: Section) -> float:
    """Return how high the figures of a section may become."""
    figures = [block for block in section.blocks if isinstance(block, Figure)]
    return max((_MOST * default_height(one) for one in figures), default=0.0)


def _lay_out(press: Any, document: Document, height: float, tight: int, drawings: Drawings) -> Any:
    """Return the pages of a document.

    ``height``: of the figures of page 1 in millimetres; ``tight``: how close its lines are.
    """
    return press.lay_out(_page(document, height, tight, drawings))


def _page(document: Document, height: float, tight: int, drawings: Drawings | None = None) -> str:
    """Return what is laid out; without drawings, with white space of the right size for pictures."""
    heights: dict[str, float] = {}
    for section in document.sections:
        if section.one_page:
            figures = [block for block in section.blocks if isinstance(block, Figure)]
            # A few bars need no more room than they have.
            heights |= {one.key: min(height, _MOST * default_height(one)) for one in figures}
    width = PROFILES[document.profile].width_mm
    if drawings is None:
        sources = blanks(document, heights, width)
    else:
        sources = images(document, "none", heights, width, drawings)
    return fill(document, sources, fit=tight, css="")


def _print_css(document: Document, profile: Profile, fallback: Path) -> str:
    """Return the style sheet of the printed page: its fonts, its size, its running lines."""
    faces = [
        ("Noto Sans", font_dir() / "NotoSans-Regular.ttf", "400", "normal"),
        ("Noto Sans", font_dir() / "NotoSans-Bold.ttf", "700", "normal"),
        ("Noto Sans", font_dir() / "NotoSans-Italic.ttf", "400", "italic"),
        ("DejaVu Sans", fallback / "DejaVuSans.ttf", "400", "normal"),
        ("DejaVu Sans", fallback / "DejaVuSans-Bold.ttf", "700", "normal"),
        ("DejaVu Sans Mono", fallback / "DejaVuSansMono.ttf", "400", "normal"),
    ]
    rules = [
        f'@font-face {{ font-family: "{name}"; src: url("{path.as_uri()}"); '
        f"font-weight: {weight}; font-style: {slope}; }}"
        for name, path, weight, slope in faces
    ]
    boxes = " ".join(
        f"@{place} {{ content: {_css_string(text)}; }}" for place, text in running(document).items()
    )
    numbered = f"@bottom-right {{ content: {_page_number(document.language)}; }}"
    heads = f"{boxes} {numbered}" if profile.heads else ""
    rules.append(f"@page {{ size: {profile.paper}; margin: {profile.margin_mm}mm; {heads} }}")
    rules.append(f"@media print {{ html {{ font-size: {profile.type_pt}pt; }} }}")
    rules.append(f".fit-1 section.one {{ font-size: {profile.least_pt}pt; }}")
    return read_template("print.css") + "\n".join(rules)


def running(document: Document) -> dict[str, str]:
    """Return what stands on every printed page, by its place."""
    style = Style.of(document)
    return {
        "top-left": sentence_text(document.subject, style),
        "top-right": document.project,
        "bottom-left": sentence_text(Sentence("running", {"identifier": document.identifier}), style),
    }


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
    safe = (letter if letter.isascii() and letter.isalnum() else f"\\{ord(letter):x} " for letter in text)
    return '"' + "".join(safe) + '"'


def _page_number(language: str) -> str:
    r"""Return what counts the pages, as CSS writes it.

    >>> _page_number("en")
    '"Page\\20 " counter(page) "\\20 of\\20 " counter(pages)'
    """
    pieces = string.Formatter().parse(texts(language)["page"])
    return " ".join(_quoted(words) + (f" counter({name})" if name else "") for words, name, *_ in pieces)


def _spans(document: Document, pages: Any) -> dict[str, tuple[int, int]]:
    """Return on which pages each section begins and ends."""
    starts: dict[str, int] = {}
    for number, page in enumerate(pages.pages, start=1):
        for anchor in page.anchors:
            starts.setdefault(anchor, number)
    sections = document.sections
    spans = {}
    for section, after in zip(sections, (*sections[1:], None), strict=True):
        start = starts[f"s-{section.key}"]
        end = len(pages.pages) if after is None else starts[f"s-{after.key}"] - int(after.new_page)
        spans[section.key] = (start, max(start, end))
    return spans


def _too_long(document: Document, pages: Any) -> list[tuple[Section, int]]:
    """Return the sections that must fit one page and don't, with their number of pages."""
    spans = _spans(document, pages)
    counts = [(section, spans[section.key][1] - spans[section.key][0] + 1) for section in document.sections]
    return [(section, count) for section, count in counts if section.one_page and count > 1]


@contextlib.contextmanager
def _clock(date: str) -> Iterator[None]:
    """Let everything that asks for the time get the date of the document."""
    name = "SOURCE_DATE_EPOCH"
    before = os.environ.get(name)
    midnight = dt.datetime.fromisoformat(date).replace(tzinfo=dt.UTC)
    os.environ[name] = str(int(midnight.timestamp()))
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


class _Collector(logging.Handler):
    """Notes the letters for which no font has a shape."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.letters: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        found = _MISSING.search(record.getMessage())
        if found:
            self.letters.add(chr(int(found[1], 16)))


@contextlib.contextmanager
def _missing_letters() -> Iterator[set[str]]:
    logger = logging.getLogger("weasyprint")
    collector = _Collector()
    propagate, logger.propagate = logger.propagate, False
    logger.addHandler(collector)
    try:
        yield collector.letters
    finally:
        logger.removeHandler(collector)
        logger.propagate = propagate


def _letters_message(letters: set[str]) -> str:
    """Return one sentence that names the scripts without a font and the packages that have one."""
    scripts: dict[str, list[str]] = {}
    for letter in sorted(letters):
        scripts.setdefault(_script(letter), []).append(f"U+{ord(letter):04X}")
    packages = sorted({_package(script) for script in scripts})
    named = "; ".join(
        f"{script} {', '.join(codes[:4])}{' …' if len(codes) > 4 else ''}"
        for script, codes in scripts.items()
    )
    return (
        f"No font of this machine has these letters ({named}); they are printed as boxes. "
        f"Debian, Ubuntu: apt-get install {' '.join(packages)}; elsewhere install the Noto font of the script."
    )


def _script(letter: str) -> str:
    name = unicodedata.name(letter, "")
    if ord(letter) >= 0x1F000 and not name.startswith("CJK"):
        return "symbols"
    return name.split(" ")[0].split("-")[0].capitalize().replace("Cjk", "CJK") or "unnamed"


def _package(script: str) -> str:
    if script in {"CJK", "Hangul", "Hiragana", "Katakana", "Bopomofo", "Ideographic"}:
        return "fonts-noto-cjk"
    return "fonts-noto-color-emoji" if script == "symbols" else "fonts-noto-core"
