"""Who says a selective classifier's numbers: money or right answers, per 1,000 items, never mixed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from budgetplan.domain.decision import Estimate
from budgetplan.plans.answer import DeferSolution, Judged
from budgetplan.report.model import ColumnKind, Range, Ref, Text
from budgetplan.report.phrases import Nouns, interval


class DeferContext(Nouns):
    """Says what every part of the report needs, in the plan's unit; values are given per item and told per 1,000."""

    def __init__(self, selection: DeferSolution) -> None:
        super().__init__(selection.plan)
        assert selection.plan.deferral is not None
        self.selection = selection
        alone = selection.alone
        self._words |= {
            "model": selection.chosen.name,
            "share": alone.share,
            "alone": alone.alone,
            "left": alone.left,
        }
        self.money = selection.plan.deferral.worths.unit == "money"

    @cached_property
    def ordered(self) -> list[Judged]:
        """The models, the recommended first, then by value."""
        return self.selection.ordered

    def amount(self, per_item: Estimate) -> Text:
        """Return a value per 1,000 items with its unit."""
        return self.thousand(per_item.per_thousand.value)

    def thousand(self, value: float) -> Text:
        """Return a value with its unit that is one per 1,000 items already."""
        return self.say("defer.money" if self.money else "defer.right", value=value)

    def short(self, per_item: Estimate) -> Text:
        """Return a value per 1,000 items for a tile: the unit is named where it is money."""
        if self.money:
            return self.amount(per_item)
        return self.say("defer.count", value=per_item.per_thousand.value)

    def span(self, per_item: Estimate) -> Text | None:
        """Return an interval per 1,000 items, None where there is none."""
        span = interval(per_item.per_thousand)
        return None if span is None else self.say(f"defer.range_{self._unit}", range=span)

    def bare_span(self, per_item: Estimate) -> Text | None:
        """Return an interval per 1,000 items without the currency, for a narrow place beside its number."""
        span = interval(per_item.per_thousand)
        return (
            None if span is None else self.say(f"defer.range_{'bare' if self.money else 'right'}", range=span)
        )

    def estimate(self, per_item: Estimate) -> Text:
        """Return a value per 1,000 items with its interval, for a narrow place."""
        value, span = self.short(per_item), self.bare_span(per_item)
        return value if span is None else self.say("defer.apart", gap=value, range=span)

    def answers(self, worths: Mapping[str, tuple[float, float]], *, many: bool = False) -> Text:
        """Say what right, wrong and left-out answers count, without which no value can be checked.

        ``worths``: the least and the greatest of each, by the name that the text has for it. ``many``: whether
        there are more classes than a table on a page has room for.
        """
        differ = any(low < high for low, high in worths.values())
        said = {name: self._range(low, high) for name, (low, high) in worths.items()}
        if differ and not many:
            return self.say("defer.said_pairs", table=Ref("values"), **said)
        return self.say("defer.said_pairs_many" if differ else "defer.said_alike", **said)

    def reviews(self, low: float, high: float) -> Text:
        """Say what is taken off for each item left to people: the least and the greatest."""
        return self.say("defer.said_reviews", cost=self._range(low, high))

    def _range(self, low: float, high: float) -> Text:
        """Return what an item counts, as a range where that differs by class."""
        money = "_money" if self.money else ""
        if low == high:
            return self.say(f"defer.plain{money}", value=low)
        return self.say(f"defer.span{money}", range=Range(low, high))

    def headed(self, key: str) -> Text:
        """Return a heading of values, with the currency where they are money."""
        title, code = self.say(key), self.prices.currency
        if not self.money or not code:  # a plan that states no price of reviewing may state a currency
            return title
        return self.say("with_currency", title=title, currency=code)

    @property
    def _unit(self) -> str:
        return "money" if self.money else "right"

    @property
    def kind(self) -> ColumnKind:
        """How a cell of a table shows a value per 1,000 items."""
        return "money" if self.money else "gap"

    @property
    def unit(self) -> Text:
        """The unit's name."""
        if self.money:
            name = self.prices.currency or self.text("currency_units")
            return self.say("defer.unit_money", currency_name=name)
        return self.say("defer.unit_right")
