"""One plan for both workflows: what a model answers alone, what people review, what is left (METHODS Part J)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from types import MappingProxyType
from typing import Literal

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.decision import Basis, Estimate, LabelsWorth, Refusal, Rule, WinnerInterval
from budgetplan.domain.doubt import Doubt, DoubtKind
from budgetplan.domain.labelled import ClassifiedSet
from budgetplan.domain.plan import MEAN, Budget, Plan
from budgetplan.forecast.support import doubts_of_support, labels_to_draw
from budgetplan.intervals.comparison import Rivals, close_ones, gaps, is_firm, rivals, won
from budgetplan.intervals.estimates import resampled_if_told_apart
from budgetplan.intervals.leads import winners
from budgetplan.metrics.answers.guarantee import upper_bound
from budgetplan.metrics.answers.value import worth_matrix
from budgetplan.metrics.payoffs.best_plans import Among
from budgetplan.metrics.payoffs.surface import Outcome, surface
from budgetplan.planning.asking.answered_list import AnsweredList, answered_list
from budgetplan.planning.asking.answerers import asking_of
from budgetplan.planning.asking.dropping import KnownAnswerer, asked_of
from budgetplan.planning.defer.mean_model import averaged_alike, with_mean
from budgetplan.planning.defer.scaling import scale_decisions, scaled_alike
from budgetplan.planning.defer.solve import worth_table
from budgetplan.planning.joint.budgets import Budgets, budgets_around
from budgetplan.planning.joint.labels import Chooser, labels_worth
from budgetplan.planning.joint.list_choice import Off, flattered_model, flattered_plans
from budgetplan.planning.joint.list_side import ListNoise, ListPlanner, listed_size
from budgetplan.planning.joint.models import Candidate, by_validation, flattered, on_validation, recommended
from budgetplan.planning.joint.noise import JointResamples, Replicates
from budgetplan.planning.joint.optimism import Repeated, repeat_choice
from budgetplan.planning.joint.option import JointAlternative, make_option, repeated
from budgetplan.planning.joint.own_list import OwnList, own_list
from budgetplan.planning.joint.plans import WAYS, Applied, Planner, whole_depth
from budgetplan.planning.joint.sides import Money, check_worths, money
from budgetplan.planning.ladder.of_joint import PlannedRung, Plans, rungs_of_joint, steps_of_joint
from budgetplan.planning.ladder.rungs import Rung

ALPHA = 0.1
"""The bound on errors holds with 90 % confidence."""
HARSHER = (0.5, 1.0, 2.0, 5.0)
"""How many times as much a wrong answer loses, in the table of error weights."""
CELLS = 40
"""Cutoffs and budgets of the displayed surface."""

Rival = Literal["people", "machine", "all deferred", "model, people", "answerer", "answerer, people"]
RIVALS: tuple[Rival, ...] = ("people", "machine", "all deferred")
"""What joining is compared with: people alone, the model alone, and reviewing everything that is deferred."""
WITH_ANSWERER: tuple[Rival, ...] = ("people", "machine", "answerer", "model, people", "answerer, people")
"""The same where an answerer may be asked: each alone, and people with either."""


@dataclass(frozen=True, eq=False)
class Standing:
    """One model at the budget in question: see :class:`budgetplan.intervals.comparison.Competitor`."""

    planner: Planner
    option: JointAlternative
    mean_objective: float

    @property
    def name(self) -> str:
        """Name of the model."""
        return self.planner.name

    @property
    def objective(self) -> float:
        """Net value on the test items."""
        return self.option.net.value

    @property
    def replicates(self) -> FloatArray | None:
        """Net value in every resample."""
        return self.option.net_replicates

    @property
    def room(self) -> float:
        """Nothing: what the values of the items leave open is not known."""
        return 0.0

    @property
    def preference(self) -> tuple[Decimal, int, bool, str]:
        """What settles a tie, least first: all that is spent, items reviewed, a mean of models last, the name."""
        applied = self.option.applied
        return applied.spend, applied.reviewed, bool(self.planner.said.members), self.name


@dataclass(frozen=True, eq=False)
class SurfaceCells:
    """The surface of one model for display: outcomes by cutoff and budget, shape (cutoffs, budgets)."""

    cutoffs: FloatArray
    shares: FloatArray
    budgets: tuple[Budget, ...]
    outcome: Outcome

    @property
    def by_share(self) -> tuple[FloatArray, FloatArray]:
        """The different shares of answers accepted, rising, and the net values of each, shape (shares, budgets)."""
        shares, first = np.unique(np.round(self.shares, 9), return_index=True)
        return shares, self.outcome.net[first]


@dataclass(frozen=True, eq=False)
class JointPlan:
    """Everything the documents need; counts are items of the list, money in currency units.

    Attributes
    ----------
    budgets
        The budget in question and those around it.
    standings
        The models at the budget in question, in the order of their names; ``chosen`` the recommended one,
        ``single`` the one that is recommended if no mean of models is among them.
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
        The project's list by its own predictions, for which everything here is then planned; None where there
        are none.
    by_share
        Beside it as a check: the same model's plan as the test items stand for the list, share by share.
    labels
        What more labels are worth before deciding; None where there is nothing to say of that.
    answerers
        What is known of each who may be asked for a price.
    answered_list
        The recommended plan on the list itself, where somebody may be asked and the list has predictions; else None.
    ladder
        What each of 21 budgets buys by the recommended model; none where nothing is recommended, or paid.
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
    single: Standing
    rule: Rule
    firm: bool | None
    differences: Mapping[str, Estimate]
    won: Mapping[str, float | None]
    rows: tuple[JointAlternative, ...]
    along: tuple[JointAlternative, ...]
    rivals: Mapping[Rival, JointAlternative]
    over_rivals: Mapping[Rival, Estimate]
    nothing: Estimate
    over_nothing: Estimate
    winners: tuple[WinnerInterval, ...]
    cells: SurfaceCells
    harsher: tuple[tuple[float, JointAlternative], ...]
    repeated: Repeated | None
    bound: float | None
    own_list: OwnList | None = None
    by_share: JointAlternative | None = None
    labels: LabelsWorth | None = None
    answerers: tuple[KnownAnswerer, ...] = ()
    answered_list: AnsweredList | None = None
    ladder: tuple[Rung[JointAlternative], ...] = ()

    @property
    def told_apart(self) -> Rivals:
        """What the items that report show of the models beside the recommended one."""
        return rivals(self.close, self.differences)

    @property
    def pays_review(self) -> bool:
        """Whether the budget pays for the review of one item that the model leaves."""
        applied = self.option.applied
        return self.chosen.planner.purse.affordable(applied.split, applied.budget) > 0

    @property
    def labels_to_draw(self) -> int:
        """Of how many items of the list a random sample would let it be planned, where these labels do not."""
        assert self.own_list is not None
        return labels_to_draw(self.test.n_items, round(self.own_list.n_items))

    @property
    def members(self) -> tuple[str, ...]:
        """Of which models the mean is made, where there is one."""
        every = (one.members for one in self.test.models if one.members)
        return tuple(one.name for one in next(every, ()))

    @property
    def option(self) -> JointAlternative:
        """The recommended plan."""
        return self.chosen.option

    @property
    def close(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Other models that may do as well, and those else that are not shown worse; none where that was not tried."""
        if self.firm is None:
            return (), ()
        names = [one.name for one in self.standings]
        return close_ones(names, self.chosen.name, self.differences, self.won)

    @property
    def worth_matrix(self) -> FloatArray:
        """What each answer is worth at each true class, and in the last rows leaving it out and reviewing it."""
        return np.vstack([worth_matrix(self.worth.table, len(self.test.unknown)), self.worth.reviewed])

    @property
    def unmet(self) -> bool:
        """Whether nothing is recommended, or the budget does not even pay for using the model."""
        return bool(self.refusal) or not self.chosen.planner.purse.pays_model(self.budgets.main)

    @property
    def queue_ends(self) -> bool:
        """Whether people review all that is left to them; a part of an item at the end is none."""
        applied = self.option.applied
        return applied.split.skipped < 0.5 and applied.reviewed >= whole_depth(
            1.0, applied.split.path.n_items
        )

    @property
    def budget_ends(self) -> bool:
        """Whether people would review more if there were more to spend."""
        applied, purse = self.option.applied, self.chosen.planner.purse
        if applied.budget is None or self.queue_ends:
            return False
        return purse.affordable(applied.split, applied.budget) <= applied.reviewed

    @property
    def refusal(self) -> Refusal:
        """Why nothing is recommended although a plan could be made; empty where it is."""
        return "" if self.own_list is None else self.own_list.refusal

    @property
    def warnings(self) -> tuple[Doubt, ...]:
        """What makes the result doubtful, beside what the data do."""
        own = self.own_list
        if own is None or not self.option.starts:
            return ()
        file, n = self.plan.table, self.test.n_items
        unlike = [
            Doubt(DoubtKind.LIST_UNLIKE, file, "", round(own.n_items), n, (name,), own.shifts[name])
            for name in own.unlike
        ]
        outside = doubts_of_support(own.support, file, n, self.chosen.name, refused=own.refusal == "outside")
        return (*unlike, *outside)


def plan_jointly(
    plan: Plan,
    validation: ClassifiedSet | None,
    test: ClassifiedSet,
    n_listed: float = 0,
    progress: Callable[[int, int], None] | None = None,
    listed: ClassifiedSet | None = None,
) -> JointPlan:
    """Choose model, cutoff and stop for the plan's budget, and say what that gives and how sure it is.

    Parameters
    ----------
    plan
        What the user said; ``plan.deferral.reviewing`` is given.
    validation, test
        As :func:`budgetplan.planning.defer.solve.select` takes them.
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
    every = listed
    n_listed, listed = _known_list(plan, n_listed, listed)
    validation, test, listed = _with_probabilities(plan, validation, test, listed)
    worth = money(plan, worth_table(plan.deferral.worths, test), test)
    check_worths(worth)
    total, basis = _list(plan, test, n_listed)
    ordered = sorted(test.models, key=lambda one: one.name)
    labelled = [Planner(plan, worth, validation, test, said, total) for said in ordered]
    planners = labelled if listed is None else [ListPlanner(one, worth, listed) for one in labelled]
    sharing, noise = _resamples(plan, test, listed, total, basis)
    budgets = budgets_around(plan, planners)
    options = _every(planners, noise, budgets, progress)
    standings = _standings(planners, options, budgets)
    judged, chooser = _judged(plan, worth, validation, labelled, standings, budgets)
    place, rule, off, single = _recommended(judged, standings, noise)
    anew = sharing if validation is None and listed is None and not sharing.off else None
    steps = _steps(plan, options[place][budgets.main], budgets.main)
    own = _own_plans(planners[place], options[place], (budgets, steps), noise, anew)
    options[place] = own = {budget: one.less(off.net).less_right(off) for budget, one in own.items()}
    chosen = Standing(planners[place], own[budgets.main], standings[place].mean_objective - off.net)
    standings = (*standings[:place], chosen, *standings[place + 1 :])
    differences = gaps(standings, place)
    rivals, nothing = _ways(chosen.planner, budgets.main, noise, off)
    shared = labelled[place].plans([budgets.main])
    found = JointPlan(
        plan=plan,
        validation=validation,
        test=test,
        worth=worth,
        total=total,
        basis=basis,
        budgets=budgets,
        standings=standings,
        chosen=chosen,
        single=next(one for one in standings if one.name == single),
        rule=rule,
        firm=is_firm(rule, chosen.name, differences),
        differences=MappingProxyType(differences),
        won=MappingProxyType(won(standings)),
        rows=tuple(own[budget] for budget in budgets.table),
        along=tuple(own[budget] for budget in budgets.grid),
        rivals=MappingProxyType(rivals),
        over_rivals=MappingProxyType({kind: chosen.option.over(one) for kind, one in rivals.items()}),
        nothing=nothing.net,
        over_nothing=chosen.option.over(nothing),
        winners=_winners(budgets, planners, options),
        cells=_cells(chosen, budgets.grid),
        harsher=_harsher(chosen, worth, validation, test, listed, noise, off),
        repeated=None if noise.off else repeat_choice(labelled[place], shared[0], sharing),
        bound=_bound(validation, test, chosen),
        own_list=None if listed is None else own_list(planners, chosen.planner, chosen.option.applied),
        by_share=None if listed is None else _options(labelled[place], sharing, shared)[0].less(off.net),
        answerers=asked_of(chosen.planner, budgets.main),
        answered_list=answered_list(labelled[place], every, chosen.option.applied),
    )  # fmt: skip
    more = _labels(found, place, chooser, (labelled[place], shared[0]))
    return replace(found, labels=more, ladder=() if found.refusal else _ladder(found, steps, own))


def _resamples(
    plan: Plan, test: ClassifiedSet, listed: ClassifiedSet | None, total: float, basis: Basis
) -> tuple[JointResamples, JointResamples | ListNoise]:
    """Return the resamples of the labelled items, and those by which plans are told: of the list, where it is known."""
    drawn = round(total) if basis == "list" else None
    sharing = JointResamples(test, total, plan.resamples, plan.seed, drawn)
    return sharing, sharing if listed is None else ListNoise(test, listed, plan.resamples, plan.seed)


def _steps(plan: Plan, option: JointAlternative, main: Budget | None) -> tuple[PlannedRung, ...]:
    """Return the budgets of the ladder around the one in question; without one, around what the plan takes."""
    applied, prices = option.applied, plan.prices
    spent = Budget(applied.spend) if prices.stated else Budget(Decimal(applied.reviewed), "items")
    return steps_of_joint(main or spent, prices.minor_digits, limited=main is not None)


def _own_plans(
    planner: Planner,
    own: Plans,
    told: tuple[Budgets, Sequence[PlannedRung]],
    noise: JointResamples | ListNoise,
    anew: JointResamples | None,
) -> Plans:
    """Return the plans of the recommended model, with those of the ladder.

    ``anew``: resamples in which cutoffs and stops are chosen anew, where they are chosen on what they are told of; in
    one go for all budgets, as each choice takes a search.
    """
    budgets, steps = told
    rungs = [one for one in dict.fromkeys(step.planned for step in steps) if one not in own]
    made = _options(planner, noise, planner.plans(rungs)) if rungs else []
    every = {**own, **dict(zip(rungs, made, strict=True))}
    return every if anew is None else {**every, **repeated(planner, every, (*budgets.named, *rungs), anew)}


def _ladder(found: JointPlan, steps: Sequence[PlannedRung], own: Plans) -> tuple[Rung[JointAlternative], ...]:
    """Return what each budget of the ladder buys; of one model alone nobody asks who leads."""
    return rungs_of_joint(steps, own, found.winners if len(found.standings) > 1 else ())


def _winners(
    budgets: Budgets,
    planners: Sequence[Planner],
    options: Sequence[Mapping[Budget | None, JointAlternative]],
) -> tuple[WinnerInterval, ...]:
    """Return which model leads at which budgets of the grid."""
    curves = {
        planner.name: np.array([plans[budget].net.value for budget in budgets.grid])
        for planner, plans in zip(planners, options, strict=True)
    }
    return winners(budgets.grid, curves)


def _known_list(
    plan: Plan, n_listed: float, listed: ClassifiedSet | None
) -> tuple[float, ClassifiedSet | None]:
    """Return the size of the list, and what is known of it.

    What an answerer would say of it is not known: the labelled items then stand for it, share by share.
    """
    size = n_listed if listed is None else listed_size(listed)
    return size, None if plan.answerers else listed


def _with_probabilities(
    plan: Plan, validation: ClassifiedSet | None, test: ClassifiedSet, listed: ClassifiedSet | None
) -> tuple[ClassifiedSet | None, ClassifiedSet, ClassifiedSet | None]:
    """Return the sets with decision values scaled, and with the mean of the models."""
    validation, test = with_mean(plan, *scale_decisions(plan, validation, test))
    own = None if listed is None else averaged_alike(scaled_alike(listed, test), test)
    return validation, test, own


def _ways(
    planner: Planner, budget: Budget | None, noise: JointResamples | ListNoise, off: Off
) -> tuple[dict[Rival, JointAlternative], JointAlternative]:
    """Return what joining is compared with, and doing nothing."""
    kinds = WITH_ANSWERER if planner.test.answerers else RIVALS
    others = [planner.plans([budget], kind)[0] for kind in kinds]
    among = [WAYS[kind].among for kind in kinds]
    found = _options(planner, noise, [*others, planner.not_starting()], [*among, "joint"])
    # What choosing the model flatters is in the answers of the model alone.
    *ways, nothing = (one.less(off.net).less_right(off) if one.goes_by_model else one for one in found)
    return dict(zip(kinds, ways, strict=True)), nothing


def _standings(
    planners: Sequence[Planner], options: Sequence[Mapping[Budget | None, JointAlternative]], budgets: Budgets
) -> tuple[Standing, ...]:
    """Return the models at the budget in question."""
    return tuple(
        Standing(planner, own[budgets.main], _mean(own, budgets.five))
        for planner, own in zip(planners, options, strict=True)
    )


def _judged(
    plan: Plan,
    worth: Money,
    validation: ClassifiedSet | None,
    labelled: Sequence[Planner],
    standings: Sequence[Standing],
    budgets: Budgets,
) -> tuple[Sequence[Candidate | Standing], Chooser]:
    """Return the models where they are chosen, and what more labels there would be added to.

    Test items only report. One labelled set has to serve for both.
    """
    if validation is not None:
        planners, noise = on_validation(plan, worth, validation, labelled)
        judged, plans = by_validation(planners, budgets, noise)
        return judged, Chooser(planners, plans, noise)
    test, total = labelled[0].test.data, labelled[0].test.total
    # The list's own chance is nothing that labels could tell.
    noise = JointResamples(test, total, plan.resamples, plan.seed, None)
    plans = [
        one.option.applied if one.planner is own else own.plans([budgets.main], whole=False)[0]
        for one, own in zip(standings, labelled, strict=True)
    ]
    return standings, Chooser(labelled, plans, noise)


def _labels(
    found: JointPlan, place: int, chooser: Chooser, labelled: tuple[Planner, Applied]
) -> LabelsWorth | None:
    """Return what more labels are worth; nothing where nothing is recommended."""
    if found.unmet:
        return None
    assert found.plan.deferral is not None
    in_money = found.plan.prices.stated or found.plan.deferral.worths.unit == "money"
    open_yet = {found.standings[place].name, *found.close[0], *found.close[1]}
    listed = found.total if found.basis == "list" else None
    return labels_worth(chooser, open_yet, labelled, "money" if in_money else "right answers", listed)


def _recommended(
    judged: Sequence[Candidate | Standing], standings: Sequence[Standing], noise: JointResamples | ListNoise
) -> tuple[int, Rule, Off, str]:
    """Return the place of the recommended model, by which rule, what it has to lose for that, and the best single one.

    Where the items that report have chosen, too, what that flatters is taken off.
    """
    name, rule = recommended(judged)
    place = next(place for place, one in enumerate(standings) if one.name == name)
    single, _ = recommended([one for one in judged if one.name != MEAN])
    if judged is not standings:
        return place, rule, Off(), single
    if isinstance(noise, ListNoise):
        every = [one.planner for one in standings]
        return place, rule, flattered_model(every, place, standings[place].option.applied, noise), single
    return place, rule, Off(flattered(standings, name)), single


def _list(plan: Plan, test: ClassifiedSet, n_listed: float) -> tuple[float, Basis]:
    """Return how many items counts refer to, and whether they are the project's own list."""
    size = plan.list_size if plan.list_size is not None else n_listed
    if size:
        return float(size), "list"
    return float(test.n_items if test.weight is None else test.weight.sum()), "sample"


def _every(
    planners: Sequence[Planner],
    noise: JointResamples | ListNoise,
    budgets: Budgets,
    progress: Callable[[int, int], None] | None,
) -> list[dict[Budget | None, JointAlternative]]:
    """Return each model's plan at each budget."""
    options: list[dict[Budget | None, JointAlternative]] = []
    for done, planner in enumerate(planners):
        if progress is not None:
            progress(done, len(planners))
        found = _options(planner, noise, planner.plans(budgets.all))
        options.append(dict(zip(budgets.all, found, strict=True)))
    return options


def _options(
    planner: Planner,
    noise: JointResamples | ListNoise,
    plans: Sequence[Applied],
    among: Sequence[Among] | None = None,
) -> list[JointAlternative]:
    """Return plans of one model with their intervals; ``among``: which competed with each, all if not said."""
    replicates: Sequence[Replicates | None] = noise.replicate(planner, plans) or [None] * len(plans)
    offs = flattered_plans(planner, plans, among or ["joint"] * len(plans), noise)
    return [
        make_option(planner, one, repeats).less_for_choice(off)
        for one, repeats, off in zip(plans, replicates, offs, strict=True)
    ]


def _mean(own: Mapping[Budget | None, JointAlternative], five: Sequence[Budget]) -> float:
    """Return the mean net value over five budgets and the resamples (METHODS F8)."""
    means = []
    for budget in five:
        one = own[budget]
        means.append(one.net.value if one.net_replicates is None else float(one.net_replicates.mean()))
    return float(np.mean(means))


def _cells(chosen: Standing, grid: Sequence[Budget]) -> SurfaceCells:
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
    asked = asking_of(planner.test.answerers, chosen.option.applied.deployed.rule)
    outcome = surface(
        replace(stakes, asking=asked),
        ranking,
        cutoffs,
        limits,
        planner.tariff,
        planner.purse.allowance(shown) if asked is not None else None,
    )
    return SurfaceCells(cutoffs, outcome.accepted[:, 0] / planner.test.total, shown, outcome)


def _harsher(
    chosen: Standing,
    worth: Money,
    validation: ClassifiedSet | None,
    test: ClassifiedSet,
    listed: ClassifiedSet | None,
    noise: JointResamples | ListNoise,
    off: Off,
) -> tuple[tuple[float, JointAlternative], ...]:
    """Return the recommended model's plan if wrong answers lost so many times as much."""
    rows = []
    for factor in HARSHER:
        planner, applied = chosen.planner, chosen.option.applied
        if factor != 1:
            heavier = worth.with_wrong_answers_times(factor)
            planner = Planner(planner.plan, heavier, validation, test, planner.said, planner.test.total)
            planner = planner if listed is None else ListPlanner(planner, heavier, listed)
            applied = planner.plans([chosen.option.applied.budget])[0]
        (here,) = flattered_plans(planner, [applied], ["joint"], noise)
        rows.append(
            (factor, make_option(planner, applied, None).less_for_choice(here).less(off.net).less_right(off))
        )
    return tuple(rows)


def _bound(validation: ClassifiedSet | None, test: ClassifiedSet, chosen: Standing) -> float | None:
    """Return the exact bound on errors for a cutoff that was fixed on other items."""
    taken = chosen.planner.labelled_accepted(chosen.option.applied)
    accepted = int(taken.sum())
    if validation is None or test.weight is not None or test.group is not None or not accepted:
        return None
    said = next(one for one in test.models if one.name == chosen.name)
    wrong = int((said.predicted != test.truth)[taken].sum())
    # A bound that holds for every model at once holds for this one, whatever chose it.
    return upper_bound(wrong, accepted, ALPHA / len(test.models))
