"""Which columns a plan asks for, whether the table has them, and whether the numbers in them can be used."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray, frozen
from budgetplan.domain.messages import Message, NamedOption, word
from budgetplan.domain.plan import Columns, Plan
from budgetplan.errors import Problems
from budgetplan.tables.cells import is_date, what_is_odd, what_is_unsure
from budgetplan.tables.labels import likely, spelled
from budgetplan.tables.table import Frame, Rows

GREATEST = 1e12
_DEFAULT_IDS = ("item_id", "id", "row.names")

PERSON = re.compile(
    r"(annotator|rater|coder|judge|reviewer|labell?er|annotatorin|annotateur|anotador|annotatore)s?([_\-. ]?(name|id))?"
    r"|annotated[_ ]by|labell?ed[_ ]by|who",
    re.IGNORECASE,
)
"""How columns are called that say who judged."""
ITEM = re.compile(r"(^|[_\- ])(id|item|word|key|nr)$", re.IGNORECASE)
"""How columns are called that name items."""


class Layout(Columns):
    """The columns to read: of the plan, those that the table has. Empty: there is no such column."""

    scores: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    quota: str = ""

    @property
    def texts(self) -> tuple[str, ...]:
        """Columns with texts, without the ids."""
        names = (self.label, self.split, self.group, self.stratum, self.quota, self.type, *self.says)
        return tuple(dict.fromkeys(filter(None, names)))

    @property
    def numbers(self) -> tuple[str, ...]:
        """Columns with numbers."""
        return tuple(dict.fromkeys(filter(None, (self.weight, self.units, self.cost, *self.scores))))


def find_columns(header: Sequence[str], plan: Plan, problems: Problems) -> Layout:
    """Return the columns to read; those that the table lacks are noted as problems."""
    note_same_names(header, problems)
    columns = plan.columns
    # A table without splits is fine where nobody asked for one.
    split = columns.split if plan.split or columns.split in header or columns.split != "split" else ""
    wanted = {**vars(columns), "id": find_id(header, columns.id), "split": split}
    wanted["quota"] = "" if plan.quota is None else plan.quota.by
    asked = {name for name in (*wanted.values(), *(model.column for model in plan.models)) if name}
    if len(header) == 1 and len(asked) > 1 and not asked & {*header}:
        problems.add(Message("tables.one_column"), found=header[0])
        problems.raise_if_any()
    # Columns that say how the rows belong together are not among those of the items.
    used = {plan.form.annotator, *plan.form.long[1:]}
    unmapped = {ours: theirs for theirs, ours in plan.form.map.items() if ours not in {*header, *used}}
    existing = {*header, *unmapped}
    for ours, theirs in unmapped.items():
        note_no_column(theirs, header, problems, Message("tables.no_column_to_call", name=ours))
    keys_of = {field: [NamedOption(key)] for field, key in {**columns.keys, "quota": "quota.by"}.items()}
    if ("entry.unit", "item") in plan.written:  # types whose items are counted are groups
        keys_of["group"] = [*keys_of["type"], *keys_of["group"]]
    keys = {name: keys_of[field] for field, name in reversed(wanted.items())}
    for name in (name for name in dict.fromkeys(wanted.values()) if name and name not in existing):
        note_no_column(name, header, problems, Message("tables.no_column_of_key", keys=keys[name]))
    for model in plan.models:
        if model.column not in existing:
            wrong = Message("tables.no_column_of_model", model=model.name)
            parts = [part.strip() for part in model.column.split(",")]
            if {*parts} <= {*header}:
                ways = [NamedOption("models.name", column) for column in parts]
                problems.add(Message("tables.models_together", wrong=wrong, each=ways), column=model.column)
            else:
                note_no_column(model.column, header, problems, wrong)
    says = tuple(dict.fromkeys(model.says for model in plan.models if model.says))
    for name in (name for name in says if name not in existing):
        note_no_column(name, header, problems, Message("tables.no_column_said"))
    scores = tuple(dict.fromkeys(model.column for model in plan.models if model.column in header))
    there = {key: name if name in header else "" for key, name in wanted.items()}
    return Layout(**there, scores=scores, says=tuple(name for name in says if name in header))


def column_of(frame: Frame, column: str, order: IntArray) -> FloatArray | None:
    """Return a column of numbers in this order of rows; None where there is no such column."""
    return frozen(frame.numbers[column].values[order]) if column else None


def note_same_names(header: Sequence[str], problems: Problems) -> None:
    """Note columns of one name."""
    for name, n_times in Counter(header).items():
        if name and n_times > 1:
            problems.add(Message("tables.same_name"), line=1, column=name)


def find_id(header: Sequence[str], wanted: str) -> str:
    """Return the column with the names of the items: the one that is named, else a usual one; may be empty.

    >>> find_id(["id", "item_id"], ""), find_id(["key"], ""), find_id(["id"], "key")
    ('item_id', '', 'key')
    """
    return wanted or next((name for name in _DEFAULT_IDS if name in header), "")


def asked_who_judged(rows: Rows, plan: Plan, layout: Layout, problems: Problems) -> tuple[Message, ...]:
    """Refuse rows without ids that are judgements, or return what is told where they may be: each is taken for an item.

    They are judgements where a column with names repeats them, and each person has each of them once.
    """
    people = [name for name in rows.header if PERSON.fullmatch(name)]
    if layout.id or plan.form.annotator or len(people) != 1:
        return ()
    person = people[0]
    candidates = [name for name in rows.header if ITEM.search(name) and rows.header.count(name) == 1]
    frame = rows.read("", [person, *candidates], [], Problems(problems.file))
    names = frame.texts[person]
    for name in candidates:
        item = frame.texts[name]
        n_pairs = len(np.unique(item.codes * len(names.names) + names.codes))
        if name != person and n_pairs == frame.n_rows >= 1.2 * len(item.names):
            ways = {"way": NamedOption("table.id", name), "who": NamedOption("table.annotator", person)}
            message = Message("tables.rows_are_judgements", n=frame.n_rows, n_items=len(item.names), **ways)
            problems.add(message, column=person)
            return ()
    return (Message("tables.rows_are_items", person=person, who=NamedOption("table.annotator", person)),)


_NO_COLUMN = Message("tables.no_column")


def note_no_column(name: str, header: Sequence[str], problems: Problems, wrong: Message = _NO_COLUMN) -> None:
    """Note that the table lacks a column, with the nearest name it has and all that it has."""
    columns = [other for other in header if other]
    message = Message("tables.lacks", wrong=wrong, hint=likely(name, columns), names=columns)
    problems.add(message, column=spelled(name))


def check_frame(frame: Frame, layout: Layout, problems: Problems) -> None:
    """Note what is wrong with the rows as such; raises at once where there is nothing further to check."""
    if frame.n_rows == 0 and not problems:
        problems.add(Message("tables.no_rows"))
    if frame.n_rows == 0 or not layout.label:
        problems.raise_if_any()
    # What nobody has labelled has not been judged by several people.
    judged = frame.by != "position" and bool(layout.label)
    again = Message("tables.same_id_or_judged" if judged else "tables.same_id")
    frame.note_ids(problems, Message("tables.no_id"), again, layout.id)


_AS_EMPTY = {f"tables.{kind}" for kind in ("number_infinite", "nothing", "nothing_or", "error_of_spreadsheet")}
"""What is wrong with cells that may be emptied instead."""


def check_odd(
    frame: Frame, kept: BoolArray, column: str, problems: Problems, needed: BoolArray | None = None, *choices: str
) -> None:
    """Note cells of kept rows that hold something, but no finite number.

    ``needed``: rows that may not be empty either. ``choices``: what may be done with these, else a number is asked for.
    """
    numbers, mixed = frame.numbers[column], frame.called(column) in frame.signs
    n_dates = sum(is_date(cell) for row, cell in numbers.odd.items() if kept[row])
    # How far it goes is seen before the first lines are mended by hand.
    dates = n_dates, int((kept & ~numbers.empty).sum())
    can_say = frame.is_of(column, problems.file)
    for row, cell in ((row, cell) for row, cell in numbers.odd.items() if kept[row]):
        message = what_is_odd(cell, frame.sign(column), can_say=can_say, mixed=mixed, dates=dates)
        if needed is not None and needed[row] and message.kind in _AS_EMPTY:
            emptied = Message("tables.emptied", wrong=message, choices=choices)
            message = emptied if choices else Message("tables.amount_needed", wrong=message)
        frame.note_cell(problems, column, row, message, cell)


def check_unsure(frame: Frame, kept: BoolArray, column: str, problems: Problems) -> None:
    """Note numbers of kept rows that may be thousands or have decimals."""
    can_say = frame.is_of(column, problems.file)
    for row, cell in ((row, cell) for row, cell in frame.numbers[column].unsure.items() if kept[row]):
        frame.note_cell(problems, column, row, what_is_unsure(cell, frame.sign(column), can_say=can_say), cell)


def check_amounts(frame: Frame, rows: tuple[BoolArray, BoolArray], column: str, what: str, problems: Problems) -> None:
    """Note what is wrong with a column of weights, sizes or prices: missing, negative or far too great.

    ``rows``: those that are used, and those of them that carry a label.
    """
    kept, labelled = rows
    numbers = frame.numbers[column]
    check_odd(frame, kept, column, problems, needed=labelled)
    check_unsure(frame, kept, column, problems)
    frame.note(problems, numbers.empty & labelled, Message("tables.no_amount", what=word(what)), column)
    below = Message("tables.amount_below_0", what=word(what))
    frame.note(problems, (numbers.values < 0) & kept, below, column, numbers.values)
    beyond = Message("tables.amount_too_great", what=word(what))
    frame.note(problems, (numbers.values > GREATEST) & kept, beyond, column, numbers.values)


def check_amount_columns(
    frame: Frame, kept: BoolArray, labelled: BoolArray, layout: Layout, problems: Problems
) -> None:
    """Note what is wrong with the columns of weights, sizes and prices, as far as the table has them.

    ``kept``: the rows that are used; ``labelled``: those of them that carry a label.
    """
    for column, what in ((layout.weight, "weight"), (layout.units, "size"), (layout.cost, "price")):
        if column:
            check_amounts(frame, (kept, labelled), column, what, problems)
    if layout.cost:
        values = frame.numbers[layout.cost].values
        # What is too great has been told, and would be infinite here.
        micro = np.where(np.abs(values) > GREATEST, 0, values) * 1e6
        # Multiplying by a million costs half a unit in the last place; anything beyond is a decimal that whole
        # millionths cannot hold.
        lost = np.abs(micro - np.rint(micro)) > 1e-3 + np.spacing(np.abs(micro))
        frame.note(problems, lost & kept, Message("tables.price_too_fine"), layout.cost, values)
    if layout.weight and labelled.any() and (frame.numbers[layout.weight].values[labelled] == 0).all():
        problems.add(Message("tables.weights_are_0"), column=layout.weight)


def check_list(frame: Frame, layout: Layout, plan: Plan, problems: Problems) -> None:
    """Note what is wrong with the sizes, prices, ranks and scores of rows of which none has a label."""
    every = np.ones(frame.n_rows, dtype=bool)
    check_amount_columns(frame, every, ~every, layout, problems)
    check_scores(frame, every, ~every, layout, plan, problems)


def check_scores(
    frame: Frame, kept: BoolArray, labelled: BoolArray, layout: Layout, plan: Plan, problems: Problems
) -> None:
    """Note ranks of kept rows below 1, and scores that are no numbers or not sure to be the number meant."""
    ranked = {model.column for model in plan.models if model.order == "rank"}
    needed = labelled if plan.missing == "error" else None
    for column in layout.scores:
        if column in ranked:
            values = frame.numbers[column].values
            frame.note(problems, (values < 1) & kept, Message("tables.rank_below_1"), column, values)
        check_odd(frame, kept, column, problems, needed, "last", "exclude")
        # Where every score has three digits behind its sign, the order is the same in both readings.
        numbers = frame.numbers[column]
        others = np.where(kept, np.nan_to_num(numbers.values), 0)
        others[list(numbers.unsure)] = 0
        if others.any():
            check_unsure(frame, kept, column, problems)
