"""The decision report as a document: pages in order."""

from __future__ import annotations

from dataclasses import replace

from budgetplan.planning.filter.analysis import Analysis
from budgetplan.report.appendix import appendix, method_section
from budgetplan.report.filter.decision_page import decision_page, title
from budgetplan.report.filter.justification import justification_page
from budgetplan.report.filter.models_page import models_page
from budgetplan.report.filter.risk.page import calendar_points, risk_sections
from budgetplan.report.filter.screening import screening_page
from budgetplan.report.filter.stop_page import stop_page
from budgetplan.report.model import Document
from budgetplan.report.page import Framing, framed
from budgetplan.report.phrases import Speaker
from budgetplan.report.work_plan import after_work, work_sections
from budgetplan.workplan.building import WorkPlan


def build_report(analysis: Analysis, framing: Framing, work: WorkPlan | None = None) -> Document:
    """Return the report on everything computed; ``work``: how the plan is carried out."""
    speaker = Speaker(analysis)
    more = calendar_points(speaker)
    sections = [decision_page(speaker, framing, work), *work_sections(speaker, work, in_time=more)]
    page = justification_page(speaker, work)
    sections += [after_work(page, work)] if page else []
    risk = risk_sections(speaker)
    sections += risk
    # Nothing is said of the list in figures where the labels cannot speak for it.
    known = speaker.evidence.n_positives > 0 and not analysis.decision.refusal
    if known:
        models = replace(models_page(speaker), new_page=False) if risk else models_page(speaker)
        sections += [models, stop_page(speaker), *screening_page(speaker)]
    sections.append(method_section(speaker, framing))
    if known:
        sections.append(appendix(speaker))
    return framed(speaker, title(speaker), sections, framing, money=speaker.priced)
