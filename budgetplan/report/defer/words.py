"""What is said where nothing is recommended, and what reports on joint plans say of answers, too."""

from __future__ import annotations

from typing import Any

from budgetplan.domain.labelled import ClassifiedSet
from budgetplan.domain.plan import Plan
from budgetplan.domain.rounding import rounded_up
from budgetplan.report.defer.context import FEWEST, DeferContext
from budgetplan.report.model import Bullet, Text
from budgetplan.report.phrases import Nouns


def refused_title(context: DeferContext) -> Text:
    """Say in one sentence that nothing is recommended."""
    return context.words("title")


def refused_lede(context: DeferContext) -> list[Text]:
    """Say why nothing is recommended, and the way on."""
    return [*context.words.parts("refused")]


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


def few(speaker: Nouns, test: ClassifiedSet, plan: Plan) -> list[Bullet]:
    """Warn of fewer than 30 test items, or groups of them: resampling so few says little (METHODS F8)."""
    n = test.n_independent
    if not plan.resamples or n >= FEWEST:
        return []
    verdict = speaker.say("defer.few" if test.group is None else "defer.few_groups", n=n)
    return [Bullet(verdict, (speaker.say("defer.few_what"),))]
