"""``decision.json`` of a selective classifier: the decision frozen with the plan."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from budgetplan.planning.defer.cutoff_methods import Judged
from budgetplan.planning.defer.error_weights import SPANS
from budgetplan.planning.defer.list_answers import ListSplit
from budgetplan.planning.defer.reliability import Bin
from budgetplan.planning.defer.solve import DeferSolution
from budgetplan.report.filter.record import RECORD_VERSION, plain

_FOUND = MappingProxyType(
    {"calibrated": "computed", "learnt": "learnt", "relabel": "by_value", "guaranteed": "guaranteed"}
)
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
        **_own_list(selection),
        "accuracy_where_chosen": plain(selection.choice.accuracy),
        "cost_sensitive_error_where_chosen": plain(selection.choice.error_cost),
        "models": [_model(one) | _scores(selection, one) for one in selection.models],
        "differences": plain(selection.differences),
        "resamples_won": plain(selection.won),
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
    route = selection.chosen.deployed
    decided = {
        "model": selection.chosen.name,
        "cutoff": plain(route.cutoff),
        "cutoff_found": _FOUND.get(route.key),
        "cutoff_on_calibrated_confidence": plain(route.theory),
        "learnt_over_computed_held_out": plain(selection.chosen.learnt_over_theory),
        "relabelled": route.relabelled if route.key == "relabel" else None,
        "answered_alone": route.counts.n_accepted,
        "wrong_among_them": route.counts.n_wrong,
        "left_to_people": route.counts.n_abstained,
        "value_per_item": plain(selection.value),
        "optimism_of_choice": selection.choice.optimism,
        "more_wrong_elsewhere": selection.more_wrong,
        "value_of_no_model": plain(selection.none),
        "gain_over_no_model": plain(selection.gain_over_none),
        "lead_firm": selection.firm,
        "use_firm": selection.pays,
        "best_single_model": selection.choice.single,
        "by_accuracy": selection.by_accuracy,
        "by_cost_sensitive_error": selection.by_error_cost,
        "chosen_on": "validation" if selection.validation is not None else "the same items",
    }
    if selection.refusal:
        decided = dict.fromkeys(decided)
    return decided | {"refusal": selection.refusal}


def _own_list(selection: DeferSolution) -> dict[str, Any]:
    """Return what the cutoff does on the project's own list, by score and by share; nothing without a list."""
    found = selection.own_list
    if found is None:
        return {}
    return {
        "own_list": {
            "items": found.n_items,
            "by_score": _split(found.own) | {"wrong_among_them": plain(found.wrong)},
            "by_share": _split(found.by_share),
            "confidence_beyond_all_test_items": found.beyond,
            "beyond_of_what_is_answered": plain(found.support),
            "alike": not found.unlike,
            "shifts": plain(found.shifts),
        }
    }


def _split(one: ListSplit) -> dict[str, Any]:
    return {
        "answered_alone": one.alone,
        "wrong_among_them": one.wrong,
        "left_to_people": one.left,
        "cost_of_reviewing_these": one.cost,
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
    curve = None if one.calibration is None or one.temperature is not None else one.calibration.curve
    return {
        "name": one.name,
        "accuracy": one.accuracy,
        "mean_of": plain(one.predictions.members),
        "temperature": one.temperature,
        "curve_of_confidence": None
        if curve is None
        else {"slope": curve.slope, "intercept": curve.intercept},
        "cutoff_found": _FOUND.get(one.deployed.key),
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
