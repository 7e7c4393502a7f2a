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
from engine_answers import engine_answers
from joint_answers import joint_answers
from part_figures import cost_per_positive, lift, part_cost
from quota_answers import quota_answers
from value_answers import value_answers

from budgetplan.core.path import Path as QueuePath
from budgetplan.core.path import affordable_items, best_stop, items_for_target, make_path, rank, stops_by_entry_value
from budgetplan.core.stops import worth_of_everything
from budgetplan.domain.prices import MICRO
from budgetplan.lists.unseen import anytime_range, recall_range
from budgetplan.models.ranks import gain_by_part


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
                pytest.param((file.stem, case.get("tolerance") or tolerance, case), id=f"{file.stem}-{case['id']}")
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
    table = gain_by_part(path, count)
    per_positive = [None if np.isnan(x) else x / MICRO for x in cost_per_positive(path, table)]
    return [
        {
            "part": d + 1,
            "items": table.items[d],
            "cost": path.read("cost", table.items)[d] / MICRO,
            "positives": table.reached[d],
            "gain": table.gain[d],
            "cumulative_gain": table.cumulative[d],
            "lift": lift(table)[d],
            "part_cost": part_cost(path, table)[d] / MICRO,
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


def labels_answers(inputs: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """What more labels could be worth at most."""
    objective = np.array(inputs["objective_by_resample_and_action"], float)
    return {"worth_of_knowing_everything": worth_of_everything(objective)}


def anytime_answers(inputs: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """What a random sample of the unread items proves, read at any time."""
    least, most = anytime_range(
        inputs["unread"], inputs["sample"], inputs["positive"], alpha=inputs["alpha"], a=inputs["a"], b=inputs["b"]
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


ANSWERS = {
    "engine": engine_answers,
    "anytime": anytime_answers,
    "labels": labels_answers,
    "filter": filter_answers,
    "joint_plan": joint_answers,
    "quotas": lambda inputs, _: quota_answers(inputs),
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
    compare(content["expected"], ANSWERS[kind](content["inputs"], content["expected"]), tolerance, content["id"])
