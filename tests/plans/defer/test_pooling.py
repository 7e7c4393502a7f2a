"""Models together: who is pooled, and what they say."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from classified_world import made
from defer_world import COMPLEMENT, DEFAULT, GOOD, chosen_in, make_plan

from budgetplan.domain.plan import MEAN
from budgetplan.plans.answer import DeferSolution
from budgetplan.plans.bench import Pools, as_model

PLAN = make_plan(DEFAULT | {"mixture": True})


def members(plan, test, gain=lambda pool: 0.0):
    """Who is let in where a pool is worth so much before its models are paid for."""
    pool, _ = Pools(plan, None, test).let_in(lambda pool: gain(pool) - pool.labelled.cost)
    return pool.members


@pytest.mark.parametrize("validation", [True, False])
def test_models_that_err_on_other_items_are_right_together(validation):
    """Each errs in six posts where it is unsure and the other sure."""
    found = chosen_in(models=COMPLEMENT, mixture=True, validation=validation)
    assert found.chosen.name == MEAN
    assert [one.name for one in found.chosen.predictions.members] == ["one", "two"]
    assert found.chosen.accuracy == 1
    assert found.chosen.value.value == 1


def test_one_model_is_itself_and_none_are_mixed_where_that_is_not_wanted():
    assert chosen_in(models=(GOOD,), mixture=True).chosen.name == "good"
    off = chosen_in(models=COMPLEMENT)
    assert off.chosen.name != MEAN
    assert {one.name for one in off.models} == {"one", "two"}


def test_models_that_cost_are_let_in_while_they_bring_more():
    test = made(400, seed=2, n_models=3)
    assert members(PLAN, test) == ("m0", "m1", "m2")
    priced = replace(test, models=tuple(replace(one, cost=1.0 + at) for at, one in enumerate(test.models)))
    # A second model brings 3 and costs 2; a third one brings 1 and costs 3.
    brings = {1: 10.0, 2: 13.0, 3: 14.0}
    assert members(PLAN, priced, lambda pool: brings[len(pool.members)]) == ("m0", "m1")
    pool, left_out = Pools(PLAN, None, priced).let_in(lambda pool: -pool.labelled.cost)
    assert (pool.members, left_out) == (("m0",), ("m1", "m2"))
    # What brings exactly what it costs is not paid for.
    assert members(PLAN, priced, lambda pool: {1: 10.0, 2: 12.0, 3: 15.0}[len(pool.members)]) == ("m0",)


@pytest.mark.parametrize(("cost", "several"), [(1e6, False), (1e-9, True)])
def test_models_that_cost_are_weighed_against_answers_that_are_right(cost, several):
    plan = make_plan(
        DEFAULT | {"mixture": True, "worths": {"error_weight": "2", "worth_of_right_answer": "1"}}
    )
    test = made(400, seed=2, n_models=3)
    paid = replace(test, models=tuple(replace(one, cost=cost) for one in test.models))
    assert bool(DeferSolution(plan, None, paid).chosen.predictions.members) == several


def test_models_that_do_not_know_the_same_classes_are_not_averaged():
    test = made(200, seed=3, n_models=3)
    p = test.models[2].probabilities.copy()
    p[:, 0] += p[:, 2]
    p[:, 2] = 0
    test = replace(test, models=(*test.models[:2], replace(test.models[2], probabilities=p)))
    assert members(PLAN, test) == ("m0", "m1")


@pytest.mark.parametrize("validation", [True, False])
def test_a_list_is_answered_by_the_same_pool_which_is_made_once(validation):
    test, listed = made(200, seed=4, n_models=2), made(100, seed=5, n_models=2)
    pools = Pools(PLAN, made(150, seed=6, n_models=2) if validation else None, test)
    pool = pools.of("m0", "m1")
    assert pools.of("m1", "m0") is pool
    mean = as_model(listed, pool.members, pool.learnt, pool.of(listed))
    assert (mean.name, [one.name for one in mean.members]) == (MEAN, ["m0", "m1"])
    assert np.allclose(mean.probabilities.sum(axis=1), 1)
    # With labels of their own that give the temperatures, labelled items are items like others.
    assert np.array_equal(pool.probability, pool.of(test)) == validation
