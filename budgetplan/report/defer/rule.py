"""What the report says where answers are chosen and accepted by expected value, not by one cutoff."""

from __future__ import annotations

from types import MappingProxyType

from budgetplan.planning.defer.solve import DeferSolution
from budgetplan.report.defer.context import DeferContext
from budgetplan.report.model import Bullet, Ref, Sentence

_VARIANTS = MappingProxyType(
    {
        "defer.t_domains": "defer.t_domains_rule",
        "defer.title_none": "defer.title_none_rule",
    }
)


def by_rule(selection: DeferSolution) -> bool:
    """Return whether the chosen model's answers are accepted by expected value."""
    return selection.chosen.deployed.key == "relabel"


def asked_for(selection: DeferSolution) -> bool:
    """Return whether the plan asks for answers by expected value, whether or not a model can give them."""
    deferral = selection.plan.deferral
    return deferral is not None and deferral.relabel


def variant(selection: DeferSolution, key: str) -> str:
    """Return the key of a text that speaks of cutoffs, or of the one in its place."""
    speaks = by_rule(selection) if key == "defer.t_domains" else asked_for(selection)
    return _VARIANTS[key] if speaks else key


def changed(context: DeferContext) -> list[Sentence]:
    """Say how many answers are not the most probable class."""
    if not by_rule(context.selection):
        return []
    return [context.speaker.say("defer.relabelled", changed=context.selection.chosen.deployed.relabelled)]


def how(context: DeferContext) -> list[Sentence]:
    """Explain the rule, where the plan asks for it."""
    return [context.speaker.say("defer.m_relabel")] if asked_for(context.selection) else []


def cutoff_taken(context: DeferContext) -> list[Bullet]:
    """Say by what answers stand: nothing where that is what they are worth; "at most so many wrong" is said twice."""
    selection, say = context.selection, context.speaker.say
    route, risk = selection.chosen.deployed, selection.most_wrong
    if by_rule(selection):
        return []
    if route.key != "guaranteed":
        return [Bullet(say("defer.cut_computed"), (say("defer.cut_theory", table=Ref("routes")),))]
    how_far = say("defer.cut_guaranteed_how", n=selection.test.n_items, models=len(selection.models))
    forecast = say("defer.forecast_none", risk=risk)
    if selection.alone.forecast is not None:
        cutoff, n = selection.alone.forecast
        forecast = say("defer.forecast", risk=risk, cutoff=cutoff, n=n)
    return [Bullet(say("defer.cut_guaranteed", risk=risk), (how_far, forecast))]


def mean_of_models(context: DeferContext) -> list[Sentence]:
    """Say what the recommended mean of models is, and what the best single one is worth; else nothing."""
    selection, speaker = context.selection, context.speaker
    members = [one.name for one in selection.chosen.predictions.members]
    if not members:
        return []
    single = next(one for one in selection.models if one.name == selection.choice.single)
    gap = context.words.amount(selection.differences[single.name].value)
    return [
        speaker.say("defer.mean_chosen", members=speaker.locale.listing(members)),
        speaker.say("defer.mean_single", model=single.name, gap=gap),
    ]


def how_averaged(context: DeferContext) -> list[Sentence]:
    """Explain the mean of the models, where there is one."""
    speaker = context.speaker
    every = [[part.name for part in one.predictions.members] for one in context.selection.models]
    return [speaker.say("defer.m_mean", members=speaker.locale.listing(names)) for names in every if names]


def how_calibrated(context: DeferContext) -> list[Sentence]:
    """Say what calibrates probabilities, where no cutoff on stated confidences says the same."""
    chosen = context.selection.chosen
    if chosen.deployed.cutoff is not None or chosen.temperature is None:
        return []
    return [context.speaker.say("defer.cut_power", model=chosen.name, power=1 / chosen.temperature)]
