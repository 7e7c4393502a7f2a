"""Plan annotation budgets: which model, how many items, where to stop, and how sure that is.

Public are the names in ``__all__``, with the attributes, results and errors that their docstrings name; the commands,
their options and exit codes; the keys of a plan file; and the files that have a schema in ``templates/schema``. A name
of these that is deprecated works for one more minor release, with a warning that says the new name. All else may
change in any release.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from budgetplan.notebook import Planned, evaluate, plan

__version__ = "0.9.0"
__all__ = ["Planned", "__version__", "evaluate", "plan"]


if not TYPE_CHECKING:  # a type checker would take any name for one of ours

    def __getattr__(name: str) -> Any:
        """Load what a notebook calls when it is called: the command line needs none of it for its help."""
        if name not in {"Planned", "evaluate", "plan"}:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from budgetplan import notebook  # loads numpy

        return getattr(notebook, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
