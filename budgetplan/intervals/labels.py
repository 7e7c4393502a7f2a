"""Whether more labels pay before deciding, how many settle a choice, and which (METHODS L).

An action is a model with its stop. ``objective`` has what each action brings in each resample of the labelled items,
shape (resamples, actions). Resamples exaggerate differences: all worths here are ceilings.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.decision import LabelsUnit, LabelsWorth, MoreLabels, Settling

FEWEST, MOST_TIMES = 25, 16
"""So many labels are tried first, then twice as many each time, up to so many times the labels there are."""
FIRM, POWER = 1.96, 0.84
"""Normal quantiles: a difference is firm at 95 % in 80 % of samples."""
NO_DIFFERENCE = 1e-9
"""Differences below this part of what is compared are none."""
AT_ONCE = 500_000
"""So many numbers are held at a time, beside the objective itself."""


def numbers_to_try(labels_now: int, most: float = math.inf) -> tuple[int, ...]:
    """Return the numbers of labels to try: 25, 50, 100 ... up to 16 times those there are.

    Parameters
    ----------
    labels_now
        Labelled items.
    most
        Items that there are to be labelled.

    References
    ----------
    METHODS L.

    Examples
    --------
    >>> numbers_to_try(20)
    (25, 50, 100, 200)
    """
    end = min(MOST_TIMES * labels_now, most)
    steps = int(math.log2(end / FEWEST)) + 1 if end >= FEWEST else 0
    return tuple(FEWEST * 2**step for step in range(steps))


def worth_of_everything(objective: FloatArray) -> float:
    """Return by how much the best choice would be better if everything were known, >= 0, in the objective's unit.

    References
    ----------
    METHODS L: mean over the resamples of the best action in each, less the best mean.

    Examples
    --------
    >>> worth_of_everything(np.array([[14.0, 6.0], [6.0, 14.0]]))
    4.0
    """
    return _rescaled(objective, 1.0)


def worth_of_labels(objective: FloatArray, labels_now: int, n: Sequence[int]) -> FloatArray:
    """Return by how much the best choice would be better with n more labels, shape (len(n),), >= 0.

    Parameters
    ----------
    objective
        Shape (resamples, actions).
    labels_now
        Labelled items that were resampled, > 0.
    n
        Numbers of more labels, >= 0.

    References
    ----------
    METHODS L: what the resamples say, drawn together about its means by sqrt(n / (labels_now + n)).

    Examples
    --------
    >>> worth_of_labels(np.array([[14.0, 6.0], [6.0, 14.0]]), 100, [0, 300]).round(3).tolist()
    [0.0, 3.464]
    """
    return np.array([_rescaled(objective, math.sqrt(more / (labels_now + more))) for more in n])


def _rescaled(objective: FloatArray, part: float) -> float:
    """Return how much better it is to choose in each resample, where each lies ``part`` as far from the means.

    Everything is measured from the action that is best on average, so that nothing is gained by rounding.
    """
    mean = objective.mean(axis=0)
    best = int(np.argmax(mean))
    behind = mean - mean[best]
    step = max(AT_ONCE // objective.shape[1], 1)
    gained = []
    for first in range(0, len(objective), step):
        rows = objective[first : first + step]
        ahead = (rows - rows[:, [best]] - behind) * part + behind
        gained.append(np.maximum(ahead.max(axis=1), 0.0))
    return float(np.concatenate(gained).mean())


def net_worths(worths: FloatArray, n: Sequence[int], price: float, brings: float) -> FloatArray:
    """Return what so many more labels are worth less what they cost, same shape.

    Parameters
    ----------
    worths
        From :func:`worth_of_labels`, in currency units.
    n
        Numbers of more labels.
    price, brings
        What a label of a random item costs, and what is found in it is worth, on average.

    References
    ----------
    METHODS L: EVSI(n) - n (c - prevalence x v).

    Examples
    --------
    >>> net_worths(np.array([4.0]), [10], 0.5, 0.2).tolist()
    [1.0]
    """
    return np.asarray(worths - np.asarray(n, dtype=np.float64) * (price - brings))


def best_number(n: Sequence[int], net: Sequence[float]) -> int | None:
    """Return the number of labels of greatest net worth, of equal ones the fewest; None where none is above 0.

    Examples
    --------
    >>> best_number([25, 50, 100], [1.0, 3.0, 2.0]), best_number([25], [-1.0])
    (50, None)
    """
    most = max(net, default=0.0)
    return n[list(net).index(most)] if most > 0 else None


def labels_for_firm(one: FloatArray, other: FloatArray, labels_now: int) -> int | None:
    """Return how many labels in all settle which of two actions is better; None where no number does.

    Parameters
    ----------
    one, other
        Shape (resamples,): what each brings in every resample.
    labels_now
        Labelled items that were resampled.

    References
    ----------
    METHODS L: n0 (1.96 + 0.84)^2 (sd/D)^2, firm at 95 % in 80 % of samples if today's difference D is the true one.

    Examples
    --------
    >>> labels_for_firm(np.array([5.0, 9.0, 7.0]), np.array([4.0, 1.0, 7.0]), 50)
    552
    """
    apart = one - other
    difference = float(apart.mean())
    if abs(difference) <= NO_DIFFERENCE * float(np.maximum(np.abs(one), np.abs(other)).max()):
        return None
    return _ceil(labels_now * ((FIRM + POWER) * float(apart.std()) / difference) ** 2)


def share_that_decides(one: FloatArray, other: FloatArray, weight: FloatArray | None = None) -> float:
    """Return the share of the list that stands in one of two top sets and not in the other.

    Parameters
    ----------
    one, other
        Shape (n,), in [0, 1]: how much of each item is in the top set; a part where the stop falls among equals.
    weight
        Shape (n,), >= 0: how many items each stands for; None: one each.

    References
    ----------
    METHODS L: only these items decide between two models, and nobody needs a label to know them.

    Examples
    --------
    >>> share_that_decides(np.array([1.0, 1.0, 0.0, 0.0]), np.array([1.0, 0.0, 0.5, 0.5]))
    0.5
    """
    return float(np.average(np.abs(one - other), weights=weight))


def targeted(share: float, labels: int | None) -> int | None:
    """Return how many labels do where only the items are labelled that decide; None where no number does.

    >>> targeted(0.2, 1438), targeted(0.2, None)
    (288, None)
    """
    return None if labels is None else _ceil(share * labels)


def weigh(
    objective: FloatArray,
    unit: LabelsUnit,
    labelled: int,
    listed: float | None,
    costs: tuple[float | None, float | None],
    settling: Sequence[Settling],
) -> LabelsWorth:
    """Return what more labels are worth before deciding, and what they cost.

    Parameters
    ----------
    objective
        Shape (resamples, actions), in ``unit``.
    labelled, listed
        Labelled items that were resampled; items of the list, from which more would come, None where none is known.
    costs
        Of one label of a random item: its price, and what of it is left to pay; None where that cannot be said.
    settling
        From :func:`settle`, in any order.

    References
    ----------
    METHODS L.

    Examples
    --------
    >>> found = weigh(np.array([[140.0, 60.0], [60.0, 140.0]]), "money", 75, None, (0.5, 0.25), ())
    >>> found.everything, found.by_n[0], found.best.n
    (40.0, MoreLabels(n=25, worth=20.0, price=12.5, beyond=6.25, net=13.75), 25)
    """
    price, beyond = costs
    numbers = numbers_to_try(labelled, math.inf if listed is None else listed)
    worths = worth_of_labels(objective, labelled, numbers)
    nets: Sequence[float | None] = [None] * len(numbers)
    best = None
    if beyond is not None:
        known = net_worths(worths, numbers, beyond, 0.0).tolist()
        nets, best = known, best_number(numbers, known)
    by_n = tuple(
        MoreLabels(n, float(worth), _times(price, n), _times(beyond, n), net)
        for n, worth, net in zip(numbers, worths, nets, strict=True)
    )
    return LabelsWorth(
        unit=unit,
        labelled=labelled,
        listed=listed,
        price=price,
        beyond=beyond,
        everything=worth_of_everything(objective),
        by_n=by_n,
        best=next((one for one in by_n if one.n == best), None),
        settling=tuple(sorted(settling, key=lambda one: (one.difference, one.model))),
    )


def settle(model: str, own: FloatArray, other: FloatArray, labelled: int, share: float) -> Settling:
    """Return how many labels tell the recommended model from another.

    Parameters
    ----------
    model
        The other model.
    own, other, labelled
        As in :func:`labels_for_firm`; ``own`` is the recommended model's.
    share
        From :func:`share_that_decides`.

    Examples
    --------
    >>> settle("b", np.array([5.0, 9.0, 7.0]), np.array([4.0, 1.0, 7.0]), 50, 0.25).targeted
    138
    """
    apart, labels = own - other, labels_for_firm(own, other, labelled)
    return Settling(model, float(apart.mean()), float(apart.std()), labels, share, targeted(share, labels))


def _times(each: float | None, n: int) -> float | None:
    return None if each is None else n * each


def _ceil(number: float) -> int:
    """Round up; noise of the last digits is no label more."""
    return math.ceil(number * (1 - 1e-12))
