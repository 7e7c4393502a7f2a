"""What budgetplan answers to the questions of the joint-plan cases."""

from __future__ import annotations

from typing import Any

import numpy as np
from joint_world import by_name

from budgetplan.core.path import affordable_items
from budgetplan.domain.prices import MICRO, Tariff
from budgetplan.plans.joint import Stakes, split, surface


def stakes_of(inputs: dict[str, Any]) -> Stakes:
    """Items of a case, costs in millionths."""
    items = inputs["items"]

    def column(name):
        return np.array([float(item[name]) for item in items])

    def by_truth(name):
        return np.array([float(inputs[name][item["truth"]]) for item in items])

    return Stakes(
        confidence=column("conf"),
        if_accepted=np.array([float(inputs["V"][item["pred"]][item["truth"]]) for item in items]),
        if_reviewed=by_truth("H"),
        if_left=by_truth("R"),
        cost=np.rint(column("cost") * MICRO),
        wrong=np.array([float(item["pred"] != item["truth"]) for item in items]),
        weight=np.array([float(item["weight"]) for item in items]) if "weight" in items[0] else None,
    )


def best_plan(stakes, order, limit, tariff, cutoffs):
    """Net value, spend, reviews and cutoff of the best of every cutoff and stop: an oracle, plans are not made so."""
    base, _ = split(stakes, order, np.zeros(len(stakes.confidence), dtype=bool))
    found = [(base, 0.0, 0.0, np.inf)]
    for cutoff in cutoffs:
        base, path = split(stakes, order, stakes.confidence >= cutoff)
        accepted = (stakes.confidence >= cutoff).sum()
        stops = np.arange(affordable_items(path, limit, "counted") + 1.0)
        spend = tariff.total(path.read("cost", stops), stops, np.full(len(stops), accepted))
        net = base + path.read("gain", stops) - spend
        found += [(n, s, m, float(cutoff)) for n, s, m in zip(net, spend, stops, strict=True)]
    top = max(one[0] for one in found)
    return min((one for one in found if one[0] >= top - 1e-9), key=lambda one: (round(one[1], 9), *one[2:]))


def joint_answers(inputs: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """Cells, best cells and plans of a case."""
    stakes = stakes_of(inputs)
    score = np.array([float(item["score"]) for item in inputs["items"]])
    gain = None
    if inputs["order"] == "value-per-cost":
        classes = list(inputs["H"])
        p = np.array([[float(item["p"][name]) for name in classes] for item in inputs["items"]])
        gain = p @ np.array([float(inputs["H"][name]) - float(inputs["R"][name]) for name in classes])
    order = by_name(inputs["order"], stakes, score, gain)
    tariff = Tariff(rate=1 / MICRO)
    cutoffs = np.array([float(value) for value in inputs["cutoffs"]])
    limits = np.array([np.inf if b is None else round(b * MICRO) for b in inputs["budgets"]])
    cells = surface(stakes, order, cutoffs, limits, tariff)
    plans = [best_plan(stakes, order, float(limit), tariff, cutoffs) for limit in limits]
    rows, best = {}, []
    for q, budget in enumerate(inputs["budgets"]):
        for k, cutoff in enumerate(inputs["cutoffs"]):
            rows[str(cutoff), budget] = {
                "cutoff": cutoff,
                "budget": budget,
                "accepted": cells["accepted"][k, q],
                "accepted_wrong": cells["wrong"][k, q],
                "deferred": cells["reviewed"][k, q] + cells["unreviewed"][k, q],
                "reviewed": cells["reviewed"][k, q],
                "unreviewed": cells["unreviewed"][k, q],
                "spend": cells["spend"][k, q],
                "total_value": cells["value"][k, q],
                "net_value": cells["net"][k, q],
            }
        net = cells["net"][:, q]
        tied = np.flatnonzero(net >= net.max() - 1e-12 * max(1.0, np.abs(cells["net"]).max()))
        first = min(tied, key=lambda k: (cells["spend"][k, q], cells["reviewed"][k, q], cutoffs[k]))
        best.append(
            {"budget": budget, "net_value": net[first], "cutoff": inputs["cutoffs"][first]}
            | {"reviewed": cells["reviewed"][first, q]}
        )
    return {
        # In the order in which the case lists its cells.
        "cells": [rows[str(cell["cutoff"]), cell["budget"]] for cell in expected.get("cells", [])],
        "best_by_budget": best,
        "plan_by_budget": [
            {"budget": budget, "net_value": plan[0], "cutoff": plan[3], "reviewed": plan[2], "spend": plan[1]}
            for budget, plan in zip(inputs["budgets"], plans, strict=True)
        ],
    }
