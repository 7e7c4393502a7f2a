"""The title and the first paragraph of the report on a joint plan: what is done with the items, and what for."""

from __future__ import annotations

from typing import Any

import numpy as np

from budgetplan.forecast.support import labels_to_draw
from budgetplan.report.joint import answerer
from budgetplan.report.joint.context import JointContext, moved
from budgetplan.report.joint.worths import people_err, values
from budgetplan.report.model import Sentence

MUCH = 0.05
"""Part of the budget from which on it is said that so much is not spent."""


def title(context: JointContext) -> Sentence:
    """Return the plan in one sentence."""
    if context.joint.refusal:
        return context.say("joint.title_refused", model=context.model)
    said, left = _title(context), context.counts.left
    if not context.chosen.starts:
        return said
    if left:
        said = context.say("joint.and_left", title=said, left=left)
    # Who answers is title enough; which model may do as well stands among the points below.
    others = () if answerer.asking(context) or not context.counts.accepted else context.joint.close[0]
    return context.with_others(said, others)


def _title(context: JointContext) -> Sentence:
    option = context.chosen
    accepted, reviewed, spend = context.counts.accepted, context.counts.reviewed, option.applied.spend
    if not option.starts:
        return _title_none(context)
    if answerer.asking(context):
        return answerer.title(context)
    if not reviewed:
        said: dict[str, Any] = {"model": context.model, "accepted": accepted}
        if context.priced and spend:
            return context.say("joint.title_machine_paid", spend=spend, **said)
        return context.say("joint.title_machine", **said)
    said = {"reviewed": reviewed} | ({"spend": spend} if context.priced else {})
    if not accepted:
        return context.say("joint.title_people" if context.priced else "joint.title_people_unpriced", **said)
    said |= {"model": context.model, "accepted": accepted}
    return context.say("joint.title" if context.priced else "joint.title_unpriced", **said)


def _title_none(context: JointContext) -> Sentence:
    applied, purse = context.chosen.applied, context.joint.chosen.planner.purse
    if purse.pays_model(applied.budget) and np.isfinite(applied.deployed.cutoff):
        return context.say("joint.title_unreached", model=context.model)
    if applied.budget is None:
        return context.say("joint.title_none")
    return context.say("joint.title_none_within", budget=context.budget(applied.budget))


def lede(context: JointContext) -> list[Sentence]:
    """Say what becomes of the items, what goes wrong, what it is worth, and what every state counts."""
    if context.joint.refusal:
        return refused(context)
    option = context.chosen
    said = too_little(context)
    asks = answerer.asking(context)
    if option.starts:
        said += answerer.does(context) if asks else _does(context)
    if context.counts.accepted and not asks:
        wrong, span = {"wrong": context.counts.wrong}, moved(option.wrong)
        said.append(
            context.say("joint.wrong_plain", **wrong)
            if span is None
            else context.say("joint.wrong", range=span, **wrong)
        )
    if option.starts:
        said.append(_found(context))
    return [
        *said,
        *_worth(context),
        *_mean(context),
        *_budget(context),
        *values(context),
        *([] if asks else people_err(context)),
    ]


def _mean(context: JointContext) -> list[Sentence]:
    """Say what the recommended mean of models is, and what the best single one would be worth; else nothing."""
    joint = context.joint
    if joint.chosen.name == joint.single.name or not context.chosen.starts:
        return []
    members = context.locale.listing(list(joint.members))
    worth = context.amount(joint.single.option.net.value)
    return [
        context.say("joint.mean_chosen", members=members),
        context.say("joint.mean_single", model=joint.single.name, net=worth),
    ]


def refused(context: JointContext) -> list[Sentence]:
    """Say why nothing is recommended for the list, and the way on."""
    own, n = context.joint.own_list, context.joint.test.n_items
    assert own is not None
    wanted = labels_to_draw(n, round(own.n_items))
    said = {"planned": own.support.planned, "outside": own.support.outside, "n": n}
    return [
        context.say("joint.refused", model=context.model, **said),
        context.say("lede.refused_todo", wanted=wanted),
    ]


def _found(context: JointContext) -> Sentence:
    """Say how many labels come out right, and wrong."""
    counts = context.counts
    said = {"found": context.count(counts.found, context.chosen.found), "n": counts.found}
    if context.plan.positive:
        return context.say("joint.found_entries", **said)
    if answerer.asking(context) and counts.reviewed:
        return context.say("asked.found", wrong=counts.all_wrong, people=counts.amiss, **said)
    return context.say("joint.found", wrong=counts.all_wrong, **said)


def too_little(context: JointContext) -> list[Sentence]:
    """Say what the budget does not pay for."""
    applied, purse = context.chosen.applied, context.joint.chosen.planner.purse
    budget = applied.budget
    if not purse.pays_model(budget):
        return [context.say("joint.cannot", budget=context.budget(budget), model=context.model)]
    if context.counts.left and purse.affordable(applied.split, budget) == 0:
        return [context.say("joint.no_review", budget=context.budget(budget))]
    return []


def _does(context: JointContext) -> list[Sentence]:
    """Say what becomes of the items: which the model answers, which people review, and whose turn comes first."""
    joint, option, counts = context.joint, context.chosen, context.counts
    accepted, reviewed, left = counts.accepted, counts.reviewed, counts.left
    named, all_done = {"n": joint.total, "model": context.model}, not left
    if not accepted and all_done:
        return [context.say_where("joint.people_all", model=context.model, reviewed=reviewed)]
    order = context.order(option.applied)
    if not accepted:
        people = context.say_where("joint.people", n=joint.total, reviewed=reviewed, left=left)
        return [people, order, context.say("joint.people_alone", model=context.model)]
    if not reviewed and all_done:
        return [context.say_where("joint.answers_all", accepted=accepted, **named)]
    said = [context.say_where("joint.answers", accepted=accepted, **named), context.rule(option.applied)]
    if not reviewed:
        return [*said, context.say("joint.rest_none", left=left)]
    if all_done:
        return [*said, context.say("joint.rest_all", reviewed=reviewed)]
    rest = context.say("joint.rest", deferred=reviewed + left, reviewed=reviewed, left=left)
    return [*said, rest, order]


def _worth(context: JointContext) -> list[Sentence]:
    """Say what the plan is worth, beside doing nothing and either alone."""
    joint, option = context.joint, context.chosen
    nothing = context.amount(joint.nothing.value)
    if not option.starts:
        return [context.say("joint.net_nothing", nothing=nothing)]
    key = "joint.net" if context.priced else "joint.net_unpriced"
    said = [context.say(key, net=context.estimate(option.net), nothing=nothing)]
    if option.net.value < joint.nothing.value:
        said.append(context.say("joint.loses"))
    if answerer.asking(context):
        return [*said, answerer.rivals(context)]
    people, machine = (context.amount(joint.rivals[kind].net.value) for kind in ("people", "machine"))
    key = "joint.rivals_open" if option.applied.budget is None else "joint.rivals"
    return [*said, context.say(key, people=people, machine=machine, model=context.model)]


def _budget(context: JointContext) -> list[Sentence]:
    """Say what is left of the budget, and why."""
    option = context.chosen
    budget = option.applied.budget
    if budget is None:
        return []
    said = []
    if budget.unit == "money" and budget.covers == "everything" and option.starts:
        unspent = budget.amount - option.applied.spend
        much = float(unspent) > MUCH * float(budget.amount)
        if much and not context.counts.left:
            said.append(context.say("joint.unspent_all", unspent=unspent))
        elif much and option.applied.depth is not None and not too_little(context):
            said.append(context.say("joint.unspent", unspent=unspent))
    return said
