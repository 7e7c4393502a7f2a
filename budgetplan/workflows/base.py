"""What a workflow is: the steps from a plan to a report, and what passes between them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

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


@dataclass(frozen=True)
class Workflow:
    """One kind of plan: how its items are read, what is computed, and what is said of it.

    Data are what ``read`` gives, a solution is what ``solve`` gives, with every number; what follows computes nothing.

    Attributes
    ----------
    read
        The items of a plan; with tables that are no files, by their names in the plan.
    solve
        All there is to compute.
    doubts
        What makes the result doubtful, in its items and in itself.
    recommend
        What is recommended, in the words that all workflows share.
    unmet
        What a report says where nothing meets the goal; None where something does.
    course
        What becomes of each item of the list; None where there is no list to act on, or nothing to do.
    work
        How what is recommended is carried out; None where people review nothing.
    draws, drawn
        The plan in every draw, None without intervals; and a checksum for each part of what its draws are made from.
        None and nothing where plans are not compared.
    source, excluded
        Where the numbers come from, and the rows that were left out, each with the reason.
    report, record, files
        The report; the decision, the plan and where both come from as plain data; tables that are files beside it.
    """

    name: WorkflowName
    read: Callable[[Plan, Mapping[str, Rows]], Any]
    solve: Callable[[Plan, Any, Progress], Any]
    doubts: Callable[[Plan, Any, Any], Sequence[Doubt]]
    recommend: Callable[[Any], Recommendation]
    unmet: Callable[[Any], Unmet | None]
    course: Callable[[Any], Course | None]
    work: Callable[[Any], WorkPlan | None]
    draws: Callable[[Any], PlanDraws | None]
    drawn: Callable[[Plan, Any, Any], Mapping[str, str]]
    source: Callable[[Plan, Any], Origin]
    excluded: Callable[[Any, Any], tuple[Excluded, ...]]
    report: Callable[[Any, Framing, WorkPlan | None], Document]
    record: Callable[[Any, Mapping[str, Any]], dict[str, Any]]
    files: Callable[[Any], tuple[Table, ...]]
