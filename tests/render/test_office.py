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


@pytest.fixture(scope="module")
def document():
    return world(**SAID).document


@pytest.fixture(scope="module")
def costs(document):
    table, style = document.table("costs"), Style.of(document)
    return [
        [show(cell, column.kind, style) for cell, column in zip(row.cells, table.columns, strict=True)]
        for row in table.rows
    ]


def application(document):
    return docx.Document(io.BytesIO(render_office(document, "docx")))


def test_an_application_holds_text_costs_figure_points_and_checkpoints(document, costs):
    made = application(document)
    written = [one.text for one in made.paragraphs]
    assert {*lengths(document)[0].paragraphs, *points_of(document)[:3]} <= set(written)
    costs_table, *_, checks = made.tables
    cells = [["".join(cell._tc.xpath(".//w:t/text()")) for cell in row.cells] for row in costs_table.rows]
    assert cells[1:] == costs
    assert len(checks.rows) == 1 + len(document.table("checkpoints").rows)
    assert len(made.inline_shapes) == bool(document.figures())
    assert all(one._inline.docPr.get("descr") for one in made.inline_shapes)
    # Amounts compute themselves; what stands in them is there for those that compute none.
    lines = len(costs) - 1
    products = [f'=B{at}*D{at} \\# "#,##0.00"' for at in range(2, lines + 2)]
    fields = costs_table._tbl.xpath(".//w:instrText/text()")
    assert fields == [*products, f'=SUM(E2:E{lines + 1}) \\# "#,##0.00"']
    assert len(costs_table._tbl.xpath(".//w:cantSplit")) == len(costs_table.rows)
    assert len(costs_table._tbl.xpath(".//w:tblHeader")) == 1


@pytest.mark.parametrize(
    ("profile", "font", "size", "margin", "length"),
    [("a4", "Arial", 10.5, 25.4, 0), ("sshrc", "Times New Roman", 12, 19, 1), ("nih", "Arial", 11, 12.7, 0)],
)
def test_the_funder_has_its_font_margins_and_length(document, profile, font, size, margin, length):
    made = application(replace(document, profile=profile))
    normal, page = made.styles["Normal"].font, made.sections[0]
    assert (normal.name, normal.size.pt) == (font, size)
    assert page.left_margin.mm == pytest.approx(margin, abs=0.1)
    assert lengths(document)[length].paragraphs[0] in [one.text for one in made.paragraphs]


def test_latex_holds_the_same_and_is_escaped(document, costs):
    text = render_office(document, "tex").decode()
    assert all(escaped(paragraph) in text for paragraph in lengths(document)[0].paragraphs)
    assert all(" & ".join(map(escaped, row)) in text for row in costs)
    assert text.count("\\begin{tabular}") == text.count("\\end{tabular}") == 2
    assert not re.search(r"(?<!\\)[%#]", text)


def test_an_opendocument_file_holds_every_length_and_the_costs(document, costs):
    made = odfdo.Document(io.BytesIO(render_office(document, "odt")))
    written = [one.inner_text.strip() for one in made.body.paragraphs]
    assert all(text in written for one in lengths(document) for text in one.paragraphs)
    (table,) = made.body.tables
    assert [[cell.inner_text.strip() for cell in row.cells] for row in table.rows][1:] == costs
    assert not made.get_part("styles").get_elements("//text:outline-style")


@pytest.mark.parametrize(("kind", "package"), [("docx", "docx"), ("odt", "odfdo")])
def test_the_same_document_gives_the_same_bytes_and_no_time(document, kind, package, monkeypatch):
    made = render_office(document, kind)
    assert made == render_office(document, kind)
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        assert {one.date_time for one in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert kind == "docx" or archive.infolist()[0].filename == "mimetype"
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(CannotWriteError, match="pip install"):
        render_office(document, kind)


def test_where_nothing_is_asked_for_there_is_no_file():
    assert render_office(world(quota="minimum = 70").document, "docx") is None


def test_the_file_is_spelt_in_the_language_of_the_report(document):
    for made, spelling in ((document, "en-GB"), (world(**SAID, language="de").document, "de-DE")):
        assert application(made).styles.element.xpath(".//w:lang/@w:val") == [spelling]
