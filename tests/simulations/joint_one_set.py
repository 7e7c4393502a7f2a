"""How often the intervals of a joint plan from one labelled set contain the truth, for several equally good models.

Run ``python tests/simulations/joint_one_set.py [--projects 200] [--row 300,5,list]``. A project draws labelled items
of two classes with the answers of several models, equally good and correlated, a little too sure of themselves;
cutoff, stop and model are chosen by cross-fitting, for a budget that pays for a tenth of the items. *None*: the truth
is what the rule to deploy gives in a project of that size, read from 200,000 items of the population. *List*: the
project's list of 3,000 items is drawn too, with the models' answers, and the truth is what becomes of these items.
"""

from __future__ import annotations

import argparse
import time
from contextlib import contextmanager
from decimal import Decimal

import numpy as np
import pytest

from budgetplan.domain.labelled import ClassifiedSet, Predictions
from budgetplan.domain.plan import Budget, ClassifierSpec, Columns, Deferral, Plan
from budgetplan.domain.prices import Prices
from budgetplan.domain.utilities import Reviewing, Worths
from budgetplan.planning.joint import budgets
from budgetplan.planning.joint import solve as joint
from budgetplan.planning.joint.list_side import reviewed_shares
from budgetplan.planning.joint.option import make_option
from budgetplan.planning.joint.plans import Planner

PRICE, ERROR = Decimal("0.40"), Decimal("0.05")
WORTHS = Worths(unit="money", right=Decimal(1), wrong=Decimal(-4), abstain=Decimal("-0.20"))
POPULATION, LISTED = 200_000, 3_000
ROWS = tuple((n, models, kind) for kind in ("none", "list") for n in (300, 3000) for models in (2, 5))
"""Labelled items, models, and whether there is a list."""
NAMES = ("net", "wrong", "found")


def plan(size, models, resamples, seed):
    """A budget that pays for a tenth of the items; people err in one item of twenty."""
    specs = tuple(ClassifierSpec(f"m{place}", f"m{place}") for place in range(models))
    deferral = Deferral(specs, WORTHS, reviewing=Reviewing(error={"*": ERROR}))
    return Plan(
        table="t.csv",
        columns=Columns(label="gold"),
        positive=(),
        models=(),
        prices=Prices(currency="EUR", per_item=PRICE, stated=True),
        budget=Budget(PRICE * (size // 10)),
        resamples=resamples,
        seed=seed,
        deferral=deferral,
        # The population holds the models alone, and not their mean.
        mixture=False,
    )


def draw(rng, n, models, prefix):
    """Items of classifiers that see the same evidence through noise of their own; three decimals."""
    evidence = rng.normal(-0.5, 2.2, n)
    truth = (rng.random(n) < 1 / (1 + np.exp(-evidence))).astype(np.int64)
    said = []
    for place in range(models):
        p = np.round(1 / (1 + np.exp(-(evidence + rng.normal(0, 0.8, n)))), 3)
        probabilities = np.stack([1 - p, p], axis=1)
        top = probabilities.max(axis=1)
        said.append(Predictions(f"m{place}", probabilities.argmax(axis=1), top, probabilities))
    return ClassifiedSet(
        ids=tuple(f"{prefix}{place:06}" for place in range(n)),
        classes=("a", "b"),
        truth=truth,
        review_cost=np.full(n, float(PRICE)),
        models=tuple(said),
    )


def in_list(found, listed):
    """What becomes of the list's items, whose truths are known here."""
    planner, applied = found.chosen.planner, found.option.applied
    right = planner.test.said.predicted == listed.truth
    reviewed = reviewed_shares(applied.split, applied.reviewed, listed.n_items)
    accepted = applied.accepted
    alone = np.where(right, float(WORTHS.right), float(WORTHS.wrong))
    left = ~accepted * (1 - reviewed)
    people = reviewed * found.worth.reviewed[listed.truth]
    value = (accepted * alone).sum() + people.sum() + float(WORTHS.abstain) * left.sum()
    names = float((accepted & right).sum() + (1 - float(ERROR)) * reviewed.sum())
    return value - float(applied.spend), float((accepted & ~right).sum()), names


def in_population(found, population, settings):
    """What the rule to deploy gives in a project of this size."""
    said = next(one for one in population.models if one.name == found.chosen.name)
    whole = Planner(settings, found.worth, population, population, said, found.total)
    rule = found.option.applied.deployed
    applied = whole.apply([rule], rule, settings.budget)
    return applied.net, float(applied.outcome.accepted_wrong), applied.found


def numbers(n, models, kind, projects, resamples):
    """Return what is said, both ends of its interval, and the truth, each of shape (projects, net/wrong/found)."""
    size = LISTED if kind == "list" else n
    population = draw(np.random.default_rng(0), POPULATION, models, "p") if kind == "none" else None
    rows = []
    for project in range(projects):
        rng = np.random.default_rng([project, n, models])
        settings = plan(size, models, resamples, project)
        sample = draw(rng, n, models, "s")
        listed = draw(rng, size, models, "l") if kind == "list" else None
        found = joint.plan_jointly(settings, None, sample, listed=listed, n_listed=size if listed else 0)
        true = in_list(found, listed) if listed else in_population(found, population, settings)
        said = [getattr(found.option, name) for name in NAMES]
        rows.append([(one.value, one.low, one.high, right) for one, right in zip(said, true, strict=True)])
    return np.moveaxis(np.array(rows), 2, 0)


def run(n, models, kind, projects, resamples):
    """Print one row: what is said over the truth, coverage and mean width of each number."""
    start = time.process_time()
    value, low, high, true = numbers(n, models, kind, projects, resamples)
    held = 100 * ((low <= true) & (true <= high)).mean(axis=0)
    above = 100 * (true > high).mean(axis=0)
    shown = " | ".join(
        f"{ratio:.2f} | {share:.1f} | {over:.1f} | {width:.0f}"
        for ratio, share, over, width in zip(
            value.mean(axis=0) / true.mean(axis=0), held, above, (high - low).mean(axis=0), strict=True
        )
    )
    print(f"| {kind} | {n:,} | {models} | {shown} | ({time.process_time() - start:.0f} s)", flush=True)


@contextmanager
def only_what_is_counted():
    """Leave out what touches none of the intervals counted here, and takes most of the time."""
    unchanged = lambda *_: None  # noqa: E731
    nothing = lambda planner, *_: ({}, make_option(planner, planner.not_starting(), None))  # noqa: E731
    changes = (
        (budgets, "WITH_BUDGET", (Decimal(1),)),
        (budgets, "GRID", 1),
        (joint, "HARSHER", ()),
        (joint, "_ways", nothing),
        (joint, "repeat_choice", unchanged),
        (joint, "own_list", unchanged),
        (joint, "_steps", lambda *_: ()),
        (joint, "asked_of", lambda *_: ()),
    )
    with pytest.MonkeyPatch.context() as patch:
        for change in changes:
            patch.setattr(*change)
        yield


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--projects", type=int, default=200)
    parser.add_argument("--resamples", type=int, default=200)
    parser.add_argument("--row", action="append")
    arguments = parser.parse_args()
    wanted = [one.split(",") for one in arguments.row or ()]
    with only_what_is_counted():
        for row in [(int(a), int(b), c) for a, b, c in wanted] or ROWS:
            run(*row, arguments.projects, arguments.resamples)
