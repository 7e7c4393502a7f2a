"""The choice of cutoff and stop repeated in resamples: how much it flatters itself, and how much it varies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import Budget
from budgetplan.intervals.estimates import estimate
from budgetplan.metrics.payoffs.cutoffs import BestPlan
from budgetplan.metrics.payoffs.surface import Split
from budgetplan.metrics.resampling.paired import Resamples, batch_size, draws
from budgetplan.metrics.resampling.paths import WeightArray
from budgetplan.planning.asking.answerers import asking_of
from budgetplan.planning.joint.noise import NAMES, JointResamples, Replicates
from budgetplan.planning.joint.plans import Applied, CutoffRule, Planner, whole_depth
from budgetplan.planning.joint.sides import Side

REPEATS = 400
"""So often the choice is repeated: each time takes a whole search."""
LEAST, WORK, LEAST_SEARCH = 100, 6_000_000, 1_000
"""With folds each repetition takes a search for each: at least so often, and so many items in all."""


@dataclass(frozen=True)
class Repeated:
    """``optimism``: how much more net value the chosen plan seems to have on the items it was chosen on.

    ``net``: net value on the test items where cutoff and stop are chosen anew in each resample of the
    validation items; None with one labelled set. ``repeats``: how often.
    """

    optimism: float
    net: Estimate | None
    repeats: int


def repeat_choice(planner: Planner, applied: Applied, noise: JointResamples) -> Repeated:
    """Choose cutoff and stop anew in resamples of the items they are chosen on (METHODS F7, F8).

    Optimism is the mean of a plan's net value in the resample it was chosen in less that on the items
    themselves.
    """
    side, budget = planner.whole, applied.budget
    repeats = min(REPEATS, noise.n_resamples)
    data, seed = side.data, planner.plan.seed + 1
    how = Resamples(data.n_items, repeats, seed, data.group, data.weight, stratum=data.stratum)
    tests = iter(row for batch in noise.batches() for row in batch)
    flattered, found = [], []
    for batch in draws(how, batch_size(side.data.n_items)):
        for row in batch:
            weight = row.astype(np.float64)
            if weight.sum() == 0:
                continue
            rule, best = _chosen(planner, side, weight * (side.total / weight.sum()), budget)
            flattered.append(best.net - carried(planner, side, rule, budget, None))
            if planner.folds is None:
                test = next(tests).astype(np.float64)
                scaled = test * (side.total / test.sum()) if test.sum() > 0 else test
                found.append(carried(planner, planner.test, rule, budget, scaled))
    net = estimate(applied.net, np.array(found), noise.widening) if found else None
    return Repeated(float(np.mean(flattered)), net, repeats)


def repeat_folds(planner: Planner, plans: Sequence[Applied], noise: JointResamples) -> list[Replicates]:
    """Return plans of one labelled set in resamples in which every fold's cutoff and stop are chosen anew.

    The resamples are the first of those that hold the choice fixed; where the project's list is drawn, the
    choice is made on the labelled items as resampled, and read on the list.
    """
    assert planner.folds is not None
    budgets, n = [one.budget for one in plans], planner.test.data.n_items
    rules = len(planner.test.rules)
    # Where somebody may be asked, every rule takes a search, and small searches take no less than those of some items.
    size = n if rules == 1 else max(n, LEAST_SEARCH) * rules
    repeats = min(REPEATS, noise.n_resamples, max(LEAST, WORK // (size * len(planner.sources))))
    how = replace(noise.how, n_resamples=repeats, list_size=None)
    samples = (row for batch in draws(how, batch_size(n)) for row in batch)
    lists = (row for batch in noise.batches() for row in batch)
    kept = [planner.folds != fold for fold in range(len(planner.sources))]
    out = []
    for sample, row in zip(samples, lists, strict=False):
        chosen = []
        for source, own in zip(planner.sources, kept, strict=True):
            weight = _scaled(sample[own], source.total)
            found = [] if weight is None else planner.best(source, budgets, weight=weight, anew=True)
            chosen.append([planner.rule(source, *one) for one in found])
        weight = _scaled(row, planner.test.total)
        if weight is not None and all(chosen):
            out.append([_carried_out(planner, [rules[place] for rules in chosen], budget, weight)
                        for place, budget in enumerate(budgets)])  # fmt: skip
    numbers = np.array(out).reshape(len(out), len(plans), len(NAMES))
    named = [dict(zip(NAMES, numbers[:, place].T, strict=True)) for place in range(len(plans))]
    return [Replicates(**one, widening=noise.widening) for one in named]


def _scaled(row: WeightArray, total: float) -> FloatArray | None:
    """Return the weights of a resample, so that they stand for the list; None where there are none."""
    weight = row.astype(np.float64)
    return weight * (total / weight.sum()) if weight.sum() > 0 else None


def _carried_out(
    planner: Planner, rules: Sequence[CutoffRule], budget: Budget | None, weight: FloatArray
) -> list[float]:
    """Return what comes of one rule for each fold on resampled items, in the order of ``NAMES``."""
    accepted, depth, split = planner.cut(rules, budget, weight)
    reviewed = split.affordable(planner.purse.limit_after(split, budget))
    if depth is not None:
        reviewed = min(reviewed, whole_depth(depth, planner.test.total))
    outcome = split.outcome(np.array(float(reviewed)), planner.tariff)
    found = float(weight[accepted] @ planner.test.found_alone[accepted] + split.path.read("found", reviewed))
    found += planner.found_by_answerer(rules, accepted, split)
    numbers = (outcome.net, outcome.spend, outcome.accepted, outcome.accepted_wrong, outcome.reviewed)
    return [*map(float, numbers), found, split.calls, split.settled, split.settled_wrong]


def _chosen(
    planner: Planner, side: Side, weight: FloatArray, budget: Budget | None
) -> tuple[CutoffRule, BestPlan]:
    """Return the plan that one resample would choose."""
    [(family, rule, plan)] = planner.best(side, [budget], weight=weight, anew=True)
    return planner.rule(side, family, rule, plan), plan


def carried(
    planner: Planner, side: Side, rule: CutoffRule, budget: Budget | None, weight: FloatArray | None
) -> float:
    """Return the net value of a rule on some items, with weights of its own if given."""
    stakes = side.stakes[rule.family]
    if weight is not None:
        stakes = stakes.weighed(weight)
        if weight.sum() == 0:
            return 0.0
    accepted = stakes.confidence >= rule.cutoff
    asked = asking_of(side.answerers, rule.rule)
    most = float(planner.purse.allowance([budget]).most[0])
    split = Split(replace(stakes, asking=asked), side.rankings[rule.family], accepted, most_asked=most)
    reviewed = float(split.affordable(planner.purse.limit_after(split, budget)))
    if rule.depth is not None:
        reviewed = min(reviewed, rule.depth * side.total)
    return float(split.outcome(np.array(reviewed), planner.tariff).net)
