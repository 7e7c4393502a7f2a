"""From tables and arrays to the validation and the test set of the defer workflow (METHODS S1).

First one table: its columns, and what the classifiers state for its rows; then the rows in each set, and their classes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from budgetplan import lazy_pandas as pd
from budgetplan.arrays import BoolArray, FloatArray, IntArray, frozen
from budgetplan.dataset import arrays
from budgetplan.dataset.arrays import off_one, sum_tolerance, within
from budgetplan.dataset.rows import NOT_LABELLED, Sheet, TableRead, of_split, read_sheet, without_label
from budgetplan.dataset.scored import answer_columns, answers_of, check_answers, items_of, leave_out_unasked
from budgetplan.domain.items import ClassifiedSet, Predictions, Reason
from budgetplan.domain.messages import Message, NamedOption, shortened
from budgetplan.domain.options import nearest
from budgetplan.domain.plan import NO_ANSWER, ClassifierSpec, Deferral, Plan, Reviewing, Worths
from budgetplan.domain.prices import MICRO
from budgetplan.errors import GREATEST_SHOWN, BadDataError, Problem, Problems, did_you_mean
from budgetplan.tables.columns import check_amount_columns, check_odd, find_columns, note_no_column
from budgetplan.tables.files import broken
from budgetplan.tables.labels import Meant, check_labels, difference, in_other_capitals, likely, spelled, tally, twins
from budgetplan.tables.reshape.join import open_items
from budgetplan.tables.table import Rows, placed, unnamed

GREATEST_DECISION = 1e12
"""Greater decision values are mistakes."""


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
    silent
        Shape (rows,): where it says that it gives no answer.
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
    silent: BoolArray = field(default_factory=lambda: np.empty(0, dtype=bool))
    single: bool = False
    one_column: bool = False

    def __post_init__(self) -> None:
        for name in () if self.spec.decision else ("values", "confidence"):
            if (value := getattr(self, name)) is not None:
                object.__setattr__(self, name, within(value, single=self.single))
        if not len(self.silent):
            n_rows = len(self.confidence) if self.values is None else len(self.values)
            object.__setattr__(self, "silent", np.zeros(n_rows, dtype=bool))

    @property
    def place(self) -> str:
        """Where it stands: the beginning of the columns, the column, or the file."""
        return self.spec.prefix or self.spec.predicted or self.spec.array

    @property
    def missing(self) -> BoolArray:
        """Shape (rows,): where nothing at all is stated."""
        if self.values is not None:
            return np.asarray(np.isnan(self.values).all(axis=1) & ~self.silent)
        return np.asarray((self.predicted < 0) & np.isnan(self.confidence) & ~self.silent)


@dataclass(kw_only=True)
class AnswerSheet(Sheet):
    """A table with what models answer.

    Attributes
    ----------
    stated
        What each classifier states, in the order of the plan; a classifier whose columns are not there is
        noted as a problem and left out.
    array_problems, unreadable
        What is wrong in the numbers of each array file, by path; and what keeps such files from being read.
    checksums
        SHA-256 of each further file by path.
    """

    stated: list[Stated] = field(default_factory=list)
    array_problems: dict[str, Problems] = field(default_factory=dict)
    unreadable: list[Problem] = field(default_factory=list)
    checksums: dict[str, str] = field(default_factory=dict)

    def problems_of(self, spec: ClassifierSpec) -> Problems:
        """Return the problems of the file in which a classifier's statements stand."""
        return self.array_problems.setdefault(spec.array, Problems(spec.array)) if spec.array else self.problems

    def every_problem(self) -> list[Problem]:
        """Return what is wrong in the table, then in the arrays."""
        files = (self.problems, *self.array_problems.values())
        return [*(problem for noted in files for problem in noted.listed()), *self.unreadable]


def read_answers(path: str, plan: Plan, given: Mapping[str, Rows] = MappingProxyType({})) -> AnswerSheet:
    """Read a table and the arrays that belong to its rows; ``given``: tables that are no files, by name."""
    problems, alone = Problems(path), not plan.answering.file_validation
    with open_items(path, plan, alone=alone, given=given) as file:
        layout = find_columns(file.header, plan, problems)
        if not alone:
            layout = replace(layout, split="")
        texts, numbers = _wanted(file.header, plan.answering, problems)
        of_answers, sure = answer_columns(plan.answerers, file.header, problems)
        read = read_sheet(file, plan, layout, problems, [*texts, *of_answers], [*numbers, *sure], digits=9)
    sheet = AnswerSheet(**vars(read), checksums=dict(read.frame.checksums))
    # Judgements that leave an item tied: it has no label, but is not on the list either.
    sheet.leave_out_unsettled()
    sheet.leave_out(~sheet.labelled, NOT_LABELLED)
    sheet.stated += filter(None, (_state(sheet, spec) for spec in plan.answering.models))
    if plan.missing == "silent":
        sheet.stated = [_told_silent(sheet, stated) for stated in sheet.stated]
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
        arrays.check_class_count(len(columns), problems.file)
        numbers += columns
        if not columns:
            prefixes = list(dict.fromkeys(name.partition(":")[0] for name in header if ":" in name))
            hint = did_you_mean(nearest(spec.prefix, prefixes))
            there = Message("dataset.columns_of", names=prefixes) if prefixes else Message("dataset.columns_of_none")
            kind = "dataset.no_decision_columns" if spec.decision else "dataset.no_probability_columns"
            message = Message(kind, name=spec.name, hint=hint, prefix=spec.prefix, there=there)
            problems.add(message, column=f"{spec.prefix}:…")
        elif spec.decision and columns != [spec.prefix] and (spec.classes or len(columns) == 1):
            message = Message("dataset.one_class_decided", name=spec.name, column=columns[0])
            if spec.classes:
                message = Message("dataset.classes_in_columns", name=spec.name)
            problems.add(message, column=columns[0])
    for name in dict.fromkeys((*texts, *numbers)):
        if name and name not in header:
            note_no_column(name, header, problems)
    return [name for name in texts if name in header], [name for name in numbers if name in header]


def _state(sheet: AnswerSheet, spec: ClassifierSpec) -> Stated | None:
    """Return what a classifier states for the rows of a table; None where its columns are not there."""
    if spec.array:
        try:
            array = _read_array(sheet, spec)
            return Stated(spec, array.classes, _in_order(sheet, spec, array), single=array.single)
        except BadDataError as error:
            sheet.unreadable += error.problems
            return None
    if spec.prefix:
        return _from_columns(sheet, spec)
    predicted = sheet.frame.texts.get(spec.predicted)
    if predicted is None or (spec.confidence and spec.confidence not in sheet.frame.numbers):
        return None
    classes = tuple(sorted({*predicted.names} - {"", *spec.no_answer}))
    confidence = sheet.frame.numbers[spec.confidence].values if spec.confidence else np.full(sheet.frame.n_rows, np.nan)
    silent = predicted.among(spec.no_answer) >= 0
    if not spec.confidence and sheet.plan.missing != "exclude":
        silent |= predicted.empty
    return Stated(spec, classes, predicted=predicted.among(classes), confidence=confidence, silent=silent)


def _told_silent(sheet: AnswerSheet, stated: Stated) -> Stated:
    """Return a statement with no answer where nothing at all is stated; decision values have no such answer."""
    missing, labelled = stated.missing, ~sheet.label.empty
    if stated.spec.decision or not (labelled & ~missing).any():
        return stated
    if n := int((missing & labelled).sum()):
        sheet.messages.append(Message("dataset.unanswered", name=stated.spec.name, n=n))
    return replace(stated, silent=stated.silent | missing)


def _from_columns(sheet: AnswerSheet, spec: ClassifierSpec) -> Stated | None:
    columns = class_columns(spec, list(sheet.frame.numbers))
    if columns:
        numbers = [sheet.frame.numbers[name] for name in columns.values()]
        values = np.column_stack([number.values for number in numbers])
        return Stated(spec, tuple(columns), values, single=any(number.single for number in numbers))
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
    kind = "dataset.decisions_of_two" if spec.decision else "dataset.probabilities_of_two"
    message = Message(kind, name=spec.name, labels=sorted(filter(None, sheet.label.names)))
    sheet.problems.add(message, column=spec.prefix)
    return ()


def _read_array(sheet: AnswerSheet, spec: ClassifierSpec) -> arrays.ArrayFile:
    """Return an array, with its classes and the ids of its rows where another file names them."""
    classes, ids, source = spec.classes, None, spec.classes_from
    if source == arrays.SORTED:
        classes = arrays.sorted_labels(filter(None, sheet.label.names))
        sheet.messages.append(Message("dataset.columns_are_labels", classes=classes))
    elif source:
        classes, ids, checksums = arrays.read_class_names(source)
        sheet.checksums.update(checksums)
        sheet.messages.append(Message("dataset.columns_named_by", array=spec.array, file=source))
    array = arrays.read_array(spec.array, classes, sheet.layout.id, of_labels=source == arrays.SORTED)
    sheet.checksums[spec.array] = array.sha256
    if ids is not None and len(ids) != len(array.values):
        raise broken(source, Message("dataset.ids_and_rows", ids=len(ids), rows=len(array.values)))
    return array if ids is None else replace(array, ids=ids)


def _in_order(sheet: AnswerSheet, spec: ClassifierSpec, array: arrays.ArrayFile) -> FloatArray:
    """Return an array's rows in the order of the table; rows of other items are left out and counted."""
    n_rows, form = len(array.values), sheet.plan.form
    # Arrays without ids can be in the order of the rows of an only table.
    alone = not sheet.plan.answering.file_validation
    if array.ids is None:
        if not alone:
            raise broken(spec.array, Message("dataset.rows_of_two_tables"))
        if n_rows != sheet.frame.n_rows:
            kind = "dataset.rows_and_items" if form.annotator or form.long else "dataset.rows_and_rows"
            raise broken(spec.array, Message(kind, n=n_rows, n_table=sheet.frame.n_rows))
        return array.values
    if sheet.frame.ids is None:
        raise broken(spec.array, Message("dataset.table_without_ids"))
    ids, wanted, problems = pd.Index(array.ids, dtype=object), sheet.frame.index, Problems(spec.array)
    for name in ids[ids.duplicated(keep="last")]:
        problems.add(Message("dataset.two_rows_of_array"), found=name)
    problems.raise_if_any()
    n_other = n_rows - int(ids.isin(wanted).sum())
    if n_other and alone:
        sheet.messages.append(Message("dataset.rows_of_other_items", array=spec.array, n=n_other))
    return np.asarray(pd.DataFrame(array.values, ids).reindex(wanted), dtype=np.float64)


def check_stated(sheet: AnswerSheet, stated: Stated, used: BoolArray) -> None:
    """Note what is wrong with a classifier's statements on the rows that are used, shape (rows,).

    Rows without any statement may be left out elsewhere, so that they are no problem here.
    """
    spec, note, used = stated.spec, partial(_note, sheet, stated), used.copy()
    by_class = class_columns(spec, list(sheet.frame.numbers)) if spec.prefix else {}
    needed = stated.missing if sheet.plan.missing != "exclude" else None
    for column in by_class.values() or filter(None, (spec.prefix or spec.confidence,)):
        check_odd(sheet.frame, used, column, sheet.problems, needed, "exclude")
        used[[*sheet.frame.numbers[column].odd, *sheet.frame.refused(column)]] = False
    missing = stated.missing & used
    if needed is not None:
        note(missing, Message("dataset.no_prediction"))
    used &= ~(missing | stated.silent)
    if stated.values is not None:
        _check_values(stated, stated.values, used, note, sheet.problems_of(spec))
        return
    confidence = stated.confidence
    lacking = (stated.predicted < 0) | (np.isnan(confidence) & bool(spec.confidence))
    note(used & lacking, Message("dataset.half_a_prediction"))
    outside = used & ((confidence < 0) | (confidence > 1))
    if outside.sum() > used.sum() / 10:
        sheet.problems.add(Message("dataset.no_confidences", name=spec.name), column=spec.confidence)
        return
    note(outside, Message("dataset.no_confidence"), lambda row: f"{confidence[row]:.12g}", spec.confidence)


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

    lacking = used & np.isnan(values).any(axis=1)
    if spec.decision:
        note(lacking, Message("dataset.class_undecided"), first)
        note(used & (np.abs(values) > GREATEST_DECISION).any(axis=1), Message("dataset.great_decision"))
        return
    note(lacking, Message("dataset.class_without_probability"), first)
    used = used & ~lacking
    outside = used & bad.any(axis=1)
    if outside.sum() > used.sum() / 10:
        in_percent = abs(float(np.median(values[used].sum(axis=1))) - 100) < 1 and bool((values[used] >= 0).all())
        message = Message("dataset.no_probabilities", name=spec.name)
        problems.add(Message("dataset.percents", name=spec.name) if in_percent else message, column=spec.prefix)
        return
    note(outside, Message("dataset.no_probability"), first)
    used = used & ~outside
    if used.any():
        tolerance = sum_tolerance(values[used], single=stated.single)
        off, message = used & (off_one(values) > tolerance), Message("dataset.sum_off_one", tolerance=tolerance)
        note(off, message, lambda row: f"sum {values[row].sum():.9g}")


def _note(
    sheet: AnswerSheet,
    stated: Stated,
    where: BoolArray,
    message: Message,
    shows: Callable[[int], str] | None = None,
    column: str = "",
) -> None:
    """Note a problem of some rows; ``shows``: what stands in one of them. Lines of the table say nothing of an array."""
    frame, problems, rows = sheet.frame, sheet.problems_of(stated.spec), np.flatnonzero(where).tolist()
    if not stated.spec.array:
        frame.note(problems, where, message, column or stated.place, shows)
        return
    for row in rows[:GREATEST_SHOWN]:
        # Positions in arrays say all that a row number would.
        item = frame.item(row) or (f"row {row + 1}" if frame.by != "position" else "")
        problems.add(message, item=shortened(item), found=None if shows is None else shows(row))
    problems.count_more(message, "", len(rows) - GREATEST_SHOWN)


@dataclass(frozen=True, kw_only=True)
class Classified(TableRead):
    """What the tables of the defer workflow say.

    Attributes
    ----------
    validation, test
        The items on which cutoffs are chosen, or None where there are none; and those on which values are
        reported.
    n_unlabelled
        Rows without a label in the table with the test items.
    listed
        These rows as a set (every truth is -1), where all models say something sound of each; else None.
    """

    validation: ClassifiedSet | None
    test: ClassifiedSet
    n_unlabelled: int
    listed: ClassifiedSet | None

    def known_labels(self) -> tuple[list[str], list[str]]:
        """Return the names of the test items, sorted, and their labels."""
        return list(self.test.ids), [self.test.names[code] for code in self.test.truth.tolist()]


class _Part(NamedTuple):
    """The rows of a table that make a set, shape (rows,)."""

    sheet: AnswerSheet
    used: BoolArray


def read_classified(plan: Plan, given: Mapping[str, Rows] = MappingProxyType({})) -> Classified:
    """Read the items of a plan for the defer workflow; ``given`` holds tables that are no files, by name.

    Raises
    ------
    BadDataError
        With every problem of the tables and arrays at once.
    """
    deferral = plan.answering
    sheets = [read_answers(path, plan, given) for path in (plan.table, deferral.file_validation) if path]
    test, *others = sheets
    for sheet in sheets:
        sheet.has_labels()
    parts = [*map(_leave_out, [_Part(sheet, sheet.labelled) for sheet in sheets] if others else _split(test))]
    counts = Counter[str]()
    for sheet in sheets:
        counts.update(sheet.label.counts(sheet.used))
    names = sorted({*counts, *_stated_classes(sheets)})
    for sheet in sheets:
        _check_rows(sheet, sheet.used)
        check_names(sheet, sheets, plan)
        check_answers(sheet, sheet.used | sheet.label.empty, sheet.used, names)
    if len(parts) > 1:
        (_check_overlap if others else _check_weights)(*parts)
    _raise(sheets)
    for sheet in sheets:
        check_column_order(sheet, sheet.used)
    _raise(sheets)
    classes, unknown = settle_classes(sheets, counts, deferral.worths, plan.positive)
    check_worths(deferral.worths, classes, unknown, deferral.reviewing)
    sets = [_assemble(part, classes, unknown) for part in parts]
    unlabelled = test.left_out("not_labelled")
    listed = _list(test, unlabelled) if unlabelled.any() else None
    if not test.layout.id:
        test.messages.append(unnamed(test.frame.by))
    messages = list[Message]()
    for sheet in sheets:
        # Of two tables the one with the test items has the list.
        taken = sheet is test and not (listed is None and deferral.reviewing is None)
        n_empty, n_rows = int(sheet.left_out("not_labelled").sum()), sheet.frame.n_rows
        empty = [without_label(n_empty, n_rows, taken=taken)] if 0 < n_empty < n_rows else []
        messages_of_sheet = [*sheet.frame.messages, *empty]
        messages += placed(sheet.problems.file, messages_of_sheet) if others else messages_of_sheet
    messages += [message for sheet in sheets for message in sheet.messages]
    sums = {sheet.problems.file: sheet.frame.sha256 for sheet in sheets}
    return Classified(
        validation=sets[1] if len(sets) > 1 else None,
        test=sets[0],
        messages=tuple(dict.fromkeys(messages)),
        excluded=tuple(group for sheet in sheets for group in sheet.excluded(sheet.problems.file if others else "")),
        sha256=test.frame.sha256,
        n_rows=sum(sheet.frame.n_rows for sheet in sheets),
        id_column=test.layout.id,
        checksums=MappingProxyType(sums | {path: s for sheet in sheets for path, s in sheet.checksums.items()}),
        n_unlabelled=int(unlabelled.sum()),
        listed=None if listed is None else _assemble(listed, classes, unknown),
        labels=tally(counts, plan.positive, "positive"),
        source=test.frame.source,
    )


def _list(sheet: AnswerSheet, unlabelled: BoolArray) -> _Part | None:
    """Return the project's own list, rows without a label, shape (rows,), if every model says something sound of each."""
    frame, drawn, stratum = sheet.frame, bool(sheet.plan.form.sample), sheet.layout.stratum
    if column := sheet.layout.weight:
        # What says for how much of the list each labelled item stands says nothing of these: each is itself alone.
        lacking = frame.numbers[column].empty[unlabelled]
        drawn |= bool(lacking.any()) and bool(stratum or column in frame.origins or lacking.all())
        if drawn:
            sheet = _filled(sheet, column, np.where(unlabelled, 1.0, frame.numbers[column].values))
    if stratum and (drawn or frame.texts[stratum].empty[unlabelled].any()):
        sheet = replace(sheet, layout=replace(sheet.layout, stratum=""))
    for column in filter(None, (sheet.layout.units, sheet.layout.cost)):
        numbers = sheet.frame.numbers[column]
        lacking = unlabelled & numbers.empty
        if lacking.any():
            rows = unlabelled & ~numbers.empty if (unlabelled & ~numbers.empty).any() else ~unlabelled
            # As many decimals as a price may have.
            mean = round(float(np.nanmean(numbers.values[rows])), 6)
            sheet = _filled(sheet, column, np.where(lacking, mean, numbers.values))
            values = {"n": int(lacking.sum()), "of": int(unlabelled.sum())}
            sheet.messages.append(Message("dataset.mean_of_others", column=column, **values))
    # Nobody has to give predictions for the list: what is wrong there is no error, but told.
    aside = replace(sheet, problems=Problems(sheet.problems.file), array_problems={})
    _check_rows(aside, unlabelled)
    unsaid = any(bool((stated.missing & unlabelled).any()) for stated in sheet.stated)
    if not (unsaid or aside.every_problem()):
        return _Part(sheet, unlabelled)
    kind = "dataset.list_unsaid" if sheet.plan.answering.reviewing is None else "dataset.list_by_share"
    sheet.messages.append(Message(kind))
    return None


def _filled(sheet: AnswerSheet, column: str, values: FloatArray) -> AnswerSheet:
    """Return the sheet with other numbers in a column, shape (rows,)."""
    numbers = {**sheet.frame.numbers, column: replace(sheet.frame.numbers[column], values=values)}
    return replace(sheet, frame=replace(sheet.frame, numbers=numbers))


def _raise(sheets: Sequence[AnswerSheet]) -> None:
    """Raise the problems of all files together, if there are any."""
    if every_problem := [problem for sheet in sheets for problem in sheet.every_problem()]:
        raise BadDataError(every_problem)


def _split(sheet: AnswerSheet) -> list[_Part]:
    """Return the test part and, where there is one, the validation part of a table with a split column."""
    labelled, deferral = sheet.labelled, sheet.plan.answering
    if not sheet.layout.split:
        sheet.messages.append(Message("dataset.no_splits"))
        return [_Part(sheet, labelled)]
    split = sheet.frame.texts[sheet.layout.split]
    test, validation = (labelled & split.holds(name) for name in (deferral.test, deferral.validation))
    others = labelled & ~(test | validation)
    sheet.leave_out(others, *map(of_split, split.names), codes=split.codes)
    if n_left := int(others.sum()):
        sheet.messages.append(Message("dataset.other_splits_left_out", n=n_left, left=sheet.of_splits(others)))
    noted = partial(sheet.problems.add, column=sheet.layout.split)
    splits = sheet.counted(sheet.layout.split, labelled)
    if deferral.test == deferral.validation:
        noted(Message("dataset.splits_alike", splits=splits), found=deferral.test)
    elif labelled.any() and not test.any():
        noted(Message("dataset.test_unlabelled", splits=splits), found=deferral.test)
    elif not validation.any():
        if deferral.validation != "validation":
            noted(Message("dataset.validation_unlabelled", splits=splits), found=deferral.validation)
        sheet.messages.append(Message("dataset.no_validation", split=deferral.validation))
        return [_Part(sheet, test)]
    return [_Part(sheet, test), _Part(sheet, validation)]


def _leave_out(part: _Part) -> _Part:
    """Leave out, for every model and answerer, items of which one says nothing, so that they stay comparable."""
    sheet, rows = part
    for stated in sheet.stated if sheet.plan.missing == "exclude" else ():
        sheet.leave_out(rows & stated.missing, Reason("no_prediction", stated.spec.name))
    if rows.any() and not (rows & sheet.kept).any():
        sheet.problems.add(Message("dataset.none_predicted"))
    leave_out_unasked(sheet, rows)
    return _Part(sheet, rows & sheet.kept)


def _stated_classes(sheets: Sequence[AnswerSheet]) -> set[str]:
    return {name for sheet in sheets for classes in sheet.stated for name in classes.classes}


def _check_rows(sheet: AnswerSheet, used: BoolArray) -> None:
    """Check weights, groups, costs and what the classifiers state, on the rows that are used."""
    frame, layout, problems = sheet.frame, sheet.layout, sheet.problems
    check_amount_columns(frame, used, used, layout, problems)
    domain = sheet.plan.answering.domain
    sheet.check_parts_alike({layout.split: "split", domain if domain in frame.texts else "": "domain"})
    sheet.check_parts(used, domain)
    for stated in sheet.stated:
        check_stated(sheet, stated, used)


def _check_weights(test: _Part, validation: _Part) -> None:
    """Note a split of one table of which every weight is 0 beside one that has others: it has no mean."""
    if column := test.sheet.layout.weight:
        weights = test.sheet.frame.numbers[column].values
        weightless = [(weights[part.used] == 0).all() for part in (test, validation)]
        if any(weightless) and not all(weightless):
            kind = "dataset.test_weightless" if weightless[0] else "dataset.validation_weightless"
            test.sheet.problems.add(Message(kind), column=column)


def _check_overlap(test: _Part, validation: _Part) -> None:
    """Note items that are in both of two tables."""
    ours, theirs = (part.sheet.frame for part in (test, validation))
    if ours.ids is None or theirs.ids is None:
        return
    both = sorted({*ours.index[test.used]} & {*theirs.index[validation.used]} - {""})
    if both:
        message = Message("dataset.items_in_both", n=len(both), file=validation.sheet.problems.file, ids=both)
        test.sheet.problems.add(message, column=test.sheet.layout.id)


def _assemble(part: _Part, classes: tuple[str, ...], unknown: tuple[str, ...]) -> ClassifiedSet:
    sheet, plan, frame, layout = part.sheet, part.sheet.plan, part.sheet.frame, part.sheet.layout
    deferral, domain_of = plan.answering, plan.answering.domain
    stated = (model.values for model in sorted(sheet.stated, key=lambda model: model.spec.name))
    in_order = partial(sheet.in_order, beside=[column for array in stated if array is not None for column in array.T])
    order = in_order(part.used)
    domain, domains = frame.texts[domain_of].sorted_in(order) if domain_of in frame.texts else (None, ())
    labelled = ~sheet.label.empty[order]
    # Labels and answers have codes of their own here, by the classes of the models.
    unlabelled = replace(sheet, layout=replace(layout, label=""), plan=replace(plan, answerers=()))
    items = items_of(unlabelled, order, labelled=labelled)
    if layout.stratum and layout.weight:
        # Labelled items stand for what was drawn with them and is not labelled yet, in whichever set they are.
        every = in_order(sheet.used | sheet.left_out("not_labelled"))
        weight = items_of(unlabelled, every, labelled=~sheet.label.empty[every]).weight
        items = replace(items, weight=None if weight is None else frozen(weight[part.used[every]]))
    review_cost = None
    if deferral.review_cost is not None:
        review_cost = frozen(np.full(items.n_items, float(deferral.review_cost)))
    elif plan.prices.stated:
        review_cost = frozen(plan.prices.item_cost(items.n_items, items.units, items.listed_cost) / MICRO)
    return ClassifiedSet(
        **items.alike,
        classes=classes,
        truth=frozen(sheet.label.among((*classes, *unknown))[order]),
        unknown=unknown,
        domain=domain,
        domains=domains,
        review_cost=review_cost,
        models=tuple(_predictions(stated, classes, order) for stated in sheet.stated),
        answers=tuple(
            answers_of(answerer, sheet, order, (*classes, *unknown), labelled) for answerer in plan.answerers
        ),
    )


def _predictions(stated: Stated, classes: tuple[str, ...], order: IntArray) -> Predictions:
    """Return a classifier's statements on the items in ``order``, with the classes in their common order."""
    spec, place = stated.spec, stated.place
    codes = np.array([classes.index(name) for name in stated.classes], dtype=np.int64)
    cost, one_column, silent = float(spec.cost), stated.one_column, stated.silent[order]
    if stated.values is None:
        # Of answers alone it is not known yet how sure they are.
        confidence = np.where(silent, 0.0 if spec.confidence else np.nan, stated.confidence[order])
        predicted = np.append(codes, -1)[stated.predicted[order]]
        return Predictions(spec.name, frozen(predicted), frozen(confidence), column=place, cost=cost)
    values = np.full((len(order), len(classes)), -np.inf if spec.decision else 0.0)
    values[:, codes] = stated.values[order]
    # Where it says nothing all its classes are as likely: then nothing is learnt there of how sure it is.
    values[np.ix_(silent, codes)] = 1 / len(codes)
    answer: IntArray = np.where(silent, -1, values.argmax(axis=1))
    predictions = partial(Predictions, spec.name, frozen(answer), column=place, cost=cost, one_column=one_column)
    if spec.decision:
        # How sure decision values are is not known yet.
        return predictions(frozen(np.full(len(order), np.nan)), decision=frozen(values))
    return predictions(frozen(np.where(silent, 0.0, values.max(axis=1))), frozen(values))


def settle_classes(
    sheets: Sequence[AnswerSheet], counts: Mapping[str, int], worths: Worths, positive: Sequence[str] = ()
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the classes, and the labels that no model knows, each sorted (with costs the positive class last).

    Sorted, because the first of equally probable classes is the answer: the order of the columns of a file must not
    decide it. Models with probabilities or decision values must know the same classes. Of one that states predictions
    alone it cannot be seen which it knows: its further ones are added, and where all models are such, every label is a
    class, whether or not it is ever the answer. ``counts``: how many items have each label.

    Raises
    ------
    BadDataError
        Models do not know the same classes, no label is a class, or one of ``positive`` is neither.
    """
    problems = Problems(sheets[0].problems.file)
    by_class = [model for sheet in sheets for model in sheet.stated if model.values is not None]
    first = {*by_class[0].classes} if by_class else set()
    for model in by_class:
        if only := sorted(first ^ {*model.classes}):
            names = {"first": by_class[0].spec.name, "second": model.spec.name}
            problems.add(Message("dataset.classes_differ", **names, classes=only))
    stated = sorted(_stated_classes(sheets))
    if by_class and (lacking := sorted({*stated} - first)):
        sheets[0].messages.append(Message("dataset.classes_of_some", classes=lacking))
    times = Counter(map(str.casefold, stated))
    if alike := [name for name in stated if times[name.casefold()] > 1]:
        sheets[0].messages.append(Message("dataset.classes_in_capitals", classes=alike))
    unknown = sorted({*counts} - {*stated})
    if len(unknown) == len(counts):
        unlike = Message("dataset.labels_no_classes", labels=unknown, classes=stated or [NO_ANSWER])
        problems.add(unlike, column=sheets[0].layout.label)
    for name in unknown:
        meant = nearest(name, stated)
        kind = "dataset.label_unknown" if by_class else "dataset.label_unanswered"
        message = Message(kind, name=shortened(name), n=counts[name])
        if meant.casefold() == name.casefold():
            message = Message("dataset.label_meant", message=message, meant=shortened(meant))
        sheets[0].messages.append(message)
    for name in positive:
        if name not in {*stated, *counts}:
            labels = sorted({*stated, *counts})
            values = {"name": shortened(name), "hint": likely(name, labels)}
            problems.add(Message("dataset.unknown_positive", labels=labels, **values), column=sheets[0].layout.label)
    if not by_class:
        stated, unknown = sorted((*stated, *unknown)), []
    arrays.check_class_count(len(stated), sheets[0].problems.file)
    if worths.k_fp is not None:
        if len(stated) != 2 or worths.positive not in stated:
            problems.add(Message("dataset.costs_of_two", classes=stated))
        stated.sort(key=lambda name: name == worths.positive)
    problems.raise_if_any()
    return tuple(stated), tuple(unknown)


def check_names(sheet: AnswerSheet, sheets: Sequence[AnswerSheet], plan: Plan) -> None:
    """Check the labels of a table beside the classes of the models and the labels of the other tables.

    Classes are noted that look like each other, or that differ from people's labels in capitals alone.
    """
    two, labels = plan.form.as_label, [{*filter(None, part.label.names)} for part in sheets]
    of = {name: model.spec for model in reversed(sheet.stated) for name in model.classes}
    of_classes = twins(of, {}, two)
    in_capitals = in_other_capitals({*of} - {*of_classes, *two}, set().union(*labels))
    for name, other in sorted({**of_classes, **in_capitals}.items()):
        values = {"name": of[name].name, "other": shortened(spelled(other)), "how": difference(name, other)}
        values["way"] = NamedOption("table.as_label", name)
        message = Message("dataset.class_like_label", **values)
        if name in of_classes:
            message = Message("dataset.class_like_class", of=of[other].name, **values)
        sheet.problems.add(message, column=of[name].predicted, found=spelled(name))
    beside = set().union(*(names for names, part in zip(labels, sheets, strict=True) if part is not sheet))
    names = {*plan.positive, *two, *_stated_classes(sheets)}
    for spec in (stated.spec for stated in sheet.stated):
        for name in (name for name in spec.no_answer if name in sheet.label.names):
            sheet.problems.add(Message("dataset.no_answer_is_label", name=spec.name), column=spec.predicted, found=name)
    check_labels(sheet.frame, sheet.layout.label, sheet.problems, Meant(names, plan.positive, beside))


def check_worths(
    worths: Worths, classes: Sequence[str], unknown: Sequence[str], reviewing: Reviewing | None = None
) -> None:
    """Note answers without a value, and values for classes that do not exist."""
    problems = Problems("[answers]")
    names = (*classes, *unknown)
    by_class = {"left_out": worths.left_out}
    if reviewing is not None:
        by_class |= {"reviewed": reviewing.worth, "review_error": reviewing.error, "review_wrong": reviewing.wrong}
    given = [("", *pair) for cell in worths.cells for pair in zip(cell, (classes, names), strict=True)]
    given += [(key, name, names) for key, values in by_class.items() for name in sorted({*values} - {"*"})]
    for key, name, known_names in given:
        if name not in known_names:
            values = {"hint": likely(name, known_names), "classes": known_names}
            message = Message("dataset.worth_of_no_class", **values)
            if key:
                message = Message("dataset.value_of_no_class", key=key, **values)
            problems.add(message, found=name)
    for predicted, truth in product(classes, names) if worths.cells else ():
        if worths.accepted(predicted, truth) is None:
            problems.add(Message("dataset.answer_without_worth"), found=f"predicted {predicted}, truth {truth}")
    problems.raise_if_any()


BETTER, BY_CHANCE = 0.2, 1e-6
"""Columns are in another order where that is right for so many more of the items, and chance would show it so seldom."""


def check_column_order(sheet: AnswerSheet, used: BoolArray) -> None:
    """Note models whose columns fit the labels better in another order of the classes; ``used``: labelled rows, shape (rows,)."""
    for stated in sheet.stated:
        if stated.values is None or stated.one_column:
            continue
        values, truth = stated.values[used], sheet.label.among(stated.classes)[used]
        # Of equally probable classes the first is the answer, whichever it is.
        clear = (values == values.max(axis=1, keepdims=True)).sum(axis=1) == 1
        answer = values.argmax(axis=1)[clear & (truth >= 0)]
        spec, classes, n = stated.spec, stated.classes, len(stated.classes)
        counts = np.bincount(answer * n + truth[clear & (truth >= 0)], minlength=n * n).reshape(n, n)
        order = better_order(counts, int(used.sum()))
        if order is None:
            continue
        fits = [classes[at] for at in order.tolist()]
        moved = [(fit, other) for fit, other in zip(classes, fits, strict=True) if fit != other]
        moves = [Message("dataset.column_fits", name=shortened(move), other=shortened(other)) for move, other in moved]
        if not spec.array:
            todo = Message("dataset.order_of_table")
        elif spec.classes_from not in ("", arrays.SORTED):
            todo = Message("dataset.order_of_file", file=spec.classes_from, classes=fits)
        elif spec.array.endswith(".npy"):
            way = NamedOption("table.classes", ",".join(fits))
            todo = Message("dataset.order_of_array", way=way, file=arrays.beside(spec.array)[0])
        else:
            todo = Message("dataset.order_of_parquet", classes=fits)
        # For how many items the likeliest class is right as taken, and in the order that fits.
        counted = {"right": int(np.trace(counts)), "more": int(counts[np.arange(n), order].sum()), "n": int(used.sum())}
        message = Message("dataset.other_order", name=spec.name, moves=moves, todo=todo, **counted)
        sheet.problems_of(spec).add(message, column="" if spec.array else f"{stated.place}:…")


def better_order(counts: IntArray, n_items: int) -> IntArray | None:
    """Return the class that each column fits, where that is another one than is taken for some; else None.

    Parameters
    ----------
    counts
        Shape (C, C): how many items each column is the likeliest for (rows), by their label.
    n_items
        How many labelled items there are, those of other labels included.

    Examples
    --------
    >>> better_order(np.array([[10, 90], [90, 10]]), 200).tolist()
    [1, 0]
    >>> better_order(np.array([[90, 10], [60, 40]]), 200)
    """
    if int((counts.max(axis=1) - counts.diagonal()).sum()) < BETTER * n_items:
        return None  # no order can be so much better
    from scipy.optimize import linear_sum_assignment  # takes long to load
    from scipy.special import betainc

    n = len(counts)
    # Of orders that fit as well the one that is taken.
    order = linear_sum_assignment(2 * n * counts + np.eye(n, dtype=np.int64), maximize=True)[1]
    moved = order != np.arange(n)
    lost, won = int(counts.diagonal()[moved].sum()), int(counts[np.arange(n), order][moved].sum())
    if won - lost < BETTER * n_items or not won:
        return None
    # The chance that so many of the items on which the two differ, or more, go the other way (sign test).
    return order if betainc(won, lost + 1, 0.5) < BY_CHANCE else None
