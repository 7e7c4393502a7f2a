"""Competitors on the same resamples: who leads, whether firmly, and how far the others are behind (METHODS F8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.decision import Estimate, Rule
from budgetplan.intervals.estimates import never_certain
from budgetplan.metrics.ranking.path import gained
from budgetplan.metrics.resampling.paired import winner_shares
from budgetplan.metrics.resampling.simultaneous import Differences, firm_differences

SLACK = 1e-12
"""Objectives that differ by no more than this, of the largest, are a tie."""


class Competitor(Protocol):
    """What a contest needs to know: see :class:`budgetplan.planning.filter.contest.Entrant`."""

    @property
    def name(self) -> str:
        """Name of the model."""

    @property
    def objective(self) -> float:
        """What is compared."""

    @property
    def replicates(self) -> FloatArray | None:
        """The same in every resample."""

    @property
    def mean_objective(self) -> float:
        """Mean over five budgets and the resamples."""

    @property
    def room(self) -> float:
        """How much the objective may be off where no resample moves it."""


def leader(ordered: Sequence[Competitor], scale: float = 0.0) -> tuple[int, Rule]:
    """Return who is recommended, and by which rule (METHODS F8); equal competitors stand in order of preference.

    A firm leader; else, among those not firmly worse than the best estimate, the one with the greatest mean
    objective over five budgets and the resamples. Objectives within 1e-12 of the largest (or of ``scale``, the
    size of what they are made of) are a tie: the first of those leads.
    """
    places = range(len(ordered))
    front = greatest([one.objective for one in ordered], places, scale)
    if len(ordered) == 1:
        return front, "only_model"
    if ordered[front].replicates is None:
        return front, "best_estimate"
    behind = gaps(ordered, front)
    close = [place for place in places if place == front or not behind[ordered[place].name].wholly_below(0.0)]
    if close == [front]:
        return front, "firm_leader"
    return greatest([one.mean_objective for one in ordered], close, scale), "mean_over_budgets"


def greatest(values: Sequence[float], places: Sequence[int], scale: float) -> int:
    """Return the first of the places whose value is the greatest, up to 1e-12 of the largest magnitude.

    >>> greatest([3.0, 5.0, 5.0 + 1e-13], [0, 1, 2], 0.0)
    1
    """
    slack = SLACK * max(scale, *(abs(values[place]) for place in places))
    top = max(values[place] for place in places)
    return next(place for place in places if values[place] >= top - slack)


def is_firm(rule: Rule, best: str, differences: Mapping[str, Estimate]) -> bool | None:
    """Return whether the recommended one leads every other one firmly; None where nothing was compared."""
    if rule not in ("mixture", "firm_leader", "mean_over_budgets"):
        return None
    return all(gap.wholly_below(0.0) for name, gap in differences.items() if name != best)


def gaps(ordered: Sequence[Competitor], place: int) -> dict[str, Estimate]:
    """Return the difference of every competitor to the one at ``place``, all intervals holding at once.

    Where an interval excludes 0 the difference is firm, for all pairs of competitors together: the one that
    looks best is the yardstick, and of ten equal ones some would else be firmly worse in every second sample.
    Two competitors have the usual interval.

    References
    ----------
    METHODS F8.
    """
    chosen = ordered[place]
    scale = max(abs(one.objective) for one in ordered)
    values = {
        one.name: float(gained(np.array([chosen.objective, one.objective]), scale)[0]) for one in ordered
    }
    replicates = [one.replicates for one in ordered if one.replicates is not None]
    if len(replicates) < len(ordered):
        return {
            name: Estimate(value) if name != chosen.name else Estimate(0.0, 0.0, 0.0)
            for name, value in values.items()
        }
    both = np.column_stack(replicates)
    all_of_them = firm_differences(both)
    # Noise of the last digits tells no models apart.
    largest = float(np.abs(both).max(initial=0.0))
    low, high = (
        gained(np.stack([np.zeros(len(ordered)), ends[:, place]], axis=-1), largest)[:, 0]
        for ends in (all_of_them.low, all_of_them.high)
    )
    found = {}
    for row, one in enumerate(ordered):
        gap = Estimate(values[one.name], float(low[row]), float(high[row]))
        found[one.name] = gap if row == place else never_certain(gap, one.room, chosen.room)
    return found


def not_worse(names: Iterable[str], best: str, differences: Mapping[str, Estimate]) -> tuple[str, ...]:
    """Return which of the others, in their order, are not firmly worse than the best.

    >>> gap = {"a": Estimate(-2.0, -3.0, -1.0), "b": Estimate(-1.0, -2.0, 0.5)}
    >>> not_worse(["a", "b", "c"], "c", gap)
    ('b',)
    """
    return tuple(name for name in names if name != best and not differences[name].wholly_below(0.0))


CONFIDENCE = 0.95
"""A model is better than a random order where that holds for all models at once with this confidence."""
AS_WELL = 0.98
"""Models that win so large a share of the resamples together may each be the best one."""


def may_do_as_well(
    best: str, shares: Mapping[str, float | None], candidates: Sequence[str]
) -> tuple[str, ...]:
    """Return which candidates may do as well as the best: those that make 98 % of the resamples with it.

    The share that a model wins is no probability that it is the best one, but the best one is nearly always among
    these. Candidates that win equally often are taken in their order.

    References
    ----------
    METHODS F8.

    Examples
    --------
    >>> may_do_as_well("a", {"a": 0.7, "b": 0.02, "c": 0.27, "d": 0.01}, ["b", "c", "d"])
    ('b', 'c')
    >>> may_do_as_well("a", {"a": 0.99, "b": 0.01}, ["b"])
    ()
    """
    held, taken = shares[best] or 0.0, []
    for name in sorted(candidates, key=lambda name: -(shares[name] or 0.0)):
        if held >= AS_WELL - SLACK:
            break
        taken.append(name)
        held += shares[name] or 0.0
    return tuple(name for name in candidates if name in taken)


def close_ones(
    names: Sequence[str],
    best: str,
    differences: Mapping[str, Estimate],
    shares: Mapping[str, float | None],
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return which of the others may do as well as the best, and which else are not firmly worse.

    >>> gap = dict.fromkeys("bc", Estimate(-1.0, -2.0, 0.5)) | {"d": Estimate(-3.0, -4.0, -2.0)}
    >>> close_ones("abcd", "a", gap, {"a": 0.6, "b": 0.01, "c": 0.39, "d": 0.0})
    (('c',), ('b',))
    """
    close = not_worse(names, best, differences)
    as_well = may_do_as_well(best, shares, close)
    return as_well, tuple(name for name in close if name not in as_well)


@dataclass(frozen=True)
class Rivals:
    """The other models: worth firmly more, maybe as good, and others that are not shown to be worse."""

    better: tuple[str, ...]
    as_well: tuple[str, ...]
    unproven: tuple[str, ...]


def rivals(close: tuple[Sequence[str], Sequence[str]], differences: Mapping[str, Estimate]) -> Rivals:
    """Return the close ones, see :func:`close_ones`, without those whose difference to the best is above 0 beyond noise.

    A model chosen on other items than those that report may have such rivals.

    >>> gap = {"b": Estimate(1.0, 0.5, 2.0), "c": Estimate(-0.1, -2.0, 0.5)}
    >>> rivals((("b", "c"), ()), gap)
    Rivals(better=('b',), as_well=('c',), unproven=())
    """
    better = tuple(name for one in close for name in one if differences[name].wholly_above(0.0))
    as_well, unproven = (tuple(name for name in one if name not in better) for one in close)
    return Rivals(better, as_well, unproven)


def won(ordered: Sequence[Competitor]) -> dict[str, float | None]:
    """Return the share of resamples that each competitor wins, None without resampling."""
    if any(one.replicates is None for one in ordered):
        return {one.name: None for one in ordered}
    shares = winner_shares(np.column_stack([one.replicates for one in ordered if one.replicates is not None]))
    return {one.name: float(share) for one, share in zip(ordered, shares, strict=True)}


def between(value: float, other: float, apart: Differences | None, row: int, column: int) -> Estimate:
    """Return a difference with its interval from all pairs of models, row less column; without one if None."""
    if apart is None:
        return Estimate(value - other)
    return Estimate(value - other, float(apart.low[row, column]), float(apart.high[row, column]))
