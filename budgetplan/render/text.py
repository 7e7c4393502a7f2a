"""Tables and sentences for the terminal."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from budgetplan.domain.doubt import is_serious
from budgetplan.files import clean
from budgetplan.report.display import Style, show, without_tags
from budgetplan.report.model import Document, Figure, Heading, Paste, Prose, Range, Table, Text
from budgetplan.report.page import place, warning_words
from budgetplan.report.wording import short_text

WIDTH = 100
IN_WORDS = frozenset({"text", "sentence"})
"""Kinds of columns that stand to the left."""
_END = re.compile("</(p|li|ul|dt|dd)>|<br>")


def render_text(document: Document, tables: tuple[str, ...]) -> str:
    """Return the title, the first page's text and the named tables, for a terminal."""
    style, parts = Style.of(document), list[str]()
    for block in document.sections[0].blocks:
        if isinstance(block, Heading):
            parts.append(without_tags(block.text))
        elif isinstance(block, Prose) and block.role != "kicker":
            for line in prose_lines(block.html):
                parts.append(textwrap.fill(line, WIDTH, subsequent_indent="  " * line.startswith("- ")))
    parts += [table_text(table, style) for table in document.tables() if table.key in tables]
    return "\n\n".join(parts) + "\n"


def prose_lines(html: Markup) -> list[str]:
    r"""Return paragraphs and points as plain text, a line each.

    >>> prose_lines(Markup("<p>One &amp; two.</p><ul><li><strong>A:</strong> b</li><li>c</li></ul>"))
    ['One & two.', '- A: b', '- c']
    """
    text = _END.sub("\n", html.replace("<li>", "\n- "))
    return [line.strip() for line in without_tags(text).split("\n") if line.strip()]


def numbered(block: Table | Figure, style: Style, number: int = 0) -> Text:
    """Return what a table or a figure is called with its number; ``number``: that of a document of its own."""
    if isinstance(block, Table):
        return short_text("numbered.table", style, number=number or block.number, name=block.caption)
    return short_text("numbered.figure", style, number=number or block.number, name=block.title)


def rows_of(table: Table, style: Style) -> Iterator[tuple[list[str], bool]]:
    """Yield the rows of a table as texts, the headings first, and whether each is strong."""
    yield [clean(without_tags(column.heading)) for column in table.columns], True
    for row in table.rows:
        cells = zip(row.cells, table.columns, strict=True)
        yield [clean(show(cell, column.kind, style)) for cell, column in cells], row.total


def table_text(table: Table, style: Style) -> str:
    """Return a table in columns; text to the left, numbers to the right. What stands on no page is shown whole."""
    shown = replace(table, rows=tuple(row for row in table.rows if not row.repeats) or table.rows)
    heads, *rows = (cells for cells, _ in rows_of(shown, style))
    left = [
        column.kind in IN_WORDS and not any(isinstance(row.cells[place], int | float | Range) for row in shown.rows)
        for place, column in enumerate(shown.columns)
    ]
    widths = [max(width(row[i]) for row in [heads, *rows]) for i in range(len(heads))]
    lines = [_line(row, widths, left) for row in (heads, ["-" * width for width in widths], *rows)]
    return "\n".join([without_tags(numbered(table, style) if table.number else table.caption), "", *lines])


def _line(cells: list[str], widths: list[int], left: list[bool]) -> str:
    padded = [
        cell + " " * (full - width(cell)) if to_left else " " * (full - width(cell)) + cell
        for cell, full, to_left in zip(cells, widths, left, strict=True)
    ]
    return "  ".join(padded).rstrip()


def width(text: str) -> int:
    """Return how many columns of a terminal a text takes.

    >>> width("na\u0303o"), width("\u8f9e\u66f8")
    (3, 4)
    """
    hidden = ("Cf", "Mn", "Me")
    seen = [x for x in text if not unicodedata.combining(x) and unicodedata.category(x) not in hidden]
    return len(seen) + sum(unicodedata.east_asian_width(letter) in ("W", "F") for letter in seen)


LIMIT = 500
"""So many characters have many fields of forms."""


@dataclass(frozen=True)
class Pasted:
    """One length of the text: what it is called, its paragraphs, and how many characters and words these have.

    ``before``: what is to be read before it is used, and is no part of it.
    """

    heading: Text
    counted: Text
    paragraphs: tuple[str, ...]
    before: tuple[str, ...] = ()


def counted(paragraphs: Sequence[str], style: Style) -> Text:
    """Return how many characters, spaces and line ends among them, and words a text has.

    >>> counted(["We request EUR 5.", "We expect 2 words."], Style())
    Markup('36 characters, 8 words')
    """
    text = "\n".join(paragraphs)
    return short_text("paste.counted", style, characters=len(text), words=len(text.split()))


def texts_of(block: Paste) -> tuple[str, ...]:
    """Return the paragraphs of a block as plain text."""
    return tuple(" ".join(without_tags(passage) for passage in paragraph) for paragraph in block.paragraphs)


def lengths(document: Document) -> tuple[Pasted, ...]:
    """Return the text in full, in 500 characters and in two sentences; nothing where nothing is asked for.

    In 500 characters the two sentences stand first, and after them whatever further sentence there is room for, in
    their order. Where the report has warnings they come first in full: the text may travel without the report.
    """
    style = Style.of(document)
    blocks = [block for block in document.blocks() if isinstance(block, Paste)]
    full = [passage for block in blocks if not block.short for passage in texts_of(block)]
    if not full:
        return ()

    def pasted(key: str, paragraphs: Sequence[str], before: Sequence[str] = ()) -> Pasted:
        head = short_text(key, style, limit=LIMIT)
        return Pasted(head, counted(paragraphs, style), tuple(paragraphs), tuple(before))

    say, every = warning_words(document.language), document.warnings
    points = [without_tags(say("sentence", place(say, warning), warning.told, warning.todo)) for warning in every]
    head = f"{without_tags(say('heading', is_serious(every), 0))}:"
    before = ["\n".join([head, *(f"- {point}" for point in points)])] if every else []
    made = [pasted("paste.head_full", full, before)]
    for block in blocks:
        if block.short:
            short = texts_of(block)
            fitted = short[0]
            for extra in block.more:
                longer = f"{fitted} {without_tags(extra)}"
                fitted = longer if len(longer) <= LIMIT else fitted
            made += [pasted("paste.head_fitted", [fitted]), pasted("paste.head_short", short)]
    return tuple(made)


def paste_text(document: Document) -> str:
    """Return all lengths as plain text, each below its name and count; empty where there is nothing."""
    parts = []
    for passage in lengths(document):
        head = f"{without_tags(passage.heading)} ({without_tags(passage.counted)})"
        parts += [*passage.before, head, *passage.paragraphs]
    return "".join(f"{part}\n\n" for part in parts)


def points_of(document: Document) -> list[str]:
    """Return the points of page 1 on how sure a plan is, as plain text."""
    blocks = [block for block in document.sections[0].blocks if isinstance(block, Prose)]
    lines = [line for block in blocks if block.role == "points" for line in prose_lines(block.html)]
    return [line.removeprefix("- ") for line in lines]
