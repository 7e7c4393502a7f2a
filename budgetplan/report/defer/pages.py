"""The report on a selective classifier: what it may answer alone, what that is worth, and how sure that is."""

from __future__ import annotations

import math

from budgetplan.plans.answer import DeferSolution
from budgetplan.plans.joint import AskedBeside
from budgetplan.report.asked_words import agreement, rule_words, worth_up_to
from budgetplan.report.defer.context import DeferContext
from budgetplan.report.defer.figures import (
    distribution_figure,
    reliability_figure,
    value_figure,
    weights_figure,
)
from budgetplan.report.defer.tables import (
    MOST_CLASSES,
    answers_blocks,
    best_models,
    by_class_blocks,
    cutoffs_table,
    domain_table,
    more_models,
    pairs_table,
    wrong_table,
)
from budgetplan.report.defer.words import (
    against_accuracy,
    against_cost,
    asked_for,
    bound_said,
    by_rule,
    compared,
    cutoff_taken,
    few,
    mean_of_models,
    method_said,
    notes,
    refused_lede,
    refused_title,
    titled,
    what_comes_of_it,
)
from budgetplan.report.first_page import Point, labels_points
from budgetplan.report.model import (
    Block,
    Bullet,
    Document,
    FilledColumn,
    Heading,
    Paragraph,
    Section,
    Table,
    Text,
    Tile,
    Tiles,
    by_columns,
)
from budgetplan.report.page import Framing, back, first_page, framed, head
from budgetplan.report.phrases import intervals_of, values_of
from budgetplan.report.work_plan import work_bullets, work_sections
from budgetplan.work.building import WorkPlan

MOST_NAMED = 3
"""So many answers that go to people are named in the title."""


def build_defer_report(selection: DeferSolution, framing: Framing, work: WorkPlan | None = None) -> Document:
    """Return the report on everything computed; ``work``: how the plan is carried out."""
    context = DeferContext(selection.without_unit)
    first, *rest = _decision(context, framing, work)
    sections = [first, *work_sections(context, work), *rest]
    # Nothing is said of the list in figures where the test items cannot speak for it.
    if not selection.refusal:
        sections += [_cutoffs(context), _weights(context), _reliability(context), _errors(context)]
    method = [Paragraph((sentence,)) for sentence in method_said(context)]
    end = (Heading(context.say("head.method")), *method, *back(context, "defer", framing))
    sections.append(Section("back", end))
    return framed(context, _title(context), sections, framing, money=context.money or selection.alone.is_list)


def build_defer_files(selection: DeferSolution) -> tuple[Table, ...]:
    """Return the tables that stand beside the report, as files alone: what is told class by class."""
    context = DeferContext(selection.without_unit)
    cutoffs = cutoffs_table(context) if selection.test.n_classes > MOST_CLASSES else None
    return (pairs_table(context), *([] if cutoffs is None else [cutoffs]))


def _title(context: DeferContext) -> Text:
    """Return the decision in one sentence."""
    selection = context.selection
    if selection.refusal:
        return refused_title(context)
    if not selection.used:
        return context.say("defer.title_none_rule" if asked_for(selection) else "defer.title_none")
    chosen = selection.chosen
    answers = selection.by_answer
    rows = list(zip(answers["answer"], answers["alone"], answers["people"], strict=True)) if answers else []
    people = [name for name, _, left in rows if left]
    if answers and selection.alone.share == 1:
        return context.say("defer.title_all")
    if 0 < len(people) <= MOST_NAMED and not any(alone and left for _, alone, left in rows):
        return titled(context, "defer.title_answers", answers=context.locale.listing(people))
    if by_rule(selection) or (chosen.cutoff is None and chosen.theory is None):
        # Answers are accepted by their expected value: what that says of confidences.
        spans = selection.confidence_spans
        if by_rule(selection) or spans is None:
            return titled(context, "defer.title_rule")
        ends = {"least": float(spans[0].min()), "surely": float(spans[1].max())}
        return titled(context, "defer.title_span", **ends)
    if 0 in (chosen.cutoff, chosen.theory):
        return context.say("defer.title_all")
    if chosen.cutoff is None:
        return titled(context, "defer.title_calibrated", cutoff=chosen.theory)
    return titled(context, "defer.title", cutoff=min(chosen.cutoff, 1.0))


def _decision(context: DeferContext, framing: Framing, work: WorkPlan | None) -> list[Section]:
    if context.selection.refusal:
        return [Section("decision", tuple(head(context, _title(context), refused_lede(context), framing)))]
    middle: list[Block] = [
        Tiles(tuple(_tiles(context))),
        value_figure(context),
        best_models(context, *_worth(context)),
        *work_bullets(context, work),
    ]
    return first_page(context, framing, _title(context), _lede(context), middle, _sureness(context))


def _lede(context: DeferContext) -> list[Text]:
    selection = context.selection
    found, said = selection.alone, what_comes_of_it(context)
    worth = {"value": context.amount(found.value), "none": context.amount(found.none)}
    said.append(context.between("defer.value", context.span(found.value), **worth))
    if found.alone and found.gain.value < 0:
        said.append(context.say("defer.loses", value=worth["value"]))
    if by_rule(selection):  # how many answers are not the most probable class
        said.append(context.say("defer.relabelled", changed=selection.chosen.relabelled))
    said += [*mean_of_models(context), *against_accuracy(context)]
    if selection.test.n_unknown:
        labels = context.locale.listing(list(selection.test.unknown[:3]))
        said.append(context.say("defer.unknown", n=selection.test.n_unknown, labels=labels))
    return said


def _tiles(context: DeferContext) -> list[Tile]:
    say, found = context.say, context.selection.alone
    wrong = say("defer.percent", share=found.share_wrong) if found.alone else None
    left = say("defer.percent_all", share=found.share_left)
    span = context.bare_span(found.value)
    note = None if span is None else say("defer.interval", range=span)
    return [
        Tile(say("defer.tile_alone"), found.alone, "count", say("defer.of", n=found.items)),
        Tile(say("defer.tile_wrong"), found.wrong.value, "count", wrong),
        Tile(say("defer.tile_people"), found.left, "count", left),
        Tile(say("defer.tile_value"), context.short(found.value), "sentence", note),
    ]


def _sureness(context: DeferContext) -> list[Point]:
    selection, say, alone = context.selection, context.say, context.selection.alone
    # Of errors, and of somebody who is asked, the verdict says it.
    points = [Point(compared(context)), Point(_guarantee(context), 0)]
    span = context.span(alone.gain)
    if span is not None:
        verdict = "against" if alone.gain.wholly_below(0.0) else "firm" if selection.pays else "open"
        against = [] if verdict == "against" else [say(f"defer.use_{verdict}_how")]
        if alone.none.value:  # else the value above is the difference
            against.append(say("defer.use", gain=context.amount(alone.gain), range=span))
        points.append(Point(Bullet(say(f"defer.use_{verdict}"), tuple(against))))
    if alone.is_list and not alone.unlike:  # where it is not, the box above says so
        points.append(Point(Bullet(say("defer.list_alike"))))
    points += [Point(one, aside=True) for one in cutoff_taken(context)]
    points += [Point(one, 0) for one in asked_point(context)]

    def gain(most: float) -> Text:
        """Say the most that labels gain, with the number of items that it is of."""
        listed, value = None if selection.labels is None else selection.labels.listed, context.thousand(most)
        if listed is None:
            return say("defer.labels_gain", most=say("defer.labels_per", value=value))
        return say("defer.labels_gain", most=say("defer.labels_list", value=value, n=listed))

    def price(each: float) -> Text:
        fine = say("defer.fine_money" if context.money else "defer.fine_right", value=each)
        return say("defer.labels_price", price=fine)

    points += labels_points(context, selection.labels, gain, price)
    if selection.dearer:  # how much would be answered alone if errors cost half or twice as much
        shares = selection.shares_if_dearer
        dearer = say("defer.dearer", **shares) if shares else say("defer.dearer_same")
        points.append(Point(Bullet(say("defer.weight_change"), (dearer,), leads=True)))
    points += [Point(one) for one in few(context, selection.test, selection.plan)]
    return [*points, Point(Bullet(say("defer.not_covered")))]


def _worth(context: DeferContext) -> list[Text]:
    """Return what right and wrong answers count, and what a review costs where that is taken off."""
    selection = context.selection
    many, cost = selection.test.n_classes > MOST_CLASSES, selection.test.review_cost
    said = [context.answers(selection.answer_worths, many=many)]
    if selection.worths.counted_from is not None:
        said.append(context.say("defer.said_counted", weight=selection.worths.own_error_weight))
    return said if cost is None else [*said, context.reviews(float(cost.min()), float(cost.max()))]


def _guarantee(context: DeferContext) -> Bullet:
    selection = context.selection
    counts, goal = selection.chosen.counts, selection.most_wrong is not None
    if selection.validation is None and not goal and not by_rule(selection):
        return Bullet(context.say("defer.guarantee_cross"))
    if counts.n_accepted == 0:
        return Bullet(context.say("defer.guarantee_none"))
    if selection.test.weight is not None or selection.test.group is not None:
        return Bullet(context.say("defer.guarantee_grouped"))
    why = [context.say("defer.guarantee_rule" if by_rule(selection) else "defer.guarantee_how")]
    if goal:
        why = [context.say("defer.guarantee_goal", n=selection.test.n_items)]
    said = bound_said(context, "defer.guarantee", selection.bound, selection.n_models, selection.most_wrong)
    return Bullet(said, tuple(why))


def _cutoffs(context: DeferContext) -> Section:
    selection = context.selection
    how, validation = [context.say("defer.cross")], selection.validation
    if validation is not None:
        how = [context.say("defer.cutoffs", n=validation.n_items, test=selection.test.n_items)]
    chosen = selection.chosen
    if chosen.cutoff is None and not chosen.predictions.members and chosen.temperature is not None:
        # What calibrates probabilities, where no cutoff on stated confidences says the same.
        how.append(context.say("defer.cut_power", power=chosen.pool.power))
    cutoffs = cutoffs_table(context) if selection.test.n_classes <= MOST_CLASSES else None
    blocks: tuple[Block, ...] = (
        Heading(context.say("defer.head_cutoff")),
        *answers_blocks(context, selection.chosen.predictions, selection.by_answer),
        Paragraph(tuple(how)),
        *notes(context),
        *([] if cutoffs is None else [cutoffs]),
        *asked_blocks(context),
        distribution_figure(context),
    )
    return Section("cutoffs", blocks)


def _weights(context: DeferContext) -> Section:
    selection = context.selection
    said, limit = [context.say("defer.weights")], selection.stops_paying
    if selection.test.review_cost is not None:
        said.append(context.say("defer.weights_unpriced"))
    if math.isfinite(limit):
        said.append(context.say("defer.stops_paying", omega=limit))
    head = Heading(context.say("defer.head_weights"))
    return Section("weights", (head, Paragraph(tuple(said)), weights_figure(context)))


def _reliability(context: DeferContext) -> Section:
    """Say how often the model is right when it says how sure it is, and what calibration cannot mend."""
    test = context.selection.test
    limits = [context.say("defer.calibration"), context.say("defer.temperature")]
    if test.group is not None:
        limits.append(context.say("defer.bins_grouped"))
    head = Heading(context.say("defer.head_sure"))
    return Section("reliability", (head, reliability_figure(context), Paragraph(tuple(limits))))


def _errors(context: DeferContext) -> Section:
    """Say what other models are worth, and where answers are wrong."""
    selection = context.selection
    blocks: list[Block] = [
        Heading(context.say("defer.head_errors")),
        Paragraph((*against_cost(context), context.say("defer.measured"))),
        *more_models(context),
    ]
    if selection.alone.alone and selection.test.n_classes <= MOST_CLASSES:
        blocks.append(wrong_table(context))
    blocks += by_class_blocks(context)
    if selection.domains:
        blocks += [Heading(context.say("defer.head_domains")), domain_table(context)]
        if selection.losing:
            losing = context.locale.listing(list(selection.losing))
            blocks.append(Paragraph((context.say("defer.domain_warning", domains=losing),), "warning"))
    return Section("errors", tuple(blocks))


def asked_point(context: DeferContext) -> list[Bullet]:
    """Return the point of page 1 on who may be asked; nothing where nobody may be."""
    asked = context.selection.asked
    if asked is None:
        return []
    best = asked.best
    if not asked.pays:
        told = [
            sentence
            for one in asked.answerers
            for sentence in worth_up_to(context, one) or [context.say("beside.never", answerer=one.name)]
        ]
        return [Bullet(context.say("beside.not_worth"), tuple(told))]
    key = "beside.worth_firm" if asked.more[1].wholly_above(0.0) else "beside.worth"
    said = context.say(
        "beside.adds",
        answerer=best.rule.answerer,
        settled=best.settled.value,
        wrong=best.settled_wrong.value,
        more=context.say("joint.money" if context.money else "joint.right", value=asked.more[1].value),
        n=asked.items,
    )
    return [Bullet(context.say(key), (said,))]


def asked_blocks(context: DeferContext) -> list[Block]:
    """Return what asking would change, as a table, and what is known of who may be asked."""
    asked = context.selection.asked
    if asked is None:
        return []
    said = [context.say("beside.how", n=asked.items)]
    if asked.pays:
        said.append(rule_words(context, asked.best.rule))
    for one in asked.answerers:
        told = agreement(context, one, asked.model)
        if not told:
            continue
        said += [*told, *worth_up_to(context, one)]
        if one.priced_on:
            said.append(context.say("asked.dated", date=context.locale.printed_date(one.priced_on)))
    return [Heading(context.say("beside.head")), Paragraph(tuple(said)), _table(context, asked)]


def _table(context: DeferContext, asked: AskedBeside) -> Table:
    ways = asked.ways
    names = [one.rule.answerer or "—" for one in ways]
    named = [context.say("joint.way_machine", model=asked.model)]
    named.append(context.say("beside.way_then", model=asked.model, answerer=names[1]))
    named.append(context.say("asked.way_answerer", answerer=names[2]))
    kind = context.kind
    net = context.in_money("beside.c_net") if context.money else context.say("beside.c_net_right")
    columns: list[FilledColumn] = [
        ("way", context.say("joint.c_way"), "sentence", named),
        ("alone", context.say("joint.c_alone"), "count", values_of(one.accepted for one in ways)),
        ("asked", context.say("asked.c_asked"), "count", values_of(one.asked for one in ways)),
        ("settled", context.say("beside.c_settled"), "count", values_of(one.settled for one in ways)),
        ("wrong", context.say("joint.c_wrong"), "count", [one.all_wrong for one in ways]),
        ("left", context.say("joint.c_left"), "count", values_of(one.left for one in ways)),
        ("net", net, kind, values_of(one.net for one in ways)),
        ("more", context.say("beside.c_more"), kind, [None, *intervals_of(asked.more[1:])]),
    ]
    if context.money:
        columns.insert(
            6, ("cost", context.in_money("beside.c_cost"), "money", [float(one.spend) for one in ways])
        )
    return by_columns("asked", context.say("beside.t_ways"), columns)
