"""The report on a selective classifier: what it may answer alone, what that is worth, and how sure that is."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal

from markupsafe import Markup

from budgetplan.arrays import FloatArray
from budgetplan.domain.decision import FEWEST, Estimate
from budgetplan.domain.labelled import Predictions
from budgetplan.domain.rounding import in_percent, rounded_up
from budgetplan.domain.utilities import NO_ANSWER
from budgetplan.plans.answer import ERROR_WEIGHTS, AnsweredAlone, DeferSolution, Judged, OfClass
from budgetplan.plans.joint import WITHOUT_PEOPLE, AskedBeside
from budgetplan.report.costs import work_sections
from budgetplan.report.model import (
    Bar,
    Block,
    ColumnKind,
    Document,
    Figure,
    FilledColumn,
    Heading,
    Line,
    Marker,
    Prose,
    Range,
    Role,
    Section,
    Stack,
    Table,
    Text,
    Tile,
    Tiles,
    Value,
    by_columns,
    interval,
)
from budgetplan.report.page import Framing, back, framed, head
from budgetplan.report.phrases import Nouns, intervals_of, values_of
from budgetplan.report.record import (
    NOBODY,
    RECORD_VERSION,
    classified_sample,
    picked,
    plain,
    single_record,
    stop_record,
)
from budgetplan.report.wording import Wording, escaped
from budgetplan.work.building import WorkPlan

MOST_NAMED = 3
"""So many answers that go to people are named in the title."""
MOST_CLASSES = 12
"""Tables of pairs of classes have so many on a page at most; of more there are files alone."""

Accepts = Literal["none", "all", "named", "value", "span", "cutoff"]
"""Which answers stand: none, all, all but some that go to people, those worth it, or those sure enough, by class or at all."""


class AnswerFacts:
    """What ``answers.j2`` tells beside everything that was computed.

    Attributes
    ----------
    solution, money, model
        Everything that was computed, whether values are money, and whose answers they are as it is printed.
    accepts, cutoff, people
        Which answers stand, from which confidence on, and which answers go to people.
    cheapest
        The model of the least cost of errors if every answer stood, where choosing it would lose; else empty.
    worths, differ, many, reviews
        What answers count, whether that differs by class, whether there are more classes than a table has room for, and
        what reviewing one counts.
    bound
        Which share of the answers may be wrong at most; None where no exact bound can be given.
    needed
        How many test items would guarantee the goal for errors, None where none would.
    few
        How many independent test items or groups there are, where these are few.
    bare, scaled
        Models that cannot answer by expected value; those whose numbers were made probabilities.
    """

    def __init__(self, selection: DeferSolution, model: str) -> None:
        assert selection.plan.deferral is not None
        test, cost, worths = selection.test, selection.test.review_cost, selection.answer_worths
        self.solution, self.model, self.money = selection, model, selection.worths.unit == "money"
        self.accepts, self.cutoff, self.people = _accepted(selection)
        self.cheapest = _cheapest(selection)
        self.worths = {name: Range(*ends) for name, ends in worths.items()}
        self.differ = any(low < high for low, high in worths.values())
        self.many = test.n_classes > MOST_CLASSES
        self.reviews = None if cost is None else Range(float(cost.min()), float(cost.max()))
        self.bound = _bound(selection)
        uncertified = selection.refusal == "uncertified" and math.isfinite(selection.items_needed)
        self.needed = selection.items_needed if uncertified else None
        few = selection.plan.resamples and test.n_independent < FEWEST
        self.few = test.n_independent if few else None
        models, relabel = sorted(test.models, key=lambda one: one.name), selection.plan.deferral.relabel
        self.bare = [one.name for one in models if one.probabilities is None and relabel]
        self.scaled = [one for one in models if one.scaling is not None]


class DeferContext(Nouns):
    """Says what every part of the report needs, in the plan's unit; values are given per item and told per 1,000."""

    def __init__(self, selection: DeferSolution) -> None:
        super().__init__(selection.plan)
        assert selection.plan.deferral is not None
        self.selection = selection
        named = selection.chosen.name
        self.known["model"] = self.say("name.mean") if selection.chosen.predictions.members else named
        self.money = selection.worths.unit == "money"
        self.kind: ColumnKind = "money" if self.money else "gap"

    @cached_property
    def facts(self) -> AnswerFacts:
        """What the report tells."""
        return AnswerFacts(self.selection, self.known["model"])

    @cached_property
    def words(self) -> Wording:
        """The report in words."""
        return self.wording("answers", self.facts)

    def headed(self, key: str) -> Text:
        """Return a heading of values, with the currency where they are money."""
        # A plan that states no price of reviewing may state a currency.
        return self.in_money(key, self.prices.currency if self.money else "")

    @cached_property
    def unit(self) -> Text:
        """The unit's name."""
        if not self.money:
            return self.say("defer.unit_right")
        return escaped(self.prices.currency) or self.say("currency_units")


def by_rule(selection: DeferSolution) -> bool:
    """Return whether the chosen model's answers are accepted by expected value."""
    return selection.chosen.found_by == "relabel"


def _accepted(selection: DeferSolution) -> tuple[Accepts, Range | float | None, tuple[str, ...]]:
    """Return which answers stand, from which confidence on, and which answers go to people."""
    chosen, answers = selection.chosen, selection.by_answer
    rows = list(zip(answers["answer"], answers["alone"], answers["people"], strict=True)) if answers else []
    people = tuple(name for name, _, left in rows if left)
    cutoff = chosen.theory if chosen.cutoff is None else min(chosen.cutoff, 1.0)
    if not selection.used:
        return "none", None, ()
    if cutoff == 0 or (answers and selection.alone.share == 1):
        return "all", None, ()
    if 0 < len(people) <= MOST_NAMED and not any(alone and left for _, alone, left in rows):
        return "named", None, people
    spans = None if by_rule(selection) else selection.confidence_spans
    if not by_rule(selection) and cutoff is not None:
        return "cutoff", cutoff, ()
    # Answers are accepted by their expected value: what that says of confidences.
    if spans is None:
        return "value", None, ()
    return "span", Range(float(spans[0].min()), float(spans[1].max())), ()


def _cheapest(selection: DeferSolution) -> str:
    """Return whom the cost of errors would choose, with every answer accepted, where that loses (S24 section 4.2.2)."""
    name, best = selection.choice.by_error_cost, (selection.chosen.name, selection.choice.by_accuracy)
    return name if name not in best and selection.differences[name].value < 0 else ""


def _bound(selection: DeferSolution) -> float | None:
    """Return which share of the answers is wrong at most; None where the items that bound it are not independent, or chose the cutoff."""
    test, goal = selection.test, selection.most_wrong
    fixed = selection.validation is not None or goal is not None or by_rule(selection)
    if not fixed or selection.chosen.counts.n_accepted == 0:
        return None
    if test.weight is not None or test.group is not None:
        return None
    bound = selection.bound
    return rounded_up(bound) if goal is None or bound > goal else min(rounded_up(bound), goal)


def cutoff_of(selection: DeferSolution, one: OfClass) -> Range | None:
    """Return from which confidence on an answer stands, by class; None where that is one number or none."""
    spans, classes = selection.confidence_spans, selection.test.classes
    if spans is None or one.given is None:
        return None
    low, high = spans[:, classes.index(one.name)].tolist()
    return Range(low, high)


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
    interval_head = say("col.interval")
    columns: list[FilledColumn] = [
        ("class", say("defer.c_class"), "text", [one.name for one in every]),
        ("cutoff", say("defer.c_from"), "share", [cutoff_of(context.selection, one) for one in every]),
        ("given", say("defer.c_given"), "count", [one.given for one in every]),
        ("answered", say("defer.c_of_these"), "count", values_of(one.misnamed for one in every)),
        ("answered_interval", interval_head, "count", intervals_of(one.misnamed for one in every)),
        ("alone", say("defer.c_truly"), "count", [one.alone for one in every]),
        ("true", say("defer.c_otherwise"), "count", values_of(one.wrong for one in every)),
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
    gaps = [context.words("estimate", differences[one.name]) for one in models[1:]]
    columns: list[FilledColumn] = [
        ("model", say("col.model"), "text", [one.name for one in models]),
        ("cutoff", say("defer.c_cutoff"), "share", [_cutoff(context, one) for one in models]),
        ("alone", say("defer.c_alone"), "share", [alone.share, *(one.counts.coverage for one in models[1:])]),
        (
            "wrong",
            say("defer.c_wrong"),
            "count",
            [alone.wrong.value, *(_apart(context, one) for one in models[1:])],
        ),
        ("value", context.headed("defer.c_value"), kind, [value.value, *nothing]),
        ("interval", say("col.interval"), kind, [interval(value), *nothing]),
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
        ("n", context.say("col.items"), "count", [one.n for one in counts]),
        ("alone", context.say("defer.c_alone"), "share", [one.coverage for one in counts]),
        ("wrong", context.say("defer.c_wrong"), "count", [one.n_wrong for one in counts]),
        ("value", context.headed("defer.c_value"), kind, values_of(told)),
        ("interval", context.say("col.interval"), kind, intervals_of(told)),
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
    columns: list[FilledColumn] = [("answer", speaker.say("asked.c_answer"), "sentence", [*names, *rest])]
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
        ("answer", context.say("asked.c_answer"), "text", [names[code] for code in answer]),
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
        ("asked", say("col.asked"), "count", values_of(one.asked for one in ways)),
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
        ("interval", speaker.say("col.interval"), "share", spans),
    ]
    columns: list[FilledColumn] = [
        ("answer", speaker.say("asked.c_answer"), "text", answers["answer"]),
        *((key, speaker.say(f"defer.c_{key}"), "count", answers[key]) for key in ("judged", "right")),
        *(shares if any(spans) else shares[:1]),
        ("n", speaker.say("col.items"), "count", answers["n"]),
        *((key, speaker.say(f"defer.c_{key}"), "count", answers[key]) for key in ("alone", "people")),
    ]
    caption = speaker.say("defer.t_by_answer", model=said.name)
    silent = NO_ANSWER in said.scaling.classes
    words = speaker.wording("answers", None)("by_answer", said.name, silent, NO_ANSWER)
    return [Prose(words, "note"), by_columns("by_answer", caption, columns)]


LEAST_BINS = 6
"""A distribution shows at least so many bins, also where all answers lie in the last."""


def classes_figure(context: DeferContext) -> Figure:
    """Return what becomes of the items of each class, in per cent of it: answered right, wrong, left to people."""
    alone, say = context.selection.alone, context.say
    return Figure(
        key="figure_classes",
        kind="split",
        title=context.words("fig_classes"),
        alt=say("defer.fig_classes_alt"),
        x_label=say("defer.axis_classes"),
        y_label=say("defer.c_truth"),
        stacks=tuple(
            Stack(escaped(one.name), one.parts, strong=one is alone.worst_class)
            for one in alone.worst_classes(MOST_ROWS)
        ),
        part_labels=tuple(say(f"defer.l_{key}") for key in ("right", "wrong", "people")),
    )


def value_figure(context: DeferContext) -> Figure:
    """Return by how much each model alone, and doing without one, differs in value from what is recommended."""
    selection = context.selection
    bars = []
    for one in selection.ordered:
        label, gap = escaped(one.name), selection.differences[one.name]
        strong = one is selection.chosen
        told = gap.per_thousand
        bars.append(Bar(label, told.value, None if strong else interval(told), strong=strong))
    less = selection.alone.gain.opposite.per_thousand
    bars.append(Bar(context.say("defer.none_row"), less.value, interval(less)))
    return Figure(
        key="figure_value",
        kind="options",
        title=context.say("defer.fig_models"),
        alt=context.say("defer.fig_alt"),
        x_label=context.say("defer.axis_value", unit=context.unit),
        y_label=context.say("col.model"),
        value_kind=context.kind,
        bars=tuple(bars),
    )


def distribution_figure(context: DeferContext) -> Figure:
    """Return how sure the chosen model is of its right and of its wrong answers, as counts by bin."""
    chosen = context.selection.chosen
    x, counts = context.selection.by_confidence(LEAST_BINS)
    roles: tuple[tuple[str, Role], ...] = (("right", "recommended"), ("wrong", "second"))
    lines = []
    for key, role in roles:
        y, n = counts[key]
        lines.append(Line(key, x, y, role, label=context.say(f"defer.d_{key}", number=n)))
    cutoff = chosen.cutoff
    markers: tuple[Marker, ...] = ()
    if cutoff is not None and math.isfinite(cutoff):  # none where nothing is accepted
        markers = (Marker(in_percent(cutoff), 0.0, context.say("defer.d_cutoff", cutoff=cutoff)),)
    return Figure(
        key="figure_confidence",
        kind="distribution",
        title=context.say("defer.fig_confidence"),
        alt=context.say("defer.fig_confidence_alt"),
        x_label=context.say("defer.axis_stated"),
        y_label=context.say("defer.axis_answers"),
        lines=tuple(lines),
        markers=markers,
        value_kind="count",
    )


def reliability_figure(context: DeferContext) -> Figure:
    """Return the share of right answers in each bin of confidence, as stated and calibrated."""
    roles: tuple[tuple[str, Role], ...] = (("stated", "recommended"), ("calibrated", "second"))
    points, lines = context.selection.reliability, []
    for key, role in roles:
        if key in points:
            x, y, *ends = points[key]
            low, high = ends or (None, None)
            lines.append(Line(key, x, y, role, low, high, context.say(f"defer.b_{key}")))
    return Figure(
        key="figure_reliability",
        kind="reliability",
        title=context.say("defer.fig_reliability"),
        alt=context.say("defer.fig_reliability_alt"),
        x_label=context.say("defer.axis_confidence"),
        y_label=context.say("defer.axis_share_right" if lines[0].low else "defer.axis_share_plain"),
        lines=tuple(lines),
        level_label=context.say("defer.b_diagonal"),
    )


def build_defer_report(selection: DeferSolution, framing: Framing, work: WorkPlan | None = None) -> Document:
    """Return the report on everything computed; ``work``: how the plan is carried out."""
    context = DeferContext(selection.without_unit)
    sections = [_decision(context, framing), *work_sections(context, work)]
    # Nothing is said of the list in figures where the test items cannot speak for it.
    if not selection.refusal:
        sections += [_cutoffs(context), _models(context), _errors(context)]
    sections.append(back(context, "back", context.words, framing))
    return framed(
        context, context.words("title"), sections, framing, money=context.money or selection.alone.is_list
    )


def build_defer_files(selection: DeferSolution) -> tuple[Table, ...]:
    """Return the tables that stand beside the report, as files alone: what is told class by class, and by error weight."""
    context = DeferContext(selection.without_unit)
    more: list[Table | None] = [pairs_table(context)]
    if not selection.refusal:
        more += [cutoffs_table(context), weights_table(context)]
        if len(selection.alone.classes) > MOST_ROWS:
            more.append(wrong_table(context))
    return tuple(one for one in more if one is not None)


def _decision(context: DeferContext, framing: Framing) -> Section:
    """Return page 1."""
    words, selection, say = context.words, context.selection, context.say
    begin = head(context, words("title"), (), framing)
    if selection.refusal:
        return Section("decision", (*begin, *(Prose(one, "lede") for one in words.parts("refused"))))
    alone = selection.alone
    tiles = (
        Tile(say("defer.c_alone"), alone.alone, "count", say("defer.of", number=alone.items)),
        Tile(
            say("defer.tile_wrong"), alone.wrong.value, "count", words("tile_wrong") if alone.alone else None
        ),
        Tile(say("defer.tile_people"), alone.left, "count", words("tile_left")),
        Tile(
            say("defer.c_value"),
            words("short", alone.value.per_thousand.value),
            "sentence",
            words("tile_value"),
        ),
    )
    blocks: tuple[Block, ...] = (
        *begin,
        *(Prose(words("lede"), "lede"), Tiles(tiles), classes_figure(context), classes_table(context)),
        *(Heading(say("head.sure")), Prose(words("sure"), "points")),
    )
    return Section("decision", blocks, one_page=True)


def _cutoffs(context: DeferContext) -> Section:
    """Say which answers stand, and what asking somebody for a price would change."""
    selection, words = context.selection, context.words
    blocks: list[Block] = [
        *(Heading(context.say("defer.head_cutoff")), Prose(words("how"))),
        *answers_blocks(context, selection.chosen.predictions, selection.by_answer),
        distribution_figure(context),
    ]
    if selection.asked is not None:
        blocks += [Heading(context.say("beside.head")), Prose(words("asked"))]
        blocks.append(asked_table(context, selection.asked))
    return Section("cutoffs", tuple(blocks))


def _models(context: DeferContext) -> Section:
    """Say what each model would be worth."""
    head, figure = Heading(context.say("defer.head_models")), value_figure(context)
    return Section("models", (head, figure, models_table(context), Prose(context.words("models"))))


def _errors(context: DeferContext) -> Section:
    """Say where answers are wrong, and how often they are right when the model says how sure it is."""
    selection, words, say = context.selection, context.words, context.say
    blocks: list[Block] = [Heading(say("defer.head_confusion"))]
    if context.facts.many:
        blocks.append(Prose(words("many"), "note"))
    else:
        blocks.append(confusion_table(context))
        if context.facts.differ:
            names = selection.test.classes, selection.test.unknown
            blocks.append(values_table(context, selection.worth_matrix, *names, money=context.money))
    blocks += [Heading(say("defer.head_sure")), reliability_figure(context), Prose(words("calibration"))]
    if selection.domains:
        blocks += [Heading(say("defer.head_domains")), domain_table(context)]
        blocks += [Prose(words("losing"), "warning")] if selection.losing else []
    return Section("errors", tuple(blocks))


_FOUND = MappingProxyType({"calibrated": "computed", "relabel": "by_value", "guaranteed": "guaranteed"})
"""How the recommended cutoff was found."""


def selection_record(selection: DeferSolution, provenance: Mapping[str, Any]) -> dict[str, Any]:
    """Return the decision, the plan and where both come from, as plain data; values are means per item."""
    alone = selection.alone
    singles = [each for each in selection.models if not each.predictions.members]
    return {
        "version": RECORD_VERSION,
        "provenance": dict(provenance),
        "plan": plain(selection.plan),
        "sample": classified_sample(selection.test, selection.validation),
        "list": {
            "basis": "list" if alone.is_list else "sample",
            "items": alone.items,
            "expected_positives": None,
        },
        "singles": [_single(selection, each) for each in singles] if len(singles) > 1 else [],
        # No budget bounds what people do here: whatever is not answered is theirs.
        "ladder": None,
        "labels": plain(selection.labels),
        "defer": {
            **_decided(selection),
            "own_list": _own_list(alone),
            **picked(
                selection.choice,
                accuracy_where_chosen="accuracy",
                cost_sensitive_error_where_chosen="error_cost",
            ),
            "models": [_model(one) for one in selection.models],
            **picked(selection, "differences", by_price_of_errors="dearer"),
            "answerers": [] if selection.asked is None else plain(selection.asked.answerers),
            "asking": None if selection.asked is None else _asking(selection.asked),
        },
    }


def _single(selection: DeferSolution, model: Judged) -> dict[str, Any]:
    """Return one model alone: of the labelled items where these are what is planned for, else not known."""
    counts = model.counts
    if selection.alone.is_list:
        return single_record(model.name, stop_record(None, None, answered_alone=None))
    stop = stop_record(
        Estimate(counts.n_abstained),
        NOBODY,
        answered_alone=Estimate(counts.n_accepted),
        wrong=Estimate(counts.n_wrong),
    )
    return single_record(model.name, stop)


def _decided(selection: DeferSolution) -> dict[str, Any]:
    """Return what is said of the chosen answers alone; None everywhere where nothing is recommended."""
    chosen, alone = selection.chosen, selection.alone
    decided = {
        "chosen": stop_record(
            Estimate(alone.left), NOBODY, answered_alone=Estimate(alone.alone), wrong=alone.wrong
        )
        | {"model": chosen.name, "cutoff": plain(chosen.cutoff)},
        "cutoff_found": _FOUND[chosen.found_by],
        "cutoff_on_calibrated_confidence": plain(chosen.theory),
        "forecast_cutoff": None if selection.forecast is None else plain(selection.forecast[0]),
        "relabelled": chosen.relabelled if chosen.found_by == "relabel" else None,
        **picked(alone, "wrong_by_answer", "wrong_by_truth", value_per_item="value"),
        **picked(alone, value_of_no_model="none", gain_over_no_model="gain"),
        **picked(selection.choice, "by_accuracy", by_cost_sensitive_error="by_error_cost"),
    }
    if selection.worths.counted_from is not None:
        decided["dimensionless_value_per_item"] = plain(selection.without_unit.alone.value)
    if selection.refusal:
        decided = dict.fromkeys(decided)
    return decided | {"refusal": selection.refusal}


def _asking(asked: AskedBeside) -> dict[str, Any]:
    """Return what asking somebody for a price would change, by ways without people."""
    return {
        "model": asked.model,
        "items": asked.items,
        "ways": [
            stop_record(
                NOBODY,
                way.left,
                net=way.net,
                answered_alone=way.accepted,
                wrong=way.wrong,
                settled=way.settled,
                settled_wrong=way.settled_wrong,
            )
            | picked(way, "rule", "asked")
            | {"kind": kind, "cost": float(way.spend), "net_more": plain(more)}
            for kind, way, more in zip(WITHOUT_PEOPLE, asked.ways, asked.more, strict=True)
        ],
        "answerers": plain(asked.answerers),
    }


def _own_list(alone: AnsweredAlone) -> dict[str, Any] | None:
    """Return how the project's own list lies beside the labelled items; None without one."""
    own = alone.own_list
    if own is None:
        return None
    told = picked(own, "shifts", surer_than_all_test_items="outside")
    return told | {"cost_of_reviewing": alone.cost, "alike": not own.unlike}


def _model(one: Judged) -> dict[str, Any]:
    return {
        "name": one.name,
        "accuracy": one.accuracy,
        "mean_of": plain(one.predictions.members),
        "temperature": one.temperature,
        "cutoff_found": _FOUND[one.found_by],
        "scaling": plain(one.predictions.scaling),
        "cutoff": plain(one.cutoff),
        "value_per_item": plain(one.value),
        "answered_alone": one.counts.n_accepted,
        "wrong_among_them": one.counts.n_wrong,
    }
