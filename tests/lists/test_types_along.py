"""Types along a review, and what passing over confirmed ones saves: exact over all orders inside tie groups."""

from fractions import Fraction
from itertools import permutations
from math import comb

import numpy as np
import pytest

from budgetplan.core.path import found_by, make_path, rank, slice_ends, types_along


def by_all_orders(score, kind, positive, items):
    """Types found after so many items: the mean over every order that the scores allow, with the least and the most."""
    ties = [np.flatnonzero(score == value) for value in sorted(set(score), reverse=True)]
    orders = [[]]
    for tie in ties:
        orders = [[*order, *more] for order in orders for more in permutations(tie.tolist())]
    counts = [len({kind[at] for at in order[:items] if positive[at]}) for order in orders]
    return Fraction(sum(counts), len(counts)), min(counts), max(counts)


def queue_of(score, kind, positive, **measures):
    score, kind = np.asarray(score, dtype=float), np.asarray(kind)
    return types_along(rank(score), kind, np.asarray(positive, dtype=float), measures)


def small_worlds():
    rng = np.random.default_rng(5)
    for _ in range(60):
        n = int(rng.integers(1, 8))
        yield rng.integers(0, 3, n), rng.integers(0, 3, n), rng.integers(0, 2, n)


@pytest.mark.parametrize("world", [*small_worlds()], ids=str)
def test_types_found_are_the_mean_over_all_orders_at_every_item(world):
    score, kind, positive = world
    queue = queue_of(score, kind, positive)
    for items in range(len(score) + 1):
        mean, least, most = by_all_orders(score, kind, positive, items)
        assert float(queue.path.read("positives", items)) == pytest.approx(float(mean), abs=1e-12)
        assert queue.extremes(items) == (least, most)


@pytest.mark.parametrize(("size", "entries", "reviewed"), [(4, 2, 2), (9, 3, 4), (60, 7, 11), (500, 30, 40)])
def test_a_chance_to_be_found_is_one_less_that_of_missing_every_entry(size, entries, reviewed):
    missed = Fraction(comb(size - entries, reviewed), comb(size, reviewed))
    got = found_by(np.array([size]), np.array([entries]), np.array([reviewed]))
    assert float(got[0]) == pytest.approx(float(1 - missed), abs=1e-12)


def test_items_of_a_type_each_are_the_items_themselves():
    rng = np.random.default_rng(1)
    score, positive = rng.integers(0, 9, 200).astype(float), rng.integers(0, 2, 200).astype(float)
    queue = queue_of(score, np.arange(200), positive, positives=positive, cost=rng.random(200))
    plain = make_path(rank(score), None, {"positives": positive})
    assert queue.path.items.tolist() == plain.items.tolist()
    assert queue.path.sums["positives"].tolist() == plain.sums["positives"].tolist()


def test_one_type_for_all_is_one_entry():
    queue = queue_of(np.arange(50), np.zeros(50, dtype=int), np.r_[np.zeros(10), np.ones(40)])
    assert queue.path.total("positives") == 1
    assert queue.path.read("positives", [0, 1, 50]).tolist() == [0, 1, 1]


def test_rows_and_names_of_types_play_no_part():
    rng = np.random.default_rng(2)
    score, kind = rng.integers(0, 5, 120), rng.integers(0, 20, 120)
    positive, cost = (rng.random(120) < 0.4).astype(float), rng.integers(1, 9, 120).astype(float)
    shuffled, renamed = rng.permutation(120), rng.permutation(20)
    one = queue_of(score, kind, positive, cost=cost)
    other = queue_of(score[shuffled], renamed[kind[shuffled]], positive[shuffled], cost=cost[shuffled])
    for name in ("positives", "cost"):
        assert other.path.sums[name] == pytest.approx(one.path.sums[name], rel=1e-12)


def judged_along(order, kind, positive, cost):
    """Walk an order, passing over each item whose type has been confirmed: items judged, and what they cost, so far."""
    known, judged, paid = set(), [0], [0]
    for at in order:
        new = kind[at] not in known
        judged.append(judged[-1] + new)
        paid.append(paid[-1] + new * cost[at])
        known |= {kind[at]} if positive[at] else set()
    return judged, paid


@pytest.mark.parametrize(
    ("score", "judged", "cost"),
    [
        ([3, 2, 1], [0, 1, 1, 2], [0, 1, 1, 5]),  # a, then a again, which is passed over, then b
        ([2, 2, 1], [0, 1, 1, 2], [0, 1.5, 1.5, 5.5]),  # either a first
        ([1, 1, 1], [0, 1, 5 / 3, 2], [0, 7 / 3, 25 / 6, 5.5]),  # two of three: a b, a b, a a
    ],
)
def test_of_a_type_twice_and_another_one_only_the_second_item_is_passed_over(score, judged, cost):
    queue = queue_of(score, [0, 0, 1], [1, 1, 1], cost=np.array([1.0, 2.0, 4.0]))
    assert queue.path.judged([0, 1, 2, 3]) == pytest.approx(judged)
    assert queue.path.read("cost", [0, 1, 2, 3]) == pytest.approx(cost)


@pytest.mark.parametrize("world", [*small_worlds()], ids=str)
def test_what_is_paid_is_the_mean_over_all_orders_at_every_item(world):
    score, kind, positive = world
    cost = np.random.default_rng(int(score.sum())).integers(1, 9, len(score)).astype(float)
    ties, orders = [np.flatnonzero(score == value) for value in sorted(set(score), reverse=True)], [[]]
    for tie in ties:
        orders = [[*order, *more] for order in orders for more in permutations(tie.tolist())]
    judged, paid = np.mean([judged_along(order, kind, positive, cost) for order in orders], axis=0)
    path = queue_of(score, kind, positive, cost=cost).path
    items = np.arange(len(score) + 1)
    assert path.judged(items) == pytest.approx(judged, abs=1e-12)
    assert path.read("cost", items) == pytest.approx(paid, abs=1e-12)


def test_what_is_paid_along_an_order_without_ties_is_exact():
    rng = np.random.default_rng(8)
    score, kind, positive = rng.permutation(500), rng.integers(0, 40, 500), rng.random(500) < 0.3
    cost = rng.integers(1, 10**6, 500).astype(float)
    judged, paid = judged_along(np.argsort(-score), kind, positive, cost)
    path = queue_of(score, kind, positive, cost=cost).path
    assert path.sums["judged"].tolist() == judged
    assert path.sums["cost"].tolist() == paid


def test_a_straight_line_inside_a_group_would_promise_too_few():
    # 30 tied items of 3 types: half of them hold nearly all types.
    queue = queue_of(np.zeros(30), np.arange(30) % 3, np.ones(30))
    assert float(queue.path.read("positives", 15)) > 2.99


@pytest.mark.parametrize("size", [1, 31, 32, 33, 40, 1000, 123_457])
def test_slices_end_at_whole_items_and_never_stand_still(size):
    ends = slice_ends(size)
    assert ends[-1] == size
    assert (np.diff(ends, prepend=0) > 0).all()


def test_between_slices_of_a_large_group_little_is_lost():
    rng = np.random.default_rng(3)
    kind = rng.integers(0, 60, 3000)
    queue = queue_of(np.zeros(3000), kind, np.ones(3000))
    count = np.bincount(kind)
    for items in (20, 55, 300, 1100, 2900):
        exact = float(found_by(np.full(60, 3000), count, np.full(60, items)).sum())
        got = float(queue.path.read("positives", items))
        assert exact * 0.98 <= got <= exact + 1e-9
