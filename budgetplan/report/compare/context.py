"""What every part of the report on several plans needs: the plans, which is for whom, and who says it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import MIXTURE
from budgetplan.planning.compare.outcome import Comparison, PlanOutcome, for_whom
from budgetplan.report.model import ColumnKind, Sentence
from budgetplan.report.phrases import Nouns, interval


class CompareContext(Nouns):
    """Says numbers of several plans, in the nouns and the currency of the first.

    ``why``: for plans that recommend nothing, by name, the title that their own report would have.
    """

    def __init__(self, comparison: Comparison, why: Mapping[str, Sentence]) -> None:
        super().__init__(comparison.first.plan)
        self.comparison, self.why = comparison, why
        self.whom = for_whom(comparison)
        outcomes = comparison.outcomes
        self.priced = any(one.spend is not None for one in outcomes)
        self.valued = any(one.net is not None for one in outcomes)
        self.joint = comparison.first.recommendation.workflow == "joint"

    @property
    def money(self) -> bool:
        """Whether net values are money; of answers without a price they may be counted in right answers."""
        deferral = self.plan.deferral
        return self.priced or deferral is None or deferral.worths.unit == "money"

    @property
    def net_kind(self) -> ColumnKind:
        """How a cell of a table shows a net value."""
        return "money" if self.money else "gap"

    def model(self, outcome: PlanOutcome) -> Sentence:
        """Return the model of a plan for a cell, or why there is none."""
        name = outcome.recommendation.model
        if not outcome.met:
            return self.say("compare.not_planned")
        if name is None:
            return self.say("compare.not_started")
        return self.say("plain", text=self.text("name.mixture") if name == MIXTURE else name)

    def names(self, names: Sequence[str]) -> str:
        """Return names of plans in a row, each in quotation marks."""
        quoted = self.text("compare.quoted")
        return self.locale.listing([quoted.format(name=name) for name in names])

    def headline(self) -> tuple[str, bool]:
        """Return by what the plans are told apart first, as the keys of texts end, and whether that is money."""
        return ("net", self.money) if self.whom.net is not None else ("found", False)

    def amount(self, value: float, *, money: bool) -> Sentence:
        """Return a net value, or a number of entries."""
        return self.say("compare.money" if money else "compare.count", value=value)

    def span(self, found: Estimate, *, money: bool) -> Sentence | None:
        """Return the interval of a difference, None where there is none."""
        span = interval(found)
        key = "compare.range_money" if money else "compare.range_count"
        return None if span is None else self.say(key, range=span)
