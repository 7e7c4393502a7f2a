"""How much a choice flatters itself: it looks better on the labels that it was made on than it is (METHODS F7).

In every resample the choice is made again, by the same rule. What it brings there, less what the same choice brings on
all labels, is on average what the recommendation brings too much on those.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.metrics.resampling.simultaneous import firm_differences


@dataclass(frozen=True, eq=False)
class Again:
    """One model in every resample, where it is chosen and stopped as if the labels were those, shape (resamples,).

    ``score``: what models are chosen by there; ``found`` and ``net``: by how much more entries and net value the
    stop that is chosen there has there than on all labels.
    """

    score: FloatArray
    found: FloatArray
    net: FloatArray


@dataclass(frozen=True)
class Flattery:
    """By how much a choice looks better than it is, on average: in entries, and in net value."""

    found: float = 0.0
    net: float = 0.0


def flattery(again: Sequence[Again], place: IntArray) -> Flattery:
    """Return what is gained too much where the model at ``place``, shape (resamples,), is chosen in each resample.

    Examples
    --------
    >>> always, never = (Again(np.zeros(2), np.full(2, each), np.full(2, 2 * each)) for each in (3.0, 0.0))
    >>> flattery([always, never], np.array([0, 1]))
    Flattery(found=1.5, net=3.0)
    """
    rows = np.arange(len(place))
    found, net = (np.column_stack([getattr(one, name) for one in again]) for name in ("found", "net"))
    return Flattery(float(found[rows, place].mean()), float(net[rows, place].mean()))


def greatest_again(again: Sequence[Again], preferred: Sequence[int]) -> IntArray:
    """Return which of the preferred models has the greatest score in each resample, of equal ones the first.

    Examples
    --------
    >>> one, two = (Again(np.array(each), np.zeros(2), np.zeros(2)) for each in ([1.0, 5.0], [1.0, 9.0]))
    >>> greatest_again([one, two], [1, 0]).tolist(), greatest_again([one, two], [0, 1]).tolist()
    ([1, 1], [0, 1])
    """
    score = np.column_stack([again[place].score for place in preferred])
    found: IntArray = np.asarray(preferred)[np.argmax(score, axis=1)]
    return found


def unless_far_ahead(values: FloatArray, single: IntArray, mixed: int, worse: FloatArray) -> IntArray:
    """Return which model is chosen in each resample: the mixture, unless a single one is far ahead or it costs more.

    Parameters
    ----------
    values
        Shape (resamples, models): what models are compared by.
    single
        Shape (resamples,): the best single model in each.
    mixed
        Place of the mixture among the models.
    worse
        Shape (resamples,): above 0 where the mixture does not bring back what it costs more; else 0 or below.

    Examples
    --------
    A lead takes half the width of its interval to be firm.

    >>> lead = np.array([[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [9.0, 0.0]])
    >>> unless_far_ahead(lead, np.zeros(4, dtype=int), 1, np.zeros(4)).tolist()
    [1, 1, 1, 0]
    """
    known = firm_differences(values)
    needed = (known.high[:, mixed] - known.low[:, mixed]) / 2
    ahead = values - values[:, [mixed]] > needed
    ahead[:, mixed] = False
    return np.where(ahead.any(axis=1) | (worse > 0), single, mixed)
