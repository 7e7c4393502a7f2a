"""Potato: a line for each person and item, as JSON Lines or as a table with a column a label."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from budgetplan.errors import counted
from budgetplan.tables.exports.base import SEVERAL, Export, Record, Tool, refuse_kinds
from budgetplan.tables.files import broken
from budgetplan.tables.judgements.base import ITEM_ID, QUEUE_ID, Entries

_CALLED = "a Potato export"
_ITEM, _WHO, _LABELS = "instance_id", "user_id", "labels"
_TODO = "export the judgements again"
Judged = tuple[int, Mapping[str, Any], Mapping[str, Mapping[str, Any]]]
"""Where a judgement stands, its fields, and what somebody chose or typed, by scheme."""
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
    return _read(_of_lines(path, records), empty)


def _of_lines(path: str, records: Sequence[Record]) -> list[Judged]:
    """Return each line with what its schemes say.

    Raises
    ------
    BadDataError
        An item or a person is named by a list or an object, or what was chosen is no object.
    """
    judged: list[Judged] = []
    for line, one in records:
        for key in (_ITEM, _WHO):
            if isinstance(one.get(key), list | dict):
                raise broken(path, f"{key} is no name", _TODO, line)
        schemes = one.get(_LABELS) or {}
        if not isinstance(one.get(_LABELS), dict | None):
            raise broken(path, f"{_LABELS} is no object", _TODO, line)
        judged.append(
            (line, one, {name: said for name, said in schemes.items() if isinstance(said, dict) and said})
        )
    return judged


def _of_rows(records: Sequence[Record]) -> list[Judged]:
    """Return each row of a table with what its schemes say: columns are called SCHEME.LABEL."""
    judged: list[Judged] = []
    for line, one in records:
        schemes: dict[str, dict[str, Any]] = {}
        for name, cell in one.items():
            scheme, dot, label = name.partition(".")
            if dot and isinstance(cell, str) and cell.strip():
                schemes.setdefault(scheme, {})[label] = cell.strip()
        judged.append((line, one, schemes))
    return judged


def _read(judged: Sequence[Judged], empty: Collection[str]) -> Export:
    export = Export()
    for line, one, schemes in judged:
        row = export.row(one.get(_ITEM), line, {"id": one.get(_ITEM)})
        for name, said in schemes.items():
            labels = chosen(said)
            if len(labels) > 1:
                export.note(row, name, "several labels are chosen at once", SEVERAL, labels, line)
            elif labels and labels[0] not in empty:
                export.vote(row, name, labels[0])
    for name in sorted({name for _, _, schemes in judged for name in schemes}):
        export.settle(name)
    n_people = len({one.get(_WHO) for _, one, _ in judged})
    export.told = f"{_CALLED}: {counted(len(export.rows), 'item')}, {counted(n_people, 'annotator')}, {counted(len(judged), 'annotation')}"
    return export


def _add(judged: Sequence[Judged], entries: Entries) -> None:
    """Add a judgement to a log for each line: who, which item, and what the scheme of the labels says."""
    question = entries.question({name for _, _, schemes in judged for name in schemes})
    for line, one, schemes in judged:
        item = entries.item_of({ITEM_ID: one.get(_ITEM), QUEUE_ID: one.get(QUEUE_ID)}, line)
        who = one.get(_WHO)
        label = entries.chosen(chosen(schemes.get(question, {})), line, question, item)
        entries.add(line, item, label, annotator=who if isinstance(who, str) else "")


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


TOOLS = (
    Tool(
        "potato",
        _CALLED,
        "instance_id, user_id and labels",
        is_judgement,
        read_potato,
        log=lambda records, entries: _add(_of_lines(entries.problems.file, records), entries),
        heads=is_table_of_choices,
        columns="instance_id, user_id and one for each label, such as label.idiom",
        better="JSON Lines",
        read_table=lambda records, empty: _read(_of_rows(records), empty),
        log_table=lambda records, entries: _add(_of_rows(records), entries),
    ),
)
"""What is read here."""
