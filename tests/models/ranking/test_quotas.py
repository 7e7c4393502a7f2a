"""Quotas: least stops and the best plan against trying every set of stops in exact fractions, and laws of both."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from quota_answers import path_of, planned, quota_answers, stops_from, told

from budgetplan.core.path import items_for_target
from budgetplan.lists import quota_stops as room
from budgetplan.lists.quota_stops import (
    best_stops,
    last_entry_cost,
)

item = st.tuples(st.integers(0, 1), st.integers(0, 5))
stratum = st.lists(item, min_size=1, max_size=6)
worlds = st.tuples(st.lists(stratum, min_size=1, max_size=3), st.integers(0, 4), st.integers(0, 3))


def written(strata):
    """Strata as cases have them, with names that stand in another order than the list."""
    return {
        f"s{9 - place}": {"positive": [p for p, _ in one], "cost": [c for _, c in one]}
        for place, one in enumerate(strata)
    }


def every_plan(strata, least, worth, fixed, budget=None):
    """Net, cost and items of every set of stops from the least ones on, in exact fractions."""
    found = []
    for stops in product(*(range(at, len(one) + 1) for one, at in zip(strata, least, strict=True))):
        cost = sum(Fraction(c) for one, m in zip(strata, stops, strict=True) for _, c in one[:m])
        entries = sum(p for one, m in zip(strata, stops, strict=True) for p, _ in one[:m])
        cost += Fraction(fixed) if any(stops) else 0
        if budget is None or cost <= budget:
            found.append((worth * entries - cost, -cost, -sum(stops)))
    return found


@given(worlds, st.data())
@settings(max_examples=150, deadline=None)
def test_no_stops_that_hold_all_quotas_cost_less(world, data):
    strata, _, fixed = world
    quotas = [data.draw(st.integers(0, len(one))) for one in strata]
    cases = written(strata)
    inputs = {"quotas": dict(zip(cases, quotas, strict=True)), "fixed": fixed, "strata": cases}
    answers = quota_answers(inputs | {"worth_of_entry": None, "budget": None})
    holds = [sum(p for p, _ in one) for one in strata]
    beyond = {name: has for name, has, q in zip(cases, holds, quotas, strict=True) if has < q}
    assert answers["cannot_be_held"] == beyond
    if beyond:
        return
    allowed = [
        cost
        for stops in product(*(range(len(one) + 1) for one in strata))
        if all(sum(p for p, _ in one[:m]) >= q for one, m, q in zip(strata, stops, quotas, strict=True))
        for cost in [
            sum(c for one, m in zip(strata, stops, strict=True) for _, c in one[:m])
            + (fixed if any(stops) else 0)
        ]
    ]
    assert answers["least_cost"]["cost"] == min(allowed)


@given(worlds, st.none() | st.integers(0, 40), st.data())
@settings(max_examples=300, deadline=None)
def test_no_set_of_stops_that_holds_the_quotas_within_the_budget_gains_more(world, budget, data):
    strata, worth, fixed = world
    paths = {name: path_of(one) for name, one in written(strata).items()}
    holds = [sum(p for p, _ in one) for one in strata]
    quotas = [data.draw(st.integers(0, has)) for has in holds]
    least = [items_for_target(path, q).items for path, q in zip(paths.values(), quotas, strict=True)]
    plan = planned(paths, dict(zip(paths, least, strict=True)), worth, fixed, budget)
    every = every_plan(strata, least, worth, fixed, budget)
    if not every:
        assert plan is None
        return
    net, cost, items = max(every)
    assert (plan["net"], plan["cost"], sum(plan["items"].values())) == pytest.approx((net, -cost, -items))


@given(stratum, st.integers(0, 4), st.integers(0, 3), st.none() | st.integers(0, 30))
@settings(max_examples=100, deadline=None)
def test_without_a_quota_one_stratum_stops_where_a_list_does(one, worth, fixed, budget):
    """The fewest items of greatest net value within the budget, and nothing where that is no more than nothing."""
    path = path_of(written([one])["s9"])
    plan = planned({"s": path}, {"s": 0}, worth, fixed, budget)
    nets = {0: Fraction(0)}
    for m in range(1, len(one) + 1):
        cost = fixed + sum(c for _, c in one[:m])
        if budget is None or cost <= budget:
            nets[m] = worth * sum(p for p, _ in one[:m]) - Fraction(cost)
    best = max(nets.values())
    assert plan["net"] == pytest.approx(float(best))
    assert plan["items"]["s"] in [m for m, net in nets.items() if net == best]


@given(st.lists(stratum, min_size=2, max_size=3), st.integers(0, 4), st.integers(0, 25), st.randoms())
@settings(max_examples=60, deadline=None)
def test_names_and_the_order_of_strata_change_nothing(strata, worth, budget, random):
    """Which of several equally good plans is taken may change; what it costs and gains does not."""
    shuffled = strata.copy()
    random.shuffle(shuffled)
    plans = [
        planned(
            {name: path_of(one) for name, one in written(order).items()},
            dict.fromkeys(written(order), 0),
            worth,
            0,
            budget,
        )
        for order in (strata, shuffled)
    ]
    assert plans[0]["net"] == pytest.approx(plans[1]["net"])
    assert plans[0]["cost"] == pytest.approx(plans[1]["cost"])


def test_a_quota_among_equals_is_held_on_average_and_surely_in_the_worst_order():
    tied = path_of({"positive": [1, 0, 1, 0], "cost": [1, 1, 1, 1], "ends": [4]})
    reach = items_for_target(tied, 1)
    assert (reach.items, reach.worst_items) == (2, 3)
    assert last_entry_cost(tied, 4) == 2_000_000


def test_free_items_are_no_reason_to_stop_earlier_or_later():
    free = path_of({"positive": [0, 1, 0, 1], "cost": [0, 0, 0, 0]})
    assert told({"s": free}, {"s": items_for_target(free, 2).items}, 0.0, 0.0)["cost"] == 0
    # Of stops that gain the same, the fewest items.
    assert planned({"s": free}, {"s": 0}, 2.0, 0.0, None)["items"] == {"s": 4}
    assert planned({"s": free}, {"s": 2}, 0.0, 0.0, None)["items"] == {"s": 2}


@pytest.mark.parametrize("size", [1.0, 1e3, 1e9])
def test_a_list_of_any_size_needs_the_same_share_for_the_same_share(size):
    from budgetplan.core.path import Ranking, make_path

    n = 40
    positive = (np.arange(n) % 3 == 0).astype(float)
    ones = Ranking(np.arange(n), np.arange(1, n + 1))
    path = make_path(ones, np.full(n, size), {"positives": positive, "cost": np.full(n, 3e6)})
    reach = items_for_target(path, 5 * size)
    assert reach.items / size == pytest.approx(13)
    assert path.total("positives") == pytest.approx(14 * size)


def test_with_many_stops_the_plan_keeps_to_the_limit_and_loses_hardly_anything(monkeypatch):
    rng = np.random.default_rng(4)
    paths = {}
    for name in "abcd":
        positive = (rng.random(400) < np.linspace(0.9, 0.0, 400)).astype(int)
        paths[name] = path_of({"positive": positive, "cost": rng.integers(1, 9, 400)})
    strata = [stops_from(path, 0, 12.0) for path in paths.values()]
    limit = 1_500e6
    exact = best_stops(strata, limit)
    monkeypatch.setattr(room, "MOST", 25)
    coarse = best_stops(strata, limit)

    def summed(chosen, what):
        return sum(float(getattr(one, what)[at]) for one, at in zip(strata, chosen, strict=True))

    assert summed(coarse, "spent") <= limit
    assert summed(exact, "spent") <= limit
    assert summed(exact, "gain") * 0.98 <= summed(coarse, "gain") <= summed(exact, "gain")
