"""``decision.json`` of a joint plan: the decision frozen with the plan."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from budgetplan.planning.asking.answered_list import AnsweredList
from budgetplan.planning.joint.option import JointAlternative
from budgetplan.planning.joint.solve import JointPlan
from budgetplan.report.filter.record import RECORD_VERSION, plain, rung_record


def joint_record(joint: JointPlan, provenance: Mapping[str, Any]) -> dict[str, Any]:
    """Return the decision, the plan and where both come from, as plain data; counts are items of the list."""
    cells = joint.cells
    return {
        "version": RECORD_VERSION,
        "provenance": dict(provenance),
        "plan": plain(joint.plan),
        "sample": {
            "test_items": joint.test.n_items,
            "validation_items": None if joint.validation is None else joint.validation.n_items,
            "classes": list(joint.test.classes),
            "labels_no_model_knows": list(joint.test.unknown),
        },
        "list": {"basis": joint.basis, "items": joint.total},
        "decision": _decision(joint),
        "budgets": [_option(option) for option in joint.rows],
        "models": [
            {
                "name": one.name,
                "answered_alone": one.accepted,
                "wrong_among_them": one.wrong,
                "reviewed": one.reviewed,
                "left_without_label": one.left,
                "spend": plain(one.spend),
                "difference": plain(one.more),
            }
            for one in joint.models
        ],
        "either_alone": {kind: _option(option) for kind, option in joint.rivals.items()}
        | {"nothing": plain(joint.nothing)},
        "answerers": plain(joint.answerers),
        "answered_list": _answered_list(joint.answered_list),
        "winner_by_budget": {
            "unit": joint.budgets.reference.unit,
            "read_at": [plain(budget.amount) for budget in joint.budgets.grid],
            "intervals": plain(joint.winners),
        },
        "labels": plain(joint.labels),
        "ladder": [rung_record(one, _option(one.option)) for one in joint.ladder],
        "wrong_answers_times": [{"factor": factor, **_option(option)} for factor, option in joint.harsher],
        "surface": {
            "best": plain(cells.best),
            "budgets": [plain(budget.amount) for budget in cells.budgets],
            "cutoffs": [plain(cutoff) for cutoff in cells.cutoffs.tolist()],
            "share_answered_alone": cells.shares.tolist(),
            "value": cells.outcome.value.tolist(),
            "net": cells.outcome.net.tolist(),
            "reviewed": cells.outcome.reviewed.tolist(),
            "wrong": cells.outcome.accepted_wrong[:, 0].tolist(),
        },
    }


def _decision(joint: JointPlan) -> dict[str, Any]:
    """Return what is recommended; where nothing is, None but for what is said of the list."""
    decided = {
        "model": joint.name,
        "best_single_model": joint.name if joint.single is None else joint.single.name,
        "mean_of": list(joint.members),
        "left_out": list(joint.left_out),
        **_option(joint.option),
        "cutoff": plain(joint.cutoff),
        "more_than": {kind: plain(gap) for kind, gap in joint.over_rivals.items()}
        | {"nothing": plain(joint.over_nothing)},
        "errors_at_most_with_90_percent_confidence": joint.bound,
        "by": "share" if joint.own_list is None else "score",
        "own_list": None
        if joint.own_list is None
        else plain(joint.own_list) | {"alike": joint.own_list.alike},
        "by_share": None if joint.by_share is None else _option(joint.by_share),
    }
    if joint.refusal:
        decided = dict.fromkeys(decided) | {name: decided[name] for name in ("by", "own_list")}
    return decided | {"refusal": joint.refusal}


def _answered_list(known: AnsweredList | None) -> dict[str, Any] | None:
    """Return how many items of the list are whose; None where nobody may be asked, or the list has no predictions."""
    if known is None:
        return None
    # What is left to people is known once the answers are there.
    open_still = known.waits
    return {
        "answerer": known.answerer,
        "unasked": len(known.unasked),
        "answered_alone": int(known.accepted.sum()),
        "settled": int(known.settled.sum()),
        "to_people": None if open_still else len(known.queue),
        "reviewed": None if open_still else known.review,
    }


def _option(option: JointAlternative) -> dict[str, Any]:
    calls = option.calls
    return {
        "budget": plain(option.budget),
        "spend": plain(option.spend),
        "spend_range": plain(option.spend_range),
        "answered_alone": plain(option.accepted),
        "wrong_among_them": plain(option.wrong),
        "asked": {
            "rule": plain(option.rule),
            "items": plain(option.asked),
            "cost": plain(Decimal(0) if calls is None else calls.amount),
            "answers_that_stand": plain(option.settled),
            "wrong_among_them": plain(option.settled_wrong),
        },
        "reviewed": plain(option.reviews),
        "left_without_label": plain(option.left),
        "right_labels": plain(option.found),
        "net_value": plain(option.net),
        "luck": option.luck,
        "shown_to_pay": option.shown,
    }
