"""What workflows share in which models answer: their rows, their files, and which rows are the project's list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from budgetplan.dataset.predicted import NOT_LABELLED, Classified, read_classified
from budgetplan.domain.doubt import Doubt
from budgetplan.domain.items import Excluded
from budgetplan.domain.plan import Plan
from budgetplan.plans.answer import DeferSolution
from budgetplan.plans.joint import JointPlan
from budgetplan.preflight.doubts import doubts_of_answers
from budgetplan.report.phrases import Nouns
from budgetplan.workflows.base import Origin

if TYPE_CHECKING:
    from budgetplan.tables.frame import Rows


class OfAnswers:
    """What workflows in which models answer do alike, see :class:`budgetplan.workflows.base.Workflow`."""

    def read(self, plan: Plan, given: Mapping[str, Rows]) -> Classified:
        """Read validation and test items with what the models answer."""
        return read_classified(plan, given)

    def doubts(self, plan: Plan, data: Classified, solution: DeferSolution | JointPlan) -> Sequence[Doubt]:
        """Return what is doubtful in the answers and in the list."""
        return (*doubts_of_answers(plan, data.validation, data.test), *solution.warnings)

    def source(self, plan: Plan, data: Classified) -> Origin:
        """Return where the models' answers come from; arrays by the names of their files."""
        arrays = {spec.array for spec in plan.deferral.models} if plan.deferral else set()
        columns = {one.name: one.column for one in data.test.models}
        shown = {name: Path(column).name if column in arrays else column for name, column in columns.items()}
        say = Nouns(plan).say
        models = [say("fact.model", model=name, column=column, order="") for name, column in shown.items()]
        further = {path: sha256 for path, sha256 in data.checksums.items() if path != plan.table}
        split = plan.deferral.test if plan.deferral and data.validation is not None else ""
        return Origin(models, further, split or plan.split, (plan.table, *data.checksums))

    def excluded(self, data: Classified, solution: DeferSolution | JointPlan) -> tuple[Excluded, ...]:
        """Return the rows that were left out; those without a label are the list, where one is planned for."""
        if isinstance(solution, DeferSolution) and not solution.alone.is_list:
            return data.excluded
        return tuple(one for one in data.excluded if one.reason != NOT_LABELLED)
