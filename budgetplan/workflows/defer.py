"""The selective classifier: a model answers what it is sure of, the rest is left to people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from budgetplan.dataset.predicted import Classified, read_classified
from budgetplan.domain.doubt import Doubt
from budgetplan.domain.items import Excluded
from budgetplan.domain.plan import Plan
from budgetplan.domain.recommendation import Recommendation, WorkflowName
from budgetplan.domain.review.course import Course
from budgetplan.planning.asking.beside import asked_beside
from budgetplan.planning.defer.recommendation import course_of, recommend
from budgetplan.planning.defer.solve import DeferSolution, select
from budgetplan.preflight.doubts import doubts_of_answers
from budgetplan.preflight.unmet import Unmet, unmet_of_answers
from budgetplan.report.defer.pages import build_defer_files, build_defer_report
from budgetplan.report.defer.record import selection_record
from budgetplan.report.model import Document, Table
from budgetplan.report.page import Framing
from budgetplan.workflows.answers import source_of_answers, without_the_list
from budgetplan.workflows.base import Origin, Progress
from budgetplan.workplan.building import WorkPlan
from budgetplan.workplan.of_answers import work_of_defer

if TYPE_CHECKING:
    from budgetplan.tables.frame import Rows


@dataclass(frozen=True)
class DeferWorkflow:
    """See :class:`budgetplan.workflows.base.Workflow`."""

    name: WorkflowName = "defer"

    def read(self, plan: Plan, given: Mapping[str, Rows]) -> Classified:
        """Read validation and test items with what the models answer."""
        return read_classified(plan, given)

    def solve(self, plan: Plan, data: Classified, progress: Progress) -> DeferSolution:  # noqa: ARG002 - as others
        """Choose a model and its cutoff."""
        found = select(plan, data.validation, data.test, data.listed)
        if not plan.answerers or found.refusal:
            return found
        sets = found.validation, found.test
        return replace(found, asked=asked_beside(found.plan, found.table, *sets, found.chosen.name))

    def doubts(self, plan: Plan, data: Classified, solution: DeferSolution) -> Sequence[Doubt]:
        """Return what is doubtful in the answers and in the list."""
        return (*doubts_of_answers(plan, data.validation, data.test), *solution.warnings)

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

    def source(self, plan: Plan, data: Classified) -> Origin:
        """Return where the answers come from."""
        return source_of_answers(plan, data)

    def excluded(self, data: Classified, solution: DeferSolution) -> tuple[Excluded, ...]:
        """Return the rows that were left out; rows without a label are the list, where something is said of it."""
        return without_the_list(data) if solution.alone.is_list else data.excluded

    def report(self, solution: DeferSolution, framing: Framing) -> Document:
        """Return the report on a selective classifier."""
        return build_defer_report(solution, framing, self.work(solution))

    def record(self, solution: DeferSolution, provenance: Mapping[str, Any]) -> dict[str, Any]:
        """Return the decision as plain data."""
        return selection_record(solution, provenance)

    def files(self, solution: DeferSolution) -> tuple[Table, ...]:
        """Return the tables that are too long for the report."""
        return build_defer_files(solution)
