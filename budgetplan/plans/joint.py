"""One plan for both workflows: what a model answers alone, what people review, what is left (METHODS 0.11)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.core.answers import ALONE, LEFT
from budgetplan.domain.decision import FEWEST, Basis, Estimate, LabelsWorth, Refusal, WinnerInterval
from budgetplan.domain.doubt import Doubt
from budgetplan.domain.labelled import ClassifiedSet
from budgetplan.domain.limits import check_total
from budgetplan.domain.plan import Budget, Plan
from budgetplan.domain.prices import MICRO, round_to
from budgetplan.lists.estimates import resampled_if_told_apart
from budgetplan.models.bounds import upper_bound
from budgetplan.models.scaling import scale_decisions, scaled_alike
from budgetplan.models.value import item_weights
from budgetplan.plans.alone import AloneModel, Tried, alone, winners
from budgetplan.plans.answerers import (
    AnsweredList,
    Asking,
    KnownAnswerer,
    answered_list,
    answerings,
    asked_of,
)
from budgetplan.plans.bench import Bench, OwnList, Pooled, Pools, on_list, own_list
from budgetplan.plans.cutoffs import SurfaceCells, cutoff_cells
from budgetplan.plans.ladder import HERE, Rung, ladder_of, leading, times
from budgetplan.plans.option import JointAlternative, Planner
from budgetplan.plans.ways import Drawn, way
from budgetplan.plans.worths import Money, check_worths, money, worth_table

ALPHA = 0.1
"""The bound on errors holds with 90 % confidence."""
SIMPLER = 0.01
"""Where looking ahead brings less than a hundredth more, every answer stands."""
HARSHER = (0.5, 1.0, 2.0, 5.0)
"""How many times as much a wrong answer loses, in the table of error weights."""

WITH_BUDGET = (Decimal(0), Decimal("0.5"), Decimal(1), Decimal("1.5"), Decimal(2))
WITHOUT = (Decimal(0), Decimal("0.25"), Decimal("0.5"), Decimal("0.75"))
"""Multiples of the budget, or of what the unlimited plan spends, in the table of budgets."""
GRID = 12
"""Steps from nothing to twice the budget at which models are compared."""

Rival = Literal["people", "machine", "model, people", "answerer", "answerer, people"]


@dataclass(frozen=True)
class Budgets:
    """``main``: the budget in question, None for no limit. ``reference``: a money, hours or items budget for it.

    ``table`` and ``grid`` (from nothing on) are what else is planned for.
    """

    main: Budget | None
    reference: Budget
    table: tuple[Budget | None, ...]
    grid: tuple[Budget, ...]


@dataclass(frozen=True, eq=False)
class JointPlan:
    """Everything the documents need; counts are items of the list, money in currency units.

    Attributes
    ----------
    planner
        Of the recommended way to decide.
    budgets
        The budget in question and those around it.
    left_out
        Models that cost more than they add.
    models
        What each single model's own plan would come to, by name; none where there is one model only.
    option
        The recommended plan.
    rows, along
        Its like at each budget of the table, and of the grid.
    rivals, over_rivals
        What it is compared with, and how much more net value it has.
    nothing
        Net value of not starting; ``over_nothing`` how much more the plan has.
    winners
        Which single model is worth most at which budgets.
    cells
        Beside it: one cutoff on the confidence for each budget.
    harsher
        The plan where a wrong answer loses so many times as much.
    bound
        With 90 % confidence at most this share of the accepted answers is wrong; None where it cannot be given.
    own_list
        The project's list by its own predictions, for which everything here is then planned; None where there
        are none.
    by_share
        Beside it as a check: the plan as the labelled items stand for the list, share by share.
    labels
        What more labels are worth before deciding; None where there is nothing to say of that.
    answerers
        What is known of each who may be asked for a price.
    answered_list
        The recommended plan on the list itself, where somebody may be asked and the list has predictions; else None.
    ladder
        What each of 21 budgets buys; none where nothing is recommended, or paid.
    """

    plan: Plan
    validation: ClassifiedSet | None
    test: ClassifiedSet
    total: float
    basis: Basis
    planner: Planner
    budgets: Budgets
    left_out: tuple[str, ...]
    models: tuple[AloneModel, ...]
    option: JointAlternative
    rows: tuple[JointAlternative, ...]
    along: tuple[JointAlternative, ...]
    rivals: Mapping[Rival, JointAlternative]
    over_rivals: Mapping[Rival, Estimate]
    nothing: Estimate
    over_nothing: Estimate
    winners: tuple[WinnerInterval, ...]
    cells: SurfaceCells
    harsher: tuple[tuple[float, JointAlternative], ...]
    bound: float | None
    own_list: OwnList | None = None
    by_share: JointAlternative | None = None
    labels: LabelsWorth | None = None
    answerers: tuple[KnownAnswerer, ...] = ()
    answered_list: AnsweredList | None = None
    ladder: tuple[Rung[JointAlternative], ...] = ()

    @property
    def bench(self) -> Bench:
        """The items that the plan is made for."""
        return self.planner.bench

    @property
    def worth(self) -> Money:
        """What items are worth in each state."""
        return self.bench.worth

    @property
    def name(self) -> str:
        """The model that answers: one of the plan, or several together."""
        return self.bench.name

    @property
    def members(self) -> tuple[str, ...]:
        """Of which models it is made, where of several."""
        names = self.bench.pool.members
        return names if len(names) > 1 else ()

    @property
    def single(self) -> AloneModel | None:
        """The best single model by net value; None where there is one only."""
        return max(self.models, key=lambda one: (one.more.value, -one.spend), default=None)

    @property
    def tried(self) -> int:
        """How many models a bound on errors has to hold for: a pool is fixed before, the best single one is not."""
        return 1 if self.plan.mixture else len(self.test.models)

    @property
    def pays_review(self) -> bool:
        """Whether the budget pays for the review of one item that is worth it, if any is."""
        path = self.planner.ways[0].paid
        return path.n_items < 1 or self.bench.purse.affordable(path, self.budgets.main) > 0

    @property
    def cutoff(self) -> float | None:
        """The confidence from which on an answer is worth as much as none; None where classes differ, or more is weighed."""
        if self.worth.by_pairs or self.bench.relabels or self.test.n_classes < 2:
            return None
        right, wrong, left = (float(self.worth.states[name][0]) for name in ("right", "wrong", "left"))
        return (left - wrong) / (right - wrong) if wrong < left < right else 0.0

    @property
    def reviews_lose(self) -> tuple[float, float] | None:
        """What reviewing one of the items left costs on average, and gains over no label, where none is worth it.

        None where some are, where none is left, or where no review costs anything.
        """
        option, bench = self.option, self.bench
        left = option.way.role == LEFT
        weight = bench.count * left
        if not option.starts or option.drawn.path.n_items > 0 or not weight.sum():
            return None
        price = float(np.average(bench.price, weights=weight))
        gain = bench.by_probability(bench.payoffs.seen - bench.payoffs.left)
        return (price, float(np.average(gain, weights=weight))) if price > 0 else None

    @property
    def worth_matrix(self) -> FloatArray:
        """What each answer is worth at each true class, and in the last rows leaving it out and reviewing it."""
        worths = self.bench.payoffs
        return np.vstack([worths.answer, worths.left, worths.seen])

    @property
    def unmet(self) -> bool:
        """Whether nothing is recommended, or the budget does not even pay for using the model."""
        return bool(self.refusal) or not self.bench.purse.pays_model(self.budgets.main)

    @property
    def budget_ends(self) -> bool:
        """Whether people would review more if there were more to spend."""
        option = self.option
        return option.budget is not None and not option.queue_ends and option.stop.most <= option.reviewed

    @property
    def refusal(self) -> Refusal:
        """Why nothing is recommended although a plan could be made; empty where it is."""
        if self.labels_wanted:
            return "few"
        return "" if self.own_list is None else self.own_list.refusal

    @property
    def labels_wanted(self) -> int:
        """How many labels more make enough of them."""
        return max(FEWEST - self.test.n_items, 0)

    @property
    def warnings(self) -> tuple[Doubt, ...]:
        """What makes the result doubtful, beside what the data do."""
        own = self.own_list if self.option.starts else None
        return () if own is None else tuple(own.doubts(self.plan.table, self.test.n_items))


def plan_jointly(
    plan: Plan,
    validation: ClassifiedSet | None,
    test: ClassifiedSet,
    n_listed: float = 0,
    progress: Callable[[int, int], None] | None = None,
    listed: ClassifiedSet | None = None,
) -> JointPlan:
    """Decide on every item for the plan's budget, and say what that gives and how sure it is.

    Parameters
    ----------
    plan
        What the user said; ``plan.deferral.reviewing`` is given.
    validation, test
        Labelled items that give temperatures, if there are any apart, and those that report.
    n_listed
        Items of the project's own list in the table (rows without a label).
    progress
        Called with the models done and their number.
    listed
        The list with the models' predictions, where they are known: it is then planned for by these, and by its
        own prices.
    """
    plan = resampled_if_told_apart(plan, test.group)
    assert plan.deferral is not None
    size = n_listed if listed is None else float(item_weights(listed.n_items, listed.weight).sum())
    validation, test = scale_decisions(plan, validation, test)
    listed = None if listed is None else scaled_alike(listed, test)
    worth = money(plan, worth_table(plan.deferral.worths, test), test)
    check_worths(worth)
    size = float(plan.list_size if plan.list_size is not None else size)
    basis: Basis = "list" if size else "sample"
    total = size or float(item_weights(test.n_items, test.weight).sum())
    pools = Pools(plan, validation, test)

    def planned_for(pool: Pooled, *, by_share: bool = False) -> Bench:
        return on_list(plan, worth, pool, None if by_share else listed, total, chance=basis == "list")

    singles = {one.name: pools.of(one.name) for one in test.models}
    for pool in singles.values():
        one = planned_for(pool)
        most = float(np.maximum(one.limited, one.known_cost) @ one.count)
        check_total(plan.prices, most, one.purse.model_cost, total)
    pool, left_out = pools.let_in(lambda pool: _planner(planned_for(pool))[0].best(plan.budget)[1].mean)
    bench, by_share = planned_for(pool), planned_for(pool, by_share=True)
    if progress is not None:
        progress(0, 1)
    planner, asking = _planner(bench)
    all_stand = None if asking is None else asking.all_stand
    budgets = budgets_around(planner)
    main = planner.plan(budgets.main)

    def harsher(factor: float) -> JointAlternative:
        """Return the plan if wrong answers lost so many times as much; what nobody decides on loses nothing by it."""
        if factor == 1:
            return main
        heavier = replace(bench, worth=worth.with_wrong_answers_times(factor))
        return _planner(heavier, planner.nothing, all_stand=all_stand)[0].plan(budgets.main)

    rivals = _ways(planner, asking, budgets.main)
    nothing = planner.idle()
    tried = [Tried(planned_for(one, by_share=True)) for _, one in sorted(singles.items())]
    together = Tried(by_share)
    found = JointPlan(
        plan=plan,
        validation=validation,
        test=test,
        total=total,
        basis=basis,
        planner=planner,
        budgets=budgets,
        left_out=left_out,
        models=alone(tried, together, budgets.main, plan.seed) if len(tried) > 1 else (),
        option=main,
        rows=tuple(map(planner.plan, budgets.table)),
        along=tuple(map(planner.plan, budgets.grid)),
        rivals=rivals,
        over_rivals={kind: main.over(one) for kind, one in rivals.items()},
        nothing=nothing.net,
        over_nothing=main.over(nothing),
        winners=winners(tried, budgets.grid),
        cells=cutoff_cells(planner.ways[0].way, budgets.grid, budgets.main),
        harsher=tuple((factor, harsher(factor)) for factor in HARSHER),
        bound=_bound(validation, together, main, 1 if plan.mixture else len(test.models)),
        own_list=own_list(bench, main.handled, bench.total - main.left.value),
        by_share=_planner(by_share, all_stand=all_stand)[0].plan(budgets.main) if bench.on_list else None,
        answerers=() if asking is None else asked_of(bench, planner, asking, budgets.main),
        answered_list=answered_list(main, budgets.main) if bench.on_list and asking is not None else None,
    )
    return found if found.unmet else replace(found, labels=_labels(found), ladder=_ladder(found))


def _planner(
    bench: Bench, nothing: Drawn | None = None, *, all_stand: bool | None = None
) -> tuple[Planner, Asking | None]:
    """Return plans of the best way to decide, and the ways in which somebody is asked.

    People alone are a way of their own: where models are less often right than they say, that is worth more.
    ``all_stand``: whether every answer stands that may; None: where looking ahead brings less than a hundredth more.
    """
    plain = [Drawn(way(bench)), Drawn(way(bench, model=False))]
    if not bench.plan.answerers:
        return Planner(plain, nothing), None
    every, budget, tried = answerings(bench), bench.plan.budget, []
    for simple in (True, False) if all_stand is None else (all_stand,):
        asking = Asking(bench, every, all_stand=simple)
        planner = Planner(plain, nothing, more=asking)
        nothing = planner.nothing
        tried.append((planner, asking, planner.best(budget)[1].mean - planner.left))
    return tried[0][:2] if tried[0][2] * (1 + SIMPLER) >= tried[-1][2] else tried[-1][:2]


def _ways(planner: Planner, asking: Asking | None, budget: Budget | None) -> dict[Rival, JointAlternative]:
    """Return what joining is compared with: the same with options left out, in the same draws."""
    both, people = planner.ways
    machine = Drawn(way(planner.bench, people=False))
    ways: dict[Rival, list[Drawn]] = {"people": [people], "machine": [machine]}
    if asking is not None:
        ways["answerer"] = asking.alone(budget) or [planner.nothing]
        ways["model, people"] = [both, people]
        ways["answerer, people"] = [people, *asking.beside(budget, model=False), *asking.alone(budget)]
    return {kind: Planner(each, planner.nothing, planner.luck).plan(budget) for kind, each in ways.items()}


def _labels(found: JointPlan) -> LabelsWorth | None:
    """Return what knowing everything would add at most, beside what one label costs (METHODS L); None without draws."""
    plan, bench, option = found.plan, found.bench, found.option
    assert plan.deferral is not None
    if not plan.resamples:
        return None
    in_money = plan.prices.stated or plan.deferral.worths.unit == "money"
    price = float(np.average(bench.price, weights=bench.count)) if plan.prices.stated else None
    return LabelsWorth(
        "money" if in_money else "right answers",
        found.test.n_items,
        bench.total if bench.chance else None,
        price,
        max(found.planner.best_known(option) - option.stop.mean, 0.0),
    )


def _ladder(found: JointPlan) -> tuple[Rung[JointAlternative], ...]:
    """Return what each budget of the ladder buys, and who leads there: of one model alone nobody asks.

    There is none where no budget is set and the plan takes nothing; else whatever pays for that plan buys it, and no more.
    """
    planner, option, main = found.planner, found.option, found.budgets.main
    prices = found.plan.prices
    spent = Budget(option.spend) if prices.stated else Budget(Decimal(option.reviewed), "items")
    base = spent if main is None else main
    if main is None and base.amount <= 0:
        return ()
    rungs = []
    for place, (percent, budget) in enumerate(ladder_of(base, prices.minor_digits)):
        bought = option if main is None and place >= HERE else planner.plan(budget)
        ahead = leading(found.winners, budget.amount) if found.models and budget.amount > 0 else ()
        rungs.append(Rung(percent, budget, bought, ahead))
    return tuple(rungs)


def _bound(
    validation: ClassifiedSet | None, together: Tried, main: JointAlternative, tried: int
) -> float | None:
    """Return the exact bound on errors among answers that stand, for a rule that was fixed on other items."""
    test = together.bench.data
    if validation is None or test.weight is not None or test.group is not None or not main.starts:
        return None
    kept = together.way.role == ALONE
    shares = main.way.shares(main.reviewed)
    if (shares > 0).any():
        kept &= together.way.key < main.way.key[shares > 0].min()
    n, wrong = int(kept.sum()), int((together.way.answer != test.truth)[kept].sum())
    return upper_bound(wrong, n, ALPHA / tried) if n else None


def budgets_around(planner: Planner) -> Budgets:
    """Return the budgets of a plan; without one they lie around what the unlimited plan spends."""
    plan = planner.bench.plan
    main, digits = plan.budget, plan.prices.minor_digits
    if main is not None:
        reference = main
    else:  # what the plan spends that no budget limits; if nothing, what reviewing everything costs
        bench, (_, stop) = planner.bench, planner.best(None)
        reference = Budget(stop.spend)
        if not plan.prices.stated:
            reference = Budget(Decimal(stop.reviewed or int(bench.total)), "items")
        elif stop.spend <= 0:
            whole = Decimal(repr(float(bench.count @ bench.known_cost) / MICRO))
            reference = Budget(max(round_to(whole, digits), Decimal(1)))
    factors = WITHOUT if main is None else WITH_BUDGET
    table: list[Budget | None] = [
        reference if factor == 1 else times(reference, factor, digits) for factor in factors
    ]
    if main is None:
        table.append(None)
    most = 2 if main is not None else 1
    grid = [times(reference, Decimal(most * step) / GRID, digits) for step in range(GRID + 1)]
    return Budgets(main, reference, tuple(dict.fromkeys(table)), tuple(dict.fromkeys(grid)))
