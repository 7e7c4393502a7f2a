"""What a selective classifier does with each item of the list: what it answers alone, what it leaves to people."""

from __future__ import annotations

import numpy as np

from budgetplan.domain.prices import MICRO
from budgetplan.domain.review.course import Course
from budgetplan.planning.defer.solve import DeferSolution


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
