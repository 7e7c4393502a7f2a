"""Says of answers without a confidence how often each is right, and what becomes of it."""

from __future__ import annotations

from collections.abc import Sequence

from budgetplan.domain.labelled import Predictions
from budgetplan.domain.utilities import NO_ANSWER
from budgetplan.planning.defer.solve import ByAnswer
from budgetplan.report.model import Block, FilledColumn, Paragraph, Sentence, by_columns
from budgetplan.report.phrases import Nouns, interval


def how_sure(speaker: Nouns, said: Predictions) -> list[Sentence]:
    """Say where the confidence of answers comes from that have none of their own; nothing of others."""
    if said.scaling is None or said.scaling.rates is None:
        return []
    silent = [speaker.say("defer.no_answer", name=NO_ANSWER)] if NO_ANSWER in said.scaling.classes else []
    return [speaker.say("defer.by_answer", model=said.name), *silent]


def answers_blocks(speaker: Nouns, said: Predictions, rows: Sequence[ByAnswer]) -> list[Block]:
    """Return a table of the answers of a model without confidence; nothing where there are no rows."""
    if not rows:
        return []
    rates = [one.rate for one in rows]
    columns: list[FilledColumn] = [
        ("answer", speaker.say("defer.c_answer"), "text", [one.name for one in rows]),
        ("judged", speaker.say("defer.c_judged"), "count", [one.judged for one in rows]),
        ("right", speaker.say("defer.c_right"), "count", [one.right for one in rows]),
        (
            "share_right",
            speaker.say("defer.c_share_right"),
            "share",
            [None if rate is None else rate.value for rate in rates],
        ),
    ]
    spans = [None if rate is None else interval(rate) for rate in rates]
    if any(spans):
        columns.append(("interval", speaker.say("defer.c_interval"), "share", spans))
    columns += [
        ("n", speaker.say("defer.c_n"), "count", [one.n for one in rows]),
        ("alone", speaker.say("defer.c_alone"), "count", [one.alone for one in rows]),
        ("people", speaker.say("defer.c_people"), "count", [one.people for one in rows]),
    ]
    caption = speaker.say("defer.t_by_answer", model=said.name)
    return [Paragraph(tuple(how_sure(speaker, said))), by_columns("by_answer", caption, columns)]
