"""What the labelled sample says of each model: its order, its path, what a budget buys from it.

Where the project's own list has scores, every path is that of the list itself: its order, prices and sizes, and
the entries that its scores promise (METHODS F9, by score). Where only its size is known, the path is the sample's,
scaled: each labelled item stands for N / n items of the list, so that the top share f of the list behaves as the
top share f of the sample (by share).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

import numpy as np
from scipy.special import expit

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.core.curve import Groups, Labelled, groups, mean_curve
from budgetplan.core.draws import Draws, by_size, of_list
from budgetplan.core.places import places
from budgetplan.domain.answerers import Answers
from budgetplan.domain.counted import CountedList
from budgetplan.domain.decision import Basis
from budgetplan.domain.items import Array, Items, ModelOutput
from budgetplan.domain.limits import check_total
from budgetplan.domain.plan import MIXTURE, PERFECT, RANDOM, Budget, Plan
from budgetplan.domain.prices import MICRO, Prices, Quantities
from budgetplan.evidence.by_type import Types, types_of
from budgetplan.evidence.measures import item_measures, standing_worth
from budgetplan.evidence.worths import ByFifth, worths_of
from budgetplan.forecast.counted_rows import path_of_rows, tally_of_rows
from budgetplan.forecast.groups import as_they_come
from budgetplan.forecast.mixed import mixed_order
from budgetplan.forecast.scored_list import ScoredList, list_has_scores, scored_list
from budgetplan.metrics.ranking.budget import affordable_items, tie_extremes
from budgetplan.metrics.ranking.distinct import distinct_whole
from budgetplan.metrics.ranking.order import rank
from budgetplan.metrics.ranking.path import Path, Ranking, make_path
from budgetplan.metrics.ranking.tally import Tally, make_tally
from budgetplan.metrics.ranking.types_found import TypeQueue

BILLED = ("seconds", "units", "listed", "positives")
"""What is paid for beside the number of items, in the order of :class:`Quantities`."""
EVERY_ITEM = 100_000
"""In lists up to this every item is tried as a stop; in longer ones the ends of tie groups."""
RUNGS, TRIED = 10_000, 128
"""What a budget buys is looked up among so many stops, then narrowed down by so many at once."""

FEW_GROUPS = 10
"""With fewer groups, those of a different size counted as fewer, intervals held 88 % in place of 95 (METHODS, Evidence)."""


@dataclass(frozen=True, eq=False)
class Ranked:
    """One order of review: a model's, or a comparator's.

    ``place``: where it puts each labelled item in the list, on a normal scale, shape (n,); ``drawn``: what the list holds
    along it in every draw, of the recommended order alone; ``queue``: laid out by types where these are entries.
    """

    name: str
    ranking: Ranking
    path: Path
    cost: Decimal
    score: FloatArray
    cut: float | None
    place: FloatArray
    queue: TypeQueue | None = None
    drawn: Draws | None = None

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
        The members of the mixture and what they weigh, the heaviest first; empty where there is none.
    answers
        What each answerer said of the labelled items, in the order of the plan.
    standing
        Shape (n,): what an item called positive brings beside leaving it out, where nobody reviews it; currency
        units. None where nobody answers, or nothing has a worth.
    types
        The types of the labelled items, where these are entries.
    sample
        The labelled items as the curve takes them, their places still open.
    worth
        How much the labelled items are worth whose groups were drawn whole.
    worths
        ``value`` and ``left`` of an item by whether it is an entry; see :class:`ByFifth`.
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
    mixture: Mapping[str, float] = field(default_factory=dict)
    stratum: IntArray | None = None
    answers: tuple[Answers, ...] = ()
    standing: FloatArray | None = None
    types: Types | None = None
    rows: int | None = None
    sample: Labelled = field(default_factory=lambda: Labelled(np.zeros(0), np.zeros(0)))
    worth: Groups = field(default_factory=lambda: Groups(0.0, 1.0, 1.0, 1.0, 1.0))
    worths: Mapping[str, ByFifth] = field(default_factory=dict)

    @property
    def group_column(self) -> str:
        """The column of what is resampled whole."""
        columns = self.plan.columns
        return columns.group or (columns.type if self.types is not None else "")

    @property
    def single(self) -> tuple[Ranked, ...]:
        """The users' models, without their mixture."""
        return tuple(model for model in self.models if not self.mixture or model.name != MIXTURE)

    @property
    def prices(self) -> Prices:
        """The cost model."""
        return self.plan.prices

    @property
    def n_positives(self) -> float:
        """Entries in the list: as the recommended order has them, once there is one."""
        return self.random.path.total("positives")

    @property
    def entries_labelled(self) -> float:
        """Entries among the labelled items, as they are counted."""
        return float(self.measures["positives"].sum())

    @property
    def kinds_labelled(self) -> tuple[int, int]:
        """How many labelled items are entries, and how many are not."""
        entries = int(self.sample.outcome.sum())
        return entries, self.n_sample - entries

    @property
    def tranche(self) -> int:
        """One part of the list in whole items, the default step."""
        return max(round(self.list_items / self.plan.parts), 1)

    def entries(self, model: Ranked) -> float:
        """Return the entries in the list as a model's order has them."""
        return model.path.total("positives")

    def worth_along(self, model: Ranked) -> Groups:
        """Return how much the labelled items are worth whose groups were drawn whole, in a model's order."""
        return groups(replace(self.sample, place=model.place))

    def left_value(self, model: Ranked) -> float:
        """Return the worth of leaving everything out: the sum of R over the list."""
        return model.path.total("left")

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

    @property
    def few_groups(self) -> bool:
        """Whether groups are so few, or so uneven, that their intervals may be too narrow."""
        return self.group is not None and self.worth.count < FEW_GROUPS

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
    own = evidence.own
    if own is not None and own.counted is not None and model.name in own.scores:
        rows = own.counted.rows(model.name)
        return tally_of_rows(rows, rates_of(model.path, rows.count))
    if own is not None and model.name in own.rankings:
        ranking = own.rankings[model.name]
        return make_tally(ranking, own.weights, {**own.sizes, "positives": list_rates(own, model)})
    if own is not None:
        return _straight(model.path)
    measures = {name: evidence.measures[name] for name in BILLED}
    if model.drawn is not None and evidence.extra_micros:
        measures["positives"] = sample_rates(evidence, model)
    items = Fraction(evidence.list_items) if evidence.basis == "list" else None
    return make_tally(model.ranking, evidence.weight, measures, items)


def rates_of(path: Path, count: IntArray | FloatArray) -> FloatArray:
    """Return how likely an item of each row along an order is an entry, (R,) items of each row to (R,)."""
    passed = np.concatenate([[0.0], np.cumsum(count)])
    rate = np.diff(path.read("positives", passed)) / np.maximum(count, 1e-300)
    return np.asarray(np.clip(rate, 0.0, 1.0))


def list_rates(own: ScoredList, model: Ranked) -> FloatArray:
    """Return how likely each item of the list is an entry, shape (N,)."""
    return _rates_along(model.path, own.rankings[model.name].order, own.weight)


def sample_rates(evidence: Evidence, model: Ranked) -> FloatArray:
    """Return how likely each labelled item stands for an entry in a list like the sample, shape (n,)."""
    held = np.ones(evidence.n_sample) if evidence.weight is None else evidence.weight
    return _rates_along(model.path, model.ranking.order, held * (evidence.list_items / float(held.sum())))


def _rates_along(path: Path, order: IntArray, count: FloatArray) -> FloatArray:
    """Return how likely each row is an entry, (N,) items of each row to (N,)."""
    rates = np.empty(len(order))
    rates[order] = rates_of(path, count[order])
    return rates


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


def gather(
    plan: Plan,
    items: Items,
    outputs: Sequence[ModelOutput],
    *,
    counted: CountedList | None = None,
) -> Evidence:
    """Turn labelled items and model outputs into paths; none is recommended yet, see :func:`led_by`.

    Parameters
    ----------
    plan
        Prices, values, positive classes.
    items
        All items; those without a label are the project's list.
    outputs
        Scores for the items, same order.
    counted
        Whoever counts the list, where it is not among the items.
    """
    labelled = items.labelled
    n = int(labelled.sum())
    label = items.label[labelled]
    often, items = items.weight, _judged_once(plan, items)
    weight, stratum = _of(items.weight, labelled), _of(items.stratum, labelled)
    group = None if items.group is None else as_they_come(items.group[labelled])
    n_list = _list_size(plan, items) if counted is None else counted.n_items
    known, measures = item_measures(plan, items, labelled, label)
    confirmed = measures["positives"]
    types = types_of(plan, items, often, confirmed)
    if types is not None:
        measures, group = types.counted(measures, known), types.unit(group)
    share = None if plan.prevalence is None else float(plan.prevalence)
    sample = Labelled(np.zeros(n), confirmed, weight, group, drawn=stratum, share=share)
    balanced = weight if share is None else sample.weights
    basis: Basis = "list" if n_list else "sample"
    total, path_weight = _scaled(balanced, n, float(n_list))
    ordered = sorted(outputs, key=lambda output: output.name)
    several = types is not None and not types.alone
    by_score = bool(n_list and not several and (counted is not None or list_has_scores(plan, items, ordered)))
    made = None
    if plan.mixture and len(ordered) > 1:
        made = mixed_order(
            items,
            ordered,
            confirmed,
            plan.seed,
            weight=balanced,
            group=group,
            by_score=by_score,
            counted=counted,
        )
        ordered = sorted([*ordered, made.output], key=lambda output: output.name)
    dearest = max((Decimal(repr(out.cost)) for out in ordered), default=Decimal(0))
    place = {} if made is None else {MIXTURE: made.place}
    own = None
    if by_score:
        own = scored_list(plan, items, ordered, place, grouped=group is not None, counted=counted)
    whole = measures["cost"].sum() if path_weight is None else measures["cost"] @ path_weight
    dearer = 0.0
    if own is not None:
        extra = float(plan.prices.extra_per_entry * MICRO)
        rows = None if own.counted is None else own.counted.rows(ordered[0].name)
        listed = float(own.known @ own.weight) if rows is None else float(rows.total("cost").sum())
        dearer = listed + extra * own.size
    check_total(plan.prices, max(float(whole), dearer), dearest, total)
    orders = _Orders(known, path_weight, measures, balanced, group, types)
    models = []
    for output in ordered:
        score = output.score[labelled]
        stand = own.place[output.name] if own is not None else place.get(output.name)
        models.append(orders.of(output, score, places(score, score, balanced) if stand is None else stand))
    return Evidence(
        plan=plan,
        n_sample=n,
        n_groups=None if group is None else int(group.max()) + 1,
        basis=basis,
        list_items=total,
        whole_items=_whole(total),
        measures=measures,
        weight=balanced,
        group=group,
        models=tuple(models),
        perfect=orders.perfect,
        random=orders.random,
        own=own,
        mixture={} if made is None else made.recipe,
        stratum=stratum,
        answers=tuple(one.take(labelled) for one in items.answers),
        standing=standing_worth(plan, items.classes)[label] if items.answers and plan.values else None,
        types=types,
        rows=_rows(plan, items, basis, counted is not None),
        sample=sample,
    )


def led_by(evidence: Evidence, name: str) -> Evidence:
    """Return evidence with the draws of one order, which is to be recommended.

    All that is said of it is read from them, and the other orders promise as many entries in all: however many the list
    holds, it holds for every order of it.

    References
    ----------
    METHODS F8, F9.
    """
    lead = evidence.model(name)
    worth = evidence.worth_along(lead)
    drawn = _drawn(evidence, lead, worth)
    plan = evidence.plan
    worths = worths_of(
        replace(evidence.sample, place=lead.place),
        {each: evidence.measures[each] for each in ("value", "left")},
        worth.n_effective,
        evidence.list_items,
        len(drawn.rates),
        plan.seed,
    )
    evidence = replace(evidence, worth=worth, worths=worths)
    total = float(drawn.mean[-1])
    models = []
    for model in evidence.models:
        if model is lead:
            path = _path(evidence, model, drawn.expected)
            models.append(replace(model, path=path, drawn=drawn))
        elif evidence.own is not None:
            models.append(replace(model, path=_path(evidence, model, _mean_found(evidence, model, total))))
        else:
            models.append(replace(model, path=_path(evidence, model, _scaled_found(model, total))))
    return _comparators(replace(evidence, models=tuple(models)), models[evidence.models.index(lead)])


def drawn_along(evidence: Evidence, drawn: Mapping[str, Draws], worths: Mapping[str, ByFifth]) -> Evidence:
    """Return evidence of whose orders all has been drawn elsewhere: of a part of a list, with the whole of it."""
    evidence = replace(evidence, worths=worths)
    models = [
        replace(model, path=_path(evidence, model, drawn[model.name].expected), drawn=drawn[model.name])
        for model in evidence.models
    ]
    return _comparators(replace(evidence, models=tuple(models)), models[0])


def _drawn(evidence: Evidence, model: Ranked, worth: Groups) -> Draws:
    """Return what the list holds along an order, in every draw."""
    plan, own = evidence.plan, evidence.own
    draws = plan.draws
    sample = replace(evidence.sample, place=model.place)
    if own is not None:
        place, held = own.standing(model.name)
        single = len(held) == round(own.size) and bool((held == 1).all())
        group = own.along(model.name, own.group) if single and own.group is not None else None
        return of_list(sample, place, held, draws, plan.seed, group=group, worth=worth)
    if model.queue is not None:
        order = model.ranking.order
        kind = evidence.types.kind[order] if evidence.types is not None else None
        group = None if evidence.group is None else evidence.group[order]
        ones = np.ones(len(order))
        return of_list(
            sample, model.place[order], ones, draws, plan.seed, group=group, kind=kind, worth=worth
        )
    return by_size(sample, evidence.list_items, draws, np.random.default_rng(plan.seed))


def _mean_found(evidence: Evidence, model: Ranked, total: float) -> Callable[[FloatArray], FloatArray]:
    """Return the entries to expect along an order that is not recommended: by its own curve, as many in all as there are."""
    own = evidence.own
    assert own is not None
    place, held = own.standing(model.name)
    sample = replace(evidence.sample, place=model.place)
    rate = mean_curve(sample, worth=evidence.worth_along(model)).rate(place)[0]
    rate = _shifted(rate, held, total)
    ends, found = (np.concatenate([[0.0], np.cumsum(each)]) for each in (held, rate * held))

    def at(items: FloatArray) -> FloatArray:
        return np.asarray(np.interp(items, ends, found))

    return at


def _scaled_found(model: Ranked, total: float) -> Callable[[FloatArray], FloatArray]:
    """Return the labelled entries along an order that is not recommended, scaled to as many in all as there are."""
    path = model.path
    labelled = path.total("positives")
    times = total / labelled if labelled else 0.0

    def at(items: FloatArray) -> FloatArray:
        return np.minimum(path.read("positives", items) * times, items)

    return at


def _shifted(rate: FloatArray, held: FloatArray, total: float) -> FloatArray:
    """Return rates of a list that holds so many entries: all log odds moved alike."""
    if not 0 < total < float(held.sum()):
        return rate
    odds = np.log(rate) - np.log1p(-rate)
    low, high = -40.0, 40.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if float(held @ expit(odds + middle)) > total else (middle, high)
    return np.asarray(expit(odds + (low + high) / 2))


def _path(evidence: Evidence, model: Ranked, found_at: Callable[[FloatArray], FloatArray]) -> Path:
    """Return what an order spends and is expected to find; ``found_at``: entries among the first items of it."""
    own, name = evidence.own, model.name
    if own is not None and own.counted is not None:
        rows = own.counted.rows(name)
        ends = np.concatenate([[0.0], np.cumsum(rows.count)])
        path = path_of_rows(rows, np.diff(found_at(ends)) / rows.count, {}, evidence.extra_micros)
    elif own is not None:
        path = make_path(own.rankings[name], own.weights, {**own.sizes, "cost": own.known})
    else:
        path = model.path
    items = path.items
    found = found_at(items)
    sums = {each: path.sums[each] for each in path.sums if each not in {"value", "left"}} | {
        "positives": found
    }
    extra = evidence.extra_micros
    if extra and own is None:
        sums["cost"] = path.sums["cost"] + extra * (found - path.sums["positives"])
    elif extra and own is not None and own.counted is None:
        sums["cost"] = path.sums["cost"] + extra * found
    for each, worths in evidence.worths.items():
        edges = found_at(worths.edges)[None, :]
        sums[each] = worths.mean.along(found[None, :], edges, items)[0]
    return _closed(Path(items, sums), evidence.list_items)


def _comparators(evidence: Evidence, lead: Ranked) -> Evidence:
    """Return evidence whose perfect and random orders hold what the recommended one does."""
    path = lead.path
    items, found = evidence.list_items, path.total("positives")
    share, extra = found / items, evidence.extra_micros
    total = {name: path.total(name) for name in path.sums}
    middle = {name: each * share for name, each in total.items()}
    for name, worths in evidence.worths.items():
        at_edges = path.read("positives", worths.edges)
        entries = np.diff(at_edges)
        middle[name] = float(worths.mean.entry[0] @ entries)
    middle |= {"positives": found, "cost": (total["cost"] - extra * found) * share + extra * found}
    line = Path(np.array([0.0, items]), {name: np.array([0.0, each]) for name, each in total.items()})
    bent = line
    if lead.queue is not None:  # a random order meets types, and they are no line
        line = _path(evidence, evidence.random, _scaled_found(evidence.random, found))
    if 0 < found < items:
        ends = {name: np.array([0.0, middle[name], each]) for name, each in total.items()}
        bent = Path(np.array([0.0, found, items]), ends)
    return replace(
        evidence, perfect=replace(evidence.perfect, path=bent), random=replace(evidence.random, path=line)
    )


@dataclass(frozen=True, eq=False)
class _Orders:
    """Makes orders of the labelled items, with their paths."""

    known: FloatArray
    path_weight: FloatArray | None
    measures: Mapping[str, FloatArray]
    weight: FloatArray | None
    group: IntArray | None
    types: Types | None

    def of(self, output: ModelOutput, score: FloatArray, place: FloatArray) -> Ranked:
        cost = Decimal(repr(output.cost))
        return self._made(output.name, rank(score, self.known), score, place, cost, output.cut)

    @property
    def perfect(self) -> Ranked:
        score = self.measures["positives"]
        return self._made(PERFECT, rank(score, self.known), score, score)

    @property
    def random(self) -> Ranked:
        n = len(self.known)
        nowhere = np.zeros(n)
        return self._made(RANDOM, Ranking(order=np.arange(n), ends=np.array([n])), nowhere, nowhere)

    def _made(
        self,
        name: str,
        ranking: Ranking,
        score: FloatArray,
        place: FloatArray,
        cost: Decimal = Decimal(0),
        cut: float | None = None,
    ) -> Ranked:
        if self.types is not None and not self.types.alone:
            queue = self.types.queue(ranking, self.group, self.measures)
            return Ranked(name, ranking, queue.path, cost, score, cut, place, queue)
        path = make_path(ranking, self.path_weight, self.measures)
        whole = float(len(self.known)) if self.path_weight is None else float(self.path_weight.sum())
        return Ranked(name, ranking, _closed(path, whole), cost, score, cut, place)


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


def _closed(path: Path, total: float) -> Path:
    """Let a scaled path end at exactly the number of items: N times n/n is N, not N - 1e-12."""
    if path.items[-1] == total:
        return path
    items = path.items.copy()
    items[-1] = total
    items.setflags(write=False)
    return Path(items, path.sums)
