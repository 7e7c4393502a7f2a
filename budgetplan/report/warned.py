"""Puts warnings into a finished report: a box on page 1, the title, a section with all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath

from markupsafe import Markup

from budgetplan.domain.doubt import DataWarning, is_serious
from budgetplan.report.display import Style
from budgetplan.report.model import (
    Document,
    Heading,
    Notice,
    Prose,
    Section,
    Sentence,
    Text,
)
from budgetplan.report.wording import Wording, wording

MOST = 3
"""So many warnings stand on page 1; the section has all."""

LONGEST = 260
"""Letters of a sentence of which page 1 holds three beside all else."""

SECTION = "doubts"
"""Key of the section with all warnings."""

BACK = ("method", "back")
"""Keys of the section that says how the numbers were made: warnings, and a funder's rules, stand before it."""


def warned(document: Document, warnings: Sequence[DataWarning]) -> Document:
    """Return a report with its warnings; without any it stays as it is.

    Parameters
    ----------
    document
        A report whose first section has a heading of level 1.
    warnings
        Worst first, as :func:`budgetplan.domain.data_warning.worst_first` gives them.

    Returns
    -------
    Document
        With a box below the title, the title hedged where one of them is serious, and a section with all of them
        where the reader turns from the findings to how they were made.
    """
    if not warnings:
        return document
    first, *rest = document.sections
    title = document.title
    if is_serious(warnings):
        title = _doubtful(title)
    at = next((place for place, one in enumerate(rest) if one.key in BACK), len(rest))
    page = _first(first, title, warnings, document.language)
    sections = (page, *rest[:at], _section(warnings, document.language), *rest[at:])
    # The same bytes wherever the files lie.
    bare = tuple(replace(one, file=PurePath(one.file).name) for one in warnings)
    return replace(document, title=title, sections=sections, warnings=bare)


def _doubtful(said: Text) -> Sentence:
    return Sentence("title.doubtful", {"title": said})


def _first(section: Section, title: Text, warnings: Sequence[DataWarning], language: str) -> Section:
    """Return page 1 with the box right below its title: nothing on it is to be read before."""
    at = next(
        place for place, one in enumerate(section.blocks) if isinstance(one, Heading) and one.level == 1
    )
    begin = (*section.blocks[:at], Heading(title, 1), _box(warnings, language))
    return replace(section, blocks=(*begin, *section.blocks[at + 1 :]))


def _box(warnings: Sequence[DataWarning], language: str) -> Notice:
    serious, say = is_serious(warnings), warning_words(language)
    points = tuple(_in_brief(say, one) for one in warnings[:MOST])
    return Notice(say("box", serious, len(warnings), MOST), points, "serious" if serious else "note")


def warning_words(language: str) -> Wording:
    """Return warnings in words."""
    return wording("warnings", Style(language=language), None, None)


def place(say: Wording, one: DataWarning) -> Markup:
    """Return where to look, without the folder: a report says the same wherever its files lie."""
    return say("place", PurePath(one.file).name, one.column, one.line)


def _in_brief(say: Wording, one: DataWarning) -> Markup:
    """Return a warning as page 1 has room for it: notes without what to do, very long ones without the place too."""
    where, serious = place(say, one), one.severity == "serious"
    if len(where) + len(one.told) + len(one.todo) <= LONGEST:
        return say("sentence", where, one.told, one.todo if serious else "")
    if serious and len(one.told) + len(one.todo) <= LONGEST:
        # What settles the doubt says more than in which file it is.
        return say("sentence", "", one.told, one.todo)
    return say("sentence", where if len(where) + len(one.told) <= LONGEST // 2 else "", one.told, "")


def _section(warnings: Sequence[DataWarning], language: str) -> Section:
    serious, say = is_serious(warnings), warning_words(language)
    points = [
        (one.severity == "serious", say("sentence", place(say, one), one.told, one.todo)) for one in warnings
    ]
    return Section(
        SECTION, (Heading(say("heading", serious)), Prose(say("section", serious, points), "points"))
    )
