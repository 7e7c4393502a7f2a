"""The justification as files of text programs: every length, and the costs as they are printed."""

import io
import re
import sys
import zipfile
from dataclasses import replace

import docx
import odfdo
import pytest
from quota_world import world

from budgetplan.errors import CannotWriteError
from budgetplan.render.office import escaped, render_office
from budgetplan.render.text import lengths, points_of
from budgetplan.report.display import Style, show

SAID = {"cost": "per_item = 0.37\nfixed.Guide = 3\nindirect = 0.2"}


def costs(document):
    (table,) = [one for one in document.tables() if one.key == "costs"]
    style = Style.of(document)
    return [
        [show(cell, column.kind, style) for cell, column in zip(row.cells, table.columns, strict=True)]
        for row in table.rows
    ]


def application(document):
    return docx.Document(io.BytesIO(render_office(document, "docx")))


def test_an_application_holds_text_costs_figure_points_and_checkpoints():
    document = world(**SAID).document
    made = application(document)
    written = [one.text for one in made.paragraphs]
    full = lengths(document)[0]
    assert all(text in written for text in full.paragraphs)
    assert all(point in written for point in points_of(document)[:3])
    costs_table, *_, checks = made.tables
    assert [[text(cell) for cell in row.cells] for row in costs_table.rows][1:] == costs(document)
    assert len(checks.rows) == 1 + len(document.table("checkpoints").rows)
    assert len(made.inline_shapes) == bool(document.figures())
    assert all(one._inline.docPr.get("descr") for one in made.inline_shapes)
    assert made.core_properties.language == "en"


def text(cell):
    """Return the words of a cell, those of fields too."""
    return "".join(cell._tc.xpath(".//w:t/text()"))


def test_amounts_compute_themselves_and_rows_stay_whole():
    made = application(world(**SAID).document)
    table = made.tables[0]
    fields = table._tbl.xpath(".//w:instrText/text()")
    # What stands in them is there for those that compute none.
    assert all(row.cells[4].text for row in table.rows)
    lines = len(table.rows) - 2
    assert fields == [f'=B{at}*D{at} \\# "#,##0.00"' for at in range(2, lines + 2)] + [
        f'=SUM(E2:E{lines + 1}) \\# "#,##0.00"'
    ]
    assert len(table._tbl.xpath(".//w:cantSplit")) == len(table.rows)
    assert len(table._tbl.xpath(".//w:tblHeader")) == 1


@pytest.mark.parametrize(
    ("profile", "font", "size", "margin", "length"),
    [("a4", "Arial", 10.5, 25.4, 0), ("sshrc", "Times New Roman", 12, 19, 1), ("nih", "Arial", 11, 12.7, 0)],
)
def test_the_funder_has_its_font_margins_and_length(profile, font, size, margin, length):
    document = replace(world(**SAID).document, profile=profile)
    made = application(document)
    normal, page = made.styles["Normal"].font, made.sections[0]
    assert (normal.name, normal.size.pt) == (font, size)
    assert page.left_margin.mm == pytest.approx(margin, abs=0.1)
    assert lengths(document)[length].paragraphs[0] in [one.text for one in made.paragraphs]


def test_latex_holds_the_same_and_is_escaped():
    document = world(**SAID).document
    text = render_office(document, "tex").decode()
    for paragraph in lengths(document)[0].paragraphs:
        assert escaped(paragraph) in text
    for row in costs(document):
        assert " & ".join(map(escaped, row)) in text
    assert text.count("\\begin{tabular}") == text.count("\\end{tabular}") == 2
    assert not re.search(r"(?<!\\)[%#]", text)


def test_an_opendocument_file_holds_every_length_and_the_costs():
    document = world(**SAID).document
    made = odfdo.Document(io.BytesIO(render_office(document, "odt")))
    written = [one.inner_text.strip() for one in made.body.paragraphs]
    assert all(text in written for one in lengths(document) for text in one.paragraphs)
    (table,) = made.body.tables
    rows = [[cell.inner_text.strip() for cell in row.cells] for row in table.rows]
    assert rows[1:] == costs(document)
    assert not made.get_part("styles").get_elements("//text:outline-style")


@pytest.mark.parametrize("kind", ["docx", "odt"])
def test_the_same_document_gives_the_same_bytes_and_no_time(kind):
    document = world(**SAID).document
    made = render_office(document, kind)
    assert made == render_office(document, kind)
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        assert {one.date_time for one in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert kind == "docx" or archive.infolist()[0].filename == "mimetype"


@pytest.mark.parametrize(("kind", "package"), [("docx", "docx"), ("odt", "odfdo")])
def test_without_the_library_it_is_said_what_to_install(kind, package, monkeypatch):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(CannotWriteError, match="pip install"):
        render_office(world(**SAID).document, kind)


def test_where_nothing_is_asked_for_there_is_no_file():
    assert render_office(world(quota="minimum = 70").document, "docx") is None


@pytest.mark.parametrize(("language", "spelling"), [("en", "en-GB"), ("de", "de-DE")])
def test_the_file_is_spelt_in_the_language_of_the_report(language, spelling):
    made = application(world(**SAID, language=language).document)
    assert made.styles.element.xpath(".//w:lang/@w:val") == [spelling]
