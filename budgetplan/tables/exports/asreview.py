"""Reads the table that ASReview exports: records with the reviewer's decision, 1, 0 or none."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from types import MappingProxyType

from budgetplan.arrays import IntArray
from budgetplan.domain.options import advise
from budgetplan.errors import counted
from budgetplan.tables.exports.base import Tool
from budgetplan.tables.files import Source, broken
from budgetplan.tables.problems import Problems

LABELS = ("asreview_label", "included", "label", "final_included", "label_included", "included_label")
"""Columns with the decision; the first that is there counts."""

DECISIONS = MappingProxyType({"1.0": "1", "0.0": "0", "-1": "", "-1.0": ""})
"""Its decisions as labels, where they are written in another way."""
_OWN = "asreview_"


def is_asreview(header: Sequence[str]) -> bool:
    """Return whether a table has columns that ASReview alone writes.

    >>> is_asreview(["title", "asreview_label"]), is_asreview(["title", "included"])
    (True, False)
    """
    return any(name.startswith(_OWN) for name in header)


class AsreviewSource:
    """The table with two columns more, where it lacks them: ``label`` (1, 0 or empty) and ``item_id``."""

    def __init__(self, path: str, base: Source) -> None:
        known = [name.lower() for name in base.header]
        found = next((known.index(name) for name in LABELS if name in known), -1)
        if found < 0:
            raise broken(
                path,
                "this has no column asreview_label or included, as an ASReview export with labels has",
                advise("export the labels too, or leave out {table.dialect}"),
            )
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
    def messages(self) -> tuple[str, ...]:
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
        return f"an ASReview export: {counted(self._n_rows, 'record')}, {labels}{', ' * bool(plain)}{plain}"

    def pieces(
        self, problems: Problems, columns: Collection[str]
    ) -> Iterator[tuple[IntArray, list[list[str]]]]:
        """Yield pieces of the table, with the further columns."""
        self._n_rows = self._n_labelled = 0
        asked = {*columns, self._base.header[self._label]}
        asked |= {"record_id"} if self._id >= 0 else set()
        has_label = len(self.header) - (self._id >= 0) == len(self._base.header)
        for lines, rows in self._base.pieces(problems, asked):
            decisions = [DECISIONS.get(row[self._label].strip(), row[self._label].strip()) for row in rows]
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


TOOLS = (Tool("asreview", "an ASReview export"),)
"""What is read here: a table, known by its columns."""
