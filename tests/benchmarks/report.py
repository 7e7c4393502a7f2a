"""CPU time and peak memory of all numbers of a report on many labelled items, reading the files excluded.

Run ``python tests/benchmarks/report.py [--items 1000000] [--resamples 2000] [--only WORD]``. Each setting runs in
a process of its own, so that its peak memory is its own; what the process held before (the program and the
items) is shown beside it. ``--profile SETTING`` prints where the time of one setting goes. Aim for three models,
a million labelled items and 2,000 resamples: 4 s of CPU and 1 GB.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import resource
import subprocess
import sys
import time
from decimal import Decimal

import numpy as np

from budgetplan.domain.items import UNLABELLED, Items, ModelOutput
from budgetplan.domain.plan import Budget, Columns, ModelSpec, Plan, Target, Values
from budgetplan.domain.prices import Prices
from budgetplan.lists.evidence import gather
from budgetplan.plans.review import Analysis

PRICES = Prices(currency="EUR", per_item=Decimal("0.5"), fixed={"setup": Decimal(120)}, stated=True)
WORTH = Values(entry={"yes": Decimal(3)})
HALF = Budget(Decimal(100_000))
# What each setting adds to three models, distinct scores, no list and a price for each item.
SETTINGS = {
    "budget": {"budget": HALF},
    "net value": {"values": WORTH},
    "net value, budget": {"values": WORTH, "budget": HALF},
    "worth by class": {"values": Values(entry={"yes": Decimal(3), "no": Decimal("0.1")})},
    "target": {"target": Target(Decimal("0.8"), "share")},
    "two decimals": {"values": WORTH, "rounded": True},
    "price of each item": {"values": WORTH, "priced": True},
    "weights": {"values": WORTH, "weighted": True},
    "20,000 groups": {"values": WORTH, "groups": 20_000},
    "list by share": {"values": WORTH, "list_size": 3_000_000},
    "list by score": {"values": WORTH, "listed": 1.0},
    "list by score, groups": {"values": WORTH, "listed": 1.0, "groups": 20_000},
}


def peak():
    """Peak memory of this process so far in MB (Linux counts kilobytes)."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def world(n, resamples, *, rounded=False, priced=False, weighted=False, groups=0, listed=0.0, **said):
    """Return a plan with items and the scores of three models; labelled items first, then those of the list."""
    rng = np.random.default_rng(0)
    rows = n + int(n * listed)
    positive = rng.random(rows) < 0.2
    label = positive.astype(np.int64)
    label[n:] = UNLABELLED
    models = []
    for name, skill in (("forest", 0.2), ("logreg", 0.3), ("svm", 0.4)):
        score = rng.random(rows)
        score += skill * positive
        models.append(ModelOutput(name, np.round(score, 2) if rounded else score))
    items = Items(
        ids=tuple(map(str, range(rows))),
        classes=("no", "yes"),
        label=label,
        weight=rng.random(rows) * 2 if weighted else None,
        group=rng.integers(0, groups, rows) if groups else None,
        groups=tuple(map(str, range(groups))),
        listed_cost=rng.integers(100_000, 900_000, rows).astype(float) if priced else None,
    )
    prices = Prices(currency="EUR", fixed={"setup": Decimal(120)}, listed=True, stated=True) if priced else PRICES
    plan = Plan(
        table="items.csv",
        columns=Columns(label="gold"),
        models=tuple(ModelSpec(model.name, model.name) for model in models),
        positive=("yes",),
        prices=prices,
        resamples=resamples,
        **said,
    )
    return plan, items, models


def numbers(plan, items, models):
    """Compute what the report says, with the check by share beside a forecast by score."""
    evidence = gather(plan, items, models)
    return Analysis(evidence)


def measure(setting, n, resamples):
    """Print one line of the table: CPU seconds, peak memory, memory before."""
    given = world(n, resamples, **SETTINGS[setting])
    before, start = peak(), time.process_time()
    found = numbers(*given)
    seconds = time.process_time() - start
    print(
        f"{setting:24}{seconds:8.2f} s{peak():9.0f} MB{before:9.0f} MB{len(found.winners):10,}"
        f"   {found.lead.name}, {found.planned:,} items"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--items", type=int, default=1_000_000)
    parser.add_argument("--resamples", type=int, default=2000)
    parser.add_argument("--only", default="", help="settings whose name holds this")
    parser.add_argument("--setting", help="measure this one, in this process")
    parser.add_argument("--profile", help="print where the time of this one goes")
    options = parser.parse_args()
    if options.setting:
        measure(options.setting, options.items, options.resamples)
        return
    if options.profile:
        given = world(options.items, options.resamples, **SETTINGS[options.profile])
        profile = cProfile.Profile()
        profile.runcall(numbers, *given)
        pstats.Stats(profile).sort_stats("tottime").print_stats(30)
        return
    print(f"3 models, {options.items:,} labelled items, {options.resamples:,} resamples")
    print(f"{'':24}{'CPU':>10}{'peak':>12}{'before':>12}{'intervals':>10}   recommended")
    for setting in SETTINGS:
        if options.only in setting:
            sizes = ["--items", str(options.items), "--resamples", str(options.resamples)]
            subprocess.run([sys.executable, __file__, "--setting", setting, *sizes], check=True)


if __name__ == "__main__":
    main()
