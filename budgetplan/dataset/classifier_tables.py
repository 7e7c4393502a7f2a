"""One table of the defer workflow: its columns, what the classifiers state for its rows, and the rows in each set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import numpy as np
import pandas as pd

from budgetplan.arrays import FloatArray
from budgetplan.dataset.answers import answer_columns
from budgetplan.dataset.arrays import (
    SORTED,
    ArrayFile,
    check_class_count,
    read_array,
    read_class_names,
    read_row_ids,
    sorted_labels,
)
from budgetplan.dataset.probabilities import Stated
from budgetplan.dataset.rows import without_label
from budgetplan.domain.options import advise, nearest
from budgetplan.domain.plan import ClassifierSpec, Deferral, Plan
from budgetplan.domain.utilities import NO_ANSWER
from budgetplan.errors import BadDataError, Problem, counted
from budgetplan.tables.cells import Texts
from budgetplan.tables.columns import (
    Layout,
    asked_who_judged,
    check_frame,
    find_columns,
    note_no_column,
    read_columns,
)
from budgetplan.tables.frame import Frame, Rows, placed
from budgetplan.tables.problems import Problems, did_you_mean, listing
from budgetplan.tables.reshape.join import open_items

_NAMED_ELSEWHERE = advise(
    "the labels of the table are not its classes: name them in a file ({table.classes=classes.txt})"
)


@dataclass(frozen=True)
class Sheet:
    """A table as it was read, before its rows are chosen.

    Attributes
    ----------
    path
        The table.
    frame, layout
        Its cells, and its columns.
    names
        Names of the items: ids, or lines where there are none.
    problems
        Of the table itself.
    alone
        This is the only table, so that arrays without ids can be in the order of its rows.
    stated
        What each classifier states, in the order of the plan; a classifier whose columns are not there is
        noted as a problem and left out.
    array_problems
        Of each array file, by path.
    messages, checksums
        Sentences for the user; SHA-256 of each further file by path.
    """

    path: str
    frame: Frame
    layout: Layout
    names: list[str]
    problems: Problems
    alone: bool
    stated: list[Stated] = field(default_factory=list)
    array_problems: dict[str, Problems] = field(default_factory=dict)
    messages: list[str] = field(default_factory=list)
    checksums: dict[str, str] = field(default_factory=dict)

    @property
    def label(self) -> Texts:
        """The column with the labels."""
        return self.frame.texts[self.layout.label]


def read_sheet(
    path: str,
    plan: Plan,
    deferral: Deferral,
    *,
    alone: bool,
    given: Mapping[str, Rows] = MappingProxyType({}),
) -> Sheet:
    """Read a table and the arrays that belong to its rows.

    ``alone``: this is the only table, so that arrays without ids can be in the order of its rows.
    ``given``: tables that are no files, by name.
    """
    problems = Problems(path)
    with open_items(path, plan, alone=alone, given=given) as file:
        header = file.header
        layout = find_columns(header, plan, problems)
        if not alone:
            layout = replace(layout, split="")
        texts, numbers = _wanted(header, deferral, problems)
        answers, counted = answer_columns(plan.answerers, header, problems)
        asked = asked_who_judged(file, plan, layout, problems)
        frame = read_columns(file, layout, [*texts, *answers], [*numbers, *counted], problems)
    check_frame(frame, layout, problems)
    names = frame.ids if frame.ids is not None else [f"{line:09d}" for line in frame.lines.tolist()]
    sheet = Sheet(path, frame, layout, names, problems, alone)
    told = [*frame.messages, *asked]
    n_empty = n_unlabelled(frame, layout)
    unlabelled = without_label(n_empty, frame.n_rows, taken=deferral.reviewing is not None)
    told += [unlabelled] if 0 < n_empty < frame.n_rows else []
    sheet.messages.extend(told if alone else placed(path, told))
    states = (_state(sheet, plan, spec) for spec in deferral.models)
    sheet.stated.extend(stated for stated in states if stated is not None)
    if plan.missing == "silent":
        sheet.stated[:] = [_silent(sheet, stated) for stated in sheet.stated]
    sheet.checksums.update(frame.checksums)
    return sheet


def n_unlabelled(frame: Frame, layout: Layout) -> int:
    """Return how many rows nobody has judged; those that judgements leave tied are none of them."""
    label = frame.texts[layout.label]
    return int(label.empty.sum()) - len(frame.left_out.get(layout.label, {}))


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
        if spec.prefix:
            found = list(class_columns(spec, header).values())
            if not found and spec.prefix in header:
                found = [spec.prefix]
            check_class_count(len(found), problems.file)
            if not found:
                _note_no_prefix(spec, header, problems)
            elif spec.decision and spec.classes and found != [spec.prefix]:
                todo = "leave out classes, which is for one column"
                problems.add(
                    f"the columns of the model {spec.name} name their classes", todo, column=found[0]
                )
            elif spec.decision and len(found) == 1 and found != [spec.prefix]:
                todo = f'write a column for each class, or name the column itself: decision = "{found[0]}"'
                wrong = f"the model {spec.name} has decision values for one class alone"
                problems.add(wrong, todo, column=found[0])
            numbers += found
        elif spec.predicted:
            texts.append(spec.predicted)
            numbers += [spec.confidence] if spec.confidence else []
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


def _state(sheet: Sheet, plan: Plan, spec: ClassifierSpec) -> Stated | None:
    """Return what a classifier states for the rows of a table; None where its columns are not there."""
    if spec.array:
        return _from_array(sheet, plan, spec)
    if spec.prefix:
        return _from_columns(sheet, plan, spec)
    predicted = sheet.frame.texts.get(spec.predicted)
    if predicted is None or (spec.confidence and spec.confidence not in sheet.frame.numbers):
        return None
    classes = tuple(sorted({*predicted.names} - {"", *spec.no_answer}))
    answer = predicted.among(classes)
    silent = predicted.among(spec.no_answer) >= 0
    if not spec.confidence and plan.missing != "exclude":
        silent |= predicted.empty
    if silent.any():
        answer, classes = np.where(silent, len(classes), answer), (*classes, NO_ANSWER)
    confidence = np.full(sheet.frame.n_rows, np.nan)
    if spec.confidence:
        confidence = np.where(silent, 0.0, sheet.frame.numbers[spec.confidence].values)
    return Stated(spec, classes, predicted=answer, confidence=confidence)


def _silent(sheet: Sheet, stated: Stated) -> Stated:
    """Return a statement with no answer where nothing at all is stated; decision values have no such answer."""
    missing = stated.missing
    if stated.spec.decision or not missing.any() or (missing | sheet.label.empty).all():
        return stated
    if n := int((missing & ~sheet.label.empty).sum()):
        sheet.messages.append(f"The model {stated.spec.name} has no answer for {n:,} labelled items.")
    classes = tuple(dict.fromkeys((*stated.classes, NO_ANSWER)))
    code = classes.index(NO_ANSWER)
    if stated.values is not None:
        values = np.zeros((len(missing), len(classes)))
        values[:, : len(stated.classes)] = stated.values
        values[missing] = np.arange(len(classes)) == code
        return replace(stated, classes=classes, values=values)
    assert stated.predicted is not None
    assert stated.confidence is not None
    predicted, confidence = (
        np.where(missing, code, stated.predicted),
        np.where(missing, 0.0, stated.confidence),
    )
    return replace(stated, classes=classes, predicted=predicted, confidence=confidence)


def _from_columns(sheet: Sheet, plan: Plan, spec: ClassifierSpec) -> Stated | None:
    columns = class_columns(spec, list(sheet.frame.numbers))
    if columns:
        numbers = [sheet.frame.numbers[name] for name in columns.values()]
        values = np.column_stack([one.values for one in numbers])
        return Stated(spec, tuple(columns), values, single=any(one.single for one in numbers))
    if spec.prefix not in sheet.frame.numbers:
        return None
    classes = spec.classes or _two_classes(sheet, plan, spec)
    if not classes:
        return None
    higher = sheet.frame.numbers[spec.prefix].values
    # Only differences of decision values count: the lower class has 0, or nothing where nothing is stated.
    lower = np.where(np.isnan(higher), np.nan, 0) if spec.decision else 1 - higher
    return Stated(spec, classes, np.column_stack([lower, higher]), one_column=True)


def _two_classes(sheet: Sheet, plan: Plan, spec: ClassifierSpec) -> tuple[str, ...]:
    """Return the two classes of a model with one column: the other label, then the positive one."""
    label = sheet.frame.texts[sheet.layout.label]
    positive = plan.positive
    others = sorted(name for name in label.names if name and name not in positive)
    if len(positive) == 1 and len(others) == 1:
        return (others[0], positive[0])
    what = "decision values" if spec.decision else "probabilities"
    named = 'or both, the higher one second (classes = ["neither", "hate"]), ' if spec.decision else ""
    wrong = f"one column of {what} for the model {spec.name} needs two classes, one of them positive"
    todo = advise(
        "name the positive one ({table.positive=CLASS}), {}or give a column for each class (PREFIX:CLASS in a table); the labels are {}",
        named,
        listing(sorted(filter(None, label.names))),
    )
    sheet.problems.add(wrong, todo, column=spec.prefix)
    return ()


def _from_array(sheet: Sheet, plan: Plan, spec: ClassifierSpec) -> Stated | None:
    problems = sheet.array_problems.setdefault(spec.array, Problems(spec.array))
    try:
        classes = _named_classes(sheet, spec) if spec.classes_from else spec.classes
        todo = _NAMED_ELSEWHERE if spec.classes_from == SORTED else ""
        found = _with_ids(sheet, read_array(spec.array, classes, sheet.layout.id, todo), spec)
    except BadDataError as error:
        known = {*sheet.array_problems}
        for one in error.problems:
            if one.file != spec.array and one.file in known:
                continue  # One file names the classes of several arrays.
            into = sheet.array_problems.setdefault(one.file, Problems(one.file))
            into.add(one.wrong, one.todo, line=one.line, column=one.column, found=one.found)
        return None
    sheet.checksums[spec.array] = found.sha256
    by_rows = found.ids is None
    values = _by_rows(sheet, plan, found, problems) if by_rows else _by_ids(sheet, spec, found, problems)
    return None if values is None else Stated(spec, found.classes, values, single=found.single)


def _with_ids(sheet: Sheet, found: ArrayFile, spec: ClassifierSpec) -> ArrayFile:
    """Return an array with the ids of its rows, where the file that names its classes says them too."""
    ids, checksums = read_row_ids(spec.classes_from)
    if ids is None:
        return found
    sheet.checksums.update(checksums)
    if len(ids) != len(found.values):
        wrong = f"{counted(len(ids), 'id is', 'ids are')} named and the array has {counted(len(found.values), 'row')}"
        raise BadDataError([Problem(wrong, "name every row once, in its order", spec.classes_from)])
    return replace(found, ids=ids)


def _named_classes(sheet: Sheet, spec: ClassifierSpec) -> tuple[str, ...]:
    """Return the classes of an array that are named elsewhere."""
    if spec.classes_from == SORTED:
        names = sorted_labels(filter(None, sheet.frame.texts[sheet.layout.label].names))
        sheet.messages.append(f"The columns of .npy files are the sorted labels: {listing(names, 4)}.")
        return names
    names, sheet.checksums[spec.classes_from] = read_class_names(spec.classes_from)
    sheet.messages.append(f"The columns of {spec.array} are named by {spec.classes_from}.")
    return names


def _by_rows(sheet: Sheet, plan: Plan, found: ArrayFile, problems: Problems) -> FloatArray | None:
    if not sheet.alone:
        wrong = "rows without ids cannot belong to two tables"
        todo = "write a Parquet file with a column of the items' ids, or one table with a split column"
        problems.add(wrong, todo)
    elif len(found.values) != sheet.frame.n_rows:
        problems.add(
            f"the array has {counted(len(found.values), 'row')} and the table {sheet.frame.n_rows:,}",
            "write one row for each item, in the order in which they come first"
            if plan.form.annotator or plan.form.long
            else "write one row for each row of the table, in its order",
        )
    else:
        return found.values
    return None


def _by_ids(sheet: Sheet, spec: ClassifierSpec, found: ArrayFile, problems: Problems) -> FloatArray | None:
    """Put an array's rows into the order of the table; rows of other items are left out and counted."""
    assert found.ids is not None
    if sheet.frame.ids is None:
        todo = advise("name the table's column: {table.id=COLUMN}")
        problems.add("the rows have ids and the table has none", todo)
        return None
    ids, wanted = pd.Index(found.ids, dtype=object), sheet.frame.cells.index
    for name in ids[ids.duplicated(keep="last")]:
        problems.add("two rows have the same id", "give every item one row", found=name)
    if not ids.is_unique:
        return None
    n_other = len(ids) - int(ids.isin(wanted).sum())
    if n_other and sheet.alone:
        sheet.messages.append(
            f"Rows of {spec.array} for items that the table does not have, left out: {n_other:,}."
        )
    values: FloatArray = pd.DataFrame(found.values, ids).reindex(wanted).to_numpy(np.float64)
    return values
