"""Which workflow a plan has: each is loaded only where it is used."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from budgetplan.domain.plan import Plan
from budgetplan.workflows.base import Workflow

if TYPE_CHECKING:
    from budgetplan.tables.frame import Rows

WORKFLOWS = {"filter": "FilterWorkflow", "defer": "DeferWorkflow", "joint": "JointWorkflow"}
"""The name of each workflow, which is that of its module, and its class."""


def workflow_of(plan: Plan) -> Workflow[Any, Any]:
    """Return the workflow of a plan; one with quotas is a ranked list that is planned by stratum."""
    return workflow(plan.workflow) if plan.quota is None else _loaded("quota", "QuotaWorkflow")


def opened(
    plan: Plan, given: Mapping[str, Rows] = MappingProxyType({})
) -> tuple[Plan, Workflow[Any, Any], Any]:
    """Read the items of a plan; return it as it is made, its workflow, and the items.

    Which it is may depend on the items: a joint plan in which no answer has a worth is made as a ranked list.
    """
    found = workflow_of(plan)
    data = found.read(plan, given)
    if plan.workflow == "joint":
        from budgetplan.workflows.ranked_answers import RankedAnswers, as_ranked_list

        ranked = as_ranked_list(plan, data)
        if ranked is not None:
            made: Any = RankedAnswers(joint=plan)
            return ranked, made, made.read(ranked, given)
    return plan, found, data


def workflow(name: str) -> Workflow[Any, Any]:
    """Return a workflow by its name."""
    return _loaded(name, WORKFLOWS[name])


def _loaded(module: str, name: str) -> Workflow[Any, Any]:
    found: Workflow[Any, Any] = getattr(import_module(f"budgetplan.workflows.{module}"), name)()
    return found
