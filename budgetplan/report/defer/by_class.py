"""What is printed class by class: what answers are worth, which answers are given for what, and cutoffs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from budgetplan.arrays import FloatArray
from budgetplan.report.defer.context import DeferContext
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

MOST_CLASSES = 12
"""Tables by class have so many classes on a page at most; of more there are files alone."""


def by_class_blocks(context: DeferContext) -> list[Block]:
    """Return what answers are worth, where that differs by class, and which are given for what."""
    speaker, selection = context.speaker, context.selection
    blocks: list[Block] = [Heading(speaker.say("defer.head_confusion"))]
    if selection.test.n_classes > MOST_CLASSES:
        said = speaker.say("defer.many_classes", n=selection.test.n_classes, most=MOST_CLASSES)
        return [*blocks, Paragraph((said,), "note")]
    blocks.append(confusion_table(context))
    if differ(selection.answer_worths):
        unknown = selection.test.unknown
        blocks.append(
            values_table(
                speaker, selection.worth_matrix, selection.test.classes, unknown, money=context.words.money
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
    speaker, test = context.speaker, context.selection.test
    cells, left = context.selection.confusion
    truths: list[str | Sentence] = list(test.classes)
    truths += [speaker.say("defer.c_unknown")] if test.unknown else []
    columns = _crossed(speaker, test.classes, truths, cells, "count")
    columns.append(("left", speaker.say("defer.row_left"), "count", left.tolist()))
    caption = speaker.say("defer.t_confusion", model=context.selection.chosen.name)
    return by_columns("confusion", caption, columns, notes=(speaker.say("defer.confusion_how"),))


def pairs_table(context: DeferContext) -> Table:
    """Return a row for every answer and true class that occur together: a file of its own."""
    speaker, names = context.speaker, context.selection.test.names
    answer, truth, worth, alone, left = (column.tolist() for column in context.selection.met_pairs)
    columns: list[FilledColumn] = [
        ("answer", speaker.say("defer.c_answer"), "text", [names[code] for code in answer]),
        ("truth", speaker.say("defer.c_truth"), "text", [names[code] for code in truth]),
        ("worth", speaker.say("defer.c_worth"), "quantity", worth),
        ("alone", speaker.say("defer.c_alone"), "count", alone),
        ("left", speaker.say("defer.row_left"), "count", left),
    ]
    return by_columns("pairs", speaker.say("defer.head_confusion"), columns)


def cutoffs_table(context: DeferContext) -> Table | None:
    """Return the cutoff of each class by theory and learnt, and what the learnt ones accept; None without any."""
    speaker, selection = context.speaker, context.selection
    chosen, test = selection.chosen, selection.test
    learnt = chosen.routes.get("by_class")
    if learnt is None or learnt.by_class is None:
        return None
    theory = selection.class_cutoffs
    alone, wrong = learnt.by_answer(test)

    def shown(cutoffs: FloatArray) -> list[Value]:
        return [one if math.isfinite(one) else speaker.say("defer.nothing") for one in cutoffs.tolist()]

    columns: list[FilledColumn] = [("class", speaker.say("defer.c_class"), "text", test.classes)]
    spans, notes = selection.confidence_spans, []
    if theory is not None:
        columns.append(("theory", speaker.say("defer.c_theory"), "share", shown(theory)))
        notes = [speaker.say("defer.theory_how")]
    elif spans is not None:
        # The title of the report names the ends of these.
        columns.append(("none_below", speaker.say("defer.c_none_below"), "share", shown(spans[0])))
        columns.append(("all_from", speaker.say("defer.c_all_from"), "share", shown(spans[1])))
        notes = [speaker.say("defer.spans_how"), speaker.say("defer.theory_how")]
    columns += [
        ("learnt", speaker.say("defer.c_learnt"), "share", shown(learnt.by_class)),
        ("alone", speaker.say("defer.c_alone"), "count", alone.tolist()),
        ("wrong", speaker.say("defer.c_wrong"), "count", wrong.tolist()),
    ]
    return by_columns(
        "class_cutoffs", speaker.say("defer.t_cutoffs", model=chosen.name), columns, notes=notes
    )
