"""What budgetplan answers to the questions of the quota cases, and how a stratum is written down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from budgetplan.core.path import TIE, Path, Ranking, items_for_target, make_path
from budgetplan.core.stops import by_gain
from budgetplan.domain.prices import MICRO
from budgetplan.plans.quota import last_entry_cost


def path_of(stratum: Mapping[str, Any]) -> Path:
    """A stratum in its order of review, its costs in millionths; ``ends``: of its tie groups."""
    n = len(stratum["positive"])
    ends = np.array(stratum.get("ends", range(1, n + 1)), dtype=np.int64)
    amounts = {
        "positives": np.array(stratum["positive"], dtype=float),
        "cost": np.rint(np.array(stratum["cost"], dtype=float) * MICRO),
    }
    return make_path(Ranking(np.arange(n), ends), None, amounts)


def planned(
    paths: Mapping[str, Path], least: Mapping[str, int], worth: float, fixed: float, budget: float | None
) -> dict[str, Any] | None:
    """The plan of greatest net value along the one order of all strata from these stops on; None beyond the budget."""
    limit, at = np.inf if budget is None else budget + 1e-9, dict(least)
    stops = [np.arange(least[name], int(path.n_items) + 1) for name, path in paths.items()]
    spent = [path.read("cost", each) / MICRO for path, each in zip(paths.values(), stops, strict=True)]
    found = [path.read("positives", each) for path, each in zip(paths.values(), stops, strict=True)]
    gain = [worth * entries - cost for entries, cost in zip(found, spent, strict=True)]
    best = told(paths, dict(at), worth, fixed)
    if best["cost"] > limit:
        return None
    of = np.repeat(np.array([*paths]), [len(each) - 1 for each in stops])
    for name in of[by_gain(spent, gain)].tolist():
        at[name] += 1
        plan = told(paths, dict(at), worth, fixed)
        if plan["cost"] > limit:
            break
        best = plan if plan["net"] > best["net"] + TIE else best
    return best


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
