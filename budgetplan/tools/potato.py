"""Potato: a line for each person and item, as JSON Lines or as a table with a column a label."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from budgetplan.domain.options import advise
from budgetplan.tools.base import AGAIN, ITEM_ID, QUEUE_ID, Asked, Export, Record, Tool, text_of

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


def read(path: str, records: Sequence[Record], asked: Asked) -> Export:
    """Return what lines say: an item is named by ``id``, the label of each scheme is in a column of its name.

    Raises
    ------
    BadDataError
        An item or a person is named by a list or an object, or what was chosen is no object.
    """
    export = Export(path, asked, _CALLED)
    for line, one in records:
        for key in (_ITEM, _WHO):
            if isinstance(one.get(key), list | dict):
                export.refuse(f"{key} is no name", AGAIN, line)
        if not isinstance(one.get(_LABELS), dict | None):
            export.refuse(f"{_LABELS} is no object", AGAIN, line)
        for kind in (kind for kind in ("spans", "links") if one.get(kind)):
            export.parts.setdefault(kind, line)
        schemes = (one.get(_LABELS) or {}).items()
        _judge(export, line, one, {name: said for name, said in schemes if isinstance(said, dict) and said})
    return _settled(export)


def read_rows(path: str, _: Sequence[str], records: Sequence[Record], asked: Asked) -> Export:
    """Return what the rows of a table say: columns are called SCHEME.LABEL."""
    export = Export(path, asked, _CALLED)
    for line, one in records:
        schemes: dict[str, dict[str, Any]] = {}
        for name, cell in one.items():
            scheme, dot, label = name.partition(".")
            if dot and isinstance(cell, str) and cell.strip():
                schemes.setdefault(scheme, {})[label] = cell.strip()
        _judge(export, line, one, schemes)
    return _settled(export)


def _judge(
    export: Export, line: int, one: Mapping[str, Any], schemes: Mapping[str, Mapping[str, Any]]
) -> None:
    """Add what somebody chose or typed, by scheme."""
    row = export.row(one.get(_ITEM), line, {"id": one.get(_ITEM)})
    said = {name: chosen(each) for name, each in schemes.items()}
    ids = {ITEM_ID: one.get(_ITEM), QUEUE_ID: one.get(QUEUE_ID)}
    export.judge(row, line, said, ids, who=text_of(one.get(_WHO)))


def _settled(export: Export) -> Export:
    schemes = sorted({name for each in export.judgements for name in each.said})
    export.ask(schemes)
    for name in schemes:
        export.settle(name)
    n = len(export.judgements)
    export.told = f"{_CALLED}: {export.counts('item', n, 'annotation', export.judgements)}"
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


TOOL = Tool(
    "potato",
    _CALLED,
    "instance_id, user_id and labels",
    is_judgement,
    read,
    heads=lambda header, _: is_table_of_choices(header),
    fits=is_table_of_choices,
    lacks=(
        f"{_CALLED} has the columns instance_id, user_id and one for each label, such as label.idiom",
        advise("export it as JSON Lines, or leave out {table.dialect}"),
    ),
    read_rows=read_rows,
)
"""What is read here."""
