"""What is recommended of a selective classifier, and what becomes of each item of the list."""

from __future__ import annotations

import numpy as np

from budgetplan.domain.decision import Estimate
from budgetplan.domain.prices import MICRO
from budgetplan.domain.recommendation import Recommendation
from budgetplan.domain.review.course import Course
from budgetplan.plans.answer import DeferSolution


def recommend(solution: DeferSolution) -> Recommendation:
    """Return the decision on a selective classifier: what it does not answer is left to people.

    Counts are of the project's own list where there is one, else of the test items. Nothing is answered where that is
    worth no more than doing without.
    """
    found, route = solution.alone, solution.chosen.deployed
    used = solution.used and not solution.refusal
    members = [each.name for each in solution.chosen.predictions.members]
    return Recommendation(
        workflow="defer",
        why_not=solution.refusal,
        model=solution.chosen.name if used else None,
        basis="list" if found.is_list else "sample",
        items=found.items,
        cutoff=route.cutoff if used else None,
        answered_alone=Estimate(found.alone if used else 0.0),
        wrong=found.wrong if used else None,
        reviewed=Estimate(found.left if used else found.items),
        left=Estimate(0.0),
        spend=None,
        found=None,
        net=None if solution.refusal else _total(found.value if used else found.none, found.items),
        net_unit=""
        if solution.refusal
        else ("money" if solution.worths.unit == "money" else "right answers"),
        shown=None if solution.refusal else solution.pays,
        members=dict.fromkeys(members, 1 / len(members)) if used and members else {},
        best_single=solution.choice.single
        if len(solution.test.models) > 1 and not solution.refusal
        else None,
    )


def _total(mean: Estimate, n: float) -> Estimate:
    """Return the sum over so many items of which the mean is known."""
    low, high = (None if end is None else end * n for end in (mean.low, mean.high))
    return Estimate(mean.value * n, low, high)


def course_of(solution: DeferSolution) -> Course | None:
    """Return who does what on the list; None where nothing is answered alone, or the list has no predictions.

    People get all that is left, what the model is least sure of first.
    """
    listed = solution.listed
    if listed is None or not solution.used or solution.refusal:
        return None
    found = solution.alone
    accepted, sure, answers = found.accepted, found.sure, found.answer
    rest, answered = np.flatnonzero(~accepted), np.flatnonzero(accepted)
    n, names = listed.n_items, listed.names
    assert solution.plan.deferral is not None
    price = solution.plan.deferral.review_cost
    known = np.full(n, 0.0 if price is None else float(price) * MICRO)
    return Course(
        model=solution.chosen.name,
        order_by="uncertain",
        ids=listed.ids,
        queue=rest[np.argsort(sure[rest], kind="stable")],
        review=len(rest),
        answered=answered,
        answers=tuple(names[code] for code in answers[answered].tolist()),
        score=1 - sure,
        rate=np.full(n, np.nan),
        known_cost=known,
        sizes={name: np.zeros(n) for name in ("seconds", "units", "listed")},
        weighted=listed.weight is not None and bool((listed.weight != 1).any()),
    )
