"""The tools whose files are read, and those for which a queue is written: what the files of this folder have."""

from __future__ import annotations

from importlib import import_module
from types import MappingProxyType

from budgetplan.tools import FILES
from budgetplan.tools.base import Tool
from budgetplan.tools.packets import QueueTool

_MODULES = [import_module(f"budgetplan.tools.{name}") for name in FILES]
_HELD = [value for module in _MODULES for value in vars(module).values()]

TOOLS = MappingProxyType({tool.key: tool for tool in _HELD if isinstance(tool, Tool)})
"""Whose exports are read, by their names in ``table.dialect``."""
QUEUE_TOOLS = MappingProxyType({tool.key: tool for tool in _HELD if isinstance(tool, QueueTool)})
"""For what a queue is written, by their names on the command line."""
