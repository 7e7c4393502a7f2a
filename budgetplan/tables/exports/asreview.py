"""ASReview: a table of records with the reviewer's decision, 1, 0 or none."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType

from budgetplan.arrays import IntArray
from budgetplan.domain.options import advise
from budgetplan.errors import counted
from budgetplan.tables.columns import note_no_column
from budgetplan.tables.exports.base import Tool
from budgetplan.tables.files import Source, broken
from budgetplan.tables.judgements.base import ITEM_ID, QUEUE_ID, Entries
from budgetplan.tables.judgements.tables import first_of, rows_of
from budgetplan.tables.problems import Problems

LABELS = ("asreview_label", "included", "label", "final_included", "label_included", "included_label")
"""Columns with the decision; the first that is there counts."""

_DECISIONS = MappingProxyType({"1.0": "1", "0.0": "0", "-1": "", "-1.0": ""})
"""Its decisions as labels, where they are written in another way."""
CALLED = "an ASReview export"
_OWN = "asreview_"
_TIME, _PERSON = "asreview_time", ("asreview_user_name", "asreview_user_email")


def is_asreview(header: Sequence[str]) -> bool:
    """Return whether a table has columns that ASReview alone writes.

    >>> is_asreview(["title", "asreview_label"]), is_asreview(["title", "included"])
    (True, False)
    """
    return any(name.startswith(_OWN) for name in header)


class AsreviewSource(Source):
    """The table with two columns more, where it lacks them: ``label`` (1, 0 or empty) and ``item_id``."""

    def __init__(self, path: str, base: Source) -> None:
        known = [name.lower() for name in base.header]
        found = next((known.index(name) for name in LABELS if name in known), -1)
        if found < 0:
            wrong = "this has no column asreview_label or included, as an ASReview export with labels has"
            todo = advise("export the labels too, or leave out {table.dialect}")
            raise broken(path, wrong, todo)
        self.header = base.header
        self._base, self._label = base, found
        self._id = -1
        if "label" not in base.header:
            self.header = (*self.header, "label")
        if not {"item_id", "id"} & {*base.header} and "record_id" in base.header:
            self._id = base.header.index("record_id")
            self.header = (*self.header, "item_id")
        self._n_rows = self._n_labelled = 0

    @property
    def messages(self) -> tuple[str, ...]:  # type: ignore[override]
        """Further sentences for the user, once the rows were read."""
        if self._n_labelled in (0, self._n_rows):
            return ()
        return (
            "ASReview shows the likeliest records first: those with a label are no random sample of the others, and what is found among them is more than the others hold.",
        )

    def told(self, decimal: str) -> str:
        """Return how the file was read, in words."""
        plain = self._base.told(decimal)
        labels = f"{self._n_labelled:,} with a label (column {self._base.header[self._label]})"
        return f"{CALLED}: {counted(self._n_rows, 'record')}, {labels}{', ' * bool(plain)}{plain}"

    def pieces(
        self, problems: Problems, columns: Collection[str]
    ) -> Iterator[tuple[IntArray, list[list[str]]]]:
        """Yield pieces of the table, with the further columns."""
        self._n_rows = self._n_labelled = 0
        asked = {*columns, self._base.header[self._label]}
        asked |= {"record_id"} if self._id >= 0 else set()
        has_label = len(self.header) - (self._id >= 0) == len(self._base.header)
        for lines, rows in self._base.pieces(problems, asked):
            decisions = [_DECISIONS.get(row[self._label].strip(), row[self._label].strip()) for row in rows]
            self._n_rows += len(rows)
            self._n_labelled += len(rows) - decisions.count("")
            wide = rows
            if has_label and self._base.header[self._label] == "label":
                at = self._label
                wide = [
                    [*row[:at], decision, *row[at + 1 :]]
                    for row, decision in zip(wide, decisions, strict=True)
                ]
            if not has_label:
                wide = [[*row, decision] for row, decision in zip(wide, decisions, strict=True)]
            if self._id >= 0:
                wide = [[*row, row[self._id]] for row in wide]
            yield lines, wide


def may_be_asreview(header: Sequence[str], label_column: str) -> bool:
    """Return whether a table has the decisions of ASReview, and no other column with labels.

    >>> may_be_asreview(["item_id", "title", "included"], "gold"), may_be_asreview(["item_id", "included", "gold"], "gold")
    (True, False)
    """
    return is_asreview(header) or ("included" in header and not {label_column, "label"} & {*header})


def add_records(source: Source, entries: Entries) -> None:
    """Add the records of an ASReview export: 1 and 0 are its labels, and what nobody has seen has none.

    What passed between two decisions of a person is the time of the second.
    """
    header, asked = source.header, entries.asked
    known = {name.lower(): name for name in reversed(header)}
    label = next((known[name] for name in LABELS if name in known), "")
    ids = first_of((ITEM_ID, asked.id_column, "record_id"), header)
    if not label:
        note_no_column(LABELS[0], header, entries.problems)
    if not ids:
        note_no_column(asked.id_column, header, entries.problems)
    if entries.problems:
        return
    person, time, queue = (first_of(names, header) for names in (_PERSON, (_TIME,), (QUEUE_ID,)))
    called = _decisions(entries, label)
    for line, row in rows_of(source, header, (ids, label, person, time, queue), entries):
        item = entries.item_of({ITEM_ID: row[ids], QUEUE_ID: row.get(queue)}, line)
        moment, when = entries.moment_of(row.get(time), line, time, item)
        decision = row[label].strip()
        entries.add(
            line,
            item,
            called.get(_DECISIONS.get(decision, decision), decision),
            annotator=row.get(person, "").strip(),
            moment=moment,
            when=when,
        )
    entries.gaps()


def _decisions(entries: Entries, column: str) -> Mapping[str, str]:
    """Return what relevant and irrelevant are among the classes: the one that is collected, and the other."""
    asked = entries.asked
    if not asked.labels or "1" in asked.labels:
        return {"1": "1", "0": "0", "": ""}
    relevant = asked.positive[0] if len(asked.positive) == 1 else ""
    if not asked.other(relevant):
        wrong = (
            f"ASReview says relevant or not, which is no label where there are {len(asked.labels):,} classes"
        )
        if len(asked.labels) == 2:
            wrong = "ASReview says relevant or not, and it is not said which class is collected"
        entries.problems.add(
            wrong, "write a table with the columns of the ids and of the labels", column=column
        )
    return {"1": relevant, "0": asked.other(relevant), "": ""}


TOOLS = (Tool("asreview", CALLED),)
"""What is read here: a table, known by its columns."""
