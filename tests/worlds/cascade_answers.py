"""What budgetplan answers to the questions of the cases of a model, an answerer and people."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from budgetplan.domain.answerers import NOBODY
from budgetplan.metrics.payoffs.cascade import answer_rules, best_cascades, drop_out_price, settled_by
from budgetplan.metrics.payoffs.cutoffs import Allowance
from budgetplan.metrics.payoffs.stakes import Asking, Stakes, Tariff, queue
from budgetplan.metrics.payoffs.surface import Split

MICRO = 1_000_000


def stakes_of(inputs: dict[str, Any]) -> Stakes:
    """Items of a case, costs in millionths."""
    items = inputs["items"]

    def by_truth(name):
        return np.array([float(inputs[name][one["y"]]) for one in items])

    return Stakes(
        confidence=np.array([float(one["c1"]) for one in items]),
        if_accepted=np.array([float(inputs["V"][one["a1"]][one["y"]]) for one in items]),
        if_reviewed=by_truth("H"),
        if_left=by_truth("R"),
        cost=np.array([round(one["cost"] * MICRO) for one in items], dtype=float),
        wrong=np.array([float(one["a1"] != one["y"]) for one in items]),
    )


def askings_of(inputs: dict[str, Any], price: float | None = None):
    """Return every rule of the case, with what asking brings; ``price``: of all items, in place of their own."""
    items, classes = inputs["items"], sorted(inputs["V"])
    code = {name: place for place, name in enumerate(classes)} | {None: -1}
    first, second = (np.array([code[one[name]] for one in items]) for name in ("a1", "a2"))
    sure = np.array([np.nan if one["c2"] is None else float(one["c2"]) for one in items])
    paid = np.array(
        [round(one["p2"] * MICRO) if price is None else price * MICRO for one in items], dtype=float
    )
    worth = np.array([0.0 if one["a2"] is None else inputs["V"][one["a2"]][one["y"]] for one in items])
    wrong = np.array([float(one["a2"] is not None and one["a2"] != one["y"]) for one in items])
    found = [(NOBODY, None)]
    for rule in answer_rules("llm", "auto", sure):
        stands = settled_by(rule, second, first, sure)
        found.append((rule, Asking(paid, stands, worth * stands, wrong * stands)))
    return found


def cascade_answers(inputs: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """Plans of a case by budget, and the price at which nobody is asked any more."""
    stakes = stakes_of(inputs)
    order = queue(inputs["order"], stakes, np.array([float(one["score"]) for one in inputs["items"]]))
    tariff = Tariff(rate=1 / MICRO, review=float(inputs["fixed"]), calls=1 / MICRO)
    budgets = [np.inf if one is None else float(one) for one in inputs["budgets"]]
    limits = np.array([np.round((one - inputs["fixed"]) * MICRO) for one in budgets])
    allowance = Allowance(np.round(np.array(budgets) * MICRO), np.ones(len(budgets)))
    askings = askings_of(inputs)
    found = best_cascades(stakes, order, limits, tariff, askings, allowance=allowance)
    alone = best_cascades(stakes, order, limits, tariff, [(NOBODY, None)], allowance=allowance)
    plans = [
        plan_of(stakes, order, dict(askings)[rule], rule, plan)
        | {"budget": budget, "net_without_tier2": without.net}
        for budget, (rule, plan), (_, without) in zip(inputs["budgets"], found, alone, strict=True)
    ]
    told = {"plans": plans}
    if "drop_out_price" in expected:
        told["drop_out_price"] = drop_out(inputs, stakes, order, tariff)
    for one, wanted in zip(plans, expected["plans"], strict=True):
        one["policies_tied"] = wanted["policies_tied"]
    return told


def plan_of(stakes, order, asking, rule, plan) -> dict[str, Any]:
    """What a policy does with the items of the case."""
    accepted = stakes.confidence >= plan.cutoff
    split = Split(replace(stakes, asking=asking), order, accepted)
    return {
        "net": plan.net,
        "spend": plan.spend,
        "tau1": float(stakes.confidence[accepted].min()) if accepted.any() else "inf",
        "rule2": rule.stands,
        "tau2": rule.level if rule.stands == "confident" else None,
        "reviewed": plan.reviewed,
        "asked": split.calls,
        "asked_cost": split.asked / MICRO,
        "accepted_tier1": split.accepted,
        "wrong_tier1": split.wrong,
        "accepted_tier2": split.settled,
        "wrong_tier2": split.settled_wrong,
        "left": split.path.n_items - plan.reviewed,
    }


def drop_out(inputs, stakes, order, tariff) -> float | None:
    """The flat price at which asking is worth no more than not asking, by halving."""
    free = Allowance(np.array([np.inf]), np.ones(1))
    limits = np.array([np.inf])
    alone = best_cascades(stakes, order, limits, tariff, [(NOBODY, None)], allowance=free)[0][1].net

    def gain(price: float) -> float:
        own = askings_of(inputs, price)[1:]
        return best_cascades(stakes, order, limits, tariff, own, allowance=free)[0][1].net - alone

    return drop_out_price(gain, 1e-6)
