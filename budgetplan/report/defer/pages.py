"""The report on a selective classifier: what it may answer alone, what that is worth, and how sure that is."""

from __future__ import annotations

import math

from budgetplan.domain.decision import LabelsWorth
from budgetplan.planning.defer.solve import DeferSolution
from budgetplan.report.defer.answerers import asked_blocks, asked_point
from budgetplan.report.defer.context import PER, DeferContext, WorthWords
from budgetplan.report.defer.figures import (
    distribution_figure,
    every_curve_figure,
    reliability_figure,
    risk_figure,
    value_figure,
    weights_figure,
)
from budgetplan.report.defer.tables import (
    MOST_CLASSES,
    all_classes_table,
    answers_blocks,
    best_models,
    bins_table,
    by_class_blocks,
    classes_table,
    cutoffs_table,
    domain_table,
    missed_blocks,
    more_models,
    order_table,
    pairs_table,
    quality_table,
    routes_table,
    weights_table,
    wrong_table,
)
from budgetplan.report.defer.words import (
    against_accuracy,
    against_cost,
    bound_said,
    by_rule,
    changed,
    compared,
    cutoff_taken,
    few,
    how,
    how_averaged,
    how_calibrated,
    how_for_lists,
    is_it_alike,
    mean_of_models,
    noise,
    notes,
    refused_lede,
    refused_title,
    titled,
    variant,
    what_comes_of_it,
)
from budgetplan.report.first_page import (
    Point,
    behind,
    digits_of,
    labels_point,
    points_shown,
    rounded_up,
    split_lede,
)
from budgetplan.report.model import (
    Block,
    Bullet,
    Bullets,
    Document,
    Heading,
    Paragraph,
    Section,
    Sentence,
    Table,
    Tile,
    Tiles,
)
from budgetplan.report.page import Framing, back, framed, head
from budgetplan.report.phrases import Nouns
from budgetplan.report.work_plan import work_bullets, work_sections
from budgetplan.workplan.building import WorkPlan

MOST_NAMED = 3
"""So many answers that go to people are named in the title."""


def build_defer_report(selection: DeferSolution, framing: Framing, work: WorkPlan | None = None) -> Document:
    """Return the report on everything computed; ``work``: how the plan is carried out."""
    context = context_of(selection)
    speaker = context.speaker
    first, rest = _decision(context, framing, work)
    sections = [first, *work_sections(speaker, work), *rest]
    # Nothing is said of the list in figures where the test items cannot speak for it.
    if not selection.refusal:
        sections += [
            _cutoffs(context),
            _weights(context),
            _reliability(context),
            _quality(context),
        ]
    method = [Paragraph((sentence,)) for sentence in _method(context)]
    end = (Heading(speaker.say("head.method")), *method, *back(speaker, "defer", framing))
    sections.append(Section("back", end))
    money = context.words.money or selection.alone.is_list
    return framed(speaker, _title(context), sections, framing, money=money)


def build_defer_files(selection: DeferSolution) -> tuple[Table, ...]:
    """Return the tables that stand beside the report, as files alone: what is told class by class."""
    context = context_of(selection)
    found = [all_classes_table(context), pairs_table(context)]
    cutoffs = cutoffs_table(context) if selection.test.n_classes > MOST_CLASSES else None
    return (*found, *([] if cutoffs is None else [cutoffs]))


def context_of(selection: DeferSolution) -> DeferContext:
    """Return what every part of the report needs, with the words and the unit that the plan asks for."""
    speaker = Nouns(selection.plan)
    return DeferContext(selection, speaker, WorthWords(selection.plan, speaker))


def _method(context: DeferContext) -> list[Sentence]:
    """Return what every number means, in short."""
    speaker = context.speaker
    return [
        speaker.say("defer.m_value"),
        speaker.say("defer.m_routes"),
        *how(context),
        *how_averaged(context),
        *noise(context),
        *how_for_lists(context),
        speaker.say("defer.m_voc"),
        speaker.say("defer.m_bins"),
    ]


def _title(context: DeferContext) -> Sentence:
    """Return the decision in one sentence."""
    selection, speaker = context.selection, context.speaker
    if selection.refusal:
        return refused_title(context)
    if not selection.used:
        return speaker.say(variant(selection, "defer.title_none"))
    route = selection.chosen.deployed
    people = [row.name for row in selection.by_answer if row.people]
    if selection.by_answer and titled(context, "defer.title_answers")[1] == 1:
        return speaker.say("defer.title_all", model=selection.chosen.name)
    if 0 < len(people) <= MOST_NAMED and not any(row.alone and row.people for row in selection.by_answer):
        key, share = titled(context, "defer.title_answers")
        named = speaker.locale.listing(people)
        return speaker.say(key, model=selection.chosen.name, share=share, answers=named)
    if by_rule(selection) or (route.cutoff is None and route.theory is None):
        return _title_rule(context)
    if 0 in (route.cutoff, route.theory):
        return speaker.say("defer.title_all", model=selection.chosen.name)
    if route.cutoff is None:
        key, share = titled(context, "defer.title_calibrated")
        return speaker.say(key, model=selection.chosen.name, cutoff=route.theory, share=share)
    key, share = titled(context, "defer.title")
    return speaker.say(key, model=selection.chosen.name, cutoff=min(route.cutoff, 1.0), share=share)


def _title_rule(context: DeferContext) -> Sentence:
    """Return the decision where answers are accepted by their expected value, with what that says of confidences."""
    selection, speaker, model = context.selection, context.speaker, context.selection.chosen.name
    spans = selection.confidence_spans
    if by_rule(selection) or spans is None:
        key, share = titled(context, "defer.title_rule")
        return speaker.say(key, model=model, share=share)
    key, share = titled(context, "defer.title_span")
    return speaker.say(
        key, model=model, share=share, least=float(spans[0].min()), surely=float(spans[1].max())
    )


def _decision(
    context: DeferContext, framing: Framing, work: WorkPlan | None
) -> tuple[Section, list[Section]]:
    speaker = context.speaker
    if context.selection.refusal:
        first = head(speaker, _title(context), refused_lede(context), framing)
        return Section("decision", tuple(first)), []
    told, rest = split_lede(_lede(context))
    first, points = head(speaker, _title(context), told, framing), _sureness(context)
    blocks: list[Block] = [
        *first,
        Tiles(tuple(_tiles(context))),
        value_figure(context),
        best_models(context, *_worth(context)),
        *work_bullets(speaker, work),
        Heading(speaker.say("head.sure")),
        Bullets(tuple(points_shown(points))),
    ]
    section = Section("decision", tuple(blocks), one_page=True)
    return section, behind(speaker, rest, points)


def _lede(context: DeferContext) -> list[Sentence]:
    selection, speaker, words = context.selection, context.speaker, context.words
    found, said = selection.alone, what_comes_of_it(context)
    value, none, span = found.value, words.amount(found.none.value), words.span(found.value)
    if span is None:
        said.append(speaker.say("defer.value_plain", value=words.amount(value.value), none=none))
    else:
        said.append(speaker.say("defer.value", value=words.amount(value.value), range=span, none=none))
    if found.alone and found.gain.value < 0:
        said.append(speaker.say("defer.loses", model=selection.chosen.name, value=words.amount(value.value)))
    said += changed(context)
    said += mean_of_models(context)
    said += against_accuracy(context)
    if selection.test.n_unknown:
        labels = speaker.locale.listing(list(selection.test.unknown[:3]))
        said.append(speaker.say("defer.unknown", n=selection.test.n_unknown, labels=labels))
    return said


def _tiles(context: DeferContext) -> list[Tile]:
    selection, speaker, words = context.selection, context.speaker, context.words
    found, value = selection.alone, selection.alone.value
    say = speaker.say
    tiles = [
        Tile(say("defer.tile_alone"), found.alone, "count", say("defer.of", n=found.items)),
        Tile(say("defer.tile_wrong"), found.wrong.value, "count"),
        Tile(
            say("defer.tile_people"),
            found.left,
            "count",
            say("defer.percent_all", share=found.share_left),
        ),
    ]
    if found.alone:
        share = say("defer.percent", share=found.share_wrong)
        tiles[1] = Tile(say("defer.tile_wrong"), found.wrong.value, "count", share)
    span = words.bare_span(value)
    note = None if span is None else speaker.say("defer.interval", range=span)
    return [*tiles, Tile(speaker.say("defer.tile_value"), words.short(value.value), "sentence", note)]


def _sureness(context: DeferContext) -> list[Point]:
    selection, speaker, words = context.selection, context.speaker, context.words
    # Of errors, and of somebody who is asked, the verdict says it.
    points = [Point(compared(context)), Point(_guarantee(context), 0)]
    span = words.span(selection.alone.gain)
    if span is not None:
        use = speaker.say("defer.use", gain=words.amount(selection.alone.gain.value), range=span)
        # Where leaving everything to people is worth nothing, the value above is the difference.
        against = [use] if selection.alone.none.value else []
        firm, how = _use(selection)
        against = [*map(speaker.say, how), *against]
        points.append(Point(Bullet(speaker.say(firm), tuple(against))))
    points += [Point(one) for one in is_it_alike(context)]
    points += [Point(one, aside=True) for one in cutoff_taken(context)]
    points += [Point(one, 0) for one in asked_point(context)]
    labels = selection.labels
    points += [] if labels is None else [labels_point(speaker, _labels(context, labels))]
    points += [Point(one) for one in (*_changes(context), *few(speaker, selection.test, selection.plan))]
    return [*points, Point(Bullet(speaker.say("defer.not_covered")))]


def _labels(context: DeferContext, labels: LabelsWorth) -> list[Sentence]:
    """Return the most that labels gain, with the number of items that it is of, and what one costs."""
    say, words = context.speaker.say, context.words
    minor = context.selection.plan.prices.minor_digits if words.money else None
    most = words.amount(rounded_up(labels.everything, digits_of(labels.everything, minor)) / PER)
    key = "defer.labels_per" if labels.listed is None else "defer.labels_list"
    on = say(key, value=most) if labels.listed is None else say(key, value=most, n=labels.listed)
    said = [say("defer.labels_gain", most=on)]
    if labels.price is not None:
        said.append(say("defer.labels_price", price=words.fine(labels.price)))
    return said


def _use(selection: DeferSolution) -> tuple[str, tuple[str, ...]]:
    """Return the verdict on using the model, and what is said of it."""
    if selection.alone.gain.wholly_below(0.0):
        return "defer.use_against", ()
    if selection.pays:
        return "defer.use_firm", ("defer.use_firm_how",)
    return "defer.use_open", ("defer.use_open_how",)


def _worth(context: DeferContext) -> list[Sentence]:
    """Return what right and wrong answers count, and what a review costs where that is taken off."""
    selection = context.selection
    many, cost = selection.test.n_classes > MOST_CLASSES, selection.test.review_cost
    said = [context.words.answers(selection.answer_worths, many=many)]
    return said if cost is None else [*said, context.words.reviews(float(cost.min()), float(cost.max()))]


def _guarantee(context: DeferContext) -> Bullet:
    selection, speaker = context.selection, context.speaker
    counts, route_key = selection.chosen.deployed.counts, selection.chosen.deployed.key
    goal = route_key == "guaranteed"
    if selection.validation is None and not goal and not by_rule(selection):
        return Bullet(speaker.say("defer.guarantee_cross"))
    if counts.n_accepted == 0:
        return Bullet(speaker.say("defer.guarantee_none"))
    if selection.test.weight is not None or selection.test.group is not None:
        return Bullet(speaker.say("defer.guarantee_grouped"))
    n_models, bound = selection.wrong_rate.n_models, selection.wrong_rate.most
    why = [speaker.say("defer.guarantee_rule" if by_rule(selection) else "defer.guarantee_how")]
    if goal:
        why = [speaker.say("defer.guarantee_goal", n=selection.test.n_items)]
    return Bullet(
        bound_said(speaker, selection.chosen.name, bound, n_models, selection.most_wrong), tuple(why)
    )


def _changes(context: DeferContext) -> list[Bullet]:
    """Say what would change the recommendation: another price of errors, if anything."""
    said = _share_if_dearer(context)
    return [Bullet(context.speaker.say("defer.weight_change"), tuple(said), leads=True)] if said else []


def _share_if_dearer(context: DeferContext) -> list[Sentence]:
    """Say how much of the items the model would answer alone if errors cost half or twice as much."""
    selection, chosen = context.selection, context.selection.chosen
    if not selection.dearer:
        return []
    cheap, dear = selection.dearer[0].share, selection.dearer[-1].share
    today = selection.alone.alone / selection.alone.items
    alike = len({round(100 * share) for share in (cheap, today, dear)}) == 1
    if alike:
        return [context.speaker.say("defer.dearer_same", model=chosen.name)]
    shares = {"cheap": cheap, "today": today, "dear": dear}
    return [context.speaker.say("defer.dearer", model=chosen.name, **shares)]


def _cutoffs(context: DeferContext) -> Section:
    selection, speaker = context.selection, context.speaker
    if selection.validation is None:
        how = speaker.say("defer.cross")
    else:
        how = speaker.say("defer.cutoffs", n=selection.validation.n_items, test=selection.test.n_items)
    cutoffs = cutoffs_table(context) if selection.test.n_classes <= MOST_CLASSES else None
    blocks: tuple[Block, ...] = (
        Heading(speaker.say("defer.head_cutoff")),
        *answers_blocks(context.speaker, selection.chosen.predictions, selection.by_answer),
        Paragraph((how, *how_calibrated(context))),
        routes_table(context),
        *notes(context),
        *([] if cutoffs is None else [cutoffs]),
        *asked_blocks(context),
        distribution_figure(context),
        risk_figure(context),
    )
    return Section("cutoffs", blocks)


def _weights(context: DeferContext) -> Section:
    speaker, selection = context.speaker, context.selection
    said, limit = [speaker.say("defer.weights")], selection.stops_paying
    if selection.test.review_cost is not None:
        said.append(speaker.say("defer.weights_unpriced"))
    if math.isfinite(limit):
        said.append(speaker.say("defer.stops_paying", model=selection.chosen.name, omega=limit))
    blocks: tuple[Block, ...] = (
        Heading(speaker.say("defer.head_weights")),
        Paragraph(tuple(said)),
        weights_figure(context),
        *([every_curve_figure(context)] if len(selection.models) > 1 else []),
        weights_table(context),
        *missed_blocks(context),
    )
    return Section("weights", blocks)


def _reliability(context: DeferContext) -> Section:
    """Say how often the model is right when it says how sure it is, and what calibration cannot mend."""
    speaker, test = context.speaker, context.selection.test
    limits = [speaker.say("defer.calibration"), speaker.say("defer.temperature")]
    if test.group is not None:
        limits.append(speaker.say("defer.bins_grouped"))
    blocks: tuple[Block, ...] = (
        Heading(speaker.say("defer.head_sure")),
        reliability_figure(context),
        Paragraph(tuple(limits)),
        bins_table(context),
    )
    return Section("reliability", blocks)


def _quality(context: DeferContext) -> Section:
    selection, speaker = context.selection, context.speaker
    cost = against_cost(context)
    blocks: list[Block] = [
        Heading(speaker.say("defer.head_quality")),
        *([Paragraph(tuple(cost))] if cost else []),
        *more_models(context),
        quality_table(context),
        order_table(context),
    ]
    classes = classes_table(context)
    if classes is not None:
        blocks += [Heading(speaker.say("defer.head_classes")), classes]
    if selection.alone.alone and selection.test.n_classes <= MOST_CLASSES:
        blocks.append(wrong_table(context))
    blocks += by_class_blocks(context)
    if selection.domains:
        blocks += [Heading(speaker.say("defer.head_domains")), domain_table(context)]
        if selection.losing:
            blocks.append(
                Paragraph(
                    (
                        speaker.say(
                            "defer.domain_warning", domains=speaker.locale.listing(list(selection.losing))
                        ),
                    ),
                    "warning",
                )
            )
    return Section("quality", tuple(blocks))
