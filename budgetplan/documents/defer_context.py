"""What every part of the report on a selective classifier needs."""

from __future__ import annotations

from dataclasses import dataclass

from budgetplan.documents.speaker import Nouns
from budgetplan.documents.worth_words import WorthWords
from budgetplan.planning.routes import Judged
from budgetplan.planning.selective import Selection


@dataclass(frozen=True, eq=False)
class Context:
    """The analysis, and who says it in which words and unit."""

    selection: Selection
    speaker: Nouns
    words: WorthWords

    @property
    def ordered(self) -> list[Judged]:
        """The models, the recommended first, then by value."""
        chosen = self.selection.chosen
        return sorted(
            self.selection.models, key=lambda one: (one is not chosen, -one.deployed.value.value, one.name)
        )
