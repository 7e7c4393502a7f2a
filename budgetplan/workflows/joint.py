"""The joint plan: a model answers part of the items, people review part of the rest, on one budget."""

from __future__ import annotations

from collections.abc import Mapping

from budgetplan.dataset.predicted import Classified
from budgetplan.domain.decision import WorkflowName
from budgetplan.domain.plan import Plan
from budgetplan.plans.compared import PlanDraws, drawn_from
from budgetplan.plans.joint import JointPlan, course_of, recommend
from budgetplan.preflight.unmet import unmet_of_joint
from budgetplan.report.joint import JointSpeaker, build_joint_report, files, joint_record
from budgetplan.report.model import Document, Table
from budgetplan.report.page import Framing, ask_table
from budgetplan.work.building import work_of_joint
from budgetplan.workflows.answers import OfAnswers
from budgetplan.workflows.base import COMPARING, RESAMPLING, Progress


class JointWorkflow(OfAnswers):
    """See :class:`budgetplan.workflows.base.Workflow`."""

    name: WorkflowName = "joint"
    recommend = staticmethod(recommend)
    unmet = staticmethod(unmet_of_joint)
    course = staticmethod(course_of)
    work = staticmethod(work_of_joint)
    record = staticmethod(joint_record)

    def solve(self, plan: Plan, data: Classified, progress: Progress) -> JointPlan:
        """Decide on every item together."""

        def resampled(done: int, models: int) -> None:
            progress(RESAMPLING, done, models)
            if done == models:
                progress(COMPARING, 0, 1)

        return JointPlan(plan, data.validation, data.test, data.n_unlabelled, resampled, data.listed)

    def draws(self, solution: JointPlan) -> PlanDraws | None:
        """Return the recommended plan in every draw."""
        return solution.option.draws

    def drawn(self, plan: Plan, data: Classified, solution: JointPlan) -> Mapping[str, str]:
        """Return a checksum for each part of what its draws are made from."""
        test = solution.test
        return drawn_from(
            labels=tuple(
                None if part is None else (part.ids, part.classes, part.truth.tolist())
                for part in (solution.test, solution.validation)
            ),
            groups=test.group,
            weights=test.weight,
            strata=test.stratum,
            list=(solution.basis, solution.total, None if solution.own_list is None else data.sha256),
            seed=plan.seed,
            resamples=solution.plan.resamples,
        )

    def report(self, solution: JointPlan, framing: Framing) -> Document:
        """Return the report on a joint plan."""
        return build_joint_report(solution, framing, self.work(solution))

    def files(self, solution: JointPlan) -> tuple[Table, ...]:
        """Return the tables that no page has, and the items that an answerer is still to be asked about."""
        known, speaker = solution.answered_list, JointSpeaker(solution)
        tables = files(speaker)
        if known is None or not known.waits:
            return tables
        ids = [known.way.bench.data.ids[row] for row in known.unasked.tolist()]
        return (*tables, ask_table(speaker, known.answerer, ids))
