"""The mean of the models, as one more model: their calibrated probabilities, averaged (METHODS Part M, "Classifiers")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.labelled import ClassifiedSet, Member, Predictions
from budgetplan.domain.plan import MEAN, Plan
from budgetplan.metrics.answers.value import predict
from budgetplan.planning.defer.theory import Calibration, calibrated, cross_calibrated, dealt, fit

DIGITS = 12
"""Means are rounded to so many places: equal ones stay equal whatever the order of the sums."""


def with_mean(
    plan: Plan, validation: ClassifiedSet | None, test: ClassifiedSet
) -> tuple[ClassifiedSet | None, ClassifiedSet]:
    """Return the two sets with the mean of their models, where the plan wants it and two or more can be averaged.

    Members are the models that know the same classes and whose probabilities can be calibrated on the validation
    items; with one labelled set each item is calibrated by other folds. Where models know different classes, those
    that are most stand in the mean, of as many those with more classes.
    """
    if not plan.mixture:
        return validation, test
    known = test if validation is None else validation
    members = _members(known, [one for one in (validation, test) if one is not None])
    if len(members) < 2:
        return validation, test
    folds = dealt(known, plan.seed)
    said = {one.name: one for one in known.models}
    crossed = [cross_calibrated(said[one.name], known, folds) for one in members]
    first = _add(known, members, crossed)
    return (None, first) if validation is None else (first, _averaged(test, members))


def averaged_alike(data: ClassifiedSet, other: ClassifiedSet) -> ClassifiedSet:
    """Return a set with the mean that another one has, of the same members calibrated as for new items."""
    members = next((one.members for one in other.models if one.members), ())
    return _averaged(data, members) if members else data


def _members(known: ClassifiedSet, sets: Sequence[ClassifiedSet]) -> tuple[Member, ...]:
    """Return the models that are averaged, by name, with what calibrates them."""
    by_classes: dict[tuple[int, ...], list[Member]] = {}
    for said in sorted(known.models, key=lambda one: one.name):
        if said.probabilities is None:
            continue
        by, flag = fit(said, known)
        if not flag:
            by_classes.setdefault(_classes(said.name, sets), []).append(Member(said.name, by.temperature))
    ranked = sorted(by_classes.items(), key=lambda one: (-len(one[1]), -len(one[0]), one[0]))
    return tuple(ranked[0][1]) if ranked else ()


def _classes(name: str, sets: Sequence[ClassifiedSet]) -> tuple[int, ...]:
    """Return the classes that a model knows: to others it gives no probability anywhere."""
    given = [one.probabilities for data in sets for one in data.models if one.name == name]
    some = np.any([(p > 0).any(axis=0) for p in given if p is not None], axis=0)
    return tuple(np.flatnonzero(some).tolist())


def _averaged(data: ClassifiedSet, members: Sequence[Member]) -> ClassifiedSet:
    said = {one.name: one for one in data.models}
    return _add(data, members, [calibrated(said[one.name], Calibration(one.temperature)) for one in members])


def _add(data: ClassifiedSet, members: Sequence[Member], rescaled: Sequence[Predictions]) -> ClassifiedSet:
    given = [one.probabilities for one in rescaled if one.probabilities is not None]
    mean: FloatArray = np.round(sum(given[1:], start=given[0]) / len(given), DIGITS)
    predicted, confidence = predict(mean)
    cost = sum(one.cost for one in rescaled)
    made = Predictions(MEAN, predicted, confidence, mean, cost=cost, members=tuple(members))
    return replace(data, models=(*data.models, made))
