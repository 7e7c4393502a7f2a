"""doccano: a line for each text (JSON Lines), of one person or of all together, or for each person and text."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from budgetplan.errors import counted
from budgetplan.tables.archives import ANNOTATOR
from budgetplan.tables.exports.base import SEVERAL, Export, Record, Tool, refuse_kinds
from budgetplan.tables.judgements.base import Entries, as_labels

CALLED = "a doccano export"
_LABEL = "label"
_PARTS = ("entities", "relations")


def is_doccano(one: dict[str, Any]) -> bool:
    """Return whether an object is a line of doccano's."""
    return "text" in one and (
        isinstance(one.get(_LABEL), list) or all(isinstance(one.get(key), list) for key in _PARTS)
    )


def read_doccano(path: str, records: Sequence[Record], empty: Collection[str] = ()) -> Export:
    """Return the texts as rows, with the label in the column ``label``; where lines are of people, by most of them.

    Raises
    ------
    BadDataError
        The labels are about parts of texts.
    """
    _refuse_spans(path, records)
    # The files of several people, packed together, say whose each line is.
    people = {one.get(ANNOTATOR) for _, one in records} if any(ANNOTATOR in one for _, one in records) else ()
    left = {"Comments", _LABEL, *([ANNOTATOR] if people else [])}
    export, n_labelled = Export(columns=dict.fromkeys(("id", "text", _LABEL))), 0
    for line, one in records:
        fields = {key: value for key, value in one.items() if key not in left}
        row = export.row(one.get("id", one.get("text")), line, fields) if people else export.add(line, fields)
        labels = one.get(_LABEL)
        labels = [labels] if isinstance(labels, str) and not people else labels or []
        if not isinstance(labels, list) or not all(isinstance(label, str) for label in labels):
            export.note(row, _LABEL, "the label is no list of texts", 'write ["CLASS"]', labels, line)
        elif len(labels) > 1:
            export.note(row, _LABEL, "the text has several labels", SEVERAL, labels, line)
        elif not people:
            export.put(row, _LABEL, "".join(labels))
            n_labelled += len(labels)
        elif labels and labels[0] not in empty:
            export.vote(row, _LABEL, labels[0])
            n_labelled += 1
    n_texts = counted(len(export.rows), "text")
    if people:
        export.settle(_LABEL)
        export.told = f"{CALLED} of each person: {n_texts}, {counted(len(people), 'annotator')}, {counted(n_labelled, 'annotation')}"
    else:
        export.columns = {key: None for key in export.columns if any(key in row for row in export.rows)}
        export.columns.setdefault(_LABEL)
        export.told = f"{CALLED}: {n_texts}, {n_labelled:,} with a label"
    return export


def add_texts(records: Sequence[Record], entries: Entries) -> None:
    """Add every text with its label to a log; the file says neither who judged nor when.

    Raises
    ------
    BadDataError
        The labels are about parts of texts.
    """
    _refuse_spans(entries.problems.file, records)
    for line, one in records:
        item = entries.item_of(one, line, ("id",))
        label = entries.chosen(as_labels(one.get(_LABEL)), line, _LABEL, item)
        who = one.get(ANNOTATOR)
        entries.add(line, item, label, annotator=who if label and isinstance(who, str) else "")


def _refuse_spans(path: str, records: Sequence[Record]) -> None:
    """Raise where lines hold labels of parts of texts."""
    kinds: dict[str, int] = {}
    for line, one in records:
        for key, kind in zip(_PARTS, ("spans", "relations"), strict=True):
            if one.get(key):
                kinds.setdefault(kind, line)
        labels = one.get(_LABEL)
        if isinstance(labels, list) and any(isinstance(label, list) for label in labels):
            kinds.setdefault("spans", line)
    refuse_kinds(path, CALLED, kinds)


TOOLS = (Tool("doccano", CALLED, "label as a list", is_doccano, read_doccano, log=add_texts),)
"""What is read here."""
