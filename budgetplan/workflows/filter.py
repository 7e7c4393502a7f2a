"""The ranked list: people judge its items from the top, and the plan says how far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from budgetplan.core.places import places
from budgetplan.dataset.list_files import with_list
from budgetplan.dataset.scored import ScoredTable, read_table
from budgetplan.domain.decision import WorkflowName
from budgetplan.domain.doubt import Doubt
from budgetplan.domain.items import Excluded
from budgetplan.domain.plan import MIXTURE, Plan, Reviewed
from budgetplan.engines.open_list import CountedTable, with_counted_list
from budgetplan.errors import BadDataError, Problem
from budgetplan.lists.evidence import Evidence, gather
from budgetplan.lists.forecast import ScoredList
from budgetplan.lists.likeness import depth_reviewed, stand_within
from budgetplan.plans.compared import PlanDraws, drawn_from
from budgetplan.plans.list_check import doubts_of_list
from budgetplan.plans.reserving import with_risk
from budgetplan.plans.review import Analysis, analyse, course_of, doubts_of_rest, recommend, stops_named
from budgetplan.preflight.doubts import doubts_of_scores
from budgetplan.preflight.unmet import unmet_of_queue
from budgetplan.report.model import Document
from budgetplan.report.page import Framing
from budgetplan.report.phrases import Nouns
from budgetplan.report.ranked import build_files, build_report, decision_record
from budgetplan.work.building import work_of_filter
from budgetplan.workflows.base import COMPARING, Origin, Progress

if TYPE_CHECKING:
    from budgetplan.tables.frame import Rows


MOST_LOOKS = 20
"""So often a counted list is looked at where stops fall; what is printed then no longer changes."""


def drawn_of_list(plan: Plan, data: ScoredTable, evidence: Evidence) -> dict[str, str]:
    """Return a checksum for each part of what the draws of a ranked list are made from."""
    return drawn_from(
        labels=data.known_labels(),
        groups=evidence.sample.group,
        weights=(evidence.weight, str(plan.prevalence)),
        strata=evidence.sample.drawn,
        list=(
            evidence.basis,
            evidence.list_items,
            [data.items.ids[row] for row in np.flatnonzero(~data.items.labelled).tolist()],
            sorted(data.checksums.values()) if isinstance(data, CountedTable) else (),
        ),
        seed=plan.seed,
        resamples=evidence.plan.resamples,
    )


class OfScores:
    """What workflows in which models order items do alike, see :class:`budgetplan.workflows.base.Workflow`."""

    name: WorkflowName = "filter"

    def read(self, plan: Plan, given: Mapping[str, Rows]) -> ScoredTable:
        """Read items and scores; of a rest, without labelled items that would have been reviewed by now."""
        return self._read(self._rest(plan, given), given)

    def _rest(self, plan: Plan, given: Mapping[str, Rows]) -> Plan:
        """Return a plan with the names of the labelled items that say nothing of what is left of its list."""
        reviewed = plan.reviewed
        if reviewed is None or not reviewed.depth:
            return plan
        whole = replace(plan, reviewed=None, mixture=plan.mixture or reviewed.model == MIXTURE)
        data = self._read(whole, given)
        counted = data.counted if isinstance(data, CountedTable) else None
        own = gather(whole, data.items, data.models, counted=counted).own
        if own is None or reviewed.model not in own.scores:
            wrong = f"the rest cannot be planned without the model in whose order it was reviewed: {reviewed.model}"
            raise BadDataError([Problem(wrong, "name that model, too", option="list.reviewed")])
        labelled, listed = own.place[reviewed.model], own.scores[reviewed.model][1]
        number = own.weight if counted is None else counted.rows(reviewed.model).count.astype(np.float64)
        within = stand_within(labelled, places(listed, listed, number), _depth(reviewed, own), number)
        names, rows = data.items.ids, np.flatnonzero(data.items.labelled)[within].tolist()
        return replace(plan, reviewed=replace(reviewed, alike=frozenset(names[row] for row in rows)))

    def _read(self, plan: Plan, given: Mapping[str, Rows]) -> ScoredTable:
        data = read_table(plan, given)
        if plan.listed is None:
            return data
        return with_list(plan, data) if plan.listed.engine == "memory" else with_counted_list(plan, data)

    def source(self, plan: Plan, data: ScoredTable) -> Origin:
        """Return where the scores come from."""
        say = Nouns(plan).say
        models = [
            say("fact.model", model=one.name, column=one.column, order=one.order) for one in plan.models
        ]
        return Origin(models, data.checksums, plan.split, (plan.table, *data.checksums))

    def excluded(self, data: ScoredTable, solution: object) -> tuple[Excluded, ...]:  # noqa: ARG002 - as others
        """Return the rows that were left out."""
        return data.excluded


class FilterWorkflow(OfScores):
    """See :class:`budgetplan.workflows.base.Workflow`."""

    recommend = staticmethod(recommend)
    unmet = staticmethod(unmet_of_queue)
    course = staticmethod(course_of)
    work = staticmethod(work_of_filter)
    record = staticmethod(decision_record)
    files = staticmethod(build_files)

    def solve(self, plan: Plan, data: ScoredTable, progress: Progress) -> Analysis:
        """Decide which model, how far, and how sure, and what it may cost and take where that is asked."""
        return with_risk(plan, lambda one: self._planned(one, data, progress))

    def _planned(self, plan: Plan, data: ScoredTable, progress: Progress) -> Analysis:
        """Decide for a plan as it stands."""
        counted = data.counted if isinstance(data, CountedTable) else None
        progress(COMPARING, 0, 1)
        found = analyse(gather(plan, data.items, data.models, counted=counted))
        # Where a stop falls, the equal items of a counted list are counted by themselves.
        for _ in range(MOST_LOOKS - 1):
            if counted is None or not counted.look_at(stops_named(found)):
                break
            found = analyse(gather(plan, data.items, data.models, counted=counted))
        return found

    def doubts(self, plan: Plan, data: ScoredTable, solution: Analysis) -> Sequence[Doubt]:
        """Return what is doubtful in the scores and in the list."""
        return (
            *doubts_of_scores(plan, data.items, data.models),
            *doubts_of_list(solution.check, solution.evidence),
            *doubts_of_rest(solution),
        )

    def draws(self, solution: Analysis) -> PlanDraws | None:
        """Return the recommended stop in every draw."""
        return solution.plan_draws

    def drawn(self, plan: Plan, data: ScoredTable, solution: Analysis) -> Mapping[str, str]:
        """Return a checksum for each part of what its draws are made from."""
        return drawn_of_list(plan, data, solution.evidence)

    def report(self, solution: Analysis, framing: Framing) -> Document:
        """Return the report on a ranked list."""
        return build_report(solution, framing, self.work(solution))


def _depth(reviewed: Reviewed, own: ScoredList) -> int:
    """Return how deep the order of the whole list has been reviewed; a queue of a later round begins further down.

    Of a list that an engine counts nobody has the names here: all that was judged before counts as above.
    """
    if not reviewed.earlier:
        return reviewed.depth
    if own.counted is not None:
        return reviewed.earlier + reviewed.depth
    listed = own.scores[reviewed.model][1]
    judged = np.array([name in reviewed.ids for name in own.ids], dtype=bool)
    return depth_reviewed(judged[np.argsort(-listed, kind="stable")])
