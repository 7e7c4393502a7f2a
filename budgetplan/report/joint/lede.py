"""The title and the first paragraph of the report on a joint plan: what is done with the items, and what for."""

from __future__ import annotations

from typing import Any

from budgetplan.report.joint import answerer
from budgetplan.report.joint.context import JointContext, moved
from budgetplan.report.joint.worths import people_err
from budgetplan.report.model import Sentence

MUCH = 0.05
"""Part of the budget from which on it is said that so much is not spent."""


def title(context: JointContext) -> Sentence:
    """Return the plan in one sentence."""
    if context.joint.refusal == "few":
        return context.say("defer.title_few", n=context.joint.test.n_items)
    if context.joint.refusal:
        return context.say("joint.title_refused", model=context.model)
    said, left = _title(context), context.counts.left
    if not context.chosen.starts:
        return said
    if left:
        said = context.say("joint.and_left", title=said, left=left)
    return said


def _title(context: JointContext) -> Sentence:
    option = context.chosen
    accepted, reviewed, spend = context.counts.accepted, context.counts.reviewed, option.spend
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
    budget = context.joint.budgets.main
    if budget is None:
        return context.say("joint.title_none")
    return context.say("joint.title_none_within", budget=context.budget(budget))


def lede(context: JointContext) -> list[Sentence]:
    """Say what becomes of the items, what goes wrong, what it is worth, and what every state counts."""
    if context.joint.refusal:
        return refused(context)
    asks = answerer.asking(context)
    does, *how = (answerer.does(context) if asks else _does(context)) if context.chosen.starts else [None]
    found = [_found(context)] if context.chosen.starts else []
    return [
        *too_little(context),
        *([] if does is None else [does]),
        *found,
        _worth(context),
        *_luck(context),
        *how,
        *_wrong(context),
        *_rivals(context),
        *_mean(context),
        *_budget(context),
        *([] if asks else people_err(context)),
    ]


def _wrong(context: JointContext) -> list[Sentence]:
    """Say how many of the model's own answers are expected to be wrong; of several who answer a table says it."""
    if not context.counts.accepted or answerer.asking(context):
        return []
    wrong, span = {"wrong": context.counts.wrong}, moved(context.chosen.wrong)
    if span is None:
        return [context.say("joint.wrong_plain", **wrong)]
    return [context.say("joint.wrong", range=span, **wrong)]


def _mean(context: JointContext) -> list[Sentence]:
    """Say what several models say together, and which were left out; nothing of one alone."""
    joint = context.joint
    if not context.chosen.starts:
        return []
    said = []
    if joint.members:
        said.append(context.say("joint.mean_chosen", members=context.locale.listing(list(joint.members))))
    if joint.left_out:
        out = context.locale.listing(list(joint.left_out))
        said.append(context.say("joint.left_out", models=out, n=len(joint.left_out)))
    return said


def refused(context: JointContext) -> list[Sentence]:
    """Say why nothing is recommended for the list, and the way on."""
    if context.joint.refusal == "few":
        return [context.say("defer.few_labels", more=context.joint.labels_wanted)]
    own, n = context.joint.own_list, context.joint.test.n_items
    assert own is not None
    wanted = own.labels_to_draw(n)
    said = {"planned": own.planned, "outside": own.outside, "n": n}
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
    if counts.accepted and (counts.amiss or (answerer.asking(context) and counts.reviewed)):
        return context.say("joint.found_people", wrong=counts.all_wrong, people=counts.amiss, **said)
    return context.say("joint.found", wrong=counts.all_wrong, **said)


def too_little(context: JointContext) -> list[Sentence]:
    """Say what the budget does not pay for."""
    budget = context.joint.budgets.main
    if not context.joint.bench.purse.pays_model(budget):
        return [context.say("joint.cannot", budget=context.budget(budget), model=context.model)]
    if context.counts.left and not context.joint.pays_review:
        return [context.say("joint.no_review", budget=context.budget(budget))]
    return []


def _does(context: JointContext) -> list[Sentence]:
    """Say what becomes of the items; then where the model answers, and whose turn comes first."""
    joint, counts = context.joint, context.counts
    accepted, reviewed, left = counts.accepted, counts.reviewed, counts.left
    named, all_done = {"n": joint.total, "model": context.model}, not left
    if not accepted and all_done:
        return [context.say_where("joint.people_all", model=context.model, reviewed=reviewed)]
    order = context.order()
    if not accepted:
        people = context.say_where("joint.people", n=joint.total, reviewed=reviewed, left=left)
        return [people, order, context.say("joint.people_alone", model=context.model)]
    if not reviewed and all_done:
        return [context.say_where("joint.answers_all", accepted=accepted, **named)]
    named |= {"accepted": accepted}
    rule = context.rule()
    if not reviewed:
        return [context.say_where("joint.answers_none", left=left, **named), *_reviews_lose(context), rule]
    if all_done:
        return [context.say_where("joint.answers_rest", reviewed=reviewed, **named), rule]
    return [context.say_where("joint.answers", reviewed=reviewed, left=left, **named), rule, order]


def _reviews_lose(context: JointContext) -> list[Sentence]:
    """Say why people review nothing, where no sum of money would change that."""
    lost = context.joint.reviews_lose
    return [] if lost is None else [context.say("joint.reviews_lose", cost=lost[0], gain=lost[1])]


def _worth(context: JointContext) -> Sentence:
    """Say what the plan is worth, beside what the best other way would reach."""
    joint, option = context.joint, context.chosen
    if not option.starts:
        return context.say("joint.net_nothing", nothing=context.amount(joint.nothing.value))
    key = "joint.net" if context.priced else "joint.net_unpriced"
    net = context.amount(option.net.value)
    if answerer.asking(context):
        without = context.short(joint.rivals["model, people"].net.value)
        return context.say(
            f"asked.{key[6:]}", net=net, without=without, answerer=answerer.answerer_of(option)
        )
    people, machine = (context.short(joint.rivals[kind].net.value) for kind in ("people", "machine"))
    key = key if option.budget is None else f"{key}_within"
    return context.say(key, net=net, people=people, machine=machine)


def _luck(context: JointContext) -> list[Sentence]:
    """Say what was taken off for luck, where that shows, and that nothing shows that the plan pays."""
    option, said = context.chosen, []
    if not option.starts:
        return []
    if option.luck >= context.printed:
        said.append(context.say("joint.luck", luck=context.amount(option.luck)))
    return said if option.shown else [*said, context.say("joint.not_shown")]


def _rivals(context: JointContext) -> list[Sentence]:
    """Say what doing nothing is worth, where that is something, and what each alone would reach of several who answer."""
    if not context.chosen.starts:
        return []
    value = context.joint.nothing.value
    said = [context.say("joint.net_nothing", nothing=context.amount(value))] if value else []
    return [*said, *([answerer.rivals(context)] if answerer.asking(context) else [])]


def _budget(context: JointContext) -> list[Sentence]:
    """Say what is left of the budget, and why."""
    option = context.chosen
    budget, unspent = option.budget, option.unspent
    said = []
    if budget is not None and unspent is not None and option.starts:
        much = float(unspent) > MUCH * float(budget.amount)
        if much and not context.counts.left:
            said.append(context.say("joint.unspent_all", unspent=unspent))
        elif much and not context.joint.budget_ends and not too_little(context):
            said.append(context.say("joint.unspent", unspent=unspent))
    return said
