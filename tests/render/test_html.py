"""The page is one file that loads nothing, and what the user wrote stays text."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pytest
from html_page import Page
from laid_out import page_of
from sample_document import HOSTILE, hostile, sample

from budgetplan.render.figures.drawing import Drawings
from budgetplan.render.html import fill, images
from budgetplan.report.display import Style


@pytest.mark.parametrize("document", [sample, hostile])
def test_the_page_is_well_formed_and_loads_nothing(document):
    html = page_of(document())
    page = Page(html)
    assert not {"script", "iframe", "object", "embed", "link", "base", "form"} & set(page.tags)
    assert not page.of("src")
    # Links lead within the page, and to the files that are written beside it.
    assert {target[:1] for target in page.of("href") if not re.fullmatch(r"tables/\w+\.csv", target)} == {"#"}
    assert {target[1:] for target in page.of("href") if target[0] == "#"} <= set(page.of("id"))
    assert not page.of("tabindex")
    # The contents stand once, behind page 1.
    assert page.tags.count("nav") == 1
    assert page.tags.index("nav") > page.tags.index("section")
    assert not [name for _, name, _ in page.attributes if name.startswith("on")]
    style = html[html.index("<style>") : html.index("</style>")]
    assert not re.search(r"@import|url\((?!data:font/woff2;)|https?:", style)
    assert "http" not in html.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert len(html.encode()) < 600_000


def test_what_the_user_wrote_is_text():
    page = Page(page_of(hostile()))
    said = "".join(page.said)
    for text in HOSTILE:
        assert text in said
    assert "bdi" in page.tags


def test_identifiers_are_unique_and_referred_to():
    page = Page(page_of(sample()))
    ids = page.of("id")
    assert len(ids) == len(set(ids))
    assert set(page.of("aria-labelledby")) <= set(ids)


def test_language_title_and_description_are_given():
    page = Page(page_of(sample()))
    assert ("html", "lang", "en") in page.attributes
    assert page.said[
        page.said.index(
            "Review the 9,600 candidates that model B ranks highest, then stop: EUR\u00a08,319.20"
        )
    ]
    assert "An Invented Applicant" in page.of("content")
    assert "2026-11-20" in page.of("content")


def test_tables_have_headers_and_every_picture_its_words():
    page = Page(page_of(sample()))
    assert page.tags.count("caption") == page.tags.count("table") == 4
    assert set(page.of("scope")) == {"col", "row"}
    # Each figure is drawn for two widths, and has its words in its title.
    titles = re.findall(
        r"<svg role=\"img\" aria-labelledby=\"([^\"]+)\"[^>]*><title id=\"([^\"]+)\">([^<]*)",
        page_of(sample()),
    )
    assert len([alt for name, at, alt in titles if name == at and "Numbers: Table" in alt]) == 8


def test_blocks_are_shown_in_their_kinds():
    said = re.sub(r"\s+", " ", "".join(Page(page_of(sample())).said))
    assert "EUR 8,319.20 318 paid hours" in said
    assert "Table 1. What less or more money would buy" in said
    assert "Amount (EUR)" in said
    assert "One candidate costs EUR 0.752, and 9,600 candidates cost EUR 7,219.20." in said
    assert "two trained annotators" in said
    assert "Figure 2. Less money misses entries" in said


def test_a_document_without_an_author_names_none():
    import dataclasses

    assert 'name="author"' not in page_of(dataclasses.replace(sample(), author=""))


def drawn_in(document):
    return images(document, Drawings(Style.of(document)))


def test_letters_that_shape_each_other_are_drawn():
    plain, odd = drawn_in(sample()), drawn_in(hostile())
    assert len(odd["gain"]) > 2 * len(plain["gain"])


def test_blanks_have_the_size_of_the_figures():
    source = unquote(images(sample(), None, heights={"gain": 40.0})["gain"])
    assert "viewBox='0 0 159.2 40.0'" in source
    assert 'class="fit-2"' in fill(sample(), images(sample(), None), fit=2)
