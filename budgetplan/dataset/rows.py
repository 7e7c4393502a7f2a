"""Which rows of a table are used: labelled ones of the split, and unlabelled ones as the project's list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from budgetplan.arrays import BoolArray, IntArray
from budgetplan.domain.items import Excluded, LabelCount, Reason
from budgetplan.domain.options import advise, ask, nearest
from budgetplan.domain.plan import Plan
from budgetplan.tables.cells import Texts
from budgetplan.tables.columns import Layout
from budgetplan.tables.frame import Frame
from budgetplan.tables.label_names import likeness, told_of_twin
from budgetplan.tables.labels import Meant, check_alike, check_labels
from budgetplan.tables.problems import Problems, did_you_mean, listing, shown

KEPT = -1


@dataclass(frozen=True, kw_only=True)
class TableRead:
    """What is told of a plan's tables, whatever is planned.

    Attributes
    ----------
    excluded
        Rows that were left out, in the order of the tables, each with the reason.
    messages
        Plain sentences for the user about how the tables were read.
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
    """

    excluded: tuple[Excluded, ...]
    messages: tuple[str, ...]
    sha256: str
    n_rows: int
    id_column: str
    checksums: Mapping[str, str]
    labels: tuple[LabelCount, ...]


def without_label(n: int, n_rows: int, *, taken: bool, listed: int | None = None) -> str:
    """Return what becomes of rows without a label: ``taken`` as the list, or left out; not taken as one of ``listed`` items.

    >>> without_label(1, 5, taken=True)
    '1 of 5 rows has no label: taken as your list.'
    """
    what = "taken as your list" if taken else "left out"
    if listed is not None:
        what = (
            f"not {what}, which has {listed:,} items (list.size); it is planned by share of the labelled rows"
        )
    return f"{n:,} of {n_rows:,} rows {'has' if n == 1 else 'have'} no label: {what}."


@dataclass(frozen=True)
class UsedRows:
    """Which rows carry a label, and why rows are left out.

    ``reason`` has shape (n,): position in ``reasons``, or :data:`KEPT`.
    """

    labelled: BoolArray
    reason: IntArray
    reasons: tuple[Reason, ...]
    messages: tuple[str, ...]

    @property
    def kept(self) -> BoolArray:
        """Shape (n,): which rows are used."""
        return np.asarray(self.reason == KEPT)

    def without(self, rows: BoolArray, reason: Reason, *messages: str) -> UsedRows:
        """Return the same without these rows, shape (n,), as far as they are used."""
        return self.without_each(rows, np.zeros(len(rows), dtype=np.int64), [reason], *messages)

    def without_each(
        self, rows: BoolArray, codes: IntArray, reasons: Sequence[Reason], *messages: str
    ) -> UsedRows:
        """Return the same without these rows, each for the reason at its code, shape (n,)."""
        reason = np.where(rows & self.kept, len(self.reasons) + codes, self.reason)
        return UsedRows(self.labelled, reason, (*self.reasons, *reasons), (*self.messages, *messages))

    def left_out(self, key: str) -> BoolArray:
        """Return which rows are left out for a reason, by its key, shape (n,)."""
        return np.isin(self.reason, [at for at, one in enumerate(self.reasons) if one.key == key])

    def excluded(self, frame: Frame, names: Sequence[str], file: str = "") -> tuple[Excluded, ...]:
        """Return the rows that are left out; ``names``: of all items; ``file``: where there are several."""
        before = f"{file}, {frame.by}" if file else frame.by
        return tuple(
            Excluded(names[row], self.reasons[self.reason[row]], f"{before} {frame.lines[row]}")
            for row in np.flatnonzero(~self.kept).tolist()
        )


def everything(labelled: BoolArray) -> UsedRows:
    """Return all rows as used; ``labelled``: which of them carry a label."""
    return UsedRows(labelled, np.full(len(labelled), KEPT), (), ())


def select(frame: Frame, layout: Layout, plan: Plan, problems: Problems) -> UsedRows:
    """Return which rows are used; a split without labels and classes that never occur are noted as problems."""
    label = frame.texts[layout.label]
    labelled = ~label.empty
    every = everything(labelled)
    if not note_unlabelled(labelled, layout, problems):
        return every
    known = (*plan.positive, *plan.form.as_label)
    check_labels(frame, layout.label, problems, Meant(known, plan.positive))
    _check_positive(label, plan, layout.label, problems)
    check_parts_alike(frame, layout, problems, {layout.split if plan.split else "": "split"})
    if not layout.split:
        return every
    split = frame.texts[layout.split]
    if not plan.split:
        return replace(every, messages=_told_together(split, labelled))
    wanted = split.code(plan.split)
    if wanted < 0 or not labelled[split.holds(plan.split)].any():
        _refuse_split(split, labelled, plan.split, layout.split, problems)
        return every
    selection = _by_split(every, split, wanted)
    used = set(np.unique(label.codes[labelled & selection.kept]).tolist())
    if not used & {label.code(name) for name in plan.positive}:
        none = f'No labelled row of the split "{plan.split}" has the label {listing(plan.positive)}: there are no positives.'
        return replace(selection, messages=(*selection.messages, none))
    return selection


def check_parts_alike(
    frame: Frame, layout: Layout, problems: Problems, further: Mapping[str, str] = MappingProxyType({})
) -> None:
    """Note parts of the table whose names look alike; words and what they are grouped by may differ in capitals.

    ``further``: other columns, with what their cells name.
    """
    named = {layout.group: "group", layout.type: "type", **further}
    named |= {layout.stratum: "stratum", layout.quota: "stratum"}
    for column, what in named.items():
        if column:
            check_alike(frame, column, what, problems, capitals=what != "stratum")


NO_LABELS = advise("name another column ({table.label=COLUMN}), or come back when items have labels")
"""What to do where nobody has judged anything."""


def note_unlabelled(labelled: BoolArray, layout: Layout, problems: Problems) -> bool:
    """Return whether a row has a label; note it where none has."""
    if not labelled.any():
        problems.add("no row has a label", NO_LABELS, column=layout.label)
    return bool(labelled.any())


PARTS = {
    "group": "write the group; an item alone in its group gets one of its own",
    "stratum": "write the part of the list that it was drawn from",
    "type": "write the type; an item alone in its type gets one of its own",
    "domain": "write the domain",
}
"""What labelled items belong to, and what to do where one of them has none."""


def check_parts(frame: Frame, columns: Mapping[str, str], used: BoolArray, problems: Problems) -> None:
    """Note labelled items, shape (rows,), that belong to no group, stratum, type or domain; ``columns``: of these, as far as they are there."""
    for what, column in columns.items():
        if column in frame.texts:
            told = (f"a labelled item has no {what}", PARTS[what])
            frame.note(problems, frame.texts[column].empty & used, told, column)


NOT_LABELLED = Reason("not_labelled")
"""Why a row without a label is in neither set of models that answer."""
JUDGED = Reason("judged_already")
"""Why a row of the list is left out: people have judged it since it was planned."""
ALIKE = Reason("as_reviewed")
"""Why a labelled row is left out: it is like what was reviewed, and unlike what is left."""


def without_judged(selection: UsedRows, names: Sequence[str] | None, plan: Plan) -> UsedRows:
    """Leave out rows of the list that are judged already, which are no longer to be done, and labelled rows like these."""
    if plan.reviewed is None or not plan.reviewed.ids or names is None:
        return selection
    judged, alike = (
        np.array([name in ids for name in names], dtype=bool)
        for ids in (plan.reviewed.ids, plan.reviewed.alike)
    )
    selection = selection.without(judged & ~selection.labelled, JUDGED)
    return selection.without(alike & selection.labelled, ALIKE)


def without_unasked(
    selection: UsedRows, unasked: Mapping[str, BoolArray], problems: Problems, among: BoolArray | None = None
) -> UsedRows:
    """Leave out labelled items that an answerer was not asked about, so that all are compared on the same items.

    ``unasked``: by the name of the answerer, shape (rows,). ``among``: which labelled items are looked at, the same shape.
    """
    among = selection.labelled if among is None else among & selection.labelled
    before = (selection.kept & among).any()
    for name, rows in unasked.items():
        lost = rows & among & selection.kept
        if lost.any():
            told = f"Labelled rows that {name} was not asked about, left out for all: {int(lost.sum()):,}."
            selection = selection.without(lost, Reason("not_asked", name), told)
    if before and not (selection.kept & among).any():
        wrong = "the answerers were asked about no labelled item together"
        todo = 'ask them about the same items, leave one of them out, or say empty = "no answer"'
        problems.add(wrong, todo)
    return selection


def without_unsettled(selection: UsedRows, unsettled: Mapping[int, str]) -> UsedRows:
    """Leave out items that people have judged and that still have no label: they are not the project's list.

    ``unsettled``: the key of the reason, by row.
    """
    for why in sorted(set(unsettled.values())):
        rows = np.zeros(len(selection.reason), dtype=bool)
        rows[[row for row, reason in unsettled.items() if reason == why]] = True
        selection = selection.without(rows, Reason(why))
    return selection


def of_split(name: str) -> Reason:
    """Return the reason that an item is of a split, or of none.

    >>> tuple(of_split("dev")), tuple(of_split(""))
    (('split', 'dev'), ('no_split', ''))
    """
    return Reason("split", shown(name)) if name else Reason("no_split")


def _by_split(every: UsedRows, split: Texts, wanted: int) -> UsedRows:
    """Leave out labelled rows of other splits, and unlabelled rows that stand in a split with labels."""
    n_names, labelled = len(split.names), every.labelled
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
    message = f'Split "{split.names[wanted]}": {_rows(int((labelled & ~other).sum()), "labelled row")} used.'
    if out.any():
        counts = np.bincount(split.codes[out], minlength=n_names)
        some = [code for code in _by_name(split) if counts[code]]
        told = listing([f"{split.names[code] or 'no split'} {counts[code]:,}" for code in some])
        message = f"{message[:-1]}; {_rows(int(out.sum()), 'row')} of other splits left out ({told})."
    return every.without_each(out, split.codes + np.where(labelled, 0, n_names), reasons, message)


def _rows(n_rows: int, noun: str) -> str:
    """Return a count with its noun and verb: this is no word of the user's, so it may be inflected."""
    return f"{n_rows:,} {noun} is" if n_rows == 1 else f"{n_rows:,} {noun}s are"


def _by_name(texts: Texts) -> list[int]:
    return sorted(range(len(texts.names)), key=texts.names.__getitem__)


def counted(texts: Texts, among: BoolArray) -> str:
    """Return the texts of a column in the order of their names, with how many rows have each."""
    counts = np.bincount(texts.codes[among], minlength=len(texts.names))
    return listing(
        [f'"{shown(texts.names[code])}" ({counts[code]:,})' for code in _by_name(texts) if counts[code]]
    )


def _told_together(split: Texts, labelled: BoolArray) -> tuple[str, ...]:
    """Say that splits are used together, where there are several with labels."""
    found = np.unique(split.codes[labelled])
    if len(found) < 2:
        return ()
    example = min(split.names[code] for code in found.tolist() if split.names[code])
    told = "All splits are used together: {}. To use one, name it: {}"
    return (advise(told, counted(split, labelled), ask("table.split", example)),)


def _refuse_split(split: Texts, labelled: BoolArray, wanted: str, column: str, problems: Problems) -> None:
    wrong = "no labelled row is in this split" if split.code(wanted) >= 0 else "no row is in this split"
    names = [split.names[code] for code in np.unique(split.codes[labelled]).tolist()]
    meant, twin = nearest(wanted, names), told_of_twin(wanted, (name for name in names if name != wanted))
    hint = f"{twin}; " if twin else did_you_mean(meant) if meant != wanted else ""
    todo = f"{hint}labelled rows are in the splits {counted(split, labelled)}"
    problems.add(wrong, todo, column=column, found=wanted)


def _check_positive(label: Texts, plan: Plan, column: str, problems: Problems) -> None:
    names = [name for name in label.names if name]
    written = {likeness(name) for name in names if name not in plan.form.as_label}
    for name in plan.positive:
        # One that is there in other characters has been told with the label's line.
        if name not in names and likeness(name) not in written:
            todo = f"{did_you_mean(nearest(name, names))}the labels are {counted(label, ~label.empty)}"
            problems.add(f"no item has the label {shown(name)}", todo, column=column)
