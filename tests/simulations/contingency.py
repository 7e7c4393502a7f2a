"""How often a computed contingency suffices, in projects whose times, prices and lists are drawn as the plan says.

Run ``python tests/simulations/contingency.py [--projects 200]``: a few CPU minutes. A score says how often an item
is an entry; every project draws labelled items and a list of 2,000, plans for a share of all entries with its time
and its rate known as ranges, and computes the contingency. Then its own time and rate are drawn, and what it costs to
find as many entries as planned in this list is held against the plan with its contingency. *Alone*: only labels vary.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from budgetplan.domain.items import Items, ModelOutput
from budgetplan.domain.plan import Columns, ModelSpec, Plan, Target
from budgetplan.domain.prices import Prices
from budgetplan.domain.risk.ranges import Ranges, Span
from budgetplan.lists.evidence import gather
from budgetplan.plans.reserving import input_at, of_filter
from budgetplan.plans.review import Analysis

LIST = 2000
PRICES = Prices(currency="EUR", hourly_rate=Decimal(24), seconds_per_item=Decimal(20), stated=True)
SPANS = {"seconds_per_item": Span(Decimal(14), Decimal(34)), "hourly_rate": Span(Decimal(22), Decimal(30))}


@dataclass(frozen=True)
class Drawn:
    """What became of a project: whether its money sufficed without and with the contingency; None: none computed."""

    without: bool
    within: bool | None
    rate: float


def labels(rng, n):
    """Return scores of n items, and which of them are entries."""
    score = rng.random(n)
    return score, rng.random(n) < 0.02 + 0.9 * score**4


def project(rng, n, share, ranges):
    """Return what became of one project."""
    score, entry = labels(rng, n)
    codes = entry.astype(np.int64)
    items = Items(tuple(f"i{place:05}" for place in range(n)), ("no", "yes"), codes)
    plan = Plan(
        table="t.csv",
        columns=Columns(label="gold"),
        positive=("yes",),
        models=(ModelSpec("p", "p"),),
        prices=PRICES,
        target=Target(Decimal(str(share)), "share"),
        list_size=LIST,
        resamples=400,
        seed=int(rng.integers(2**31)),
        ranges=Ranges(ranges, computed=True),
    )
    analysis = Analysis(gather(plan, items, [ModelOutput("p", score)]))
    _, reserve, _ = of_filter(analysis)
    theirs, holds = labels(rng, LIST)
    found = np.cumsum(holds[np.argsort(-theirs)])
    # The share of what this list holds that the plan's stop finds on average.
    reading = analysis.lead.path
    stop = float(analysis.chosen.items)
    wanted = float(reading.read("positives", stop)) / reading.total("positives") * holds.sum()
    items_needed = int(np.searchsorted(found, wanted - 1e-9)) + 1
    seconds, rate = 20.0, 24.0
    if ranges:
        seconds = float(input_at("seconds_per_item", 14.0, 20.0, 34.0, rng.random(1))[0])
        rate = float(input_at("hourly_rate", 22.0, 24.0, 30.0, rng.random(1))[0])
    cost = items_needed * seconds * rate / 3600
    without = cost <= reserve.planned
    if reserve.rate is None:
        return Drawn(without, None, np.nan)
    return Drawn(without, cost <= reserve.planned * (1 + float(reserve.rate)), float(reserve.rate))


def main():
    """Print how often the money sufficed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--projects", type=int, default=200)
    parser.add_argument("--labelled", type=int, nargs="*", default=[200, 600])
    said = parser.parse_args()
    print("labelled, target, what varies: without, with the contingency (%), contingency, none computed (%)")
    for n in said.labelled:
        for share in (0.5, 0.8):
            for name, ranges in (("labels, time and rate", SPANS), ("labels alone", {})):
                rng = np.random.default_rng([n, int(100 * share), len(ranges)])
                drawn = [project(rng, n, share, ranges) for _ in range(said.projects)]
                known = [one for one in drawn if one.within is not None]
                within = 100 * np.mean([one.within for one in known])
                rate = np.mean([one.rate for one in known])
                without = 100 * np.mean([one.without for one in drawn])
                none = 100 * (1 - len(known) / len(drawn))
                print(f"{n}, {share}, {name}: {without:.1f}, {within:.1f}, {rate:.3f}, {none:.1f}", flush=True)


if __name__ == "__main__":
    main()
