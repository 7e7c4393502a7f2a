"""The decision report as a document: pages in order."""

from __future__ import annotations

from collections.abc import Sequence

from budgetplan.domain.data_warning import DataWarning
from budgetplan.domain.items import Excluded
from budgetplan.planning.filter.analysis import Analysis
from budgetplan.report.appendix import appendix, method_section
from budgetplan.report.filter.decision_page import decision_page, title
from budgetplan.report.filter.justification import justification_page
from budgetplan.report.filter.models_page import models_page
from budgetplan.report.filter.stop_page import stop_page
from budgetplan.report.model import Document, Section, Sentence
from budgetplan.report.phrases import Speaker
from budgetplan.report.warned import warned


def build_report(
    analysis: Analysis,
    *,
    date: str,
    identifier: str,
    facts: Sequence[tuple[str, str]] = (),
    excluded: Sequence[Excluded] = (),
    warnings: Sequence[DataWarning] = (),
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
    warnings
        What makes it doubtful, worst first.
    """
    speaker = Speaker(analysis)
    sections = _sections(speaker, speaker.kicker(date, identifier), facts, excluded)
    document = Document(
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
        language=speaker.plan.language,
    )
    return warned(document.numbered(), warnings)


def _sections(
    speaker: Speaker,
    kicker: tuple[Sentence, ...],
    facts: Sequence[tuple[str, str]],
    excluded: Sequence[Excluded],
) -> list[Section]:
    sections = [decision_page(speaker, kicker)]
    page = justification_page(speaker)
    sections += [page] if page else []
    # Nothing is said of the list in figures where the labels cannot speak for it.
    known = speaker.evidence.n_positives > 0 and not speaker.analysis.decision.refusal
    if known:
        sections += [models_page(speaker), stop_page(speaker)]
    sections.append(method_section(speaker, facts, excluded))
    return [*sections, appendix(speaker)] if known else sections
