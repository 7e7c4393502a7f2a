"""Argilla: what its SDK writes of records, flat (``to_list(flatten=True)``), or as its ``to_json`` has them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from budgetplan.domain.messages import Message
from budgetplan.tools.base import ITEM_ID, QUEUE_ID, Asked, Export, Record, Tool

_CALLED = Message("tools.argilla")
_RESPONSES, _USERS, _STATUS = ".responses", ".responses.users", ".responses.status"
_SUGGESTION, _SCORE, _AGENT = ".suggestion", ".suggestion.score", ".suggestion.agent"
_OWN = ("_server_id", "vectors")
_NESTED = ("fields", "metadata", "suggestions", "responses")
_COUNTING = ("submitted", None)
"""Drafts and what was discarded are no judgements; files of ``to_json`` say nothing of it."""


def is_record(record: dict[str, Any]) -> bool:
    """Return whether an object is a record of Argilla's, flat or not."""
    if isinstance(record.get("fields"), dict) and isinstance(record.get("responses"), dict):
        return True
    return "_server_id" in record or any(key.endswith(_USERS) for key in record)


def read(path: str, records: Sequence[Record], asked: Asked) -> Export:
    """Return what records say: the answer to each question in a column of its name, by most people.

    What was suggested is in ``AGENT.predicted`` and ``AGENT.confidence``, where the suggestion has a score.

    Raises
    ------
    BadDataError
        A part of a record is not what Argilla writes there.
    """
    wrong = Message("tools.no_single_answer")
    export = Export(path, asked, _CALLED, wrong, wrong)
    flattened = [(line, _flat(export, line, record)) for line, record in records]
    keys = {key for _, record in flattened for key in record}
    questions = sorted(key.removesuffix(_RESPONSES) for key in keys if key.endswith(_RESPONSES))
    suggested = sorted(key.removesuffix(_SUGGESTION) for key in keys if key.endswith(_SUGGESTION))
    export.ask(questions)
    questioned = {*questions, *suggested}
    ends = (_RESPONSES, _USERS, _STATUS, _SUGGESTION, _SCORE, _AGENT)
    taken = {*_OWN, *(question + end for question in questioned for end in ends)}
    n_other = dict.fromkeys(questions, 0)
    for line, record in flattened:
        fields = {key: value for key, value in record.items() if key not in taken}
        row = export.add(line, {f"field.{key}" if key in questioned else key: fields[key] for key in fields})
        ids = {ITEM_ID: record.get(ITEM_ID) or record.get("id"), QUEUE_ID: record.get(QUEUE_ID)}
        for question in questions:
            answers = _answers(record, question)
            counting = [(label, who) for label, status, who in answers if status in _COUNTING]
            n_other[question] += len(answers) - len(counting)
            for label, who in counting:
                kept = question == export.question
                labels = label if isinstance(label, list) else [label] if label not in (None, "") else []
                export.judge(row, line, {question: labels}, ids, who=who, kept=kept)
            if not counting and question == export.question:
                export.judge(row, line, {}, ids)
        for question in sorted(questioned):
            suggestion, score, agent = (record.get(question + end) for end in (_SUGGESTION, _SCORE, _AGENT))
            name = agent if isinstance(agent, str) and agent else "suggestion"
            name = name if len(questioned) == 1 else f"{name}.{question}"
            for end, value in ((".predicted", suggestion), (".confidence", score)):
                if suggestion is not None and value is not None:
                    export.put(row, name + end, value)
    for question in questions:
        export.settle(question)
    n_answers = sum(bool(vote.answers) for vote in export.judgements)
    export.tell(Message("tools.n_records", n=len(records)), Message("tools.n_answers", n=n_answers))
    if n := sum(n_other.values()):
        export.messages.append(Message("tools.not_submitted", n=n))
    if n := n_other.get(export.question, 0):
        export.log_messages.append(Message("tools.not_submitted", n=n))
    return export


def _flat(export: Export, line: int, record: dict[str, Any]) -> dict[str, Any]:
    """Return a record with the keys that it has where it is written flat."""
    flat = dict(record)
    if isinstance(record.get("fields"), dict):
        nested = {part: record.get(part) or {} for part in _NESTED}
        for part, inner in nested.items():
            if not isinstance(inner, dict):
                export.refuse(Message("tools.part_no_object", part=part), line)
        fields, metadata, suggestions, responses = nested.values()
        flat = {key: value for key, value in record.items() if key not in _NESTED} | fields | metadata
        for question, answers in responses.items():
            if not isinstance(answers, list) or not all(isinstance(answer, dict) for answer in answers):
                export.refuse(Message("tools.responses_no_list", question=question), line)
            flat[question + _RESPONSES] = [answer.get("value") for answer in answers]
            flat[question + _STATUS] = [answer.get("status") for answer in answers]
            flat[question + _USERS] = [answer.get("user_id", "") for answer in answers]
        for question, suggestion in suggestions.items():
            if not isinstance(suggestion, dict | None):
                export.refuse(Message("tools.suggestion_no_object", question=question), line)
            for end, key in ((_SUGGESTION, "value"), (_SCORE, "score"), (_AGENT, "agent")):
                flat[question + end] = suggestion.get(key) if suggestion else None
    for key in flat:
        if key.endswith(_RESPONSES) and not isinstance(flat[key], list | None):
            export.refuse(Message("tools.key_no_list", key=key), line)
    return flat


def _answers(record: Mapping[str, Any], question: str) -> list[tuple[Any, Any, str]]:
    """Return each answer to a question of a flat record, with its status and who gave it."""
    responses, keys = record.get(question + _RESPONSES) or [], (question + _STATUS, question + _USERS)
    n = len(responses)
    beside = [part if isinstance(part, list) and len(part) == n else [None] * n for part in map(record.get, keys)]
    answers = zip(responses, *beside, strict=True)
    return [(label, status, "" if who is None else str(who)) for label, status, who in answers]


TOOL = Tool("argilla", _CALLED, read, Message("tools.argilla_sign"), is_record)
"""What is read here."""
