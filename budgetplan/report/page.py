"""What every report has around its pages: metadata, the line above the title, glossary, and how to make it again."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from budgetplan.domain.data_warning import DataWarning
from budgetplan.domain.items import Excluded
from budgetplan.domain.plan import MEAN
from budgetplan.domain.prices import BudgetLine
from budgetplan.report.cost_words import funder_sections
from budgetplan.report.first_page import LEDE, Point, behind, points_shown
from budgetplan.report.model import (
    Block,
    Bullets,
    Document,
    Facts,
    FilledColumn,
    Heading,
    Paragraph,
    Section,
    Table,
    Terms,
    Text,
    by_columns,
)
from budgetplan.report.phrases import Nouns, why_left_out
from budgetplan.report.warned import BACK, warned


@dataclass(frozen=True)
class Framing:
    """What a report says of itself beside its numbers.

    Attributes
    ----------
    date
        ISO date to print; never read from the clock here.
    identifier
        Short name made from the inputs.
    facts
        The reproduction block: name and value.
    excluded
        Rows that were left out, with reasons.
    warnings
        What makes it doubtful, worst first.
    """

    date: str
    identifier: str
    facts: Sequence[tuple[str, str]] = ()
    excluded: Sequence[Excluded] = ()
    warnings: Sequence[DataWarning] = ()


def framed(
    speaker: Nouns,
    title: Text,
    sections: Sequence[Section],
    framing: Framing,
    *,
    money: bool,
    lines: Sequence[BudgetLine] = (),
) -> Document:
    """Return the finished report: its pages, numbered, with its warnings.

    ``money``: whether anything has a price; ``lines``: of the cost build-up, if anything is asked for.
    """
    plan = speaker.plan
    at = next((place for place, one in enumerate(sections) if one.key in BACK), len(sections))
    every = [*sections[:at], *funder_sections(speaker, lines), *sections[at:]]
    # Page 1 stands alone; what follows flows.
    ordered = [replace(one, new_page=place == 1) for place, one in enumerate(every)]
    document = Document(
        kind="report",
        title=title,
        subject=speaker.say("subject"),
        project=plan.project or plan.title,
        author=plan.author,
        date=framing.date,
        identifier=framing.identifier,
        currency=plan.prices.currency if money else "",
        minor_digits=plan.prices.minor_digits if plan.prices.stated or plan.deferral else 0,
        sections=tuple(ordered),
        language=plan.language,
        profile=plan.profile,
        coin=plan.prices.coin,
    )
    named: Document = _called(document, MEAN, speaker.text("name.mean"))
    return warned(named.numbered(), framing.warnings)


def _called(value: Any, name: str, other: str) -> Any:
    """Return a piece of a report in which one model, named by the program and not by a user, has another name."""
    if isinstance(value, str):
        return value.replace(name, other) if name in value else value
    if isinstance(value, tuple):
        parts = [_called(one, name, other) for one in value]
        same = all(new is old for new, old in zip(parts, value, strict=True))
        return value if same else tuple(parts)
    if isinstance(value, Mapping):
        named = {key: _called(one, name, other) for key, one in value.items()}
        return value if all(named[key] is one for key, one in value.items()) else named
    if is_dataclass(value) and not isinstance(value, type):
        old = {one.name: getattr(value, one.name) for one in fields(value) if one.init}
        changed = {key: new for key, one in old.items() if (new := _called(one, name, other)) is not one}
        return replace(value, **changed) if changed else value
    return value


def head(speaker: Nouns, title: Text, lede: Sequence[Text], framing: Framing) -> list[Block]:
    """Return how page 1 begins: the line above the title, the title, what the recommendation brings."""
    return [
        Paragraph(speaker.kicker(framing.date, framing.identifier), "kicker"),
        Heading(title, 1),
        Paragraph(tuple(lede), "lede"),
    ]


def first_page(
    speaker: Nouns,
    framing: Framing,
    title: Text,
    lede: Sequence[Text],
    middle: Sequence[Block],
    points: Sequence[Point],
) -> list[Section]:
    """Return page 1, and behind it what it has no room for.

    ``lede``: what the recommendation brings, the most important first; ``middle``: numbers, figure, table, first steps;
    ``points``: how sure it is.
    """
    blocks = [*head(speaker, title, lede[:LEDE], framing), *middle]
    if points:
        blocks += [Heading(speaker.say("head.sure")), Bullets(tuple(points_shown(points)))]
    return [Section("decision", tuple(blocks), one_page=True), *behind(speaker, lede[LEDE:], points)]


def back(speaker: Nouns, subject: str, framing: Framing) -> list[Block]:
    """Return how a report ends: the glossary of its subject, and how to make it again."""
    return [
        Heading(speaker.say("head.glossary")),
        Terms(speaker.terms(subject)),
        Heading(speaker.say("head.reproduce")),
        Facts(tuple(framing.facts)),
    ]


def excluded_blocks(speaker: Nouns, excluded: Sequence[Excluded]) -> list[Block]:
    """Return how many rows were left out for which reason."""
    head = Heading(speaker.say("head.excluded"))
    if not excluded:
        return [head, Paragraph((speaker.say("excluded.none"),))]
    reasons, counts = zip(*sorted(Counter(one.reason for one in excluded).items()), strict=True)
    columns: list[FilledColumn] = [
        ("reason", speaker.say("col.reason"), "text", [why_left_out(one) for one in reasons]),
        ("count", speaker.say("col.count"), "count", counts),
    ]
    table = by_columns("excluded", speaker.say("table.excluded"), columns)
    return [head, table, Paragraph((speaker.say("excluded.listed"),), "note")]


def method_section(speaker: Nouns, method: Sequence[Text], framing: Framing) -> Section:
    """Return the back of a report on a ranked list: method note, exclusions, glossary and reproduction block."""
    blocks: list[Block] = [Heading(speaker.say("head.method"))]
    blocks += [Paragraph((sentence,)) for sentence in method]
    blocks += excluded_blocks(speaker, framing.excluded)
    return Section("method", (*blocks, *back(speaker, "filter", framing)))


def review_table(
    speaker: Nouns, model: str, ids: Sequence[str], scores: Sequence[float], *more: FilledColumn
) -> Table:
    """Return the items to review, the first one first: the file that a review begins with."""
    known = [score if math.isfinite(score) else None for score in scores]
    columns: list[FilledColumn] = [
        ("place", speaker.say("col.place"), "count", list(range(1, len(ids) + 1))),
        ("item", speaker.say("col.item"), "text", ids),
        ("score", speaker.say("col.score"), "number", known),
        *more,
    ]
    return by_columns("review", speaker.say("table.review", model=model), columns)
