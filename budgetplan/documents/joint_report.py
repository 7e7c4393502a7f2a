"""The report on one plan for both workflows: what a model answers alone, what people review, what is left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from budgetplan.documents.cost_words import how_paid, lines_table
from budgetplan.documents.joint_context import Context, by_net
from budgetplan.documents.joint_figures import split_figure, surface_figure, ways_figure
from budgetplan.documents.joint_sure import sureness
from budgetplan.documents.joint_tables import (
    budgets_table,
    harsher_table,
    models_table,
    ways_table,
    winners_table,
)
from budgetplan.documents.joint_texts import TERMS
from budgetplan.documents.model import (
    Block,
    Bullets,
    Document,
    Facts,
    Heading,
    Paragraph,
    Paste,
    Range,
    Section,
    Sentence,
    Table,
    Terms,
    Tile,
    Tiles,
)
from budgetplan.documents.report import printed_date
from budgetplan.documents.speaker import capital
from budgetplan.domain.decision import Estimate
from budgetplan.planning.joint import JointPlan


def build_joint_report(
    joint: JointPlan, *, date: str, identifier: str, facts: Sequence[tuple[str, str]] = ()
) -> Document:
    """Return the report; see :func:`budgetplan.documents.report.build_report`."""
    context = Context(joint)
    plan = joint.plan
    sections = [_decision(context, date, identifier), _joining(context), _surface(context)]
    sections.append(_back(context, facts, sections))
    return Document(
        kind="report",
        title=_title(context),
        subject=context.say("subject"),
        project=plan.project or plan.title,
        author=plan.author,
        date=date,
        identifier=identifier,
        currency=context.currency,
        minor_digits=plan.prices.minor_digits,
        sections=tuple(sections),
    )


def _title(context: Context) -> Sentence:
    option = context.chosen
    accepted, reviewed = option.accepted.value, option.applied.reviewed
    if not option.starts:
        return context.say("joint.title_none")
    if accepted and not reviewed:
        return context.say("joint.title_machine", model=context.model, accepted=accepted)
    said: dict[str, Any] = {"reviewed": reviewed}
    if context.priced:
        said["spend"] = option.applied.spend
    if not accepted:
        return context.say("joint.title_people" if context.priced else "joint.title_people_unpriced", **said)
    said |= {"model": context.model, "accepted": accepted}
    return context.say("joint.title" if context.priced else "joint.title_unpriced", **said)


def _decision(context: Context, date: str, identifier: str) -> Section:
    plan = context.plan
    kicker = context.say("kicker.plain", date=printed_date(date), identifier=identifier)
    if plan.project or plan.title:
        kicker = context.say(
            "kicker.project",
            project=plan.project or plan.title,
            date=printed_date(date),
            identifier=identifier,
        )
    notes = [context.say("kicker.note", note=note) for note in plan.notes]
    blocks: list[Block] = [
        Paragraph((kicker, *notes), "kicker"),
        Heading(_title(context), 1),
        Paragraph(tuple(_lede(context)), "lede"),
        Tiles(tuple(_tiles(context))),
        split_figure(context, 1),
        budgets_table(context, 1),
        Heading(context.say("head.sure")),
        Bullets(tuple(sureness(context))),
    ]
    return Section("decision", tuple(blocks), new_page=False, one_page=True)


def _lede(context: Context) -> list[Sentence]:
    option = context.chosen
    budget = option.applied.budget
    said = []
    if not context.joint.chosen.planner.purse.pays_model(budget):
        said.append(context.say("joint.cannot", budget=context.budget(budget), model=context.model))
    if option.starts:
        said.append(_does(context))
    if option.accepted.value:
        wrong = {"wrong": option.wrong.value}
        span = _range(option.wrong)
        said.append(
            context.say("joint.wrong_plain", **wrong)
            if span is None
            else context.say("joint.wrong", range=span, **wrong)
        )
    said += _worth(context)
    said.append(_answers(context))
    return said


def _does(context: Context) -> Sentence:
    """Say what becomes of the items."""
    joint, option = context.joint, context.chosen
    said = {
        "n": joint.total,
        "list": context.list_name,
        "model": context.model,
        "accepted": option.accepted.value,
        "rule": context.rule(option.applied),
        "reviewed": option.applied.reviewed,
    }
    if option.left.value < 0.5 and option.applied.reviewed:
        return context.say("joint.does_all", **said)
    deferred = joint.total - option.accepted.value
    order = context.order(option.applied)
    return context.say("joint.does", deferred=deferred, order=order, left=option.left.value, **said)


def _worth(context: Context) -> list[Sentence]:
    """Say what the plan is worth, beside doing nothing and either alone, and what the budget leaves or lacks."""
    joint, option = context.joint, context.chosen
    budget = option.applied.budget
    span = context.span(option.net)
    worth = {"net": context.amount(option.net.value), "nothing": context.amount(joint.nothing.value)}
    said = [
        context.say("joint.net_plain", **worth)
        if span is None
        else context.say("joint.net", range=span, **worth)
    ]
    if option.starts and option.net.value < joint.nothing.value:
        said.append(context.say("joint.loses"))
    if option.starts:
        people, machine = (joint.rivals[kind].net.value for kind in ("people", "machine"))
        said.append(
            context.say(
                "joint.rivals",
                people=context.amount(people),
                machine=context.amount(machine),
                model=context.model,
            )
        )
    if budget is not None and budget.unit == "money" and budget.covers == "everything" and option.starts:
        unspent = budget.amount - option.applied.spend
        if float(unspent) > 0.05 * float(budget.amount):
            said.append(context.say("joint.unspent", unspent=unspent))
    further = [one for one in joint.rows if budget is not None and one.applied.budget is not None]
    larger = [
        one for one in further if budget and one.applied.budget and one.applied.budget.amount > budget.amount
    ]
    if larger and larger[-1].net.value > option.net.value:
        more = larger[-1]
        said.append(
            context.say(
                "joint.more_money",
                budget=context.budget(more.applied.budget),
                net=context.amount(more.net.value),
            )
        )
    return said


def _answers(context: Context) -> Sentence:
    """Say what every state counts, without which no value can be checked."""
    worth = context.joint.worth
    table = worth.table
    alike = [
        [float(table.v[i, i]) for i in range(len(table.v))],
        [float(table.v[i, j]) for i in range(len(table.v)) for j in range(len(table.v)) if i != j],
        [float(one) for one in worth.reviewed],
        [float(one) for one in table.r],
    ]
    if any(len(set(values)) != 1 for values in alike):
        return context.say("joint.fair_pairs")
    right, wrong, reviewed, left = (values[0] for values in alike)
    return context.say("joint.fair_all", right=right, wrong=wrong, reviewed=reviewed, left=left)


def _range(estimate: Estimate) -> Range | None:
    if estimate.low is None or estimate.high is None:
        return None
    return Range(estimate.low, estimate.high)


def _tiles(context: Context) -> list[Tile]:
    joint, option = context.joint, context.chosen

    def interval(estimate: Estimate) -> Sentence | None:
        found = _range(estimate)
        return None if found is None else context.say("joint.tile_interval", range=found)

    people = context.say("joint.tile_left", left=option.left.value)
    if context.priced:
        paid = {"spend": option.applied.spend}
        people = context.say("joint.tile_all", **paid)
        if option.left.value >= 0.5:
            people = context.say("joint.tile_for", left=option.left.value, **paid)
    alone = interval(option.accepted) or context.say("joint.tile_of", n=joint.total)
    span = context.span(option.net)
    net = None if span is None else context.say("joint.tile_net_note", range=_bare(context, option.net))
    return [
        Tile(context.say("joint.tile_alone"), option.accepted.value, "count", alone),
        Tile(context.say("joint.tile_wrong"), option.wrong.value, "count", interval(option.wrong)),
        Tile(context.say("joint.tile_people"), option.applied.reviewed, "count", people),
        Tile(context.say("joint.tile_net"), _short(context, option.net.value), "sentence", net),
    ]


def _short(context: Context, value: float) -> Sentence:
    """Return a net value for a tile: the unit is named where it is money."""
    return context.amount(value) if context.money else context.say("joint.short_right", value=value)


def _bare(context: Context, estimate: Estimate) -> Sentence:
    span = _range(estimate)
    return context.say("joint.bare_money" if context.money else "joint.range_right", range=span)


def _joining(context: Context) -> Section:
    blocks: list[Block] = []
    costs = _costs(context)
    if costs is not None:
        blocks += [
            Heading(context.say("head.justification")),
            Paragraph((context.say("paste.ready", table=2),), "note"),
            Paste((tuple(_request(context)), tuple(_quantity(context)))),
            costs,
        ]
    number = 3 if costs is not None else 2
    blocks += [
        Heading(context.say("joint.head_joining")),
        ways_figure(context, 2, number),
        ways_table(context, number),
    ]
    return Section("joining", tuple(blocks))


def _costs(context: Context) -> Table | None:
    """Return the cost build-up, None where nothing is paid."""
    applied, purse = context.chosen.applied, context.joint.chosen.planner.purse
    if not context.priced or not applied.reviewed:
        return None
    lines = purse.prices.lines(purse.bought(applied.split, applied.reviewed), context.model, purse.model_cost)
    assert sum(line.amount for line in lines) == applied.spend
    return lines_table(context, lines, 2)


def _request(context: Context) -> list[Sentence]:
    option, plan = context.chosen, context.plan
    purse = context.joint.chosen.planner.purse
    bought = purse.bought(option.applied.split, option.applied.reviewed)
    hours = float(bought.seconds) / 3600 if plan.prices.timed else None
    said = context.say(
        "joint.request",
        task=plan.project or plan.title or capital(plan.words.items),
        spend=option.applied.spend,
        reviewed=option.applied.reviewed,
        accepted=option.accepted.value,
        model=context.model,
    )
    return [said, *how_paid(context, plan.prices, hours, {context.model: purse.model_cost})]


def _quantity(context: Context) -> list[Sentence]:
    return [context.say("joint.quantity", n=context.joint.test.n_items, wrong=context.chosen.wrong.value)]


def _surface(context: Context) -> Section:
    joint = context.joint
    number = 3 if _costs(context) is None else 4
    blocks: list[Block] = [
        Heading(context.say("joint.head_surface")),
        Paragraph((_chosen_on(context), context.say("joint.surface"))),
        surface_figure(context, 3),
        Heading(context.say("joint.head_models")),
        models_table(context, number),
    ]
    if len(by_net(joint)) > 1:
        blocks += [
            winners_table(context, number + 1),
            Paragraph((context.say("joint.grid", n=len(joint.budgets.grid)),), "note"),
        ]
    return Section("surface", tuple(blocks))


def _chosen_on(context: Context) -> Sentence:
    joint = context.joint
    if joint.validation is None:
        return context.say("joint.crossed")
    return context.say("joint.chosen_on", n=joint.validation.n_items, test=joint.test.n_items)


def _back(context: Context, facts: Sequence[tuple[str, str]], before: Sequence[Section]) -> Section:
    """Return what if errors weigh more, the method, the glossary, and how to make the report again."""
    joint, plan = context.joint, context.plan
    said = [context.say("joint.m_value"), context.say("joint.m_plan")]
    if len(joint.chosen.planner.test.families) > 1:
        said.append(context.say("joint.m_gain"))
    noise = [context.say("joint.m_off")]
    if plan.resamples:
        noise = [context.say("joint.m_noise", resamples=plan.resamples, seed=str(plan.seed))]
        if joint.basis == "list":
            noise.append(context.say("joint.m_predict", n=joint.total))
    paragraphs: list[Block] = [Paragraph((one,)) for one in said]
    paragraphs.append(Paragraph(tuple(noise)))
    if joint.basis == "list":
        scaled = context.say("joint.scaled", n=joint.total, test=joint.test.n_items)
        paragraphs.insert(0, Paragraph((scaled,)))
    terms = tuple((context.say(f"term.{key}"), context.say(f"meaning.{key}")) for key in TERMS)
    number = len([table for section in before for table in section.blocks if isinstance(table, Table)]) + 1
    blocks: list[Block] = [
        Heading(context.say("joint.head_harsher")),
        harsher_table(context, number),
        Heading(context.say("head.method")),
        *paragraphs,
        Heading(context.say("head.glossary")),
        Terms(terms),
        Heading(context.say("head.reproduce")),
        Facts(tuple(facts)),
    ]
    return Section("back", tuple(blocks))
