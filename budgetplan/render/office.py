"""What goes into a text program: an application of two pages as a funder takes it, and the justification in all its lengths."""

from __future__ import annotations

import io
import itertools
import re
from collections.abc import Sequence
from typing import Any

from budgetplan.domain.asked.profile import PROFILES, Profile
from budgetplan.files import clean, library, without_times
from budgetplan.render.figures.drawing import Drawings
from budgetplan.render.templating import environment
from budgetplan.render.text import IN_WORDS, Pasted, lengths, numbered, points_of, prose_lines, rows_of
from budgetplan.report.costs import CHECKS, COSTS, EFFORT, YEARS
from budgetplan.report.display import Style, without_tags
from budgetplan.report.model import Document, Prose, Row, Table
from budgetplan.report.wording import short_text

ASKED = (COSTS, YEARS, EFFORT)
"""The tables on what is asked for."""
SURE = 3
"""So many points on how sure a plan is have room on the second page."""
FONT, DPI = "Arial", 300


def render_office(document: Document, kind: str) -> bytes | None:
    """Return a file for a text program; None where nothing is asked for.

    Parameters
    ----------
    document
        Its texts made to be pasted, its cost table, its first figure and its checkpoints.
    kind
        ``docx`` and ``tex``: two pages that a funder takes; ``odt``: the text in every length, and the costs.

    Returns
    -------
    bytes
        The same ones for the same document, at any time.

    Raises
    ------
    budgetplan.errors.CannotWriteError
        There is no library for such files.
    """
    texts = lengths(document)
    if not texts:
        return None
    return _WRITERS[kind](document, texts, Style.of(document))


def _docx(document: Document, texts: Sequence[Pasted], style: Style) -> bytes:
    """Return the application: what is asked for and how it comes about, then what it brings, how sure, and when to look."""
    docx = library("docx", "application.docx", "python-docx")
    from docx.oxml.ns import qn  # only where it is asked for
    from docx.shared import Mm, Pt, RGBColor

    profile = PROFILES[document.profile]
    made: Any = docx.Document()
    page, width = made.sections[0], {"A4": (210, 297), "Letter": (215.9, 279.4)}[profile.paper]
    page.page_width, page.page_height = map(Mm, width)
    page.left_margin = page.right_margin = page.top_margin = page.bottom_margin = Mm(profile.margin_mm)
    for name in ("Normal", "Heading 1", "Heading 2", "Caption"):
        shape = made.styles[name]
        shape.font.name, shape.font.color.rgb = font_of(profile), RGBColor(0, 0, 0)
        fonts = shape.element.rPr.rFonts
        for theme in [font for font in fonts.attrib if font.endswith("Theme")]:
            del fonts.attrib[theme]
        shape.paragraph_format.space_after, shape.paragraph_format.space_before = Pt(4), Pt(0)
    made.styles["Normal"].font.size = made.styles["Caption"].font.size = Pt(profile.type_pt)
    made.styles.element.find(f".//{qn('w:lang')}").set(qn("w:val"), style.locale.spelling)
    title = clean(document.project or without_tags(document.title))
    made.core_properties.title, made.core_properties.language = title[:255], document.language
    made.core_properties.author, made.core_properties.comments = clean(document.author)[:255], ""
    made.add_heading(title, 1)
    kickers = [block.html for block in document.blocks() if isinstance(block, Prose) and block.role == "kicker"]
    for line in prose_lines(kickers[0]) if kickers else ():
        made.add_paragraph(clean(line))
    made.add_heading(without_tags(short_text("head.justification", style)), 2)
    text = length_for(profile, texts)
    for paragraph in (*text.before, *text.paragraphs):
        made.add_paragraph(clean(paragraph))
    tables = [table for key in ASKED if (table := document.table(key))]
    for number, table in enumerate(tables, start=1):
        _word_table(made, table, number, style)
    made.add_page_break()
    for figure in document.figures()[:1]:
        wide = min(profile.width_mm, 170.0)
        picture = io.BytesIO(Drawings(style).draw(figure, width_mm=wide, dpi=DPI))
        inline = made.add_picture(picture, width=Mm(wide))._inline  # noqa: SLF001 - has no other name
        inline.docPr.set("descr", clean(without_tags(figure.alt)))
        made.add_paragraph(clean(without_tags(numbered(figure, style, 1))), style="Caption")
    sure = points_of(document)[:SURE]
    if sure:
        made.add_heading(without_tags(short_text("head.sure", style)), 2)
    for point in sure:
        made.add_paragraph(clean(point), style="List Bullet")
    checks = document.table(CHECKS)
    if checks is not None:
        made.add_heading(without_tags(short_text("head.work", style)), 2)
        _word_table(made, checks, len(tables) + 1, style)
    return without_times(made.save)


def length_for(profile: Profile, texts: Sequence[Pasted]) -> Pasted:
    """Return the text in the length that a funder allows: the second one where its rules count characters."""
    counted = any(rule.key == "characters" for rule in profile.rules)
    return texts[1] if counted and len(texts) > 1 else texts[0]


def font_of(profile: Profile) -> str:
    """Return the first font that a funder names.

    >>> font_of(PROFILES["sshrc"]), font_of(PROFILES["a4"])
    ('Times New Roman', 'Arial')
    """
    fonts = [str(rule.values["fonts"]) for rule in profile.rules if rule.key == "fonts"]
    return fonts[0].partition(",")[0] if fonts else FONT


def _word_table(made: Any, table: Table, number: int, style: Style) -> None:
    """Add a table: its head stands on every page, its rows stay whole, and amounts and sums compute themselves."""
    from docx.enum.text import WD_ALIGN_PARAGRAPH
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn
    from docx.shared import Pt

    digits = f"{style.locale.decimal}{'0' * style.minor_digits}" if style.minor_digits else ""
    picture = f'\\# "#{style.locale.thousands}##0{digits}"'
    caption = made.add_paragraph(clean(without_tags(numbered(table, style, number))), style="Caption")
    caption.paragraph_format.keep_with_next = True
    grid = made.add_table(rows=0, cols=len(table.columns), style="Table Grid")
    for place, (words, strong) in enumerate(rows_of(table, style)):
        row = grid.add_row()
        rules = row._tr.get_or_add_trPr()  # noqa: SLF001 - has no other name
        rules.append(OxmlElement("w:cantSplit"))
        if not place:
            rules.append(OxmlElement("w:tblHeader"))
        formula = formula_of(table.rows[place - 1], place) if place and table.key == COSTS else ""
        for cell, text, column in zip(row.cells, words, table.columns, strict=True):
            paragraph = cell.paragraphs[0]
            paragraph.paragraph_format.space_after = Pt(0)
            if column.kind not in IN_WORDS:
                paragraph.alignment = WD_ALIGN_PARAGRAPH.RIGHT
            run = paragraph.add_run(text)
            run.bold = strong
            if formula and column.name == "amount":
                # A text program computes a field anew; those that cannot show what stands in it.
                parts = {kind: OxmlElement("w:fldChar") for kind in ("begin", "separate", "end")}
                for kind, part in parts.items():
                    part.set(qn("w:fldCharType"), kind)
                code = OxmlElement("w:instrText")
                code.text = f"{formula} {picture}"
                run._r[-1:] = [parts["begin"], code, parts["separate"], run._r[-1], parts["end"]]  # noqa: SLF001 - has no other name
    made.add_paragraph(clean(" ".join(without_tags(note) for note in table.notes)))


def formula_of(row: Row, place: int) -> str:
    """Return what an amount of the cost build-up is made of, as a text program computes it; empty: it is given.

    >>> formula_of(Row(("hours", 2, "h", 24, 48)), 1), formula_of(Row(("total", None, None, None, 48), total=True), 2)
    ('=B2*D2', '=SUM(E2:E2)')
    """
    if row.total:
        return f"=SUM({','.join(f'E{at + 2}' for at in row.of) or f'E2:E{place}'})"
    return f"=B{place + 1}*D{place + 1}" if row.cells[3] is not None else ""


def _odt(document: Document, texts: Sequence[Pasted], style: Style) -> bytes:
    library("odfdo", "justification.odt", "odfdo")
    from odfdo import Cell, Header, Paragraph, Row  # only where it is asked for
    from odfdo import Document as OdfDocument
    from odfdo import Style as OdfStyle
    from odfdo import Table as OdfTable

    title = clean(without_tags(document.title))
    made: Any = OdfDocument("text")
    made.body.clear()
    made.meta.title, made.meta.language = title, document.language
    for name, bold in itertools.product(("Left", "Right"), ("", "Strong")):
        shape: Any = OdfStyle("paragraph", name=f"{bold}{name}", area="text", bold=bool(bold))
        shape.set_properties(area="paragraph", **{"fo:text-align": name.lower()})
        made.insert_style(shape, automatic=True)
    boxed: Any = OdfStyle("table-cell", name="Boxed", area="table-cell")
    boxed.set_properties(area="table-cell", **{"fo:border": "0.5pt solid #000000", "fo:padding": "0.1cm"})
    made.insert_style(boxed, automatic=True)
    # The headings of a short text have no numbers.
    for numbering in made.get_part("styles").get_elements("//text:outline-style"):
        numbering.delete()
    made.body.append(Header(1, title))
    for passage in texts:
        made.body.append(Header(2, clean(without_tags(passage.heading))))
        lines = [line for text in (*passage.before, *passage.paragraphs) for line in clean(text).split("\n")]
        for line in (*lines, without_tags(passage.counted)):
            made.body.append(Paragraph(line, style="Text_20_body"))
    costs = document.table(COSTS)
    if costs is not None:
        made.body.append(Paragraph(clean(without_tags(numbered(costs, style, 1))), style="StrongLeft"))
        grid: Any = OdfTable(COSTS)
        for words, strong in rows_of(costs, style):
            row: Any = Row()
            for text, column in zip(words, costs.columns, strict=True):
                cell = Cell(style="Boxed")
                align = "Left" if column.kind in IN_WORDS else "Right"
                cell.append(Paragraph(text, style=f"{'Strong' if strong else ''}{align}"))
                row.append_cell(cell)
            grid.append_row(row)
        made.body.append(grid)
    return without_times(made.save)


_TEX = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\u00a0": "~"}
_TEX |= {sign: f"\\{sign}" for sign in "&%$#_{}"} | {"\u2212": "$-$"}


def escaped(text: str) -> str:
    r"""Return a text as LaTeX prints it.

    >>> escaped("50 % of {a_b} & \\x")
    '50 \\% of \\{a\\_b\\} \\& \\textbackslash{}x'
    """
    return re.sub("|".join(map(re.escape, _TEX)), lambda sign: _TEX[sign[0]], clean(text))


def _tex(document: Document, texts: Sequence[Pasted], style: Style) -> bytes:
    """Return the application for LaTeX, its figure from the file beside it."""
    profile = PROFILES[document.profile]
    text = length_for(profile, texts)
    signs: dict[str, Any] = {"block_start_string": "<%", "block_end_string": "%>"}
    signs |= {"variable_start_string": "<<", "variable_end_string": ">>"}
    signs |= {"comment_start_string": "<#", "comment_end_string": "#>"}
    template = environment().overlay(autoescape=False, **signs).get_template("application.tex")
    return template.render(
        profile=profile,
        title=escaped(document.project or without_tags(document.title)),
        heading=short_text("head.justification", style),
        paragraphs=[*map(escaped, (*text.before, *text.paragraphs))],
        tables=[table for key in ASKED if (table := document.table(key))],
        figures=document.figures()[:1],
        points=[*map(escaped, points_of(document)[:SURE])],
        checks=document.table(CHECKS),
        say=lambda sentence: escaped(without_tags(sentence)),
        rows=lambda table: [" & ".join(map(escaped, words)) for words, _ in rows_of(table, style)],
    ).encode()


_WRITERS = {"docx": _docx, "odt": _odt, "tex": _tex}
