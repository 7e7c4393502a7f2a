"""Judgements from doccano (JSON Lines): one line for each text, of one person or of all together."""

from __future__ import annotations

from collections.abc import Sequence

from budgetplan.tables.archives import ANNOTATOR
from budgetplan.tables.exports.base import Record
from budgetplan.tables.exports.text_classes import refuse_spans
from budgetplan.tables.judgements.base import Entries, as_labels

CALLED = "a doccano export"


def add_texts(records: Sequence[Record], entries: Entries) -> None:
    """Add every text with its label; the file says neither who judged nor when.

    Raises
    ------
    BadDataError
        The labels are about parts of texts.
    """
    refuse_spans(entries.problems.file, records)
    for line, one in records:
        item = entries.item_of(one, line, ("id",))
        said = entries.chosen(as_labels(one.get("label")), line, "label", item)
        # An archive with a file a person says whose each line is.
        who = one.get(ANNOTATOR)
        entries.add(line, item, said, annotator=who if said and isinstance(who, str) else "")
