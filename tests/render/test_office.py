"""The justification as files of text programs: every length, and the costs as they are printed."""

import io
import sys
import zipfile

import docx
import odfdo
import pytest
from quota_world import world

from budgetplan.errors import CannotWriteError
from budgetplan.render.office import render_office
from budgetplan.render.text import lengths
from budgetplan.report.display import Style, show

SAID = {"cost": "per_item = 0.37\nfixed.Guide = 3\nindirect = 0.2"}


def costs(document):
    (table,) = [one for one in document.tables() if one.key == "costs"]
    style = Style.of(document)
    return [
        [show(cell, column.kind, style) for cell, column in zip(row.cells, table.columns, strict=True)]
        for row in table.rows
    ]


def test_a_word_file_holds_every_length_and_the_costs():
    document = world(**SAID).document
    made = docx.Document(io.BytesIO(render_office(document, "docx")))
    written = [one.text for one in made.paragraphs]
    assert all(text in written for one in lengths(document) for text in one.paragraphs)
    assert [[cell.text for cell in row.cells] for row in made.tables[0].rows][1:] == costs(document)
    assert made.core_properties.language == "en"


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
