"""The two sides of every cutoff, counted by hand."""

from __future__ import annotations

import numpy as np

from budgetplan.metrics.payoffs.cutoffs import Sides
from budgetplan.metrics.payoffs.stakes import Stakes, Tariff, queue
from budgetplan.metrics.payoffs.whole_stops import Bill


def sides(tariff=None, bill=None):
    """Three answers, the surest right; a review gains 1 for 0.25."""
    ones = np.ones(3)
    stakes = Stakes(
        np.array([0.9, 0.6, 0.7]),
        np.array([1.0, -4.0, -4.0]),
        ones,
        0 * ones,
        0.25 * ones,
        np.array([0.0, 1, 1]),
    )
    return Sides(stakes, queue("uncertain", stakes), tariff or Tariff(), None, bill)


def test_what_is_worth_what_at_each_cutoff():
    found = sides()
    assert found.cutoffs.round(9).tolist() == [0.0, 0.65, 0.8, np.inf]
    assert found.base.tolist() == [-7.0, -3.0, 1.0, 0.0]
    assert found.joined.tolist() == [0, 1, 2, 3]
    assert found.accepts.tolist() == [True, True, True, False]


def test_the_best_plan_with_a_cutoff():
    found = sides()
    plan = found.reviewing(2, 0, 0.6, only_all=False)
    assert (plan.reviewed, plan.net, plan.most, plan.deferred) == (2, 2.5, 2, 2)
    assert found.reviewing(0, 0, 9.0, only_all=False) is None
    assert found.reviewing(2, 0, 0.25, only_all=True) is None
    assert found.plan(2, 2.0, 0.5, 2.5, 2.0) == plan


def test_without_review_the_model_is_paid_as_printed():
    every = np.ones(4, dtype=bool)
    assert sides(Tariff(model=0.5)).without_review(every).net == 0.5
    bill = Bill({}, 0.0, 0.75, lambda items, _: items, lambda items, _, __: items > 0)
    assert sides(Tariff(model=0.5), bill).without_review(every).net == 0.25
    assert sides(Tariff(model=1.0)).without_review(every).net == 0.0
