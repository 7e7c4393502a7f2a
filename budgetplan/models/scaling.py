"""Decision values and answers alone become probabilities before any model is judged (METHODS S7).

Decision values do on validation items alone. Answers without a confidence are as sure as labelled items with the same
answer say, each of these by the folds without it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.core.answers import scale
from budgetplan.core.mixture import deal
from budgetplan.domain.labelled import ClassifiedSet, Predictions, Scaling
from budgetplan.domain.plan import Plan
from budgetplan.domain.utilities import NO_ANSWER
from budgetplan.errors import BadDataError, Problem
from budgetplan.models.calibration import Platt, fit_platt, fit_temperature, rates
from budgetplan.models.value import item_weights, predict

_MORE = "label more validation items, or name a column with the predicted class and one with a confidence"
_REASONS = MappingProxyType(
    {
        "no validation": (
            "there are no validation items",
            "name their split (table.validation) or their table (table.file_validation)",
        ),
        "no items": ("no validation item has one of the model's classes", "label some that have"),
        "one class": ("the validation items have one of its classes alone", "label validation items of both"),
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
    labels of the test items play no part. Answers alone are told by the validation items too, where there are any.

    Raises
    ------
    BadDataError
        Of every model whose decision values cannot be turned into probabilities.
    """
    known, problems = test if validation is None else validation, []
    fitted, crossed = dict[str, Scaling](), dict[str, Predictions]()
    for model in test.models:
        if not model.unscaled:
            continue
        if model.decision is None:
            crossed[model.name] = _by_answer(plan, known, model.name)
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
    fitted |= {name: model.scaling for name, model in crossed.items() if model.scaling is not None}
    models = [crossed.get(one.name, one) for one in _scaled(known, fitted).models]
    first = replace(known, models=tuple(models)) if fitted else known
    return (None, first) if validation is None else (first, _scaled(test, fitted))


def scaled_alike(data: ClassifiedSet, other: ClassifiedSet) -> ClassifiedSet:
    """Return a set with the scalings that were fitted for another one."""
    return _scaled(data, {one.name: one.scaling for one in other.models if one.scaling is not None})


def as_new(said: Predictions) -> Predictions:
    """Return what a model says as it would be taken of new items: beside a list, equal answers are equally sure."""
    by = said.scaling
    return said if by is None or by.rates is None else _with_probabilities(said, by)


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


def _by_answer(plan: Plan, known: ClassifiedSet, name: str) -> Predictions:
    """Return answers alone with probabilities, each item's by the folds without it; with what gives new items theirs.

    That is the mean over the folds, so that no answer is surer on new items than on any labelled one.
    """
    model = next(one for one in known.models if one.name == name)
    silent = known.classes.index(NO_ANSWER) if NO_ANSWER in known.classes else None
    folds, weight = dealt(known, plan.seed), item_weights(known.n_items, known.weight)
    code, rows = np.zeros(known.n_items, dtype=np.int64), [np.arange(known.n_items)]
    if folds is not None:
        code, rows = folds, [np.flatnonzero(folds != fold) for fold in range(int(folds.max()) + 1)]
    tables = np.stack(
        [rates(model.predicted[at], known.truth[at], weight[at], known.n_classes, silent) for at in rows]
    )
    scaling = Scaling(known.classes, rates=tuple(map(tuple, tables.mean(axis=0).tolist())))
    return _stating(model, tables[code, model.predicted], scaling)


def _stating(model: Predictions, probabilities: FloatArray, scaling: Scaling) -> Predictions:
    """Return answers with their probabilities; the answer stays what the model said."""
    sure = probabilities[np.arange(len(model.predicted)), model.predicted]
    return replace(model, confidence=sure, probabilities=probabilities, scaling=scaling)


def _scaled(data: ClassifiedSet, fitted: Mapping[str, Scaling]) -> ClassifiedSet:
    """Return a set with its models scaled."""
    models = (
        _with_probabilities(one, fitted[one.name]) if one.name in fitted else one for one in data.models
    )
    return replace(data, models=tuple(models)) if fitted else data


def _with_probabilities(model: Predictions, scaling: Scaling) -> Predictions:
    if scaling.rates is not None:
        return _stating(model, np.array(scaling.rates)[model.predicted], scaling)
    assert model.decision is not None
    own = _own(model)
    probabilities = np.zeros(model.decision.shape)
    values = model.decision[:, own]
    if scaling.temperature is not None:
        probabilities[:, own] = scale(values, scaling.temperature)
    else:
        assert scaling.slope is not None
        assert scaling.intercept is not None
        platt = Platt(scaling.slope, scaling.intercept)
        probabilities[:, own] = platt.probabilities(values[:, 1] - values[:, 0])
    predicted, confidence = predict(probabilities)
    return replace(
        model, predicted=predicted, confidence=confidence, probabilities=probabilities, scaling=scaling
    )


def dealt(data: ClassifiedSet, seed: int) -> IntArray | None:
    """Return the fold of each item, whole groups together (METHODS S5); None where one item or group is all there is."""
    folds = deal(np.zeros(data.n_items), data.group, seed)
    return folds if folds.max() > 0 else None
