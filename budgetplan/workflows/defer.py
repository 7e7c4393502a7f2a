"""The selective classifier: a model answers what it is sure of, the rest is left to people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from budgetplan.dataset.predicted import Classified
from budgetplan.domain.plan import Plan
from budgetplan.domain.recommendation import Recommendation, WorkflowName
from budgetplan.domain.review.course import Course
from budgetplan.plans.answer import DeferSolution, select
from budgetplan.plans.answer_recommendation import course_of, recommend
from budgetplan.plans.asked_beside import asked_beside
from budgetplan.preflight.unmet import Unmet, unmet_of_answers
from budgetplan.report.defer.pages import build_defer_files, build_defer_report
from budgetplan.report.defer.record import selection_record
from budgetplan.report.model import Document, Table
from budgetplan.report.page import Framing
from budgetplan.work.building import WorkPlan
from budgetplan.work.of_answers import work_of_defer
from budgetplan.workflows.answers import OfAnswers
from budgetplan.workflows.base import Progress


@dataclass(frozen=True)
class DeferWorkflow(OfAnswers):
    """See :class:`budgetplan.workflows.base.Workflow`."""

    name: WorkflowName = "defer"

    def solve(self, plan: Plan, data: Classified, progress: Progress) -> DeferSolution:  # noqa: ARG002 - as others
        """Choose a model and its cutoff."""
        found = select(plan, data.validation, data.test, data.listed)
        if not plan.answerers or found.refusal:
            return found
        sets = found.validation, found.test
        return replace(found, asked=asked_beside(found.plan, found.table, *sets, found.chosen.name))

    def recommend(self, solution: DeferSolution) -> Recommendation:
        """Return which model, and from which confidence on."""
        return recommend(solution)

    def unmet(self, solution: DeferSolution) -> Unmet | None:
        """Return why no model can be recommended for the list, if none can."""
        return unmet_of_answers(solution)

    def course(self, solution: DeferSolution) -> Course | None:
        """Return what becomes of each item of the list."""
        return course_of(solution)

    def work(self, solution: DeferSolution) -> WorkPlan | None:
        """Return how what is recommended is carried out."""
        return work_of_defer(solution)

    def draws(self, solution: DeferSolution) -> None:
        """Return none: plans that no budget bounds are not compared."""

    def drawn(self, plan: Plan, data: Classified, solution: DeferSolution) -> Mapping[str, str]:  # noqa: ARG002 - as others
        """Return none, see :meth:`draws`."""
        return {}

    def report(self, solution: DeferSolution, framing: Framing) -> Document:
        """Return the report on a selective classifier."""
        return build_defer_report(solution, framing, self.work(solution))

    def record(self, solution: DeferSolution, provenance: Mapping[str, Any]) -> dict[str, Any]:
        """Return the decision as plain data."""
        return selection_record(solution, provenance)

    def files(self, solution: DeferSolution) -> tuple[Table, ...]:
        """Return the tables that are too long for the report."""
        return build_defer_files(solution)
