"""Whole numbers that add up: each is the part rounded down or up, and no part that is whole moves for another."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgetplan.lists.strata import whole_parts

PARTS = st.lists(st.floats(0, 1e9), min_size=1, max_size=7)


@given(PARTS)
def test_they_add_up_and_each_is_its_part_rounded_down_or_up(parts):
    parts = np.array(parts)
    total = round(float(parts.sum()))
    whole = whole_parts(parts, total)
    assert whole.sum() == total
    assert (np.abs(whole - parts) <= 1 + 1e-6).all()


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=7), st.floats(0.01, 0.49))
def test_whole_parts_stay(parts, rest):
    both = np.array([*parts, rest, 1 - rest])
    assert whole_parts(both, sum(parts) + 1).tolist() == [*parts, 0, 1]


@given(PARTS, st.integers(0, 10**6))
def test_any_total_is_dealt_out_and_none_is_below_nothing(parts, total):
    whole = whole_parts(np.array(parts), total)
    assert whole.sum() == total
    assert whole.min() >= 0


@pytest.mark.parametrize(
    ("parts", "total", "whole"),
    [
        ([31.5, 12.0, 6.5], 50, [32, 12, 6]),
        ([0.7 * 10, 3.0], 10, [7, 3]),
        ([6.999999999999, 3.000000000001], 10, [7, 3]),
        ([2.2, 2.2], 3, [2, 1]),
    ],
)
def test_by_hand(parts, total, whole):
    assert whole_parts(np.array(parts), total).tolist() == whole
