"""What asking somebody for a price would change beside a plan that has no people in it (METHODS Part A)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from budgetplan.domain.decision import Estimate
from budgetplan.domain.labelled import ClassifiedSet
from budgetplan.domain.plan import Plan
from budgetplan.domain.utilities import Reviewing
from budgetplan.lists.estimates import resampled_if_told_apart
from budgetplan.models.value import WorthTable
from budgetplan.plans.answerers import Asking, KnownAnswerer, answerings, asked_of
from budgetplan.plans.bench import Pools, on_list
from budgetplan.plans.option import JointAlternative, Planner
from budgetplan.plans.ways import Drawn, way
from budgetplan.plans.worths import money

WITHOUT_PEOPLE = ("machine", "asked, machine", "answerer")
"""The model alone; the model, and somebody who is asked about the rest; somebody who is asked about everything."""


@dataclass(frozen=True)
class AskedBeside:
    """Every way without people for one model, and how much more each is worth than the model alone; ``items``: of the list, or labelled."""

    model: str
    items: float
    ways: tuple[JointAlternative, ...]
    more: tuple[Estimate, ...]
    answerers: tuple[KnownAnswerer, ...]

    @property
    def best(self) -> JointAlternative:
        """The way of the model and somebody who is asked."""
        return self.ways[1]

    @property
    def pays(self) -> bool:
        """Whether asking is worth more than the model alone, by the best estimate."""
        return self.best.asked.value >= 0.5 and self.more[1].value > 0


def asked_beside(
    plan: Plan, table: WorthTable, validation: ClassifiedSet | None, test: ClassifiedSet, model: str
) -> AskedBeside | None:
    """Return what asking would change for one model; None where nobody may be asked.

    Parameters
    ----------
    plan
        With a budget in money: what calls may cost at most.
    table
        What answers are worth.
    validation, test
        Cutoffs and rules are chosen on the one (or across folds of the other), and reported on the other.
    model
        Its name.
    """
    if not any(one.accept != "none" for one in plan.answerers):
        return None
    assert plan.deferral is not None
    reviewing = replace(plan.deferral, reviewing=Reviewing())
    plan = resampled_if_told_apart(plan, test.group)
    budget = plan.budget if plan.budget is not None and plan.budget.unit == "money" else None
    paid = any(float(said.cost.sum()) > 0 for said in test.answers)
    plan = replace(plan, deferral=reviewing, prices=replace(plan.prices, stated=plan.prices.stated or paid))
    total = (
        float(plan.list_size)
        if plan.list_size
        else float(test.n_items if test.weight is None else test.weight.sum())
    )
    names = [one.name for one in test.models if not one.members]
    pool = Pools(plan, validation, test).of(*([model] if model in names else names))
    bench = on_list(plan, money(plan, table, test), pool, None, total, chance=plan.list_size is not None)
    asking = Asking(bench, answerings(bench), people=False)
    alone = Planner([Drawn(way(bench, people=False))])
    both = Planner(alone.ways, alone.nothing, more=asking)
    theirs = Planner(asking.alone(budget) or alone.ways, alone.nothing, both.luck)
    found = [Planner(alone.ways, alone.nothing, both.luck), both, theirs]
    options = tuple(one.plan(budget) for one in found)
    more = tuple(one.over(options[0]) for one in options)
    return AskedBeside(model, total, options, more, asked_of(bench, alone, asking, budget))
