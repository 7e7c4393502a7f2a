"""A model, then an answerer who is paid by the item, then people: the best policy of each budget (METHODS Part A)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from budgetplan.arrays import BoolArray, FloatArray, IntArray
from budgetplan.domain.answerers import NOBODY, AnswerRule
from budgetplan.metrics.payoffs.best_plans import Among, Search, best_plans
from budgetplan.metrics.payoffs.cutoffs import Allowance, BestPlan
from budgetplan.metrics.payoffs.stakes import Asking, Stakes, Tariff
from budgetplan.metrics.payoffs.whole_stops import Bill
from budgetplan.metrics.ranking.path import Ranking

MOST_LEVELS = 50
"""So many levels of an answerer's sureness are tried at most."""
MOST_CUTOFFS = 1_000
"""So many cutoffs of the model are tried at most where an answerer is asked."""
MOST_KEPT = 8
"""So many rules are kept worked out for the next budget."""
MOST_HALVINGS = 60
"""After so many halvings a price is known to the last digit that counts."""


def answer_rules(
    answerer: str, accept: str, confidence: FloatArray | None, most: int = MOST_LEVELS
) -> tuple[AnswerRule, ...]:
    """Return the rules by which answers of one answerer may stand.

    Parameters
    ----------
    answerer
        Its name.
    accept
        ``agree``, ``confident``, ``all``, ``none``, or ``auto`` for the first three.
    confidence
        Shape (n,): how sure it is, NaN where it does not say; None: it never says.
    most
        So many levels are tried at most, spread over the items.

    Examples
    --------
    >>> [(rule.stands, rule.level) for rule in answer_rules("llm", "auto", np.array([0.5, np.nan, 0.9]))]
    [('agree', 0.0), ('confident', 0.5), ('confident', 0.9), ('all', 0.0)]
    """
    found = []
    if accept in ("auto", "agree"):
        found.append(AnswerRule(answerer, "agree"))
    if accept in ("auto", "confident") and confidence is not None:
        known = np.sort(confidence[np.isfinite(confidence)])
        levels = np.unique(known)
        if len(levels) > most:
            levels = np.unique(known[np.linspace(0, len(known) - 1, most).round().astype(np.int64)])
        found += [AnswerRule(answerer, "confident", float(level)) for level in levels]
    if accept in ("auto", "all"):
        found.append(AnswerRule(answerer, "all"))
    return tuple(found)


def settled_by(
    rule: AnswerRule, answer: IntArray, predicted: IntArray, confidence: FloatArray | None
) -> BoolArray:
    """Return of which items the answer stands, shape (n,); no answer (-1) never does.

    Examples
    --------
    >>> sure = np.array([0.9, 0.4, 0.9])
    >>> settled_by(AnswerRule("llm", "confident", 0.5), np.array([1, 0, -1]), np.array([1, 1, 1]), sure).tolist()
    [True, False, False]
    """
    given: BoolArray = answer >= 0
    if rule.stands == "agree":
        return np.asarray(given & (answer == predicted))
    if rule.stands == "confident":
        assert confidence is not None
        # What it does not say is NaN, and no NaN reaches a level.
        return np.asarray(given & (confidence >= rule.level))
    return given if rule.stands == "all" else np.zeros(len(answer), dtype=bool)


def few_cutoffs(confidence: FloatArray, most: int = MOST_CUTOFFS) -> FloatArray | None:
    """Return cutoffs spread over the items where there are more than so many; None: each may be tried.

    Examples
    --------
    >>> few_cutoffs(np.array([0.1, 0.4, 0.6, 0.9]), most=3).tolist(), few_cutoffs(np.array([0.1, 0.4]))
    ([0.1, 0.6, 0.9, inf], None)
    """
    if len(np.unique(confidence)) <= most:
        return None
    ordered = np.sort(confidence)
    found = ordered[np.linspace(0, len(ordered) - 1, most).round().astype(np.int64)]
    return np.append(np.unique(found), np.inf)


def best_cascades(
    stakes: Stakes,
    queue: Ranking,
    limits: FloatArray,
    tariff: Tariff,
    askings: Sequence[tuple[AnswerRule, Asking | None]],
    *,
    allowance: Allowance,
    usable: BoolArray | None = None,
    cutoffs: FloatArray | None = None,
    among: Among = "joint",
    bill: Bill | None = None,
) -> list[tuple[AnswerRule, BestPlan]]:
    """Return for each limit the policy of greatest net value over every rule, cutoff and stop.

    Parameters
    ----------
    stakes, queue, limits, tariff, usable, cutoffs, among, bill
        As :func:`budgetplan.metrics.payoffs.best_plans.best_plans` takes them; ``stakes`` without an answerer.
    askings
        The rules, and what asking brings by each; None where nobody is asked.
    allowance
        What budgets leave for an answerer.

    Notes
    -----
    By a fixed rule an item that the model leaves is settled by the answerer or not, whatever the cutoff; so each
    rule is METHODS Part J with other items in the queue and something to be paid before. Ties as there, then rules
    in the order of ``PREFERENCE``, the lower level.

    References
    ----------
    METHODS Part A.

    Examples
    --------
    The model is unsure and wrong; an answerer who is right costs 0.1, a person 0.5.

    >>> from budgetplan.metrics.payoffs.stakes import queue
    >>> one = np.ones(1)
    >>> stakes = Stakes(0.5 * one, -4 * one, one, 0 * one, 0.5 * one, one)
    >>> asking = Asking(0.1 * one, np.array([True]), one, 0 * one)
    >>> free = Allowance(np.array([np.inf]), np.array([1.0]))
    >>> [(rule, plan)] = best_cascades(stakes, queue("uncertain", stakes), np.array([np.inf]), Tariff(calls=1.0),
    ...     [(NOBODY, None), (AnswerRule("llm", "all"), asking)], allowance=free)
    >>> rule.stands, plan.net, plan.asked
    ('all', 0.9, 0.1)
    """
    kept: dict[int, Search] = {}

    def search(at: int) -> Search:
        if at not in kept:
            asking = askings[at][1]
            if len(kept) >= MOST_KEPT:
                kept.pop(next(iter(kept)))
            some = cutoffs if asking is None or cutoffs is not None else few
            kept[at] = Search(
                replace(stakes, asking=asking),
                queue,
                limits,
                tariff,
                usable=usable,
                cutoffs=some,
                among=among,
                bill=bill,
                allowance=None if asking is None else allowance,
            )
        return kept[at]

    if all(asking is None for _, asking in askings):
        plans = best_plans(
            stakes, queue, limits, tariff, usable=usable, cutoffs=cutoffs, among=among, bill=bill
        )
        return [(NOBODY, plan) for plan in plans]
    few = few_cutoffs(stakes.confidence)
    tie = 1e-12 * max(replace(stakes, asking=asking).scale(tariff) for _, asking in askings)
    bounds = np.array(
        [[search(at).bound(place) for place in range(len(limits))] for at in range(len(askings))]
    )

    def in_reach(place: int) -> Iterator[tuple[AnswerRule, BestPlan]]:
        """Yield the best plan by each rule, those that promise most first, until no other can be better."""
        best = -np.inf
        for at in np.argsort(-bounds[:, place], kind="stable").tolist():  # rules, not items
            if bounds[at, place] < best - tie:
                return
            found = search(at).plan(place)
            best = max(best, found.net)
            yield askings[at][0], found

    return [_preferred(list(in_reach(place)), tie) for place in range(len(limits))]


def _preferred(found: Sequence[tuple[AnswerRule, BestPlan]], tie: float) -> tuple[AnswerRule, BestPlan]:
    """Return the policy of greatest net value; of equal ones the cheapest, fewest reviewed, lowest cutoff."""
    top = max(plan.net for _, plan in found)
    tied = [one for one in found if one[1].net >= top - tie]
    least = min(plan.spend for _, plan in tied)
    tied = [one for one in tied if one[1].spend <= least + tie]
    return min(tied, key=lambda one: (one[1].reviewed, one[1].cutoff, one[0].preference))


def drop_out_price(
    gain: Callable[[float], float], start: float, tie: float = 1e-12, precision: float = 0.0
) -> float | None:
    """Return the price of one item from which on an answerer gains nothing, by halving; None: not even free of charge.

    Parameters
    ----------
    gain
        How much more the best policy with the answerer is worth than the best without, at a price; it never rises.
    start
        A price to begin with, > 0.
    tie
        A gain of no more is none.
    precision
        So much of the price may be left open.

    Examples
    --------
    >>> round(drop_out_price(lambda price: 3.0 - 2 * price, 0.002), 9)
    1.5
    """
    if gain(0.0) <= tie:
        return None
    high = start
    while gain(high) > tie:  # doublings, not items
        high *= 2
    low = 0.0 if high == start else high / 2
    for _ in range(MOST_HALVINGS):
        middle = (low + high) / 2
        if not low < middle < high or high - low <= precision * high:
            break
        low, high = (middle, high) if gain(middle) > tie else (low, middle)
    return (low + high) / 2
