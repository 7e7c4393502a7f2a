"""How each kind of plan is carried out: a ranked list, quotas, and people beside a model that answers.

They review a list, as a whole or with so many entries of each stratum; or the rest of what a model answers, as far as a
budget goes; or they look at its answers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.core.path import Path
from budgetplan.domain.plan import MEAN, MIXTURE, ModelSpec
from budgetplan.domain.prices import Prices, Quantities
from budgetplan.lists.evidence import BILLED, Evidence, Ranked
from budgetplan.models.bounds import TWO_SIDED, forecast_interval
from budgetplan.plans.answer import DeferSolution
from budgetplan.plans.joint import JointPlan, corrected_along, worth_more
from budgetplan.plans.purse import MEASURES
from budgetplan.plans.quota import QuotaPlan, checked
from budgetplan.plans.review import Analysis
from budgetplan.work.building import BY_BUDGET, Binds, Checkpoint, Order, Source, WorkPlan, rising, work_plan

_FIRST: dict[str, Order] = {"higher": "highest", "lower": "lowest", "rank": "rank"}
LOOKS = (50, 100, 200)
"""Of so many accepted answers, drawn at random, it is said how many may be wrong."""


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


def work_of_defer(solution: DeferSolution) -> WorkPlan | None:
    """Return how what the model leaves is reviewed; None where it answers nothing, or leaves nothing."""
    alone, chosen, plan = solution.alone, solution.chosen, solution.plan
    items = math.floor(alone.left + 0.5)
    if not solution.used or solution.refusal or items < 1:
        return None
    prices = plan.prices
    if prices.per_unit or prices.seconds_per_unit or prices.listed or prices.extra_per_entry:
        # What these cost depends on which items they will be, and nobody knows that.
        plan = replace(plan, prices=Prices(prices.currency, prices.minor_digits))
    seconds = float(plan.prices.item_seconds(1, None)[0])
    each = Quantities(1, seconds=seconds)
    predictions, cutoff = chosen.predictions, chosen.cutoff
    no_column = chosen.name == MEAN or predictions.one_column
    source: Source = "queue" if alone.is_list else "missing" if no_column else "column"
    models = () if plan.deferral is None else plan.deferral.models
    confidence = {model.name: model.confidence for model in models}.get(predictions.name, "")
    one_cutoff = cutoff is not None and np.isfinite(cutoff) and not predictions.members
    return work_plan(
        plan,
        Quantities(items, seconds=seconds * items),
        each,
        each,
        Decimal(repr(predictions.cost)),
        whole=items,
        labelled=solution.test.n_items,
        source=source,
        model=chosen.name,
        column=confidence or predictions.column,
        order="lowest" if confidence else "unsure",
        last_score=cutoff if one_cutoff else None,
        binds="list",
        counts="wrong",
        checkpoints=_wrong_answers(solution),
    )


def _wrong_answers(solution: DeferSolution) -> tuple[Checkpoint, ...]:
    """Return how many of some accepted answers, drawn at random, may be wrong; none where items say less than their number.

    References
    ----------
    METHODS F8.
    """
    test, alone = solution.test, solution.alone
    seen = solution.chosen.counts.n_accepted
    if test.weight is not None or test.group is not None or alone.unlike or not alone.alone or not seen:
        return ()
    rate = min(alone.wrong.value / alone.alone, 1.0)
    looks = [n for n in LOOKS if n <= alone.alone]
    return rising([Checkpoint(n, rate * n, *forecast_interval(rate * seen, seen, n)) for n in looks])


def work_of_joint(joint: JointPlan) -> WorkPlan | None:
    """Return how the recommended plan is carried out; None where people review nothing."""
    option, bench, budget = joint.option, joint.bench, joint.option.budget
    if joint.refusal or joint.unmet or not option.items:
        return None
    # Random items may be any of the list: one costs what one does on average.
    mean = {name: float(np.average(bench.quantities[name], weights=bench.count)) for name in MEASURES}
    each = Quantities(1, **mean)
    binds: Binds = "worth"
    not_worth = 0
    if option.left.value < 0.5 and option.queue_ends:
        binds = "list"
    elif budget is not None and (joint.budget_ends or worth_more(joint)):
        binds = BY_BUDGET[budget.unit]
        # Further items that the budget would pay for cost more than they bring.
        not_worth = 0 if joint.budget_ends else max(option.most - option.items, 0)
    source: Source = (
        "answered" if joint.answered_list is not None else "queue" if bench.on_list else "missing"
    )
    return work_plan(
        joint.plan,
        bench.purse.bought(option.drawn.path, option.items, option.calls),
        each,
        each,
        bench.purse.model_cost,
        whole=int(joint.total * (1 + 1e-9)),
        labelled=joint.test.n_items,
        source=source,
        model=joint.name,
        binds=binds,
        counts="corrected",
        checkpoints=_corrections(joint),
        not_worth=not_worth,
        answerer=option.rule.answerer,
    )


def _corrections(joint: JointPlan) -> tuple[Checkpoint, ...]:
    """Return how many answers of the model people should have changed by when.

    With an interval where the labelled items are drawn singly and stand for the list in proportion: of those that
    stand for the first items so many were wrong; where people err, their errors vary, too.

    References
    ----------
    METHODS F8, F9.
    """
    path, data = corrected_along(joint.option.way), joint.test
    alike = data.weight is None and data.group is None and not joint.bench.on_list and joint.plan.resamples
    stops = joint.plan.work.checked_at(joint.option.items)
    each = data.n_items / joint.total
    return rising(
        [
            Checkpoint(stop, float(path.read("change", stop)), *(_ends(path, stop, each) if alike else ()))
            for stop in stops
        ]
    )


def _ends(path: Path, stop: int, each: float) -> tuple[float, float]:
    """Return between how many answers are changed among the first items: the model's errors vary, and people's do."""
    wrong, change, step, chance = (
        float(path.read(name, stop)) for name in ("wrong", "change", "step", "chance")
    )
    ends, people = forecast_interval(wrong * each, stop * each, stop), TWO_SIDED * math.sqrt(chance)
    below, above = (math.hypot(step / stop * (end - wrong), people) for end in ends)
    return max(change - below, 0.0), min(change + above, float(stop))
