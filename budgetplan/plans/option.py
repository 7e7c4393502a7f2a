"""What a way of deciding comes to within a budget, with its intervals (METHODS 0.8, 0.11)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray
from budgetplan.core.answers import ALONE, LEFT
from budgetplan.core.stops import Luck, interval, luck
from budgetplan.domain.answerers import AnswerRule
from budgetplan.domain.decision import Alternative, Estimate
from budgetplan.domain.plan import Budget
from budgetplan.domain.prices import Calls
from budgetplan.lists.estimates import less_luck
from budgetplan.lists.strata import whole_parts
from budgetplan.plans.plan_draws import PlanDraws
from budgetplan.plans.ways import AMOUNTS, Drawn, JointStop, Way, way

_FEWER = 0.4
"""More than none, and printed as fewer than one."""
_MUCH = 0.05
"""Part of a budget from which on it is said that so much is not spent."""
_TIE = 1e-12
"""Of all that may be gained: stops that differ by no more are equal, and the first holds."""


@dataclass(frozen=True)
class WholeCounts:
    """Items of the list: accepted + settled + reviewed + left are all; found + the wrong ones those with an answer.

    ``accepted``: answered by the model alone, ``wrong`` of them wrong; ``settled``: by an answerer, ``settled_wrong``
    of them wrong; ``reviewed`` by people, ``amiss`` of them wrong; ``left`` to nobody. Where only some classes are
    collected, ``found`` are those of these, and nobody counts what people err in others: ``amiss`` is None. Less than
    one wrong answer is not rounded to none: it is what it is, and counts as none where all are added up.
    """

    accepted: int
    wrong: float
    settled: int
    settled_wrong: float
    reviewed: int
    amiss: float | None
    left: int
    found: int

    @property
    def right(self) -> float:
        """Right answers of the model alone."""
        return self.accepted - self.wrong

    @property
    def settled_right(self) -> float:
        """Right answers of an answerer."""
        return self.settled - self.settled_wrong

    @property
    def all_wrong(self) -> float:
        """Wrong answers of all, those of people where they are counted."""
        each = (self.wrong, self.settled_wrong, self.amiss or 0)
        return _or_fewer(sum(map(int, each)), sum(each))


@dataclass(frozen=True, eq=False, kw_only=True)
class JointAlternative(Alternative):
    """A plan within a budget (None: no limit), in items of the list and currency units; people review ``items``.

    ``most``: so many the budget pays for; ``starts``: whether anything is answered, asked or reviewed; ``mean``: net value
    before luck. ``asked``: items that an answerer is asked about; ``settled``: those of them whose answers stand,
    ``settled_wrong`` of them wrong. ``found``: right labels that come out, of the classes collected where any are named, else
    of all. ``luck``: what is taken off the net value; ``shown``: whether the labels show that the plan pays at all. ``draws``:
    the same in every draw, None without intervals.
    """

    budget: Budget | None
    drawn: Drawn
    most: int
    starts: bool
    mean: float
    net: Estimate
    accepted: Estimate
    wrong: Estimate
    left: Estimate
    asked: Estimate
    settled: Estimate
    settled_wrong: Estimate
    luck: float
    shown: bool
    draws: PlanDraws | None

    @property
    def way(self) -> Way:
        """Who decides on which item."""
        return self.drawn.way

    @property
    def unspent(self) -> Decimal | None:
        """What a budget of money that pays for everything leaves, where that is much; else None."""
        budget = self.budget
        if budget is None or budget.unit != "money" or budget.covers != "everything":
            return None
        left = budget.amount - self.spend
        return left if float(left) > _MUCH * float(budget.amount) else None

    @property
    def calls(self) -> Calls | None:
        """What is paid to an answerer; None where nobody is asked."""
        return self.way.calls if self.starts else None

    @property
    def rule(self) -> AnswerRule:
        """Who is asked, and which answers stand."""
        return self.way.rule

    @property
    def queue_ends(self) -> bool:
        """Whether people review all that is worth it; a part of an item at the end is none."""
        return self.items >= int(self.drawn.path.n_items * (1 + 1e-9))

    @property
    def handled(self) -> BoolArray:
        """Which items somebody decides, if only in part, shape (n,)."""
        return np.asarray((self.way.role != LEFT) | (self.way.shares(self.items) > 0))

    @property
    def share_alone(self) -> float:
        """Part of the items that the model answers alone."""
        return min(self.accepted.value / self.drawn.bench.total, 1.0)

    @property
    def who_decides(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Items of each kind in all, answered alone, and reviewed, shape (n,) each."""
        count, shares = self.drawn.bench.count, self.way.shares(self.items)
        return count, count * ((self.way.role == ALONE) * (1 - shares)), count * shares

    @property
    def all_wrong(self) -> float:
        """Answers that are wrong, the model's and those that somebody is paid for."""
        return self.wrong.value + self.settled_wrong.value

    def over(self, other: JointAlternative) -> Estimate:
        """Return how much more net value it has than another plan, in the same draws."""
        gap = self.net.value - other.net.value
        if self.draws is None or other.draws is None:
            return Estimate(gap)
        one, two = (each.drawn.net(each) - each.luck for each in (self, other))
        apart = self.drawn.apart(self.items, other.drawn, other.items)
        low, high = interval(one - two if apart is None else one - two + apart).tolist()
        return Estimate(gap, low, high)


class Planner:
    """Plans for any budget: of several ways to decide the one worth most.

    Parameters
    ----------
    ways
        The first of equal ones is taken.
    nothing
        What there is where nobody decides anything, where that is drawn already.
    chance
        What choosing owes to luck: that of the recommended plan holds for simpler ones, too, so that none of them looks
        better for having fewer stops.
    more
        Further ways that depend on the budget.
    """

    def __init__(
        self,
        ways: Sequence[Drawn],
        nothing: Drawn | None = None,
        chance: Luck | None = None,
        more: Callable[[Budget | None], Sequence[Drawn]] = lambda _: (),
    ) -> None:
        self.ways, self.more, self.bench = tuple(ways), more, ways[0].bench
        self.nothing = Drawn(way(self.bench, model=False, people=False)) if nothing is None else nothing
        self.left = self.nothing.mean
        self._chance = chance
        self._plans: dict[Budget | None, JointAlternative] = {}

    @cached_property
    def luck(self) -> Luck:
        """What choosing a way and a stop owes to luck, whatever the money."""
        if self._chance is not None:
            return self._chance
        left = self.nothing.base[:, 0]
        net = [np.zeros(len(left))]
        for one in self.ways:
            net += [one.net(self._idle(one)) - left, *(one.nets - left[:, None]).T[1:]]
        main = self.bench.plan.budget
        # An answerer who is not asked changes nothing.
        if self.best(main)[0].way.asked is not None:
            net += [one.net(self.within(one, main)) - left for one in self.more(main)]
        return luck(np.column_stack(net))

    def _idle(self, drawn: Drawn) -> JointStop:
        """Return what there is if people review nothing."""
        calls, used = drawn.way.calls, drawn.way.counts(0)["accepted"] > 0
        spend = self.bench.purse.total(drawn.path, 0, used=used, calls=calls)
        starts = used or calls is not None
        return JointStop(0, 0, starts=starts, spend=spend, mean=drawn.mean - float(spend))

    @property
    def _tie(self) -> float:
        worths = self.bench.payoffs
        scale = max(float(np.abs(each).max()) for each in (worths.answer, worths.seen, worths.left))
        return _TIE * max(scale * self.bench.total, 1.0)

    def within(self, drawn: Drawn, budget: Budget | None) -> JointStop:
        """Return the stop of one way of greatest mean net value within a budget; of equal ones the first, not starting before all."""
        purse, path, calls, tie = self.bench.purse, drawn.path, drawn.way.calls, self._tie
        nothing = JointStop(0, 0, starts=False, spend=Decimal(0), mean=self.left)
        if not purse.pays_model(budget) or (calls is not None and not purse.pays(calls, budget)):
            return nothing
        most = purse.affordable(drawn.paid, budget, calls)
        idle = replace(self._idle(drawn), most=most)
        found = [replace(nothing, most=most), idle]
        best = purse.best_stop(path, most, tie, calls)
        if best is not None:
            spend = purse.total(path, best[0], used=True, calls=calls)
            found.append(JointStop(best[0], most, True, spend, drawn.mean + best[1] - float(spend)))
        top = max(one.mean for one in found)
        return next(one for one in found if one.mean >= top - tie)

    def best(self, budget: Budget | None) -> tuple[Drawn, JointStop]:
        """Return the way worth most within a budget, and where it stops."""
        found = [(one, self.within(one, budget)) for one in (*self.ways, *self.more(budget))]
        top = max(stop.mean for _, stop in found)
        return next((one, stop) for one, stop in found if stop.mean >= top - self._tie)

    def plan(self, budget: Budget | None) -> JointAlternative:
        """Return the plan of a budget: the same one whoever asks."""
        if budget not in self._plans:
            self._plans[budget] = self.read(*self.best(budget), budget)
        return self._plans[budget]

    def idle(self) -> JointAlternative:
        """Return what there is if nothing is done."""
        return self.read(self.nothing, JointStop(0, 0, False, Decimal(0), self.left), None)

    def read(self, way: Drawn, stop: JointStop, budget: Budget | None) -> JointAlternative:
        """Return what a stop of a way comes to, with its intervals."""
        drawn, bench = way if stop.starts else self.nothing, self.bench
        sums, chance = drawn.at(stop.items), drawn.chance(stop.items)
        counts = drawn.way.counts(stop.items)
        off = max(self.luck.off(stop.mean - self.left), 0.0)
        known = bench.plan.resamples > 0
        drawn_sums = sums if chance is None else sums + chance

        def amount(name: str, most: float, mean: float | None = None) -> Estimate:
            column = AMOUNTS.index(name)
            value = min(max(float(sums[:, column].mean()) if mean is None else mean, 0.0), most)
            if not known:
                return Estimate(value)
            low, high = np.clip(interval(drawn_sums[:, column]), 0.0, most).tolist()
            return Estimate(value, low, high)

        def items(name: str) -> Estimate:
            if bench.sample is None:
                return Estimate(max(counts[name], 0.0))
            # Chance moves how many they are where only the size of the list is known.
            found = amount(name, bench.total)
            return replace(found, value=round(found.value, 6))

        net, paid = drawn.net(stop, drawn_sums) - off, float(stop.spend) + drawn.deviation(stop, drawn_sums)
        spent = interval(paid).tolist() if known else (None, None)
        varies = known and stop.items and bool(np.ptp(paid) > 1e-6)
        return JointAlternative(
            model=bench.name,
            items=stop.items,
            share=stop.items / bench.total,
            spend=stop.spend,
            spend_low=spent[0] if varies else None,
            spend_high=spent[1] if varies else None,
            found=amount("found", bench.total),
            recall=None,
            cost_per_entry=None,
            net=less_luck(float(drawn.net(stop, sums).mean()) - off, net if known else None, off),
            hours=float(drawn.path.read("seconds", stop.items)) / 3600,
            budget=budget,
            drawn=drawn,
            most=stop.most,
            starts=stop.starts,
            mean=stop.mean,
            accepted=items("accepted"),
            wrong=amount("wrong", counts["accepted"] if bench.sample is None else bench.total),
            left=items("left"),
            asked=Estimate(counts["asked"]),
            settled=amount("settled", counts["asked"], counts["settled"]),
            settled_wrong=amount("settled_wrong", counts["settled"]),
            luck=off,
            shown=self.luck.shown(stop.mean - self.left),
            draws=PlanDraws(net, drawn_sums[:, AMOUNTS.index("found")]) if known else None,
        )

    def best_known(self, option: JointAlternative) -> float:
        """Return what the best affordable stop is worth on average, if each draw were known before one is chosen."""
        drawn = option.drawn
        within = drawn.ends <= option.most
        nets = [self.nothing.base[:, 0], drawn.net(self._idle(drawn)), *drawn.nets[:, within].T[1:]]
        return float(np.max(nets, axis=0).mean())


def whole_counts(option: JointAlternative, *, collected: bool) -> WholeCounts:
    """Return the counts of a plan; ``collected``: only some classes are counted as found."""
    accepted, settled = option.accepted.value, option.settled.value
    reviewed, left = option.items, option.left.value
    total = round(accepted + settled + reviewed + left)
    parts = np.array([left, reviewed, settled, accepted])
    nobody, people, theirs, alone = whole_parts(parts, total).tolist()
    wrong, settled_wrong, found = option.wrong.value, option.settled_wrong.value, option.found.value
    if collected:
        own, others = min(_half_up(wrong), alone), min(_half_up(settled_wrong), theirs)
        amiss, bad, right = 0.0, 0, _half_up(found)
    else:
        amiss = max(accepted + settled + reviewed - found - wrong - settled_wrong, 0.0)
        parts = np.array([amiss, settled_wrong, wrong, max(found, 0.0)])
        bad, others, own, _ = whole_parts(parts, alone + theirs + people).tolist()
        bad, others, own = min(bad, people), min(others, theirs), min(own, alone)
        right = alone + theirs + people - bad - others - own
    return WholeCounts(
        accepted=alone,
        wrong=_or_fewer(own, wrong),
        settled=theirs,
        settled_wrong=_or_fewer(others, settled_wrong),
        reviewed=people,
        amiss=None if collected else _or_fewer(bad, amiss),
        left=nobody,
        found=right,
    )


def _or_fewer(whole: int, number: float) -> float:
    """Return a whole number, or where it is none and the number is not, what is printed as fewer than one."""
    return float(whole) or (min(number, _FEWER) if number > 1e-6 else 0.0)


def _half_up(number: float) -> int:
    return int(np.floor(number + 0.5))
