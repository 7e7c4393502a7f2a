"""How the review of a ranked list is carried out where so many of each stratum are wanted."""

from __future__ import annotations

from budgetplan.domain.prices import Quantities
from budgetplan.evidence.paths import BILLED
from budgetplan.planning.filter.quota.course import checked
from budgetplan.planning.filter.quota.solve import QuotaPlan
from budgetplan.workplan.building import (
    BY_BUDGET,
    Binds,
    Bought,
    Checkpoint,
    Where,
    WorkPlan,
    in_order,
    work_plan,
)


def work_with_quotas(quota: QuotaPlan) -> WorkPlan | None:
    """Return how the recommended plan is carried out; None where nothing is recommended."""
    chosen, found = quota.chosen, quota.found
    if chosen is None or found is None or not chosen.reviewed:
        return None
    listed = quota.evidence.own is not None and all(one.evidence.own is not None for one in quota.strata)
    where = Where("file" if listed else "strata", quota.offer.name)
    stops = quota.plan.work.checked_at(chosen.reviewed)
    said = checked(quota, stops)
    like = quota.evidence.basis == "sample"
    checks = [Checkpoint(at, one.value, one.low, one.high, like) for at, one in zip(stops, said, strict=True)]
    return work_plan(quota.plan, where, _bought(quota), _binds(quota), ("found", in_order(checks, found)))


def _bought(quota: QuotaPlan) -> Bought:
    """Return what is paid for, and what one item more costs: after the stops, and among those labelled."""
    chosen = quota.chosen
    assert chosen is not None
    whole = sum(one.evidence.whole_items for one in quota.strata)
    after, again = {}, {}
    for name in BILLED:
        every = sum(order.path.total(name) for order in quota.offer.orders)
        here = sum(
            float(order.path.read(name, at))
            for order, at in zip(quota.offer.orders, chosen.items, strict=True)
        )
        after[name] = (every - here) / max(whole - chosen.reviewed, 1)
        again[name] = every / quota.items
    each = Quantities(1, **after), Quantities(1, **again)
    return Bought(chosen.bought, *each, quota.offer.cost, whole, quota.evidence.n_sample)


def _binds(quota: QuotaPlan) -> Binds:
    """Return what ends the review."""
    chosen, offer, budget = quota.chosen, quota.offer, quota.plan.budget
    assert chosen is not None
    if chosen.reviewed >= sum(one.evidence.whole_items for one in quota.strata):
        return "list"
    if offer.least is not None and chosen.items == offer.least.items:
        return "quota"
    return "worth" if budget is None or quota.plan.values is not None else BY_BUDGET[budget.unit]
