"""Which workflow a plan has: each is loaded only where it is used."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from budgetplan.domain.plan import Plan
from budgetplan.workflows.base import Workflow

WORKFLOWS = {"filter": "FilterWorkflow", "defer": "DeferWorkflow", "joint": "JointWorkflow"}
"""The name of each workflow, which is that of its module, and its class."""


def workflow_of(plan: Plan) -> Workflow[Any, Any]:
    """Return the workflow of a plan; one with quotas is a ranked list that is planned by stratum."""
    return workflow(plan.workflow) if plan.quota is None else _loaded("quota", "QuotaWorkflow")


def workflow(name: str) -> Workflow[Any, Any]:
    """Return a workflow by its name."""
    return _loaded(name, WORKFLOWS[name])


def _loaded(module: str, name: str) -> Workflow[Any, Any]:
    found: Workflow[Any, Any] = getattr(import_module(f"budgetplan.workflows.{module}"), name)()
    return found
