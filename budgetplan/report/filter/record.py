"""``decision.json`` of a ranked list: the decision frozen with the plan, so that a later queue or progress report can read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from budgetplan.domain.decision import Alternative
from budgetplan.lists.evidence import Evidence
from budgetplan.plans.review import Analysis, changes_of_lead
from budgetplan.report.record import RECORD_VERSION, picked, plain, ranked_stop, rung_record, single_record
from budgetplan.report.risk.page import risk_record


def _winners(analysis: Analysis) -> dict[str, Any]:
    """Return who leads at which budget, and how often the lead changes where some changes are told together."""
    intervals = [
        picked(each, "low", "high", "models") | ({"joined": each.stretches} if each.stretches > 1 else {})
        for each in analysis.winners
    ]
    told, (changes, joined) = (
        {"unit": analysis.reference.unit, "intervals": intervals},
        changes_of_lead(analysis.winners),
    )
    return told | {"changes_of_lead": changes, "intervals_joined": joined} if joined else told


def _types(analysis: Analysis) -> dict[str, Any] | None:
    """Return what is known of types and tokens, where types are entries; None where items are."""
    types, counts = analysis.evidence.types, analysis.type_counts()
    if types is None:
        return None
    return {
        "column": types.column or None,
        "labelled_types": types.n_types,
        "labelled_tokens": types.n_tokens,
        "tokens": counts.get("tokens"),
        "of_types_confirmed_before": counts.get("spare"),
    }


def ranked_evidence(evidence: Evidence) -> dict[str, Any]:
    """Return the sample and the list of a plan by ranked lists."""
    return {
        "sample": {
            "labelled_items": evidence.n_sample,
            "validation_items": None,
            "positives": evidence.entries_labelled,
            "groups": evidence.n_groups,
            "classes": None,
            "labels_no_model_knows": None,
        },
        "list": {
            "basis": evidence.basis,
            "items": evidence.list_items,
            "expected_positives": evidence.n_positives,
        },
    }


def decision_record(analysis: Analysis, provenance: Mapping[str, Any]) -> dict[str, Any]:
    """Return the decision, the plan and where both come from, as plain data."""
    evidence, decision = analysis.evidence, analysis.decision
    priced = evidence.plan.prices.stated

    def stop(option: Alternative) -> dict[str, Any]:
        return ranked_stop(option, analysis.left(option), priced=priced)

    single = {model.name for model in evidence.single}
    alone = [each for each in decision.contenders if each.name in single]
    stay = decision.worths[0][1] if decision.worths else None
    return {
        "version": RECORD_VERSION,
        "provenance": dict(provenance),
        "plan": plain(evidence.plan),
        **ranked_evidence(evidence),
        "singles": [
            single_record(each.name, stop(each.option), found_more=each.difference) for each in alone
        ],
        "ladder": [rung_record(rung, stop(rung.option)) for rung in analysis.ladder],
        "labels": plain(analysis.labels),
        "filter": {
            **picked(decision, "goal", "rule", "within_budget"),
            "worth_low": None if stay is None else stay.low,
            "worth_high": None if stay is None else stay.high,
            **picked(decision, "by_f1", "by_accuracy", "refusal"),
            "chosen": None if decision.chosen is None else stop(decision.chosen),
            "options": [stop(option) for option in analysis.options],
            "whole_list": stop(analysis.whole),
            "cuts": {each.name: picked(each, "f1", "accuracy") for each in decision.contenders},
            "rows": evidence.rows,
            "types": _types(analysis),
            "winner_by_budget": _winners(analysis),
            **picked(
                analysis, "next_step", "last_step", stops_by_entry_worth="choices", answerers="screenings"
            ),
            **picked(analysis, best_stop_interval="stop_range", items_for_target_in_95_percent="target_safe"),
            **risk_record(analysis.risk),
        },
    }
