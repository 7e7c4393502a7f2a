"""The back of the report: method, what was left out, glossary, how to reproduce it, and all gain tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from budgetplan.documents.model import (
    Block,
    Column,
    Facts,
    Heading,
    Paragraph,
    Row,
    Section,
    Sentence,
    Table,
    Terms,
)
from budgetplan.documents.sentences import TERM_KEYS
from budgetplan.documents.speaker import Speaker
from budgetplan.documents.stop_page import choices_table, gain_table
from budgetplan.domain.items import Excluded
from budgetplan.domain.plan import EVERY_CLASS


def method_section(
    speaker: Speaker, facts: Sequence[tuple[str, str]], excluded: Sequence[Excluded], table: int
) -> Section:
    """Return method note, exclusions, glossary and reproduction block; its table, if any, has this number."""
    blocks: list[Block] = [Heading(speaker.say("head.method"))]
    blocks += [Paragraph((sentence,)) for sentence in method(speaker)]
    blocks.append(Heading(speaker.say("head.excluded")))
    if excluded:
        blocks.append(excluded_table(speaker, excluded, table))
        blocks.append(Paragraph((speaker.say("excluded.listed"),), "note"))
    else:
        blocks.append(Paragraph((speaker.say("excluded.none"),)))
    terms = tuple((speaker.say(f"term.{key}"), speaker.say(f"meaning.{key}")) for key in TERM_KEYS)
    blocks += [
        Heading(speaker.say("head.glossary")),
        Terms(terms),
        Heading(speaker.say("head.reproduce")),
        Facts(tuple(facts)),
    ]
    return Section("method", tuple(blocks))


def method(speaker: Speaker) -> list[Sentence]:
    """Return what every number means, in short."""
    evidence, plan = speaker.evidence, speaker.plan
    n_list = evidence.list_items
    basis = (
        speaker.say("method.list", n=evidence.n_sample, list=n_list)
        if evidence.basis == "list"
        else speaker.say("method.sample", list=n_list)
    )
    said = [speaker.say("method.order"), speaker.say("method.gain"), speaker.say("method.budget"), basis]
    noise = {"resamples": plan.resamples, "seed": str(plan.seed)}
    if not plan.resamples:
        said.append(speaker.say("method.off"))
    elif evidence.n_groups is not None:
        said.append(
            speaker.say("method.noise_groups", **noise, groups=evidence.n_groups, column=plan.columns.group)
        )
    else:
        said.append(speaker.say("method.noise", **noise))
    if plan.resamples and evidence.basis == "list":
        grouped = evidence.n_groups is not None
        said.append(speaker.say("method.noise_list_groups" if grouped else "method.noise_list"))
    if plan.resamples:
        said.append(speaker.say("method.choice"))
        if len(evidence.models) > 1:
            said.append(speaker.say("method.rule"))
    said.append(speaker.say("method.cut"))
    if plan.values is not None:
        for label, error in sorted(plan.values.error.items()):
            wrong = plan.values.wrong_worth(label, plan.positive)
            if label == EVERY_CLASS:
                said.append(speaker.say("method.error_all", error=error))
            else:
                said.append(speaker.say("method.error", label=label, error=error, wrong=wrong))
    return said


def excluded_table(speaker: Speaker, excluded: Sequence[Excluded], number: int) -> Table:
    """Return how many rows were left out for which reason."""
    columns = (
        Column("reason", speaker.say("col.reason"), "text"),
        Column("count", speaker.say("col.count"), "count"),
    )
    counted = sorted(Counter(one.reason for one in excluded).items())
    return Table(
        "excluded", number, speaker.say("table.excluded"), columns, tuple(Row(pair) for pair in counted)
    )


def appendix(speaker: Speaker, first_table: int) -> Section:
    """Return the gain tables of all models, and the worths of an entry for which each stop is best."""
    blocks: list[Block] = []
    number = first_table
    choices = choices_table(speaker, number)
    if choices is not None:
        blocks += [Heading(speaker.say("head.worth")), choices]
        number += 1
    blocks.append(Heading(speaker.say("head.appendix")))
    ordered = sorted(
        speaker.evidence.models, key=lambda model: (model is not speaker.analysis.lead, model.name)
    )
    for model in ordered:
        blocks.append(gain_table(speaker, model, number, short=False))
        number += 1
    return Section("appendix", tuple(blocks))
