"""What the core says to the questions of ``engine.json``."""

from __future__ import annotations

from typing import Any

import numpy as np

from budgetplan.core import answers, curve, stops
from budgetplan.core.mixture import weights
from budgetplan.core.path import Path, best_stop, items_for_target
from budgetplan.core.places import places


def engine_answers(inputs: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """Return what is expected of a case, by the kind that its inputs show."""
    given = {name: array(value) for name, value in inputs.items()}
    if "labelled" in inputs:
        return {"labelled": places(given["labelled"], given["list"]), "list": places(given["list"], given["list"])}
    if "places" in inputs:
        return {"weights": weights(given["places"], given["entry"], given["weight"])}
    if "at" in inputs:
        sample = curve.Labelled(given["place"], given["entry"], given["weight"])
        made = np.tile(curve.made_up(sample.rate, curve.PLACES.knots)[:, None], 4)
        rate = curve.Fit.of(sample).mean.rate(given["at"])[0]
        return {"made_up_entry": made[0], "made_up_none": made[1], "rate": rate}
    if "group" in inputs:
        worth = curve.groups(curve.Labelled(given["place"], given["entry"], group=given["group"].astype(int)))
        return {
            "rho": worth.rho,
            "design_effect": worth.design_effect,
            "n_effective": worth.n_effective,
            "widening": worth.widening,
        }
    if "stratum" in inputs:
        return quotas(given)
    if "rates" in inputs:
        return read(given, inputs)
    if "reviewed" in inputs:
        worths = answers.Payoffs(given["value"], given["reviewed"], given["left"])
        found, cost = answers.decide(given["probabilities"], worths), given["cost"]
        # People get what gains most for its price, as long as the money lasts.
        gain = found.seen - np.maximum(found.alone, found.left) - cost
        order = np.argsort(-np.round(gain / np.maximum(cost, 1e-12), 9), kind="stable")
        order = order[gain[order] > 1e-9]
        reviewed = np.sort(order[np.cumsum(cost[order]) <= inputs["money"] + 1e-9])
        # Ties of the value of leaving accept; the case leaves them out.
        alone = np.setdiff1d(np.flatnonzero(found.answered & (found.alone > found.left)), reviewed)
        return {
            "answer": found.answer,
            "reviewed": reviewed,
            "alone": alone,
            "spend": cost[reviewed].sum(),
            "gain": gain,
        }
    each = [np.array(one, dtype=float) for one in inputs["probabilities"]]
    stated = [answers.Statement(p.argmax(axis=1), p.max(axis=1), p) for p in each]
    pool = answers.together(stated, answers.Truths(given["truth"].astype(int), each[0].shape[1]))
    return {"inverse_temperatures": list(pool.inverse), "of_the_mean": pool.of_mean, "pooled": pool.of(stated)[:5]}


def array(value: Any) -> Any:
    if not isinstance(value, list) or (
        value and isinstance(value[0], list) and value[0] and isinstance(value[0][0], list)
    ):
        return value
    return np.array([np.nan if each is None else each for each in value], dtype=float)


def read(given: dict[str, Any], inputs: dict[str, Any]) -> dict[str, Any]:
    """Stops of a budget, a worth, and a target, straight from the draws."""
    rates, outcomes = (np.cumsum(np.pad(given[name], ((0, 0), (1, 0))), axis=1) for name in ("rates", "outcomes"))
    spent = np.concatenate([[0.0], np.cumsum(given["cost"])])
    # Fixed costs are paid once anything is reviewed, be it an item that costs nothing.
    paid = spent + inputs["fixed"] * (np.arange(len(spent)) > 0)
    most = int((paid[1:] <= inputs["money"] + 1e-9).sum())
    net = inputs["worth"] * rates - paid
    owed, mean = stops.luck(net), net.mean(axis=0)

    def estimate(draws: Any) -> list[float]:
        return [float(draws.mean()), *stops.interval(draws).tolist()]

    def by_worth(end: int) -> dict[str, Any]:
        at = best_stop(mean[: end + 1])
        off = owed.off(float(mean[at]))
        return {
            "items": at,
            "spend": paid[at],
            "found": estimate(outcomes[:, at]),
            "luck": off,
            "net": estimate(inputs["worth"] * outcomes[:, at] - paid[at] - off),
            "shown": owed.shown(float(mean[at])),
        }

    chance = stops.held(outcomes, inputs["share"], share=True)
    reached = [stops.least(chance, sure) for sure in (stops.HALF, stops.SAFE)]
    return {
        "budget": {"items": most, "spend": paid[most], "found": estimate(outcomes[:, most])},
        "worth": by_worth(len(mean) - 1),
        "worth_within_budget": by_worth(most),
        "target": None if reached[0] is None else {"items": reached[0]},
        "safer": None if reached[1] is None else {"items": reached[1]},
    }


def quotas(given: dict[str, Any]) -> dict[str, Any]:
    """Stops by stratum that are expected to meet the quotas, and that surely do."""
    means, first, paid = [], [], []
    for place, need in enumerate(given["need"]):
        own = given["stratum"] == place
        rates, outcomes = (
            np.cumsum(np.pad(given[name][:, own], ((0, 0), (1, 0))), axis=1) for name in ("rates", "outcomes")
        )
        means.append(rates.mean(axis=0))
        first.append(stops.first_met(outcomes, need))
        paid.append(np.concatenate([[0.0], np.cumsum(given["cost"][own])]))
    met = np.column_stack(first)
    expected = []
    for mean, need in zip(means, given["need"].tolist(), strict=True):
        reach = items_for_target(Path(np.arange(len(mean), dtype=float), {"positives": mean}), need)
        expected.append(len(mean) - 1 if reach is None else reach.items)
    sure = stops.sure_quotas(paid, met, given["sure"])
    return {
        "expected_stops": expected,
        "expected_chance": (met <= np.array(expected)).all(axis=1).mean(),
        "sure_stops": sure,
        "sure_chance": None if sure is None else (met <= np.array(sure)).all(axis=1).mean(),
    }
