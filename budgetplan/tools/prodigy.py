"""Prodigy: one line for each answer that a person gave (db-out); packets as the stream of a recipe, with its commands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from shlex import quote
from typing import Any

from budgetplan.domain.messages import Message
from budgetplan.tools.base import ITEM_ID, Asked, Export, Record, Tool, flat, text_of
from budgetplan.tools.packets import Files, Packet, QueueTool, lines, records_of

_CALLED = Message("tools.prodigy")
_ANSWERS = ("accept", "reject", "ignore")
_OWN = ("answer", "accept", "options", "versions", "spans", "tokens", "relations", "config", "label", "score")
_WHOLE = ("label", "accept", "options")


def is_answer(record: dict[str, Any]) -> bool:
    """Return whether an object is a line of Prodigy's."""
    return "_task_hash" in record or "_input_hash" in record or record.get("answer") in _ANSWERS


def read(path: str, records: Sequence[Record], asked: Asked) -> Export:
    """Return what answers say, with the label in the column ``label``.

    Where an item was asked about several labels, the answers about the collected one count, and no others.

    Where one label is asked about, its answers are this label and "not" this label, which is the other one of two
    classes; its score is in the column ``score``. Where several are, a rejected one says what an item is not, which is
    no label, and the scores are in ``score:LABEL``. Lines with ``versions`` come from a review: they settle the item.
    What passed between two answers of a session is the time of the second.

    Raises
    ------
    BadDataError
        Items were asked about several labels that are collected.
    """
    odd_label = Message("tools.chosen_no_list")
    export = Export(path, asked, _CALLED, odd_label=odd_label, times=("", "_timestamp"), paced=True)
    pairs = {(_name(flat(record, _OWN)), text_of(record.get("label"))) for _, record in records}
    labels = sorted({label for _, label in pairs} - {""})
    each_asked = any(n > 1 for name, n in Counter(name for name, label in pairs if label).items() if name)
    question = _question(export, labels, each_asked=each_asked)
    several = len(labels) > 1
    scored = sorted({text_of(record.get("label")) for _, record in records if _score(record) is not None})
    for label in scored if several else ():
        # The order of classes may not depend on that of the rows.
        export.columns.setdefault(f"score:{label}" if label else "score")
    n = Counter[str]()
    for line, record in records:
        row, label, score = _row(export, line, record), text_of(record.get("label")), _score(record)
        if score is not None:
            column = f"score:{label}" if several and label else "score"
            export.agree(row, column, score, Message("tools.two_scores"), line)
        if record.get("spans") and not any(key in record for key in _WHOLE):
            # Where whole texts are labelled, spans show which words a pattern has found.
            export.parts.setdefault("spans", line)
        if record.get("relations"):
            export.parts.setdefault("relations", line)
        answer, kept, wrong = record.get("answer"), not question or label == question, None
        chosen = _chosen(record, asked, said_no=bool(question) or not several)
        if answer is not None and answer not in _ANSWERS:
            wrong = (Message("tools.no_prodigy_answer"), answer)
        elif answer == "accept" and chosen == [None]:
            wrong = (Message("tools.answer_without_label"), record.get("label"))
        if kept and wrong:
            export.note(row, "label", *wrong, line)
        labels_given = {"label": chosen} if kept and answer and not wrong else {}
        who = text_of(record.get("_annotator_id", record.get("_session_id")))
        settles, column = isinstance(record.get("versions"), list), "answer" if wrong else "accept"
        act = {"who": who, "when": record.get("_timestamp"), "settles": settles, "kept": kept}
        export.judge(row, line, labels_given, flat(record, ()), **act, column=column, wrong=wrong)
        if kept and answer in _ANSWERS:
            n["label" if chosen else answer] += 1
    export.settle("label")
    export.tell(*export.counts("tools.n_items", n.total(), "tools.n_answers", export.judgements))
    if question:
        export.read_as = Message("tools.about", told=export.read_as, label=question)
    if not question and each_asked:
        export.questions = tuple(labels)
        export.messages.append(Message("tools.several_asked", names=labels))
    if nothing := n["ignore"] + n["accept"]:
        export.messages.append(Message("tools.nothing_chosen", n=nothing))
    if n["reject"]:
        export.messages.append(Message("tools.rejected", n=n["reject"]))
    return export


def _row(export: Export, line: int, record: dict[str, Any]) -> int:
    """Return the row of the item; texts without an id are told apart by the hash of the input."""
    fields = flat(record, _OWN)
    name = _name(fields)
    kept = {key: value for key, value in fields.items() if not key.startswith("_")}
    if name and not {ITEM_ID, "id"} & kept.keys():
        kept = {ITEM_ID: name} | kept
    row = export.row(name, line, kept) if name else export.add(line, kept)
    # What another answer to an item says of it otherwise counts where the column is read.
    for key, value in kept.items():
        export.agree(row, key, value, Message("tools.answers_differ"), line)
    return row


def _name(fields: Mapping[str, Any]) -> str:
    """Return what the item of an answer is called; empty where nothing says it."""
    ids = (fields.get(key) for key in (ITEM_ID, "id", "_input_hash"))
    return next((key for key in ids if isinstance(key, str) and key), "")


def _question(export: Export, labels: Sequence[str], *, each_asked: bool) -> str:
    """Return the label whose answers count where people were asked about several; empty: every answer counts.

    Raises
    ------
    BadDataError
        Several of the labels that items were asked about are collected: which answer counts is not known.
    """
    wanted = [label for label in labels if {label, f"not {label}"} & {*export.asked.positive}]
    if len(labels) < 2 or not wanted or (len(wanted) > 1 and not each_asked):
        return ""
    if len(wanted) > 1:
        export.refuse(Message("tools.several_collected", names=wanted))
    return wanted[0]


def _chosen(record: dict[str, Any], asked: Asked, *, said_no: bool) -> Any:
    """Return the labels that an answer gives to the item, none where it gives none; ``said_no``: a no is a label."""
    answer, chosen, label = record.get("answer"), record.get("accept"), text_of(record.get("label")).strip()
    if "accept" in record or "options" in record:
        return chosen if answer == "accept" and chosen else []
    if answer == "accept":
        return [label or None]
    # Whoever says no to one of two classes says yes to the other.
    return [asked.other(label) or f"not {label}"] if answer == "reject" and label and said_no else []


def _score(record: dict[str, Any]) -> Any:
    """Return the score of a line, None where it has none; the one in ``meta`` is rounded."""
    meta = record.get("meta")
    return record.get("score", meta.get("score") if isinstance(meta, dict) else None)


TOOL = Tool("prodigy", _CALLED, read, Message("tools.prodigy_sign"), is_answer)
"""What is read here."""

_TAKEN = (ITEM_ID, "score", "pattern")
_LABELS = "prodigy-labels.txt"


def write(packet: Packet) -> Files:
    """Return the packet as one task a line; ids and columns are in ``meta``, which comes back with the answers."""
    meta = records_of({ITEM_ID: packet.ids, **packet.others(_TAKEN)})
    tasks = [{"text": text, "meta": row} for text, row in zip(packet.judged, meta, strict=True)]
    return {f"{packet.name}.jsonl": lines(tasks)}


def commands(packet: Packet) -> Files:
    """Return the commands that ask for the classes and give the answers back.

    The classes stand in the command; where one of them has a comma, which separates them there, in a file, one a line.
    """
    listed = any("," in label for label in packet.labels)
    asked = _LABELS if listed else quote(",".join(packet.labels))
    text = (
        "For each packet, here packet-001, with a dataset of its own:\n\n"
        f"prodigy textcat.manual packet-001 packet-001.jsonl --label {asked} --exclusive\n"
        "prodigy db-out packet-001 > packet-001-answers.jsonl\n\n"
        f"{QUEUE.order}\n"
    )
    names = {_LABELS: "".join(f"{label}\n" for label in packet.labels).encode()} if listed else {}
    return {**names, "prodigy.txt": text.encode()}


QUEUE = QueueTool(
    "prodigy",
    "Prodigy",
    write,
    "Start textcat.manual, which shows the lines as they come, with a dataset of its own for each packet; textcat.teach sorts them anew and loses the order.",
    commands,
    blank=Message("tools.prodigy_blank"),
    twice=Message("tools.prodigy_twice"),
)
"""What is written here."""
