"""What theory accepts, and what is calibrated on which items."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from classified_world import made
from defer_world import DEFAULT, GOOD, MANY, Model, chosen_in, make_plan

from budgetplan.domain.labelled import ClassifiedSet, Predictions
from budgetplan.metrics.answers.calibration import fit_curve, fit_temperature, logits, scale
from budgetplan.metrics.answers.value import predict
from budgetplan.planning.defer.solve import select
from budgetplan.planning.defer.theory import Calibration, calibrated, cross_calibrated, dealt, fit

DATA = made(n=300, seed=4)
SAID = DATA.models[0]
BARE = replace(SAID, probabilities=None)


# --- what is fitted, and on what
def test_probabilities_are_rescaled_by_the_temperature_of_the_items_named():
    kept = np.arange(300) < 200
    by, flag = fit(SAID, DATA, kept)
    fitted = fit_temperature(logits(SAID.probabilities[kept]), DATA.truth[kept])
    assert (by, flag) == (Calibration(fitted.t), "")
    rescaled = calibrated(SAID, by)
    assert rescaled.probabilities == pytest.approx(scale(logits(SAID.probabilities), fitted.t))
    assert rescaled.confidence == pytest.approx(rescaled.probabilities.max(axis=1))
    assert (rescaled.predicted == SAID.predicted).all()
    # Three classes: no stated confidence says what the calibrated one is.
    assert by.stated(0.8) is None


def test_a_top_confidence_alone_is_rescaled_by_its_curve():
    by, flag = fit(BARE, DATA)
    assert (by, flag) == (Calibration(curve=fit_curve(SAID.confidence, SAID.predicted == DATA.truth)), "")
    sure = calibrated(BARE, by).confidence
    assert ((BARE.confidence >= by.stated(0.7)) == (sure >= 0.7)).all()


def test_labels_that_no_model_knows_are_wrong_for_the_curve_and_nothing_for_the_temperature():
    odd = replace(DATA, truth=np.where(np.arange(300) < 30, 3, DATA.truth), unknown=("z",))
    by, _ = fit(BARE, odd)
    assert by.curve == fit_curve(SAID.confidence, SAID.predicted == odd.truth)
    assert fit(SAID, odd)[0].temperature == fit(SAID, DATA, np.arange(300) >= 30)[0].temperature


def test_items_of_a_class_that_the_model_does_not_know_say_nothing_of_its_temperature():
    p = SAID.probabilities[:, :2] / SAID.probabilities[:, :2].sum(axis=1, keepdims=True)
    narrow = Predictions(
        "n", *predict(np.hstack([p, np.zeros((300, 1))])), np.hstack([p, np.zeros((300, 1))])
    )
    kept = DATA.truth < 2
    assert fit(narrow, DATA)[0].temperature == pytest.approx(
        fit_temperature(logits(p[kept]), DATA.truth[kept]).t
    )


def test_each_item_is_calibrated_by_other_folds_alone():
    folds = dealt(DATA, 1)
    whole = cross_calibrated(SAID, DATA, folds)
    for fold in range(5):
        own = folds == fold
        by, _ = fit(SAID, DATA, ~own)
        assert whole.confidence[own] == pytest.approx(calibrated(SAID, by).confidence[own])
        # Other labels of its own fold change nothing there.
        turned = replace(DATA, truth=np.where(own, (DATA.truth + 1) % 3, DATA.truth))
        assert (cross_calibrated(SAID, turned, folds).confidence[own] == whole.confidence[own]).all()
    bare = cross_calibrated(BARE, DATA, folds)
    assert bare.probabilities is None
    assert not np.allclose(bare.confidence, BARE.confidence)


def test_groups_are_dealt_whole_and_one_item_to_nobody():
    folds = dealt(replace(DATA, group=np.arange(300) // 10), 1)
    assert all(len(set(folds[at : at + 10])) == 1 for at in range(0, 300, 10))
    assert dealt(replace(DATA, group=np.zeros(300, dtype=int)), 1) is None


# --- which cutoff is deployed
def test_theory_on_calibrated_confidences_is_deployed_and_the_learnt_cutoff_stands_beside_it():
    for known in (made(seed=1), None):
        chosen = select(make_plan(DEFAULT), known, made(seed=2)).chosen
        assert chosen.deployed is chosen.routes["calibrated"]
        assert "learnt" in chosen.routes
        assert chosen.learnt_over_theory.low < 0


def sure_but_skewed(n, seed):
    """Four of five answers at 90 % and above are right, two of five at 55 to 65 %: no temperature goes below a half."""
    rng = np.random.default_rng(seed)
    high = rng.random(n) < 0.5
    sure = np.where(high, 0.9 + 0.09 * rng.random(n), 0.55 + 0.1 * rng.random(n))
    right = np.where(high, rng.random(n) < 0.8, rng.random(n) < 0.4)
    truth = np.zeros(n, dtype=np.int64)
    predicted = np.where(right, 0, 1)
    p = np.where(np.arange(2) == predicted[:, None], sure[:, None], 1 - sure[:, None])
    return truth, Predictions("m", *predict(p), p)


@pytest.mark.parametrize("validated", [True, False])
def test_a_learnt_cutoff_takes_its_place_where_it_is_firmly_better_on_items_held_out(validated):
    # At an error weight of 1 theory answers everything; without the half that is unsure it is worth .1 more.
    plan = make_plan(DEFAULT | {"resamples": 300, "worths": {"error_weight": "1"}})
    sets = []
    for seed in (1, 2):
        truth, said = sure_but_skewed(2000, seed)
        ids = tuple(f"{seed}{place:04}" for place in range(2000))
        sets.append(ClassifiedSet(ids, ("a", "b"), truth, models=(said,)))
    chosen = select(plan, sets[0] if validated else None, sets[1]).chosen
    assert chosen.learnt_over_theory.low > 0
    assert chosen.deployed is chosen.routes["learnt"]
    # Without resampling nothing is firm.
    still = select(replace(plan, resamples=0), sets[0] if validated else None, sets[1]).chosen
    assert still.deployed is still.routes["calibrated"]


def test_a_few_items_that_learning_leaves_to_people_are_luck():
    # Two answers at .72, both wrong, among 98 at .9 that are right: learnt cutoffs leave the two, theory may not.
    blocks = ((98, True, 0.9), (2, False, 0.72))
    for worth in ("1", "2"):
        chosen = chosen_in(models=(Model("m", blocks),), worths={"error_weight": worth}, resamples=200).chosen
        over = chosen.learnt_over_theory
        if over.value > 0:
            assert over.low < 0
            assert chosen.deployed is chosen.routes["calibrated"]


def test_what_was_calibrated_on_validation_does_not_see_the_test_labels():
    known, test = made(seed=1), made(seed=2)
    one, other = (
        select(make_plan(DEFAULT), known, each).models[0]
        for each in (test, replace(test, truth=(test.truth + 1) % 3))
    )
    assert one.deployed.key == other.deployed.key
    assert (one.deployed.accepted == other.deployed.accepted).all()


def test_weights_times_a_constant_change_nothing():
    weight = np.random.default_rng(3).integers(1, 4, 200).astype(float)
    for bare in (False, True):
        found = []
        for factor in (1.0, 1000.0):
            test = replace(made(seed=2), weight=weight * factor)
            if bare:
                test = replace(test, models=tuple(replace(one, probabilities=None) for one in test.models))
            found.append(select(make_plan(DEFAULT), None, test))
        one, other = found
        assert one.chosen.name == other.chosen.name
        assert one.chosen.deployed.key == other.chosen.deployed.key
        assert one.value.value == pytest.approx(other.value.value)
        assert (one.chosen.deployed.accepted == other.chosen.deployed.accepted).all()


def test_the_cutoff_that_is_told_accepts_what_was_judged_where_one_is_told():
    for models in ((GOOD,), MANY):
        for one in chosen_in(models=models, resamples=0).models:
            assert one.deployed.cutoff is not None
            assert (one.deployed.accepted == (one.predictions.confidence >= one.deployed.cutoff)).all()
