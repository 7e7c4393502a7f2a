"""The tools for which a queue is written."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from budgetplan.queues.tools import asreview, doccano, inception, labelstudio, plain, prodigy
from budgetplan.queues.tools.base import QueueTool

_MODULES = (plain, labelstudio, prodigy, doccano, inception, asreview)

TOOLS: Mapping[str, QueueTool] = MappingProxyType(
    {tool.key: tool for module in _MODULES for tool in module.TOOLS}
)
"""The tools by their names on the command line."""
