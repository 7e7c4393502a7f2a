"""What several plans bring, and how far each is from the first: in the same draws, where they share these.

References
----------
METHODS F8.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from budgetplan.arrays import FloatArray
from budgetplan.core.stops import interval
from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import Plan
from budgetplan.domain.recommendation import Recommendation
from budgetplan.planning.compare.drawn import PlanDraws


@dataclass(frozen=True, eq=False)
class PlanOutcome:
    """One plan of several: what is recommended, and that in every draw.

    Attributes
    ----------
    name
        What it is called.
    draws
        None where no intervals are wanted, or nothing is recommended.
    drawn
        What its draws were made from, a checksum for each part of it.
    said
        What was said of it, as it was written, by key.
    command
        What makes its own report.
    quotas_met
        Share of draws in which it meets all its quotas at once; None where none are wanted, or nothing is drawn.
    """

    name: str
    plan: Plan
    recommendation: Recommendation
    draws: PlanDraws | None
    drawn: Mapping[str, str]
    said: Mapping[str, str]
    command: str
    quotas_met: float | None = None

    @property
    def met(self) -> bool:
        """Whether there is something to recommend, if it is not to start."""
        return self.recommendation.meets_goal

    @property
    def reviewed(self) -> float:
        """Items that people review."""
        return self.recommendation.reviewed.value

    @property
    def spend(self) -> Decimal | None:
        """What it costs, None where nothing has a price."""
        if not self.plan.prices.stated:
            return None
        return self.recommendation.spend or Decimal(0)

    @property
    def found(self) -> Estimate:
        """Entries, or right labels, that come out."""
        return self.recommendation.found or Estimate(0.0)

    @property
    def net(self) -> Estimate | None:
        """Net value, that of not starting where this is recommended; None where nothing has a worth."""
        net, drawn = self.recommendation.net, None if self.draws is None else self.draws.net
        return (
            _estimate(float(drawn.mean()), drawn) if net is None and self.met and drawn is not None else net
        )


@dataclass(frozen=True)
class Gap:
    """How far one plan is from another; None where one of them has no such number, or their worths differ.

    ``apart``: in what the draws of both differ, by name; where that is anything, no interval is told.
    """

    net: Estimate | None
    found: Estimate
    spend: Decimal | None
    spend_range: Estimate | None
    apart: tuple[str, ...]


def unlike(outcomes: Sequence[PlanOutcome]) -> tuple[str, ...]:
    """Return what forbids to rank plans: ``labels``, ``list`` or ``worths`` that are not the same in all of them."""
    first = outcomes[0]
    kinds = {
        name: any(each.drawn.get(name) != first.drawn.get(name) for each in outcomes)
        for name in ("labels", "list")
    }
    if any({*each.plan.positive} != {*first.plan.positive} for each in outcomes):
        kinds["labels"] = True
    # Worths are those of the labels collected: of other labels they are others anyway.
    kinds["worths"] = not kinds["labels"] and any(
        _worths(each.plan) != _worths(first.plan) for each in outcomes
    )
    return tuple(name for name, differs in kinds.items() if differs)


def _worths(plan: Plan) -> tuple[object, object]:
    return plan.values, None if plan.deferral is None else plan.deferral.worths


def gap(outcome: PlanOutcome, other: PlanOutcome) -> Gap | None:
    """Return how much more one plan brings than another, None where either recommends nothing or labels or list differ.

    Intervals are of the differences in every draw: what chance does to both alike falls out.
    """
    apart = unlike([outcome, other])
    if not (outcome.met and other.met) or {"labels", "list"} & {*apart}:
        return None
    names = sorted({*outcome.drawn, *other.drawn})
    other_draws = tuple(name for name in names if outcome.drawn.get(name) != other.drawn.get(name))
    pair = None
    if not other_draws and outcome.draws is not None and other.draws is not None:
        pair = outcome.draws, other.draws
    net = spend = spend_range = None
    if outcome.net is not None and other.net is not None and "worths" not in apart:
        drawn = (
            None if pair is None or pair[0].net is None or pair[1].net is None else pair[0].net - pair[1].net
        )
        net = _estimate(outcome.net.value - other.net.value, drawn)
    if outcome.spend is not None and other.spend is not None:
        spend = outcome.spend - other.spend
        if pair is not None and (pair[0].spend is not None or pair[1].spend is not None):
            paid, paid_other = (
                float(each.spend or 0) if draws.spend is None else draws.spend
                for each, draws in zip((outcome, other), pair, strict=True)
            )
            spend_range = _estimate(float(spend), pair[0].found * 0.0 + paid - paid_other)
    found = _estimate(
        outcome.found.value - other.found.value, None if pair is None else pair[0].found - pair[1].found
    )
    return Gap(net=net, found=found, spend=spend, spend_range=spend_range, apart=other_draws)


def _estimate(value: float, drawn: FloatArray | None) -> Estimate:
    """Return a number with the middle 95 % of its draws, which hold it: what is billed is rounded, draws are not."""
    if drawn is None:
        return Estimate(value)
    low, high = interval(drawn)
    return Estimate(value, min(float(low), value), max(float(high), value))


@dataclass(frozen=True, eq=False)
class Comparison:
    """Several plans beside each other; ``gaps``: of each to the first one."""

    outcomes: tuple[PlanOutcome, ...]
    gaps: tuple[Gap | None, ...]

    @property
    def first(self) -> PlanOutcome:
        """The one that the others are compared with."""
        return self.outcomes[0]

    @property
    def met(self) -> tuple[PlanOutcome, ...]:
        """Those that recommend something."""
        return tuple(each for each in self.outcomes if each.met)

    @property
    def unlike(self) -> tuple[str, ...]:
        """What is not the same in all plans, so that they stand side by side and are not ranked."""
        return unlike(self.outcomes)

    @property
    def differing(self) -> tuple[str, ...]:
        """Keys that were not said alike of all, in the order of their names."""
        keys = sorted({key for each in self.outcomes for key in each.said})
        return tuple(key for key in keys if len({each.said.get(key) for each in self.outcomes}) > 1)


def compared(outcomes: Sequence[PlanOutcome]) -> Comparison:
    """Return several plans with how far each is from the first."""
    return Comparison(tuple(outcomes), tuple(gap(each, outcomes[0]) for each in outcomes))
