"""Prodigy (db-out): one line for each answer that a person gave."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from budgetplan.domain.options import advise
from budgetplan.errors import counted
from budgetplan.tables.exports.base import SEVERAL, Export, Record, Tool, flat, refuse_kinds
from budgetplan.tables.files import broken
from budgetplan.tables.judgements.base import Entries
from budgetplan.tables.problems import listing

_CALLED = "a Prodigy export"
_ANSWERS = ("accept", "reject", "ignore")
_OWN = ("answer", "accept", "options", "versions", "spans", "tokens", "relations", "config", "label", "score")
_WHOLE = ("label", "accept", "options")


def is_answer(one: dict[str, Any]) -> bool:
    """Return whether an object is a line of Prodigy's."""
    return "_task_hash" in one or "_input_hash" in one or one.get("answer") in _ANSWERS


def read_prodigy(
    path: str, records: Sequence[Record], empty: Collection[str] = (), collected: Sequence[str] = ()
) -> Export:
    """Return the answers as rows, one for each item, with the label in the column ``label``.

    Where an item was asked about several labels, the answers about the ``collected`` one count, and no others.

    Where one label is asked about, its answers are this label and "not" this label; its score is in the
    column ``score``. Where several are, a rejected one says what an item is not, which is no label, and the
    scores are in ``score:LABEL``. Lines with ``versions`` come from a review: they settle the item.

    Raises
    ------
    BadDataError
        The answers are about parts of texts, or about several labels that are collected.
    """
    _refuse_parts(path, records)
    export, people, n = Export(), set(), Counter[str]()
    question, asked = _question(path, records, collected), _labels_asked(records)
    scored = {
        one["label"] for _, one in records if isinstance(one.get("label"), str) and _score(one) is not None
    }
    for label in sorted(scored) if len(asked) > 1 else ():
        # The order of classes may not depend on that of the rows.
        export.columns.setdefault(f"score:{label}")
    for line, one in records:
        row = _row(export, line, one)
        _put_score(export, row, one, asked, line)
        people |= {who} if (who := _person(one)) is not None else set()
        answer = one.get("answer")
        if answer is None or (question and one.get("label") != question):
            continue
        if answer not in _ANSWERS:
            todo = f"write {', '.join(_ANSWERS)}"
            export.note(row, "label", "this is no answer of Prodigy's", todo, answer)
            continue
        label = _answered(export, row, one, asked, question)
        if label and label not in empty:
            export.vote(row, "label", label, settles=isinstance(one.get("versions"), list))
        n["label" if label else answer] += 1
    export.settle("label")
    who = f"{counted(len(people), 'annotator')}, " if people else ""
    about = f" about {question}" if question else ""
    export.told = (
        f"{_CALLED}: {counted(len(export.rows), 'item')}, {who}{counted(n.total(), 'answer')}{about}"
    )
    say = export.messages.append
    if not question and _several_asked(records):
        export.questions = tuple(asked)
        told = "Items were asked about several labels ({}): name the one that is collected ({table.positive}), and the answers about it count."
        say(advise(told, listing(asked)))
    if n_nothing := n["ignore"] + n["accept"]:
        say(f"Answers that are ignored or choose nothing, left out: {n_nothing:,}.")
    if n["reject"]:
        say(f"Rejected answers that do not say which label is right, left out: {n['reject']:,}.")
    return export


def _row(export: Export, line: int, one: dict[str, Any]) -> int:
    """Return the row of the item; texts without an id are told apart by the hash of the input."""
    fields = flat(one, "meta", _OWN)
    name = _name(fields)
    kept = {key: value for key, value in fields.items() if not key.startswith("_")}
    if name not in export.row_of:
        if name and not {"item_id", "id"} & kept.keys():
            kept = {"item_id": name} | kept
        return export.row(name, line, kept) if name else export.add(line, kept)
    row = export.row_of[name]
    # What another answer to an item says of it otherwise counts where the column is read.
    for key, value in kept.items():
        if export.rows[row].setdefault(key, value) != value:
            wrong = "the answers to one item say different things here"
            export.note(row, key, wrong, "write the same in each, or leave one of them out", value, line)
        export.columns.setdefault(key)
    return row


def add_answers(records: Sequence[Record], entries: Entries) -> None:
    """Add every answer to a log; what passed between two answers of a session is the time of the second.

    Raises
    ------
    BadDataError
        The answers are about parts of texts, or about several labels that are collected.
    """
    path = entries.problems.file
    _refuse_parts(path, records)
    asked, question = _labels_asked(records), _question(path, records, entries.asked.positive)
    counting = [not question or one.get("label") == question for _, one in records]
    for (line, one), counts in zip(records, counting, strict=True):
        item = entries.item_of(flat(one, "meta", ()), line)
        moment, when = entries.moment_of(one.get("_timestamp"), line, "_timestamp", item)
        label = _logged(line, one, asked, question, item, entries) if counts else ""
        entries.add(line, item, label, annotator=_person(one) or "", moment=moment, when=when)
    entries.gaps(counting)


def _logged(
    line: int, one: dict[str, Any], asked: Sequence[str], question: str, item: str, entries: Entries
) -> str:
    """Return the label of an answer; whoever says no to one of two classes says yes to the other."""
    answer, chosen = one.get("answer"), one.get("accept")
    if answer is not None and answer not in _ANSWERS:
        told = ("this is no answer of Prodigy's", f"write {', '.join(_ANSWERS)}")
        entries.problems.add(*told, line=line, column="answer", item=item, found=str(answer))
        return ""
    if answer == "accept" and isinstance(chosen, list) and len(chosen) != 1:
        return entries.chosen(chosen, line, "accept", item)
    export = Export()
    label = _answered(export, export.add(line, {}), one, asked, question)
    for odd in export.odd:
        found = str(odd.found)
        entries.problems.add(odd.wrong, odd.todo, line=line, column=odd.column, item=item, found=found)
    other = "" if label in entries.asked.labels else entries.asked.other(label.removeprefix("not "))
    return other or label


def _person(one: dict[str, Any]) -> str | None:
    """Return who answered, None where nothing says it."""
    named = one.get("_annotator_id", one.get("_session_id"))
    return named if isinstance(named, str) else None


def _name(fields: Mapping[str, Any]) -> str:
    """Return what the item of an answer is called; empty where nothing says it."""
    ids = (fields.get(key) for key in ("item_id", "id", "_input_hash"))
    return next((key for key in ids if isinstance(key, str) and key), "")


def _labels_asked(records: Sequence[Record]) -> list[str]:
    """Return the labels about which people were asked, one at a time."""
    return sorted({one["label"] for _, one in records if isinstance(one.get("label"), str)})


def _several_asked(records: Sequence[Record]) -> bool:
    """Return whether some item was asked about several labels."""
    pairs = {
        (_name(flat(one, "meta", _OWN)), one["label"])
        for _, one in records
        if isinstance(one.get("label"), str)
    }
    return any(n > 1 for name, n in Counter(name for name, _ in pairs).items() if name)


def _question(path: str, records: Sequence[Record], collected: Sequence[str]) -> str:
    """Return the label whose answers count where people were asked about several; empty: every answer counts.

    Raises
    ------
    BadDataError
        Several of the labels that items were asked about are collected: which answer counts is not known.
    """
    asked = _labels_asked(records)
    wanted = [label for label in asked if {label, f"not {label}"} & {*collected}]
    if len(asked) < 2 or not wanted or (len(wanted) > 1 and not _several_asked(records)):
        return ""
    if len(wanted) > 1:
        wrong = f"items were asked about {listing(wanted)} one by one, and all of them are collected"
        todo = advise("collect one of them, and make a plan for each: {table.positive=LABEL}")
        raise broken(path, wrong, todo)
    return wanted[0]


def _refuse_parts(path: str, records: Sequence[Record]) -> None:
    """Raise where answers are about parts of texts."""
    kinds: dict[str, int] = {}
    for line, one in records:
        if one.get("relations"):
            kinds.setdefault("relations", line)
        # Where whole texts are labelled, spans show which words a pattern has found.
        if one.get("spans") and not any(key in one for key in _WHOLE):
            kinds.setdefault("spans", line)
    refuse_kinds(path, _CALLED, kinds)


def _answered(export: Export, row: int, one: dict[str, Any], asked: Sequence[str], question: str) -> str:
    """Return the label that an answer gives to the item; empty where it gives none.

    ``question``: the label whose answers count, where items were asked about several.
    """
    answer, chosen, label = one.get("answer"), one.get("accept"), one.get("label")
    if "accept" in one or "options" in one:
        if answer != "accept" or not chosen:
            return ""
        if not isinstance(chosen, list) or not all(isinstance(name, str) and name.strip() for name in chosen):
            wrong = "what is chosen is no list of texts"
            export.note(row, "label", wrong, "export the answers again", chosen)
            return ""
        if len(chosen) > 1:
            export.note(row, "label", "several labels are chosen at once", SEVERAL, chosen)
            return ""
        return str(chosen[0]).strip()
    if not isinstance(label, str) or not label.strip():
        if answer == "accept":
            export.note(row, "label", "the answer says nothing of a label", "export the answers again", label)
        return ""
    if answer == "accept":
        return label.strip()
    return f"not {label.strip()}" if answer == "reject" and (question or len(asked) == 1) else ""


def _put_score(export: Export, row: int, one: dict[str, Any], asked: Sequence[str], line: int) -> None:
    """Write the score of the label that is asked about; the answers to one item must have the same."""
    label, score = one.get("label"), _score(one)
    if score is not None:
        several = len(asked) > 1 and isinstance(label, str)
        column = f"score:{label}" if several else "score"
        if export.rows[row].get(column, score) != score:
            export.note(row, column, "the item has two scores", "leave one of them", score, line)
        else:
            export.put(row, column, score)


def _score(one: dict[str, Any]) -> Any:
    """Return the score of a line, None where it has none; the one in ``meta`` is rounded."""
    meta = one.get("meta")
    return one.get("score", meta.get("score") if isinstance(meta, dict) else None)


TOOLS = (
    Tool("prodigy", _CALLED, "answer or _task_hash", is_answer, read_prodigy, asks=True, log=add_answers),
)
"""What is read here."""
