"""What is recommended where a model and people share the items, in the words that all workflows share."""

from __future__ import annotations

from budgetplan.domain.decision import Estimate
from budgetplan.domain.recommendation import Recommendation, WhyNot
from budgetplan.planning.joint.option import JointAlternative
from budgetplan.planning.joint.solve import JointPlan


def recommend(joint: JointPlan) -> Recommendation:
    """Return the decision on a joint plan; nothing is planned for a list that nothing labelled speaks for."""
    why_not: WhyNot = joint.refusal or ("not_paid" if joint.unmet else "")
    option, starts = joint.option, joint.option.starts and not joint.refusal
    nobody = Estimate(joint.total)
    return Recommendation(
        workflow="joint",
        why_not=why_not,
        model=joint.name if starts else None,
        basis=joint.basis,
        items=joint.total,
        cutoff=joint.cutoff if starts and option.accepted.value else None,
        answered_alone=option.accepted if starts else Estimate(0.0),
        wrong=option.wrong if starts and option.accepted.value else None,
        reviewed=option.reviews if starts else Estimate(0.0),
        left=option.left if starts else nobody,
        spend=None if joint.refusal else option.spend,
        found=None if joint.refusal else option.found,
        net=None if joint.refusal else option.net,
        net_unit="" if joint.refusal else "money",
        spend_range=option.spend_range if starts and option.spend_range.known else None,
        luck=None if joint.refusal else option.luck,
        shown=option.shown if starts else None,
        members=dict.fromkeys(joint.members, 1 / len(joint.members)) if starts and joint.members else {},
        best_single=None if joint.single is None or joint.refusal else joint.single.name,
        settled=option.settled if starts and joint.answerers else None,
        settled_wrong=option.settled_wrong if starts and joint.answerers else None,
    )


def worth_more(joint: JointPlan) -> tuple[JointAlternative, ...]:
    """Return what larger budgets of the table would be worth more than the plan."""
    budget, net = joint.option.budget, joint.option.net.value
    if budget is None:
        return ()
    larger = [one for one in joint.rows if one.budget and one.budget.amount > budget.amount]
    return tuple(one for one in larger if one.net.value > net)
