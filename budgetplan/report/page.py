"""What every report has around its pages: metadata, the line above the title, warnings, budgets, glossary, and how to make it again."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import PurePath
from typing import Any

from markupsafe import Markup

from budgetplan.domain.decision import per_dot
from budgetplan.domain.doubt import DataWarning, is_serious
from budgetplan.domain.items import Excluded, Reason
from budgetplan.domain.plan import MEAN
from budgetplan.plans.ladder import HERE, Rung
from budgetplan.report import model as doc
from budgetplan.report.display import Style
from budgetplan.report.phrases import Nouns
from budgetplan.report.wording import Wording, escaped, short_text, wording


def ask_table(speaker: Nouns, answerer: str, ids: list[str]) -> doc.Table:
    """Return items of the list that an answerer is to be asked about.

    Its columns are called as those of the user's table, with cells for the answers.
    """
    spec = speaker.plan.answerer(answerer)
    names = [speaker.plan.columns.id or "item", spec.column, *([spec.confidence] if spec.confidence else [])]
    rows = [(item, *[""] * (len(names) - 1)) for item in ids]
    return doc.file_of("ask", names, rows, speaker.say("asked.t_ask", answerer=answerer))


def ladder_table(
    speaker: Nouns, ladder: Sequence[Rung[Any]], base: str, n_models: int, **how: Mapping[str, Any]
) -> doc.Table:
    """Return what each budget buys of a ranked list.

    ``base``: of what the rungs are tenths, as the keys of texts end; ``how``: as :meth:`Nouns.table` has it.
    """
    unit, options = ladder[0].budget.unit, [step.option for step in ladder]
    budget = (speaker.in_money if unit == "money" else speaker.say)("col.budget")
    cells: dict[str, Any] = {"part": [step.share for step in ladder], "budget": [step.budget.amount for step in ladder]}
    cells["leader"] = leads(speaker, ladder, n_models)
    how["heads"] = {"part": speaker.say("col.rung", base=base), "budget": budget, **how.get("heads", {})}
    how["kinds"] = {**how.get("kinds", {}), "budget": budget_kind(unit)}
    strong = [place == HERE for place in range(len(ladder))]
    return speaker.table("ranked.ladder", speaker.say("table.ladder"), options, cells, strong=strong, **how)


def budget_kind(unit: str) -> doc.ColumnKind:
    """Return how budgets counted in this unit are shown."""
    return "money" if unit == "money" else "items" if unit == "items" else "number"


def leads(speaker: Nouns, ladder: Sequence[Rung[Any]], n_models: int) -> list[str] | None:
    """Return which models bring most at each budget; None where there is one model only."""
    if n_models == 1:
        return None
    alike, listing = speaker.say("ladder.alike"), speaker.locale.listing
    models = [[speaker.named(name) for name in step.models] for step in ladder]
    return [alike if len(group) == n_models else listing(group) for group in models]


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


def framed(
    speaker: Nouns,
    sections: Sequence[doc.Section],
    framing: Framing,
    summary: doc.Summary | None = None,
    *,
    money: bool,
) -> doc.Document:
    """Return the finished report: its pages in their order, numbered, with its warnings.

    ``summary``: its picture, without what a dot stands for. ``money``: whether anything has a price. A text to paste
    begins with what is seriously wrong: it travels alone.
    """
    plan, method = speaker.plan, speaker.say("head.method")
    if summary and summary.shown is False:
        summary = replace(summary, change=Markup("{} {}").format(speaker.say("summary.unsure"), summary.change))
    parts = summary.parts if summary else ()
    entries = [(part.items, part.entries) for part in parts if part.entries is not None]
    if summary and entries:
        number = per_dot(entries)
        summary = replace(summary, per_dot=number, dot=speaker.say("summary.dot", number=number))
    first = [section for key in FIRST for section in sections if section.key == key]
    every = [*first, *(part for section in sections if section.key not in FIRST for part in _cut(section, method))]
    if is_serious(framing.warnings):
        doubt = speaker.wording("common", framing)("doubt")
        every = [replace(part, blocks=tuple(_doubted(block, doubt) for block in part.blocks)) for part in every]
    document = doc.Document(
        kind="report",
        title=next(block.text for block in every[0].blocks if isinstance(block, doc.Heading) and block.level == 1),
        subject=escaped(plan.title) if plan.project and plan.title else speaker.say("subject"),
        project=plan.project or plan.title,
        author=plan.author,
        date=framing.date,
        identifier=framing.identifier,
        currency=plan.prices.currency if money else "",
        minor_digits=plan.prices.minor_digits if plan.prices.stated or plan.deferral else 0,
        # Page 1 stands alone; what follows flows.
        sections=tuple(replace(section, new_page=place == 1) for place, section in enumerate(every)),
        language=plan.language,
        profile=plan.profile,
        coin=plan.prices.printed_in or plan.prices.coin,
        summary=summary,
    )
    return warned(document.numbered({MEAN: speaker.say("name.mean")}), framing.warnings)


def _cut(section: doc.Section, method: doc.Text) -> list[doc.Section]:
    """Return a section whose method begins one of its own, which is set in two columns."""
    at = next((place for place, block in enumerate(section.blocks) if block == doc.Heading(method)), 0)
    if section.key not in BACK or not at:
        return [section]
    return [doc.Section(f"before_{section.key}", section.blocks[:at]), replace(section, blocks=section.blocks[at:])]


def _doubted(block: doc.Block, doubt: Markup) -> doc.Block:
    if not isinstance(block, doc.Paste):
        return block
    first, *others = block.paragraphs
    return replace(block, paragraphs=((doubt, *first), *others))


def head(speaker: Nouns, title: doc.Text, lede: Sequence[Markup], framing: Framing) -> list[doc.Block]:
    """Return how page 1 begins: the line above the title, the title, what the recommendation brings."""
    return [
        doc.Prose(speaker.wording("common", framing)("kicker"), "kicker"),
        doc.Heading(title, 1),
        *(doc.Prose(part, "lede") for part in lede),
    ]


def back(speaker: Nouns, key: str, framing: Framing, excluded: Sequence[Excluded] | None = None) -> doc.Section:
    """Return how a report ends: method, glossary, how to make it again; ``excluded``: rows left out, where they are told."""
    blocks: list[doc.Block] = [doc.Heading(speaker.say("head.method")), doc.Prose(speaker.words("method"))]
    blocks += [] if excluded is None else excluded_blocks(speaker, excluded)
    blocks += [doc.Heading(speaker.say("head.glossary")), doc.Prose(speaker.words("glossary"), "glossary")]
    return doc.Section(key, (*blocks, doc.Heading(speaker.say("head.reproduce")), doc.Facts(tuple(framing.facts))))


def excluded_blocks(speaker: Nouns, excluded: Sequence[Excluded]) -> list[doc.Block]:
    """Return how many rows were left out for which reason."""
    say = speaker.wording("common", Framing("", "", excluded=excluded))
    blocks: list[doc.Block] = []
    if excluded:
        reasons, counts = zip(*sorted(Counter(group.reason for group in excluded).items()), strict=True)
        cells = {"reason": [say("reason", reason) for reason in reasons], "count": counts}
        blocks.append(speaker.table("page.excluded", speaker.say("table.excluded"), cells=cells))
    return [*blocks, doc.Prose(say("left_out"), "note")]


def why_left_out(reason: Reason, style: Style) -> Markup:
    """Return the reason why an item was left out, for a cell of a file.

    >>> why_left_out(Reason("no_score", "p"), Style())
    Markup('no score in the column p')
    """
    return wording("common", style, None, None)("reason", reason)


def review_table(
    speaker: Nouns, model: str, ids: Sequence[str], scores: Sequence[float], strata: Sequence[str] | None = None
) -> doc.Table:
    """Return the items to review, the first one first: the file that a review begins with."""
    finite = [score if math.isfinite(score) else None for score in scores]
    cells = {"place": list(range(1, len(ids) + 1)), "item": ids, "score": finite, "stratum": strata}
    return speaker.table("page.review", speaker.say("table.review", model=model), cells=cells)


MOST = 3
"""So many warnings stand on page 1; the section has the others."""

LONGEST = 260
"""Letters of a sentence of which page 1 holds three beside all else."""

SECTION = "doubts"
"""Key of the section with the warnings that page 1 has no room for."""

BACK = ("method", "back")
"""Keys of the section that says how the numbers were made: warnings stand before it."""


def warned(document: doc.Document, warnings: Sequence[DataWarning]) -> doc.Document:
    """Return a report with its warnings; without any it stays as it is.

    Parameters
    ----------
    document
        A report whose first section has a heading of level 1.
    warnings
        Worst first, as :func:`budgetplan.domain.doubt.worst_first` gives them.

    Returns
    -------
    Document
        With a box below the title, and the title hedged where one of them is serious. What the box has no room for stands
        in a section where the reader turns from the findings to how they were made.
    """
    if not warnings:
        return document
    serious, say = is_serious(warnings), warning_words(document.language)
    title, summary, severity = document.title, document.summary, warnings[0].severity
    if serious:
        doubtful = partial(short_text, "title.doubtful", Style(language=document.language))
        title = doubtful(title=title)
        summary = summary and replace(summary, title=doubtful(title=summary.title))
    full = [(warning, say("sentence", place(say, warning), warning.told, warning.todo)) for warning in warnings]
    shown = [text if len(text) <= LONGEST else _in_brief(say, warning) for warning, text in full]
    points = tuple(shown[:MOST])
    more = [(warning.severity, text) for warning, text in full if text not in points]
    heading = say("heading", serious, len(warnings) if more else 0)
    box = doc.Notice(Markup("<strong>{}:</strong>").format(heading), points, severity)
    # The box stands right below the title: nothing on page 1 is to be read before.
    first, *following = document.sections
    at = first.blocks.index(doc.Heading(document.title, 1))
    first = replace(first, blocks=(*first.blocks[:at], doc.Heading(title, 1), box, *first.blocks[at + 1 :]))
    # The same bytes wherever the files lie.
    bare = tuple(replace(warning, file=PurePath(warning.file).name) for warning in warnings)
    if more:
        at = next((place for place, section in enumerate(following) if section.key in BACK), len(following))
        blocks = doc.Heading(say("heading", serious, 0)), doc.Prose(say("section", serious, more), "points")
        following.insert(at, doc.Section(SECTION, blocks))
    return replace(document, title=title, sections=(first, *following), warnings=bare, summary=summary)


def warning_words(language: str) -> Wording:
    """Return warnings in words."""
    return wording("warnings", Style(language=language), None, None)


def place(say: Wording, warning: DataWarning) -> Markup:
    """Return where to look, without the folder: a report says the same wherever its files lie."""
    return say("place", PurePath(warning.file).name, warning.column, warning.line)


def _in_brief(say: Wording, warning: DataWarning) -> Markup:
    """Return a long warning as page 1 has room for it: notes without what to do, very long ones without the place too."""
    where, serious = place(say, warning), warning.severity == "serious"
    if serious and len(warning.told) + len(warning.todo) <= LONGEST:
        # What settles the doubt says more than in which file it is.
        return say("sentence", "", warning.told, warning.todo)
    return say("sentence", where if len(where) + len(warning.told) <= LONGEST // 2 else "", warning.told, "")
