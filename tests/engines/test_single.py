"""Numbers of single precision are compared as the shortest decimals that stand for them."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from budgetplan.engines.order import as_shown, first_not_below


@given(st.lists(st.floats(width=32, allow_nan=False, allow_infinity=False), min_size=1, max_size=40))
@settings(max_examples=100, deadline=None)
def test_numbers_on_both_sides_of_a_score_are_those_that_are_shown_so(values):
    listed = np.unique(np.array(values, dtype=np.float32)).astype(np.float64)
    shown = as_shown(listed)
    scores = np.concatenate([shown, shown * (1 + 1e-12), np.nextafter(shown, -np.inf)])
    first, same = first_not_below(scores)
    for score, start, is_same in zip(scores, first, same, strict=True):
        assert (listed >= start).tolist() == (shown >= score).tolist()
        assert (is_same and (listed == start).any()) == (shown == score).any()
