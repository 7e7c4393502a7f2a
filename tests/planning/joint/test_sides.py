"""What is at stake item by item: values in money, weights that stand for the list, and keys for cutoffs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from defer_world import GOOD
from joint_report_world import BY_CLASS, DEFAULT, plan_of, set_of

from budgetplan.domain.prices import MICRO
from budgetplan.errors import UsageError
from budgetplan.planning.defer.solve import worth_table
from budgetplan.planning.joint.sides import make_side, money


def side(total=40.0, by_class=True, **said):
    args = DEFAULT | {"models": (GOOD,)} | said
    plan, data = plan_of(args), set_of(args)
    worth = money(plan, worth_table(plan.deferral.worths, data), data)
    return make_side(plan, worth, data, data.models[0], total, by_class=by_class)


def test_values_costs_and_errors_by_hand():
    stakes = side().stakes["confidence"]
    assert stakes.if_accepted.tolist() == [1.0] * 35 + [-4.0] * 5
    assert set(stakes.if_reviewed.tolist()) == {1.0}
    assert set(stakes.if_left.tolist()) == {0.0}
    assert set(stakes.cost.tolist()) == {0.5 * MICRO}
    assert stakes.wrong.sum() == 5


def test_people_who_err_are_worth_less():
    """One in ten wrong: 0.9 x 1 + 0.1 x -4."""
    stakes = side(error={"*": "0.1"}).stakes["confidence"]
    assert set(stakes.if_reviewed.round(9).tolist()) == {0.5}


def test_right_answers_are_turned_into_money_or_refused():
    worths = {"error_weight": "4", "worth_of_right_answer": "0.25"}
    assert set(side(worths=worths).stakes["confidence"].if_accepted.tolist()) == {0.25, -1.0}
    with pytest.raises(UsageError, match=r"--set answers\.worth_of_right_answer=0\.50"):
        side(worths={"error_weight": "4"})


def test_weights_stand_for_the_list():
    weights = tuple(1.0 + place % 3 for place in range(40))
    stakes = side(total=4000.0, weight=weights).stakes["confidence"]
    assert stakes.weight.sum() == pytest.approx(4000)
    assert stakes.weight[1] == pytest.approx(2 * stakes.weight[0])


def test_a_part_stands_for_the_whole_list_too():
    whole = side(total=400.0)
    kept = np.arange(40) % 5 != 0
    part = whole.part(kept)
    stakes = part.stakes["confidence"]
    assert stakes.weight.sum() == pytest.approx(400)
    assert stakes.n_items == 32
    # The same order among those that are left.
    order = whole.rankings["confidence"].order
    left = order[kept[order]]
    assert (np.flatnonzero(kept)[part.rankings["confidence"].order] == left).all()
    assert part.rankings["confidence"].ends[-1] == 32
    with pytest.raises(UsageError, match="without any weight"):
        whole.part(np.zeros(40, dtype=bool))


def test_cutoffs_by_value_only_where_values_differ_by_class():
    assert side().families == ("confidence",)
    assert side(**BY_CLASS).families == ("confidence", "gain over review", "gain over leaving")
    assert side(by_class=False, **BY_CLASS).families == ("confidence",)
    assert side(models=(replace(GOOD, bare=True),), **BY_CLASS).families == ("confidence",)


def test_expected_gain_by_hand():
    """a is answered 90 % sure: 0.9 x 1 + 0.1 x -9 if it is b; a review is worth 1, no label 0."""
    found = side(**BY_CLASS)
    truth, predicted = found.data.truth, found.said.predicted
    place = int(np.flatnonzero((predicted == 0) & (truth == 0) & (found.said.confidence == 0.9))[0])
    assert found.stakes["gain over leaving"].confidence[place] == pytest.approx(0.9 - 0.9)
    assert found.stakes["gain over review"].confidence[place] == pytest.approx(0.9 - 0.9 - 1)
    other = int(np.flatnonzero((predicted == 1) & (truth == 1) & (found.said.confidence == 0.9))[0])
    assert found.stakes["gain over leaving"].confidence[other] == pytest.approx(0.9 - 0.4)


def test_what_a_review_turns_out_to_cost_orders_nothing():
    """A confirmed a costs 2 more: it is paid, but not known when the queue is made."""
    plain = side(positive=("a",))
    dear = side(positive=("a",), prices={"extra_per_entry": "2"})
    assert (plain.rankings["confidence"].order == dear.rankings["confidence"].order).all()
    added = dear.stakes["confidence"].cost - plain.stakes["confidence"].cost
    assert added.tolist() == (2 * MICRO * (dear.data.truth == 0)).tolist()


def test_orders_need_probabilities():
    with pytest.raises(UsageError, match=r'write goal\.order = "uncertain"'):
        side(order="value-per-cost", models=(replace(GOOD, bare=True),))


def test_a_budget_in_items_counts_items():
    assert side(unit="items").stakes["confidence"].limited.tolist() == [1.0] * 40
    assert side().stakes["confidence"].limited is None
