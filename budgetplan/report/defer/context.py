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
    def better(self) -> list[str]:
        """The models that the test items show to be worth more than the recommended one."""
        found = self.selection.close
        return [name for name in found[0] + found[1] if self.selection.differences[name].wholly_above(0.0)]

    @property
    def as_well(self) -> list[str]:
        """The models that may do as well as the recommended one."""
        return [name for name in self.selection.close[0] if name not in self.better]

    @property
    def unproven(self) -> list[str]:
        """The other models that the test items do not show to be worth less."""
        return [name for name in self.selection.close[1] if name not in self.better]

    @property
    def ordered(self) -> list[Judged]:
        """The models, the recommended first, then by value."""
        chosen = self.selection.chosen
        return sorted(
            self.selection.models, key=lambda one: (one is not chosen, -one.deployed.value.value, one.name)
        )
