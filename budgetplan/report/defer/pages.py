"""The report on a selective classifier: what it may answer alone, what that is worth, and how sure that is."""

from __future__ import annotations

from budgetplan.plans.answer import DeferSolution
from budgetplan.report.defer.context import DeferContext
from budgetplan.report.defer.figures import (
    classes_figure,
    distribution_figure,
    reliability_figure,
    value_figure,
)
from budgetplan.report.defer.tables import (
    MOST_ROWS,
    answers_blocks,
    asked_table,
    classes_table,
    confusion_table,
    cutoffs_table,
    domain_table,
    models_table,
    pairs_table,
    values_table,
    weights_table,
    wrong_table,
)
from budgetplan.report.model import (
    Block,
    Document,
    Heading,
    Prose,
    Section,
    Table,
    Tile,
    Tiles,
)
from budgetplan.report.page import Framing, back, framed, head
from budgetplan.report.work_plan import work_sections
from budgetplan.work.building import WorkPlan


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
        Tile(say("defer.tile_alone"), alone.alone, "count", say("defer.of", number=alone.items)),
        Tile(
            say("defer.tile_wrong"), alone.wrong.value, "count", words("tile_wrong") if alone.alone else None
        ),
        Tile(say("defer.tile_people"), alone.left, "count", words("tile_left")),
        Tile(
            say("defer.tile_value"),
            words("short", context.facts.value.value),
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
    """Say what each model would be worth, and how often what is recommended is right when it says how sure it is."""
    blocks: tuple[Block, ...] = (
        *(Heading(context.say("defer.head_models")), value_figure(context), models_table(context)),
        *(Prose(context.words("models")), Heading(context.say("defer.head_sure"))),
        *(reliability_figure(context), Prose(context.words("calibration"))),
    )
    return Section("models", blocks)


def _errors(context: DeferContext) -> Section:
    """Say where answers are wrong."""
    selection, words, say = context.selection, context.words, context.say
    blocks: list[Block] = [Heading(say("defer.head_confusion"))]
    if context.facts.many:
        blocks.append(Prose(words("many"), "note"))
    else:
        blocks.append(confusion_table(context))
        if context.facts.differ:
            names = selection.test.classes, selection.test.unknown
            blocks.append(values_table(context, selection.worth_matrix, *names, money=context.money))
    if selection.domains:
        blocks += [Heading(say("defer.head_domains")), domain_table(context)]
        blocks += [Prose(words("losing"), "warning")] if selection.losing else []
    return Section("errors", tuple(blocks))
