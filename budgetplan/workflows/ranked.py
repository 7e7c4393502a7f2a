"""Ranked lists: people judge items from the top, and the plan says how far, in all or in each stratum."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from budgetplan.core.places import places
from budgetplan.dataset.list_files import with_list
from budgetplan.dataset.scored import ScoredTable, read_table
from budgetplan.domain.doubt import Doubt
from budgetplan.domain.plan import MIXTURE, Plan, Reviewed
from budgetplan.engines.open_list import CountedTable, with_counted_list
from budgetplan.errors import BadDataError, Problem
from budgetplan.lists.evidence import Evidence, gather
from budgetplan.lists.forecast import ScoredList
from budgetplan.lists.likeness import depth_reviewed, stand_within
from budgetplan.plans.compared import drawn_from
from budgetplan.plans.list_check import doubts_of_list
from budgetplan.plans.quota import QuotaPlan, course_with_quotas, recommend_with_quotas
from budgetplan.plans.reserving import with_risk
from budgetplan.plans.review import Analysis, analyse, course_of, doubts_of_rest, recommend, stops_named
from budgetplan.preflight.doubts import doubts_of_scores
from budgetplan.preflight.unmet import unmet_of_queue, unmet_of_quotas
from budgetplan.report.phrases import Nouns
from budgetplan.report.quota import build_quota_files, build_quota_report, quota_record
from budgetplan.report.ranked import build_files, build_report, decision_record
from budgetplan.work.building import work_of_filter, work_with_quotas
from budgetplan.workflows.base import COMPARING, Origin, Progress, Workflow

if TYPE_CHECKING:
    from budgetplan.tables.frame import Rows


MOST_LOOKS = 20
"""So often a counted list is looked at where stops fall; what is printed then no longer changes."""


def _read(plan: Plan, given: Mapping[str, Rows]) -> ScoredTable:
    """Read items and scores; of a rest, without labelled items that would have been reviewed by now."""
    return _read_all(_rest(plan, given), given)


def _rest(plan: Plan, given: Mapping[str, Rows]) -> Plan:
    """Return a plan with the names of the labelled items that say nothing of what is left of its list."""
    reviewed = plan.reviewed
    if reviewed is None or not reviewed.depth:
        return plan
    whole = replace(plan, reviewed=None, mixture=plan.mixture or reviewed.model == MIXTURE)
    data = _read_all(whole, given)
    own = _evidence(whole, data).own
    if own is None or reviewed.model not in own.scores:
        wrong = (
            f"the rest cannot be planned without the model in whose order it was reviewed: {reviewed.model}"
        )
        raise BadDataError([Problem(wrong, "name that model, too", option="list.reviewed")])
    labelled, listed = own.place[reviewed.model], own.scores[reviewed.model][1]
    number = own.weight
    if own.counted is not None:
        number = own.counted.rows(reviewed.model).count.astype(np.float64)
    within = stand_within(labelled, places(listed, listed, number), _depth(reviewed, own), number)
    names, rows = data.items.ids, np.flatnonzero(data.items.labelled)[within].tolist()
    return replace(plan, reviewed=replace(reviewed, alike=frozenset(names[row] for row in rows)))


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


def _read_all(plan: Plan, given: Mapping[str, Rows]) -> ScoredTable:
    data = read_table(plan, given)
    if plan.listed is None:
        return data
    return with_list(plan, data) if plan.listed.engine == "memory" else with_counted_list(plan, data)


def _evidence(plan: Plan, data: ScoredTable) -> Evidence:
    counted = data.counted if isinstance(data, CountedTable) else None
    return gather(plan, data.items, data.models, counted=counted)


def _solve(plan: Plan, data: ScoredTable, progress: Progress) -> Analysis:
    """Decide which model, how far, and how sure, and what it may cost and take where that is asked."""

    def planned(plan: Plan) -> Analysis:
        progress(COMPARING, 0, 1)
        analysis = analyse(_evidence(plan, data))
        # Where a stop falls, the equal items of a counted list are counted by themselves.
        for _ in range(MOST_LOOKS - 1):
            if not isinstance(data, CountedTable) or not data.counted.look_at(stops_named(analysis)):
                break
            analysis = analyse(_evidence(plan, data))
        return analysis

    return with_risk(plan, planned)


def _solve_quotas(plan: Plan, data: ScoredTable, progress: Progress) -> QuotaPlan:
    """Decide whose order is followed, and how far in each stratum."""
    solution = QuotaPlan(plan, data.items, gather(plan, data.items, data.models))
    progress(COMPARING, 0, 1)
    return solution


def _doubts(plan: Plan, data: ScoredTable, solution: Analysis | QuotaPlan) -> Sequence[Doubt]:
    """Return what is doubtful in the scores and in the list."""
    rest = doubts_of_rest(solution) if isinstance(solution, Analysis) else ()
    scores = doubts_of_scores(plan, data.items, data.models)
    return (*scores, *doubts_of_list(solution.check, solution.evidence), *rest)


def _drawn(plan: Plan, data: ScoredTable, solution: Analysis | QuotaPlan) -> dict[str, str]:
    items, evidence = data.items, solution.evidence
    return drawn_from(
        labels=data.known_labels(),
        groups=evidence.sample.group,
        weights=(evidence.weight, str(plan.prevalence)),
        strata=evidence.sample.drawn,
        list=(
            evidence.basis,
            evidence.list_items,
            [items.ids[row] for row in np.flatnonzero(~items.labelled).tolist()],
            sorted(data.checksums.values()) if isinstance(data, CountedTable) else (),
        ),
        seed=plan.seed,
        resamples=evidence.plan.resamples,
        # Each stratum by itself.
        **({"quotas": (items.quota, *items.quotas)} if isinstance(solution, QuotaPlan) else {}),
    )


def _source(plan: Plan, data: ScoredTable) -> Origin:
    say = Nouns(plan).say
    models = [say("fact.model", model=one.name, column=one.column, order=one.order) for one in plan.models]
    return Origin(models, data.checksums, plan.split, (plan.table, *data.checksums))


FILTER = Workflow(
    name="filter",
    read=_read,
    solve=_solve,
    doubts=_doubts,
    recommend=recommend,
    unmet=unmet_of_queue,
    course=course_of,
    work=work_of_filter,
    draws=lambda solution: solution.plan_draws,
    drawn=_drawn,
    source=_source,
    excluded=lambda data, _: data.excluded,
    report=build_report,
    record=decision_record,
    files=build_files,
)
QUOTA = replace(
    FILTER,
    solve=_solve_quotas,
    recommend=recommend_with_quotas,
    unmet=unmet_of_quotas,
    course=course_with_quotas,
    work=work_with_quotas,
    draws=lambda solution: None if solution.chosen is None else solution.chosen.draws,
    report=build_quota_report,
    record=quota_record,
    files=build_quota_files,
)
"""Of which at least so many entries of each stratum are wanted; what is read is a ranked list as any other."""
