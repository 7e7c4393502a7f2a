"""The application as a file of a text program, two pages that a funder takes: Word, OpenDocument, LaTeX."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from budgetplan.domain.asked.profile import PROFILES
from budgetplan.render.figures.drawing import DPI, Drawings
from budgetplan.render.text import bulleted, lengths, prose_lines
from budgetplan.render.workbook import PERCENT, clean, no_library, without_times
from budgetplan.report.cost_words import COSTS, EFFORT, YEARS
from budgetplan.report.display import Style, sentence_text, show
from budgetplan.report.model import Bullets, Document, Figure, Heading, Prose, Row, Table
from budgetplan.report.work_plan import CHECKS

_LEFT = ("text", "sentence")
_PAPERS = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
_FONT = "Arial"
"""Every funder whose rules name fonts takes it."""
SURE = 3
"""So many sentences say how sure the plan is."""


Parts = tuple[str | Table | Figure, ...]


@dataclass(frozen=True)
class Application:
    """What a funder reads, in plain text and in the order of its pages.

    Attributes
    ----------
    title
        What is asked for, in a line.
    sections
        Pairs of a heading and what stands below it: text, tables, a figure. The second one begins page 2.
    """

    title: str
    sections: tuple[tuple[str, Parts], ...]


def application(document: Document) -> Application | None:
    """Return the application that a report holds; None where no money is asked for.

    Page 1 has the justification in full, the costs, by year and in person-months where a funder counts so; page 2 the
    first figure, how sure the plan is, and the checkpoints as milestones. What a funder's rules say is not among it.
    """
    style, texts = Style.of(document), lengths(document)
    if not texts:
        return None
    tables = [document.table(key) for key in (COSTS, YEARS, EFFORT)]
    asked: Parts = (*texts[0].before, *texts[0].paragraphs, *(table for table in tables if table))
    shown: Parts = (*document.figures()[:1], *how_sure(document, style)[:SURE])
    if (checks := document.table(CHECKS)) is not None:
        shown = (*shown, checks)
    title = clean(sentence_text(document.title, style))
    heads = [_head(document, "justification", style), _head(document, document.sections[0].key, style)]
    return Application(clean(document.project) or title, tuple(zip(heads, (asked, shown), strict=True)))


def _head(document: Document, key: str, style: Style) -> str:
    """Return the first heading of a section that is not the document's title."""
    section = next(section for section in document.sections if section.key == key)
    headings = [block for block in section.blocks if isinstance(block, Heading) and block.level > 1]
    return clean(sentence_text(headings[0].text, style)) if headings else ""


def how_sure(document: Document, style: Style) -> list[str]:
    """Return the points of page 1 as plain text, the first one first."""
    lines: list[str] = []
    for block in document.sections[0].blocks:
        if isinstance(block, Prose) and block.role == "points":
            lines += prose_lines(block.html)
        elif isinstance(block, Bullets) and block.role == "points":
            lines += bulleted(block, style).split("\n")
    return [line.removeprefix("- ") for line in lines]


def render_office(document: Document, kind: str) -> bytes | None:
    """Return the application as a file for a text program; None where nothing is asked for.

    Parameters
    ----------
    document
        A whole report.
    kind
        ``docx``, ``odt`` or ``tex``.

    Returns
    -------
    bytes
        The same ones for the same document, at any time.

    Raises
    ------
    budgetplan.errors.CannotWriteError
        There is no library for such files.
    """
    content = application(document)
    if content is None:
        return None
    try:
        return _WRITERS[kind](document, content, Style.of(document))
    except ImportError:
        raise no_library(f"application.{kind}", "such files", _PACKAGES[kind]) from None


def _cells(table: Table, style: Style) -> Iterator[tuple[Row | None, list[str]]]:
    """Yield the heads of a table, then its rows, as they are printed."""
    yield None, [clean(sentence_text(column.heading, style)) for column in table.columns]
    for row in table.rows:
        pairs = zip(row.cells, table.columns, strict=True)
        yield row, [clean(show(cell, column.kind, style)) for cell, column in pairs]


def _docx(document: Document, content: Application, style: Style) -> bytes:
    import docx  # only where it is asked for
    from docx.shared import Mm, Pt

    profile, made = PROFILES[document.profile], docx.Document()
    sheet: Any = made.sections[0]
    sheet.page_width, sheet.page_height = (Mm(side) for side in _PAPERS[profile.paper])
    for side in ("left", "right", "top", "bottom"):
        setattr(sheet, f"{side}_margin", Mm(profile.margin_mm))
    styles: Any = made.styles
    styles["Normal"].font.size = Pt(profile.type_pt)
    for name in ("Normal", "Heading 1", "Heading 2", "Caption") if profile.called else ():
        styles[name].font.name = _FONT
    title = clean(sentence_text(document.title, style))
    made.core_properties.title, made.core_properties.language = title[:255], document.language
    made.core_properties.author, made.core_properties.comments = clean(document.author), ""
    made.add_heading(content.title, 1)
    for place, (head, parts) in enumerate(content.sections):
        if head:
            made.add_heading(head, 2).paragraph_format.page_break_before = place > 0
        for part in parts:
            if isinstance(part, Table):
                _grid(made, part, style)
            elif isinstance(part, Figure):
                _picture(made, part, style, profile.width_mm)
            else:
                made.add_paragraph(clean(part))
    stream = io.BytesIO()
    made.save(stream)
    return without_times(stream.getvalue())


def _grid(made: Any, table: Table, style: Style) -> None:
    """Write a table whose rows are not split and whose head is repeated; amounts of the costs are fields."""
    from docx.enum.text import WD_ALIGN_PARAGRAPH
    from docx.oxml import OxmlElement

    caption = made.add_paragraph(clean(sentence_text(table.caption, style)), style="Caption")
    caption.paragraph_format.keep_with_next = True
    grid = made.add_table(rows=0, cols=len(table.columns), style="Table Grid")
    picture = f"#,##0.{'0' * style.minor_digits}" if style.minor_digits else "#,##0"
    for at, (row, texts) in enumerate(_cells(table, style), 1):
        line = grid.add_row()
        rules = line._tr.get_or_add_trPr()  # noqa: SLF001 - the library has no other door
        for name in ("cantSplit", *(["tblHeader"] if row is None else [])):
            rules.append(OxmlElement(f"w:{name}"))
        for place, (cell, text) in enumerate(zip(line.cells, texts, strict=True)):
            paragraph = cell.paragraphs[0]
            paragraph.paragraph_format.space_after = 0
            if table.columns[place].kind not in _LEFT:
                paragraph.alignment = WD_ALIGN_PARAGRAPH.RIGHT
            formula = _formula(row, at) if table.key == COSTS and place == len(texts) - 1 else ""
            if formula:
                _field(paragraph, f'={formula} \\# "{picture}"')
            paragraph.add_run(text)
            if formula:
                _mark(paragraph, "end")
            for run in paragraph.runs:
                run.bold = row is None or row.total
    made.add_paragraph()


def _formula(row: Row | None, at: int) -> str:
    """Return what Word computes in the last cell of a line: quantity times price, or the sum; nothing for a share."""
    if row is None or row.cells[2] == PERCENT:
        return ""
    return "SUM(ABOVE)" if row.total else f"B{at}*D{at}"


def _field(paragraph: Any, instruction: str) -> None:
    """Begin a field; what is written behind it is its value until F9 computes it anew."""
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    _mark(paragraph, "begin")
    code = OxmlElement("w:instrText")
    code.set(qn("xml:space"), "preserve")
    code.text = f" {instruction} "
    paragraph.add_run()._r.append(code)  # noqa: SLF001 - the library has no fields
    _mark(paragraph, "separate")


def _mark(paragraph: Any, kind: str) -> None:
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    mark = OxmlElement("w:fldChar")
    mark.set(qn("w:fldCharType"), kind)
    paragraph.add_run()._r.append(mark)  # noqa: SLF001 - the library has no fields


def _picture(made: Any, figure: Figure, style: Style, width_mm: float) -> None:
    """Write a figure with its title above it, and its words for those who don't see it."""
    from docx.shared import Mm

    title = made.add_paragraph(clean(sentence_text(figure.title, style)), style="Caption")
    title.paragraph_format.keep_with_next = True
    png = Drawings(style).draw(figure, width_mm=width_mm, dpi=DPI)
    shape: Any = made.add_picture(io.BytesIO(png), width=Mm(width_mm))
    shape._inline.docPr.set("descr", clean(sentence_text(figure.alt, style)))  # noqa: SLF001 - as above


def _odt(document: Document, content: Application, style: Style) -> bytes:
    from odfdo import Cell, Header, Paragraph  # only where it is asked for
    from odfdo import Document as OdfDocument
    from odfdo import Row as OdfRow
    from odfdo import Style as OdfStyle
    from odfdo import Table as OdfTable

    made: Any = OdfDocument("text")
    made.body.clear()
    made.meta.title, made.meta.language = clean(sentence_text(document.title, style)), document.language
    for name in ("Left", "Right"):
        for bold in (False, True):
            face: Any = OdfStyle(
                "paragraph", name=f"{'Strong' if bold else ''}{name}", area="text", bold=bold
            )
            face.set_properties(area="paragraph", **{"fo:text-align": name.lower()})
            made.insert_style(face, automatic=True)
    boxed: Any = OdfStyle("table-cell", name="Boxed", area="table-cell")
    boxed.set_properties(area="table-cell", **{"fo:border": "0.5pt solid #000000", "fo:padding": "0.1cm"})
    made.insert_style(boxed, automatic=True)
    # The headings of a short text have no numbers.
    for numbering in made.get_part("styles").get_elements("//text:outline-style"):
        numbering.delete()
    made.body.append(Header(1, content.title))
    for head, parts in content.sections:
        made.body.append(Header(2, head))
        for part in parts:
            if isinstance(part, str):
                for words in clean(part).split("\n"):
                    made.body.append(Paragraph(words, style="Text_20_body"))
            elif isinstance(part, Table):
                made.body.append(Paragraph(clean(sentence_text(part.caption, style)), style="StrongLeft"))
                grid: Any = OdfTable(part.key)
                for row, texts in _cells(part, style):
                    line: Any = OdfRow()
                    for text, column in zip(texts, part.columns, strict=True):
                        side = "Left" if column.kind in _LEFT else "Right"
                        cell = Cell(style="Boxed")
                        strong = "Strong" if row is None or row.total else ""
                        cell.append(Paragraph(text, style=strong + side))
                        line.append_cell(cell)
                    grid.append_row(line)
                made.body.append(grid)
    stream = io.BytesIO()
    made.save(stream)
    return without_times(stream.getvalue())


_TEX = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\u00a0": "~"}
_TEX |= {sign: f"\\{sign}" for sign in "&%$#_{}"} | {"\u2212": "$-$"}


def escaped(text: str) -> str:
    r"""Return a text as LaTeX prints it.

    >>> escaped("50 % of {a_b} & \\x")
    '50 \\% of \\{a\\_b\\} \\& \\textbackslash{}x'
    """
    return re.sub("|".join(map(re.escape, _TEX)), lambda sign: _TEX[sign[0]], text)


def _tex(document: Document, content: Application, style: Style) -> bytes:
    profile = PROFILES[document.profile]
    paper = f"{profile.paper.lower()}paper"
    lines = [
        f"\\documentclass[{11 if profile.type_pt > 10 else 10}pt,{paper}]{{article}}",
        f"\\usepackage[{paper},margin={profile.margin_mm}mm]{{geometry}}",
        "\\usepackage[utf8]{inputenc}\n\\usepackage[T1]{fontenc}\n\\usepackage{graphicx}",
        f"\\begin{{document}}\n\\section*{{{escaped(content.title)}}}",
    ]
    for place, (head, parts) in enumerate(content.sections):
        lines += ["\\newpage"] * (place > 0) + [f"\\subsection*{{{escaped(head)}}}"] * bool(head)
        for part in parts:
            if isinstance(part, Table):
                lines += _tabular(part, style)
            elif isinstance(part, Figure):
                title = escaped(clean(sentence_text(part.title, style)))
                lines.append(
                    f"\\noindent\\textbf{{{title}}}\n\n\\noindent\\includegraphics[width=\\textwidth]{{figures/{part.key}.png}}\n"
                )
            else:
                lines.append(escaped(clean(part)) + "\n")
    return ("\n".join([*lines, "\\end{document}"]) + "\n").encode()


def _tabular(table: Table, style: Style) -> Iterator[str]:
    """Yield the lines of a table."""
    sides = "".join("l" if column.kind in _LEFT else "r" for column in table.columns)
    yield f"\\noindent\\textbf{{{escaped(clean(sentence_text(table.caption, style)))}}}\n"
    yield f"\\noindent\\begin{{tabular}}{{{sides}}}\n\\hline"
    for row, texts in _cells(table, style):
        yield " & ".join(map(escaped, texts)) + " \\\\" + (" \\hline" if row is None else "")
    yield "\\hline\n\\end{tabular}\n"


_WRITERS: Mapping[str, Callable[[Document, Application, Style], bytes]] = MappingProxyType(
    {"docx": _docx, "odt": _odt, "tex": _tex}
)
_PACKAGES: Mapping[str, str] = MappingProxyType({"docx": "python-docx", "odt": "odfdo"})
