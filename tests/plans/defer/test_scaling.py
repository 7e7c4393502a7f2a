"""Decision values become probabilities on validation items alone, or are refused with what to do."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from budgetplan.domain.items import ClassifiedSet, Predictions, Scaling
from budgetplan.domain.plan import ClassifierSpec, Columns, Deferral, Plan, Worths
from budgetplan.errors import BadDataError
from budgetplan.models.calibration import scale_decisions
from budgetplan.plans.answer import DeferSolution, _stated

PLAN = Plan("t.csv", Columns("gold"), (), (), resamples=0)


def said(decision, name="svc"):
    values = np.array(decision, dtype=float)
    unsure = np.full(len(values), np.nan)
    return Predictions(name, values.argmax(axis=1), unsure, column="d", decision=values)


def a_set(truth, *models, classes=("a", "b"), unknown=(), **more):
    ids = tuple(f"i{place:03}" for place in range(len(truth)))
    return ClassifiedSet(ids, classes, np.array(truth), unknown, models=models, **more)


def two(f):
    """Decision values of b in one column, as they are read."""
    return said([[0.0, one] for one in f])


def drawn(n_classes, n, rng):
    """Validation and test items, from one source of decision values that are higher for the true class."""
    sets = []
    for _ in range(2):
        truth = rng.integers(0, n_classes, n)
        values = rng.normal(size=(n, n_classes))
        values[np.arange(n), truth] += 1.5
        sets.append(a_set(truth, said(values), classes=tuple("abc"[:n_classes])))
    return sets


def test_two_classes_have_platts_scaling_by_hand():
    # Targets are 3/4 and 1/4, so that at f = 1 the slope is log(3).
    validation = a_set([0, 0, 1, 1], two([-1, -1, 1, 1]))
    test = a_set([1, 1, 0], two([2, 0, -0.5]))
    seen, got = scale_decisions(PLAN, validation, test)
    [model] = got.models
    assert model.scaling.slope == pytest.approx(np.log(3))
    assert model.scaling.intercept == pytest.approx(0, abs=1e-12)
    assert (model.scaling.classes, model.scaling.temperature) == (("a", "b"), None)
    assert model.probabilities[:, 1] == pytest.approx([0.9, 0.5, 1 / (1 + np.sqrt(3))])
    assert model.predicted.tolist() == [1, 0, 0]  # a tie goes to the lowest class
    assert model.confidence == pytest.approx([0.9, 0.5, 1 - 1 / (1 + np.sqrt(3))])
    assert seen.models[0].probabilities[:, 1] == pytest.approx([0.25, 0.25, 0.75, 0.75])


def test_two_columns_count_by_their_difference():
    rng = np.random.default_rng(5)
    truth = rng.integers(0, 2, 80)
    f = rng.normal(size=80) + 0.8 * truth
    data, columns = a_set(truth, two(f)), a_set(truth, said(np.stack([-f / 3, 2 * f / 3], axis=1)))
    [model], [pair] = (scale_decisions(PLAN, each, each)[1].models for each in (data, columns))
    assert pair.probabilities == pytest.approx(model.probabilities)


def test_more_classes_have_a_temperature_by_hand():
    # Three of four right, log(9) ahead of two others: 9^(1/T) / (9^(1/T) + 2) is 3/4 where 9^(1/T) = 6.
    ahead = [[np.log(9), 0, 0]] * 4
    validation = a_set([0, 0, 0, 1], said(ahead), classes=("a", "b", "c"))
    test = a_set([2], said([[0, 0, np.log(9)]]), classes=("a", "b", "c"))
    [model] = scale_decisions(PLAN, validation, test)[1].models
    assert model.scaling.temperature == pytest.approx(np.log(9) / np.log(6))
    assert model.probabilities[0] == pytest.approx([0.125, 0.125, 0.75])
    assert (model.predicted.tolist(), model.confidence[0]) == ([2], pytest.approx(0.75))


def test_the_labels_of_the_test_items_play_no_part():
    rng = np.random.default_rng(6)
    for n_classes in (2, 3):
        sets = drawn(n_classes, 50, rng)
        turned = replace(sets[1], truth=(sets[1].truth + 1) % n_classes)
        one, other = (scale_decisions(PLAN, sets[0], test)[1].models[0] for test in (sets[1], turned))
        assert one.scaling == other.scaling
        assert (one.probabilities == other.probabilities).all()


def test_a_class_without_decision_values_has_probability_0():
    values = np.array([[-1.0, -np.inf, 1.0], [1.0, -np.inf, -1.0]] * 3)
    data = a_set([2, 0, 2, 0, 1, 0], said(values), classes=("a", "b", "c"))
    [model] = scale_decisions(PLAN, data, data)[1].models
    assert model.scaling.classes == ("a", "c")
    assert model.probabilities[:, 1].tolist() == [0] * 6
    assert model.probabilities.sum(axis=1) == pytest.approx(np.ones(6))


THREE = ("a", "b", "c")


@pytest.mark.parametrize(
    ("validation", "why"),
    [
        (a_set([0, 0], two([1, 2])), "have only one of its classes"),
        (a_set([0, 1], two([1, 1])), "equal for all validation items"),
        (a_set([1, 0], two([-1, 1])), "the less often their class is the true one"),
        (a_set([2, 2], two([-1, 1]), unknown=("z",)), "no validation item has one of the model's classes"),
        (a_set([0, 1], said([[2, 1, 0], [1, 2, 0]]), classes=THREE), "is right for every validation item"),
        (a_set([1, 0], said([[2, 1, 1], [1, 2, 1]]), classes=THREE), "not more often the true class"),
        (a_set([1, 0], said([[2, 2, 2], [1, 1, 1]]), classes=THREE), "equal for all classes"),
        (None, "there are no validation items"),
    ],
)
def test_what_cannot_be_scaled_is_refused_with_its_column_and_model(validation, why):
    test = a_set([0, 1], two([-1, 1])) if validation is None else validation
    with pytest.raises(BadDataError, match=f"^t.csv, column d: .* the model svc cannot .*{why}"):
        scale_decisions(PLAN, validation, test)


def test_a_scaled_model_is_judged_as_calibrated():
    deferral = Deferral((ClassifierSpec("svc", decision="d"),), Worths(error_weight=1), relabel=True)
    validation, test = drawn(3, 200, np.random.default_rng(8))
    selection = DeferSolution(replace(PLAN, deferral=deferral), validation, test)
    judged = selection.chosen
    assert isinstance(judged.predictions.scaling, Scaling)
    assert judged.temperature == pytest.approx(1, abs=0.01)
    assert np.allclose(judged.pool.labelled.probabilities, judged.predictions.probabilities, atol=0.01)
    # At an error weight of 1 theory accepts from one half on, by the scaled probabilities.
    z = test.models[0].decision / judged.predictions.scaling.temperature
    p = np.exp(z) / np.exp(z).sum(axis=1, keepdims=True)
    sure, right = p.max(axis=1) >= 0.5, p.argmax(axis=1) == test.truth
    worth = np.where(sure, np.where(right, 1, -1), 0).mean()
    assert (judged.found_by, judged.relabelled) == ("relabel", 0)
    assert judged.value.value == pytest.approx(worth)
    assert selection.curve[0][4] == pytest.approx(1000 * worth)  # the weights go from 0 to 10 by quarters


@pytest.mark.parametrize(("classes", "members", "cutoff"), [(2, 1, 16 / 17), (3, 1, None), (2, 2, None)])
def test_a_model_of_two_classes_has_to_state_more_where_it_says_too_much(classes, members, cutoff):
    """At half of its log odds four to one, 0.8, is what it calls sixteen to one; of more classes no single number is."""
    pool = SimpleNamespace(test=SimpleNamespace(n_classes=classes), members=("m",) * members, power=0.5)
    assert _stated(pool, 0.8) == (cutoff and pytest.approx(cutoff))
    assert _stated(pool, 0.0) == (cutoff and 0.0)
