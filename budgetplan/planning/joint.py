"""One plan for both workflows: what a model answers alone, what people review, what is left (METHODS Part J)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

import numpy as np

from budgetplan.domain.classified import ClassifiedSet
from budgetplan.domain.decision import Basis, Estimate, Rule, WinnerInterval
from budgetplan.domain.items import FloatArray
from budgetplan.domain.plan import Budget, Plan
from budgetplan.metrics.guarantee import upper_bound
from budgetplan.metrics.surface import Outcome, surface
from budgetplan.metrics.widening import widened
from budgetplan.planning.budgets import Budgets, budgets_around
from budgetplan.planning.contest import gaps, is_firm, leader, won
from budgetplan.planning.doubts import Doubt, Kind
from budgetplan.planning.estimates import estimate, paired, resampled_if_told_apart
from budgetplan.planning.joint_choice import Applied, Planner
from budgetplan.planning.joint_noise import Noise, Replicates
from budgetplan.planning.joint_winners import winners
from budgetplan.planning.optimism import Repeated, repeat_choice
from budgetplan.planning.own_list import OwnList, on_own_list
from budgetplan.planning.scaling import scale_decisions
from budgetplan.planning.selective import worth_table
from budgetplan.planning.sides import Money, check_worths, money

ALPHA = 0.1
"""The bound on errors holds with 90 % confidence."""
HARSHER = (0.5, 1.0, 2.0, 5.0)
"""How many times as much a wrong answer loses, in the table of error weights."""
CELLS = 40
"""Cutoffs and budgets of the displayed surface."""

Rival = Literal["people", "machine", "all deferred"]
RIVALS: tuple[Rival, ...] = ("people", "machine", "all deferred")
"""What joining is compared with: people alone, the model alone, and reviewing everything that is deferred."""


@dataclass(frozen=True, eq=False)
class Option:
    """A plan on the test items with its intervals, in items of the list and currency units.

    ``found``: right labels that come out, of the classes collected where any are named, else of all.
    """

    applied: Applied
    net: Estimate
    spend: Estimate
    accepted: Estimate
    wrong: Estimate
    reviewed: Estimate
    left: Estimate
    found: Estimate
    replicates: Replicates | None

    @property
    def starts(self) -> bool:
        """Whether anything is answered or reviewed."""
        return self.applied.split.accepted > 0 or self.applied.reviewed > 0

    @property
    def net_replicates(self) -> FloatArray | None:
        """Net value in every resample, widened where whole groups are resampled."""
        return None if self.replicates is None else widened(self.replicates.net, self.replicates.widening)


@dataclass(frozen=True, eq=False)
class Standing:
    """One model at the budget in question: see :class:`budgetplan.planning.contest.Competitor`."""

    planner: Planner
    option: Option
    mean_objective: float

    @property
    def name(self) -> str:
        """Name of the model."""
        return self.planner.name

    @property
    def objective(self) -> float:
        """Net value on the test items."""
        return self.option.applied.net

    @property
    def replicates(self) -> FloatArray | None:
        """Net value in every resample."""
        return self.option.net_replicates

    @property
    def room(self) -> float:
        """Nothing: what the values of the items leave open is not known."""
        return 0.0


@dataclass(frozen=True, eq=False)
class Cells:
    """The surface of one model for display: outcomes by cutoff and budget, shape (cutoffs, budgets)."""

    cutoffs: FloatArray
    shares: FloatArray
    budgets: tuple[Budget, ...]
    outcome: Outcome


@dataclass(frozen=True, eq=False)
class JointPlan:
    """Everything the documents need; counts are items of the list, money in currency units.

    Attributes
    ----------
    budgets
        The budget in question and those around it.
    standings
        The models at the budget in question, in the order of their names; ``chosen`` the recommended one.
    rule, firm, differences, won
        As in the contest of review queues (METHODS F8).
    rows, along
        The recommended model's plan at each budget of the table, and of the grid.
    rivals, over_rivals
        What its plan is compared with, and how much more net value it has.
    nothing
        Net value of not starting; ``over_nothing`` how much more the plan has.
    winners
        Which model leads at which budgets.
    harsher
        Its plan where a wrong answer loses so many times as much.
    repeated
        The choice of cutoff and stop repeated in resamples; None without resampling.
    bound
        With 90 % confidence at most this share of the accepted answers is wrong; None where it cannot be given.
    own_list
        The plan on the project's list by the list's own predictions; None where there are none.
    """

    plan: Plan
    validation: ClassifiedSet | None
    test: ClassifiedSet
    worth: Money
    total: float
    basis: Basis
    budgets: Budgets
    standings: tuple[Standing, ...]
    chosen: Standing
    rule: Rule
    firm: bool | None
    differences: Mapping[str, Estimate]
    won: Mapping[str, float | None]
    rows: tuple[Option, ...]
    along: tuple[Option, ...]
    rivals: Mapping[Rival, Option]
    over_rivals: Mapping[Rival, Estimate]
    nothing: Estimate
    over_nothing: Estimate
    winners: tuple[WinnerInterval, ...]
    cells: Cells
    harsher: tuple[tuple[float, Option], ...]
    repeated: Repeated | None
    bound: float | None
    own_list: OwnList | None = None

    @property
    def option(self) -> Option:
        """The recommended plan."""
        return self.chosen.option

    @property
    def warnings(self) -> tuple[Doubt, ...]:
        """What makes the result doubtful, beside what the data do."""
        own = self.own_list
        if own is None or own.alike or not self.option.starts:
            return ()
        names = (self.chosen.name,)
        return (Doubt(Kind.LIST_UNLIKE, self.plan.table, n=own.n_items, names=names, value=own.distance),)


def plan_jointly(
    plan: Plan,
    validation: ClassifiedSet | None,
    test: ClassifiedSet,
    n_listed: int = 0,
    progress: Callable[[int, int], None] | None = None,
    listed: ClassifiedSet | None = None,
) -> JointPlan:
    """Choose model, cutoff and stop for the plan's budget, and say what that gives and how sure it is.

    Parameters
    ----------
    plan
        What the user said; ``plan.deferral.reviewing`` is given.
    validation, test
        As :func:`budgetplan.planning.selective.select` takes them.
    n_listed
        Items of the project's own list in the table (rows without a label).
    progress
        Called with the models done and their number.
    listed
        The list with the models' predictions, where they are known.
    """
    plan = resampled_if_told_apart(plan, test.group)
    assert plan.deferral is not None
    validation, test = scale_decisions(plan, validation, test)
    worth = money(plan, worth_table(plan.deferral.worths, test), test)
    check_worths(worth)
    total, basis = _list(plan, test, n_listed)
    planners = [
        Planner(plan, worth, validation, test, said, total)
        for said in sorted(test.models, key=lambda one: one.name)
    ]
    budgets = budgets_around(plan, planners)
    noise = Noise(test, total, plan.resamples, plan.seed, round(total) if basis == "list" else None)
    options: list[dict[Budget | None, Option]] = []
    for done, planner in enumerate(planners):
        if progress is not None:
            progress(done, len(planners))
        found = _options(planner, noise, planner.plans(budgets.all))
        options.append(dict(zip(budgets.all, found, strict=True)))
    standings = tuple(
        Standing(planner, own[budgets.main], _mean(own, budgets.five))
        for planner, own in zip(planners, options, strict=True)
    )
    place, rule = leader(standings)
    chosen, own = standings[place], options[place]
    differences = gaps(standings, place)
    others = [chosen.planner.plans([budgets.main], kind)[0] for kind in RIVALS]
    *ways, nothing = _options(chosen.planner, noise, [*others, chosen.planner.not_starting()])
    rivals = dict(zip(RIVALS, ways, strict=True))
    return JointPlan(
        plan=plan,
        validation=validation,
        test=test,
        worth=worth,
        total=total,
        basis=basis,
        budgets=budgets,
        standings=standings,
        chosen=chosen,
        rule=rule,
        firm=is_firm(rule, chosen.name, differences),
        differences=MappingProxyType(differences),
        won=MappingProxyType(won(standings)),
        rows=tuple(own[budget] for budget in budgets.table),
        along=tuple(own[budget] for budget in budgets.grid),
        rivals=MappingProxyType(rivals),
        over_rivals=MappingProxyType({kind: _over(chosen.option, one) for kind, one in rivals.items()}),
        nothing=nothing.net,
        over_nothing=_over(chosen.option, nothing),
        winners=winners(
            budgets.grid, {one.name: own for one, own in zip(planners, _curves(options, budgets), strict=True)}
        ),
        cells=_cells(chosen, budgets.grid),
        harsher=_harsher(plan, worth, validation, test, chosen, total, budgets.main),
        repeated=None if noise.off else repeat_choice(chosen.planner, chosen.option.applied, noise),
        bound=_bound(validation, test, chosen.option.applied),
        own_list=None
        if listed is None
        else on_own_list(chosen.planner, chosen.option.applied, worth, listed),
    )  # fmt: skip


def _list(plan: Plan, test: ClassifiedSet, n_listed: int) -> tuple[float, Basis]:
    """Return how many items counts refer to, and whether they are the project's own list."""
    size = plan.list_size if plan.list_size is not None else n_listed
    if size:
        return float(size), "list"
    return float(test.n_items if test.weight is None else test.weight.sum()), "sample"


def _options(planner: Planner, noise: Noise, plans: Sequence[Applied]) -> list[Option]:
    """Return plans of one model with their intervals."""
    replicates: Sequence[Replicates | None] = noise.replicate(planner, plans) or [None] * len(plans)
    return [make_option(planner, one, repeats) for one, repeats in zip(plans, replicates, strict=True)]


def make_option(planner: Planner, applied: Applied, repeats: Replicates | None) -> Option:
    """Return a plan with the intervals of its replicates."""
    outcome, total = applied.outcome, planner.test.total
    by = 1.0 if repeats is None else repeats.widening

    def of(name: str, value: float) -> Estimate:
        if repeats is None:
            return Estimate(value)
        each = getattr(repeats, name)
        if name == "net":
            return estimate(value, each, by)
        # No resample spends more than the budget.
        return estimate(value, each, by, least=0.0, most=float(each.max()) if name == "spend" else total)

    left = float(outcome.unreviewed)
    return Option(
        applied=applied,
        net=of("net", applied.net),
        spend=of("spend", float(applied.spend)),
        accepted=of("accepted", float(outcome.accepted)),
        wrong=_wrong(planner, applied, repeats),
        reviewed=of("reviewed", float(outcome.reviewed)),
        left=estimate(left, None if repeats is None else repeats.left(total), by, least=0.0, most=total),
        found=of("found", applied.found),
        replicates=repeats,
    )


def _wrong(planner: Planner, applied: Applied, repeats: Replicates | None) -> Estimate:
    """Return how many accepted answers are wrong; none or all on the test items gets the exact interval."""
    wrong, accepted = applied.split.wrong, applied.split.accepted
    if repeats is None or (0 < wrong < accepted) or accepted == 0:
        if repeats is None:
            return Estimate(wrong)
        return estimate(wrong, repeats.wrong, repeats.widening, least=0.0, most=planner.test.total)
    test = planner.test.data
    # Weighted or grouped items say less than their number; the number of groups at least is independent.
    tried = float(applied.accepted.sum()) if test.group is None else float(
        len(np.unique(test.group[applied.accepted]))
    )  # fmt: skip
    if wrong == 0:
        return Estimate(0.0, 0.0, upper_bound(0, tried, 0.025) * accepted)
    return Estimate(wrong, (1 - upper_bound(0, tried, 0.025)) * accepted, accepted)


def _mean(own: Mapping[Budget | None, Option], five: Sequence[Budget]) -> float:
    """Return the mean net value over five budgets and the resamples (METHODS F8)."""
    means = []
    for budget in five:
        one = own[budget]
        means.append(one.applied.net if one.net_replicates is None else float(one.net_replicates.mean()))
    return float(np.mean(means))


def _over(option: Option, other: Option) -> Estimate:
    """Return how much more net value one plan has than another, paired by resample."""
    return paired(option.applied.net - other.applied.net, option.net_replicates, other.net_replicates)


def _curves(
    options: Sequence[Mapping[Budget | None, Option]], budgets: Budgets
) -> list[tuple[FloatArray, FloatArray | None]]:
    """Return each model's net value at the budgets of the grid, and in every resample, (resamples, grid)."""
    curves = []
    for own in options:
        found = [own[budget] for budget in budgets.grid]
        repeats = [one.net_replicates for one in found if one.net_replicates is not None]
        values = np.array([one.applied.net for one in found])
        curves.append((values, np.stack(repeats, axis=1) if repeats else None))
    return curves


def _cells(chosen: Standing, grid: Sequence[Budget]) -> Cells:
    """Return the surface of the recommended model at cutoffs that leave equal steps of the items to people."""
    planner = chosen.planner
    family = chosen.option.applied.deployed.family
    stakes, ranking = planner.test.stakes[family], planner.test.rankings[family]
    key = np.sort(stakes.confidence)
    steps = key[np.unique(np.round(np.linspace(0, len(key) - 1, CELLS)).astype(np.int64))]
    cutoffs = np.unique(np.concatenate([steps, [np.inf]]))
    amounts = np.linspace(0, float(grid[-1].amount), CELLS)
    shown = tuple(
        Budget(type(grid[-1].amount)(repr(float(one))), grid[-1].unit, grid[-1].covers) for one in amounts
    )
    limits = np.array([planner.purse.limit(budget) for budget in shown])
    outcome = surface(stakes, ranking, cutoffs, limits, planner.tariff)
    return Cells(cutoffs, outcome.accepted[:, 0] / planner.test.total, shown, outcome)


def _harsher(
    plan: Plan,
    worth: Money,
    validation: ClassifiedSet | None,
    test: ClassifiedSet,
    chosen: Standing,
    total: float,
    budget: Budget | None,
) -> tuple[tuple[float, Option], ...]:
    """Return the recommended model's plan if wrong answers lost so many times as much."""
    rows = []
    for factor in HARSHER:
        planner, applied = chosen.planner, chosen.option.applied
        if factor != 1:
            heavier = worth.with_wrong_answers_times(factor)
            planner = Planner(plan, heavier, validation, test, planner.said, total)
            applied = planner.plans([budget])[0]
        rows.append((factor, make_option(planner, applied, None)))
    return tuple(rows)


def _bound(validation: ClassifiedSet | None, test: ClassifiedSet, applied: Applied) -> float | None:
    """Return the exact bound on errors for a cutoff that was fixed on other items."""
    accepted = int(applied.accepted.sum())
    if validation is None or test.weight is not None or test.group is not None or not accepted:
        return None
    said = next(one for one in test.models if one.name == applied.model)
    wrong = int((said.predicted != test.truth)[applied.accepted].sum())
    # The model was chosen on the same items: a bound that holds for every model at once holds for this one.
    return upper_bound(wrong, accepted, ALPHA / len(test.models))
