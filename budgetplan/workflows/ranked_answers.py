"""A joint plan in which no answer has a worth: people review, and how probable the class is that is collected ranks the list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from decimal import Decimal
from typing import TYPE_CHECKING

import numpy as np

from budgetplan.arrays import FloatArray, joined
from budgetplan.dataset.predicted import NOT_LABELLED, Classified, read_classified
from budgetplan.dataset.rows import TableRead
from budgetplan.dataset.scored import ScoredTable
from budgetplan.domain.items import UNLABELLED, WITHOUT, Items, ModelOutput, of_same_groups
from budgetplan.domain.labelled import Predictions
from budgetplan.domain.plan import ModelSpec, Plan, Values
from budgetplan.domain.prices import MICRO
from budgetplan.workflows.filter import FilterWorkflow

if TYPE_CHECKING:
    from budgetplan.tables.frame import Rows


@dataclass(frozen=True)
class RankedAnswers(FilterWorkflow):
    """The workflow of a ranked list for a plan of models that answer, see :class:`budgetplan.workflows.base.Workflow`."""

    joint: Plan | None = None

    def _read(self, plan: Plan, given: Mapping[str, Rows]) -> ScoredTable:
        assert self.joint is not None
        made = replace(self.joint, reviewed=plan.reviewed)
        return as_scored(plan, read_classified(made, given))


def as_ranked_list(plan: Plan, data: Classified) -> Plan | None:
    """Return a joint plan as one of a ranked list; None where an answer, or an item left, has a worth (METHODS 0.11).

    Of two classes the one of which a review is worth more is collected. Where somebody may be asked for a price, and where
    labels occur that no model knows, the plan stays what it is.
    """
    deferral, test = plan.deferral, data.test
    if (
        deferral is None
        or deferral.reviewing is None
        or plan.answerers
        or len(test.names) != 2
        or test.unknown
    ):
        return None
    if data.n_unlabelled and data.listed is None and plan.list_size is None:
        plan = replace(plan, list_size=data.n_unlabelled)
    worths, reviewing, classes = deferral.worths, deferral.reviewing, test.classes
    answers = [worths.accepted(said, true) for said in classes for true in classes]
    if any(one is None or one for one in answers) or any(map(worths.deferred, classes)):
        return None
    right, error, wrong = (
        {name: each.get(name, each.get("*", Decimal(0))) for name in classes}
        for each in (reviewing.worth, reviewing.error, reviewing.wrong)
    )
    collected = max(classes, key=lambda name: reviewing.of(name, worths, classes))
    if reviewing.of(collected, worths, classes) <= 0:
        return None
    return replace(
        plan,
        positive=(collected,),
        models=tuple(
            ModelSpec(one.name, one.column, cost=spec.cost)
            for one, spec in zip(test.models, deferral.models, strict=True)
        ),
        values=Values({name: worth for name, worth in right.items() if worth}, error, wrong),
        split=plan.split if data.validation is None else deferral.test,
        deferral=None,
    )


def as_scored(plan: Plan, data: Classified) -> ScoredTable:
    """Return labelled items, and the list that models say something of, with how probable the collected class is."""
    # The list is whole: no part of it was drawn by itself.
    sets = [data.test] if data.listed is None else [data.test, replace(data.listed, stratum=None)]
    order = np.argsort(np.array([name for each in sets for name in each.ids], dtype=object), kind="stable")
    whole = joined(of_same_groups(sets), WITHOUT, order)
    code = data.test.classes.index(plan.positive[0])
    labels = sorted({data.test.classes[each] for each in data.test.truth.tolist()})
    place = [labels.index(name) if name in labels else UNLABELLED for name in data.test.classes]
    cost, listed_cost = whole.review_cost, None
    if plan.prices.listed and cost is not None:  # what is known beside it is added to it again
        listed_cost = np.rint(cost * MICRO - plan.prices.item_cost(whole.n_items, whole.units, None))
    items = Items(
        ids=whole.ids,
        classes=tuple(labels),
        # The list has the truth -1.
        label=np.array([*place, UNLABELLED])[whole.truth],
        weight=whole.weight,
        group=whole.group,
        groups=whole.groups,
        units=whole.units,
        listed_cost=listed_cost,
        stratum=whole.stratum,
    )
    models = tuple(
        ModelOutput(one.name, _score(one, code), cost=one.cost, column=one.column) for one in whole.models
    )
    told = "No answer and no item left out has a worth: planned as a ranked list."
    read = {field.name: getattr(data, field.name) for field in fields(TableRead)}
    read["messages"] = (*data.messages, told)
    if data.listed is not None:
        read["excluded"] = tuple(one for one in data.excluded if one.reason != NOT_LABELLED)
    return ScoredTable(items=items, models=models, **read)


def _score(said: Predictions, code: int) -> FloatArray:
    """Return what ranks items by one of two classes: its probability, its decision value, or how sure the answer is."""
    if said.probabilities is not None:
        return said.probabilities[:, code]
    if said.decision is not None:
        return np.asarray(said.decision[:, code] - said.decision[:, 1 - code])
    sure = np.where(np.isnan(said.confidence), 1.0, said.confidence)
    return np.where(said.predicted == code, sure, 1 - sure)
