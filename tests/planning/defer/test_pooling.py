"""Models together: who is pooled, and what they say."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from classified_world import made
from defer_world import COMPLEMENT, DEFAULT, GOOD, chosen_in, make_plan

from budgetplan.domain.plan import MEAN
from budgetplan.metrics.answers.value import triple
from budgetplan.planning.defer.pooling import pooled_answers, with_pool, with_pooled

TABLE = triple(3, 1.0, -2.0, 0.0)


def members(plan, test, size=1000.0):
    _, _, pools, name = with_pool(plan, TABLE, None, test, size)
    return pools[name].members


@pytest.mark.parametrize("validation", [True, False])
def test_models_that_err_on_other_items_are_right_together(validation):
    """Each errs in six posts where it is unsure and the other sure."""
    found = chosen_in(models=COMPLEMENT, mixture=True, validation=validation)
    assert found.chosen.name == MEAN
    assert [one.name for one in found.chosen.predictions.members] == ["one", "two"]
    assert found.chosen.accuracy == 1
    assert found.chosen.deployed.value.value == 1


def test_one_model_is_itself_and_none_are_mixed_where_that_is_not_wanted():
    assert chosen_in(models=(GOOD,), mixture=True).chosen.name == "good"
    off = chosen_in(models=COMPLEMENT)
    assert off.chosen.name != MEAN
    assert {one.name for one in off.models} == {"one", "two"}


def test_a_mean_of_equal_models_says_what_one_of_them_says():
    test = made(200, seed=1)
    twins = replace(test, models=(test.models[0], replace(test.models[0], name="z")))
    one = pooled_answers(["m0"], None, test, 1)
    assert np.allclose(pooled_answers(["m0", "z"], None, twins, 1).test, one.test, atol=1e-9)


def test_models_that_cost_are_let_in_while_they_bring_more():
    test = made(400, seed=2, n_models=3)
    plan = make_plan(
        DEFAULT | {"mixture": True, "worths": {"error_weight": "2", "worth_of_right_answer": "1"}}
    )
    assert members(plan, test) == ("m0", "m1", "m2")
    dear = replace(test, models=tuple(replace(one, cost=1e6) for one in test.models))
    assert len(members(plan, dear)) == 1
    cheap = replace(test, models=tuple(replace(one, cost=1e-9) for one in test.models))
    assert len(members(plan, cheap)) > 1


def test_models_that_do_not_know_the_same_classes_are_not_averaged():
    test = made(200, seed=3, n_models=3)
    p = test.models[2].probabilities.copy()
    p[:, 0] += p[:, 2]
    p[:, 2] = 0
    test = replace(test, models=(*test.models[:2], replace(test.models[2], probabilities=p)))
    assert members(make_plan(DEFAULT | {"mixture": True}), test) == ("m0", "m1")


def test_a_list_is_answered_by_the_same_pool():
    test, listed = made(200, seed=4, n_models=2), made(100, seed=5, n_models=2)
    pool = pooled_answers(["m0", "m1"], None, test, 1)
    mean = with_pooled(listed, pool).models[-1]
    assert mean.name == MEAN
    assert np.allclose(mean.probabilities, pool.of(listed))
    assert np.allclose(mean.probabilities.sum(axis=1), 1)
