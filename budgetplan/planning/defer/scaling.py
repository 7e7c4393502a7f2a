"""Decision values become probabilities, on validation items alone, before any model is judged (METHODS S7)."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.domain.labelled import ClassifiedSet, Predictions, Scaling
from budgetplan.domain.plan import Plan
from budgetplan.errors import BadDataError, Problem
from budgetplan.metrics.answers.calibration import Platt, fit_platt, fit_temperature, scale
from budgetplan.metrics.answers.value import predict

_MORE = "label more validation items, or name a column with the predicted class and one with a confidence"
_REASONS = MappingProxyType(
    {
        "no validation": (
            "there are no validation items",
            "name their split (table.validation) or their table (table.file_validation)",
        ),
        "no items": ("no validation item has one of the model's classes", "label some that have"),
        "one class": (
            "the validation items have one of its classes alone",
            "label validation items of both",
        ),
        "constant": ("they are equal for all validation items", "write what the model says of each item"),
        "uniform": ("they are equal for all classes", "write what the model says of each class"),
        "reversed": (
            "the higher they are, the less often is their class the true one",
            "name the two classes in the other order, or the other one positive, or turn the signs",
        ),
        "worse than uniform": (
            "classes with higher ones are no more often the true one",
            "check which column belongs to which class, and the signs",
        ),
        "all right": ("the class with the highest is right for every validation item", _MORE),
        "out of range": ("no temperature between e^-10 and e^10 fits", _MORE),
    }
)
"""Why decision values cannot be used, and what to do."""


def scale_decisions(
    plan: Plan, validation: ClassifiedSet | None, test: ClassifiedSet
) -> tuple[ClassifiedSet | None, ClassifiedSet]:
    """Return the two sets with probabilities, prediction and confidence for every model with decision values.

    Two classes: Platt's scaling; more: a temperature. Both are fitted on the validation items, so that the
    labels of the test items play no part.

    Raises
    ------
    BadDataError
        Of every model whose decision values cannot be turned into probabilities.
    """
    fitted: dict[str, Scaling] = {}
    problems = []
    for model in test.models:
        if model.decision is None or model.scaling is not None:
            continue
        flag = "no validation"
        if validation is not None:
            fitted[model.name], flag = _fit(validation, model.name)
        if flag:
            wrong, todo = _REASONS[flag]
            told = (
                f"the decision values of the model {model.name} cannot be turned into probabilities: {wrong}"
            )
            problems.append(Problem(told, todo, plan.table, column=model.column))
    if problems:
        raise BadDataError(problems)
    if not fitted:
        return validation, test
    return None if validation is None else _scaled(validation, fitted), _scaled(test, fitted)


def scaled_alike(data: ClassifiedSet, other: ClassifiedSet) -> ClassifiedSet:
    """Return a set with the scalings that were fitted for another one."""
    fitted = {one.name: one.scaling for one in other.models if one.scaling is not None}
    return _scaled(data, fitted) if fitted else data


def _own(model: Predictions) -> IntArray:
    """Return the codes of the classes that the model has decision values for."""
    assert model.decision is not None
    return np.flatnonzero(np.isfinite(model.decision).all(axis=0))


def _fit(validation: ClassifiedSet, name: str) -> tuple[Scaling, str]:
    """Fit the scaling of a model, and say why it must not be used, or nothing."""
    model = next(one for one in validation.models if one.name == name)
    assert model.decision is not None
    own = _own(model)
    classes = tuple(validation.classes[code] for code in own.tolist())
    place = np.full(len(validation.names), len(own), dtype=np.int64)
    place[own] = np.arange(len(own))
    truth, weight = place[validation.truth], validation.weight
    usable = (truth < len(own)) & (True if weight is None else weight > 0)
    if not usable.any():
        return Scaling(classes), "no items"
    values = model.decision[:, own]
    if len(own) == 2:
        platt = fit_platt(values[:, 1] - values[:, 0], truth, weight)
        return Scaling(classes, slope=platt.slope, intercept=platt.intercept), platt.flag
    temperature = fit_temperature(values, truth, weight)
    return Scaling(classes, temperature=temperature.t), temperature.flag


def _scaled(data: ClassifiedSet, fitted: dict[str, Scaling]) -> ClassifiedSet:
    return replace(
        data,
        models=tuple(
            _with_probabilities(model, fitted[model.name]) if model.name in fitted else model
            for model in data.models
        ),
    )


def _with_probabilities(model: Predictions, scaling: Scaling) -> Predictions:
    assert model.decision is not None
    own = _own(model)
    probabilities = np.zeros(model.decision.shape)
    probabilities[:, own] = _apply(scaling, model.decision[:, own])
    predicted, confidence = predict(probabilities)
    return replace(
        model, predicted=predicted, confidence=confidence, probabilities=probabilities, scaling=scaling
    )


def _apply(scaling: Scaling, values: FloatArray) -> FloatArray:
    """Return the probabilities of decision values, the same shape."""
    if scaling.temperature is not None:
        return scale(values, scaling.temperature)
    assert scaling.slope is not None
    assert scaling.intercept is not None
    return Platt(scaling.slope, scaling.intercept).probabilities(values[:, 1] - values[:, 0])
