"""What is wanted of a review: by what models are compared, where they stop, and what else that goal asks.

A new goal is one class here, its name in :data:`budgetplan.domain.decision.Goal`, and its texts in
``report/filter/goal_words.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from budgetplan.domain.decision import Alternative, Goal
from budgetplan.domain.plan import Budget, Plan
from budgetplan.evidence import noise
from budgetplan.evidence.paths import Evidence, Ranked
from budgetplan.intervals.flattery import Flattery
from budgetplan.metrics.ranking.stopping import best_stop
from budgetplan.planning.filter import contest, stop
from budgetplan.planning.filter.targets import safer_reach

DEARER = 1.1
"""The price rise whose effect is told."""


@dataclass(frozen=True)
class AtStop:
    """A model at its stop: ``items`` reviewed of at most ``most``; ``first`` and ``second`` are the resamples.

    ``second`` is read at exactly the stops that the report names. ``met``: the goal can be met at all.
    ``flattery``: how much better the choice looks than it is.
    """

    evidence: Evidence
    model: Ranked
    items: int
    most: int
    first: noise.ReviewResamples | None
    second: noise.ReviewResamples | None
    met: bool
    flattery: Flattery


@dataclass(frozen=True)
class StopFacts:
    """What a goal asks of a stop beyond what is said of every stop; None where it does not ask.

    The fields are those of :class:`budgetplan.domain.decision.Decision` and of
    :class:`budgetplan.planning.filter.analysis.Analysis` with the same names.
    """

    within_budget: bool = True
    best_on_sample: Alternative | None = None
    worth: stop.Switching | None = None
    stop_firm: bool | None = None
    stop_range: tuple[float, float] | None = None
    dearer_stop: int | None = None
    target_safe: int | None = None
    target_needs: int | None = None
    money_ends: bool = False


class Objective:
    """Most entries for a budget: what the other goals differ from.

    ``shows_examples``: nothing is recommended; stops are shown at which given shares of all entries are found.
    """

    goal: ClassVar[Goal] = "budget"
    shows_examples: ClassVar[bool] = False

    def budget(self, plan: Plan) -> Budget | None:
        """Return what bounds the review."""
        return plan.budget

    def entrants(
        self,
        evidence: Evidence,
        budget: Budget | None,
        reference: Budget,
        first: noise.ReviewResamples | None,
    ) -> Sequence[contest.Entrant]:
        """Return every model with what it is compared by; none where no model can meet the goal."""
        if budget is not None and not any(evidence.affordable(model, budget) for model in evidence.models):
            return []
        return self._entered(evidence, budget, reference, first)

    def _entered(
        self,
        evidence: Evidence,
        budget: Budget | None,  # noqa: ARG002 - other goals need it
        reference: Budget,
        first: noise.ReviewResamples | None,
    ) -> Sequence[contest.Entrant]:
        return contest.by_entries(evidence, reference, first)

    def items(
        self,
        evidence: Evidence,  # noqa: ARG002 - other goals need it
        best: contest.Entrant,
        first: noise.ReviewResamples | None,  # noqa: ARG002 - other goals need it
        most: int,  # noqa: ARG002 - other goals need it
        flattery: Flattery,  # noqa: ARG002 - other goals need it
    ) -> int:
        """Return where to stop."""
        return best.items

    def facts(self, at: AtStop) -> StopFacts:
        """Return what else this goal asks of the stop: a budget ends the review, unless the list does."""
        bounded = at.evidence.plan.budget is not None
        return StopFacts(money_ends=bounded and at.items < at.evidence.whole_items)


class Open(Objective):
    """Nobody said what is wanted: the models at half the list, and what various stops would find."""

    goal = "open"
    shows_examples = True


class NetValue(Objective):
    """Most net value: what is found is worth, less what it costs (METHODS F7)."""

    goal = "net_value"

    def _entered(
        self,
        evidence: Evidence,
        budget: Budget | None,
        reference: Budget,  # noqa: ARG002 - the best plan's own cost is the reference
        first: noise.ReviewResamples | None,
    ) -> Sequence[contest.Entrant]:
        entrants = contest.by_net_value(evidence, budget, first)
        if first is None or any(one.items for one in entrants):
            return entrants
        # Nothing pays at any stop of the grid: a few items at the top, fewer than its first step, still may.
        models = list(evidence.models)
        finer = noise.draw(evidence, models, stop.first_shares(first), first.budgets, again=first)
        return contest.by_net_value(evidence, budget, finer)

    def items(
        self,
        evidence: Evidence,
        best: contest.Entrant,
        first: noise.ReviewResamples | None,
        most: int,
        flattery: Flattery,
    ) -> int:
        """Return the stop of greatest mean net value over the resamples, item by item around that of the grid.

        0 where it is not worth more than not starting, once what it flatters itself by is taken off.
        """
        if first is None:
            return best.items
        model = best.model
        fine = noise.draw(evidence, [model], stop.refined_shares(evidence, first, model, most), again=first)
        place = best_stop(fine.smooth_net(model).mean(axis=0)[: fine.within(most)])
        net = fine.net(model)[:, [0, place]].mean(axis=0)
        if net[1] - flattery.net <= net[0]:
            return 0
        return round(float(fine.items[place]))

    def facts(self, at: AtStop) -> StopFacts:
        """Return how firm the stop is, for which worths it is the best, and what would move it."""
        evidence, model, first = at.evidence, at.model, at.first
        bounded = evidence.plan.budget
        dearer = stop.dearer_stop(evidence, first, model, bounded, DEARER, at.flattery.net)
        stops = worth = None
        if first is not None:
            # Read at the stop and at the last item paid for: the best stop of a resample may well be one of them.
            named = np.array([at.items, at.most]) / evidence.list_items
            reading = noise.draw(evidence, [model], stop.with_shares(first.shares, named), again=first)
            low, high = stop.stop_interval(reading, model, at.most)
            stops = (min(low, at.items), max(high, at.items)) if at.items else (low, high)
            worth = stop.switching_values(evidence, reading, model, at.items, at.most) if at.met else None
        if not at.met:
            return StopFacts(stop_range=stops, dearer_stop=dearer)
        on_sample = contest.stop_on_sample(evidence, model, bounded)
        return StopFacts(
            best_on_sample=stop.option(evidence, model, on_sample, None, None),
            worth=worth,
            stop_firm=_stop_firm(at),
            stop_range=stops,
            dearer_stop=dearer,
            money_ends=_money_ends(at),
        )


def _money_ends(at: AtStop) -> bool:
    """Say whether the money, and not the worth of an entry or the end of the list, ends the review."""
    if at.evidence.plan.budget is None or at.items >= at.evidence.whole_items:
        return False
    if at.items >= at.most:
        return True
    # Where a few items beyond would still pay and a whole step would not, worth is what ends it, as the page says.
    after = stop.step(at.evidence, at.model, at.second, at.items, at.items + stop.tranche(at.evidence))
    pays = after is not None and after.net is not None and after.net.value > 0
    return pays and stop.pays_beyond(at.evidence, at.first, at.model, at.most)


def _stop_firm(at: AtStop) -> bool | None:
    """Say whether the next step does not pay and the last one does, beyond noise; None where not asked."""
    evidence, second, items = at.evidence, at.second, at.items
    if second is None:
        return None
    tranche = stop.tranche(evidence)
    after = stop.step(evidence, at.model, second, items, min(items + tranche, evidence.whole_items))
    before = stop.step(evidence, at.model, second, max(items - tranche, 0), items)
    further = after.net if after else None
    earlier = before.net if before else None
    if _money_ends(at) and further is not None and not further.wholly_below(0.0):
        return None
    return (further is None or further.wholly_below(0.0)) and (earlier is None or earlier.wholly_above(0.0))


class Reached(Objective):
    """A number or share of the entries, for the least money (METHODS F8, F9)."""

    goal = "target"

    def budget(self, plan: Plan) -> Budget | None:  # noqa: ARG002 - it is told, but bounds nothing
        """Return None: what the target costs is told also where it is more than the budget."""
        return None

    def _entered(
        self,
        evidence: Evidence,
        budget: Budget | None,  # noqa: ARG002 - see above
        reference: Budget,  # noqa: ARG002 - see above
        first: noise.ReviewResamples | None,
    ) -> Sequence[contest.Entrant]:
        assert evidence.plan.target is not None
        return contest.by_target(evidence, evidence.plan.target, first)

    def facts(self, at: AtStop) -> StopFacts:
        """Return the stop that reaches the target in 95 % of samples, or the labelled entries it takes to say so."""
        safe, needs = _safe(at)
        return StopFacts(within_budget=at.items <= at.most, target_safe=safe, target_needs=needs)


def _safe(at: AtStop) -> tuple[int | None, int | None]:
    """Return the items with which 95 % of samples reach the target, and the labelled entries it takes to say so.

    No items: the list may hold less, or these labels certify nothing; no entries: these suffice, or it is no list.
    """
    evidence, model, first = at.evidence, at.model, at.first
    target = evidence.plan.target
    if first is None or target is None or evidence.n_positives <= 0:
        return None, None
    if evidence.basis == "list":
        return safer_reach(evidence, model, target, first)
    held = first.positives(model)[:, -1]
    if target.unit == "entries" and np.mean(held < float(target.amount)) > 0.05:
        return None, None
    shares = contest.target_shares(first, model, target, counted=True)
    return min(int(np.ceil(np.percentile(shares, 95) * evidence.list_items)), evidence.whole_items), None


def objective_of(plan: Plan) -> Objective:
    """Return what is wanted, from what was given: a target, a worth of entries, a budget, or nothing."""
    if plan.target is not None:
        return Reached()
    if plan.values is not None:
        return NetValue()
    return Objective() if plan.budget is not None else Open()
