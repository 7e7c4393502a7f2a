"""One plan for both workflows: what a model answers alone, what people review, what is left (METHODS J)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from typing import Any, Literal

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.core.answers import ALONE, LEFT, LOWEST, Payoffs
from budgetplan.core.curve import wider
from budgetplan.core.path import Checks, Path, Ranking, affordable_items, make_path, rank
from budgetplan.core.stops import interval, spread
from budgetplan.domain.decision import (
    FEWEST,
    Basis,
    Estimate,
    LabelsWorth,
    Recommendation,
    Refusal,
    WhyNot,
    WinnerInterval,
)
from budgetplan.domain.doubt import Doubt
from budgetplan.domain.items import ClassifiedSet
from budgetplan.domain.messages import Message
from budgetplan.domain.plan import NO_ANSWER, Budget, Plan, Reviewing
from budgetplan.domain.prices import MICRO, Tariff, check_total, round_to
from budgetplan.domain.review import Band, Course
from budgetplan.errors import UsageError
from budgetplan.lists.estimates import resampled_if_told_apart
from budgetplan.models.bounds import ALPHA, upper_bound
from budgetplan.models.calibration import scale_decisions, scaled_alike
from budgetplan.models.value import item_weights, of_answer
from budgetplan.plans.answerers import AnsweredList, Asking, KnownAnswerer, answerings, asked_of
from budgetplan.plans.bench import Bench, Pooled, Pools, money, own_list, same_model, worth_table
from budgetplan.plans.ladder import HERE, Rung, ladder_of, leading, times
from budgetplan.plans.ways import AMOUNTS, ClassAlone, JointAlternative, Planner, Way, by_answerer, unaided, way

FEWEST_WRONG = 5
"""So many wrong answers to one class are worth a word."""
POINTS = 200
"""At so many places of the queue it is written what is expected by then."""
_TIE = 1e-9
SIMPLER = 0.01
"""Where looking ahead brings less than a hundredth more, every answer stands."""
HARSHER = (0.5, 1.0, 2.0, 5.0)
"""How many times as much a wrong answer loses, in the table of error weights."""

WITH_BUDGET = (Decimal(0), Decimal("0.5"), Decimal(1), Decimal("1.5"), Decimal(2))
WITHOUT = (Decimal(0), Decimal("0.25"), Decimal("0.5"), Decimal("0.75"))
"""Multiples of the budget, or of what the unlimited plan spends, in the table of budgets."""
GRID = 12
"""Steps from nothing to twice the budget at which models are compared."""
CELLS = 40
"""Cutoffs and budgets of the displayed surface."""

Rival = Literal["people", "machine", "model, people", "answerer", "answerer, people"]


@dataclass(frozen=True)
class AloneModel:
    """One model's own plan within the budget, in items of the list; whoever may be asked may be asked here, too.

    ``counted``: :data:`AMOUNTS` by the labels; ``more``: net value less that of the recommended plan, counted on the labelled
    items for both.
    """

    name: str
    counted: Mapping[str, float]
    reviewed: float
    spend: Decimal
    more: Estimate


class JointPlan:
    """A decision on every item for the plan's budget, what that gives and how sure it is: everything the documents need.

    Parameters
    ----------
    plan
        What the user said; ``plan.deferral.reviewing`` is given.
    validation, test
        Labelled items that give temperatures, if there are any apart, and those that report.
    n_listed
        Items of the project's own list in the table (rows without a label).
    listed
        The list with the models' predictions, where they are known: it is then planned for by these, and by its
        own prices.

    Attributes
    ----------
    total, basis
        Items that are planned for, and whether these are a list or the labelled items; all counts are items of it, money is
        in currency units.
    planner, bench
        Of the recommended way to decide, and the items that the plan is made for.
    name, members
        The model that answers, and of which it is made where it is several together.
    reference, grid
        The budget in question, without one what the unlimited plan spends; and those from nothing on at which models are
        compared.
    left_out
        Models that cost more than they add.
    models, single, next_model
        What each single model's own plan would come to, by name, the best of them by net value, and the best of those that do
        not answer alone already; none where there is one model only.
    option
        The recommended plan.
    rows, along
        Its like at each budget of the table, and of the grid.
    rivals, over_rivals, nearest
        What it is compared with, and how much more net value it has than each, and than not starting ("nothing"); and the
        simpler way that comes nearest to the plan, None where all are the plan itself.
    nothing
        Net value of not starting.
    winners
        Which single model is worth most at which budgets.
    cells
        Beside it: one cutoff on the confidence for each budget.
    harsher
        The plan where a wrong answer loses so many times as much.
    tried, bound
        With 90 % confidence at most this share of the answers that the plan leaves to the model is wrong, None where it cannot
        be given; and how many models it has to hold for: a pool is fixed before, the best single one is not.
    counted
        What the bound rests on: how many of so many labelled items are answered wrong; None where there is no bound.
    own_list
        The project's list by its own predictions, for which everything here is then planned; None where there
        are none.
    by_share
        Beside it as a check: the plan as the labelled items stand for the list, share by share.
    answerers
        What is known of each who may be asked for a price.
    answered_list
        The recommended plan on the list itself, where somebody may be asked and the list has predictions; else None.
    worth_matrix
        What each answer is worth at each true class, and in the last rows leaving it out and reviewing it.
    refusal, labels_wanted
        Why nothing is recommended although a plan could be made, empty where it is; and how many labels more make enough.
    unmet
        Whether nothing is recommended, or the budget does not even pay for using the model, or for what is judged beside it.
    warnings
        What makes the result doubtful, beside what the data do.
    pays_review, budget_ends
        Whether the budget pays for the review of one item that is worth it, if any is; and whether people would review more if
        there were more to spend.
    beyond
        How many items are judged beside the plan, and what these alone cost with all that is paid once, where that is beyond
        the budget; else None.
    """

    def __init__(
        self,
        plan: Plan,
        validation: ClassifiedSet | None,
        test: ClassifiedSet,
        n_listed: float = 0,
        listed: ClassifiedSet | None = None,
    ) -> None:
        self.plan = plan = resampled_if_told_apart(plan, test.group)
        if listed is not None:
            n_listed = float(item_weights(listed.n_items, listed.weight).sum())
        self.validation, self.test = validation, test = scale_decisions(plan, validation, test)
        listed = None if listed is None else scaled_alike(listed, test)
        worth = money(plan, worth_table(plan.answering.worths, test), test)
        left = worth.left[: test.n_classes]
        if not np.any(np.maximum(np.diag(worth.answer), worth.seen[: test.n_classes]) > left):
            raise UsageError.of(Message("plans.nothing_to_plan"))
        size = float(plan.list_size if plan.list_size is not None else n_listed)
        self.basis: Basis = "list" if size else "sample"
        self.total = total = size or float(item_weights(test.n_items, test.weight).sum())
        pools, budget = Pools(plan, validation, test), plan.budget

        def planned_for(pool: Pooled, *, by_share: bool = False) -> Bench:
            return Bench(worth, pool, None if by_share else listed, total, chance=bool(size))

        singles = [pools.of(name) for name in sorted(model.name for model in test.models)]
        for bench in map(planned_for, singles):
            most = float(np.maximum(bench.limited, bench.known_cost) @ bench.count)
            check_total(plan.prices, most, bench.purse.model_cost, total)
        pool, self.left_out = pools.let_in(lambda pool: _planner(planned_for(pool))[0].plan(budget).mean)
        self.bench, by_share = planned_for(pool), planned_for(pool, by_share=True)
        bench = self.bench
        self.planner, asking = _planner(bench)
        planner = self.planner
        all_stand = None if asking is None else asking.all_stand
        self.worth_matrix = np.vstack([worth.answer, worth.left, worth.seen])
        self.name, self.members = bench.name, pool.members if len(pool.members) > 1 else ()
        self.option = main = planner.plan(budget)
        self.reference, table, self.grid = _budgets_around(planner)
        self.rows, self.along = tuple(map(planner.plan, table)), tuple(map(planner.plan, self.grid))
        self.rivals, idle = _rivals(planner, asking), JointAlternative(planner, planner.nothing, 0, None)
        self.nothing = idle.net
        others = *self.rivals.items(), ("nothing", idle)
        self.over_rivals = {kind: main.over(other) for kind, other in others}
        gaps = {kind: gap.value for kind, gap in self.over_rivals.items() if gap.moves or abs(gap.value) > _TIE}
        self.nearest: str | None = min(gaps, key=gaps.__getitem__, default=None)
        self.cells = SurfaceCells(planner.ways[0], self.grid, budget)

        def anew(bench: Bench, ways: Sequence[Way] = ()) -> JointAlternative:
            return _planner(bench, ways, all_stand=all_stand)[0].plan(budget)

        # What nobody decides on loses nothing by it.
        heavier = ((factor, bench.with_wrong_answers_times(factor)) for factor in HARSHER)
        self.harsher = [(factor, main if factor == 1 else anew(other)) for factor, other in heavier]
        self.by_share = anew(by_share) if bench.on_list else None
        self.own_list = own_list(bench, bench.count - main.kept * (main.way.role == LEFT))
        self.answerers = () if asking is None else asked_of(bench, planner, asking, budget)
        self.answered_list = AnsweredList(main, budget) if bench.on_list and asking is not None else None
        # Models are compared, and errors bounded, on the labelled items, each counted by its label.
        labelled, *alone = (planned_for(model, by_share=True) for model in (pool, *singles))
        self.tried = 1 if plan.mixture else len(test.models)
        ways, *of_each = map(_plain, (labelled, *alone))
        self.counted = _alone(validation, Planner(ways), main)
        self.bound = None if self.counted is None else upper_bound(*self.counted, ALPHA / self.tried)
        both = (labelled, ways), *(zip(alone, of_each, strict=True) if len(alone) > 1 else ())
        together, *options = (anew(*pair) for pair in both)
        self.models = _models(options, together)
        best_first = sorted(self.models, key=lambda model: (model.more.value, -model.spend), reverse=True)
        self.single = next(iter(best_first), None)
        self.next_model = next((model for model in best_first if self.members or model.name != self.name), None)
        self.winners = _winners(list(map(Planner, of_each)), self.grid)
        self.labels_wanted, compared = max(FEWEST - test.n_items, 0), self.own_list
        self.refusal: Refusal = "few" if self.labels_wanted else "" if compared is None else compared.refusal
        self.warnings: list[Doubt] = compared.doubts(plan.table, test.n_items) if compared and main.starts else []
        path = planner.ways[0].paid
        self.pays_review = main.items > 0 or path.n_items < 1 or bench.purse.affordable(path, budget) > 0
        self.budget_ends = budget is not None and not main.queue_ends and main.most <= main.items
        self.beyond: tuple[int, Decimal] | None = None
        if not main.starts and all(way.purse.affordable(way.paid, budget) < 0 for way in planner.ways):
            least = min(way.purse.totals(way.paid, 0, used=True)[0] for way in planner.ways)
            self.beyond = round(float(path.read("judged", 0))), least
        self.unmet = bool(self.refusal or self.beyond) or not main.purse.pays_model(budget)

    @property
    def cutoff(self) -> float | None:
        """The confidence from which on an answer is worth as much as none; None where classes differ, or more is weighed."""
        pool = self.bench.pool
        if self.bench.payoffs.by_pairs or pool.relabels or pool.by_curve or self.test.n_classes < 2:
            return None
        states = self.bench.payoffs.states
        right, wrong, left = (float(states[name][0]) for name in ("right", "wrong", "left"))
        return (left - wrong) / (right - wrong) if wrong < left < right else 0.0

    @property
    def worst_class(self) -> ClassAlone | None:
        """The true class that most wrong answers are given to, where the model gets most of it wrong."""
        worst = next(iter(self.option.by_class), None)
        return worst if worst and worst.wrong >= FEWEST_WRONG and worst.wrong > worst.alone / 2 else None

    @property
    def reviews_lose(self) -> tuple[float, float] | None:
        """What reviewing one of the items left costs on average, and gains over no label, where none is worth it.

        None where some are, where none is left, or where no review costs anything.
        """
        option, bench = self.option, self.bench
        weight = bench.count * (option.way.role == LEFT)
        if not option.starts or option.way.path.n_items > 0 or not weight.sum():
            return None
        gains = bench.by_probability(bench.payoffs.seen - bench.payoffs.left)
        price, gain = (float(np.average(array, weights=weight)) for array in (bench.price, gains))
        return (price, gain) if price > 0 else None

    @cached_property
    def labels(self) -> LabelsWorth | None:
        """What knowing everything would add at most, beside what one label costs (METHODS L); None without draws, or a plan."""
        plan, bench, option = self.plan, self.bench, self.option
        if self.unmet or not plan.resamples:
            return None
        # The best affordable stop, if each draw were known before one is chosen.
        way, idle = option.way, JointAlternative(self.planner, option.way, 0, None)
        left, nets = self.planner.nothing.base[:, 0], way.nets[:, way.ends[1:] <= option.most].T
        stops = (line.worth(line.sums) for line in (idle, option))
        best = float(np.max([left, *stops, *nets], axis=0).mean())
        in_money = plan.prices.stated or plan.answering.worths.unit == "money"
        return LabelsWorth(
            "money" if in_money else "right answers",
            self.test.n_items,
            bench.total if bench.chance else None,
            float(np.average(bench.price, weights=bench.count)) if plan.prices.stated else None,
            max(best - option.mean, 0.0),
        )

    @cached_property
    def ladder(self) -> tuple[Rung[JointAlternative], ...]:
        """What each of 21 budgets buys, and who leads there: of one model alone nobody asks.

        There is none where nothing is recommended, nor where no budget is set and the plan takes nothing; else whatever pays
        for that plan buys it, and no more.
        """
        option, main, prices = self.option, self.plan.budget, self.plan.prices
        money = max(option.spend, option.cost)
        if option.items and option.planner.bench.per_entry:  # a budget has to pay for the entries of 95 % of the draws
            billed = option.purse.bought(option.way.paid, option.items, option.calls)
            least = int(np.max(prices.least_budgets(billed)))
            money = max(money, Decimal(least).scaleb(-prices.minor_digits))
        base = main or (Budget(money) if prices.stated else Budget(Decimal(option.items), "items"))
        if self.unmet or (main is None and base.amount <= 0):
            return ()
        rungs = []
        for place, (percent, budget) in enumerate(ladder_of(base, prices.minor_digits)):
            bought = option if main is None and place >= HERE else self.planner.plan(budget)
            ahead = leading(self.winners, budget.amount) if self.models and budget.amount > 0 else ()
            rungs.append(Rung(percent, budget, bought, ahead))
        return tuple(rungs)


def _plain(bench: Bench) -> list[Way]:
    """Return the ways in which nobody is asked.

    People alone are a way of their own: where models are less often right than they say, that is worth more. Where a model
    costs something they may do without, though then nobody says which items to review.
    """
    without = [unaided(bench)] if bench.purse.model_cost else []
    return [way(bench), way(bench, model=False), *without]


def _planner(
    bench: Bench, plain: Sequence[Way] = (), *, all_stand: bool | None = None
) -> tuple[Planner, Asking | None]:
    """Return plans of the best way to decide, and the ways in which somebody is asked.

    ``plain``: the ways in which nobody is; ``all_stand``: whether every answer stands that may; None: where looking ahead
    brings less than a hundredth more.
    """
    plain = plain or _plain(bench)
    if not bench.plan.answerers:
        return Planner(plain), None
    every, tried = answerings(bench), []
    for simple in (True, False) if all_stand is None else (all_stand,):
        asking = Asking(bench, every, all_stand=simple)
        planner = Planner(plain, asking)
        tried.append((planner, asking, planner.plan(bench.plan.budget).mean - planner.nothing.mean))
    return tried[0][:2] if tried[0][2] * (1 + SIMPLER) >= tried[-1][2] else tried[-1][:2]


def _rivals(planner: Planner, asking: Asking | None) -> dict[Rival, JointAlternative]:
    """Return what joining is compared with: the same with options left out, in the same draws."""
    (both, *people), budget = planner.ways, planner.bench.plan.budget
    ways: dict[Rival, list[Way]] = {"people": people, "machine": [way(planner.bench, people=False)]}
    if asking is not None:
        ways["answerer"] = asking.alone(budget)
        ways["model, people"] = [both, *people]
        ways["answerer, people"] = [*people, *asking.beside(budget, model=False), *asking.alone(budget)]
    return {kind: planner.best(offered, budget) for kind, offered in ways.items()}


def _alone(validation: ClassifiedSet | None, together: Planner, main: JointAlternative) -> tuple[int, int] | None:
    """Return how many labelled items the model answers wrong, and at all, in the plan, by a rule that was fixed on others.

    None where there is no such rule. Where somebody is asked, what that leaves to the model was decided by the labels of
    these very items.
    """
    test, made = together.bench.data, together.ways[0]
    exact = test.weight is None and test.group is None  # of weights and groups there is no exact test
    if validation is None or not exact or not main.starts or main.unaided or main.calls is not None:
        return None
    alone, key, shares = made.role == ALONE, main.way.key, main.way.shares(main.items)
    last = key[shares > 0].min(initial=np.inf)
    kept, tied = alone & (made.key < last), np.flatnonzero(alone & (made.key == last))
    # Of those that stand alike some are reviewed: of the labelled ones as many, whatever their labels are.
    read = round(len(tied) * float(shares[key == last].mean())) if len(tied) else 0
    kept[np.random.default_rng(together.bench.plan.seed).permutation(tied)[read:]] = True
    n, wrong = int(kept.sum()), int((made.answer != test.truth)[kept].sum())
    return (wrong, n) if n else None


def _budgets_around(planner: Planner) -> tuple[Budget, list[Budget | None], list[Budget]]:
    """Return the budget in question, those of the table around it, and those of the grid from nothing on.

    Without one they lie around what the plan spends that no budget limits; if nothing, around what reviewing everything costs.
    """
    bench, plan = planner.bench, planner.bench.plan
    main, digits = plan.budget, plan.prices.minor_digits
    reference, factors, most = main, WITHOUT if main is None else WITH_BUDGET, 2
    if reference is None:
        most, free = 1, planner.plan(None)
        reference = Budget(max(free.spend, free.cost))
        if not plan.prices.stated:
            reference = Budget(Decimal(free.items or int(bench.total)), "items")
        elif reference.amount <= 0:
            whole = Decimal(repr(float(bench.count @ bench.known_cost) / MICRO))
            reference = Budget(max(round_to(whole, digits), Decimal(1)))
    table = [reference if factor == 1 else times(reference, factor, digits) for factor in factors]
    grid = [times(reference, Decimal(most * step) / GRID, digits) for step in range(GRID + 1)]
    return reference, list(dict.fromkeys([*table, main])), list(dict.fromkeys(grid))


def _counted(option: JointAlternative) -> FloatArray:
    """Return what comes of each labelled item by its label, and by what was said of it, shape (n, A)."""
    made, truth, (alone, left, seen) = option.way, option.way.bench.data.truth, option.way.tables
    default = np.where((made.role == ALONE)[:, None], alone[made.answer, truth], left[truth])
    counted = np.asarray(default + made.shares(option.items)[:, None] * (seen[truth] - default))
    if made.asked is None:
        return counted
    waiting = AnsweredList(option, option.budget)
    stands = by_answerer(alone)[waiting.way.answer, truth]
    reviewed = waiting.way.shares(option.items)[:, None]
    return np.where(waiting.settled[:, None], stands, default + reviewed * (seen[truth] - default))


def _models(options: Sequence[JointAlternative], together: JointAlternative) -> tuple[AloneModel, ...]:
    """Return models' own plans beside the one of all models."""
    if not options:
        return ()
    bench, base = together.way.bench, _counted(together)[:, 0]
    amounts = [_counted(option) for option in options]
    spends = [float(option.cost) - float(together.cost) for option in options]
    more = _differences(bench, np.column_stack([net[:, 0] - base for net in amounts]), spends)
    counted = [dict(zip(AMOUNTS, (bench.count @ amount).tolist(), strict=True)) for amount in amounts]
    return tuple(
        AloneModel(option.way.bench.name, counts, float(option.items), option.spend, net)
        for option, counts, net in zip(options, counted, more, strict=True)
    )


def _differences(bench: Bench, more: FloatArray, spends: Sequence[float]) -> list[Estimate]:
    """Return differences by item, (n, M), added up; the items drawn again, whole groups together, as unsure as one list is."""
    values = bench.count @ more - spends
    if not bench.plan.resamples:
        return [Estimate(value) for value in values.tolist()]
    n = len(more)
    code: IntArray = np.arange(n) if bench.data.group is None else bench.data.group
    size = np.bincount(code)
    weights = np.random.default_rng([bench.plan.seed, 9]).standard_exponential((bench.plan.draws, len(size)))
    amounts = bench.count[:, None] * np.column_stack([more, np.ones(n)])
    totals = weights @ np.column_stack([np.bincount(code, amount, len(size)) for amount in amounts.T])
    drawn = totals[:, :-1] * (bench.total / totals[:, -1:])
    groups = n**2 / float((size**2).sum())
    by = 1.0 if size.max() == 1 else wider(groups)
    by *= float(np.sqrt(1 + n / bench.total)) if bench.chance else 1.0
    bounds = interval(values + (drawn - drawn.mean(axis=0)) * by)
    return [Estimate(*triple) for triple in np.column_stack([values, bounds.T]).tolist()]


def _winners(planners: Sequence[Planner], budgets: Sequence[Budget]) -> tuple[WinnerInterval, ...]:
    """Return which single models are worth most from which budget on, counted on the labelled items."""

    def net(option: JointAlternative) -> float:
        return float(option.way.bench.count @ _counted(option)[:, 0]) - float(option.cost)

    nets = np.array([[net(planner.plan(budget)) for planner in planners] for budget in budgets])
    tie, names = _TIE * max(1.0, float(np.abs(nets).max())), np.array([candidate.bench.name for candidate in planners])
    best = [tuple(sorted(names[row >= row.max() - tie].tolist())) for row in nets]
    starts = [place for place, ahead in enumerate(best) if not place or ahead != best[place - 1]]
    ends = [*(budgets[place].amount for place in starts[1:]), None]
    return tuple(
        WinnerInterval(budgets[first].amount, end, best[first]) for first, end in zip(starts, ends, strict=True)
    )


def recommend(joint: JointPlan) -> Recommendation:
    """Return the decision on a joint plan; nothing is planned for a list that nothing labelled speaks for."""
    why_not: WhyNot = joint.refusal or ("not_paid" if joint.unmet else "")
    total, option = joint.total, joint.option
    decided = Recommendation(workflow="joint", why_not=why_not, basis=joint.basis, items=total, left=Estimate(total))
    if joint.refusal:
        return decided
    money: dict[str, Any] = {name: getattr(option, name) for name in ("spend", "found", "net", "luck")}
    best_single = None if joint.single is None else joint.single.name
    decided = replace(decided, **money, net_unit="money", best_single=best_single)
    if not option.starts:
        return decided
    return replace(
        decided,
        model=None if option.unaided else joint.name,
        cutoff=joint.cutoff if option.accepted.value else None,
        answered_alone=option.accepted,
        wrong=option.wrong if option.accepted.value else None,
        reviewed=Estimate(float(option.items)),
        left=option.left,
        spend_range=option.spend_range,
        shown=option.shown,
        members=dict.fromkeys(joint.members, 1 / max(len(joint.members), 1)),
        settled=option.settled if joint.answerers else None,
        settled_wrong=option.settled_wrong if joint.answerers else None,
    )


def worth_more(joint: JointPlan) -> tuple[JointAlternative, ...]:
    """Return what larger budgets of the table would be worth more than the plan."""
    budget, net = joint.option.budget, joint.option.net.value
    if budget is None:
        return ()
    larger = [row for row in joint.rows if row.budget and row.budget.amount > budget.amount]
    return tuple(ratio for ratio in larger if ratio.net.value > net)


def course_of(joint: JointPlan) -> Course | None:
    """Return who does what on the list; None where nothing is done, or the list has no predictions of its own.

    Where an answerer is still to be asked, there is none either: what its answers settle is not known.
    """
    option, waiting, bench = joint.option, joint.answered_list, joint.bench
    if joint.unmet or not option.starts or not bench.on_list or (waiting is not None and waiting.waits):
        return None
    way, review, calls = option.way, option.items, None
    settled = np.zeros(bench.data.n_items, dtype=bool)
    if waiting is not None:
        way, review, settled, calls = waiting.way, waiting.review, waiting.settled, waiting.way.calls
    # Behind the last name is what stands where no answer does.
    order, names = way.queue.order, np.array([*joint.test.names, NO_ANSWER], dtype=object)
    review = min(review, len(order))  # rows may stand for several items each
    # Inside a tie the first ones in the queue are reviewed, whatever part of the tie that is.
    answered = np.setdiff1d(np.flatnonzero((way.role == ALONE) | settled), order[:review])
    # What is kept is held against what people say of random items.
    kept = bench.said.predicted.copy()
    kept[answered] = way.answer[answered]
    by, corrections = tuple[str, ...](), None
    if waiting is not None and waiting.answerer:
        by = tuple(np.where(settled[answered], waiting.answerer, joint.name).tolist())
    # Of how many answers of the model people are expected to differ.
    if waiting is None and len(order) and not way.unaided:
        items = spread(review, points=POINTS)
        unknown = np.full(len(items), np.nan)
        corrections = Band(items, corrected_along(way).read("change", items), unknown, unknown)
    # After the stop an item is either answered or left; those that no review is worth come last.
    others = np.setdiff1d(np.arange(bench.data.n_items), order)
    after = np.append(order[review:], others[np.argsort(-way.key[others], kind="stable")])
    unknown = np.full(bench.data.n_items, np.nan)
    return bench.course(
        order_by="random" if way.unaided else "value-per-cost",
        queue=np.append(order[:review], after[~np.isin(after, answered)]),
        review=review,
        answered=answered,
        answers=tuple(names[way.answer[answered]].tolist()),
        answered_by=by,
        score=unknown,
        rate=bench.quantities["positives"] if joint.plan.positive else unknown,
        model_cost=option.purse.model_cost,
        calls=calls,
        said=() if way.unaided else tuple(names[kept].tolist()),
        corrections=corrections,
    )


def corrected_along(way: Way) -> Path:
    """Return along the queue of a plan what its items hold: ``wrong`` answers, those people ``change``, and more.

    People who err put a right answer wrong, and leave a wrong one of which they hold the model's answer for true: of C
    classes each of their errors falls on any of the others alike. ``step`` is how many more are changed
    where one more is wrong; ``chance`` by how much people's errors vary.
    """
    bench, truths, asked = way.bench, way.bench.expected(), way.asked
    if asked is not None:  # people get what no answer settles, of which more or less is wrong than of all
        kept = np.stack([asked.draws.expected(policy)[0] for policy in asked.policies])[asked.policy]
        truths = truths * np.where(asked.asked[:, None], 1 - kept[:, : truths.shape[1]], 1.0)
        truths /= np.maximum(truths.sum(axis=1, keepdims=True), LOWEST)
    wrong = 1 - of_answer(truths, bench.said.predicted)
    error, others = bench.by_probability(bench.review_errors), max(bench.data.n_classes - 1, 1)
    amounts = {
        "wrong": wrong,
        "change": wrong * (1 - error / others) + (1 - wrong) * error,
        "step": 1 - error / others - error,
        "chance": error * (1 - error),
    }
    return make_path(way.queue, way.rest, amounts)


WITHOUT_PEOPLE = ("machine", "asked, machine", "answerer")
"""The model alone; the model, and somebody who is asked about the rest; somebody who is asked about everything."""


@dataclass(frozen=True)
class AskedBeside:
    """Every way without people for one model, and how much more each is worth than the model alone; ``items``: of the list, or labelled.

    ``nets``, ``more``: net values of all these items, and how much more they are than the first, in the unit of the values.
    """

    model: str
    items: float
    ways: tuple[JointAlternative, ...]
    nets: tuple[Estimate, ...]
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
    plan: Plan, table: Payoffs, validation: ClassifiedSet | None, test: ClassifiedSet, model: str
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
    if not any(answerer.accept != "none" for answerer in plan.answerers):
        return None
    budget = plan.budget if plan.budget is not None and plan.budget.unit == "money" else None
    paid = plan.prices.stated or any(float(answer.cost.sum()) > 0 for answer in test.answers)
    deferral = replace(plan.answering, reviewing=Reviewing())
    plan = replace(plan, deferral=deferral, prices=replace(plan.prices, stated=paid))
    total = float(plan.list_size or item_weights(test.n_items, test.weight).sum())
    members = [member.name for member in same_model(test, model).members] or [model]
    pool = Pools(plan, validation, test).of(*members)
    bench = Bench(money(plan, table, test), pool, None, total, chance=plan.list_size is not None)
    # Ways are weighed in money where anything has a price.
    unit = plan.answering.worths.in_money if paid else 1.0
    if test.review_cost is not None:  # people get what is left, at the same prices as without an answerer
        bench.leaving, bench.once = test.review_cost * unit, float(plan.prices.once(Decimal(0)))
    asking = Asking(bench, answerings(bench), people=False)
    planner = Planner([way(bench, people=False)], asking)
    alone, of_answerer = (planner.best(ways, budget) for ways in (planner.ways, asking.alone(budget) or planner.ways))
    ways = alone, planner.plan(budget), of_answerer
    nets = tuple(option.net.times(1 / unit) for option in ways)
    more = tuple(option.over(alone).times(1 / unit) for option in ways)
    return AskedBeside(model, total, ways, nets, more, asked_of(bench, planner, asking, budget))


@dataclass(frozen=True)
class Stakes:
    """One model's items, with what each is worth in every state; arrays of shape (n,).

    Attributes
    ----------
    confidence
        Accepted where it reaches the cutoff; higher is surer.
    if_accepted, if_reviewed, if_left
        V[predicted][truth], H[truth] and R[truth], in the unit of the values.
    cost
        Price of reviewing each item, >= 0, in a unit of its own (millionths of the currency, say).
    wrong
        1 where the model's answer is wrong, else 0.
    weight
        How many items each stands for, >= 0; None: one each.
    limited
        What a budget limits, >= 0: seconds, or 1 for each item; None: the cost.
    """

    confidence: FloatArray
    if_accepted: FloatArray
    if_reviewed: FloatArray
    if_left: FloatArray
    cost: FloatArray
    wrong: FloatArray
    weight: FloatArray | None = None
    limited: FloatArray | None = None


def queue(stakes: Stakes, by: FloatArray, *, per_cost: bool = False) -> Ranking:
    """Return the order in which all items would be reviewed, equal ones by cost, rising; a cutoff then leaves some out.

    Parameters
    ----------
    by
        Shape (n,): higher is reviewed earlier.
    per_cost
        By how much of it each item has for its cost: free items come first if it is positive, else last.

    Examples
    --------
    >>> zeros = np.zeros(3)
    >>> stakes = Stakes(np.array([0.9, 0.6, 0.8]), zeros, zeros, zeros, np.array([2.0, 1.0, 0.0]), zeros)
    >>> queue(stakes, -stakes.confidence).order.tolist()
    [1, 2, 0]
    >>> queue(stakes, np.array([4.0, 1.0, -1.0]), per_cost=True).order.tolist()
    [0, 1, 2]
    """
    if per_cost:
        by = np.divide(by, stakes.cost, out=np.where(by > 0, np.inf, -np.inf), where=stakes.cost > 0)
    return rank(by, stakes.cost)


def split(stakes: Stakes, ranking: Ranking, accepted: BoolArray) -> tuple[float, Path]:
    """Return what all items are worth before any review, and the path of those that are not accepted, in their order."""
    weight = item_weights(len(stakes.confidence), stakes.weight)
    base = float(weight @ np.where(accepted, stakes.if_accepted, stakes.if_left))
    gain = stakes.if_reviewed - stakes.if_left
    counted = stakes.cost if stakes.limited is None else stakes.limited
    measures = {"cost": stakes.cost, "gain": gain, "counted": counted}
    stays = ~accepted[ranking.order]
    # Ends never fall: each stands once where it differs from the one before.
    ends = np.cumsum(stays, dtype=np.int64)[ranking.ends - 1]
    left = Ranking(ranking.order[stays], ends[np.flatnonzero(np.diff(ends, prepend=0))])
    return base, make_path(left, stakes.weight, measures)


def surface(
    stakes: Stakes,
    ranking: Ranking,
    cutoffs: FloatArray,
    limits: FloatArray,
    tariff: Tariff,
    checks: Checks | None = None,
) -> dict[str, FloatArray]:
    """Return what becomes of the items where each limit is spent at each cutoff, arrays of shape (cutoffs, limits).

    In weighted items ``accepted``, of which ``wrong``, ``reviewed``, and ``unreviewed``, which nobody decides; ``spend``, T of
    METHODS F5; ``value``, the sum of V, H and R over the items; and ``net``, the value less what is spent.

    Parameters
    ----------
    stakes
        Items and what they are worth.
    ranking
        The order of all items; at a cutoff, those below it are reviewed in this order.
    cutoffs
        Shape (K,): a grid for display; 0 accepts everything, ``inf`` nothing.
    limits
        Shape (Q,): what reviewing may use up of what a budget limits; ``inf``: everything deferred is reviewed.
    tariff
        What is paid.
    checks
        What is judged beside the reviews.

    Notes
    -----
    A cell spends up to m(B), the greatest whole number of items whose cost is within the limit; inside a tie
    group costs and gains are expectations. Each cutoff takes one pass over the items.

    Examples
    --------
    One unsure answer is wrong: leave it to people for 1, and a right label is worth 1.

    >>> ones, zeros = np.ones(2), np.zeros(2)
    >>> stakes = Stakes(np.array([0.9, 0.6]), np.array([1.0, -4.0]), ones, zeros, 0.5 * ones, np.array([0.0, 1.0]))
    >>> cells = surface(stakes, queue(stakes, -stakes.confidence), np.array([0.0, 0.75]), np.array([0.0, 1.0]), Tariff())
    >>> cells["net"].tolist(), cells["reviewed"].tolist()
    ([[-3.0, -3.0], [1.0, 1.5]], [[0.0, 0.0], [0.0, 1.0]])
    """
    weight, rows = item_weights(len(stakes.confidence), stakes.weight), []
    for cutoff in cutoffs:  # a grid, not items
        taken = stakes.confidence >= cutoff
        base, path = split(stakes, ranking, taken)
        path = replace(path, checks=checks)
        reviewed = np.array([max(float(affordable_items(path, float(limit), "counted")), 0.0) for limit in limits])
        accepted = np.full(len(limits), weight[taken].sum())
        wrong = np.full(len(limits), weight[taken] @ stakes.wrong[taken])
        judged = np.where((reviewed > 0) | (accepted > 0), path.read("judged", reviewed), 0.0)
        spend = tariff.total(path.read("cost", reviewed), judged, accepted)
        value = base + path.read("gain", reviewed)
        rows.append((accepted, wrong, reviewed, path.n_items - reviewed, spend, value, value - spend))
    names = "accepted", "wrong", "reviewed", "unreviewed", "spend", "value", "net"
    return dict(zip(names, np.array(rows).swapaxes(0, 1), strict=True))


class SurfaceCells:
    """One cutoff on the confidence for each budget, shown beside a plan: it chooses nothing (METHODS Part J).

    ``cells``: see :func:`surface`, shape (cutoffs, budgets), if the pooled answer is accepted. Cutoffs leave equal steps of the items to people. ``best``: the cutoff that comes to most within the budget in question,
    with what stands alone, is reviewed, and all is worth. ``by_share``: the different shares of answers accepted, rising, and
    the net values of each, shape (shares, budgets).
    """

    def __init__(self, way: Way, grid: Sequence[Budget], budget: Budget | None) -> None:
        bench, chance = way.bench, way.bench.expected()
        assert bench.plan.answering.reviewing is not None
        worths, rows = bench.payoffs, np.arange(len(chance))
        stakes = Stakes(
            confidence=bench.said.confidence,
            if_accepted=(chance @ worths.answer.T)[rows, way.answer],
            if_reviewed=chance @ worths.seen,
            if_left=chance @ worths.left,
            cost=bench.price / (bench.purse.tariff.rate or 1.0),
            wrong=1 - chance[rows, way.answer],
            weight=bench.count,
            limited=None if bench.limits_money else bench.limited,
        )
        order, ranked_by = bench.plan.answering.reviewing.order, -stakes.confidence
        if order != "uncertain":
            by_class = bench.positive if order == "score" else worths.seen - worths.left
            ranked_by = bench.by_probability(by_class)
        ranking = queue(stakes, ranked_by, per_cost=order == "value-per-cost")
        key = np.sort(stakes.confidence)
        steps = key[np.unique(np.round(np.linspace(0, len(key) - 1, CELLS)).astype(np.int64))]
        self.cutoffs = cutoffs = np.unique(np.concatenate([steps, [np.inf]]))
        amounts, last = np.linspace(0, float(grid[-1].amount), CELLS).tolist(), grid[-1]
        self.budgets = tuple(Budget(Decimal(repr(amount)), last.unit, last.covers) for amount in amounts)
        limits = np.array([bench.purse.limit(limit) for limit in (*self.budgets, budget)])
        cells = surface(stakes, ranking, cutoffs, limits, bench.purse.tariff, bench.checks)
        first = int(np.argmax(cells["net"][:, -1]))
        self.best = {name: float(cells[name][first, -1]) for name in ("accepted", "reviewed", "net")}
        self.best["cutoff"] = float(cutoffs[first])
        self.cells = {name: values[:, :-1] for name, values in cells.items()}
        self.shares = self.cells["accepted"][:, 0] / bench.total
        different, places = np.unique(np.round(self.shares, 9), return_index=True)
        self.by_share = different, self.cells["net"][places]
