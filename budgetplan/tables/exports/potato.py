"""Reads what Potato exports: a line for each person and item, as JSON Lines or as a table with a column a label."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from budgetplan.errors import counted
from budgetplan.tables.exports.base import SEVERAL, Export, Record, Tool, refuse_kinds
from budgetplan.tables.exports.votes import Ballots

_CALLED = "a Potato export"
_ITEM, _WHO, _LABELS = "instance_id", "user_id", "labels"
_CHOSEN = frozenset({"on", "true", "True", "1", "1.0"})


def is_judgement(one: dict[str, Any]) -> bool:
    """Return whether an object is a line of Potato's."""
    return _ITEM in one and _WHO in one and isinstance(one.get(_LABELS), dict)


def is_table_of_choices(header: Collection[str]) -> bool:
    """Return whether a table has the columns of Potato's CSV.

    >>> is_table_of_choices(["instance_id", "user_id", "reading.idiom", "reading.literal"])
    True
    >>> is_table_of_choices(["instance_id", "user_id", "label"])
    False
    """
    rest = {*header} - {_ITEM, _WHO}
    return {_ITEM, _WHO} <= {*header} and any("." in name for name in rest)


def read_potato(path: str, records: Sequence[Record], empty: Collection[str] = ()) -> Export:
    """Return one row for each item, named by ``id``, with the label of each scheme in a column of its name.

    Raises
    ------
    BadDataError
        People marked parts of texts.
    """
    kinds = {name: line for line, one in reversed(records) for name in ("spans", "links") if one.get(name)}
    refuse_kinds(path, _CALLED, kinds)
    return _read([(line, one, _schemes(one.get(_LABELS))) for line, one in records], empty)


def read_choices(records: Sequence[Record], empty: Collection[str] = ()) -> Export:
    """Return the same from the rows of a table in which the column of each label that was chosen holds a sign."""
    told = []
    for line, one in records:
        schemes: dict[str, dict[str, Any]] = {}
        for name, cell in one.items():
            scheme, dot, label = name.partition(".")
            if dot and isinstance(cell, str) and cell.strip():
                schemes.setdefault(scheme, {})[label] = cell.strip()
        told.append((line, one, schemes))
    return _read(told, empty)


def _read(
    told: Sequence[tuple[int, Mapping[str, Any], Mapping[str, Mapping[str, Any]]]], empty: Collection[str]
) -> Export:
    export, rows, people = Export(), {}, set()
    names = sorted({name for _, _, schemes in told for name in schemes})
    ballots = {name: Ballots() for name in names}
    for line, one, schemes in told:
        item = one.get(_ITEM)
        if item not in rows:
            rows[item] = export.add(line, {"id": item})
        people.add(one.get(_WHO))
        for name, said in schemes.items():
            chosen = [label for label, value in said.items() if _is_chosen(value)]
            # A text or a number that somebody typed stands as the value.
            label = chosen[0] if len(chosen) == 1 else "" if chosen else "".join(map(str, said.values()))
            if len(chosen) > 1:
                export.note(rows[item], name, "several labels are chosen at once", SEVERAL, chosen, line)
            elif label and label not in empty:
                ballots[name].add(rows[item], label)
    for name in names:
        export.settle(ballots[name], name)
    export.told = f"{_CALLED}: {counted(len(rows), 'item')}, {counted(len(people), 'annotator')}, {counted(len(told), 'annotation')}"
    return export


def _schemes(labels: Any) -> dict[str, Mapping[str, Any]]:
    return {name: said for name, said in (labels or {}).items() if isinstance(said, dict) and said}


def _is_chosen(value: Any) -> bool:
    return value is True or (isinstance(value, str) and value in _CHOSEN)


TOOLS = (Tool("potato", _CALLED, "instance_id, user_id and labels", is_judgement, read_potato),)
"""What is read here."""
