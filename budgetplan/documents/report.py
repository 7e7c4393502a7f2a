"""The decision report as a document: pages in order, tables and figures numbered."""

from __future__ import annotations

from collections.abc import Sequence

from budgetplan.documents.appendix import appendix, method_section
from budgetplan.documents.decision_page import decision_page, title
from budgetplan.documents.justification import justification_page
from budgetplan.documents.model import Document, Section, Sentence
from budgetplan.documents.models_page import budgets_section, models_page
from budgetplan.documents.speaker import Speaker
from budgetplan.domain.items import Excluded
from budgetplan.planning.analysis import Analysis

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July",
    "August", "September", "October", "November", "December",
)  # fmt: skip


def build_report(
    analysis: Analysis,
    *,
    date: str,
    identifier: str,
    facts: Sequence[tuple[str, str]] = (),
    excluded: Sequence[Excluded] = (),
) -> Document:
    """Return the report.

    Parameters
    ----------
    analysis
        Everything computed.
    date
        ISO date to print; never read from the clock here.
    identifier
        Short name made from the inputs.
    facts
        The reproduction block: name and value.
    excluded
        Rows that were left out, with reasons.
    """
    speaker = Speaker(analysis)
    justified = analysis.decision.chosen is not None
    costs = 2 if justified and speaker.priced else 1
    models = costs + 1
    has_contest = bool(analysis.decision.contenders)
    gain = models + 1 if has_contest else models
    sections: list[Section] = [decision_page(speaker, _kicker(speaker, date, identifier), gain)]
    page = justification_page(speaker, costs, 2)
    if page is not None:
        sections.append(page)
    table = gain + 1
    if speaker.evidence.n_positives > 0:
        sections.append(models_page(speaker, models if has_contest else models - 1, 3 if justified else 2))
        budgets = budgets_section(speaker, table)
        if budgets is not None:
            sections.append(budgets)
            table += 1
    else:
        table = 1
    sections.append(method_section(speaker, facts, excluded, table))
    table += 1 if excluded else 0
    if speaker.evidence.n_positives > 0:
        sections.append(appendix(speaker, table))
    return Document(
        kind="report",
        title=title(speaker),
        subject=speaker.say("subject"),
        project=speaker.plan.project or speaker.plan.title,
        author=speaker.plan.author,
        date=date,
        identifier=identifier,
        currency=speaker.prices.currency if speaker.priced else "",
        minor_digits=speaker.prices.minor_digits if speaker.priced else 0,
        sections=tuple(sections),
    )


def _kicker(speaker: Speaker, date: str, identifier: str) -> Sentence:
    project, author = speaker.plan.project or speaker.plan.title, speaker.plan.author
    shown = {"date": printed_date(date), "identifier": identifier}
    if project and author:
        return speaker.say("kicker", project=project, author=author, **shown)
    if project:
        return speaker.say("kicker.project", project=project, **shown)
    return speaker.say("kicker.plain", **shown)


def printed_date(date: str) -> str:
    """Return an ISO date as it is read.

    >>> printed_date("2026-11-21")
    '21 November 2026'
    """
    year, month, day = date.split("-")
    return f"{int(day)} {MONTHS[int(month) - 1]} {year}"
