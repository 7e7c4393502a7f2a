"""``decision.json`` of a selective classifier: the decision frozen with the plan."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from budgetplan.planning.defer.cutoff_methods import Judged
from budgetplan.planning.defer.error_weights import SPANS
from budgetplan.planning.defer.list_answers import AnsweredAlone
from budgetplan.planning.defer.reliability import Bin
from budgetplan.planning.defer.solve import DeferSolution
from budgetplan.report.filter.record import RECORD_VERSION, plain

_FOUND = MappingProxyType({"calibrated": "computed", "relabel": "by_value", "guaranteed": "guaranteed"})
"""How the recommended cutoff was found."""


def selection_record(selection: DeferSolution, provenance: Mapping[str, Any]) -> dict[str, Any]:
    """Return the decision, the plan and where both come from, as plain data; values are means per item."""
    return {
        "version": RECORD_VERSION,
        "provenance": dict(provenance),
        "plan": plain(selection.plan),
        "sample": {
            "test_items": selection.test.n_items,
            "validation_items": None if selection.validation is None else selection.validation.n_items,
            "classes": list(selection.test.classes),
            "labels_no_model_knows": list(selection.test.unknown),
        },
        "decision": _decision(selection),
        **_own_list(selection.alone),
        "accuracy_where_chosen": plain(selection.choice.accuracy),
        "cost_sensitive_error_where_chosen": plain(selection.choice.error_cost),
        "models": [_model(one) | _scores(selection, one) for one in selection.models],
        "differences": plain(selection.differences),
        "by_error_weight": plain(selection.weights),
        "by_price_of_errors": plain(selection.dearer),
        "labels": plain(selection.labels),
        "answerers": [] if selection.asked is None else plain(selection.asked.answerers),
        "asking": plain(selection.asked),
        # No budget bounds what people do here: whatever is not answered is theirs.
        "ladder": None,
    }


def _decision(selection: DeferSolution) -> dict[str, Any]:
    """Return what is recommended; None everywhere where nothing is."""
    route, alone = selection.chosen.deployed, selection.alone
    decided = {
        "model": selection.chosen.name,
        "members": plain([each.name for each in selection.chosen.predictions.members]),
        "cutoff": plain(route.cutoff),
        "cutoff_found": _FOUND[route.key],
        "cutoff_on_calibrated_confidence": plain(route.theory),
        "forecast_cutoff": None if alone.forecast is None else plain(alone.forecast[0]),
        "relabelled": route.relabelled if route.key == "relabel" else None,
        "items": alone.items,
        "answered_alone": alone.alone,
        "wrong_among_them": alone.wrong.value,
        "wrong_interval": plain(alone.wrong),
        "wrong_by_answer": plain(alone.wrong_by_answer),
        "wrong_by_truth": plain(alone.wrong_by_truth),
        "left_to_people": alone.left,
        "value_per_item": plain(alone.value),
        "value_of_no_model": plain(alone.none),
        "gain_over_no_model": plain(alone.gain),
        "use_firm": selection.pays,
        "best_single_model": selection.choice.single,
        "by_accuracy": selection.by_accuracy,
        "by_cost_sensitive_error": selection.by_error_cost,
    }
    if selection.refusal:
        decided = dict.fromkeys(decided)
    return decided | {"refusal": selection.refusal}


def _own_list(alone: AnsweredAlone) -> dict[str, Any]:
    """Return what the answers come to on the project's own list; nothing without one."""
    if not alone.is_list:
        return {}
    return {
        "own_list": {
            "items": alone.items,
            "by_score": {
                "answered_alone": alone.alone,
                "wrong_among_them": plain(alone.wrong),
                "left_to_people": alone.left,
                "cost_of_reviewing_these": alone.cost,
            },
            "surer_than_all_test_items": alone.outside,
            "alike": not alone.unlike,
            "shifts": plain(alone.shifts),
        }
    }


def _model(one: Judged) -> dict[str, Any]:
    routes = {
        key: {
            "cutoff": plain(route.cutoff),
            "value_per_item": plain(route.value),
            "answered_alone": route.counts.n_accepted,
            "wrong_among_them": route.counts.n_wrong,
        }
        | ({"relabelled": route.relabelled} if key == "relabel" else {})
        for key, route in one.routes.items()
    }
    return {
        "name": one.name,
        "accuracy": one.accuracy,
        "mean_of": plain(one.predictions.members),
        "temperature": one.temperature,
        "cutoff_found": _FOUND[one.deployed.key],
        "scaling": plain(one.predictions.scaling),
        "routes": routes,
        "routes_not_taken": dict(one.missing),
    }


def _scores(selection: DeferSolution, one: Judged) -> dict[str, Any]:
    """Return what is said of one model apart from its cutoffs; None stands for an error weight without end."""
    worth, found = selection.worth_by_weight[one.name], selection.reliability[one.name]
    areas = [
        {"from": low, "to": high, "area": plain(area)}
        for (low, high), area in zip(SPANS, worth.areas, strict=True)
    ]
    return {
        "quality": plain(selection.quality[one.name]),
        **_by_class(selection, one),
        "value_against_error_weight": {
            "areas": areas,
            "area_in_total": plain(worth.total),
            "first_weight_that_fails": plain(worth.first_not_paying),
            "last_weight_that_pays": plain(worth.last_paying),
        },
        "reliability": {
            "stated": [_bin(row) for row in found.stated],
            "calibrated": None if found.calibrated is None else [_bin(row) for row in found.calibrated],
        },
    }


def _by_class(selection: DeferSolution, one: Judged) -> dict[str, Any]:
    """Return scores by class, None where undefined, and how many classes each mean leaves out."""
    found = selection.by_class[one.name]
    scores = found.named
    rows = [
        {"class": name, "items": float(found.n_items[at])}
        | {key: plain(float(values[at])) for key, values in scores.items()}
        for at, name in enumerate(selection.test.classes)
    ]
    left = {f"{key}_macro": n for key, n in found.left_out.items()}
    return {"by_class": rows, "classes_left_out": left}


def _bin(row: Bin) -> dict[str, Any]:
    return {
        "above": row.start,
        "up_to": row.end,
        "right": row.right,
        "wrong": row.wrong,
        "mean_confidence": row.confidence,
        "share_right": plain(row.accuracy),
    }
