"""What a plan says as it was understood, and what its answerers are like: so that whoever checks it sees a slip."""

from __future__ import annotations

from decimal import Decimal
from functools import partial
from typing import Any

import numpy as np

from budgetplan.arrays import BoolArray, joined
from budgetplan.dataset.predicted import Classified
from budgetplan.dataset.rows import TableRead
from budgetplan.dataset.scored import ScoredTable
from budgetplan.domain.answerers import Answerer, Answers
from budgetplan.domain.items import WITHOUT
from budgetplan.domain.plan import Plan
from budgetplan.domain.prices import MICRO
from budgetplan.preflight.printed import printed


def understood(plan: Plan) -> tuple[str, ...]:
    """Return the models, the price of an item where all cost the same, what an entry is worth, and what is wanted.

    Examples
    --------
    >>> from budgetplan.domain.plan import Budget, Columns, ModelSpec, Values
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
    values = plan.values.entry if plan.values is not None else {}
    worths = [f"{name} {_money(plan, amount)}" for name, amount in values.items()]
    return printed("understood.j2", plan=plan, worths=worths, money=partial(_money, plan))


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
    every = [_facts(one, *each) for one, each in zip(plan.answerers, said, strict=True)]
    return printed("answerers.j2", plan=plan, every=every)


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


def _facts(answerer: Answerer, said: Answers, right: BoolArray) -> tuple[Any, ...]:
    """Return an answerer, about how many items it was asked, how many it answered, how many rightly, how sure, at what cost."""
    answered, known, levels = said.answer >= 0, None, list[tuple[str, int]]()
    if said.confidence is not None:
        known = said.confidence[~np.isnan(said.confidence)]
    if known is not None and answerer.levels:
        counts = np.bincount(known.astype(np.int64), minlength=len(answerer.levels)).tolist()
        levels = list(zip(answerer.levels, counts, strict=True))
    n, n_right = (int(rows.sum()) for rows in (answered, answered & right))
    mean = Decimal(repr(round(float(said.cost.mean()) / MICRO, 6)))
    return answerer, len(answered), n, n_right, known, levels, said.cost, mean
