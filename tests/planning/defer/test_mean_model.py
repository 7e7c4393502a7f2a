"""The mean of the models: of whom it is made, by hand, and that it is one more model and no more."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from classified_world import made
from defer_world import COMPLEMENT, DEFAULT, GOOD, SVC, chosen_in, make_plan

from budgetplan.domain.labelled import ClassifiedSet, Predictions
from budgetplan.domain.plan import MEAN
from budgetplan.metrics.answers.calibration import fit_temperature, logits, scale
from budgetplan.metrics.answers.value import predict
from budgetplan.planning.defer.mean_model import averaged_alike, with_mean
from budgetplan.planning.defer.solve import select
from budgetplan.planning.defer.theory import cross_calibrated, dealt

PLAN = replace(make_plan(DEFAULT), mixture=True)
KNOWN, TEST = made(seed=1, n_models=3), made(seed=2, n_models=3)


def temperature(said, data=KNOWN):
    return fit_temperature(logits(said.probabilities), data.truth).t


def averaged(data):
    return next(one for one in data.models if one.name == MEAN)


def test_the_mean_is_that_of_the_calibrated_probabilities():
    _, test = with_mean(PLAN, KNOWN, TEST)
    each = [
        scale(logits(one.probabilities), temperature(known))
        for one, known in zip(TEST.models, KNOWN.models, strict=True)
    ]
    mean = averaged(test)
    assert mean.probabilities == pytest.approx(np.mean(each, axis=0), abs=1e-11)
    assert (mean.predicted == np.mean(each, axis=0).argmax(axis=1)).all()
    assert mean.confidence == pytest.approx(np.mean(each, axis=0).max(axis=1), abs=1e-11)
    assert [one.name for one in mean.members] == ["m0", "m1", "m2"]
    assert [one.temperature for one in mean.members] == [temperature(one) for one in KNOWN.models]
    assert test.models[:3] == TEST.models


def test_by_hand():
    # Both are right in three of four at .9: log(9) / T = log(3), so .9 is .75. Where they disagree it is .5 each.
    truth = np.array([0, 0, 0, 1] * 10)
    one = np.tile([0.9, 0.1], (40, 1))
    known = ClassifiedSet(
        tuple(f"v{at:02}" for at in range(40)),
        ("a", "b"),
        truth,
        models=tuple(
            Predictions(name, *predict(one), one, cost=cost) for name, cost in (("x", 2.0), ("y", 3.0))
        ),
    )
    other = one.copy()
    other[:10] = [0.1, 0.9]
    models = (
        Predictions("x", *predict(one), one, cost=2.0),
        Predictions("y", *predict(other), other, cost=3.0),
    )
    test = replace(known, ids=tuple(f"t{at:02}" for at in range(40)), models=models)
    mean = averaged(with_mean(PLAN, known, test)[1])
    assert mean.probabilities[0].tolist() == pytest.approx([0.5, 0.5])
    assert mean.probabilities[39].tolist() == pytest.approx([0.75, 0.25])
    assert mean.cost == 5.0


def test_what_is_labelled_is_calibrated_by_other_folds_and_the_list_by_all():
    _, test = with_mean(PLAN, None, TEST)
    folds = dealt(TEST, PLAN.seed)
    each = [cross_calibrated(one, TEST, folds).probabilities for one in TEST.models]
    assert averaged(test).probabilities == pytest.approx(np.mean(each, axis=0), abs=1e-11)
    listed = averaged_alike(made(seed=9, n_models=3), test)
    whole = [
        scale(logits(one.probabilities), temperature(known, TEST))
        for one, known in zip(made(seed=9, n_models=3).models, TEST.models, strict=True)
    ]
    assert averaged(listed).probabilities == pytest.approx(np.mean(whole, axis=0), abs=1e-11)
    assert averaged_alike(TEST, TEST) is TEST


@pytest.mark.parametrize("known", [KNOWN, None])
def test_there_is_no_mean_of_one_of_confidences_alone_or_where_it_is_not_wanted(known):
    def without(data, models):
        return None if data is None else replace(data, models=models(data))

    for models in (
        lambda data: data.models[:1],
        lambda data: tuple(replace(one, probabilities=None) for one in data.models),
        lambda data: (data.models[0], replace(data.models[1], probabilities=None)),
    ):
        sets = without(known, models), without(TEST, models)
        assert with_mean(PLAN, *sets) == sets
    assert with_mean(replace(PLAN, mixture=False), known, TEST) == (known, TEST)


def test_models_that_cannot_be_calibrated_are_no_members():
    # The third says the opposite of what it should.
    turned = [replace(data, models=(*data.models[:2], against(data))) for data in (KNOWN, TEST)]
    assert [one.name for one in averaged(with_mean(PLAN, *turned)[1]).members] == ["m0", "m1"]


def against(data):
    p = np.full((data.n_items, 3), 0.45)
    p[np.arange(data.n_items), data.truth] = 0.1
    return Predictions("turned", *predict(p), p)


def test_members_know_the_same_classes():
    def two_classes(data, name):
        p = data.models[0].probabilities.copy()
        p[:, 2] = 0
        p /= p.sum(axis=1, keepdims=True)
        return Predictions(name, *predict(p), p)

    narrow = [replace(data, models=(*data.models[:2], two_classes(data, "n"))) for data in (KNOWN, TEST)]
    assert [one.name for one in averaged(with_mean(PLAN, *narrow)[1]).members] == ["m0", "m1"]
    # Those that are most; of as many those with more classes.
    most = [replace(data, models=(*data.models, two_classes(data, "n2"))) for data in narrow]
    assert [one.name for one in averaged(with_mean(PLAN, *most)[1]).members] == ["m0", "m1"]
    most = [replace(data, models=(*data.models, two_classes(data, "n3"))) for data in most]
    assert [one.name for one in averaged(with_mean(PLAN, *most)[1]).members] == ["n", "n2", "n3"]


def test_decision_values_are_averaged_as_they_were_scaled():
    selection = chosen_in(models=(GOOD, SVC), mixture=True)
    svc = next(one for one in selection.test.models if one.name == "svc")
    mean = averaged(selection.test)
    assert [one.temperature is None for one in mean.members] == [False, True]
    good = next(one for one in selection.models if one.name == "good").calibrated
    assert mean.probabilities == pytest.approx((good.probabilities + svc.probabilities) / 2, abs=1e-11)


@pytest.mark.parametrize("validation", [True, False])
def test_it_is_judged_and_chosen_as_any_other_model_and_the_others_stay_as_they_are(validation):
    said = {"models": COMPLEMENT, "validation": validation}
    off, on = chosen_in(**said), chosen_in(**said, mixture=True)
    # Each errs in six posts where it is unsure and the other sure.
    assert on.chosen.name == MEAN
    assert on.chosen.deployed.value.value == 1
    assert on.choice.single == off.choice.single == off.chosen.name
    for one, other in zip(off.models, on.models, strict=False):
        assert one.name == other.name
        assert one.routes["calibrated"].value == other.routes["calibrated"].value
        assert one.routes["learnt"].value == other.routes["learnt"].value
    assert MEAN not in {one.name for one in off.models}


def test_a_mean_of_equal_models_is_no_better_than_one_of_them():
    twins = tuple(replace(GOOD, name=name) for name in ("z", "y"))
    selection = chosen_in(models=twins, mixture=True)
    assert selection.chosen.name == "y"
    assert selection.differences[MEAN].value == 0


def test_names_and_the_order_of_models_change_no_number():
    names = {"m0": "zz", "m1": "aa", "m2": "mm"}

    def renamed(data):
        models = tuple(replace(one, name=names[one.name]) for one in reversed(data.models))
        return replace(data, models=models)

    for known in (KNOWN, None):
        one = select(PLAN, known, TEST)
        other = select(PLAN, None if known is None else renamed(known), renamed(TEST))
        assert names.get(one.chosen.name, MEAN) == other.chosen.name
        assert one.value.value == pytest.approx(other.value.value, abs=1e-12)
        assert (averaged(one.test).probabilities == averaged(other.test).probabilities).all()


def test_the_list_is_answered_by_the_same_mean():
    listed = made(seed=9, n_models=3)
    found = select(PLAN, KNOWN, TEST, listed)
    assert found.chosen.name == MEAN
    assert found.own_list.own.alone > 0
    # Where the list stands is told by the mean, too.
    assert set(found.own_list.shifts) == {MEAN}
