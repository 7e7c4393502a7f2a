"""How often the intervals of a plan with a model, a paid answerer and people contain the truth.

Run ``python tests/simulations/cascade.py [--projects 100] [--row 400,two]``. A project draws labelled items of two
classes with what one model and one answerer say: both see the same evidence through noise of their own, and the
answerer says of each answer how sure it is, in three words. Rule, cutoff and stop are chosen on validation items and
reported on as many test items (*two*), or across the folds of one set (*one*), for a budget that pays people for a
twentieth of the items. The truth is what the rule to deploy gives in a project of that size, read from 200,000 items.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from decimal import Decimal

import joint_one_set as world
import numpy as np

from budgetplan.domain.answerers import Answerer, Answers
from budgetplan.domain.plan import Budget
from budgetplan.planning.joint import solve as joint

CALL = 10_000
"""Millionths for an answer; a review costs forty times as much."""
ROWS = tuple((n, kind) for kind in ("two", "one") for n in (400, 2000))
NAMES = ("net", "wrong", "settled", "settled_wrong", "found")


def draw(rng, n, prefix):
    """Items with what a model, and an answerer who is a little better, say of them."""
    items = world.draw(rng, n, 1, prefix)
    p = items.models[0].probabilities[:, 1]
    # What the answerer sees is right more often where the model is unsure, too.
    seen = np.where(items.truth == 1, 1.0, -1.0) + rng.normal(0, 0.9, n) + 0.3 * (p - 0.5)
    sure = np.searchsorted([0.5, 1.2], np.abs(seen)).astype(float)
    said = Answers("llm", (seen > 0).astype(np.int64), np.full(n, float(CALL)), sure)
    return replace(items, answers=(said,))


def numbers(n, kind, projects, resamples):
    """Return what is said, both ends of its interval, and the truth, each of shape (projects, names); and who asks."""
    population, rows, asks = draw(np.random.default_rng(0), world.POPULATION, "p"), [], 0
    for project in range(projects):
        rng = np.random.default_rng([project, n, 77])
        settings = world.plan(n, 1, resamples, project)
        settings = replace(
            settings,
            answerers=(Answerer("llm", "llm"),),
            budget=Budget(world.PRICE * (n // 20) + Decimal(n // 100)),
        )
        test = draw(rng, n, "t")
        validation = draw(rng, n, "v") if kind == "two" else None
        found = joint.plan_jointly(settings, validation, test)
        said = [getattr(found.option, name) for name in NAMES]
        planner = joint.Planner(
            settings, found.worth, population, population, population.models[0], found.total
        )
        rule = found.option.applied.deployed
        true = planner.apply([rule], rule, settings.budget)
        asks += true.split.calls > 0
        right = (
            true.net,
            float(true.outcome.accepted_wrong),
            true.split.settled,
            true.split.settled_wrong,
            true.found,
        )
        rows.append([(one.value, one.low, one.high, each) for one, each in zip(said, right, strict=True)])
    return np.moveaxis(np.array(rows), 2, 0), asks


def run(n, kind, projects, resamples):
    """Print one row: of each number what is said over the truth, and how often its interval held it."""
    start = time.process_time()
    (value, low, high, true), asks = numbers(n, kind, projects, resamples)
    held = 100 * ((low <= true + 1e-9) & (true <= high + 1e-9)).mean(axis=0)
    ratio = value.mean(axis=0) / true.mean(axis=0)
    shown = " | ".join(f"{one:.2f} | {share:.0f}" for one, share in zip(ratio, held, strict=True))
    print(
        f"| {kind} | {n:,} | {asks}/{projects} | {shown} | ({time.process_time() - start:.0f} s)", flush=True
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--projects", type=int, default=100)
    parser.add_argument("--resamples", type=int, default=300)
    parser.add_argument("--row", action="append", help="such as 400,two")
    arguments = parser.parse_args()
    wanted = [one.split(",") for one in arguments.row or []]
    print("| sets | labelled | asks | " + " | ".join(f"{name} said | held %" for name in NAMES) + " |")
    with world.only_what_is_counted():
        for row in [(int(a), b) for a, b in wanted] or ROWS:
            run(*row, arguments.projects, arguments.resamples)
