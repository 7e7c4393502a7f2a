"""What is recommended where so many of each are wanted, in the words that all workflows share."""

from __future__ import annotations

from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import MIXTURE
from budgetplan.domain.recommendation import Recommendation, WhyNot
from budgetplan.planning.filter.quota.solve import QuotaPlan


def recommend_with_quotas(quota: QuotaPlan) -> Recommendation:
    """Return the decision: people judge the first items of each stratum, nothing is answered without them."""
    chosen, items = quota.chosen, float(quota.items)
    reviewed = 0.0 if chosen is None else float(chosen.reviewed)
    return Recommendation(
        workflow="filter",
        why_not=_why_not(quota),
        model=None if chosen is None else quota.offer.name,
        basis=quota.evidence.basis,
        items=items,
        cutoff=None,
        answered_alone=Estimate(0.0),
        wrong=None,
        reviewed=Estimate(reviewed),
        left=Estimate(items - reviewed),
        spend=chosen.spend if chosen is not None and quota.plan.prices.stated else None,
        found=quota.found,
        net=quota.net,
        net_unit="" if quota.net is None else "money",
        luck=quota.luck if quota.net is not None else None,
        members=quota.evidence.mixture if chosen is not None and quota.offer.name == MIXTURE else {},
    )


def _why_not(quota: QuotaPlan) -> WhyNot:
    if quota.refusal:
        return quota.refusal
    if quota.chosen is not None:
        return ""
    if quota.offer.unsure:
        return "unsure"
    return "impossible" if quota.within_budget else "over_budget"
