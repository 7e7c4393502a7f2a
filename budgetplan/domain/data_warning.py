"""A warning that belongs to a report: what may make its numbers wrong, the same on paper, in files, on a terminal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from budgetplan.domain.doubt import DoubtKind

Severity = Literal["serious", "note"]
"""``serious``: it can turn the whole decision; ``note``: it is worth a look, the numbers may stand."""


@dataclass(frozen=True)
class DataWarning:
    """One warning.

    Attributes
    ----------
    key
        Which kind it is: a value of :class:`~budgetplan.domain.doubt.DoubtKind`.
    severity
        Whether it can turn the decision.
    told, todo
        What is the matter, as the beginning of a sentence, and what to do; neither has a full stop.
    file, column, line
        Where; empty or None where it does not apply.
    model
        The model it is about; empty where it is about none or several.
    """

    key: str
    severity: Severity
    told: str
    todo: str
    file: str = ""
    column: str = ""
    line: int | None = None
    model: str = ""


def worst_first(warnings: Iterable[DataWarning]) -> tuple[DataWarning, ...]:
    """Return the warnings in the order in which they are told, each once: serious ones before notes, then by kind.

    The order depends on what they say alone, not on that of rows, columns or models.

    >>> [one.key for one in worst_first([DataWarning(key, "note", "", "") for key in ("constant", "one class")])]
    ['one class', 'constant']
    """
    rank = {kind.value: place for place, kind in enumerate(DoubtKind)}

    def order(one: DataWarning) -> tuple[bool, int, str, str, str, int, str]:
        place = rank.get(one.key, len(rank))
        return one.severity != "serious", place, one.key, one.file, one.column, one.line or 0, one.told

    return tuple(sorted(dict.fromkeys(warnings), key=order))


def is_serious(warnings: Iterable[DataWarning]) -> bool:
    """Return whether one of the warnings can turn the decision."""
    return any(one.severity == "serious" for one in warnings)
