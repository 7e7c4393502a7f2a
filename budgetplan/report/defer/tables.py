"""The tables of the report on a selective classifier."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from markupsafe import Markup

from budgetplan.arrays import FloatArray
from budgetplan.domain.decision import Estimate
from budgetplan.domain.labelled import Predictions
from budgetplan.domain.utilities import NO_ANSWER
from budgetplan.plans.answer import ERROR_WEIGHTS, Judged
from budgetplan.plans.joint import AskedBeside
from budgetplan.report.defer.context import MOST_CLASSES, DeferContext, cutoff_of, per_thousand
from budgetplan.report.model import (
    Block,
    ColumnKind,
    FilledColumn,
    Prose,
    Table,
    Value,
    by_columns,
)
from budgetplan.report.phrases import Nouns, interval, intervals_of, values_of
from budgetplan.report.wording import escaped

MOST_ROWS = 5
"""So many classes stand on page 1."""


def classes_table(context: DeferContext) -> Table:
    """Return what becomes of the items of each class, or of those with most wrong answers, for page 1."""
    every, rows = wrong_table(context), context.selection.alone.worst_classes(MOST_ROWS)
    if len(rows) == len(every.rows):
        return every
    by_name, notes = {row.cells[0]: row for row in every.rows}, (context.words("worst_only", len(rows)),)
    return replace(every, key="worst_classes", rows=tuple(by_name[one.name] for one in rows), notes=notes)


def wrong_table(context: DeferContext) -> Table:
    """Return how many answers are wrong by what was answered and by what is true, from the same draws."""
    say, every = context.say, context.selection.alone.classes
    by_class = context.facts.accepts == "span"
    interval_head, wrong = say("defer.c_interval"), say("defer.c_of_these")
    columns: list[FilledColumn] = [
        ("class", say("defer.c_class"), "text", [one.name for one in every]),
        ("cutoff", say("defer.c_from"), "share", [cutoff_of(context.selection, one) for one in every]),
        ("given", say("defer.c_given"), "count", [one.given for one in every]),
        ("answered", wrong, "count", values_of(one.misnamed for one in every)),
        ("answered_interval", interval_head, "count", intervals_of(one.misnamed for one in every)),
        ("alone", say("defer.c_truly"), "count", [one.alone for one in every]),
        ("true", wrong, "count", values_of(one.wrong for one in every)),
        ("true_interval", interval_head, "count", intervals_of(one.wrong for one in every)),
    ]
    known = [one for one in columns if one[0] != "cutoff" or by_class]
    known = [one for one in known if any(cell is not None for cell in one[3])]
    return by_columns("wrong_by_class", say("defer.t_wrong"), known)


def models_table(context: DeferContext) -> Table:
    """Return what is recommended, and below it how each single model differs from it as counted on the test items."""
    kind, models, say = context.kind, context.selection.ordered, context.say
    alone, differences = context.selection.alone, context.selection.differences
    value, nothing = alone.value.per_thousand, [None for _ in models[1:]]
    gaps = [context.words("estimate", per_thousand(differences[one.name])) for one in models[1:]]
    columns: list[FilledColumn] = [
        ("model", say("defer.c_model"), "text", [one.name for one in models]),
        ("cutoff", say("defer.c_cutoff"), "share", [_cutoff(context, one) for one in models]),
        ("alone", say("defer.c_alone"), "share", [alone.share, *(one.counts.coverage for one in models[1:])]),
        (
            "wrong",
            say("defer.c_wrong"),
            "count",
            [alone.wrong.value, *(_apart(context, one) for one in models[1:])],
        ),
        ("value", context.headed("defer.c_value"), kind, [value.value, *nothing]),
        ("interval", say("defer.c_interval"), kind, [interval(value), *nothing]),
        ("difference", say("defer.c_gap"), kind, [None, *gaps]),
    ]
    if all(one.cutoff is None and one.theory is None for one in models):
        del columns[1]  # all are accepted by value, as the title says: there is no cutoff to compare
    strong = [one is context.selection.chosen for one in models]
    return by_columns(
        "models", say("defer.t_models"), columns, strong=strong, notes=[context.words("worths")]
    )


def _apart(context: DeferContext, model: Judged) -> Value:
    """Return how many more answers of a model are wrong, or how many fewer."""
    more = Estimate(context.selection.more_wrong(model))
    return context.words("apart", more.value if more.value > 0 else more.opposite.value, more.value > 0)


def _cutoff(speaker: Nouns, model: Judged) -> Value:
    if model.cutoff is None and model.theory is not None:
        return speaker.say("defer.cut_calibrated", cutoff=model.theory)
    if model.cutoff is None:
        return speaker.say("defer.by_value")
    return model.cutoff if math.isfinite(model.cutoff) else speaker.say("defer.nothing")


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
    return by_columns("domains", context.say("defer.t_domains"), columns)


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
    truths: Sequence[str | Markup],
    cells: FloatArray,
    kind: ColumnKind,
    rows: Sequence[str] = ("defer.row_left",),
) -> list[FilledColumn]:
    """Return answers as rows and true classes as columns, with a row of what is left to people, or other rows."""
    names = list(map(escaped, classes))
    rest = [speaker.say(key) for key in rows]
    columns: list[FilledColumn] = [("answer", speaker.say("defer.c_answer"), "sentence", [*names, *rest])]
    for place, name in enumerate(truths):
        column = "truth_unknown" if isinstance(name, Markup) else f"truth_{name}"
        columns.append((column, escaped(name), kind, cells[:, place].tolist()))
    return columns


def confusion_table(context: DeferContext) -> Table:
    """Return which answers the recommended model gives alone for which true classes, and which it leaves."""
    test = context.selection.test
    cells, left = context.selection.confusion
    unknown = context.say("defer.c_unknown")
    truths: list[str | Markup] = list(test.classes)
    truths += [unknown] if test.unknown else []
    columns = _crossed(context, test.classes, truths, cells, "count")
    columns.append(("left", context.say("defer.row_left"), "count", left.tolist()))
    return by_columns("confusion", context.say("defer.t_confusion"), columns, notes=[context.words("pairs")])


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
    columns: list[FilledColumn] = [("class", context.say("defer.c_class"), "text", selection.test.classes)]
    if theory is not None and len(set(theory.tolist())) > 1:
        ends = {"theory": theory}
    elif theory is None and spans is not None:
        ends = {"none_below": spans[0], "all_from": spans[1]}
    else:
        return None
    for key, each in ends.items():
        cells = [one if math.isfinite(one) else context.say("defer.nothing") for one in each.tolist()]
        columns.append((key, context.say(f"defer.c_{key}"), "share", cells))
    return by_columns("class_cutoffs", context.say("defer.t_cutoffs"), columns)


def weights_table(context: DeferContext) -> Table:
    """Return the chosen model's value against the error weight, with its interval, as the points of a line: a file."""
    value, *ends = (row.tolist() for row in context.selection.curve)
    points: dict[str, Sequence[Value]] = {"x": ERROR_WEIGHTS.tolist(), "y": value}
    points |= dict(zip(("low", "high"), ends or ([None] * len(value),) * 2, strict=True))
    named = {"part": "line", "name": "calibrated", "role": "recommended"}
    head = context.say("defer.fig_weights")
    columns: list[FilledColumn] = [(key, head, "text", [one] * len(value)) for key, one in named.items()]
    columns += [(key, head, "number", cells) for key, cells in points.items()]
    return by_columns("figure_weights", head, columns)


def asked_table(context: DeferContext, asked: AskedBeside) -> Table:
    """Return the model, somebody who is asked for a price, and both, without people."""
    ways, kind, say = asked.ways, context.kind, context.say
    named = context.words.parts("ways", asked.model, [one.rule.answerer or "—" for one in ways])
    net = context.in_money("beside.c_net") if context.money else say("beside.c_net_right")
    paid = [float(one.spend) for one in ways]
    columns: list[FilledColumn | None] = [
        ("way", say("joint.c_way"), "sentence", named),
        ("alone", say("joint.c_alone"), "count", values_of(one.accepted for one in ways)),
        ("asked", say("asked.c_asked"), "count", values_of(one.asked for one in ways)),
        ("settled", say("beside.c_settled"), "count", values_of(one.settled for one in ways)),
        ("wrong", say("joint.c_wrong"), "count", [one.all_wrong for one in ways]),
        ("left", say("joint.c_left"), "count", values_of(one.left for one in ways)),
        ("cost", context.in_money("beside.c_cost"), "money", paid) if context.money else None,
        ("net", net, kind, values_of(one.net for one in ways)),
        ("more", say("beside.c_more"), kind, [None, *intervals_of(asked.more[1:])]),
    ]
    return by_columns("asked", say("beside.t_ways"), columns)


def answers_blocks(speaker: Nouns, said: Predictions, answers: Mapping[str, Sequence[Any]]) -> list[Block]:
    """Return a table of the answers of a model without confidence; nothing where there are none."""
    if not answers or said.scaling is None:
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
    silent = NO_ANSWER in said.scaling.classes
    words = speaker.wording("answers", None)("by_answer", said.name, silent, NO_ANSWER)
    return [Prose(words, "note"), by_columns("by_answer", caption, columns)]
