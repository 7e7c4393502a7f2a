"""What a plan says as it was understood, and what its answerers are like: so that whoever checks it sees a slip."""

from __future__ import annotations

from decimal import Decimal

import numpy as np

from budgetplan.arrays import BoolArray, joined
from budgetplan.dataset.predicted import Classified
from budgetplan.dataset.rows import TableRead
from budgetplan.dataset.scored import ScoredTable
from budgetplan.domain.answerers import Answerer, Answers
from budgetplan.domain.items import WITHOUT
from budgetplan.domain.plan import Budget, Plan, Target
from budgetplan.domain.prices import MICRO
from budgetplan.tables.problems import listing


def understood(plan: Plan) -> tuple[str, ...]:
    """Return the models, the price of an item where all cost the same, what an entry is worth, and what is wanted.

    Examples
    --------
    >>> from budgetplan.domain.plan import Columns, ModelSpec, Values
    >>> from budgetplan.domain.prices import Prices
    >>> models = ModelSpec("a", "a"), ModelSpec("b", "b")
    >>> prices = Prices(stated=True, currency="EUR", per_item=Decimal("0.8"))
    >>> plan = Plan("t.csv", Columns("gold"), ("x",), models, prices, Values({"x": Decimal("4.5")}), Budget(Decimal(1000)))
    >>> for line in understood(plan):
    ...     print(line)
    Models: a, b and a mixture of them.
    Worth: x EUR 4.50.
    Wanted: the greatest net value within EUR 1,000.00.
    """
    lines = [_models(plan), _worth(plan), _wanted(plan)]
    return tuple(line for line in lines if line)


def _models(plan: Plan) -> str:
    specs = plan.models if plan.deferral is None else plan.deferral.models
    names = [one.name for one in specs]
    if plan.deferral is None and plan.mixture and len(names) > 1:
        return f"Models: {', '.join(names)} and a mixture of them."
    return f"{'Model' if len(names) == 1 else 'Models'}: {listing(names)}."


def _worth(plan: Plan) -> str:
    if plan.values is None:
        return ""
    said = [f"{name} {_money(plan, amount)}" for name, amount in plan.values.entry.items()]
    return f"Worth: {listing(said)}."


def _wanted(plan: Plan) -> str:
    if plan.quota is not None:
        least = " at the least cost" if plan.values is None and plan.budget is None else ""
        return f"Wanted: at least so many {plan.words.entries} of each {plan.quota.by}{least}{_within(plan, plan.budget)}."
    if plan.target is not None:
        return f"Wanted: {_target(plan, plan.target)} at the least cost{_within(plan, plan.budget)}."
    if plan.deferral is not None:
        if plan.deferral.reviewing is None:
            return ""
        return f"Wanted: the greatest net value of answers and reviews{_within(plan, plan.budget)}."
    if plan.values is not None:
        return f"Wanted: the greatest net value{_within(plan, plan.budget)}."
    return (
        "" if plan.budget is None else f"Wanted: the most {plan.words.entries}{_within(plan, plan.budget)}."
    )


def _target(plan: Plan, target: Target) -> str:
    entries = plan.words.entries
    if target.unit == "share":
        return f"{(target.amount * 100).normalize():f} % of all {entries}"
    return f"{target.amount:,} {plan.words.entry if target.amount == 1 else entries}"


def _within(plan: Plan, budget: Budget | None) -> str:
    if budget is None:
        return ""
    alone = " for the annotation alone" if budget.covers == "annotation" else ""
    if budget.unit == "money":
        return f" within {_money(plan, budget.amount)}{alone}"
    unit = budget.unit.removesuffix("s") if budget.amount == 1 else budget.unit
    return f" within {budget.amount:,} {unit}{alone}"


def _money(plan: Plan, amount: Decimal) -> str:
    return f"{plan.prices.currency} {amount:,.{plan.prices.minor_digits}f}".strip()


def told_of_answerers(plan: Plan, data: TableRead) -> tuple[str, ...]:
    """Return one sentence for each answerer: whom it was asked about, how often it is right, what it costs.

    ``data``: what was read of a plan of any workflow.
    """
    if not plan.answerers:
        return ()
    if isinstance(data, ScoredTable):
        said = _of_scored(plan, data)
    elif isinstance(data, Classified):
        said = _of_classified(data)
    else:
        return ()
    return tuple(_told(one, plan, *each) for one, each in zip(plan.answerers, said, strict=True))


def _of_scored(plan: Plan, data: ScoredTable) -> list[tuple[Answers, BoolArray]]:
    items = data.items
    wanted = np.isin(
        items.label, [items.classes.index(name) for name in plan.positive if name in items.classes]
    )
    labelled = items.labelled
    return [(one.take(labelled), wanted[labelled] == (one.answer[labelled] == 1)) for one in items.answers]


def _of_classified(data: Classified) -> list[tuple[Answers, BoolArray]]:
    sets = [one for one in (data.validation, data.test) if one is not None]
    truth = np.concatenate([one.truth for one in sets])
    every = (
        joined(said, WITHOUT, np.arange(len(truth)))
        for said in zip(*(one.answers for one in sets), strict=True)
    )
    return [(said, said.answer == truth) for said in every]


def _told(answerer: Answerer, plan: Plan, said: Answers, right: BoolArray) -> str:
    n_items, answered = len(said.answer), said.answer >= 0
    n_answered, n_right = int(answered.sum()), int((answered & right).sum())
    share = f" ({n_right / n_answered:.0%})".replace("%", " %") if n_answered else ""
    told = f"{answerer.name}: asked about {n_items:,} labelled items, no answer for {n_items - n_answered:,}"
    if plan.deferral is None:
        told += f"; of the {n_answered:,} it answered it says rightly of {n_right:,}{share} whether they are collected"
    else:
        told += f"; of the {n_answered:,} it answered it agrees with the label of {n_right:,}{share}"
    return f"{told}; {_sureness(answerer, said)}{_price(answerer, plan, said)}."


def _sureness(answerer: Answerer, said: Answers) -> str:
    if said.confidence is None:
        return ""
    known = said.confidence[~np.isnan(said.confidence)]
    if not answerer.levels:
        return (
            f"sure from {known.min():g} to {known.max():g}; " if len(known) else "never says how sure it is; "
        )
    counts = np.bincount(known.astype(np.int64), minlength=len(answerer.levels)).tolist()
    return (
        ", ".join(f"{word} {n:,}" for word, n in zip(answerer.levels, counts, strict=True)) + " times sure; "
    )


def _price(answerer: Answerer, plan: Plan, said: Answers) -> str:
    if not said.cost.any():
        return "it costs nothing"
    mean = Decimal(repr(round(float(said.cost.mean()) / MICRO, 6)))
    unit = f" {plan.prices.currency}" if plan.prices.currency else ""
    one = "" if said.cost.min() == said.cost.max() else " on average"
    day = f", as priced on {answerer.priced_on}" if answerer.priced_on else ", nobody says as of when"
    return f"an item costs {mean:f}{unit}{one}{day}"
