"""What is recommended of a selective classifier, in the words that all workflows share."""

from __future__ import annotations

from budgetplan.domain.decision import Estimate
from budgetplan.domain.recommendation import Recommendation
from budgetplan.planning.defer.solve import DeferSolution


def recommend(solution: DeferSolution) -> Recommendation:
    """Return the decision on a selective classifier: what it does not answer is left to people.

    Counts are of the test items, on which they were seen. Nothing is answered where the model is worth no more
    than doing without.
    """
    chosen, counts = solution.chosen, solution.chosen.deployed.counts
    used = solution.used
    refused = bool(solution.refusal)
    alone = float(counts.n_accepted) if used and not refused else 0.0
    return Recommendation(
        workflow="defer",
        why_not=solution.refusal,
        model=chosen.name if used and not refused else None,
        basis="sample",
        items=float(counts.n),
        cutoff=chosen.deployed.cutoff if used and not refused else None,
        answered_alone=Estimate(alone),
        wrong=Estimate(float(counts.n_wrong)) if alone else None,
        reviewed=Estimate(float(counts.n) - alone),
        left=Estimate(0.0),
        spend=None,
        found=None,
        net=None if refused else _total(solution.value if used else solution.none, float(counts.n)),
        net_unit="" if refused else ("money" if solution.worths.unit == "money" else "right answers"),
        lead_firm=None if refused else solution.firm,
        also=() if refused else solution.close[0],
    )


def _total(mean: Estimate, n: float) -> Estimate:
    """Return the sum over so many items of which the mean is known."""
    low, high = (None if end is None else end * n for end in (mean.low, mean.high))
    return Estimate(mean.value * n, low, high)
