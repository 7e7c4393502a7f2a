"""The project's list as its own scores, prices and sizes have it, loaded or counted where it lies (METHODS F9, by score)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from itertools import compress, pairwise
from types import MappingProxyType

import numpy as np
from scipy.special import ndtr

from budgetplan import lazy_pandas as pd
from budgetplan.arrays import BoolArray, FloatArray, IntArray, first_seen, frozen
from budgetplan.core.curve import Labelled
from budgetplan.core.draws import standing
from budgetplan.core.mixture import mix, mixed
from budgetplan.core.path import Path, Ranking, make_path, rank
from budgetplan.core.places import PLACE_DIGITS, left_of, places, put_back
from budgetplan.domain.items import CountedList, CountedRows, Items, ModelOutput
from budgetplan.domain.plan import MIXTURE, Plan
from budgetplan.domain.prices import MICRO
from budgetplan.domain.review import WholeOrder

KnownAmounts = tuple[FloatArray, Mapping[str, FloatArray], Mapping[str, int]]
PER_ONE = MappingProxyType({"listed": 1, "units": MICRO, "seconds": MICRO})
"""How much of the counted sums is 1."""
PER_PLACE = 10**PLACE_DIGITS
"""Mixed places are added up in whole numbers of so many parts."""
SEVERAL_ORDERS = 100_000
"""Lists that are counted where they lie are ordered once for every fold up to so many items."""
KNOWN = 0.5
"""Where less than this share of the list is in groups of the sample, whole groups were labelled."""


@dataclass(frozen=True, eq=False)
class ScoredList:
    """The list in each model's order.

    Attributes
    ----------
    rankings
        By model: its order of the list.
    known, sizes
        Shape (N,): price of each item as known beforehand, in millionths; ``seconds``, ``units``, ``listed``.
    scores
        By model: scores of the labelled items, shape (n,), and of the list, shape (N,).
    place
        By model: where each labelled item stands in the list, on a normal scale, shape (n,).
    weight
        Shape (N,): how many items each row of the list stands for.
    ids
        Names of the items of the list, N of them, sorted.
    group
        Shape (N,): codes of the groups of the list; None: items are independent.
    whole_groups
        Codes of the groups of the labelled items and of the list, where whole groups were labelled; else None.
    without
        By column: how many items of the list lack a price or a size of their own, where others have one.
    counted
        Whoever counts the list, where it is not loaded: ``rankings``, ``known``, ``sizes`` and ``ids`` are then empty, and
        the scores of the list are those of the rows of :class:`CountedRows`.
    """

    rankings: Mapping[str, Ranking]
    known: FloatArray
    sizes: Mapping[str, FloatArray]
    scores: Mapping[str, tuple[FloatArray, FloatArray]]
    place: Mapping[str, FloatArray]
    weight: FloatArray
    ids: tuple[str, ...]
    group: IntArray | None
    whole_groups: tuple[IntArray, IntArray] | None
    without: Mapping[str, int]
    counted: CountedList | None

    @property
    def weights(self) -> FloatArray | None:
        """The weights, None where each row is one item."""
        return None if bool((self.weight == 1).all()) else self.weight

    @property
    def size(self) -> float:
        """Items of the list, weighted."""
        return float(self.weight.sum())

    def also(self, output: ModelOutput, labelled: BoolArray, place: FloatArray | None = None) -> ScoredList:
        """Return the same with one more order; ``place``: where the labelled items stand in it, if scores do not say it."""
        name, score, counted = output.name, output.score[labelled], self.counted
        listed = output.score[~labelled] if counted is None else counted.rows(name).score
        rankings = {**self.rankings, **({name: rank(listed, self.known)} if counted is None else {})}
        scored = replace(self, rankings=rankings, scores={**self.scores, name: (score, listed)})
        if place is None:
            place = places(score, *scored.listed(name), rankings[name].order if counted is None else None)
        return replace(scored, place={**self.place, name: place})

    def tied_at(self, name: str, items: float) -> bool:
        """Say whether the items at a stop are known to be equal, so that their order is open."""
        if self.counted is None or name not in self.scores:
            return True
        rows = self.counted.rows(name)
        row = rows.row_at(items)
        return row < 0 or bool(rows.tied[row])

    def listed(self, name: str) -> tuple[FloatArray, FloatArray]:
        """Return scores of the list and how many items have each, shape (R,): of counted rows, else of every item."""
        if self.counted is None:
            return self.scores[name][1], self.weight
        rows = self.counted.rows(name)
        return rows.score, rows.count.astype(np.float64)

    def stand(self, name: str) -> tuple[FloatArray, FloatArray]:
        """Return where the rows of :meth:`listed` stand in a model's order, on a normal scale, and their numbers of items."""
        score, count = self.listed(name)
        if name not in self._stands:
            order = self.rankings[name].order if self.counted is None else None
            self._stands[name] = places(score, score, count, order)
        return self._stands[name], count

    @cached_property
    def _stands(self) -> dict[str, FloatArray]:
        return {}

    @cached_property
    def _outside(self) -> dict[str, tuple[float, float]]:
        return {}

    def standing(self, name: str) -> tuple[FloatArray, FloatArray]:
        """Return where the items of the list stand along a model's order, see :func:`budgetplan.core.draws.standing`."""
        score, count = self.listed(name)
        tied = np.ones(len(score), dtype=bool)
        if self.counted is not None:
            tied = self.counted.rows(name).one_score
        else:
            order = self.rankings[name].order
            score, count = score[order], count[order]
        # Equal scores share a place, whatever the items cost.
        same = (score[1:] == score[:-1]) & tied[1:] & tied[:-1]
        starts = np.flatnonzero(np.append(True, ~same))
        return standing(np.add.reduceat(count, starts), tied[starts])

    def path(self, name: str) -> Path:
        """Return what a model's order spends, without its entries."""
        if self.counted is not None:
            return path_of_rows(self.counted.rows(name))
        return make_path(self.rankings[name], self.weights, {**self.sizes, "cost": self.known})

    def outside(self, name: str) -> tuple[float, float]:
        """Return how many items of the list stand above, and below, every labelled item."""
        if name not in self._outside:  # asked for at every stop of the page of other amounts
            (place, count), labelled = self.stand(name), self.place[name]
            above, below = place > labelled.max() + 1e-12, place < labelled.min() - 1e-12
            self._outside[name] = float(count[above].sum()), float(count[below].sum())
        return self._outside[name]


def scored_list(
    items: Items,
    outputs: Sequence[ModelOutput],
    amounts: KnownAmounts,
    *,
    grouped: bool,
    counted: CountedList | None = None,
) -> ScoredList:
    """Return the list in each model's own order.

    Parameters
    ----------
    items, outputs
        What the user gave.
    amounts
        What is known of the items of the list, see :func:`known_amounts`; of one that is counted how many lack it alone.
    grouped
        Whether labelled items are drawn in groups.
    counted
        Whoever counts the list, where it is not among the items.
    """
    labelled, unlabelled, (rates, sizes, without) = items.labelled, ~items.labelled, amounts
    if counted is None:
        weight = np.ones(int(unlabelled.sum())) if items.weight is None else items.weight[unlabelled]
        ids = tuple(compress(items.ids, unlabelled.tolist()))
    else:
        weight, ids = np.array([float(counted.n_items)]), ()
    group = whole_groups = None
    if items.group is not None and grouped and counted is None:
        # An item without a group is one of its own.
        lone = items.group < 0
        code = np.where(lone, items.group.max(initial=-1) + np.cumsum(lone), items.group)
        group = first_seen(code[unlabelled])
        in_sample = np.isin(code[unlabelled], code[labelled])
        if float(weight[in_sample].sum()) < KNOWN * float(weight.sum()):
            whole_groups = (code[labelled], code[unlabelled])
    scored = ScoredList({}, rates, sizes, {}, {}, weight, ids, group, whole_groups, without, counted)
    for output in outputs:
        scored = scored.also(output, labelled)
    return scored


def known_amounts(plan: Plan, items: Items, rows: BoolArray) -> KnownAmounts:
    """Return what is known of some items beforehand: their prices and sizes, shape (n,), and by column how many lack one.

    Where others have one, what lacks is as these are on average.
    """
    n, prices, columns, without = int(rows.sum()), plan.prices, plan.columns, dict[str, int]()
    stated: dict[str, FloatArray | None] = {"listed": items.listed_cost, "units": items.units}
    for (name, amount), column in zip(stated.items(), (columns.cost, columns.units), strict=True):
        if amount is not None:
            there = np.isfinite(amount[rows])
            mean = float(np.mean(amount[rows][there] if there.any() else amount[items.labelled]))
            stated[name] = np.where(there, amount[rows], mean)
            without |= {} if there.all() else {column: n - int(there.sum())}
    units, listed = stated["units"], stated["listed"]
    listed = None if listed is None else np.rint(listed)
    sizes = {"units": units, "listed": listed}
    amounts = {name: np.zeros(n) if amount is None else amount for name, amount in sizes.items()}
    return prices.item_cost(n, units, listed), {"seconds": prices.item_seconds(n, units), **amounts}, without


def path_of_rows(rows: CountedRows) -> Path:
    """Return what an order spends whose items are counted together, without its entries.

    References
    ----------
    METHODS F4, F9: between two labelled scores every item is as likely an entry as the others there, so that counting them
    together changes no figure.

    Examples
    --------
    >>> rows = CountedRows(np.array([2.0, 1]), np.array([3, 4]), *(np.array([True, True]),) * 2, each={"cost": 10})
    >>> path = path_of_rows(rows)
    >>> path.items.tolist(), path.sums["cost"].tolist()
    ([0.0, 3.0, 7.0], [0.0, 30.0, 70.0])
    """

    def from_start(amounts: IntArray, per_one: int = 1) -> FloatArray:
        return frozen(np.concatenate([[0.0], np.cumsum(amounts).astype(np.float64)]) / per_one)

    sums = {"cost": from_start(rows.total("cost"))}
    sums |= {name: from_start(rows.total(name), per_one) for name, per_one in PER_ONE.items()}
    return Path(from_start(rows.count), sums)


def mixed_order(
    items: Items,
    outputs: Sequence[ModelOutput],
    sample: Labelled,
    seed: int,
    scored: ScoredList | None,
    name: str = MIXTURE,
) -> tuple[ModelOutput, FloatArray, Mapping[str, float]]:
    """Return the order that models make together (METHODS M).

    A labelled item stands where weights put it that were learnt without it, in the list as ordered by those weights: what is
    said of the mixture is then as honest as what is said of any model.

    Parameters
    ----------
    items
        All items.
    outputs
        The models, in the order of their names.
    sample
        The labelled items, wherever they stand.
    seed
        Of how folds are dealt.
    scored
        The list in the models' own orders; None: the labelled items are all that is known of it.
    name
        Of the order.

    Returns
    -------
    tuple
        One more model: of the list the mixed places, of labelled items the places in the list; where each labelled item
        stands in the list, on a normal scale, shape (n,); the members and their weights, the heaviest first, of equal
        ones the first by name.
    """
    labelled, held = items.labelled, sample.weights
    scores = [output.score[labelled] for output in outputs]
    names, counted = [output.name for output in outputs], None if scored is None else scored.counted
    rows = {} if counted is None else {name: counted.coarse(name) for name in names}
    if scored is not None and counted is None:
        lists = [scored.listed(name) for name in names]
        stand = [scored.place[name] for name in names]
    else:
        lists = [(ordered.score, ordered.count.astype(np.float64)) for ordered in rows.values()]
        lists = lists or [(score, held) for score in scores]
        stand = [places(score, *pair) for score, pair in zip(scores, lists, strict=True)]
    placed = np.column_stack(stand)
    fold, weights = mix(placed, sample.outcome, held, sample.group, seed)
    shares = weights[1 + fold]
    at = mixed(placed, shares)
    if counted is not None:  # in whole parts, as the items of the list are counted
        at = np.rint(placed * shares * PER_PLACE).sum(axis=1) / PER_PLACE
    at[(np.isneginf(np.column_stack(scores)) | (shares == 0)).all(axis=1)] = -np.inf
    # What no model of the mixture scored stands last, whatever those say that weigh nothing. Model by model: the places of a
    # long list by hundreds of models would not fit into memory.
    totals = np.zeros((len(weights), 0 if counted is not None else len(lists[0][0])))
    unscored = np.ones(totals.shape, dtype=bool)
    for member, (score, count), parts in zip(names, lists, weights.T[..., None], strict=True):
        if parts.any() and counted is None:
            order = None if scored is None else scored.rankings[member].order
            place = places(score, score, count, order)
            for row, part in enumerate(parts):
                totals[row] += part * place
            unscored &= (parts == 0) | np.isneginf(score)
    np.round(totals, PLACE_DIGITS, out=totals)
    totals[unscored] = -np.inf

    def listed(row: int, inside: BoolArray) -> tuple[FloatArray, FloatArray]:
        """Return the list as ordered by all labels (row 0), or without a fold: scores, and how many items have each."""
        if counted is None:
            return totals[row], lists[0][1]
        # A sum of whole numbers, the same whoever counts. Items that are counted together stand at the middle of their places.
        parts = {}
        for (model, ordered), part in zip(rows.items(), weights[row].tolist(), strict=True):
            if part:
                falling = -np.arange(len(ordered.count), dtype=np.float64)
                place = places(falling, falling, ordered.count.astype(np.float64))
                parts[model] = np.rint(part * place * PER_PLACE).astype(np.int64)
        order = counted.mix(f"{name} without {row - 1}" if row else name, parts, at[inside], PER_PLACE)
        return order.score, order.count.astype(np.float64)

    whole, stand_at = listed(0, np.ones(len(at), dtype=bool)), np.zeros(len(at))
    # A long list is gone through once: held-out items are then looked up in the order by all labels.
    several = counted is None or counted.n_items <= SEVERAL_ORDERS
    for number in np.unique(fold).tolist():
        inside = fold == number
        stand_at[inside] = places(at[inside], *(listed(number + 1, inside) if several else whole))
    score = np.full(items.n_items, -np.inf)
    score[labelled] = stand_at
    if scored is not None and counted is None:
        score[~labelled] = totals[0]
    members = [pair for pair in zip(outputs, weights[0].tolist(), strict=True) if pair[1]]
    members.sort(key=lambda pair: (-pair[1], pair[0].name))
    cost = sum((Decimal(repr(output.cost)) for output, _ in members), Decimal(0))
    weighed = {output.name: part for output, part in members}
    return ModelOutput(name, score, cost=float(cost)), stand_at, weighed


def as_before(
    items: Items, outputs: Sequence[ModelOutput], whole: WholeOrder, *, counted: CountedList | None = None
) -> tuple[ModelOutput, FloatArray]:
    """Return the order of all models for the rest of a list that they ordered before, and where labelled items stand in it.

    Each item keeps its places in the whole list, and so its turn. A labelled item stands where it stood there, out of fold; one
    that was labelled since where the mixture puts it.
    """
    labelled, members = items.labelled, [output for output in outputs if output.name in whole.recipe]
    at, total = np.zeros(int(labelled.sum())), np.zeros(0 if counted is not None else int((~labelled).sum()))
    unscored, unscored_there = np.ones(len(total), dtype=bool), np.ones(len(at), dtype=bool)
    parts = {}
    for output in members:
        name, weight = output.name, whole.recipe[output.name]
        rows = None if counted is None else counted.coarse(name)
        score, count = (output.score[~labelled], None) if rows is None else (rows.score, rows.count.astype(np.float64))
        labelled_place = put_back(places(output.score[labelled], score, count), whole.gone[name], whole.n_items)
        unscored_there &= np.isneginf(output.score[labelled])
        falling = score if rows is None else -np.arange(len(score), dtype=np.float64)
        place = put_back(places(falling, falling, count), whole.gone[name], whole.n_items)
        if rows is None:
            at, total = at + weight * labelled_place, total + weight * place
            unscored &= np.isneginf(score)
        else:  # in whole parts, as the items of the list are counted
            at = at + np.rint(labelled_place * weight * PER_PLACE) / PER_PLACE
            parts[name] = np.rint(weight * place * PER_PLACE).astype(np.int64)
    at, total = np.round(at, PLACE_DIGITS), np.round(total, PLACE_DIGITS)
    at[unscored_there], total[unscored] = -np.inf, -np.inf
    listed, number = total, None
    if counted is not None:
        order = counted.mix(MIXTURE, parts, at, PER_PLACE)
        listed, number = order.score, order.count.astype(np.float64)
    names = list(compress(items.ids, labelled.tolist()))
    row = pd.Index(whole.ids, dtype=object).get_indexer(pd.Index(names, dtype=object))
    place = places(at, listed, number)
    place[row >= 0] = left_of(whole.place[row[row >= 0]], whole.gone[MIXTURE], whole.n_items)
    score = np.full(items.n_items, -np.inf)
    score[labelled] = place
    if counted is None:
        score[~labelled] = total
    cost = sum((Decimal(repr(output.cost)) for output in members), Decimal(0))
    return ModelOutput(MIXTURE, score, cost=float(cost)), place


FIFTHS = 5
"""What reviewing and leaving out is worth differs from the top of a list to its end (METHODS F7): it is said by fifth."""


@dataclass(frozen=True, eq=False)
class ByFifth:
    """An amount by whether an item is an entry, in each fifth of the list.

    ``entry`` and ``other``: shape (B, 5), its mean in every draw; ``items``: of the list.
    """

    entry: FloatArray
    other: FloatArray
    items: float

    @property
    def mean(self) -> ByFifth:
        """The mean of all draws, B = 1."""
        return ByFifth(self.entry.mean(axis=0)[None, :], self.other.mean(axis=0)[None, :], self.items)

    @property
    def edges(self) -> FloatArray:
        """Where the fifths end, in items, shape (6,) from 0."""
        return np.arange(FIFTHS + 1) / FIFTHS * self.items

    def along(self, finds: FloatArray, at_edges: FloatArray, items: FloatArray) -> FloatArray:
        """Return the amount over the first items: found there (B, S), at the edges (B, 6), items (S,) to (B, S)."""
        entry, other = self.entry[0, 0], self.other[0, 0]
        if (self.entry == entry).all() and (self.other == other).all():
            # Of nothing there is no memory filled.
            worth = entry * finds + other * (items - finds) if entry or other else np.zeros(finds.shape)
            return np.asarray(worth)
        total = np.zeros(np.broadcast_shapes(finds.shape, (len(self.entry), 1)))
        for fifth, (low, high) in enumerate(pairwise(self.edges)):
            first, last = at_edges[:, [fifth]], at_edges[:, [fifth + 1]]
            new, reviewed = np.clip(finds, first, last) - first, np.clip(items, low, high) - low
            total = total + self.entry[:, [fifth]] * new + self.other[:, [fifth]] * (reviewed - new)
        return np.asarray(total)


def worths_of(
    sample: Labelled, amounts: Mapping[str, FloatArray], n_effective: float, items: float, draws: int, seed: int
) -> dict[str, ByFifth]:
    """Return amounts by whether an item is an entry, in every draw of the labelled items' classes.

    Parameters
    ----------
    sample
        The labelled items.
    amounts
        Name to shape (n,): what each of them adds.
    n_effective
        As how many independent items they count.
    items
        Of the list.
    draws, seed
        How many, and of which random numbers.

    Examples
    --------
    >>> sample = Labelled(np.array([-1.0, 0.0, 1.0]), np.array([0.0, 1, 1]))
    >>> found = worths_of(sample, {"value": np.array([0.0, 8, 8])}, 3.0, 100, 9, 1)["value"]
    >>> found.along(np.array([[30.0]]), np.zeros((1, 6)), np.array([50.0])).tolist()
    [[240.0]]
    """
    rng, held, worths = np.random.default_rng(seed), sample.weights, {}
    held = held * (n_effective / float(held.sum()))
    fifth = np.clip(((1 - ndtr(sample.place)) * FIFTHS).astype(np.int64), 0, FIFTHS - 1)
    for name, amount in amounts.items():
        both = np.zeros((2, draws, FIFTHS))
        for mean, kind in zip(both, (1.0, 0.0), strict=True):
            of_kind = sample.outcome == kind
            levels, level = np.unique(amount[of_kind], return_inverse=True)
            if len(levels) < 2:
                mean[:] = levels.sum()  # the only one, or nothing
                continue
            counts = np.zeros((FIFTHS, len(levels)))
            np.add.at(counts, (fifth[of_kind], level), held[of_kind])
            prior = counts.sum(axis=0) / counts.sum()
            drawn = rng.gamma(counts + prior, size=(draws, FIFTHS, len(levels)))
            mean[:] = drawn @ levels / drawn.sum(axis=2)
        worths[name] = ByFifth(both[0], both[1], items)
    return worths
