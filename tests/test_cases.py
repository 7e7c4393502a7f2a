"""Worked cases: inputs and the numbers that must come out, from files.

``pytest tests/test_cases.py --cases DIR`` runs the files of another folder. A file holds ``cases``, each with
``id``, ``inputs`` and ``expected``; every expected number is compared, and one that nothing here computes fails.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cascade_answers import cascade_answers
from joint_answers import joint_answers
from part_figures import cost_per_positive, lift
from quota_answers import quota_answers
from value_answers import value_answers

from budgetplan.core.shift import places
from budgetplan.domain.prices import MICRO
from budgetplan.forecast.queue import Listing, Sample, forecast
from budgetplan.intervals.labels import worth_of_everything
from budgetplan.metrics.continuing.unseen import anytime_range, recall_range
from budgetplan.metrics.ranking.area import auc
from budgetplan.metrics.ranking.budget import affordable_items, items_for_target
from budgetplan.metrics.ranking.gain import parts
from budgetplan.metrics.ranking.mixture import (
    deal_folds,
    logistic_weights,
    mix,
    normal_places,
    places_in_list,
    without_twins,
)
from budgetplan.metrics.ranking.order import rank
from budgetplan.metrics.ranking.path import Path as QueuePath
from budgetplan.metrics.ranking.path import make_path
from budgetplan.metrics.ranking.stopping import best_stop, stops_by_entry_value
from budgetplan.metrics.ranking.targets import entries_to_certify, safer_rank, target_rank
from budgetplan.metrics.resampling.paired import Resamples


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames:
        folder = Path(metafunc.config.getoption("cases"))
        files = sorted(folder.glob("*.json"))
        assert files, f"no case files in {folder}"
        found = []
        for file in files:
            whole = json.loads(file.read_text(encoding="utf-8"))
            tolerance = whole.get("default_tolerance", 1e-9)
            found += [
                pytest.param((file.stem, tolerance, case), id=f"{file.stem}-{case['id']}")
                for case in whole["cases"]
            ]
        metafunc.parametrize("case", found)


def queue(inputs: dict[str, Any]) -> QueuePath:
    """The path of a filter case, with costs in millionths and the value of what is reviewed."""
    label = np.array(inputs["label"])
    cost = np.rint(np.array(inputs["cost"], dtype=float) * MICRO)
    weight = None if inputs.get("weight") is None else np.array(inputs["weight"], dtype=float)
    worth = {name: float(value) for name, value in (inputs.get("value_of_reviewed") or {}).items()}
    measures = {
        "cost": cost,
        "positives": np.isin(label, inputs["positive"]).astype(float),
        "value": np.array([worth.get(name, 0.0) for name in label]),
    }
    return make_path(rank(np.array(inputs["score"], dtype=float), cost), weight, measures)


def filter_answers(inputs: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """What budgetplan says to the questions of a filter case, in the form of its expectations."""
    path = queue(inputs)
    ends = zip(path.items, path.sums["cost"] / MICRO, path.sums["positives"], strict=True)
    answers: dict[str, Any] = {
        "total_items": path.n_items,
        "total_cost": path.total("cost") / MICRO,
        "total_positives": path.total("positives"),
        "path": [{"items": i, "cost": c, "positives": p} for i, c, p in ends],
    }
    if "parts" in expected:
        answers["parts"] = part_rows(path, inputs["parts"])
    if "budgets" in expected:
        answers["budgets"] = [bought(path, row["budget"]) for row in expected["budgets"]]
    if "targets" in expected:
        answers["targets"] = [reached(path, row["target"]) for row in expected["targets"]]
    if "stopping_point" in expected:
        stops = np.arange(int(path.n_items) + 1)
        net = path.read("value", stops) - path.read("cost", stops) / MICRO
        best = best_stop(net)
        answers["stopping_point"] = {"items": best, "net_value": net[best]}
    if "best_stop_by_entry_value" in expected:
        answers["best_stop_by_entry_value"] = [
            {"from": stop.low, "to": stop.high, "items": path.items[stop.position]}
            for stop in stops_by_entry_value(path.sums["positives"], path.sums["cost"] / MICRO)
        ]
    return answers


def part_rows(path: QueuePath, count: int) -> list[dict[str, Any]]:
    table = parts(path, count)
    per_positive = [None if np.isnan(x) else x / MICRO for x in cost_per_positive(table)]
    return [
        {
            "part": d + 1,
            "items": table.items[d],
            "cost": table.cost[d] / MICRO,
            "positives": table.positives[d],
            "gain": table.gain[d],
            "cumulative_gain": table.cumulative_gain[d],
            "lift": lift(table)[d],
            "part_cost": table.part_cost[d] / MICRO,
            "cost_per_positive": per_positive[d],
        }
        for d in range(count)
    ]


def bought(path: QueuePath, budget: float) -> dict[str, Any]:
    items = affordable_items(path, round(budget * MICRO))
    return {
        "budget": budget,
        "items": items,
        "spend": path.read("cost", items) / MICRO,
        "positives": path.read("positives", items),
    }


def reached(path: QueuePath, target: float) -> dict[str, Any]:
    reach = items_for_target(path, target)
    items = None if reach is None else reach.items
    cost = None if items is None else path.read("cost", items) / MICRO
    return {"target": target, "items": items, "cost": cost}


def list_answers(inputs: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """What the labelled scores promise of a list, and what each budget buys of it; one fit, no resamples."""
    score, positive = np.array(inputs["sample_scores"], float), np.array(inputs["sample_positive"], float)
    weight = np.ones(len(score)) if inputs["sample_weight"] is None else np.array(inputs["sample_weight"])
    listed, cost = np.array(inputs["list_scores"], float), np.array(inputs["list_cost"], float)
    how = Resamples(len(score), 0, 1, weight=weight)
    sample = Sample(positive, {}, how)
    queue = forecast(sample, {"m": (score, listed)}, Listing(np.ones(len(listed)))).queues["m"]
    p, n_cells = queue.rate[queue.cells.cell], queue.cells.n_cells
    below, above = queue.cells.cell == 0, queue.cells.cell == n_cells - 1
    path = make_path(rank(listed, cost), None, {"cost": cost * MICRO, "positives": p})
    at_knots = queue.rate[1::2]
    starts = np.flatnonzero(np.append(True, np.diff(at_knots) > 1e-12))
    ends = np.append(starts[1:], len(at_knots)) - 1
    knots = queue.cells.knots
    gap = (queue.cells.cell % 2 == 0) & ~below & ~above
    left, right = (
        at_knots[queue.cells.cell // 2 - 1],
        at_knots[np.minimum(queue.cells.cell // 2, len(knots) - 1)],
    )
    less, more = queue.room(len(listed))
    answers = {
        "blocks": [
            {"from": knots[a], "to": knots[b], "p": at_knots[a]} for a, b in zip(starts, ends, strict=True)
        ],
        "p_positive": p.tolist(),
        "p_low": np.where(below, 0.0, p).tolist(),
        "p_high": np.where(above, 1.0, p).tolist(),
        "outside_support": np.flatnonzero(below | above).tolist(),
        "between_two_blocks": np.flatnonzero(gap & (left != right)).tolist(),
        "expected_positives": float(p.sum()),
        "expected_low": float(p.sum()) - less,
        "expected_high": float(p.sum()) + more,
    }
    answers["budgets"] = [list_budget(queue, path, row["budget"], inputs) for row in expected["budgets"]]
    return answers


def list_budget(queue: Any, path: QueuePath, budget: float, inputs: dict[str, Any]) -> dict[str, Any]:
    found = bought(path, budget)
    items, expected = found["items"], float(found["positives"])
    outside, entries = sum(queue.outside(items)), queue.entries_outside(items)
    answers = {
        "budget": budget,
        "items": items,
        "spend": found["spend"],
        "expected_positives": expected,
        "reviewed_outside": outside,
        "share_outside": outside / items if items else None,
        "share_of_entries_outside": entries / expected if expected else None,
    }
    if inputs["worth_of_entry"] is not None:
        stops = np.arange(items + 1)
        net = inputs["worth_of_entry"] * path.read("positives", stops) - path.read("cost", stops) / MICRO
        best = best_stop(net)
        answers |= {"best_stop": best, "net": float(net[best])}
    return answers


def target_answers(inputs: dict[str, Any], expected: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Ranks of labelled entries that reach targets, and how deep in the list they lie."""
    v, effect = inputs["positives"], inputs["design_effect"]
    rows = []
    for target in inputs["targets"]:
        rank_, safer = target_rank(target, v), safer_rank(target, v, effect)
        row = {
            "target": target,
            "rank": rank_,
            "safer_rank": safer,
            "safer_needed": None if safer else entries_to_certify(target, effect),
        }
        if "list_scores" in inputs:
            listed, scores = np.array(inputs["list_scores"]), np.array(inputs["sample_scores"])
            own = np.sort(scores[np.array(inputs["sample_positive"]) == 1])[::-1]
            row["depth"] = len(listed) if rank_ is None else int((listed >= own[rank_ - 1]).sum())
            row["safer_depth"] = None if safer is None else int((listed >= own[safer - 1]).sum())
        rows.append(row)
    return rows


def mixture_answers(inputs: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """What all models say together: weights, members, scores, the order of review."""
    scores = {name: np.array(values, float) for name, values in inputs["scores"].items()}
    positive = np.array(inputs["positive"], float)
    weight = None if inputs["weight"] is None else np.array(inputs["weight"], float)
    costs = {name: float(inputs.get("model_cost", {}).get(name, 0)) for name in scores}
    places = {name: normal_places(score, weight) for name, score in scores.items()}
    kept = without_twins(places, costs)
    fold = np.array(inputs["fold"]) if "fold" in inputs else deal_folds(positive, None, 1)
    if fold is None and 0 < positive.sum() < len(positive):
        fold = np.arange(len(positive)) % 2  # the case asks for the weights alone
    found = mix(places, positive, fold, costs, weight)
    answers: dict[str, Any] = {"mixture": found is not None, "z": {name: places[name] for name in kept}}
    if len(kept) > 1 and 0 < positive.sum() < len(positive):
        fitted = logistic_weights(np.column_stack([places[name] for name in kept]), positive, weight)[1:]
        answers |= {
            "fitted_weights": dict(zip(kept, fitted, strict=True)),
            "fallback_auc": bool(fitted.max() <= 1e-12),
        }
    if found is None:
        areas = {name: max(auc(places[name], positive, weight) - 0.5, 0.0) ** 2 for name in kept}
        total = sum(areas.values())
        alone = {name: area / total if total else 0.0 for name, area in areas.items()}
        members = [name for name in kept if alone[name]]
        order = np.round(sum(alone[name] * places[name] for name in kept), 12)
        return answers | {"weights": alone, "members": members} | ordered("", order)
    answers |= {
        "weights": dict.fromkeys(kept, 0.0) | dict(zip(found.members, found.weights, strict=True)),
        "members": found.members,
        "cost": sum(costs[name] for name in found.members),
        **ordered("", found.score(places)),
        "fold_weights": [dict(zip(found.members, each, strict=True)) for each in found.fold_weights],
        "out_of_fold_score": found.out_of_fold(places),
    }
    if "list_scores" in inputs:
        listed = {name: np.array(values, float) for name, values in inputs["list_scores"].items()}
        among = found.score({name: normal_places(score) for name, score in listed.items()})
        answers |= ordered("list_", among)
        answers["sample_score_in_the_list"] = found.score(
            {name: places_in_list(score, listed[name]) for name, score in scores.items()}
        )
    return answers


def ordered(name: str, score: Any) -> dict[str, Any]:
    """Scores, their order of review, and the least difference between two that differ."""
    distinct = np.unique(score)
    return {
        f"{name}score": score,
        f"{name}review_order": [np.flatnonzero(score == each) for each in distinct[::-1]],
        f"{name}smallest_gap": np.diff(distinct).min() if len(distinct) > 1 else None,
    }


def labels_answers(inputs: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """What more labels could be worth at most."""
    objective = np.array(inputs["objective_by_resample_and_action"], float)
    return {"worth_of_knowing_everything": worth_of_everything(objective)}


def anytime_answers(inputs: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """What a random sample of the unread items proves, read at any time."""
    least, most = anytime_range(
        inputs["unread"],
        inputs["sample"],
        inputs["positive"],
        alpha=inputs["alpha"],
        a=inputs["a"],
        b=inputs["b"],
    )
    recall = recall_range(inputs["found_before"] or 0, 0, least, most)
    # The cases hold twelve digits.
    low, high = (None, None) if recall is None else (round(end, 12) for end in recall)
    return {
        "least_positives": least,
        "most_positives": most,
        "most_left_after_sample": most - inputs["positive"],
        "recall_low": low,
        "recall_high": high,
    }


def engine_answers(inputs: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """Places of labelled and listed items in a list; None is a missing score."""
    labelled, listed = (
        np.array([np.nan if each is None else each for each in inputs[name]], dtype=float)
        for name in ("labelled", "list")
    )
    return {"labelled": places(labelled, listed), "list": places(listed, listed)}


ANSWERS = {
    "engine": engine_answers,
    "anytime": anytime_answers,
    "cascade": cascade_answers,
    "labels": labels_answers,
    "mixture": mixture_answers,
    "list_by_score": list_answers,
    "filter": filter_answers,
    "joint_plan": joint_answers,
    "quotas": lambda inputs, _: quota_answers(inputs),
    "targets": target_answers,
    "value": value_answers,
}
"""Which questions are answered; a case file is named after its questions."""


def compare(expected: Any, found: Any, tolerance: float, place: str) -> None:
    """Compare every expected number; what is expected but not answered is an error."""
    if isinstance(expected, dict):
        for key, value in expected.items():
            assert key in found, f"{place}.{key} is expected and not answered"
            compare(value, found[key], tolerance, f"{place}.{key}")
    elif isinstance(expected, list):
        assert len(expected) == len(found), f"{place}: {len(expected)} expected, {len(found)} found"
        for i, (value, other) in enumerate(zip(expected, found, strict=True)):
            compare(value, other, tolerance, f"{place}[{i}]")
    elif expected in ("inf", "-inf", "nan"):
        assert str(float(found)) == expected, place
    elif expected is None or isinstance(expected, str | bool):
        assert found == expected, place
    else:
        assert found is not None, f"{place}: expected {expected}"
        assert float(found) == pytest.approx(expected, abs=tolerance, rel=tolerance), place


def test_case(case: tuple[str, float, dict[str, Any]]) -> None:
    """Every expected number of the case comes out."""
    name, tolerance, content = case
    kind = next((kind for kind in ANSWERS if name.startswith(kind)), None)
    if kind is None and "score" in content["inputs"]:
        kind = "filter"
    assert kind is not None, f"nothing here answers the cases of {name}.json"
    compare(
        content["expected"], ANSWERS[kind](content["inputs"], content["expected"]), tolerance, content["id"]
    )
