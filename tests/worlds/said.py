"""The words of sections of a report as plain text, without tables and figures."""

from __future__ import annotations

from collections.abc import Iterable

from budgetplan.render.text import prose_lines
from budgetplan.report.display import Style, without_tags
from budgetplan.report.model import Heading, Paste, Prose, Section, Table


def prose(sections: Iterable[Section], style: Style | None = None) -> str:
    """Return headings, prose, texts to paste, and the notes of tables, a paragraph a line."""
    style, lines = style or Style("EUR"), list[str]()
    for block in (block for section in sections for block in section.blocks):
        if isinstance(block, Heading):
            lines.append(f"# {without_tags(block.text)}")
        elif isinstance(block, Prose):
            lines += prose_lines(block.html)
        elif isinstance(block, Paste):
            lines += ["> " + " ".join(without_tags(one) for one in said) for said in block.paragraphs if said]
        elif isinstance(block, Table):
            lines += [without_tags(note) for note in block.notes]
    return "\n".join(line.replace("\u00a0", " ") for line in lines)
