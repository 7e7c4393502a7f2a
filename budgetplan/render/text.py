"""Tables and sentences for the terminal."""

from __future__ import annotations

import textwrap
import unicodedata

from budgetplan.render.display import Style, sentence_text, show
from budgetplan.report.model import (
    Block,
    Bullets,
    Document,
    Heading,
    Paragraph,
    Range,
    Sentence,
    Table,
)

WIDTH = 100


def render_text(document: Document, tables: tuple[str, ...]) -> str:
    """Return the title, the first page's text and the named tables, for a terminal."""
    style = Style.of(document)
    parts = [_block(block, style) for block in document.sections[0].blocks if not isinstance(block, Table)]
    parts += [table_text(table, style) for table in document.tables() if table.key in tables]
    return "\n\n".join(part for part in parts if part) + "\n"


def _block(block: Block, style: Style) -> str:
    if isinstance(block, Heading):
        return sentence_text(block.text, style)
    if isinstance(block, Paragraph) and block.role != "kicker":
        return textwrap.fill(" ".join(sentence_text(one, style) for one in block.sentences), WIDTH)
    if isinstance(block, Bullets):
        return bulleted(block, style, WIDTH)
    return ""


def bulleted(block: Bullets, style: Style, width: int | None = None) -> str:
    """Return points as lines; ``width``: where they are broken."""
    points = [
        " ".join(sentence_text(one, style) for one in (point.verdict, *point.sentences))
        for point in block.points
    ]
    if width is None:
        return "\n".join(f"- {point}" for point in points)
    return "\n".join(textwrap.fill(f"- {point}", width, subsequent_indent="  ") for point in points)


def table_text(table: Table, style: Style) -> str:
    """Return a table in columns; text to the left, numbers to the right."""
    heads = [sentence_text(column.heading, style) for column in table.columns]
    rows = [
        [show(cell, column.kind, style) for cell, column in zip(row.cells, table.columns, strict=True)]
        for row in table.rows
        if not row.repeats
    ]
    left = [
        all(
            isinstance(row.cells[i], str) or not isinstance(row.cells[i], int | float | Range)
            for row in table.rows
        )
        and column.kind in ("text", "sentence")
        for i, column in enumerate(table.columns)
    ]
    widths = [max(width(row[i]) for row in [heads, *rows]) for i in range(len(heads))]
    head = Sentence("numbered.table", {"number": table.number, "name": table.caption})
    lines = [sentence_text(head, style), ""]
    lines.append(_line(heads, widths, left))
    lines.append("  ".join("-" * one for one in widths))
    lines += [_line(row, widths, left) for row in rows]
    return "\n".join(lines)


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
    total = 0
    for letter in text:
        if unicodedata.combining(letter) or unicodedata.category(letter) in ("Cf", "Mn", "Me"):
            continue
        total += 2 if unicodedata.east_asian_width(letter) in ("W", "F") else 1
    return total
