"""``decision.json`` of a plan with quotas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import MIXTURE
from budgetplan.plans.quota import QuotaAlternative, QuotaPlan
from budgetplan.plans.quota_offers import Offer
from budgetplan.report.filter.record import ranked_evidence
from budgetplan.report.record import RECORD_VERSION, picked, plain, rung_record, single_record, stop_record


def quota_record(quota: QuotaPlan, provenance: Mapping[str, Any]) -> dict[str, Any]:
    """Return the decision, the plan and where both come from, as plain data."""
    evidence = quota.evidence
    return {
        "version": RECORD_VERSION,
        "provenance": dict(provenance),
        "plan": plain(evidence.plan),
        **ranked_evidence(evidence),
        "singles": [_single(quota, offer) for offer in quota.offers if offer.name != MIXTURE],
        "ladder": [rung_record(rung, _option(quota, rung.option)) for rung in quota.ladder],
        "labels": None,
        "quotas": {
            "column": None if quota.plan.quota is None else quota.plan.quota.by,
            **picked(quota, "surest", "safer", "within_budget", paid_once="once", chance_of_all="chance"),
            **picked(quota, price_of_the_quotas="price", price_in_entries="price_found", strata="rows"),
            "least": {
                offer.name: {
                    "reviewed": None if least is None else least.reviewed,
                    "spend": None if least is None else plain(least.spend),
                    "unsure": offer.unsure,
                }
                for offer in quota.offers
                for least in [offer.surely_least]
            },
            "more_than_the_list_holds": [row.name for row in quota.beyond],
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


def _single(quota: QuotaPlan, offer: Offer) -> dict[str, Any]:
    """Return what a model offers alone; nothing is known of a stop where it does not hold all quotas."""
    best = offer.best
    if best is None:
        return single_record(offer.name, stop_record(None, None, answered_alone=None))
    found = Estimate(best.found)
    return single_record(offer.name, _stop(quota, best.reviewed, best.spend, found, best.net))


def _option(quota: QuotaPlan, bought: QuotaAlternative) -> dict[str, Any]:
    stops = bought.stops
    return _stop(quota, stops.reviewed, stops.spend, bought.found, bought.net) | {
        "by_stratum": list(stops.items),
        "quotas_held": bought.held,
        "all_held": bought.all_held,
        "chance_of_all": bought.chance,
    }
