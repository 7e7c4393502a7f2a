"""What an order, a stop or a cutoff is worth on true labels, and choices that anybody could make without the package.

Nothing here is taken from the package: what it says is held against this.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from real_tables import Answered, Ranked
from scipy.special import ndtri, softmax
from scipy.stats import rankdata


def curve(score: np.ndarray, positive: np.ndarray) -> np.ndarray:
    """Return the entries among the first 0, 1, ... n items, shape (n + 1,); equal scores in a random order.

    >>> curve(np.array([3.0, 2, 2, 1]), np.array([True, True, False, False])).tolist()
    [0.0, 1.0, 1.5, 2.0, 2.0]
    """
    place = np.unique(-score, return_inverse=True)[1]
    size = np.bincount(place)
    rate = np.bincount(place, weights=positive) / size
    return np.append(0.0, np.cumsum(np.repeat(rate, size)))


def mixed(weights: Mapping[str, float], scores: Mapping[str, np.ndarray]) -> np.ndarray:
    """Return the score of a mixture: the members' mid-ranks as normal quantiles, weighed and added."""
    parts = [weight * ndtri((rankdata(scores[name]) - 0.5) / len(scores[name])) for name, weight in weights.items()]
    return np.round(np.sum(parts, axis=0), 12)


def best_f1(score: np.ndarray, positive: np.ndarray) -> float:
    """Return the F1 of a score at its own best cut."""
    place = np.unique(-score, return_inverse=True)[1]
    n = np.cumsum(np.bincount(place))
    right = np.cumsum(np.bincount(place, weights=positive))
    return float((2 * right / (n + positive.sum())).max())


def auc(score: np.ndarray, positive: np.ndarray) -> float:
    """Return the area under the ROC curve; a half where there is one class alone."""
    n = int(positive.sum())
    pairs = n * (len(positive) - n)
    return float((rankdata(score)[positive].sum() - n * (n + 1) / 2) / pairs) if pairs else 0.5


def gain_at(share: float) -> Callable[[np.ndarray, np.ndarray], float]:
    """Return what measures a score by the entries in the top share of the items."""

    def gain(score: np.ndarray, positive: np.ndarray) -> float:
        return float(np.interp(share * len(score), np.arange(len(score) + 1), curve(score, positive)))

    return gain


def chosen_by(
    measure: Callable[[np.ndarray, np.ndarray], float], labelled: Ranked, found: Mapping[str, float]
) -> float:
    """Return what the model that measures best on the labelled items finds; the mean of equally good ones."""
    said = {name: measure(score, labelled.positive) for name, score in labelled.scores.items()}
    best = max(said.values())
    return float(np.mean([found[name] for name, value in said.items() if value >= best - 1e-12]))


def value_by_cutoff(right: np.ndarray, confidence: np.ndarray, weight: float) -> tuple[np.ndarray, np.ndarray]:
    """Return all cutoffs that differ, and the value of answering from each on; the first answers nothing."""
    cutoffs, place = np.unique(-confidence, return_inverse=True)
    worth = np.where(right, 1.0, -weight)
    return np.append(np.inf, -cutoffs), np.append(0.0, np.cumsum(np.bincount(place, weights=worth)))


def value_at(right: np.ndarray, confidence: np.ndarray, weight: float, cutoff: float) -> float:
    """Return the value of answering what is at least so sure: 1 a right answer, minus the weight a wrong one."""
    answered = confidence >= cutoff - 1e-12
    return float(np.where(right, 1.0, -weight)[answered].sum())


def right(table: Answered, name: str) -> np.ndarray:
    """Return whether a model's answers are right, shape (n,)."""
    return table.answer[name] == table.truth


def tempered(probabilities: np.ndarray, temperature: float) -> np.ndarray:
    """Return probabilities rescaled by a temperature, shape (n, classes)."""
    return softmax(np.log(np.maximum(probabilities, 1e-12)) / temperature, axis=1)


def mean_of(temperatures: Mapping[str, float], table: Answered, labelled: Answered) -> np.ndarray:
    """Return the mean of the rescaled probabilities of some models, shape (n, classes)."""
    parts = [tempered(_by_class(table, name, labelled), each) for name, each in temperatures.items()]
    return np.round(np.mean(parts, axis=0), 12)


def _by_class(table: Answered, name: str, labelled: Answered) -> np.ndarray:
    """Return a model's probabilities; what a mere answer leaves to 1 goes to the other classes by their share of labels."""
    if name in table.probabilities:
        return table.probabilities[name]
    classes = np.array(table.classes)
    other = np.tile((labelled.truth[:, None] == classes).mean(axis=0), (len(table), 1))
    answered = table.answer[name][:, None] == classes
    other[answered] = 0
    sure = table.confidence[name][:, None]
    return np.where(answered, sure, (1 - sure) * other / other.sum(axis=1, keepdims=True))


def best_value(table: Answered, weight: float) -> float:
    """Return the value of the best cutoff of the best model."""
    return max(
        float(value_by_cutoff(right(table, name), sure, weight)[1].max()) for name, sure in table.confidence.items()
    )


def by_theory(labelled: Answered, rest: Answered, weight: float) -> float:
    """Return what the cutoff that holds for true probabilities gives, of the model with which it gave most."""
    cutoff = weight / (1 + weight)

    def on(table: Answered, name: str) -> float:
        return value_at(right(table, name), table.confidence[name], weight, cutoff)

    return on(rest, max(labelled.answer, key=lambda name: on(labelled, name)))


def by_labels(labelled: Answered, rest: Answered, weight: float) -> float:
    """Return what the model and the cutoff give that gave most on the labelled items."""
    best = (-np.inf, "", np.inf)
    for name, sure in labelled.confidence.items():
        cutoffs, values = value_by_cutoff(right(labelled, name), sure, weight)
        at = int(np.flatnonzero(values >= values.max() - 1e-9)[-1])
        # Half way to the next confidence below, as accepting ends somewhere between the two.
        below = cutoffs[at + 1] if at + 1 < len(cutoffs) else 0.0
        placed = np.inf if at == 0 else (cutoffs[at] + below) / 2
        best = max(best, (float(values[at]), name, placed))
    return value_at(right(rest, best[1]), rest.confidence[best[1]], weight, best[2])
