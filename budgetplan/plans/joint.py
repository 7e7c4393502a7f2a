"""One plan for both workflows: what a model answers alone, what people review, what is left (METHODS 0.11, 0.15)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from typing import Literal

import numpy as np
from scipy.special import stdtrit

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.core.answers import ALONE, LEFT
from budgetplan.core.path import Path, make_path
from budgetplan.core.stops import interval
from budgetplan.domain.decision import FEWEST, Basis, Estimate, LabelsWorth, Refusal, WinnerInterval
from budgetplan.domain.doubt import Doubt
from budgetplan.domain.labelled import ClassifiedSet
from budgetplan.domain.limits import check_total
from budgetplan.domain.plan import Budget, Plan
from budgetplan.domain.prices import MICRO, round_to
from budgetplan.domain.recommendation import Recommendation, WhyNot
from budgetplan.domain.review.course import Band, Course
from budgetplan.domain.utilities import Reviewing
from budgetplan.lists.estimates import resampled_if_told_apart
from budgetplan.models.bounds import upper_bound
from budgetplan.models.calibration import scale_decisions, scaled_alike
from budgetplan.models.value import WorthTable, item_weights
from budgetplan.plans.answerers import (
    AnsweredList,
    Asking,
    KnownAnswerer,
    answered_list,
    answerings,
    asked_of,
)
from budgetplan.plans.bench import (
    Bench,
    OwnList,
    Pooled,
    Pools,
    check_worths,
    money,
    on_list,
    own_list,
    same_model,
    worth_table,
)
from budgetplan.plans.cutoffs import SurfaceCells, cutoff_cells, likely
from budgetplan.plans.ladder import HERE, Rung, ladder_of, leading, times
from budgetplan.plans.option import JointAlternative, Planner
from budgetplan.plans.ways import Drawn, JointStop, Way, way

POINTS = 200
"""At so many places of the queue it is written what is expected by then."""
WIDEST = 6.0
"""A handful of groups widens an interval by no more."""
_TIE = 1e-9
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
class AloneModel:
    """One model's own plan within the budget, in items of the list.

    ``more``: net value less that of the recommended plan, counted on the labelled items for both.
    """

    name: str
    accepted: float
    wrong: float
    reviewed: float
    left: float
    spend: Decimal
    more: Estimate


@dataclass(frozen=True, eq=False)
class JointPlan:
    """Everything the documents need; counts are items of the list, money in currency units.

    Attributes
    ----------
    planner
        Of the recommended way to decide.
    reference, grid
        The budget in question, without one what the unlimited plan spends; and those from nothing on at which models are
        compared.
    left_out
        Models that cost more than they add.
    models
        What each single model's own plan would come to, by name; none where there is one model only.
    option
        The recommended plan.
    rows, along
        Its like at each budget of the table, and of the grid.
    rivals, over_rivals
        What it is compared with, and how much more net value it has than each, and than not starting ("nothing").
    nothing
        Net value of not starting.
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
    answerers
        What is known of each who may be asked for a price.
    answered_list
        The recommended plan on the list itself, where somebody may be asked and the list has predictions; else None.
    """

    plan: Plan
    validation: ClassifiedSet | None
    test: ClassifiedSet
    total: float
    basis: Basis
    planner: Planner
    reference: Budget
    grid: tuple[Budget, ...]
    left_out: tuple[str, ...]
    models: tuple[AloneModel, ...]
    option: JointAlternative
    rows: tuple[JointAlternative, ...]
    along: tuple[JointAlternative, ...]
    rivals: Mapping[Rival, JointAlternative]
    over_rivals: Mapping[str, Estimate]
    nothing: Estimate
    winners: tuple[WinnerInterval, ...]
    cells: SurfaceCells
    harsher: tuple[tuple[float, JointAlternative], ...]
    bound: float | None
    own_list: OwnList | None = None
    by_share: JointAlternative | None = None
    answerers: tuple[KnownAnswerer, ...] = ()
    answered_list: AnsweredList | None = None

    @property
    def bench(self) -> Bench:
        """The items that the plan is made for."""
        return self.planner.bench

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
        return path.n_items < 1 or self.bench.purse.affordable(path, self.plan.budget) > 0

    @property
    def cutoff(self) -> float | None:
        """The confidence from which on an answer is worth as much as none; None where classes differ, or more is weighed."""
        if self.bench.worth.by_pairs or self.bench.relabels or self.test.n_classes < 2:
            return None
        right, wrong, left = (float(self.bench.worth.states[name][0]) for name in ("right", "wrong", "left"))
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
        return bool(self.refusal) or not self.bench.purse.pays_model(self.plan.budget)

    @property
    def budget_ends(self) -> bool:
        """Whether people would review more if there were more to spend."""
        option = self.option
        return option.budget is not None and not option.queue_ends and option.most <= option.items

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

    @cached_property
    def labels(self) -> LabelsWorth | None:
        """What knowing everything would add at most, beside what one label costs (METHODS L); None without draws, or a plan."""
        plan, bench = self.plan, self.bench
        assert plan.deferral is not None
        if self.unmet or not plan.resamples:
            return None
        in_money = plan.prices.stated or plan.deferral.worths.unit == "money"
        return LabelsWorth(
            "money" if in_money else "right answers",
            self.test.n_items,
            bench.total if bench.chance else None,
            float(np.average(bench.price, weights=bench.count)) if plan.prices.stated else None,
            max(self.planner.best_known(self.option) - self.option.mean, 0.0),
        )

    @cached_property
    def ladder(self) -> tuple[Rung[JointAlternative], ...]:
        """What each of 21 budgets buys, and who leads there: of one model alone nobody asks.

        There is none where nothing is recommended, nor where no budget is set and the plan takes nothing; else whatever pays
        for that plan buys it, and no more.
        """
        option, main, prices = self.option, self.plan.budget, self.plan.prices
        spent = Budget(option.spend) if prices.stated else Budget(Decimal(option.items), "items")
        base = spent if main is None else main
        if self.unmet or (main is None and base.amount <= 0):
            return ()
        rungs = []
        for place, (percent, budget) in enumerate(ladder_of(base, prices.minor_digits)):
            bought = option if main is None and place >= HERE else self.planner.plan(budget)
            ahead = leading(self.winners, budget.amount) if self.models and budget.amount > 0 else ()
            rungs.append(Rung(percent, budget, bought, ahead))
        return tuple(rungs)


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
    main = planner.plan(plan.budget)
    reference, table, grid = _budgets_around(planner)

    def harsher(factor: float) -> JointAlternative:
        """Return the plan if wrong answers lost so many times as much; what nobody decides on loses nothing by it."""
        if factor == 1:
            return main
        heavier = replace(bench, worth=worth.with_wrong_answers_times(factor))
        return _planner(heavier, planner.nothing, all_stand=all_stand)[0].plan(plan.budget)

    rivals, nothing = _ways(planner, asking, plan.budget), planner.idle()
    tried = [Tried(planned_for(one, by_share=True)) for _, one in sorted(singles.items())]
    together = Tried(by_share)
    return JointPlan(
        plan=plan,
        validation=validation,
        test=test,
        total=total,
        basis=basis,
        planner=planner,
        reference=reference,
        grid=tuple(grid),
        left_out=left_out,
        models=alone(tried, together, plan.budget, plan.seed) if len(tried) > 1 else (),
        option=main,
        rows=tuple(map(planner.plan, table)),
        along=tuple(map(planner.plan, grid)),
        rivals=rivals,
        over_rivals={kind: main.over(one) for kind, one in (*rivals.items(), ("nothing", nothing))},
        nothing=nothing.net,
        winners=winners(tried, grid),
        cells=cutoff_cells(planner.ways[0].way, grid, plan.budget),
        harsher=tuple((factor, harsher(factor)) for factor in HARSHER),
        bound=_bound(validation, together, main, 1 if plan.mixture else len(test.models)),
        own_list=own_list(bench, main.handled, bench.total - main.left.value),
        by_share=_planner(by_share, all_stand=all_stand)[0].plan(plan.budget) if bench.on_list else None,
        answerers=() if asking is None else asked_of(bench, planner, asking, plan.budget),
        answered_list=answered_list(main, plan.budget) if bench.on_list and asking is not None else None,
    )


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


def _bound(
    validation: ClassifiedSet | None, together: Tried, main: JointAlternative, tried: int
) -> float | None:
    """Return the exact bound on errors among answers that stand, for a rule that was fixed on other items."""
    test = together.bench.data
    if validation is None or test.weight is not None or test.group is not None or not main.starts:
        return None
    made = together.planner.ways[0].way
    kept = made.role == ALONE
    shares = main.way.shares(main.items)
    if (shares > 0).any():
        kept &= made.key < main.way.key[shares > 0].min()
    n, wrong = int(kept.sum()), int((made.answer != test.truth)[kept].sum())
    return upper_bound(wrong, n, ALPHA / tried) if n else None


def _budgets_around(planner: Planner) -> tuple[Budget, list[Budget | None], list[Budget]]:
    """Return the budget in question, those of the table around it, and those of the grid from nothing on.

    Without one they lie around what the plan spends that no budget limits; if nothing, around what reviewing everything costs.
    """
    bench, plan = planner.bench, planner.bench.plan
    main, digits = plan.budget, plan.prices.minor_digits
    reference, factors, most = main, WITHOUT if main is None else WITH_BUDGET, 2
    if reference is None:
        most, stop = 1, planner.best(None)[1]
        reference = Budget(stop.spend)
        if not plan.prices.stated:
            reference = Budget(Decimal(stop.items or int(bench.total)), "items")
        elif stop.spend <= 0:
            whole = Decimal(repr(float(bench.count @ bench.known_cost) / MICRO))
            reference = Budget(max(round_to(whole, digits), Decimal(1)))
    table = [reference if factor == 1 else times(reference, factor, digits) for factor in factors]
    grid = [times(reference, Decimal(most * step) / GRID, digits) for step in range(GRID + 1)]
    return reference, list(dict.fromkeys([*table, main])), list(dict.fromkeys(grid))


class Tried:
    """One model's plans on the labelled items: planned as the recommended one is, each item counted by its label."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.planner = Planner([Drawn(way(bench)), Drawn(way(bench, model=False))])

    def counted(self, budget: Budget | None) -> tuple[Drawn, JointStop, FloatArray]:
        """Return the plan within a budget, and what comes of each labelled item, shape (n, A)."""
        drawn, stop = self.planner.best(budget)
        truth, (alone, left, seen) = self.bench.data.truth, drawn.tables
        if not stop.starts:
            return self.planner.nothing, stop, left[truth]
        made = drawn.way
        default = np.where((made.role == ALONE)[:, None], alone[made.answer, truth], left[truth])
        return drawn, stop, default + made.shares(stop.items)[:, None] * (seen[truth] - default)

    def net(self, budget: Budget | None) -> float:
        """Return the net value within a budget, in currency units."""
        _, stop, amounts = self.counted(budget)
        return float(self.bench.count @ amounts[:, 0]) - float(stop.spend)


def alone(
    tried: Sequence[Tried], together: Tried, budget: Budget | None, seed: int
) -> tuple[AloneModel, ...]:
    """Return every model's own plan beside the one of all models."""
    _, main, base = together.counted(budget)
    found = []
    for one in tried:
        drawn, stop, amounts = one.counted(budget)
        counts = drawn.way.counts(stop.items)
        more = _difference(one.bench, amounts[:, 0] - base[:, 0], float(stop.spend) - float(main.spend), seed)
        wrong = float(one.bench.count @ amounts[:, 1])
        found.append(
            AloneModel(
                one.bench.name,
                counts["accepted"],
                wrong,
                float(stop.items),
                counts["left"],
                stop.spend,
                more,
            )
        )
    return tuple(found)


def _difference(bench: Bench, more: FloatArray, spend: float, seed: int) -> Estimate:
    """Return a difference by item, added up; the items drawn again, whole groups together, as unsure as one list is."""
    value = float(bench.count @ more) - spend
    draws = bench.plan.draws
    if not bench.plan.resamples:
        return Estimate(value)
    code: IntArray = np.arange(len(more)) if bench.data.group is None else bench.data.group
    size = np.bincount(code)
    total = np.bincount(code, bench.count * more, len(size)), np.bincount(code, bench.count, len(size))
    each = np.random.default_rng([seed, 9]).gamma(1.0, 1.0, (draws, len(size)))
    drawn = (each @ total[0]) * (bench.total / (each @ total[1]))
    groups = len(more) ** 2 / float((size**2).sum())
    wider = 1.0 if size.max() == 1 else min(float(stdtrit(max(groups - 1, 1.0), 0.975)) / 1.96, WIDEST)
    if bench.chance:
        wider *= float(np.sqrt(1 + len(more) / bench.total))
    low, high = interval(value + (drawn - drawn.mean()) * wider).tolist()
    return Estimate(value, low, high)


def winners(tried: Sequence[Tried], budgets: Sequence[Budget]) -> tuple[WinnerInterval, ...]:
    """Return which single models are worth most from which budget on."""
    nets = np.array([[one.net(budget) for one in tried] for budget in budgets])
    tie = _TIE * max(1.0, float(np.abs(nets).max()))
    names = [one.bench.name for one in tried]
    best = [tuple(sorted(np.array(names)[row >= row.max() - tie].tolist())) for row in nets]
    starts = [place for place, ahead in enumerate(best) if not place or ahead != best[place - 1]]
    ends = [*starts[1:], None]
    return tuple(
        WinnerInterval(budgets[first].amount, None if end is None else budgets[end].amount, best[first])
        for first, end in zip(starts, ends, strict=True)
    )


def recommend(joint: JointPlan) -> Recommendation:
    """Return the decision on a joint plan; nothing is planned for a list that nothing labelled speaks for."""
    why_not: WhyNot = joint.refusal or ("not_paid" if joint.unmet else "")
    option, starts = joint.option, joint.option.starts and not joint.refusal
    nobody = Estimate(joint.total)
    return Recommendation(
        workflow="joint",
        why_not=why_not,
        model=joint.name if starts else None,
        basis=joint.basis,
        items=joint.total,
        cutoff=joint.cutoff if starts and option.accepted.value else None,
        answered_alone=option.accepted if starts else Estimate(0.0),
        wrong=option.wrong if starts and option.accepted.value else None,
        reviewed=Estimate(float(option.items)) if starts else Estimate(0.0),
        left=option.left if starts else nobody,
        spend=None if joint.refusal else option.spend,
        found=None if joint.refusal else option.found,
        net=None if joint.refusal else option.net,
        net_unit="" if joint.refusal else "money",
        spend_range=option.spend_range if starts else None,
        luck=None if joint.refusal else option.luck,
        shown=option.shown if starts else None,
        members=dict.fromkeys(joint.members, 1 / len(joint.members)) if starts and joint.members else {},
        best_single=None if joint.single is None or joint.refusal else joint.single.name,
        settled=option.settled if starts and joint.answerers else None,
        settled_wrong=option.settled_wrong if starts and joint.answerers else None,
    )


def worth_more(joint: JointPlan) -> tuple[JointAlternative, ...]:
    """Return what larger budgets of the table would be worth more than the plan."""
    budget, net = joint.option.budget, joint.option.net.value
    if budget is None:
        return ()
    larger = [one for one in joint.rows if one.budget and one.budget.amount > budget.amount]
    return tuple(one for one in larger if one.net.value > net)


def course_of(joint: JointPlan) -> Course | None:
    """Return who does what on the list; None where nothing is done, or the list has no predictions of its own.

    Where an answerer is still to be asked, there is none either: what its answers settle is not known.
    """
    option = joint.option
    if joint.refusal or joint.unmet or not option.starts:
        return None
    known = joint.answered_list
    if known is not None:
        answered = np.flatnonzero(known.accepted | known.settled)
        whose = (joint.name, known.answerer)
        by = tuple(whose[place] for place in known.settled[answered].tolist()) if known.answerer else ()
        if known.waits:
            return None
        # What is kept is held against what people say of random items.
        kept, names = known.way.bench.said.predicted.copy(), joint.test.names
        kept[answered] = known.way.answer[answered]
        found = _course(joint, known.way, known.review, answered, by, known.paid)
        return replace(found, said=tuple(names[code] for code in kept.tolist()))
    if not joint.bench.on_list:
        return None
    way, names = option.way, joint.test.names
    # Inside a tie the first ones in the queue are reviewed, whatever part of the tie that is.
    answered = np.setdiff1d(np.flatnonzero(way.role == ALONE), way.queue.order[: option.items])
    corrections = None
    if len(way.queue.order):  # of how many answers of the model people are expected to differ
        path = corrected_along(way)
        items = np.unique(np.rint(np.linspace(0.0, option.items, min(option.items, POINTS) + 1)))
        unknown = np.full(len(items), np.nan)
        change = np.asarray(path.read("change", items), dtype=np.float64)
        corrections = Band(items, change, unknown, unknown)
    return replace(
        _course(joint, way, option.items, answered),
        said=tuple(names[code] for code in joint.bench.said.predicted.tolist()),
        corrections=corrections,
    )


def _course(
    joint: JointPlan,
    way: Way,
    review: int,
    answered: IntArray,
    by: tuple[str, ...] = (),
    paid: Decimal = Decimal(0),
) -> Course:
    """Return the course of a list; ``paid``: to who answers before people begin."""
    bench, names = way.bench, way.bench.data.names
    unknown: FloatArray = np.full(bench.data.n_items, np.nan)
    order = way.queue.order
    # After the stop an item is either answered or left.
    after = order[review:]
    return Course(
        model=joint.name,
        order_by="value-per-cost",
        ids=bench.data.ids,
        queue=np.append(order[:review], after[~np.isin(after, answered)]),
        review=review,
        answered=answered,
        answers=tuple(names[code] for code in way.answer[answered].tolist()),
        answered_by=by,
        score=unknown,
        rate=bench.quantities["positives"] if joint.plan.positive else unknown,
        known_cost=bench.known_cost,
        sizes={name: bench.quantities[name] for name in ("seconds", "units", "listed")},
        model_cost=bench.purse.model_cost + paid,
        weighted=bench.data.weight is not None and bool((bench.data.weight != 1).any()),
    )


def corrected_along(way: Way) -> Path:
    """Return along the queue of a plan what its items hold: ``wrong`` answers, those people ``change``, and more.

    People who err put a right answer wrong, and leave a wrong one of which they hold the model's answer for true: of C
    classes each of their errors falls on any of the others alike. ``step`` is how many more are changed
    where one more is wrong; ``chance`` by how much people's errors vary.
    """
    bench = way.bench
    wrong = 1 - likely(bench)[np.arange(bench.data.n_items), bench.said.predicted]
    error, others = bench.by_probability(bench.review_errors), max(bench.data.n_classes - 1, 1)
    amounts = {
        "wrong": wrong,
        "change": wrong * (1 - error / others) + (1 - wrong) * error,
        "step": 1 - error / others - error,
        "chance": error * (1 - error),
    }
    return make_path(way.queue, bench.count, amounts)


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
        Its name; of several together, those that they are.
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
    members = [one.name for one in same_model(test, model).members] or [model]
    pool = Pools(plan, validation, test).of(*members)
    bench = on_list(plan, money(plan, table, test), pool, None, total, chance=plan.list_size is not None)
    asking = Asking(bench, answerings(bench), people=False)
    alone = Planner([Drawn(way(bench, people=False))])
    both = Planner(alone.ways, alone.nothing, more=asking)
    theirs = Planner(asking.alone(budget) or alone.ways, alone.nothing, both.luck)
    found = [Planner(alone.ways, alone.nothing, both.luck), both, theirs]
    options = tuple(one.plan(budget) for one in found)
    more = tuple(one.over(options[0]) for one in options)
    return AskedBeside(model, total, options, more, asked_of(bench, alone, asking, budget))
