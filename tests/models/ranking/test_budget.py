"""What a budget buys and what a target needs: checked against trying every whole number of items."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgetplan.core.path import (
    Path,
    Ranking,
    Reach,
    affordable_items,
    is_whole,
    items_for_target,
    make_path,
    tie_extremes,
)


def groups_path(groups):
    """A path of tie groups, each (size, cost of the group, positives in the group)."""
    sums = np.cumsum(np.array([(0, 0, 0), *groups], dtype=float), axis=0)
    return Path(sums[:, 0], {"cost": sums[:, 1], "positives": sums[:, 2]})


def expected_after(groups, items, column):
    """An exact sum after so many items: whole groups, and a proportional part of the one they end in."""
    total = Fraction(0)
    for group in groups:
        inside = min(items, group[0])
        total += Fraction(inside * group[column], group[0])
        items -= inside
    return total


group = st.integers(1, 20).flatmap(lambda size: st.tuples(st.just(size), st.integers(0, 90), st.integers(0, size)))
some_groups = st.lists(group, min_size=1, max_size=6)


def tried(groups, limit, column=1):
    """The greatest number of items within the limit, by trying all of them."""
    n = sum(size for size, *_ in groups)
    return max(m for m in range(n + 1) if expected_after(groups, m, column) <= limit)


@given(some_groups, st.integers(0, 300))
def test_affordable_is_the_greatest_of_all_tried(groups, limit):
    assert affordable_items(groups_path(groups), limit) == tried(groups, limit)


@given(some_groups)
def test_every_number_of_items_is_bought_by_what_it_costs(groups):
    path = groups_path(groups)
    costs = [expected_after(groups, items, 1) for items in range(int(path.n_items) + 1)]
    for cost in {cost for cost in costs if cost.denominator == 1}:
        most = max(items for items, other in enumerate(costs) if other <= cost)
        assert affordable_items(path, float(cost)) == most


def test_the_expected_cost_inside_a_tie_is_paid_exactly():
    # 14 items cost 18 together, so 7 of them are expected to cost 9.
    assert affordable_items(groups_path([(14, 18, 0)]), 9) == 7


@pytest.mark.parametrize("price", [40_000, 70_000, 100_000])
def test_a_budget_for_exactly_so_many_items_buys_them(price):
    # In floats, 57 % of such budgets at 0.04 an item buy one item less.
    path = groups_path([(1, price, 0)] * 1000)
    for items in range(1001):
        assert affordable_items(path, items * price) == items
        assert affordable_items(path, items * price - 1) == max(items - 1, 0)


def test_amounts_that_are_not_whole_have_a_slack():
    # 0.1 added up a hundred times is 9.99999999999998.
    path = make_path(Ranking(np.arange(100), np.arange(1, 101)), None, {"cost": np.full(100, 0.1)})
    assert [affordable_items(path, items / 10) for items in range(101)] == list(range(101))
    assert affordable_items(path, 3.0999) == 30


def test_weights_that_are_not_whole_have_a_slack():
    # Ten rows of weight 0.7 are 7 items, though their sum in floats is 6.999999999999999 or so.
    path = make_path(Ranking(np.arange(10), np.arange(1, 11)), np.full(10, 0.7), {"cost": np.full(10, 1_000_000.0)})
    assert affordable_items(path, 7_000_000) == 7
    assert affordable_items(path, 2_000_000) == 2
    assert affordable_items(path, 1_990_000) == 1


def test_limits_of_nothing_and_more_than_all():
    path = groups_path([(2, 0, 1), (3, 6, 0)])
    assert affordable_items(path, -1) == 0
    assert affordable_items(path, 0) == 2  # what is free is reviewed without a budget
    assert affordable_items(path, 1e12) == 5


def test_items_can_be_the_limit_themselves():
    path = groups_path([(2, 5, 1), (3, 6, 0)])
    assert [affordable_items(path, limit, "items") for limit in (0, 1, 3.7, 5, 9)] == [0, 1, 3, 5, 5]


def test_other_measures_can_be_the_limit():
    assert affordable_items(groups_path([(1, 5, 0), (1, 5, 1), (2, 9, 1)]), 1, "positives") == 2


@given(some_groups, st.integers(0, 40))
def test_target_is_the_least_of_all_tried(groups, target):
    path = groups_path(groups)
    n = int(path.n_items)
    enough = [m for m in range(n + 1) if expected_after(groups, m, 2) >= target]
    reach = items_for_target(path, target)
    assert (None if reach is None else reach.items) == (min(enough) if enough else None)


@given(some_groups, st.integers(0, 40))
def test_worst_case_of_a_target_puts_positives_last_in_their_group(groups, target):
    path = groups_path(groups)
    row = [label for size, _, found in groups for label in [0] * (size - found) + [1] * found]
    worst = [m for m in range(len(row) + 1) if sum(row[:m]) >= target]
    reach = items_for_target(path, target)
    assert (None if reach is None else reach.worst_items) == (min(worst) if worst else None)


def test_targets_have_a_slack_of_the_last_digits():
    # Ten entries of weight 0.1 are one entry, though their sum in floats is 0.9999999999999999.
    tenths = make_path(Ranking(np.arange(10), np.arange(1, 11)), np.full(10, 0.1), {"positives": np.ones(10)})
    assert tenths.total("positives") < 1
    assert items_for_target(tenths, 1) == Reach(1, 1)
    assert items_for_target(tenths, 1 + 1e-9) is None


@given(some_groups, st.data())
def test_extremes_are_those_of_the_best_and_worst_order(groups, data):
    path = groups_path(groups)
    items = data.draw(st.integers(0, int(path.n_items)))
    worst = [label for size, _, found in groups for label in [0] * (size - found) + [1] * found]
    best = [label for size, _, found in groups for label in [1] * found + [0] * (size - found)]
    assert tie_extremes(path, items) == (sum(worst[:items]), sum(best[:items]))


def test_extremes_at_the_end_of_a_group_are_what_is_found():
    path = groups_path([(2, 0, 1), (3, 0, 2)])
    assert tie_extremes(path, 2) == (1, 1)
    assert tie_extremes(path, 99) == (3, 3)


def test_whole_numbers_are_recognised():
    assert is_whole(np.array([0.0, -3.0, 2.0**60]), np.array([1.0]))
    assert not is_whole(np.array([1.0]), np.array([1.0, 0.5]))


def one_by_one(n):
    """Items in the order of their numbers, none tied."""
    return Ranking(np.arange(n), np.arange(1, n + 1))


def test_targets_are_counted_in_whole_items_of_the_list():
    # Three entries of weight 0.5: the list of 1.5 holds one item, and that finds one of the 1.5 entries.
    halves = make_path(one_by_one(3), np.full(3, 0.5), {"positives": np.ones(3)})
    assert items_for_target(halves, 1) == Reach(1, 1)
    assert items_for_target(halves, 1.2) is None
    # In the worst order a tie needs no more than the whole list either.
    tied = make_path(Ranking(np.arange(3), np.array([3])), np.full(3, 0.9), {"positives": np.array([1.0, 0, 0])})
    assert items_for_target(tied, 0.6) == Reach(2, 2)
    whole = make_path(one_by_one(7), np.full(7, 10 / 7), {"positives": np.ones(7)})
    assert items_for_target(whole, 10) == Reach(10, 10)
