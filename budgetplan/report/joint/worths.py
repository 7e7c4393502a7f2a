"""What every state of an item counts in a joint plan, and how often people are taken to err."""

from __future__ import annotations

from decimal import Decimal

from budgetplan.report.defer.by_class import MOST_CLASSES
from budgetplan.report.joint.context import JointContext
from budgetplan.report.model import Ref, Sentence


def people_err(context: JointContext) -> list[Sentence]:
    """Say how often people are taken to err, nothing where never."""
    deferral = context.plan.deferral
    assert deferral is not None
    assert deferral.reviewing is not None
    error = deferral.reviewing.error
    every = error.get("*", Decimal(0))
    shares = {error.get(name, every) for name in context.joint.test.names}
    if not any(shares) or not context.chosen.reviewed:
        return []
    if len(shares) == 1:
        return [context.say("joint.people_err", share=shares.pop())]
    return [context.say("joint.people_err_by_class", low=min(shares), high=max(shares))]


def values(context: JointContext) -> list[Sentence]:
    """Say what every state counts, without which no value can be checked; nothing of one class, always right."""
    worth = context.joint.worth
    v = worth.table.v
    if len(v) < 2:
        return []
    counts = {name: context.exact_all(values) for name, values in worth.states.items()}
    if worth.by_pairs:
        if len(v) > MOST_CLASSES:
            return [context.say("joint.fair_pairs_many", **counts)]
        return [context.say("joint.fair_pairs", table=Ref("values"), **counts)]
    return [context.say("joint.fair_all" if context.priced else "joint.fair_unpriced", **counts)]
