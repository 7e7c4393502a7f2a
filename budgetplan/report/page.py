"""What every report has around its pages: metadata, the line above the title, glossary, and how to make it again."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from markupsafe import Markup

from budgetplan.domain.doubt import DataWarning, is_serious
from budgetplan.domain.items import Excluded, Reason
from budgetplan.domain.plan import MEAN, Plan
from budgetplan.report.cost_words import funder_sections
from budgetplan.report.display import Style
from budgetplan.report.model import (
    Block,
    Document,
    Facts,
    FilledColumn,
    Heading,
    Paste,
    Prose,
    Section,
    Table,
    Text,
    by_columns,
)
from budgetplan.report.phrases import Nouns
from budgetplan.report.warned import BACK, warned
from budgetplan.report.wording import Wording, wording


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


FIRST = ("decision", "work", "justification")
"""Keys of the sections that come first, in this order: what to do, how, and what is asked for."""


@dataclass(frozen=True)
class CommonFacts:
    """What ``common.j2`` tells: of the plan, and of what the report says of itself."""

    plan: Plan
    framing: Framing


def _common(speaker: Nouns, framing: Framing) -> Wording:
    return speaker.wording("common", CommonFacts(speaker.plan, framing))


def framed(
    speaker: Nouns,
    title: Text,
    sections: Sequence[Section],
    framing: Framing,
    *,
    money: bool,
) -> Document:
    """Return the finished report: its pages in their order, numbered, with its warnings.

    ``money``: whether anything has a price. A text to paste begins with what is seriously wrong: it travels alone.
    """
    plan, method = speaker.plan, speaker.say("head.method")
    first = [one for key in FIRST for one in sections if one.key == key]
    parts = [part for one in sections if one.key not in FIRST for part in _cut(one, method)]
    at = next((place for place, one in enumerate(parts) if one.key in BACK), len(parts))
    rules = funder_sections(speaker) if any(one.key == FIRST[-1] for one in first) else []
    every = [*first, *parts[:at], *rules, *parts[at:]]
    if is_serious(framing.warnings):
        doubt = _common(speaker, framing)("doubt")
        every = [replace(one, blocks=tuple(_doubted(block, doubt) for block in one.blocks)) for one in every]
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


def _cut(section: Section, method: Text) -> list[Section]:
    """Return a section whose method begins one of its own, which is set in two columns."""
    at = next((place for place, one in enumerate(section.blocks) if one == Heading(method)), 0)
    if section.key not in BACK or not at:
        return [section]
    before = Section(f"before_{section.key}", section.blocks[:at])
    return [before, replace(section, blocks=section.blocks[at:])]


def _doubted(block: Block, doubt: Markup) -> Block:
    if not isinstance(block, Paste):
        return block
    first, *others = block.paragraphs
    return replace(block, paragraphs=((doubt, *first), *others))


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


def head(speaker: Nouns, title: Text, lede: Sequence[Markup], framing: Framing) -> list[Block]:
    """Return how page 1 begins: the line above the title, the title, what the recommendation brings."""
    return [
        Prose(_common(speaker, framing)("kicker"), "kicker"),
        Heading(title, 1),
        *(Prose(part, "lede") for part in lede),
    ]


def back(
    speaker: Nouns, key: str, say: Wording, framing: Framing, excluded: Sequence[Excluded] | None = None
) -> Section:
    """Return how a report ends: method, glossary, how to make it again; ``excluded``: rows left out, where they are told."""
    left_out = [] if excluded is None else excluded_blocks(speaker, excluded)
    method = (Heading(speaker.say("head.method")), Prose(say("method")), *left_out)
    glossary = Heading(speaker.say("head.glossary")), Prose(say("glossary"), "glossary")
    again = Heading(speaker.say("head.reproduce")), Facts(tuple(framing.facts))
    return Section(key, (*method, *glossary, *again))


def excluded_blocks(speaker: Nouns, excluded: Sequence[Excluded]) -> list[Block]:
    """Return how many rows were left out for which reason."""
    say = _common(speaker, Framing("", "", excluded=excluded))
    blocks: list[Block] = [Heading(speaker.say("head.excluded"))]
    if excluded:
        reasons, counts = zip(*sorted(Counter(one.reason for one in excluded).items()), strict=True)
        columns: list[FilledColumn] = [
            ("reason", speaker.say("col.reason"), "text", [say("reason", one) for one in reasons]),
            ("count", speaker.say("col.count"), "count", counts),
        ]
        blocks.append(by_columns("excluded", speaker.say("table.excluded"), columns))
    return [*blocks, Prose(say("left_out"), "note")]


def why_left_out(reason: Reason, style: Style) -> Markup:
    """Return the reason why an item was left out, for a cell of a file.

    >>> why_left_out(Reason("no_score", "p"), Style())
    Markup('no score in the column p')
    """
    return wording("common", style, None, None)("reason", reason)


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
