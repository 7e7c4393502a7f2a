"""The report on one plan for both workflows: what a model answers alone, what people review, what is left."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from budgetplan.domain.decision import Estimate
from budgetplan.domain.prices import BudgetLine, paid_to, total_of
from budgetplan.plans.answer import by_answer
from budgetplan.plans.joint import JointPlan
from budgetplan.report.cost_words import how_paid, indirect_said, justification
from budgetplan.report.defer.tables import MOST_CLASSES, answers_blocks, values_table
from budgetplan.report.joint import answerer
from budgetplan.report.joint.context import JointContext, moved
from budgetplan.report.joint.lede import lede, sureness, title
from budgetplan.report.joint.tables import (
    budgets_table,
    harsher_table,
    ladder_table,
    models_table,
    own_table,
    split_figure,
    surface_figure,
    ways_figure,
    ways_table,
    winners_table,
)
from budgetplan.report.model import (
    Block,
    Document,
    Heading,
    Paragraph,
    Section,
    Text,
    Tile,
    Tiles,
)
from budgetplan.report.page import Framing, back, first_page, framed, head
from budgetplan.report.work_plan import work_bullets, work_sections
from budgetplan.work.building import WorkPlan


def build_joint_report(joint: JointPlan, framing: Framing, work: WorkPlan | None = None) -> Document:
    """Return the report on everything computed; ``work``: how the plan is carried out."""
    context = JointContext(joint)
    # Nothing is said of the list in figures where the labelled items cannot speak for it.
    lines = () if joint.refusal else _lines(context)
    later = [_surface(context)] if joint.refusal == "few" else []
    if not joint.refusal:
        later = [_joining(context, lines), _surface(context), *_justified(context, lines, work)]
    first, *rest = _decision(context, framing, work, lines)
    before = work_sections(context, work, answerer.before_people(context))
    sections = [first, *before, *rest, *later, _back(context, framing)]
    return framed(context, title(context), sections, framing, money=bool(context.currency), lines=lines)


def _decision(
    context: JointContext, framing: Framing, work: WorkPlan | None, lines: Sequence[BudgetLine]
) -> list[Section]:
    if context.joint.refusal:
        first = head(context, title(context), lede(context), framing)
        if context.joint.refusal == "few":
            first.append(budgets_table(context))
        return [Section("decision", tuple(first))]
    middle: list[Block] = [
        Tiles(tuple(_tiles(context, lines))),
        split_figure(context),
        budgets_table(context),
        *answerer.first_of_all(context),
        *work_bullets(context, work),
    ]
    return first_page(context, framing, title(context), lede(context), middle, sureness(context))


def _tiles(context: JointContext, lines: Sequence[BudgetLine]) -> list[Tile]:
    """Return the four numbers of page 1; ``lines``: of the cost build-up."""
    joint, option, asks = context.joint, context.chosen, answerer.asking(context)
    counts = context.counts

    def interval(estimate: Estimate) -> Text | None:
        found = moved(estimate)
        return None if found is None else context.say("joint.tile_interval", range=found)

    key = "joint.tile_left"
    note: dict[str, Any] = {}
    if context.priced:
        # The answerer's part stands elsewhere: a reader divides this by the reviews.
        note["spend"] = paid_to(lines).get("people", Decimal(0)) if asks else option.spend
        key = "joint.tile_all"
    if not context.priced or counts.left:
        note["left"] = counts.left
        key = "joint.tile_for" if context.priced else key
    people = context.say(key, **note)
    alone = context.say("joint.tile_of", n=joint.total)
    found = moved(option.net)
    net = None
    if found is not None:
        key = "joint.range_money" if context.money else "joint.range_right"
        net = context.say("joint.tile_net_note", range=context.say(key, range=found))
    answered = [
        Tile(context.say("joint.tile_alone"), counts.accepted, "count", alone),
        Tile(context.say("joint.tile_wrong"), counts.wrong, "count", interval(option.wrong)),
    ]
    return [
        *(answerer.tiles(context) if asks else answered),
        Tile(context.say("joint.tile_people"), option.items, "count", people),
        Tile(context.say("joint.tile_net"), context.short(option.net.value), "sentence", net),
    ]


def _justified(context: JointContext, lines: Sequence[BudgetLine], work: WorkPlan | None) -> list[Section]:
    """Return what is asked for; nothing where nothing is."""
    if not lines:
        return []
    asked, why, counts = _request(context), _quantity(context), context.counts
    span, said = moved(context.chosen.found), dict[str, Any](found=counts.found)
    said |= {} if context.plan.positive else {"wrong": counts.all_wrong}
    key = "joint.short_entries" if context.plan.positive else "joint.short"
    expected = context.between(key, span, **said)
    return [justification(context, lines, work, asked, why, (asked[0], expected), (*asked[1:], *why))]


def _joining(context: JointContext, lines: Sequence[BudgetLine]) -> Section:
    bench = context.joint.bench
    labelled, done = bench.pool.labelled, context.chosen.who_decides
    blocks = answers_blocks(context, labelled, by_answer(context.joint.test, labelled, bench.said, done))
    blocks += answerer.section_blocks(context, lines)
    head = Heading(context.say("asked.head_joining" if context.joint.answerers else "joint.head_joining"))
    return Section("joining", (*blocks, head, ways_figure(context), ways_table(context)))


def _lines(context: JointContext) -> tuple[BudgetLine, ...]:
    """Return the cost build-up, nothing where nothing is paid."""
    option, purse = context.chosen, context.joint.bench.purse
    if not context.priced or not option.spend:
        return ()
    if option.items or answerer.asking(context):
        bought = purse.bought(option.way.path, option.items, option.calls)
        lines = purse.prices.lines(bought, context.model, purse.model_cost)
    else:
        lines = purse.prices.model_lines(context.model, purse.model_cost)
    assert total_of(lines) == option.spend
    return lines


def _request(context: JointContext) -> list[Text]:
    """Say what is asked for, and how it is paid."""
    option, prices, purse = context.chosen, context.prices, context.joint.bench.purse
    reviewed, asks = context.counts.reviewed, answerer.asking(context)
    if not reviewed:
        asked = context.say("asked.request_no_people" if asks else "joint.request_machine")
        return [asked, *indirect_said(context, prices)] if prices.indirect else [asked]
    hours = option.hours if prices.timed else None
    paid = how_paid(context, prices, hours, {context.model: purse.model_cost})
    if asks:
        return [context.say("asked.request"), *paid]
    return [context.say("joint.request" if context.counts.accepted else "joint.request_people"), *paid]


def _quantity(context: JointContext) -> list[Text]:
    """Say where the quantity comes from: the budget's end, or what reviews are worth."""
    option, n = context.chosen, context.joint.test.n_items
    if option.budget is not None and context.joint.budget_ends and context.counts.left:
        why = context.say("joint.quantity_budget", budget=context.budget(option.budget))
    elif option.budget is not None:
        why = context.say("joint.quantity_within", budget=context.budget(option.budget))
    else:
        why = context.say("joint.quantity_best")
    if not context.counts.accepted:
        return [why, context.say("joint.quantity_people", n=n), context.order()]
    if not option.items:
        return [why, context.say("joint.quantity_machine", n=n, wrong=context.counts.wrong)]
    return [why, context.say("joint.quantity", n=n, wrong=context.counts.wrong), context.order()]


def _surface(context: JointContext) -> Section:
    joint = context.joint
    several = len(joint.grid) > 1
    key = "joint.pooled" if joint.validation is None else "joint.pooled_apart"
    said = [context.say(key, n=joint.test.n_items)]
    if several:
        net = context.amount(joint.cells.best["net"])
        said += [context.say("joint.surface"), context.say("joint.surface_best", net=net)]
    blocks: list[Block] = [Heading(context.say("joint.head_surface")), Paragraph(tuple(said))]
    if several:
        blocks.append(surface_figure(context))
    if joint.models:
        blocks += [Heading(context.say("joint.head_models")), models_table(context)]
        if several:
            grid = context.say("joint.grid", n=len(joint.grid))
            blocks += [winners_table(context), Paragraph((grid,), "note")]
    return Section("surface", tuple(blocks))


def _back(context: JointContext, framing: Framing) -> Section:
    """Return what if errors weigh more, the method, the glossary, and how to make the report again."""
    joint, plan = context.joint, context.plan
    said = [context.say("joint.m_value"), context.say("joint.m_plan")]
    said += [context.say("asked.m_rule")] if joint.answerers else []
    if context.joint.members:
        said.append(context.say("joint.m_mean", members=context.locale.listing(list(context.joint.members))))
    noise = [context.say("joint.m_off")]
    if plan.resamples:
        noise = [context.say("joint.m_noise", resamples=joint.bench.plan.draws, seed=str(plan.seed))]
        if joint.basis == "list":
            noise.append(context.say("joint.m_predict", n=joint.total))
    paragraphs: list[Block] = [Paragraph((one,)) for one in said]
    paragraphs.append(Paragraph(tuple(noise)))
    if joint.basis == "list":
        key = "joint.scaled" if joint.own_list is None else "joint.listed"
        scaled = context.say(key, n=joint.total, test=joint.test.n_items)
        paragraphs.insert(0, Paragraph((scaled,)))
    if joint.test.n_unknown:
        labels = context.locale.listing(list(joint.test.unknown[:3]))
        said_of = context.say("defer.unknown", n=joint.test.n_unknown, labels=labels)
        paragraphs.insert(0, Paragraph((said_of,)))
    blocks: list[Block] = []
    if not joint.refusal:
        harsher: list[Block] = [Heading(context.say("joint.head_harsher")), harsher_table(context)]
        blocks += [*_own_list(context), *harsher, *_values(context)]
        if joint.ladder:
            blocks += [Heading(context.say("head.ladder")), ladder_table(context)]
    end = (Heading(context.say("head.method")), *paragraphs, *back(context, "joint", framing))
    return Section("back", (*blocks, *end))


def _values(context: JointContext) -> list[Block]:
    """Return what every state counts by class, where that differs and there is room for it."""
    worth, test = context.joint.bench.payoffs, context.joint.test
    if not worth.by_pairs or test.n_classes > MOST_CLASSES:
        return []
    names = test.classes, test.unknown
    table = values_table(context, context.joint.worth_matrix, *names, money=context.money, reviewed=True)
    return [Heading(context.say("joint.head_values")), table]


def _own_list(context: JointContext) -> list[Block]:
    """Return the plan on the project's list by its own predictions, nothing where there are none."""
    own = context.joint.own_list
    if own is None:
        return []
    name = own.unlike[0] if own.unlike else max(own.shifts, key=lambda each: own.shifts[each])
    key = "joint.own_unlike" if own.unlike else "joint.own_alike"
    said = context.say(key, far=own.shifts[name], model=name)
    blocks: list[Block] = [
        Heading(context.say("joint.head_own")),
        Paragraph((context.say("joint.own"),)),
        own_table(context, own),
        Paragraph((said,), "note" if not own.unlike else "warning"),
    ]
    if own.outside:
        beyond = {"outside": own.outside, "planned": own.planned}
        blocks.append(Paragraph((context.say("joint.own_beyond", **beyond),), "note"))
    return blocks
