"""Reads what Prodigy writes (db-out): one line for each answer that a person gave."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from budgetplan.domain.options import advise
from budgetplan.errors import counted
from budgetplan.tables.exports.base import SEVERAL, Export, Record, Tool, flat, refuse_kinds
from budgetplan.tables.exports.votes import Ballots
from budgetplan.tables.files import broken
from budgetplan.tables.problems import listing

_CALLED = "a Prodigy export"
ANSWERS = ("accept", "reject", "ignore")
_OWN = ("answer", "accept", "options", "versions", "spans", "tokens", "relations", "config", "label", "score")
_WHOLE = ("label", "accept", "options")


def is_answer(one: dict[str, Any]) -> bool:
    """Return whether an object is a line of Prodigy's."""
    return "_task_hash" in one or "_input_hash" in one or one.get("answer") in ANSWERS


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
    refuse_parts(path, records)
    return _Answers(records, empty, question(path, records, collected)).read()


class _Answers:
    """The answers of a file on their way to rows."""

    def __init__(self, records: Sequence[Record], empty: Collection[str], question: str) -> None:
        self._records = records
        self._question = question
        self._empty = empty
        self._asked = labels_asked(records)
        self._export = Export()
        self._rows: dict[str, int] = {}
        self._n: Counter[str] = Counter()

    def read(self) -> Export:
        export, ballots, people = self._export, Ballots(), set()
        scored = {
            one["label"]
            for _, one in self._records
            if isinstance(one.get("label"), str) and _score(one) is not None
        }
        for label in sorted(scored) if len(self._asked) > 1 else ():
            # The order of classes may not depend on that of the rows.
            export.columns.setdefault(f"score:{label}")
        for line, one in self._records:
            row = self._row(line, one)
            _put_score(export, row, one, self._asked, line)
            person = one.get("_annotator_id", one.get("_session_id"))
            people |= {person} if isinstance(person, str) else set()
            answer = one.get("answer")
            if answer is None or (self._question and one.get("label") != self._question):
                continue
            if answer not in ANSWERS:
                todo = f"write {', '.join(ANSWERS)}"
                export.note(row, "label", "this is no answer of Prodigy's", todo, answer)
                continue
            label = answered(export, row, one, self._asked, self._question)
            if label and label not in self._empty:
                ballots.add(row, label, settles=isinstance(one.get("versions"), list))
            self._n["label" if label else answer] += 1
        export.settle(ballots, "label")
        who = f"{counted(len(people), 'annotator')}, " if people else ""
        about = f" about {self._question}" if self._question else ""
        n_items, n_answers = len(export.rows), self._n.total()
        export.told = (
            f"a Prodigy export: {counted(n_items, 'item')}, {who}{counted(n_answers, 'answer')}{about}"
        )
        self._say()
        return export

    def _row(self, line: int, one: dict[str, Any]) -> int:
        """Return the row of the item; texts without an id are told apart by the hash of the input."""
        fields = flat(one, "meta", _OWN)
        name = _name(fields)
        if name and name in self._rows:
            self._compare(self._rows[name], fields, line)
            return self._rows[name]
        kept = {key: value for key, value in fields.items() if not key.startswith("_")}
        if name and not {"item_id", "id"} & kept.keys():
            kept = {"item_id": name} | kept
        row = self._export.add(line, kept)
        if name:
            self._rows[name] = row
        return row

    def _compare(self, row: int, fields: dict[str, Any], line: int) -> None:
        """Note what another answer to an item says of it otherwise; it counts where the column is read."""
        known = self._export.rows[row]
        for key, value in fields.items():
            if not key.startswith("_") and known.setdefault(key, value) != value:
                wrong = "the answers to one item say different things here"
                self._export.note(
                    row, key, wrong, "write the same in each, or leave one of them out", value, line
                )
            elif not key.startswith("_"):
                self._export.columns.setdefault(key)

    def _say(self) -> None:
        n_nothing = self._n["ignore"] + self._n["accept"]
        say = self._export.messages.append
        if not self._question and _several_asked(self._records):
            self._export.questions = tuple(self._asked)
            about = listing(self._asked)
            say(
                advise(
                    "Items were asked about several labels ({}): name the one that is collected ({table.positive}), and the answers about it count.",
                    about,
                )
            )
        if n_nothing:
            say(f"Answers that are ignored or choose nothing, left out: {n_nothing:,}.")
        if self._n["reject"]:
            say(f"Rejected answers that do not say which label is right, left out: {self._n['reject']:,}.")


def _name(fields: Mapping[str, Any]) -> str:
    """Return what the item of an answer is called; empty where nothing says it."""
    ids = (fields.get(key) for key in ("item_id", "id", "_input_hash"))
    return next((key for key in ids if isinstance(key, str) and key), "")


def labels_asked(records: Sequence[Record]) -> list[str]:
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


def question(path: str, records: Sequence[Record], collected: Sequence[str]) -> str:
    """Return the label whose answers count where people were asked about several; empty: every answer counts.

    Raises
    ------
    BadDataError
        Several of the labels that items were asked about are collected: which answer counts is not known.
    """
    asked = labels_asked(records)
    wanted = [label for label in asked if {label, f"not {label}"} & {*collected}]
    if len(asked) < 2 or not wanted or (len(wanted) > 1 and not _several_asked(records)):
        return ""
    if len(wanted) > 1:
        wrong = f"items were asked about {listing(wanted)} one by one, and all of them are collected"
        todo = advise("collect one of them, and make a plan for each: {table.positive=LABEL}")
        raise broken(path, wrong, todo)
    return wanted[0]


def refuse_parts(path: str, records: Sequence[Record]) -> None:
    """Raise where answers are about parts of texts."""
    kinds: dict[str, int] = {}
    for line, one in records:
        if one.get("relations"):
            kinds.setdefault("relations", line)
        # Where whole texts are labelled, spans show which words a pattern has found.
        if one.get("spans") and not any(key in one for key in _WHOLE):
            kinds.setdefault("spans", line)
    refuse_kinds(path, _CALLED, kinds)


def answered(export: Export, row: int, one: dict[str, Any], asked: Sequence[str], question: str = "") -> str:
    """Return the label that an answer gives to the item; empty where it gives none.

    ``question``: the label whose answers count, where items were asked about several.
    """
    answer, chosen, label = one.get("answer"), one.get("accept"), one.get("label")
    if "accept" in one or "options" in one:
        if answer != "accept" or not chosen:
            return ""
        if not isinstance(chosen, list) or not all(isinstance(name, str) and name.strip() for name in chosen):
            export.note(
                row, "label", "what is chosen is no list of texts", "export the answers again", chosen
            )
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


TOOLS = (Tool("prodigy", _CALLED, "answer or _task_hash", is_answer, read_prodigy, asks=True),)
"""What is read here."""
