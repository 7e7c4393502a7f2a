"""The project's list as its own scores, prices and sizes have it (METHODS F9, by score)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import compress
from types import MappingProxyType

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.domain.counted import CountedList
from budgetplan.domain.items import Items, ModelOutput
from budgetplan.domain.plan import Plan
from budgetplan.domain.prices import MICRO
from budgetplan.forecast.counted_rows import path_of_rows, priced_rows, tally_of_rows
from budgetplan.forecast.groups import groups_of_the_list
from budgetplan.forecast.queue import Forecast, Listing, Sample, forecast
from budgetplan.forecast.tilt import KnownPrices, Priced
from budgetplan.metrics.ranking.order import rank
from budgetplan.metrics.ranking.path import Path, Ranking, make_path
from budgetplan.metrics.ranking.tally import Tally
from budgetplan.metrics.resampling.paired import Resamples

KNOWN = 0.5
"""Where less than this share of the list is in groups of the sample, whole groups were labelled."""


@dataclass(frozen=True, eq=False)
class ScoredList:
    """The list in each model's order.

    Attributes
    ----------
    paths
        By model: what has been reviewed, spent and is expected to be found, item by item of the list.
    forecast
        What the labelled items promise of the list, in every resample.
    rankings
        By model: its order of the list.
    known, sizes
        Shape (N,): price of each item as known beforehand, in millionths; ``seconds``, ``units``, ``listed``.
    scores
        By model: scores of the labelled items, shape (n,), and of the list, shape (N,).
    weight
        Shape (N,): how many items each row of the list stands for.
    ids
        Names of the items of the list, N of them, sorted.
    whole_groups
        Codes of the groups of the labelled items and of the list, where whole groups were labelled; else None.
    without
        By column: how many items of the list lack a price or a size of their own, where others have one.
    counted
        Whoever counts the list, where it is not loaded: ``rankings``, ``known``, ``sizes`` and ``ids`` are then empty, the scores of
        the list are those of the rows of :class:`CountedRows`, and ``tallies`` have what these are billed.
    """

    paths: Mapping[str, Path]
    rankings: Mapping[str, Ranking]
    known: FloatArray
    sizes: Mapping[str, FloatArray]
    forecast: Forecast
    scores: Mapping[str, tuple[FloatArray, FloatArray]]
    weight: FloatArray
    ids: tuple[str, ...] = ()
    whole_groups: tuple[IntArray, IntArray] | None = None
    without: Mapping[str, int] = field(default_factory=dict)
    counted: CountedList | None = None
    tallies: Mapping[str, Tally] = field(default_factory=dict)

    def tied_at(self, name: str, items: float) -> bool:
        """Say whether the items at a stop are known to be equal, so that their order is open."""
        return self.counted is None or self.counted.rows(name).row_at(items) < 0 or self._equal(name, items)

    def _equal(self, name: str, items: float) -> bool:
        assert self.counted is not None
        rows = self.counted.rows(name)
        return bool(rows.tied[rows.row_at(items)])

    def rates(self, name: str) -> FloatArray:
        """Return how likely each item of the list is an entry by a model's scores, shape (N,)."""
        return self.forecast.queues[name].rate_of_items

    def nearby(self, name: str, items: FloatArray) -> FloatArray:
        """Return the entries up to so many items of an order, each as likely one as those around it: (S,) to (S,)."""
        rate = self.forecast.queues[name].nearby_of_items
        if self.counted is None:
            order = self.rankings[name].order
            rate, weight = rate[order], self.weight[order]
        else:
            weight = self.counted.rows(name).count.astype(np.float64)
        ends, found = (np.concatenate([[0.0], np.cumsum(each)]) for each in (weight, rate * weight))
        return np.asarray(np.interp(items, ends, found))

    def billed(self, name: str) -> tuple[FloatArray | None, Mapping[str, FloatArray]]:
        """Return the weights of the list (None: one each) and what each item adds to the bill, shape (N,)."""
        weight = None if bool((self.weight == 1).all()) else self.weight
        return weight, {**self.sizes, "positives": self.rates(name)}


def list_has_scores(plan: Plan, items: Items, outputs: Sequence[ModelOutput]) -> bool:
    """Say whether the list can be ordered by its own scores: every model scores some of it, and it is all there.

    A list of which only the size is said, or of another size than its rows, is planned by share.
    """
    own = ~items.labelled
    weight = own.sum() if items.weight is None else items.weight[own].sum()
    whole = plan.list_size is None or abs(plan.list_size - weight) < 1e-9 * max(weight, 1.0)
    return bool(own.any()) and whole and all(bool(np.isfinite(output.score[own]).any()) for output in outputs)


def scored_list(
    plan: Plan,
    items: Items,
    outputs: Sequence[ModelOutput],
    measures: Mapping[str, FloatArray],
    how: Resamples,
    counted: CountedList | None = None,
) -> ScoredList:
    """Return the list in each model's own order.

    Parameters
    ----------
    plan, items, outputs
        What the user said and gave.
    measures
        Of the labelled items, shape (n,): ``positives``, ``value`` and ``left``.
    how
        How the labelled items are resampled.
    counted
        Whoever counts the list, where it is not among the items.
    """
    if counted is not None:
        return _counted_list(plan, items, outputs, measures, how, counted)
    labelled = items.labelled
    own = ~labelled
    weight = np.ones(int(own.sum())) if items.weight is None else items.weight[own]
    listing = Listing(weight)
    if items.group is not None and how.group is not None:
        every = np.ones(items.n_items) if items.weight is None else items.weight
        listing = Listing(weight, *groups_of_the_list(items.group, labelled, every, int(how.group.max()) + 1))
    sample = Sample(measures["positives"], {name: measures[name] for name in ("value", "left")}, how)
    scores = {output.name: (output.score[labelled], output.score[own]) for output in outputs}
    known, sizes = known_prices(plan, items, own)
    prices = KnownPrices(
        known_prices(plan, items, labelled)[0],
        {name: Priced(listed, known, weight) for name, (_, listed) in scores.items()},
    )
    promised = forecast(sample, scores, listing, prices=prices)
    rankings = {name: rank(listed, known) for name, (_, listed) in scores.items()}
    whole = None
    if items.group is not None and listing.known_group < KNOWN:
        # An item without a group is one of its own.
        lone = items.group < 0
        code = np.where(lone, items.group.max(initial=-1) + np.cumsum(lone), items.group)
        whole = (code[labelled], code[own])
    columns = {plan.columns.cost: items.listed_cost, plan.columns.units: items.units}
    without = {column: n for column, amount in columns.items() if (n := lacking(amount, own))}
    found = ScoredList(
        {},
        rankings,
        known,
        sizes,
        promised,
        MappingProxyType(scores),
        weight,
        tuple(compress(items.ids, own.tolist())),
        whole,
        MappingProxyType(without),
    )
    return replace(found, paths=MappingProxyType({name: _path(plan, found, name) for name in scores}))


def known_prices(plan: Plan, items: Items, own: BoolArray) -> tuple[FloatArray, Mapping[str, FloatArray]]:
    """Return the price of each item of the list as known beforehand, and its size, time and listed price."""
    n = int(own.sum())
    units, listed = _filled(items.units, own), _filled(items.listed_cost, own)
    if listed is not None:
        listed = np.rint(listed)
    sizes = {
        "seconds": plan.prices.item_seconds(n, units),
        "units": np.zeros(n) if units is None else units,
        "listed": np.zeros(n) if listed is None else listed,
    }
    return plan.prices.item_cost(n, units, listed), sizes


def _filled(amount: FloatArray | None, own: BoolArray) -> FloatArray | None:
    """Give items of the list without a size or price the mean of its others, else of the labelled ones."""
    if amount is None:
        return None
    listed = amount[own]
    known = listed[np.isfinite(listed)]
    mean = float(np.mean(known if len(known) else amount[~own]))
    return np.where(np.isfinite(listed), listed, mean)


def lacking(amount: FloatArray | None, own: BoolArray) -> int:
    """Return how many items of the list lack a size or price of their own.

    Examples
    --------
    >>> lacking(np.array([1.0, np.nan, 2.0]), np.array([False, True, True]))
    1
    """
    return 0 if amount is None else int((~np.isfinite(amount[own])).sum())


def _path(plan: Plan, found: ScoredList, name: str) -> Path:
    """Return what one model's order of the list spends and is expected to find."""
    weight, billed = found.billed(name)
    rate = billed["positives"]
    extra = float(plan.prices.extra_per_entry * MICRO)
    amounts = {amount: rows[-1] for amount, rows in found.forecast.means.items()}
    measures = {
        **billed,
        "cost": found.known + extra * rate if extra else found.known,
        **{amount: both[0] * rate + both[1] * (1 - rate) for amount, both in amounts.items()},
    }
    return make_path(found.rankings[name], weight, measures)


def _counted_list(
    plan: Plan,
    items: Items,
    outputs: Sequence[ModelOutput],
    measures: Mapping[str, FloatArray],
    how: Resamples,
    counted: CountedList,
) -> ScoredList:
    """Return the list in each model's own order as it was counted; the labelled items alone have outputs."""
    sample = Sample(measures["positives"], {name: measures[name] for name in ("value", "left")}, how)
    rows = {output.name: counted.rows(output.name) for output in outputs}
    scores = {output.name: (output.score, rows[output.name].score) for output in outputs}
    counts = {name: one.count.astype(np.float64) for name, one in rows.items()}
    whole = np.array([float(counted.n_items)])
    prices = KnownPrices(
        known_prices(plan, items, items.labelled)[0], {name: priced_rows(one) for name, one in rows.items()}
    )
    promised = forecast(sample, scores, Listing(whole), counts, prices)
    extra = float(plan.prices.extra_per_entry * MICRO)
    rates = {name: queue.rate_of_items for name, queue in promised.queues.items()}
    means = {amount: each[-1] for amount, each in promised.means.items()}
    return ScoredList(
        MappingProxyType({name: path_of_rows(one, rates[name], means, extra) for name, one in rows.items()}),
        {},
        np.zeros(0),
        {},
        promised,
        MappingProxyType(scores),
        whole,
        without=counted.without,
        counted=counted,
        tallies=MappingProxyType({name: tally_of_rows(one, rates[name]) for name, one in rows.items()}),
    )
