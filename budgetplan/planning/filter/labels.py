"""Whether more labels before deciding are worth their price, and how many settle the choice (METHODS L)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from budgetplan.arrays import FloatArray
from budgetplan.domain.decision import Goal, LabelsUnit, LabelsWorth, Settling
from budgetplan.domain.prices import MICRO
from budgetplan.evidence import noise
from budgetplan.evidence.paths import Evidence, Ranked
from budgetplan.intervals.labels import settle, share_that_decides, weigh
from budgetplan.metrics.ranking.path import in_top
from budgetplan.planning.filter import outlay
from budgetplan.planning.filter.contest import Contest, Entrant

UNITS: dict[Goal, LabelsUnit] = {"net_value": "money", "budget": "entries"}
"""What is gained by a better choice, by goal; with the others nothing is chosen that labels could better."""


def labels_worth(
    evidence: Evidence,
    goal: Goal,
    result: Contest | None,
    items: int,
    money_ends: bool,
    read: noise.ReviewResamples | None,
) -> LabelsWorth | None:
    """Return what more labels are worth; None where nothing was resampled or there is nothing to choose.

    Nothing is said where types are entries: more labels are items, and how many types they bring is not known.

    Parameters
    ----------
    goal
        What is wanted.
    result
        The models at the budget, each with its stop; None: the goal cannot be met.
    items
        The recommended stop; 0: not to start.
    money_ends
        Whether the budget ends the review: labels would be paid from what pays for other items.
    read
        Resamples, read at each of these stops too.
    """
    if result is None or read is None or goal not in UNITS or evidence.types is not None:
        return None
    alone = noise.of_sample(read)
    objective = _net_values(alone, result.entrants) if goal == "net_value" else _entries(alone, result)
    if objective.shape[1] < 2:
        return None
    beyond = None if money_ends else beyond_plan(evidence, result, items)
    return weigh(
        objective,
        UNITS[goal],
        evidence.n_sample,
        evidence.list_items if evidence.basis == "list" else None,
        (price_of_label(evidence), None if beyond is None else beyond[0] - beyond[1]),
        _settling(alone, goal, result, items) if items else (),
    )


def price_of_label(evidence: Evidence) -> float | None:
    """Return what judging a random item of the list costs on average, once people work; None without a price."""
    if not evidence.prices.stated:
        return None
    whole = evidence.prices.total(np.array([0.0, evidence.random.path.total("cost")])) / MICRO
    return float(whole[1] - whole[0]) / evidence.list_items


def beyond_plan(evidence: Evidence, result: Contest, items: int) -> tuple[float, float] | None:
    """Return what a label of a random item costs, and what it finds is worth, that the plan lacks; on average.

    What lies before the stop is reviewed anyway, so that its label costs nothing more and finds nothing more. Where
    nothing is to be reviewed this is the price of a label, and prevalence x worth. None where nothing has a price,
    or entries have no worth.
    """
    price = price_of_label(evidence)
    if price is None or evidence.plan.values is None:
        return None
    path, whole = result.best.model.path, float(evidence.list_items)
    spent = evidence.prices.total(path.read("cost", np.array([items, whole]))) / MICRO
    worth = path.read("value", np.array([items, whole]))
    cost = float(spent[1] - spent[0]) / whole
    # A plan that is worth its stop leaves nothing that pays as a whole; where noise says so, labels come for nothing.
    return cost, min(float(worth[1] - worth[0]) / whole, cost)


def _net_values(read: noise.ReviewResamples, entrants: Sequence[Entrant]) -> FloatArray:
    """Return the net value of every model at every share that the budget pays for; the first is not to start."""
    evidence, columns = read.evidence, []
    for one in entrants:
        budget = evidence.plan.budget
        most = evidence.whole_items
        if budget is not None:
            most = outlay.whole_items(evidence, one.model, budget, read)
        columns.append(read.net(one.model)[:, : read.within(most)])
    return np.concatenate(columns, axis=1)


def _entries(read: noise.ReviewResamples, result: Contest) -> FloatArray:
    """Return what every model finds within the budget, shape (resamples, models)."""
    return np.column_stack([read.positives(one.model)[:, read.place(one.items)] for one in result.entrants])


def _settling(read: noise.ReviewResamples, goal: Goal, result: Contest, items: int) -> list[Settling]:
    """Return how many labels settle the choice between the recommended model and each that may do as well."""
    evidence, best = read.evidence, result.best

    def brings(model: Ranked, at: int) -> FloatArray:
        amounts = read.net(model) if goal == "net_value" else read.positives(model)
        return amounts[:, read.place(at)]

    own = brings(best.model, items)
    found = []
    for one in result.entrants:  # models, not items
        if one.name not in result.either_would_do:
            continue
        share = _apart(evidence, (best.model, items), (one.model, one.items))
        found.append(settle(one.name, own, brings(one.model, one.items), evidence.n_sample, share))
    return found


def _apart(evidence: Evidence, one: tuple[Ranked, int], other: tuple[Ranked, int]) -> float:
    """Return the share of the list that only one of two models puts among its first items."""
    if evidence.own is not None and evidence.own.counted is not None:
        return evidence.own.counted.apart((one[0].name, one[1]), (other[0].name, other[1]))
    top, weight = _top(evidence, *one)
    return share_that_decides(top, _top(evidence, *other)[0], weight)


def _top(evidence: Evidence, model: Ranked, items: int) -> tuple[FloatArray, FloatArray | None]:
    """Return how much of each item a model puts among the first ``items``, and what each stands for.

    Of the list where it has scores, else of the labelled items, which stand for it.
    """
    ranking, weight = model.ranking, evidence.weight
    if evidence.own is not None:
        ranking, weight = evidence.own.rankings[model.name], evidence.own.weight
    size = float(len(ranking.order)) if weight is None else float(weight.sum())
    return in_top(ranking, weight, items / evidence.list_items * size), weight
