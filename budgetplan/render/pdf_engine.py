"""The library that makes the PDF, held on a short lead: what it may read, and what it leaves undone.

Importing this module needs the libraries of the system; :mod:`budgetplan.render.pdf` alone does it.
"""

from __future__ import annotations

import functools
import io
import re
import unicodedata
import warnings
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from fontTools.ttLib import TTFont
from weasyprint import CSS, HTML
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

from budgetplan.render.templating import read_template

# A shape without a letter, or with more than one.
_DOUBTFUL = re.compile(r"<([0-9a-f]{4})> <((?:|(?:[0-9a-f]{4}){2,}))>")
_NOTHING_SEEN = "2060"  # word joiner: every shape must be some letter, this one has no width

_CR_END = b"\r\nendstream\nendobj"

_PIXELS_PER_MM = 96 / 25.4
"""A pixel of a style sheet is the 96th part of an inch."""

_SHEETS: dict[str, Any] = {"pdf_variant": "pdf/a-3a", "pdf_tags": True}


class AllowList(URLFetcher):  # type: ignore[misc]
    """Reads what the page holds itself and files of a few folders, and stops the rendering for anything else."""

    def __init__(self, folders: Sequence[Path] = ()) -> None:
        super().__init__(allowed_protocols={"data", "file"}, allow_redirects=False, fail_on_errors=True)
        self._folders = tuple(folder.resolve() for folder in folders)

    def fetch(self, url: str, headers: Mapping[str, str] | None = None) -> URLFetcherResponse:
        """Return what an address holds, if it may be read."""
        scheme = url.partition(":")[0].lower()
        if scheme == "data" or (scheme == "file" and self._may_read(url)):
            return super().fetch(url, headers)
        raise FatalURLFetchingError(f"The page asks for {url[:120]!r}; it may load nothing.")

    def _may_read(self, url: str) -> bool:
        parts = urlsplit(url)
        if parts.netloc not in {"", "localhost"} or parts.query:
            return False
        # resolve() follows links and dots, so that a name cannot lead out of the folder.
        path = Path(url2pathname(unquote(parts.path))).resolve()
        return any(path.is_relative_to(folder) for folder in self._folders)


class Press:
    """Lays out pages that have one style sheet in common, which is read once, as are its fonts.

    Parameters
    ----------
    css
        The style sheet; a page's own come after it.
    folders
        Where files may be read.
    """

    def __init__(self, css: str = "", folders: Sequence[Path] = ()) -> None:
        self._fonts, self._reader = FontConfiguration(), AllowList(folders)
        self._css = CSS(string=css, font_config=self._fonts, url_fetcher=self._reader)

    def lay_out(self, html: str) -> Any:
        """Return the pages of an HTML text, not yet written."""
        page = HTML(string=html, url_fetcher=self._reader)
        return page.render(font_config=self._fonts, stylesheets=[self._css], **_SHEETS)

    @staticmethod
    def left(page: Any) -> float:
        """Return the room below all that stands on a page, in millimetres; a margin may reach beyond its end."""
        return float(page._page_box.height) / _PIXELS_PER_MM - Press.reach(page)  # noqa: SLF001 - told nowhere else

    @staticmethod
    def reach(page: Any) -> float:
        """Return how far below the head of a page all on it ends, in millimetres."""
        sheet = page._page_box  # noqa: SLF001 - told nowhere else
        return float(_end(sheet.children[0]) - sheet.content_box_y()) / _PIXELS_PER_MM


def _end(box: Any) -> float:
    """Return where all in a box ends, with its margins; the box itself may reach to the end of the page."""
    if parts := getattr(box, "children", ()):
        return max(map(_end, parts)) + float(box.padding_bottom + box.border_bottom_width + box.margin_bottom)
    return float(box.position_y + box.margin_height())


def write(pages: Any) -> bytes:
    """Return laid out pages as a file that is PDF/A-3a and PDF/UA-1 at once."""
    with warnings.catch_warnings():
        # The library leaves the file of its colour profile to the garbage collector.
        warnings.simplefilter("ignore", ResourceWarning)
        written = pages.write_pdf(finisher=_finish, **_SHEETS)
    assert isinstance(written, bytes)
    return written


def _finish(document: Any, pdf: Any) -> None:
    """Add what both standards ask for and the library leaves out."""
    for item in pdf.objects:
        if isinstance(item, dict) and item.get("S") == "/TH" and "A" in item:
            # Its identifier holds element, row and column; row 0 is the head.
            _, row, *_ = str(getattr(item.get("ID"), "string", "0-0-0")).split("-")
            item["A"].setdefault("Scope", "/Column" if row == "0" else "/Row")
        extra = getattr(item, "extra", {})
        if "Interpolate" in extra:
            # PDF/A forbids smoothing; coloured letters such as emoji are pictures that ask for it.
            extra["Interpolate"] = "false"
    _mend_unicode(document, pdf)
    metadata = _resolve(pdf, pdf.catalog["Metadata"])
    # PDF/A-1 forbids a compressed description and some checkers ask it of all parts.
    metadata.compress = False
    joined = b"\n".join(part if isinstance(part, bytes) else part.encode() for part in metadata.stream)
    # PDF/A wants every property outside its own list described in the file that uses it.
    universal = read_template("pdfua.xml").replace("\n", "").encode()
    metadata.stream = [joined.replace(b"</rdf:RDF>", universal + b"</rdf:RDF>", 1)]
    # The streams of objects and of references are made only while the file is written, and are written so too.
    pdf.write_line = functools.partial(_write_piece, pdf.write_line)


def _write_piece(write: Callable[[bytes, Any], None], piece: bytes, output: Any) -> None:
    """Write a piece of the file; a stream whose last byte is CR gets an end of line of its own, CR LF.

    The library ends a stream by LF. After a last byte CR that would read as CR LF, and the stream as shorter
    than it says by a byte; which streams end so is chance. PDF takes either end of line.
    """
    if piece.endswith(_CR_END):
        piece = piece[: -len(_CR_END)] + b"\r" + _CR_END
    write(piece, output)


def _mend_unicode(document: Any, pdf: Any) -> None:
    """Say of each shape which letter it is, where the library noted nothing or more than the letter.

    Of a letter with a mark it notes one shape as both and the other as nothing, for all their places in the
    file: what is copied or read aloud would gain and lose marks.
    """
    fonts = {font.name: font for font in document.fonts.values()}
    for item in pdf.objects:
        if not isinstance(item, dict) or "ToUnicode" not in item:
            continue
        stream = _resolve(pdf, item["ToUnicode"])
        lines = [part.decode() if isinstance(part, bytes) else part for part in stream.stream]
        if any(_DOUBTFUL.fullmatch(line) for line in lines):
            mend = functools.partial(_mended, letters=_letters_of(fonts[item["BaseFont"]]))
            stream.stream = [_DOUBTFUL.sub(mend, line).encode() for line in lines]


def _letters_of(font: Any) -> dict[int, str]:
    """Return the letter of each shape of a font that stands for one letter."""
    face = TTFont(io.BytesIO(font.file_content), fontNumber=font.index, lazy=True)
    letters: dict[int, str] = {}
    for code, name in sorted(face.getBestCmap().items(), reverse=True):
        joined = 0xFB00 <= code <= 0xFEFF  # a shape of a letter between others, or letters tied together
        letters[face.getGlyphID(name)] = unicodedata.normalize("NFKC", chr(code)) if joined else chr(code)
    return letters


def _mended(match: re.Match[str], letters: Mapping[int, str]) -> str:
    """Return a line of the list of shapes and letters, with the letter alone where the font knows it."""
    shape, noted = match[1], match[2]
    letter = letters.get(int(shape, 16))
    if letter is not None:
        noted = letter.encode("utf-16-be").hex()
    return f"<{shape}> <{noted or _NOTHING_SEEN}>"


def _resolve(pdf: Any, reference: bytes | str) -> Any:
    return pdf.objects[int(reference.split()[0])]
