"""The ranked list of which at least so many entries of each stratum are wanted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from budgetplan.dataset.scored import ScoredTable
from budgetplan.domain.doubt import Doubt
from budgetplan.domain.items import Excluded
from budgetplan.domain.plan import Plan
from budgetplan.domain.recommendation import Recommendation, WorkflowName
from budgetplan.domain.review.course import Course
from budgetplan.lists.evidence import gather
from budgetplan.plans.list_check import doubts_of_list
from budgetplan.plans.plan_draws import PlanDraws, drawn_from
from budgetplan.plans.quota import QuotaPlan, plan_with_quotas
from budgetplan.plans.quota_course import course_with_quotas, recommend_with_quotas
from budgetplan.preflight.doubts import doubts_of_scores
from budgetplan.preflight.unmet import Unmet, unmet_of_quotas
from budgetplan.report.model import Document, Table
from budgetplan.report.page import Framing
from budgetplan.report.quota.pages import build_quota_files, build_quota_report
from budgetplan.report.quota.record import quota_record
from budgetplan.work.building import WorkPlan
from budgetplan.work.of_list import work_with_quotas
from budgetplan.workflows.base import COMPARING, Origin, Progress
from budgetplan.workflows.filter import FilterWorkflow, drawn_of_list


@dataclass(frozen=True)
class QuotaWorkflow:
    """See :class:`budgetplan.workflows.base.Workflow`; what is read is a ranked list as any other."""

    name: WorkflowName = "filter"

    def read(self, plan: Plan, given: Any) -> ScoredTable:
        """Read items, scores and strata."""
        return FilterWorkflow().read(plan, given)

    def solve(self, plan: Plan, data: ScoredTable, progress: Progress) -> QuotaPlan:
        """Decide whose order is followed, and how far in each stratum."""
        found = plan_with_quotas(plan, data.items, gather(plan, data.items, data.models))
        progress(COMPARING, 0, 1)
        return found

    def doubts(self, plan: Plan, data: ScoredTable, solution: QuotaPlan) -> Sequence[Doubt]:
        """Return what is doubtful in the scores and in the list."""
        known = doubts_of_scores(plan, data.items, data.models)
        return (*known, *doubts_of_list(solution.check, solution.evidence))

    def recommend(self, solution: QuotaPlan) -> Recommendation:
        """Return which model, and how many items."""
        return recommend_with_quotas(solution)

    def unmet(self, solution: QuotaPlan) -> Unmet | None:
        """Return why there is no plan, if there is none."""
        return unmet_of_quotas(solution)

    def course(self, solution: QuotaPlan) -> Course | None:
        """Return what becomes of each item of the list."""
        return course_with_quotas(solution)

    def work(self, solution: QuotaPlan) -> WorkPlan | None:
        """Return how what is recommended is carried out."""
        return work_with_quotas(solution)

    def draws(self, solution: QuotaPlan) -> PlanDraws | None:
        """Return the recommended stops in every draw."""
        return solution.draws

    def drawn(self, plan: Plan, data: ScoredTable, solution: QuotaPlan) -> Mapping[str, str]:
        """Return a checksum for each part of what its draws are made from: each stratum by itself."""
        return drawn_of_list(plan, data, solution.evidence) | drawn_from(
            quotas=(data.items.quota, *data.items.quotas)
        )

    def source(self, plan: Plan, data: ScoredTable) -> Origin:
        """Return where the scores come from."""
        return FilterWorkflow().source(plan, data)

    def excluded(self, data: ScoredTable, solution: QuotaPlan) -> tuple[Excluded, ...]:  # noqa: ARG002 - as others
        """Return the rows that were left out."""
        return data.excluded

    def report(self, solution: QuotaPlan, framing: Framing) -> Document:
        """Return the report."""
        return build_quota_report(solution, framing, self.work(solution))

    def record(self, solution: QuotaPlan, provenance: Any) -> dict[str, Any]:
        """Return the decision as plain data."""
        return quota_record(solution, provenance)

    def files(self, solution: QuotaPlan) -> tuple[Table, ...]:
        """Return the items to review, in their order."""
        return build_quota_files(solution)
