"""What looks wrong in the files of a plan, whatever is computed from them: for a check, and for every report."""

from __future__ import annotations

from contextlib import suppress

from budgetplan.domain.doubt import Doubt
from budgetplan.domain.plan import Plan
from budgetplan.errors import BudgetplanError
from budgetplan.preflight.doubts import doubts_of_orders, doubts_of_table

MOST_ROWS = 100_000
"""With a report longer tables are not read once more for this, which takes longer than all the rest; see a check."""


def doubts_of_files(plan: Plan) -> tuple[Doubt, ...]:
    """Return what looks wrong in the rows of a plan's table, and in the order of the files beside it.

    What cannot be read at all is passed over: whoever reads it for its content says so.
    """
    from budgetplan.preflight.survey import other_orders, read_survey  # noqa: PLC0415 - only where files are read

    found: tuple[Doubt, ...] = ()
    with suppress(BudgetplanError):
        label = "" if plan.form.labels else plan.columns.label
        found = doubts_of_table(plan, read_survey(plan.table, plan.form, label, plan.columns.id))
    return (*found, *doubts_of_orders(other_orders(plan)))
