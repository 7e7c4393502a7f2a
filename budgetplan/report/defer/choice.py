"""What the report says of the choice of a model: by what it was made, how sure it is, what other rules would take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from budgetplan.planning.defer.solve import DeferSolution
from budgetplan.report.defer.context import DeferContext
from budgetplan.report.model import Bullet, Sentence
from budgetplan.report.phrases import Nouns, joined, rounded_up


def against_accuracy(context: DeferContext) -> list[Sentence]:
    """Say which model accuracy would choose, and what that would lose."""
    selection, speaker, words = context.selection, context.speaker, context.words
    if len(selection.models) < 2:
        return []
    by_name = {one.name: one for one in selection.models}
    other, own = by_name[selection.by_accuracy], selection.chosen
    if other is own:
        return [speaker.say("defer.accuracy_same")]
    gap, accuracy = selection.differences[other.name], selection.choice.accuracy
    named = {"other": other.name, "acc_other": accuracy[other.name], "acc": accuracy[own.name]}
    if gap.wholly_below(0.0) and gap.low is not None and gap.high is not None:
        lost, span = words.amount(-gap.value), words.between(-gap.high, -gap.low)
        return [speaker.say(_where(selection, "defer.accuracy_other"), loss=lost, range=span, **named)]
    return []


def close_to_accuracy(context: DeferContext) -> list[Sentence]:
    """Say which model accuracy would choose that the labels cannot tell from the recommended one."""
    selection = context.selection
    by_name = {one.name: one for one in selection.models}
    other, own = by_name[selection.by_accuracy], selection.chosen
    gap = selection.differences[other.name]
    if other is own or not gap.known or gap.wholly_below(0.0):
        return []
    accuracy = selection.choice.accuracy
    named = {"other": other.name, "acc_other": accuracy[other.name], "acc": accuracy[own.name]}
    return [context.speaker.say(_where(selection, "defer.accuracy_close"), **named)]


def _where(selection: DeferSolution, key: str) -> str:
    """Return the text that names the validation items where these are what chooses."""
    return key if selection.validation is None else f"{key}_validation"


def chosen_here(context: DeferContext) -> Sentence:
    """Say what was taken off because the same items chose the model and report its value."""
    selection, words = context.selection, context.words
    own, n = words.amount(selection.chosen.deployed.value.value), len(selection.models)
    lost = words.amount(selection.choice.optimism)
    return context.speaker.say("defer.optimism", n=n, own=own, lost=lost)


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
    if gap.known and not gap.wholly_below(0.0):
        return [speaker.say("defer.cost_close", **named)]
    return [speaker.say("defer.cost_other", loss=words.amount(-gap.value), **named)] if gap.value < 0 else []


def compared(context: DeferContext) -> Bullet:
    """Say how sure the lead of the recommended model is."""
    selection, speaker = context.selection, context.speaker
    if len(selection.models) == 1:
        return Bullet(speaker.say("defer.model_only"), (speaker.say("sure.only"),))
    if selection.firm is None:
        return Bullet(speaker.say("defer.model_unknown"), (speaker.say("sure.off"),))
    if selection.firm:
        ahead = speaker.say("defer.ahead", model=selection.chosen.name, resamples=selection.plan.resamples)
        return Bullet(speaker.say("defer.model_firm"), (ahead,))
    worth = {one.name: context.words.short(one.deployed.value.value) for one in context.ordered}
    n = None if selection.validation is None else selection.validation.n_items
    apart = selection.told_apart
    text = as_well(speaker, "defer.as_well", worth, apart.as_well, n) or unproven(speaker, apart.unproven)
    if n is not None and not apart.as_well:
        text.append(speaker.say("defer.chosen_on", n=n))
    if apart.better:
        text.append(speaker.say("defer.better", others=speaker.locale.listing(apart.better)))
    verdict = "defer.model_doubtful" if apart.better else "defer.model_close"
    # That no model is the clear winner says little without who else might be.
    return Bullet(speaker.say(verdict), tuple(text), stays=bool(apart.as_well))


def as_well(
    speaker: Nouns,
    key: str,
    worth: Mapping[str, Sentence],
    names: Sequence[str],
    chosen_on: int | None = None,
) -> list[Sentence]:
    """Say which other models may do as well, with what each is worth, in the order of ``worth``.

    ``chosen_on``: on how many other items the recommended one was chosen, where that is said in one breath.
    """
    found = [speaker.say("defer.other", model=name, value=worth[name]) for name in worth if name in names]
    if not found:
        return []
    if chosen_on is not None:
        return [speaker.say(f"{key}_chosen", list=joined(found), n=chosen_on)]
    return [speaker.say(key, list=joined(found))]


def unproven(speaker: Nouns, names: Sequence[str]) -> list[Sentence]:
    """Say which models hardly ever come first and are yet not shown worse."""
    return [speaker.say("sure.unproven", models=speaker.locale.listing(names), n=len(names))] if names else []


def noise(context: DeferContext) -> list[Sentence]:
    """Return what intervals are made of, and on which items the model was chosen, for the methods."""
    speaker, selection, plan = context.speaker, context.selection, context.selection.plan
    alone, several = selection.validation is None, len(selection.models) > 1
    said = [speaker.say("defer.m_off")]
    if plan.resamples:
        repeated = alone and selection.repeats_cutoffs and selection.chosen.deployed.key == "learnt"
        key = "defer.m_repeated" if repeated else "defer.m_noise"
        said = [speaker.say(key, resamples=plan.resamples, seed=str(plan.seed))]
    if plan.resamples and several:
        said.append(speaker.say("defer.m_firm"))
    if several and (plan.resamples or not alone):
        said.append(speaker.say("defer.m_choice_cross" if alone else "defer.m_choice"))
    return said


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
