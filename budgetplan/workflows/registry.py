"""Which workflow a plan has: each is loaded only where it is used."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from budgetplan.domain.plan import Plan
from budgetplan.workflows.base import Workflow

WORKFLOWS = {"filter": "FilterWorkflow", "defer": "DeferWorkflow", "joint": "JointWorkflow"}
"""The name of each workflow, which is that of its module, and its class."""


def workflow_of(plan: Plan) -> Workflow[Any, Any]:
    """Return the workflow of a plan."""
    return workflow(plan.workflow)


def workflow(name: str) -> Workflow[Any, Any]:
    """Return a workflow by its name."""
    found: Workflow[Any, Any] = getattr(import_module(f"budgetplan.workflows.{name}"), WORKFLOWS[name])()
    return found
