"""How often the interval of the difference of two plans contains the truth, where both are made on the same labels.

Run ``python tests/simulations/scenarios.py [--projects 200] [--row 1,000]``. A project draws labelled items from the
population of ``coverage.py`` (15 % entries, two models) or of ``joint_one_set.py`` (a classifier and people); the
package makes two plans on them and takes the first from the second. The truth is what both printed plans bring, as
shares of the list, in 400,000 items of the population; where the project has a list, in that list, drawn afresh.
"""

from __future__ import annotations

import time
from contextlib import nullcontext
from dataclasses import dataclass, replace
from decimal import Decimal

import coverage as world
import joint_one_set as joint_world
import numpy as np
import screening

from budgetplan.domain.items import UNLABELLED, Items, ModelOutput
from budgetplan.domain.plan import MIXTURE, Budget, Columns, Plan, Values
from budgetplan.domain.prices import MICRO, Prices
from budgetplan.evidence.paths import gather
from budgetplan.metrics.ranking.mixture import normal_places
from budgetplan.planning.compare.outcome import PlanOutcome, gap
from budgetplan.planning.compare.replicated import of_joint
from budgetplan.planning.filter.analysis import analyse
from budgetplan.planning.filter.recommendation import recommend
from budgetplan.planning.joint import solve as joint
from budgetplan.planning.joint.recommendation import recommend as recommend_joint

POPULATION = 400_000
MODELS = tuple(world.SKILL)


@dataclass(frozen=True)
class Side:
    """One of the two plans.

    ``budget``: a share of the items at the mean price of a review, None: no limit; ``price`` of every review, None:
    each item has its own; ``worth`` of an entry, None: none; ``models`` that are there.
    """

    budget: float | None = 0.2
    price: float | None = None
    worth: float | None = world.WORTH
    models: tuple[str, ...] = ("fine",)
    mixture: bool = False


@dataclass(frozen=True)
class Setup:
    """Two plans on so many labelled items; the list is so many times these (0: none), with or without scores."""

    first: Side
    other: Side
    labelled: int
    lists: int = 0
    scored: bool = False


@dataclass(frozen=True)
class JointSetup:
    """Two joint plans on validation and test items: what budgets pay for, of a hundred items; models that are there."""

    labelled: int
    budgets: tuple[int, int]
    models: tuple[int, int] = (1, 1)


MONEY = Side(worth=None)
PAIRS = {
    "half the budget, no worth": (MONEY, replace(MONEY, budget=0.1)),
    "half the budget": (Side(), Side(budget=0.1)),
    "dearer reviews": (Side(None, 0.6), Side(None, 1.0)),
    "a further model": (Side(0.1, models=("coarse",)), Side(0.1, models=MODELS)),
    "a mixture": (Side(0.1), Side(0.1, models=MODELS, mixture=True)),
}
SETUPS = {
    **{f"{name}, {n:,}": Setup(*pair, n) for name, pair in PAIRS.items() for n in (250, 1000)},
    **{
        f"{name}, 500, list of 2,500": Setup(*PAIRS[name], 500, 5)
        for name in ("half the budget", "dearer reviews")
    },
    **{
        f"{name}, 500, list of 2,500 with scores": Setup(*PAIRS[name], 500, 5, scored=True)
        for name in ("half the budget", "dearer reviews", "a further model")
    },
    "joint, six times the budget, 400 and 400": JointSetup(400, budgets=(10, 60)),
    "joint, a further model, 400 and 400": JointSetup(400, budgets=(10, 10), models=(1, 2)),
}


def the_plan(side, setup, resamples, seed):
    """Return the plan of one side."""
    size = setup.labelled * max(setup.lists, 1)
    money = (
        None if side.budget is None else Decimal(round(world.FIXED + world.MEAN_COST * size * side.budget))
    )
    each = {"listed": True} if side.price is None else {"per_item": Decimal(str(side.price))}
    return Plan(
        table="",
        columns=Columns(label="label"),
        positive=("yes",),
        models=(),
        prices=Prices(stated=True, currency="EUR", fixed={"guidelines": Decimal(str(world.FIXED))}, **each),
        values=None if side.worth is None else Values({"yes": Decimal(str(side.worth))}),
        budget=None if money is None else Budget(money),
        list_size=size if setup.lists and not setup.scored else None,
        resamples=resamples,
        seed=seed,
        mixture=side.mixture,
    )


def solved(plan, side, drawn, listed):
    """Return the analysis of a plan; ``listed``: the list's own items, whose scores are known; None: they are not."""
    label, score, cost = drawn.label, {name: drawn.score[name] for name in side.models}, drawn.cost
    if listed is not None:
        label = np.append(label, np.full(len(listed.label), UNLABELLED))
        score = {name: np.append(each, listed.score[name]) for name, each in score.items()}
        cost = np.append(cost, listed.cost)
    items = Items(
        ids=tuple(f"{place:06}" for place in range(len(label))),
        classes=("no", "yes"),
        label=label,
        listed_cost=cost if side.price is None else None,
    )
    return analyse(gather(plan, items, [ModelOutput(name, each) for name, each in score.items()]))


class Truth:
    """Items whose labels are known, in the order of any model."""

    def __init__(self, drawn):
        self.drawn, self.sums, self.places = drawn, {}, {}

    def of(self, side, found):
        """Return labels and costs summed along the order of a model, from 0, with a price of its own each."""
        if found.lead.name == MIXTURE:
            mixture = found.evidence.mixture
            for name in mixture.members:
                if name not in self.places:
                    self.places[name] = normal_places(self.drawn.score[name])
            return self._along(side, mixture.score(self.places))
        key = (found.lead.name, side.price)
        if key not in self.sums:
            self.sums[key] = self._along(side, self.drawn.score[found.lead.name])
        return self.sums[key]

    def _along(self, side, score):
        cost = self.drawn.cost if side.price is None else np.full(len(score), side.price * MICRO)
        order = np.lexsort((cost, -score))
        return tuple(np.append(0.0, np.cumsum(each[order])) for each in (self.drawn.label, cost / MICRO))

    def brings(self, side, found, size):
        """Return net value and entries of the printed stop, in a list of so many items."""
        (label, cost), items = self.of(side, found), recommend(found).reviewed.value
        scale = size / len(self.drawn.label)
        entries, spent = (each[round(items / scale)] * scale for each in (label, cost))
        return (side.worth or 0.0) * entries - (spent + world.FIXED if items else 0.0), entries


def outcome(plan, recommendation, replicated):
    """Return one plan as it is compared."""
    return PlanOutcome("", plan, recommendation, replicated, {}, {}, "")


def projects_of(setup, projects, resamples):
    """Yield the difference as it is said, and the true ones of net value and entries."""
    size, none = setup.labelled * max(setup.lists, 1), np.zeros((2, 0))
    sides = (setup.first, setup.other)
    truth = Truth(world.draw_within(np.random.default_rng(0), None, POPULATION, none))
    for project in range(projects):
        rng = np.random.default_rng([project, setup.labelled, setup.lists, 11])
        drawn = world.draw_within(rng, None, setup.labelled, none)
        if setup.lists:
            truth = Truth(world.draw_within(rng, None, size, none))
        plans = [the_plan(side, setup, resamples, project) for side in sides]
        listed = truth.drawn if setup.scored else None
        found = [solved(plan, side, drawn, listed) for plan, side in zip(plans, sides, strict=True)]
        first, other = (
            outcome(plan, recommend(one), one.replicated) for plan, one in zip(plans, found, strict=True)
        )
        true = np.diff(
            [truth.brings(side, one, size) for side, one in zip(sides, found, strict=True)], axis=0
        )
        yield gap(other, first), *true[0]


def joint_projects_of(setup, projects, resamples):
    """Yield the same of two joint plans."""
    n, most = setup.labelled, max(setup.models)
    population = joint_world.draw(np.random.default_rng(0), joint_world.POPULATION, most, "p")
    for project in range(projects):
        rng = np.random.default_rng([project, n, most, 11])
        test = joint_world.draw(rng, n, most, "t")
        validation = joint_world.draw(rng, n, most, "v")
        sides, true = [], []
        for hundredths, models in zip(setup.budgets, setup.models, strict=True):
            plan = replace(
                joint_world.plan(n, models, resamples, project),
                budget=Budget(joint_world.PRICE * (n * hundredths // 100)),
                mixture=False,
            )
            sets = [replace(one, models=one.models[:models]) for one in (validation, test)]
            found = joint.plan_jointly(plan, *sets)
            sides.append(outcome(plan, recommend_joint(found), of_joint(found.option)))
            true.append(np.array(joint_world.in_population(found, population, plan))[[0, 2]])
        yield gap(sides[1], sides[0]), *(true[1] - true[0])


def cells(said, true):
    """Return what is said and true on average, how often and where the interval held it, and how wide it is."""
    value, low, high = np.array([(one.value, one.low, one.high) for one in said]).T
    off, under, over = value - true, true > high + 1e-6, true < low - 1e-6
    noise = off.std()
    shares = [f"{100 * each.mean():.1f}" for each in (~(under | over), under, over)]
    width = f"{(high - low).mean() / (2 * 1.959964 * noise):.2f}" if noise > 0 else ""
    return [
        f"{value.mean():.1f}",
        f"{true.mean():.1f}",
        f"{noise / np.sqrt(len(off)):.1f}",
        *shares,
        width,
    ]


def run(name, setup, projects, resamples):
    """Print one row: entries, then net value."""
    start = time.process_time()
    jointly = isinstance(setup, JointSetup)
    drawn = (joint_projects_of if jointly else projects_of)(setup, projects, resamples)
    with joint_world.only_what_is_counted() if jointly else nullcontext():
        told = [one for one in drawn if one[0] is not None]
    gaps, net, found = zip(*told, strict=True)
    shown = cells([one.found for one in gaps], np.array(found))
    if gaps[0].net is not None:
        shown += cells([one.net for one in gaps], np.array(net))
    print(
        f"| {name} | {len(told)} | " + " | ".join(shown) + f" | ({time.process_time() - start:.0f} s)",
        flush=True,
    )


COLUMNS = ("said", "true", "s.e.", "held %", "above %", "below %", "width")

if __name__ == "__main__":
    heads = " | ".join(f"{what}: {column}" for what in ("entries", "net") for column in COLUMNS)
    screening.run_rows(SETUPS, f"| plans | projects | {heads} |", 300, run)
