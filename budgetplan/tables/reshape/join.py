"""Puts labels or prices that have a file of their own beside the items of a table, by id."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from budgetplan.domain.plan import TableForm
from budgetplan.errors import BadDataError
from budgetplan.tables.columns import find_id, note_no_column
from budgetplan.tables.content import Content, ItemRows, Origin, moved, placed
from budgetplan.tables.opened import open_table
from budgetplan.tables.problems import Problems, listing
from budgetplan.tables.reshape.vote import JudgedRows

_N_NAMED = 5


@dataclass(frozen=True)
class Further:
    """A column that has a file of its own: its name, the file, and what stands in it ("label", "price")."""

    column: str
    path: str
    what: str


class JoinedRows:
    """A table with columns from further files.

    ``alone``: this is the only table, so that rows for items it does not have are worth a word.
    """

    def __init__(
        self,
        base: ItemRows,
        further: Sequence[Further],
        named_id: str,
        form: TableForm,
        *,
        alone: bool,
        known: Sequence[str] = (),
    ) -> None:
        self.header = (*base.header, *(one.column for one in further if one.column not in base.header))
        self._base = base
        self._further = further
        self._named_id = named_id
        self._form, self._known = form, known
        self._alone = alone

    def read(self, ids: str, texts: Sequence[str], numbers: Sequence[str], problems: Problems) -> Content:
        """Read the rows of the table, and the columns of the further files in their order.

        Raises
        ------
        BadDataError
            Where a further file cannot be joined at all; rows of it that cannot are noted as problems.
        """
        asked = [one for one in self._further if one.column in {*texts, *numbers}]
        columns = {one.column for one in asked}
        for one in asked:
            if one.column in self._base.header:
                wrong = f"this column is in the table and in {one.path}"
                problems.add(wrong, "leave it out of one of the two", column=one.column)
            elif ids not in self._base.header:
                wrong = f"a {one.what} is found by the item's id, and the table has none"
                problems.add(wrong, f"name its column, which is called the same in {one.path}: --id COLUMN")
        problems.raise_if_any()
        content = self._base.read(
            ids,
            [name for name in texts if name not in columns],
            [name for name in numbers if name not in columns],
            problems,
        )
        for one in asked:
            content = self._join(content, one, ids, one.column in texts, problems)
        return content

    def _join(
        self, content: Content, one: Further, ids_column: str, is_text: bool, problems: Problems
    ) -> Content:
        other = self._read(one, ids_column, is_text, problems)
        assert content.ids is not None
        assert other.ids is not None
        row_of = dict(zip(reversed(other.ids), range(len(other.ids) - 1, -1, -1), strict=True))
        self._note_twice(other, row_of, one, problems)
        rows = np.fromiter((row_of.get(name, -1) for name in content.ids), np.int64, content.n_rows)
        if content.n_rows and self._alone and (rows < 0).all():
            ours, theirs = listing(content.ids, 3), listing(other.ids, 3)
            todo = f"see that both have the same ids: here {ours}, there {theirs}"
            problems.add(f"no item of the table has a {one.what} in this file", todo, file=one.path)
            problems.raise_if_any()
        lines = np.where(rows >= 0, np.append(other.lines, 0)[rows], 0)
        origin = Origin(one.path, lines, other.decimal)
        texts, numbers = dict(content.texts), dict(content.numbers)
        if is_text:
            texts[one.column] = other.texts[one.column].taken(rows)
            empty = texts[one.column].code("")
            lacking = np.asarray(texts[one.column].codes == empty)
        else:
            numbers[one.column] = other.numbers[one.column].taken(rows)
            lacking = rows < 0
        said = self._said(content.ids, lacking, other.ids, one)
        return replace(
            content,
            texts=texts,
            numbers=numbers,
            messages=tuple(dict.fromkeys((*content.messages, *placed(one.path, other.messages), *said))),
            origins=MappingProxyType({**content.origins, one.column: origin}),
            checksums=MappingProxyType({**content.checksums, one.path: other.sha256}),
            left_out=MappingProxyType({**content.left_out, **moved(other.left_out, rows)}),
        )

    def _read(self, one: Further, ids_column: str, is_text: bool, problems: Problems) -> Content:
        """Read the further file; what makes it useless is raised with all other problems."""
        noted = Problems(one.path)
        try:
            with open_table(one.path, names=self._form.map, empty=self._form.empty) as file:
                rows: ItemRows = file
                if is_text and self._form.annotator and self._form.annotator not in file.header:
                    note_no_column(self._form.annotator, file.header, noted)
                    noted.raise_if_any()
                if is_text and self._form.annotator:
                    rows = JudgedRows(
                        file,
                        one.path,
                        self._form,
                        one.column,
                        self._named_id,
                        alone=self._alone,
                        known=self._known,
                    )
                ids = find_id(file.header, self._named_id)
                if ids not in file.header:
                    todo = f"call it {ids_column} as in the table"
                    noted.add("this file has no column with the items' ids", todo)
                for name in filter(None, (ids if ids in file.header else "", one.column)):
                    if file.header.count(name) > 1:
                        noted.add("two columns have the same name", "give each its own", column=name)
                    elif name not in file.header:
                        note_no_column(name, file.header, noted)
                noted.raise_if_any()
                content = rows.read(ids, [one.column] * is_text, [one.column] * (not is_text), noted)
                noted.raise_if_any()
        except BadDataError as error:
            raise BadDataError([*problems.listed(), *error.problems]) from None
        return content

    def _note_twice(
        self, other: Content, row_of: Mapping[str, int], one: Further, problems: Problems
    ) -> None:
        """Note rows of the further file without an id, and ids that occur twice in it."""
        assert other.ids is not None
        if len(row_of) == len(other.ids) and "" not in row_of:
            return
        for row, name in enumerate(other.ids):
            line = int(other.lines[row])
            if not name:
                problems.add(f"this {one.what} has no id", "write the item's id", line=line, file=one.path)
            elif row_of[name] != row:
                todo = f"the first is on line {other.lines[row_of[name]]}; give every item one row"
                wrong = f"this item has two rows with a {one.what}"
                problems.add(wrong, todo, line=line, file=one.path, found=name)

    def _said(
        self,
        ids: Sequence[str],
        lacking: np.ndarray[tuple[int], np.dtype[np.bool_]],
        others: Sequence[str],
        one: Further,
    ) -> list[str]:
        """Say which items have no partner on either side."""
        without = sorted(ids[row] for row in np.flatnonzero(lacking).tolist())
        beyond = sorted({*others} - {*ids} - {""}) if self._alone else []
        said = []
        if without:
            said.append(f"Items without a {one.what} in {one.path}: {_named(without)}.")
        if beyond:
            said.append(
                f"Rows of {one.path} for items that the table does not have, left out: {_named(beyond)}."
            )
        return said


def _named(names: Sequence[str]) -> str:
    """Return a count, and the first names.

    >>> _named(["a", "b"])
    '2 (a, b)'
    """
    return f"{len(names):,} ({listing(names, _N_NAMED)})"
