"""What more labels could be worth at most."""

from __future__ import annotations

import pytest
from classified_world import made
from defer_world import DEFAULT, GOOD, chosen_in, make_plan

from budgetplan.plans.answer import DeferSolution


def everything(n, seed=1, **said):
    plan = make_plan(DEFAULT | {"worths": {"error_weight": "3"}, "resamples": 199} | said)
    return DeferSolution(plan, None, made(n, seed=seed, sharpness=1.0)).labels.everything


def test_the_more_labels_there_are_the_less_more_of_them_bring():
    assert everything(60) > 1.5 * everything(2000) > 0


def test_for_a_list_it_is_the_list_that_gains():
    found = chosen_in(models=(GOOD,), listed=GOOD.test * 5).labels
    assert found.listed == 200
    alone = chosen_in(models=(GOOD,)).labels
    assert alone.listed is None
    # As for five lists of forty, of which a thousand items are 25.
    assert found.everything / 200 == pytest.approx(alone.everything / 1000, rel=0.5)


def test_nothing_is_said_where_value_does_not_decide_or_nothing_is_drawn():
    assert chosen_in(resamples=0).labels is None
    assert chosen_in(most_wrong="0.2").labels is None


def test_the_price_is_that_of_a_review():
    money = {"worths": {"unit": "money", "right": "0.5", "wrong": "-2", "abstain": "0"}, "currency": "EUR"}
    assert chosen_in(models=(GOOD,), review_cost=0.25, **money).labels.price == pytest.approx(0.25)
