"""How sure a joint plan is, in verdicts computed by rule."""

from __future__ import annotations

from budgetplan.documents.joint_context import Context
from budgetplan.documents.model import Bullet, Sentence
from budgetplan.documents.speaker import listing
from budgetplan.domain.decision import Estimate


def sureness(context: Context) -> list[Bullet]:
    """Return the points of page 1: model, joining, errors, choice, what would change it, what is not covered."""
    points = [_model(context)]
    for one in (_joining(context), _errors(context), _choice(context), _changes(context)):
        points += [] if one is None else [one]
    assert context.plan.deferral is not None
    reviewing = context.plan.deferral.reviewing
    said = reviewing is not None and any(reviewing.error.values())
    what = context.say("joint.not_covered_errors" if said else "joint.not_covered_what")
    return [*points, Bullet(context.say("defer.not_covered"), (what,))]


def _model(context: Context) -> Bullet:
    joint = context.joint
    if len(joint.standings) == 1:
        return Bullet(context.say("defer.model_only"), (context.say("sure.only"),))
    if joint.firm is None:
        return Bullet(context.say("defer.model_unknown"), (context.say("sure.off"),))
    won = joint.won[joint.chosen.name]
    said = [context.say("defer.won", model=context.model, won=won or 0.0, resamples=context.plan.resamples)]
    close = [
        one.name
        for one in joint.standings
        if one is not joint.chosen and not joint.differences[one.name].wholly_below(0.0)
    ]
    if close:
        said.append(context.say("defer.also", others=listing(close)))
        if joint.rule == "mean_over_budgets":
            said.append(context.say("joint.mean"))
    return Bullet(context.say("defer.model_firm" if joint.firm else "defer.model_close"), tuple(said))


def _joining(context: Context) -> Bullet | None:
    """Say whether joining both is worth more than people alone and than the model alone."""
    people, machine = (context.joint.over_rivals[kind] for kind in ("people", "machine"))
    if not people.known or not machine.known or not context.chosen.starts:
        return None
    key = "joint.join_open"
    if people.wholly_above(0.0) and machine.wholly_above(0.0):
        key = "joint.join_firm"
    elif 0 in (people.value, machine.value):
        key = "joint.join_nothing"
    said = context.say(
        "joint.join",
        people=context.amount(people.value),
        range_people=_span(context, people),
        machine=context.amount(machine.value),
        range_machine=_span(context, machine),
    )
    return Bullet(context.say(key), (said,))


def _span(context: Context, estimate: Estimate) -> Sentence:
    found = context.span(estimate)
    assert found is not None
    return found


def _errors(context: Context) -> Bullet:
    joint = context.joint
    if joint.validation is None:
        return Bullet(context.say("defer.guarantee_cross"))
    if not context.chosen.accepted.value:
        return Bullet(context.say("defer.guarantee_none"))
    if joint.bound is None:
        return Bullet(context.say("defer.guarantee_grouped"))
    how = [context.say("defer.guarantee_how")]
    if len(joint.standings) > 1:
        how.append(context.say("defer.guarantee_models", n=len(joint.standings)))
    return Bullet(context.say("defer.guarantee", bound=joint.bound), tuple(how))


def _choice(context: Context) -> Bullet | None:
    repeated = context.joint.repeated
    if repeated is None or not context.chosen.starts:
        return None
    key = "joint.optimism_cross" if context.joint.validation is None else "joint.optimism"
    said = [context.say(key, optimism=context.amount(repeated.optimism))]
    span = None if repeated.net is None else context.span(repeated.net)
    if span is not None:
        said.append(context.say("joint.repeated", repeats=repeated.repeats, range=span))
    return Bullet(context.say("joint.choice"), tuple(said))


def _changes(context: Context) -> Bullet | None:
    """Say at which budget another model is worth more, and what becomes of the split if errors weigh more."""
    joint, said = context.joint, []
    if len(joint.standings) > 1:
        main = joint.budgets.main or joint.budgets.reference
        later = [one for one in joint.winners if one.low > main.amount and context.model not in one.models]
        earlier = [one for one in joint.winners if one.low <= main.amount and context.model not in one.models]
        if later:
            unit = type(main)(later[0].low, main.unit, main.covers)
            said.append(
                context.say("joint.leads_from", budget=context.budget(unit), other=listing(later[0].models))
            )
        elif not earlier:
            top = joint.budgets.grid[-1]
            said.append(context.say("joint.leads_always", budget=context.budget(top)))
    now = joint.option.accepted.value
    heavier = [(factor, one) for factor, one in joint.harsher if factor > 1 and one.accepted.value != now]
    if heavier:
        factor, one = heavier[0]
        said.append(context.say("joint.harsher", factor=factor, accepted=one.accepted.value, now=now))
    return Bullet(context.say("joint.change"), tuple(said)) if said else None
