"""Every way to a cutoff: what it may look at, and what it is worth."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from classified_world import made

from budgetplan.domain.plan import Columns, Plan
from budgetplan.metrics.value import WorthTable, triple
from budgetplan.planning.routes import Judge, same_model, worth_of_deferring
from budgetplan.planning.sampler import Sampler

PLAN = Plan("t.csv", Columns("gold"), (), (), resamples=0)
VALIDATION, TEST = made(seed=1), made(seed=2)
K4 = triple(3, 1.0, -4.0, 0.0)


def judged(table=K4, validation=VALIDATION, test=TEST, model=0):
    return Judge(PLAN, table, validation, test, Sampler(test, 0, 1)).judge(test.models[model])


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
    assert set(one.missing) == {"calibrated", "by_class"}


def test_without_probabilities_the_rest_still_works_and_says_what_is_missing():
    bare = replace(TEST, models=(replace(TEST.models[0], probabilities=None),))
    one = judged(test=bare)
    assert one.routes["raw"].cutoff == pytest.approx(0.8)
    assert "probabilities of all classes" in one.missing["calibrated"]
    uneven = WorthTable(
        np.array([[1, -4, -9], [-4, 1, -4], [-4, -4, 1.0]]), np.zeros(3), np.full(3, -4.0), 0.0
    )
    assert "raw" in judged(table=uneven, test=bare).missing


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


def test_costs_that_differ_are_weighed_item_by_item():
    cost = np.where(np.arange(TEST.n_items) % 2, 5.0, 0.0)
    one = judged(test=replace(TEST, review_cost=cost))
    # Where leaving costs five, even an answer that is surely wrong is the lesser loss.
    assert one.routes["raw"].accepted[cost > 0].all()
    assert (one.routes["raw"].accepted[cost == 0] == judged().routes["raw"].accepted[cost == 0]).all()


def test_models_are_matched_by_name():
    assert same_model(VALIDATION, TEST.models[1]) is VALIDATION.models[1]
