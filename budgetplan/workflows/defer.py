"""The selective classifier: a model answers what it is sure of, the rest is left to people."""

from __future__ import annotations

from collections.abc import Mapping

from budgetplan.dataset.predicted import Classified
from budgetplan.domain.decision import WorkflowName
from budgetplan.domain.plan import Plan
from budgetplan.plans.answer import DeferSolution, course_of, recommend
from budgetplan.preflight.unmet import unmet_of_answers
from budgetplan.report.answers import build_defer_files, build_defer_report, selection_record
from budgetplan.report.model import Document
from budgetplan.report.page import Framing
from budgetplan.work.building import work_of_defer
from budgetplan.workflows.answers import OfAnswers
from budgetplan.workflows.base import Progress


class DeferWorkflow(OfAnswers):
    """See :class:`budgetplan.workflows.base.Workflow`."""

    name: WorkflowName = "defer"
    recommend = staticmethod(recommend)
    unmet = staticmethod(unmet_of_answers)
    course = staticmethod(course_of)
    work = staticmethod(work_of_defer)
    record = staticmethod(selection_record)
    files = staticmethod(build_defer_files)

    def solve(self, plan: Plan, data: Classified, progress: Progress) -> DeferSolution:  # noqa: ARG002 - as others
        """Choose a model and its cutoff."""
        return DeferSolution(plan, data.validation, data.test, data.listed)

    def draws(self, solution: DeferSolution) -> None:
        """Return none: plans that no budget bounds are not compared."""

    def drawn(self, plan: Plan, data: Classified, solution: DeferSolution) -> Mapping[str, str]:  # noqa: ARG002 - as others
        """Return none, see :meth:`draws`."""
        return {}

    def report(self, solution: DeferSolution, framing: Framing) -> Document:
        """Return the report on a selective classifier."""
        return build_defer_report(solution, framing, self.work(solution))
