"""What more labels could be worth at most before models answer, beside their price (METHODS 0.16)."""

from __future__ import annotations

import numpy as np

from budgetplan.core.answers import gain_along, levels
from budgetplan.core.stops import worth_of_everything
from budgetplan.domain.decision import LabelsWorth
from budgetplan.domain.labelled import ClassifiedSet
from budgetplan.planning.defer.list_answers import AnswerPlan
from budgetplan.planning.defer.pooling import payoffs

_SLACK = 1e-9
PER = 1000
"""Worths are for so many items where nobody said how many a model is to answer."""


def labels_worth(this: AnswerPlan) -> LabelsWorth | None:
    """Return the mean of what is best in each draw, less what is recommended; None where value is not what decides."""
    deferral = this.plan.deferral
    assert deferral is not None
    if not this.plan.resamples or this.cutoff is not None:
        return None
    size = float(this.weight.sum())
    listed = size if this.items is not this.test else this.plan.list_size
    worth = payoffs(this.table, this.test)
    chosen = this.decided()
    rows, known = np.arange(len(chosen.answer)), this.probability.shape[1]
    margin = (this.probability @ worth.answer[:, :known].T)[rows, chosen.answer]
    margin = margin - this.probability @ worth.left[:known]
    cost = this.items.review_cost
    if cost is not None:
        margin = margin + cost
    along = gain_along(
        this.drawn, this.probability, chosen.answer, margin, worth, count=this.weight, saved=cost
    )
    level = levels(margin)[0]
    here = float(along[:, int(np.searchsorted(-level, _SLACK, side="right"))].mean())
    return LabelsWorth(
        unit="money" if deferral.worths.unit == "money" else "right answers",
        labelled=this.test.n_items,
        listed=None if listed is None else float(listed),
        price=price_of_label(this.items),
        everything=worth_of_everything(along, here) * (PER if listed is None else float(listed)) / size,
    )


def price_of_label(data: ClassifiedSet) -> float | None:
    """Return what reviewing a random item costs on average, in the unit of values; None without a price."""
    return None if data.review_cost is None else float(np.average(data.review_cost, weights=data.weight))
