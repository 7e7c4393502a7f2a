"""The beginning of a document in a notebook: what it shows, and that it leaves the notebook as it is."""

from __future__ import annotations

import re

from html_page import Page
from sample_document import HOSTILE, hostile, sample

from budgetplan.render.figures.drawing import Drawings
from budgetplan.render.html import images, render_card
from budgetplan.render.templating import read_template
from budgetplan.report.display import Style, without_tags
from budgetplan.report.model import Heading, Tiles


def test_title_numbers_one_figure_and_one_table_are_shown():
    document = sample()
    page = Page(render_card(document))
    said = "".join(page.said)
    blocks = document.sections[0].blocks
    title = next(block for block in blocks if isinstance(block, Heading))
    tiles = next(block for block in blocks if isinstance(block, Tiles))
    assert without_tags(title.text) in said
    for tile in tiles.tiles:
        assert without_tags(tile.label) in said
    assert [page.tags.count(tag) for tag in ("h1", "h2", "figure", "table", "style")] == [1, 0, 1, 1, 1]
    first = document.figures()[0]
    assert (
        "img",
        "src",
        images(document, Drawings(Style.of(document)), "path")[first.key],
    ) in page.attributes
    # The rest of the report stays in the report.
    assert without_tags(document.tables()[1].caption) not in said


def test_it_is_a_piece_of_a_page_that_loads_nothing():
    page = Page(render_card(sample()))
    assert page.tags[0] == "div"
    assert not {"html", "head", "body", "script", "link", "iframe", "object", "base", "meta"} & set(page.tags)
    for _, name, value in page.attributes:
        assert not name.startswith("on")
        if name in {"src", "href"}:
            assert value.startswith("data:image/svg+xml,")


def test_its_style_touches_nothing_else():
    css = read_template("card.css")
    assert "@import" not in css
    assert "url(" not in css
    for selectors in re.findall(r"([^{}]+)\{", css):
        for selector in selectors.split(","):
            assert selector.strip().startswith(".budgetplan-card"), selector


def test_what_the_user_wrote_is_text():
    html = render_card(hostile())
    page = Page(html)
    # The names of two models stand on page 1; the second would be a script.
    for name in (HOSTILE[4], HOSTILE[0]):
        assert name in "".join(page.said)
    assert "<script>" not in html
    assert "script" not in page.tags
