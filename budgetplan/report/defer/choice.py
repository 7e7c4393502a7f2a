"""What the report says of the choice of a model: by what it was made, how sure it is, what other rules would take."""

from __future__ import annotations

from budgetplan.report.defer.context import DeferContext
from budgetplan.report.model import Bullet, Sentence
from budgetplan.report.phrases import Nouns, joined, rounded_up

MOST_NAMED = 3
"""So many single models are named on page 1; the table has all."""


def against_accuracy(context: DeferContext) -> list[Sentence]:
    """Say which model accuracy would choose, and how much more or less that is worth."""
    selection, speaker, words = context.selection, context.speaker, context.words
    if len(selection.models) < 2:
        return []
    other, chosen = selection.by_accuracy, selection.chosen.name
    if other == chosen:
        return [speaker.say("defer.accuracy_same")]
    gap, accuracy = selection.differences[other], selection.choice.accuracy
    span = words.span(gap)
    if span is None:
        return []
    key = "defer.accuracy_other" if selection.validation is None else "defer.accuracy_other_validation"
    named = {"other": other, "acc_other": accuracy[other], "acc": accuracy[chosen]}
    return [speaker.say(key, gap=words.amount(gap.value), range=span, **named)]


def against_cost(context: DeferContext) -> list[Sentence]:
    """Say what choosing by the cost of errors, with every answer accepted, would lose (S24 section 4.2.2)."""
    selection, speaker, words = context.selection, context.speaker, context.words
    other, cost = selection.by_error_cost, selection.choice.error_cost
    if len(selection.models) < 2 or other in (selection.chosen.name, selection.by_accuracy):
        return []
    gap = selection.differences[other]
    named = {
        "other": other, "cost_other": words.amount(cost[other]), "cost": words.amount(cost[selection.chosen.name])
    }  # fmt: skip
    return [speaker.say("defer.cost_other", loss=words.amount(-gap.value), **named)] if gap.value < 0 else []


def compared(context: DeferContext) -> Bullet:
    """Say what the best single models are worth beside the recommended answers, each in a few words."""
    selection, speaker, words = context.selection, context.speaker, context.words
    if len(selection.models) == 1:
        return Bullet(speaker.say("defer.model_only"))
    others = [each for each in context.ordered if each is not selection.chosen][:MOST_NAMED]
    gaps = {each.name: words.estimate(selection.differences[each.name]) for each in others}
    told = [speaker.say("defer.single", model=name, gap=gap) for name, gap in gaps.items()]
    best, gap = others[0].name, words.short(selection.differences[others[0].name].value)
    head = speaker.say("defer.singles", model=selection.chosen.name, other=best, gap=gap)
    return Bullet(head, (speaker.say("defer.singles_how", list=joined(told)),))


def noise(context: DeferContext) -> list[Sentence]:
    """Return what intervals are made of, for the methods."""
    speaker, plan = context.speaker, context.selection.plan
    if not plan.resamples:
        return [speaker.say("defer.m_off")]
    return [speaker.say("defer.m_noise", resamples=plan.resamples, seed=str(plan.seed))]


def bound_said(
    speaker: Nouns, model: str, bound: float, n_models: int, goal: float | None = None
) -> Sentence:
    """Say how many of a model's answers are wrong at most; with several models compared, that it holds for all at once.

    ``goal``: what is guaranteed; the bound is rounded up, but not beyond it.
    """
    bound = rounded_up(bound) if goal is None or bound > goal else min(rounded_up(bound), goal)
    if n_models > 1:
        return speaker.say("defer.guarantee_all", model=model, bound=bound, n=n_models)
    return speaker.say("defer.guarantee", model=model, bound=bound)
