"""What comes before a report: a draft of the plan file, and what looks wrong in a plan and its data."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from budgetplan.api import labels_told
from budgetplan.dataset.list_files import files_read, read_unlabelled
from budgetplan.domain.doubt import Doubt, DoubtKind
from budgetplan.domain.plan import Columns, Plan, TableForm
from budgetplan.domain.risk.ranges import WORTH
from budgetplan.domain.survey import Survey
from budgetplan.errors import UNMET, BadDataError, BudgetplanError, Problem
from budgetplan.files import PeoplesWork, as_bytes, refuse_work, save
from budgetplan.preflight.answer_columns import find_family
from budgetplan.preflight.column_roles import guess_judgements, guess_long
from budgetplan.preflight.doubts import doubts_of_files, doubts_of_lines
from budgetplan.preflight.draft import Draft
from budgetplan.preflight.pilot import FILES, draw_items, files_of, told_of, without_labels
from budgetplan.preflight.plan_text import write_draft
from budgetplan.preflight.survey import (
    arrays_beside,
    labels_beside,
    nothing_in,
    read_survey,
)
from budgetplan.preflight.understood import told_of_answerers, understood
from budgetplan.preflight.unmet import Unmet
from budgetplan.queues.rest import rest_of
from budgetplan.render.warning_texts import told
from budgetplan.report.display import without_tags
from budgetplan.settings.build import read_plan
from budgetplan.settings.scenarios import are_several, read_scenarios
from budgetplan.tables.columns import note_no_column
from budgetplan.tables.problems import Problems
from budgetplan.workflows import READING, Progress, opened, silent


def draft_plan(
    table: str,
    out: str | Path,
    form: TableForm | None = None,
    columns: Columns | None = None,
    *,
    put_away: bool = False,
    asked: Callable[[Draft], Mapping[str, Any]] | None = None,
) -> tuple[str, ...]:
    """Write a commented plan file for a table, and return the keys that must be filled in before a report.

    ``columns``: those of the labels and of the items' names, as far as they were said. ``asked``: gives by key what no table
    says, where somebody is there to be asked.

    Raises
    ------
    BadDataError
        The table cannot be read.
    CannotWriteError
        ``out`` is there already and is not to be put away (``put_away``), or cannot be written.
    """
    _check_name(table)
    survey, form = _survey(table, form or TableForm(), columns or Columns(""))
    folder = Path(out).parent
    arrays = tuple(replace(one, path=_seen_from(folder, one.path)) for one in survey.arrays)
    inputs = tuple(filter(None, (table, form.labels)))
    form = replace(form, labels=_seen_from(folder, form.labels) if form.labels else "")
    draft = Draft(replace(survey, arrays=arrays))
    written = write_draft(draft, _seen_from(folder, table), form, asked(draft) if asked else {})
    save({Path(out).name: written.text.encode()}, folder, replace=put_away, inputs=inputs)
    return written.needed


def draw_pilot(
    plan: Plan,
    out: str | Path,
    n_labels: int,
    shown: Sequence[str] = (),
    command: Sequence[str] = (),
    *,
    put_away: bool = False,
    inputs: Sequence[str] = (),
) -> str:
    """Draw the items to label first from a list without labels, and return what to print.

    Writes ``pilot.csv`` (to be labelled) and ``pilot.json`` (how it was drawn).

    Parameters
    ----------
    plan
        From :func:`budgetplan.settings.build.read_plan_without_labels`.
    out
        A folder that holds none of these files yet.
    n_labels
        How many items; at most the list is drawn.
    shown
        Columns that whoever labels will see; none: all that hold texts.
    command
        Words of the report that will read the labels, without those that name the new files.
    put_away
        Whether an earlier sample is put away first, as ``pilot.csv.before-1``.
    inputs
        Files that were read beside those of the plan, such as its own.

    Raises
    ------
    BadDataError
        The table cannot be used.
    CannotWriteError
        A sample is there already, or the files cannot be written.
    """
    folder = Path(out)
    inputs, drawn = (
        (*files_read(plan), *inputs),
        PeoplesWork(FILES, "a sample already, which may have labels"),
    )
    refuse_work(folder, "pilot", drawn, replace=put_away, inputs=inputs)
    table = read_unlabelled(plan, shown)
    table = table if shown else without_labels(table)
    items = draw_items(table.items.n_items, n_labels, plan.seed)
    files = files_of(plan, table, items)
    contents = {name: as_bytes(text) for name, text in files.items()}
    save(contents, folder, "pilot", replace=put_away, inputs=inputs, work=drawn)
    return told_of(plan, table, items, folder, command)


def _check_name(table: str) -> None:
    """Refuse a name with bytes that are no text: no plan file can say it."""
    try:
        table.encode()
    except UnicodeEncodeError:
        message = "this name has bytes that are no UTF-8, and a plan file cannot say it; rename the file or its folder"
        raise BadDataError.of(message, table) from None


def _survey(table: str, form: TableForm, said: Columns) -> tuple[Survey, TableForm]:
    """Return a table as it is meant, and how it is written: what stands for nothing, and whether it is long."""
    survey, asked = read_survey(table, form), form.empty
    form, names = replace(form, header=survey.header), tuple[str, ...]()

    def again(**more: Any) -> Survey:
        """Read the table anew where it is written otherwise than was thought."""
        nonlocal form
        earlier, form = form, replace(form, **more)
        return survey if form == earlier else read_survey(table, form, *names)

    survey = again(empty=asked or nothing_in(survey))
    survey = again(long=form.long or guess_long(survey))
    # Where probabilities of the labels add up to 1, these are classes of which an item has one.
    if survey.questions and all(one.n_off for one in survey.by_class):
        about = read_survey(table, replace(form, collected=survey.questions[:1]))
        survey = replace(about, questions=survey.questions, by_class=())
    else:
        survey = replace(survey, questions=())
    if form.labels:
        said, annotator = labels_beside(survey, form, said)
        form, names = replace(form, annotator=annotator), (said.label, said.id)
        survey = read_survey(table, form, *names)
        survey = again(empty=asked or tuple(sorted({*form.empty, *nothing_in(survey)})))
    judged = guess_judgements(survey) if not form.long and not form.labels else None
    if judged is not None:
        form = replace(form, annotator=form.annotator or judged.annotator)
        if judged.label:
            survey = read_survey(table, form, judged.label, judged.item)
        survey = replace(survey, label=judged.label, ids=judged.item)
    family = None if survey.by_class or form.long or form.map else find_family(survey.columns)
    if family is not None and len(family.by_class) == 2:
        survey = replace(survey, halves=family.by_class)
    elif family is not None:
        # More than two classes need names by which a plan can say that they belong together.
        names = said.label, said.id
        survey = again(map={theirs: f"{family.model}:{name}" for name, theirs in family.by_class.items()})
    survey = _with_said(survey, said)
    return replace(survey, arrays=arrays_beside(table, survey.n_rows)), form


def _with_said(survey: Survey, said: Columns) -> Survey:
    """Return a table whose columns of labels and of the items' names are those that were named.

    Raises
    ------
    BadDataError
        It has no such column.
    """
    problems = Problems(survey.path)
    for name in filter(None, (said.label, said.id)):
        if name not in survey.names:
            note_no_column(name, survey.names, problems)
    problems.raise_if_any()
    return replace(survey, label=said.label or survey.label, ids=said.id or survey.ids)


def _seen_from(folder: Path, table: str) -> str:
    """Return the name of a table for a plan file in a folder: paths in plan files start there."""
    try:
        relative = Path(os.path.relpath(table, folder)).as_posix()
    except ValueError:  # pragma: no cover - another drive on Windows
        return str(Path(table).resolve())
    return str(Path(table)) if Path(table).is_absolute() and relative.startswith("..") else relative


@dataclass(frozen=True)
class Checked:
    """What a check found: errors, things to look at, and the exit code of a report (0 where nothing is wrong).

    ``unmet`` is what a report would say where nothing meets the goal: its title, and why. ``notes`` are sentences on
    what was read that is neither. ``declared``: what the plan says of how its inputs may vary, one line each.
    """

    errors: tuple[Problem, ...]
    doubts: tuple[Problem, ...]
    exit_code: int = 0
    unmet: Problem | None = None
    notes: tuple[str, ...] = ()
    declared: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """Everything in words, one line a finding, and the sum at the end."""
        from budgetplan.render.warning_texts import findings_text

        found = findings_text(self.errors, self.doubts, self.unmet, self.declared)
        return "".join(f"{one}\n" for one in self.notes) + ("\n" if self.notes else "") + found


def check(
    path_or_table: str, flags: Mapping[str, Any] | None = None, progress: Progress | None = None
) -> Checked:
    """Return everything that is wrong or doubtful in a plan and its data, without making a report."""
    try:
        plan = read_plan(path_or_table, flags)
        if are_several([path_or_table], flags or {}):
            read_scenarios([path_or_table], flags or {})
    except BudgetplanError as error:
        return Checked(error.problems, (), error.exit_code)
    (progress or silent)(READING, 0, 1)
    doubts, notes = list[Doubt](), list[str]()
    errors, exit_code, unmet = tuple[Problem, ...](), 0, None
    try:
        rest, told_of_rest = rest_of(plan)
        rest, workflow, data = opened(rest)
        notes += [*told_of_rest, *data.messages, f"Labels: {labels_told(rest, data, 'en')}."]
        notes += [*understood(rest), *told_of_answerers(rest, data)]
        # Resamples of answers take long, and decide nothing of whether there is a plan.
        resamples = rest.resamples if rest.deferral is None else 0
        solution = workflow.solve(replace(rest, resamples=resamples), data, silent)
        doubts += workflow.doubts(rest, data, solution)
        doubts += doubts_of_lines(rest, workflow.recommend(solution))
        if (why := workflow.unmet(solution)) is not None:
            unmet, exit_code = unmet_problem(why), UNMET
    except BudgetplanError as error:
        errors, exit_code = error.problems, error.exit_code
    # The rows first, the order of other files last, as they are read.
    every = sorted((*doubts_of_files(plan), *doubts), key=lambda one: one.kind is DoubtKind.OTHER_ORDER)
    doubtful = (*plan.notices, *map(told, every))
    return Checked(errors, doubtful, exit_code, unmet, tuple(notes), declared_in(plan))


def unmet_problem(unmet: Unmet) -> Problem:
    """Return what a report says where nothing meets the goal: its title as what is wrong, the rest as what to do."""
    title, why = unmet
    return Problem(without_tags(title), " ".join(without_tags(one) for one in why))


def declared_in(plan: Plan) -> tuple[str, ...]:
    """Return what a plan says of how its inputs may vary, and until when the work is to be done, one line each."""
    lines = [
        f"{'entry.range' if key == WORTH else f'cost.ranges.{key}'}: {span.low} to {span.high}"
        for key, span in plan.ranges.spans.items()
    ]
    if plan.ranges.computed:
        lines.append("cost.contingency: computed")
    if plan.work.deadline:
        lines.append(f"work.deadline: {plan.work.deadline}")
    return tuple(lines)
