"""What can be planned: each kind of plan from reading to the report, as a record of its steps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from decimal import Decimal
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from budgetplan.arrays import FloatArray, joined
from budgetplan.core.places import places
from budgetplan.dataset.list_files import files_of_list, with_list
from budgetplan.dataset.predicted import Classified, read_classified
from budgetplan.dataset.rows import NOT_LABELLED, TableRead
from budgetplan.dataset.scored import ScoredTable, of_the_rest, read_table
from budgetplan.domain.decision import Recommendation, WorkflowName
from budgetplan.domain.doubt import Doubt
from budgetplan.domain.items import UNLABELLED, WITHOUT, Excluded, Items, ModelOutput, Predictions, of_same_names
from budgetplan.domain.messages import Message, shortened
from budgetplan.domain.plan import MIXTURE, ListFiles, ModelSpec, Plan, Reviewed, Values
from budgetplan.domain.prices import MICRO
from budgetplan.domain.review import Course, WholeOrder
from budgetplan.engines.open_list import with_counted_list
from budgetplan.errors import BadDataError
from budgetplan.lists.evidence import Evidence, gather
from budgetplan.lists.forecast import ScoredList
from budgetplan.lists.likeness import depth_reviewed, stand_within
from budgetplan.plans import answer, joint
from budgetplan.plans.answer import DeferSolution
from budgetplan.plans.compared import PlanDraws, drawn_from
from budgetplan.plans.joint import JointPlan
from budgetplan.plans.list_check import doubts_of_list
from budgetplan.plans.quota import QuotaPlan, course_with_quotas, recommend_with_quotas
from budgetplan.plans.reserving import with_risk
from budgetplan.plans.review import Analysis, course_of, doubts_of_rest, recommend, stops_named
from budgetplan.preflight.doubts import doubts_of_answers, doubts_of_scores
from budgetplan.report.answers import AnswerSpeaker, build_defer_files, build_defer_report, selection_record
from budgetplan.report.explore import Exploration, explore_answers, explore_joint, explore_quotas, explore_ranked
from budgetplan.report.joint import JointSpeaker, build_joint_report, files, joint_record
from budgetplan.report.model import Document, Table, Text
from budgetplan.report.page import Framing, ask_table
from budgetplan.report.phrases import Nouns
from budgetplan.report.quota import QuotaSpeaker, build_quota_files, build_quota_report, quota_record
from budgetplan.report.ranked import ReviewSpeaker, build_files, build_report, decision_record
from budgetplan.report.wording import Wording
from budgetplan.tables.labels import tally
from budgetplan.tables.table import Rows
from budgetplan.work.building import WorkPlan, work_of_defer, work_of_filter, work_of_joint, work_with_quotas

Unmet = tuple[Text, Sequence[Text]]
"""What a report would say where nothing meets the goal: its title, and the sentences below it that say why and what to do."""

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and how much there is."""

MOST_READ_AGAIN = 1 << 26
"""Of a list of so many bytes at most the lines are named that an engine cannot count: it then stands in memory."""

READING, COMPARING, RESAMPLING = "reading the table", "comparing the models", "resampling"
"""What is being done, for whoever waits."""


def silent(what: str, done: int, total: int) -> None:
    """Say nothing of how far the work is."""


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
    models, excluded
        The models with the columns they stand in, and the rows that were left out, each with the reason.
    report, record, files
        The report; the decision, the plan and where both come from as plain data; tables that are files beside it.
    explore
        What other amounts come to, for the page with a handle; None where there are no such amounts.
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
    models: Callable[[Plan, Any], Sequence[Text]]
    excluded: Callable[[Any, Any], tuple[Excluded, ...]]
    report: Callable[[Any, Framing, WorkPlan | None], Document]
    record: Callable[[Any, Mapping[str, Any]], dict[str, Any]]
    files: Callable[[Any], tuple[Table, ...]]
    explore: Callable[[Any, WorkPlan | None], Exploration | None]


MOST_LOOKS = 20
"""So often a counted list is looked at where stops fall; what is printed then no longer changes."""


def _read(plan: Plan, given: Mapping[str, Rows]) -> ScoredTable:
    """Read items and scores; of a rest, without labelled items that would have been reviewed by now."""
    plan, whole = _rest(plan, given)
    data, logs = _read_all(plan, given), plan.reviewed.checksums if plan.reviewed is not None else {}
    labels = data.labels if whole is None else tally(whole.labels, plan.positive, "collected")
    return replace(data, whole=whole, checksums={**data.checksums, **logs}, labels=labels)


def _rest(plan: Plan, given: Mapping[str, Rows]) -> tuple[Plan, WholeOrder | None]:
    """Return a plan with the names of the labelled items that say nothing of what is left of its list, in another order.

    And the order of the whole list, which the rest of it keeps as long as nothing is changed that makes it.
    """
    reviewed = plan.reviewed
    if reviewed is None or not reviewed.depth:
        return plan, None
    whole = replace(plan, reviewed=None, mixture=plan.mixture or reviewed.model == MIXTURE)
    data = _read_all(whole, given)
    evidence = _evidence(whole, data)
    scored = evidence.scored
    if scored is None or reviewed.model not in scored.scores:
        raise BadDataError.of(Message("plans.without_its_model", name=reviewed.model), option="list.reviewed")
    labelled, listed = scored.place[reviewed.model], scored.scores[reviewed.model][1]
    counted = scored.counted
    number = scored.weight if counted is None else counted.rows(reviewed.model).count.astype(np.float64)
    within = stand_within(labelled, places(listed, listed, number), _depth(reviewed, scored), number)
    names, rows = data.items.ids, np.flatnonzero(data.items.labelled)[within].tolist()
    plan = replace(plan, reviewed=replace(reviewed, alike=frozenset(names[row] for row in rows)))
    same = evidence.types is None and evidence.mixture == reviewed.recipe
    same = same and (plan.mixture or reviewed.model != MIXTURE)  # where it is wanted no longer, no order keeps it
    return plan, _whole_order(reviewed, evidence, scored, data) if same else None


def _whole_order(reviewed: Reviewed, evidence: Evidence, scored: ScoredList, data: ScoredTable) -> WholeOrder:
    """Return the order of a whole list; what was judged of it joins the labelled items (METHODS R7)."""
    model, collected = reviewed.model, evidence.plan.positive
    row_of = {name: row for row, name in enumerate(scored.ids) if name in reviewed.ids}

    def of(model: str, names: Collection[str]) -> FloatArray:
        """Return where items of the list stand in a model's order."""
        if scored.counted is not None:
            rows = scored.counted.coarse(model)
            place = places(rows.score, rows.score, rows.count.astype(np.float64))
            return np.repeat(place, scored.counted.among(model, names))
        return scored.stand(model)[0][sorted(row_of[name] for name in names if name in row_of)]

    sample = replace(evidence.sample, place=scored.place[model])
    entries, others = (
        of(model, [name for name, label in reviewed.labels.items() if (label in collected) is wanted])
        for wanted in (True, False)
    )
    joined_place, is_entry = np.append(entries, others), np.repeat([1.0, 0.0], [len(entries), len(others)])
    return WholeOrder(
        model=model,
        recipe=evidence.mixture,
        left_out=evidence.left_out,
        ids=tuple(data.known_labels()[0]),
        labels=Counter({label.name: label.n for label in data.labels})
        + Counter(map(shortened, reviewed.labels.values())),
        place=scored.place[model],
        gone={name: of(name, reviewed.ids) for name in (model, *evidence.mixture)},
        n_items=scored.size,
        # Labelled items stand for the whole list, each of these for itself: as many of them as of those would have the say
        # in places of which they know nothing. After half of a plan, ten samples of 500 loanwords: 325 promised for 269.
        sample=sample.joined(joined_place, is_entry, len(sample.place) / max(scored.size, len(sample.place))),
        rate=sample.rate,
    )


def _depth(reviewed: Reviewed, scored_list: ScoredList) -> int:
    """Return how deep the order of the whole list has been reviewed; a queue of a later round begins further down.

    Among items of equal score those that are judged come first: whatever their names are, it was their turn.
    """
    if not reviewed.earlier:
        return reviewed.depth
    if scored_list.counted is not None:
        count = scored_list.counted.coarse(reviewed.model).count
        return depth_reviewed(scored_list.counted.among(reviewed.model, reviewed.ids), count)
    row = np.unique(-scored_list.scores[reviewed.model][1], return_inverse=True)[1]
    judged = np.array([name in reviewed.ids for name in scored_list.ids], dtype=bool)
    return depth_reviewed(np.bincount(row, judged).astype(np.int64), np.bincount(row))


def _read_all(plan: Plan, given: Mapping[str, Rows]) -> ScoredTable:
    data = read_table(plan, given)
    if plan.listed is None:
        return data
    if plan.listed.engine == "memory":
        return with_list(plan, data)
    try:
        return with_counted_list(plan, data)
    except BadDataError:
        # An engine counts rows that are wrong; the reader of tables names the line and the item of each.
        if 0 < _size(plan.listed) <= MOST_READ_AGAIN:
            with_list(plan, data)
        raise


def _size(listed: ListFiles) -> int:
    """Return how many bytes the files of a list have; 0 where they are elsewhere, or gone."""
    with suppress(BadDataError, OSError):
        return 0 if listed.engine == "sql" else sum(Path(file).stat().st_size for file in files_of_list(listed))
    return 0


def _items(plan: Plan, data: ScoredTable) -> Items:
    """Return items with weights of what is planned for: where entries are types, weights are tokens."""
    return data.items if plan.by_type else of_the_rest(data.items, 0 if data.counted is None else data.counted.n_items)


def _evidence(plan: Plan, data: ScoredTable) -> Evidence:
    return gather(plan, _items(plan, data), data.models, counted=data.counted, whole=data.whole)


def _solve(plan: Plan, data: ScoredTable, progress: Progress) -> Analysis:
    """Decide which model, how far, and how sure, and what it may cost and take where that is asked."""

    def planned(plan: Plan) -> Analysis:
        progress(COMPARING, 0, 1)
        analysis = Analysis(_evidence(plan, data))
        # Where a stop falls, the equal items of a counted list are counted by themselves.
        for look in range(MOST_LOOKS - 1):
            if data.counted is None or not data.counted.look_at(stops_named(analysis, choices=not look)):
                break
            analysis = Analysis(_evidence(plan, data))
        return analysis

    return with_risk(plan, planned)


def _solve_quotas(plan: Plan, data: ScoredTable, _: Progress) -> QuotaPlan:
    """Decide whose order is followed, and how far in each stratum."""
    items = _items(plan, data)
    return QuotaPlan(plan, items, gather(plan, items, data.models))


def _doubts(plan: Plan, data: ScoredTable, solution: Analysis | QuotaPlan) -> Sequence[Doubt]:
    """Return what is doubtful in the scores and in the list."""
    of_list = doubts_of_list(solution.check, solution.evidence)
    if not isinstance(solution, Analysis):
        return (*doubts_of_scores(plan, data.items, data.models), *of_list)
    _, entries, _ = solution.evidence.labels_behind(solution.lead.name)
    return (*doubts_of_scores(plan, data.items, data.models, entries), *of_list, *doubts_of_rest(solution))


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
            sorted(data.checksums.values()) if data.counted is not None else (),
        ),
        seed=plan.seed,
        resamples=evidence.plan.resamples,
        # Each stratum by itself.
        **({"quotas": (items.quota, *items.quotas)} if isinstance(solution, QuotaPlan) else {}),
    )


def _models(plan: Plan, _: ScoredTable) -> Sequence[Text]:
    say = Nouns(plan).say
    return [say("fact.model", model=model.name, column=model.column, order=model.order) for model in plan.models]


def _unmet(words: Wording, why: str) -> Unmet:
    return words("title"), words.parts(why)


def _unmet_review(analysis: Analysis) -> Unmet | None:
    if not analysis.unmet:
        return None
    # A plan beyond the budget is told at length in the report; without it, why there is none is enough.
    why = "lede" if analysis.rule == "impossible" else "over_budget"
    return _unmet(ReviewSpeaker(analysis).words, why)


FILTER = Workflow(
    name="filter",
    read=_read,
    solve=_solve,
    doubts=_doubts,
    recommend=recommend,
    unmet=_unmet_review,
    course=course_of,
    work=work_of_filter,
    draws=lambda solution: solution.plan_draws,
    drawn=_drawn,
    models=_models,
    excluded=lambda data, _: data.excluded,
    report=build_report,
    record=decision_record,
    files=build_files,
    explore=explore_ranked,
)
QUOTA = replace(
    FILTER,
    solve=_solve_quotas,
    recommend=recommend_with_quotas,
    unmet=lambda quota: None if quota.chosen else _unmet(QuotaSpeaker(quota).words, "lede"),
    course=course_with_quotas,
    work=work_with_quotas,
    draws=lambda solution: None if solution.chosen is None else solution.chosen.draws,
    report=build_quota_report,
    record=quota_record,
    files=build_quota_files,
    explore=explore_quotas,
)
"""Of which at least so many entries of each stratum are wanted; what is read is a ranked list as any other."""


def _models_that_answer(plan: Plan, data: Classified) -> Sequence[Text]:
    """Return where the models' answers come from; arrays by the names of their files."""
    arrays = {spec.array for spec in plan.deferral.models} if plan.deferral else set()
    columns = {model.name: model.column for model in data.test.models}
    shown = {name: Path(column).name if column in arrays else column for name, column in columns.items()}
    say = Nouns(plan).say
    return [say("fact.model", model=name, column=column, order="") for name, column in shown.items()]


def _excluded_from_answers(data: Classified, solution: DeferSolution | JointPlan) -> tuple[Excluded, ...]:
    """Return the rows that were left out; those without a label are the list, where one is planned for."""
    if isinstance(solution, DeferSolution) and not solution.alone.is_list:
        return data.excluded
    return tuple(group for group in data.excluded if group.reason != NOT_LABELLED)


def _solve_joint(plan: Plan, data: Classified, progress: Progress) -> JointPlan:
    """Decide on every item together."""
    progress(RESAMPLING, 0, 1)
    return JointPlan(plan, data.validation, data.test, data.n_unlabelled, data.listed)


def _drawn_joint(plan: Plan, data: Classified, solution: JointPlan) -> dict[str, str]:
    test = solution.test
    sets = (part and (part.ids, part.classes, part.truth.tolist()) for part in (test, solution.validation))
    return drawn_from(
        labels=tuple(sets),
        groups=test.group,
        weights=test.weight,
        strata=test.stratum,
        list=(solution.basis, solution.total, None if solution.own_list is None else data.sha256),
        seed=plan.seed,
        resamples=solution.plan.resamples,
    )


def _joint_files(solution: JointPlan) -> tuple[Table, ...]:
    """Return the tables that no page has, and the items that an answerer is still to be asked about."""
    waiting, speaker = solution.answered_list, JointSpeaker(solution)
    tables = files(speaker)
    if waiting is None or not waiting.waits:
        return tables
    ids = [waiting.way.bench.data.ids[row] for row in waiting.unasked.tolist()]
    return (*tables, ask_table(speaker, waiting.answerer, ids))


def _unmet_joint(solution: JointPlan) -> Unmet | None:
    why = "lede" if solution.refusal else "too_little"
    return _unmet(JointSpeaker(solution).words, why) if solution.unmet else None


DEFER = Workflow(
    name="defer",
    read=read_classified,
    solve=lambda plan, data, _: DeferSolution(plan, data.validation, data.test, data.listed),
    doubts=lambda plan, data, solution: (*doubts_of_answers(plan, data.validation, data.test), *solution.warnings),
    recommend=answer.recommend,
    unmet=lambda solution: _unmet(AnswerSpeaker(solution).words, "refused") if solution.refusal else None,
    course=answer.course_of,
    work=work_of_defer,
    # Plans that no budget bounds are not compared.
    draws=lambda _: None,
    drawn=lambda *_: {},
    models=_models_that_answer,
    excluded=_excluded_from_answers,
    report=build_defer_report,
    record=selection_record,
    files=build_defer_files,
    explore=explore_answers,
)
JOINT = replace(
    DEFER,
    name="joint",
    solve=_solve_joint,
    recommend=joint.recommend,
    unmet=_unmet_joint,
    course=joint.course_of,
    work=work_of_joint,
    draws=lambda solution: solution.option.draws,
    drawn=_drawn_joint,
    report=build_joint_report,
    record=joint_record,
    files=_joint_files,
    explore=explore_joint,
)


def as_ranked_list(plan: Plan, data: Classified) -> Plan | None:
    """Return a joint plan as one of a ranked list; None where an answer, or an item left, has a worth (METHODS J).

    Of two classes the one of which a review is worth more is collected. Where somebody may be asked for a price, where a model
    leaves items without an answer, and where labels occur that no model knows, the plan stays what it is.
    """
    deferral, test = plan.deferral, data.test
    if deferral is None or deferral.reviewing is None or plan.answerers or len(test.names) != 2 or test.unknown:
        return None
    if any((model.predicted < 0).any() for part in (test, data.listed) if part for model in part.models):
        return None
    if data.n_unlabelled and data.listed is None and plan.list_size is None:
        plan = replace(plan, list_size=data.n_unlabelled)
    worths, reviewing, classes = deferral.worths, deferral.reviewing, test.classes
    answers = [worths.accepted(of_class, true) for of_class in classes for true in classes]
    if any(answer is None or answer for answer in answers) or any(map(worths.deferred, classes)):
        return None
    kinds = (reviewing.worth, reviewing.error, reviewing.wrong)
    right, error, wrong = (
        {name: amounts.get(name, amounts.get("*", Decimal(0))) for name in classes} for amounts in kinds
    )
    collected = max(classes, key=lambda name: reviewing.of(name, worths, classes))
    if reviewing.of(collected, worths, classes) <= 0:
        return None
    models = zip(test.models, deferral.models, strict=True)
    return replace(
        plan,
        positive=(collected,),
        models=tuple(ModelSpec(model.name, model.column, cost=spec.cost) for model, spec in models),
        values=Values({name: worth for name, worth in right.items() if worth}, error, wrong),
        split=plan.split if data.validation is None else deferral.test,
        deferral=None,
    )


def as_scored(plan: Plan, data: Classified) -> ScoredTable:
    """Return labelled items, and the list that models say something of, with how probable the collected class is."""
    # The list is whole: no part of it was drawn by itself.
    sets = [data.test] if data.listed is None else [data.test, replace(data.listed, stratum=None)]
    order = np.argsort(np.array([name for part in sets for name in part.ids], dtype=object), kind="stable")
    whole = joined(of_same_names(sets), WITHOUT, order)
    code = data.test.classes.index(plan.positive[0])
    labels = sorted({data.test.classes[at] for at in data.test.truth.tolist()})
    place = [labels.index(name) if name in labels else UNLABELLED for name in data.test.classes]
    cost, listed_cost = whole.review_cost, None
    if plan.prices.listed and cost is not None:  # what is known beside it is added to it again
        listed_cost = np.rint(cost * MICRO - plan.prices.item_cost(whole.n_items, whole.units, None))
    # The list has the truth -1.
    label = np.array([*place, UNLABELLED])[whole.truth]
    items = Items(**whole.alike, classes=tuple(labels), label=label, listed_cost=listed_cost)
    models = (
        ModelOutput(model.name, _score(model, code), cost=model.cost, column=model.column) for model in whole.models
    )
    read = {field.name: getattr(data, field.name) for field in fields(TableRead)}
    read["messages"] = (*data.messages, Message("plans.as_ranked_list"))
    if data.listed is not None:
        read["excluded"] = tuple(group for group in data.excluded if group.reason != NOT_LABELLED)
    return ScoredTable(items=items, models=tuple(models), **read)


def _score(predictions: Predictions, code: int) -> FloatArray:
    """Return what ranks items by one of two classes: its probability, its decision value, or how sure the answer is."""
    if predictions.probabilities is not None:
        return predictions.probabilities[:, code]
    if predictions.decision is not None:
        return np.asarray(predictions.decision[:, code] - predictions.decision[:, 1 - code])
    sure = np.where(np.isnan(predictions.confidence), 1.0, predictions.confidence)
    return np.where(predictions.predicted == code, sure, 1 - sure)


WORKFLOWS = {flow.name: flow for flow in (FILTER, DEFER, JOINT)}


def workflow_of(plan: Plan) -> Workflow:
    """Return the workflow of a plan; one with quotas is a ranked list that is planned by stratum."""
    return WORKFLOWS[plan.workflow] if plan.quota is None else QUOTA


def opened(plan: Plan, given: Mapping[str, Rows] = MappingProxyType({})) -> tuple[Plan, Workflow, Any]:
    """Read the items of a plan; return it as it is made, its workflow, and the items.

    Which it is may depend on the items: a joint plan in which no answer has a worth is made as a ranked list.
    """
    workflow = workflow_of(plan)
    data = workflow.read(plan, given)
    ranked = as_ranked_list(plan, data) if workflow is JOINT else None
    if ranked is not None:
        return ranked, FILTER, as_scored(ranked, data)
    return plan, workflow, data
