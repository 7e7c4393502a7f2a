"""The tables of the report on a selective classifier."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from budgetplan.arrays import FloatArray
from budgetplan.domain.decision import Estimate
from budgetplan.domain.labelled import Predictions
from budgetplan.plans.answer import Judged
from budgetplan.report.defer.context import DeferContext
from budgetplan.report.defer.words import by_rule, how_sure
from budgetplan.report.model import (
    Block,
    ColumnKind,
    FilledColumn,
    Heading,
    Paragraph,
    Ref,
    Sentence,
    Table,
    Text,
    Value,
    by_columns,
)
from budgetplan.report.phrases import Nouns, interval, intervals_of, values_of

MOST_MODELS = 5
"""So many models stand on page 1, where a figure shows them all."""


def best_models(context: DeferContext, *worth: Text) -> Table:
    """Return the first of the models for page 1, where they are too many for it; ``worth``: what answers count."""
    table, said = models_table(context), list(worth)
    if not context.selection.plan.prices.stated:
        said.append(context.say("defer.people_unpriced"))
    if len(table.rows) <= MOST_MODELS:
        return replace(table, notes=(*said, *table.notes))
    note = context.say(
        "defer.more_models",
        n=len(table.rows) - len(context.selection.chosen.predictions.members[:1]),
        table=Ref(table.key),
    )
    return replace(table, key="best_models", rows=table.rows[:MOST_MODELS], notes=(*said, *table.notes, note))


def more_models(context: DeferContext) -> list[Table]:
    """Return the table of all models where page 1 has not all of them."""
    return [models_table(context)] if len(context.ordered) > MOST_MODELS else []


def models_table(context: DeferContext) -> Table:
    """Return what is recommended, and below it how each single model differs from it as counted on the test items."""
    kind, models = context.kind, context.ordered
    alone = context.selection.alone
    value, nothing = alone.value.per_thousand, [None for _ in models[1:]]
    shares = [alone.share, *(one.counts.coverage for one in models[1:])]
    wrong = [_apart(context, one) for one in models[1:]]
    gaps = [context.estimate(context.selection.differences[one.name]) for one in models[1:]]
    columns: list[FilledColumn] = [
        ("model", context.say("defer.c_model"), "text", [one.name for one in models]),
        ("cutoff", context.say("defer.c_cutoff"), "share", [_cutoff(context, one) for one in models]),
        ("alone", context.say("defer.c_alone"), "share", shares),
        ("wrong", context.say("defer.c_wrong"), "count", [alone.wrong.value, *wrong]),
        ("value", context.headed("defer.c_value"), kind, [value.value, *nothing]),
        ("interval", context.say("defer.c_interval"), kind, [interval(value), *nothing]),
        ("difference", context.say("defer.c_gap"), kind, [None, *gaps]),
    ]
    if all(one.cutoff is None and one.theory is None for one in models):
        del columns[1]  # all are accepted by value, as the title says: there is no cutoff to compare
    caption = context.say("defer.t_models")
    strong = [one is context.selection.chosen for one in models]
    return by_columns("models", caption, columns, strong=strong)


def _apart(context: DeferContext, model: Judged) -> Text:
    """Return how many more answers of a model are wrong, or how many fewer."""
    more = Estimate(context.selection.more_wrong(model))
    if more.value > 0:
        return context.say("defer.wrong_more", n=more.value)
    return context.say("defer.wrong_fewer", n=more.opposite.value)


def _cutoff(speaker: Nouns, model: Judged) -> Value:
    if model.cutoff is None and model.theory is not None:
        return speaker.say("defer.cut_calibrated", cutoff=model.theory)
    if model.cutoff is None:
        return speaker.say("defer.by_value")
    return model.cutoff if math.isfinite(model.cutoff) else speaker.say("defer.nothing")


def _said(columns: Sequence[FilledColumn]) -> list[FilledColumn]:
    """Leave out the columns in which no row says anything."""
    return [one for one in columns if any(cell is not None for cell in one[3])]


def wrong_table(context: DeferContext) -> Table:
    """Return how many answers are wrong by what was answered and by what is true, from the same draws."""
    found = context.selection.alone
    names = list(found.wrong_by_truth)
    columns: list[FilledColumn] = [("class", context.say("defer.c_class"), "text", names)]
    for key, each in (("answered", found.wrong_by_answer), ("true", found.wrong_by_truth)):
        cells, heading = [each.get(name) for name in names], context.say("defer.c_interval")
        columns += [
            (key, context.say(f"defer.c_wrong_{key}"), "count", values_of(cells)),
            (f"{key}_interval", heading, "count", intervals_of(cells)),
        ]
    return by_columns("wrong_by_class", context.say("defer.t_wrong"), _said(columns))


def domain_table(context: DeferContext) -> Table:
    """Return value and counts of the chosen model in each domain."""
    kind = context.kind
    names, values, counts, _ = zip(*context.selection.domains, strict=True)
    told = [one.per_thousand for one in values]
    columns: list[FilledColumn] = [
        ("domain", context.say("defer.c_domain"), "text", names),
        ("n", context.say("defer.c_n"), "count", [one.n for one in counts]),
        ("alone", context.say("defer.c_alone"), "share", [one.coverage for one in counts]),
        ("wrong", context.say("defer.c_wrong"), "count", [one.n_wrong for one in counts]),
        ("value", context.headed("defer.c_value"), kind, values_of(told)),
        ("interval", context.say("defer.c_interval"), kind, intervals_of(told)),
    ]
    key = "defer.t_domains_rule" if by_rule(context.selection) else "defer.t_domains"
    caption = context.say(key)
    return by_columns("domains", caption, columns)


MOST_CLASSES = 12
"""Tables by class have so many classes on a page at most; of more there are files alone."""


def by_class_blocks(context: DeferContext) -> list[Block]:
    """Return what answers are worth, where that differs by class, and which are given for what."""
    selection = context.selection
    blocks: list[Block] = [Heading(context.say("defer.head_confusion"))]
    if selection.test.n_classes > MOST_CLASSES:
        said = context.say("defer.many_classes", n=selection.test.n_classes, most=MOST_CLASSES)
        return [*blocks, Paragraph((said,), "note")]
    blocks.append(confusion_table(context))
    if differ(selection.answer_worths):
        unknown = selection.test.unknown
        blocks.append(
            values_table(
                context, selection.worth_matrix, selection.test.classes, unknown, money=context.money
            )
        )
    return blocks


def differ(worths: Mapping[str, tuple[float, float]]) -> bool:
    """Say whether what right, wrong or left-out answers count differs by class."""
    return any(low < high for low, high in worths.values())


def values_table(
    speaker: Nouns,
    worth: FloatArray,
    classes: Sequence[str],
    unknown: Sequence[str],
    *,
    money: bool,
    reviewed: bool = False,
) -> Table:
    """Return what each answer is worth at each true class, and as the last rows leaving it out, and a review.

    ``worth``: shape (rows, classes and unknown); ``reviewed``: whether its last row is a review. ``unknown``: the labels that no model knows. They have a column each, as far as there is room for them.
    """
    shown = [*classes, *unknown][:MOST_CLASSES]
    kind: ColumnKind = "money_full" if money else "quantity"
    rest = ("joint.row_left", "joint.row_reviewed") if reviewed else ("defer.row_left",)
    columns = _crossed(speaker, classes, shown, worth, kind, rest)
    return by_columns("values", speaker.say("defer.t_values"), columns)


def _crossed(
    speaker: Nouns,
    classes: Sequence[str],
    truths: Sequence[str | Sentence],
    cells: FloatArray,
    kind: ColumnKind,
    rows: Sequence[str] = ("defer.row_left",),
) -> list[FilledColumn]:
    """Return answers as rows and true classes as columns, with a row of what is left to people, or other rows."""
    names = [speaker.say("plain", text=name) for name in classes]
    rest = [speaker.say(key) for key in rows]
    columns: list[FilledColumn] = [("answer", speaker.say("defer.c_answer"), "sentence", [*names, *rest])]
    for place, name in enumerate(truths):
        heading = name if isinstance(name, Sentence) else speaker.say("plain", text=name)
        column = f"truth_{name}" if isinstance(name, str) else "truth_unknown"
        columns.append((column, heading, kind, cells[:, place].tolist()))
    return columns


def confusion_table(context: DeferContext) -> Table:
    """Return which answers the recommended model gives alone for which true classes, and which it leaves."""
    test = context.selection.test
    cells, left = context.selection.confusion
    truths: list[str | Sentence] = list(test.classes)
    truths += [context.say("defer.c_unknown")] if test.unknown else []
    columns = _crossed(context, test.classes, truths, cells, "count")
    columns.append(("left", context.say("defer.row_left"), "count", left.tolist()))
    caption = context.say("defer.t_confusion")
    notes = [context.say("defer.confusion_how")]
    if context.selection.alone.alone:  # the table of what is expected stands above
        notes.append(context.say("defer.confusion_counted", table=Ref("wrong_by_class")))
    return by_columns("confusion", caption, columns, notes=notes)


def pairs_table(context: DeferContext) -> Table:
    """Return a row for every answer and true class that occur together: a file of its own."""
    names = context.selection.test.names
    answer, truth, worth, alone, left = (column.tolist() for column in context.selection.met_pairs)
    columns: list[FilledColumn] = [
        ("answer", context.say("defer.c_answer"), "text", [names[code] for code in answer]),
        ("truth", context.say("defer.c_truth"), "text", [names[code] for code in truth]),
        ("worth", context.say("defer.c_worth"), "quantity", worth),
        ("alone", context.say("defer.c_alone"), "count", alone),
        ("left", context.say("defer.row_left"), "count", left),
    ]
    return by_columns("pairs", context.say("defer.head_confusion"), columns)


def cutoffs_table(context: DeferContext) -> Table | None:
    """Return the cutoff of theory by class, or below which confidence none is accepted and from which on all are; None where classes are alike."""
    selection = context.selection
    theory, spans = selection.class_cutoffs, selection.confidence_spans

    def shown(cutoffs: FloatArray) -> list[Value]:
        return [one if math.isfinite(one) else context.say("defer.nothing") for one in cutoffs.tolist()]

    columns: list[FilledColumn] = [("class", context.say("defer.c_class"), "text", selection.test.classes)]
    notes = [context.say("defer.theory_how")]
    if theory is not None and len(set(theory.tolist())) > 1:
        columns.append(("theory", context.say("defer.c_theory"), "share", shown(theory)))
    elif theory is None and spans is not None:
        # The title of the report names the ends of these.
        columns.append(("none_below", context.say("defer.c_none_below"), "share", shown(spans[0])))
        columns.append(("all_from", context.say("defer.c_all_from"), "share", shown(spans[1])))
        notes.insert(0, context.say("defer.spans_how"))
    else:
        return None
    return by_columns("class_cutoffs", context.say("defer.t_cutoffs"), columns, notes=notes)


def answers_blocks(speaker: Nouns, said: Predictions, answers: Mapping[str, Sequence[Any]]) -> list[Block]:
    """Return a table of the answers of a model without confidence; nothing where there are none."""
    if not answers:
        return []
    spans = intervals_of(answers["rate"])
    shares: list[FilledColumn] = [
        ("share_right", speaker.say("defer.c_share_right"), "share", values_of(answers["rate"])),
        ("interval", speaker.say("defer.c_interval"), "share", spans),
    ]
    columns: list[FilledColumn] = [
        ("answer", speaker.say("defer.c_answer"), "text", answers["answer"]),
        *((key, speaker.say(f"defer.c_{key}"), "count", answers[key]) for key in ("judged", "right")),
        *(shares if any(spans) else shares[:1]),
        *((key, speaker.say(f"defer.c_{key}"), "count", answers[key]) for key in ("n", "alone", "people")),
    ]
    caption = speaker.say("defer.t_by_answer", model=said.name)
    return [Paragraph(tuple(how_sure(speaker, said))), by_columns("by_answer", caption, columns)]
