"""The usual scores, calibration and discrimination of a classifier, each with its interval (METHODS S6 to S10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray
from budgetplan.domain.decision import Estimate
from budgetplan.domain.labelled import ClassifiedSet, Predictions
from budgetplan.intervals.estimates import estimate
from budgetplan.metrics.answers.calibration import LEAST
from budgetplan.metrics.answers.confidence import ClassScores, Tally, class_counts, probabilistic, usual
from budgetplan.metrics.answers.value import item_weights
from budgetplan.metrics.answers.voc import Areas
from budgetplan.metrics.bounds import rate_interval
from budgetplan.metrics.ranking.order import rank
from budgetplan.metrics.ranking.path import make_path
from budgetplan.metrics.resampling import Weights
from budgetplan.planning.defer.sampler import Sampler

N_BINS = 15
MOST_PRODUCTS = 2 * 10**10
"""Up to so many items x classes x resamples cF1 is resampled, two to four seconds a model; F1 always is."""
MACRO = ("precision", "recall", "f1")
MOST = {"brier_sum": 2.0, "log_loss": float("inf")}
"""The greatest value of a score that is no share."""


_Combine = Callable[[FloatArray], FloatArray]
"""From means of amounts, a column each, to a score a row."""


def _over_known(place: int) -> _Combine:
    """Return what makes the mean of an amount over the items with known labels, whose share comes last.

    NaN in a resample that holds none of them.
    """

    def combine(means: FloatArray) -> FloatArray:
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(means[:, place] / means[:, -1])

    return combine


def quality(
    said: Predictions,
    test: ClassifiedSet,
    calibrated: Predictions | None,
    sampler: Sampler,
    areas: Areas | None = None,
) -> Mapping[str, Estimate]:
    """Return every score that can be computed for one model, with its 95 % interval.

    Keys: ``accuracy``; ``precision_macro``, ``recall_macro``, ``f1_macro`` (means over the classes that occur; 0
    for one never predicted) and ``cprecision_macro``, ``crecall_macro``, ``cf1_macro`` (over those defined), see
    :func:`by_class`; ``ece`` and ``mce`` (15 bins), ``brier_sum``, ``log_loss``, ``discrimination`` (after
    calibration), ``augrc``. What needs probabilities of all classes is missing where there are none, a mean
    over no class too. Above ``MOST_PRODUCTS`` the three from probabilities have no interval. ``areas``: what
    ``sampler`` gave for the model's confidence, to be used again; None: it is asked.
    """
    weight, right, n_classes = test.weight, said.predicted == test.truth, test.n_classes
    found = _of_means(_amounts(said, right.astype(np.float64), test, calibrated), weight, sampler)
    found["accuracy"] = _never_certain(found["accuracy"], test)
    found |= _macro("", usual(said.predicted, test.truth, n_classes), test, sampler)
    if said.probabilities is not None:
        affordable = test.n_items * n_classes * sampler.n_resamples <= MOST_PRODUCTS
        score = probabilistic(said.probabilities, test.truth)
        found |= _macro("c", score, test, sampler if affordable else None)
    areas = areas or sampler.areas(right, said.confidence)
    found["augrc"] = _augrc(said, ~right, weight, areas)
    return MappingProxyType(found)


def _amounts(
    said: Predictions, correct: FloatArray, test: ClassifiedSet, calibrated: Predictions | None
) -> list[tuple[FloatArray, dict[str, _Combine]]]:
    """Return for each group of scores the amounts per item whose means they are made of, and how they are made."""
    asked: list[tuple[FloatArray, dict[str, _Combine]]] = [
        (correct[None, :], {"accuracy": _first}),
        (_gaps(said.confidence, correct), {"ece": _sum_of_gaps, "mce": _largest_gap}),
    ]
    if said.probabilities is not None:
        p, known = said.probabilities, test.truth < test.n_classes
        own = np.where(known, p[np.arange(len(p)), np.where(known, test.truth, 0)], 0.0)
        apart = np.where(known, (p**2).sum(axis=1) - 2 * own + 1, 0.0)
        loss = np.where(known, -np.log(np.clip(own, LEAST, 1 - LEAST)), 0.0)
        rows = np.stack([apart, loss, known.astype(np.float64)])
        asked.append((rows, {"brier_sum": _over_known(0), "log_loss": _over_known(1)}))
    if calibrated is not None:
        asked.append((((0.5 - calibrated.confidence) ** 2)[None, :], {"discrimination": _first}))
    return asked


def _of_means(
    asked: Sequence[tuple[FloatArray, dict[str, _Combine]]], weight: FloatArray | None, sampler: Sampler
) -> dict[str, Estimate]:
    """Return scores made of means, from one pass through the resamples: reading these takes longest."""
    rows = np.concatenate([amounts for amounts, _ in asked])
    means, replicates = np.average(rows, axis=1, weights=weight)[None, :], sampler.replicates(rows)
    found, start = dict[str, Estimate](), 0
    for amounts, scores in asked:
        own = slice(start, start + len(amounts))
        start = own.stop
        for name, combine in scores.items():
            repeats = None if replicates is None else combine(replicates[:, own])
            value, most = float(combine(means[:, own])[0]), MOST.get(name, 1.0)
            if not np.isnan(value):  # a mean over no item is no score
                found[name] = estimate(value, repeats, least=0.0, most=most)
    return found


def _first(means: FloatArray) -> FloatArray:
    return means[:, 0]


def _gaps(confidence: FloatArray, correct: FloatArray) -> FloatArray:
    """Return for each bin that holds items (right - confidence) of these, 0 elsewhere, then for each who is in it.

    Shape (2 bins, n); what no resample can fill has no row.
    """
    edges = np.linspace(0, 1, N_BINS + 1)[1:-1]
    place = np.searchsorted(edges, confidence, side="left")
    inside = (place[None, :] == np.unique(place)[:, None]).astype(np.float64)
    return np.concatenate([inside * (correct - confidence), inside])


def _sum_of_gaps(means: FloatArray) -> FloatArray:
    gaps, _ = np.split(means, 2, axis=1)
    return np.asarray(np.abs(gaps).sum(axis=1))


def _largest_gap(means: FloatArray) -> FloatArray:
    gaps, shares = np.split(np.abs(means), 2, axis=1)
    return np.asarray(np.max(np.divide(gaps, shares, out=np.zeros_like(gaps), where=shares > 0), axis=1))


@dataclass(frozen=True)
class ScoresByClass:
    """Precision, recall and F1 of one model by class; NaN where undefined.

    Attributes
    ----------
    n_items
        Shape (C,): weighted test items of each class.
    usual
        Of its answers (:func:`budgetplan.metrics.answers.confidence.usual_scores`): what ``f1_macro`` is the mean of.
    probabilistic
        Of its probabilities (:func:`budgetplan.metrics.answers.confidence.scores_of_sums`): what ``cf1_macro`` is the
        mean of; None where there are none.
    """

    n_items: FloatArray
    usual: ClassScores
    probabilistic: ClassScores | None

    @property
    def named(self) -> dict[str, FloatArray]:
        """The scores by name, shape (C,) each: those of probabilities begin with c, and stand only where known."""
        sources = (("", self.usual), ("c", self.probabilistic))
        return {
            f"{prefix}{name}": getattr(scores, name)
            for prefix, scores in sources
            if scores is not None
            for name in MACRO
        }

    @property
    def left_out(self) -> dict[str, int]:
        """How many classes the mean of each score leaves out, for they have no such score."""
        return {name: int(np.isnan(values).sum()) for name, values in self.named.items()}


def by_class(said: Predictions, test: ClassifiedSet) -> ScoresByClass:
    """Return precision, recall and F1 of one model for every class, from answers and from probabilities."""
    soft = None
    if said.probabilities is not None:
        soft = _on_sample(probabilistic(said.probabilities, test.truth), test)
    hard = _on_sample(usual(said.predicted, test.truth, test.n_classes), test)
    return ScoresByClass(class_counts(test.truth, test.n_classes, test.weight), hard, soft)


def _on_sample(score: Tally, test: ClassifiedSet) -> ClassScores:
    """Return the scores of the test items themselves, shape (C,)."""
    rows = score(Weights(np.ones((1, test.n_items), dtype=np.uint8), weight=test.weight))
    return ClassScores(rows.precision[0], rows.recall[0], rows.f1[0])


def _macro(prefix: str, score: Tally, test: ClassifiedSet, sampler: Sampler | None) -> dict[str, Estimate]:
    """Return the means over classes that are defined, with their intervals where they are resampled."""
    points, found = _on_sample(score, test).means(), {}
    replicates = None if sampler is None else sampler.macro(score)
    for place, name in enumerate(MACRO):
        value = float(points[place])
        if np.isnan(value):
            continue
        repeats = None if replicates is None else replicates[:, place]
        found[f"{prefix}{name}_macro"] = estimate(value, repeats, least=0.0, most=1.0)
    return found


def _never_certain(found: Estimate, test: ClassifiedSet) -> Estimate:
    """Return a rate no surer than that of as many independent items: those that are all right say nothing of errors."""
    if found.low is None or found.high is None:
        return found
    weight = item_weights(test.n_items, test.weight)
    number = min(float(weight.sum()) ** 2 / float((weight**2).sum()), float(test.n_independent))
    rate, lowest, highest, n = np.array([[found.value], [found.low], [found.high], [number]])
    low, high = rate_interval(rate, lowest, highest, n)
    return Estimate(found.value, float(low[0]), float(high[0]))


def _augrc(said: Predictions, wrong: BoolArray, weight: FloatArray | None, areas: Areas | None) -> Estimate:
    """Return AUGRC, the area under generalised risk against coverage: the curve is straight between tie groups."""
    path = make_path(rank(said.confidence), weight, {"wrong": wrong.astype(np.float64)})
    height = path.sums["wrong"]
    value = float(((height[1:] + height[:-1]) / 2 * np.diff(path.items)).sum()) / path.n_items**2
    return estimate(value, None if areas is None else areas.augrc, least=0.0, most=0.5)
