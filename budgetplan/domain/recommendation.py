"""What is recommended, in the same words whatever was planned: the part of every record that all can read."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from budgetplan.domain.decision import Basis, Estimate

WorkflowName = Literal["filter", "defer", "joint"]
"""Models order items for people; or answer what they are sure of; or both, on one budget."""

WhyNot = Literal[
    "", "outside", "reviewed", "uncertified", "few", "impossible", "over_budget", "not_paid", "unsure"
]
"""Why nothing meets the goal: too much of the plan lies beyond the labelled items; the labels came from reviewing the
top of an order; no cutoff is certain to keep wrong answers to the share that is wanted; labels are too few for anything; the target is beyond the list; it is beyond the budget; the budget does not even pay for the model; no
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
    lead_firm
        Whether the model leads every other one firmly; None where that was not tried.
    also
        Other models that are not firmly worse.
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
    lead_firm: bool | None = None
    also: tuple[str, ...] = ()
    settled: Estimate | None = None
    settled_wrong: Estimate | None = None

    @property
    def meets_goal(self) -> bool:
        """Whether there is something to recommend."""
        return not self.why_not
