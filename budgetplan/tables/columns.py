"""Which columns a plan asks for, whether the table has them, and whether the numbers in them can be used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from budgetplan.arrays import BoolArray
from budgetplan.domain.options import ask, nearest, quoted_word
from budgetplan.domain.plan import Plan
from budgetplan.domain.survey import ITEM, PERSON
from budgetplan.tables.bad_numbers import what_is_odd, what_is_unsure
from budgetplan.tables.cells import Numbers
from budgetplan.tables.content import Content, ItemRows
from budgetplan.tables.label_names import difference, likeness, spelled
from budgetplan.tables.problems import GREATEST_SHOWN, Problems, listing, shown

GREATEST = 1e12
_DEFAULT_IDS = ("item_id", "id")


@dataclass(frozen=True)
class Layout:
    """The columns to read: of the plan, those that the table has. Empty: there is no such column."""

    label: str
    id: str
    split: str
    group: str
    weight: str
    units: str
    cost: str
    scores: tuple[str, ...]

    @property
    def texts(self) -> tuple[str, ...]:
        """Columns with texts, without the ids."""
        return tuple(dict.fromkeys(name for name in (self.label, self.split, self.group) if name))

    @property
    def numbers(self) -> tuple[str, ...]:
        """Columns with numbers."""
        return tuple(
            dict.fromkeys(name for name in (self.weight, self.units, self.cost, *self.scores) if name)
        )


def find_columns(header: Sequence[str], plan: Plan, problems: Problems) -> Layout:
    """Return the columns to read; those that the table lacks are noted as problems."""
    note_same_names(header, problems)
    columns = plan.columns
    wanted = {
        "label": columns.label,
        "id": find_id(header, columns.id),
        # A table without splits is fine where nobody asked for one.
        "split": columns.split if plan.split or columns.split in header or columns.split != "split" else "",
        "group": columns.group,
        "weight": columns.weight,
        "units": columns.units,
        "cost": columns.cost,
    }
    asked = {name for name in (*wanted.values(), *(model.column for model in plan.models)) if name}
    if len(header) == 1 and len(asked) > 1 and not asked & {*header}:
        todo = "if this is a table, save it as CSV UTF-8 with commas"
        problems.add("only one column was found", todo, found=header[0])
        problems.raise_if_any()
    # Columns that say how the rows belong together are not among those of the items.
    used = {plan.form.annotator, *plan.form.long[1:]}
    unmapped = {ours: theirs for theirs, ours in plan.form.map.items() if ours not in {*header, *used}}
    for ours, theirs in unmapped.items():
        note_no_column(theirs, header, problems, f"there is no such column to be called {ours}")
    for name in dict.fromkeys(wanted.values()):
        if name and name not in (*header, *unmapped):
            note_no_column(name, header, problems)
    for model in plan.models:
        if model.column not in (*header, *unmapped):
            wrong = f"there is no such column for the model {model.name}"
            note_no_column(model.column, header, problems, wrong)
    scores = tuple(dict.fromkeys(model.column for model in plan.models if model.column in header))
    return Layout(**{key: name if name in header else "" for key, name in wanted.items()}, scores=scores)


def note_same_names(header: Sequence[str], problems: Problems) -> None:
    """Note columns of one name."""
    for name, n_times in Counter(header).items():
        if name and n_times > 1:
            problems.add(
                "two columns have the same name", "give each column a name of its own", line=1, column=name
            )


def find_id(header: Sequence[str], named: str) -> str:
    """Return the column with the names of the items: the one that is named, else a usual one; may be empty.

    >>> find_id(["id", "item_id"], ""), find_id(["key"], ""), find_id(["id"], "key")
    ('item_id', '', 'key')
    """
    return named or next((name for name in _DEFAULT_IDS if name in header), "")


def asked_who_judged(rows: ItemRows, plan: Plan, layout: Layout, problems: Problems) -> tuple[str, ...]:
    """Refuse rows without ids that are judgements, or return a sentence where they may be: each is taken for an item.

    They are judgements where a column with names repeats them, and each person has each of them once.
    """
    people = [name for name in rows.header if PERSON.fullmatch(name)]
    if layout.id or plan.form.annotator or len(people) != 1:
        return ()
    named = [name for name in rows.header if ITEM.search(name) and name != people[0]]
    named = [name for name in named if rows.header.count(name) == 1]
    if named and _are_judgements(rows, people[0], named, problems):
        return ()
    return (
        f"Each row is taken for an item. Where it is what one person says of an item (column {people[0]}), use --id COLUMN and {ask('table.annotator', people[0])}.",
    )


def _are_judgements(rows: ItemRows, person: str, named: Sequence[str], problems: Problems) -> bool:
    """Return whether a column repeats its names, each person having each once; that is noted as a problem."""
    found = rows.read("", [person, *named], [], Problems(problems.file))
    people = found.texts[person]
    for name in named:
        item = found.texts[name]
        n_pairs = len(np.unique(item.codes * len(people.names) + people.codes))
        if n_pairs == found.n_rows >= 1.2 * len(item.names):
            problems.add(
                f"the {found.n_rows:,} rows are what several people say of {len(item.names):,} items",
                f"use --id {quoted_word(name)} and {ask('table.annotator', person)}; if each row is an item, give it an id of its own: item_id",
                column=person,
            )
            return True
    return False


def note_no_column(
    name: str,
    header: Sequence[str],
    problems: Problems,
    wrong: str = "there is no such column",
) -> None:
    """Note that the table lacks a column, with the nearest name it has and all that it has."""
    known = [other for other in header if other]
    meant = nearest(name, known)
    hint = f"did you mean {meant}? " if meant else ""
    if twin := next((other for other in known if likeness(other) == likeness(name)), ""):
        apart = f"the table has {spelled(twin)}, which differs {difference(name, twin)}"
        problems.add(wrong, f"{apart}; copy its name from the table", column=name, found=spelled(name))
        return
    problems.add(wrong, f"{hint}the table has the columns {listing(known)}", column=name)


def check_content(content: Content, layout: Layout, problems: Problems) -> None:
    """Note what is wrong with the rows as such; raises at once where there is nothing further to check."""
    if content.n_rows == 0 and not problems:
        problems.add("the table has a header and no rows", "write one row for each item")
    if content.n_rows == 0 or not layout.label:
        problems.raise_if_any()
    _check_ids(content, layout, problems)


def _check_ids(content: Content, layout: Layout, problems: Problems) -> None:
    """Note items without a name and names that occur twice."""
    if content.ids is None or (len(set(content.ids)) == content.n_rows and "" not in content.ids):
        return
    first: dict[str, int] = {}
    for row, name in enumerate(content.ids):
        line = int(content.lines[row])
        if not name:
            problems.add(
                "the item has no id", "give every item an id of its own", line=line, column=layout.id
            )
        elif name in first:
            judged = "; if several people judged the same items, use --set table.annotator=COLUMN"
            todo = f"the first is on {content.by} {first[name]}; give every item an id of its own{judged * (content.by == 'line')}"
            problems.add("two items have the same id", todo, line=line, column=layout.id, found=name)
        else:
            first[name] = line


@dataclass(frozen=True)
class Rows:
    """What number columns are checked on: rows that are kept, and those of them that carry a label."""

    content: Content
    kept: BoolArray
    labelled: BoolArray

    def item(self, row: int) -> str:
        """Return the name of a row's item, or an empty text where items have no names."""
        return self.content.ids[row] if self.content.ids is not None else ""

    def note(
        self,
        problems: Problems,
        rows: npt.NDArray[np.intp],
        told: tuple[str, str],
        column: str,
        found: Numbers | None = None,
    ) -> None:
        """Note a problem of several rows (what is wrong, what to do); only the first ones are looked at."""
        wrong, todo = told
        called = self.content.called(column)
        told_of = wrong if called == column else f"{wrong} of the model {column}"
        for row in rows[:GREATEST_SHOWN].tolist():
            value = None if found is None else self.content.written(column, found.values[row])
            file, line = self.content.place(column, row)
            item = shown(self.item(row))
            problems.add(told_of, todo, line=line, column=called, item=item, found=value, file=file)
        if len(rows) > GREATEST_SHOWN:
            problems.count_more(told_of, called, len(rows) - GREATEST_SHOWN)


def check_odd(rows: Rows, column: str, problems: Problems) -> None:
    """Note cells of kept rows that hold something, but no finite number."""
    for row, cell in rows.content.numbers[column].odd.items():
        if not rows.kept[row]:
            continue
        file, line = rows.content.place(column, row)
        # Signs before decimals are an option of files.
        own = file in {"", problems.file} and rows.content.by == "line"
        wrong, todo = what_is_odd(cell, rows.content.sign(column), can_say=own)
        item, called = shown(rows.item(row)), rows.content.called(column)
        problems.add(wrong, todo, line=line, column=called, item=item, found=cell, file=file)


def check_unsure(rows: Rows, column: str, problems: Problems) -> None:
    """Note numbers of kept rows that may be thousands or have decimals."""
    for row, cell in rows.content.numbers[column].unsure.items():
        if not rows.kept[row]:
            continue
        file, line = rows.content.place(column, row)
        # Signs before decimals are an option of files.
        own = file in {"", problems.file} and rows.content.by == "line"
        wrong, todo = what_is_unsure(cell, rows.content.sign(column), can_say=own)
        item, called = shown(rows.item(row)), rows.content.called(column)
        problems.add(wrong, todo, line=line, column=called, item=item, found=cell, file=file)


def check_unsure_order(rows: Rows, column: str, problems: Problems) -> None:
    """Note scores that may be thousands or have decimals, where it matters: beside whole numbers.

    Where every score has three digits behind its sign, the order is the same in both readings.
    """
    numbers = rows.content.numbers[column]
    others = numbers.values[rows.kept & ~np.isin(np.arange(rows.content.n_rows), list(numbers.unsure))]
    if np.any(np.nan_to_num(others) != 0):
        check_unsure(rows, column, problems)


def empty_cells(rows: Rows, column: str) -> BoolArray:
    """Return which cells are empty, shape (n,)."""
    numbers = rows.content.numbers[column]
    empty = np.isnan(numbers.values)
    empty[list(numbers.odd)] = False
    return empty


def check_amounts(rows: Rows, column: str, what: str, problems: Problems) -> None:
    """Note what is wrong with a column of weights, sizes or prices: missing, negative or far too great."""
    check_odd(rows, column, problems)
    check_unsure(rows, column, problems)
    numbers = rows.content.numbers[column]
    at_least_0 = "write a number of 0 or more"
    missing = np.flatnonzero(empty_cells(rows, column) & rows.kept & rows.labelled)
    rows.note(problems, missing, (f"a labelled item has no {what}", at_least_0), column)
    below = np.flatnonzero((numbers.values < 0) & rows.kept)
    rows.note(problems, below, (f"the {what} is below 0", at_least_0), column, numbers)
    above = np.flatnonzero((numbers.values > GREATEST) & rows.kept)
    rows.note(
        problems,
        above,
        (f"the {what} is too great", "write a number of at most twelve digits"),
        column,
        numbers,
    )


def check_amount_columns(rows: Rows, layout: Layout, problems: Problems) -> None:
    """Note what is wrong with the columns of weights, sizes and prices, as far as the table has them."""
    for column, what in ((layout.weight, "weight"), (layout.units, "size"), (layout.cost, "price")):
        if column:
            check_amounts(rows, column, what, problems)
    if layout.cost:
        check_micro(rows, layout.cost, problems)
    used = rows.kept & rows.labelled
    if layout.weight and used.any() and (rows.content.numbers[layout.weight].values[used] == 0).all():
        problems.add("every weight is 0", "give the items weights above 0", column=layout.weight)


def check_micro(rows: Rows, column: str, problems: Problems) -> None:
    """Note prices with more than six decimals, which whole millionths cannot hold."""
    numbers = rows.content.numbers[column]
    # What is too great has been told, and would be infinite here.
    micro = np.where(np.abs(numbers.values) > GREATEST, 0, numbers.values) * 1e6
    # Multiplying by a million costs half a unit in the last place; anything beyond is a decimal lost.
    lost = np.abs(micro - np.rint(micro)) > 1e-3 + np.spacing(np.abs(micro))
    told = ("the price has more than six decimals", "write at most six")
    rows.note(problems, np.flatnonzero(lost & rows.kept), told, column, numbers)


def check_ranks(rows: Rows, column: str, problems: Problems) -> None:
    """Note ranks below 1."""
    numbers = rows.content.numbers[column]
    low = np.flatnonzero((numbers.values < 1) & rows.kept)
    rows.note(
        problems, low, ("a rank is 1 or more", "write ranks from 1 on, or say order = lower"), column, numbers
    )
