"""Which rows of a table are used: labelled ones of the split, and unlabelled ones as the project's list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.domain.items import Excluded, LabelCount, Reason
from budgetplan.domain.messages import Message, shortened
from budgetplan.domain.plan import Plan
from budgetplan.errors import Problems
from budgetplan.tables.cells import Texts
from budgetplan.tables.columns import Layout, asked_who_judged, check_frame
from budgetplan.tables.labels import Meant, check_alike, check_labels, likely, likeness
from budgetplan.tables.table import Frame, Rows, Source

KEPT = -1


@dataclass(frozen=True, kw_only=True)
class TableRead:
    """What is told of a plan's tables, whatever is planned.

    Attributes
    ----------
    excluded
        Rows that were left out, in the order of the tables, each with the reason.
    messages
        How the tables were read.
    sha256
        Checksum of the plan's table (the test items, where there are two).
    n_rows
        Rows below the headers, used or not.
    id_column
        Column with the names of the items; empty where they are named by their lines.
    checksums
        SHA-256 of further files, by path; with class probabilities of every file that was read.
    labels
        The labels that are used, with how many items have each, those that the plan wants first.
    source
        What further columns of the plan's table can be read from, where it is at hand.
    """

    excluded: tuple[Excluded, ...]
    messages: tuple[Message, ...]
    sha256: str
    n_rows: int
    id_column: str
    checksums: Mapping[str, str]
    labels: tuple[LabelCount, ...]
    source: Source | None = field(default=None, compare=False, repr=False)


def without_label(n: int, n_rows: int, *, taken: bool, listed: int | None = None) -> Message:
    """Return what becomes of rows without a label: ``taken`` as the list, or left out; not taken as one of ``listed`` items.

    >>> print(without_label(1, 5, taken=True))
    1 of 5 rows has no label: taken as your list.
    """
    if listed is not None:
        return Message("dataset.unlabelled_beside_list", n=n, of=n_rows, listed=listed)
    return Message("dataset.unlabelled_as_list" if taken else "dataset.unlabelled_left_out", n=n, of=n_rows)


@dataclass(kw_only=True)
class Sheet:
    """A table as it was read: of items with or without labels, with scores or answers.

    Attributes
    ----------
    plan
        What asks for it.
    frame, layout
        Its cells, and its columns.
    names
        Names of the items: ids, or lines where there are none.
    labelled
        Shape (rows,): which rows carry a label.
    reason, reasons
        Shape (rows,): why a row is left out, its position in ``reasons``; or :data:`KEPT`.
    problems, messages
        What is wrong with it; which rows are used.
    """

    plan: Plan
    frame: Frame
    layout: Layout
    names: list[str]
    labelled: BoolArray
    reason: IntArray
    reasons: tuple[Reason, ...] = ()
    problems: Problems
    messages: list[Message] = field(default_factory=list)

    @property
    def label(self) -> Texts:
        """The column with the labels."""
        return self.frame.texts[self.layout.label]

    @property
    def kept(self) -> BoolArray:
        """Which rows are used, shape (rows,)."""
        return np.asarray(self.reason == KEPT)

    @property
    def used(self) -> BoolArray:
        """Which of them carry a label, shape (rows,)."""
        return self.kept & self.labelled

    @property
    def listed(self) -> BoolArray:
        """Which of them carry none: the project's list, shape (rows,)."""
        return self.kept & ~self.labelled

    def leave_out(self, rows: BoolArray, *reasons: Reason, codes: IntArray | int = 0) -> None:
        """Leave out rows, shape (rows,), as far as they are used; ``codes``: which of the reasons each has."""
        self.reason = np.where(rows & self.kept, len(self.reasons) + codes, self.reason)
        self.reasons += reasons

    def left_out(self, key: str) -> BoolArray:
        """Return which rows are left out for a reason, by its key, shape (rows,)."""
        return np.isin(self.reason, [at for at, reason in enumerate(self.reasons) if reason.key == key])

    def leave_out_unsettled(self) -> None:
        """Leave out items that people have judged and that still have no label: they are not the project's list."""
        unsettled = self.frame.left_out.get(self.layout.label, {})
        for why in sorted(set(unsettled.values())):
            rows = np.zeros(len(self.reason), dtype=bool)
            rows[[row for row, reason in unsettled.items() if reason == why]] = True
            self.leave_out(rows, Reason(why))

    def in_order(self, rows: BoolArray, beside: Sequence[FloatArray] = ()) -> IntArray:
        """Return these rows, shape (rows,), in the order of the items' names; where they have none, of what is in them.

        ``beside``: shapes (rows,), numbers that are not of the table.
        """
        frame = self.frame
        if frame.ids is not None:
            return frame.by_id[rows[frame.by_id]]
        texts = [frame.texts[name] for name in sorted(frame.texts)]
        keys: list[Any] = [
            frame.lines,
            *(np.argsort(np.argsort([*map(str, text.names)]))[text.codes] for text in texts),
        ]
        keys += [*beside, *(frame.numbers[name].values for name in sorted(frame.numbers))]
        return np.flatnonzero(rows)[np.lexsort([key[rows] for key in keys])]

    def excluded(self, file: str = "") -> tuple[Excluded, ...]:
        """Return the rows that are left out; ``file``: of several tables the name of this one."""
        rows = np.flatnonzero(~self.kept)
        reasons = map(self.reasons.__getitem__, self.reason[rows].tolist())
        before = f"{file}, {self.frame.by}" if file else self.frame.by
        places = (f"{before} {line}" for line in self.frame.lines[rows].tolist())
        return tuple(map(Excluded, map(self.names.__getitem__, rows.tolist()), reasons, places))

    def check_parts_alike(self, further: Mapping[str, str] = MappingProxyType({})) -> None:
        """Note parts of the table whose names look alike; words and what they are grouped by may differ in capitals.

        ``further``: other columns, with what their cells name.
        """
        layout = self.layout
        parts = {layout.group: "group", layout.type: "type", **further}
        parts |= {layout.stratum: "stratum", layout.quota: "stratum"}
        for column, what in parts.items():
            if column:
                check_alike(self.frame, column, what, self.problems, capitals=what != "stratum")

    def check_parts(self, used: BoolArray, domain: str = "") -> None:
        """Note labelled items, shape (rows,), that belong to no group, stratum, type or domain, where these have columns."""
        parts = {"dataset.no_group": self.layout.group, "dataset.no_stratum": self.layout.stratum}
        for kind, column in {**parts, "dataset.no_type": self.layout.type, "dataset.no_domain": domain}.items():
            if column in self.frame.texts:
                self.frame.note(self.problems, self.frame.texts[column].empty & used, Message(kind), column)

    def times(self, column: str, rows: BoolArray) -> dict[str, int]:
        """Return how many of these rows, shape (rows,), have each text of a column, the empty one too, in their order."""
        texts = self.frame.texts[column]
        counts = np.bincount(texts.codes[rows], minlength=len(texts.names)).tolist()
        return {name: n for name, n in sorted(zip(texts.names, counts, strict=True)) if n}

    def counted(self, column: str, rows: BoolArray) -> list[Message]:
        """Return the texts of a column in the order of their names, with how many of these rows have each."""
        times = self.times(column, rows)
        return [Message("dataset.name_and_count", name=shortened(name), n=n) for name, n in times.items()]

    def of_splits(self, rows: BoolArray) -> list[Message]:
        """Return the splits of these rows, shape (rows,), with how many of them are in each."""
        return [
            Message("dataset.of_split", name=shortened(name), n=n) if name else Message("dataset.of_no_split", n=n)
            for name, n in self.times(self.layout.split, rows).items()
        ]

    def has_labels(self) -> bool:
        """Return whether a row has a label; note it where none has."""
        labelled, column = bool(self.labelled.any()), self.layout.label
        if not (labelled or self.frame.refused(column)):
            self.problems.add(Message("dataset.no_label"), column=column)
        return labelled


def read_sheet(
    file: Rows,
    plan: Plan,
    layout: Layout,
    problems: Problems,
    texts: Sequence[str] = (),
    numbers: Sequence[str] = (),
    digits: int = 0,
) -> Sheet:
    """Read the columns of a plan and further ones from an open table, all of whose rows are used as yet.

    ``digits``: how many at least an item's name has that is its line; 0: as many as the last one has, so that the order
    of names is that of lines.
    """
    as_texts, as_numbers = dict.fromkeys((*layout.texts, *texts)), dict.fromkeys((*layout.numbers, *numbers))
    frame = file.read(layout.id, [*as_texts], [*as_numbers], problems)
    asked = asked_who_judged(file, plan, layout, problems)
    frame = with_known(replace(frame, messages=(*frame.messages, *asked)), layout, plan)
    check_frame(frame, layout, problems)
    labelled = ~frame.texts[layout.label].empty if layout.label in frame.texts else np.zeros(frame.n_rows, dtype=bool)
    width = digits or len(str(frame.lines.max(initial=0)))
    names = frame.ids if frame.ids is not None else [f"{line:0{width}d}" for line in frame.lines.tolist()]
    reason = np.full(frame.n_rows, KEPT)
    return Sheet(
        plan=plan, frame=frame, layout=layout, names=names, labelled=labelled, reason=reason, problems=problems
    )


def with_known(frame: Frame, layout: Layout, plan: Plan) -> Frame:
    """Give random items of a queue the labels that came back: of what is left they are a sample as any other."""
    judged = {} if plan.reviewed is None else plan.reviewed.known
    if not judged or frame.ids is None or layout.label not in frame.texts:
        return frame
    # Items of a list may lack much; a labelled one lacks a score alone, where it is then reviewed last.
    whole = np.ones(frame.n_rows, dtype=bool)
    scores = layout.scores if plan.missing != "last" else ()
    for column in filter(None, (layout.units, layout.cost, *scores)):
        whole &= ~frame.numbers[column].empty
    for column in filter(None, (layout.group, layout.type)):
        whole &= ~frame.texts[column].empty
    rows = [row for row, name in enumerate(frame.ids) if name in judged and whole[row]]
    known = frame.with_texts(layout.label, rows, [judged[frame.ids[row]] for row in rows])
    # The split is that of the labelled items; a list has none, or one of its own.
    return known.with_texts(layout.split, rows, [plan.split] * len(rows)) if layout.split and plan.split else known


def select(sheet: Sheet) -> None:
    """Leave out rows of other splits; a split without labels and classes that never occur are noted as problems."""
    plan, layout = sheet.plan, sheet.layout
    if not sheet.has_labels():
        return
    if not plan.form.annotator:  # of judgements each has been looked at
        meant = Meant((*plan.positive, *plan.form.as_label), plan.positive)
        check_labels(sheet.frame, layout.label, sheet.problems, meant)
    _check_positive(sheet)
    sheet.check_parts_alike({layout.split if plan.split else "": "split"})
    if not layout.split:
        return
    split = sheet.frame.texts[layout.split]
    wanted = split.code(plan.split)
    if not plan.split:
        splits = sheet.counted(layout.split, sheet.labelled)
        sheet.messages += [Message("dataset.splits_together", splits=splits)] * (len(splits) > 1)
    elif wanted < 0 or not sheet.labelled[split.holds(plan.split)].any():
        kind = "dataset.split_unlabelled" if wanted >= 0 else "dataset.no_such_split"
        hint = likely(plan.split, sheet.times(layout.split, sheet.labelled))
        message = Message(kind, hint=hint, splits=sheet.counted(layout.split, sheet.labelled))
        sheet.problems.add(message, column=layout.split, found=plan.split)
    else:
        _leave_out_splits(sheet, split, wanted)
        if sheet.label.counts(sheet.used).keys().isdisjoint(plan.positive):
            sheet.messages.append(Message("dataset.no_positives", split=plan.split, labels=plan.positive))


NOT_LABELLED = Reason("not_labelled")
"""Why a row without a label is in neither set of models that answer."""


def leave_out_judged(sheet: Sheet) -> None:
    """Leave out rows of the list that are judged already, which are no longer to be done, and labelled rows like these.

    Labelled rows that are like what was reviewed are unlike what is left.
    """
    reviewed = sheet.plan.reviewed
    if reviewed is None or not reviewed.ids or sheet.frame.ids is None:
        return
    judged = sheet.frame.index.isin(reviewed.ids)
    if sheet.plan.listed is None and not judged.any():
        sheet.problems.add(Message("dataset.judged_elsewhere", n=len(reviewed.ids)))
    sheet.leave_out(judged & ~sheet.labelled, Reason("judged_already"))
    if sheet.plan.listed is None and judged.any() and not (sheet.kept & ~sheet.labelled).any():
        sheet.problems.add(Message("dataset.all_judged"))
    sheet.leave_out(sheet.frame.index.isin(reviewed.alike) & sheet.labelled, Reason("as_reviewed"))


def of_split(name: str) -> Reason:
    """Return the reason that an item is of a split, or of none.

    >>> tuple(of_split("dev")), tuple(of_split(""))
    (('split', 'dev'), ('no_split', ''))
    """
    return Reason("split", shortened(name)) if name else Reason("no_split")


def _leave_out_splits(sheet: Sheet, split: Texts, wanted: int) -> None:
    """Leave out labelled rows of other splits, and unlabelled rows that stand in a split with labels."""
    n_names, labelled = len(split.names), sheet.labelled
    has_labels = np.bincount(split.codes[labelled], minlength=n_names) > 0
    if (empty := split.code("")) >= 0:
        has_labels[empty] = False  # Rows without a split belong to no split that could have been left out.
    other = split.codes != wanted
    out = other & (labelled | has_labels[split.codes])
    reasons = [
        Reason(f"{key}_{state}", name)
        for state in ("labelled", "unlabelled")
        for key, name in map(of_split, split.names)
    ]
    sheet.leave_out(out, *reasons, codes=split.codes + np.where(labelled, 0, n_names))
    values = {"split": split.names[wanted], "n": int((labelled & ~other).sum())}
    message = Message("dataset.split_used", **values)
    if n_left := int(out.sum()):
        message = Message("dataset.split_used_others_left_out", **values, n_left=n_left, left=sheet.of_splits(out))
    sheet.messages.append(message)


def _check_positive(sheet: Sheet) -> None:
    names = [name for name in sheet.label.names if name]
    written = {likeness(name) for name in names if name not in sheet.plan.form.as_label}
    for name in sheet.plan.positive:
        # One that is there in other characters has been told with the label's line.
        if name not in names and likeness(name) not in written:
            labels = sheet.counted(sheet.layout.label, sheet.labelled)
            message = Message("dataset.no_positive", name=shortened(name), hint=likely(name, names), labels=labels)
            sheet.problems.add(message, column=sheet.layout.label)
