"""The justification for a text program: all its lengths, and the cost build-up as a table."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from budgetplan.render.text import lengths
from budgetplan.render.workbook import clean, no_library, without_times
from budgetplan.report.cost_words import COSTS
from budgetplan.report.display import Style, sentence_text, show
from budgetplan.report.model import Document, Sentence, Table

_LEFT = ("text", "sentence")


@dataclass(frozen=True)
class _Part:
    """One length of the text, as it is written."""

    heading: str
    paragraphs: tuple[str, ...]
    counted: str


@dataclass(frozen=True)
class _Costs:
    """The cost build-up: ``rows`` of texts, the first one the headings, the last one the total."""

    caption: str
    rows: tuple[tuple[str, ...], ...]
    left: tuple[bool, ...]


def render_office(document: Document, kind: str) -> bytes | None:
    """Return the justification as a file for a text program; None where nothing is asked for.

    Parameters
    ----------
    document
        Its texts made to be pasted, in every length, and its cost table.
    kind
        ``docx`` or ``odt``.

    Returns
    -------
    bytes
        The same ones for the same document, at any time.

    Raises
    ------
    budgetplan.errors.CannotWriteError
        There is no library for such files.
    """
    style = Style.of(document)
    parts = [
        _Part(
            clean(sentence_text(one.heading, style)),
            tuple(map(clean, (*one.before, *one.paragraphs))),
            sentence_text(one.counted, style),
        )
        for one in lengths(document)
    ]
    if not parts:
        return None
    title = clean(sentence_text(document.title, style))
    table = document.table(COSTS)
    costs = None if table is None else _costs(table, style)
    try:
        return without_times(_WRITERS[kind](title, parts, costs, document.language))
    except ImportError:
        raise no_library(f"justification.{kind}", "such files", _PACKAGES[kind]) from None


def _costs(table: Table, style: Style) -> _Costs:
    head = tuple(clean(sentence_text(one.heading, style)) for one in table.columns)
    rows = [
        tuple(
            clean(show(cell, column.kind, style))
            for cell, column in zip(row.cells, table.columns, strict=True)
        )
        for row in table.rows
    ]
    numbered = Sentence("numbered.table", {"number": table.number, "name": table.caption})
    left = tuple(column.kind in _LEFT for column in table.columns)
    return _Costs(clean(sentence_text(numbered, style)), (head, *rows), left)


def _docx(title: str, parts: Sequence[_Part], costs: _Costs | None, language: str) -> bytes:
    import docx  # only where it is asked for
    from docx.enum.text import WD_ALIGN_PARAGRAPH
    from docx.shared import Mm

    made: Any = docx.Document()
    made.sections[0].page_width, made.sections[0].page_height = Mm(210), Mm(297)
    made.core_properties.title, made.core_properties.language = title[:255], language
    made.core_properties.author, made.core_properties.comments = "", ""
    made.add_heading(title, 1)
    for part in parts:
        made.add_heading(part.heading, 2)
        for text in part.paragraphs:
            made.add_paragraph(text)
        made.add_paragraph().add_run(part.counted).italic = True
    if costs is not None:
        made.add_paragraph().add_run(costs.caption).bold = True
        grid = made.add_table(rows=0, cols=len(costs.left), style="Table Grid")
        for place, row in enumerate(costs.rows):
            strong = place in (0, len(costs.rows) - 1)
            for cell, text, left in zip(grid.add_row().cells, row, costs.left, strict=True):
                paragraph = cell.paragraphs[0]
                paragraph.add_run(text).bold = strong
                if not left:
                    paragraph.alignment = WD_ALIGN_PARAGRAPH.RIGHT
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


def _odt(title: str, parts: Sequence[_Part], costs: _Costs | None, language: str) -> bytes:
    from odfdo import Cell, Header, Paragraph, Row, Style, Table  # only where it is asked for
    from odfdo import Document as OdfDocument

    made: Any = OdfDocument("text")
    made.body.clear()
    made.meta.title, made.meta.language = title, language
    for name in ("Left", "Right"):
        for bold in (False, True):
            one: Any = Style("paragraph", name=f"{'Strong' if bold else ''}{name}", area="text", bold=bold)
            one.set_properties(area="paragraph", **{"fo:text-align": name.lower()})
            made.insert_style(one, automatic=True)
    boxed: Any = Style("table-cell", name="Boxed", area="table-cell")
    boxed.set_properties(area="table-cell", **{"fo:border": "0.5pt solid #000000", "fo:padding": "0.1cm"})
    made.insert_style(boxed, automatic=True)
    # The headings of a short text have no numbers.
    for numbering in made.get_part("styles").get_elements("//text:outline-style"):
        numbering.delete()
    made.body.append(Header(1, title))
    for part in parts:
        made.body.append(Header(2, part.heading))
        for text in part.paragraphs:
            for line in text.split("\n"):
                made.body.append(Paragraph(line, style="Text_20_body"))
        made.body.append(Paragraph(part.counted, style="Text_20_body"))
    if costs is not None:
        made.body.append(Paragraph(costs.caption, style="StrongLeft"))
        grid: Any = Table(COSTS)
        for place, texts in enumerate(costs.rows):
            strong = "Strong" if place in (0, len(costs.rows) - 1) else ""
            row: Any = Row()
            for text, left in zip(texts, costs.left, strict=True):
                cell = Cell(style="Boxed")
                cell.append(Paragraph(text, style=f"{strong}{'Left' if left else 'Right'}"))
                row.append_cell(cell)
            grid.append_row(row)
        made.body.append(grid)
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


_WRITERS: Mapping[str, Callable[[str, Sequence[_Part], _Costs | None, str], bytes]] = MappingProxyType(
    {"docx": _docx, "odt": _odt}
)
_PACKAGES: Mapping[str, str] = MappingProxyType({"docx": "python-docx", "odt": "odfdo"})
