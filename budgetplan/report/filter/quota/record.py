"""``decision.json`` of a plan with quotas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from budgetplan.planning.filter.quota.solve import QuotaPlan
from budgetplan.planning.ladder.of_quota import QuotaAlternative
from budgetplan.report.filter.record import RECORD_VERSION, plain, rung_record


def quota_record(quota: QuotaPlan, provenance: Mapping[str, Any]) -> dict[str, Any]:
    """Return the decision, the plan and where both come from, as plain data."""
    evidence, chosen = quota.evidence, quota.chosen
    mixture = None if not evidence.mixture else {"members": evidence.mixture}
    return {
        "version": RECORD_VERSION,
        "provenance": dict(provenance),
        "plan": plain(evidence.plan),
        "sample": {
            "labelled_items": evidence.n_sample,
            "positives": float(evidence.measures["positives"].sum()),
            "groups": evidence.n_groups,
        },
        "list": {
            "basis": evidence.basis,
            "items": evidence.list_items,
            "expected_positives": evidence.n_positives,
        },
        "mixture": mixture,
        "quotas": {
            "column": None if quota.plan.quota is None else quota.plan.quota.by,
            "met": chosen is not None,
            "model": None if chosen is None else quota.offer.name,
            "items": None if chosen is None else chosen.reviewed,
            "spend": None if chosen is None else plain(chosen.spend),
            "paid_once": plain(quota.once),
            "found": plain(quota.found),
            "net": plain(quota.net),
            "price_of_the_quotas": plain(quota.price),
            "price_in_entries": plain(quota.price_found),
            "chance_of_all": quota.chance,
            "surest": quota.surest,
            "safer": plain(quota.safer),
            "strata": [plain(row) for row in quota.rows],
            "models": [plain(one) for one in quota.models],
            "more_than_the_list_holds": [row.name for row in quota.beyond],
            "within_budget": quota.within_budget,
        },
        "ladder": [rung_record(one, _option(one.option)) for one in quota.ladder],
    }


def _option(told: QuotaAlternative) -> dict[str, Any]:
    stops = told.stops
    return {
        "items": stops.reviewed,
        "by_stratum": list(stops.items),
        "spend": plain(stops.spend),
        "found": plain(told.found),
        "net": told.net,
        "quotas_held": told.held,
        "all_held": told.all_held,
        "chance_of_all": told.chance,
    }
