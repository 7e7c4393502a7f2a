"""How the review of a ranked list is carried out, as a whole or with so many entries of each stratum."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.core.path import Path
from budgetplan.domain.plan import MIXTURE, ModelSpec
from budgetplan.domain.prices import Quantities
from budgetplan.lists.evidence import BILLED, Evidence, Ranked
from budgetplan.plans.quota import QuotaPlan, checked
from budgetplan.plans.review import Analysis
from budgetplan.work.building import BY_BUDGET, Binds, Checkpoint, Order, WorkPlan, rising, work_plan

_FIRST: dict[str, Order] = {"higher": "highest", "lower": "lowest", "rank": "rank"}


def work_of_filter(analysis: Analysis) -> WorkPlan | None:
    """Return how the recommended plan is carried out; None where nothing is recommended."""
    chosen, evidence, lead = analysis.decision.chosen, analysis.evidence, analysis.lead
    if chosen is None:
        return None
    budget, like = evidence.plan.budget, evidence.basis == "sample"
    binds: Binds = "worth"
    not_worth = reserved = 0
    if chosen.items >= evidence.whole_items:
        binds = "list"
    elif analysis.decision.goal == "target":
        binds = "target"
    elif budget is not None and analysis.money_ends:
        binds = BY_BUDGET[budget.unit]
    if budget is not None and analysis.money_ends:
        not_worth = analysis.most - chosen.items
        reserved = max(evidence.affordable(lead, budget) - analysis.most, 0)
    checks = [Checkpoint(stop, each.value, each.low, each.high, like) for stop, each in analysis.along]
    return work_plan(
        evidence.plan,
        evidence.bought(lead, chosen.items),
        *_one_item([lead.path], [chosen.items], float(evidence.list_items)),
        lead.cost,
        whole=evidence.whole_items,
        labelled=evidence.n_sample,
        model=lead.name,
        binds=binds,
        checkpoints=rising(checks, chosen.found),
        not_worth=not_worth,
        reserved=reserved,
        **_where(evidence, lead, chosen.items),
    )


def work_with_quotas(quota: QuotaPlan) -> WorkPlan | None:
    """Return how the recommended plan is carried out; None where nothing is recommended."""
    chosen, offer, budget = quota.chosen, quota.offer, quota.plan.budget
    if chosen is None or not chosen.items:
        return None
    whole = sum(one.evidence.whole_items for one in quota.strata)
    binds: Binds = "worth"
    if chosen.items >= whole:
        binds = "list"
    elif offer.least is not None and chosen.by_stratum == offer.least.by_stratum:
        binds = "quota"
    elif budget is not None and quota.plan.values is None:
        binds = BY_BUDGET[budget.unit]
    stops, like = quota.plan.work.checked_at(chosen.items), quota.evidence.basis == "sample"
    along = zip(stops, checked(quota, stops), strict=True)
    paths = [order.path for order in offer.orders]
    return work_plan(
        quota.plan,
        offer.bought(chosen.by_stratum),
        *_one_item(paths, chosen.by_stratum, quota.evidence.list_items),
        offer.cost,
        whole=whole,
        labelled=quota.evidence.n_sample,
        source="file" if quota.listed else "strata",
        model=offer.name,
        binds=binds,
        checkpoints=rising(
            [Checkpoint(at, each.value, each.low, each.high, like) for at, each in along], chosen.found
        ),
    )


def _one_item(paths: Sequence[Path], stops: Sequence[float], items: float) -> tuple[Quantities, Quantities]:
    """Return what one item more costs: of those after the stops, and of those labelled."""
    here = {
        name: sum(float(path.read(name, at)) for path, at in zip(paths, stops, strict=True))
        for name in BILLED
    }
    every = {name: sum(float(path.total(name)) for path in paths) for name in BILLED}
    left = max(items - sum(stops), 1.0)
    after = {name: (every[name] - here[name]) / left for name in BILLED}
    return Quantities(1, **after), Quantities(1, **{name: every[name] / items for name in BILLED})


def _where(evidence: Evidence, model: Ranked, items: int) -> dict[str, Any]:
    """Return where the order is: in the file of items, in a column of the user's own list, or nowhere yet."""
    own = evidence.own
    spec = next((each for each in evidence.plan.models if each.name == model.name != MIXTURE), None)
    column = {} if spec is None else {"column": spec.column, "order": _FIRST[spec.order]}
    if own is not None and (own.counted is not None or model.name in own.rankings):
        if own.counted is not None:
            rows = own.counted.rows(model.name)
            scores, weight = rows.score, rows.count.astype(np.float64)
        else:
            order = own.rankings[model.name].order
            scores, weight = own.scores[model.name][1][order], own.weight[order]
        ends = (_as_given(scores[row], spec) for row in (0, _row_of(weight, items)))
        source = "file" if own.counted is None else "column" if spec else "queue"
        return {"source": source, **column, **dict(zip(("first_score", "last_score"), ends, strict=True))}
    if spec is None:
        return {"source": "missing"}
    if spec.order == "rank":
        return {"source": "column", **column, "first_score": 1.0, "last_score": float(items)}
    # The top share of the list ends where that of the labelled items does.
    order = model.ranking.order
    weight = np.ones(len(order)) if evidence.weight is None else evidence.weight[order]
    row = _row_of(weight, items / evidence.list_items * float(weight.sum()))
    return {"source": "column", **column, "last_score": _as_given(model.score[order[row]], spec)}


def _row_of(weight: FloatArray, items: float) -> int:
    """Return the row that holds the last of so many items; ``weight``: how many items each row stands for.

    Beyond all of them the last row holds it.

    >>> _row_of(np.array([2.0, 2.0, 2.0]), 4), _row_of(np.array([2.0, 2.0, 2.0]), 4.5)
    (1, 2)
    """
    return min(int(np.searchsorted(np.cumsum(weight), items * (1 - 1e-12), side="left")), len(weight) - 1)


def _as_given(score: float, spec: ModelSpec | None) -> float | None:
    """Return a score as it stands in the user's column; None where an item has none."""
    if not np.isfinite(score):
        return None
    return float(score) if spec is None or spec.order == "higher" else 0.0 - float(score)
