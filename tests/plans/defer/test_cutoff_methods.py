"""By which answers models are compared, and what leaving an item is worth."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import numpy as np
from answer_values import triple
from classified_world import made

from budgetplan.domain.plan import Columns, Deferral, Plan
from budgetplan.plans.answer import Judged, worth_of_deferring
from budgetplan.plans.bench import Pools, Sampler

PLAN = Plan("t.csv", Columns("gold"), (), (), resamples=0, deferral=Deferral(()))
VALIDATION, TEST = made(seed=1), made(seed=2)
K4 = triple(3, 1.0, -4.0, 0.0)


def judged(validation=VALIDATION, test=TEST, plan=PLAN):
    said = test.models[0]
    pool = Pools(plan, validation, test).of(said.name)
    return Judged(K4, validation, Sampler(test, 0, 1), pool, said, 1)


def test_what_is_learnt_does_not_see_the_labels_of_the_test_items():
    one, other = judged(), judged(test=replace(TEST, truth=(TEST.truth + 1) % 3))
    assert (one.accepted == other.accepted).all()
    assert one.temperature == other.temperature
    assert judged(validation=None).value.value <= one.accuracy


def test_reviewing_costs_are_taken_off_what_is_left():
    costly = replace(TEST, review_cost=np.full(TEST.n_items, 0.25))
    assert worth_of_deferring(K4, costly).tolist() == [-0.25] * TEST.n_items
    one = judged(test=costly)
    # Leaving costs a quarter, so theory asks for less: (-0.25 + 4) / (1 + 4).
    assert one.theory == 0.75
    assert one.counts.coverage >= judged().counts.coverage
    assert (one.per_item[~one.accepted] == -0.25).all()


def test_costs_that_differ_are_weighed_item_by_item():
    cost = np.where(np.arange(TEST.n_items) % 2, 5.0, 0.0)
    one = judged(test=replace(TEST, review_cost=cost))
    # Where leaving costs five, even an answer that is surely wrong is the lesser loss.
    assert one.accepted[cost > 0].all()
    assert (one.accepted[cost == 0] == judged().accepted[cost == 0]).all()


def test_a_plan_decides_by_which_answers_models_are_compared():
    assert judged().found_by == "calibrated"
    by_value = replace(PLAN, deferral=Deferral((), relabel=True))
    assert judged(plan=by_value).found_by == "relabel"
    guarantee = replace(PLAN, deferral=Deferral((), most_wrong=Decimal("0.5")))
    assert judged(plan=guarantee).found_by == "guaranteed"
    bare = replace(TEST, models=(replace(TEST.models[0], probabilities=None),))
    assert judged(test=bare, validation=None, plan=by_value).found_by == "calibrated"
