"""What a plan for a ranked list does with each item of the list, and what is recommended."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from budgetplan.domain.decision import Estimate
from budgetplan.domain.doubt import Doubt, DoubtKind
from budgetplan.domain.recommendation import Recommendation, WhyNot
from budgetplan.domain.review.course import Band, Course
from budgetplan.lists.evidence import list_rates
from budgetplan.lists.unseen import most_in_next
from budgetplan.plans.review import Analysis

POINTS = 400
"""So many points tell a band along the queue."""


def course_of(analysis: Analysis) -> Course | None:
    """Return the order of review and what is expected along it; None where nothing is reviewed, or no list has scores."""
    chosen, evidence = analysis.decision.chosen, analysis.evidence
    own = evidence.own
    if chosen is None or own is None or own.counted is not None or chosen.model not in own.rankings:
        return None
    model = evidence.model(chosen.model)
    rate = list_rates(own, model)
    return Course(
        model=chosen.model,
        order_by="score",
        ids=own.ids,
        queue=own.rankings[chosen.model].order,
        review=min(chosen.items, len(own.ids)),
        answered=np.zeros(0, dtype=np.int64),
        answers=(),
        score=own.scores[chosen.model][1],
        rate=rate,
        known_cost=own.known,
        sizes=own.sizes,
        band=band_of(analysis),
        recipe=analysis.decision.mixture,
        nearby=rate,
        weighted=own.weights is not None,
        model_cost=model.cost,
        # Entries that are types do not add up along the order.
        sample=replace(evidence.sample, place=model.place) if evidence.types is None else None,
    )


def band_of(analysis: Analysis) -> Band:
    """Return what is expected to be found along the recommended order, from 0 to the whole list."""
    most = float(analysis.evidence.whole_items)
    stop = 0 if analysis.decision.chosen is None else analysis.decision.chosen.items
    stops = np.array([items for items, _ in analysis.along], dtype=np.float64)
    items = np.rint(np.linspace(0.0, most, min(int(most), POINTS) + 1))
    items = np.unique(np.concatenate([items, [stop], stops]))
    expected = analysis.lead.path.read("positives", items)
    if analysis.band is None:
        unknown = np.full(len(items), np.nan)
        return Band(items, expected, unknown, unknown)
    shares, low, high = analysis.band
    lower, upper = (np.interp(items / analysis.evidence.list_items, shares, end) for end in (low, high))
    return Band(items, expected, np.minimum(lower, expected), np.clip(upper, expected, items))


def doubts_of_rest(analysis: Analysis) -> tuple[Doubt, ...]:
    """Return whether the first items of a rest are promised more than the last ones reviewed leave room for.

    Nothing is said where entries are types, or rows stand for several items: then the two are not counted alike.

    References
    ----------
    METHODS R3: what the next items may hold where they are no richer than the last.
    """
    evidence, chosen = analysis.evidence, analysis.decision.chosen
    reviewed, own = evidence.plan.reviewed, evidence.own
    if reviewed is None or not reviewed.latest or chosen is None or not chosen.items:
        return ()
    if own is None or evidence.types is not None or own.weights is not None:
        return ()
    coming, latest, band = min(evidence.plan.work.packet, chosen.items), reviewed.latest, band_of(analysis)
    expected = round(float(np.interp(coming, band.items, band.expected)))
    most = most_in_next(len(latest), sum(latest), coming)
    if expected <= most:
        return ()
    file = reviewed.logs[0] if len(reviewed.logs) == 1 else ""
    counts = str(sum(latest)), str(most)
    return (Doubt(DoubtKind.RICHER_REST, file, n=coming, of=len(latest), names=counts, value=expected),)


def recommend(analysis: Analysis) -> Recommendation:
    """Return the decision on a ranked list: people judge the first items, nothing is answered without them."""
    decision, evidence = analysis.decision, analysis.evidence
    chosen, items = decision.chosen, float(evidence.list_items)
    reviewed = 0.0 if chosen is None else float(chosen.items)
    why_not: WhyNot = ""
    if decision.unmet:
        why_not = decision.refusal or ("impossible" if decision.within_budget else "over_budget")
    return Recommendation(
        workflow="filter",
        why_not=why_not,
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
