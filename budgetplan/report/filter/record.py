"""``decision.json``: the decision frozen with the plan, so that a later queue or progress report can read it."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from budgetplan.planning.filter import facts
from budgetplan.planning.filter.analysis import Analysis
from budgetplan.planning.ladder.rungs import Rung

RECORD_VERSION = 2
"""Version of ``decision.json``. 1: first version (2026). 2: ``workflow`` and ``recommendation``, the same for all."""


def rung_record(one: Rung[Any], option: Mapping[str, Any]) -> dict[str, Any]:
    """Return a budget of the ladder with what it buys."""
    named = {name: plain(getattr(one, name)) for name in ("percent", "budget", "models")}
    return {**named, "option": option}


def plain(value: Any) -> Any:
    """Turn frozen types into what JSON can hold: money as text (exact), an endless interval end as None.

    >>> plain(Decimal("16.00")), plain(float("inf")), plain((1, 2.5))
    ('16.00', None, [1, 2.5])
    """
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        # What makes no difference between two plans is no part of the record.
        kept = [field.name for field in dataclasses.fields(value) if field.compare]
        return {name: plain(getattr(value, name)) for name in kept}
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [plain(one) for one in value]
    return value


def _winners(analysis: Analysis) -> dict[str, Any]:
    """Return who leads at which budget, and how often the lead changes where some changes are told together."""
    told = {"unit": analysis.axis, "intervals": plain(analysis.winners)}
    stretches = sum(one.stretches for one in analysis.winners)
    joined = sum(one.stretches for one in analysis.winners if one.stretches > 1)
    return told | {"changes_of_lead": stretches - 1, "intervals_joined": joined} if joined else told


def _mixture(analysis: Analysis) -> dict[str, Any] | None:
    """Return how the mixture is made, so that anyone can order the list by it; None where there is none."""
    members = analysis.decision.mixture
    return {"members": dict(members)} if members else None


def _types(analysis: Analysis) -> dict[str, Any] | None:
    """Return what is known of types and tokens, where types are entries; None where items are."""
    types, counts = analysis.evidence.types, facts.type_counts(analysis)
    if types is None:
        return None
    return {
        "column": types.column or None,
        "labelled_types": types.n_types,
        "labelled_tokens": float(types.tokens.sum()),
        "tokens": counts.get("tokens"),
        "of_types_confirmed_before": counts.get("spare"),
    }


def decision_record(analysis: Analysis, provenance: Mapping[str, Any]) -> dict[str, Any]:
    """Return the decision, the plan and where both come from, as plain data."""
    evidence = analysis.evidence
    return {
        "version": RECORD_VERSION,
        "provenance": dict(provenance),
        "plan": plain(evidence.plan),
        "sample": {
            "labelled_items": evidence.n_sample,
            "positives": evidence.entries_labelled,
            "groups": evidence.n_groups,
        },
        "list": {
            "basis": evidence.basis,
            "items": evidence.list_items,
            "expected_positives": evidence.n_positives,
        },
        "rows": evidence.rows,
        "types": _types(analysis),
        "mixture": _mixture(analysis),
        "decision": plain(analysis.decision),
        "options": plain(analysis.options),
        "whole_list": plain(analysis.whole),
        "winner_by_budget": _winners(analysis),
        "stops_by_entry_worth": plain(analysis.choices),
        "next_step": plain(analysis.next_step),
        "last_step": plain(analysis.last_step),
        "best_stop_interval": plain(analysis.stop_range),
        "items_for_target_in_95_percent": analysis.target_safe,
        "labels": plain(analysis.labels),
        **({"answerers": plain(analysis.screenings)} if analysis.screenings else {}),
        "ladder": plain(analysis.ladder),
    }
