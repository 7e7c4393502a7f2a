"""What the report says where answers stand alone: of the choice of a model, by what they stand, and of the project's own list."""

from __future__ import annotations

import math
from types import MappingProxyType
from typing import Any

from budgetplan.domain.decision import Estimate
from budgetplan.domain.labelled import ClassifiedSet, Predictions
from budgetplan.domain.plan import Plan
from budgetplan.domain.rounding import rounded_up
from budgetplan.domain.utilities import NO_ANSWER
from budgetplan.plans.answer import DeferSolution
from budgetplan.report.defer.context import DeferContext
from budgetplan.report.model import Bullet, Paragraph, Text
from budgetplan.report.phrases import Nouns, interval, joined

MOST_NAMED = 3
"""So many single models are named on page 1; the table has all."""


def against_accuracy(context: DeferContext) -> list[Text]:
    """Say which model accuracy would choose, and how much more or less that is worth."""
    selection = context.selection
    if len(selection.models) < 2:
        return []
    other, chosen = selection.choice.by_accuracy, selection.chosen.name
    if other == chosen:
        return [context.say("defer.accuracy_same")]
    gap, accuracy = selection.differences[other], selection.choice.accuracy
    span = context.span(gap if gap.value > 0 else gap.opposite)
    if span is None:
        return []
    key = "defer.accuracy_other" if selection.validation is None else "defer.accuracy_other_validation"
    named = {"other": other, "acc_other": accuracy[other], "acc": accuracy[chosen]}
    return [context.say(key, gap=context.by_so_much(gap, context.amount), range=span, **named)]


def against_cost(context: DeferContext) -> list[Text]:
    """Say what choosing by the cost of errors, with every answer accepted, would lose (S24 section 4.2.2)."""
    selection = context.selection
    other, cost = selection.choice.by_error_cost, selection.choice.error_cost
    if len(selection.models) < 2 or other in (selection.chosen.name, selection.choice.by_accuracy):
        return []
    gap = selection.differences[other]
    key = "defer.cost_other" if selection.validation is None else "defer.cost_other_validation"
    costs = {
        field: context.amount(Estimate(cost[name]))
        for field, name in (("cost_other", other), ("cost", selection.chosen.name))
    }
    return (
        [context.say(key, other=other, loss=context.amount(gap.opposite), **costs)] if gap.value < 0 else []
    )


def compared(context: DeferContext) -> Bullet:
    """Say what the best single models are worth beside the recommended answers, each in a few context."""
    selection = context.selection
    if len(selection.models) == 1:
        return Bullet(context.say("defer.model_only"))
    others = [each for each in context.ordered if each is not selection.chosen][:MOST_NAMED]
    gaps = {each.name: context.estimate(selection.differences[each.name]) for each in others}
    told = [context.say("defer.single", model=name, gap=gap) for name, gap in gaps.items()]
    gap = context.by_so_much(selection.differences[others[0].name], context.amount)
    head = context.say("defer.singles", gap=gap, other=others[0].name)
    return Bullet(head, (context.say("defer.singles_how", list=joined(told)),))


def bound_said(
    speaker: Nouns, key: str, bound: float, n_models: int, goal: float | None = None, **said: Any
) -> Text:
    """Say how many of a model's answers are wrong at most; with several models compared, that it holds for all at once.

    ``goal``: what is guaranteed; the bound is rounded up, but not beyond it.
    """
    bound = rounded_up(bound) if goal is None or bound > goal else min(rounded_up(bound), goal)
    if n_models > 1:
        return speaker.say(f"{key}_all", bound=bound, n=n_models, **said)
    return speaker.say(key, bound=bound, **said)


def by_rule(selection: DeferSolution) -> bool:
    """Return whether the chosen model's answers are accepted by expected value."""
    return selection.chosen.found_by == "relabel"


def asked_for(selection: DeferSolution) -> bool:
    """Return whether the plan asks for answers by expected value, whether or not a model can give them."""
    deferral = selection.plan.deferral
    return deferral is not None and deferral.relabel


def cutoff_taken(context: DeferContext) -> list[Bullet]:
    """Say by what answers stand: nothing where that is what they are worth; "at most so many wrong" is said twice."""
    selection, say = context.selection, context.say
    risk = selection.most_wrong
    if by_rule(selection):
        return []
    if risk is None:
        return [Bullet(say("defer.cut_computed"), (say("defer.cut_theory"),))]
    how_far = say("defer.cut_guaranteed_how", n=selection.test.n_items)
    forecast = say("defer.forecast_none", risk=risk)
    if selection.forecast is not None:
        cutoff, n = selection.forecast
        forecast = say("defer.forecast", risk=risk, cutoff=cutoff, n=n)
    return [Bullet(say("defer.cut_guaranteed", risk=risk), (how_far, *_at_once(context), forecast))]


def _at_once(context: DeferContext) -> list[Text]:
    """Say that a guarantee holds for several models at once, where the test items chose among them."""
    n_models = context.selection.n_models
    return [context.say("defer.at_once", models=n_models)] if n_models > 1 else []


def mean_of_models(context: DeferContext) -> list[Text]:
    """Say what the recommended mean of models is, and what the best single one is worth; else nothing."""
    selection = context.selection
    members = [one.name for one in selection.chosen.predictions.members]
    if not members:
        return []
    single = next(one for one in selection.models if one.name == selection.choice.single)
    gap = context.by_so_much(selection.differences[single.name], context.amount)
    return [
        context.say("defer.mean_chosen", members=context.locale.listing(members)),
        context.say("defer.mean_single", model=single.name, gap=gap),
    ]


def what_comes_of_it(context: DeferContext) -> list[Text]:
    """Say how many items are answered alone, how many of these answers are wrong, and what reviewing the rest costs."""
    found, key = context.selection.alone, "defer.list" if context.selection.alone.is_list else "defer.finds"
    said: dict[str, Any] = {"n": found.items}
    if not found.alone:
        told = [context.say(f"{key}_none", **said)]
    else:
        said, span = said | {"wrong": found.wrong.value}, interval(found.wrong)
        told = [context.between(key, span, **said)]
    if found.cost is not None and found.left and found.is_list:
        told.append(context.say("defer.list_cost", cost=found.cost))
    if found.unlike:
        told.append(context.say("defer.unlike"))
    return told


def refused_title(context: DeferContext) -> Text:
    """Say in one sentence that nothing is recommended."""
    selection, say = context.selection, context.say
    if selection.refusal == "few":
        return say("defer.title_few", n=selection.test.n_items)
    if selection.refusal == "uncertified":
        return say("defer.title_uncertified", risk=selection.most_wrong)
    return say("defer.title_refused")


def _uncertified(context: DeferContext) -> list[Text]:
    """Say that the labels cannot guarantee so few wrong answers, and how many would."""
    selection, say = context.selection, context.say
    needed = selection.items_needed
    why = [say("defer.uncertified", risk=selection.most_wrong, n=selection.test.n_items), *_at_once(context)]
    if not math.isfinite(needed):
        return [*why, say("defer.uncertified_never")]
    return [*why, say("defer.uncertified_need", needed=needed)]


def refused_lede(context: DeferContext) -> list[Text]:
    """Say why nothing is recommended, and the way on."""
    selection = context.selection
    if selection.refusal == "few":
        return [context.say("defer.few_labels", more=selection.labels_wanted)]
    if selection.refusal == "uncertified":
        return _uncertified(context)
    found, n = selection.alone, selection.test.n_items
    assert found.own_list is not None
    said = {"model": selection.chosen.name, "alone": found.alone, "outside": found.own_list.outside, "n": n}
    wanted = found.own_list.labels_to_draw(n)
    return [context.say("defer.refused", **said), context.say("lede.refused_todo", wanted=wanted)]


_TITLES = MappingProxyType(
    {
        "defer.title": "defer.title_list",
        "defer.title_answers": "defer.title_answers_list",
        "defer.title_calibrated": "defer.title_calibrated_list",
        "defer.title_rule": "defer.title_rule_list",
        "defer.title_span": "defer.title_span_list",
    }
)


def titled(context: DeferContext, key: str, **said: Any) -> Text:
    """Return a title that names a share of the items: of the list where there is one."""
    return context.say(_TITLES[key] if context.selection.alone.is_list else key, **said)


FEWEST = 30
"""With fewer independent items or groups the intervals of resampling are too narrow."""


def notes(context: DeferContext) -> list[Paragraph]:
    """Return what is to be said of single models: which cannot answer by expected value, and scalings."""
    models = sorted(context.selection.test.models, key=lambda one: one.name)
    bare = [one.name for one in models if one.probabilities is None and asked_for(context.selection)]
    said = [context.say("defer.missing_relabel", models=context.locale.listing(bare))] if bare else []
    said += [sentence for one in models for sentence in _scaling(context, one)]
    return [Paragraph(tuple(said), "note")] if said else []


def _scaling(context: DeferContext, model: Predictions) -> list[Text]:
    """Say how a model's decision values were turned into probabilities."""
    scaling = model.scaling
    if scaling is None or scaling.rates is not None:
        return how_sure(context, model) if model.name != context.selection.chosen.name else []
    if scaling.temperature is not None:
        return [context.say("defer.scaled", model=model.name, temperature=scaling.temperature)]
    return [
        context.say(
            "defer.scaled_two",
            model=model.name,
            slope=scaling.slope,
            intercept=scaling.intercept,
            positive=scaling.classes[1],
        )
    ]


def few(speaker: Nouns, test: ClassifiedSet, plan: Plan) -> list[Bullet]:
    """Warn of fewer than 30 test items, or groups of them: resampling so few says little (METHODS F8)."""
    if not plan.resamples:
        return []
    n = test.n_independent
    if n >= FEWEST:
        return []
    verdict = speaker.say("defer.few" if test.group is None else "defer.few_groups", n=n)
    return [Bullet(verdict, (speaker.say("defer.few_what"),))]


def how_sure(speaker: Nouns, said: Predictions) -> list[Text]:
    """Say where the confidence of answers comes from that have none of their own; nothing of others."""
    if said.scaling is None or said.scaling.rates is None:
        return []
    silent = [speaker.say("defer.no_answer", name=NO_ANSWER)] if NO_ANSWER in said.scaling.classes else []
    return [speaker.say("defer.by_answer", model=said.name), *silent]


def method_said(context: DeferContext) -> list[Text]:
    """Return what every number means, in short."""
    selection, plan, say = context.selection, context.plan, context.say
    said = [say("defer.m_value"), say("defer.m_who")]
    if asked_for(selection):
        said.append(say("defer.m_relabel"))
    means = [[part.name for part in one.predictions.members] for one in selection.models]
    said += [say("defer.m_mean", members=context.locale.listing(names)) for names in means if names]
    if plan.resamples:
        said.append(say("defer.m_noise", resamples=plan.resamples, seed=str(plan.seed)))
    else:
        said.append(say("defer.m_off"))
    if selection.alone.is_list:
        said.append(say("defer.m_list"))
    return [*said, say("defer.m_bins")]
