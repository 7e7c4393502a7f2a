"""The report on one plan for both workflows: what a model answers alone, what people review, what is left."""

from __future__ import annotations

from collections.abc import Sequence

from budgetplan.domain.prices import BudgetLine, paid_to, total_of
from budgetplan.plans.answer import by_answer
from budgetplan.plans.joint import JointPlan
from budgetplan.report.cost_words import how_paid, indirect_said, justification
from budgetplan.report.defer.context import MOST_CLASSES
from budgetplan.report.defer.tables import answers_blocks, values_table
from budgetplan.report.joint.facts import JointFacts, joint_facts, speaker_of
from budgetplan.report.joint.tables import (
    budgets_table,
    classes_table,
    models_table,
    own_table,
    split_figure,
    ways_figure,
    ways_table,
    who_table,
)
from budgetplan.report.model import (
    Block,
    Document,
    Heading,
    Prose,
    Section,
    Text,
    Tile,
    Tiles,
)
from budgetplan.report.page import Framing, back, framed, head
from budgetplan.report.phrases import Nouns
from budgetplan.report.wording import Wording
from budgetplan.report.work_plan import work_sections
from budgetplan.work.building import WorkPlan

FEW_CLASSES = 6
"""So many true classes stand in the table of wrong answers; the file has all."""


def build_joint_report(joint: JointPlan, framing: Framing, work: WorkPlan | None = None) -> Document:
    """Return the report on everything computed; ``work``: how the plan is carried out."""
    speaker, lines = speaker_of(joint), () if joint.refusal else _lines(joint)
    facts = joint_facts(joint, work)
    say = speaker.wording("joint", facts)
    page: list[Block] = head(speaker, say("title"), say.parts("lede"), framing)
    if joint.option.starts and not joint.refusal:
        page += [
            _tiles(speaker, facts, say),
            split_figure(speaker, facts, say),
            who_table(speaker, facts, paid_to(lines)),
        ]
    elif joint.refusal in ("", "few"):
        page.append(budgets_table(speaker, facts, say))
    if not joint.refusal:
        page += [Heading(speaker.say("head.sure")), Prose(say("points"), "points")]
    before = [say("before")] if facts.answerer else []
    sections = [
        Section("decision", tuple(page), one_page=True),
        *work_sections(speaker, work, before),
        *_justified(speaker, facts, say, lines, work),
        *([] if joint.refusal else [_evidence(speaker, facts, say)]),
        back(speaker, "back", say, framing),
    ]
    return framed(speaker, say("title"), sections, framing, money=bool(speaker.currency))


def unmet_words(joint: JointPlan) -> tuple[Text, Sequence[Text]]:
    """Return the title of the report where nothing is recommended, and the sentences that say why and what to do."""
    say = speaker_of(joint).wording("joint", joint_facts(joint))
    return say("title"), say.parts("lede" if joint.refusal else "too_little")


def _tiles(speaker: Nouns, facts: JointFacts, say: Wording) -> Tiles:
    """Return the four numbers of page 1: the money, or where nothing has a price what people review; labels; net value."""
    counts = facts.counts
    first = Tile(speaker.say("joint.c_spend"), facts.spend or 0, "money", say("note_spend"))
    if not facts.priced:
        first = Tile(speaker.say("joint.tile_people"), counts.reviewed, "count", say("note_people"))
    return Tiles((
        first,
        Tile(speaker.say("joint.c_right"), counts.found, "count", say("note_found")),
        Tile(speaker.say("joint.tile_wrong"), counts.all_wrong, "count", say("note_wrong")),
        Tile(speaker.say("joint.tile_net"), say("short", facts.option.net.value), "sentence", say("note_net")),
    ))  # fmt: skip


def _lines(joint: JointPlan) -> tuple[BudgetLine, ...]:
    """Return the cost build-up, nothing where nothing is paid."""
    option, purse = joint.option, joint.bench.purse
    if not joint.plan.prices.stated or not option.spend:
        return ()
    if option.items or option.calls is not None:
        bought = purse.bought(option.way.path, option.items, option.calls)
        lines = purse.prices.lines(bought, joint.name, purse.model_cost)
    else:
        lines = purse.prices.model_lines(joint.name, purse.model_cost)
    assert total_of(lines) == option.spend
    return lines


def _justified(
    speaker: Nouns, facts: JointFacts, say: Wording, lines: Sequence[BudgetLine], work: WorkPlan | None
) -> list[Section]:
    """Return what is asked for, how it is paid, and where the quantity comes from; nothing where nothing is."""
    if not lines:
        return []
    joint, prices, why = facts.joint, speaker.prices, say.parts("quantity")
    if facts.counts.reviewed:
        hours = joint.option.hours if prices.timed else None
        paid = how_paid(speaker, prices, hours, {joint.name: joint.bench.purse.model_cost})
    else:
        paid = indirect_said(speaker, prices) if prices.indirect else []
    request = say("request")
    short = (request, say("expected"))
    return [justification(speaker, lines, work, [request, *paid], why, short, (*paid, *why))]


def _evidence(speaker: Nouns, facts: JointFacts, say: Wording) -> Section:
    """Return what budgets and simpler ways come to, which errors the model makes, and what each model alone does."""
    joint = facts.joint
    bench, test = joint.bench, joint.test
    blocks: list[Block] = []
    if joint.option.starts:
        blocks += [Heading(speaker.say("head.ladder")), budgets_table(speaker, facts, say)]
    blocks += [Heading(speaker.say("joint.head_joining")), Prose(say("evidence"))]
    blocks += [ways_figure(speaker, facts, say), ways_table(speaker, facts)]
    blocks += answers_blocks(
        speaker,
        bench.pool.labelled,
        by_answer(test, bench.pool.labelled, bench.said, joint.option.who_decides),
    )
    if facts.counts.accepted and test.n_classes > 1:
        blocks += [Heading(speaker.say("joint.head_classes")), classes_table(speaker, facts, FEW_CLASSES)]
    if joint.models:
        blocks += [Heading(speaker.say("joint.head_models")), models_table(speaker, facts)]
    if joint.own_list is not None:
        blocks += [Heading(speaker.say("joint.head_own")), own_table(speaker, facts)]
        blocks.append(Prose(say("own_list"), "warning" if joint.own_list.unlike else "note"))
    if bench.payoffs.by_pairs and test.n_classes <= MOST_CLASSES:
        names, matrix = (test.classes, test.unknown), joint.worth_matrix
        values = values_table(speaker, matrix, *names, money=facts.money, reviewed=True)
        blocks += [Heading(speaker.say("joint.head_values")), values]
    return Section("joining", tuple(blocks))
