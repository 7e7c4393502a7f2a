"""What resampling the labelled items does to every number: the same resamples for every model (METHODS F8)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import Budget
from budgetplan.domain.prices import MICRO
from budgetplan.evidence.paths import Evidence, Ranked
from budgetplan.metrics.likeness.isotonic import falling_sums
from budgetplan.metrics.ranking.budget import affordable_items
from budgetplan.metrics.resampling.blocks import Blocks
from budgetplan.metrics.resampling.paired import Readings, Resamples, kept_blocks, kept_draws, resample
from budgetplan.metrics.resampling.paths import WeightArray
from budgetplan.metrics.resampling.widening import widening

EVERY = slice(None)
"""All shares."""
STEPS = 200
"""Stops are compared at every 1/200 of the list, then item by item around the best (shorter lists: every item)."""


@dataclass(frozen=True)
class ReviewResamples:
    """Readings of several models in the same resamples, at the same shares of the list.

    Attributes
    ----------
    shares
        Shape (S,), increasing from 0 to 1.
    budgets
        Shape (Q,): budgets in the user's unit at which ``at_limits`` is read.
    drawn
        The resamples themselves, where they are few enough to be kept.
    blocks
        The same for very many items.
    along, smooth
        Intervals of entries found along each order, and smoothed net values, once they were asked for.
    """

    evidence: Evidence
    shares: FloatArray
    budgets: tuple[Budget, ...]
    readings: dict[str, Readings]
    drawn: tuple[WeightArray, ...] | None = None
    blocks: Blocks | None = None
    along: dict[str, tuple[FloatArray, FloatArray]] = field(default_factory=dict, repr=False)
    smooth: dict[str, FloatArray] = field(default_factory=dict, repr=False)

    @property
    def items(self) -> FloatArray:
        """The shares as items of the list, shape (S,)."""
        return self.shares * self.evidence.list_items

    def place(self, items: float) -> int:
        """Return the place of the share that is nearest to so many items."""
        return int(np.argmin(np.abs(self.items - items)))

    def within(self, items: float) -> int:
        """Return how many of the shares review no more than so many items."""
        return int(np.searchsorted(self.items, items * (1 + 1e-9), side="right"))

    @property
    def widening(self) -> float:
        """What intervals of these readings widen by, where whole groups are resampled."""
        return widening(self.evidence.n_groups)

    def positives(self, model: Ranked) -> FloatArray:
        """Return entries found, shape (resamples, shares)."""
        return self.readings[model.name].at_shares["positives"]

    def totals(self, model: Ranked, places: slice = EVERY) -> FloatArray:
        """Return T in currency units at these shares, shape (resamples, places); 0 where nothing is reviewed.

        With the rounding of the printed total at each share, so that worth less spend is the net value.
        """
        cost = self.readings[model.name].at_shares["cost"][:, places]
        total = self.evidence.prices.total(cost, model.cost) / MICRO
        rounding = self.evidence.rounding(model, self.items[places])
        return np.where(self.shares[places] > 0, total + rounding, 0.0)

    def value(self, model: Ranked, places: slice = EVERY) -> FloatArray:
        """Return what is found and left out is worth, before any cost, shape (resamples, places)."""
        reading = self.readings[model.name]
        worth = self.evidence.common_worth
        if worth is not None:
            return worth * reading.at_shares["positives"][:, places]
        return reading.at_shares["value"][:, places] + reading.totals["left"][:, None]

    def net(self, model: Ranked, places: slice = EVERY) -> FloatArray:
        """Return net value in currency units, shape (resamples, places)."""
        return self.value(model, places) - self.totals(model, places)

    def totals_at(self, model: Ranked, place: int) -> FloatArray:
        """Return :meth:`totals` at one share, shape (resamples,)."""
        return self.totals(model, slice(place, place + 1))[:, 0]

    def net_at(self, model: Ranked, place: int) -> FloatArray:
        """Return :meth:`net` at one share, shape (resamples,)."""
        return self.net(model, slice(place, place + 1))[:, 0]

    def smooth_net(self, model: Ranked) -> FloatArray:
        """Return net value where the yield of the order never rises, shape (resamples, shares).

        Stops are chosen by it, as it follows noise less; what a stop brings is read from :meth:`net`.

        References
        ----------
        METHODS F8.
        """
        if model.name not in self.smooth:
            self.smooth[model.name] = falling_sums(self.value(model), self.shares) - self.totals(model)
        return self.smooth[model.name]

    def found_within(self, model: Ranked) -> FloatArray:
        """Return entries found within each budget, shape (resamples, budgets)."""
        return self.readings[model.name].at_limits["positives"]


def grid(evidence: Evidence) -> FloatArray:
    """Return the shares of the list at which stops are compared, from 0 to 1, with the ends of the parts among them."""
    n = evidence.whole_items
    parts = np.arange(evidence.plan.parts + 1) / evidence.plan.parts
    fine = np.arange(n + 1) / evidence.list_items if n <= STEPS else np.arange(STEPS + 1) / STEPS
    return np.unique(np.round(np.concatenate([fine, parts]), 12))


def draw(
    evidence: Evidence,
    models: Sequence[Ranked],
    shares: FloatArray,
    budgets: Sequence[Budget] = (),
    *,
    again: ReviewResamples | None = None,
    progress: Callable[[int], None] | None = None,
) -> ReviewResamples:
    """Resample the labelled items and read every model's path at the shares and budgets.

    ``again``: an earlier reading, whose resamples are read once more.
    """
    if evidence.own is not None:
        own = {model.name: read_list(evidence, model, shares, budgets) for model in models}
        return ReviewResamples(evidence, shares, tuple(budgets), own)
    grouped = evidence.basis == "sample" and evidence.group is not None
    how = replace(
        how_drawn(evidence),
        list_size=evidence.whole_items if evidence.basis == "list" else None,
        # Resampled groups differ in size; what is said is said of a list of so many items.
        scale_to=evidence.list_items if grouped else None,
    )
    if any(model.queue is not None for model in models):
        read = read_types(evidence, models, shares, how, budgets, progress=progress)
        return ReviewResamples(evidence, shares, tuple(budgets), read)
    kept = kept_draws(how) if again is None else again.drawn
    blocks = kept_blocks(how) if again is None else again.blocks
    read = _read(evidence, models, shares, how, budgets, drawn=kept, blocks=blocks, progress=progress)
    return ReviewResamples(evidence, shares, tuple(budgets), read, kept, blocks)


def of_sample(read: ReviewResamples) -> ReviewResamples:
    """Read the same models at the same shares where chance is that of the labelled items alone.

    A forecast for a list holds the list's own chance, too: that is not drawn here, as labels cannot teach it.

    References
    ----------
    METHODS L.
    """
    evidence, shares = read.evidence, read.shares
    if evidence.basis == "sample":
        return read
    models = [model for model in evidence.models if model.name in read.readings]
    if evidence.own is not None:
        own = replace(evidence.own, forecast=evidence.own.forecast.of_sample())
        learnt = replace(evidence, own=own)
        readings = {model.name: read_list(learnt, model, shares) for model in models}
        return ReviewResamples(evidence, shares, (), readings)
    how = replace(how_drawn(evidence), scale_to=evidence.list_items)
    return ReviewResamples(evidence, shares, (), _read(evidence, models, shares, how))


def how_drawn(evidence: Evidence) -> Resamples:
    """Return how the labelled items are resampled."""
    plan = evidence.plan
    return Resamples(
        evidence.n_sample,
        plan.resamples,
        plan.seed,
        evidence.group,
        evidence.weight,
        balance=evidence.balance,
        stratum=evidence.stratum,
    )


def _read(
    evidence: Evidence,
    models: Sequence[Ranked],
    shares: FloatArray,
    how: Resamples,
    budgets: Sequence[Budget] = (),
    *,
    drawn: tuple[WeightArray, ...] | None = None,
    blocks: Blocks | None = None,
    progress: Callable[[int], None] | None = None,
) -> dict[str, Readings]:
    """Read the paths of models in resamples of the labelled items."""
    wanted, limits, measure = _wanted(evidence, models, budgets)
    readings = resample(
        [model.ranking for model in models],
        {name: evidence.measures[name] for name in wanted},
        how,
        shares=shares,
        limits=limits,
        limit_measure=measure,
        drawn=drawn,
        blocks=blocks,
        progress=progress,
    )
    return {model.name: one for model, one in zip(models, readings, strict=True)}


def _wanted(
    evidence: Evidence, models: Sequence[Ranked], budgets: Sequence[Budget]
) -> tuple[list[str], FloatArray | None, str]:
    """Return the measures to read, and what each model may use up within each budget, of which measure."""
    wanted = ["cost", "positives"]
    if evidence.plan.values is not None and evidence.common_worth is None:
        wanted += ["value", "left"]
    measure = "cost"
    limits = np.zeros((len(models), len(budgets)))
    for row, model in enumerate(models):
        for column, budget in enumerate(budgets):
            measure, limits[row, column] = evidence.limit(model, budget)
    if measure == "seconds":
        wanted.append("seconds")
    return wanted, limits if len(budgets) else None, measure


def read_types(
    evidence: Evidence,
    models: Sequence[Ranked],
    shares: FloatArray,
    how: Resamples,
    budgets: Sequence[Budget] = (),
    *,
    progress: Callable[[int], None] | None = None,
) -> dict[str, Readings]:
    """Read the types that each model finds in resamples of whole types, or of the groups that they lie in.

    Every model's order is laid out by itself; the units are drawn from one seed, the same for all.

    References
    ----------
    METHODS R6, F8.
    """
    wanted, limits, measure = _wanted(evidence, models, budgets)
    found = {}
    for place, model in enumerate(models):
        queue = model.queue
        assert queue is not None
        rows = replace(how, n_items=len(queue.unit), group=queue.unit, weight=queue.weight)
        (found[model.name],) = resample(
            [queue.rows],
            {name: queue.amounts[name] for name in wanted},
            rows,
            shares=shares,
            limits=None if limits is None else limits[place : place + 1],
            limit_measure=measure,
            progress=progress,
        )
    return found


def read_list(
    evidence: Evidence, model: Ranked, shares: FloatArray, budgets: Sequence[Budget] = ()
) -> Readings:
    """Return what a model's own order of the list brings in each resample, at shares of it and within budgets.

    The order and the prices known beforehand are the list's and the same in every resample; the entries are
    not, and with them what depends on the label: the worth, and the price where an entry costs more.
    """
    assert evidence.own is not None
    queue = evidence.own.forecast.queues[model.name]
    n_resamples = len(queue.deviations)

    def amounts(items: FloatArray, found: FloatArray) -> dict[str, FloatArray]:
        assert evidence.own is not None
        forecast = evidence.own.forecast
        # Known beforehand, it is the same in every resample, and there may be hundreds of models.
        spent, extra = np.broadcast_to(known_cost(evidence, model, items), found.shape), evidence.extra_micros
        return {
            "positives": found,
            "cost": spent + extra * found if extra else spent,
            "value": forecast.amount("value", found, items),
            "seconds": np.broadcast_to(model.path.read("seconds", items), found.shape),
        }

    whole = np.array([evidence.list_items])
    in_all = queue.read(whole)
    limits = np.zeros((n_resamples, len(budgets)))
    for column, budget in enumerate(budgets):
        limits[:, column] = _affordable_each(evidence, model, budget, n_resamples)
    everything = amounts(whole, in_all) | {"left": evidence.own.forecast.amount("left", in_all, whole)}
    return Readings(
        n_items=np.full(n_resamples, evidence.list_items),
        totals={name: each[:, 0] for name, each in everything.items()},
        at_shares=amounts(shares * evidence.list_items, queue.read(shares * evidence.list_items)),
        at_limits_items=limits,
        at_limits=amounts(limits, queue.read_each(limits)),
    )


def known_cost(evidence: Evidence, model: Ranked, items: FloatArray) -> FloatArray:
    """Return what the first ``items`` cost as far as it is known beforehand, in millionths, same shape."""
    cost = model.path.read("cost", items)
    extra = evidence.extra_micros
    return np.asarray(cost - extra * model.path.read("positives", items)) if extra else cost


def _affordable_each(evidence: Evidence, model: Ranked, budget: Budget, n_resamples: int) -> FloatArray:
    """Return how many items a budget buys in each resample, shape (R,): bisection where entries cost more."""
    measure, limit = evidence.limit(model, budget)
    if measure != "cost" or not evidence.extra_micros:
        bought = affordable_items(model.path, limit, measure)
        return np.full(n_resamples, float(min(bought, evidence.whole_items)))
    assert evidence.own is not None
    queue = evidence.own.forecast.queues[model.name]
    low, high = np.zeros(n_resamples), np.full(n_resamples, float(evidence.whole_items))
    while (high - low > 0).any():
        middle = np.ceil((low + high) / 2)
        found = queue.read_each(middle[:, None])[:, 0]
        fits = known_cost(evidence, model, middle) + evidence.extra_micros * found <= limit * (1 + 1e-9)
        low, high = np.where(fits, middle, low), np.where(fits, high, middle - 1)
    return low


def per_entry(spend: float, found: Estimate) -> Estimate | None:
    """Return cost per entry; None where none is expected. The dear end is infinite if none may be found."""
    if found.value <= 0:
        return None
    if found.low is None or found.high is None:
        return Estimate(spend / found.value)
    high = spend / found.low if found.low > 0 else np.inf
    return Estimate(spend / found.value, spend / found.high if found.high > 0 else np.inf, float(high))
