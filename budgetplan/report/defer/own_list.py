"""What the report on a selective classifier says of the project's own list (METHODS F9)."""

from __future__ import annotations

import math
from types import MappingProxyType

from budgetplan.planning.defer.list_answers import ListAnswers, ListSplit
from budgetplan.report.defer.context import DeferContext
from budgetplan.report.model import Bullet, Paragraph, Sentence
from budgetplan.report.phrases import interval


def of_list(context: DeferContext) -> list[Sentence]:
    """Say what the recommended cutoff does on the list; nothing where it has no predictions."""
    found, speaker = context.selection.own_list, context.speaker
    if found is None:
        return []
    own, span = found.own, interval(found.wrong)
    said = {"n": found.n_items, "left": own.left}
    if not own.alone:
        return [speaker.say("defer.list_none", **said), *_cost(context, own)]
    said |= {"alone": own.alone, "wrong": own.wrong}
    if span is None:
        return [speaker.say("defer.list_plain", **said), *_cost(context, own)]
    return [speaker.say("defer.list", range=span, **said), *_cost(context, own)]


def is_it_alike(context: DeferContext) -> list[Bullet]:
    """Say that the list is like the test items, as far as can be told, and what it would be by their share.

    Nothing where it is unlike them: that stands in the box above, and by share nothing is a result.
    """
    found, speaker = context.selection.own_list, context.speaker
    if found is None or found.unlike:
        return []
    said = []
    if _differ(found):
        share = found.by_share
        named = {"alone": share.alone, "wrong": share.wrong, "left": share.left}
        said += [speaker.say("defer.list_by_share", **named), *_cost(context, share)]
    return [Bullet(speaker.say("defer.list_alike"), tuple(said))]


def beyond(context: DeferContext) -> list[Paragraph]:
    """Say on how many items of the list the model is surer, or less sure, than on every test item."""
    found = context.selection.own_list
    if found is None or not found.beyond:
        return []
    return [Paragraph((context.speaker.say("defer.list_beyond", n=found.beyond),), "note")]


def _differ(found: ListAnswers) -> bool:
    """Say whether the list by itself and by share are told apart by what is printed of them."""
    one, other = found.own, found.by_share
    pairs = ((one.alone, other.alone), (one.wrong, other.wrong), (one.cost or 0.0, other.cost or 0.0))
    return any(round(first) != round(second) for first, second in pairs)


def _cost(context: DeferContext, split: ListSplit) -> list[Sentence]:
    """Say what reviewing all that is left costs, where it has a price."""
    if split.cost is None or not split.left:
        return []
    return [context.speaker.say("defer.list_cost", cost=split.cost)]


def how_for_lists(context: DeferContext) -> list[Sentence]:
    """Explain what is expected of the list, where there is one."""
    return [] if context.selection.own_list is None else [context.speaker.say("defer.m_list")]


def refused_title(context: DeferContext) -> Sentence:
    """Say in one sentence that nothing is recommended."""
    if context.selection.refusal == "uncertified":
        return context.speaker.say("defer.title_uncertified", risk=context.selection.most_wrong)
    return context.speaker.say("defer.title_refused", model=context.selection.chosen.name)


def _uncertified(context: DeferContext) -> list[Sentence]:
    """Say that the labels cannot guarantee so few wrong answers, and how many would."""
    selection, say = context.selection, context.speaker.say
    n, models, needed = selection.test.n_items, len(selection.models), selection.items_needed
    why = say("defer.uncertified", risk=selection.most_wrong, n=n, models=models)
    if not math.isfinite(needed):
        return [why, say("defer.uncertified_never")]
    return [why, say("defer.uncertified_need", needed=needed)]


def refused_lede(context: DeferContext) -> list[Sentence]:
    """Say why nothing is recommended, and the way on."""
    selection, speaker = context.selection, context.speaker
    if selection.refusal == "uncertified":
        return _uncertified(context)
    found = selection.own_list
    assert found is not None
    n, support = selection.test.n_items, found.support
    said = {"model": selection.chosen.name, "alone": support.planned, "outside": support.outside, "n": n}
    wanted = selection.labels_to_draw
    return [speaker.say("defer.refused", **said), speaker.say("lede.refused_todo", wanted=wanted)]


_TITLES = MappingProxyType(
    {
        "defer.title": "defer.title_list",
        "defer.title_answers": "defer.title_answers_list",
        "defer.title_calibrated": "defer.title_calibrated_list",
        "defer.title_rule": "defer.title_rule_list",
        "defer.title_span": "defer.title_span_list",
    }
)


def titled(context: DeferContext, key: str) -> tuple[str, float]:
    """Return the text of a title that names a share of the items, and that share: the list's where there is one."""
    found = context.selection.own_list
    if found is None:
        return key, context.selection.chosen.deployed.counts.coverage
    return _TITLES[key], found.own.alone / found.n_items
