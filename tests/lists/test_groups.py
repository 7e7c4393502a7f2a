"""Groups of the labelled items and of the list by one set of codes."""

from __future__ import annotations

import numpy as np

from budgetplan.core.answers import first_seen
from budgetplan.domain.items import ClassifiedSet


def texts(names):
    known, code = np.unique(np.array(names), return_inverse=True)
    ids = tuple(f"{place:03}" for place in range(len(names)))
    groups = tuple(str(name) for name in known)
    return ClassifiedSet(ids, ("a", "b"), np.zeros(len(names), dtype=int), group=code, groups=groups)


def test_items_of_one_group_have_one_code_and_others_another():
    code = np.array([4, 4, 0, 9, 0])
    assert first_seen(code).tolist() == [0, 0, 1, 2, 1]
    assert first_seen(np.array([], dtype=int)).tolist() == []
