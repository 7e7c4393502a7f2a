"""``decision.json`` of a selective classifier: the decision frozen with the plan."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from budgetplan.domain.decision import Estimate
from budgetplan.plans.answer import AnsweredAlone, DeferSolution, Judged
from budgetplan.plans.joint import WITHOUT_PEOPLE, AskedBeside
from budgetplan.report.record import (
    NOBODY,
    RECORD_VERSION,
    classified_sample,
    picked,
    plain,
    single_record,
    stop_record,
)

_FOUND = MappingProxyType({"calibrated": "computed", "relabel": "by_value", "guaranteed": "guaranteed"})
"""How the recommended cutoff was found."""


def selection_record(selection: DeferSolution, provenance: Mapping[str, Any]) -> dict[str, Any]:
    """Return the decision, the plan and where both come from, as plain data; values are means per item."""
    alone = selection.alone
    singles = [each for each in selection.models if not each.predictions.members]
    return {
        "version": RECORD_VERSION,
        "provenance": dict(provenance),
        "plan": plain(selection.plan),
        "sample": classified_sample(selection.test, selection.validation),
        "list": {
            "basis": "list" if alone.is_list else "sample",
            "items": alone.items,
            "expected_positives": None,
        },
        "singles": [_single(selection, each) for each in singles] if len(singles) > 1 else [],
        # No budget bounds what people do here: whatever is not answered is theirs.
        "ladder": None,
        "labels": plain(selection.labels),
        "defer": {
            **_decision(selection),
            "own_list": _own_list(alone),
            **picked(
                selection.choice,
                accuracy_where_chosen="accuracy",
                cost_sensitive_error_where_chosen="error_cost",
            ),
            "models": [_model(one) for one in selection.models],
            **picked(selection, "differences", by_price_of_errors="dearer"),
            "answerers": [] if selection.asked is None else plain(selection.asked.answerers),
            "asking": None if selection.asked is None else _asking(selection.asked),
        },
    }


def _single(selection: DeferSolution, model: Judged) -> dict[str, Any]:
    """Return one model alone: of the labelled items where these are what is planned for, else not known."""
    counts = model.counts
    if selection.alone.is_list:
        return single_record(model.name, stop_record(None, None, answered_alone=None))
    stop = stop_record(
        Estimate(counts.n_abstained),
        NOBODY,
        answered_alone=Estimate(counts.n_accepted),
        wrong=Estimate(counts.n_wrong),
    )
    return single_record(model.name, stop)


def _decision(selection: DeferSolution) -> dict[str, Any]:
    """Return what is said of the chosen answers alone; None everywhere where nothing is recommended."""
    chosen, alone = selection.chosen, selection.alone
    decided = {
        "chosen": stop_record(
            Estimate(alone.left), NOBODY, answered_alone=Estimate(alone.alone), wrong=alone.wrong
        )
        | {"model": chosen.name, "cutoff": plain(chosen.cutoff)},
        "cutoff_found": _FOUND[chosen.found_by],
        "cutoff_on_calibrated_confidence": plain(chosen.theory),
        "forecast_cutoff": None if selection.forecast is None else plain(selection.forecast[0]),
        "relabelled": chosen.relabelled if chosen.found_by == "relabel" else None,
        **picked(alone, "wrong_by_answer", "wrong_by_truth", value_per_item="value"),
        **picked(alone, value_of_no_model="none", gain_over_no_model="gain"),
        **picked(selection.choice, "by_accuracy", by_cost_sensitive_error="by_error_cost"),
    }
    if selection.worths.counted_from is not None:
        decided["dimensionless_value_per_item"] = plain(selection.without_unit.alone.value)
    if selection.refusal:
        decided = dict.fromkeys(decided)
    return decided | {"refusal": selection.refusal}


def _asking(asked: AskedBeside) -> dict[str, Any]:
    """Return what asking somebody for a price would change, by ways without people."""
    return {
        "model": asked.model,
        "items": asked.items,
        "ways": [
            stop_record(
                NOBODY,
                way.left,
                net=way.net,
                answered_alone=way.accepted,
                wrong=way.wrong,
                settled=way.settled,
                settled_wrong=way.settled_wrong,
            )
            | picked(way, "rule", "asked")
            | {"kind": kind, "cost": float(way.spend), "net_more": plain(more)}
            for kind, way, more in zip(WITHOUT_PEOPLE, asked.ways, asked.more, strict=True)
        ],
        "answerers": plain(asked.answerers),
    }


def _own_list(alone: AnsweredAlone) -> dict[str, Any] | None:
    """Return how the project's own list lies beside the labelled items; None without one."""
    own = alone.own_list
    if own is None:
        return None
    told = picked(own, "shifts", surer_than_all_test_items="outside")
    return told | {"cost_of_reviewing": alone.cost, "alike": not own.unlike}


def _model(one: Judged) -> dict[str, Any]:
    return {
        "name": one.name,
        "accuracy": one.accuracy,
        "mean_of": plain(one.predictions.members),
        "temperature": one.temperature,
        "cutoff_found": _FOUND[one.found_by],
        "scaling": plain(one.predictions.scaling),
        "cutoff": plain(one.cutoff),
        "value_per_item": plain(one.value),
        "answered_alone": one.counts.n_accepted,
        "wrong_among_them": one.counts.n_wrong,
    }
