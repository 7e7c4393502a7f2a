"""Screening against every plan on small samples in fractions, and its limits."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from budgetplan.metrics.ranking.order import rank
from budgetplan.metrics.ranking.screening import (
    MOST_ENDS,
    PlanTerms,
    best_in_each,
    best_screening,
    block_ends,
    make_blocks,
    mixed_up,
    read_each,
)


def world(seed, n=12, ties=4):
    """A small sample: scores with ties, labels, costs, answers (-1: none) and their prices, all whole."""
    rng = np.random.default_rng(seed)
    score = rng.integers(0, ties, n).astype(float)
    label = rng.integers(0, 2, n)
    answer = np.where(rng.random(n) < 0.75, label, rng.integers(-1, 2, n))
    return {
        "score": score,
        "label": label,
        "cost": rng.integers(1, 4, n).astype(float),
        "answer": answer,
        "price": rng.integers(0, 3, n) * float(rng.integers(0, 2)),
        "worth": float(rng.integers(2, 9)),
    }


def blocks_of(one, *, kept=None, standing=None):
    ranking = rank(one["score"])
    label = one["label"].astype(float)
    called = (one["answer"] == 1).astype(float)
    measures = {
        "cost": one["cost"],
        "gain": one["worth"] * label,
        "found": label,
        "seconds": one["cost"] * 60,
    }
    none = np.zeros(len(label)) if kept is None else kept
    said = (called, one["price"], none)
    return make_blocks(ranking.order, ranking.ends, np.ones(len(label)), measures, said, standing)


def every_plan(one, terms, *, kept=None, standing=None):
    """Every (M, m) in fractions: M at the ends of tie groups, m every whole number; inside a tie the mean."""
    n = len(one["score"])
    groups = [np.flatnonzero(one["score"] == s).tolist() for s in sorted(set(one["score"]), reverse=True)]
    stands = one["worth"] * one["label"] if standing is None else standing
    kept = np.zeros(n) if kept is None else kept
    plans = []
    for k in range(len(groups) + 1):
        asked = [i for group in groups[:k] for i in group]
        free = [i for i in asked if kept[i]]
        pieces = [[i for i in group if one["answer"][i] == 1 and not kept[i]] for group in groups[:k]]
        first = {i for piece in pieces for i in piece} | set(free)
        pieces += [[i for i in group if i not in first] for group in groups]
        price = sum(Fraction(one["price"][i]) for i in asked)
        base = (
            sum(Fraction(float(stands[i])) for i in free),
            sum(Fraction(int(one["label"][i])) for i in free),
        )
        for m in range(n - len(free) + 1):
            cost = gain = found = Fraction(0)
            left = Fraction(m)
            for piece in pieces:
                if not piece or left <= 0:
                    continue
                part = min(left / len(piece), Fraction(1))
                cost += part * sum(Fraction(one["cost"][i]) for i in piece)
                gain += part * sum(Fraction(one["worth"]) * int(one["label"][i]) for i in piece)
                found += part * sum(Fraction(int(one["label"][i])) for i in piece)
                left -= part * len(piece)
            started = m > 0 or k > 0
            total = (
                Fraction(terms.once) + Fraction(terms.by_cost) * cost + Fraction(terms.by_price) * price
                if started
                else Fraction(0)
            )
            used = {"total": total, "annotation": cost + price, "items": Fraction(m), "seconds": cost * 60}
            if np.isfinite(terms.limit) and started and used[terms.limited] > Fraction(terms.limit):
                continue
            net, found = gain + base[0] - total, found + base[1]
            worth = net if terms.objective == "net" else found
            plans.append((worth, -total, -len(asked), -m))
    return max(plans)


TERMS = [
    PlanTerms(),
    PlanTerms(once=2.0, by_cost=1.25, by_price=1.5),
    PlanTerms(limit=9.0, once=1.0),
    PlanTerms("found", limit=9.0),
    PlanTerms("found", limit=7.0, limited="annotation", by_cost=1.5),
    PlanTerms("net", limit=4.0, limited="items"),
    PlanTerms("found", limit=420.0, limited="seconds"),
]


@pytest.mark.parametrize("terms", TERMS)
@pytest.mark.parametrize("seed", range(20))
def test_the_best_plan_is_the_best_of_all(seed, terms):
    one = world(seed)
    found = best_screening(blocks_of(one), terms)
    worth, minus_total, minus_asked, minus_items = every_plan(one, terms)
    own = found.net if terms.objective == "net" else found.found
    assert own == pytest.approx(float(worth), abs=1e-9)
    assert found.total == pytest.approx(-float(minus_total), abs=1e-9)
    if terms.by_price:
        assert (found.asked, found.items) == (-minus_asked, -minus_items)


@pytest.mark.parametrize("seed", range(20))
def test_answers_that_stand_cost_no_review_and_bring_their_errors(seed):
    one = world(seed)
    kept = ((one["answer"] == 1) & (np.arange(12) % 2 == 0)).astype(float)
    standing = np.where(one["label"] == 1, one["worth"], -3.0)
    found = best_screening(blocks_of(one, kept=kept, standing=standing), PlanTerms(limit=12.0))
    worth, *_ = every_plan(one, PlanTerms(limit=12.0), kept=kept, standing=standing)
    assert found.net == pytest.approx(float(worth), abs=1e-9)


@pytest.mark.parametrize("terms", TERMS)
@pytest.mark.parametrize("seed", range(10))
def test_a_price_beyond_any_worth_or_an_answerer_that_is_never_right_leaves_the_model_alone(seed, terms):
    one = world(seed)
    dear = one | {"price": np.full(12, 1e9)}
    # Among equal scores also an answerer that is never right tells items apart.
    wrong = one | {"answer": 1 - one["label"], "price": np.full(12, 0.01), "score": np.arange(12.0)}
    for other in (dear, wrong):
        if terms.limited in {"items", "seconds"} and terms.objective == "found" and other is dear:
            continue  # No money limits the answers there.
        found = best_screening(blocks_of(other), terms)
        alone = best_screening(blocks_of(other), terms, may_ask=False)
        assert (found.asked, found.items) == (0, alone.items)


@pytest.mark.parametrize("seed", range(10))
def test_of_an_answerer_that_costs_nothing_and_is_never_wrong_only_its_positives_are_reviewed(seed):
    one = world(seed)
    one |= {"answer": one["label"], "price": np.zeros(12), "worth": 100.0}
    found = best_screening(blocks_of(one), PlanTerms())
    assert found.items == found.found == one["label"].sum()


def test_the_order_of_items_does_not_matter():
    one = world(5)
    turned = {name: each[::-1] if isinstance(each, np.ndarray) else each for name, each in one.items()}
    assert best_screening(blocks_of(one), PlanTerms()) == best_screening(blocks_of(turned), PlanTerms())


@pytest.mark.parametrize("terms", TERMS[:4])
def test_what_is_read_in_each_resample_is_what_is_read_of_it_alone(terms):
    one, rng = world(7, n=30, ties=9), np.random.default_rng(2)
    weight = rng.integers(0, 4, (5, 30)).astype(float)
    ranking, label = rank(one["score"]), one["label"].astype(float)
    measures = {"cost": one["cost"], "gain": one["worth"] * label, "found": label, "seconds": one["cost"]}
    said = ((one["answer"] == 1).astype(float), one["price"], np.zeros(30))
    every = make_blocks(ranking.order, ranking.ends, weight, measures, said)
    best = best_in_each(every, terms)
    for row in range(5):
        whole = best_screening(make_blocks(ranking.order, ranking.ends, weight[row], measures, said), terms)
        own = whole.net if terms.objective == "net" else whole.found
        # The limit is cut anywhere there, and at whole items here.
        assert best[row] >= own - 1e-9
        assert best[row] == pytest.approx(own, rel=0.2, abs=5.0)
    # Without a limit it is the best of all stops, whole or not.
    free = replace(terms, limit=np.inf)
    stops = np.linspace(0.0, float(weight.sum(axis=1).max()), 200)
    asked = [np.zeros(5), *np.cumsum(every.whole["items"], axis=1).T]
    tried = [read_each(every, free, at, np.full(5, stop)) for at in asked for stop in stops.tolist()]
    most = np.max(tried, axis=0)
    assert (best_in_each(every, free) >= np.maximum(most, 0.0) - 1e-9).all()
    assert best_in_each(every, free) == pytest.approx(np.maximum(most, 0.0), rel=0.02, abs=1.0)


def test_many_tie_groups_are_taken_together_as_evenly_as_they_can_be():
    ranking = rank(np.arange(5 * MOST_ENDS, dtype=float))
    ends = block_ends(ranking, None)
    assert len(ends) == MOST_ENDS
    assert ends[-1] == 5 * MOST_ENDS
    assert set(np.diff(ends).tolist()) == {5}


def test_right_answers_turn_into_wrong_ones_by_share():
    called, right = np.array([1.0, 0, 1, 0]), np.array([1.0, 1, 0, 0])
    assert mixed_up(called, right, np.array([1.0, 1, 1, 0]), 1.0).tolist() == [0, 1, 1, 0]
    assert mixed_up(called, right, np.ones(4), 0.0).tolist() == called.tolist()
