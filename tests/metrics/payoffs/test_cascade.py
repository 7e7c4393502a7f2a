"""A model, then a paid answerer, then people: every policy of small sets tried one by one in exact fractions."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
import pytest

from budgetplan.domain.answerers import NOBODY, AnswerRule
from budgetplan.metrics.payoffs.best_plans import best_plans
from budgetplan.metrics.payoffs.cascade import (
    answer_rules,
    best_cascades,
    drop_out_price,
    few_cutoffs,
    settled_by,
)
from budgetplan.metrics.payoffs.cutoffs import Allowance
from budgetplan.metrics.payoffs.stakes import Asking, Stakes, Tariff, queue

F = Fraction


@dataclass(frozen=True)
class Small:
    confidence: list[Fraction]
    first: list[int]
    second: list[int]
    sure: list[Fraction | None]
    truth: list[int]
    cost: list[int]
    price: list[int]
    weight: list[int]
    v: list[list[Fraction]]
    h: list[Fraction]
    r: list[Fraction]
    fixed: int
    model: int
    order: str


def drawn(seed: int) -> Small:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 7))

    def some(low, high, count=n):
        return [int(one) for one in rng.integers(low, high, count)]

    return Small(
        confidence=[F(one, 8) for one in some(1, 8)],
        first=some(0, 2),
        second=some(-1, 2),
        sure=[None if one == 0 else F(one, 4) for one in some(0, 4)],
        truth=some(0, 2),
        cost=some(0, 4),
        price=some(0, 3) if seed % 2 else [int(rng.integers(0, 3))] * n,
        weight=some(1, 3) if seed % 3 == 0 else [1] * n,
        v=[[F(one, 2) for one in some(-6, 5, 2)] for _ in range(2)],
        h=[F(one, 2) for one in some(0, 8, 2)],
        r=[F(one, 2) for one in some(-2, 2, 2)],
        fixed=int(rng.integers(0, 2)),
        model=int(rng.integers(0, 2)),
        order=["uncertain", "score"][seed % 2],
    )


def rules_of(one: Small) -> list[tuple[str, Fraction | None]]:
    levels = sorted({each for each in one.sure if each is not None})
    return [("none", None), ("agree", None), *(("confident", level) for level in levels), ("all", None)]


def stands(one: Small, rule, i: int) -> bool:
    kind, level = rule
    if one.second[i] < 0 or kind == "none":
        return False
    if kind == "agree":
        return one.second[i] == one.first[i]
    return kind == "all" or (one.sure[i] is not None and one.sure[i] >= level)


def every_policy(one: Small, budget: Fraction | None):
    """Yield (net, spend, reviewed, cutoff, rule) of every policy that the budget pays for."""
    n = len(one.truth)
    nothing = sum((one.weight[i] * one.r[one.truth[i]] for i in range(n)), F(0))
    yield nothing, F(0), 0, F(9), (0, F(0))
    if budget is not None and one.model > budget:
        return
    for cutoff in [F(0), *sorted(set(one.confidence)), F(9)]:
        taken = [i for i in range(n) if one.confidence[i] >= cutoff]
        left = [i for i in range(n) if i not in taken]
        for place, rule in enumerate(rules_of(one)):
            kept = [i for i in left if stands(one, rule, i)]
            paid = sum((one.weight[i] * one.price[i] for i in left), 0) if rule[0] != "none" else 0
            base = sum((one.weight[i] * one.v[one.first[i]][one.truth[i]] for i in taken), F(0))
            base += sum((one.weight[i] * one.v[one.second[i]][one.truth[i]] for i in kept), F(0))
            waiting = [i for i in left if i not in kept]
            base += sum((one.weight[i] * one.r[one.truth[i]] for i in waiting), F(0))

            def key(i: int):
                by = one.confidence[i] if one.order == "uncertain" else -one.confidence[i]
                return by, one.cost[i]

            waiting.sort(key=key)
            groups = [list(same) for _, same in itertools.groupby(waiting, key=key)]
            for m in range(sum(one.weight[i] for i in waiting) + 1):
                room, cost, gain = F(m), F(0), F(0)
                for group in groups:
                    size = sum(one.weight[i] for i in group)
                    part = min(F(1), room / size)
                    cost += part * sum(one.weight[i] * one.cost[i] for i in group)
                    gain += part * sum(
                        one.weight[i] * (one.h[one.truth[i]] - one.r[one.truth[i]]) for i in group
                    )
                    room -= part * size
                used = bool(taken) or m > 0 or (rule[0] != "none" and bool(left))
                spend = cost + paid + (one.fixed if m else 0) + (one.model if used else 0)
                if budget is not None and spend > budget:
                    break
                yield base + gain - spend, spend, m, cutoff, (place, rule[1] or F(0))


def solved(one: Small, budgets: list[Fraction | None], askings=None):
    n = len(one.truth)
    truth, first, second = (np.array(each) for each in (one.truth, one.first, one.second))
    v, h, r = (np.array(each, dtype=float) for each in (one.v, one.h, one.r))
    weight = None if set(one.weight) == {1} else np.array(one.weight, dtype=float)
    confidence = np.array(one.confidence, dtype=float)
    stakes = Stakes(
        confidence, v[first, truth], h[truth], r[truth], np.array(one.cost, dtype=float), np.zeros(n), weight
    )
    sure = np.array([np.nan if each is None else float(each) for each in one.sure])
    if askings is None:
        askings = [(NOBODY, None)]
        for rule in answer_rules("llm", "auto", sure):
            stand = settled_by(rule, second, first, sure)
            worth = np.where(stand, v[second, truth], 0.0)
            askings.append((rule, Asking(np.array(one.price, dtype=float), stand, worth, np.zeros(n))))
    amounts = np.array([np.inf if each is None else float(each) for each in budgets])
    found = best_cascades(
        stakes,
        queue(one.order, stakes, confidence),
        amounts - one.fixed - one.model,
        Tariff(1.0, one.fixed, one.model, 1.0),
        askings,
        allowance=Allowance(amounts - one.model, np.ones(len(amounts))),
        usable=amounts >= one.model,
    )
    return stakes, found


@pytest.mark.parametrize("seed", range(150))
def test_no_policy_is_better_and_of_equal_ones_the_first_is_taken(seed: int) -> None:
    one = drawn(seed)
    budgets = [None, F(0), F(1), F(2), F(7, 2), F(6)]
    _, found = solved(one, budgets)
    for budget, (rule, plan) in zip(budgets, found, strict=True):
        every = list(every_policy(one, budget))
        top = max(each[0] for each in every)
        assert plan.net == pytest.approx(float(top), abs=1e-9)
        tied = [each for each in every if each[0] == top]
        spend = min(each[1] for each in tied)
        assert plan.spend == pytest.approx(float(spend), abs=1e-9)
        fewest = min(each[2] for each in tied if each[1] == spend)
        assert plan.reviewed == fewest
        if budget is not None:
            assert plan.spend <= float(budget) + 1e-9
        assert rule.stands in ("none", "agree", "confident", "all")


@pytest.mark.parametrize("seed", range(60))
def test_what_costs_too_much_or_is_never_right_is_not_asked(seed: int) -> None:
    """With an infinite price, or an answerer that is never right, the plan is that of the model and people."""
    one = drawn(seed)
    dear = replace(one, price=[10**6] * len(one.truth))
    wrong = replace(
        one, second=[1 - each for each in one.truth], price=[1] * len(one.truth),
        v=[[F(1), F(-9)], [F(-9), F(1)]], r=[F(0), F(0)],
    )  # fmt: skip
    for each in (dear, wrong):
        budgets = [None, F(0), F(2), F(5)]
        stakes, found = solved(each, budgets)
        amounts = np.array([np.inf if b is None else float(b) for b in budgets])
        tariff = Tariff(1.0, each.fixed, each.model)
        order = queue(each.order, stakes, stakes.confidence)
        limits = amounts - each.fixed - each.model
        plain = best_plans(stakes, order, limits, tariff, usable=amounts >= each.model)
        assert [plan.net for _, plan in found] == pytest.approx([plan.net for plan in plain])
        # An answerer that settles nothing has nothing to be paid for.
        assert all(plan.asked == 0 for _, plan in found)


@pytest.mark.parametrize("seed", range(60))
def test_people_drop_out_where_answers_are_free_and_never_wrong(seed: int) -> None:
    one = drawn(seed)
    one = replace(
        one, second=list(one.truth), price=[0] * len(one.truth), v=[[F(1), F(-4)], [F(-4), F(1)]],
        h=[F(1), F(1)], r=[F(0), F(0)], cost=[1 + each for each in one.cost], model=0,
    )  # fmt: skip
    _, [(_, plan)] = solved(one, [None])
    assert plan.reviewed == 0
    assert plan.net == pytest.approx(sum(one.weight))


@pytest.mark.parametrize("seed", range(40))
def test_order_of_items_and_of_rules_plays_no_part(seed: int) -> None:
    one = drawn(seed)
    n = len(one.truth)
    shuffled = np.random.default_rng(seed).permutation(n).tolist()
    names = ("confidence", "first", "second", "sure", "truth", "cost", "price", "weight")
    other = replace(one, **{name: [getattr(one, name)[i] for i in shuffled] for name in names})
    budgets = [None, F(1), F(3)]
    for (rule, plan), (its_rule, its_plan) in zip(
        solved(one, budgets)[1], solved(other, budgets)[1], strict=True
    ):
        assert rule == its_rule
        assert plan.net == pytest.approx(its_plan.net)
        assert (plan.cutoff, plan.reviewed) == (its_plan.cutoff, its_plan.reviewed)


def test_a_larger_budget_is_never_worth_less() -> None:
    for seed in range(40):
        budgets = [F(step, 2) for step in range(20)]
        nets = [plan.net for _, plan in solved(drawn(seed), budgets)[1]]
        assert (np.diff(nets) >= -1e-9).all()


def test_many_levels_are_spread_over_the_items() -> None:
    sure = np.sort(np.random.default_rng(1).random(5_000))
    levels = [rule.level for rule in answer_rules("llm", "confident", sure)]
    assert len(levels) == 50
    assert levels[0] == sure[0]
    places = np.searchsorted(sure, levels)
    assert np.ptp(np.diff(places)) <= 1


def test_no_answer_and_no_sureness_never_stand() -> None:
    rules = [AnswerRule("llm", "agree"), AnswerRule("llm", "confident", 0.1), AnswerRule("llm", "all")]
    answer, said, sure = np.array([-1, 1]), np.array([1, 1]), np.array([0.9, np.nan])
    stand = [settled_by(rule, answer, said, sure).tolist() for rule in rules]
    assert stand == [[False, True], [False, False], [False, True]]


def test_few_cutoffs_accept_all_or_nothing_too() -> None:
    confidence = np.random.default_rng(2).random(5_000)
    cutoffs = few_cutoffs(confidence)
    assert cutoffs is not None
    assert len(cutoffs) == 1_001
    assert cutoffs[0] == confidence.min()
    assert cutoffs[-1] == np.inf


def test_an_answerer_that_never_gains_has_no_price() -> None:
    assert drop_out_price(lambda price: -price, 0.1) is None
