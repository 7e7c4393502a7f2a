"""What is recommended where a model and people share the items, and what becomes of each item of the list."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import numpy as np

from budgetplan.arrays import FloatArray, IntArray
from budgetplan.core.answers import ALONE
from budgetplan.core.path import Path, make_path
from budgetplan.domain.decision import Estimate
from budgetplan.domain.recommendation import Recommendation, WhyNot
from budgetplan.domain.review.course import Band, Course
from budgetplan.plans.cutoffs import likely
from budgetplan.plans.joint import JointPlan
from budgetplan.plans.option import JointAlternative
from budgetplan.plans.ways import Way

POINTS = 200
"""At so many places of the queue it is written what is expected by then."""


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


def course_of(joint: JointPlan) -> Course | None:
    """Return who does what on the list; None where nothing is done, or the list has no predictions of its own.

    Where an answerer is still to be asked, there is none either: what its answers settle is not known.
    """
    option = joint.option
    if joint.refusal or joint.unmet or not option.starts:
        return None
    known = joint.answered_list
    if known is not None:
        answered = np.flatnonzero(known.accepted | known.settled)
        whose = (joint.name, known.answerer)
        by = tuple(whose[place] for place in known.settled[answered].tolist()) if known.answerer else ()
        if known.waits:
            return None
        # What is kept is held against what people say of random items.
        kept, names = known.way.bench.said.predicted.copy(), joint.test.names
        kept[answered] = known.way.answer[answered]
        found = _course(joint, known.way, known.review, answered, by, known.paid)
        return replace(found, said=tuple(names[code] for code in kept.tolist()))
    if not joint.bench.on_list:
        return None
    way, names = option.way, joint.test.names
    # Inside a tie the first ones in the queue are reviewed, whatever part of the tie that is.
    answered = np.setdiff1d(np.flatnonzero(way.role == ALONE), way.queue.order[: option.reviewed])
    corrections = None
    if len(way.queue.order):  # of how many answers of the model people are expected to differ
        path = corrected_along(way)
        items = np.unique(np.rint(np.linspace(0.0, option.reviewed, min(option.reviewed, POINTS) + 1)))
        unknown = np.full(len(items), np.nan)
        change = np.asarray(path.read("change", items), dtype=np.float64)
        corrections = Band(items, change, unknown, unknown)
    return replace(
        _course(joint, way, option.reviewed, answered),
        said=tuple(names[code] for code in joint.bench.said.predicted.tolist()),
        corrections=corrections,
    )


def _course(
    joint: JointPlan,
    way: Way,
    review: int,
    answered: IntArray,
    by: tuple[str, ...] = (),
    paid: Decimal = Decimal(0),
) -> Course:
    """Return the course of a list; ``paid``: to who answers before people begin."""
    bench, names = way.bench, way.bench.data.names
    unknown: FloatArray = np.full(bench.data.n_items, np.nan)
    order = way.queue.order
    # After the stop an item is either answered or left.
    after = order[review:]
    return Course(
        model=joint.name,
        order_by="value-per-cost",
        ids=bench.data.ids,
        queue=np.append(order[:review], after[~np.isin(after, answered)]),
        review=review,
        answered=answered,
        answers=tuple(names[code] for code in way.answer[answered].tolist()),
        answered_by=by,
        score=unknown,
        rate=bench.quantities["positives"] if joint.plan.positive else unknown,
        known_cost=bench.known_cost,
        sizes={name: bench.quantities[name] for name in ("seconds", "units", "listed")},
        model_cost=bench.purse.model_cost + paid,
        weighted=bench.data.weight is not None and bool((bench.data.weight != 1).any()),
    )


def corrected_along(way: Way) -> Path:
    """Return along the queue of a plan what its items hold: ``wrong`` answers, those people ``change``, and more.

    People who err put a right answer wrong, and leave a wrong one of which they hold the model's answer for true: of C
    classes each of their errors falls on any of the others alike. ``step`` is how many more are changed
    where one more is wrong; ``chance`` by how much people's errors vary.
    """
    bench = way.bench
    wrong = 1 - likely(bench)[np.arange(bench.data.n_items), bench.said.predicted]
    error, others = bench.by_probability(bench.review_errors), max(bench.data.n_classes - 1, 1)
    amounts = {
        "wrong": wrong,
        "change": wrong * (1 - error / others) + (1 - wrong) * error,
        "step": 1 - error / others - error,
        "chance": error * (1 - error),
    }
    return make_path(way.queue, bench.count, amounts)
