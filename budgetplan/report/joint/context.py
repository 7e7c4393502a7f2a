"""What every part of the report on a joint plan needs: the analysis, and who says it in which words and unit."""

from __future__ import annotations

from decimal import Decimal
from functools import cached_property
from typing import Any

from budgetplan.arrays import FloatArray
from budgetplan.domain.decision import Estimate
from budgetplan.plans.joint import JointPlan
from budgetplan.plans.ways import JointAlternative, WholeCounts, whole_counts
from budgetplan.report.defer.tables import MOST_CLASSES
from budgetplan.report.model import ColumnKind, Range, Ref, Text
from budgetplan.report.phrases import Nouns, interval


class JointContext(Nouns):
    """Says numbers of a joint plan: counts of the list, and net values in money or in right answers."""

    def __init__(self, joint: JointPlan) -> None:
        super().__init__(joint.plan)
        self.joint = joint
        assert joint.plan.deferral is not None
        self.money = self.priced or joint.plan.deferral.worths.unit == "money"
        self.currency = joint.plan.prices.currency if self.money else ""
        # What texts may name without being given it: of the recommended plan.
        counts, calls = self.counts, joint.option.calls
        self._words |= {"model": joint.name, "n": joint.total, "spend": joint.option.spend}
        self._words |= {name: getattr(counts, name) for name in ("accepted", "settled", "reviewed", "left")}
        if calls is not None:
            self._words |= {"answerer": joint.option.rule.answerer, "asked": calls.items}
            self._words |= {"price": calls.price, "paid": calls.amount}

    @property
    def chosen(self) -> JointAlternative:
        """The recommended plan."""
        return self.joint.option

    def whole(self, option: JointAlternative) -> WholeCounts:
        """Return the counts of a plan as they are printed."""
        return whole_counts(option, collected=bool(self.plan.positive))

    @cached_property
    def counts(self) -> WholeCounts:
        """The printed counts of the recommended plan."""
        return self.whole(self.chosen)

    @property
    def model(self) -> str:
        """The model that answers, or several together."""
        return self.joint.name

    def takes(self, option: JointAlternative) -> Text:
        """Return what a plan takes of its budget, which may be less than all of it."""
        budget = option.budget
        assert budget is not None
        if budget.unit == "money" and budget.covers == "everything":
            return self.say("amount", amount=option.spend)
        return self.budget(budget)

    def say_where(self, key: str, **args: Any) -> Text:
        """Return a sentence on the items of the list, or on items like the labelled ones where there is none."""
        return self.say(key if self.joint.basis == "list" else f"{key}_like", **args)

    def amount(self, value: float) -> Text:
        """Return a net value with its unit."""
        return self.say("joint.money" if self.money else "joint.right", value=value)

    def short(self, value: float) -> Text:
        """Return a net value where room is scarce: the unit is named where it is money."""
        return self.amount(value) if self.money else self.say("joint.short_right", value=value)

    def span(self, estimate: Estimate) -> Text | None:
        """Return an interval of a net value, None where there is none."""
        found = interval(estimate)
        key = "joint.range_money" if self.money else "joint.range_right"
        return None if found is None else self.say(key, range=found)

    def estimate(self, estimate: Estimate) -> Text:
        """Return a net value with its unit, and its interval where chance moves it."""
        value, found = self.amount(estimate.value), self.span(estimate)
        if found is None or not estimate.moves:
            return value
        return self.say("joint.between", net=value, range=found)

    def exact(self, value: float) -> Text:
        """Return what one item is worth, unrounded; in money with the currency."""
        return self.say("joint.exact_money" if self.money else "joint.exact_right", value=value)

    def exact_all(self, values: FloatArray) -> Text:
        """Return what one item is worth, as a range where that differs by class."""
        low, high = float(values.min()), float(values.max())
        if low == high:
            return self.exact(low)
        return self.say("joint.span_money" if self.money else "joint.span_right", range=Range(low, high))

    def count(self, value: int, estimate: Estimate) -> Text:
        """Return a printed number of items, with the interval of its estimate where chance moves that."""
        return self.between("joint.counted", moved(estimate), value=value)

    @property
    def net_kind(self) -> ColumnKind:
        """How a cell of a table shows a net value."""
        return "money" if self.money else "gap"

    @property
    def net_unit(self) -> Text:
        """The unit of net values."""
        return self._unit("money" if self.money else "right")

    @property
    def budget_unit(self) -> Text:
        """The unit of budgets."""
        return self._unit(self.joint.reference.unit)

    def _unit(self, unit: str) -> Text:
        if unit != "money":
            return self.say(f"joint.unit_{unit}")
        return self.say("joint.unit_money", currency_name=self.currency or self.text("currency_units"))

    def rule(self) -> Text:
        """Say where the model answers alone."""
        cutoff = self.joint.cutoff
        if self.chosen.calls is None:
            return (
                self.say("joint.rule_value") if cutoff is None else self.say("joint.rule_sure", cutoff=cutoff)
            )
        if cutoff is None:
            return self.say("asked.model_value")
        return self.say("asked.model_sure", cutoff=cutoff)

    def order(self) -> Text:
        """Say who is reviewed first."""
        return self.say("joint.order_ratio" if self.priced else "joint.order_most")


def people_err(context: JointContext) -> list[Text]:
    """Say how often people are taken to err, nothing where never."""
    deferral = context.plan.deferral
    assert deferral is not None
    assert deferral.reviewing is not None
    error = deferral.reviewing.error
    every = error.get("*", Decimal(0))
    shares = {error.get(name, every) for name in context.joint.test.names}
    if not any(shares) or not context.chosen.items:
        return []
    if len(shares) == 1:
        return [context.say("joint.people_err", share=shares.pop())]
    return [context.say("joint.people_err_by_class", low=min(shares), high=max(shares))]


def values(context: JointContext) -> list[Text]:
    """Say what every state counts, without which no value can be checked; nothing of one class, always right."""
    worth = context.joint.bench.payoffs
    n = len(worth.answer)
    if n < 2:
        return []
    counts = {name: context.exact_all(values) for name, values in worth.states.items()}
    if worth.by_pairs:
        if n > MOST_CLASSES:
            return [context.say("joint.fair_pairs_many", **counts)]
        return [context.say("joint.fair_pairs", table=Ref("values"), **counts)]
    return [context.say("joint.fair_all" if context.priced else "joint.fair_unpriced", **counts)]


def moved(estimate: Estimate) -> Range | None:
    """Return an interval as a range where chance moves the estimate at all, else None."""
    return interval(estimate) if estimate.moves else None
