"""Plans in which models answer: all they are sure of (deferral), or part of the items on one budget with people (joint)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from decimal import Decimal
from pathlib import Path

import numpy as np

from budgetplan.arrays import FloatArray, joined
from budgetplan.dataset.predicted import Classified, read_classified
from budgetplan.dataset.rows import NOT_LABELLED, TableRead
from budgetplan.dataset.scored import ScoredTable
from budgetplan.domain.doubt import Doubt
from budgetplan.domain.items import UNLABELLED, WITHOUT, Excluded, Items, ModelOutput, of_same_groups
from budgetplan.domain.labelled import Predictions
from budgetplan.domain.plan import ModelSpec, Plan, Values
from budgetplan.domain.prices import MICRO
from budgetplan.plans import answer, joint
from budgetplan.plans.answer import DeferSolution
from budgetplan.plans.compared import drawn_from
from budgetplan.plans.joint import JointPlan
from budgetplan.preflight.doubts import doubts_of_answers
from budgetplan.preflight.unmet import unmet_of_answers, unmet_of_joint
from budgetplan.report.answers import build_defer_files, build_defer_report, selection_record
from budgetplan.report.joint import JointSpeaker, build_joint_report, files, joint_record
from budgetplan.report.model import Table
from budgetplan.report.page import ask_table
from budgetplan.report.phrases import Nouns
from budgetplan.work.building import work_of_defer, work_of_joint
from budgetplan.workflows.base import COMPARING, RESAMPLING, Origin, Progress, Workflow


def _doubts(plan: Plan, data: Classified, solution: DeferSolution | JointPlan) -> Sequence[Doubt]:
    """Return what is doubtful in the answers and in the list."""
    return (*doubts_of_answers(plan, data.validation, data.test), *solution.warnings)


def _source(plan: Plan, data: Classified) -> Origin:
    """Return where the models' answers come from; arrays by the names of their files."""
    arrays = {spec.array for spec in plan.deferral.models} if plan.deferral else set()
    columns = {one.name: one.column for one in data.test.models}
    shown = {name: Path(column).name if column in arrays else column for name, column in columns.items()}
    say = Nouns(plan).say
    models = [say("fact.model", model=name, column=column, order="") for name, column in shown.items()]
    further = {path: sha256 for path, sha256 in data.checksums.items() if path != plan.table}
    split = plan.deferral.test if plan.deferral and data.validation is not None else ""
    return Origin(models, further, split or plan.split, (plan.table, *data.checksums))


def _excluded(data: Classified, solution: DeferSolution | JointPlan) -> tuple[Excluded, ...]:
    """Return the rows that were left out; those without a label are the list, where one is planned for."""
    if isinstance(solution, DeferSolution) and not solution.alone.is_list:
        return data.excluded
    return tuple(one for one in data.excluded if one.reason != NOT_LABELLED)


def _solve_joint(plan: Plan, data: Classified, progress: Progress) -> JointPlan:
    """Decide on every item together."""

    def resampled(done: int, models: int) -> None:
        progress(RESAMPLING, done, models)
        if done == models:
            progress(COMPARING, 0, 1)

    return JointPlan(plan, data.validation, data.test, data.n_unlabelled, resampled, data.listed)


def _drawn(plan: Plan, data: Classified, solution: JointPlan) -> dict[str, str]:
    test = solution.test
    return drawn_from(
        labels=tuple(
            None if part is None else (part.ids, part.classes, part.truth.tolist())
            for part in (solution.test, solution.validation)
        ),
        groups=test.group,
        weights=test.weight,
        strata=test.stratum,
        list=(solution.basis, solution.total, None if solution.own_list is None else data.sha256),
        seed=plan.seed,
        resamples=solution.plan.resamples,
    )


def _files(solution: JointPlan) -> tuple[Table, ...]:
    """Return the tables that no page has, and the items that an answerer is still to be asked about."""
    known, speaker = solution.answered_list, JointSpeaker(solution)
    tables = files(speaker)
    if known is None or not known.waits:
        return tables
    ids = [known.way.bench.data.ids[row] for row in known.unasked.tolist()]
    return (*tables, ask_table(speaker, known.answerer, ids))


DEFER = Workflow(
    name="defer",
    read=read_classified,
    solve=lambda plan, data, _: DeferSolution(plan, data.validation, data.test, data.listed),
    doubts=_doubts,
    recommend=answer.recommend,
    unmet=unmet_of_answers,
    course=answer.course_of,
    work=work_of_defer,
    # Plans that no budget bounds are not compared.
    draws=lambda _: None,
    drawn=lambda *_: {},
    source=_source,
    excluded=_excluded,
    report=build_defer_report,
    record=selection_record,
    files=build_defer_files,
)
JOINT = replace(
    DEFER,
    name="joint",
    solve=_solve_joint,
    recommend=joint.recommend,
    unmet=unmet_of_joint,
    course=joint.course_of,
    work=work_of_joint,
    draws=lambda solution: solution.option.draws,
    drawn=_drawn,
    report=build_joint_report,
    record=joint_record,
    files=_files,
)


def as_ranked_list(plan: Plan, data: Classified) -> Plan | None:
    """Return a joint plan as one of a ranked list; None where an answer, or an item left, has a worth (METHODS 0.11).

    Of two classes the one of which a review is worth more is collected. Where somebody may be asked for a price, and where
    labels occur that no model knows, the plan stays what it is.
    """
    deferral, test = plan.deferral, data.test
    if deferral is None or deferral.reviewing is None or plan.answerers:
        return None
    if len(test.names) != 2 or test.unknown:
        return None
    if data.n_unlabelled and data.listed is None and plan.list_size is None:
        plan = replace(plan, list_size=data.n_unlabelled)
    worths, reviewing, classes = deferral.worths, deferral.reviewing, test.classes
    answers = [worths.accepted(said, true) for said in classes for true in classes]
    if any(one is None or one for one in answers) or any(map(worths.deferred, classes)):
        return None
    right, error, wrong = (
        {name: each.get(name, each.get("*", Decimal(0))) for name in classes}
        for each in (reviewing.worth, reviewing.error, reviewing.wrong)
    )
    collected = max(classes, key=lambda name: reviewing.of(name, worths, classes))
    if reviewing.of(collected, worths, classes) <= 0:
        return None
    return replace(
        plan,
        positive=(collected,),
        models=tuple(
            ModelSpec(one.name, one.column, cost=spec.cost)
            for one, spec in zip(test.models, deferral.models, strict=True)
        ),
        values=Values({name: worth for name, worth in right.items() if worth}, error, wrong),
        split=plan.split if data.validation is None else deferral.test,
        deferral=None,
    )


def as_scored(plan: Plan, data: Classified) -> ScoredTable:
    """Return labelled items, and the list that models say something of, with how probable the collected class is."""
    # The list is whole: no part of it was drawn by itself.
    sets = [data.test] if data.listed is None else [data.test, replace(data.listed, stratum=None)]
    order = np.argsort(np.array([name for each in sets for name in each.ids], dtype=object), kind="stable")
    whole = joined(of_same_groups(sets), WITHOUT, order)
    code = data.test.classes.index(plan.positive[0])
    labels = sorted({data.test.classes[each] for each in data.test.truth.tolist()})
    place = [labels.index(name) if name in labels else UNLABELLED for name in data.test.classes]
    cost, listed_cost = whole.review_cost, None
    if plan.prices.listed and cost is not None:  # what is known beside it is added to it again
        listed_cost = np.rint(cost * MICRO - plan.prices.item_cost(whole.n_items, whole.units, None))
    # The list has the truth -1.
    label = np.array([*place, UNLABELLED])[whole.truth]
    items = Items(**whole.alike, classes=tuple(labels), label=label, listed_cost=listed_cost)
    models = (
        ModelOutput(one.name, _score(one, code), cost=one.cost, column=one.column) for one in whole.models
    )
    told = "No answer and no item left out has a worth: planned as a ranked list."
    read = {field.name: getattr(data, field.name) for field in fields(TableRead)}
    read["messages"] = (*data.messages, told)
    if data.listed is not None:
        read["excluded"] = tuple(one for one in data.excluded if one.reason != NOT_LABELLED)
    return ScoredTable(items=items, models=tuple(models), **read)


def _score(said: Predictions, code: int) -> FloatArray:
    """Return what ranks items by one of two classes: its probability, its decision value, or how sure the answer is."""
    if said.probabilities is not None:
        return said.probabilities[:, code]
    if said.decision is not None:
        return np.asarray(said.decision[:, code] - said.decision[:, 1 - code])
    sure = np.where(np.isnan(said.confidence), 1.0, said.confidence)
    return np.where(said.predicted == code, sure, 1 - sure)
