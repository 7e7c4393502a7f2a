"""Counting items together changes no sum: against the items one by one."""

from __future__ import annotations

import numpy as np
import pytest

from budgetplan.core.path import Ranking, make_path
from budgetplan.domain.items import CountedRows
from budgetplan.lists.forecast import path_of_rows


@pytest.mark.parametrize("seed", range(5))
def test_sums_at_the_ends_of_rows_are_those_of_the_items(seed):
    rng = np.random.default_rng(seed)
    count = rng.integers(1, 30, 12)
    each = np.ones(12, dtype=bool)
    of_row = np.repeat(np.arange(12), count)
    units = rng.integers(1, 50, count.sum())
    sums = {
        "cost": np.bincount(of_row, units * 2000).astype(np.int64),
        "units": np.bincount(of_row, units * 10**6).astype(np.int64),
    }
    rows = CountedRows(np.arange(12.0)[::-1], count, each, each, sums, {"seconds": 2_500_000})
    path = path_of_rows(rows)
    single = make_path(
        Ranking(np.arange(count.sum()), np.cumsum(count)),
        None,
        {
            "cost": units * 2000.0,
            "units": units.astype(float),
            "seconds": np.full(count.sum(), 2.5),
        },
    )
    assert path.items.tolist() == single.items.tolist()
    for name in single.sums:
        assert path.sums[name] == pytest.approx(single.sums[name], rel=1e-12)
