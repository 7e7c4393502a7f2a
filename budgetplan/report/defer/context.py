"""What is true of a selective classifier, and who says it: money or right answers, per 1,000 items, never mixed."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from markupsafe import Markup

from budgetplan.domain.decision import FEWEST, Estimate
from budgetplan.domain.labelled import Predictions
from budgetplan.domain.rounding import cut_to, rounded_up
from budgetplan.domain.utilities import NO_ANSWER
from budgetplan.plans.answer import DeferSolution, OfClass
from budgetplan.plans.answerers import KnownAnswerer
from budgetplan.report.model import ColumnKind, Range, Text
from budgetplan.report.phrases import Nouns, interval
from budgetplan.report.wording import Wording, escaped

MOST_NAMED = 3
"""So many answers that go to people are named in the title."""
MOST_CLASSES = 12
"""Tables of pairs of classes have so many on a page at most; of more there are files alone."""

Accepts = Literal["none", "all", "named", "value", "span", "cutoff"]
"""Which answers stand: none, all, all but some that go to people, those worth it, or those sure enough, by class or at all."""


@dataclass(frozen=True)
class AnswerEstimate:
    """A number with its interval; None where nothing was resampled."""

    value: float
    span: Range | None


@dataclass(frozen=True)
class ModelGap:
    """By how much another model, used as planned, is worth more per 1,000 items, or less, and how accurate it is."""

    name: str
    by: AnswerEstimate
    less: bool
    accuracy: float


@dataclass(frozen=True)
class Cheapest:
    """The model of the least cost of errors if every answer stood, that cost and that of the recommended one, and what choosing it loses."""

    name: str
    cost: float
    ours: float
    loss: float


@dataclass(frozen=True)
class AskedLimit:
    """What is known of somebody who may be asked for a price, and at less than which price it is worth it."""

    known: KnownAnswerer
    limit: float | None


@dataclass(frozen=True)
class AnswerFacts:
    """What ``answers.j2`` tells; values are per 1,000 items.

    Attributes
    ----------
    solution
        Everything that was computed.
    model, mean, members
        Whose answers they are, whether that is the mean of several models, and of which.
    money
        Whether values are money.
    accepts, cutoff, people
        Which answers stand, from which confidence on, and which answers go to people.
    wrong, value, none, gain
        How many answers are wrong; what is recommended is worth, doing without a model, and the difference.
    against
        Whether using the model is shown to be worth less than doing without.
    worst
        The true class that most wrong answers are given to.
    others, accuracy
        The single models beside it, the best first; what accuracy would choose: the same model where None.
    accuracy_ours, cheapest
        How accurate the recommended model is; None where error costs choose no other model that is worth less.
    worths, differ, many, reviews
        What answers count, whether that differs by class, whether there are more classes than a table has room for, and
        what reviewing one counts.
    bound
        Which share of the answers may be wrong at most; None where no exact bound can be given.
    labels, needed
        What more labels are worth at most; how many test items would guarantee the goal for errors, None where none would.
    few
        How many independent test items or groups there are, where these are few.
    bare, scaled, silent
        Models that cannot answer by expected value; those whose numbers were made probabilities; whether one gives no answer.
    asked, relabel
        Who may be asked for a price; whether the plan asks for answers by expected value.
    """

    solution: DeferSolution
    model: str
    mean: bool
    members: tuple[str, ...]
    money: bool
    accepts: Accepts
    cutoff: Range | float | None
    people: tuple[str, ...]
    wrong: AnswerEstimate
    value: AnswerEstimate
    none: AnswerEstimate
    gain: AnswerEstimate
    against: bool
    worst: OfClass | None
    others: tuple[ModelGap, ...]
    accuracy: ModelGap | None
    accuracy_ours: float
    cheapest: Cheapest | None
    worths: Mapping[str, Range]
    differ: bool
    many: bool
    reviews: Range | None
    bound: float | None
    labels: float | None
    needed: float | None
    few: int | None
    bare: tuple[str, ...]
    scaled: tuple[Predictions, ...]
    silent: bool
    asked: tuple[AskedLimit, ...]
    relabel: bool
    no_answer: str = NO_ANSWER


def measured(one: Estimate) -> AnswerEstimate:
    """Return a number with its interval."""
    return AnswerEstimate(one.value, interval(one))


def per_thousand(one: Estimate) -> AnswerEstimate:
    """Return a mean per item, for 1,000 of them."""
    return measured(one.per_thousand)


class DeferContext(Nouns):
    """Says what every part of the report needs, in the plan's unit; values are given per item and told per 1,000."""

    def __init__(self, selection: DeferSolution) -> None:
        super().__init__(selection.plan)
        assert selection.plan.deferral is not None
        self.selection = selection
        self.known["model"] = selection.chosen.name
        self.money = selection.worths.unit == "money"
        self.kind: ColumnKind = "money" if self.money else "gap"

    @cached_property
    def facts(self) -> AnswerFacts:
        """What the report tells."""
        return answer_facts(self)

    @cached_property
    def words(self) -> Wording:
        """The report in words."""
        return self.wording("answers", self.facts)

    def headed(self, key: str) -> Text:
        """Return a heading of values, with the currency where they are money."""
        title, code = self.say(key), self.prices.currency
        if not self.money or not code:  # a plan that states no price of reviewing may state a currency
            return title
        return Markup("{}, {}").format(title, escaped(code))

    @cached_property
    def unit(self) -> Text:
        """The unit's name."""
        if not self.money:
            return self.say("defer.unit_right")
        return escaped(self.prices.currency) or self.say("currency_units")


def by_rule(selection: DeferSolution) -> bool:
    """Return whether the chosen model's answers are accepted by expected value."""
    return selection.chosen.found_by == "relabel"


def answer_facts(context: DeferContext) -> AnswerFacts:
    """Return what is told of a selective classifier."""
    selection, test = context.selection, context.selection.test
    chosen, alone = selection.chosen, selection.alone
    assert selection.plan.deferral is not None
    members = tuple(one.name for one in chosen.predictions.members)
    accepts, cutoff, people = _accepted(selection)
    accuracy = selection.choice.by_accuracy
    cost, labels, worths = test.review_cost, selection.labels, selection.answer_worths
    few = test.n_independent if selection.plan.resamples and test.n_independent < FEWEST else None
    models = sorted(test.models, key=lambda one: one.name)
    bare = [one.name for one in models if one.probabilities is None and selection.plan.deferral.relabel]
    stated, needed = chosen.predictions.scaling, None
    if selection.refusal == "uncertified" and math.isfinite(selection.items_needed):
        needed = selection.items_needed
    return AnswerFacts(
        solution=selection,
        model=context.say("name.mean") if members else chosen.name,
        mean=bool(members),
        members=members,
        money=context.money,
        accepts=accepts,
        cutoff=cutoff,
        people=people,
        wrong=measured(alone.wrong),
        value=per_thousand(alone.value),
        none=per_thousand(alone.none),
        gain=per_thousand(alone.gain),
        against=alone.gain.wholly_below(0.0),
        worst=alone.worst_class,
        others=tuple(_gap(selection, one.name) for one in selection.ordered if one is not chosen),
        accuracy=None if accuracy == chosen.name else _gap(selection, accuracy),
        accuracy_ours=selection.choice.accuracy[chosen.name],
        cheapest=_cheapest(selection),
        worths={name: Range(*ends) for name, ends in worths.items()},
        differ=any(low < high for low, high in worths.values()),
        many=test.n_classes > MOST_CLASSES,
        reviews=None if cost is None else Range(float(cost.min()), float(cost.max())),
        bound=_bound(selection),
        labels=None if labels is None else labels.at_most(context.prices.minor_digits),
        needed=needed,
        few=few,
        bare=tuple(bare),
        scaled=tuple(one for one in models if one.scaling is not None),
        silent=stated is not None and stated.rates is not None and NO_ANSWER in stated.classes,
        asked=tuple(
            AskedLimit(one, float(cut_to(2, one.worth_up_to)) if one.worth_up_to else None)
            for one in (selection.asked.answerers if selection.asked else ())
        ),
        relabel=selection.plan.deferral.relabel,
    )


def _accepted(selection: DeferSolution) -> tuple[Accepts, Range | float | None, tuple[str, ...]]:
    """Return which answers stand, from which confidence on, and which answers go to people."""
    chosen, answers = selection.chosen, selection.by_answer
    rows = list(zip(answers["answer"], answers["alone"], answers["people"], strict=True)) if answers else []
    people = tuple(name for name, _, left in rows if left)
    cutoff = chosen.theory if chosen.cutoff is None else min(chosen.cutoff, 1.0)
    if not selection.used:
        return "none", None, ()
    if cutoff == 0 or (answers and selection.alone.share == 1):
        return "all", None, ()
    if 0 < len(people) <= MOST_NAMED and not any(alone and left for _, alone, left in rows):
        return "named", None, people
    spans = None if by_rule(selection) else selection.confidence_spans
    if not by_rule(selection) and cutoff is not None:
        return "cutoff", cutoff, ()
    # Answers are accepted by their expected value: what that says of confidences.
    if spans is None:
        return "value", None, ()
    return "span", Range(float(spans[0].min()), float(spans[1].max())), ()


def _gap(selection: DeferSolution, name: str) -> ModelGap:
    gap = selection.differences[name]
    less = gap.value <= 0
    return ModelGap(name, per_thousand(gap.opposite if less else gap), less, selection.choice.accuracy[name])


def _cheapest(selection: DeferSolution) -> Cheapest | None:
    """Return what choosing by the cost of errors, with every answer accepted, would lose (S24 section 4.2.2)."""
    choice, chosen = selection.choice, selection.chosen.name
    name, cost = choice.by_error_cost, choice.error_cost
    gap = selection.differences[name].opposite
    if name in (chosen, choice.by_accuracy) or gap.value <= 0:
        return None
    return Cheapest(
        name, *(Estimate(one).per_thousand.value for one in (cost[name], cost[chosen], gap.value))
    )


def _bound(selection: DeferSolution) -> float | None:
    """Return which share of the answers is wrong at most; None where the items that bound it are not independent, or chose the cutoff."""
    test, goal = selection.test, selection.most_wrong
    fixed = selection.validation is not None or goal is not None or by_rule(selection)
    if not fixed or selection.chosen.counts.n_accepted == 0:
        return None
    if test.weight is not None or test.group is not None:
        return None
    bound = selection.bound
    return rounded_up(bound) if goal is None or bound > goal else min(rounded_up(bound), goal)


def cutoff_of(selection: DeferSolution, one: OfClass) -> Range | None:
    """Return from which confidence on an answer stands, by class; None where that is one number or none."""
    spans, classes = selection.confidence_spans, selection.test.classes
    if spans is None or one.given is None:
        return None
    low, high = spans[:, classes.index(one.name)].tolist()
    return Range(low, high)
