"""What is recommended, in the same words whatever was planned: the part of every record that all can read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from budgetplan.domain.decision import Basis, Estimate

WorkflowName = Literal["filter", "defer", "joint"]
"""Models order items for people; or answer what they are sure of; or both, on one budget."""

WhyNot = Literal[
    "",
    "outside",
    "reviewed",
    "uncertified",
    "few",
    "chance",
    "impossible",
    "over_budget",
    "not_paid",
    "unsure",
]
"""Why nothing meets the goal: too much of the plan lies beyond the labelled items; the labels came from reviewing the
top of an order; no cutoff is certain to keep wrong answers to the share that is wanted; labels are too few for anything; they do not show that the order finds
more than a random one; the target is beyond the list; it is beyond the budget; the budget does not even pay for the model; no
review is as sure of all quotas as is wanted."""


@dataclass(frozen=True)
class Recommendation:
    """One recommendation; counts are of ``items`` items.

    Attributes
    ----------
    workflow
        What was planned.
    why_not
        Why nothing meets the goal; empty where the recommendation does.
    model
        Whose order or answers are used; None where none are.
    basis, items
        Of what the counts are: the project's list or the labelled items, and how many.
    cutoff
        The confidence from which on the model answers alone; None where it answers nothing so, or by another rule.
    answered_alone, wrong
        Items the model answers alone, and how many of these answers are wrong; None where that is not known.
    reviewed, left
        Items that people judge, and that nobody does.
    spend
        What that costs, in currency units; None where no price is known.
    found
        Entries, or right labels, that come out; None where nothing says.
    net
        Net value of it all, in ``net_unit``; None where nothing has a worth.
    spend_range
        The spend with its interval, where chance moves it; else None.
    luck
        What the choice of the stop owes to luck, in ``net_unit``; the net value is less it. None where nothing is chosen
        by worth.
    shown
        Whether the labels show that this pays at all; None where nothing has a worth, or money or a target sets the stop.
    members
        Of which models the order or the answers are made and what each weighs, which adds up to 1; none: of one.
    best_single
        The model that brings most alone; None where there is one only, or nobody asked.
    settled, settled_wrong
        Items that somebody answers who is paid by the item, and how many of these answers are wrong; None where
        nobody may be asked.
    """

    workflow: WorkflowName
    why_not: WhyNot
    model: str | None
    basis: Basis
    items: float
    cutoff: float | None
    answered_alone: Estimate
    wrong: Estimate | None
    reviewed: Estimate
    left: Estimate
    spend: Decimal | None
    found: Estimate | None
    net: Estimate | None
    net_unit: Literal["", "money", "right answers"]
    spend_range: Estimate | None = None
    luck: float | None = None
    shown: bool | None = None
    members: Mapping[str, float] = field(default_factory=dict)
    best_single: str | None = None
    settled: Estimate | None = None
    settled_wrong: Estimate | None = None

    @property
    def all_wrong(self) -> float | None:
        """Answers that come out wrong, whoever gave them; None where nothing says what comes out."""
        if self.found is None:
            return None
        settled = 0.0 if self.settled is None else self.settled.value
        return max(self.answered_alone.value + self.reviewed.value + settled - self.found.value, 0.0)

    @property
    def meets_goal(self) -> bool:
        """Whether there is something to recommend."""
        return not self.why_not
