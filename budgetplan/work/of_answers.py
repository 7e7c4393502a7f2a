"""How people work beside a model that answers: they review the rest, as far as a budget goes, or look at its answers."""

from __future__ import annotations

import math
from dataclasses import replace
from decimal import Decimal

import numpy as np

from budgetplan.core.path import Path
from budgetplan.domain.plan import MEAN
from budgetplan.domain.prices import Prices, Quantities
from budgetplan.models.bounds import TWO_SIDED, forecast_interval
from budgetplan.plans.answer import DeferSolution
from budgetplan.plans.joint import JointPlan, corrected_along, worth_more
from budgetplan.plans.purse import MEASURES
from budgetplan.work.building import BY_BUDGET, Binds, Checkpoint, Source, WorkPlan, rising, work_plan

LOOKS = (50, 100, 200)
"""Of so many accepted answers, drawn at random, it is said how many may be wrong."""


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
    predictions, cutoff = chosen.predictions, chosen.deployed.cutoff
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
    seen = solution.chosen.deployed.counts.n_accepted
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
