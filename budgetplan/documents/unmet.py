"""Says in words of the report, but without one, that nothing meets the goal."""

from __future__ import annotations

from collections.abc import Sequence

from budgetplan.documents.decision_page import lede, over_budget, title
from budgetplan.documents.joint_context import Context
from budgetplan.documents.joint_lede import title as joint_title
from budgetplan.documents.joint_lede import too_little
from budgetplan.documents.model import Sentence
from budgetplan.documents.speaker import Speaker
from budgetplan.planning.analysis import Analysis
from budgetplan.planning.joint import JointPlan

Said = tuple[Sentence, Sequence[Sentence]]
"""The title of the report, and the sentences below it that say why and what to do."""


def unmet_of_queue(analysis: Analysis) -> Said | None:
    """Return what a report on ranked items says where nothing meets the goal; None where something does."""
    decision, speaker = analysis.decision, Speaker(analysis)
    if not decision.unmet:
        return None
    # A plan beyond the budget is told at length in the report; without it, why there is none is enough.
    why = over_budget(speaker) if decision.rule != "impossible" else lede(speaker)
    return title(speaker), why


def unmet_of_joint(joint: JointPlan) -> Said | None:
    """Return what a report on a model and people says where the budget pays for nothing; None where it does."""
    context = Context(joint)
    return (joint_title(context), too_little(context)) if joint.unmet else None
