"""One model's plans: cutoff and stop chosen on validation items, carried out on test items (METHODS Part J)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from types import MappingProxyType
from typing import Literal, NamedTuple

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.domain.answerers import NOBODY, AnswerRule
from budgetplan.domain.labelled import ClassifiedSet, Predictions
from budgetplan.domain.plan import Budget, Plan
from budgetplan.errors import UsageError
from budgetplan.metrics.payoffs.best_plans import Among
from budgetplan.metrics.payoffs.cascade import best_cascades
from budgetplan.metrics.payoffs.cutoffs import BestPlan
from budgetplan.metrics.payoffs.stakes import Asking
from budgetplan.metrics.payoffs.surface import Outcome, Split
from budgetplan.planning.asking.answerers import asked_by_fold, asking_of, fewer_levels
from budgetplan.planning.defer.cutoff_methods import same_model
from budgetplan.planning.defer.theory import dealt
from budgetplan.planning.joint.purse import Purse
from budgetplan.planning.joint.sides import Family, Money, Side, make_side

Kind = Literal[
    "joint",
    "people",
    "machine",
    "all deferred",
    "model, people",
    "answerer",
    "answerer, people",
    "asked",
    "asked, machine",
]
"""Which plans compete: all; or those of people alone, the model alone, all that is deferred reviewed, the model and
people; an answerer alone; an answerer and people; those in which somebody is asked, with people or
without."""


class Way(NamedTuple):
    """Which plans compete: whether somebody is asked (None: perhaps), the model answers, every answer stands."""

    among: Among
    asks: bool | None
    model: bool = True
    every_answer: bool = False


WAYS: Mapping[Kind, Way] = MappingProxyType(
    {
        "joint": Way("joint", None),
        "people": Way("people", asks=False),
        "machine": Way("machine", asks=False),
        "all deferred": Way("all deferred", asks=False),
        "model, people": Way("joint", asks=False),
        "answerer": Way("machine", asks=True, model=False, every_answer=True),
        "answerer, people": Way("joint", asks=True, model=False),
        "asked": Way("joint", asks=True),
        "asked, machine": Way("machine", asks=True),
    }
)


@dataclass(frozen=True)
class CutoffRule:
    """What is carried over from the items it was chosen on.

    ``depth``: share of the list that is reviewed at most; None: as far as the budget goes. ``rule``: who is asked
    about what the model leaves, and which answers stand.
    """

    family: Family
    cutoff: float
    depth: float | None
    rule: AnswerRule = NOBODY


@dataclass(frozen=True, eq=False)
class Applied:
    """A rule carried out on the test items, within a budget (None: no limit).

    ``rules``: that rule, or one for each fold. ``deployed`` is the rule to use on new items: the same, or with one
    labelled set the one chosen on all of it. ``reviewed`` whole items of the list; ``spend`` the printed total;
    ``depth`` as in :class:`CutoffRule`; ``found`` the right labels that come out (of the classes collected, where any
    are named).
    """

    model: str
    budget: Budget | None
    deployed: CutoffRule
    rules: tuple[CutoffRule, ...]
    accepted: BoolArray
    depth: float | None
    split: Split
    reviewed: int
    outcome: Outcome
    spend: Decimal
    found: float

    @property
    def answerer(self) -> str:
        """Who is asked: by the rule to use, or by that of a fold; empty where nobody is."""
        every = (self.deployed, *self.rules)
        return next((one.rule.answerer for one in every if one.rule != NOBODY), "")

    def seconds(self, items: int) -> float:
        """Return how long people take for so many of the items that the model leaves."""
        return float(self.split.path.read("seconds", items))

    @property
    def net(self) -> float:
        """Value less the printed total, in currency units."""
        return float(self.outcome.value) - float(self.spend)


def whole_depth(depth: float, total: float) -> int:
    """Return how many whole items a share of so many is.

    >>> whole_depth(0.95, 2000.0)
    1900
    """
    return int(depth * total * (1 + 1e-9))


class Planner:
    """Chooses the plans of one model, and carries them out."""

    def __init__(
        self,
        plan: Plan,
        worth: Money,
        validation: ClassifiedSet | None,
        test: ClassifiedSet,
        said: Predictions,
        total: float,
    ) -> None:
        self.name, self.plan, self.said, self.worth = said.name, plan, said, worth
        self.purse = Purse.of(plan, said.cost)
        self.tariff = self.purse.tariff
        self.test = make_side(plan, worth, test, said, total, by_class=validation is not None)
        self.folds: IntArray | None = None
        if validation is not None:
            own = same_model(validation, said)
            self.whole = make_side(plan, worth, validation, own, total, by_class=True)
            self.sources = [self.whole]
            return
        self.whole = self.test
        self.folds = dealt(test, plan.seed)
        if self.folds is None:
            raise UsageError("One labelled set is judged in folds, which takes at least two items or groups")
        self.sources = [self.test.part(self.folds != fold) for fold in range(int(self.folds.max()) + 1)]

    @property
    def labelled_side(self) -> Side:
        """The labelled items that report."""
        return self.test

    def labelled_accepted(self, applied: Applied) -> BoolArray:
        """Return which of the labelled items that report the plan would accept."""
        if self.labelled_side is self.test or not applied.accepted.any():
            return applied.accepted if self.labelled_side is self.test else np.zeros(0, dtype=bool)
        return self.labelled_side.stakes[applied.deployed.family].confidence >= applied.deployed.cutoff

    def plans(
        self, budgets: Sequence[Budget | None], among: Kind = "joint", *, whole: bool = True
    ) -> list[Applied]:
        """Return the plan of each budget, chosen where it may be chosen, as it comes out on the test items."""
        by_source = [self.choose(source, budgets, among) for source in self.sources]
        deployed = by_source[0]
        if self.folds is not None and whole:
            deployed = self.choose(self.whole, budgets, among)
        return [
            self.apply([rules[place] for rules in by_source], deployed[place], budget)
            for place, budget in enumerate(budgets)
        ]

    def choose(self, side: Side, budgets: Sequence[Budget | None], among: Kind) -> list[CutoffRule]:
        """Choose cutoff and stop for each budget on one set."""
        return [self.rule(side, *one) for one in self.best(side, budgets, among)]

    def best(
        self,
        side: Side,
        budgets: Sequence[Budget | None],
        among: Kind = "joint",
        weight: FloatArray | None = None,
        *,
        anew: bool = False,
    ) -> list[tuple[Family, AnswerRule, BestPlan]]:
        """Return the plan of each budget on one set: of several kinds of cutoff, by the one worth most.

        ``weight``: of the items, in place of their own, such as those of a resample: totals are then not rounded
        as printed. ``anew``: one of many such choices, for which fewer levels of sureness are tried.
        """
        way = WAYS[among]
        every = fewer_levels(side.rules) if anew else side.rules
        rules = [rule for rule in every if way.asks is None or (rule != NOBODY) == way.asks]
        if way.every_answer:
            rules = [rule for rule in rules if rule.stands == "all"] or rules
        askings = [(rule, asking_of(side.answerers, rule)) for rule in rules]
        bill = (
            self.purse.bill(side.quantities, budgets, asks=bool(side.answerers)) if weight is None else None
        )
        limits = np.array([self.purse.reach(budget, side.total if bill else 0.0) for budget in budgets])
        usable = np.array([self.purse.pays_model(budget) for budget in budgets])
        found: list[tuple[Family, AnswerRule, BestPlan]] = []
        for family in side.families:
            stakes, ranking = side.stakes[family], side.rankings[family]
            stakes = stakes if weight is None else stakes.weighed(weight)
            best = best_cascades(
                stakes,
                ranking,
                limits,
                self.tariff,
                askings,
                allowance=self.purse.allowance(budgets),
                usable=usable,
                cutoffs=None if way.model else np.array([np.inf]),
                among=way.among,
                bill=bill,
            )
            rows = [(family, rule, plan) for rule, plan in best]
            # A cutoff of another kind must earn its keep: the plain one stands where they are equal.
            tie = 1e-12 * stakes.scale(self.tariff)
            found = rows if not found else [
                new if new[2].net > old[2].net + tie else old for old, new in zip(found, rows, strict=True)
            ]  # fmt: skip
        return found

    @staticmethod
    def rule(side: Side, family: Family, rule: AnswerRule, plan: BestPlan) -> CutoffRule:
        """Return the rule of a plan: a stop is carried over only where neither money nor items end before it."""
        goes_on = plan.reviewed <= 0 or plan.reviewed < plan.most
        return CutoffRule(family, plan.cutoff, plan.reviewed / side.total if goes_on else None, rule)

    def apply(self, rules: Sequence[CutoffRule], deployed: CutoffRule, budget: Budget | None) -> Applied:
        """Carry a rule out on the test items; ``rules``: one, or one for each fold."""
        accepted, depth, split = self.cut(rules, budget)
        reviewed = self.reviewed(split, budget, depth, self.test.total)
        outcome = split.outcome(np.array(float(reviewed)), self.tariff)
        spend = self.purse.total(split, reviewed)
        found = float(split.weight[accepted] @ self.test.found_alone[accepted])
        found += float(split.path.read("found", reviewed))
        found += self.found_by_answerer(rules, accepted, split)
        return Applied(
            self.name, budget, deployed, tuple(rules), accepted, depth, split, reviewed, outcome, spend, found
        )

    def cut(
        self, rules: Sequence[CutoffRule], budget: Budget | None, weight: FloatArray | None = None
    ) -> tuple[BoolArray, float | None, Split]:
        """Return what rules accept of the test items, how deep they review, and the two sides.

        ``weight``: of the items, in place of their own, such as those of a resample.
        """
        family = rules[0].family
        stakes, ranking = self.test.stakes[family], self.test.rankings[family]
        stakes = stakes if weight is None else stakes.weighed(weight)
        cutoffs: FloatArray = np.array([rule.cutoff for rule in rules])
        accepted: BoolArray = stakes.confidence >= (cutoffs[0] if self.folds is None else cutoffs[self.folds])
        asked = self.asking(rules)
        most = float("inf") if asked is None else float(self.purse.allowance([budget]).most[0])
        split = Split(replace(stakes, asking=asked), ranking, accepted, self.test.quantities, most)
        if self.purse.pays_model(budget):
            return accepted, self._depth(rules, split), split
        accepted = np.zeros(stakes.n_items, dtype=bool)
        return accepted, 0.0, Split(stakes, ranking, accepted, self.test.quantities)

    def asking(self, rules: Sequence[CutoffRule]) -> Asking | None:
        """Return what asking an answerer about each test item brings; None where nobody is asked."""
        answerers, whom = self.test.answerers, [rule.rule for rule in rules]
        if self.folds is None:
            return asking_of(answerers, whom[0])
        return asked_by_fold(answerers, whom, self.folds)

    def found_by_answerer(self, rules: Sequence[CutoffRule], accepted: BoolArray, split: Split) -> float:
        """Return the right labels that an answerer's answers give, of the classes collected, where any are named."""
        found = self.settled_right(rules)
        if found is None or split.settled + split.skipped <= 0:
            return 0.0
        part = split.settled / (split.settled + split.skipped)
        return part * float(split.weight[~accepted] @ found[~accepted])

    def settled_right(self, rules: Sequence[CutoffRule]) -> FloatArray | None:
        """Return 1 for each test item that an answerer settles rightly, shape (n,); None where nobody is asked."""
        asked = self.asking(rules)
        if asked is None:
            return None
        wanted = self.test.quantities["positives"] if self.plan.positive else 1.0
        return np.asarray(asked.settled * (1 - asked.wrong) * wanted)

    def reviewed(self, split: Split, budget: Budget | None, depth: float | None, total: float) -> int:
        """Return how many items are reviewed: what the budget pays for, down to a share of ``total`` items."""
        if depth == 0:
            return 0
        reviewed = self.purse.affordable(split, budget)
        return reviewed if depth is None else min(reviewed, whole_depth(depth, total))

    def not_starting(self) -> Applied:
        """Return what there is if nothing is answered and nothing reviewed."""
        none = CutoffRule("confidence", float("inf"), 0.0)
        return self.apply([none] * len(self.sources), none, None)

    def _depth(self, rules: Sequence[CutoffRule], split: Split) -> float | None:
        """Return up to which share of the list is reviewed; over folds the mean, all deferred where none says."""
        depths = [rule.depth for rule in rules]
        if all(depth is None for depth in depths):
            return None
        deferred = split.path.n_items / self.test.total
        return float(np.mean([deferred if depth is None else depth for depth in depths]))
