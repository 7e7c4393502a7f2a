"""Potato: a line for each person and item, as JSON Lines or as a table with a column a label."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from budgetplan.domain.messages import Message
from budgetplan.tools.base import ITEM_ID, QUEUE_ID, Asked, Export, Record, Tool, text_of

_CALLED = Message("tools.potato")
_ITEM, _WHO, _LABELS = "instance_id", "user_id", "labels"
_CHOSEN = frozenset({True, "on", "true", "True", "1", "1.0"})


def is_judgement(record: dict[str, Any]) -> bool:
    """Return whether an object is a line of Potato's."""
    return _ITEM in record and _WHO in record and isinstance(record.get(_LABELS), dict)


def is_table_of_choices(header: Collection[str]) -> bool:
    """Return whether a table has the columns of Potato's CSV.

    >>> is_table_of_choices(["instance_id", "user_id", "reading.idiom", "reading.literal"])
    True
    >>> is_table_of_choices(["instance_id", "user_id", "label"])
    False
    """
    return {_ITEM, _WHO} <= {*header} and any("." in name for name in {*header} - {_ITEM, _WHO})


def read(path: str, records: Sequence[Record], asked: Asked) -> Export:
    """Return what lines or rows say: an item is named by ``id``, the label of each scheme is in a column of its name.

    Raises
    ------
    BadDataError
        An item or a person is named by a list or an object, or what was chosen is no object.
    """
    export = Export(path, asked, _CALLED)
    for line, record in [(line, _line_of(row)) for line, row in records] if asked.header else records:
        for key in (_ITEM, _WHO):
            if isinstance(record.get(key), list | dict):
                export.refuse(Message("tools.key_no_name", key=key), line)
        if not isinstance(record.get(_LABELS), dict | None):
            export.refuse(Message("tools.labels_no_object"), line)
        for kind in (kind for kind in ("spans", "links") if record.get(kind)):
            export.parts.setdefault(kind, line)
        schemes = (record.get(_LABELS) or {}).items()
        labels_given = {name: chosen(answers) for name, answers in schemes if isinstance(answers, dict) and answers}
        ids = {ITEM_ID: record.get(_ITEM), QUEUE_ID: record.get(QUEUE_ID)}
        row = export.row(record.get(_ITEM), line, {"id": record.get(_ITEM)})
        export.judge(row, line, labels_given, ids, who=text_of(record.get(_WHO)))
    schemes = sorted({name for vote in export.judgements for name in vote.answers})
    export.ask(schemes)
    for name in schemes:
        export.settle(name)
    export.tell(*export.counts("tools.n_items", len(export.judgements), "tools.n_annotations", export.judgements))
    return export


def _line_of(row: Mapping[str, str]) -> dict[str, Any]:
    """Return a row of a table, whose columns are called SCHEME.LABEL, as the line that says the same."""
    schemes: dict[str, dict[str, str]] = {}
    for name, cell in row.items():
        scheme, dot, label = name.partition(".")
        if dot and cell.strip():
            schemes.setdefault(scheme, {})[label] = cell.strip()
    return {**{key: row.get(key) for key in (_ITEM, _WHO, QUEUE_ID)}, _LABELS: schemes}


def chosen(choices: Mapping[str, Any]) -> list[str]:
    """Return the labels that somebody chose; a text or a number that was typed stands as the value.

    >>> chosen({"idiom": "on"}), chosen({"text_box": "odd"}), chosen({}), chosen({"a": ["b"]})
    (['idiom'], ['odd'], [], ["['b']"])
    """
    labels = [label for label, value in choices.items() if isinstance(value, str | bool) and value in _CHOSEN]
    typed = "".join(map(str, choices.values()))
    return labels or ([typed] if typed else [])


TOOL = Tool(
    "potato",
    _CALLED,
    read,
    Message("tools.potato_sign"),
    is_judgement,
    heads=lambda header, _: is_table_of_choices(header),
    fits=is_table_of_choices,
    lacks=Message("tools.potato_lacks"),
)
"""What is read here."""
