"""What a workflow is: the steps from a plan to a report, and what passes between them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from budgetplan.domain.decision import Recommendation, WorkflowName
from budgetplan.domain.doubt import Doubt
from budgetplan.domain.items import Excluded
from budgetplan.domain.plan import Plan
from budgetplan.domain.review import Course
from budgetplan.plans.compared import PlanDraws
from budgetplan.preflight.unmet import Unmet
from budgetplan.report.model import Document, Table, Text
from budgetplan.report.page import Framing
from budgetplan.work.building import WorkPlan

if TYPE_CHECKING:
    from budgetplan.dataset.rows import TableRead
    from budgetplan.tables.frame import Rows

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and how much there is."""

READING, COMPARING, RESAMPLING = "reading the table", "comparing the models", "resampling"
"""What is being done, for whoever waits."""


def silent(what: str, done: int, total: int) -> None:
    """Say nothing of how far the work is."""


@dataclass(frozen=True)
class Origin:
    """Where the numbers come from: what the last page says, and what the report is named after.

    ``models`` are the models with the columns they stand in, ``further`` the checksums of other files by path,
    ``split`` the rows that were used, ``inputs`` the paths of all that was read.
    """

    models: Sequence[Text]
    further: Mapping[str, str]
    split: str
    inputs: tuple[str, ...]


D = TypeVar("D", bound="TableRead")
S = TypeVar("S")


class Workflow(Protocol[D, S]):
    """One kind of plan: how its items are read, what is computed, and what is said of it.

    ``read`` gives the data, ``solve`` every number; what follows computes nothing.
    """

    name: WorkflowName

    def read(self, plan: Plan, given: Mapping[str, Rows]) -> D:
        """Read the items; ``given`` holds tables that are no files, by their names in the plan."""

    def solve(self, plan: Plan, data: D, progress: Progress) -> S:
        """Compute all there is to compute."""

    def doubts(self, plan: Plan, data: D, solution: S) -> Sequence[Doubt]:
        """Return what makes the result doubtful, in its items and in itself."""

    def recommend(self, solution: S) -> Recommendation:
        """Return what is recommended, in the words that all workflows share."""

    def unmet(self, solution: S) -> Unmet | None:
        """Return what a report says where nothing meets the goal; None where something does."""

    def course(self, solution: S) -> Course | None:
        """Return what becomes of each item of the list; None where there is no list to act on, or nothing to do."""

    def work(self, solution: S) -> WorkPlan | None:
        """Return how what is recommended is carried out; None where people review nothing."""

    def draws(self, solution: S) -> PlanDraws | None:
        """Return the plan in every draw; None without intervals, or such plans are not compared."""

    def drawn(self, plan: Plan, data: D, solution: S) -> Mapping[str, str]:
        """Return a checksum for each part of what its draws are made from; empty where plans are not compared."""

    def source(self, plan: Plan, data: D) -> Origin:
        """Return where the numbers come from."""

    def excluded(self, data: D, solution: S) -> tuple[Excluded, ...]:
        """Return the rows that were left out, each with the reason."""

    def report(self, solution: S, framing: Framing) -> Document:
        """Return the report."""

    def record(self, solution: S, provenance: Mapping[str, Any]) -> dict[str, Any]:
        """Return the decision, the plan and where both come from, as plain data."""

    def files(self, solution: S) -> tuple[Table, ...]:
        """Return the tables that are files beside the report."""
