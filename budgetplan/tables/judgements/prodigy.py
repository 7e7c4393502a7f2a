"""Judgements from Prodigy (db-out): one line for each answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from budgetplan.tables.exports.base import Export, Record, flat
from budgetplan.tables.exports.prodigy import ANSWERS, answered, labels_asked, question, refuse_parts
from budgetplan.tables.judgements.base import Entries

CALLED = "a Prodigy export"


def add_answers(records: Sequence[Record], entries: Entries) -> None:
    """Add every answer; what passed between two answers of a session is the time of the second.

    Raises
    ------
    BadDataError
        The answers are about parts of texts, or about several labels that are collected.
    """
    refuse_parts(entries.problems.file, records)
    asked, about = labels_asked(records), question(entries.problems.file, records, entries.asked.positive)
    counting = [not about or one.get("label") == about for _, one in records]
    for (line, one), counts in zip(records, counting, strict=True):
        item = entries.item_of(flat(one, "meta", ()), line)
        moment, when = entries.moment_of(one.get("_timestamp"), line, "_timestamp", item)
        label = _label(line, one, (asked, about), item, entries) if counts else ""
        entries.add(line, item, label, annotator=_person(one), moment=moment, when=when)
    entries.gaps(counting)


def _label(
    line: int, one: dict[str, Any], asked: tuple[Sequence[str], str], item: str, entries: Entries
) -> str:
    answer = one.get("answer")
    if answer is not None and answer not in ANSWERS:
        told = ("this is no answer of Prodigy's", f"write {', '.join(ANSWERS)}")
        entries.problems.add(*told, line=line, column="answer", item=item, found=str(answer))
        return ""
    chosen = one.get("accept")
    if answer == "accept" and isinstance(chosen, list) and len(chosen) != 1:
        return entries.chosen(chosen, line, "accept", item)
    export = Export()
    label = answered(export, export.add(line, {}), one, *asked)
    for odd in export.odd:
        entries.problems.add(
            odd.wrong, odd.todo, line=line, column=odd.column, item=item, found=str(odd.found)
        )
    # Whoever says no to one of two classes says yes to the other.
    if label not in entries.asked.labels and (no := entries.asked.other(label.removeprefix("not "))):
        return no
    return label


def _person(one: dict[str, Any]) -> str:
    named = one.get("_annotator_id", one.get("_session_id"))
    return named if isinstance(named, str) else ""
