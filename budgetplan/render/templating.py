"""Where the templates are, and the one way they are filled in: everything escaped, nothing undefined."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from budgetplan.domain.messages import template_dir
from budgetplan.render.text import IN_WORDS, counted, numbered, texts_of
from budgetplan.report.display import Style, show, without_tags
from budgetplan.report.model import FINE, Document, Heading, Table, TableColumn, Value
from budgetplan.report.wording import short_text, strict_environment

_LONG_WORD = 18
_LINE_MAY_END = re.compile(r" |(?<=-)(?!%)")
"""After a hyphen too, as in 95-%-Intervall."""
_LINE = 87
"""Digits of a table that fit one line of the page without a gap; smaller type fits more."""
_DENSE_LINE = 98
_GAP, _DENSE_GAP = 1.8, 1.0  # what stands between two columns, in digits
_BRIEF = 24


@dataclass(frozen=True)
class Room:
    """How a table is to be set: smaller if it is wide, and which columns of words stay on one line.

    ``tight``: even smaller type has no room for it, so that intervals take two lines. ``snug``: page 1, whose type is
    never smaller, has room for it if cells of words take several lines.
    """

    dense: bool
    whole: frozenset[int]
    tight: bool = False
    snug: bool = False


def font_dir() -> Path:
    """Return the folder of the fonts that come with the package."""
    return template_dir() / "fonts"


def read_template(name: str) -> str:
    """Return a file of the template folder as it is, such as a style sheet."""
    return (template_dir() / name).read_text(encoding="utf-8")


@functools.cache
def environment() -> Environment:
    """Return the environment all templates are rendered in: a misspelt field is an error, not a gap."""
    made = strict_environment(FileSystemLoader(template_dir()), keep_trailing_newline=True)
    made.tests["long"] = lambda value: any(len(word) > _LONG_WORD for word in _plain(value).split())
    made.tests["said"] = lambda value: isinstance(value, Markup)
    made.tests["left"] = lambda column: column.kind in IN_WORDS
    return made


def _longest(texts: Iterable[str]) -> int:
    return max(map(len, texts), default=0)


def room_of(table: Table, style: Style) -> Room:
    """Decide how a table is set from the longest cell, heading word and word of a cell of each column."""
    room, gaps = _LINE - _GAP * len(table.columns), _DENSE_GAP * len(table.columns)
    used, narrowest, brief, whole = 0, 0, dict[int, int](), set[int]()
    for place, column in enumerate(table.columns):
        values = [row.cells[place] for row in table.rows]
        shown = [show(value, column.kind, style) for value in values]
        words = [word for text in shown for word in _LINE_MAY_END.split(text)]
        least = max(_longest(_LINE_MAY_END.split(without_tags(column.heading))), min(_longest(words), _LONG_WORD))
        if column.kind in IN_WORDS:
            used, narrowest = used + least, narrowest + least
            if _longest(shown) <= _BRIEF:
                brief[place] = max(0, _longest(shown) - least)
        else:
            # Where there is no room, a sentence among numbers takes several lines, but no number does.
            numbers = [text for cell, text in zip(values, shown, strict=True) if not isinstance(cell, Markup)]
            used += max(least, _longest(shown))
            narrowest += max(least, _longest(numbers))
    dense, tight = used > room, used > _DENSE_LINE - gaps
    # Brief columns stay on one line where there is room for it, the first ones first.
    for place, more in brief.items():
        if used + more <= room:
            whole.add(place)
            used += more
    return Room(dense, frozenset(whole), tight, dense and narrowest <= _LINE - gaps)


def _plain(value: Value) -> str:
    """Return the words of a cell, as far as their length matters."""
    if isinstance(value, Markup):
        return without_tags(value)
    return value if isinstance(value, str) else ""


def render(name: str, document: Document, **context: Any) -> str:
    """Return a template filled in with a document.

    Parameters
    ----------
    name
        A file of the template folder.
    document
        What the template reads as ``document``.
    **context
        What else it reads.
    """
    values = {"narrow": None, "fine": FINE, **_helpers(document), **context}
    return environment().get_template(name).render(document=document, **values)


def _helpers(document: Document) -> dict[str, Any]:
    """Return what a template needs to show sentences and values of one document."""
    style = Style.of(document)

    def cell(value: Value, column: TableColumn) -> str:
        return value if isinstance(value, Markup) else show(value, column.kind, style)

    headings = [block for block in document.blocks() if isinstance(block, Heading) and block.level == 2]
    anchors = {id(heading): f"h-{place}" for place, heading in enumerate(headings, start=1)}
    return {
        "headings": headings,
        "anchor": lambda block: anchors.get(id(block)),
        "contents": short_text("contents", style),
        "file_of": lambda table: short_text("numbered.file", style, number=table.number),
        "measure": lambda table: room_of(table, style),
        "numbered": lambda block: numbered(block, style),
        "plain": without_tags,
        "show": lambda value, kind: show(value, kind, style),
        "cell": cell,
        "counted": lambda block: counted(texts_of(block), style),
    }
