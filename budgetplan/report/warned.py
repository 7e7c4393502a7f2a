"""Puts warnings into a finished report: a box on page 1, the title, a section with all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath

from budgetplan.domain.data_warning import DataWarning, is_serious
from budgetplan.report.model import (
    Bullet,
    Bullets,
    Document,
    Heading,
    Notice,
    Paragraph,
    Section,
    Sentence,
    Text,
)
from budgetplan.report.sentences import texts

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
    n_more = len(warnings) - MOST
    serious = is_serious(warnings)
    key = "warning.box_serious" if serious else "warning.box_note"
    heading = Sentence(f"{key}_more", {"n": n_more}) if n_more > 0 else Sentence(key)
    points = tuple(_in_brief(one, language) for one in warnings[:MOST])
    return Notice(heading, points, "serious" if serious else "note")


def _place(one: DataWarning, language: str) -> str:
    """Return where to look, without the folder: a report says the same wherever its files lie.

    >>> _place(DataWarning("perfect", "serious", "", "", "data/t.csv", "p", 7), "en")
    't.csv, line 7, column p'
    """
    known = texts(language)
    line = "" if one.line is None else known["place.line"].format(line=one.line)
    column = known["place.column"].format(column=one.column) if one.column else ""
    return ", ".join(filter(None, (PurePath(one.file).name, line, column)))


def _in_brief(one: DataWarning, language: str) -> Sentence:
    """Return a warning as page 1 has room for it: notes without what to do, very long ones without the place too."""
    place = _place(one, language)
    if len(place) + len(one.told) + len(one.todo) <= LONGEST:
        return sentence(one, place, brief=one.severity != "serious")
    if one.severity == "serious" and len(one.told) + len(one.todo) <= LONGEST:
        # What settles the doubt says more than in which file it is.
        return sentence(one, "")
    return sentence(one, place if len(place) + len(one.told) <= LONGEST // 2 else "", brief=True)


def _section(warnings: Sequence[DataWarning], language: str) -> Section:
    serious = is_serious(warnings)
    heading = Sentence("head.doubtful" if serious else "head.look_at")
    opening = (Sentence("warning.opening"),) if serious else (Sentence("warning.opening_note"),)
    points = tuple(_point(one, language, alone=not serious) for one in warnings)
    return Section(SECTION, (Heading(heading), Paragraph(opening), Bullets(points)))


def _point(one: DataWarning, language: str, *, alone: bool) -> Bullet:
    """Return a warning as a point; ``alone``: only notes are given, as the section's heading says already."""
    place = _place(one, language)
    if alone and place:
        said = Sentence("warning.there", {"told": one.told, "todo": one.todo})
        return Bullet(Sentence("warning.place", {"place": place}), (said,))
    return Bullet(Sentence(f"warning.{one.severity}"), (sentence(one, place),))


def sentence(one: DataWarning, place: str, *, brief: bool = False) -> Sentence:
    """Return a warning as one sentence; ``place``: where, ``brief``: without what to do.

    >>> sentence(DataWarning("perfect", "serious", "all is right", "look"), "t.csv").key
    'warning.told'
    """
    said = {"told": one.told} if brief else {"told": one.told, "todo": one.todo}
    key = "warning.brief" if brief else "warning.told"
    if place:
        return Sentence(key, {"place": place, **said})
    # A sentence begins with a capital where no name of a file stands before it.
    said["told"] = one.told[:1].upper() + one.told[1:]
    return Sentence(f"{key}_anywhere", said)
