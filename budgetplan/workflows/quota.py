"""The ranked list of which at least so many entries of each stratum are wanted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from budgetplan.dataset.scored import ScoredTable
from budgetplan.domain.doubt import Doubt
from budgetplan.domain.plan import Plan
from budgetplan.lists.evidence import gather
from budgetplan.plans.compared import PlanDraws, drawn_from
from budgetplan.plans.list_check import doubts_of_list
from budgetplan.plans.quota import QuotaPlan, course_with_quotas, recommend_with_quotas
from budgetplan.preflight.doubts import doubts_of_scores
from budgetplan.preflight.unmet import unmet_of_quotas
from budgetplan.report.model import Document
from budgetplan.report.page import Framing
from budgetplan.report.quota import build_quota_files, build_quota_report, quota_record
from budgetplan.work.building import work_with_quotas
from budgetplan.workflows.base import COMPARING, Progress
from budgetplan.workflows.filter import OfScores, drawn_of_list


class QuotaWorkflow(OfScores):
    """See :class:`budgetplan.workflows.base.Workflow`; what is read is a ranked list as any other."""

    recommend = staticmethod(recommend_with_quotas)
    unmet = staticmethod(unmet_of_quotas)
    course = staticmethod(course_with_quotas)
    work = staticmethod(work_with_quotas)
    record = staticmethod(quota_record)
    files = staticmethod(build_quota_files)

    def solve(self, plan: Plan, data: ScoredTable, progress: Progress) -> QuotaPlan:
        """Decide whose order is followed, and how far in each stratum."""
        found = QuotaPlan(plan, data.items, gather(plan, data.items, data.models))
        progress(COMPARING, 0, 1)
        return found

    def doubts(self, plan: Plan, data: ScoredTable, solution: QuotaPlan) -> Sequence[Doubt]:
        """Return what is doubtful in the scores and in the list."""
        known = doubts_of_scores(plan, data.items, data.models)
        return (*known, *doubts_of_list(solution.check, solution.evidence))

    def draws(self, solution: QuotaPlan) -> PlanDraws | None:
        """Return the recommended stops in every draw."""
        return None if solution.chosen is None else solution.chosen.draws

    def drawn(self, plan: Plan, data: ScoredTable, solution: QuotaPlan) -> Mapping[str, str]:
        """Return a checksum for each part of what its draws are made from: each stratum by itself."""
        return drawn_of_list(plan, data, solution.evidence) | drawn_from(
            quotas=(data.items.quota, *data.items.quotas)
        )

    def report(self, solution: QuotaPlan, framing: Framing) -> Document:
        """Return the report."""
        return build_quota_report(solution, framing, self.work(solution))
