"""Who leads at which budget: checked against trying every model and number of items at every budget."""

from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from documents_world import FIXED, Model, world
from sample_evidence import falling, gathered

from budgetplan.domain.plan import Budget, Values
from budgetplan.domain.prices import Prices
from budgetplan.plans.review import spent, winners_by_budget

D = Decimal


def found_after(label, score):
    """Entries expected after 0, 1 ... n items, in exact arithmetic; equal scores share what they hold."""
    found = [Fraction(0)]
    for value in sorted(set(score), reverse=True):
        tied = [letter == "y" for letter, one in zip(label, score, strict=True) if one == value]
        found += [found[-1] + Fraction(sum(tied) * k, len(tied)) for k in range(1, len(tied) + 1)]
    return found


def tried(label, scores, cost_of, budget, worth=None):
    """Who leads at a budget, by trying every number of items of every model."""
    best = {}
    for name, score in scores.items():
        bought = [
            (found if worth is None else worth * found - cost_of(name, m), m)
            for m, found in enumerate(found_after(label, score))
            if cost_of(name, m) <= budget
        ]
        best[name] = max(value for value, _ in bought)
    return tuple(sorted(name for name, value in best.items() if value == max(best.values())))


def said(intervals, budget):
    """Who leads at a budget, by the intervals: exactly one holds it."""
    (models,) = (one.models for one in intervals if one.low <= budget and (one.high is None or budget < one.high))
    return models


def assert_tiles(intervals):
    assert intervals[0].low == 0
    assert intervals[-1].high is None
    for left, right in pairwise(intervals):
        assert left.low < left.high == right.low
        assert left.models != right.models


def random_contest(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 22))
    label = "".join(rng.choice(["y", "n"], n))
    scores = {name: rng.integers(0, most, n).astype(float) for name, most in (("a", 4), ("b", 30), ("c", 30))}
    return label, scores


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("worth", [None, 3])
def test_winners_are_those_of_trying_everything(seed, worth):
    label, scores = random_contest(seed)
    model_cost = {"a": 0, "b": D("0.11"), "c": 0}

    def cost_of(name, items):
        return (D("0.07") * items + D("0.20") + model_cost[name]) * (items > 0)

    evidence = gathered(
        label,
        scores,
        costs=model_cost,
        prices=Prices(per_item=D("0.07"), fixed={"F": D("0.20")}, stated=True),
        values=None if worth is None else Values({"yes": D(worth) / 10}),
    )
    intervals = winners_by_budget(evidence, "money")
    assert_tiles(intervals)
    for cents in range(int(cost_of("b", len(label)) * 100) + 5):
        budget = D(cents) / 100
        worth_now = None if worth is None else Fraction(worth, 10)
        expected = tried(label, scores, lambda name, m: Fraction(cost_of(name, m)), budget, worth_now)
        assert said(intervals, budget) == expected, budget


@pytest.mark.parametrize("list_size", [None, 31])
def test_winners_are_those_of_what_budgets_buy(list_size):
    """The same budget buys the same items here as in the decision, whatever the rounding of prices."""
    label, scores = random_contest(1)
    prices = Prices(per_item=D("0.024"), stated=True)
    evidence = gathered(label, scores, prices=prices, list_size=list_size)
    intervals = winners_by_budget(evidence, "money")
    for cents in range(int(D("2.4") * evidence.whole_items) + 5):
        budget = Budget(D(cents) / 100)
        found = {
            model.name: float(model.path.read("positives", evidence.affordable(model, budget)))
            for model in evidence.models
        }
        expected = tuple(name for name in found if found[name] >= max(found.values()) - 1e-9)
        assert said(intervals, budget.amount) == expected, budget


def test_budgets_can_be_items_or_hours():
    # a finds its entry first, b its two a little later.
    label, scores = "ynyyn", {"a": [5.0, 4, 3, 2, 1], "b": [1.0, 5, 4, 3, 2]}
    evidence = gathered(label, scores, prices=Prices(hourly_rate=D(1), seconds_per_item=D(1800), stated=True))
    # a: 1 1 2 3 3; b: 0 1 2 2 3. Equal at 0, 2 and 3 items and at all five.
    rows = [
        ("0", "1", ("a", "b")),
        ("1", "2", ("a",)),
        ("2", "4", ("a", "b")),
        ("4", "5", ("a",)),
        ("5", None, ("a", "b")),
    ]
    items = winners_by_budget(evidence, "items")
    assert [(one.low, one.high, one.models) for one in items] == [
        (D(low), None if high is None else D(high), models) for low, high, models in rows
    ]
    hours = winners_by_budget(evidence, "hours", ())
    assert [(one.low, one.models) for one in hours] == [(D(low) / 2, models) for low, _, models in rows]


def test_spent_is_in_the_unit_of_the_axis():
    evidence = gathered("yn", {"m": [2, 1]}, prices=Prices(hourly_rate=D(12), seconds_per_item=D(900), stated=True))
    stops = np.array([0, 1, 2])
    (model,) = evidence.models
    assert spent(evidence, model, stops, "items").tolist() == [0, 1, 2]
    assert spent(evidence, model, stops, "hours").tolist() == [0, 25, 50]  # hundredths
    assert spent(evidence, model, stops, "money").tolist() == [0, 300, 600]  # cents


@pytest.mark.parametrize("worth", [None, D("0.3")])
def test_the_size_of_the_list_moves_no_share_of_the_budget_at_which_another_leads(worth):
    label, scores = random_contest(4)
    values = None if worth is None else Values({"yes": worth})
    prices, found = Prices(per_item=D("0.07"), stated=True), []
    for size in (10**4, 10**9):
        intervals = winners_by_budget(gathered(label, scores, prices=prices, list_size=size, values=values), "money")
        found.append([(one.models, float(one.low / (D("0.07") * size))) for one in intervals])
    # A first item that brings the same under every order is a stretch of its own in short lists only.
    small, large = found[0][1:], found[1][-len(found[0]) + 1 :]
    assert small
    assert [models for models, _ in large] == [models for models, _ in small]
    assert [low for _, low in large] == pytest.approx([low for _, low in small], abs=3e-4)


def test_noise_of_the_last_digits_makes_no_leader():
    # Values of millions leave little, and with the whole list reviewed the same under every order, whatever the
    # order in which floats are added up.
    values = Values({"yes": D("18230452.9"), "no": D("18230452.7")})
    rng = np.random.default_rng(1)
    for _ in range(5):
        scores = {name: rng.random(12) for name in "abc"}
        label = "".join(rng.permutation(list("yyyynnnnnnnn")))
        prices = Prices(per_item=D("18230452.60"), stated=True)
        evidence = gathered(label, scores, prices=prices, values=values, list_size=7)
        assert winners_by_budget(evidence, "money")[-1].models == ("a", "b", "c")


def changing_lead(n, **said_of_plan):
    """Two models that take turns at almost every item: each finds every other entry one item earlier."""
    scores = {name: falling(n).copy() for name in ("one", "other")}
    for model, first in zip(scores.values(), (0, 2), strict=True):
        pairs = np.arange(first, n - 1, 4)
        model[pairs], model[pairs + 1] = model[pairs + 1], model[pairs].copy()
    return gathered("ny" * (n // 2), scores, **said_of_plan)


def test_changes_of_the_lead_too_narrow_to_matter_are_told_together_and_counted():
    n = 6000
    evidence = changing_lead(n)
    intervals = winners_by_budget(evidence, "items")
    # Of four items the first model is ahead at the first, the other at the third, and none at the others: the lead
    # changes at every item, from none to all.
    assert sum(one.stretches for one in intervals) == n + 1
    assert len(intervals) <= 1000
    joined = [one for one in intervals if one.stretches > 1]
    assert all(one.models == ("one", "other") for one in joined)
    # Named budgets are told exactly.
    named = [D(n * tenth // 10 + 1) for tenth in range(1, 10)]
    exact = [one for one in winners_by_budget(evidence, "items", named) if one.stretches == 1]
    for budget in named:
        (one,) = (one for one in exact if one.low <= budget and (one.high is None or budget < one.high))
        found = {model.name: float(model.path.read("positives", float(budget))) for model in evidence.models}
        assert one.models == tuple(name for name, value in found.items() if value == max(found.values()))


def test_few_changes_of_the_lead_are_all_told():
    assert {one.stretches for one in winners_by_budget(changing_lead(800), "items")} == {1}


def test_who_leads_at_what_a_target_costs_is_told_in_the_same_money_whatever_the_budget_covers():
    """100 is paid once: a budget for annotation alone does not pay for it, the budgets of the ladder do."""
    said = {"price": FIXED, "target": ("4", "entries"), "models": (Model("one", 2.0, 1), Model("two", 0.5, 3))}
    alone, whole = (world(**said, budget=budget).analysis for budget in (("30", "money", "annotation"), None))
    assert alone.winners == whole.winners
    assert [rung.models for rung in alone.ladder] == [rung.models for rung in whole.ladder]
    for rung in alone.ladder:
        evidence, budget = alone.evidence, rung.budget
        found = {
            model.name: float(model.path.read("positives", evidence.affordable(model, budget)))
            for model in evidence.models
        }
        assert rung.models == tuple(name for name in found if found[name] >= max(found.values()) - 1e-9)
    assert len({rung.models for rung in alone.ladder}) > 1
