"""What budgetplan answers to the questions of the quota cases, and how a stratum is written down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from budgetplan.core.path import Path, Ranking, items_for_target, make_path
from budgetplan.domain.prices import MICRO
from budgetplan.lists.quota_stops import StratumStops, best_stops, last_entry_cost


def path_of(stratum: Mapping[str, Any]) -> Path:
    """A stratum in its order of review, its costs in millionths; ``ends``: of its tie groups."""
    n = len(stratum["positive"])
    ends = np.array(stratum.get("ends", range(1, n + 1)), dtype=np.int64)
    amounts = {
        "positives": np.array(stratum["positive"], dtype=float),
        "cost": np.rint(np.array(stratum["cost"], dtype=float) * MICRO),
    }
    return make_path(Ranking(np.arange(n), ends), None, amounts)


def stops_from(path: Path, least: int, worth: float) -> StratumStops:
    """All whole stops from the least one on."""
    items = np.arange(least, int(path.n_items) + 1)
    cost = path.read("cost", items)
    return StratumStops(items, cost, worth * path.read("positives", items) - cost / MICRO)


def planned(
    paths: Mapping[str, Path], least: Mapping[str, int], worth: float, fixed: float, budget: float | None
) -> dict[str, Any] | None:
    """The plan of greatest net value from these stops on; None beyond the budget."""
    limit = np.inf if budget is None else float(np.rint(budget * MICRO))
    strata = [stops_from(path, least[name], worth) for name, path in paths.items()]
    chosen = best_stops(strata, limit, (fixed * MICRO, fixed))
    if chosen is None:
        return None
    items = {name: int(one.items[at]) for name, one, at in zip(paths, strata, chosen, strict=True)}
    return told(paths, items, worth, fixed)


def told(paths: Mapping[str, Path], items: Mapping[str, int], worth: float, fixed: float) -> dict[str, Any]:
    """What a plan costs, finds and is worth."""
    found = {name: float(path.read("positives", items[name])) for name, path in paths.items()}
    cost = sum(float(path.read("cost", items[name])) for name, path in paths.items()) / MICRO
    cost += fixed if any(items.values()) else 0.0
    return {"net": worth * sum(found.values()) - cost, "cost": cost, "items": items, "found": found}


def quota_answers(inputs: Mapping[str, Any]) -> dict[str, Any]:
    """What is said of the strata of a case."""
    paths = {name: path_of(one) for name, one in sorted(inputs["strata"].items())}
    quotas, fixed = inputs["quotas"], inputs["fixed"]
    worth, budget = inputs["worth_of_entry"], inputs["budget"]
    reaches = {name: items_for_target(path, quotas[name]) for name, path in paths.items()}
    beyond = {name: paths[name].total("positives") for name, reach in reaches.items() if reach is None}
    if beyond:
        return {"cannot_be_held": beyond}
    least = {name: reach.items for name, reach in reaches.items() if reach is not None}
    cheapest = told(paths, least, 0.0, fixed)
    last = {name: last_entry_cost(path, least[name]) for name, path in paths.items()}
    answers: dict[str, Any] = {"cannot_be_held": beyond}
    answers["least_cost"] = cheapest | {
        "last_entry_cost": {name: None if one is None else one / MICRO for name, one in last.items()}
    }
    answers["budget_meets_quotas"] = None if budget is None else cheapest["cost"] <= budget
    if worth is not None and (plan := planned(paths, least, worth, fixed, budget)) is not None:
        free = planned(paths, dict.fromkeys(paths, 0), worth, fixed, budget)
        assert free is not None
        answers |= {"plan": plan, "net_without_quotas": free["net"]}
        answers["price_of_the_quotas"] = free["net"] - plan["net"]
    return answers
