"""The page, and its beginning in a notebook: a file that loads nothing, where what the user wrote stays text."""

import base64
import io
import re
from dataclasses import replace
from html.parser import HTMLParser
from urllib.parse import unquote

import pytest
from fontTools.ttLib import TTFont
from laid_out import page_of
from sample_document import hostile, sample

from budgetplan.render.figures.drawing import Drawings
from budgetplan.render.html import LATIN, fill, font_face, images, render_card
from budgetplan.render.templating import font_dir, read_template
from budgetplan.report.display import Style, without_tags
from budgetplan.report.model import Tiles

VOID = {"meta", "img", "br", "wbr", "link", "input", "hr", "source"}
FOREIGN = {"script", "iframe", "object", "embed", "link", "base", "form"}


class Page(HTMLParser):
    """Collects tags, attributes and text, and checks that tags are closed in order."""

    def __init__(self, html):
        super().__init__()
        self.open, self.tags, self.attributes, self.said = [], [], [], []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, name, value) for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "style" not in self.open:
            self.said.append(data)

    def of(self, name):
        return [value for _, other, value in self.attributes if other == name]


@pytest.mark.parametrize("document", [sample, hostile])
def test_the_page_is_well_formed_and_loads_nothing(document):
    html = page_of(document())
    page = Page(html)
    assert not FOREIGN & set(page.tags)
    assert not page.of("src")
    # Links lead within the page, and to the files that are written beside it.
    links = [target for target in page.of("href") if not re.fullmatch(r"tables/\w+\.csv", target)]
    ids = page.of("id")
    assert len(ids) == len(set(ids))
    assert set(links) <= {f"#{name}" for name in ids}
    assert set(page.of("aria-labelledby")) <= set(ids)
    assert not page.of("tabindex")
    # The contents stand once, behind page 1.
    assert page.tags.count("nav") == 1
    assert page.tags.index("nav") > page.tags.index("section")
    assert not [name for _, name, _ in page.attributes if name.startswith("on")]
    style = html[html.index("<style>") : html.index("</style>")]
    assert not re.search(r"@import|url\((?!data:font/woff2;)|https?:", style)
    assert "http" not in html.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert len(html.encode()) < 600_000


def test_the_page_says_what_it_is_and_what_its_tables_and_pictures_show():
    html = page_of(sample())
    page = Page(html)
    assert ("html", "lang", "en") in page.attributes
    assert without_tags(sample().title) in page.said
    assert {"An Invented Applicant", "2026-11-20"} <= set(page.of("content"))
    assert 'name="author"' not in page_of(replace(sample(), author=""))
    assert page.tags.count("caption") == page.tags.count("table") == 4
    assert set(page.of("scope")) == {"col", "row"}
    # Each figure is drawn for two widths, and has its words in its title.
    titles = re.findall(r'<svg role="img" aria-labelledby="([^"]+)"[^>]*><title id="([^"]+)">([^<]*)', html)
    assert len([alt for name, at, alt in titles if name == at and "Numbers: Table" in alt]) == 8
    said = re.sub(r"\s+", " ", "".join(page.said))
    for words in ("EUR 8,319.20 318 paid hours", "Table 1. What less or more", "Amount (EUR)", "Figure 2. Less"):
        assert words in said


def test_letters_that_shape_each_other_are_drawn_and_blanks_have_the_size_of_the_figures():
    plain, odd = (images(made(), Drawings(Style.of(made())))["gain"] for made in (sample, hostile))
    assert len(odd) > 2 * len(plain)
    assert "viewBox='0 0 159.2 40.0'" in unquote(images(sample(), None, heights={"gain": 40.0})["gain"])
    assert 'class="fit-2"' in fill(sample(), images(sample(), None), fit=2)


def test_a_notebook_shows_title_numbers_one_figure_and_one_table_and_loads_nothing():
    document = sample()
    page = Page(render_card(document))
    said = "".join(page.said)
    tiles = next(block for block in document.blocks() if isinstance(block, Tiles)).tiles
    assert all(without_tags(words) in said for words in (document.title, *(tile.label for tile in tiles)))
    # The rest of the report stays in the report.
    assert without_tags(document.tables()[1].caption) not in said
    assert [page.tags.count(tag) for tag in ("h1", "h2", "figure", "table", "style")] == [1, 0, 1, 1, 1]
    first = images(document, Drawings(Style.of(document)), "path")[document.figures()[0].key]
    assert ("img", "src", first) in page.attributes
    assert page.tags[0] == "div"
    assert not ({"html", "head", "body", "meta"} | FOREIGN) & set(page.tags)
    for _, name, value in page.attributes:
        assert not name.startswith("on")
        assert name not in {"src", "href"} or value.startswith("data:image/svg+xml,")
    css = read_template("card.css")
    assert not re.search(r"@import|url\(", css)
    selectors = ",".join(re.findall(r"([^{}]+)\{", css)).split(",")
    assert all(selector.strip().startswith(".budgetplan-card") for selector in selectors)


@pytest.mark.parametrize("name", ["NotoSans-Regular", "NotoSans-Bold"])
def test_latin_letters_are_those_of_the_whole_font(name):
    whole, latin = (TTFont(font_dir() / f"{name}{end}") for end in (".ttf", ".latin.woff2"))
    letters, ours = whole.getBestCmap(), latin.getBestCmap()
    assert {*ours} == {code for code in map(ord, LATIN) if code in letters}
    assert {code: latin["hmtx"][ours[code]] for code in ours} == {code: whole["hmtx"][letters[code]] for code in ours}


def test_a_page_with_other_letters_brings_a_font_that_has_them():
    page, *_ = re.findall(r"base64,([^)]+)", font_face("<svg><text>Ωδ é</text></svg>"))
    letters = TTFont(io.BytesIO(base64.b64decode(page))).getBestCmap()
    assert {*letters} == {*map(ord, "Ωδ é")}
    assert font_face("<svg><text>é</text></svg>") == font_face("<svg><text>Z</text></svg>") != ""
