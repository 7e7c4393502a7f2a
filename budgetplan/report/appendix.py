"""The back of the report: method, what was left out, glossary, how to reproduce it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from budgetplan.domain.items import Excluded
from budgetplan.domain.plan import EVERY_CLASS
from budgetplan.report.filter.counted_words import types_method, weights_method
from budgetplan.report.model import (
    Block,
    FilledColumn,
    Heading,
    Paragraph,
    Section,
    Sentence,
    Table,
    by_columns,
)
from budgetplan.report.page import Framing, back
from budgetplan.report.phrases import Nouns, Speaker, joined, why_left_out


def method_section(speaker: Speaker, framing: Framing) -> Section:
    """Return method note, exclusions, glossary and reproduction block."""
    blocks: list[Block] = [Heading(speaker.say("head.method"))]
    blocks += [Paragraph((sentence,)) for sentence in method(speaker)]
    blocks.append(Heading(speaker.say("head.excluded")))
    if framing.excluded:
        blocks.append(excluded_table(speaker, framing.excluded))
        blocks.append(Paragraph((speaker.say("excluded.listed"),), "note"))
    else:
        blocks.append(Paragraph((speaker.say("excluded.none"),)))
    return Section("method", (*blocks, *back(speaker, "filter", framing)))


def method(speaker: Speaker) -> list[Sentence]:
    """Return what every number means, in short."""
    evidence, plan = speaker.evidence, speaker.plan
    n_list = evidence.list_items
    if evidence.basis == "sample":
        basis = [speaker.say("method.sample", list=n_list)]
    else:
        key = "method.by_score" if evidence.own else "method.list"
        basis = [speaker.say(key, n=evidence.n_sample, list=n_list)]
    basis += _shifts(speaker)
    if plan.prevalence is not None:
        basis.append(speaker.say("method.prevalence", share=plan.prevalence))
    basis += weights_method(speaker)
    bent = evidence.random.by_type is not None
    order = speaker.say("method.order_types" if bent else "method.order")
    said = [order, speaker.say("method.gain"), *types_method(speaker), speaker.say("method.budget"), *basis]
    said += _noise(speaker)
    if evidence.mixture:
        said.append(speaker.say("method.mixture", weights=speaker.weights()))
    said.append(speaker.say("method.cut"))
    if plan.values is not None:
        for label, error in sorted(plan.values.error.items()):
            wrong = plan.values.wrong_worth(label, plan.positive)
            if label == EVERY_CLASS:
                said.append(speaker.say("method.error_all", error=error))
            else:
                said.append(speaker.say("method.error", label=label, error=error, wrong=wrong))
    return said


def _noise(speaker: Speaker) -> list[Sentence]:
    """Return what the draws are of."""
    evidence, plan = speaker.evidence, speaker.plan
    if not plan.resamples:
        return [speaker.say("method.off")]
    drawn = {"resamples": plan.resamples, "seed": str(plan.seed)}
    if evidence.n_groups is None:
        said = [speaker.say("method.noise", **drawn)]
    else:
        groups = {"groups": evidence.n_groups, "column": evidence.group_column}
        said = [speaker.say("method.noise_groups", **drawn, **groups)]
    if evidence.stratum is not None:
        said.append(speaker.say("method.strata", column=plan.columns.stratum))
    return [*said, *([speaker.say("method.choice")] if plan.values is not None else [])]


def _shifts(speaker: Speaker) -> list[Sentence]:
    """Return how far the labelled items stand from the middle of the list."""
    evidence, check = speaker.evidence, speaker.analysis.check
    if evidence.own is None or check is None:
        return []
    # Of what is left after a review no distance is told.
    if not check.shifts:
        return [speaker.say("method.rest")]
    told = [
        speaker.say("method.shift_one", model=speaker.named(name), far=far)
        for name, far in sorted(check.shifts.items())
    ]
    return [speaker.say("method.shift", shifts=joined(told))]


def excluded_table(speaker: Nouns, excluded: Sequence[Excluded]) -> Table:
    """Return how many rows were left out for which reason."""
    reasons, counts = zip(*sorted(Counter(one.reason for one in excluded).items()), strict=True)
    columns: list[FilledColumn] = [
        ("reason", speaker.say("col.reason"), "text", [why_left_out(one) for one in reasons]),
        ("count", speaker.say("col.count"), "count", counts),
    ]
    return by_columns("excluded", speaker.say("table.excluded"), columns)
