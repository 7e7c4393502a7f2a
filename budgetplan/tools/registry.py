"""The tools whose files are read, and those for which a queue is written: what the files of this folder have."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType

from budgetplan.tools import FILES
from budgetplan.tools.base import Tool
from budgetplan.tools.packets import QueueTool

_MODULES = [import_module(f"budgetplan.tools.{name}") for name in FILES]

TOOLS: Mapping[str, Tool] = MappingProxyType(
    {module.TOOL.key: module.TOOL for module in _MODULES if hasattr(module, "TOOL")}
)
"""Whose exports are read, by their names in ``table.dialect``."""
QUEUE_TOOLS: Mapping[str, QueueTool] = MappingProxyType(
    {tool.key: tool for module in _MODULES for tool in getattr(module, "QUEUE_TOOLS", ())}
)
"""For what a queue is written, by their names on the command line."""
