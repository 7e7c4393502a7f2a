"""What the labelled sample says of each model: its order, its path, what a budget buys from it.

Where the project's own list has scores, every path is that of the list itself: its order, prices and sizes, and
the entries that its scores promise (METHODS F9, by score). Where only its size is known, the path is the sample's,
scaled: each labelled item stands for N / n items of the list, so that the top share f of the list behaves as the
top share f of the sample (by share).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any

import numpy as np
from scipy.special import expit

from budgetplan.arrays import BoolArray, FloatArray, IntArray, first_seen, frozen
from budgetplan.core.answers import moved_alike
from budgetplan.core.curve import Fit, Groups, Labelled, groups
from budgetplan.core.draws import Draws, by_size, of_list, of_types, squares
from budgetplan.core.path import (
    PAID,
    SLACK,
    Checks,
    Path,
    Ranking,
    TypesAlong,
    affordable_items,
    is_whole,
    items_for_target,
    make_path,
    rank,
    tie_extremes,
    types_along,
)
from budgetplan.core.places import places, put_back
from budgetplan.core.stops import first_reached, merged
from budgetplan.domain.decision import Basis
from budgetplan.domain.items import Answers, CountedList, Items, ModelOutput
from budgetplan.domain.plan import MIXTURE, PERFECT, RANDOM, Budget, Plan
from budgetplan.domain.prices import MICRO, Prices, Quantities, Ratio, check_total
from budgetplan.domain.review import WholeOrder
from budgetplan.lists.forecast import (
    ByFifth,
    ScoredList,
    as_before,
    known_amounts,
    mixed_order,
    scored_list,
    worths_of,
)

BILLED = ("seconds", "units", "listed", "positives")
"""What is paid for beside the number of items, in the order of :class:`Quantities`."""
PAID_AS = MappingProxyType({"positives": "confirmed"})
"""Sums of a path by which what is found is paid: with those among the checks."""
WORTHS = ("value", "left", "standing")
"""What entries and other items are worth, in the measures of labelled items."""
EVERY_ITEM = 100_000
"""In lists up to this every item is tried as a stop; in longer ones the ends of tie groups."""
NOISE = 1e-3
"""An end at 500,000,000.0000001 is one at 500,000,000: it is no farther off however many items there are."""

MOST_MOVED = 40.0
"""The log odds of an order are moved by no more, so that it holds as many entries as the recommended one."""
FEW_GROUPS = 10
"""With fewer groups, those of a different size counted as fewer, intervals held 88 % in place of 95 (METHODS, Evidence)."""


@dataclass(frozen=True, eq=False)
class Types:
    """The types of the labelled items.

    Attributes
    ----------
    kind
        Shape (n,): code of the type of each, 0..T-1, as they first come among the items.
    confirmed, tokens
        Shape (n,): 1 where people confirm the item, else 0; and how many tokens it then brings.
    column
        The column that names the types; empty where every row is one.
    worth
        What a type is worth, in currency units; 0 where nobody said.
    """

    kind: IntArray
    confirmed: FloatArray
    tokens: FloatArray
    column: str
    worth: float

    @property
    def n_types(self) -> int:
        """Types among the labelled items, whether entries or not."""
        return int(self.kind.max(initial=-1)) + 1

    @property
    def alone(self) -> bool:
        """Whether every type has one item, so that entries are items."""
        return self.n_types == len(self.kind)

    def counted(self, measures: Mapping[str, FloatArray], kinds: FloatArray) -> Mapping[str, FloatArray]:
        """Return the measures with ``positives`` 1 for one item of each type that is an entry, and ``tokens``.

        The item is the cheapest confirmed one, by what each costs as known beforehand, shape (n,): a perfect order
        would review it first.
        """
        order = np.argsort(kinds, kind="stable")
        confirmed = order[self.confirmed[order] > 0]
        entries = np.zeros(len(self.kind))
        entries[confirmed[np.unique(self.kind[confirmed], return_index=True)[1]]] = 1.0
        return {**measures, "positives": entries, "tokens": self.tokens}

    def first_along(self, rank: IntArray) -> FloatArray:
        """Return the entries that each item adds along an order, shape (n,): the first confirmed one of its type, or a share.

        ``rank``: shape (n,), whole numbers from 0 on, first reviewed first; equal ones come in any order, and share the entry.
        """
        confirmed, first = self.confirmed > 0, np.full(self.n_types, len(rank))
        np.minimum.at(first, self.kind[confirmed], rank[confirmed])
        is_first = confirmed & (rank == first[self.kind])
        return np.asarray(is_first / np.maximum(np.bincount(self.kind, is_first), 1)[self.kind])

    @property
    def n_tokens(self) -> float:
        """Tokens of all types among the labelled items."""
        return float(self.tokens.sum())


def types_of(plan: Plan, items: Items, often: FloatArray | None, confirmed: FloatArray) -> Types | None:
    """Return the types of the labelled items; None where entries are items.

    Parameters
    ----------
    items
        All items.
    often
        Shape of the items: how often each occurs, where every row is a type; None: once.
    confirmed
        Of the labelled ones, shape (n,): 1 where people confirm the item, else 0.
    """
    if not plan.by_type:
        return None
    labelled, n = items.labelled, len(confirmed)
    worth = 0.0 if plan.values is None else float(next(iter(plan.values.entry.values())))
    if items.kind is None:
        tokens = confirmed if often is None else often[labelled] * confirmed
        return Types(np.arange(n), confirmed, tokens, "", worth)
    return Types(first_seen(items.kind[labelled]), confirmed, confirmed, plan.columns.type, worth)


@dataclass(frozen=True, eq=False)
class Ranked:
    """One order of review: a model's, or a comparator's.

    ``walk``: makes its path, which of a long list is not asked for of every order; ``place``: where it puts each labelled
    item in the list, on a normal scale, shape (n,); ``drawn``: what the list holds along it in every draw, of the recommended
    order alone; ``by_type``: the same order by types, where these are entries.
    """

    name: str
    ranking: Ranking
    walk: Callable[[], Path]
    cost: Decimal
    score: FloatArray
    cut: float | None
    place: FloatArray
    by_type: TypesAlong | None = None
    drawn: Draws | None = None

    @cached_property
    def path(self) -> Path:
        """What it spends and is expected to find."""
        return self.walk()

    def extremes(self, items: float) -> tuple[float, float]:
        """Return how few and how many entries ``items`` hold if the order inside the tie group is worst or best."""
        return tie_extremes(self.path, items) if self.by_type is None else self.by_type.extremes(items)


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
        and ``tokens`` says how many tokens a confirmed item brings. Where somebody answers for a price, ``standing`` is
        what an item brings beside leaving it out that is called an entry and that nobody reviews, in currency units.
    weight
        Shape (n,), with the share of entries as it is known; None: as many each.
    models, perfect, random
        The users' models in the order of their names, and the comparators.
    scored
        The list in each model's own order, where it has scores; None: the sample's paths are scaled.
    mixture, left_out
        The members of the mixture and what they weigh, the heaviest first; empty where there is none. The models that
        cost more than they would add to it, by name.
    answers
        What each answerer said of the labelled items, in the order of the plan.
    answers_of_list
        And of the others, as far as they were asked about.
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
    listed
        By model: its scores of the rows without a label, shape (N,), where the list is not planned by them.
    whole
        The order of the whole list, where this is what is left of it; else None.
    """

    plan: Plan
    n_sample: int
    n_groups: int | None
    basis: Basis
    list_items: float
    whole_items: int
    measures: Mapping[str, FloatArray]
    weight: FloatArray | None
    models: tuple[Ranked, ...]
    perfect: Ranked
    random: Ranked
    scored: ScoredList | None
    answers: tuple[Answers, ...]
    answers_of_list: tuple[Answers, ...]
    types: Types | None
    rows: int | None
    sample: Labelled
    worth: Groups
    listed: Mapping[str, FloatArray]
    mixture: Mapping[str, float] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()
    worths: Mapping[str, ByFifth] = field(default_factory=dict)
    whole: WholeOrder | None = None

    @property
    def group_column(self) -> str:
        """The column of what is resampled whole."""
        columns = self.plan.columns
        return columns.group or (columns.type if self.types is not None else "")

    def along_whole(self, name: str) -> WholeOrder | None:
        """Return the order of the whole list where it is this one, which the rest then keeps; else None."""
        return self.whole if self.whole is not None and name == self.whole.model else None

    def labels_behind(self, name: str) -> tuple[int, float, int]:
        """Return how many labels the curve of an order is drawn from, the entries among them, and how many a review gave."""
        whole = self.along_whole(name)
        if whole is None:
            return self.n_sample, self.entries_labelled, 0
        n = len(whole.sample.outcome)
        return n, float(whole.sample.outcome.sum()), n - len(whole.ids)

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
        """Entries in the list: every order of it holds as many."""
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
        worths |= {None for name, worth in values.entry.items() if worth and name not in self.plan.positive}
        worth = worths.pop()
        return None if worth is None or worths else float(worth)

    def model(self, name: str) -> Ranked:
        """Return the model of that name."""
        return next(model for model in self.models if model.name == name)

    def bought(self, model: Ranked, items: int | IntArray, *, charged: bool = False) -> Quantities:
        """Return what is paid for when the first ``items`` (whole numbers) are reviewed in this order.

        What is judged beside them is included. ``charged``: only what has a price, the rest is 0. Where some are passed over,
        whole judgements are paid for.
        """
        stops, path = np.atleast_1d(np.asarray(items, dtype=np.int64)), model.path
        names = [name for name in BILLED if not charged or name in self.prices.measures]
        sums: dict[str, Any] = {name: Ratio.of(path.billed(PAID_AS.get(name, name), stops)) for name in names}
        judged = np.floor(path.read("judged", stops) + 0.5).astype(np.int64)
        return Quantities(judged, **sums, model_cost=model.cost)

    def spend(self, model: Ranked, items: int) -> Decimal:
        """Return the printed total of reviewing the first ``items`` (items, where nothing has a price)."""
        return self.prices.printed_total(self.bought(model, items, charged=True))

    def cost(self, model: Ranked, items: int) -> Decimal:
        """Return the same as the plan counts it, whoever it is printed for."""
        return self.prices.planned.printed_total(self.bought(model, items, charged=True))

    def curve(self, model: Ranked, items: FloatArray) -> FloatArray:
        """Return T before any rounding in currency units at each number of items, same shape; 0 where none is."""
        total = self.prices.total(model.path.read("cost", items), model.cost) / MICRO
        return np.where(items > 0, total, 0.0)

    def totals(self, model: Ranked, items: FloatArray) -> FloatArray:
        """Return T as the plan rounds its lines, in currency units at each number of items, same shape; 0 where none is.

        Between two whole numbers of items their roundings are mixed in proportion.
        """
        scale = 10.0**self.prices.minor_digits if self.prices.stated else 1.0

        def rounding(stops: FloatArray) -> FloatArray:
            """How much more that total is than the curve at whole numbers of items > 0."""
            bought = self.bought(model, stops.ravel().astype(np.int64), charged=True)
            printed = self.prices.planned.printed_totals(bought).astype(np.float64)
            return np.asarray(printed.reshape(stops.shape) / scale - self.curve(model, stops))

        most = max(self.whole_items, 1)
        first = np.clip(np.floor(items), 1, most)
        part, more = np.clip(items - first, 0.0, 1.0), rounding(first)
        if part.any():
            more += (rounding(np.minimum(first + 1, most)) - more) * part
        return self.curve(model, items) + np.where(items > 0, more, 0.0)

    def net_values(self, model: Ranked, items: FloatArray) -> FloatArray:
        """Return value minus T at each number of items, same shape, in currency units."""
        return model.path.read("value", items) + self.left_value(model) - self.totals(model, items)

    def least_budgets(self, model: Ranked, items: IntArray, *, annotation_only: bool = False) -> IntArray:
        """Return the least budgets that pay for whole numbers of items, same shape, in minor units."""
        return self.prices.least_budgets(self.bought(model, items, charged=True), annotation_only=annotation_only)

    def stops(self, model: Ranked, most: int) -> IntArray:
        """Return the whole numbers of items from 0 to ``most`` at which a queue is searched for its best stop.

        All of them in short lists, in long ones those around the ends of tie groups.
        """
        return np.arange(most + 1) if most <= EVERY_ITEM else whole_stops(model.path.items, most).astype(np.int64)

    def affordable(self, model: Ranked, budget: Budget) -> int:
        """Return m(B): the greatest whole number of items that the budget pays for.

        Money is tested against the exact and against the printed total (every line rounded as it is printed, then
        added): both are at most the budget. Where items are passed over, so is what is expected to be paid.
        """
        (measure, limit), most = limit_of(self.prices, model.cost, budget), self.whole_items
        if budget.unit != "money" or "judged" in model.path.sums:
            most = min(affordable_items(model.path, limit, measure), most)
        if budget.unit != "money":
            return most

        def dearer(items: IntArray) -> BoolArray:
            return ~pays(self.prices, self.bought(model, items, charged=True), budget)

        return first_reached(0, most + 1, dearer) - 1  # more items never cost less

    @property
    def few_groups(self) -> bool:
        """Whether groups are so few, or so uneven, that their intervals may be too narrow."""
        return self.sample.group is not None and self.worth.count < FEW_GROUPS


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


def pays(prices: Prices, bought: Quantities, budget: Budget | None) -> BoolArray:
    """Return whether a budget pays for what is bought, exactly and as printed, shape (k,); one that counts no money always does."""
    if budget is None or budget.unit != "money":
        return np.ones(np.size(bought.items), dtype=bool)
    return prices.within(bought, budget.amount, annotation_only=budget.covers == "annotation")


def whole_stops(items: FloatArray, most: float) -> FloatArray:
    """Return the whole numbers of items, from 0 to ``most``, among which the best stop of a path is.

    Parameters
    ----------
    items
        Shape (groups + 1,): weighted items at the ends of the tie groups; what is whole but for the noise of floats is whole.
    most
        A whole number: the greatest stop.

    Notes
    -----
    Between the ends of two groups worth and price run straight: the best whole number lies beside an end, or is
    the first (but for the rounding of the printed total).

    Examples
    --------
    >>> whole_stops(np.array([0.0, 2.5, 6.0, 9.9]), 8).tolist()
    [0.0, 1.0, 2.0, 3.0, 6.0, 8.0]
    """
    noise = np.minimum(SLACK * np.maximum(1.0, items), NOISE)
    stops = merged(np.floor(items + noise), np.ceil(items - noise), np.array([0.0, 1.0, float(most)]))
    return np.asarray(stops[stops <= most])


def list_rates(scored_list: ScoredList, model: Ranked) -> FloatArray:
    """Return how likely each item of the list is an entry, shape (N,)."""
    order, rates = scored_list.rankings[model.name].order, np.empty(len(scored_list.weight))
    passed = np.concatenate([[0.0], np.cumsum(scored_list.weight[order])])
    gain = np.diff(model.path.read("positives", passed))
    rates[order] = np.clip(gain / np.maximum(scored_list.weight[order], 1e-300), 0.0, 1.0)
    return rates


def gather(
    plan: Plan,
    items: Items,
    outputs: Sequence[ModelOutput],
    *,
    counted: CountedList | None = None,
    whole: WholeOrder | None = None,
) -> Evidence:
    """Turn labelled items and model outputs into paths; none is recommended yet, see :func:`led_by`.

    Where entries have a worth, models that cost are let into the mixture while the net value grows by more (METHODS M).

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
    whole
        The order of the whole list, where this is what is left of it: it keeps that order.
    """
    labelled, often = items.labelled, items.weight
    if plan.by_type:  # where every row is a type, its weight says how often it occurs, and it is judged once
        items = replace(items, weight=None)

    def of_labelled(array: FloatArray | IntArray | None) -> Any:
        return None if array is None else array[labelled]

    n, weight, group = int(labelled.sum()), of_labelled(items.weight), of_labelled(items.group)
    group = None if group is None else first_seen(group)
    n_list: float | None = plan.list_size if counted is None else counted.n_items
    # What the rows without a label stand for.
    listed = float((~labelled).sum() if items.weight is None else items.weight[~labelled].sum())
    n_list = listed if n_list is None else n_list
    kinds, measures = item_measures(plan, items)
    confirmed = measures["positives"]
    types = types_of(plan, items, often, confirmed)
    several = types is not None and not types.alone
    if types is not None:
        measures = types.counted(measures, kinds)
        group = types.kind if group is None and several else group
    share = None if plan.prevalence is None else float(plan.prevalence)
    sample = Labelled(np.zeros(n), confirmed, weight, group, drawn=of_labelled(items.stratum), share=share)
    balanced = weight if share is None else sample.weights
    # How many items all labelled ones stand for, and each of them.
    total, path_weight = float(n) if balanced is None else float(balanced.sum()), balanced
    if n_list:
        path_weight = (np.ones(n) if balanced is None else balanced) * (float(n_list) / total)
        total = float(n_list)
    # Weights that add up to 1999.9999999 are 2,000 items, 10^9 are 10^9.
    whole_items = round(total) if abs(total - round(total)) <= 1e-9 * max(total, 1.0) else int(total)
    ordered = sorted(outputs, key=lambda output: output.name)
    # Every model scores some of the list, and it is all there: one of another size than its rows is planned by its size.
    scored = all(bool(np.isfinite(output.score[~labelled]).any()) for output in ordered)
    scored = scored and abs(n_list - listed) < 1e-9 * max(listed, 1.0)
    by_score = bool(n_list) and not several and (counted is not None or scored)
    n_rows = None
    if items.weight is not None and counted is None and plan.list_size is None:
        stood_for = items.weight[~labelled if n_list else labelled]
        n_rows = None if bool((stood_for == 1).all()) else len(stood_for)

    def order(
        name: str, score: FloatArray, place: FloatArray, ranking: Ranking, output: ModelOutput | None = None
    ) -> Ranked:
        by_type = None
        if types is not None and several:
            by_type = types_along(ranking, types.kind, types.confirmed, measures, types.worth)
        path = _closed(make_path(ranking, path_weight, measures), total) if by_type is None else by_type.path
        cost, cut = (0, None) if output is None else (output.cost, output.cut)
        return Ranked(name, ranking, lambda: path, Decimal(repr(cost)), score, cut, place, by_type)

    amounts = (np.zeros(0), {}, counted.without) if counted else known_amounts(plan, items, ~labelled)
    base = scored_list(items, ordered, amounts, grouped=group is not None, counted=counted) if by_score else None
    entry, nowhere = measures["positives"], np.zeros(n)
    # Behind the first item of each type its others are passed over.
    best = entry if types is None or not several else entry + (np.bincount(types.kind, entry)[types.kind] > 0)
    random = order(RANDOM, nowhere, nowhere, Ranking(np.arange(n), np.array([n])))

    def evidence_of(outputs: Sequence[ModelOutput], place: Mapping[str, FloatArray]) -> Evidence:
        """Return what is said of some orders; ``place``: of labelled items, where scores do not say it."""
        scored, dearest = base, random.path.total("cost")
        if scored is not None:
            for output in (model for model in outputs if model.name in place):
                scored = scored.also(output, labelled, place[output.name])
            place = scored.place
            cost = scored.path(outputs[0].name).total("cost")
            dearest = max(dearest, cost + float(plan.prices.extra_per_entry * MICRO) * scored.size)
        check_total(plan.prices, dearest, max(Decimal(repr(output.cost)) for output in outputs), total)
        models = []
        for output in outputs:
            score = output.score[labelled]
            stand = place[output.name] if output.name in place else places(score, score, balanced)
            models.append(order(output.name, score, stand, rank(score, kinds), output))
        return Evidence(
            plan=plan,
            n_sample=n,
            n_groups=None if group is None else int(group.max()) + 1,
            basis="list" if n_list else "sample",
            list_items=total,
            whole_items=whole_items,
            measures=measures,
            weight=balanced,
            models=tuple(models),
            perfect=order(PERFECT, entry, entry, rank(best, kinds)),
            random=random,
            scored=scored,
            answers=tuple(answer.take(labelled) for answer in items.answers),
            answers_of_list=tuple(answer.take(~labelled) for answer in items.answers),
            types=types,
            rows=n_rows,
            sample=sample,
            worth=Groups(0.0, 1.0, 1.0, 1.0, 1.0),
            listed={output.name: output.score[~labelled] for output in ordered if base is None},
            whole=whole,
        )

    if whole is not None and plan.mixture and whole.recipe:
        output, place = as_before(items, ordered, whole, counted=counted)
        evidence = evidence_of(sorted([*ordered, output], key=lambda output: output.name), {output.name: place})
        return replace(evidence, mixture=whole.recipe, left_out=whole.left_out)
    if not plan.mixture or len(ordered) < 2:
        return evidence_of(ordered, {})
    mixing = partial(mixed_order, items, sample=sample, seed=plan.seed, scored=base)

    def net(members: Sequence[ModelOutput]) -> float:
        """Return the mean net value of a mixture at its best stop, or at the one that reaches the target."""
        name = f"{MIXTURE} of {', '.join(member.name for member in members)}"
        output, place, _ = mixing(members, name=name)
        evidence = led_by(evidence_of([output], {name: place}), name)
        lead, target = evidence.models[0], plan.target
        most = whole_items if plan.budget is None else evidence.affordable(lead, plan.budget)
        stops = evidence.stops(lead, most)
        if target is not None:
            times = lead.path.total("positives") if target.unit == "share" else 1.0
            reach = items_for_target(lead.path, float(target.amount) * times)
            stops = np.array([whole_items if reach is None else reach.items])
        return float(evidence.net_values(lead, stops.astype(np.float64)).max())

    paid = sorted((output for output in ordered if output.cost), key=lambda output: (output.cost, output.name))
    members = ordered
    if plan.values is not None and paid:  # the cheapest first, of equal ones the first by name
        members = [output for output in ordered if not output.cost] or paid[:1]
        reached = net(members)
        for output in paid:
            more = sorted([*members, output], key=lambda output: output.name)
            if output not in members and (with_it := net(more)) > reached:
                members, reached = more, with_it
    left_out = tuple(model.name for model in ordered if model not in members)
    if len(members) == 1:
        return replace(evidence_of(ordered, {}), left_out=left_out)
    output, place, mixture = mixing(members)
    ordered = sorted([*ordered, output], key=lambda output: output.name)
    return replace(evidence_of(ordered, {output.name: place}), mixture=mixture, left_out=left_out)


def item_measures(plan: Plan, items: Items) -> tuple[FloatArray, Mapping[str, FloatArray]]:
    """Return the cost that is known beforehand (it orders ties) and all amounts per labelled item."""
    values, classes, positive = plan.values, items.classes, plan.positive
    # What an item of each class adds.
    amounts: dict[str, Sequence[float | Decimal]] = {"positives": [name in positive for name in classes]}
    amounts |= {"value": [0.0] * max(len(classes), 1), "left": [0.0] * max(len(classes), 1)}
    if values is not None and classes:
        left = [values.left_out.get(name, 0) for name in classes]
        amounts |= {"left": left, "value": [values.reviewed(name, positive) for name in classes]}
        if items.answers:
            # Called positive, and reviewed by nobody, another item is a false entry (METHODS A).
            unseen = [
                values.entry[name] if name in positive else values.wrong_worth(name, positive) for name in classes
            ]
            amounts["standing"] = unseen
    label = items.label[items.labelled]
    measures = {name: np.array([float(number) for number in amount])[label] for name, amount in amounts.items()}
    for name in amounts.keys() & {"value", "standing"}:
        measures[name] = measures[name] - measures["left"]
    kinds, sizes, _ = known_amounts(plan, items, items.labelled)
    extra = float(plan.prices.extra_per_entry * MICRO)
    cost = kinds + extra * measures["positives"] if extra else kinds
    return kinds, MappingProxyType({**measures, "cost": cost, **sizes})


def led_by(evidence: Evidence, name: str) -> Evidence:
    """Return evidence with the draws of one order, which is to be recommended.

    All that is said of it is read from them, and the other orders promise as many entries in all: however many the list
    holds, it holds for every order of it.

    References
    ----------
    METHODS F8, F9.
    """
    lead, plan, scored = evidence.model(name), evidence.plan, evidence.scored
    sample = replace(evidence.sample, place=lead.place)
    worth = groups(sample)
    if scored is not None:
        (place, held), group, crowd = scored.standing(name), scored.group, 1.0
        learnt, rate, whole = sample, None, evidence.along_whole(name)
        if whole is not None:
            learnt, rate = whole.sample, whole.rate
            place = put_back(place, whole.gone[name], whole.n_items)
        if group is not None and bool((held == 1).all()) and is_whole(scored.weight):
            order = scored.rankings[name].order
            group = np.repeat(group[order], scored.weight[order].astype(np.int64))
        elif group is not None:  # in cells, or weighted
            crowd, group = squares(group, scored.weight) / scored.size, None
        drawn = of_list(learnt, place, held, plan.draws, plan.seed, group=group, crowd=crowd, rate=rate)
    elif lead.by_type is not None and evidence.types is not None:
        order = lead.ranking.order
        paid = {name: evidence.measures[name][order] for name in PAID if name in evidence.measures}
        paid["judged"] = np.ones(len(order))
        kinds, ends = evidence.types.kind[order], lead.ranking.ends
        drawn = of_types(sample.take(order), kinds, plan.draws, plan.seed, paid, ends)
    else:
        drawn = by_size(sample, evidence.list_items, plan.draws, plan.seed)
    evidence = replace(evidence, worth=worth, worths=_worths_along(evidence, sample, worth))
    return _with_paths(evidence, {name: drawn}, name, float(drawn.mean[-1]))


def _worths_along(evidence: Evidence, sample: Labelled, worth: Groups) -> Mapping[str, ByFifth]:
    """Return what items along an order are worth, whose places the labelled ones have."""
    amounts = {name: evidence.measures[name] for name in WORTHS if name in evidence.measures}
    plan = evidence.plan
    return worths_of(sample, amounts, worth.n_effective, evidence.list_items, plan.draws, plan.seed)


def alike(before: Evidence, led: Evidence) -> Evidence:
    """Return evidence in which no order is the recommended one: each is read as those beside it are.

    ``before``: before one was chosen; ``led``: after, see :func:`led_by`.
    """
    first = next(model for model in led.models if model.drawn is not None)
    plain = replace(led, models=before.models, perfect=before.perfect, random=before.random)
    return _with_paths(plain, {}, first.name, first.path.total("positives"))


def drawn_along(evidence: Evidence, drawn: Mapping[str, Draws], worths: Mapping[str, ByFifth]) -> Evidence:
    """Return evidence of whose orders all has been drawn elsewhere: of a part of a list, with the whole of it."""
    return _with_paths(replace(evidence, worths=worths), drawn, evidence.models[0].name)


def _with_paths(evidence: Evidence, drawn: Mapping[str, Draws], lead: str, total: float = 0.0) -> Evidence:
    """Return evidence with what each order spends and finds; perfect and random orders hold what the leading one does.

    ``total``: entries that orders hold which are not drawn.
    """

    def walked(model: Ranked, path: Callable[[], Path], drawn: Draws | None = None) -> Ranked:
        return replace(model, walk=lambda: _with_checks(evidence, path()), drawn=drawn)

    def expected(model: Ranked, drawn: Draws | None) -> Path:
        finds = _found_beside(evidence, model, total) if drawn is None else drawn.expected
        return _path(evidence, model, finds, drawn)

    draws = [(model, drawn.get(model.name)) for model in evidence.models]
    models = [walked(model, partial(expected, model, of_model), of_model) for model, of_model in draws]
    first = next(model for model in models if model.name == lead)
    path, items, extra = first.path.alone, evidence.list_items, evidence.extra_micros
    finds = path.total("positives")
    whole = {name: path.total(name) for name in path.sums}
    middle = {name: amount * (finds / items) for name, amount in whole.items()}
    for name, worths in evidence.worths.items():
        middle[name] = float(worths.mean.entry[0] @ np.diff(path.read("positives", worths.edges)))
    middle |= {"positives": finds, "cost": (whole["cost"] - extra * finds) * (finds / items) + extra * finds}
    line = bent = Path(np.array([0.0, items]), {name: np.array([0.0, amount]) for name, amount in whole.items()})
    if 0 < finds < items:
        ends = {name: np.array([0.0, middle[name], amount]) for name, amount in whole.items()}
        bent = Path(np.array([0.0, finds, items]), ends)
    if evidence.scored is None:  # of labelled items it is known what those cost that come first
        seen = evidence.perfect.path
        knots = np.union1d(seen.items, bent.items)
        sums = {name: (seen if name in PAID else bent).read(name, knots) for name in whole}
        sums["cost"] = seen.read("cost", knots) + extra * (sums["positives"] - seen.read("positives", knots))
        bent = Path(knots, sums)
    if first.by_type is not None:  # a random order meets types, and they are no line
        line = _path(evidence, evidence.random, _found_beside(evidence, evidence.random, finds))
    perfect, random = walked(evidence.perfect, lambda: bent), walked(evidence.random, lambda: line)
    return replace(evidence, models=tuple(models), perfect=perfect, random=random)


def _with_checks(evidence: Evidence, path: Path) -> Path:
    """Return a path with what the plan has judged beside it."""
    whole = {name: path.total(name) for name in PAID if name in path.sums or name == "judged"}
    whole["confirmed"] = path.total("confirmed")
    return replace(path, checks=checks_of(evidence.plan, evidence.n_sample, evidence.list_items, whole))


def checks_of(plan: Plan, n_labelled: int, items: float, whole: Mapping[str, float]) -> Checks | None:
    """Return what a plan has judged beside the order of a list, see :class:`Checks`; None: nothing."""
    work = plan.work
    if not (work.tail_sample or work.control):
        return None
    return Checks(work.tail_sample, min(work.control, n_labelled), items, whole)


def _found_beside(evidence: Evidence, model: Ranked, total: float) -> Callable[[FloatArray], FloatArray]:
    """Return the entries to expect along an order that is not recommended, as many in all as there are.

    By its own curve; where the list has no scores, the labelled entries along it, scaled.
    """
    if evidence.scored is None:
        path, labelled = model.path, model.path.total("positives")
        times = total / labelled if labelled else 0.0
        return lambda items: np.minimum(path.read("positives", items) * times, items)
    return _on_its_curve(evidence, model, total, *evidence.scored.standing(model.name))


def _on_its_curve(
    evidence: Evidence, model: Ranked, total: float, place: FloatArray, held: FloatArray
) -> Callable[[FloatArray], FloatArray]:
    """Return the entries to expect along an order by its curve: where its items stand, and how many do there."""
    rate = Fit.of(replace(evidence.sample, place=model.place)).mean.rate(place)[0]
    if 0 < total < float(held.sum()):  # all log odds are moved alike
        odds = np.log(rate) - np.log1p(-rate)
        rate = expit(odds + moved_alike(odds, held, total, MOST_MOVED))
    ends, finds = (np.concatenate([[0.0], np.cumsum(array)]) for array in (held, rate * held))
    return partial(Path(ends, {"positives": finds}).read, "positives")


def to_stop_on(evidence: Evidence, model: Ranked) -> Ranked:
    """Return an order as it is where its stop is looked for: by its curve, not where the labels happen to lie.

    Of an order of labelled items whose own entries are told afterwards, and would be told where most of them lie.
    """
    if evidence.scored is not None or model.drawn is not None or model.by_type is not None:
        return model
    if not evidence.worths:
        sample = replace(evidence.sample, place=model.place)
        evidence = replace(evidence, worths=_worths_along(evidence, sample, groups(sample)))
    order, held = model.ranking.order, evidence.sample.weights
    held = held[order] * (evidence.list_items / float(held.sum()))
    found_at = _on_its_curve(evidence, model, model.path.total("positives"), model.place[order], held)
    return replace(model, walk=lambda: _with_checks(evidence, _path(evidence, model, found_at)))


def _path(
    evidence: Evidence, model: Ranked, found_at: Callable[[FloatArray], FloatArray], drawn: Draws | None = None
) -> Path:
    """Return what an order spends and is expected to find.

    ``found_at``: entries among the first items of it; ``drawn``: of the recommended one, what is paid in every draw.
    """
    scored, path = (evidence.scored, model.path if evidence.scored is None else evidence.scored.path(model.name))
    items, finds = path.items, found_at(path.items)
    sums = {name: values for name, values in path.sums.items() if name not in {"value", "left"}}
    sums["positives"] = finds
    if drawn is not None:
        sums |= {name: np.interp(items, drawn.ends, rows.mean(axis=0)) for name, rows in drawn.paid.items()}
    if evidence.extra_micros:
        # What the labelled entries cost more is in the sample's costs already.
        more = finds if scored is not None else finds - path.sums["positives"]
        sums["cost"] = path.sums["cost"] + evidence.extra_micros * more
    for name, worths in evidence.worths.items():
        sums[name] = worths.mean.along(finds[None, :], found_at(worths.edges)[None, :], items)[0]
    return _closed(Path(items, sums), evidence.list_items)


def _closed(path: Path, total: float) -> Path:
    """Let a scaled path end at exactly the number of items: N times n/n is N, not N - 1e-12."""
    return path if path.items[-1] == total else Path(frozen(np.append(path.items[:-1], total)), path.sums)
