"""What recommended answers come to: in draws, on the list or on the test items, by hand and by law."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from classified_world import made
from defer_world import DEFAULT, GOOD, Model, chosen_in, make_plan, make_set

from budgetplan.core.answers import ALONE, LEFT, outcome
from budgetplan.plans.answer import DeferSolution
from budgetplan.plans.bench import Pools


@pytest.mark.parametrize("validation", [True, False])
def test_what_is_said_of_a_list_holds_of_such_lists(validation):
    """The list's truths are known here, and lie within the interval of four seeds of five."""
    assert sum(holds_of_a_list(seed, validation) for seed in range(5)) >= 4


def holds_of_a_list(seed, validation):
    """Return whether wrong answers, those by class, and the value lie in their intervals."""
    sets = [made(n, seed=10 * seed + at, sharpness=1.0) for at, n in enumerate((600, 600, 4000))]
    known, test, listed = (
        replace(one, ids=tuple(f"{at}{i}" for i in one.ids)) for at, one in enumerate(sets)
    )
    plan = make_plan(DEFAULT | {"resamples": 199, "worths": {"error_weight": "2"}, "mixture": True})
    unlabelled = replace(listed, truth=np.full(listed.n_items, -1))
    found = DeferSolution(plan, known if validation else None, test, unlabelled).alone
    assert found.is_list
    wrong = int((found.accepted & (found.answer != listed.truth)).sum())
    worth = np.where(found.accepted, np.where(found.answer == listed.truth, 1.0, -2.0), 0.0).mean()
    held = [found.wrong.low <= wrong <= found.wrong.high, found.value.low <= worth <= found.value.high]
    for name, code in zip(listed.classes, range(listed.n_classes), strict=True):
        true = int((found.accepted & (found.answer != listed.truth) & (listed.truth == code)).sum())
        held.append(found.wrong_by_truth[name].low - 5 <= true <= found.wrong_by_truth[name].high + 5)
    return all(held)


def test_the_labels_of_the_list_are_not_looked_at():
    known, listed = made(200, seed=1), made(300, seed=2)
    plan = make_plan(DEFAULT | {"resamples": 60})
    first = DeferSolution(plan, None, known, replace(listed, truth=np.full(300, -1))).alone
    second = DeferSolution(plan, None, known, listed).alone
    assert (first.wrong, first.value) == (second.wrong, second.value)


def test_a_list_of_which_another_size_is_said_is_known_by_its_size_alone():
    args = DEFAULT | {"models": (GOOD,), "validation": False}
    plan = replace(make_plan(args), list_size=1000)
    alone = DeferSolution(plan, None, make_set(args), replace(make_set(args), truth=np.full(40, -1))).alone
    assert (alone.own_list, alone.items, alone.alone) == (None, 1000, 750)


def test_fewer_than_thirty_labels_recommend_nothing_and_say_how_many_more():
    found = chosen_in(models=(Model("m", ((20, True, 0.9), (5, False, 0.6))),))
    assert (found.refusal, found.labels_wanted) == ("few", 5)
    assert chosen_in(models=(GOOD,)).refusal == ""


def test_what_is_left_costs_its_own_prices():
    found = chosen_in(
        models=(GOOD,),
        worths={"unit": "money", "right": "0.5", "wrong": "-2", "abstain": "0"},
        currency="EUR",
        listed=((10, True, 0.9), (10, True, 0.6)),
        list_cost=0.25,
    ).alone
    assert (found.alone, found.left, found.cost) == (10, 10, 2.5)
    assert found.none.value == pytest.approx(-0.25)


def test_lists_drawn_from_elsewhere_are_called_unlike():
    assert not chosen_in(listed=GOOD.test).alone.unlike
    assert chosen_in(listed=((5, True, 0.9), (400, True, 0.6))).alone.unlike == ("good",)
    one = made(300, seed=3)
    plan = make_plan(DEFAULT)
    assert Pools(plan, None, one).of(one.models[0].name).shift(made(300, seed=4)) < 3


def test_what_stands_alone_is_read_from_the_draws_of_the_core():
    plan, test = make_plan(DEFAULT | {"resamples": 199, "mixture": False}), made(200, seed=5)
    found = DeferSolution(plan, None, test)
    pool = Pools(plan, None, test).of(found.chosen.name)
    who = np.where(found.alone.accepted, ALONE, LEFT)
    read = outcome(pool.draws, pool.probability, found.alone.answer, who, count=np.ones(200))
    assert found.alone.wrong.value == pytest.approx(read.wrong.mean())


def test_at_most_so_many_wrong_is_said_twice():
    found = chosen_in(models=(GOOD,), most_wrong="0.2")
    assert found.chosen.found_by == "guaranteed"
    cutoff, n = found.forecast
    assert n == (found.alone.sure >= found.chosen.cutoff).sum() == found.alone.alone == 30
    assert cutoff == pytest.approx(
        0.9**found.chosen.pool.power / (0.9**found.chosen.pool.power + 0.1**found.chosen.pool.power)
    )
    assert chosen_in(models=(GOOD,)).forecast is None
