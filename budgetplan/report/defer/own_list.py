"""What the report on a selective classifier says of the project's own list (METHODS F9)."""

from __future__ import annotations

import math
from types import MappingProxyType
from typing import Any

from budgetplan.report.defer.context import DeferContext
from budgetplan.report.model import Bullet, Sentence
from budgetplan.report.phrases import interval

_ON_LIST = ("defer.list", "defer.list_plain", "defer.list_none")
_ON_TEST = ("defer.finds", "defer.finds_plain", "defer.finds_none")
"""What is said of wrong answers with an interval, without one, and where nothing is answered alone."""


def what_comes_of_it(context: DeferContext) -> list[Sentence]:
    """Say how many items are answered alone, how many of these answers are wrong, and what reviewing the rest costs."""
    found, speaker = context.selection.alone, context.speaker
    span = interval(found.wrong)
    sure, plain, none = _ON_LIST if found.is_list else _ON_TEST
    said: dict[str, Any] = {"n": found.items, "left": found.left, "model": context.selection.chosen.name}
    if not found.alone:
        told = [speaker.say(none, **said)]
    else:
        said |= {"alone": found.alone, "wrong": found.wrong.value}
        told = [speaker.say(plain, **said) if span is None else speaker.say(sure, range=span, **said)]
    if found.cost is not None and found.left and found.is_list:
        told.append(speaker.say("defer.list_cost", cost=found.cost))
    if found.unlike:
        told.append(speaker.say("defer.unlike"))
    return told


def is_it_alike(context: DeferContext) -> list[Bullet]:
    """Say that the list is like the test items, as far as can be told; where it is not, the box above says so."""
    found = context.selection.alone
    return [Bullet(context.speaker.say("defer.list_alike"))] if found.is_list and not found.unlike else []


def how_for_lists(context: DeferContext) -> list[Sentence]:
    """Explain what is expected of the list, where there is one."""
    return [context.speaker.say("defer.m_list")] if context.selection.alone.is_list else []


def refused_title(context: DeferContext) -> Sentence:
    """Say in one sentence that nothing is recommended."""
    selection, say = context.selection, context.speaker.say
    if selection.refusal == "few":
        return say("defer.title_few", n=selection.test.n_items)
    if selection.refusal == "uncertified":
        return say("defer.title_uncertified", risk=selection.most_wrong)
    return say("defer.title_refused", model=selection.chosen.name)


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
    if selection.refusal == "few":
        return [speaker.say("defer.few_labels", more=selection.labels_wanted)]
    if selection.refusal == "uncertified":
        return _uncertified(context)
    found, n = selection.alone, selection.test.n_items
    assert found.own_list is not None
    said = {"model": selection.chosen.name, "alone": found.alone, "outside": found.own_list.outside, "n": n}
    wanted = found.own_list.labels_to_draw(n)
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
    found = context.selection.alone
    return _TITLES[key] if found.is_list else key, found.share
