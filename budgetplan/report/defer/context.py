"""What every part of the report on a selective classifier needs."""

from __future__ import annotations

from dataclasses import dataclass

from budgetplan.planning.defer.cutoff_methods import Judged
from budgetplan.planning.defer.solve import DeferSolution
from budgetplan.report.defer.worth_words import WorthWords
from budgetplan.report.phrases import Nouns


@dataclass(frozen=True, eq=False)
class DeferContext:
    """The analysis, and who says it in which words and unit."""

    selection: DeferSolution
    speaker: Nouns
    words: WorthWords

    @property
    def ordered(self) -> list[Judged]:
        """The models, the recommended first, then by value."""
        chosen = self.selection.chosen
        return sorted(
            self.selection.models, key=lambda one: (one is not chosen, -one.deployed.value.value, one.name)
        )
