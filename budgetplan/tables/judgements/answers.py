"""Judgements from Argilla and Potato: every answer of a person to one question, which the user calls the label."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from budgetplan.errors import counted
from budgetplan.tables.exports import argilla, potato
from budgetplan.tables.exports.base import Record
from budgetplan.tables.files import broken
from budgetplan.tables.judgements.base import ITEM_ID, QUEUE_ID, Entries, as_labels
from budgetplan.tables.problems import listing

ARGILLA, POTATO = argilla.CALLED, potato.CALLED
_LABEL = "label"


def add_records(records: Sequence[Record], entries: Entries) -> None:
    """Add the answers of Argilla's records that were submitted; a record without one is not judged yet."""
    flat = argilla.flat(entries.problems.file, records)
    question = _question(argilla.questions_of([one for _, one in flat]), entries)
    n_other = 0
    for line, one in flat:
        item = entries.item_of(
            {ITEM_ID: one.get(ITEM_ID) or one.get("id"), QUEUE_ID: one.get(QUEUE_ID)}, line
        )
        answers = argilla.answers(one, question)
        counting = [(label, user) for label, status, user in answers if status in argilla.COUNTS]
        n_other += len(answers) - len(counting)
        for label, user in counting or [(None, "")]:
            said = entries.chosen(as_labels(label), line, question, item)
            entries.add(line, item, said, annotator=user if said else "")
    if n_other:
        entries.messages.append(f"Answers that were not submitted, left out: {counted(n_other, 'answer')}.")


def add_choices(told: Sequence[tuple[int, Mapping[str, Any], potato.Schemes]], entries: Entries) -> None:
    """Add a judgement for each line of Potato's: who, which item, and what each scheme says."""
    question = _question({name for _, _, schemes in told for name in schemes}, entries)
    for line, one, schemes in told:
        item = entries.item_of({ITEM_ID: one.get(potato.ITEM), QUEUE_ID: one.get(QUEUE_ID)}, line)
        labels = potato.chosen(schemes.get(question, {}))
        who = one.get(potato.WHO)
        said = entries.chosen(labels, line, question, item)
        entries.add(line, item, said, annotator=who if isinstance(who, str) else "")


def _question(asked: Collection[str], entries: Entries) -> str:
    """Return which question is about the label: the one called so, else the only one."""
    for name in (entries.asked.label_column, _LABEL):
        if name in asked:
            return name
    if len(asked) == 1:
        return next(iter(asked))
    wrong = (
        f"none of the questions ({listing(sorted(asked))}) is called as the labels are"
        if asked
        else "nobody has answered"
    )
    todo = f"name the question {entries.asked.label_column or _LABEL}, or write a table with one row for each judgement"
    raise broken(entries.problems.file, wrong, todo)
