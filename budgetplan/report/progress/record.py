"""How far a review is as plain data, for programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from budgetplan.domain.review.manifest import Manifest
from budgetplan.report.record import picked, plain
from budgetplan.work.onward import Onward
from budgetplan.work.pace import Pace
from budgetplan.work.standing import ReviewState


def card_record(
    state: ReviewState, onward: Onward, pace: Pace, provenance: Mapping[str, Any]
) -> dict[str, Any]:
    """Return every number of the card, and where it comes from."""
    manifest, budget = state.manifest, state.plan.budget
    return {
        "format": "budgetplan progress",
        "version": 1,
        "provenance": dict(provenance),
        "queue": picked(
            manifest, "identifier", "workflow", "model", "seed", "review", list="n_list", tail_sample="tail"
        ),
        "logs": [{"file": name, "sha256": digest} for name, digest in state.returned.logs],
        "notes": plain(state.returned.notes),
        "parts": plain(state.parts),
        "found": state.found if manifest.positive else None,
        "spent": plain(state.spent) if state.plan.prices.stated else None,
        "budget_left": None if budget is None else {"amount": plain(state.budget_left), "unit": budget.unit},
        "before": _before(manifest, priced=state.plan.prices.stated),
        **picked(state, "expected", "corrected"),
        "decision": {
            "outcome": onward.outcome,
            "kind": onward.kind if onward.outcome != "undecided" else None,
            "why": onward.why,
        },
        "onward": plain(onward),
        "pace": plain(pace),
    }


def _before(manifest: Manifest, *, priced: bool) -> dict[str, Any] | None:
    """Return what earlier rounds judged, found and cost; None where this is the first."""
    before = manifest.before
    if before is None:
        return None
    spent = plain(before.spent) if priced else None
    return {"items": len(before.ids), "found": before.found, "spent": spent}
