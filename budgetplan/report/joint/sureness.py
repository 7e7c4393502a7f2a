"""How sure a joint plan is, in verdicts computed by rule."""

from __future__ import annotations

from budgetplan.domain.decision import LabelsWorth
from budgetplan.planning.joint.recommendation import worth_more
from budgetplan.report.defer.choice import bound_said
from budgetplan.report.defer.notes import few
from budgetplan.report.first_page import Point
from budgetplan.report.joint import answerer
from budgetplan.report.joint.context import JointContext
from budgetplan.report.labels import digits_of, labels_point, rounded_up
from budgetplan.report.model import Bullet, Ref, Sentence


def sureness(context: JointContext) -> list[Point]:
    """Return the points of page 1: model, joining, errors, list, what would change it, what is not covered."""
    points = [Point(_model(context))]
    # Of errors and answerers the verdict says it.
    for one, shown in ((_errors(context), 0), (_joining(context), 1), (_own_list(context), 1)):
        points += [] if one is None else [Point(one, shown)]
    points += [Point(one, 0) for one in answerer.bullets(context)]
    labels = context.joint.labels
    points += [] if labels is None else [labels_point(context, _labels(context, labels))]
    changes = _changes(context)
    points += [] if changes is None else [Point(changes)]
    points += [Point(one) for one in few(context, context.joint.test, context.plan)]
    assert context.plan.deferral is not None
    reviewing = context.plan.deferral.reviewing
    said = reviewing is not None and any(reviewing.error.values())
    last = Bullet(context.say("joint.not_covered_errors" if said else "joint.not_covered_what"))
    return [*points, Point(last)]


def _labels(context: JointContext, labels: LabelsWorth) -> list[Sentence]:
    minor = context.plan.prices.minor_digits if context.money else None
    most = rounded_up(labels.everything, digits_of(labels.everything, minor))
    said = [context.say("defer.labels_gain", most=context.amount(most))]
    return said if labels.price is None else [*said, context.say("labels.price", price=labels.price)]


def _model(context: JointContext) -> Bullet:
    """Say whose answers they are, and what the best single model would come to (METHODS 0.15)."""
    best = context.joint.single
    if best is None:
        return Bullet(context.say("defer.model_only"), (context.say("sure.only"),))
    if not context.joint.members and best.more.value <= 0:
        return Bullet(context.say("joint.model_one", model=context.model))
    alone = context.say("joint.model_alone", model=best.name, gap=context.estimate(best.more))
    head = context.say(
        "joint.model_all", model=context.model, other=best.name, gap=context.amount(best.more.value)
    )
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
    elif not context.chosen.reviewed:
        key = "joint.join_machine"
    if answerer.asking(context):
        # What each alone would reach stands above.
        verdict = "asked.join_firm" if key == "joint.join_firm" else "asked.join_open"
        return Bullet(context.say(verdict, model=context.model))
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
    said = bound_said(context, context.model, joint.bound, joint.tried)
    return Bullet(said, (context.say("joint.bound_how"),))


def _own_list(context: JointContext) -> Bullet | None:
    """Warn where the project's list is not like the test items."""
    own, by_share = context.joint.own_list, context.joint.by_share
    if own is None or by_share is None or not own.unlike or not context.chosen.starts:
        return None
    what = context.say(
        "joint.list_unlike_what",
        model=context.model,
        own=context.counts.accepted,
        accepted=context.whole(by_share).accepted,
        table=Ref("own_list"),
    )
    return Bullet(context.say("joint.list_unlike"), (what,))


def _more_money(context: JointContext) -> list[Sentence]:
    """Say what a larger budget would be worth, nothing where it changes nothing."""
    budget = context.chosen.budget
    best = max(worth_more(context.joint), key=lambda one: one.net.value, default=None)
    if best is None or budget is None:
        return []
    said = {
        "limit": context.budget(budget),
        "budget": context.takes(best),
        "net": context.amount(best.net.value),
    }
    return [context.say("joint.more_money", **said)]


def _changes(context: JointContext) -> Bullet | None:
    """Say what more money would bring, and what becomes of the split if errors weigh more."""
    joint, said = context.joint, _more_money(context)
    now = context.counts.accepted
    heavier = [
        (factor, one) for factor, one in joint.harsher if factor > 1 and context.whole(one).accepted != now
    ]
    if heavier:
        factor, one = heavier[0]
        counts = {"accepted": context.whole(one).accepted, "now": now}
        if factor == 2 and answerer.answerer_of(one):
            said.append(answerer.if_harsher(context, one))
        elif factor == 2:
            said.append(context.say("joint.harsher_twice", **counts))
        else:
            said.append(context.say("joint.harsher", factor=factor, **counts))
    return Bullet(context.say("joint.change"), tuple(said), leads=True) if said else None
