"""Which workflow a plan has, and its items as that workflow reads them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from budgetplan.domain.plan import Plan
from budgetplan.workflows.answers import DEFER, JOINT, as_ranked_list, as_scored
from budgetplan.workflows.base import Workflow
from budgetplan.workflows.ranked import FILTER, QUOTA

if TYPE_CHECKING:
    from budgetplan.tables.frame import Rows

WORKFLOWS = {each.name: each for each in (FILTER, DEFER, JOINT)}


def workflow_of(plan: Plan) -> Workflow:
    """Return the workflow of a plan; one with quotas is a ranked list that is planned by stratum."""
    return WORKFLOWS[plan.workflow] if plan.quota is None else QUOTA


def opened(plan: Plan, given: Mapping[str, Rows] = MappingProxyType({})) -> tuple[Plan, Workflow, Any]:
    """Read the items of a plan; return it as it is made, its workflow, and the items.

    Which it is may depend on the items: a joint plan in which no answer has a worth is made as a ranked list.
    """
    workflow = workflow_of(plan)
    data = workflow.read(plan, given)
    ranked = as_ranked_list(plan, data) if workflow is JOINT else None
    if ranked is not None:
        return ranked, FILTER, as_scored(ranked, data)
    return plan, workflow, data
