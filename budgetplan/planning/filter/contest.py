"""Which model: compared at one budget, with the rule of METHODS F8 for who is recommended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.domain.decision import Estimate, Rule
from budgetplan.domain.plan import MIXTURE, Budget, Target
from budgetplan.evidence.noise import ReviewResamples
from budgetplan.evidence.paths import Evidence, Ranked
from budgetplan.evidence.rates import room
from budgetplan.intervals.comparison import close_ones, gaps, greatest, is_firm, leader, won
from budgetplan.intervals.flattery import Again, Flattery, flattery, greatest_again, unless_far_ahead
from budgetplan.metrics.ranking.budget import TARGET_SLACK
from budgetplan.metrics.ranking.stopping import best_stop
from budgetplan.metrics.resampling.widening import widened
from budgetplan.planning.filter import outlay
from budgetplan.planning.filter.targets import reach, wanted_entries

FACTORS = tuple(2 ** (step / 2) for step in range(-2, 3))
"""Five budgets in geometric steps from half to twice the budget (METHODS F8)."""
HERE = 2
"""Position of the budget itself among the five."""


@dataclass(frozen=True)
class Entrant:
    """One model in the contest at the budget in question.

    ``objective`` is entries, net value, or minus the cost of the target; ``replicates`` the same in every
    resample, shape (resamples,), widened where whole groups are resampled, or None. ``items`` is its own stop,
    ``spend`` what that costs in all, the model included; ``room`` how much the objective may be off where no
    resample moves it.
    """

    model: Ranked
    items: int
    objective: float
    replicates: FloatArray | None
    mean_objective: float
    spend: Decimal = Decimal(0)
    room: float = 0.0
    again: Again | None = None

    @property
    def name(self) -> str:
        """Name of the model."""
        return self.model.name

    @property
    def preference(self) -> tuple[Decimal, Decimal, int, str]:
        """What settles a tie, least first: all that is spent, the model's cost, items reviewed, the name."""
        return self.spend, self.model.cost, self.items, self.name


@dataclass(frozen=True)
class Contest:
    """Who is recommended, by which rule; differences are to the recommended model."""

    entrants: tuple[Entrant, ...]
    best: Entrant
    rule: Rule
    differences: dict[str, Estimate]
    won: dict[str, float | None]
    lead_firm: bool | None
    single: Entrant

    def firmly_worse(self, name: str) -> bool:
        """Whether a model's objective lies below the recommended one's beyond noise."""
        return self.differences[name].wholly_below(0.0)

    @property
    def _close(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Other models that are not firmly worse, see :func:`close_ones`; nothing is said without resampling."""
        if self.best.replicates is None:
            return (), ()
        names = [one.name for one in self.entrants]
        return close_ones(names, self.best.name, self.differences, self.won)

    @property
    def either_would_do(self) -> tuple[str, ...]:
        """Other models that may do as well, see :func:`budgetplan.intervals.comparison.may_do_as_well`."""
        return self._close[0]

    @property
    def cannot_prove_worse(self) -> tuple[str, ...]:
        """Models that are neither firmly worse nor among those that may do as well."""
        return self._close[1]

    @cached_property
    def again(self) -> IntArray | None:
        """Which entrant is chosen in every resample, shape (resamples,); None: no choice is made again."""
        return chosen_again(self.entrants) if _made_again(self.entrants) else None

    @cached_property
    def flattery(self) -> Flattery:
        """How much the recommendation flatters itself.

        The whole choice, model and stop, is made again in every resample, by the same rule: what that brings
        there is more than it brings on all labels, as the recommendation brings more there than in the list.

        References
        ----------
        METHODS F7.
        """
        return Flattery() if self.again is None else flattery(_made_again(self.entrants), self.again)

    @cached_property
    def flattery_single(self) -> Flattery:
        """How much a recommendation without the mixture would flatter itself."""
        alone = [one for one in self.entrants if one.name != MIXTURE]
        again = _made_again(alone)
        return flattery(again, chosen_again(alone)) if again else Flattery()


def _made_again(entrants: Sequence[Entrant]) -> list[Again]:
    """Return every entrant's choices in the resamples; none where one has none."""
    found = [one.again for one in entrants if one.again is not None]
    return found if len(found) == len(entrants) else []


def chosen_again(entrants: Sequence[Entrant]) -> IntArray:
    """Return which entrant is chosen in every resample, shape (resamples,), by the rule of :func:`settle`."""
    again = _made_again(entrants)
    # Of equal ones the cheaper, as in the choice itself.
    places = sorted(range(len(entrants)), key=lambda place: entrants[place].preference)
    alone = [place for place in places if entrants[place].name != MIXTURE]
    single = greatest_again(again, alone)
    if len(alone) == len(entrants):
        return single
    mixed = next(place for place in places if entrants[place].name == MIXTURE)
    values = np.column_stack([one.replicates for one in entrants if one.replicates is not None])
    score = np.column_stack([one.score for one in again])
    worse = score[np.arange(len(single)), single] - score[:, mixed]
    dear = entrants[mixed].model.cost > min(entrants[each].model.cost for each in alone)
    return unless_far_ahead(values, single, mixed, worse if dear else np.zeros(len(single)))


def settle(entrants: Sequence[Entrant]) -> Contest:
    """Recommend one of the entrants; the entrants stand in the order of their names.

    The best single model, see :func:`leader`, or the mixture of all where there is one and no single model is
    firmly better. Where the mixture costs more, it must bring more.

    References
    ----------
    METHODS F8, M.
    """
    preferred = sorted(entrants, key=lambda entrant: entrant.preference)
    alone = [entrant for entrant in preferred if entrant.name != MIXTURE]
    scale = max(float(entrant.spend) for entrant in entrants)
    place, rule = leader(alone, scale)
    single = best = alone[place]
    mixed = next((entrant for entrant in preferred if entrant.name == MIXTURE), single)
    differences = gaps(preferred, preferred.index(mixed))
    beaten = any(each.wholly_above(0.0) for each in differences.values())
    dear = mixed.model.cost > single.model.cost and mixed.mean_objective < single.mean_objective
    if mixed is not single and not beaten and not dear:
        best, rule = mixed, "mixture"
    elif mixed is not single:
        differences = gaps(preferred, preferred.index(single))
    ordered = sorted(entrants, key=lambda entrant: entrant.name)
    firm = is_firm(rule, best.name, differences)
    return Contest(tuple(ordered), best, rule, differences, won(ordered), firm, single)


def around(budget: Budget) -> tuple[Budget, ...]:
    """Return the five budgets around a budget, the budget itself exact."""
    return tuple(
        budget
        if step == HERE
        else Budget(Decimal(repr(float(budget.amount) * factor)), budget.unit, budget.covers)
        for step, factor in enumerate(FACTORS)
    )


def by_entries(
    evidence: Evidence, budget: Budget, noise: ReviewResamples | None, first: int = 0
) -> list[Entrant]:
    """Enter every model with the entries that it finds within the budget.

    ``noise.budgets[first:first + 5]`` are the five budgets around this one.
    """
    entrants = []
    for model in evidence.models:
        items = outlay.whole_items(evidence, model, budget, noise)
        objective, spend = float(model.path.read("positives", items)), evidence.spend(model, items)
        if noise is None:
            entrants.append(Entrant(model, items, objective, None, objective, spend))
            continue
        found = noise.found_within(model)[:, first : first + len(FACTORS)]
        here = (
            outlay.at_items(noise, noise.positives(model), items)
            if outlay.varies(evidence)
            else found[:, HERE]
        )
        here = widened(here, noise.widening)
        off = float(room(evidence, np.array(items)))
        stopped = outlay.at_items(noise, noise.positives(model), items)
        again = Again(found.mean(axis=1), stopped - objective, np.zeros(len(found)))
        entrants.append(Entrant(model, items, objective, here, float(found.mean()), spend, off, again))
    return entrants


def by_net_value(evidence: Evidence, budget: Budget | None, noise: ReviewResamples | None) -> list[Entrant]:
    """Enter every model with the net value of its own best stop within the budget.

    The stop is the share of the list with the greatest mean net value over the resamples (METHODS F8); the
    same stop is then read in every resample, so the maximum of noise plays no part.
    """
    if noise is None:
        return [_best_on_sample(evidence, model, budget) for model in evidence.models]
    means = {model.name: noise.smooth_net(model).mean(axis=0) for model in evidence.models}
    reference = budget or _reference(evidence, noise, means)
    entrants = []
    for model in evidence.models:
        smooth, mean = means[model.name], noise.net(model).mean(axis=0)
        ends = [_allowed(noise, model, five) for five in around(reference)]
        stops = [best_stop(smooth[:end]) for end in ends]
        stop = stops[HERE] if budget else best_stop(smooth)
        items = round(float(noise.items[stop]))
        point = float(evidence.net_values(model, np.array([float(items)]))[0])
        objective = float(np.mean([mean[place] for place in stops]))
        here = widened(noise.net_at(model, stop), noise.widening)
        off = float(room(evidence, np.array(items))) * (evidence.common_worth or 0.0)
        again = _stopped_again(noise, model, ends, ends[HERE] if budget else len(mean))
        spend = evidence.spend(model, items)
        entrants.append(Entrant(model, items, point, here, objective, spend, off, again))
    return entrants


def _stopped_again(noise: ReviewResamples, model: Ranked, ends: Sequence[int], end: int) -> Again:
    """Return the model stopped anew in every resample, among the first ``end`` shares; scored within five ends."""
    evidence, smooth = noise.evidence, noise.smooth_net(model)
    highest = np.maximum.accumulate(smooth, axis=1)
    stops = np.argmax(smooth[:, :end], axis=1)
    rows, items = np.arange(len(smooth)), noise.items
    return Again(
        highest[:, [five - 1 for five in ends]].mean(axis=1),
        noise.positives(model)[rows, stops] - model.path.read("positives", items)[stops],
        noise.net(model)[rows, stops] - evidence.net_values(model, items)[stops],
    )


def _best_on_sample(evidence: Evidence, model: Ranked, budget: Budget | None) -> Entrant:
    items = stop_on_sample(evidence, model, budget)
    net = float(evidence.net_values(model, np.array([float(items)]))[0])
    return Entrant(model, items, net, None, net, evidence.spend(model, items))


def stop_on_sample(evidence: Evidence, model: Ranked, budget: Budget | None) -> int:
    """Return m* of METHODS F7: the best number of items on the sample itself, within the budget."""
    most = evidence.whole_items if budget is None else evidence.affordable(model, budget)
    stops = evidence.stops(model, most)
    return int(stops[best_stop(evidence.net_values(model, stops.astype(np.float64)))])


def _reference(evidence: Evidence, noise: ReviewResamples, means: dict[str, FloatArray]) -> Budget:
    """Return what the best plan costs, for want of a budget: the five budgets lie around it."""
    top = [float(means[model.name].max()) for model in evidence.models]
    at_best = [
        float(noise.shares[best_stop(means[model.name])]) * evidence.list_items for model in evidence.models
    ]
    costs = [
        float(evidence.totals(model, np.array([items]))[0])
        for model, items in zip(evidence.models, at_best, strict=True)
    ]
    cheapest = sorted(range(len(top)), key=costs.__getitem__)
    place = greatest(top, cheapest, max(costs))
    best, spent = evidence.models[place], costs[place]
    whole = float(evidence.totals(best, np.array([float(evidence.whole_items)]))[0])
    return Budget(Decimal(repr(spent if spent > 0 else whole / 2)))


def _allowed(noise: ReviewResamples, model: Ranked, budget: Budget) -> int:
    """Return how many of the shares a budget pays for."""
    return noise.within(outlay.whole_items(noise.evidence, model, budget, noise))


def by_target(evidence: Evidence, target: Target, noise: ReviewResamples | None) -> list[Entrant]:
    """Enter every model with minus the cost of the target; none if none reaches it.

    One that would reach it in the last part of an item of a weighted list, as no other does, is entered with the
    whole list.
    """
    entrants = []
    reaches = [reach(evidence, model, target) for model in evidence.models]
    if not any(reaches):
        return []
    for model, found in zip(evidence.models, reaches, strict=True):
        items = evidence.whole_items if found is None else found.items
        spend = evidence.spend(model, items)
        cost = float(spend)
        replicates, mean = None, -cost
        if noise is not None:
            replicates = widened(-_target_costs(noise, model, target), noise.widening)
            mean = float(noise.found_within(model)[:, : len(FACTORS)].mean())
        entrants.append(Entrant(model, items, -cost, replicates, mean, spend))
    return entrants


def target_shares(noise: ReviewResamples, model: Ranked, target: Target, *, counted: bool) -> FloatArray:
    """Return the share of the list that the target needs in every resample, shape (resamples,).

    Read between the shares of the grid. ``counted``: a target in entries means that many in every resample,
    and one that holds fewer needs its whole list; else it means the same share of all entries (METHODS F9:
    recall share = target / (N x prevalence)), so that models are compared by their orders alone.
    """
    found = noise.positives(model)
    in_all = noise.evidence.entries(model)
    if counted and target.unit == "entries":
        wanted = np.full(len(found), float(target.amount))
    else:
        # A model that promises no entry at all takes its whole list.
        share = wanted_entries(noise.evidence, target, model) / in_all if in_all > 0 else 0.0
        wanted = share * found[:, -1] if in_all > 0 else np.full(len(found), np.inf)
    after = np.minimum((found < wanted[:, None] * (1 - TARGET_SLACK)).sum(axis=1), found.shape[1] - 1)
    before = np.maximum(after - 1, 0)
    rows = np.arange(len(found))
    low, high = found[rows, before], found[rows, after]
    step = np.divide(wanted - low, high - low, out=np.ones(len(rows)), where=high > low)
    shares = noise.shares
    return np.asarray(shares[before] + np.clip(step, 0, 1) * (shares[after] - shares[before]))


def _target_costs(noise: ReviewResamples, model: Ranked, target: Target) -> FloatArray:
    shares, total = target_shares(noise, model, target, counted=False), noise.totals(model)
    place = np.clip(np.searchsorted(noise.shares, shares), 1, len(noise.shares) - 1)
    rows = np.arange(len(shares))
    step = (shares - noise.shares[place - 1]) / (noise.shares[place] - noise.shares[place - 1])
    # What is paid once is paid with the first item: it is no part of the first step's slope.
    once = float(noise.evidence.prices.once(model.cost))
    low = np.where(place == 1, once, total[rows, place - 1])
    return np.asarray(np.where(shares > 0, low + step * (total[rows, place] - low), 0.0))


def reference_budget(evidence: Evidence, target: Target | None) -> Budget:
    """Return the budget at which models are compared where the user gave none.

    What the target costs at least; without a target, half the list (its five budgets then end at the whole).
    """
    needed = [evidence.whole_items / 2]
    if target is not None:
        reaches = [reach(evidence, model, target) for model in evidence.models]
        needed = [float(found.items) for found in reaches if found is not None] or needed
    if not evidence.prices.stated:
        return Budget(Decimal(max(int(min(needed)), 1)), "items")
    pairs = zip(evidence.models, needed * len(evidence.models), strict=False)
    costs = [evidence.spend(model, max(int(items), 1)) for model, items in pairs]
    return Budget(min(costs))
