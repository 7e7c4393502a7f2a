"""The application as a file of a text program: the justification, the costs as they are printed, and what page 2 has."""

import io
import re
import sys
import zipfile

import docx
import odfdo
import pytest
from quota_world import world

from budgetplan.errors import CannotWriteError
from budgetplan.render.office import escaped, how_sure, render_office
from budgetplan.render.text import lengths
from budgetplan.report.display import Style, sentence_text, show

SAID = {"cost": "per_item = 0.37\nfixed.Guide = 3\nindirect = 0.2"}


def costs(document):
    (table,) = [one for one in document.tables() if one.key == "costs"]
    style = Style.of(document)
    return [
        [show(cell, column.kind, style) for cell, column in zip(row.cells, table.columns, strict=True)]
        for row in table.rows
    ]


def test_a_word_file_holds_justification_costs_figure_and_milestones():
    document = world(**SAID).document
    made = docx.Document(io.BytesIO(render_office(document, "docx")))
    written = [one.text for one in made.paragraphs]
    assert all(text in written for text in lengths(document)[0].paragraphs)
    assert [[cell.text for cell in row.cells] for row in made.tables[0].rows][1:] == costs(document)
    assert made.core_properties.language == "en"
    assert all(line in written for line in how_sure(document, Style.of(document))[:3])
    # Every amount but that of a share is computed anew by F9, the total as the sum.
    formulas = re.findall(r"instrText[^>]*> (=[^\\]*)", made.element.xml)
    shares = [row for row in costs(document) if row[2] == "%"]
    assert len(formulas) == len(costs(document)) - len(shares)
    assert formulas[-1].strip() == "=SUM(ABOVE)"
    assert made.element.xml.count("w:cantSplit") == sum(len(table.rows) for table in made.tables)
    [picture] = made.inline_shapes
    assert picture._inline.docPr.get("descr") == sentence_text(document.figures()[0].alt, Style.of(document))


def test_latex_holds_the_same_and_is_escaped():
    document = world(**SAID).document
    text = render_office(document, "tex").decode()
    for paragraph in lengths(document)[0].paragraphs:
        assert escaped(paragraph) in text
    for row in costs(document):
        assert " & ".join(map(escaped, row)) in text
    assert text.count("\\begin{tabular}") == text.count("\\end{tabular}") >= 1
    assert not re.search(r"(?<!\\)[%&#](?! )", text.replace(" & ", ""))


def test_an_opendocument_file_holds_the_justification_and_the_costs():
    document = world(**SAID).document
    made = odfdo.Document(io.BytesIO(render_office(document, "odt")))
    written = [one.inner_text.strip() for one in made.body.paragraphs]
    assert all(text in written for text in lengths(document)[0].paragraphs)
    table = made.body.tables[0]
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
