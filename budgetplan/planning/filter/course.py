"""What a plan for a ranked list does with each item of the list."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from budgetplan.domain.doubt import Doubt, DoubtKind
from budgetplan.domain.review.course import Band, Course
from budgetplan.evidence.paths import list_rates
from budgetplan.metrics.continuing.tranche import most_in_next
from budgetplan.planning.filter.analysis import Analysis

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
    nobody = np.zeros(0, dtype=np.int64)
    return Course(
        model=chosen.model,
        order_by="score",
        ids=own.ids,
        queue=own.rankings[chosen.model].order,
        review=min(chosen.items, len(own.ids)),
        answered=nobody,
        answers=(),
        score=own.scores[chosen.model][1],
        rate=rate,
        known_cost=own.known,
        sizes={name: own.sizes[name] for name in ("seconds", "units", "listed")},
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
