"""Distinct values: the same as numpy's, without its hashing."""

import numpy as np
import pytest

from budgetplan.metrics.ranking.distinct import distinct, distinct_whole


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("most", [3, 40, 10**15])
def test_distinct_values_are_those_of_numpy(seed, most):
    rng = np.random.default_rng(seed)
    columns = [rng.integers(0, 50, int(rng.integers(0, 60))) for _ in range(3)]
    everything = np.concatenate(columns)
    assert distinct(everything).tolist() == np.unique(everything).tolist()
    assert distinct(everything / 7).tolist() == np.unique(everything / 7).tolist()
    found = distinct_whole([columns[0], columns[1].astype(float), columns[2]], most)
    assert found.dtype == np.int64
    assert found.tolist() == np.unique(everything[everything <= most]).tolist()


def test_numbers_of_any_size_stay_distinct():
    big = np.array([2**70, 1, 2**70], dtype=object)
    assert distinct(big).tolist() == [1, 2**70]
