"""Models together: who is pooled, and what they say."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from types import SimpleNamespace

import numpy as np
import pytest
from answer_values import payoffs
from classified_world import made
from defer_world import COMPLEMENT, DEFAULT, GOOD, chosen_in, make_plan

from budgetplan.core.places import UNLIKE
from budgetplan.domain.items import ClassifiedSet, Predictions
from budgetplan.domain.plan import MEAN, Columns, Deferral, Plan, Worths
from budgetplan.plans.answer import DeferSolution, Judged, worth_of_deferring
from budgetplan.plans.bench import Pools, Sampler, money

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
    plan = make_plan(DEFAULT | {"mixture": True, "worths": {"error_weight": "2", "worth_of_right_answer": "1"}})
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


# --- whether a list is like the labelled items by what models say of both
def compared(sample, other, groups=None):
    """How far a list is from a labelled set by the probabilities of b that one model says; both in groups, or not."""
    made = []
    for place, sure in enumerate((sample, other)):
        p = np.stack([1 - sure, sure], 1)
        names, code = ((), None) if groups is None else np.unique(groups[place], return_inverse=True)
        made.append(
            ClassifiedSet(
                ids=tuple(f"{'tl'[place]}{one:05}" for one in range(len(sure))),
                classes=("a", "b"),
                truth=np.arange(len(sure)) % 2 if place == 0 else np.full(len(sure), -1),
                group=code,
                groups=tuple(str(name) for name in names),
                models=(Predictions("even", p.argmax(1), p.max(1), p),),
            )
        )
    return shift_of(*made)


def shift_of(known, listed):
    return Pools(make_plan(DEFAULT), None, known).of(known.models[0].name).shift(listed)


def test_a_list_of_other_classes_is_unlike_however_sure_the_model_is():
    """Nine in ten are a in the sample, one in ten in the list: the confidence is the same."""
    sample = np.where(np.arange(200) % 10 < 9, 0.1, 0.9)
    assert compared(sample, np.tile(1 - sample, 4)) > UNLIKE


def test_of_many_classes_none_is_unlike_by_chance():
    """Ten classes, each of them beyond 2 in one of 22 samples: together they are as seldom so as one is."""
    letters, beyond = tuple("abcdefghij"), []
    for seed in range(40):
        p = np.random.default_rng(seed).dirichlet(np.ones(10), 250)
        said = [Predictions("m", one.argmax(1), one.max(1), one) for one in (p[:100], p[100:])]
        known, listed = (
            ClassifiedSet(
                tuple(f"{place:04}" for place in range(len(one.predicted))),
                letters,
                np.arange(len(one.predicted)) % 10,
                models=(one,),
            )
            for one in said
        )
        beyond.append(shift_of(known, listed) > 2)
    assert np.mean(beyond) <= 0.1


def test_whole_groups_count_as_groups_where_whole_groups_were_labelled():
    """Texts differ: as single items most random choices of texts would be unlike the others."""
    by_group, by_item = [], []
    for seed in range(5):
        rng = np.random.default_rng(seed)
        code = np.repeat(np.arange(40), 20)
        sure = np.clip(0.5 + 0.2 * rng.normal(size=40)[code] + 0.05 * rng.normal(size=800), 0.01, 0.99)
        inside = np.isin(code, rng.permutation(40)[:12])
        both = sure[inside], sure[~inside]
        by_group.append(compared(*both, (code[inside], code[~inside])) > UNLIKE)
        by_item.append(compared(*both) > UNLIKE)
    assert not any(by_group)
    assert np.mean(by_item) > 0.4


# --- by which answers models are compared, and what leaving an item is worth
UNDRAWN = Plan("t.csv", Columns("gold"), (), (), resamples=0, deferral=Deferral(()))
VALIDATION, TEST = made(seed=1), made(seed=2)
K4 = payoffs(np.where(np.eye(3, dtype=bool), 1.0, -4.0), np.zeros(3))


def judged(validation=VALIDATION, test=TEST, plan=UNDRAWN):
    said, sampler = test.models[0], Sampler(test, 0, 1)
    parts = {"table": K4, "validation": validation, "sampler": sampler, "n_models": 1, "plan": plan}
    solution = SimpleNamespace(**parts, bench=SimpleNamespace(total=1.0, once=0.0, payoffs=money(plan, K4, test)))
    return Judged(solution, Pools(plan, validation, test).of(said.name), said)


def test_what_is_learnt_does_not_see_the_labels_of_the_test_items():
    one, other = judged(), judged(test=replace(TEST, truth=(TEST.truth + 1) % 3))
    assert (one.accepted == other.accepted).all()
    assert one.temperature == other.temperature
    assert judged(validation=None).value.value <= one.accuracy


def test_reviewing_costs_are_taken_off_what_is_left():
    costly = replace(TEST, review_cost=np.full(TEST.n_items, 0.25))
    assert worth_of_deferring(K4, costly).tolist() == [-0.25] * TEST.n_items
    in_money = replace(UNDRAWN, deferral=Deferral((), Worths(unit="money")))
    one = judged(test=costly, plan=in_money)
    # Leaving costs a quarter, so theory asks for less: (-0.25 + 4) / (1 + 4).
    assert one.theory == 0.75
    assert one.counts.coverage >= judged().counts.coverage
    assert (one.per_item[~one.accepted] == -0.25).all()


def test_a_plan_decides_by_which_answers_models_are_compared():
    assert judged().found_by == "calibrated"
    by_value = replace(UNDRAWN, deferral=Deferral((), relabel=True))
    assert judged(plan=by_value).found_by == "relabel"
    guarantee = replace(UNDRAWN, deferral=Deferral((), most_wrong=Decimal("0.5")))
    assert judged(plan=guarantee).found_by == "guaranteed"
    bare = replace(TEST, models=(replace(TEST.models[0], probabilities=None),))
    assert judged(test=bare, validation=None, plan=by_value).found_by == "curve"


# --- the same resamples serve every number of a set
