"""The path: sums at the ends of tie groups, straight between them."""

import numpy as np

from budgetplan.core.path import Ranking, make_path

# Order 3, 1, then 0 and 4 tied, then 2.
RANKING = Ranking(order=np.array([3, 1, 0, 4, 2]), ends=np.array([1, 2, 4, 5]))
COST = np.array([4.0, 7.0, 1.0, 2.0, 6.0])
FOUND = np.array([1.0, 0.0, 0.0, 1.0, 0.0])


def test_sums_stand_at_the_ends_of_tie_groups():
    path = make_path(RANKING, None, {"cost": COST, "positives": FOUND})
    # Costs in order: 2, 7, (4, 6), 1. Positives: yes, no, (yes, no), no.
    assert path.items.tolist() == [0, 1, 2, 4, 5]
    assert path.sums["cost"].tolist() == [0, 2, 9, 19, 20]
    assert path.sums["positives"].tolist() == [0, 1, 1, 2, 2]
    assert path.n_items == 5
    assert path.total("cost") == 20


def test_a_weight_counts_items_and_amounts():
    weight = np.array([2.0, 1.0, 0.0, 3.0, 0.5])
    path = make_path(RANKING, weight, {"cost": COST, "positives": FOUND})
    # Weights in order: 3, 1, (2, 0.5), 0. Costs: 6, 7, (8 + 3), 0.
    assert path.items.tolist() == [0, 3, 4, 6.5, 6.5]
    assert path.sums["cost"].tolist() == [0, 6, 13, 24, 24]
    assert path.sums["positives"].tolist() == [0, 3, 3, 5, 5]


def test_a_path_runs_straight_inside_a_tie_group():
    # Two of the four items are positive and nothing says which: after k of them k / 2 are expected.
    tied = make_path(Ranking(np.arange(4), np.array([4])), None, {"positives": np.array([0.0, 1, 0, 1])})
    assert tied.read("positives", [0, 1, 2.5, 4]).tolist() == [0, 0.5, 1.25, 2]


def test_reading_keeps_the_shape_asked_for_and_stops_at_the_ends():
    path = make_path(RANKING, None, {"cost": COST})
    assert path.read("cost", 3).shape == ()
    assert path.read("cost", [[1, 3], [5, 99]]).tolist() == [[2, 14], [20, 20]]
    assert path.read("cost", -1) == 0


def test_sums_of_whole_amounts_are_exact():
    # Float sums of a third of a million times 0.1 currency units drift; millionths do not.
    cost = np.full(300_001, 100_000.0)
    path = make_path(Ranking(np.arange(300_001), np.arange(1, 300_002)), None, {"cost": cost})
    assert path.sums["cost"].tolist() == [100_000 * m for m in range(300_002)]
    # The same where amounts differ, and are whole numbers of millionths.
    tenths = make_path(Ranking(np.arange(30), np.arange(1, 31)), None, {"cost": np.tile([0.1, 0.2, 0.3], 10)})
    assert tenths.sums["cost"][::3].tolist() == [round(0.6 * m, 1) for m in range(11)]


def test_making_a_path_leaves_the_amounts_alone():
    cost, weight = COST.copy(), np.ones(5)
    make_path(RANKING, weight, {"cost": cost})
    make_path(RANKING, None, {"cost": cost})
    assert cost.tolist() == COST.tolist()
