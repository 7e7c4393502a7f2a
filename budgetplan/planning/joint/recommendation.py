"""What is recommended where a model and people share the items, in the words that all workflows share."""

from __future__ import annotations

from budgetplan.domain.decision import Estimate
from budgetplan.domain.doubt import Doubt, DoubtKind
from budgetplan.domain.recommendation import Recommendation, WhyNot
from budgetplan.planning.joint.option import JointAlternative
from budgetplan.planning.joint.solve import JointPlan, Rival


def recommend(joint: JointPlan) -> Recommendation:
    """Return the decision on a joint plan; nothing is planned for a list that nothing labelled speaks for."""
    why_not: WhyNot = joint.refusal or ("not_paid" if joint.unmet else "")
    option, starts = joint.option, joint.option.starts and not joint.refusal
    nobody = Estimate(joint.total)
    deployed = option.applied.deployed
    return Recommendation(
        workflow="joint",
        why_not=why_not,
        model=joint.chosen.name if starts else None,
        basis=joint.basis,
        items=joint.total,
        cutoff=deployed.cutoff if starts and option.accepted.value else None,
        answered_alone=option.accepted if starts else Estimate(0.0),
        wrong=option.wrong if starts and option.accepted.value else None,
        reviewed=option.reviewed if starts else Estimate(0.0),
        left=option.left if starts else nobody,
        spend=None if joint.refusal else option.applied.spend,
        found=None if joint.refusal else option.found,
        net=None if joint.refusal else option.net,
        net_unit="" if joint.refusal else "money",
        lead_firm=None if joint.refusal else joint.firm,
        also=() if joint.refusal else joint.close[0],
        settled=option.settled if starts and joint.answerers else None,
        settled_wrong=option.settled_wrong if starts and joint.answerers else None,
    )


def doubts_of_plan(joint: JointPlan) -> tuple[Doubt, ...]:
    """Return whether people, or the model, alone would reach more than the plan does, beyond chance.

    The plan is chosen on validation items; where the items it is judged on are of another kind, it may lose to what
    was passed over there.
    """
    if joint.unmet or not joint.option.starts:
        return ()
    alone: tuple[Rival, ...] = ("machine", "people")
    better = [kind for kind in alone if joint.over_rivals[kind].wholly_below(0.0)]
    return tuple(
        Doubt(DoubtKind.BEATEN, joint.plan.table, n=joint.test.n_items, names=(kind,)) for kind in better
    )


def worth_more(joint: JointPlan) -> tuple[JointAlternative, ...]:
    """Return what larger budgets of the table would be worth more than the plan."""
    budget, net = joint.option.applied.budget, joint.option.net.value
    if budget is None:
        return ()
    larger = [one for one in joint.rows if one.applied.budget and one.applied.budget.amount > budget.amount]
    return tuple(one for one in larger if one.net.value > net)
