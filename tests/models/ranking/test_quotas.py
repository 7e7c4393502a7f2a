"""Quotas: least stops and the plan beyond them against trying every set of stops in exact fractions, and laws of both."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from quota_answers import path_of, planned, quota_answers, told

from budgetplan.core.path import items_for_target
from budgetplan.core.stops import by_gain, sure_quotas
from budgetplan.plans.quota import last_entry_cost

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
@settings(max_examples=80, deadline=None)
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
            sum(c for one, m in zip(strata, stops, strict=True) for _, c in one[:m]) + (fixed if any(stops) else 0)
        ]
    ]
    assert answers["least_cost"]["cost"] == min(allowed)


@given(worlds, st.none() | st.integers(0, 40), st.data())
@settings(max_examples=100, deadline=None)
def test_no_set_of_stops_that_holds_the_quotas_gains_more_but_where_a_budget_ends_inside_a_step(world, budget, data):
    """Without a budget the plan is the best of all; a budget buys along one order, and keeps to its money."""
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
    net, _, _ = max(every)
    if budget is None:
        assert plan["net"] == pytest.approx(float(net))
        return
    assert plan["cost"] <= budget
    assert plan["net"] <= net + 1e-9
    # More is lost than one step brings in none: what lies between two corners of the hull of one stratum.
    assert net - plan["net"] <= max(worth * sum(p for p, _ in one) for one in strata) + 1e-9


@given(stratum, st.integers(0, 4), st.integers(0, 3), st.none() | st.integers(0, 30))
@settings(max_examples=60, deadline=None)
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


def best_for(rates, cost, budget):
    """The most entries that a budget buys from the tops of several orders: every split of whole money is tried."""
    most = np.zeros(budget + 1)
    for rate, price in zip(rates, cost, strict=True):
        spent, found = np.append(0, np.cumsum(price)), np.append(0, np.cumsum(rate))
        most = np.array(
            [
                max(most[money - at] + won for at, won in zip(spent, found, strict=True) if at <= money)
                for money in range(budget + 1)
            ]
        )
    return most[budget]


def test_one_order_of_all_strata_finds_nearly_as_much_as_the_best_split_of_the_money():
    """Of orders whose rates fall, as curves have them: at most the last item bought could be a better one."""
    rng, lost = np.random.default_rng(1), []
    for _ in range(40):
        rates = [np.sort(rng.beta(0.4, 2, 60))[::-1] for _ in range(3)]
        cost = [rng.integers(1, 4, 60) for _ in range(3)]
        spent, found = ([np.append(0.0, np.cumsum(each)) for each in all_of] for all_of in (cost, rates))
        order = by_gain(spent, found)
        assert sorted(order.tolist()) == list(range(180))
        paid, won = np.cumsum(np.concatenate(cost)[order]), np.cumsum(np.concatenate(rates)[order])
        budget = int(rng.integers(20, 250))
        most, bought = best_for(rates, cost, budget), won[paid <= budget][-1]
        lost.append(1 - bought / most)
        assert bought <= most + 1e-9
        # A step is an item, or a few dear ones with the cheap ones behind them that make up for it.
        assert most - bought <= 6 * rates[0].max()
    assert np.mean(lost) < 0.01


def test_steps_of_an_order_stay_in_turn_and_end_where_it_gains_no_more():
    rng = np.random.default_rng(3)
    spent = [np.append(0.0, np.cumsum(rng.integers(0, 4, 30))) for _ in range(3)]
    gain = [np.append(0.0, np.cumsum(rng.normal(0, 1, 30))) for _ in range(3)]
    order = by_gain(spent, gain)
    for place, won in enumerate(gain):
        steps = order[(order >= 30 * place) & (order < 30 * (place + 1))] - 30 * place
        assert steps.tolist() == list(range(int(won.argmax())))


def test_the_draw_is_given_up_that_saves_most_whatever_all_of_it_costs():
    """One draw of ten takes the first stratum from 8 items to 9, another the second one from 2 to 5: that saves more."""
    first = np.array([[8, 2]] * 8 + [[9, 2], [8, 5]])
    assert sure_quotas([np.arange(11.0), np.arange(11.0)], first, 0.9) == [9, 2]
    # At ten times the price the first one does.
    assert sure_quotas([10 * np.arange(11.0), np.arange(11.0)], first, 0.9) == [8, 5]
    assert sure_quotas([np.arange(11.0), np.arange(11.0)], first, 0.8) == [8, 2]
