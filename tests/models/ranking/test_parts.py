"""Gain and cumulative gain: K18's equation 1, boundaries not rounded, nothing divided by nothing."""

import numpy as np
import pytest
from part_figures import cost_per_positive, part_cost

from budgetplan.core.path import Ranking, make_path, rank
from budgetplan.models.ranks import gain_by_part


def in_order(found, cost=None):
    """The path of items reviewed one by one in the order given."""
    n = len(found)
    amounts = {"positives": np.array(found, dtype=float), "cost": np.ones(n) if cost is None else np.array(cost)}
    return make_path(Ranking(np.arange(n), np.arange(1, n + 1)), None, amounts)


def test_an_item_on_a_boundary_is_shared():
    # Five items in two parts: the third belongs to both by halves.
    path = in_order([1, 0, 1, 0, 0], cost=[3.0, 1.0, 4.0, 1.0, 5.0])
    two = gain_by_part(path, 2)
    assert two.items.tolist() == [2.5, 5]
    assert two.reached.tolist() == [1.5, 2]
    assert two.found.tolist() == [1.5, 0.5]
    assert part_cost(path, two).tolist() == [6, 8]
    assert two.gain.tolist() == [0.75, 0.25]
    assert two.cumulative.tolist() == [0.75, 1]
    assert two.lift.tolist() == [1.5, 1]
    assert two.precision.tolist() == [0.6, 0.2]
    assert cost_per_positive(path, two).tolist() == [4, 16]


def test_more_parts_than_items_share_each_item():
    four = gain_by_part(in_order([1, 0]), 4)
    assert four.gain.tolist() == [0.5, 0.5, 0, 0]
    assert four.items.tolist() == [0.5, 1, 1.5, 2]


def test_one_part_is_the_whole_list():
    (gain,) = gain_by_part(in_order([0, 1, 1]), 1).gain
    assert gain == 1


def test_a_part_without_positives_has_no_cost_per_positive():
    path = in_order([1, 1, 0, 0])
    first, second = cost_per_positive(path, gain_by_part(path, 2))
    assert first == 1
    assert np.isnan(second)


def test_noise_of_interpolation_is_no_positive():
    # 1 / 3 of 0.1 and the like leave noise of the last digit; a part that holds nothing holds exactly nothing.
    weight = np.array([0.1, 0.2, 0.3, 0.4, 0.7])
    path = make_path(
        Ranking(np.arange(5), np.array([2, 3, 5])),
        weight,
        {"positives": np.array([1.0, 1.0, 1.0, 0.0, 0.0]), "cost": np.ones(5)},
    )
    table = gain_by_part(path, 17)
    # 0.6 of 1.7 items are positive, and they stand first: parts 7 to 17 hold none.
    assert table.found[6:].tolist() == [0.0] * 11
    assert np.isnan(cost_per_positive(path, table)[6:]).all()
    assert table.gain.sum() == pytest.approx(1, abs=1e-12)


def test_gain_without_positives_is_undefined_and_the_rest_is_not():
    path = in_order([0, 0, 0])
    none = gain_by_part(path, 3)
    assert none.reached[-1] == 0
    assert none.precision.tolist() == [0, 0, 0]
    assert np.isnan(cost_per_positive(path, none)).all()
    for undefined in (none.gain, none.cumulative, none.lift):
        assert np.isnan(undefined).all()


def test_gains_of_weighted_items():
    # yardstick, gain_curve with case weights 2 1 1 3 2: events at items 2, 3, 4, 7, 9 are 2, 3, 3, 6, 6.
    path = make_path(
        Ranking(np.arange(5), np.arange(1, 6)),
        np.array([2.0, 1, 1, 3, 2]),
        {"positives": np.array([1.0, 1, 0, 1, 0]), "cost": np.ones(5)},
    )
    nine = gain_by_part(path, 9)
    assert (6 * nine.cumulative).round(12).tolist() == [1, 2, 3, 3, 4, 5, 6, 6, 6]


def test_shares_of_less_than_one_entry_are_shares_all_the_same():
    path = make_path(rank(np.array([0.9, 0.1])), None, {"positives": np.array([0.3, 0.1])})
    assert gain_by_part(path, 2).cumulative == pytest.approx([0.75, 1.0])
    none = make_path(rank(np.array([0.9, 0.1])), None, {"positives": np.zeros(2)})
    assert np.isnan(gain_by_part(none, 2).gain).all()
