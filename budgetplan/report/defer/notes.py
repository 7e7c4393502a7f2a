"""Notes beside the ways to a cutoff: which cannot be taken, and what was made of decision values."""

from __future__ import annotations

from budgetplan.domain.labelled import ClassifiedSet, Predictions
from budgetplan.domain.plan import Plan
from budgetplan.report.defer.by_answer import how_sure
from budgetplan.report.defer.context import DeferContext
from budgetplan.report.model import Bullet, Paragraph, Sentence
from budgetplan.report.phrases import Nouns

FEWEST = 30
"""With fewer independent items or groups the intervals of resampling are too narrow."""


def notes(context: DeferContext) -> list[Paragraph]:
    """Return what is to be said of single models: why a way cannot be taken, each reason once, and scalings."""
    by_reason: dict[str, list[str]] = {}
    for one in context.selection.models:
        for reason in one.missing.values():
            by_reason.setdefault(reason, []).append(one.name)
    said = [
        context.speaker.say(
            f"defer.missing_{reason}", models=context.speaker.locale.listing(sorted(set(names)))
        )
        for reason, names in sorted(by_reason.items())
    ]
    models = sorted(context.selection.test.models, key=lambda one: one.name)
    said += [sentence for one in models for sentence in _scaling(context, one)]
    return [Paragraph(tuple(said), "note")] if said else []


def _scaling(context: DeferContext, model: Predictions) -> list[Sentence]:
    """Say how a model's decision values were turned into probabilities."""
    scaling, speaker = model.scaling, context.speaker
    if scaling is None or scaling.rates is not None:
        return how_sure(speaker, model) if model.name != context.selection.chosen.name else []
    if scaling.temperature is not None:
        return [speaker.say("defer.scaled", model=model.name, temperature=scaling.temperature)]
    return [
        speaker.say(
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
