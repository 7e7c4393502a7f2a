"""``decision.json`` of a plan with quotas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import MIXTURE
from budgetplan.planning.filter.quota.solve import QuotaModel, QuotaPlan
from budgetplan.planning.ladder.of_quota import QuotaAlternative
from budgetplan.report.filter.record import ranked_evidence
from budgetplan.report.record import RECORD_VERSION, plain, rung_record, single_record, stop_record


def quota_record(quota: QuotaPlan, provenance: Mapping[str, Any]) -> dict[str, Any]:
    """Return the decision, the plan and where both come from, as plain data."""
    evidence = quota.evidence
    return {
        "version": RECORD_VERSION,
        "provenance": dict(provenance),
        "plan": plain(evidence.plan),
        **ranked_evidence(evidence),
        "singles": [_single(quota, model) for model in quota.models if model.name != MIXTURE],
        "ladder": [rung_record(rung, _option(quota, rung.option)) for rung in quota.ladder],
        "labels": None,
        "quotas": {
            "column": None if quota.plan.quota is None else quota.plan.quota.by,
            "paid_once": plain(quota.once),
            "price_of_the_quotas": plain(quota.price),
            "price_in_entries": plain(quota.price_found),
            "chance_of_all": quota.chance,
            "surest": quota.surest,
            "safer": plain(quota.safer),
            "strata": [plain(row) for row in quota.rows],
            "least": {
                model.name: {
                    "reviewed": model.least_items,
                    "spend": plain(model.least_spend),
                    "unsure": model.unsure,
                }
                for model in quota.models
            },
            "more_than_the_list_holds": [row.name for row in quota.beyond],
            "within_budget": quota.within_budget,
        },
    }


def _stop(
    quota: QuotaPlan, reviewed: int, spend: Any, found: Estimate | None, net: float | None
) -> dict[str, Any]:
    return stop_record(
        Estimate(float(reviewed)),
        Estimate(quota.left(reviewed)),
        spend=spend if quota.plan.prices.stated else None,
        found=found,
        net=None if net is None else Estimate(net),
    )


def _single(quota: QuotaPlan, model: QuotaModel) -> dict[str, Any]:
    """Return what a model offers alone; nothing is known of a stop where it does not hold all quotas."""
    if model.items is None:
        return single_record(model.name, stop_record(None, None, answered_alone=None))
    found = None if model.found is None else Estimate(model.found)
    return single_record(model.name, _stop(quota, model.items, model.spend, found, model.net))


def _option(quota: QuotaPlan, bought: QuotaAlternative) -> dict[str, Any]:
    stops = bought.stops
    return _stop(quota, stops.reviewed, stops.spend, bought.found, bought.net) | {
        "by_stratum": list(stops.items),
        "quotas_held": bought.held,
        "all_held": bought.all_held,
        "chance_of_all": bought.chance,
    }
