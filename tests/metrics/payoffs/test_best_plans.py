"""The plan of each budget: every cutoff and stop tried one by one, limits where it must agree with other parts, laws."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest
from joint_world import best_of, every_plan, small

from budgetplan.metrics.answers.thresholds import empirical
from budgetplan.metrics.payoffs import best_plans as deciding
from budgetplan.metrics.payoffs import promises as module
from budgetplan.metrics.payoffs.best_plans import best_plans
from budgetplan.metrics.payoffs.stakes import Stakes, Tariff, queue
from budgetplan.metrics.payoffs.surface import Split
from budgetplan.metrics.ranking.path import make_path

SEEDS = range(150)


def solve(world, **said):
    return best_plans(world.stakes, world.order, world.limits, world.tariff, **said)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("seed", SEEDS)
def test_brute_force(seed, weighted):
    world = small(seed, weighted=weighted)
    for limit, plan in zip(world.limits, solve(world), strict=True):
        expected = best_of(every_plan(world, float(limit)))
        found = (plan.net, plan.spend, plan.reviewed, plan.cutoff, plan.deferred)
        wanted = (expected.net, expected.spend, expected.reviewed, expected.cutoff, expected.deferred)
        assert found == pytest.approx(wanted), (seed, limit)


@pytest.mark.parametrize("seed", range(60))
def test_brute_force_by_people_machine_and_all_deferred(seed):
    world = small(seed)
    kinds = {
        "people": lambda one: one.accepted == 0,
        "machine": lambda one: one.reviewed == 0,
        "all deferred": lambda one: one.reviewed == one.deferred or one.reviewed == one.accepted == 0,
    }
    for among, fits in kinds.items():
        for limit, plan in zip(world.limits, solve(world, among=among), strict=True):
            expected = best_of([one for one in every_plan(world, float(limit)) if fits(one)])
            found = (plan.net, plan.spend, plan.reviewed, plan.cutoff)
            wanted = (expected.net, expected.spend, expected.reviewed, expected.cutoff)
            assert found == pytest.approx(wanted), (seed, among, limit)


@pytest.mark.parametrize("order", ["uncertain", "score"])
@pytest.mark.parametrize("seed", range(30))
def test_a_budget_in_items_counts_items(seed, order):
    """Whole items whatever they cost: at one price for all the same as so much money."""
    world = small(seed, order)
    one_price = replace(world.stakes, cost=np.full(world.stakes.n_items, 3.0))
    ranking = queue(order, one_price, world.key)
    items = np.array([0.0, 1.0, 2.0, 5.0])
    counted = replace(one_price, limited=np.ones(world.stakes.n_items))
    by_items = best_plans(counted, ranking, items, world.tariff)
    assert by_items == best_plans(one_price, ranking, 3 * items, world.tariff)


def test_a_budget_that_cannot_pay_the_model_starts_nothing():
    world = small(4)
    plans = solve(world, usable=np.array([False] * len(world.limits)))
    left = float(world.stakes.if_left.sum())
    assert {(plan.net, plan.spend, plan.reviewed, plan.cutoff) for plan in plans} == {
        (left, 0.0, 0.0, np.inf)
    }


@pytest.mark.parametrize("order", ["uncertain", "score", "value-per-cost"])
@pytest.mark.parametrize("seed", range(20))
def test_never_falls_as_the_budget_grows(seed, order):
    nets = [plan.net for plan in solve(small(seed, order))]
    assert all(later >= earlier - 1e-9 for earlier, later in itertools.pairwise(nets))


@pytest.mark.parametrize("seed", range(20))
def test_scaling_and_shifting_values(seed):
    """All amounts times 3: the same plans, three times the net; every state worth 1 more: n more."""
    world = small(seed)
    stakes, tariff = world.stakes, world.tariff
    names = ("if_accepted", "if_reviewed", "if_left")
    tripled = replace(stakes, **{name: 3 * getattr(stakes, name) for name in names})
    dear = Tariff(3 * tariff.rate, 3 * tariff.review, 3 * tariff.model)
    shifted = replace(stakes, **{name: 1 + getattr(stakes, name) for name in names})
    plain = solve(world)
    for one, three, more in zip(
        plain,
        best_plans(tripled, world.order, world.limits, dear),
        best_plans(shifted, world.order, world.limits, tariff),
        strict=True,
    ):
        assert (three.cutoff, three.reviewed, three.net) == pytest.approx(
            (one.cutoff, one.reviewed, 3 * one.net)
        )
        assert (more.cutoff, more.reviewed) == pytest.approx((one.cutoff, one.reviewed))
        assert more.net == pytest.approx(one.net + stakes.n_items)


def large(seed, n=4000, *, tied=False):
    rng = np.random.default_rng(seed)
    p = rng.beta(0.7, 0.7, n)
    p = np.round(p, 2) if tied else p
    truth = rng.random(n) < p
    predicted = p >= 0.5
    right = predicted == truth
    stakes = Stakes(
        confidence=np.maximum(p, 1 - p),
        if_accepted=np.where(right, 1.0, -4.0),
        if_reviewed=np.where(truth, 2.0, 1.0),
        if_left=np.zeros(n),
        cost=rng.integers(1, 5, n).astype(float),
        wrong=(~right).astype(float),
    )
    return stakes, queue("score", stakes, p)


@pytest.mark.parametrize("tied", [False, True])
def test_pruned_cutoffs_lose_nothing(monkeypatch, tied):
    """Blocks of cutoffs that are passed over hold no better plan: the same as asking for every one."""
    stakes, order = large(1, tied=tied)
    limits = np.array([0.0, 37.0, 500.0, 2500.0, np.inf])
    tariff = Tariff(rate=0.3, review=5.0)
    monkeypatch.setattr(module, "FEW", 0)
    pruned = best_plans(stakes, order, limits, tariff)
    monkeypatch.setattr(module, "FEW", 10**9)
    assert pruned == best_plans(stakes, order, limits, tariff)


def test_some_blocks_are_passed_over(monkeypatch):
    asked = []
    monkeypatch.setattr(module, "FEW", 0)
    whole = module.QueueTree.ask
    monkeypatch.setattr(
        module.QueueTree, "ask", lambda self, *said: asked.append(len(said[0])) or whole(self, *said)
    )
    stakes, order = large(2, 20_000)
    best_plans(stakes, order, np.array([3000.0]), Tariff(rate=0.3))
    assert sum(asked) < 0.2 * 20_000


def test_the_two_ways_agree_on_the_order_of_confidence(monkeypatch):
    """Least confident first, once as one queue and once through the tree."""
    stakes, _ = large(3)
    order = queue("uncertain", stakes)
    limits = np.array([0.0, 37.0, 500.0, 2500.0, np.inf])
    straight = best_plans(stakes, order, limits, Tariff(rate=0.3))
    monkeypatch.setattr(deciding, "along_confidence", module.along_queue)
    for one, other in zip(straight, best_plans(stakes, order, limits, Tariff(rate=0.3)), strict=True):
        assert (one.cutoff, one.reviewed) == (other.cutoff, other.reviewed)
        assert one.net == pytest.approx(other.net, abs=1e-8)


def test_nothing_reviewed_is_the_learnt_cutoff():
    """Budget 0: the value of the selective classifier, left-out items at R (Part S)."""
    stakes, order = large(5)
    (plan,) = best_plans(stakes, order, np.array([0.0]), Tariff(rate=0.3))
    learnt = empirical(stakes.confidence, stakes.if_accepted, stakes.if_left, scale=4.0)
    assert (plan.cutoff, plan.reviewed) == (learnt.cutoff, 0.0)
    assert plan.net == pytest.approx(learnt.mean_value * stakes.n_items)


def test_nothing_accepted_is_the_review_queue():
    """Answers worth less than anything: the best stop of the filter workflow (Part F)."""
    stakes, order = large(6)
    dreadful = replace(stakes, if_accepted=np.full(stakes.n_items, -100.0))
    limits = np.array([100.0, 900.0])
    path = make_path(order, None, {"cost": stakes.cost, "worth": stakes.if_reviewed})
    for limit, plan in zip(limits, best_plans(dreadful, order, limits, Tariff(rate=0.7)), strict=True):
        within = path.sums["cost"] <= limit
        net = (path.sums["worth"] - 0.7 * path.sums["cost"])[within]
        assert plan.cutoff == np.inf
        assert plan.net == pytest.approx(net.max())
        assert plan.reviewed == path.items[within][net.argmax()]


def test_free_and_perfect_reviews_review_everything_below_the_cutoff():
    stakes, order = large(7)
    (plan,) = best_plans(stakes, order, np.array([np.inf]), Tariff(rate=0.0))
    assert plan.reviewed == plan.deferred
    everything = Split(stakes, order, stakes.confidence >= plan.cutoff)
    assert everything.path.n_items == plan.reviewed


def test_rows_in_another_order_change_nothing():
    stakes, _ = large(8, 500)
    shuffled = np.random.default_rng(0).permutation(500)
    names = ("confidence", "if_accepted", "if_reviewed", "if_left", "cost", "wrong")
    moved = Stakes(*(getattr(stakes, name)[shuffled] for name in names))
    limits = np.array([20.0, 300.0])
    for kind in ("uncertain", "score"):
        score = stakes.if_reviewed + stakes.confidence
        one = best_plans(stakes, queue(kind, stakes, score), limits, Tariff(rate=0.2))
        other = best_plans(moved, queue(kind, moved, score[shuffled]), limits, Tariff(rate=0.2))
        assert [p.cutoff for p in one] == [p.cutoff for p in other]
        assert [p.net for p in one] == pytest.approx([p.net for p in other])
