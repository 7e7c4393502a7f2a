"""What every part of the report on a selective classifier needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from budgetplan.domain.decision import Estimate
from budgetplan.domain.plan import Plan
from budgetplan.planning.defer.cutoff_methods import Judged
from budgetplan.planning.defer.solve import DeferSolution
from budgetplan.report.model import ColumnKind, Range, Ref, Sentence
from budgetplan.report.phrases import Nouns, interval

PER = 1000
"""Values are told per 1,000 items: per item they are too small to read."""


def per_thousand(estimate: Estimate) -> Range | None:
    """Return an interval per 1,000 items, None where there is none."""
    return interval(estimate, PER)


class WorthWords:
    """Says values in the plan's unit."""

    def __init__(self, plan: Plan, speaker: Nouns) -> None:
        assert plan.deferral is not None
        self.money = plan.deferral.worths.unit == "money"
        self._speaker = speaker
        self._code = plan.prices.currency
        self._currency = self._code or speaker.text("currency_units")

    def amount(self, per_item: float) -> Sentence:
        """Return a value per 1,000 items with its unit."""
        return self._speaker.say("defer.money" if self.money else "defer.right", value=per_item * PER)

    def short(self, per_item: float) -> Sentence:
        """Return a value per 1,000 items for a tile: the unit is named where it is money."""
        return self.amount(per_item) if self.money else self._speaker.say("defer.count", value=per_item * PER)

    def fine(self, value: float) -> Sentence:
        """Return what one item counts on average."""
        return self._speaker.say("defer.fine_money" if self.money else "defer.fine_right", value=value)

    def span(self, estimate: Estimate) -> Sentence | None:
        """Return an interval per 1,000 items, None where there is none."""
        if estimate.low is None or estimate.high is None:
            return None
        return self.between(estimate.low, estimate.high)

    def bare_span(self, estimate: Estimate) -> Sentence | None:
        """Return an interval per 1,000 items without the currency, for a narrow place beside its number."""
        span = per_thousand(estimate)
        key = "defer.range_bare" if self.money else "defer.range_right"
        return None if span is None else self._speaker.say(key, range=span)

    def estimate(self, estimate: Estimate) -> Sentence:
        """Return a value per 1,000 items with its interval, for a narrow place."""
        value, span = self.short(estimate.value), self.bare_span(estimate)
        return value if span is None else self._speaker.say("defer.apart", gap=value, range=span)

    def between(self, low: float, high: float) -> Sentence:
        """Return a range per 1,000 items."""
        key = "defer.range_money" if self.money else "defer.range_right"
        return self._speaker.say(key, range=Range(low * PER, high * PER))

    def answers(self, worths: Mapping[str, tuple[float, float]], *, many: bool = False) -> Sentence:
        """Say what right, wrong and left-out answers count, without which no value can be checked.

        ``worths``: the least and the greatest of each, by the name that the text has for it. ``many``: whether
        there are more classes than a table on a page has room for.
        """
        differ = any(low < high for low, high in worths.values())
        said = {name: self._range(low, high) for name, (low, high) in worths.items()}
        if differ and not many:
            return self._speaker.say("defer.said_pairs", table=Ref("values"), **said)
        return self._speaker.say("defer.said_pairs_many" if differ else "defer.said_alike", **said)

    def reviews(self, low: float, high: float) -> Sentence:
        """Say what is taken off for each item left to people: the least and the greatest."""
        return self._speaker.say("defer.said_reviews", cost=self._range(low, high))

    def _range(self, low: float, high: float) -> Sentence:
        """Return what an item counts, as a range where that differs by class."""
        if low == high:
            return self._speaker.say("defer.plain_money" if self.money else "defer.plain", value=low)
        return self._speaker.say("defer.span_money" if self.money else "defer.span", range=Range(low, high))

    def headed(self, key: str) -> Sentence:
        """Return a heading of values, with the currency where they are money."""
        title = self._speaker.say(key)
        if not self.money or not self._code:  # a plan that states no price of reviewing may state a currency
            return title
        return self._speaker.say("with_currency", title=title, currency=self._code)

    @property
    def kind(self) -> ColumnKind:
        """How a cell of a table shows a value per 1,000 items."""
        return "money" if self.money else "gap"

    @property
    def unit(self) -> Sentence:
        """The unit's name."""
        if self.money:
            return self._speaker.say("defer.unit_money", currency_name=self._currency)
        return self._speaker.say("defer.unit_right")


@dataclass(frozen=True, eq=False)
class DeferContext:
    """The analysis, and who says it in which words and unit."""

    selection: DeferSolution
    speaker: Nouns
    words: WorthWords

    @property
    def ordered(self) -> list[Judged]:
        """The models, the recommended first, then by value."""
        chosen = self.selection.chosen
        return sorted(
            self.selection.models, key=lambda one: (one is not chosen, -one.deployed.value.value, one.name)
        )
