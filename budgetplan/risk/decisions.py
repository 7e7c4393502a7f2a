"""Which model is recommended, and which stop, where inputs are others than planned (METHODS C).

The rules are those of the plan itself, on the same resamples. Stops are read at every 1/200 of the list, and amounts
before they are rounded for print.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property

import numpy as np
import numpy.typing as npt

from budgetplan.arrays import FloatArray
from budgetplan.domain.plan import Budget
from budgetplan.domain.prices import MICRO, Prices
from budgetplan.domain.risk.ranges import PRICES, SHARES, TIMES
from budgetplan.evidence.paths import Ranked
from budgetplan.evidence.rates import room
from budgetplan.metrics.ranking.stopping import best_stop
from budgetplan.metrics.resampling.widening import widened
from budgetplan.metrics.risk.reserves import read_at
from budgetplan.planning.filter import contest
from budgetplan.planning.filter.analysis import Analysis
from budgetplan.planning.filter.targets import reach
from budgetplan.risk.inputs import dearer_by, paid_seconds
from budgetplan.risk.readings import Reading, found_within, reading_of

MOVED = 0.1
"""A stop is another one where it has a tenth more items, or a tenth fewer."""


@dataclass(frozen=True)
class Advised:
    """A model, and how many items of its order; 0: not to start."""

    model: str
    items: float


@dataclass(frozen=True, eq=False)
class _Worth:
    """What a model's finds are worth, as planned, at every share: smoothed and raw, means over the resamples.

    ``each``: raw, in every resample; ``path``: on all labels.
    """

    smooth: FloatArray
    raw: FloatArray
    each: FloatArray
    path: FloatArray


@dataclass(frozen=True, eq=False)
class _Order:
    """A model's order as it was read, and means over the resamples, which most of a decision is made of.

    ``flat`` and ``per_unit``: how much more an item costs than as it was read, and each unit of its size, in
    millionths; ``prices``: those at which it does.
    """

    reading: Reading
    cost: FloatArray
    units: FloatArray
    prices: Prices
    flat: float = 0.0
    per_unit: float = 0.0

    @classmethod
    def of(cls, reading: Reading) -> _Order:
        """Return an order as planned."""
        return cls(reading, reading.cost.mean(axis=0), reading.units.mean(axis=0), reading.prices)

    def at(self, prices: Prices) -> _Order:
        """Return the same at other prices."""
        inputs = {key: np.array(float(getattr(prices, key))) for key in (*TIMES, *SHARES, *PRICES)}
        flat, per_unit = dearer_by(self.reading.prices, inputs)
        return replace(self, prices=prices, flat=float(flat), per_unit=float(per_unit))

    @cached_property
    def mean(self) -> FloatArray:
        """T in currency units at every share, on average."""
        items = self.reading.items
        return self._totals(self.cost + self.flat * items + self.per_unit * self.units, items > 0)

    def at_place(self, place: int) -> FloatArray:
        """Return T in currency units at one share, in every resample."""
        items = self.reading.items[place]
        cost = self.reading.cost[:, place] + self.flat * items
        if self.per_unit:
            cost = cost + self.per_unit * self.reading.units[:, place]
        return self._totals(cost, items > 0)

    def _totals(self, cost: FloatArray, begun: npt.ArrayLike) -> FloatArray:
        return np.where(begun, self.prices.total(cost, self.reading.model.cost) / MICRO, 0.0)

    @property
    def read(self) -> Reading:
        """The order as it would be read at these prices."""
        cost = self.reading.cost
        if self.flat or self.per_unit:
            cost = cost + self.flat * self.reading.items + self.per_unit * self.reading.units
        return replace(self.reading, prices=self.prices, cost=cost)

    def allowed(self, budget: Budget) -> int:
        """Return how many of the shares a budget pays for, not starting among them."""
        items, prices = self.reading.items, self.prices
        used, limit = self.mean, float(budget.amount)
        if budget.unit == "items":
            used = items
        elif budget.unit == "hours":
            used, limit = paid_seconds(prices, {}, items, self.units), limit * 3600
        elif budget.covers == "annotation":
            used = (self.cost + self.flat * items + self.per_unit * self.units) / MICRO
        return max(int(np.searchsorted(used, limit * (1 + 1e-9), side="right")), 1)


class Decider:
    """Decides again, at other inputs.

    Parameters
    ----------
    analysis
        The plan as it was decided, with its resamples; something is recommended.
    """

    def __init__(self, analysis: Analysis) -> None:
        assert analysis.resamples is not None
        assert analysis.decision.chosen is not None
        self.analysis, self.evidence, self.drawn = analysis, analysis.evidence, analysis.resamples
        prices, models = self.evidence.prices, self.evidence.models
        self._orders = [_Order.of(reading_of(self.drawn, model, prices)) for model in models]
        self._worths = [self._worth(model) for model in models] if self._by_worth else []
        self.planned = self.choice(prices)

    @property
    def _by_worth(self) -> bool:
        return self.analysis.decision.goal == "net_value"

    @property
    def agrees(self) -> bool:
        """Whether it decides as the plan does where all is as planned."""
        chosen = self.analysis.decision.chosen
        assert chosen is not None
        own = Advised(chosen.model, float(chosen.items) if self._by_worth else self.planned.items)
        return self._like(self.planned, own)

    def same(self, prices: Prices, times_worth: float = 1.0) -> bool:
        """Return whether the decision is that of the plan, at other prices or at so many times the worth."""
        return self._like(self.choice(prices, times_worth), self.planned)

    def _like(self, one: Advised, other: Advised) -> bool:
        if one.model != other.model or (one.items == 0) != (other.items == 0):
            return False
        most = max(MOVED * other.items, 1.5 * float(np.diff(self.drawn.items).max()))
        return abs(one.items - other.items) <= most

    def choice(self, prices: Prices, times_worth: float = 1.0) -> Advised:
        """Return what would be recommended at other prices, or at so many times the worth of an entry.

        Where a budget or a target ends the review, its stop moves with every price, and only the model is a choice.
        """
        orders = [one.at(prices) for one in self._orders]
        if self._by_worth:
            return self._by_net_value(orders, times_worth)
        by_target = self.analysis.decision.goal == "target"
        entrants = [self._for_target(one) if by_target else self._for_budget(one) for one in orders]
        return Advised(contest.settle(entrants).best.name, float(self.evidence.whole_items))

    def _worth(self, model: Ranked) -> _Worth:
        value = self.drawn.value(model)
        smooth = (self.drawn.smooth_net(model) + self.drawn.totals(model)).mean(axis=0)
        path = model.path.read("value", self.drawn.items) + self.evidence.left_value(model)
        return _Worth(smooth, value.mean(axis=0), value, path)

    def _by_net_value(self, orders: list[_Order], times: float) -> Advised:
        """Choose model and stop, as :func:`budgetplan.planning.filter.contest.by_net_value` does."""
        budget = self.evidence.plan.budget
        nets = [times * worth.smooth - one.mean for one, worth in zip(orders, self._worths, strict=True)]
        reference = budget or _reference(orders, nets)
        entrants, stops = [], {}
        for order, worth, net in zip(orders, self._worths, nets, strict=True):
            ends = [order.allowed(five) for five in contest.around(reference)]
            five = [best_stop(net[:end]) for end in ends]
            stop = five[contest.HERE] if budget else best_stop(net)
            raw = times * worth.raw - order.mean
            here = widened(times * worth.each[:, stop] - order.at_place(stop), self.drawn.widening)
            items = round(float(order.reading.items[stop]))
            off = float(room(self.evidence, np.array(items))) * (self.evidence.common_worth or 0.0)
            entrants.append(
                contest.Entrant(
                    model=order.reading.model,
                    items=items,
                    objective=float(times * worth.path[stop] - order.mean[stop]),
                    replicates=here,
                    mean_objective=float(np.mean(raw[five])),
                    spend=Decimal(repr(float(order.mean[stop]))),
                    room=off * times,
                )
            )
            flattered = self.analysis.decision.optimism or 0.0
            pays = stop > 0 and float(raw[stop] - raw[0]) - flattered > 0
            stops[order.reading.model.name] = float(order.reading.items[stop]) if pays else 0.0
        best = contest.settle(entrants).best.name
        return Advised(best, stops[best])

    def _five(self, order: Reading) -> tuple[FloatArray, float]:
        """Return the entries found within the budget in question, and on average within the five around it."""
        found = [found_within(order, one) for one in contest.around(self.analysis.reference)]
        return found[contest.HERE], float(np.mean(found))

    def _for_budget(self, order: _Order) -> contest.Entrant:
        """Enter a model with what the budget finds."""
        here, mean = self._five(order.read)
        replicates = widened(here, self.drawn.widening)
        return contest.Entrant(order.reading.model, 0, float(here.mean()), replicates, mean)

    def _for_target(self, order: _Order) -> contest.Entrant:
        """Enter a model with minus what the target costs."""
        target, evidence, model = self.evidence.plan.target, self.evidence, order.reading.model
        assert target is not None
        read = order.read
        found = reach(evidence, model, target)
        items = evidence.whole_items if found is None else found.items
        at = np.full(len(read.found), items / evidence.list_items)
        cost = float(read.totals(read_at(read.cost, read.shares, at)).mean())
        shares = contest.target_shares(self.drawn, model, target, counted=False)
        each = read.totals(read_at(read.cost, read.shares, shares))
        here = widened(-each, self.drawn.widening)
        return contest.Entrant(model, items, -cost, here, self._five(read)[1], Decimal(repr(cost)))


def _reference(orders: list[_Order], nets: list[FloatArray]) -> Budget:
    """Return what the best plan costs, for want of a budget."""
    costs = [float(one.mean[best_stop(net)]) for one, net in zip(orders, nets, strict=True)]
    place = max(range(len(nets)), key=lambda each: (float(nets[each].max()), -costs[each]))
    whole = float(orders[place].mean[-1])
    return Budget(Decimal(repr(costs[place] if costs[place] > 0 else whole / 2)))
