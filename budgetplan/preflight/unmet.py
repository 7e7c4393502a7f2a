"""Says in words of the report, but without one, that nothing meets the goal."""

from __future__ import annotations

from collections.abc import Sequence

from budgetplan.plans.answer import DeferSolution
from budgetplan.plans.joint import JointPlan
from budgetplan.plans.quota import QuotaPlan
from budgetplan.plans.review import Analysis
from budgetplan.report.answers import AnswerSpeaker
from budgetplan.report.joint import unmet_words
from budgetplan.report.model import Text
from budgetplan.report.phrases import Speaker
from budgetplan.report.quota import QuotaSpeaker
from budgetplan.report.ranked_facts import decision_words

Unmet = tuple[Text, Sequence[Text]]
"""The title of the report, and the sentences below it that say why and what to do."""


def unmet_of_queue(analysis: Analysis) -> Unmet | None:
    """Return what a report on ranked items says where nothing meets the goal; None where something does."""
    if not analysis.decision.unmet:
        return None
    say = decision_words(Speaker(analysis))
    # A plan beyond the budget is told at length in the report; without it, why there is none is enough.
    return say("title"), [say("lede" if analysis.decision.rule == "impossible" else "over_budget")]


def unmet_of_quotas(quota: QuotaPlan) -> Unmet | None:
    """Return what a report on a plan with quotas says where there is no plan; None where there is one."""
    if quota.chosen is not None:
        return None
    say = QuotaSpeaker(quota).words
    return say("title"), say.parts("lede")


def unmet_of_joint(joint: JointPlan) -> Unmet | None:
    """Return what a report on a model and people says where nothing is recommended; None where it does."""
    return unmet_words(joint) if joint.unmet else None


def unmet_of_answers(selection: DeferSolution) -> Unmet | None:
    """Return what a report on a selective classifier says where no model is recommended; None where one is."""
    words = AnswerSpeaker(selection).words
    return (words("title"), words.parts("refused")) if selection.refusal else None
