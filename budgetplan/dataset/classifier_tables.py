"""One table of the defer workflow: its columns, what the classifiers state for its rows, and the rows in each set."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType

import numpy as np
import pandas as pd

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.dataset.answers import answer_columns
from budgetplan.dataset.arrays import (
    SORTED,
    ArrayFile,
    check_class_count,
    read_array,
    read_class_names,
    sorted_labels,
)
from budgetplan.dataset.probabilities import off_one, sum_tolerance, within
from budgetplan.dataset.rows import NOT_LABELLED, Sheet, read_sheet
from budgetplan.domain.options import advise, nearest
from budgetplan.domain.plan import NO_ANSWER, ClassifierSpec, Deferral, Plan
from budgetplan.errors import BadDataError, Problem, counted
from budgetplan.tables.columns import check_odd, find_columns, note_no_column
from budgetplan.tables.files import broken
from budgetplan.tables.frame import Rows
from budgetplan.tables.problems import GREATEST_SHOWN, Problems, did_you_mean, listing, shown
from budgetplan.tables.reshape.join import open_items

GREATEST_DECISION = 1e12
"""Greater decision values are mistakes."""

_CALIBRATE = advise(
    "name columns with decision values as such ({models.decision=NAME=PREFIX}): validation items turn them into probabilities; or name a column with the predicted class and one with a confidence between 0 and 1"
)
_NAMED_ELSEWHERE = advise(
    "the labels of the table are not its classes: name them in a file ({table.classes=classes.txt})"
)


@dataclass(frozen=True)
class Stated:
    """What a classifier states, one row for each row of the table.

    Attributes
    ----------
    spec
        The classifier.
    classes
        Names of the classes it can predict, in the order of its columns.
    values
        Shape (rows, C), NaN where there is none: class probabilities, or decision values where ``spec`` says so;
        None where it states a class and a confidence.
    predicted
        Position in ``classes`` where it states a class: shape (rows,), -1 where there is none; else empty.
    confidence
        Shape (rows,), NaN where there is none; else empty.
    single
        Whether the numbers were stored in single precision.
    one_column
        Whether one column holds what is said of two classes.
    """

    spec: ClassifierSpec
    classes: tuple[str, ...]
    values: FloatArray | None = None
    predicted: IntArray = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    confidence: FloatArray = field(default_factory=lambda: np.empty(0))
    single: bool = False
    one_column: bool = False

    def __post_init__(self) -> None:
        for name in () if self.spec.decision else ("values", "confidence"):
            if (found := getattr(self, name)) is not None:
                object.__setattr__(self, name, within(found, single=self.single))

    @property
    def place(self) -> str:
        """Where it stands: the beginning of the columns, the column, or the file."""
        return self.spec.prefix or self.spec.predicted or self.spec.array

    @property
    def missing(self) -> BoolArray:
        """Shape (rows,): where nothing at all is stated."""
        if self.values is not None:
            return np.asarray(np.isnan(self.values).all(axis=1))
        return np.asarray((self.predicted < 0) & np.isnan(self.confidence))


@dataclass(kw_only=True)
class AnswerSheet(Sheet):
    """A table with what models answer.

    Attributes
    ----------
    deferral
        What asks for the answers.
    alone
        This is the only table, so that arrays without ids can be in the order of its rows.
    stated
        What each classifier states, in the order of the plan; a classifier whose columns are not there is
        noted as a problem and left out.
    array_problems, unreadable
        What is wrong in the numbers of each array file, by path; and what keeps such files from being read.
    checksums
        SHA-256 of each further file by path.
    """

    deferral: Deferral
    alone: bool
    stated: list[Stated] = field(default_factory=list)
    array_problems: dict[str, Problems] = field(default_factory=dict)
    unreadable: list[Problem] = field(default_factory=list)
    checksums: dict[str, str] = field(default_factory=dict)

    def problems_of(self, spec: ClassifierSpec) -> Problems:
        """Return the problems of the file in which a classifier's statements stand."""
        return (
            self.array_problems.setdefault(spec.array, Problems(spec.array)) if spec.array else self.problems
        )

    def every_problem(self) -> list[Problem]:
        """Return what is wrong in the table, then in the arrays."""
        files = (self.problems, *self.array_problems.values())
        return [*(problem for noted in files for problem in noted.listed()), *self.unreadable]


def read_answers(
    path: str,
    plan: Plan,
    deferral: Deferral,
    *,
    alone: bool,
    given: Mapping[str, Rows] = MappingProxyType({}),
) -> AnswerSheet:
    """Read a table and the arrays that belong to its rows.

    ``alone``: this is the only table, so that arrays without ids can be in the order of its rows.
    ``given``: tables that are no files, by name.
    """
    problems = Problems(path)
    with open_items(path, plan, alone=alone, given=given) as file:
        layout = find_columns(file.header, plan, problems)
        if not alone:
            layout = replace(layout, split="")
        texts, numbers = _wanted(file.header, deferral, problems)
        said, sure = answer_columns(plan.answerers, file.header, problems)
        read = read_sheet(file, plan, layout, problems, [*texts, *said], [*numbers, *sure], digits=9)
    sheet = AnswerSheet(**vars(read), deferral=deferral, alone=alone)
    # Judgements that leave an item tied: it has no label, but is not on the list either.
    sheet.leave_out_unsettled()
    sheet.leave_out(~sheet.labelled, NOT_LABELLED)
    sheet.stated += filter(None, (_state(sheet, spec) for spec in deferral.models))
    if plan.missing == "silent":
        sheet.stated = [_told_silent(sheet, stated) for stated in sheet.stated]
    sheet.checksums.update(sheet.frame.checksums)
    return sheet


def class_columns(spec: ClassifierSpec, header: Sequence[str]) -> dict[str, str]:
    """Return the column of each class of a model with class probabilities or decision values.

    >>> class_columns(ClassifierSpec("m", probabilities="p"), ["p:a", "q:a", "p:b c"])
    {'a': 'p:a', 'b c': 'p:b c'}
    """
    start = f"{spec.prefix}:"
    return {name[len(start) :].strip(): name for name in header if name.startswith(start)}


def _wanted(header: Sequence[str], deferral: Deferral, problems: Problems) -> tuple[list[str], list[str]]:
    """Return the further columns to read as texts and as numbers; what the table lacks is a problem."""
    texts, numbers = [deferral.domain], []
    for spec in deferral.models:
        if not spec.prefix:
            texts.append(spec.predicted)
            numbers.append(spec.confidence)
            continue
        columns = [*class_columns(spec, header).values()] or [spec.prefix] * (spec.prefix in header)
        check_class_count(len(columns), problems.file)
        numbers += columns
        if not columns:
            _note_no_prefix(spec, header, problems)
        elif spec.decision and columns != [spec.prefix] and (spec.classes or len(columns) == 1):
            wrong = f"the model {spec.name} has decision values for one class alone"
            todo = f'write a column for each class, or name the column itself: decision = "{columns[0]}"'
            if spec.classes:
                wrong = f"the columns of the model {spec.name} name their classes"
                todo = "leave out classes, which is for one column"
            problems.add(wrong, todo, column=columns[0])
    for name in dict.fromkeys((*texts, *numbers)):
        if name and name not in header:
            note_no_column(name, header, problems)
    return [name for name in texts if name in header], [name for name in numbers if name in header]


def _note_no_prefix(spec: ClassifierSpec, header: Sequence[str], problems: Problems) -> None:
    """Note that the table has no columns by class of a model, with the nearest beginning that it has."""
    prefixes = list(dict.fromkeys(name.partition(":")[0] for name in header if ":" in name))
    hint = did_you_mean(nearest(spec.prefix, prefixes))
    known = f"the table has such columns for {listing(prefixes)}" if prefixes else "the table has none"
    wrong = f"there are no columns of {'decision values' if spec.decision else 'class probabilities'} for the model {spec.name}"
    todo = f"{hint}they are named {spec.prefix}:CLASS; {known}"
    problems.add(wrong, todo, column=f"{spec.prefix}:…")


def _state(sheet: AnswerSheet, spec: ClassifierSpec) -> Stated | None:
    """Return what a classifier states for the rows of a table; None where its columns are not there."""
    if spec.array:
        return _from_array(sheet, spec)
    if spec.prefix:
        return _from_columns(sheet, spec)
    predicted = sheet.frame.texts.get(spec.predicted)
    if predicted is None or (spec.confidence and spec.confidence not in sheet.frame.numbers):
        return None
    classes = tuple(sorted({*predicted.names} - {"", *spec.no_answer}))
    confidence = np.full(sheet.frame.n_rows, np.nan)
    if spec.confidence:
        confidence = sheet.frame.numbers[spec.confidence].values
    silent = predicted.among(spec.no_answer) >= 0
    if not spec.confidence and sheet.plan.missing != "exclude":
        silent |= predicted.empty
    return _silent(Stated(spec, classes, predicted=predicted.among(classes), confidence=confidence), silent)


def _silent(stated: Stated, rows: BoolArray) -> Stated:
    """Return a statement with no answer in some rows, shape (rows,)."""
    if not rows.any():
        return stated
    classes = tuple(dict.fromkeys((*stated.classes, NO_ANSWER)))
    code = classes.index(NO_ANSWER)
    if stated.values is not None:
        values = np.zeros((len(rows), len(classes)))
        values[:, : len(stated.classes)] = stated.values
        values[rows] = np.arange(len(classes)) == code
        return replace(stated, classes=classes, values=values)
    # Of answers alone it is not known yet how sure they are.
    sure = np.where(rows, 0.0 if stated.spec.confidence else np.nan, stated.confidence)
    return replace(stated, classes=classes, predicted=np.where(rows, code, stated.predicted), confidence=sure)


def _told_silent(sheet: AnswerSheet, stated: Stated) -> Stated:
    """Return a statement with no answer where nothing at all is stated; decision values have no such answer."""
    missing, labelled = stated.missing, ~sheet.label.empty
    if stated.spec.decision or not (labelled & ~missing).any():
        return stated
    if n := int((missing & labelled).sum()):
        sheet.messages.append(f"The model {stated.spec.name} has no answer for {n:,} labelled items.")
    return _silent(stated, missing)


def _from_columns(sheet: AnswerSheet, spec: ClassifierSpec) -> Stated | None:
    columns = class_columns(spec, list(sheet.frame.numbers))
    if columns:
        numbers = [sheet.frame.numbers[name] for name in columns.values()]
        values = np.column_stack([one.values for one in numbers])
        return Stated(spec, tuple(columns), values, single=any(one.single for one in numbers))
    if spec.prefix not in sheet.frame.numbers:
        return None
    classes = spec.classes or _two_classes(sheet, spec)
    if not classes:
        return None
    higher = sheet.frame.numbers[spec.prefix].values
    # Only differences of decision values count: the lower class has 0, or nothing where nothing is stated.
    lower = np.where(np.isnan(higher), np.nan, 0) if spec.decision else 1 - higher
    return Stated(spec, classes, np.column_stack([lower, higher]), one_column=True)


def _two_classes(sheet: AnswerSheet, spec: ClassifierSpec) -> tuple[str, ...]:
    """Return the two classes of a model with one column: the other label, then the positive one."""
    positive = sheet.plan.positive
    others = sorted(name for name in sheet.label.names if name and name not in positive)
    if len(positive) == 1 and len(others) == 1:
        return (others[0], positive[0])
    what = "decision values" if spec.decision else "probabilities"
    named = 'or both, the higher one second (classes = ["neither", "hate"]), ' if spec.decision else ""
    wrong = f"one column of {what} for the model {spec.name} needs two classes, one of them positive"
    todo = advise(
        "name the positive one ({table.positive=CLASS}), {}or give a column for each class (PREFIX:CLASS in a table); the labels are {}",
        named,
        listing(sorted(filter(None, sheet.label.names))),
    )
    sheet.problems.add(wrong, todo, column=spec.prefix)
    return ()


def _from_array(sheet: AnswerSheet, spec: ClassifierSpec) -> Stated | None:
    try:
        array = _read_array(sheet, spec)
        return Stated(spec, array.classes, _in_order(sheet, spec, array), single=array.single)
    except BadDataError as error:
        sheet.unreadable += error.problems
        return None


def _read_array(sheet: AnswerSheet, spec: ClassifierSpec) -> ArrayFile:
    """Return an array, with its classes and the ids of its rows where another file names them."""
    classes, ids, source, todo = spec.classes, None, spec.classes_from, ""
    if source == SORTED:
        classes, todo = sorted_labels(filter(None, sheet.label.names)), _NAMED_ELSEWHERE
        sheet.messages.append(f"The columns of .npy files are the sorted labels: {listing(classes, 4)}.")
    elif source:
        classes, ids, checksums = read_class_names(source)
        sheet.checksums.update(checksums)
        sheet.messages.append(f"The columns of {spec.array} are named by {source}.")
    array = read_array(spec.array, classes, sheet.layout.id, todo)
    sheet.checksums[spec.array] = array.sha256
    if ids is not None and len(ids) != len(array.values):
        wrong = f"{counted(len(ids), 'id is', 'ids are')} named and the array has {counted(len(array.values), 'row')}"
        raise broken(source, wrong, "name every row once, in its order")
    return array if ids is None else replace(array, ids=ids)


def _in_order(sheet: AnswerSheet, spec: ClassifierSpec, array: ArrayFile) -> FloatArray:
    """Return an array's rows in the order of the table; rows of other items are left out and counted."""
    n_rows, form = len(array.values), sheet.plan.form
    if array.ids is None:
        if not sheet.alone:
            todo = "write a Parquet file with a column of the items' ids, or one table with a split column"
            raise broken(spec.array, "rows without ids cannot belong to two tables", todo)
        if n_rows != sheet.frame.n_rows:
            wrong = f"the array has {counted(n_rows, 'row')} and the table {sheet.frame.n_rows:,}"
            todo = "write one row for each row of the table, in its order"
            if form.annotator or form.long:
                todo = "write one row for each item, in the order in which they come first"
            raise broken(spec.array, wrong, todo)
        return array.values
    if sheet.frame.ids is None:
        todo = advise("name the table's column: {table.id=COLUMN}")
        raise broken(spec.array, "the rows have ids and the table has none", todo)
    ids, wanted, problems = pd.Index(array.ids, dtype=object), sheet.frame.index, Problems(spec.array)
    for name in ids[ids.duplicated(keep="last")]:
        problems.add("two rows have the same id", "give every item one row", found=name)
    problems.raise_if_any()
    n_other = n_rows - int(ids.isin(wanted).sum())
    if n_other and sheet.alone:
        told = f"Rows of {spec.array} for items that the table does not have, left out: {n_other:,}."
        sheet.messages.append(told)
    values: FloatArray = pd.DataFrame(array.values, ids).reindex(wanted).to_numpy(np.float64)
    return values


def check_stated(sheet: AnswerSheet, stated: Stated, used: BoolArray) -> None:
    """Note what is wrong with a classifier's statements on the rows that are used, shape (rows,).

    Rows without any statement may be left out elsewhere, so that they are no problem here.
    """
    spec, note, used = stated.spec, partial(_note, sheet, stated), used.copy()
    by_class = class_columns(spec, list(sheet.frame.numbers)) if spec.prefix else {}
    for column in by_class.values() or filter(None, (spec.prefix or spec.confidence,)):
        check_odd(sheet.frame, used, column, sheet.problems)
        used[list(sheet.frame.numbers[column].odd)] = False
    missing = stated.missing & used
    if sheet.plan.missing != "exclude":
        note(missing, "a labelled item has no prediction", advise("write it, or use {table.missing=exclude}"))
    used = used & ~missing
    if stated.values is not None:
        _check_values(stated, stated.values, used, note, sheet.problems_of(spec))
        return
    confidence = stated.confidence
    lacking = (stated.predicted < 0) | (np.isnan(confidence) & bool(spec.confidence))
    note(used & lacking, "a prediction lacks its class or its confidence", "write both")
    outside = used & ((confidence < 0) | (confidence > 1))
    if outside.sum() > used.sum() / 10:
        wrong = f"the confidences of the model {spec.name} are not between 0 and 1"
        sheet.problems.add(wrong, _CALIBRATE, column=spec.confidence)
        return
    wrong, todo = "the confidence is not between 0 and 1", "write a probability"
    note(outside, wrong, todo, lambda row: f"{confidence[row]:.12g}", spec.confidence)


def _check_values(
    stated: Stated, values: FloatArray, used: BoolArray, note: Callable[..., None], problems: Problems
) -> None:
    """Note decision values that are missing or far too great, or numbers that are no probabilities."""
    spec = stated.spec
    bad = np.isnan(values) if spec.decision else ~((values >= 0) & (values <= 1))

    def first(row: int) -> str:
        at = int(np.flatnonzero(bad[row])[0])
        value = values[row, at]
        return f"{stated.classes[at]}: {'none' if np.isnan(value) else f'{value:.12g}'}"

    lacking, number = used & np.isnan(values).any(axis=1), "write a number for every class"
    if spec.decision:
        note(lacking, "a class has no decision value", number, first)
        great = used & (np.abs(values) > GREATEST_DECISION).any(axis=1)
        note(great, "the decision value is too great", "write a number of at most twelve digits")
        return
    note(lacking, "a class has no probability", f"{number}; 0 is a number too", first)
    used = used & ~lacking
    outside = used & bad.any(axis=1)
    if outside.sum() > used.sum() / 10:
        wrong = f"the model {spec.name} does not state probabilities: its numbers are below 0 or above 1, as decision values are"
        problems.add(wrong, _CALIBRATE, column=spec.prefix)
        return
    note(outside, "this is not a probability between 0 and 1", "write one", first)
    used = used & ~outside
    if used.any():
        tolerance = sum_tolerance(values[used], single=stated.single)
        todo = f"write probabilities that sum to 1 (up to {tolerance:.2g} would be rounding); they are used as given, never rescaled"
        off = used & (off_one(values) > tolerance)
        note(off, "the probabilities do not sum to 1", todo, lambda row: f"sum {values[row].sum():.9g}")


def _note(
    sheet: AnswerSheet,
    stated: Stated,
    where: BoolArray,
    wrong: str,
    todo: str,
    shows: Callable[[int], str] | None = None,
    column: str = "",
) -> None:
    """Note a problem of some rows; ``shows``: what stands in one of them. Lines of the table say nothing of an array."""
    frame, problems, rows = sheet.frame, sheet.problems_of(stated.spec), np.flatnonzero(where).tolist()
    if not stated.spec.array:
        frame.note(problems, where, (wrong, todo), column or stated.place, shows)
        return
    for row in rows[:GREATEST_SHOWN]:
        # Positions in arrays say all that a row number would.
        item = frame.item(row) or (f"row {row + 1}" if frame.by != "position" else "")
        problems.add(wrong, todo, item=shown(item), found=None if shows is None else shows(row))
    if len(rows) > GREATEST_SHOWN:
        problems.count_more(wrong, "", len(rows) - GREATEST_SHOWN)
