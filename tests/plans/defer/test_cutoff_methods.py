"""Every way to a cutoff: what it may look at, and what it is worth."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from classified_world import made

from budgetplan.domain.plan import Columns, Deferral, Plan
from budgetplan.models.value import triple
from budgetplan.plans.bench import Pools, Sampler, same_model
from budgetplan.plans.cutoff_methods import judge, worth_of_deferring

PLAN = Plan("t.csv", Columns("gold"), (), (), resamples=0, deferral=Deferral(()))
VALIDATION, TEST = made(seed=1), made(seed=2)
K4 = triple(3, 1.0, -4.0, 0.0)


def judged(table=K4, validation=VALIDATION, test=TEST, model=0, plan=PLAN):
    said = test.models[model]
    pool = Pools(plan, validation, test).of(said.name)
    return judge(plan, table, validation, test, Sampler(test, 0, 1), said, pool, 1)


def test_the_cutoff_of_theory_is_k_over_k_plus_one():
    one = judged()
    assert one.routes["raw"].cutoff == pytest.approx(0.8)
    accepted = TEST.models[0].confidence >= 0.8
    right = TEST.models[0].predicted == TEST.truth
    assert one.routes["raw"].value.value == pytest.approx(
        np.where(accepted, np.where(right, 1.0, -4.0), 0).mean()
    )


def test_accepting_all_is_accuracy_less_k_times_the_errors():
    one = judged()
    assert one.routes["all"].value.value == pytest.approx(one.accuracy - 4 * (1 - one.accuracy))
    assert one.routes["all"].counts.n_abstained == 0


def test_what_is_learnt_does_not_see_the_labels_of_the_test_items():
    turned = replace(TEST, truth=(TEST.truth + 1) % 3)
    one, other = judged(), judged(test=turned)
    for key in ("raw", "calibrated", "learnt", "by_class"):
        assert (one.routes[key].accepted == other.routes[key].accepted).all(), key
    assert one.temperature == other.temperature
    assert one.routes["ceiling"].cutoff != other.routes["ceiling"].cutoff


def test_nothing_learnt_beats_the_ceiling_of_one_cutoff():
    one = judged()
    for key in ("all", "raw", "learnt"):
        assert one.routes[key].value.value <= one.routes["ceiling"].value.value + 1e-12


def test_one_labelled_set_is_cross_fitted_and_never_judged_by_itself():
    one = judged(validation=None)
    assert one.routes["learnt"].value.value <= one.routes["ceiling"].value.value + 1e-12
    assert one.routes["calibrated"].value.value <= one.accuracy
    assert set(one.missing) == {"by_class"}


def test_reviewing_costs_are_taken_off_what_is_left():
    costly = replace(TEST, review_cost=np.full(TEST.n_items, 0.25))
    assert worth_of_deferring(K4, costly).tolist() == [-0.25] * TEST.n_items
    # Leaving costs a quarter, so theory asks for less: (-0.25 + 4) / (1 + 4).
    one = judged(test=costly)
    assert one.routes["raw"].cutoff == pytest.approx(0.75)
    right = TEST.models[0].predicted == TEST.truth
    accepted = TEST.models[0].confidence >= 0.75
    assert one.routes["raw"].value.value == pytest.approx(
        np.where(accepted, np.where(right, 1.0, -4.0), -0.25).mean()
    )
    assert one.routes["learnt"].counts.coverage >= judged().routes["learnt"].counts.coverage


def test_a_review_cost_moves_the_cutoff_of_theory_in_fractions():
    # Leaving is worth -0.1 - 0.2 = -0.3 (in floats a little less): (-0.3 + 5) / (2 + 5), and with -0.1 alone 0.7.
    table, costly = triple(3, 2.0, -5.0, -0.1), replace(TEST, review_cost=np.full(TEST.n_items, 0.2))
    assert judged(table=table, test=costly).routes["raw"].cutoff == float(Fraction(47, 70))
    assert judged(table=table).routes["raw"].cutoff == 0.7


def test_costs_that_differ_are_weighed_item_by_item():
    cost = np.where(np.arange(TEST.n_items) % 2, 5.0, 0.0)
    one = judged(test=replace(TEST, review_cost=cost))
    # Where leaving costs five, even an answer that is surely wrong is the lesser loss.
    assert one.routes["raw"].accepted[cost > 0].all()
    assert (one.routes["raw"].accepted[cost == 0] == judged().routes["raw"].accepted[cost == 0]).all()


def test_models_are_matched_by_name():
    assert same_model(VALIDATION, TEST.models[1].name) is VALIDATION.models[1]


def test_a_plan_decides_by_which_route_models_are_compared():
    assert judged().deployed.key == "calibrated"
    assert judged(plan=replace(PLAN, deferral=Deferral((), relabel=True))).deployed.key == "relabel"
    assert (
        judged(plan=replace(PLAN, deferral=Deferral((), most_wrong=Decimal("0.5")))).deployed.key
        == "guaranteed"
    )
    bare = replace(TEST, models=(replace(TEST.models[0], probabilities=None),))
    one = judged(test=bare, validation=None, plan=replace(PLAN, deferral=Deferral((), relabel=True)))
    assert (one.deployed.key, one.missing["relabel"]) == ("calibrated", "relabel")
