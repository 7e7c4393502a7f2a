"""What workflows share in which models answer: their rows, their files, and which rows are the project's list."""

from __future__ import annotations

from pathlib import Path

from budgetplan.dataset.predicted import NOT_LABELLED, Classified
from budgetplan.domain.items import Excluded
from budgetplan.domain.plan import Plan
from budgetplan.report.phrases import Nouns
from budgetplan.workflows.base import Origin


def source_of_answers(plan: Plan, data: Classified) -> Origin:
    """Return where the models' answers come from; arrays by the names of their files."""
    arrays = {spec.array for spec in plan.deferral.models} if plan.deferral else set()
    columns = {one.name: one.column for one in data.test.models}
    shown = {name: Path(column).name if column in arrays else column for name, column in columns.items()}
    models = [Nouns(plan).say("fact.model", model=name, column=column) for name, column in shown.items()]
    further = {path: sha256 for path, sha256 in data.checksums.items() if path != plan.table}
    split = plan.deferral.test if plan.deferral and data.validation is not None else ""
    return Origin(models, further, split or plan.split, (plan.table, *data.checksums))


def without_the_list(data: Classified) -> tuple[Excluded, ...]:
    """Return the rows that were left out; those without a label are the list that is planned for."""
    return tuple(one for one in data.excluded if one.reason != NOT_LABELLED)
