"""What every part of the report on a selective classifier needs."""

from __future__ import annotations

from dataclasses import dataclass

from budgetplan.documents.speaker import Nouns
from budgetplan.documents.worth_words import WorthWords
from budgetplan.planning.selective import Selection


@dataclass(frozen=True, eq=False)
class Context:
    """The analysis, and who says it in which words and unit."""

    selection: Selection
    speaker: Nouns
    words: WorthWords
