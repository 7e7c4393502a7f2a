"""The comparison as plain data, for programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from budgetplan.plans.compared import Comparison, PlanOutcome, for_whom
from budgetplan.report.record import picked, plain


def comparison_record(comparison: Comparison, provenance: Mapping[str, Any]) -> dict[str, Any]:
    """Return every number of a comparison, and where it comes from; differences are to the first scenario."""
    return {
        "format": "budgetplan comparison",
        "version": 2,
        "provenance": dict(provenance),
        "scenarios": [_scenario(one) for one in comparison.outcomes],
        "unlike": list(comparison.unlike),
        "differing": {
            key: {one.name: one.said.get(key) for one in comparison.outcomes} for key in comparison.differing
        },
        "differences": {
            one.name: plain(each)
            for one, each in zip(comparison.outcomes[1:], comparison.gaps[1:], strict=True)
        },
        "for_whom": plain(for_whom(comparison)),
    }


def _scenario(one: PlanOutcome) -> dict[str, Any]:
    return picked(one, "name", "recommendation", "net", "quotas_met", "plan", "command", meets_goal="met")
