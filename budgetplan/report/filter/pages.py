"""The decision report as a document: pages in order."""

from __future__ import annotations

from budgetplan.planning.filter.analysis import Analysis
from budgetplan.report.appendix import method_section
from budgetplan.report.filter.decision_page import decision_page, title
from budgetplan.report.filter.justification import justification_page
from budgetplan.report.filter.models_page import models_page
from budgetplan.report.filter.review_list import review_table
from budgetplan.report.filter.risk.page import calendar_points, risk_sections
from budgetplan.report.filter.screening import screening_page
from budgetplan.report.filter.stop_page import gain_tables, stop_page
from budgetplan.report.model import Document, Table
from budgetplan.report.page import Framing, framed
from budgetplan.report.phrases import Speaker
from budgetplan.report.work_plan import work_sections
from budgetplan.workplan.building import WorkPlan


def build_report(analysis: Analysis, framing: Framing, work: WorkPlan | None = None) -> Document:
    """Return the report on everything computed; ``work``: how the plan is carried out."""
    speaker = Speaker(analysis)
    more = calendar_points(speaker)
    first, rest = decision_page(speaker, framing, work)
    sections = [first, *work_sections(speaker, work, in_time=more), *rest]
    # Nothing is said of the list in figures where the labels cannot speak for it.
    if not analysis.decision.silent:
        sections += [stop_page(speaker), models_page(speaker), *screening_page(speaker)]
    page = justification_page(speaker, work)
    sections += [page] if page else []
    sections += [*risk_sections(speaker), method_section(speaker, framing)]
    return framed(speaker, title(speaker), sections, framing, money=speaker.priced, work=work)


def build_files(analysis: Analysis) -> tuple[Table, ...]:
    """Return the tables that stand beside the report, as files alone: every model's gain, and the items to review."""
    review = review_table(analysis)
    speaker = Speaker(analysis)
    gains = () if analysis.decision.silent else gain_tables(speaker)
    return (*gains, *(() if review is None else (review,)))
