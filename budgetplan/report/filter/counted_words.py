"""What is said of what is counted: rows that stand for several items, and types with their tokens (METHODS F1, R6)."""

from __future__ import annotations

from collections.abc import Sequence

from budgetplan.evidence.paths import Ranked
from budgetplan.planning.filter import facts
from budgetplan.report.model import FilledColumn, Sentence
from budgetplan.report.phrases import Speaker


def weights_notes(speaker: Speaker) -> list[Sentence]:
    """Return how many rows stand for how many items; nothing where each is one."""
    evidence = speaker.evidence
    if evidence.rows is None:
        return []
    key = "note.weights" if evidence.basis == "list" else "note.weights_sample"
    said = {"rows": evidence.rows, "items": evidence.list_items, "column": speaker.plan.columns.weight}
    return [speaker.say(key, **said)]


def weights_method(speaker: Speaker) -> list[Sentence]:
    """Return what the weights of the rows do."""
    evidence, plan = speaker.evidence, speaker.plan
    if not plan.columns.weight or (evidence.weight is None and evidence.rows is None):
        return []
    column = plan.columns.weight
    if evidence.rows is not None:
        return [speaker.say("method.weight", column=column, rows=evidence.rows, items=evidence.list_items)]
    key = "method.weight_said" if plan.list_size is not None else "method.weight_drawn"
    return [speaker.say(key, column=column)]


def types_notes(speaker: Speaker) -> list[Sentence]:
    """Return what page 1 says of types: that each counts once, and how many tokens come with them; nothing of items."""
    types, chosen = speaker.evidence.types, speaker.analysis.decision.chosen
    if types is None:
        return []
    often = speaker.plan.columns.weight
    said = [
        speaker.say("note.types", column=types.column) if types.column else speaker.say("note.types_rows")
    ]
    if chosen is None or "tokens" not in speaker.analysis.lead.path.sums:
        return said
    counts = facts.type_counts(speaker.analysis)
    tokens = counts["tokens"]
    if not types.column:
        return [*said, speaker.say("note.tokens_rows", tokens=tokens, column=often)]
    said.append(speaker.say("note.tokens", tokens=tokens))
    spare = 0.0 if types.alone else counts["spare"]
    # Less than one of them would be no saving that anybody could make.
    return [*said, speaker.say("note.spare", spare=spare)] if spare >= 1 else said


def types_method(speaker: Speaker) -> list[Sentence]:
    """Return how types are counted; nothing where entries are items."""
    types = speaker.evidence.types
    if types is None:
        return []
    if not types.column:
        return [speaker.say("method.types_rows", column=speaker.plan.columns.weight)]
    counts = {
        "types": types.n_types,
        "n": speaker.evidence.n_sample,
        "found": speaker.evidence.entries_labelled,
    }
    tokens = float(types.tokens.sum())
    return [speaker.say("method.types", column=types.column, tokens=tokens, **counts)]


def tokens_column(speaker: Speaker, model: Ranked, items: Sequence[float]) -> list[FilledColumn]:
    """Return the column of the tokens that come with the types found by then; none where entries are items."""
    types = speaker.evidence.types
    if types is None or "tokens" not in model.path.sums:
        return []
    heading = speaker.say("col.tokens" if types.column else "col.tokens_rows")
    return [("tokens", heading, "count", facts.tokens_along(model, items))]
