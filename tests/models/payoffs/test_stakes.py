"""What is at stake, the prices, and the three orders of review."""

from __future__ import annotations

import numpy as np
from joint_world import by_name

from budgetplan.core.path import Ranking
from budgetplan.domain.prices import Tariff
from budgetplan.plans.joint import Stakes, split

ZEROS = np.zeros(4)


def stakes(confidence, cost, weight=None):
    n = len(confidence)
    zeros = np.zeros(n)
    return Stakes(np.array(confidence), zeros, zeros + 2.0, zeros - 3.0, np.array(cost), zeros, weight)


def test_uncertain_is_least_confident_first_and_the_cheaper_of_equal_ones():
    ranking = by_name("uncertain", stakes([0.9, 0.6, 0.6, 0.7], [1.0, 3.0, 2.0, 1.0]), None, None)
    assert ranking.order.tolist() == [2, 1, 3, 0]
    assert ranking.ends.tolist() == [1, 2, 3, 4]


def test_score_is_highest_first():
    score = np.array([0.1, 0.9, 0.9, 0.5])
    ranking = by_name("score", stakes([0.9, 0.6, 0.6, 0.7], [1.0, 2.0, 2.0, 1.0]), score, None)
    assert ranking.order.tolist() == [1, 2, 3, 0]
    assert ranking.ends.tolist() == [2, 3, 4]


def test_value_per_cost_puts_free_items_first_if_they_gain_and_last_if_not():
    gain = np.array([6.0, 1.0, 1.0, -1.0, 0.0])
    one = stakes([0.9] * 5, [2.0, 0.0, 1.0, 0.0, 0.0])
    assert by_name("value-per-cost", one, None, gain).order.tolist() == [1, 0, 2, 3, 4]


def test_fixed_prices_are_paid_once_each_is_needed():
    tariff = Tariff(rate=0.5, review=7.0, model=3.0)
    cost, reviewed, accepted = np.array([10.0, 0, 0, 0]), np.array([2.0, 0, 0, 1]), np.array([1.0, 4, 0, 0])
    assert tariff.total(cost, reviewed, accepted).tolist() == [15.0, 3.0, 0.0, 10.0]


def test_what_is_not_accepted_keeps_its_order_and_its_groups():
    whole = Ranking(np.array([3, 1, 0, 2]), np.array([2, 3, 4]))
    one = stakes([0.9, 0.6, 0.6, 0.7], [1.0, 2.0, 4.0, 8.0])
    base, path = split(one, whole, np.array([True, False, False, False]))
    assert (base, path.items.tolist()) == (0.0 - 9.0, [0.0, 2.0, 3.0])
    assert path.read("cost", 2.0) == 10.0
    _, none = split(one, whole, np.ones(4, dtype=bool))
    assert none.items.tolist() == [0.0]
