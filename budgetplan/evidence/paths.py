"""What the labelled sample says of each model: its order, its path, what a budget buys from it.

Where the project's own list has scores, every path is that of the list itself: its order, prices and sizes, and
the entries that its scores promise (METHODS F9, by score). Where only its size is known, the path is the sample's,
scaled: each labelled item stands for N / n items of the list, so that the top share f of the list behaves as the
top share f of the sample (by share).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import TypedDict

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.domain.answerers import Answers
from budgetplan.domain.counted import CountedList
from budgetplan.domain.decision import Basis
from budgetplan.domain.items import Array, Items, ModelOutput
from budgetplan.domain.limits import check_total
from budgetplan.domain.plan import MIXTURE, PERFECT, RANDOM, Budget, Plan
from budgetplan.domain.prices import MICRO, Prices, Quantities
from budgetplan.evidence.by_type import Types, types_of, with_tokens
from budgetplan.evidence.measures import item_measures, standing_worth
from budgetplan.forecast.mixed import mixed_output
from budgetplan.forecast.scored_list import ScoredList, list_has_scores, scored_list
from budgetplan.intervals.estimates import resampled_if_told_apart
from budgetplan.metrics.ranking.budget import Reach, affordable_items, items_for_target, tie_extremes
from budgetplan.metrics.ranking.distinct import distinct_whole
from budgetplan.metrics.ranking.mixture import Mixture
from budgetplan.metrics.ranking.order import rank
from budgetplan.metrics.ranking.path import Path, Ranking, make_path
from budgetplan.metrics.ranking.tally import Tally, make_tally
from budgetplan.metrics.ranking.types_found import TypeQueue
from budgetplan.metrics.resampling.paired import Resamples, balanced
from budgetplan.metrics.resampling.widening import too_few

BILLED = ("seconds", "units", "listed", "positives")
"""What is paid for beside the number of items, in the order of :class:`Quantities`."""
EVERY_ITEM = 100_000
"""In lists up to this every item is tried as a stop; in longer ones the ends of tie groups."""
RUNGS, TRIED = 10_000, 128
"""What a budget buys is looked up among so many stops, then narrowed down by so many at once."""

FEW_GROUPS = 30
"""With fewer groups the intervals of resampling are too narrow (METHODS F8)."""


@dataclass(frozen=True, eq=False)
class Ranked:
    """One order of review: a model's, or a comparator's; ``queue``: laid out by types where these are entries."""

    name: str
    ranking: Ranking
    path: Path
    cost: Decimal
    score: FloatArray
    cut: float | None
    queue: TypeQueue | None = None

    def extremes(self, items: float) -> tuple[float, float]:
        """Return how few and how many entries ``items`` hold if the order inside the tie group is worst or best."""
        return tie_extremes(self.path, items) if self.queue is None else self.queue.extremes(items)


@dataclass(frozen=True, eq=False)
class Evidence:
    """All that decisions are made of.

    Attributes
    ----------
    plan
        What the user said.
    n_sample, n_groups
        Labelled items that give the figures, and their groups (None: independent items).
    basis, list_items
        What counts refer to, and how many items that is (weighted, for a sample).
    whole_items
        ``list_items`` as a whole number: the most that can be reviewed.
    measures
        Per labelled item, shape (n,): ``cost`` in millionths, ``positives`` 0/1, ``value`` (H - R, in currency
        units), ``seconds``, ``units``, ``listed``; where types are entries ``positives`` is 1 for one item of each,
        and ``tokens`` says how many tokens a confirmed item brings.
    weight, group
        Shape (n,), or None.
    stratum
        Shape (n,): code of the part of the list that each labelled item was drawn from; None: the whole.
    models, perfect, random
        The users' models in the order of their names, and the comparators.
    own
        The list in each model's own order, where it has scores; None: the sample's paths are scaled.
    mixture
        How the mixture is made, where one of the models is what all of them say together.
    answers
        What each answerer said of the labelled items, in the order of the plan.
    standing
        Shape (n,): what an item called positive brings beside leaving it out, where nobody reviews it; currency
        units. None where nobody answers, or nothing has a worth.
    types
        The types of the labelled items, where these are entries.
    counts_one
        Weight of an item that counts as one labelled item where others, of lower weight, count as less: each then is
        as much evidence as its weight says. None: all are evidence alike.
    rows
        How many rows stand for ``list_items``, where by their weights these are others; None where each is one item.
    """

    plan: Plan
    n_sample: int
    n_groups: int | None
    basis: Basis
    list_items: float
    whole_items: int
    measures: Mapping[str, FloatArray]
    weight: FloatArray | None
    group: IntArray | None
    models: tuple[Ranked, ...]
    perfect: Ranked
    random: Ranked
    own: ScoredList | None = None
    mixture: Mixture | None = None
    stratum: IntArray | None = None
    answers: tuple[Answers, ...] = ()
    standing: FloatArray | None = None
    types: Types | None = None
    rows: int | None = None
    counts_one: float | None = None

    @property
    def group_column(self) -> str:
        """The column of what is resampled whole."""
        columns = self.plan.columns
        return columns.group or (columns.type if self.types is not None else "")

    @property
    def single(self) -> tuple[Ranked, ...]:
        """The users' models, without their mixture."""
        return tuple(model for model in self.models if self.mixture is None or model.name != MIXTURE)

    @property
    def prices(self) -> Prices:
        """The cost model."""
        return self.plan.prices

    @property
    def n_positives(self) -> float:
        """Entries in the list, as far as the sample tells; by score, as the recommended model's scores promise."""
        return self.random.path.total("positives")

    @property
    def entries_labelled(self) -> float:
        """Entries among the labelled items, as they are counted."""
        return float(self.measures["positives"].sum())

    def entries(self, model: Ranked) -> float:
        """Return the entries in the list by a model's own scores; by share all models promise the same."""
        return model.path.total("positives") if self.own is not None else self.n_positives

    def left_value(self, model: Ranked) -> float:
        """Return the worth of leaving everything out: the sum of R over the list."""
        return model.path.total("left")

    @property
    def balance(self) -> tuple[FloatArray, float] | None:
        """Which labelled items are entries, and the share of them that is known; None where the sample tells it."""
        return (
            None
            if self.plan.prevalence is None
            else (self.measures["positives"], float(self.plan.prevalence))
        )

    @property
    def extra_micros(self) -> float:
        """What a confirmed entry costs more than a rejected item, in millionths."""
        return float(self.prices.extra_per_entry * MICRO)

    @property
    def common_worth(self) -> float | None:
        """Worth of every entry where all are worth the same, people make no errors and nothing else counts."""
        values = self.plan.values
        if values is None or values.error or any(values.left_out.values()):
            return None
        worths = {values.entry.get(name) for name in self.plan.positive}
        others = [worth for name, worth in values.entry.items() if name not in self.plan.positive and worth]
        worth = worths.pop() if len(worths) == 1 and not others else None
        return None if worth is None else float(worth)

    def model(self, name: str) -> Ranked:
        """Return the model of that name."""
        return next(model for model in self.models if model.name == name)

    def bought(self, model: Ranked, items: int | IntArray) -> Quantities:
        """Return what is paid for when the first ``items`` (whole numbers) are reviewed in this order."""
        stops = np.atleast_1d(np.asarray(items, dtype=np.int64))
        tally = _tally(self, model)
        return Quantities(stops, *(tally.read(name, stops) for name in BILLED))

    def _charged(self, model: Ranked, stops: IntArray) -> Quantities:
        """Return what of :meth:`bought` has a price, at whole numbers of items: the rest is 0."""
        measures = self.prices.measures
        return Quantities(
            stops, **{name: _tally(self, model).read(name, stops) for name in BILLED if name in measures}
        )

    def spend(self, model: Ranked, items: int) -> Decimal:
        """Return the printed total of reviewing the first ``items`` (items, where nothing has a price)."""
        return self.prices.printed_total(self._charged(model, np.array([items])), model.cost)

    def curve(self, model: Ranked, items: FloatArray) -> FloatArray:
        """Return T before any rounding in currency units at each number of items, same shape; 0 where none is."""
        total = self.prices.total(model.path.read("cost", items), model.cost) / MICRO
        return np.where(items > 0, total, 0.0)

    def totals(self, model: Ranked, items: FloatArray) -> FloatArray:
        """Return T as it is printed in currency units at each number of items, same shape; 0 where none is.

        Between two whole numbers of items their roundings are mixed in proportion.
        """
        return self.curve(model, items) + self.rounding(model, items)

    def rounding(self, model: Ranked, items: FloatArray) -> FloatArray:
        """Return how much more the printed total is than the curve at each number of items, same shape."""
        most = max(self.whole_items, 1)
        first = np.clip(np.floor(items), 1, most)
        part = np.clip(items - first, 0.0, 1.0)
        rounding = self._rounding_at(model, first)
        # At whole numbers the next one plays no part.
        between = part > 0
        if bool(between.any()):
            low = rounding[between]
            high = self._rounding_at(model, np.minimum(first[between] + 1, most))
            rounding[between] = low + (high - low) * part[between]
        return np.where(items > 0, rounding, 0.0)

    def _rounding_at(self, model: Ranked, stops: FloatArray) -> FloatArray:
        """Return how much more the printed total is than the curve at whole numbers of items > 0, same shape."""
        each = stops.ravel()
        printed = self.printed(model, each.astype(np.int64)).astype(np.float64)
        scale = 10.0**self.prices.minor_digits if self.prices.stated else 1.0
        return np.asarray(printed / scale - self.curve(model, each)).reshape(stops.shape)

    def net_values(self, model: Ranked, items: FloatArray) -> FloatArray:
        """Return value minus the printed T at each number of items, same shape, in currency units."""
        return model.path.read("value", items) + self.left_value(model) - self.totals(model, items)

    def printed(self, model: Ranked, items: IntArray) -> IntArray:
        """Return the printed totals of whole numbers of items, same shape, in minor units."""
        return self.prices.printed_totals(self._charged(model, items), model.cost)

    def least_budgets(self, model: Ranked, items: IntArray, *, annotation_only: bool = False) -> IntArray:
        """Return the least budgets that pay for whole numbers of items, same shape, in minor units."""
        return self.prices.least_budgets(
            self._charged(model, items), model.cost, annotation_only=annotation_only
        )

    def stops(self, model: Ranked, most: int) -> IntArray:
        """Return the whole numbers of items from 0 to ``most`` at which a queue is searched for its best stop.

        All of them in short lists. In long ones those around the ends of tie groups: between two ends value and
        cost run straight, so that no other stop is better (but for the rounding of the printed total).
        """
        if most <= EVERY_ITEM:
            return np.arange(most + 1)
        ends = model.path.items
        near = np.rint(ends)
        # An end at 500,000,000.0000001 is one at 500,000,000.
        ends = np.where(np.abs(ends - near) <= 1e-12 * self.list_items, near, ends)
        return distinct_whole([np.array([0, 1, most]), np.floor(ends), np.ceil(ends)], most)

    def affordable(self, model: Ranked, budget: Budget) -> int:
        """Return m(B): the greatest whole number of items that the budget pays for.

        Money is tested against the exact and against the printed total (every line rounded as it is printed, then
        added): both are at most the budget.
        """
        if budget.unit == "items":
            return min(int(budget.amount), self.whole_items)
        if budget.unit == "hours":
            return min(affordable_items(model.path, float(budget.amount * 3600), "seconds"), self.whole_items)
        only = budget.covers == "annotation"
        low, high = _bracket(self, model, budget)
        while low < high:  # neither total ever falls as items are added
            step = -(-(high - low) // TRIED)
            tried = np.arange(low + step, high + step, step).clip(max=high)
            paid = self.prices.within(
                self._charged(model, tried), model.cost, budget.amount, annotation_only=only
            )
            count = int(paid.sum())
            high = int(tried[count]) - 1 if count < len(tried) else high
            low = int(tried[count - 1]) if count else low
        return low

    def items_within(self, model: Ranked, limit: float) -> int:
        """Return the greatest whole number of items whose annotation costs at most a limit in millionths."""
        return min(affordable_items(model.path, limit), self.whole_items)

    def reach_all(self, model: Ranked) -> Reach | None:
        """Return where every entry is found; None where the path never finds them all."""
        return items_for_target(model.path, self.n_positives)

    @property
    def few_groups(self) -> bool:
        """Whether groups are so few, or so uneven, that even widened intervals may be too narrow."""
        few = self.n_groups is not None and self.n_groups < FEW_GROUPS
        return few or (self.group is not None and too_few(self.group))

    def limit(self, model: Ranked, budget: Budget) -> tuple[str, float]:
        """Return (measure, limit) of a budget on the paths: for resamples, where nothing is printed."""
        return limit_of(self.prices, model.cost, budget)


def limit_of(prices: Prices, model_cost: Decimal, budget: Budget) -> tuple[str, float]:
    """Return (measure, limit) of a budget: items, seconds, or millionths of what annotation costs.

    >>> limit_of(Prices(), Decimal(0), Budget(Decimal(40), "hours"))
    ('seconds', 144000.0)
    """
    if budget.unit == "items":
        return "items", float(budget.amount)
    if budget.unit == "hours":
        return "seconds", float(budget.amount * 3600)
    covers_all = budget.covers == "everything"
    # Costs are whole millionths, so a fraction of one buys nothing.
    return "cost", float(np.floor(prices.annotation_within(budget.amount, model_cost, covers_all=covers_all)))


@lru_cache(maxsize=64)
def _tally(evidence: Evidence, model: Ranked) -> Tally:
    """Return the sums of what is billed, exact: of the list itself, or of the sample, scaled to the list."""
    if evidence.own is not None and model.name in evidence.own.tallies:
        return evidence.own.tallies[model.name]
    if evidence.own is not None and model.name in evidence.own.rankings:
        weight, billed = evidence.own.billed(model.name)
        return make_tally(evidence.own.rankings[model.name], weight, {name: billed[name] for name in BILLED})
    measures = {name: evidence.measures[name] for name in BILLED}
    if evidence.own is not None:
        return _straight(model.path)
    items = Fraction(evidence.list_items) if evidence.basis == "list" else None
    return make_tally(model.ranking, evidence.weight, measures, items)


def _straight(path: Path) -> Tally:
    """Return the sums of a comparator, whose path has a few straight pieces: each stands for one kind of item."""
    size = np.diff(path.items)
    each = {name: np.diff(path.sums[name]) / size for name in BILLED}
    places = np.arange(len(size))
    return make_tally(Ranking(places, places + 1), size, each)


def _bracket(evidence: Evidence, model: Ranked, budget: Budget) -> tuple[int, int]:
    """Return numbers of items between which lies what a budget of money buys, both included."""
    stops, least = _ladder(evidence, model, budget.covers == "annotation")
    amount = Fraction(budget.amount) * (10**evidence.prices.minor_digits if evidence.prices.stated else 1)
    paid = int(np.searchsorted(least, math.floor(amount), side="right")) - 1
    # A budget of 0.4 cents may pay for what costs 0.4 cents, though a cent is the least that can be printed.
    unpaid = int(np.searchsorted(least, math.ceil(amount), side="right"))
    last = int(stops[unpaid]) - 1 if unpaid < len(stops) else evidence.whole_items
    return int(stops[max(paid, 0)]), max(last, 0)


@lru_cache(maxsize=64)
def _ladder(evidence: Evidence, model: Ranked, annotation_only: bool) -> tuple[IntArray, IntArray]:
    """Return numbers of items from 0 to all (every one in short lists), and the least budgets that pay for them."""
    most = evidence.whole_items
    stops = np.unique(np.linspace(0, most, min(most, RUNGS) + 1).astype(np.int64))
    return stops, evidence.least_budgets(model, stops, annotation_only=annotation_only)


class _Told(TypedDict):
    """What is told of labelled items and list to whoever mixes models."""

    weight: FloatArray | None
    group: IntArray | None
    by_score: bool
    counted: CountedList | None


@dataclass(frozen=True, eq=False)
class _Orders:
    """Makes orders of the labelled items, with their paths: of the list itself where it has scores."""

    known: FloatArray
    weight: FloatArray | None
    measures: Mapping[str, FloatArray]
    total: float
    own: ScoredList | None
    group: IntArray | None
    types: Types | None

    def of(self, output: ModelOutput, labelled: BoolArray) -> Ranked:
        score = output.score[labelled]
        ranking, cost = rank(score, self.known), Decimal(repr(output.cost))
        return self._made(output.name, ranking, score, cost, output.cut)

    @property
    def perfect(self) -> Ranked:
        score = self.measures["positives"]
        return self._made(PERFECT, rank(score, self.known), score)

    @property
    def random(self) -> Ranked:
        n = len(self.known)
        everything = Ranking(order=np.arange(n), ends=np.array([n]))
        return self._made(RANDOM, everything, np.zeros(n))

    def _made(
        self,
        name: str,
        ranking: Ranking,
        score: FloatArray,
        cost: Decimal = Decimal(0),
        cut: float | None = None,
    ) -> Ranked:
        if self.types is not None and not self.types.alone:
            queue = self.types.queue(ranking, self.group, self.measures)
            return Ranked(name, ranking, queue.path, cost, score, cut, queue)
        if self.own is not None and name in self.own.paths:
            return Ranked(name, ranking, _closed(self.own.paths[name], self.total), cost, score, cut)
        path = make_path(ranking, self.weight, self.measures)
        return Ranked(name, ranking, path if name == RANDOM else _closed(path, self.total), cost, score, cut)


def gather(
    plan: Plan,
    items: Items,
    outputs: Sequence[ModelOutput],
    *,
    by_share: bool = False,
    counted: CountedList | None = None,
    labels_seed: int | None = None,
) -> Evidence:
    """Turn labelled items and model outputs into paths.

    Parameters
    ----------
    plan
        Prices, values, positive classes.
    items
        All items; those without a label are the project's list.
    outputs
        Scores for the items, same order.
    by_share
        Scale the sample to the list even where the list has scores of its own: the check beside the forecast.
    counted
        Whoever counts the list, where it is not among the items.
    labels_seed
        Start of the random numbers of the labelled items, where parts of a list by score have them in common; None: the
        plan's, as for the list itself.
    """
    labelled = items.labelled
    n = int(labelled.sum())
    label = items.label[labelled]
    often, items = items.weight, _judged_once(plan, items)
    weight, stratum = _of(items.weight, labelled), _of(items.stratum, labelled)
    group = None if items.group is None else np.unique(items.group[labelled], return_inverse=True)[1]
    n_list = _list_size(plan, items) if counted is None else counted.n_items
    known, measures = item_measures(plan, items, labelled, label)
    confirmed = measures["positives"]
    types = types_of(plan, items, often, confirmed)
    if types is not None:
        measures, group = types.counted(measures, known), types.unit(group)
    balance = None if plan.prevalence is None else (measures["positives"], float(plan.prevalence))
    if balance is not None:
        weight = balanced((np.ones(n) if weight is None else weight)[None, :], *balance)[0]
    basis: Basis = "list" if n_list else "sample"
    total, path_weight = _scaled(weight, n, float(n_list))
    plan = resampled_if_told_apart(plan, group)
    ordered = sorted(outputs, key=lambda output: output.name)
    by_score = bool(
        not by_share and n_list and (counted is not None or list_has_scores(plan, items, ordered))
    )
    told: _Told = {"weight": weight, "group": group, "by_score": by_score, "counted": counted}
    mixed = mixed_output(plan, items, ordered, confirmed, **told)
    if mixed is not None:
        ordered = sorted([*ordered, mixed[0]], key=lambda output: output.name)
    dearest = max((Decimal(repr(out.cost)) for out in ordered), default=Decimal(0))
    own = None
    if by_score:
        how = Resamples(n, plan.resamples, plan.seed, group, weight, balance=balance, stratum=stratum)
        how = how if labels_seed is None else replace(how, seed=labels_seed, list_seed=plan.seed)
        own = scored_list(plan, items, ordered, measures, how, counted)
        own = own if types is None or often is None or plan.listed else with_tokens(own, often[~labelled])
    whole = measures["cost"].sum() if path_weight is None else measures["cost"] @ path_weight
    dearer = 0.0 if own is None else max(path.total("cost") for path in own.paths.values())
    check_total(plan.prices, max(float(whole), dearer), dearest, total)
    orders = _Orders(known, path_weight, measures, total, own, group, types)
    models = tuple(orders.of(out, labelled) for out in ordered)
    evidence = Evidence(
        plan=plan,
        n_sample=n,
        n_groups=None if group is None else int(group.max()) + 1,
        basis=basis,
        list_items=total,
        whole_items=_whole(total),
        measures=measures,
        weight=weight,
        group=group,
        models=models,
        perfect=orders.perfect,
        random=orders.random,
        own=own,
        mixture=None if mixed is None else mixed[1],
        stratum=stratum,
        answers=tuple(one.take(labelled) for one in items.answers),
        standing=standing_worth(plan, items.classes)[label] if items.answers and plan.values else None,
        types=types,
        rows=_rows(plan, items, basis, counted is not None),
    )
    return evidence if own is None else seen_from(evidence, *models)


def _judged_once(plan: Plan, items: Items) -> Items:
    """Return the items; where every row is a type, its weight says how often it occurs, and it is judged once."""
    return replace(items, weight=None) if plan.by_type else items


def _of(amount: Array | None, items: BoolArray) -> Array | None:
    return None if amount is None else amount[items]


def _whole(items: float) -> int:
    """Return the whole items of a list: weights that add up to 1999.9999999 are 2,000, 10^9 are 10^9.

    >>> _whole(1999.9999999), _whole(1e9), _whole(1.5)
    (2000, 1000000000, 1)
    """
    nearest = round(items)
    return nearest if abs(items - nearest) <= 1e-9 * max(items, 1.0) else int(items)


def _scaled(weight: FloatArray | None, n: int, n_list: float) -> tuple[float, FloatArray | None]:
    """Return what n labelled items stand for in all, and each of them: for the list, if its size is known (not 0)."""
    weighted = float(n) if weight is None else float(weight.sum())
    if not n_list:
        return weighted, weight
    return n_list, (np.ones(n) if weight is None else weight) * (n_list / weighted)


def _rows(plan: Plan, items: Items, basis: Basis, counted: bool) -> int | None:
    """Return how many rows stand for what is counted, where their weights are not all 1; None else."""
    if items.weight is None or counted or plan.list_size is not None:
        return None
    of = items.labelled if basis == "sample" else ~items.labelled
    return None if bool((items.weight[of] == 1).all()) else int(of.sum())


def _list_size(plan: Plan, items: Items) -> float:
    """Return how many items the list has: as is said, else those that the rows without a label stand for."""
    if plan.list_size is not None:
        return plan.list_size
    own = ~items.labelled
    return float(own.sum() if items.weight is None else items.weight[own].sum())


def seen_from(evidence: Evidence, *models: Ranked) -> Evidence:
    """Return evidence whose comparators promise what the scores of these models do, on average.

    By score every model makes its own forecast of the entries in the list; the totals that a report names, the
    perfect and the random order go by the recommended model's. By share all promise the same.
    """
    if evidence.own is None:
        return evidence
    sums = {
        name: float(np.mean([model.path.total(name) for model in models])) for name in models[0].path.sums
    }
    items, found = evidence.list_items, sums["positives"]
    means = {name: rows[-1] for name, rows in evidence.own.forecast.means.items()}
    extra = evidence.extra_micros
    share = found / items
    middle = {name: total * share for name, total in sums.items()}
    middle |= {name: both[0] * found for name, both in means.items()}
    middle |= {"positives": found, "cost": (sums["cost"] - extra * found) * share + extra * found}
    line = Path(np.array([0.0, items]), {name: np.array([0.0, total]) for name, total in sums.items()})
    bent = line
    if 0 < found < items:
        ends = {name: np.array([0.0, middle[name], total]) for name, total in sums.items()}
        bent = Path(np.array([0.0, found, items]), ends)
    return replace(
        evidence, perfect=replace(evidence.perfect, path=bent), random=replace(evidence.random, path=line)
    )


def _closed(path: Path, total: float) -> Path:
    """Let a scaled path end at exactly the number of items: N times n/n is N, not N - 1e-12."""
    if path.items[-1] == total:
        return path
    items = path.items.copy()
    items[-1] = total
    items.setflags(write=False)
    return Path(items, path.sums)
