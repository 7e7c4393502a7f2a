"""Plan annotation budgets: which model, how many items, where to stop, and how sure that is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from budgetplan.notebook import Planned, evaluate, plan

__version__ = "0.1.0"
__all__ = ["Planned", "__version__", "evaluate", "plan"]


def __getattr__(name: str) -> Any:
    """Load what a notebook calls when it is called: the command line needs none of it for its help."""
    if name not in {"Planned", "evaluate", "plan"}:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from budgetplan import notebook  # loads numpy

    return getattr(notebook, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
