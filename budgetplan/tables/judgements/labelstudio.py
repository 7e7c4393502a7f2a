"""Judgements from Label Studio: the annotations of its tasks (JSON), or one row for each (JSON_MIN, CSV)."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from budgetplan.tables.exports.base import Record, refuse_kinds
from budgetplan.tables.exports.labelstudio import is_judgement, is_task, tasks_once, told_of_copies
from budgetplan.tables.judgements.base import Entries
from budgetplan.tables.problems import listing

CALLED = "a Label Studio export"
_OWN = ("id",)
_CONTROL = "label"


def add_tasks(records: Sequence[Record], entries: Entries) -> None:
    """Add every annotation of every task; a task that nobody has annotated is a row without a label.

    Raises
    ------
    BadDataError
        The annotations are about parts of items.
    """
    if any(is_judgement(one) and not is_task(one) for _, one in records):
        add_rows(records, entries)
        return
    _refuse_parts(records, entries)
    control = _control(
        {str(result.get("from_name")) for _, one in records for result in _choices(one)}, entries
    )
    once = tasks_once(entries.problems.file, records)
    entries.messages += told_of_copies(len(records) - len(once))
    for line, one in once:
        data = one.get("data")
        item = entries.item_of(data if isinstance(data, dict) else {}, line)
        annotations = [found for found in _list(one.get("annotations")) if isinstance(found, dict)]
        for annotation in annotations:
            _add(line, item, annotation, control, entries)
        if not annotations:
            entries.add(line, item, "")


def _add(line: int, item: str, annotation: dict[str, Any], control: str, entries: Entries) -> None:
    labels: list[Any] = []
    if annotation.get("was_cancelled") is not True:
        for result in _results(annotation):
            if result.get("type") == "choices" and result.get("from_name") == control:
                value = result.get("value")
                labels += _list(value.get("choices") if isinstance(value, dict) else None)
    created = annotation.get("created_at")
    moment, when = entries.moment_of(created, line, "created_at", item)
    entries.add(
        line,
        item,
        entries.chosen(labels, line, control, item),
        annotator=_person(annotation.get("completed_by")),
        seconds=entries.seconds_of(annotation.get("lead_time"), line, "lead_time", item),
        moment=moment,
        when=when,
    )


def add_rows(records: Sequence[Record], entries: Entries) -> None:
    """Add the rows of a short export, each an annotation."""
    keys = dict.fromkeys(key for _, one in records for key in one)
    column = next((name for name in (_CONTROL, entries.asked.label_column) if name in keys), "")
    if not column:
        wrong = "there is no column with a label"
        todo = f"call the control {_CONTROL}, as label-studio.xml does; the columns are {listing([*keys])}"
        entries.problems.add(wrong, todo, column=_CONTROL)
        return
    for line, one in records:
        item = entries.item_of(one, line, _OWN)
        moment, when = entries.moment_of(one.get("created_at"), line, "created_at", item)
        entries.add(
            line,
            item,
            entries.chosen(_labels(one.get(column)), line, column, item),
            annotator=_person(one.get("annotator")),
            seconds=entries.seconds_of(one.get("lead_time"), line, "lead_time", item),
            moment=moment,
            when=when,
        )


def _labels(value: Any) -> Sequence[Any]:
    """Return the labels of a cell: of one choice its text, of several an object with all of them.

    >>> _labels("idiom"), _labels(None), _labels('{"choices": ["a", "b"]}')
    (['idiom'], [], ['a', 'b'])
    """
    if isinstance(value, str) and value.startswith('{"choices":'):
        try:
            value = json.loads(value)
        except ValueError:
            return [value]
    if isinstance(value, dict):
        return _list(value.get("choices")) or [value]
    return [] if value is None or value == "" else [value]


def _refuse_parts(records: Sequence[Record], entries: Entries) -> None:
    """Refuse annotations that say something of parts of items, and nothing of any whole one."""
    if any(True for _, one in records for _ in _choices(one)):
        return
    kinds: dict[str, int] = {}
    for line, one in records:
        for result in _all_results(one):
            kind = result.get("type")
            if kind != "textarea":
                kinds.setdefault(kind if isinstance(kind, str) else "results without a type", line)
    refuse_kinds(entries.problems.file, CALLED, kinds)


def _control(names: Collection[str], entries: Entries) -> str:
    """Return the control in which people chose the label."""
    known = (name for name in (_CONTROL, entries.asked.label_column) if name in names)
    if (found := next(known, "")) or len(names) <= 1:
        return found or "".join(names)
    wrong = "people chose in several controls, and none of them is called label"
    entries.problems.add(wrong, f"call the control of the label {_CONTROL}", found=", ".join(sorted(names)))
    return ""


def _choices(task: dict[str, Any]) -> Iterable[dict[str, Any]]:
    return (one for one in _all_results(task) if one.get("type") == "choices")


def _all_results(task: dict[str, Any]) -> Iterable[dict[str, Any]]:
    for annotation in _list(task.get("annotations")):
        if isinstance(annotation, dict) and annotation.get("was_cancelled") is not True:
            yield from _results(annotation)


def _results(annotation: dict[str, Any]) -> Iterable[dict[str, Any]]:
    return (one for one in _list(annotation.get("result")) if isinstance(one, dict))


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _person(value: Any) -> str:
    """Return who it was: a number, an address, or an object with both.

    >>> _person("10"), _person({"id": "10", "email": "a@b"}), _person(None)
    ('10', '10', '')
    """
    if isinstance(value, dict):
        value = value.get("id", value.get("email"))
    return value if isinstance(value, str) else ""
