"""Whether more labels pay before deciding, and how many settle a choice: what every report tells of it alike."""

from __future__ import annotations

import math
from collections.abc import Sequence

from budgetplan.domain.decision import LabelsWorth
from budgetplan.report.model import (
    Block,
    ColumnKind,
    FilledColumn,
    Heading,
    Paragraph,
    Sentence,
    Table,
    Value,
    by_columns,
)
from budgetplan.report.phrases import Nouns

VERDICTS = "labels.worth_it", "labels.not_worth", "labels.ceiling"
"""The texts that say that labels are worth it, that they are not, or only what they are about."""


def verdict(speaker: Nouns, labels: LabelsWorth, texts: tuple[str, str, str] = VERDICTS) -> Sentence:
    """Say that labels are worth it or not, or leave that open where they gain and cannot be set against a price."""
    worth_it, not_worth, left_open = texts
    if labels.best is not None:
        return speaker.say(worth_it, n=labels.best.n)
    return speaker.say(left_open if labels.beyond is None and labels.everything > 0 else not_worth)


def rounded_up(amount: float, digits: int) -> float:
    """Return a ceiling rounded up as far as it is printed: noise of the last digits is no cent.

    >>> rounded_up(1.231, 2), rounded_up(1.1 * 3, 1)
    (1.24, 3.3)
    """
    scale = 10.0**digits
    return math.ceil(amount * scale - 1e-9) / scale


def digits_of(worth: float, minor_digits: int | None) -> int:
    """Return how many decimals a ceiling is printed with; ``minor_digits``: of money, None for right answers.

    >>> digits_of(120.0, 2), digits_of(1.2, 2), digits_of(1.2, None), digits_of(0.2, None)
    (0, 2, 0, 1)
    """
    if minor_digits is None:
        return 0 if worth > 0.4 else 1
    return 0 if worth >= 100 else minor_digits


def too_many(labels: LabelsWorth, wanted: int) -> bool:
    """Say whether the list has fewer items than are to be labelled beside those that are."""
    return labels.listed is not None and wanted - labels.labelled > labels.listed


def labels_section(
    speaker: Nouns,
    labels: LabelsWorth,
    why: Sequence[Sentence],
    which: Sentence,
    worth: tuple[Sentence, ColumnKind],
    model: str,
) -> list[Block]:
    """Return what so many more labels are worth, and how many settle each choice, as tables.

    Parameters
    ----------
    why, which
        What worths are read from and labels cost, and which items decide.
    worth
        Heading and kind of the column of worths.
    model
        The recommended one.
    """
    blocks: list[Block] = [Heading(speaker.say("head.labels")), Paragraph(tuple(why))]
    if labels.by_n:
        blocks.append(_by_number(speaker, labels, worth))
    if labels.settling:
        blocks += [Paragraph((which,)), _settling(speaker, labels, model)]
    return blocks


def _by_number(speaker: Nouns, labels: LabelsWorth, worth: tuple[Sentence, ColumnKind]) -> Table:
    rows, (heading, kind) = labels.by_n, worth
    columns: list[FilledColumn] = [
        ("more", speaker.say("col.labels_more"), "count", [one.n for one in rows]),
        ("worth", heading, kind, [one.worth for one in rows]),
    ]
    in_answers = labels.unit == "right answers"
    for name, key in (
        ("price", "col.labels_price"),
        ("beyond", "col.labels_beyond"),
        ("net", "col.labels_net"),
    ):
        amounts = [getattr(one, name) for one in rows]
        if None not in amounts:
            title = speaker.say(key) if in_answers else speaker.in_money(key)
            columns.append((name, title, kind if in_answers else "money", amounts))
    strong = [one == labels.best for one in rows]
    return by_columns("labels", speaker.say("table.labels"), columns, strong=strong)


def _settling(speaker: Nouns, labels: LabelsWorth, model: str) -> Table:
    rows, wanted, targeted = labels.settling, list[Value](), list[Value]()
    for one in rows:  # models, not items
        none = one.labels is None
        told = none or too_many(labels, one.labels or 0)
        said = speaker.say("row.labels_none" if none else "row.labels_too_many") if told else None
        wanted.append(said or one.labels)
        targeted.append(None if told else one.targeted)
    columns: list[FilledColumn] = [
        ("model", speaker.say("col.model"), "text", [speaker.named(one.model) for one in rows]),
        ("labels", speaker.say("col.labels_all"), "count", wanted),
        ("share", speaker.say("col.labels_share"), "share", [one.share for one in rows]),
        ("targeted", speaker.say("col.labels_targeted"), "count", targeted),
    ]
    return by_columns("settling", speaker.say("table.settling", model=model), columns)
