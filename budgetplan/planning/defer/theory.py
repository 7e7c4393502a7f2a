"""The cutoff of theory on calibrated confidences: what is fitted on which items, and what is accepted (METHODS S4, S5).

Theory presumes that answers are as often right as the model says. So its probabilities are rescaled first, by one
temperature; where a model states its top confidence alone, that is, by a curve of its log-odds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.domain.labelled import ClassifiedSet, Predictions
from budgetplan.metrics.answers.accepting import Accepted, accepted
from budgetplan.metrics.answers.calibration import Curve, fit_curve, fit_temperature, logits, scale
from budgetplan.metrics.answers.thresholds import assign_folds
from budgetplan.metrics.answers.value import WorthTable

FOLDS = 5
"""Folds of cross-fitting: what judges an item is fitted on the items of the other ones."""


@dataclass(frozen=True)
class Calibration:
    """How what a model states is rescaled to how often it is right; nothing where it is calibrated as it stands.

    ``temperature``: of all probabilities, or None. ``curve``: of the top confidence alone, None where that does
    not tell enough (three classes and more: a temperature moves confidences past each other).
    """

    temperature: float | None = None
    curve: Curve | None = None

    def stated(self, cutoff: float | None) -> float | None:
        """Return the stated confidence from which on the calibrated one reaches a cutoff; None if there is none."""
        if cutoff is None or (self.temperature is not None and self.curve is None):
            return None
        return cutoff if self.curve is None else self.curve.stated(cutoff)


def fit(said: Predictions, data: ClassifiedSet, kept: BoolArray | None = None) -> tuple[Calibration, str]:
    """Fit what calibrates a model on some items of a set (``kept``, all if None), and say why it is of no use.

    What was made of decision values is calibrated already. Items whose truth the model does not know say nothing of
    its temperature; for the curve of confidences they are wrong answers.
    """
    if said.scaling is not None:
        return Calibration(), ""
    kept = np.ones(data.n_items, dtype=bool) if kept is None else kept
    if said.probabilities is None:
        weight = None if data.weight is None else data.weight[kept]
        correct = (said.predicted == data.truth)[kept]
        return Calibration(curve=fit_curve(said.confidence[kept], correct, weight)), ""
    # A class that the model does not know has no probability anywhere.
    knows = np.append((said.probabilities > 0).any(axis=0), np.zeros(len(data.unknown), dtype=bool))
    kept = kept & knows[data.truth]
    weight = None if data.weight is None else data.weight[kept]
    fitted = fit_temperature(logits(said.probabilities[kept]), data.truth[kept], weight)
    two = said.probabilities.shape[1] == 2
    return Calibration(fitted.t, Curve.of_temperature(fitted.t) if two else None), fitted.flag


def calibrated(said: Predictions, by: Calibration) -> Predictions:
    """Return a model's statements calibrated: the same answers, other probabilities and confidences."""
    if by.temperature is not None and said.probabilities is not None:
        probabilities = scale(logits(said.probabilities), by.temperature)
        own = probabilities[np.arange(len(said.predicted)), said.predicted]
        return replace(said, probabilities=probabilities, confidence=own)
    return said if by.curve is None else replace(said, confidence=by.curve.confidence(said.confidence))


def dealt(data: ClassifiedSet, seed: int) -> IntArray | None:
    """Return the fold of each item; None where one item or group is all there is."""
    folds = assign_folds(data.n_items, min(FOLDS, data.n_items), seed, data.group)
    return folds if folds.max() > 0 else None


def cross_calibrated(said: Predictions, data: ClassifiedSet, folds: IntArray | None) -> Predictions:
    """Return a model's statements, each calibrated on the items of the other folds; stated where that fails."""
    if folds is None:
        fitted, flag = fit(said, data)
        return said if flag else calibrated(said, fitted)
    confidence = said.confidence.copy()
    probabilities = None if said.probabilities is None else said.probabilities.copy()
    for fold in range(int(folds.max()) + 1):
        own = folds == fold
        fitted, flag = fit(said, data, ~own)
        if flag:
            continue
        part = calibrated(_part(said, own), fitted)
        confidence[own] = part.confidence
        if probabilities is not None and part.probabilities is not None:
            probabilities[own] = part.probabilities
    return replace(said, confidence=confidence, probabilities=probabilities)


def _part(said: Predictions, own: BoolArray) -> Predictions:
    probabilities = None if said.probabilities is None else said.probabilities[own]
    return replace(
        said, predicted=said.predicted[own], confidence=said.confidence[own], probabilities=probabilities
    )


def accept(table: WorthTable, said: Predictions, review_cost: FloatArray | None) -> Accepted:
    """Return which of a model's answers theory accepts, stated or calibrated as they are given."""
    return accepted(table, said.predicted, said.confidence, said.probabilities, review_cost)
