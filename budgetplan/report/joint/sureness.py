"""How sure a joint plan is, in verdicts computed by rule."""

from __future__ import annotations

from budgetplan.domain.decision import LabelsWorth
from budgetplan.planning.joint.recommendation import worth_more
from budgetplan.report.defer.choice import as_well, bound_said, unproven
from budgetplan.report.defer.notes import few
from budgetplan.report.first_page import Point
from budgetplan.report.joint import answerer
from budgetplan.report.joint.context import JointContext, by_net, moved
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
    joint = context.joint
    if len(joint.standings) == 1:
        return Bullet(context.say("defer.model_only"), (context.say("sure.only"),))
    if joint.firm is None:
        return Bullet(context.say("defer.model_unknown"), (context.say("sure.off"),))
    if joint.firm:
        ahead = context.say("defer.ahead", model=context.model, resamples=context.plan.resamples)
        return Bullet(context.say("defer.model_firm"), (ahead,))
    rivals = context.joint.told_apart
    nets = {one.name: one.option.net.value for one in joint.standings}
    worth = {name: context.short(nets[name]) for name in by_net(joint)}
    said = as_well(context, "joint.as_well", worth, rivals.as_well) or unproven(context, rivals.unproven)
    reference = context.budget(joint.budgets.main or joint.budgets.reference)
    if joint.rule == "mean_over_budgets" and joint.validation is not None:
        n = joint.validation.n_items
        said.append(context.say("joint.mean_validation", n=n, budget=reference))
    elif joint.rule == "firm_leader" and joint.validation is not None:
        said.append(context.say("joint.firm_validation", n=joint.validation.n_items))
    elif joint.rule == "mean_over_budgets" and joint.budgets.main is not None:
        said.append(context.say("joint.mean"))
    elif joint.rule == "mean_over_budgets":
        said.append(context.say("joint.mean_open", budget=reference))
    if rivals.better:
        # Why it is doubtful comes first: of a point page 1 may have room for one sentence.
        said.insert(0, context.say("joint.better", others=context.locale.listing(rivals.better)))
    verdict = "defer.model_doubtful" if rivals.better else "defer.model_close"
    # That no model is the clear winner says little without who else might be.
    return Bullet(context.say(verdict), tuple(said), stays=bool(rivals.as_well or rivals.better))


def _joining(context: JointContext) -> Bullet | None:
    """Say whether joining both is worth more than people alone and than the model alone."""
    people, machine = (context.joint.over_rivals[kind] for kind in ("people", "machine"))
    if not people.known or not machine.known or not context.chosen.starts:
        return None
    key = "joint.join_open"
    if people.wholly_above(0.0) and machine.wholly_above(0.0):
        key = "joint.join_firm"
    elif people.wholly_below(0.0) or machine.wholly_below(0.0):
        key = "joint.join_loses"
    elif not context.counts.accepted:
        key = "joint.join_people"
    elif not context.chosen.applied.reviewed:
        key = "joint.join_machine"
    if answerer.asking(context):
        # What each alone would reach stands above.
        verdict = {"joint.join_firm": "asked.join_firm", "joint.join_loses": "asked.join_loses"}
        return Bullet(context.say(verdict.get(key, "asked.join_open"), model=context.model))
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
    said = bound_said(context, context.model, joint.bound, len(joint.standings))
    return Bullet(said, (context.say("joint.bound_how"),))


def _own_list(context: JointContext) -> Bullet | None:
    """Warn where the project's list is not like the test items."""
    own, by_share = context.joint.own_list, context.joint.by_share
    if own is None or by_share is None or own.alike or not context.chosen.starts:
        return None
    what = context.say(
        "joint.list_unlike_what",
        model=context.model,
        own=context.counts.accepted,
        accepted=context.whole(by_share).accepted,
        table=Ref("own_list"),
    )
    return Bullet(context.say("joint.list_unlike"), (what,))


def choice(context: JointContext) -> list[Sentence]:
    """Say how much the choice of cutoff and stop flatters itself, and how much it varies."""
    repeated = context.joint.repeated
    if repeated is None or not context.chosen.starts:
        return []
    key = "joint.optimism_cross" if context.joint.validation is None else "joint.optimism"
    # Below what is printed nothing is claimed.
    least = 0.5 * 10.0**-context.plan.prices.minor_digits if context.money else 0.05
    if repeated.optimism < least:
        said = [context.say(f"{key}_none")]
    else:
        said = [context.say(key, optimism=context.amount(repeated.optimism))]
    flattered = context.chosen.flattered
    if flattered >= least:
        n = len(context.joint.standings)
        said.append(context.say("joint.taken_off", models=n, flattered=context.amount(flattered)))
    span = None if repeated.net is None or moved(repeated.net) is None else context.span(repeated.net)
    if span is not None:
        key = "joint.repeated" if context.joint.by_share is None else "joint.repeated_share"
        said.append(context.say(key, repeats=repeated.repeats, range=span))
    return said


def _more_money(context: JointContext) -> list[Sentence]:
    """Say what a larger budget would be worth, nothing where it changes nothing."""
    budget = context.chosen.applied.budget
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
    """Say at which budget another model is worth more, and what becomes of the split if errors weigh more."""
    joint, said = context.joint, _more_money(context)
    if len(joint.standings) > 1:
        main = joint.budgets.main or joint.budgets.reference
        others = [one for one in joint.winners if context.model not in one.models]
        later = [one for one in others if one.low > main.amount]
        if later:
            unit = type(main)(later[0].low, main.unit, main.covers)
            said.append(
                context.say(
                    "joint.leads_from",
                    budget=context.budget(unit),
                    other=context.locale.listing(later[0].models),
                )
            )
        elif not others and len(joint.budgets.grid) > 1:
            top = context.budget(joint.budgets.grid[-1])
            said.append(context.say("joint.leads_always", n=len(joint.budgets.grid), budget=top))
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
