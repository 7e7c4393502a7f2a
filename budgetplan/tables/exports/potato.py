"""Reads what Potato exports: a line for each person and item, as JSON Lines or as a table with a column a label."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from budgetplan.errors import counted
from budgetplan.tables.exports.base import SEVERAL, Export, Record, Tool, refuse_kinds
from budgetplan.tables.exports.votes import Ballots
from budgetplan.tables.files import broken

CALLED = "a Potato export"
ITEM, WHO, _LABELS = "instance_id", "user_id", "labels"
_TODO = "export the judgements again"
Schemes = Mapping[str, Mapping[str, Any]]
"""What somebody chose or typed, by scheme."""
Judged = tuple[int, Mapping[str, Any], Schemes]
"""Where a judgement stands, its fields, and what its schemes say."""
_CHOSEN = frozenset({"on", "true", "True", "1", "1.0"})


def is_judgement(one: dict[str, Any]) -> bool:
    """Return whether an object is a line of Potato's."""
    return ITEM in one and WHO in one and isinstance(one.get(_LABELS), dict)


def is_table_of_choices(header: Collection[str]) -> bool:
    """Return whether a table has the columns of Potato's CSV.

    >>> is_table_of_choices(["instance_id", "user_id", "reading.idiom", "reading.literal"])
    True
    >>> is_table_of_choices(["instance_id", "user_id", "label"])
    False
    """
    rest = {*header} - {ITEM, WHO}
    return {ITEM, WHO} <= {*header} and any("." in name for name in rest)


def read_potato(path: str, records: Sequence[Record], empty: Collection[str] = ()) -> Export:
    """Return one row for each item, named by ``id``, with the label of each scheme in a column of its name.

    Raises
    ------
    BadDataError
        People marked parts of texts.
    """
    kinds = {name: line for line, one in reversed(records) for name in ("spans", "links") if one.get(name)}
    refuse_kinds(path, CALLED, kinds)
    return _read(of_lines(path, records), empty)


def read_choices(records: Sequence[Record], empty: Collection[str] = ()) -> Export:
    """Return the same from the rows of a table in which the column of each label that was chosen holds a sign."""
    return _read(of_rows(records), empty)


def of_lines(path: str, records: Sequence[Record]) -> list[Judged]:
    """Return each line with what its schemes say.

    Raises
    ------
    BadDataError
        An item or a person is named by a list or an object, or what was chosen is no object.
    """
    for line, one in records:
        for key in (ITEM, WHO):
            if isinstance(one.get(key), list | dict):
                raise broken(path, f"{key} is no name", _TODO, line)
        if not isinstance(one.get(_LABELS), dict | None):
            raise broken(path, f"{_LABELS} is no object", _TODO, line)
    return [
        (
            line,
            one,
            {
                name: said
                for name, said in (one.get(_LABELS) or {}).items()
                if isinstance(said, dict) and said
            },
        )
        for line, one in records
    ]


def of_rows(records: Sequence[Record]) -> list[Judged]:
    """Return each row of a table with what its schemes say: columns are called SCHEME.LABEL."""
    told: list[Judged] = []
    for line, one in records:
        schemes: dict[str, dict[str, Any]] = {}
        for name, cell in one.items():
            scheme, dot, label = name.partition(".")
            if dot and isinstance(cell, str) and cell.strip():
                schemes.setdefault(scheme, {})[label] = cell.strip()
        told.append((line, one, schemes))
    return told


def _read(told: Sequence[Judged], empty: Collection[str]) -> Export:
    export, rows, people = Export(), {}, set()
    names = sorted({name for _, _, schemes in told for name in schemes})
    ballots = {name: Ballots() for name in names}
    for line, one, schemes in told:
        item = one.get(ITEM)
        if item not in rows:
            rows[item] = export.add(line, {"id": item})
        people.add(one.get(WHO))
        for name, said in schemes.items():
            labels = chosen(said)
            if len(labels) > 1:
                export.note(rows[item], name, "several labels are chosen at once", SEVERAL, labels, line)
            elif labels and labels[0] not in empty:
                ballots[name].add(rows[item], labels[0])
    for name in names:
        export.settle(ballots[name], name)
    export.told = f"{CALLED}: {counted(len(rows), 'item')}, {counted(len(people), 'annotator')}, {counted(len(told), 'annotation')}"
    return export


def chosen(said: Mapping[str, Any]) -> list[str]:
    """Return the labels that somebody chose; a text or a number that was typed stands as the value.

    >>> chosen({"idiom": "on"}), chosen({"text_box": "odd"}), chosen({}), chosen({"a": ["b"]})
    (['idiom'], ['odd'], [], ["['b']"])
    """
    labels = [
        label
        for label, value in said.items()
        if value is True or (isinstance(value, str) and value in _CHOSEN)
    ]
    typed = "".join(map(str, said.values()))
    return labels or ([typed] if typed else [])


TOOLS = (Tool("potato", CALLED, "instance_id, user_id and labels", is_judgement, read_potato),)
"""What is read here."""
