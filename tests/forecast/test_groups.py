"""Groups of the labelled items and of the list by one set of codes."""

from __future__ import annotations

import numpy as np
import pytest

from budgetplan.domain.labelled import ClassifiedSet
from budgetplan.forecast.groups import as_they_come, group_codes, in_known_groups


def texts(names):
    known, code = np.unique(np.array(names), return_inverse=True)
    ids = tuple(f"{place:03}" for place in range(len(names)))
    groups = tuple(str(name) for name in known)
    return ClassifiedSet(ids, ("a", "b"), np.zeros(len(names), dtype=int), group=code, groups=groups)


@pytest.mark.parametrize("seed", range(10))
def test_other_names_for_the_same_groups_have_the_same_codes(seed):
    rng = np.random.default_rng(seed)
    first, second = rng.integers(0, 9, 30), rng.integers(0, 15, 50)
    other = rng.permutation(15)
    one = group_codes(texts(first), texts(second))
    two = group_codes(texts(other[first]), texts(other[second]))
    assert all((each == its).all() for each, its in zip(one, two, strict=True))
    assert (in_known_groups(one) == np.isin(second, first)).all()


def test_items_of_one_group_have_one_code_and_others_another():
    code = np.array([4, 4, 0, 9, 0])
    assert as_they_come(code).tolist() == [0, 0, 1, 2, 1]
    assert as_they_come(np.array([], dtype=int)).tolist() == []


def test_items_without_groups_are_independent():
    bare = ClassifiedSet(("x",), ("a", "b"), np.zeros(1, dtype=int))
    assert group_codes(bare, texts([1, 2])) is None
    assert group_codes(texts([1, 2]), bare) is None
