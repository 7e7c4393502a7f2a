"""How the review of a ranked list is carried out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from budgetplan.domain.plan import MIXTURE, ModelSpec
from budgetplan.domain.prices import Quantities
from budgetplan.evidence.paths import BILLED, Evidence, Ranked
from budgetplan.planning.filter.analysis import Analysis
from budgetplan.workplan.building import (
    BY_BUDGET,
    Binds,
    Bought,
    Checkpoint,
    Order,
    Where,
    WorkPlan,
    in_order,
    row_of,
    work_plan,
)

_FIRST: dict[str, Order] = {"higher": "highest", "lower": "lowest", "rank": "rank"}


def work_of_filter(analysis: Analysis) -> WorkPlan | None:
    """Return how the recommended plan is carried out; None where nothing is recommended."""
    chosen, evidence = analysis.decision.chosen, analysis.evidence
    if chosen is None:
        return None
    where = _where(evidence, analysis.lead, chosen.items)
    work = work_plan(
        evidence.plan,
        where,
        _bought(evidence, analysis.lead, chosen.items),
        _binds(analysis),
        ("found", _checkpoints(analysis)),
    )
    if not analysis.money_ends or evidence.plan.budget is None:
        return work
    expected = evidence.affordable(analysis.lead, evidence.plan.budget)
    return replace(work, not_worth=analysis.most - chosen.items, reserved=max(expected - analysis.most, 0))


def _checkpoints(analysis: Analysis) -> tuple[Checkpoint, ...]:
    """Return what should have been found by when: what the page says of the plan, at ends of packets."""
    chosen = analysis.decision.chosen
    assert chosen is not None
    like = analysis.evidence.basis == "sample"
    return in_order(
        [Checkpoint(stop, one.value, one.low, one.high, like) for stop, one in analysis.along], chosen.found
    )


def _where(evidence: Evidence, model: Ranked, items: int) -> Where:
    """Return where the order is: in the file of items, in a column of the user's own list, or nowhere yet."""
    own, spec = evidence.own, _spec(evidence, model)
    if own is not None and own.counted is not None:
        rows = own.counted.rows(model.name)
        ends = (_as_given(rows.score[at], spec) for at in (0, row_of(rows.count.astype(np.float64), items)))
        column, first = ("", None) if spec is None else (spec.column, spec.order)
        return Where("column" if spec else "queue", model.name, column, _FIRST[first or "higher"], *ends)
    if own is not None and model.name in own.rankings:
        order, scores = own.rankings[model.name].order, own.scores[model.name][1]
        last = row_of(own.weight[order], items)
        ends = (_as_given(scores[order[place]], spec) for place in (0, last))
        column, first = ("", None) if spec is None else (spec.column, spec.order)
        return Where("file", model.name, column, _FIRST[first or "higher"], *ends)
    if spec is None:
        return Where("missing", model.name)
    if spec.order == "rank":
        return Where("column", model.name, spec.column, "rank", 1.0, float(items))
    # The top share of the list ends where that of the labelled items does.
    order = model.ranking.order
    weight = np.ones(len(order)) if evidence.weight is None else evidence.weight[order]
    row = row_of(weight, items / evidence.list_items * float(weight.sum()))
    last_score = _as_given(model.score[order[row]], spec)
    return Where("column", model.name, spec.column, _FIRST[spec.order], None, last_score)


def _spec(evidence: Evidence, model: Ranked) -> ModelSpec | None:
    """Return the model as the user named it; None for the mixture."""
    return next((one for one in evidence.plan.models if one.name == model.name != MIXTURE), None)


def _as_given(score: float, spec: ModelSpec | None) -> float | None:
    """Return a score as it stands in the user's column; None where an item has none."""
    if not np.isfinite(score):
        return None
    return float(score) if spec is None or spec.order == "higher" else 0.0 - float(score)


def _bought(evidence: Evidence, model: Ranked, items: int) -> Bought:
    """Return what is paid for, and what one item more costs: after the stop, and among those labelled."""
    path, whole = model.path, float(evidence.list_items)
    after, again = {}, {}
    for name in BILLED:
        here, every = (float(path.read(name, at)) for at in (items, whole))
        after[name] = (every - here) / max(whole - items, 1.0)
        again[name] = every / whole
    plan = evidence.bought(model, items)
    each = Quantities(1, **after), Quantities(1, **again)
    return Bought(plan, *each, model.cost, evidence.whole_items, evidence.n_sample)


def _binds(analysis: Analysis) -> Binds:
    """Return what ends the review."""
    decision, evidence = analysis.decision, analysis.evidence
    chosen, budget = decision.chosen, evidence.plan.budget
    assert chosen is not None
    if chosen.items >= evidence.whole_items:
        return "list"
    if decision.goal == "target":
        return "target"
    return BY_BUDGET[budget.unit] if budget is not None and analysis.money_ends else "worth"
