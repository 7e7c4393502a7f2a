"""Recognises columns that hold the labels' values and are none: what somebody or something answered for a price."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np

from budgetplan.domain.survey import Column, Survey
from budgetplan.preflight.answer_columns import called_as_answers
from budgetplan.tables.label_names import in_other_capitals, may_be_nothing

_MOSTLY = 0.9
"""So much of a column must be labels, so that the rest may say that there was no answer."""
_MOST_WORDS = 10
_SURE = re.compile(
    r"(.*?)[_\-. ]?(?:confidence|conf|certainty|certain|sureness|sure|sicherheit|konfidenz)[_\-. ]?(.*)",
    re.IGNORECASE,
)
_TOLD = re.compile(
    r"(.*?)[_\-. ]?(?:predicted|prediction|pred|answers|answer|label|class|said|antwort)[_\-. ]?(.*)",
    re.IGNORECASE,
)
_DEGREES: Mapping[str, int] = MappingProxyType(
    {
        word: place
        for place, words in enumerate(
            (
                "very low, very unsure, none",
                "low, unsure, uncertain, weak, niedrig, unsicher",
                "medium, mid, moderate, middle, mittel, somewhat, fairly",
                "high, sure, certain, strong, hoch, sicher, confident",
                "very high, very sure, absolute, absolutely, very confident, sehr hoch",
            )
        )
        for word in words.split(", ")
    }
)
"""How people and language models say how sure they are, and in which order."""


@dataclass(frozen=True)
class AnswererGuess:
    """A column that may be an answerer's.

    Attributes
    ----------
    column
        Its name.
    agrees, n_both
        Of so many rows that have a label and an answer, in how many both are the same.
    n_empty
        Labelled rows in which it is empty.
    no_answer
        Texts in it that are no label.
    confidence, levels
        The column that says how sure it is, if there is one; and its words, the least sure first, if it has words.
    in_order
        Whether the order of these words is known.
    other_forms
        Texts in it that differ from labels in capitals alone, with the label of each.
    """

    column: str
    agrees: int
    n_both: int
    n_empty: int
    no_answer: tuple[str, ...] = ()
    confidence: str = ""
    levels: tuple[str, ...] = ()
    in_order: bool = True
    other_forms: Mapping[str, str] = field(default_factory=dict)


def guess_answerers(
    survey: Survey, label: Column | None, taken: Collection[str]
) -> tuple[AnswererGuess, ...]:
    """Return the columns that hold the labels' values beside the column with the labels.

    ``taken``: names of columns that are something else. Where labels are numbers, other columns of numbers may
    happen to hold the same, so that they must go with the labels beyond three standard errors of chance.
    """
    if label is None:
        return ()
    found = []
    for column in survey.columns:
        if column.name == label.name or column.name in taken or not column.n_filled:
            continue
        if (one := _guess(survey, column, label)) is not None:
            found.append(one)
    return tuple(found)


def _guess(survey: Survey, column: Column, label: Column) -> AnswererGuess | None:
    labels, counts = {*label.different}, column.counts()
    forms = in_other_capitals(counts, labels)
    meant = {name: forms.get(name, name) for name in column.names}
    answered = {name: n for name, n in counts.items() if meant[name] in labels}
    # One label alone tells nothing of the others.
    if len(answered) < 2 or sum(answered.values()) < _MOSTLY * column.n_filled:
        return None
    rest = tuple(name for name in counts if meant[name] not in labels)
    if rest and not all(may_be_nothing(name) or len(rest) <= 2 for name in rest):
        return None
    of_answer = np.array([label.code(meant[name]) for name in column.names])[column.codes]
    both = label.filled & np.array([meant[name] in labels for name in column.names])[column.codes]
    same = int((of_answer == label.codes)[both].sum())
    if label.is_number and not called_as_answers(column.name) and not _beyond_chance(of_answer, label, both):
        return None
    sure = _confidence(survey, column, label)
    words = () if sure is None or sure.is_number else sure.different
    known = all(word.casefold() in _DEGREES for word in words)
    order = sorted(words, key=lambda word: (_DEGREES.get(word.casefold(), 0), word))
    return AnswererGuess(
        column.name,
        same,
        int(both.sum()),
        int((label.filled & ~column.filled).sum()),
        rest,
        "" if sure is None else sure.name,
        tuple(order),
        known,
        forms,
    )


def may_tell_of_models(name: str, counts: Mapping[str, int], labels: Collection[str]) -> bool:
    """Say whether a column may hold what a model answers, or how sure it is: labels in the main, or few words of such a name.

    ``counts``: how many cells hold each text.

    >>> may_tell_of_models("llm_confidence", {"low": 7, "high": 90}, ("yes", "no"))
    True
    >>> may_tell_of_models("llm", {"Yes": 95, "n/a": 4}, ("yes", "no")), may_tell_of_models("word", {"low": 1}, ("yes",))
    (True, False)
    """
    known = {label.casefold() for label in labels}
    filled = {text: n for text, n in counts.items() if text}
    answers = sum(n for text, n in filled.items() if text.casefold() in known)
    mostly = answers >= _MOSTLY * sum(filled.values())
    return bool(filled) and (mostly or (bool(_SURE.fullmatch(name)) and len(filled) <= _MOST_WORDS))


def _beyond_chance(answer: np.ndarray, label: Column, both: np.ndarray) -> bool:
    """Return whether answers agree with labels beyond three standard errors of chance."""
    one, other = answer[both], label.codes[both]
    n = max(len(one), 1)
    shares = [np.bincount(codes, minlength=len(label.names)) / n for codes in (one, other)]
    by_chance = float(shares[0] @ shares[1])
    error = float(np.sqrt(by_chance * (1 - by_chance) / n))
    return float((one == other).sum()) / n > by_chance + 3 * error


def _confidence(survey: Survey, column: Column, label: Column) -> Column | None:
    """Return the column that says how sure an answer is, by its name."""
    stem = _stem(_TOLD, column.name)
    stems = {column.name.casefold(), *([] if stem is None else [stem])}
    for other in survey.columns:
        if other.name in {column.name, label.name} or not other.n_filled:
            continue
        if _stem(_SURE, other.name) in stems and (other.is_number or len(other.different) <= _MOST_WORDS):
            return other
    return None


def _stem(pattern: re.Pattern[str], name: str) -> str | None:
    match = pattern.fullmatch(name)
    return None if match is None else (match[1] + match[2]).casefold()
