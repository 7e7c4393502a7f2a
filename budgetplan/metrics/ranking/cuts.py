"""F1 and accuracy at a model's own cut: the comparators by which models are usually chosen."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.metrics.ranking.path import Path


@dataclass(frozen=True)
class CutQuality:
    """F1 and accuracy (both in [0, 1], higher is better) and how many items lie above the cut."""

    f1: float
    accuracy: float
    f1_items: float
    accuracy_items: float


def f1_scores(path: Path) -> FloatArray:
    """Return F1 of calling the first items positive, at every end of a tie group, shape (groups + 1,).

    F1 = 2 TP / (predicted positives + positives), 0 where nothing is predicted and nothing is positive.
    """
    found = path.sums["positives"]
    claimed = path.items + found[-1]
    return np.asarray(np.divide(2 * found, claimed, out=np.zeros_like(found), where=claimed > 0))


def accuracies(path: Path) -> FloatArray:
    """Return accuracy of calling the first items positive and the rest negative, shape (groups + 1,)."""
    found = path.sums["positives"]
    negatives = path.n_items - found[-1]
    return np.asarray((found + negatives - (path.items - found)) / path.n_items)


def quality_at_own_cut(path: Path, group: int | None) -> CutQuality:
    """Return F1 and accuracy at a model's own cut.

    Parameters
    ----------
    path
        A path whose tie groups are equal scores (cost plays no part in a cut), with ``positives``.
    group
        How many tie groups lie above the cut that the model's makers stated; None: the cut that is best on
        these labels, for F1 and for accuracy each its own (fewest items among equals), which flatters the
        model.

    Examples
    --------
    >>> from budgetplan.metrics.ranking.path import Ranking, make_path
    >>> order = Ranking(order=np.arange(4), ends=np.arange(1, 5))
    >>> path = make_path(order, None, {"positives": np.array([1.0, 0, 1, 0])})
    >>> quality_at_own_cut(path, None)
    CutQuality(f1=0.8, accuracy=0.75, f1_items=3.0, accuracy_items=1.0)
    """
    f1, accuracy = f1_scores(path), accuracies(path)
    by_f1, by_accuracy = (
        (group, group) if group is not None else (int(np.argmax(f1)), int(np.argmax(accuracy)))
    )
    return CutQuality(
        float(f1[by_f1]),
        float(accuracy[by_accuracy]),
        float(path.items[by_f1]),
        float(path.items[by_accuracy]),
    )
