"""What answerers said of the items, from the columns of a table (METHODS A)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence

import numpy as np
import pandas as pd

from budgetplan.arrays import BoolArray, IntArray
from budgetplan.dataset.rows import Sheet
from budgetplan.domain.items import AmongPeople, Answerer, Answers, Reason, frozen
from budgetplan.domain.messages import Message, shortened
from budgetplan.domain.options import nearest
from budgetplan.tables.cells import Texts
from budgetplan.tables.columns import check_amounts, check_odd, note_no_column
from budgetplan.tables.frame import Frame
from budgetplan.tables.label_names import difference, likeness, spelled
from budgetplan.tables.problems import GREATEST_SHOWN, Problems, did_you_mean


def answer_columns(
    answerers: Sequence[Answerer], header: Sequence[str], problems: Problems | None = None
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the columns with answers to read as texts and as numbers.

    A column that the table lacks is left out, and noted where there are ``problems`` to note it in.

    >>> llm = Answerer("llm", "said", "sure", ("low", "high"), tokens_in="n")
    >>> answer_columns([llm], ["id", "said", "n"])
    (('said',), ('n',))
    """
    texts, numbers = list[str](), list[str]()
    for answerer in answerers:
        texts.append(answerer.column)
        (texts if answerer.levels else numbers).append(answerer.confidence)
        numbers += answerer.token_columns
        for name in dict.fromkeys((answerer.column, answerer.confidence, *answerer.token_columns)):
            if name and name not in header and problems is not None:
                wrong = Message("dataset.no_column_of_answerer", name=answerer.name)
                note_no_column(name, header, problems, wrong)
    columns = {*filter(None, header)}
    texts, numbers = ([name for name in dict.fromkeys(names) if name in columns] for names in (texts, numbers))
    return tuple(texts), tuple(numbers)


def leave_out_unasked(sheet: Sheet, among: BoolArray) -> None:
    """Leave out labelled items that an answerer was not asked about, so that all are compared on the same items.

    An empty cell may say so. ``among``: which labelled items are looked at, shape (rows,).
    """
    before = (sheet.kept & among).any()
    for answerer in sheet.plan.answerers:
        if answerer.empty == "not asked" and answerer.column in sheet.frame.texts:
            lost = sheet.frame.texts[answerer.column].empty & among & sheet.kept
            sheet.leave_out(lost, Reason("not_asked", answerer.name))
            if n := int(lost.sum()):
                sheet.messages.append(Message("dataset.not_asked", name=answerer.name, n=n))
    if before and not (sheet.kept & among).any():
        sheet.problems.add(Message("dataset.none_asked_together"))


def check_answers(sheet: Sheet, used: BoolArray, labelled: BoolArray, names: Collection[str]) -> None:
    """Note what is wrong with the answers.

    ``used``, ``labelled``: the rows that are used, and those of them that carry a label. ``names``: every label that an
    answer may be.
    """
    for answerer in sheet.plan.answerers:
        if answerer.column in sheet.frame.texts:
            _check_labels(answerer, sheet, used, labelled, sorted(names))
        if answerer.confidence in sheet.frame.texts and answerer.levels:
            _check_levels(answerer, sheet, used)
        elif answerer.confidence in sheet.frame.numbers:
            _check_numbers(answerer, sheet, used)
        for column in answerer.token_columns:
            if column in sheet.frame.numbers:
                check_amounts(sheet.frame, (used, labelled), column, "tokens", sheet.problems)


def _check_labels(answerer: Answerer, sheet: Sheet, used: BoolArray, labelled: BoolArray, names: Sequence[str]) -> None:
    """Note answers that are neither a label nor stand for none."""
    problems = sheet.problems
    for both in (name for name in answerer.no_answer if name in names):
        message = Message("dataset.no_answer_is_label", name=answerer.name)
        problems.add(message, column=answerer.column, found=both)

    def message_of(name: str) -> Message:
        twin = next((other for other in names if likeness(other) == likeness(name)), "")
        hint = did_you_mean(shortened(spelled(nearest(name, names))))
        if twin:
            hint = Message("dataset.twin_meant", name=shortened(spelled(twin)), how=difference(name, twin))
        return Message("dataset.answer_no_label", name=answerer.name, hint=hint, labels=names, answer=shortened(name))

    _note_others(sheet, answerer.column, used, (*names, *answerer.no_answer), message_of)
    answered = sheet.frame.texts[answerer.column].among(names) >= 0
    if labelled.any() and not (labelled & answered).any() and not problems:
        problems.add(Message("dataset.no_answers", name=answerer.name), column=answerer.column)


def _check_levels(answerer: Answerer, sheet: Sheet, used: BoolArray) -> None:
    def message_of(name: str) -> Message:
        hint = did_you_mean(shortened(nearest(name, answerer.levels)))
        return Message("dataset.no_level", name=answerer.name, hint=hint, levels=answerer.levels)

    _note_others(sheet, answerer.confidence, used, answerer.levels, message_of)


def _check_numbers(answerer: Answerer, sheet: Sheet, used: BoolArray) -> None:
    """Note words in a column of numbers; where there are words alone, their order is still needed."""
    column, problems = answerer.confidence, sheet.problems
    numbers = sheet.frame.numbers[column]
    words = {cell for row, cell in numbers.odd.items() if used[row] and any(map(str.isalpha, cell))}
    if words and np.isnan(numbers.values[used]).all():
        levels = [f'"{word}"' for word in sorted(words)[:5]]
        problems.add(Message("dataset.words_without_order", name=answerer.name, levels=levels), column=column)
        return
    if words:
        problems.add(Message("dataset.numbers_and_words", name=answerer.name), column=column)
    check_odd(sheet.frame, used, column, problems)


def _note_others(
    sheet: Sheet,
    column: str,
    used: BoolArray,
    names: Sequence[str],
    message_of: Callable[[str], Message],
) -> None:
    """Note cells that hold none of the known texts; of many, one of each text first. ``message_of``: what to say of a text."""
    frame, problems, texts = sheet.frame, sheet.problems, sheet.frame.texts[column]
    rows = np.flatnonzero(used & ~texts.empty & (texts.among(names) < 0))
    if len(rows) > GREATEST_SHOWN:
        again = pd.Index(texts.codes[rows]).duplicated()
        rows = rows[np.argsort(again, kind="stable")]
    for row in rows[:GREATEST_SHOWN].tolist():
        name = texts.names[texts.codes[row]]
        frame.note_cell(problems, column, row, message_of(name), name)
    if len(rows) > GREATEST_SHOWN:
        problems.count_more(message_of(name), frame.called(column), len(rows) - GREATEST_SHOWN)


def answers_of(answerer: Answerer, sheet: Sheet, order: IntArray, names: Sequence[str], labelled: BoolArray) -> Answers:
    """Return what an answerer said of rows in this order.

    ``names``: labels by their codes. ``labelled``: who has one, shape (n,), in the same order; an empty cell of another
    item says that it was not asked about it.
    """
    frame = sheet.frame
    n_items, texts = len(order), frame.texts.get(answerer.column)
    numbers = {
        name: frame.numbers[name].values[order] if name in frame.numbers else np.full(n_items, np.nan)
        for name in (*answerer.token_columns, answerer.confidence)
    }
    confidence = None
    if answerer.levels and answerer.confidence in frame.texts:
        level = frame.texts[answerer.confidence].among(answerer.levels)[order]
        confidence = np.where(level < 0, np.nan, level.astype(np.float64))
    elif answerer.confidence:
        confidence = numbers[answerer.confidence]
    asked: BoolArray = np.zeros(n_items, dtype=bool)
    answer, among_people = np.full(n_items, -1), None
    if texts is not None:
        answer, asked = texts.among(names)[order], labelled | ~texts.empty[order]
        among_people = _among_people(texts, frame, sheet.plan.columns.label, names)
    return Answers(
        answerer.name,
        frozen(answer),
        frozen(answerer.item_cost(n_items, numbers)),
        None if confidence is None else frozen(confidence),
        None if asked.all() else frozen(asked),
        among_people,
    )


def _among_people(texts: Texts, frame: Frame, label: str, names: Sequence[str]) -> AmongPeople | None:
    """Return how an answerer agrees with people, ties among them and all; None where several judged no row."""
    code, votes = frame.votes(label)
    rows = np.flatnonzero((texts.among(names) >= 0) & (code >= 0))
    if not len(rows):
        return None
    # What is said of a row by people and by the answerer takes few different forms, whatever the number of rows.
    both, times = np.unique(np.stack([code[rows], texts.codes[rows]]), axis=1, return_counts=True)
    pairs = same = beside = beside_same = 0
    for (people, answer), n in zip(both.T.tolist(), times.tolist(), strict=True):
        counts = Counter(votes[people])
        k = counts.total()
        pairs += n * k * (k - 1) // 2
        same += n * sum(c * (c - 1) // 2 for c in counts.values())
        beside += n * k
        beside_same += n * counts[texts.names[answer]]
    return AmongPeople(len(rows), pairs, same, beside, beside_same)
