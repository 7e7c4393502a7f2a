"""The tools whose files are read, and those for which a queue is written: what the files of this folder have."""

from __future__ import annotations

from importlib import import_module
from types import MappingProxyType

from budgetplan.tools import FILES
from budgetplan.tools.base import Tool
from budgetplan.tools.packets import QueueTool

_MODULES = [import_module(f"budgetplan.tools.{name}") for name in FILES]

_READ: list[Tool] = [module.TOOL for module in _MODULES if hasattr(module, "TOOL")]
TOOLS = MappingProxyType({tool.key: tool for tool in _READ})
"""Whose exports are read, by their names in ``table.dialect``."""
_WRITTEN: list[QueueTool] = [tool for module in _MODULES for tool in getattr(module, "QUEUE_TOOLS", ())]
QUEUE_TOOLS = MappingProxyType({tool.key: tool for tool in _WRITTEN})
"""For what a queue is written, by their names on the command line."""
