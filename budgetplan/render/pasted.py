"""What is made to be pasted into an application, in three lengths, each with its count of letters and words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from budgetplan.render.display import Style, sentence_text
from budgetplan.render.text import bulleted
from budgetplan.report.model import Bullets, Document, Paste, Sentence
from budgetplan.report.warned import SECTION

LIMIT = 500
"""So many characters have many fields of forms."""


@dataclass(frozen=True)
class Pasted:
    """One length of the text: what it is called, its paragraphs, and how many characters and words these have.

    ``before``: what is to be read before it is used, and is no part of it.
    """

    heading: Sentence
    paragraphs: tuple[str, ...]
    before: tuple[str, ...] = ()

    @property
    def counted(self) -> Sentence:
        """How long it is; between two paragraphs stands one line end."""
        return counted(self.paragraphs)


def counted(paragraphs: Sequence[str]) -> Sentence:
    """Return how many characters, spaces among them, and words a text has.

    >>> dict(counted(["We request EUR 5.", "We expect 2 words."]).args)
    {'characters': 36, 'words': 8}
    """
    text = "\n".join(paragraphs)
    return Sentence("paste.counted", {"characters": len(text), "words": len(text.split())})


def texts_of(block: Paste, style: Style) -> tuple[str, ...]:
    """Return the paragraphs of a block as plain text."""
    return tuple(" ".join(sentence_text(one, style) for one in said) for said in block.paragraphs)


def lengths(document: Document) -> tuple[Pasted, ...]:
    """Return the text in full, in 500 characters and in two sentences; nothing where nothing is asked for.

    In 500 characters the two sentences stand first, and after them whatever further sentence there is room for, in
    their order. Where the report has warnings they come first in full: the text may travel without the report.
    """
    style = Style.of(document)
    blocks = [block for block in document.blocks() if isinstance(block, Paste)]
    full = [one for block in blocks if not block.short for one in texts_of(block, style)]
    if not full:
        return ()
    found = [Pasted(Sentence("paste.head_full"), tuple(full), tuple(_warnings(document, style)))]
    for block in blocks:
        if block.short:
            short = texts_of(block, style)
            fitted = Sentence("paste.head_fitted", {"limit": LIMIT})
            found += [
                Pasted(fitted, (_fitted(short[0], block.more, style),)),
                Pasted(Sentence("paste.head_short"), short),
            ]
    return tuple(found)


def _fitted(text: str, more: Sequence[Sentence], style: Style) -> str:
    for one in more:
        longer = f"{text} {sentence_text(one, style)}"
        text = longer if len(longer) <= LIMIT else text
    return text


def paste_text(document: Document) -> str:
    """Return all lengths as plain text, each below its name and count; empty where there is nothing."""
    style = Style.of(document)
    parts = []
    for one in lengths(document):
        head = f"{sentence_text(one.heading, style)} ({sentence_text(one.counted, style)})"
        parts += [head, *one.before, *one.paragraphs]
    return "".join(f"{part}\n\n" for part in parts)


def _warnings(document: Document, style: Style) -> list[str]:
    """Return the warnings as one paragraph, a line each; nothing where there are none."""
    section = next((one for one in document.sections if one.key == SECTION), None)
    if section is None:
        return []
    lines = [bulleted(block, style) for block in section.blocks if isinstance(block, Bullets)]
    return ["\n".join([sentence_text(Sentence("warning.paste"), style), *lines])]
