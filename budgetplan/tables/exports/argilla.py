"""Argilla: what its SDK writes of records, flat (``to_list(flatten=True)``), or as its ``to_json`` has them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from budgetplan.errors import counted
from budgetplan.tables.exports.base import SEVERAL, Export, Record, Tool
from budgetplan.tables.files import broken
from budgetplan.tables.judgements.base import ITEM_ID, QUEUE_ID, Entries, as_labels

_CALLED = "a file of Argilla records"
_RESPONSES, _USERS, _STATUS = ".responses", ".responses.users", ".responses.status"
_SUGGESTION, _SCORE, _AGENT = ".suggestion", ".suggestion.score", ".suggestion.agent"
_OWN = ("_server_id", "vectors")
_NESTED = ("fields", "metadata", "suggestions", "responses")
_TODO = "export the records again"
_COUNTING = ("submitted", None)
"""Drafts and what was discarded are no judgements; files of ``to_json`` say nothing of it."""


def is_record(one: dict[str, Any]) -> bool:
    """Return whether an object is a record of Argilla's, flat or not."""
    if isinstance(one.get("fields"), dict) and isinstance(one.get("responses"), dict):
        return True
    return "_server_id" in one or any(key.endswith(_USERS) for key in one)


def read_argilla(path: str, records: Sequence[Record], empty: Collection[str] = ()) -> Export:
    """Return the records as rows: the answer to each question in a column of its name, by most people.

    What was suggested is in ``AGENT.predicted`` and ``AGENT.confidence``, where the suggestion has a score.
    """
    export = Export()
    n_answers, n_other = 0, 0
    flattened = _flat_records(path, records)
    questions = _questions(flattened)
    asked = {
        *questions,
        *(key.removesuffix(_SUGGESTION) for _, one in flattened for key in one if key.endswith(_SUGGESTION)),
    }
    own = {*_OWN, *(question + end for question in asked for end in _ENDS)}
    for line, one in flattened:
        fields = {key: value for key, value in one.items() if key not in own}
        row = export.add(line, {f"field.{key}" if key in asked else key: fields[key] for key in fields})
        for question in questions:
            given = _answers(one, question)
            counting = [label for label, status, _ in given if status in _COUNTING]
            n_other += len(given) - len(counting)
            n_answers += len(counting)
            for label in (label for label in counting if label not in empty):
                if isinstance(label, str) and label:
                    export.vote(row, question, label)
                else:
                    export.note(row, question, "the answer is no single label", SEVERAL, label)
        for question in sorted(asked):
            _suggested(export, row, one, question, alone=len(asked) == 1)
    for question in questions:
        export.settle(question)
    export.told = f"{_CALLED}: {counted(len(records), 'record')}, {counted(n_answers, 'answer')}"
    if n_other:
        export.messages.append(f"Answers that were not submitted, left out: {n_other:,}.")
    return export


def add_records(records: Sequence[Record], entries: Entries) -> None:
    """Add the answers that were submitted to a log; a record without one is not judged yet."""
    flattened = _flat_records(entries.problems.file, records)
    question = entries.question(_questions(flattened))
    n_other = 0
    for line, one in flattened:
        item = entries.item_of(
            {ITEM_ID: one.get(ITEM_ID) or one.get("id"), QUEUE_ID: one.get(QUEUE_ID)}, line
        )
        given = _answers(one, question)
        counting = [(label, user) for label, status, user in given if status in _COUNTING]
        n_other += len(given) - len(counting)
        for label, user in counting or [(None, "")]:
            chosen = entries.chosen(as_labels(label), line, question, item)
            entries.add(line, item, chosen, annotator=user if chosen else "")
    if n_other:
        entries.messages.append(f"Answers that were not submitted, left out: {counted(n_other, 'answer')}.")


_ENDS = (_RESPONSES, _USERS, _STATUS, _SUGGESTION, _SCORE, _AGENT)


def _flat_records(path: str, records: Sequence[Record]) -> list[Record]:
    """Return records with the keys that they have where they are written flat.

    Raises
    ------
    BadDataError
        A part of a record is not what Argilla writes there.
    """
    flattened = []
    for line, one in records:
        found = _flat(path, line, one) if isinstance(one.get("fields"), dict) else dict(one)
        for key, said in found.items():
            if key.endswith(_RESPONSES) and not isinstance(said, list | None):
                raise broken(path, f"{key} is no list of answers", _TODO, line)
        flattened.append((line, found))
    return flattened


def _flat(path: str, line: int, one: Mapping[str, Any]) -> dict[str, Any]:
    fields, metadata, suggestions, responses = (one.get(part) or {} for part in _NESTED)
    for part, inner in zip(_NESTED, (fields, metadata, suggestions, responses), strict=True):
        if not isinstance(inner, dict):
            raise broken(path, f"{part} is no object", _TODO, line)
    found = {key: value for key, value in one.items() if key not in _NESTED} | fields | metadata
    for question, listed in responses.items():
        if not isinstance(listed, list) or not all(isinstance(answer, dict) for answer in listed):
            raise broken(path, f"what responses says of {question} is no list of answers", _TODO, line)
        found[question + _RESPONSES] = [answer.get("value") for answer in listed]
        found[question + _STATUS] = [answer.get("status") for answer in listed]
        found[question + _USERS] = [answer.get("user_id", "") for answer in listed]
    for question, said in suggestions.items():
        if not isinstance(said, dict | None):
            raise broken(path, f"what suggestions says of {question} is no object", _TODO, line)
        for end, key in ((_SUGGESTION, "value"), (_SCORE, "score"), (_AGENT, "agent")):
            found[question + end] = said.get(key) if said else None
    return found


def _questions(flattened: Sequence[Record]) -> list[str]:
    """Return the questions that people were asked, sorted."""
    return sorted(
        {key.removesuffix(_RESPONSES) for _, one in flattened for key in one if key.endswith(_RESPONSES)}
    )


def _answers(one: Mapping[str, Any], question: str) -> list[tuple[Any, Any, str]]:
    """Return each answer to a question of a flat record, with its status and who gave it."""
    said = one.get(question + _RESPONSES)
    if not isinstance(said, list):
        return []

    def beside(end: str, nothing: Any) -> list[Any]:
        found = one.get(question + end)
        return found if isinstance(found, list) and len(found) == len(said) else [nothing] * len(said)

    return [*zip(said, beside(_STATUS, None), map(str, beside(_USERS, "")), strict=True)]


def _suggested(export: Export, row: int, one: Mapping[str, Any], question: str, *, alone: bool) -> None:
    """Write what was suggested, by whom it was: a label and how sure that is."""
    said, score, agent = (one.get(question + end) for end in (_SUGGESTION, _SCORE, _AGENT))
    if said is None:
        return
    name = agent if isinstance(agent, str) and agent else "suggestion"
    name = name if alone else f"{name}.{question}"
    export.put(row, f"{name}.predicted", said)
    if score is not None:
        export.put(row, f"{name}.confidence", score)


TOOLS = (Tool("argilla", _CALLED, "responses with their users", is_record, read_argilla, log=add_records),)
"""What is read here."""
