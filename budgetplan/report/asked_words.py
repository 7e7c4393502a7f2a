"""What every report says alike of those who answer for a price."""

from __future__ import annotations

from budgetplan.domain.answerers import AmongPeople
from budgetplan.plans.answerers import KnownAnswerer
from budgetplan.report.model import FilledColumn, Table, Text, by_columns
from budgetplan.report.phrases import Nouns


def beside_people(speaker: Nouns, name: str, known: AmongPeople | None) -> list[Text]:
    """Say how an answerer agrees with people beside how these agree; nothing where no item was judged by several."""
    return [] if known is None else [speaker.wording("answerer", None)("beside", name, known)]


def agreement(speaker: Nouns, one: KnownAnswerer, model: str) -> list[Text]:
    """Say how often an answerer is right and agrees with the model, and beside people; nothing where that is unknown."""
    told = speaker.wording("answerer", None).parts("agreement", one, model)
    return [*told, *beside_people(speaker, one.name, one.among_people)] if told else []


def worth_up_to(speaker: Nouns, one: KnownAnswerer) -> list[Text]:
    """Say up to which price an answerer is worth asking; nothing where it is at none."""
    return list(speaker.wording("answerer", None).parts("limit", one))


def ask_table(speaker: Nouns, answerer: str, ids: list[str]) -> Table:
    """Return items of the list that an answerer is to be asked about.

    Its columns are called as those of the user's table, with cells for the answers.
    """
    spec, empty = speaker.plan.answerer(answerer), [""] * len(ids)
    columns: list[FilledColumn] = [
        (speaker.plan.columns.id or "item", speaker.say("col.item"), "text", ids),
        (spec.column, speaker.say("asked.c_answer"), "text", empty),
    ]
    if spec.confidence:
        columns.append((spec.confidence, speaker.say("asked.c_sure"), "text", empty))
    return by_columns("ask", speaker.say("asked.t_ask", answerer=answerer), columns)
