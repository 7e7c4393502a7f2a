"""The tools whose files are read: whatever the modules of this folder list."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType

from budgetplan.domain.options import BY_KEY
from budgetplan.tables import exports
from budgetplan.tables.exports.base import Tool


@cache
def tools() -> Mapping[str, Tool]:
    """Return the tools by their names, in the order of the choices of ``table.dialect``, and those that it does not know last.

    >>> list(tools())[:2], tools()["prodigy"].called
    (['label-studio', 'prodigy'], 'a Prodigy export')
    """
    found: dict[str, Tool] = {}
    for module in iter_modules(exports.__path__, f"{exports.__name__}."):
        found |= {one.key: one for one in getattr(import_module(module.name), "TOOLS", ())}
    order = [name for name in BY_KEY["table.dialect"].choices if name in found]
    return MappingProxyType({name: found[name] for name in dict.fromkeys([*order, *found])})
