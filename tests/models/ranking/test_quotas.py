"""Quotas: equals, free items, and which draws are given up, by hand."""

import numpy as np
from quota_answers import path_of, planned, told

from budgetplan.core.path import items_for_target
from budgetplan.core.stops import sure_quotas
from budgetplan.plans.quota import last_entry_cost


def test_a_quota_among_equals_is_held_on_average_and_surely_in_the_worst_order():
    tied = path_of({"positive": [1, 0, 1, 0], "cost": [1, 1, 1, 1], "ends": [4]})
    reach = items_for_target(tied, 1)
    assert (reach.items, reach.worst_items) == (2, 3)
    assert last_entry_cost(tied, 4) == 2_000_000


def test_free_items_are_no_reason_to_stop_earlier_or_later():
    free = path_of({"positive": [0, 1, 0, 1], "cost": [0, 0, 0, 0]})
    assert told({"s": free}, {"s": items_for_target(free, 2).items}, 0.0, 0.0)["cost"] == 0
    # Of stops that gain the same, the fewest items.
    assert planned({"s": free}, {"s": 0}, 2.0, 0.0, None)["items"] == {"s": 4}
    assert planned({"s": free}, {"s": 2}, 0.0, 0.0, None)["items"] == {"s": 2}


def test_the_draw_is_given_up_that_saves_most_whatever_all_of_it_costs():
    """One draw of ten takes the first stratum from 8 items to 9, another the second one from 2 to 5: that saves more."""
    first = np.array([[8, 2]] * 8 + [[9, 2], [8, 5]])
    assert sure_quotas([np.arange(11.0), np.arange(11.0)], first, 0.9) == [9, 2]
    # At ten times the price the first one does.
    assert sure_quotas([10 * np.arange(11.0), np.arange(11.0)], first, 0.9) == [8, 5]
    assert sure_quotas([np.arange(11.0), np.arange(11.0)], first, 0.8) == [8, 2]
