"""Whether a list is like the labelled sample, as far as scores can tell (METHODS F9)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.metrics.answers.value import item_weights, weighty
from budgetplan.metrics.ranking.distinct import distinct


def ks_distance(sample: FloatArray, other: FloatArray, weight: FloatArray | None = None) -> float:
    """Return the two-sample Kolmogorov-Smirnov distance, in [0, 1]: the largest gap of the two distributions.

    Parameters
    ----------
    sample, other
        Shape (n,) and (m,), both with items: scores of the labelled sample and of the list.
    weight
        Shape (n,): weights of the sample, >= 0, or None for one each.

    Examples
    --------
    >>> ks_distance(np.array([0.1, 0.2, 0.3, 0.4]), np.array([0.3, 0.4, 0.5, 0.6]))
    0.5
    """
    w = item_weights(len(sample), weight)
    w, sample = weighty(w, sample)
    points = distinct(np.concatenate([sample, other]))
    order = np.argsort(sample, kind="stable")
    sums = np.concatenate([[0.0], np.cumsum(w[order])])
    first = sums[np.searchsorted(sample[order], points, side="right")] / sums[-1]
    second = np.searchsorted(np.sort(other), points, side="right") / len(other)
    return float(np.abs(first - second).max())


LEVEL = 0.001
"""A list is called unlike the sample where so few samples of it would lie as far away, over all models."""
DRAWS_A_LEVEL = 10
BATCH = 2_000_000
"""So many draws are held at a time."""
CLEARLY_ALIKE = 50
"""So many draws as far away settle that there is no drift: more draws would not change the verdict."""
MOST_GRID = 1_000
"""Scores of grouped items, and of many, are compared at so many places at most."""
MOST_DRAWN = 50_000
"""Of more labelled items not each one is drawn, but how many lie between two places."""


@dataclass(frozen=True)
class Drift:
    """How unlike the sample a list's scores are.

    Attributes
    ----------
    distance
        Kolmogorov-Smirnov distance of the two distributions, in [0, 1].
    p_value
        Share of random samples of both together that lie at least as far from the rest, in (0, 1]; an upper
        bound of it where the distance is beyond doubt; None where there are too few groups to tell.
    """

    distance: float
    p_value: float | None

    def beyond(self, level: float) -> bool:
        """Say whether the list is unlike the sample at this level."""
        return self.p_value is not None and self.p_value < level


def drift(
    sample: FloatArray,
    other: FloatArray,
    *,
    weight: FloatArray | None = None,
    group: tuple[IntArray, IntArray] | None = None,
    level: float = LEVEL,
    seed: int = 1,
    at_a_time: int = 1000,
) -> Drift:
    """Test whether a labelled sample may have been drawn at random from it and the list together.

    Parameters
    ----------
    sample, other
        Shape (n,) and (N,), both with items: scores of the labelled items and of the list.
    weight
        Shape (n,): weights of the sample; it then counts as its effective number of items (Kish).
    group
        Codes of the groups of both, shapes (n,) and (N,), where whole groups were labelled: then groups are
        dealt anew, not items.
    level
        What the p-value will be compared with: at least 10 / level draws are made where it could be below.
    at_a_time
        So many draws are made at once, at most.

    Notes
    -----
    p = (1 + draws at least as far)/(1 + draws). The distance to the rest is that to both together times
    (n + N)/N. Where even the bound 2 exp(-2 n d^2) of Dvoretzky, Kiefer, Wolfowitz and Massart is below the
    level, it is given and nothing is drawn: ties only make it smaller. With more than 50,000 labelled items the gaps
    of the draws, and the one they are compared with, are those at 1,000 places.

    References
    ----------
    METHODS F9.

    Examples
    --------
    >>> same, lower = np.linspace(0, 1, 50), np.linspace(0, 0.4, 200)
    >>> drift(same, np.linspace(0, 1, 200)).beyond(0.001), drift(same, lower).beyond(0.001)
    (False, True)
    """
    distance = ks_distance(sample, other, weight)
    if group is not None:
        return Drift(distance, _by_groups(sample, other, group, distance, level, seed))
    w = item_weights(len(sample), weight)
    n = max(1, round(float(w.sum() ** 2 / (w**2).sum())))
    both = np.sort(np.concatenate([sample, other]))
    apart = distance * len(other) / len(both)
    bound = 2 * math.exp(-2 * n * apart**2)
    if bound < level:
        return Drift(distance, bound)
    if n > MOST_DRAWN:
        return Drift(distance, _at_places(sample, w, other, both, n, level, seed))
    starts = np.searchsorted(both, both, side="left") / len(both)
    ends = np.searchsorted(both, both, side="right") / len(both)
    rng = np.random.default_rng([seed, 2])
    wanted, done, far = math.ceil(DRAWS_A_LEVEL / level), 0, 0
    up, down = np.arange(1, n + 1) / n, np.arange(n) / n
    while done < wanted and far < CLEARLY_ALIKE:
        rows = min(max(BATCH // n, 1), wanted - done, at_a_time)
        drawn = np.sort(rng.integers(0, len(both), (rows, n)), axis=1)
        gaps = np.maximum((up - ends[drawn]).max(axis=1), (starts[drawn] - down).max(axis=1))
        # Drawn with replacement; without, as the sample was, gaps are smaller by the share it makes up.
        gaps = gaps * math.sqrt(max(1 - n / len(both), 0.0))
        far += int((gaps >= apart - 1e-12).sum())
        done += rows
    return Drift(distance, (1 + far) / (1 + done))


def _at_places(
    sample: FloatArray,
    weight: FloatArray,
    other: FloatArray,
    both: FloatArray,
    n: int,
    level: float,
    seed: int,
) -> float:
    """Return the p-value of a large sample, compared at some thousand places of all scores.

    ``both``: all scores, sorted; ``n``: the effective size of the sample. What is drawn is how many of so many items
    lie between two places, so a draw costs the same however many items there are. The gap that the list really
    has is read at the same places: the test is no less exact for it, only a little less sharp.
    """
    grid = distinct(both[np.linspace(0, len(both) - 1, MOST_GRID).astype(np.int64)])
    reached = np.searchsorted(both, grid, side="right") / len(both)
    order = np.argsort(sample, kind="stable")
    sums = np.concatenate([[0.0], np.cumsum(weight[order])])
    own = sums[np.searchsorted(sample[order], grid, side="right")] / sums[-1]
    rest = np.searchsorted(np.sort(other), grid, side="right") / len(other)
    apart = float(np.abs(own - rest).max()) * len(other) / len(both)
    # Drawn with replacement; without, as the sample was, gaps are smaller by the share it makes up.
    smaller = math.sqrt(max(1 - n / len(both), 0.0))
    share = np.diff(reached, prepend=0.0)
    rng = np.random.default_rng([seed, 2])
    wanted, done, far = math.ceil(DRAWS_A_LEVEL / level), 0, 0
    while done < wanted and far < CLEARLY_ALIKE:
        rows = min(CLEARLY_ALIKE, wanted - done)
        drawn = np.cumsum(rng.multinomial(n, share / share.sum(), rows), axis=1) / n
        far += int((np.abs(drawn - reached).max(axis=1) * smaller >= apart - 1e-12).sum())
        done += rows
    return (1 + far) / (1 + done)


def _by_groups(
    sample: FloatArray,
    other: FloatArray,
    group: tuple[IntArray, IntArray],
    distance: float,
    level: float,
    seed: int,
) -> float | None:
    """Return the p-value where whole groups are dealt to the sample, None where there are too few to tell."""
    codes = np.unique(np.concatenate(group), return_inverse=True)[1]
    n_groups, n_sampled = int(codes.max()) + 1, len(np.unique(group[0]))
    if n_sampled >= n_groups or math.comb(n_groups, n_sampled) < 1 / level:
        return None
    scores = np.concatenate([sample, other])
    grid = np.unique(np.quantile(scores, np.linspace(0, 1, MOST_GRID), method="lower"))
    place = np.searchsorted(grid, scores, side="right") - 1
    counts = np.zeros((n_groups, len(grid)))
    np.add.at(counts, (codes, place), 1)
    cumulated = np.cumsum(counts, axis=1)
    total = cumulated.sum(axis=0)
    rng = np.random.default_rng([seed, 2])
    wanted, done, far = math.ceil(DRAWS_A_LEVEL / level), 0, 0
    while done < wanted and far < CLEARLY_ALIKE:
        rows = min(max(BATCH // max(n_groups, len(grid)), 1), wanted - done)
        order = np.argsort(rng.random((rows, n_groups)), axis=1)[:, :n_sampled]
        chosen = np.zeros((rows, n_groups))
        np.put_along_axis(chosen, order, 1.0, axis=1)
        first = chosen @ cumulated
        second = total - first
        sizes, rest = first[:, -1:], second[:, -1:]
        gaps = np.abs(first / np.maximum(sizes, 1) - second / np.maximum(rest, 1)).max(axis=1)
        far += int((gaps >= distance - 1e-12).sum())
        done += rows
    return (1 + far) / (1 + done)
