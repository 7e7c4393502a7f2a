"""How often the intervals of a joint plan contain the truth, in projects drawn from a population that is known.

Run ``python tests/simulations/joint.py [--projects 1000]``. A project is a validation and a test set of the same
size; the plan (cutoff and stop for a budget) is chosen and resampled as the package does it. The truth is what the
same cutoff and budget give in a project of that size, read from 400,000 items of the population; for the choice
repeated, what the choice gives on average over all projects. The optimism is held against what plans look better on
the items they were chosen on, on average over all projects.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from decimal import Decimal

import numpy as np

from budgetplan.domain.labelled import ClassifiedSet, Predictions
from budgetplan.domain.plan import Budget, ClassifierSpec, Columns, Deferral, Plan
from budgetplan.domain.prices import Prices
from budgetplan.domain.utilities import Reviewing, Worths
from budgetplan.planning.joint.optimism import carried
from budgetplan.planning.joint.solve import plan_jointly

PRICE = Decimal("0.40")
WORTHS = Worths(unit="money", right=Decimal(1), wrong=Decimal(-4), abstain=Decimal("-0.20"))
POPULATION = 400_000


def plan(n, resamples, seed):
    """A budget that pays for a tenth of the items; people err in one item of twenty."""
    reviewing = Reviewing(error={"*": Decimal("0.05")})
    deferral = Deferral((ClassifierSpec("m", "m"),), WORTHS, reviewing=reviewing)
    return Plan(
        table="t.csv",
        columns=Columns(label="gold"),
        positive=("b",),
        models=(),
        prices=Prices(currency="EUR", per_item=PRICE, stated=True),
        budget=Budget(PRICE * (n // 10)),
        resamples=resamples,
        seed=seed,
        deferral=deferral,
    )


def draw(rng, n, prefix):
    """Items of a classifier that is a little too sure of itself; confidences with three decimals."""
    p = rng.beta(0.6, 0.9, n)
    truth = (rng.random(n) < 0.06 + 0.88 * p).astype(np.int64)
    shown = np.round(p, 3)
    probabilities = np.stack([1 - shown, shown], axis=1)
    predicted = probabilities.argmax(axis=1)
    said = Predictions("m", predicted, probabilities.max(axis=1), probabilities)
    return ClassifiedSet(
        ids=tuple(f"{prefix}{place:06}" for place in range(n)),
        classes=("a", "b"),
        truth=truth,
        review_cost=np.full(n, float(PRICE)),
        models=(said,),
    )


def run(n, projects, resamples):
    population = draw(np.random.default_rng(0), POPULATION, "p")
    held = {"net": 0, "spend": 0, "wrong": 0, "accepted": 0}
    repeated, found, optimism, seems = [], [], [], []
    start = time.process_time()
    whole = None
    for project in range(projects):
        rng = np.random.default_rng([project, n])
        settings = plan(n, resamples, project)
        joint = plan_jointly(settings, draw(rng, n, "v"), draw(rng, n, "t"))
        option = joint.option
        if whole is None:
            whole = plan_jointly(replace(settings, resamples=0), population, population)
        # The same rule on the population, in which each item stands for n / 400,000 of the project's.
        planner = whole.chosen.planner
        side = planner.test
        scale = n / POPULATION
        weight = np.full(POPULATION, scale)
        rule = option.applied.deployed
        own = side.stakes[rule.family].weighed(weight)
        accepted = own.confidence >= rule.cutoff
        true_net = carried(planner, replace(side, total=float(n)), rule, settings.budget, weight)
        truth = {
            "net": true_net,
            "accepted": float(accepted.sum()) * scale,
            "wrong": float(own.wrong[accepted].sum()) * scale,
            "spend": option.spend.value,
        }
        for name, value in truth.items():
            estimate = getattr(option, name)
            held[name] += estimate.low - 1e-9 <= value <= estimate.high + 1e-9
        repeated.append((joint.repeated.net.low, joint.repeated.net.high))
        found.append(true_net)
        optimism.append(joint.repeated.optimism)
        one = joint.chosen.planner
        seems.append(carried(one, one.whole, rule, settings.budget, None) - true_net)
    average = float(np.mean(found))
    low, high = np.array(repeated).T
    shares = {name: 100 * count / projects for name, count in held.items()}
    print(
        f"n = {n:5}: net {shares['net']:.1f}, accepted {shares['accepted']:.1f}, wrong {shares['wrong']:.1f}; "
        f"choice repeated {100 * np.mean((low <= average) & (average <= high)):.1f}; "
        f"optimism said {np.mean(optimism):.2f}, true {np.mean(seems):.2f} of a net value of {average:.1f} "
        f"({time.process_time() - start:.0f} s)",
        flush=True,
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--projects", type=int, default=1000)
    parser.add_argument("--resamples", type=int, default=500)
    said = parser.parse_args()
    for size in (250, 1000, 4000):
        run(size, said.projects, said.resamples)
