"""The model is chosen on validation items; what choosing on the reported items flatters is taken off."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from defer_world import GOOD, Model
from joint_report_world import DEFAULT, EVEN, TWINS, plan_of, planned, set_of

from budgetplan.domain.labelled import ClassifiedSet, Predictions
from budgetplan.planning.joint.solve import plan_jointly

pytestmark = pytest.mark.usefixtures("plan_alone")
STEADY = Model("steady", EVEN.test, GOOD.test)
LUCKY = Model("lucky", GOOD.test, EVEN.test)
"""On the validation items the one is better, on the test items the other."""


@pytest.mark.parametrize("resamples", [0, 100])
def test_the_test_items_do_not_choose_the_model(resamples):
    joint = planned(models=(LUCKY, STEADY), resamples=resamples)
    assert joint.chosen.name == "steady"
    # The test items report what they say: 20 alone, six reviewed for 3.00.
    assert joint.option.net.value == 23.0
    assert joint.differences["lucky"].value == 10.0


def test_other_test_labels_choose_the_same_model():
    args = DEFAULT | {"models": TWINS}
    validation, test = set_of(args, "validation"), set_of(args)
    turned = replace(test, truth=1 - test.truth)
    names = {plan_jointly(plan_of(args), validation, one).chosen.name for one in (test, turned)}
    assert len(names) == 1


def test_equal_models_are_told_apart_by_what_they_cost_then_by_name():
    twins = tuple(Model(name, GOOD.test) for name in ("a", "b"))
    args = DEFAULT | {"models": twins, "resamples": 0}
    test, validation = set_of(args), set_of(args, "validation")
    assert plan_jointly(plan_of(args), validation, test).chosen.name == "a"


@pytest.mark.parametrize(
    "said", [{}, {"models": TWINS[:1], "validation": False}], ids=["two sets", "one model"]
)
def test_nothing_is_taken_off_where_nothing_was_chosen_on_the_test_items(said):
    assert planned(**said).option.flattered == 0.0


def test_one_labelled_set_takes_off_what_the_choice_flatters():
    joint = planned(models=TWINS, validation=False)
    option = joint.option
    assert option.flattered > 0
    value = float(option.applied.outcome.value) - float(option.applied.spend)
    assert option.net.value == pytest.approx(value - option.flattered)
    assert {row.flattered for row in joint.rows} == {option.flattered}
    other = next(one for one in joint.standings if one is not joint.chosen)
    assert other.option.flattered == 0.0


def project(seed, n, models):
    """Models that are equally good: three in four of their answers are right, whatever their confidence."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, n)
    said = []
    for place in range(models):
        right = rng.random(n) < 0.75
        predicted = np.where(right, truth, 1 - truth)
        said.append(Predictions(f"m{place}", predicted, np.full(n, 0.75)))
    ids = tuple(f"{seed}-{place:04}" for place in range(n))
    return ClassifiedSet(ids, ("a", "b"), truth, models=tuple(said), review_cost=np.full(n, 0.5))


@pytest.mark.parametrize("with_validation", [True, False])
def test_the_best_of_equal_models_is_worth_no_more_on_average(with_validation):
    """Ten models of 100 items: all accepted at 0.75 - 0.25, 50 in truth; the best of ten seems worth 57."""
    args = DEFAULT | {"worths": {"unit": "money", "right": "1", "wrong": "-1", "abstain": "0"}, "budget": "0"}
    plan = replace(plan_of(args), resamples=40)
    nets, seems = [], []
    for seed in range(16):
        test = project(seed, 100, 10)
        validation = project(1000 + seed, 100, 10) if with_validation else None
        joint = plan_jointly(plan, validation, test)
        nets.append(joint.option.net.value)
        seems.append(max(float(one.option.applied.net) for one in joint.standings))
    assert np.mean(seems) > 60
    # The standard error of one net value is 8.7.
    assert abs(np.mean(nets) - 50) < 2 * 8.7 / 4 + 2.5
