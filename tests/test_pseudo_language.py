"""A report in another language holds no English: every word of its own is in the texts, every sign in the locale."""

from __future__ import annotations

import ast
import html
import json
import re
from dataclasses import replace
from pathlib import Path

import pseudo_language
import pytest
from doubtful_world import write
from pseudo_language import NAME, strange

from budgetplan.api import work
from budgetplan.domain.doubt import DoubtKind
from budgetplan.render import pdf
from budgetplan.render.data import render_json, table_rows
from budgetplan.render.display import Style, sentence_text, show
from budgetplan.render.figures.drawing import words
from budgetplan.render.html import render_html
from budgetplan.render.templating import template_dir
from budgetplan.render.text import paste_text, render_text
from budgetplan.report import sentences
from budgetplan.report.locale import locale_of
from budgetplan.report.model import Sentence
from budgetplan.settings.build import read_plan

WORLDS = [
    ("filter", None, ""),
    ("filter", None, "[entry]\nvalue = 3\n"),
    ("filter", None, '[quota]\nby = "doc"\nminimum = 1\n'),
    ("filter", DoubtKind.NOT_PRICED, ""),
    ("filter", DoubtKind.FROM_THE_TOP, ""),
    ("filter", DoubtKind.OUTSIDE, ""),
    ("defer", None, ""),
    ("defer", DoubtKind.DOMAIN_LOSES, ""),
    ("defer", DoubtKind.LIST_UNLIKE, ""),
    ("joint", None, ""),
    ("joint", DoubtKind.LIST_UNLIKE, ""),
]
KEPT = {
    "budgetplan python numpy matplotlib weasyprint": "names of programs",
    "sha EUR BP": "identifiers",
    "items item entries entry": "the user's nouns",
    "csv json tables review": "names of files",
    "queue PLAN out": "words of commands",
    "higher lower rank": "values of plan keys",
}
"""Words that no language changes."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder of languages: English and the strange one."""
    made = tmp_path_factory.mktemp("languages")
    pseudo_language.write(made)
    return made


@pytest.fixture
def _spoken(folder, monkeypatch):
    """Let reports speak the languages of the folder."""
    monkeypatch.setattr(sentences, "FOLDER", folder)
    yield
    for cached in (sentences.subjects, sentences.texts, locale_of):
        cached.cache_clear()


def _made(folder, workflow, kind, more):
    path = Path(write(folder, workflow, kind))
    path.write_text(path.read_text("utf-8") + more + '[report]\nproject = "Pilot"\nauthor = "Ann"\n', "utf-8")
    return replace(read_plan(str(path), {}), language=NAME, resamples=40)


def _own(folder):
    """Return the words of the user: all that stands in the plan and the tables, and what no language changes."""
    text = "".join(path.read_text("utf-8") for path in (*folder.glob("*.csv"), *folder.glob("*.toml")))
    return set(re.findall(r"[^\W\d_]+", " ".join([text, *KEPT]).casefold()))


def _page(text):
    """Return what is read of a page, what is heard of its pictures included."""
    heard = re.findall(r'(?:alt|aria-label|content)="([^"]*)"', text.partition("</head>")[2])
    text = re.sub(r"<(script|style|svg).*?</\1>|<[^>]+>", " ", text, flags=re.DOTALL)
    return html.unescape(" ".join([text, *heard]))


def _texts(value):
    """Return the sentences of a report as data."""
    if isinstance(value, dict):
        yield from [value["text"]] if "key" in value and "text" in value else []
        for one in value.values():
            yield from _texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)


def _english(text, own):
    text = re.sub(r"\b(BP-)?([0-9a-f]{8}|[0-9a-f]{64})\b", "", text)
    return sorted(
        word
        for word in set(re.findall(r"[^\W\d_]{2,}", text))
        if word.isascii() and word.casefold() not in own
    )


@pytest.mark.usefixtures("_spoken", "undrawn")
@pytest.mark.parametrize(("workflow", "kind", "more"), WORLDS)
def test_no_english_is_left_in_a_report(tmp_path, workflow, kind, more):
    plan = _made(tmp_path, workflow, kind, more)
    own = _own(tmp_path)
    document = work(plan)("2026-11-22").document
    style = Style.of(document)
    printed = {
        "page": _page(render_html(document)),
        "data": "\n".join(_texts(json.loads(render_json(document, {})))),
        "terminal": render_text(document, tuple(table.key for table in document.tables())),
        "paste": paste_text(document),
        "running": " ".join(pdf.running(document).values()),
    }
    for figure in document.figures():
        printed[f"figure {figure.key}"] = words(figure, style)
    for table in document.tables():
        cells = [cell for row in table_rows(table, style).rows for cell in row if isinstance(cell, str)]
        printed[f"table {table.key}"] = "\n".join(cells)
    assert {where: found for where, text in printed.items() if (found := _english(text, own))} == {}
    assert printed["page"].count("⁒") > 2
    for where, text in printed.items():
        assert not re.search(r"\d,\d{3}|\d\.\d|\d\s?%|−", _not_ours(text)), where


def _not_ours(text):
    """Without versions and what the user wrote."""
    text = re.sub(r"\b[a-z]+\.\w+ = [^;\n]+", "", text)
    return re.sub(
        r"\b\d+\.\d+\.\d+\w*|(python|numpy|matplotlib|weasyprint) [\d.]+|\b20\d\d-\d\d-\d\d", "", text
    )


@pytest.mark.usefixtures("_spoken")
def test_pages_are_counted_in_the_language():
    said = re.sub(r"\\[0-9a-f]+ ", "", pdf._page_number(NAME))
    assert re.findall(r"[A-Za-z]{2,}", said) == ["counter", "page", "counter", "pages"]
    for path in sorted(template_dir().glob("*.css")):
        assert not re.search(r'content: *"[^"]*[A-Za-z]', path.read_text("utf-8")), path.name


@pytest.mark.usefixtures("_spoken")
def test_the_strange_language_is_all_strange():
    style = Style("EUR", 2, NAME)
    assert strange("so {n:count} {n:item|items}: 1,000") == "šóó {n:count} {n:ííţééɱ|ííţééɱš}: 1·000"
    assert show(-1234.5, "amount", style) == "~1’234·50\u00a0EUR"
    assert show(0.285, "share", style) == "⁒29"
    assert sentence_text(Sentence("term.lift"), style) == strange("Lift")


PACKAGE = Path(__file__).parents[1] / "budgetplan"
IDENTIFIERS = {
    *("the same items", "gain over review", "all deferred", "right answers"),
    *("tail sample", "budgetplan progress", "budgetplan comparison"),
}
"""Values of the record and of a plan's parts, with a space in them."""


@pytest.mark.parametrize("path", sorted((PACKAGE / "report").rglob("*.py")), ids=lambda path: path.name)
def test_no_prose_stands_in_the_code_of_the_report(path):
    tree = ast.parse(path.read_text("utf-8"))
    notes = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    # An assertion speaks to those who work on the code.
    notes |= {id(one) for node in ast.walk(tree) if isinstance(node, ast.Assert) for one in ast.walk(node)}
    said = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in notes]
    said = [one.value for one in said if isinstance(one.value, str)]
    prose = {one for one in said if re.search(r"[a-z]{2,} [a-z]{2,}", one)}
    assert prose <= IDENTIFIERS


def test_no_words_stand_in_the_templates():
    for path in sorted(template_dir().glob("*.html")):
        text = re.sub(r"\{%.*?%\}|\{\{.*?\}\}", "", path.read_text("utf-8"), flags=re.DOTALL)
        text = re.sub(r"<style>.*?</style>|<[^>]*>", "", text, flags=re.DOTALL)
        assert not re.search(r"[A-Za-z]", text), path.name
