"""What is recommended for a ranked list, in the words that all workflows share."""

from __future__ import annotations

from budgetplan.domain.decision import Estimate
from budgetplan.domain.recommendation import Recommendation, WhyNot
from budgetplan.planning.filter.analysis import Analysis


def recommend(analysis: Analysis) -> Recommendation:
    """Return the decision on a ranked list: people judge the first items, nothing is answered without them."""
    decision, evidence = analysis.decision, analysis.evidence
    chosen, items = decision.chosen, float(evidence.list_items)
    reviewed = 0.0 if chosen is None else float(chosen.items)
    return Recommendation(
        workflow="filter",
        why_not=_why_not(analysis),
        model=None if chosen is None else chosen.model,
        basis=decision.basis,
        items=items,
        cutoff=None,
        answered_alone=Estimate(0.0),
        wrong=None,
        reviewed=Estimate(reviewed),
        left=Estimate(items - reviewed),
        spend=chosen.spend if chosen is not None and evidence.plan.prices.stated else None,
        found=None if chosen is None else chosen.found,
        net=None if chosen is None else chosen.net,
        net_unit="" if chosen is None or chosen.net is None else "money",
        spend_range=None
        if chosen is None or chosen.spend_low is None
        else Estimate(float(chosen.spend), chosen.spend_low, chosen.spend_high),
        luck=decision.luck,
        shown=decision.shown,
        members=decision.mixture if chosen is not None else {},
        best_single=decision.single if len(evidence.single) > 1 and decision.single else None,
    )


def _why_not(analysis: Analysis) -> WhyNot:
    decision = analysis.decision
    if not decision.unmet:
        return ""
    return decision.refusal or ("over_budget" if not decision.within_budget else "impossible")
