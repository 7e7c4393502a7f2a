"""Reads all of a table before anybody has said what its columns are, and compares the order of files with ids."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import replace
from functools import partial
from operator import ne
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

import numpy as np

from budgetplan.arrays import frozen
from budgetplan.dataset.arrays import beside, n_off_one, read_array, read_class_names, within
from budgetplan.domain.doubt import Doubt, DoubtKind
from budgetplan.domain.messages import Message, as_flag, literal, quoted_word, shortened
from budgetplan.domain.plan import ClassifierSpec, Columns, ModelSpec, Plan, TableForm
from budgetplan.errors import BudgetplanError, Problem, Problems, UsageError
from budgetplan.preflight import draft
from budgetplan.preflight.draft import ClassColumns, Column, Survey
from budgetplan.preflight.plan_text import clean
from budgetplan.settings import build
from budgetplan.settings.kinds import Reader
from budgetplan.settings.sources import gather
from budgetplan.tables.cells import NO_LABEL
from budgetplan.tables.columns import PERSON, find_id, note_same_names
from budgetplan.tables.files import load_array, near_file
from budgetplan.tables.opened import open_beside, open_table
from budgetplan.tables.reshape.join import JoinedRows
from budgetplan.tables.reshape.vote import judged, varying, widened
from budgetplan.tables.table import N_ROWS_AT_ONCE, Rows, Source

_FORM = "separator decimal encoding sheet header dialect empty long annotator labels label id map"
FORM_KEYS = tuple(f"table.{name}" for name in _FORM.split())
"""Keys that say how a table is written, and what there is no guessing of."""


def read_form(
    table: str, keys_set: Sequence[str], flags: Mapping[str, Any] = MappingProxyType({})
) -> tuple[TableForm, Columns]:
    """Return how a table is written and which columns were named, from ``KEY=VALUE`` texts, before there is a plan.

    Raises
    ------
    UsageError
        A key is not about how the table is written, or its value is none of the choices.
    """
    settings = gather(table, {**flags, "set": tuple(keys_set)})
    reader = Reader(settings)
    form = build.table_form(reader)
    columns = Columns(reader.value("table.label"), reader.value("table.id"))
    for key, setting in settings.by_key.items():
        if key not in {*FORM_KEYS, "table.file"}:
            settings.refuse(setting.where, Message("preflight.of_plan", keys=FORM_KEYS))
    if settings.problems:
        raise UsageError(settings.problems)
    return form, columns


def _names_of_items(header: Sequence[str], wanted: str) -> str:
    """Return the column with the names of the items; none where another column may be taken for it once it is not read."""
    column = find_id(header, wanted)
    return "" if not wanted and find_id([name for name in header if name != column], "") else column


def read_survey(
    path: str,
    form: TableForm | None = None,
    label: str = "",
    ids: str = "",
    used: Collection[str] | None = None,
    source: Source | None = None,
) -> Survey:
    """Read every column of a table as texts and as numbers.

    ``label``, ``ids``: its columns with the labels and the items' names, where a row is a judgement or the labels
    stand in a file of their own. ``used``: columns of which more is asked than their names; without them the names of items,
    as many texts as rows, are read only where rows may be judgements. ``source``: the table, where it has been read.

    Raises
    ------
    BadDataError
        The file cannot be read as a table, or two columns have the same name.
    """
    form = form or TableForm()
    problems = Problems(path)
    with nullcontext(source) if source else open_table(path, form) as file:
        plan, rows = Plan(path, Columns(label, ids), (), (), form=form), cast("Rows", file)
        models = differing = tuple[str, ...]()
        if form.long:
            rows = widened(file, path, form.long)
            models = tuple(name for name in rows.header if name not in file.header)
            differing = varying(file, form.long[0], form.long[1:])
        elif form.annotator and label and not form.labels:
            rows = judged(file, path, plan, alone=True)
            differing = varying(file, find_id(file.header, ids), (form.annotator, label))
        joined = label if form.labels else ""
        rows = JoinedRows(rows, plan, alone=True) if joined else rows
        passed = set[str]()
        if used is not None and not any(map(PERSON.fullmatch, rows.header)):
            passed = {_names_of_items(rows.header, ids)}.difference(used)
        names = [name for name in rows.header if name and name not in {*differing, *passed}]
        note_same_names(names, problems)
        problems.raise_if_any()
        frame, header_at = rows.read(ids if joined else "", names, names, problems), file.header_at
        # What holds lists and objects alone is none of the columns that a plan names, and spoils nothing.
        nested = [name for name in names if frame.refused(name) and frame.texts[name].empty.all()]
        if nested:
            names, problems = [name for name in names if name not in nested], Problems(path)
            frame = rows.read(ids if joined else "", names, names, problems)
    if not frame.n_rows and not problems:
        problems.add(Message("tables.no_rows"))
    if len(names) == 1 and {*"|^~&\x1f"} & {*names[0]}:
        problems.add(Message("tables.one_column"), found=names[0])
    problems.raise_if_any()
    numbers = ((name, frame.numbers[name]) for name in names)
    columns = tuple(
        Column(name, frame.texts[name], frozen(numeric.values), len(numeric.odd), numeric.single)
        for name, numeric in numbers
    )
    left_out = [Message("preflight.passed_over", names=differing)] * bool(differing)
    left_out += [Message("preflight.nested", names=nested)] * bool(nested)
    return Survey(
        path,
        columns,
        _by_class(columns),
        frozen(frame.lines),
        (*frame.messages, *left_out),
        models,
        n_tied={column: len(rows) for column, rows in frame.left_out.items()},
        header=header_at,
        questions=file.questions,
    )


_COLUMN = "COLUMN"
"""Stands in a command for a column that the table does not have."""


def lacking(plan: Plan, source: str, needed: Mapping[str, Message]) -> Problem:
    """Return what is still needed as a problem of where the plan comes from, with what its table shows."""
    form, label, labels, lines = plan.form, plan.columns.label, dict[str, int](), list[Message]()
    # Nothing is known of the columns of a table that cannot be read.
    scores, anything, positive, score, prefix, sure = list[str](), "gold", "idiom", "p_rf", "p_rf", label
    try:
        # Who judged stands beside the labels.
        alone = replace(form, labels="", annotator="") if form.labels else form
        surveys = [read_survey(plan.table, alone, label, plan.columns.id)]
        surveys += [_survey_beside(form, label, plan.columns.id)] if form.labels else []
        lines += (Message("settings.columns_of", table=survey.path, names=survey.names) for survey in surveys)
        drafts = [draft.Draft(replace(survey, label=label * (label in survey.names))) for survey in surveys]
        first, last = drafts[0], drafts[-1]
        guess, called = last.roles.label, filter(draft.is_label_name, last.survey.names)
        sure, label = label or guess.name, label or guess.name or next(iter((*guess.choices, *called)), "")
        if (column := last.survey.column(label)) and column.n_different <= draft.MOST_CHOICES:
            labels = column.counts()
            counts = [Message("settings.label_count", name=shortened(name), n=n) for name, n in labels.items()]
            lines.append(Message("settings.labels_in", column=label, counts=counts))
        elif column and column.is_number:
            lines.append(Message("settings.amounts_in", column=label, n=column.n_different))
        scores = [
            *(likely.column for likely in sorted(first.scores, key=lambda score: not score.is_sure)),
            *first.spoilt,
        ]
        # Places in a queue are whole numbers; what has decimals is likelier a score.
        columns = sorted(first.survey.columns, key=lambda column: column.is_whole)
        scores += [
            numeric.name for numeric in columns if numeric.is_number and numeric.name not in {label, *first.roles.taken}
        ]
        won = draft.winners(first.survey) if "models.name" in needed else {}
        scores = [name for name in scores if name not in won.values()]
        lines += (
            Message("settings.answers_beside", column=of_answers, sure=stated)
            for of_answers, stated in won.items()
            if of_answers != label
        )
        anything = score = _COLUMN
        prefix = next((group.prefix for group in first.survey.by_class), _COLUMN)
        positive = last.positive.name or min(labels, key=lambda name: (labels[name], name), default="LABEL")
        for cells in (first.survey.by_name[name] for name in first.spoilt if "models.name" in needed):
            odd = np.flatnonzero(np.isnan(cells.values) & cells.filled)
            where = {"line": int(first.survey.lines[odd[0]]), "found": shortened(cells.names[cells.codes[odd[0]]])}
            lines.append(Message("settings.odd_scores", column=cells.name, n=len(odd), **where))
    except BudgetplanError as error:
        if source == plan.table and not Path(source).exists() and near_file(source).lower().endswith(".toml"):
            # A plan file whose name is misspelt lacks nothing.
            return error.problems[0]
        lines.append(literal(str(error)))
    if scores and not sure and not draft.is_label_name(label):  # a column that may be the label is perhaps none
        lines.append(Message("settings.unlabelled", command=f"budgetplan pilot {quoted_word(source)}"))
    command = ["budgetplan", "report", source, "--label", label or anything]
    for name, value in (("labels", form.labels), ("annotator", form.annotator)):
        command += ["--set", f"table.{name}={value}"] if value and source == plan.table else []
    if plan.deferral is not None:
        models = [spec for spec in plan.deferral.models if spec.prefix or spec.array or spec.predicted]
        for spec in models or (ClassifierSpec(prefix.removeprefix("p_"), prefix),):
            flag = "--probabilities" if spec.probabilities else "--decision"
            command += [flag, f"{spec.name}={spec.prefix}"] if spec.prefix else []
            command += ["--array", f"{spec.name}={spec.array}"] if spec.array else []
        command += ["--error-weight", str(plan.deferral.worths.error_weight or 4)]
    else:
        for name in plan.positive or (positive,):
            command += ["--positive", name]
        for model in plan.models or [ModelSpec(name, name) for name in (*scores, score)[:1]]:
            command += ["--model", model.name if model.column == model.name else f"{model.name}={model.column}"]
    if any(word.endswith(_COLUMN) for word in command):
        lines.append(Message("settings.column_stands"))
    words = " ".join(map(quoted_word, command))
    return Problem(Message("settings.needed_by_plan", needed=[*needed.values()], command=words, lines=lines), source)


def _survey_beside(form: TableForm, label: str = "", ids: str = "") -> Survey:
    """Return what stands in the file of the labels, which is read as it is beside the table."""
    with open_beside(form.labels, form) as file:
        return read_survey(form.labels, TableForm(annotator=form.annotator), label, ids, source=file)


read_plan = partial(build.read_plan, lacking=lacking)
read_scenarios = partial(build.read_scenarios, lacking=lacking)
"""The same as of the settings, with what a table shows where something is lacking."""


def labels_beside(survey: Survey, form: TableForm, roles: Columns) -> tuple[Columns, str]:
    """Return the columns with the labels and the items' names, where the labels have a file of their own.

    The text is the column with who judged, where a row of that file is a judgement.

    Raises
    ------
    BadDataError
        The file cannot be read.
    UsageError
        Which columns these are is not clear.
    """
    others = _survey_beside(form)
    shared = [column for column in survey.columns if column.name in others.names]
    ids = draft.Guess(roles.id) if roles.id else draft.guess_ids(shared, survey.n_rows)
    if not ids.name:
        raise UsageError.of(Message("preflight.ids_unclear", path=survey.path), form.labels)
    mine = replace(others, columns=tuple(column for column in others.columns if column.name not in survey.names))
    label = draft.Guess(roles.label) if roles.label else draft.Roles(mine, frozenset(), ()).label
    if not label.name:
        columns = [clean(name) for name in (label.choices or mine.names)]
        refused = UsageError.of(Message("preflight.label_unclear", names=columns), form.labels)
        # A draft takes what its plan will say as keys alone.
        refused.option = partial(as_flag, flags={"table.label": ""})
        raise refused
    judged = draft.guess_judgements(others)
    return Columns(label.name, ids.name), form.annotator or (judged.annotator if judged else "")


def _by_class(columns: Sequence[Column]) -> tuple[ClassColumns, ...]:
    """Return columns of numbers that are named alike before a colon, two or more together."""
    by_prefix: dict[str, list[Column]] = {}
    for column in columns:
        prefix, colon, name = column.name.partition(":")
        if colon and prefix and name.strip() and column.is_number:
            by_prefix.setdefault(prefix, []).append(column)
    together = []
    for prefix, members in by_prefix.items():
        if len(members) < 2:
            continue
        single = all(column.single for column in members)
        values = within(np.column_stack([column.values for column in members]), single=single)
        classes = tuple(column.name.partition(":")[2].strip() for column in members)
        names = tuple(column.name for column in members)
        low, high = float(np.nanmin(values)), float(np.nanmax(values))
        together.append(ClassColumns(prefix, classes, names, low, high, *n_off_one(values, single=single)))
    return tuple(together)


def nothing_in(survey: Survey) -> tuple[str, ...]:
    """Return the texts that programs write for an empty cell and that are meant so in a table, sorted.

    They are where a column holds numbers otherwise, or a few texts; among many texts, "na" may be a word.
    """
    empty_texts: set[str] = set()
    for column in (column for column in survey.columns if not column.is_number):
        nothing = {name for name in column.names if name and name.lower() in NO_LABEL}
        n = int((column.texts.among([*nothing]) >= 0).sum())
        if column.n_odd == n or column.n_different <= draft.MOST_CHOICES:
            empty_texts |= nothing
    return tuple(sorted({*empty_texts, *_no_class(survey)}))


def _no_class(survey: Survey) -> tuple[str, ...]:
    """Return "-1" where it says in a column of class numbers that nobody has labelled the row, and nowhere else.

    Hugging Face's datasets number classes from 0 and write -1 where there is none.
    """
    having = [column for column in survey.columns if (column.values == -1).any() and column.texts.code("-1") >= 0]
    if len(having) != 1 or not draft.is_label_name(having[0].name):
        return ()
    numbers = [str(number) for number in range(-1, having[0].n_different - 1)]
    return ("-1",) if 3 <= len(numbers) <= draft.MOST_CHOICES and {*numbers} == {*having[0].different} else ()


def arrays_beside(table: str, n_rows: int) -> tuple[ClassColumns, ...]:
    """Return the array files in the folder of a table that have a row for each of its rows, by name.

    What cannot be read, or has no two columns of floats, is passed over: nobody said that it is meant.
    """
    paths = sorted(path for path in Path(table).parent.glob("*.npy") if path.is_file())
    arrays = (_array_beside(path, n_rows) for path in paths if path != Path(table))
    return tuple(array for array in arrays if array is not None)


def _array_beside(path: Path, n_rows: int) -> ClassColumns | None:
    try:
        # The file is looked at piece by piece.
        array = load_array(str(path), str(path), "", mapped=True)
        shape, kind = array.shape, array.dtype
        if len(shape) != 2 or shape[0] != n_rows or shape[1] < 2 or kind.kind != "f" or kind.itemsize < 4:
            return None
        names_file = next((path for path in beside(str(path)) if Path(path).is_file()), "")
        classes = read_class_names(names_file)[0] if names_file else ()
    except Exception:  # noqa: BLE001 - NumPy raises errors of many kinds for a header that is damaged
        return None
    low, high, n_off, n_whole, single = np.inf, -np.inf, 0, 0, kind.itemsize == 4
    for first in range(0, n_rows, N_ROWS_AT_ONCE):
        piece = within(np.asarray(array[first : first + N_ROWS_AT_ONCE], dtype=np.float64), single=single)
        whole = piece[np.isfinite(piece).all(axis=1)]
        low, high = min(low, float(whole.min(initial=np.inf))), max(high, float(whole.max(initial=-np.inf)))
        n_off, n_whole = n_off + n_off_one(whole, single=single)[0], n_whole + len(whole)
    columns = tuple(map(str, range(shape[1])))
    return ClassColumns(str(path), classes, columns, low, high, n_off, n_whole)


def other_orders(plan: Plan) -> tuple[Doubt, ...]:
    """Return the files whose rows belong to the table's by id and stand in another order than its rows do.

    What cannot be read is passed over: whoever reads it for its content says so.
    """
    specs = plan.deferral.models if plan.deferral else ()
    arrays = {spec.array: spec.classes for spec in specs if spec.array.lower().endswith(".parquet")}
    ids, doubts = tuple[str, ...](), []
    for path in filter(None, dict.fromkeys((plan.form.labels, plan.form.costs, *arrays))):
        with suppress(BudgetplanError):
            ids = ids or _ids(plan.table, plan, plan.form)
            of_array = read_array(path, arrays[path], plan.columns.id).ids if path in arrays else None
            others = (of_array or ()) if path in arrays else _ids(path, plan, None)
            common = {*ids} & {*others}
            ours, theirs = (dict.fromkeys(name for name in names if name in common) for names in (ids, others))
            n_moved = sum(map(ne, ours, theirs))
            # Nobody matches by its rows what has fewer of them, such as a sample that was labelled.
            if n_moved and len({*others}) == len({*ids}):
                doubts.append(Doubt(DoubtKind.OTHER_ORDER, path, n=n_moved, of=len(common)))
    return tuple(doubts)


def _ids(path: str, plan: Plan, form: TableForm | None) -> tuple[str, ...]:
    with open_beside(path, plan.form) if form is None else open_table(path, form) as file:
        column = find_id(file.header, plan.columns.id)
        if column not in file.header:
            return ()
        return tuple(file.read(column, (), (), Problems(path)).ids or ())
