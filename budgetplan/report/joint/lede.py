"""The title and the first paragraph of the report on a joint plan: what is done with the items, and what for."""

from __future__ import annotations

from budgetplan.domain.rounding import shows
from budgetplan.plans.joint import worth_more
from budgetplan.report.defer.words import bound_said, few
from budgetplan.report.first_page import Point, labels_points
from budgetplan.report.joint import answerer
from budgetplan.report.joint.context import JointContext, moved, people_err
from budgetplan.report.model import Bullet, Ref, Text


def title(context: JointContext) -> Text:
    """Return the plan in one sentence."""
    if context.joint.refusal == "few":
        return context.say("defer.title_few", n=context.joint.test.n_items)
    if context.joint.refusal:
        return context.say("joint.title_refused")
    said, left = _title(context), context.counts.left
    if not context.chosen.starts:
        return said
    if left:
        said = context.say("joint.and_left", title=said)
    return said


def _title(context: JointContext) -> Text:
    option, counts = context.chosen, context.counts
    if not option.starts:
        budget = context.joint.plan.budget
        if budget is None:
            return context.say("joint.title_none")
        return context.say("joint.title_none_within", budget=context.budget(budget))
    if answerer.asking(context):
        return answerer.title(context)
    if not counts.reviewed:
        paid = context.priced and option.spend
        return context.say("joint.title_machine_paid" if paid else "joint.title_machine")
    if not counts.accepted:
        return context.say("joint.title_people" if context.priced else "joint.title_people_unpriced")
    return context.say("joint.title" if context.priced else "joint.title_unpriced")


def lede(context: JointContext) -> list[Text]:
    """Say what becomes of the items, what goes wrong, what it is worth, and what every state counts."""
    joint, option, counts = context.joint, context.chosen, context.counts
    if joint.refusal:
        return refused(context)
    asks = answerer.asking(context)
    if not option.starts:
        return [*too_little(context), _worth(context), *([] if asks else people_err(context))]
    does, *how = answerer.does(context) if asks else _does(context)
    said = [*too_little(context), does, _found(context), _worth(context), *_luck(context), *how]
    if counts.accepted and not asks:  # of several who answer a table says how many are wrong
        said.append(context.between("joint.wrong", moved(option.wrong), wrong=counts.wrong))
    if joint.nothing.value:
        said.append(context.say("joint.net_nothing", nothing=context.amount(joint.nothing.value)))
    said += [answerer.rivals(context)] if asks else []
    if joint.members:
        said.append(context.say("joint.mean_chosen", members=context.locale.listing(list(joint.members))))
    if joint.left_out:
        out = context.locale.listing(list(joint.left_out))
        said.append(context.say("joint.left_out", models=out, n=len(joint.left_out)))
    if option.unspent and not counts.left:
        said.append(context.say("joint.unspent_all", unspent=option.unspent))
    elif option.unspent and not joint.budget_ends and not too_little(context):
        said.append(context.say("joint.unspent", unspent=option.unspent))
    return said if asks else [*said, *people_err(context)]


def refused(context: JointContext) -> list[Text]:
    """Say why nothing is recommended for the list, and the way on."""
    if context.joint.refusal == "few":
        return [context.say("defer.few_labels", more=context.joint.labels_wanted)]
    own, n = context.joint.own_list, context.joint.test.n_items
    assert own is not None
    wanted = own.labels_to_draw(n)
    said = {"planned": own.planned, "outside": own.outside, "n": n}
    return [
        context.say("joint.refused", **said),
        context.say("lede.refused_todo", wanted=wanted),
    ]


def _found(context: JointContext) -> Text:
    """Say how many labels come out right, and wrong."""
    counts = context.counts
    said = {"found": context.count(counts.found, context.chosen.found), "n": counts.found}
    if context.plan.positive:
        return context.say("joint.found_entries", **said)
    if counts.accepted and (counts.amiss or (answerer.asking(context) and counts.reviewed)):
        return context.say("joint.found_people", wrong=counts.all_wrong, people=counts.amiss, **said)
    return context.say("joint.found", wrong=counts.all_wrong, **said)


def too_little(context: JointContext) -> list[Text]:
    """Say what the budget does not pay for."""
    budget = context.joint.plan.budget
    if not context.joint.bench.purse.pays_model(budget):
        return [context.say("joint.cannot", budget=context.budget(budget))]
    if context.counts.left and not context.joint.pays_review:
        return [context.say("joint.no_review", budget=context.budget(budget))]
    return []


def _does(context: JointContext) -> list[Text]:
    """Say what becomes of the items; then where the model answers, and whose turn comes first."""
    counts, order, rule = context.counts, context.order(), context.rule()
    if not counts.accepted and not counts.left:
        return [context.say_where("joint.people_all")]
    if not counts.accepted:
        return [context.say_where("joint.people"), order, context.say("joint.people_alone")]
    if not counts.reviewed and not counts.left:
        return [context.say_where("joint.answers_all")]
    if not counts.reviewed:
        # Why people review nothing, where no sum of money would change that.
        lost = context.joint.reviews_lose
        why = [] if lost is None else [context.say("joint.reviews_lose", cost=lost[0], gain=lost[1])]
        return [context.say_where("joint.answers_none"), *why, rule]
    if not counts.left:
        return [context.say_where("joint.answers_rest"), rule]
    return [context.say_where("joint.answers"), rule, order]


def _worth(context: JointContext) -> Text:
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


def _luck(context: JointContext) -> list[Text]:
    """Say what was taken off for luck, where that shows, and that nothing shows that the plan pays."""
    option, said = context.chosen, list[Text]()
    if shows(option.luck, context.prices.minor_digits if context.money else 1):
        said.append(context.say("joint.luck", luck=context.amount(option.luck)))
    return said if option.shown else [*said, context.say("joint.not_shown")]


def sureness(context: JointContext) -> list[Point]:
    """Return the points of page 1: model, joining, errors, list, what would change it, what is not covered."""
    points = [Point(_model(context))]
    # Of errors and answerers the verdict says it.
    for one, shown in ((_errors(context), 0), (_joining(context), 1), (_own_list(context), 1)):
        points += [] if one is None else [Point(one, shown)]
    points += [Point(one, 0) for one in answerer.bullets(context)]
    points += labels_points(
        context,
        context.joint.labels,
        lambda most: context.say("defer.labels_gain", most=context.amount(most)),
        context.label_price,
    )
    changes = _changes(context)
    points += [] if changes is None else [Point(changes)]
    points += [Point(one) for one in few(context, context.joint.test, context.plan)]
    assert context.plan.deferral is not None
    reviewing = context.plan.deferral.reviewing
    said = reviewing is not None and any(reviewing.error.values())
    last = Bullet(context.say("joint.not_covered_errors" if said else "joint.not_covered_what"))
    return [*points, Point(last)]


def _model(context: JointContext) -> Bullet:
    """Say whose answers they are, and what the best single model would come to (METHODS 0.15)."""
    best = context.joint.single
    if best is None:
        return Bullet(context.say("defer.model_only"), (context.say("sure.only"),))
    if not context.joint.members and best.more.value <= 0:
        return Bullet(context.say("joint.model_one"))
    alone = context.say("joint.model_alone", model=best.name, gap=context.estimate(best.more))
    gap = context.by_so_much(best.more, lambda much: context.amount(much.value))
    head = context.say("joint.model_all", other=best.name, gap=gap)
    return Bullet(head, (alone,))


def _joining(context: JointContext) -> Bullet | None:
    """Say whether joining both is worth more than people alone and than the model alone."""
    people, machine = (context.joint.over_rivals[kind] for kind in ("people", "machine"))
    if not people.known or not machine.known or not context.chosen.starts:
        return None
    key = "joint.join_open"
    if people.wholly_above(0.0) and machine.wholly_above(0.0):
        key = "joint.join_firm"
    elif not context.counts.accepted:
        key = "joint.join_people"
    elif not context.chosen.items:
        key = "joint.join_machine"
    if answerer.asking(context):
        # What each alone would reach stands above.
        verdict = "asked.join_firm" if key == "joint.join_firm" else "asked.join_open"
        return Bullet(context.say(verdict))
    said = context.say("joint.join", people=context.estimate(people), machine=context.estimate(machine))
    return Bullet(context.say(key), (said,))


def _errors(context: JointContext) -> Bullet | None:
    """Say how many of the accepted answers may be wrong, nothing where none is accepted."""
    joint = context.joint
    if not context.counts.accepted:
        return None
    if joint.bound is None:
        key = "joint.bound_cross" if joint.validation is None else "joint.bound_grouped"
        return Bullet(context.say("joint.bound_none"), (context.say(key),))
    counts = {"wrong": context.counts.wrong, "accepted": context.counts.accepted}
    said = bound_said(context, "joint.bound", joint.bound, joint.tried, **counts)
    return Bullet(said, (context.say("joint.bound_how"),))


def _own_list(context: JointContext) -> Bullet | None:
    """Warn where the project's list is not like the test items."""
    own, by_share = context.joint.own_list, context.joint.by_share
    if own is None or by_share is None or not own.unlike or not context.chosen.starts:
        return None
    what = context.say(
        "joint.list_unlike_what",
        own=context.counts.accepted,
        accepted=context.whole(by_share).accepted,
        table=Ref("own_list"),
    )
    return Bullet(context.say("joint.list_unlike"), (what,))


def _changes(context: JointContext) -> Bullet | None:
    """Say what more money would bring, and what becomes of the split if errors weigh more."""
    joint, now, said = context.joint, context.counts.accepted, list[Text]()
    best = max(worth_more(joint), key=lambda one: one.net.value, default=None)
    if best is not None and context.chosen.budget is not None:
        limit, budget = context.budget(context.chosen.budget), context.takes(best)
        said.append(
            context.say("joint.more_money", limit=limit, budget=budget, net=context.amount(best.net.value))
        )
    heavier = [(factor, one) for factor, one in joint.harsher if factor > 1]
    other = [(factor, one) for factor, one in heavier if context.whole(one).accepted != now]
    if other:
        factor, one = other[0]
        counts = {"accepted": context.whole(one).accepted, "now": now}
        if factor == 2 and answerer.answerer_of(one):
            said.append(answerer.if_harsher(context, one))
        elif factor == 2:
            said.append(context.say("joint.harsher_twice", **counts))
        else:
            said.append(context.say("joint.harsher", factor=factor, **counts))
    return Bullet(context.say("joint.change"), tuple(said), leads=True) if said else None
