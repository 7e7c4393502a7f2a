"""What every kind of plan says alike in ``decision.json``: plain values, what a stop comes to, single models, budgets."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from budgetplan.domain.decision import Estimate, LabelsWorth
from budgetplan.domain.items import ClassifiedSet
from budgetplan.domain.plan import Plan
from budgetplan.domain.review import Before
from budgetplan.plans.ladder import Rung

RECORD_VERSION = 3
"""Version of ``decision.json``. 1: first version (2026). 2: ``workflow`` and ``recommendation``, the same for all.
3: stops, single models, sample, list and ladder, too; what one kind of plan alone has stands below its own key."""

NOBODY = Estimate(0.0)


def record_head(plan: Plan, provenance: Mapping[str, Any], labels: LabelsWorth | None = None) -> dict[str, Any]:
    """Return what every record begins with: its version, where it comes from, the plan, what more labels would gain."""
    fields_of_plan = {"plan": plain(plan), "labels": plain(labels)}
    return {"version": RECORD_VERSION, "provenance": dict(provenance), **fields_of_plan}


def plain(value: Any) -> Any:
    """Turn frozen types into what JSON can hold: money as text (exact), an endless interval end as None.

    >>> plain(Decimal("16.00")), plain(float("inf")), plain((1, 2.5))
    ('16.00', None, [1, 2.5])
    """
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        # What makes no difference between two plans is no part of the record.
        kept = [field.name for field in dataclasses.fields(value) if field.compare]
        return {name: plain(getattr(value, name)) for name in kept}
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [plain(inner) for inner in value]
    return value


def picked(thing: object, *names: str, **renamed: str) -> dict[str, Any]:
    """Return some attributes of a result as plain data; ``renamed``: what they are called in the record.

    >>> picked(Estimate(1.5, 1.0, 2.0), "value", least="low")
    {'value': 1.5, 'least': 1.0}
    """
    called = {name: name for name in names} | renamed
    return {key: plain(getattr(thing, name)) for key, name in called.items()}


WHO = ("reviewed", "left", "answered_alone", "wrong", "settled", "settled_wrong")
STOP = (*WHO, "spend", "spend_range", "found", "net")
SAMPLE = ("labelled_items", "validation_items", "positives", "groups", "classes", "labels_no_model_knows")
"""What is said of every stop, in the words of ``recommendation``, and of every sample; None where it is not known."""


def stop_record(reviewed: Estimate | None, left: Estimate | None, **more: Any) -> dict[str, Any]:
    """Return who decides on how many items and what that brings; nothing is answered alone unless it is said."""
    about = {"reviewed": reviewed, "left": left, "answered_alone": NOBODY} | more
    return dict.fromkeys(STOP) | {name: plain(value) for name, value in about.items()}


def sample_record(labelled_items: int, **more: Any) -> dict[str, Any]:
    """Return the labelled items a plan rests on; None: it has no such thing."""
    return dict.fromkeys(SAMPLE) | {"labelled_items": labelled_items} | more


def classified_sample(test: ClassifiedSet, validation: ClassifiedSet | None) -> dict[str, Any]:
    """Return the sample of models that answer: the items that values are read on, and those that cutoffs come from."""
    return sample_record(
        test.n_items,
        validation_items=None if validation is None else validation.n_items,
        groups=None if test.group is None else test.n_independent,
        classes=list(test.classes),
        labels_no_model_knows=list(test.unknown),
    )


def single_record(
    name: str, stop: dict[str, Any], *, found_more: Estimate | None = None, net_more: Estimate | None = None
) -> dict[str, Any]:
    """Return one model alone within the plan's money, and how much more that brings than what is recommended."""
    return {"name": name} | stop | {"found_more": plain(found_more), "net_more": plain(net_more)}


def so_far_record(plan: Plan, before: Before) -> dict[str, Any]:
    """Return what earlier rounds judged, found and spent."""
    spent = plain(before.spent) if plan.prices.stated else None
    return {"items": len(before.ids), "found": before.found, "spent": spent}


def rung_record(rung: Rung[Any], stop: dict[str, Any]) -> dict[str, Any]:
    """Return a budget of the ladder with what it buys."""
    return picked(rung, "percent", "budget", "models") | {"option": stop}
