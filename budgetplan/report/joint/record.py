"""``decision.json`` of a joint plan: the decision frozen with the plan."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from budgetplan.domain.decision import Estimate
from budgetplan.plans.answerers import AnsweredList
from budgetplan.plans.joint import AloneModel, JointPlan
from budgetplan.plans.ways import JointAlternative
from budgetplan.report.record import (
    RECORD_VERSION,
    classified_sample,
    picked,
    plain,
    rung_record,
    single_record,
    stop_record,
)


def joint_record(joint: JointPlan, provenance: Mapping[str, Any]) -> dict[str, Any]:
    """Return the decision, the plan and where both come from, as plain data; counts are items of the list."""
    cells = joint.cells

    def stop(option: JointAlternative) -> dict[str, Any]:
        return _option(option, asked=bool(joint.answerers))

    decided = {
        "chosen": stop(joint.option),
        "left_out": list(joint.left_out),
        "more_than": {kind: plain(gap) for kind, gap in joint.over_rivals.items()},
        "errors_at_most_with_90_percent_confidence": joint.bound,
        "by_share": None if joint.by_share is None else stop(joint.by_share),
    }
    if joint.refusal:
        decided = dict.fromkeys(decided)
    return {
        "version": RECORD_VERSION,
        "provenance": dict(provenance),
        "plan": plain(joint.plan),
        "sample": classified_sample(joint.test, joint.validation),
        "list": {"basis": joint.basis, "items": joint.total, "expected_positives": None},
        "singles": [_single(model) for model in joint.models],
        "ladder": [rung_record(rung, stop(rung.option)) for rung in joint.ladder],
        "labels": plain(joint.labels),
        "joint": {
            **decided,
            "refusal": joint.refusal,
            "by": "share" if joint.own_list is None else "score",
            "own_list": None
            if joint.own_list is None
            else plain(joint.own_list) | {"alike": not joint.own_list.unlike},
            "budgets": [stop(option) for option in joint.rows],
            "either_alone": {kind: stop(option) for kind, option in joint.rivals.items()},
            "nothing": plain(joint.nothing),
            "answerers": plain(joint.answerers),
            "answered_list": _answered_list(joint.answered_list),
            "winner_by_budget": {
                "unit": joint.reference.unit,
                "read_at": [plain(budget.amount) for budget in joint.grid],
                "intervals": plain(joint.winners),
            },
            "wrong_answers_times": [{"factor": factor, **stop(option)} for factor, option in joint.harsher],
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
        },
    }


def _single(model: AloneModel) -> dict[str, Any]:
    stop = stop_record(
        Estimate(model.reviewed),
        Estimate(model.left),
        spend=model.spend,
        answered_alone=Estimate(model.accepted),
        wrong=Estimate(model.wrong),
    )
    return single_record(model.name, stop, net_more=model.more)


def _answered_list(known: AnsweredList | None) -> dict[str, Any] | None:
    """Return how many items of the list are whose; None where nobody may be asked, or the list has no predictions."""
    if known is None:
        return None
    # What is left to people is known once the answers are there.
    open_still = known.waits
    return {
        "answerer": known.answerer,
        "unasked": len(known.unasked),
        "answered_alone": known.counts[0],
        "settled": known.counts[1],
        "to_people": None if open_still else len(known.way.queue.order),
        "reviewed": None if open_still else known.review,
    }


def _option(option: JointAlternative, *, asked: bool) -> dict[str, Any]:
    """Return what a plan within a budget comes to; ``asked``: somebody may be asked for a price."""
    calls = option.calls
    stop = stop_record(
        Estimate(float(option.items)),
        option.left,
        spend=option.spend,
        spend_range=option.spend_range,
        found=option.found,
        net=option.net,
        answered_alone=option.accepted,
        wrong=option.wrong if option.accepted.value else None,
        settled=option.settled if asked else None,
        settled_wrong=option.settled_wrong if asked else None,
    )
    return stop | {
        "budget": plain(option.budget),
        "asked": {
            "rule": plain(option.rule),
            "items": plain(option.asked),
            "cost": plain(Decimal(0) if calls is None else calls.amount),
        },
        **picked(option, "luck", "shown"),
    }
