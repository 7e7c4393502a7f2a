"""Rows that stand for many items each."""

from __future__ import annotations

import numpy as np

from budgetplan.domain.items import CountedRows


def test_a_stop_falls_inside_a_row_or_between_two():
    rows = CountedRows(np.array([3.0, 2, 1]), np.array([1, 5, 2]), *(np.array([True, False, True]),) * 2)
    assert [rows.row_at(items) for items in (0, 0.5, 1, 2, 5.5, 6, 7, 8, 9)] == [
        -1,
        0,
        -1,
        1,
        1,
        -1,
        2,
        -1,
        -1,
    ]


def test_amounts_are_added_up_or_the_same_for_all():
    both = np.array([True, True])
    rows = CountedRows(
        np.array([2.0, 1]), np.array([3, 4]), both, both, {"cost": np.array([7, 9])}, {"units": 5}
    )
    assert rows.total("cost").tolist() == [7, 9]
    assert rows.total("units").tolist() == [15, 20]
    assert rows.total("listed").tolist() == [0, 0]
