"""Many paths at once: exact sums, those of one path at a time."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgetplan.metrics.ranking.order import rank
from budgetplan.metrics.ranking.path import make_path
from budgetplan.metrics.resampling.paths import ITEMS, Queue, Storage

COST = np.array([2.0, 2.0, 0.0, 5.0, 1.0])
TIED = rank(np.array([0.9, 0.5, 0.5, 0.1, 0.5]))


def paths_of(weight, ranking=TIED, measures=(COST,)):
    return Queue.of(ranking, measures, 1e4).paths(np.asarray(weight), Storage())


def test_storage_is_used_again():
    storage = Storage()
    first = storage.array("a", (2, 3), np.int64)
    assert np.shares_memory(first, storage.array("a", (4,), np.int64))
    assert not np.shares_memory(first, storage.array("b", (4,), np.int64))
    assert not np.shares_memory(first, storage.array("a", (9,), np.int64))


@pytest.mark.parametrize("kind", [np.uint8, np.uint16, np.uint32, np.int64, np.float64])
def test_sums_are_exact_whatever_type_holds_the_weights(kind):
    most = int(np.iinfo(kind).max) if np.dtype(kind).kind == "u" else 10**9
    paths = paths_of(np.full((1, 5), most, dtype=kind))
    assert paths.totals(ITEMS).tolist() == [5.0 * most]
    assert paths.totals(1).tolist() == [10.0 * most]


@given(st.integers(1, 30), st.integers(0, 2**32 - 1), st.sampled_from([1, 9]))
def test_paths_are_those_of_make_path(n, seed, decimals):
    rng = np.random.default_rng(seed)
    ranking = rank(np.round(rng.random(n), decimals))
    measures = {"cost": rng.integers(0, 9, n) * 1000.0, "value": rng.normal(size=n)}
    for weight in (rng.integers(0, 4, (3, n)).astype(np.uint8), rng.integers(0, 4, (3, n)) * 0.3):
        paths = paths_of(weight, ranking, list(measures.values()))
        for row in range(3):
            path = make_path(ranking, weight[row].astype(float), measures)
            for column, sums in enumerate((path.items, *path.sums.values())):
                assert paths.ends[column][row].tolist() == sums.tolist()
