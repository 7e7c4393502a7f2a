"""The value at which a decision changes is closed in from what is planned."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from budgetplan.metrics.risk.switching import HALVINGS, SCANNED, first_change


@given(st.floats(-100, 100), st.floats(-100, 100), st.floats(0.001, 0.999))
def test_a_change_that_lasts_to_the_end_is_found_from_either_side(start, end, part):
    edge = start + part * (end - start)
    sign = 1 if end > start else -1
    if abs(end - start) < 1e-6:
        return
    found = first_change(lambda value: (value - edge) * sign < 0, start, end)
    assert abs(found - edge) <= abs(end - start) / SCANNED / 2**HALVINGS + 1e-12
    assert (found - edge) * sign >= 0


def test_a_decision_that_changes_and_comes_back_is_seen_where_it_is_looked_at():
    found = first_change(lambda value: not 4 < value < 6, 0.0, 10.0)
    assert found == pytest.approx(4, abs=0.01)


def test_nothing_changes_where_the_range_has_no_width():
    assert first_change(lambda _: False, 3.0, 3.0) is None
